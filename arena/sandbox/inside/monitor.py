"""Runs inside a box: starts a bot, waits until it is gone, and writes down what it was seen to do.

    python monitor.py REPORT COMMAND…

REPORT is an open file for a line of JSON: which decoys the bot has `opened`, what it has `written`
(bytes and files), how many `calls` it made where nobody is (connections and datagrams), and the
names of the processes that are `left`. It knows nothing of the rest of the arena: it is handed to
Python as text. It makes no difference to a bot that does not look around.
"""

import ctypes
import json
import os
import signal
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# What nobody opens who does not look for it: the accounts, homes, and this process itself.
DECOYS = ("/etc/shadow", "/root", "/home")
INNARDS = ("environ", "maps", "mem")
ROOM = "/tmp"
# How long what the bot has started may take to go after it.
GRACE_SECONDS, PAUSE_SECONDS = 0.5, 0.02
IN_OPEN, NONBLOCKING = 0x20, os.O_NONBLOCK
EVENT = struct.Struct("iIII")
PROC = Path("/proc")
# By file and section: connections that nobody took, and packets to nowhere.
COUNTERS = {
    "snmp": (("Tcp", "AttemptFails"), ("Ip", "OutNoRoutes"), ("Udp", "OutDatagrams")),
    "snmp6": (("Ip6OutNoRoutes", ""), ("Udp6OutDatagrams", "")),
}
libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Start the command, and end with its exit code."""
    report, *command = int(sys.argv[1]), *sys.argv[2:]
    os.set_inheritable(report, False)  # noqa: FBT003
    before, calls, room = processes(), called(), used()
    watches = watched()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # which Python has changed
        os.execvp(command[0], command)
    _, status = os.waitpid(child, 0)
    written = [now - then for now, then in zip(used(), room, strict=True)]
    found = {"opened": opened(watches), "written": written, "calls": called() - calls}
    for left in left_behind(before):
        # Again and again, in the same place: this program may be ended while it waits.
        os.pwrite(report, json.dumps(found | {"left": left}).encode() + b"\n", 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(128 - code if code < 0 else code)


def watched() -> tuple[int, dict[int, str]]:
    """Watch the decoys through the kernel; return the watch and the decoys by its numbers."""
    inotify = libc.inotify_init1(NONBLOCKING | os.O_CLOEXEC)
    own = [f"/proc/{os.getpid()}/{name}" for name in INNARDS]
    numbers = {path: libc.inotify_add_watch(inotify, path.encode(), IN_OPEN) for path in decoys()}
    numbers |= {path: libc.inotify_add_watch(inotify, path.encode(), IN_OPEN) for path in own}
    return inotify, {number: path for path, number in numbers.items() if number >= 0}


def decoys() -> list[str]:
    """Return the decoys of this box; a folder with content is not one."""
    return [path for path in DECOYS if Path(path).is_file() or not any(Path(path).glob("*"))]


def opened(watches: tuple[int, dict[int, str]]) -> list[str]:
    """Return the decoys that were opened, each once."""
    inotify, paths = watches
    found: dict[str, None] = {}
    with suppress(BlockingIOError):
        while data := os.read(inotify, 1 << 16):
            for number in events(data):
                found[paths.get(number, "")] = None
    return sorted(filter(None, found))


def events(data: bytes) -> Iterator[int]:
    """Yield the number of the watch of each event."""
    while data:
        number, _, _, length = EVENT.unpack_from(data)
        yield number
        data = data[EVENT.size + length :]


def used() -> tuple[int, int]:
    """Return the bytes and files that were written in writable folders."""
    room = os.statvfs(ROOM)
    return (room.f_blocks - room.f_bfree) * room.f_frsize, room.f_files - room.f_ffree


def called() -> int:
    """Return how often this network was asked for a host that does not exist."""
    return sum(count(file, *name) for file, names in COUNTERS.items() for name in names)


def count(file: str, section: str, name: str) -> int:
    """Return a counter of the kernel; 0 if it does not exist."""
    with suppress(OSError):
        rows = [line.split() for line in (PROC / "net" / file).read_text().splitlines()]
        if not name:
            return sum(int(row[1]) for row in rows if row[0] == section)
        names, values = (row for row in rows if row[0] == f"{section}:")
        return int(values[names.index(name)])
    return 0


def left_behind(before: set[int]) -> Iterator[list[str]]:
    """Yield the names of new processes until there are none, or a while has passed."""
    until = time.monotonic() + GRACE_SECONDS
    while left := processes() - before:
        yield sorted(filter(None, map(name_of, left)))
        if time.monotonic() > until:
            return
        time.sleep(PAUSE_SECONDS)
    yield []


def processes() -> set[int]:
    """Return the processes of the box that have not ended."""
    numbers = (int(one.name) for one in PROC.glob("[0-9]*"))
    return {number for number in numbers if name_of(number)}


def name_of(process: int) -> str:
    """Return the name that a process gives itself; empty if it has ended."""
    with suppress(OSError):
        name, _, facts = (PROC / f"{process}/stat").read_text().partition("(")[2].rpartition(")")
        return "" if facts.split()[0] in "ZX" else name
    return ""


if __name__ == "__main__":
    main()
