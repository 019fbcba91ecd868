"""Trees of files that strangers' programs made: walk them within limits, and remove them.

A stranger chooses the depth, the number of files and the length of paths. Nothing here recurses,
follows a link or builds a path out of several names.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp

# A walk holds one open folder for each level.
MOST_DEPTH = 100
MOST_FILES = 300_000
OWN_FOLDER = 0o700
# Names read at a time where files are removed.
AT_ONCE = 10_000
FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class TreeTooLarge(Exception):
    """A tree is deeper than a walk goes, or holds more than a walk counts."""


def walked(folder: Path, room: int = MOST_FILES) -> Iterator[tuple[str, int]]:
    """Yield each name below `folder` with the open folder it is in, a folder before its contents.

    Folders that cannot be opened are left out. Raises TreeTooLarge, also where there are more than
    `room` names, which is what the limit leaves.
    """
    levels: list[tuple[int, Iterator[str]]] = []
    try:
        with suppress(OSError):
            handle = os.open(folder, FOLDER_FLAGS)
            levels.append((handle, iter(_names(handle, room + 1))))
        while levels:
            handle, names = levels[-1]
            if (name := next(names, None)) is None:
                levels.pop()
                os.close(handle)
                continue
            room -= 1
            if room < 0:
                raise TreeTooLarge(f"made more than {MOST_FILES} files")
            yield name, handle
            if _is_folder(name, handle):
                if len(levels) > MOST_DEPTH:
                    raise TreeTooLarge(f"made more than {MOST_DEPTH} folders inside each other")
                with suppress(OSError):
                    inner = os.open(name, FOLDER_FLAGS, dir_fd=handle)
                    levels.append((inner, iter(_names(inner, room + 1))))
    finally:
        for handle, _ in levels:
            os.close(handle)


def _names(handle: int, most: int) -> list[str]:
    """Return the names in an open folder, or as many of them as are wanted."""
    with os.scandir(handle) as entries:
        return [entry.name for entry in islice(entries, most)]


def _is_folder(name: str, handle: int) -> bool:
    try:
        return stat.S_ISDIR(os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode)
    except OSError:  # gone by now
        return False


def remove_tree(folder: Path) -> None:
    """Remove a folder with its contents, at any depth. Errors of the system are ignored.

    No program that could change the tree may still run. Inner folders are moved into one folder
    beside the tree, so that two open folders and short names are enough.
    """
    with suppress(OSError), _pit(folder.parent) as (pit, handle):
        folder.rename(pit / "0")
        waiting, made = ["0"], 1
        while waiting:
            name = waiting.pop()
            moved = _emptied(name, handle, made)
            waiting += map(str, range(made, made + moved))
            made += moved
            os.rmdir(name, dir_fd=handle)


@contextmanager
def _pit(shelf: Path) -> Iterator[tuple[Path, int]]:
    """Provide a new folder, also as an open one; it is removed at the end if it is empty."""
    pit = Path(mkdtemp(prefix=".removed-", dir=shelf))
    handle = os.open(pit, FOLDER_FLAGS)
    try:
        yield pit, handle
    finally:
        os.close(handle)
        pit.rmdir()


def _emptied(name: str, pit: int, first: int) -> int:
    """Remove the files of a folder, move its folders into the pit and return how many it moved.

    They are named by numbers from `first` on.
    """
    os.chmod(name, OWN_FOLDER, dir_fd=pit)
    handle = os.open(name, FOLDER_FLAGS, dir_fd=pit)
    moved = 0
    try:
        while names := _names(handle, AT_ONCE):
            for inner in names:
                if not _is_folder(inner, handle):
                    os.unlink(inner, dir_fd=handle)
                    continue
                os.chmod(inner, OWN_FOLDER, dir_fd=handle)  # or an ordinary user cannot move it
                os.rename(inner, str(first + moved), src_dir_fd=handle, dst_dir_fd=pit)
                moved += 1
    finally:
        os.close(handle)
    return moved
