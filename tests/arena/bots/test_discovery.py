import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots.discovery import Entrant, Scan, scan
from arena.errors import NoBotsFolder, UnknownEntrant

Bot = Callable[..., Path]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "bots").mkdir()
    return tmp_path / "bots"


@pytest.fixture
def bot(bots: Path) -> Bot:
    """Makes a bot's folder with a manifest."""

    def make(folder: str, name: str = "", command: str = "python", **more: object) -> Path:
        (bots / folder).mkdir()
        keys = {"name": name or folder, "command": [command, "bot.py"]} | more
        lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
        (bots / folder / "bot.toml").write_text(lines)
        return bots / folder

    return make


def names(found: Scan) -> tuple[list[str], list[str], list[str]]:
    parts = (found.entrants, found.skipped, found.refused)
    entrants, skipped, refused = ([one.name for one in part] for part in parts)
    return entrants, skipped, refused


def test_a_folder_becomes_an_entrant_with_all_it_says(bots: Path, bot: Bot) -> None:
    folder = bot("crane", version="2", author="Ada", nonce="a1", transport="tcp")

    assert scan(bots) == Scan(
        (
            Entrant(
                name="crane",
                command=("python", "bot.py"),
                label="2",
                author="Ada",
                nonce="a1",
                transport="tcp",
                folder=folder,
            ),
        ),
        (),
        (),
    )


def test_entrants_stand_in_the_order_of_their_folders(bots: Path, bot: Bot) -> None:
    for folder in ("c", "a", "b"):
        bot(folder)

    assert names(scan(bots)) == (["a", "b", "c"], [], [])


def test_folders_with_blanks_and_other_scripts_are_folders(bots: Path, bot: Bot) -> None:
    for folder, name in (("my bot", "mine"), ("日本語 の ボット", "nihongo"), ("-rf", "rf")):
        bot(folder, name)

    assert names(scan(bots)) == (["rf", "mine", "nihongo"], [], [])


def test_files_and_hidden_folders_are_passed_over(bots: Path, bot: Bot) -> None:
    bot("crane")
    (bots / "README.md").touch()
    os.mkfifo(bots / "pipe")
    for folder in (".git", ".venv", "__pycache__"):
        (bots / folder).mkdir()

    assert names(scan(bots)) == (["crane"], [], [])


def test_a_folder_without_a_bot_is_skipped_and_named(bots: Path, bot: Bot) -> None:
    bot("crane")
    (bots / "empty one").mkdir()

    (skipped,) = scan(bots).skipped

    assert skipped.reason == (
        f"{bots}/empty one: no bot.toml and no executable `bot` or `bot.py` or `bot.js`"
    )


def test_a_bot_whose_tools_are_absent_is_skipped_and_they_are_named(bots: Path, bot: Bot) -> None:
    bot("crane", requires=["sh", "no-such-tool", "nor-this", "python"])

    (skipped,) = scan(bots).skipped

    assert (skipped.name, skipped.reason) == (
        "crane",
        f"{bots}/crane: needs `no-such-tool` and `nor-this`, not found on the PATH",
    )


def test_a_lone_javascript_bot_needs_node(
    bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bots / "lone").mkdir()
    (bots / "lone" / "bot.js").touch()
    monkeypatch.setenv("PATH", str(tmp_path))

    without = names(scan(bots))
    (tmp_path / "node").touch(0o755)

    assert without == ([], ["lone"], [])
    assert names(scan(bots)) == (["lone"], [], [])


def test_a_missing_interpreter_is_refused(bots: Path, bot: Bot) -> None:
    bot("crane", command="no-such-interpreter")

    (refused,) = scan(bots).refused

    assert refused.reason == f"{bots}/crane: `no-such-interpreter` is not on the PATH"


def test_a_program_in_the_folder_without_its_path_is_answered_with_it(bots: Path, bot: Bot) -> None:
    (bot("crane", command="my-crane") / "my-crane").touch(0o755)

    (refused,) = scan(bots).refused

    assert refused.hint == "write `./my-crane` to start the file in the folder"


@pytest.mark.parametrize(
    ("mode", "reason"),
    [(None, "there is no file `./run`"), (0o644, "`./run` is not executable")],
)
def test_a_program_in_the_folder_has_to_be_there_and_executable(
    bots: Path, bot: Bot, mode: int | None, reason: str
) -> None:
    folder = bot("crane", command="./run")
    if mode is not None:
        (folder / "run").touch(mode)

    (refused,) = scan(bots).refused

    assert refused.reason == f"{folder}: {reason}"


def test_a_program_that_is_still_to_be_built_is_not_missed(bots: Path, bot: Bot) -> None:
    bot("crane", command="./target/run", build=["make"])

    assert names(scan(bots)) == (["crane"], [], [])


def test_a_name_used_twice_refuses_all_who_use_it(bots: Path, bot: Bot) -> None:
    for folder, name in (("a", "crane"), ("b", "curtain"), ("c", "crane"), ("d", "crane")):
        bot(folder, name)

    found = scan(bots)

    assert names(found) == (["curtain"], [], ["crane", "crane", "crane"])
    assert found.refused[1].reason == (
        f"{bots}/c: the name `crane` is used by {bots}/a and {bots}/c and {bots}/d"
    )


def test_a_name_used_twice_is_refused_even_where_one_would_be_skipped(bots: Path, bot: Bot) -> None:
    bot("a", "crane")
    bot("b", "crane", requires=["no-such-tool"])

    assert names(scan(bots)) == ([], [], ["crane", "crane"])


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(os.mkfifo, id="a FIFO"),
        pytest.param(lambda file: file.mkdir(), id="a folder"),
        pytest.param(lambda file: file.symlink_to("/dev/zero"), id="a link to a device"),
        pytest.param(lambda file: file.write_text("name ="), id="no TOML"),
        pytest.param(lambda file: file.write_bytes(b"\xff"), id="no text"),
    ],
)
def test_a_manifest_that_cannot_be_read_refuses_its_bot_alone(
    bots: Path, bot: Bot, make: Callable[[Path], object]
) -> None:
    bot("good")
    (bots / "odd").mkdir()
    make(bots / "odd" / "bot.toml")

    found = scan(bots)

    assert names(found) == (["good"], [], ["odd"])
    assert str(bots / "odd" / "bot.toml") in found.refused[0].reason


def test_a_linked_folder_is_refused(bots: Path, bot: Bot, tmp_path: Path) -> None:
    bot("crane").rename(tmp_path / "elsewhere")
    (bots / "crane").symlink_to(tmp_path / "elsewhere")

    (refused,) = scan(bots).refused

    assert refused.reason == f"{bots}/crane is a symbolic link"


def test_a_folder_name_cannot_write_on_the_terminal(bots: Path) -> None:
    (bots / "\x1b[31mred\n").mkdir()

    (skipped,) = scan(bots).skipped

    assert skipped.name == "\\x1b[31mred\\n"
    assert skipped.reason.isprintable()


def test_only_and_exclude_choose_by_name(bots: Path, bot: Bot) -> None:
    for folder in ("a", "b", "c"):
        bot(folder)
    (bots / "empty").mkdir()

    assert names(scan(bots, only=["a", "c"])) == (["a", "c"], [], [])
    assert names(scan(bots, exclude=["a"])) == (["b", "c"], ["empty"], [])
    assert names(scan(bots, only=["a", "b"], exclude=["b"])) == (["a"], [], [])


@pytest.mark.parametrize("flag", ["only", "exclude"])
def test_choosing_an_unknown_bot_names_the_known_ones(bots: Path, bot: Bot, flag: str) -> None:
    for folder in ("greedy", "random"):
        bot(folder)

    with pytest.raises(UnknownEntrant) as caught:
        scan(bots, **{flag: ["greedi"]})

    assert caught.value.message == f"--{flag}: no bot named `greedi` (known: greedy, random)"
    assert caught.value.hint == "did you mean `greedy`?"


def test_a_missing_bots_folder_is_an_error(bots: Path) -> None:
    with pytest.raises(NoBotsFolder, match="No such file or directory"):
        scan(bots / "nowhere")


def test_a_file_is_no_bots_folder(bots: Path) -> None:
    (bots / "file").touch()

    with pytest.raises(NoBotsFolder, match="Not a directory"):
        scan(bots / "file")


def test_one_bot_is_no_bots_folder(bots: Path, bot: Bot) -> None:
    with pytest.raises(NoBotsFolder, match="is one bot") as caught:
        scan(bot("crane"))

    assert caught.value.hint == f"pass its parent: --bots {bots}"


def test_scanning_leaves_the_bots_as_they_are(bots: Path, bot: Bot) -> None:
    folder = bot("crane")
    for path in (folder, bots):
        path.chmod(stat.S_IRUSR | stat.S_IXUSR)

    assert names(scan(bots)) == (["crane"], [], [])
    assert [one.name for one in folder.iterdir()] == ["bot.toml"]


@pytest.mark.parametrize("word", ["./" + "x" * 300, "y" * 5000, "./" + "d/" * 5000])
def test_a_program_that_no_system_could_name_is_refused(bots: Path, bot: Bot, word: str) -> None:
    bot("crane", command=word)

    assert [one.name for one in scan(bots).refused] == ["crane"]
