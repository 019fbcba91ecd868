"""The cache: everything that the arena can make again. Results are never kept in it.

The cache is `$XDG_CACHE_HOME/koikoi-arena`, or `~/.cache/koikoi-arena`:

    snapshots/<hash>/       the files of one version of a bot, as they were hashed
    builds/<hash>/          the trees in which that version was built, and the log
    runtime/<key>/          the Python that bots run on
    checked/<hash>.<level>  the findings of a bot's preflight, empty if there are none

Deleting any of it is always safe while no arena runs.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from arena.errors import CacheUnusable, shown
from arena.system.trees import remove_tree

READABLE_FOLDER = 0o755  # bots may run as another user
PASSABLE_FOLDER = 0o711


def cache() -> Path:
    """Return the root of the cache.

    A relative `XDG_CACHE_HOME` counts as unset, as its standard says.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".cache") / "koikoi-arena"


def snapshots() -> Path:
    """Return the cache folder of bots' files, by content."""
    return cache() / "snapshots"


def builds() -> Path:
    """Return the cache folder of builds, by the content that they were built from."""
    return cache() / "builds"


def runtimes() -> Path:
    """Return the cache folder of Python environments for bots."""
    return cache() / "runtime"


def checked() -> Path:
    """Return the cache folder of preflight results, by content and sandbox level."""
    return cache() / "checked"


@contextmanager
def fresh_folder(shelf: Path) -> Iterator[Path]:
    """Provide a new folder on the shelf; it is removed at the end unless put in its place."""
    with writing(shelf):
        make_shelf(shelf)
        folder = Path(mkdtemp(prefix=".new-", dir=shelf))
        try:
            folder.chmod(READABLE_FOLDER)
            yield folder
        finally:
            remove_tree(folder)


def make_shelf(shelf: Path) -> None:
    """Create a folder of the cache, and those above it, so that every user can pass them.

    The umask must not decide whether bots, which may run as other users, reach their files.
    """
    for folder in (*reversed(shelf.parents), shelf):
        if not folder.exists():
            folder.mkdir(exist_ok=True)
            is_ours = folder.is_relative_to(cache())
            folder.chmod(READABLE_FOLDER if is_ours else PASSABLE_FOLDER)


def put_in_place(folder: Path, place: Path) -> None:
    """Give a finished folder its name atomically. If another arena was first, its folder stays.

    Bots may run as other users, so its contents become readable, whatever the umask is.
    """
    _open_to_all(folder)
    try:
        folder.rename(place)
    except OSError as error:
        if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
            raise


def _open_to_all(folder: Path) -> None:
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(root, name)
            mode = stat.S_IMODE(path.lstat().st_mode)
            readable = mode | 0o444 | (0o111 if mode & 0o100 else 0)
            if readable != mode and not path.is_symlink():
                path.chmod(readable)


@contextmanager
def writing(shelf: Path) -> Iterator[None]:
    """Turn errors of the system under the cache into CacheUnusable."""
    try:
        yield
    except OSError as error:
        raise CacheUnusable(
            f"cannot write under {shown(shelf)}: {error.strerror or error}",
            "make room there, or set XDG_CACHE_HOME to a folder that can be written",
        ) from error
