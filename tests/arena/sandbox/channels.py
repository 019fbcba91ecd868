"""Ways in which one process could tell another one a byte, tried from both ends.

    python channels.py MEDIUM send|receive NAME

The receiver gets ready, says what the sender needs to know, and waits until its referee lets it
look. The sender is told that, sends, says `sent` and stays. Run in boxes, as text.
"""

import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

BYTE = b"K"
NAME = sys.argv[3] if len(sys.argv) > 3 else ""  # by which the two ends find each other
KEY = 0x6B6F696B
SOCKET = f"/tmp/{NAME}.sock"
ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
USER_KEYRING, SEARCH, READ, REVOKE = -4, 10, 11, 3
SET_NAME = 15
GET_HINT, SET_HINT, LONG_LIVED = 1035, 1036, struct.pack("=Q", 4)
# Whatever was sent is there by the time it is looked for.
PATIENCE_SECONDS = 0.5
SHARED_FILE = Path("book")  # both may read it
libc = ctypes.CDLL(None, use_errno=True)
received: list[bytes] = []
opened: list[object] = []


@dataclass(frozen=True)
class Medium:
    """A channel: an action of the sender, what the receiver sees of it, and its preparation.

    The sender is told the receiver's pid outside, and what the receiver has to say.
    """

    send: Callable[[int, str], object]
    receive: Callable[[], object]
    prepare: Callable[[], object] = lambda: None


def checked(result: int) -> int:
    """The result of a call of the C library, or its error."""
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def file_in(folder: str) -> Medium:
    """A file that one writes and the other reads."""
    path = Path(folder) / NAME
    return Medium(
        lambda *_: path.write_bytes(BYTE), path.read_bytes, lambda: path.unlink(missing_ok=True)
    )


def send_to(family: int, address: object) -> None:
    with socket.socket(family) as one:
        one.connect(address)
        one.sendall(BYTE)


def listen_on(family: int, address: object) -> socket.socket:
    one = socket.socket(family)
    one.bind(address)
    one.listen()
    one.settimeout(PATIENCE_SECONDS)
    opened.append(one)
    return one


def accepted() -> bytes:
    listener = opened[0]
    assert isinstance(listener, socket.socket)
    return listener.accept()[0].recv(1)


def is_locked(lock: Callable[[int], object]) -> bytes:
    """A byte, told by whether a lock can be had."""
    with SHARED_FILE.open("rb") as file:
        try:
            lock(file.fileno())
        except BlockingIOError:
            return BYTE
    return b""


def locked(lock: Callable[[int], object]) -> None:
    file = SHARED_FILE.open("rb")  # held until the process ends
    opened.append(file)
    lock(file.fileno())


def flock(file: int) -> None:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lease(file: int) -> None:
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)


def is_leased() -> bytes:
    try:
        os.open(SHARED_FILE, os.O_RDWR | os.O_NONBLOCK)
    except BlockingIOError:
        return BYTE
    return b""


def hinted() -> bytes:
    with SHARED_FILE.open("rb") as file:
        told = fcntl.fcntl(file, GET_HINT, bytes(8))
    return BYTE if told == LONG_LIVED else b""


def hint(_pid: int, _said: str) -> None:
    with SHARED_FILE.open("rb") as file:
        fcntl.fcntl(file, SET_HINT, LONG_LIVED)


def shared_segment() -> int:
    return checked(libc.shmget(KEY, 4096, 0o1666))


def write_segment(_pid: int, _said: str) -> None:
    libc.shmat.restype = ctypes.c_void_p
    ctypes.memmove(libc.shmat(shared_segment(), None, 0), BYTE, 1)


def read_segment() -> bytes:
    libc.shmat.restype = ctypes.c_void_p
    segment = shared_segment()
    content = ctypes.string_at(libc.shmat(segment, None, 0), 1)
    libc.shmctl(segment, 0, None)
    return content


def message_queue() -> int:
    return checked(libc.msgget(KEY, 0o1666))


def write_message(_pid: int, _said: str) -> None:
    checked(libc.msgsnd(message_queue(), struct.pack("=qc", 1, BYTE), 1, 0))


def read_message() -> bytes:
    room, queue = ctypes.create_string_buffer(16), message_queue()
    got = libc.msgrcv(queue, room, 1, 0, 0o4000)
    libc.msgctl(queue, 0, None)
    return room.raw[8:9] if got == 1 else b""


def add_key(_pid: int, _said: str) -> None:
    checked(libc.syscall(ADD_KEY, b"user", NAME.encode(), BYTE, 1, USER_KEYRING))


def find_key() -> bytes:
    key = checked(libc.syscall(KEYCTL, SEARCH, USER_KEYRING, b"user", NAME.encode(), 0))
    room = ctypes.create_string_buffer(1)
    checked(libc.syscall(KEYCTL, READ, key, room, 1))
    libc.syscall(KEYCTL, REVOKE, key)
    return room.raw


def watch_file() -> None:
    watcher = checked(libc.inotify_init1(os.O_NONBLOCK))
    checked(libc.inotify_add_watch(watcher, bytes(SHARED_FILE), 0x20))
    opened.append(watcher)


def has_been_opened() -> bytes:
    watcher = opened[0]
    assert isinstance(watcher, int)
    return BYTE if os.read(watcher, 100) else b""


def take_signals() -> None:
    signal.signal(signal.SIGUSR1, lambda *_: received.append(BYTE))


def date() -> int:
    return Path("/dev/null").stat().st_mtime_ns


def dated() -> bytes:
    return BYTE if date() != opened[0] else b""


def named() -> bytes:
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if (folder / "comm").read_text().strip() == NAME:
                return BYTE
    return b""


def poke(pid: int, address: str) -> None:
    """Writes into the receiver's memory, where it waits for a byte."""
    with Path(f"/proc/{pid}/mem").open("r+b", buffering=0) as file:
        file.seek(int(address))
        file.write(BYTE)


def make_room() -> int:
    room = ctypes.create_string_buffer(1)
    opened.append(room)
    return ctypes.addressof(room)


def written() -> bytes:
    room = opened[0]
    assert isinstance(room, ctypes.Array)
    return bytes(room.raw).strip(b"\0")


def listen_on_file() -> None:
    Path(SOCKET).unlink(missing_ok=True)
    listen_on(socket.AF_UNIX, SOCKET)


def listen_on_tcp() -> int:
    return int(listen_on(socket.AF_INET, ("127.0.0.1", 0)).getsockname()[1])


def wait_for_datagrams() -> int:
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.bind(("127.0.0.1", 0))
    one.settimeout(PATIENCE_SECONDS)
    opened.append(one)
    return int(one.getsockname()[1])


def send_datagram(_pid: int, port: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(BYTE, ("127.0.0.1", int(port)))


def received_datagram() -> bytes:
    one = opened[0]
    assert isinstance(one, socket.socket)
    return one.recv(1)


MEDIA = {
    "temporary file": file_in("/tmp"),
    "shared memory file": file_in("/dev/shm"),
    "file of its own": file_in("."),
    "file among devices": file_in("/dev"),
    "abstract socket": Medium(
        lambda *_: send_to(socket.AF_UNIX, f"\0{NAME}"),
        accepted,
        lambda: listen_on(socket.AF_UNIX, f"\0{NAME}") and None,
    ),
    "socket file": Medium(lambda *_: send_to(socket.AF_UNIX, SOCKET), accepted, listen_on_file),
    "tcp": Medium(
        lambda _, port: send_to(socket.AF_INET, ("127.0.0.1", int(port))), accepted, listen_on_tcp
    ),
    "udp": Medium(send_datagram, received_datagram, wait_for_datagrams),
    "lock": Medium(lambda *_: locked(flock), lambda: is_locked(flock)),
    "lease": Medium(lambda *_: locked(lease), is_leased),
    "hint": Medium(hint, hinted),
    "shared segment": Medium(write_segment, read_segment),
    "message queue": Medium(write_message, read_message),
    "key": Medium(add_key, find_key),
    "look at a file": Medium(lambda *_: SHARED_FILE.read_bytes(), has_been_opened, watch_file),
    "signal": Medium(
        lambda pid, _: os.kill(pid, signal.SIGUSR1), lambda: b"".join(received), take_signals
    ),
    "date of a device": Medium(
        lambda *_: os.utime("/dev/null"), dated, lambda: opened.append(date())
    ),
    "name": Medium(lambda *_: libc.prctl(SET_NAME, NAME.encode()), named),
    "memory": Medium(poke, written, make_room),
}


def referee() -> socket.socket:
    address = os.environ["KOIKOI_ADDRESS"]
    if address.startswith("unix:"):
        one = socket.socket(socket.AF_UNIX)
        one.connect(address.removeprefix("unix:"))
        return one
    host, port = address.split(":")
    return socket.create_connection((host, int(port)))


def send(medium: Medium, channel: socket.socket) -> str:
    pid, _, said = channel.recv(100).decode().strip().partition(" ")
    try:
        medium.send(int(pid), said)
    except (OSError, ValueError) as error:
        return f"not sent: {error}"
    return "sent"


def receive(medium: Medium, channel: socket.socket) -> str:
    channel.recv(100)
    try:
        return f"received {medium.receive()!r}"
    except (OSError, IndexError) as error:
        return f"not received: {error}"


def prepare(medium: Medium) -> object:
    try:
        return medium.prepare()
    except OSError as error:
        return f"not prepared: {error}"


def main() -> None:
    """Plays one end."""
    medium, end = MEDIA[sys.argv[1]], sys.argv[2]
    channel = referee()
    if end == "receive":
        print(prepare(medium), flush=True)
        print(receive(medium, channel), flush=True)
    else:
        print(send(medium, channel), flush=True)
    time.sleep(3600)


if __name__ == "__main__":
    main()
