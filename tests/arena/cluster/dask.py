"""A scheduler and workers as a person starts them, in processes of their own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Thread

SECONDS = 120
CHATTER = {"DASK_LOGGING__DISTRIBUTED": "info"}


class Program:
    """A process in a group of its own, and all it says on standard error."""

    def __init__(self, command: Sequence[str], folder: Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        self.said: list[str] = []
        self.printed = ""
        self._heard = 0
        self._news = Condition()
        self._is_silent = False
        self._threads = [Thread(target=one, daemon=True) for one in (self._listen, self._read)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in lines:
                self._tell(line)
        with self._news:
            self._is_silent = True
            self._news.notify_all()

    def _tell(self, line: str) -> None:
        with self._news:
            self.said.append(line)
            self._news.notify_all()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as text:
            self.printed = text.read()

    def hear(self, pattern: str, times: int = 1) -> str:
        """Waits until it has said so, so many times; the first group of the last time, or all."""
        with self._news:
            while True:
                for line in self.said[self._heard :]:
                    self._heard += 1
                    if found := re.search(pattern, line):
                        times -= 1
                        if not times:
                            return found[1] if found.groups() else found[0]
                said = "".join(self.said)
                assert not self._is_silent, f"it never said {pattern}:\n{said}"
                assert self._news.wait(SECONDS), f"it does not say {pattern}:\n{said}"

    def kill(self, number: signal.Signals = signal.SIGKILL, *, group: bool = True) -> None:
        """Sends it, or it and all in its group, a signal."""
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.process.pid, number)

    def end(self) -> tuple[int, str]:
        """Its exit code, and all it said, once it has ended by itself."""
        code = self.process.wait(SECONDS)
        for thread in self._threads:
            thread.join(SECONDS)
        return code, "".join(self.said)


@contextmanager
def running(program: Program) -> Iterator[Program]:
    """A program that is gone, with its group, when the block ends."""
    try:
        yield program
    finally:
        program.kill(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            program.process.wait(10)
        program.kill()
        program.end()


def start_scheduler(
    folder: Path, *flags: str, prefix: Sequence[str] = (), **environment: str
) -> tuple[Program, str]:
    """`dask scheduler`, and its address."""
    flags = flags or ("--host", "127.0.0.1")
    command = (*prefix, *dask("scheduler"), "--port", "0", "--no-dashboard", *flags)
    program = Program(command, folder, **CHATTER, **environment)
    address = program.hear(r"Scheduler at:\s+(\S+)")
    return program, address


def start_worker(
    address: str, folder: Path, *flags: str, prefix: Sequence[str] = (), **environment: str
) -> Program:
    """`dask worker`: a nanny and its worker, which has come to the scheduler."""
    program = begin_worker(address, folder, *flags, prefix=prefix, **environment)
    program.hear("Registered to")
    return program


def begin_worker(
    address: str, folder: Path, *flags: str, prefix: Sequence[str] = (), **environment: str
) -> Program:
    """The same, as soon as it is started."""
    host = () if "--host" in flags else ("--host", "127.0.0.1")
    command = (*prefix, *dask("worker"), address, "--nthreads", "1", "--no-dashboard", *host)
    return Program((*command, *flags), folder, **CHATTER, **environment)


def dask(what: str) -> tuple[str, ...]:
    """The words that start a part of a cluster."""
    return (sys.executable, "-m", "distributed.cli.dask_" + what)


def arena(folder: Path, *arguments: str, prefix: Sequence[str] = (), **environment: str) -> Program:
    """`arena` with these arguments."""
    command = (*prefix, sys.executable, "-m", "arena.cli", *arguments)
    return Program(command, folder, **environment)
