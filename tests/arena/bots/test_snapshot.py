import hashlib
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from arena.bots.snapshot import Snapshot, take_snapshot, version_of
from arena.errors import BadFiles, BadManifest

MANIFEST = 'name = "crane"\ncommand = ["./run"]\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "koikoi-arena"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bots" / "鶴 the crane"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    (folder / "deep" / "er" / "桜.txt").write_bytes(b"\0\1")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_a_snapshot_holds_the_files_and_their_executable_bits(bot: Path) -> None:
    copy = take_snapshot(bot).folder

    assert files(copy) == files(bot)
    assert os.access(copy / "run", os.X_OK)
    assert (copy / "bot.toml").stat().st_mode & 0o777 == 0o644


def test_the_version_is_the_hash_the_docstring_says(bot: Path) -> None:
    stated = hashlib.sha256()
    for name, mark in (("bot.toml", b"-"), ("deep/er/桜.txt", b"-"), ("run", b"x")):
        content = (bot / name).read_bytes()
        stated.update(len(name.encode()).to_bytes(8, "big") + name.encode() + mark)
        stated.update(len(content).to_bytes(8, "big") + content)

    snapshot = take_snapshot(bot)

    assert snapshot.version == f"sha256:{stated.hexdigest()}"
    assert snapshot.folder.name == stated.hexdigest()
    assert version_of(snapshot.folder) == snapshot.version


def test_the_same_files_are_one_snapshot(bot: Path, tmp_path: Path) -> None:
    other = tmp_path / "bots" / "other"
    bot.rename(other)
    first = take_snapshot(other)
    other.rename(bot)

    assert take_snapshot(bot) == first
    assert [one.name for one in first.folder.parent.iterdir()] == [first.digest]


CHANGES: dict[str, Callable[[Path], object]] = {
    "a byte": lambda bot: (bot / "run").write_text("#!/bin/sh\n#"),
    "a name": lambda bot: (bot / "run").rename(bot / "ran"),
    "a folder": lambda bot: (bot / "deep" / "er").rename(bot / "deeper"),
    "an executable bit": lambda bot: (bot / "run").chmod(0o644),
    "one more file": lambda bot: (bot / "empty").touch(),
    "a comment in the manifest": lambda bot: (bot / "bot.toml").write_text(MANIFEST + "# new\n"),
    "a file named build": lambda bot: (bot / "build").touch(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_a_new_version(bot: Path, change: Callable[[Path], object]) -> None:
    before = take_snapshot(bot).version

    change(bot)

    assert take_snapshot(bot).version != before


NO_CHANGES: dict[str, Callable[[Path], object]] = {
    "a nonce": lambda bot: (bot / "bot.toml").write_text(MANIFEST + 'nonce = "a1"\n'),
    "times": lambda bot: os.utime(bot / "run", (0, 0)),
    "other permissions": lambda bot: (bot / "run").chmod(0o700),
    "an empty folder": lambda bot: (bot / "void").mkdir(),
    "a submodule's file": lambda bot: (bot / ".git").write_text("gitdir: ../../.git"),
} | {
    f"a folder {name}": lambda bot, name=name: (
        (bot / "deep" / name).mkdir(),
        (bot / "deep" / name / "made").touch(),
    )
    for name in (".git", "__pycache__", "node_modules", ".venv", "target", "build", "dist")
}


@pytest.mark.parametrize("change", NO_CHANGES.values(), ids=NO_CHANGES)
def test_these_do_not_make_a_new_version(bot: Path, change: Callable[[Path], object]) -> None:
    before = take_snapshot(bot)

    change(bot)

    assert take_snapshot(bot) == before


def test_what_is_left_out_of_the_hash_is_left_out_of_the_copy(bot: Path) -> None:
    (bot / "bot.toml").write_text('nonce = "a1"\n' + MANIFEST)
    (bot / "node_modules").mkdir()
    (bot / "node_modules" / "made").touch()

    copy = take_snapshot(bot).folder

    assert (copy / "bot.toml").read_text() == MANIFEST
    assert not (copy / "node_modules").exists()


def a_socket(path: Path) -> None:
    # The path of a socket has to be short.
    with chdir(path.parent), socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        pytest.param(lambda path: path.symlink_to("/etc/passwd"), "a symbolic link", id="link"),
        pytest.param(lambda path: path.symlink_to("deep"), "a symbolic link", id="folder link"),
        pytest.param(lambda path: path.symlink_to("thing"), "a symbolic link", id="link loop"),
        pytest.param(lambda path: path.symlink_to("gone"), "a symbolic link", id="dead link"),
        pytest.param(os.mkfifo, "a FIFO", id="fifo"),
        pytest.param(a_socket, "a socket", id="socket"),
    ],
)
def test_what_is_no_file_refuses_the_bot_and_is_named(
    bot: Path, make: Callable[[Path], None], kind: str
) -> None:
    make(bot / "thing")

    with pytest.raises(BadFiles) as caught:
        take_snapshot(bot)

    assert caught.value.message.startswith(f"{bot}/thing is {kind}; ")


def test_a_refused_bot_leaves_nothing_in_the_cache(bot: Path, cache: Path) -> None:
    os.mkfifo(bot / "thing")

    with pytest.raises(BadFiles):
        take_snapshot(bot)

    assert list((cache / "snapshots").iterdir()) == []


def test_a_sparse_giant_is_refused(bot: Path) -> None:
    with (bot / "giant").open("wb") as giant:
        giant.truncate(10 * 2**30)

    with pytest.raises(BadFiles, match="holds more than 200 MiB"):
        take_snapshot(bot)


def test_too_many_files_are_refused(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.bots.snapshot.MAX_FILES", 5)
    take_snapshot(bot)

    (bot / "deep" / "one").touch()

    with pytest.raises(BadFiles, match="more than 5 files and folders"):
        take_snapshot(bot)


def test_folders_nested_without_end_are_refused(bot: Path) -> None:
    (bot / "/".join("d" * 65)).mkdir(parents=True)

    with pytest.raises(BadFiles, match="more than 64 folders inside each other"):
        take_snapshot(bot)


def test_a_name_that_is_not_utf8_is_refused_and_shown_escaped(bot: Path) -> None:
    Path(os.fsdecode(os.fsencode(bot) + b"/\xff\x1b[31m")).touch()

    with pytest.raises(BadFiles, match=r"\\udcff\\x1b\[31m: the name is not UTF-8"):
        take_snapshot(bot)


def test_a_manifest_that_is_too_long_is_not_copied(bot: Path) -> None:
    (bot / "bot.toml").write_text("#" * 20_000)

    with pytest.raises(BadManifest):
        take_snapshot(bot)


def test_a_snapshot_someone_has_changed_is_replaced(bot: Path) -> None:
    first = take_snapshot(bot)
    (first.folder / "run").write_text("#!/bin/sh\nexec ./something-else\n")
    os.mkfifo(first.folder / "pipe")

    again = take_snapshot(bot)

    assert again == first
    assert files(again.folder) == files(bot)


@pytest.mark.process
def test_two_arenas_may_copy_the_same_bot_at_the_same_time(bot: Path, cache: Path) -> None:
    (bot / "weight").write_bytes(bytes(20 * 2**20))
    program = (
        "import sys; from pathlib import Path; from arena.bots.snapshot import take_snapshot;"
        "print(take_snapshot(Path(sys.argv[1])).version)"
    )
    command = [sys.executable, "-c", program, str(bot)]

    arenas = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    versions = {arena.communicate()[0].strip() for arena in arenas}

    assert [arena.returncode for arena in arenas] == [0, 0, 0]
    (version,) = versions
    place = cache / "snapshots" / version.removeprefix("sha256:")
    assert list(place.parent.iterdir()) == [place]
    assert version_of(place) == version
    assert take_snapshot(bot) == Snapshot(version, place)


def test_a_path_that_the_cache_could_not_hold_is_refused(bot: Path) -> None:
    with chdir(bot):
        for _ in range(20):
            Path("d" * 250).mkdir()
            os.chdir("d" * 250)
        Path("file").touch()

    with pytest.raises(BadFiles, match="holds a path of more than 1024 bytes"):
        take_snapshot(bot)
