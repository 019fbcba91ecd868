"""A TCP connection's way through something that can break."""

import socket
import threading
from contextlib import suppress

CHUNK = 65536


class Proxy:
    """Forwards what comes to a port of `host` to a server, until it is cut."""

    def __init__(self, host: str, server: str) -> None:
        self._server = server.rpartition(":")[::2]
        self._listener = socket.create_server((host, 0))
        self._is_cut = False
        self._open: list[socket.socket] = []
        self._silent: set[socket.socket] = set()
        self._threads = [threading.Thread(target=self._accept)]

    @property
    def address(self) -> str:
        """Where bots connect."""
        host, port = self._listener.getsockname()
        return f"{host}:{port}"

    def __enter__(self) -> "Proxy":
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join()
        for one in self._open:
            one.close()

    def cut(self) -> None:
        """Closes every connection, and each new one at once."""
        self._is_cut = True
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def fall_silent(self) -> None:
        """Lose what comes over every open connection, which stays open; forward new ones."""
        self._silent.update(self._open)

    def mend(self) -> None:
        """Forwards again."""
        self._is_cut = False

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                here.close()
                continue
            host, port = self._server
            there = socket.create_connection((host, int(port)))
            self._open += [here, there]
            for pair in ((here, there), (there, here)):
                self._threads.append(threading.Thread(target=self._pump, args=pair))
                self._threads[-1].start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if source not in self._silent:
                    sink.sendall(data)
        if source in self._silent:
            return  # that an end was closed does not come through either
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
