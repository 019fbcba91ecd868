"""A bot that plays like any other and meanwhile looks for everything that is not its own.

    python spying_bot.py MARK FOLDER…

It prints a line `found …` for whatever it comes by: files below the folders, tokens and memory of
other processes, sockets that answer, and what its own other process has left in a file with MARK in
its name. It leaves such files itself. Beside it in its folder is `bot.py`, which can play.
"""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OWN = os.environ.get("KOIKOI_ADDRESS", "").removeprefix("unix:")
TOKEN = os.environ.get("KOIKOI_TOKEN", "")
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/dev", "/run", ".", str(Path(OWN).parent))


def files(folders: list[str]) -> Iterator[str]:
    """Files of others, secrets and stores among them."""
    for folder in folders:
        for path in (Path(here, name) for here, _, names in os.walk(folder) for name in names):
            if not path.is_relative_to(Path.cwd()) and not path.is_relative_to(sys.prefix):
                with suppress(OSError):
                    if path.is_file() and path.open("rb").read(1):
                        yield f"file {path}"


def processes() -> Iterator[str]:
    """Tokens and memory of others. What has its own token is of its own box."""
    for folder in Path("/proc").glob("[0-9]*"):
        words = environment(folder)
        if f"KOIKOI_TOKEN={TOKEN}".encode() in words:
            continue
        if any(one.startswith(b"KOIKOI_TOKEN=") for one in words):
            yield f"token of process {folder.name}"
        with suppress(OSError):
            (folder / "mem").open("rb").close()
            yield f"memory of process {folder.name}"


def environment(folder: Path) -> list[bytes]:
    try:
        return (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return []


def sockets() -> Iterator[str]:
    """Whatever answers, by a file, by a name or by a port."""
    for path in Path("/tmp").glob("koikoi-*/s"):
        if str(path) != OWN and answers(socket.AF_UNIX, str(path)):
            yield f"socket {path}"
    for line in lines("/proc/net/unix"):
        name = line.split()[-1]
        if name.startswith("@") and answers(socket.AF_UNIX, "\0" + name[1:]):
            yield f"socket {name}"
    for line in lines("/proc/net/tcp"):
        port = int(line.split()[1].split(":")[1], 16)
        if answers(socket.AF_INET, ("127.0.0.1", port)):
            yield f"port {port}"


def lines(name: str) -> list[str]:
    try:
        return Path(name).read_text().splitlines()[1:]
    except OSError:
        return []


def answers(family: int, address: object) -> bool:
    try:
        with socket.socket(family) as one:
            one.settimeout(1)
            one.connect(address)
    except OSError:
        return False
    return True


def marks(mark: str) -> Iterator[str]:
    """Return what the process of the other leg has left, and leaves the same."""
    for place in PLACES:
        path = Path(place) / mark
        with suppress(OSError):
            if path.exists():
                yield f"mark {path}"
            path.write_text(mark)


def main() -> None:
    from bot import play

    mark, *folders = sys.argv[1:]
    for found in (*files(folders), *processes(), *sockets(), *marks(mark)):
        print("found", found, flush=True)
    print("looked everywhere", flush=True)
    play("good", 4)


if __name__ == "__main__":
    main()
