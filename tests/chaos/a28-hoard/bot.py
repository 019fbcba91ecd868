"""Opens 2,880 connections to its own referee, and never joins."""

import os
import signal
import socket
import time

CHILDREN, EACH = 12, 240
SECONDS = 20  # for which a child lives where nobody ends it
address = os.environ["KOIKOI_ADDRESS"]


def line() -> socket.socket:
    """A new connection to the referee."""
    if address.startswith("unix:"):
        one = socket.socket(socket.AF_UNIX)
        one.connect(address.removeprefix("unix:"))
        return one
    host, _, port = address.rpartition(":")
    return socket.create_connection((host, int(port)))


def hold(count: int) -> list[socket.socket]:
    """As many connections as are to be had."""
    lines = []
    try:
        while len(lines) < count:
            lines.append(line())
    except OSError:
        pass
    return lines


def hoard() -> list[int]:
    """Children that hold connections."""
    children = []
    for _ in range(CHILDREN):
        if (child := os.fork()) == 0:
            signal.alarm(SECONDS)
            lines = hold(EACH)
            time.sleep(SECONDS)
            os._exit(len(lines) % 2)
        children.append(child)
    return children


hoard()
print("tried", flush=True)
time.sleep(SECONDS)
