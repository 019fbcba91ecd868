"""Runs inside a box: lets a program that speaks TCP reach what listens on a socket outside.

    python tcp_relay.py PORT SOCKET COMMAND…

Listens on PORT of the box's own 127.0.0.1, becomes COMMAND, and leaves a child behind that carries
bytes between the two until the box ends. Knows nothing of the rest of the arena: it is handed to
Python as text.
"""

import os
import socket
import sys
import threading

CHUNK = 1 << 16


def main() -> None:
    """Start to listen, then run the command; the order matters."""
    port, path, *command = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", int(port)))
    if os.fork() == 0:
        serve(listener, path)
    listener.close()
    os.execvp(command[0], command)


def serve(listener: socket.socket, path: str) -> None:
    """Carry every connection, each way in a thread of its own."""
    while True:
        near, _ = listener.accept()
        far = socket.socket(socket.AF_UNIX)
        far.connect(path)
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=carry, args=(source, sink), daemon=True).start()


def carry(source: socket.socket, sink: socket.socket) -> None:
    """Carry bytes one way until either side has gone."""
    try:
        while data := source.recv(CHUNK):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        source.close()
        sink.close()


if __name__ == "__main__":
    main()
