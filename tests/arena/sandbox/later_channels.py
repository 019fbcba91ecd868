"""Ways in which a process could tell one that starts after its end a bit. Run in boxes, as text.

    python later_channels.py MEDIUM send|receive PLACE

The sender changes something of the machine, the receiver prints a number that may have grown.
PLACE is a file that both can read.
"""

import ctypes
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

PLACE = Path(sys.argv[3]) if len(sys.argv) > 3 else Path()
libc = ctypes.CDLL(None, use_errno=True)
PIPES, FORKS, THREADS, SECONDS = 40_000, 300, 8, 0.5


def number_in(file: str, word: str, place: int) -> float:
    """A number of the line that begins with a word; of the first line where the word is empty."""
    for line in Path("/proc", file).read_text().splitlines():
        if line.startswith(word):
            return float(line.split()[place])
    return 0


def pipes() -> None:
    for _ in range(PIPES):
        for end in os.pipe():
            os.close(end)


def forks() -> None:
    for _ in range(FORKS):
        if os.fork() == 0:
            os._exit(0)
        os.wait()


def spin() -> None:
    """Keep every core busy, by processes."""
    for _ in range(THREADS):
        if os.fork() == 0:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                pass
            os._exit(0)
    for _ in range(THREADS):
        os.wait()


def open_files() -> None:
    kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(200)]
    for file in kept:
        os.close(file)


def write() -> None:
    (PLACE.parent / "large").write_bytes(bytes(1 << 24))


def read() -> None:
    PLACE.read_bytes()


def set_date() -> None:
    os.utime(PLACE, (1, 1))


def number_of(make: Callable[[], int]) -> float:
    file = make()
    return os.fstat(file).st_ino


def new_pid() -> float:
    if (child := os.fork()) == 0:
        os._exit(0)
    os.wait()
    return child


def speed_of_reading() -> float:
    """How fast the place is read; from the disk it takes its time."""
    began = time.perf_counter()
    PLACE.read_bytes()
    return -(time.perf_counter() - began)


def major_faults() -> float:
    """Less the blocks that were read from the disk."""
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_inblock
    PLACE.read_bytes()
    return before - resource.getrusage(resource.RUSAGE_SELF).ru_inblock


def sysinfo(place: int) -> float:
    """A word of what sysinfo(2) tells of the machine."""
    words = (ctypes.c_ulong * 32)()
    if libc.sysinfo(words):
        raise OSError(ctypes.get_errno(), "sysinfo")
    return float(words[place])


def port() -> float:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ports() -> None:
    for _ in range(200):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))


def threads() -> None:
    for _ in range(FORKS):
        one = threading.Thread(target=int)
        one.start()
        one.join()


MEDIA: dict[str, tuple[Callable[[], object], Callable[[], float]]] = {
    "access time of a file": (read, lambda: PLACE.stat().st_atime_ns),
    "date of a file": (set_date, lambda: -PLACE.stat().st_mtime_ns),
    "change time of a file": (read, lambda: PLACE.stat().st_ctime_ns),
    "free space of the disk": (write, lambda: -os.statvfs(PLACE).f_bavail),
    "free inodes of the disk": (write, lambda: -os.statvfs(PLACE).f_favail),
    "forks, in /proc/stat": (forks, lambda: number_in("stat", "processes", 1)),
    "context switches, in /proc/stat": (forks, lambda: number_in("stat", "ctxt", 1)),
    "busy time, in /proc/stat": (spin, lambda: number_in("stat", "cpu ", 1)),
    "idle time, in /proc/uptime": (spin, lambda: -number_in("uptime", "", 1)),
    "page faults, in /proc/vmstat": (forks, lambda: number_in("vmstat", "pgfault", 1)),
    "load, in /proc/loadavg": (spin, lambda: number_in("loadavg", "", 0)),
    "open files, in /proc/sys": (open_files, lambda: number_in("sys/fs/file-nr", "", 0)),
    "pid of a new process": (forks, new_pid),
    "number of a process's file": (
        forks,
        lambda: number_of(lambda: os.pidfd_open(os.getpid())),
    ),
    "port that is given": (ports, port),
    "blocks read from the disk": (read, major_faults),
    "time to read a file": (read, speed_of_reading),
    "load, by sysinfo": (spin, lambda: sysinfo(1)),
    "number of a new pipe": (pipes, lambda: number_of(lambda: os.pipe()[0])),
    "number of a new socket": (
        pipes,
        lambda: number_of(lambda: socket.socketpair()[0].detach()),
    ),
}


def main() -> None:
    """Plays one end."""
    send, receive = MEDIA[sys.argv[1]]
    try:
        print(send() if sys.argv[2] == "send" else receive())
    except (OSError, ValueError, IndexError) as error:
        print(f"refused: {error}")


if __name__ == "__main__":
    main()
