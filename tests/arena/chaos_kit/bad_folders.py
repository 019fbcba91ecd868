"""Folders that no arena should take in: what is wrong with each, and a word that the refusal says.

They are made by the tests, since no repository can hold a FIFO or a name that drives a terminal.
"""

import os
import shutil
import socket
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

from tests.arena.chaos_kit.events import KIT

SECRET = "the organiser's own"
HUGE_BYTES = 10 * 1024**3


def manifest(*lines: str) -> Callable[[Path], object]:
    """Makes a bot whose `bot.toml` has these lines."""
    return lambda folder: (folder / "bot.toml").write_text("\n".join(lines) + "\n")


def command(text: str) -> Callable[[Path], object]:
    """Makes a bot with this command."""
    return manifest('name = "commanding"', f"command = {text}")


def name(spelled: str) -> Callable[[Path], object]:
    """Makes a bot whose name is written like this."""
    return manifest(f'name = "{spelled}"', 'command = ["python", "bot.py"]')


def with_file(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Makes a good bot, whose folder also holds a file `extra` of another kind."""

    def both(folder: Path) -> None:
        shutil.copy(KIT / "honest" / "bot.py", folder)
        manifest(f'name = "{folder.name}"', 'command = ["python", "bot.py"]')(folder)
        make(folder / "extra")

    return both


def a_socket(path: Path) -> None:
    """Leaves a socket there; its path may be longer than the kernel takes."""
    with chdir(path.parent), socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)


def a_sparse_file(path: Path) -> None:
    """A file that says it is huge and takes no room."""
    with path.open("wb") as file:
        file.truncate(HUGE_BYTES)


def many_files(path: Path) -> None:
    """More files than any bot needs."""
    path.mkdir()
    for number in range(5001):
        (path / str(number)).touch()


def instead(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Puts something else where the folder or its manifest should be."""
    return lambda folder: make(folder / "bot.toml")


# The folder's name, what makes it bad, and what is said about it.
BAD_FOLDERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "absolute": (command('["/bin/sh", "-c", "id"]'), "`command` must be"),
    "climbing": (command('["../../bin/x"]'), "`command` must be"),
    "one-string": (command('"python bot.py; id"'), "`command` must be"),
    "numbers": (command('["python", 7]'), "`command` must be"),
    "missing-program": (command('["no-such-program"]'), "no-such-program"),
    "a-megabyte": (command(f'["python", "{"x" * 2**20}"]'), "at most 16384 bytes"),
    "nested": (command("[" * 8000), "nested too deeply"),
    "twice": (manifest('name = "a"', 'name = "b"'), ":2: not TOML"),
    "preloading": (
        manifest('name = "p"', 'command = ["python"]', "[env]", 'LD_PRELOAD = "x"'),
        "unknown key `env`",
    ),
    "escaping-name": (name("\\u001b[2Jx"), "`name` must be"),
    "two-line-name": (name("a\\nb"), "`name` must be"),
    "turned-name": (name("a\\u202eb"), "`name` must be"),
    "zero-width-name": (name("a\\u200bb"), "`name` must be"),
    "dashed-name": (name("-rf"), "`name` must be"),
    "dotted-name": (name(".."), "`name` must be"),
    "long-name": (name("x" * 10_000), "`name` must be"),
    "empty-name": (name(""), "`name` must be"),
    "script-name": (name("<script>"), "`name` must be"),
    "twin-1": (name("twin"), "the name `twin` is used by"),
    "twin-2": (name("twin"), "the name `twin` is used by"),
    "fifo-manifest": (instead(os.mkfifo), "a FIFO"),
    "folder-manifest": (instead(Path.mkdir), "a folder"),
    "loop-manifest": (instead(lambda path: path.symlink_to(path.name)), "a symbolic link"),
    "fifo": (with_file(os.mkfifo), "a FIFO"),
    "socket": (with_file(a_socket), "a socket"),
    "link-out": (with_file(lambda path: path.symlink_to("../../secret")), "a symbolic link"),
    "link-loop": (with_file(lambda path: path.symlink_to("extra")), "a symbolic link"),
    "link-to-folder": (with_file(lambda path: path.symlink_to("/etc")), "a symbolic link"),
    "sparse": (with_file(a_sparse_file), "more than 200 MiB"),
    "crowded": (with_file(many_files), "more than 5000 files"),
}
