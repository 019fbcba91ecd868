"""What this machine is called where it is one of several."""

import socket


def this_machine() -> str:
    """Its host name."""
    return socket.gethostname() or "localhost"
