"""Runs inside a box and tries to get out of it: what the self-test starts instead of a bot.

    python probe.py TARGETS

TARGETS is JSON: for each attack its name and its arguments, which are things of the outside. For
each a line `<name> <outcome>` is printed, where the outcome is `refused`, or what was achieved.
Then a daemon is left behind if that is among the targets, `ready` is printed, and the process
stays. It knows nothing of the rest of the arena: it is handed to Python as text.
"""

import ctypes
import json
import mmap
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

REFUSED, READY = "refused", "ready"
PROC = Path("/proc")
MPTCP, FAST_OPEN = 262, 0x20000000
NEW_USER_NAMESPACE = 0x10000000
FOR_EVER, DAEMON_SECONDS = 3600, 4
SET_DUMPABLE = 4
PATIENCE_SECONDS = 2

Address = str | list[str | int]


def read(*paths: str) -> str:
    """Try to read files that only the arena may read."""
    for path in paths:
        try:
            return f"read {len(Path(path).read_bytes())} bytes of {path}"
        except OSError:
            continue
    return REFUSED


def environment(token: str) -> str:
    """Try to read the environment of a process with another bot's token in it."""
    for pid in processes():
        try:
            if token.encode() in (PROC / pid / "environ").read_bytes():
                return f"read another bot's token from process {pid}"
        except OSError:
            continue
    return REFUSED


def processes() -> list[str]:
    """Return the visible processes."""
    try:
        return [path.name for path in PROC.iterdir() if path.name.isdigit()]
    except OSError:
        return []


def memory() -> str:
    """Try to read the memory of every other process."""
    for pid in processes():
        try:
            os.close(os.open(PROC / pid / "mem", os.O_RDWR))
        except OSError:
            continue
        if pid != str(os.getpid()):
            return f"opened the memory of process {pid}"
    return REFUSED


def signals(pid: int, started: str) -> str:
    """Try to send the referee a signal that does nothing."""
    try:
        os.kill(pid, 0)
    except OSError:
        return REFUSED
    return "the referee takes its signals" if is_it(pid, started) else REFUSED


def is_it(pid: int, started: str) -> bool:
    """Return whether a pid means the same inside and outside; assumed where that cannot be told."""
    try:
        return started_at(pid) == started
    except OSError:
        return not processes()


def started_at(pid: int) -> str:
    """Return the start time of a process, which tells processes with the same pid apart."""
    return (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[19]


def setting(path: str) -> str:
    """Try to change a kernel setting that would run a program as root."""
    try:
        os.close(os.open(path, os.O_WRONLY))
    except OSError:
        return REFUSED
    return f"opened {path} for writing"


def powers() -> str:
    """Try to use or gain root's capabilities."""
    try:
        lines = (PROC / "self/status").read_text().splitlines()
    except OSError:
        return REFUSED if os.getuid() else "is root"
    held = [one for one in lines if one.startswith(("CapEff", "CapPrm", "CapInh", "CapBnd"))]
    return REFUSED if not any(int(one.split()[1], 16) for one in held) else f"has {held}"


def namespace() -> str:
    """Try to make a namespace in which the bot would be root."""
    made = ctypes.CDLL(None).unshare(NEW_USER_NAMESPACE) == 0
    return "made a user namespace" if made else REFUSED


def connection(family: int, kind: int, protocol: int, address: Address) -> str:
    """Try to connect to an address."""
    try:
        with socket.socket(family, kind, protocol) as one:
            one.settimeout(PATIENCE_SECONDS)
            one.connect(address if isinstance(address, str) else tuple(address))
    except OSError:
        return REFUSED
    return f"connected to {address!r}"


def tcp(address: Address) -> str:
    """Try to connect to a server of the machine."""
    return connection(socket.AF_INET, socket.SOCK_STREAM, 0, address)


def multipath_tcp(address: Address) -> str:
    """Try to connect by multipath TCP."""
    return connection(socket.AF_INET, socket.SOCK_STREAM, MPTCP, address)


def fast_open(address: Address) -> str:
    """Try to send before a connection exists (TCP fast open)."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one:
            one.sendto(b"x", FAST_OPEN, tuple(address))
    except OSError:
        return REFUSED
    return f"sent to {address!r}"


def datagram(address: Address) -> str:
    """Try to send without a connection."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.sendto(b"x", tuple(address))
    except OSError:
        return REFUSED
    return f"sent a datagram to {address!r}"


def other_socket(path: str) -> str:
    """Try to connect to another bot's referee."""
    return connection(socket.AF_UNIX, socket.SOCK_STREAM, 0, path)


def abstract_socket(name: str) -> str:
    """Try to connect to a socket that has a name and no file."""
    return connection(socket.AF_UNIX, socket.SOCK_STREAM, 0, f"\0{name}")


def own_socket(address: str) -> str:
    """Connect to its own referee, which must succeed."""
    kind, _, place = address.partition(":")
    outcome = other_socket(place) if kind == "unix" else tcp([kind, int(place)])
    return "its own referee cannot be reached" if outcome == REFUSED else REFUSED


def many_processes(most: int) -> str:
    """Try to start more processes than allowed."""
    children: list[int] = []
    try:
        while len(children) <= most:
            child = os.fork()
            if child == 0:
                time.sleep(FOR_EVER)
            children.append(child)
    except OSError:
        return REFUSED
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return f"started {len(children)} processes"


def much_memory(most: int) -> str:
    """Try to get more memory than allowed. It is not touched."""
    return mapping(most + 1, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def shared_memory(size: int) -> str:
    """Try to get shared memory, which no limit counts."""
    return mapping(size, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)


def mapping(size: int, flags: int) -> str:
    """Try to map new memory of a kind."""
    try:
        mmap.mmap(-1, size, flags).close()
    except (OSError, MemoryError):
        return REFUSED
    return f"was given {size} bytes"


def large_file(most: int) -> str:
    """Try to write a file that is larger than the limit allows."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        file = os.memfd_create("large")
    except OSError:
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        return REFUSED if 0 <= limit <= most else f"may write {limit} bytes"
    try:
        os.pwrite(file, b"x", most)
    except OSError:
        return REFUSED
    finally:
        os.close(file)
    return f"wrote beyond {most} bytes"


def writable_place(*folders: str) -> str:
    """Try to write in these folders, or wherever something is mounted."""
    for folder in [*folders, *mounts()]:
        path = Path(folder) / f"koikoi-{os.getpid()}"
        try:
            path.touch()
        except OSError:
            continue
        path.unlink()
        return f"wrote into {folder}"
    return REFUSED


def mounts() -> list[str]:
    """Return the visible mount points."""
    try:
        return [line.split()[1] for line in (PROC / "self/mounts").read_text().splitlines()]
    except OSError:
        return []


def date(path: str) -> str:
    """Try to set the date of a device, which another process could read."""
    try:
        os.utime(path)
    except OSError:
        return REFUSED
    return f"set the date of {path}"


def counters(*names: str) -> str:
    """Try to read what the kernel counts for the whole machine."""
    for name in names:
        try:
            told = (PROC / name).read_text()
        except OSError:
            continue
        if any(int(word) for word in told.split() if word.isdigit()):
            return f"read {PROC / name}"
    return REFUSED


def large_buffers(size: int) -> str:
    """Try to get a socket that holds more than is counted for it."""
    with socket.socketpair()[0] as one:
        usual = one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        try:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)
        except OSError:
            return REFUSED
        given = one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
    return REFUSED if given == usual else f"was given a buffer of {given} bytes"


def closed_memory() -> str:
    """Try to close itself to whoever counts its memory."""
    libc = ctypes.CDLL(None)
    is_closed = libc.prctl(SET_DUMPABLE, 0, 0, 0, 0) == 0
    return "closed its memory" if is_closed else REFUSED


def daemon() -> str:
    """Leave a grandchild in a session of its own that ignores signals; it ends by itself.

    Should it be left, it ends.
    """
    if os.fork():
        os.wait()
        return REFUSED
    os.setsid()
    if os.fork():
        os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(DAEMON_SECONDS)
    os._exit(0)


ATTACKS: dict[str, Callable[..., str]] = {
    attack.__name__: attack
    for attack in (
        *(read, environment, memory, signals, setting, powers, namespace),
        *(tcp, multipath_tcp, fast_open, datagram, other_socket, abstract_socket, own_socket),
        *(many_processes, much_memory, shared_memory, large_file),
        *(writable_place, date, counters, large_buffers, closed_memory, daemon),
    )
}


def main() -> None:
    """Try every attack that the targets name."""
    for name, arguments in json.loads(sys.argv[1]).items():
        sys.stdout.write(f"{name} {ATTACKS[name](*arguments)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    time.sleep(FOR_EVER)


if __name__ == "__main__":
    main()
