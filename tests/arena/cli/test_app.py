"""The frame around all commands: help, errors, exit codes, pipes."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from arena.cli.app import COMMANDS
from arena.errors import STOPPED, USAGE

Run = Callable[..., subprocess.CompletedProcess[str]]

HEAVY = ("grpc", "numpy", "trueskill", "sqlite3", "jinja2", "rich", "asyncio", "koikoi")


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Runs Python code that drives the real app, for what no command does on purpose."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def with_command(body: str) -> subprocess.CompletedProcess[str]:
    """Runs `arena trial`, a command with this body, beside the real ones."""
    return python(
        "import sys, arena.errors\n"
        "from arena.cli import app\n"
        f"def trial() -> None: {body}\n"
        "app.app.command('trial')(trial)\n"
        "sys.argv = ['arena', 'trial']\n"
        "app.main()\n"
    )


@pytest.mark.process
def test_help_loads_nothing_heavy() -> None:
    result = python(
        "import sys\n"
        "from arena.cli.app import main\n"
        "sys.argv = ['arena', '--help']\n"
        "try: main()\n"
        f"finally: print('loaded:', *set(sys.modules) & set({HEAVY}), file=sys.stderr)\n"
    )

    assert result.returncode == 0
    assert result.stderr == "loaded:\n"


@pytest.mark.parametrize("arguments", [(), *((name,) for name in COMMANDS)], ids=str)
def test_help_is_plain_text_of_80_columns(arena: Run, arguments: tuple[str, ...]) -> None:
    result = arena(*arguments, "--help", GITHUB_ACTIONS="true", FORCE_COLOR="1", COLUMNS="200")

    assert result.returncode == 0
    assert "\x1b" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_in_a_process_of_its_own(arena_process: Run, name: str) -> None:
    result = arena_process(name, "--help")

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.split()[:3] == ["Usage:", "arena", name]


def test_help_names_every_command_with_what_it_does(arena: Run) -> None:
    lines = arena("--help").stdout.splitlines()

    for name, command in COMMANDS.items():
        summary = (command.__doc__ or "").split(".")[0]
        assert any(line.split()[:1] == [name] and summary in line for line in lines)


def test_help_does_not_claim_completion_cannot_be_had(arena: Run) -> None:
    assert "--install-completion" in arena("--help").stdout
    assert "--show-completion" in arena("--help").stdout


def test_the_shell_completes_rulesets(arena: Run) -> None:
    words = {"COMP_WORDS": "arena rules n", "COMP_CWORD": "2"}

    result = arena(_ARENA_COMPLETE="complete_bash", **words)

    assert result.stdout.split() == ["nintendo"]


def test_the_version_is_that_of_the_distribution(arena: Run) -> None:
    assert arena("--version").stdout == f"arena {version('koikoi-arena')}\n"


def test_arena_alone_is_bad_usage_and_shows_help(arena: Run) -> None:
    result = arena()

    assert result.returncode == 2
    assert "Commands:" in result.stdout + result.stderr


@pytest.mark.parametrize("arguments", [("rulez",), ("rules", "--formt", "json"), ("score",)])
def test_bad_usage_is_exit_code_2_and_nothing_on_stdout(
    arena: Run, arguments: tuple[str, ...]
) -> None:
    result = arena(*arguments)

    assert (result.returncode, result.stdout) == (2, "")
    assert "Error: " in result.stderr
    assert "Traceback" not in result.stderr


def test_an_error_of_the_rules_is_two_lines(arena: Run) -> None:
    result = arena("rules", "lemmy")

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "error: no ruleset named `lemmy`"
        " (known: lemme, nintendo, wikipedia, russian, fudawiki)\n"
        "\n"
        "hint: did you mean `lemme`?\n"
    )


@pytest.mark.process
def test_an_error_of_the_arena_has_its_own_exit_code() -> None:
    result = with_command("raise arena.errors.Stopped('stopped', 'the same command goes on')")

    assert result.returncode == 4
    assert result.stderr == "error: stopped\n\nhint: the same command goes on\n"


@pytest.mark.process
def test_an_error_without_a_hint_is_one_line() -> None:
    result = with_command("raise arena.errors.ArenaError('no')")

    assert (result.returncode, result.stderr) == (2, "error: no\n")


@pytest.mark.process
def test_an_error_cannot_drive_the_terminal() -> None:
    result = with_command("raise arena.errors.ArenaError('\\x1b[2J\\u202e', 'a\\nb\\x07')")

    assert result.stderr == "error: \\x1b[2J\\u202e\n\nhint: a\nb\\x07\n"


@pytest.mark.process
def test_a_bug_of_ours_keeps_its_traceback() -> None:
    result = with_command("{}['missing']")

    assert result.returncode == 1
    assert result.stderr.startswith("Traceback (most recent call last)")
    assert result.stderr.endswith("KeyError: 'missing'\n")


@pytest.mark.process
def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arena.cli.app", "rules", "lemme"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()

    assert (process.returncode, said) == (0, b"")


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told_in_words() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "arena.cli.app", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert result.returncode == STOPPED
    assert result.stderr == (
        "error: the result cannot be written to stdout: No space left on device\n"
    )


@pytest.mark.process
@pytest.mark.parametrize(
    ("redirection", "code"),
    [(">&-", STOPPED), ("2>&-", 0), ("2>/dev/full", 0), ("<&-", 0), (">/dev/full", STOPPED)],
)
def test_notes_may_be_lost_and_results_may_not(redirection: str, code: int) -> None:
    command = f"{shlex.quote(sys.executable)} -m arena.cli.app score 01L 03L 08L {redirection}"

    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)

    assert result.returncode == code
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == (1 if code else 0)


def _redirected(command: str) -> "subprocess.CompletedProcess[str]":
    line = f"{shlex.quote(sys.executable)} -m arena.cli.app {command}"
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@FULL
@pytest.mark.process
@pytest.mark.parametrize("command", ["", *COMMANDS, "proto"])
def test_help_that_cannot_be_written_is_an_error_like_any_result(command: str) -> None:
    for redirection in (">/dev/full", ">&-"):
        result = _redirected(f"{command} --help {redirection}")

        assert result.returncode == STOPPED
        assert result.stderr.startswith("error: the result cannot be written to stdout: ")
        assert result.stderr.count("\n") == 1


@FULL
@pytest.mark.process
@pytest.mark.parametrize(
    "command", ["--nosuch", "nosuch", *(f"{one} --nosuch" for one in COMMANDS)]
)
def test_a_mistake_that_cannot_be_told_is_one_still(command: str) -> None:
    for redirection in ("2>/dev/full", "2>&-"):
        assert _redirected(f"{command} --nosuch {redirection}").returncode == USAGE


@FULL
@pytest.mark.process
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_a_version_that_cannot_be_written_is_an_error(redirection: str) -> None:
    result = _redirected(f"--version {redirection}")

    assert result.returncode == STOPPED
    assert "Traceback" not in result.stderr


@pytest.mark.process
def test_a_note_to_a_reader_that_has_gone_stops_nothing(tmp_path: Path) -> None:
    program = (
        "import arena.cli.terminal.output as output, os, time;"
        "os.close(1); time.sleep(0.1); output.note('lost'); output.note('lost'); os._exit(7)"
    )
    command = f"({shlex.quote(sys.executable)} -c {shlex.quote(program)} 2>&1; echo $? >&3) | true"

    result = subprocess.run(
        ["sh", "-c", f"{{ {command}; }} 3>{tmp_path / 'code'}"], capture_output=True, check=False
    )

    assert result.returncode == 0
    assert (tmp_path / "code").read_text() == "7\n"


def test_an_encoding_without_macrons_is_no_error(arena_process: Run) -> None:
    result = arena_process("rules", "lemme", PYTHONIOENCODING="ascii")

    assert result.returncode == 0
    assert "Gok\\u014d" in result.stdout


@pytest.mark.process
@pytest.mark.parametrize(("asked", "expected"), [(None, "1"), ("2", "2")])
def test_linear_algebra_keeps_to_one_thread_unless_told_otherwise(
    asked: str | None, expected: str
) -> None:
    program = (
        "import atexit, os, sys, arena.cli.app as app;"
        "atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS']));"
        "sys.argv[1:] = ['rules', '--help']; app.main()"
    )
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    if asked:
        environment["OPENBLAS_NUM_THREADS"] = asked

    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout.split()[-1] == expected
