"""Tokens by which remote bots join: each works once, and only its hash is kept.

They lie in the event's folder, beside the secret and readable by nobody else; one that was used is
taken away.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.defaults import in_commands
from arena.remote.config import BadRemote, require_name
from arena.system.files import not_written
from referee.server.tokens import digest_of, new_token

FOLDER = "remote"
ENDING = ".token"


def remote_folder(event: Path) -> Path:
    """Return the folder for remote bots' files and create it if necessary. Raises NotWritten."""
    folder = event / FOLDER
    with writing(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def make_token(event: Path, name: str) -> str:
    """Make a new token for a bot, in place of its unused one. Raises BadRemote."""
    require_name(name)
    token = new_token()
    write_private(remote_folder(event) / f"{name}{ENDING}", digest_of(token).hex().encode())
    return token


def waiting_names(event: Path) -> tuple[str, ...]:
    """Return the names of bots with unused tokens."""
    return tuple(sorted(path.stem for path in (event / FOLDER).glob(f"*{ENDING}")))


def token_digest(event: Path, name: str) -> bytes:
    """Return the hash of a bot's token. Raises BadRemote."""
    path = event / FOLDER / f"{name}{ENDING}"
    try:
        return bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        raise BadRemote(
            f"`{name}` has no token that was not used",
            f"make one: `arena token {name} --event {in_commands(event)}`",
        ) from error


def forget_token(event: Path, name: str) -> None:
    """Remove a token that has been used."""
    (event / FOLDER / f"{name}{ENDING}").unlink(missing_ok=True)


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically that only its owner may read. Raises NotWritten."""
    draft = path.with_name(f".{path.name}.new")
    with writing(path):
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        draft.replace(path)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors of the system into NotWritten."""
    try:
        yield
    except OSError as error:
        raise not_written(path, error) from error
