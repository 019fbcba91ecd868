"""End to listening: once a bot has joined, nobody can connect to its server any more.

gRPC cannot stop to listen while calls go on, so its socket is found among the open files.
"""

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OPEN_FILES = Path("/proc/self/fd")
# A bot needs one connection. What comes beyond these is closed at once, also before it has joined:
# each of them can keep a core of the referee's busy.
MOST_CONNECTIONS = 2


def stop_listening(place: Path | int) -> None:
    """Refuse new connections to a socket or a port of this process; those that are open stay.

    Without effect where the system does not list open files.
    """
    for one in _listening():
        with one, suppress(OSError):
            name = one.getsockname()
            if name == str(place) or (isinstance(name, tuple) and name[1] == place):
                one.shutdown(socket.SHUT_RDWR)
    if isinstance(place, Path):
        place.unlink(missing_ok=True)


def _listening() -> Iterator[socket.socket]:
    """Yield every listening socket of this process, each as a copy of its descriptor."""
    try:
        numbers = [int(path.name) for path in OPEN_FILES.iterdir()]
    except OSError:
        return
    for number in numbers:
        with suppress(OSError):  # closed by now
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                copy = _copy(number)
                if copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    yield copy
                else:
                    copy.close()


def _copy(number: int) -> socket.socket:
    """Return a descriptor's copy. Raises OSError, for a socket that is being closed too."""
    copy = os.dup(number)
    try:
        return socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise
