"""The box in which a bot is built: like a bot's, but with package indexes and writable folders.

The indexes are reached by a relay, and nothing else is: no host, no port of this machine.

One folder is the tree that is kept, the other a home that is thrown away. A build writes nothing
else and sees no files and processes of others. At the levels for trusted bots a build is a plain
program of the user who runs the arena.

Folders are given to the build's user and taken back afterwards. By then they hold the work of a
stranger's program: everything is done through open folder handles, links are never followed, and no
process of the build is left. Written bytes are counted by polling, since no quota covers a folder.
"""

import asyncio
import os
import resource
import stat
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from arena.sandbox.bubblewrap import NAMESPACES, OWN_NETWORK_ONLY, beginning, end_of, seen
from arena.sandbox.build_settings import build_settings
from arena.sandbox.command import script
from arena.sandbox.confinement import Confinement
from arena.sandbox.index_relay import relaying_by_port, relaying_by_socket
from arena.sandbox.inside import tcp_relay
from arena.sandbox.landlock import closing_up
from arena.sandbox.levels import MEBIBYTE, Level, Limits
from arena.sandbox.limits import as_user, limited
from arena.sandbox.seccomp import BUILDING, BUILDING_BESIDE_OTHERS, OF_A_BUILD, open_filter
from arena.sandbox.toolchains import system_settings, toolchains
from arena.sandbox.uids import end_all_of, reserved
from arena.system.subreaper import Exempt, children, sweep
from arena.system.trees import MOST_FILES, TreeTooLarge, remove_tree, walked

FOLDER, FILE, RUNS = 0o755, 0o644, 0o111
# What would make a build, or a Python started by it, act on the arena's own environment.
NOT_PASSED_ON = ("PYTHON", "VIRTUAL_ENV", "KOIKOI_")
OPEN_FILES = min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
LIMITS = Limits(
    memory=8192 * MEBIBYTE, processes=2048, files=OPEN_FILES, file_bytes=2048 * MEBIBYTE
)
MEBIBYTE = 1 << 20
MOST_BYTES = 4096 * MEBIBYTE
PAUSE_SECONDS = 0.5
PORT_INSIDE = 3128  # of the relay, in a network that is the build's own
BLOCK = 512


def hand_over(folder: Path, uid: int | None) -> None:
    """Give a folder and its contents to `uid`; None leaves the owner as it is."""
    if uid is None:
        return
    os.chown(folder, uid, uid)
    for name, handle in walked(folder):
        os.chown(name, uid, uid, dir_fd=handle, follow_symlinks=False)


def take_back(folder: Path) -> None:
    """Take back a folder and its contents, and make them readable by everybody."""
    os.chown(folder, os.geteuid(), os.getegid())
    folder.chmod(FOLDER)
    for name, handle in walked(folder):
        mode = os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode
        os.chown(name, os.geteuid(), os.getegid(), dir_fd=handle, follow_symlinks=False)
        if stat.S_ISDIR(mode):
            os.chmod(name, FOLDER, dir_fd=handle)
        elif stat.S_ISREG(mode):
            os.chmod(name, FILE | (RUNS if mode & stat.S_IXUSR else 0), dir_fd=handle)


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a build, ready to be started."""

    argv: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildBox:
    """A tree that is being built, and the user who builds it."""

    confinement: Confinement
    tree: Path
    home: Path | None = None
    uid: int | None = None
    asked_in_vain: dict[str, None] = field(default_factory=dict)  # hosts that are no index

    @property
    def written(self) -> tuple[Path, ...]:
        """The folders that a build may fill."""
        return (self.tree, self.home) if self.home else ()

    @property
    def is_closed(self) -> bool:
        """True if the build is closed off from everything else."""
        return self.home is not None

    def step(self, argv: Sequence[str]) -> AbstractAsyncContextManager[Step]:
        """Provide a command of the build; when the block ends, nothing that it started is left."""
        return STEPS[self.confinement.level](self, argv)


@contextmanager
def build_box(confinement: Confinement, tree: Path) -> Iterator[BuildBox]:
    """Provide a tree to build in.

    When the block succeeds, the tree belongs to the arena and is readable by all. Raises
    TreeTooLarge.
    """
    if not confinement.level.is_for_strangers:
        yield BuildBox(confinement, tree)
        return
    with (
        reserved() if confinement.has_uids else nullcontext() as uid,
        _home(tree.parent) as home,
    ):
        for folder in (tree, home):
            hand_over(folder, uid)
        yield BuildBox(confinement, tree, home, uid)
        take_back(tree)
        if limit := exceeded((tree,)):  # until now a build could have closed its folders to us
            raise TreeTooLarge(limit)


@contextmanager
def _home(shelf: Path) -> Iterator[Path]:
    home = Path(mkdtemp(prefix="home-", dir=shelf))
    try:
        (home / "tmp").mkdir()
        yield home
    finally:
        remove_tree(home)


@asynccontextmanager
async def _boxed(shop: BuildBox, argv: Sequence[str]) -> AsyncIterator[Step]:
    with open_filter(BUILDING, OF_A_BUILD) as seccomp:
        reading, writing = os.pipe()
        try:
            async with relaying_by_socket(shop.uid) as (relay, socket):
                box = (*_box(shop, socket.parent), "--seccomp", str(seccomp))
                relayed = script(shop.confinement.python, tcp_relay)
                inside = (*_as_builder(shop), *relayed, str(PORT_INSIDE), str(socket))
                command = (*box, "--sync-fd", str(writing), "--", *inside, *argv)
                yield _step(shop, command, Path("/"), PORT_INSIDE, (seccomp, writing))
                shop.asked_in_vain.update(relay.refused)
        finally:
            os.close(writing)
            await end_of(reading)


def _box(shop: BuildBox, relay: Path) -> Iterator[str]:
    confinement = shop.confinement
    assert confinement.bwrap is not None
    found = tuple(system_settings())
    targets = (*shop.written, *(place for _, place in found), Path("/run/x"), relay)
    yield from beginning(confinement.bwrap, (*NAMESPACES, OWN_NETWORK_ONLY))
    yield from ("--bind", f"{shop.home}/tmp", "/tmp")  # first: the tree may lie below it
    yield from seen(confinement.view, toolchains(), targets)
    for real, place in found:
        yield from ("--ro-bind", str(real), str(place))
    yield from ("--ro-bind", str(relay), str(relay))
    for folder in shop.written:
        yield from ("--bind", str(folder), str(folder))
    yield from ("--remount-ro", "/", "--chdir", str(shop.tree))


def _as_builder(shop: BuildBox) -> tuple[str, ...]:
    tools = shop.confinement.tools
    user = (tools.setpriv, *as_user(shop.uid), "--no-new-privs", "--") if shop.uid else ()
    return (*user, tools.prlimit, *LIMITS.words(LIMITS.processes), "--")


@asynccontextmanager
async def _closed_up(shop: BuildBox, argv: Sequence[str]) -> AsyncIterator[Step]:
    confinement = shop.confinement
    read = (*confinement.view.shown, *toolchains(), *(real for real, _ in system_settings()))
    with open_filter(BUILDING_BESIDE_OTHERS, OF_A_BUILD) as seccomp:
        others = Exempt(pids=children())
        try:
            async with relaying_by_port() as (relay, port):
                closing = closing_up(
                    confinement.python, seccomp, read=read, write=shop.written, port=port
                )
                command = (*limited(confinement.tools, LIMITS, shop.uid), *closing, *argv)
                yield _step(shop, command, shop.tree, port, (seccomp,))
                shop.asked_in_vain.update(relay.refused)
        finally:
            await (sweep(lambda: others) if shop.uid is None else end_all_of(shop.uid))


@asynccontextmanager
async def _open(shop: BuildBox, argv: Sequence[str]) -> AsyncIterator[Step]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(NOT_PASSED_ON)}
    yield Step(tuple(argv), shop.tree, kept)


def _step(
    shop: BuildBox, argv: tuple[str, ...], folder: Path, port: int, pass_fds: tuple[int, ...]
) -> Step:
    assert shop.home is not None
    return Step(argv, folder, build_settings(shop.home, f"127.0.0.1:{port}"), pass_fds)


STEPS: Mapping[Level, Callable[[BuildBox, Sequence[str]], AbstractAsyncContextManager[Step]]] = {
    Level.BWRAP: _boxed,
    Level.LANDLOCK: _closed_up,
    Level.LIMITS: _open,
    Level.NONE: _open,
}


async def outgrown(folders: Sequence[Path]) -> str:
    """Wait until these folders together exceed a limit, and name the limit."""
    while True:
        began = time.monotonic()
        if limit := await asyncio.to_thread(exceeded, folders):
            return limit
        # A large tree takes its time to look at: never more than a part of one core.
        await asyncio.sleep(PAUSE_SECONDS + 4 * (time.monotonic() - began))


def exceeded(folders: Sequence[Path]) -> str:
    """Return the limit that these folders together exceed: depth, files or bytes; "" for none."""
    size = count = 0
    try:
        for folder in folders:
            for name, handle in walked(folder, MOST_FILES - count):
                count += 1
                size += _size(name, handle)
    except TreeTooLarge as limit:
        return str(limit)
    return f"wrote more than {MOST_BYTES // MEBIBYTE} MiB" if size > MOST_BYTES else ""


def _size(name: str, handle: int) -> int:
    try:
        facts = os.stat(name, dir_fd=handle, follow_symlinks=False)
    except OSError:  # gone by now
        return 0
    return 0 if stat.S_ISDIR(facts.st_mode) else facts.st_blocks * BLOCK
