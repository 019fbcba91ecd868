"""The file of an event's secret, which only the user of the event can read."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.system.files import not_written

SECRET_FILE = "secret"
SECRET_BYTES = 32


class LostSecret(ArenaError):
    """The secret is absent, unreadable, or not the one that dealt."""


def make_secret(folder: Path) -> bytes:
    """Return a new secret, which is on the disk as a whole before anything is dealt.

    A secret that is there is never replaced. Raises NotWritten.
    """
    path = folder / SECRET_FILE
    draft = path.with_suffix(".new")
    secret = secrets.token_bytes(SECRET_BYTES)
    with _writing(path):
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secret.hex())
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        _keep_name(folder)
    return secret


def left_secret(folder: Path) -> bytes | None:
    """Return the secret in an event's folder; None if there is none. Raises LostSecret."""
    return read_secret(folder) if (folder / SECRET_FILE).exists() else None


def read_secret(folder: Path) -> bytes:
    """Return the secret in the file. Raises LostSecret."""
    path = folder / SECRET_FILE
    try:
        return _parsed(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        raise LostSecret(
            f"{shown(path)}: the event's secret cannot be read: {error}",
            "without it the event cannot go on: begin another with `--event`",
        ) from error


def _parsed(text: str) -> bytes:
    secret = bytes.fromhex(text)
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"it has {len(secret)} bytes, not {SECRET_BYTES}")
    return secret


def remove_secret(folder: Path) -> None:
    """Remove the file of a revealed secret, which is in the store by now."""
    path = folder / SECRET_FILE
    with _writing(path):
        path.unlink(missing_ok=True)


def _keep_name(folder: Path) -> None:
    """Sync the folder, so that a new file survives a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise not_written(path, error) from error
