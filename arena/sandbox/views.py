"""The view of the file system that every bot has besides its own files.

Everything is seen under the path it has outside, so that commands and links mean the same inside.
What is shown follows from the machine and from the organiser's PATH, never from anything of a
bot's. How it is shown, and that nothing in it can be written, is for the levels.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, shown

# Programs and libraries, and what runtimes read beside them: no account, host name or key.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
SETTINGS = (
    *("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"),
    *("ssl/certs", "ssl/openssl.cnf", "java-*", "dotnet"),
)
ETC = Path("/etc")
# Folders of a home that look like an installation and hold what their owner keeps.
KEPT_CLOSED = (".local",)


@dataclass(frozen=True, slots=True)
class View:
    """Folders and files to show as they are, and links (from, to) to create."""

    shown: tuple[Path, ...]
    links: tuple[tuple[Path, str], ...] = ()

    def search(self, path: str) -> str:
        """Return the folders of a search path that are seen: the others tell only names of ours."""
        seen = (*self.shown, *(link for link, _ in self.links))
        folders = [Path(one) for one in path.split(os.pathsep)]
        return os.pathsep.join(
            str(one) for one in folders if any(one.is_relative_to(place) for place in seen)
        )


NOTHING = View(())


class TooMuchSeen(ArenaError):
    """The view of bots would hold what they must not see."""


def view_with(python: Path, search: str) -> View:
    """Return the view of the system, the bots' Python, and the programs in a search path."""
    system = [path for path in map(Path, SYSTEM) if path.exists()]
    folders = [path for path in system if not path.is_symlink()]
    for place in (python.parent.parent, Path(sys.base_prefix), *_installations(search)):
        if not any(place.is_relative_to(one) for one in folders):
            folders.append(place)
    settings = sorted(path for name in SETTINGS for path in ETC.glob(name))
    links = [(path, str(path.readlink())) for path in system if path.is_symlink()]
    return View((*folders, *settings), tuple(links))


def _installations(search: str) -> Iterator[Path]:
    """Yield the installation folders of programs, since `…/bin` needs the `…/lib` beside it."""
    for folder in map(Path, search.split(os.pathsep)):
        place = folder.parent
        if folder.name == "bin" and folder.is_absolute() and _may_be_shown(place):
            yield place


def _may_be_shown(place: Path) -> bool:
    is_one = os.access(place / "lib", os.X_OK) and place.name not in KEPT_CLOSED
    return is_one and not Path.home().resolve().is_relative_to(place.resolve())


def require_unseen(hidden: Iterable[Path], view: View) -> None:
    """Check that no folder hidden from bots lies in one that they see. Raises TooMuchSeen.

    Raises TooMuchSeen.
    """
    for secret in hidden:
        for folder in view.shown:
            if secret.resolve().is_relative_to(folder.resolve()):
                raise TooMuchSeen(
                    f"{shown(secret)} lies below {shown(folder)}, which every bot can read",
                    "put it somewhere else, or play bots you trust with `--sandbox limits`",
                )
