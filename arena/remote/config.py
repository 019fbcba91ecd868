"""Configuration of remote bots: who is invited, and how they reach the event."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bots.manifest_schema import NAME, NAME_RULE
from arena.defaults import LISTEN_HOST, LOBBY_SECONDS
from arena.errors import ArenaError, shown
from referee.server.gateway import is_loopback


class BadRemote(ArenaError):
    """The options for remote bots cannot be used."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """The server's own certificates: files in PEM. Clients must be certified by `authority`."""

    certificate: Path
    key: Path
    authority: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """The remote entrants of a run. Without `given` certificates the event makes its own.

    `known_as`: more names by which entrants reach this machine. A port of 0 is any free one.
    """

    names: tuple[str, ...]
    host: str = LISTEN_HOST
    port: int = 0
    lobby_seconds: float = LOBBY_SECONDS
    is_encrypted: bool = True
    given: Certificates | None = None
    known_as: tuple[str, ...] = ()

    def check(self) -> None:
        """Check that the options go together. Raises BadRemote."""
        for name in self.names:
            require_name(name)
        if not self.is_encrypted and not is_loopback(self.host):
            raise BadRemote(
                f"plain text on {shown(self.host)}: anyone on the network could read the cards",
                "leave out --no-tls, or listen on 127.0.0.1",
            )
        if not self.is_encrypted and self.given:
            raise BadRemote("--no-tls, and certificates", "leave out one of them")


def require_name(name: str) -> None:
    """Check that a text can be the name of an entrant. Raises BadRemote."""
    if not NAME.fullmatch(name):
        raise BadRemote(f"`{shown(name)}` cannot be the name of an entrant", NAME_RULE)


def place_of(text: str) -> tuple[str, int]:
    """Return the host and port of `HOST`, `HOST:PORT` or `[HOST]:PORT`. Raises BadRemote."""
    host, _, port = text.rpartition(":") if _has_port(text) else (text, "", "0")
    if not host or not (port.isascii() and port.isdecimal()) or int(port) > 65535:
        raise BadRemote(f"`{shown(text)}` is not an address to listen at", "such as 0.0.0.0:7000")
    return host, int(port)


def _has_port(text: str) -> bool:
    return ":" in text.rpartition("]")[2] and (text.startswith("[") or text.count(":") == 1)


def certificates_of(parts: Sequence[Path | None]) -> Certificates | None:
    """Return the three files if all were named, None if none was. Raises BadRemote."""
    named = [part for part in parts if part is not None]
    if not named:
        return None
    if len(named) != 3:
        raise BadRemote(
            "--tls-cert, --tls-key and --tls-ca belong together",
            "name all three, or none: then the event makes its own",
        )
    return Certificates(*named)


def require_purpose(event: str | None, local: str | None) -> None:
    """Check that `arena serve` was given exactly one purpose. Raises BadRemote."""
    if (event is None) == (local is None):
        raise BadRemote(
            "`arena serve` plays an event between remote bots, or referees one local bot",
            "name one: --event EVENT or --local NAME",
        )
