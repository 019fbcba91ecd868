"""Addresses of a cluster as `--cluster` takes them, and which of them are safe to use."""

import re
from dataclasses import dataclass

from arena.errors import ArenaError, shown
from referee.server.gateway import is_loopback

EXAMPLES = "local:2, tls://scheduler.example.org:8786 or tcp://127.0.0.1:8786"
FLAG = "--cluster-plain-text"
DANGER = (
    "an open scheduler port runs anybody's code: whoever reaches it can start programs as you on"
    " every worker"
)
REMEDY = "start it with `--host 127.0.0.1`, or everything with TLS certificates and use tls://"
ON_LOOPBACK = "every program on this machine that reaches the port can start programs as you"

LOCAL = re.compile(r"local:(?P<workers>[1-9]\d{0,2})")
URL = re.compile(r"(?P<scheme>tcp|tls)://(?P<host>\[[^\]]+\]|[^/:\s]+):(?P<port>\d{1,5})/?")


class BadCluster(ArenaError):
    """The value of `--cluster` cannot be used."""


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """The address of a scheduler, or a number of workers to start on this machine for the run."""

    url: str = ""
    workers: int = 0

    @property
    def is_encrypted(self) -> bool:
        """True if the connection is encrypted; workers of this machine have certificates too."""
        return not self.url.startswith("tcp:")

    def admits(self, url: str) -> bool:
        """Return whether a part of the cluster may listen at an address of Dask.

        >>> ClusterAddress("tls://10.0.0.7:8786").admits("tcp://127.0.0.1:8786")
        False
        """
        return is_closed(url) and (not self.is_encrypted or not url.startswith("tcp:"))

    def __str__(self) -> str:
        """Return the address as it is written on the command line."""
        return self.url or f"local:{self.workers}"


def cluster_address(text: str, *, allows_plain_text: bool = False) -> ClusterAddress:
    """Parse the value of `--cluster`.

    Raises BadCluster, also for plain text that is not allowed, or that leaves this machine.
    """
    if found := LOCAL.fullmatch(text):
        return ClusterAddress(workers=int(found["workers"]))
    if not (address := URL.fullmatch(text)):
        raise BadCluster(
            f"--cluster {shown(text)}: not the address of a cluster",
            f"scheme, host and port, or local: and how many (1 to 999): {EXAMPLES}",
        )
    require_closed(text)
    if address["scheme"] == "tcp" and not allows_plain_text:
        raise BadCluster(
            f"--cluster {shown(text)} is plain text: {ON_LOOPBACK}",
            f"use tls:// or local:N, or accept this with {FLAG}",
        )
    return ClusterAddress(url=text.rstrip("/"))


def require_closed(url: str) -> None:
    """Check that an address in plain text is reachable from this machine alone.

    Raises BadCluster.
    """
    if not is_closed(url):
        raise BadCluster(f"{shown(url)} is plain text that others can reach: {DANGER}", REMEDY)


def is_closed(url: str) -> bool:
    """Return whether an address of Dask is closed to strangers.

    >>> is_closed("tcp://10.0.0.7:8786"), is_closed("tls://10.0.0.7:8786")
    (False, True)
    """
    found = URL.fullmatch(url)
    if found is None:
        return url.startswith("inproc://")
    return found["scheme"] == "tls" or is_loopback(found["host"].strip("[]"))
