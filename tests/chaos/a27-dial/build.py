"""Calls every port of this machine, sockets without a path and a host that is no package index.

The bot prints afterwards what was reached.
"""

import os
import socket
from contextlib import suppress
from pathlib import Path

MOST_PORT = 12_000
STRANGERS = (
    "127.0.0.1:22",
    "localhost:8786",
    "[::1]:8786",
    "169.254.169.254:80",
    "example.org:443",
)

lines = ["tried"]
proxy = os.environ.get("https_proxy", "").removeprefix("http://")
own = int(proxy.rpartition(":")[2] or 0)

ports = set(range(1, MOST_PORT))
with suppress(OSError):
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        ports.add(int(line.split()[1].rpartition(":")[2], 16))
for port in sorted(ports - {own}):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
        lines.append(f"reached port {port}")
with suppress(OSError):
    for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
        name = line.split()[-1]
        if name.startswith("@"):
            with suppress(OSError), socket.socket(socket.AF_UNIX) as one:
                one.connect(f"\0{name[1:]}")
                lines.append(f"reached socket {name}")
for place in STRANGERS if own else ():
    with suppress(OSError), socket.create_connection(("127.0.0.1", own), 5) as line:
        line.sendall(f"CONNECT {place} HTTP/1.1\r\n\r\n".encode())
        if b" 200 " in line.recv(100):
            lines.append(f"reached {place} by the relay")
Path("tried.txt").write_text("\n".join(lines))
