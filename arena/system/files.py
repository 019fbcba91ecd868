"""Writing a file whole or not at all: whoever reads it never sees half of it."""

import errno
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from arena.errors import STOPPED, USAGE, ArenaError, shown

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EIO}


class NotWritten(ArenaError):
    """A file could not be written; what stood there before still does."""


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Writes a text under another name and then gives it its own. Raises NotWritten.

    What is there and no plain file (a device, a pipe, a link) is written into, never replaced.
    """
    write_whole_bytes(path, (part.encode() for part in parts))


def write_whole_bytes(path: Path, parts: Iterable[bytes]) -> None:
    """Likewise, of anything."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        _write_into(path, parts)
        return
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.writelines(parts)
        draft.replace(path)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        with suppress(OSError):  # gone by its new name, or never made
            draft.unlink()


def _write_into(path: Path, parts: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(parts)
    except OSError as error:
        raise not_written(path, error) from error


def not_written(path: Path, error: OSError) -> NotWritten:
    """What to tell of a file that the system did not let us write."""
    code = STOPPED if error.errno in NO_ROOM else USAGE
    return NotWritten(f"{shown(path)} cannot be written: {error.strerror or error}", exit_code=code)
