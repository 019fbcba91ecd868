"""The level `bwrap`: the command by which bubblewrap starts a program in a box of its own.

Nothing in the box can be written, it has no network, and it sees no process but its own. As a plain
user the box is made in a user namespace. As root it is made without one, since the root of a
namespace that root has made still is root to the kernel: a few powers are kept until the program is
given its own user, and then none.

The end of a box: a pipe that its first process holds open, and who is made to let it go.

The kernel ends a box with whoever has started it, unless that one was killed before the box had
asked for it: the box then lives on, and nobody waits for it. Whoever holds the pipe is of the box.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from pathlib import Path

from arena.sandbox.command import Command, Start, script
from arena.sandbox.confinement import Bubblewrap
from arena.sandbox.counters import hidden, open_facts
from arena.sandbox.decoys import BORNE, Decoys
from arena.sandbox.inside import monitor, tcp_relay
from arena.sandbox.limits import as_user, core_rules, on_few_cores
from arena.sandbox.seccomp import OWN_NETWORK, UNIX_SOCKETS, Rule, open_filter
from arena.sandbox.views import View

PROC = Path("/proc")
# All of a box dies at once, within milliseconds unless the machine is badly stuck.
PATIENCE_SECONDS, GONE_SECONDS = 1.0, 10.0
NAMESPACES = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-uts"),
    *("--unshare-cgroup-try", "--hostname", "arena"),
)
OWN_NETWORK_ONLY = "--unshare-net"
# Everything ends when what started it ends, and no terminal and no process group is shared.
LIFE = ("--die-with-parent", "--new-session", "--cap-drop", "ALL")
USER_NAMESPACE = ("--unshare-user",)
NO_MORE_NAMESPACES = ("--disable-userns",)
UNTIL_THE_USER_IS_CHANGED = tuple(
    word for power in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP") for word in ("--cap-add", power)
)
# No `zero`: mapped, it is memory that no limit sees. No terminals and no shared memory either.
DEVICES = ("null", "random", "urandom")
STREAMS = (
    *("--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/proc/self/fd/0", "/dev/stdin"),
    *("--symlink", "/proc/self/fd/1", "/dev/stdout", "--symlink", "/proc/self/fd/2", "/dev/stderr"),
)
PROC_FLAGS = ("--proc", "/proc", "--remount-ro", "/proc")
# Folders that programs expect, empty.
EXPECTED = ("/tmp", "/run")
# Each box has a network of its own, so this number can be the same in all of them.
PORT_INSIDE = 50051


async def end_of(pipe: int) -> None:
    """Wait until nobody holds the other end of a pipe, and close it. Raises TimeoutError."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(pipe, ended.set)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await ended.wait()
                return
        for pid in _holders(pipe):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(GONE_SECONDS):
            await ended.wait()
    finally:
        loop.remove_reader(pipe)
        os.close(pipe)


def _holders(pipe: int) -> Iterator[int]:
    """Yield every other process that has the pipe open."""
    name = f"pipe:[{os.fstat(pipe).st_ino}]"
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it may have ended
            links = [str(link.readlink()) for link in (folder / "fd").iterdir()]
            if name in links and int(folder.name) != os.getpid():
                yield int(folder.name)


@asynccontextmanager
async def in_bubblewrap(start: Start) -> AsyncIterator[Command]:
    """Provide a program in a box. When the block ends, no process of the box is left."""
    with _filter(start) as seccomp, open_facts() as facts:
        reading, writing = os.pipe()
        try:
            yield _command(start, seccomp, writing, facts)
        finally:
            os.close(writing)
            await end_of(reading)


def _filter(start: Start) -> AbstractContextManager[int]:
    if (decoys := start.confinement.decoys) is None:
        return open_filter(_rules(start))
    cores = core_rules(start.confinement.limits.cpus)
    return open_filter(cores + decoys.rules, BORNE, decoys.fatal)


def _rules(start: Start) -> tuple[Rule, ...]:
    kinds = OWN_NETWORK if start.program.speaks_tcp else UNIX_SOCKETS
    return core_rules(start.confinement.limits.cpus) + kinds


def _command(start: Start, seccomp: int, alive: int, facts: Mapping[str, int]) -> Command:
    """Return the whole command.

    Its file descriptor `alive` stays open as long as the box exists.
    """
    confinement, program = start.confinement, start.program
    bwrap, limits, tools = confinement.bwrap, confinement.limits, confinement.tools
    decoys, folders = confinement.decoys, (program.folder, start.private)
    assert bwrap is not None
    argv = (
        *on_few_cores(tools.taskset, limits.cpus),
        *box_words(bwrap, confinement.view, folders, program.folder, decoys),
        *hidden(facts),
        *("--seccomp", str(seccomp), "--sync-fd", str(alive), "--"),
        *((tools.setpriv, *as_user(start.uid), "--no-new-privs", "--") if start.uid else ()),
        *(tools.prlimit, *limits.words(limits.processes), "--"),
    )
    relay, address = _relay(start)
    argv += relay
    if decoys is not None:
        argv += (*script(confinement.python, monitor), str(decoys.report))
    return Command(
        argv=(*argv, *program.argv),
        folder=Path("/"),
        address=address,
        pass_fds=(seccomp, alive, *facts.values(), *(decoys.files if decoys else ())),
        reports_signals=True,
    )


def _relay(start: Start) -> tuple[tuple[str, ...], str]:
    """Return what stands between a bot that speaks TCP and its socket, and the bot's address."""
    if not start.program.speaks_tcp:
        return (), start.address
    socket = start.address.removeprefix("unix:")
    relay = (*script(start.confinement.python, tcp_relay), str(PORT_INSIDE), socket)
    return relay, f"127.0.0.1:{PORT_INSIDE}"


def box_words(
    bwrap: Bubblewrap,
    view: View,
    folders: Iterable[Path],
    working_folder: Path,
    decoys: Decoys | None = None,
) -> Iterator[str]:
    """Yield the command up to the program in the box; `folders` are the bot's own."""
    yield from beginning(bwrap, (*NAMESPACES, OWN_NETWORK_ONLY))
    yield from decoys.room() if decoys else ()
    yield from seen(view, folders)
    for name in EXPECTED:
        yield from ("--perms", "0755", "--dir", name)
    yield from decoys.decoys({*view.shown, *folders}) if decoys else ()
    yield from ("--remount-ro", "/", "--chdir", str(working_folder))


def beginning(bwrap: Bubblewrap, namespaces: Iterable[str]) -> Iterator[str]:
    """Yield the words that start the program itself."""
    yield from (bwrap.program, *namespaces, *LIFE)
    yield from UNTIL_THE_USER_IS_CHANGED if bwrap.as_root else USER_NAMESPACE
    if bwrap.disables_namespaces:
        yield from NO_MORE_NAMESPACES


def seen(view: View, folders: Iterable[Path], above: Iterable[Path] = ()) -> Iterator[str]:
    """Yield the flags for what is visible and read-only, and for the way to what is `above`."""
    paths = (*view.shown, *folders)
    for folder in _above((*paths, *above, Path("/dev/null"))):
        yield from ("--perms", "0755", "--dir", str(folder))
    for path in paths:
        yield from ("--ro-bind", str(path), str(path))
    for path, target in view.links:
        yield from ("--symlink", target, str(path))
    yield from PROC_FLAGS
    for device in DEVICES:
        yield from ("--dev-bind", f"/dev/{device}", f"/dev/{device}")
    yield from STREAMS


def _above(paths: Iterable[Path]) -> list[Path]:
    """Return the folders above these paths, which the box's own user has to pass."""
    return sorted({folder for path in paths for folder in path.parents} - {Path("/")})
