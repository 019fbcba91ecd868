"""The small event that the repository ships is a true one."""

from pathlib import Path

from tests.command_line import Done, arena_here

SAMPLE = Path(__file__).parents[1] / "results" / "sample.jsonl"


def _arena(*arguments: str) -> Done:
    return arena_here(SAMPLE.parent, *arguments)


def test_the_sample_replays() -> None:
    done = _arena("verify", str(SAMPLE))

    assert done.returncode == 0, done.stderr
    assert "12 matches checked, 0 disagree" in done.stdout + done.stderr


def test_every_table_reads_the_sample() -> None:
    for command in ("ranking", "crosstable", "matches"):
        done = _arena(command, str(SAMPLE))
        assert done.returncode == 0, done.stderr
        assert "greedy" in done.stdout


def test_a_file_does_not_claim_to_know_how_its_bots_were_confined() -> None:
    for output_format in ("table", "json"):
        shown = _arena("ranking", str(SAMPLE), "--format", output_format).stdout
        assert "sandbox: not recorded" in shown
        assert "trusted bots" not in shown
