"""Bundles: versions of bots as they travel to workers, tars named by their hash."""

import io
import shutil
import tarfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath

from arena.bots.discovery import Entrant
from arena.bots.manifest import Manifest
from arena.bots.snapshot import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_FILES,
    MAX_PATH,
    Snapshot,
    put_away,
    snapshot_of,
    version_of,
)
from arena.errors import BadFiles
from arena.system.cache import READABLE_FOLDER, fresh_folder, snapshots

KEYS = tuple(field.name for field in fields(Manifest))


@dataclass(frozen=True, slots=True)
class BotBundle:
    """A version of a bot as it travels, and how it is made ready to play."""

    version: str
    manifest: Manifest

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of its files in the cache."""
        return snapshot_of(self.version)

    @property
    def entrant(self) -> Entrant:
        """The bot, under its name instead of the folder that its author knows."""
        return Entrant(folder=Path(self.manifest.name), **asdict(self.manifest))


def bundle_of(entrant: Entrant, version: str) -> BotBundle:
    """Make the bundle of an entrant in a version."""
    described = asdict(entrant)
    return BotBundle(version, Manifest(**{key: described[key] for key in KEYS}))


def packed(snapshot: Snapshot) -> bytes:
    """Return the files of a snapshot as a tar: the same bytes on every machine."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(snapshot.folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                tar.add(path, path.relative_to(snapshot.folder).as_posix(), filter=_nameless)
    return content.getvalue()


def _nameless(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove owner and time from a member of the tar, since they are not part of a version."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def unpack(version: str, tar: bytes) -> Snapshot:
    """Put a version into this machine's cache.

    Raises BadFiles where the tar holds anything but that version, and CacheUnusable.
    """
    with fresh_folder(snapshots()) as folder:
        try:
            with tarfile.open(fileobj=io.BytesIO(tar)) as opened:
                room = MAX_BYTES
                for number, member in enumerate(opened):
                    room -= member.size
                    if number >= MAX_FILES or room < 0:
                        raise BadFiles(f"{version}: more came than a bot may hold")
                    _extract(opened, member, folder)
        except (tarfile.TarError, FileExistsError, NotADirectoryError) as error:
            raise BadFiles(f"{version}: what came is no tar of a bot: {error}") from error
        for inside in folder.rglob("*"):
            if inside.is_dir():
                inside.chmod(READABLE_FOLDER)
        if version_of(folder) != version:
            raise BadFiles(f"{version}: other files came under this name")
        return put_away(folder, snapshot_of(version))


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Write one file of a tar, readable for everybody and writable for its owner alone.

    Python 3.11 has the filters of `tarfile` from 3.11.4 on only. Raises BadFiles where the member
    is no plain file, or would lie outside the folder.
    """
    name = PurePosixPath(member.name)
    content = tar.extractfile(member) if member.isreg() else None
    is_inside = not name.is_absolute() and ".." not in name.parts and len(name.parts) <= MAX_DEPTH
    if content is None or not is_inside or len(member.name.encode(errors="replace")) > MAX_PATH:
        raise BadFiles(f"{member.name!r}: a bot travels as plain files in its folder")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        shutil.copyfileobj(content, file)
    path.chmod(0o755 if member.mode & 0o100 else 0o644)
