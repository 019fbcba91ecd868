"""Builds: a bot is built once per version, and Python is compiled once per snapshot.

A build runs in a tree of its own, copied from the snapshot, in a box with the network. Only a tree
whose build succeeded is ever named by the link `finished`; one that was cut off half-way is never
looked at again. Two arenas that build the same version at the same time do not meet: each has its
tree, and the link names the one that was finished last.
"""

import asyncio
import os
import shlex
import shutil
import sys
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp
from typing import BinaryIO

from arena.bots.runtime import resolve_command
from arena.bots.snapshot import Snapshot
from arena.errors import BuildFailed, shown
from arena.sandbox.build_box import LIMITS, BuildBox, build_box, exceeded, outgrown
from arena.sandbox.build_settings import MORE_HOSTS
from arena.sandbox.confinement import UNCONFINED, Confinement
from arena.sandbox.watchdog import watch
from arena.system.cache import READABLE_FOLDER, builds, make_shelf, writing
from arena.system.processes import end, exit_text, exited, start
from arena.system.trees import TreeTooLarge, remove_tree

BUILD_SECONDS = 600
TAIL_LINES = 20
MOST_HOSTS = 3
TAIL_BYTES = 16 * 1024
CACHES = shutil.ignore_patterns("__pycache__")


async def build(
    snapshot: Snapshot,
    command: Sequence[str],
    bot: Path,
    confinement: Confinement = UNCONFINED,
    python: Path | None = None,
) -> Path:
    """Build a version and return its folder; `bot` is the folder that its author knows.

    With a Python its Python files are compiled too. Raises BuildFailed, NoProgram,
    CacheUnusable.
    """
    shelf = builds() / snapshot.digest
    if not is_built(snapshot):
        with writing(shelf), ExitStack() as undo:
            tree = _new_tree(shelf)
            undo.callback(remove_tree, tree)
            await asyncio.to_thread(_fill, tree, snapshot)
            try:
                with build_box(confinement, tree) as shop:
                    await _build_in(shop, command, bot)
                    if python is not None:
                        await _compile_in(shop, python, bot)
            except TreeTooLarge as limit:
                raise BuildFailed(f"{shown(bot)}: its build {limit}") from limit
            _name_finished(tree)
            undo.pop_all()
    return _finished(snapshot).resolve()


def is_built(snapshot: Snapshot) -> bool:
    """Return whether the build of this version has succeeded before."""
    return _finished(snapshot).is_dir()


async def compile_python(folder: Path, python: Path, bot: Path) -> None:
    """Compile the Python files of a snapshot once; loading them cold takes most of a second."""
    done = folder / "__pycache__" / f"{sys.implementation.cache_tag}.compiled"
    if not done.exists():
        await _compile_in(BuildBox(UNCONFINED, folder), python, bot)
        with writing(folder):
            done.parent.mkdir(exist_ok=True)
            done.touch()


async def _compile_in(shop: BuildBox, python: Path, bot: Path) -> None:
    """Compile one source file.

    A file that does not compile is no failure here: the bot fails if it imports it.
    """
    # -I: the PYTHON… variables of whoever runs the arena do not count.
    command = (str(python), "-I", "-m", "compileall", "-q", ".")
    what = f"{shown(bot)}: compiling its Python files"
    with _opened(Path(os.devnull)) as output:
        if isinstance(ending := await _run(shop, command, output, what), str):
            raise BuildFailed(f"{what} {ending}")


def _finished(snapshot: Snapshot) -> Path:
    return builds() / snapshot.digest / "finished"


def _new_tree(shelf: Path) -> Path:
    make_shelf(shelf)
    return Path(mkdtemp(prefix="tree-", dir=shelf))


def _fill(tree: Path, snapshot: Snapshot) -> None:
    shutil.copytree(snapshot.folder, tree, dirs_exist_ok=True, ignore=CACHES)
    tree.chmod(READABLE_FOLDER)


def _name_finished(tree: Path) -> None:
    link = tree.with_suffix(".link")
    link.symlink_to(tree.name)
    link.replace(tree.parent / "finished")


async def _build_in(shop: BuildBox, command: Sequence[str], bot: Path) -> None:
    what = f"{shown(bot)}: build `{shown(shlex.join(command))}`"
    log = shop.tree.with_suffix(".log")
    try:
        with _opened(log) as output:
            argv = resolve_command(command, shop.tree, bot)
            ending = await _run(shop, argv, output, what)
    finally:
        log = log.replace(shop.tree.parent / "build.log")
    if ending != 0:
        said = ending if isinstance(ending, str) else f"failed: {exit_text(ending)}"
        raise BuildFailed(f"{what} {said}{_tail(log)}", _hint(shop, log))


def _hint(shop: BuildBox, log: Path) -> str:
    asked = [shown(host) for host in shop.asked_in_vain][:MOST_HOSTS]
    if not asked:
        return f"all it wrote: {shown(log)}"
    return (
        f"all it wrote: {shown(log)}; it asked for {', '.join(asked)}, which {MORE_HOSTS} can allow"
    )


async def _run(shop: BuildBox, command: Sequence[str], output: BinaryIO, what: str) -> int | str:
    """Run a command; return its exit code, or why it was stopped.

    Nothing it started outlives it.
    """
    async with shop.step(command) as step:
        try:
            process = await start(
                step.argv,
                cwd=step.folder,
                env=step.environment,
                stdin=DEVNULL,
                stdout=output,
                stderr=STDOUT,
                pass_fds=step.pass_fds,
            )
        except OSError as error:
            raise BuildFailed(f"{what} cannot be started: {error.strerror}") from error
        try:
            ending = await _ended(process, shop)
        finally:
            await end(process)
    # Once more when nothing runs any longer: between two looks it could do anything.
    if isinstance(ending, str):
        return ending
    return await asyncio.to_thread(exceeded, shop.written or (shop.tree,)) or ending


async def _ended(process: Process, shop: BuildBox) -> int | str:
    """Return the exit code of a build, or the limit that it exceeded: time, memory or disk."""
    endings: asyncio.Queue[int | str] = asyncio.Queue()

    async def tell(ending: Coroutine[object, object, int | str]) -> None:
        await endings.put(await ending)

    async with asyncio.TaskGroup() as tasks:
        waits = [tasks.create_task(tell(one)) for one in _endings(process, shop)]
        ending = await endings.get()
        for wait in waits:
            wait.cancel()
    return ending


def _endings(process: Process, shop: BuildBox) -> Iterator[Coroutine[object, object, int | str]]:
    yield exited(process)
    yield _overtime()
    if shop.is_closed:
        yield watch(process.pid, LIMITS)
        yield outgrown(shop.written)


async def _overtime() -> str:
    await asyncio.sleep(BUILD_SECONDS)
    return f"took more than {BUILD_SECONDS} s"


def _opened(file: Path) -> BinaryIO:
    return file.open("wb")


def _tail(log: Path) -> str:
    """Return the last lines of a log, each indented on a line of its own."""
    with log.open("rb") as output:
        output.seek(max(0, log.stat().st_size - TAIL_BYTES))
        lines = output.read().decode(errors="replace").splitlines()
    return "".join(f"\n    {shown(line)}" for line in lines[-TAIL_LINES:])
