"""Processes with an owner: own session, tied to their parent, killed as a whole.

Ctrl-C, SIGTERM and a closed terminal cancel a command's task, so that its blocks end what they
started.
"""

import asyncio
import ctypes
import os
import resource
import shutil
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import (
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from arena.system.subreaper import adopt_orphans

_PR_SET_DUMPABLE = 4
_OWNER_ONLY = 0o077
# What ends a command.
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE_SECONDS = 2.0
# How long the output of a program that is gone may be held by others.
HELD_SECONDS = 0.5
PAUSE_SECONDS = 0.01


@cache
def tie_to_parent() -> tuple[str, ...]:
    """Return the words before a command by which the kernel kills it when its parent dies.

    Empty where the system has no such thing (macOS): `arena doctor` says so.
    """
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()


async def start(argv: Sequence[str], **options: Any) -> Process:
    """Start a program in its own session, tied to this process; a cancelled start leaves nothing.

    The options are those of `asyncio.create_subprocess_exec`, and so are the errors.
    """
    create = asyncio.create_subprocess_exec
    async with asyncio.TaskGroup() as tasks:
        starting = tasks.create_task(
            _tried(create(*tie_to_parent(), *argv, start_new_session=True, **options))
        )
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            # asyncio would kill the program alone, and wait for children that hold its output.
            if isinstance(started := await starting, Process):
                await end(started)
            raise
    if isinstance(started := starting.result(), OSError):
        raise started
    return started


async def _tried(creating: Coroutine[None, None, Process]) -> Process | OSError:
    """Return an error of the system as a value: a TaskGroup would wrap it in an ExceptionGroup."""
    try:
        return await creating
    except OSError as error:
        return error


@asynccontextmanager
async def running(
    argv: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str],
    pass_fds: Sequence[int] = (),
) -> AsyncIterator[Process]:
    """Provide a program that has ended, with everything in its session, when the block ends.

    Its standard output and error are one pipe, `process.stdout`; it has no standard input, and
    of our open files those in `pass_fds` alone.
    """
    process = await start(
        argv,
        cwd=folder,
        env=dict(environment),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        pass_fds=pass_fds,
    )
    try:
        yield process
    finally:
        await end(process)


async def end(process: Process) -> None:
    """Ask a process to end, then kill its session, and reap it."""
    if process.returncode is None:
        _signal_session(process, signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE_SECONDS):
                await exited(process)
    _signal_session(process, signal.SIGKILL)
    await exited(process)


async def exited(process: Process) -> int:
    """Return the exit code of a program soon after it has ended.

    `process.wait()` alone waits until nobody else holds its output: a child that has left its
    session keeps that as long as it likes.
    """
    if sys.platform != "linux":
        return await process.wait()
    async with asyncio.TaskGroup() as tasks:
        finished = tasks.create_task(process.wait())
        await _gone(process.pid)
        await asyncio.wait({finished}, timeout=HELD_SECONDS)
        # A thread of asyncio's fetches the code; on a busy machine that takes its time.
        while process.returncode is None:
            await asyncio.wait({finished}, timeout=PAUSE_SECONDS)
        finished.cancel()
    assert process.returncode is not None
    return process.returncode


async def _gone(pid: int) -> None:
    """Wait for a child process to end."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return  # reaped by now
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(handle, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(handle)
        os.close(handle)


def _signal_session(process: Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def exit_text(code: int) -> str:
    """Describe how a process ended.

    >>> exit_text(3), exit_text(-9)
    ('exit code 3', 'killed by SIGKILL')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def raise_file_limit() -> None:
    """Allow this process as many open files as the system lets it have.

    The usual soft limit of 1,024 is small for a process that serves bots. Bots have their own.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def close_to_others() -> None:
    """Hide the memory, environment and open files of this process from all users but root.

    On Linux only; elsewhere nothing changes.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def keep_files_private() -> None:
    """Make files that this process creates from now on readable by their owner alone."""
    os.umask(_OWNER_ONLY)


@contextmanager
def own_bots() -> Iterator[None]:
    """Make the current task the owner of bot processes until the block ends.

    SIGINT, SIGTERM and SIGHUP cancel the task, so that every block ends what it started. This
    process becomes a subreaper, so that `sweep` finds processes that left their parent. Other
    users cannot look into it, since it holds cards and secrets.
    """
    cancel_on_signals()
    adopt_orphans()
    close_to_others()
    raise_file_limit()
    try:
        yield
    finally:
        _restore_signals()


def cancel_on_signals() -> None:
    """Let SIGINT, SIGTERM and SIGHUP cancel the task that calls this.

    A signal that this process was told to ignore stays ignored, as SIGHUP does under `nohup`.
    """
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for number in _heeded(_STOPPING):
        loop.add_signal_handler(number, task.cancel)


@contextmanager
def at_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` at Ctrl-C and SIGTERM, instead of cancelling, until the block ends."""
    loop = asyncio.get_running_loop()
    for number in _heeded((signal.SIGINT, signal.SIGTERM)):
        loop.add_signal_handler(number, act)
    try:
        yield
    finally:
        cancel_on_signals()


def _heeded(numbers: Iterable[signal.Signals]) -> Iterator[signal.Signals]:
    return (number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN)


def _restore_signals() -> None:
    loop = asyncio.get_running_loop()
    for number in _STOPPING:
        loop.remove_signal_handler(number)
