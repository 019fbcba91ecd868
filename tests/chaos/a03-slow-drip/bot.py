"""Joins, then sends the first bytes of an answer one a second, with good frames around them.

It writes HTTP/2 by hand, because gRPC would wait for the whole message.
"""

import os
import socket
import time
from itertools import count

DATA, HEADERS, SETTINGS, PING = 0, 1, 4, 6
END_HEADERS = 4
STREAM = 1
JOINING = (
    (b":method", b"POST"),
    (b":scheme", b"http"),
    (b":path", b"/koikoi.v1.RefereeService/Play"),
    (b":authority", b"localhost"),
    (b"content-type", b"application/grpc"),
    (b"te", b"trailers"),
)


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags])
    return head + stream.to_bytes(4, "big") + payload


def text(value: bytes) -> bytes:
    """A string of HPACK, neither indexed nor compressed."""
    return bytes([len(value)]) + value


def message(payload: bytes) -> bytes:
    """A message of gRPC in a frame of its own."""
    return frame(DATA, 0, STREAM, b"\0" + len(payload).to_bytes(4, "big") + payload)


def connected(address: str) -> socket.socket:
    """A connection to the referee: a Unix socket, or a port where a sandbox allows nothing else."""
    if address.startswith("unix:"):
        line = socket.socket(socket.AF_UNIX)
        line.connect(address.removeprefix("unix:"))
        return line
    host, port = address.split(":")
    return socket.create_connection((host, int(port)))


token = os.environ["KOIKOI_TOKEN"].encode()
join = b"\x0a" + text(token) + b"\x10\x01"
headers = b"".join(b"\0" + text(name) + text(value) for name, value in JOINING)

with connected(os.environ["KOIKOI_ADDRESS"]) as line:
    line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, b""))
    line.sendall(frame(SETTINGS, 1, 0, b"") + frame(HEADERS, END_HEADERS, STREAM, headers))
    line.sendall(message(b"\x0a" + text(join)))
    # The head of a message of 1000 bytes, of which never more than a few come.
    line.sendall(frame(DATA, 0, STREAM, b"\0" + (1000).to_bytes(4, "big")))
    for number in count():
        time.sleep(1)
        line.sendall(frame(DATA, 0, STREAM, b"\x12"))
        line.sendall(frame(PING, 0, 0, number.to_bytes(8, "big")))
