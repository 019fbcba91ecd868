"""The self-test: real attacks by a probe in a box, against targets set up outside.

A level is worth what its self-test shows on this machine now, not what its version promises.

What the self-test's probe must not reach: files, processes and servers, set up for the test.
"""

import asyncio
import json
import os
import secrets
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import ArenaError
from arena.sandbox.box import boxed, needs_tcp
from arena.sandbox.command import Program, Start, script
from arena.sandbox.confinement import Confinement, Trial
from arena.sandbox.inside import probe
from arena.sandbox.levels import MEBIBYTE, Level
from arena.system.processes import running
from arena.system.socket_dirs import private_folder

# What was killed has closed its output after this.
GONE_SECONDS = 2.0
WAIT = "import time; time.sleep(3600)"
OUTSIDE_FOLDERS = ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/proc", "/usr")
COUNTERS = ("loadavg", "vmstat", "sys/fs/file-nr", "interrupts", "uptime")
PATIENCE_SECONDS = 30.0

# What a level promises, by the name of the attack that would show the contrary.
OTHERS_CANNOT_BE_READ = ("read", "environment", "memory", "signals", "setting", "powers")
LIMITED = ("much_memory", "large_file")
CLOSED_UP = (
    *(*OTHERS_CANNOT_BE_READ, *LIMITED, "shared_memory", "writable_place", "date", "namespace"),
    *("tcp", "multipath_tcp", "fast_open", "datagram", "abstract_socket", "other_socket"),
    *("counters", "large_buffers", "closed_memory", "own_socket"),
)


@contextmanager
def folders(count: int) -> Iterator[list[Path]]:
    """Provide new folders that are closed to other users and removed when the block ends."""
    with private_folder() as root:
        root.chmod(0o711)
        made = [root / str(number) for number in range(count)]
        for one in made:
            one.mkdir(mode=0o700)
        yield made


@asynccontextmanager
async def targets_for(
    confinement: Confinement, outside: Path, others: Path, private: Path, own: str
) -> AsyncIterator[Mapping[str, list[object]]]:
    """Provide the targets of the probe, which exist until the block ends."""
    token, name = secrets.token_hex(8), f"koikoi-{secrets.token_hex(8)}"
    limits = confinement.limits
    async with (
        _listening(others / "s"),
        _listening(f"\0{name}"),
        _listening_on_tcp() as address,
        _other_bot(confinement, others, token, own),
    ):
        yield {
            "read": _secret_files(outside),
            "environment": [token],
            "memory": [],
            "signals": [os.getpid(), probe.started_at(os.getpid())],
            "setting": ["/proc/sys/kernel/core_pattern"],
            "powers": [],
            "namespace": [],
            "tcp": [address],
            "multipath_tcp": [address],
            "fast_open": [address],
            "datagram": [address],
            "other_socket": [str(others / "s")],
            "abstract_socket": [name],
            "own_socket": [own],
            "many_processes": [limits.processes],
            "much_memory": [limits.memory],
            "shared_memory": [MEBIBYTE],
            "large_file": [limits.file_bytes],
            "writable_place": [*OUTSIDE_FOLDERS, str(private), str(confinement.python.parent)],
            "date": ["/dev/null"],
            "counters": list(COUNTERS),
            "large_buffers": [MEBIBYTE],
            "closed_memory": [],
            "daemon": [],
        }


def _secret_files(outside: Path) -> list[object]:
    """Make an event with its store and its secret, and return their paths."""
    event = outside / "event"
    event.mkdir()
    for name in ("arena.sqlite", "secret"):
        file = event / name
        file.touch(mode=0o600)
        file.write_text("hidden")
    return [str(event / "arena.sqlite"), str(event / "secret")]


@asynccontextmanager
async def referee(confinement: Confinement, private: Path) -> AsyncIterator[str]:
    """Provide the address of a bot's referee, in its private folder or by TCP."""
    if needs_tcp(confinement, Program((), private)):
        async with _listening_on_tcp() as (host, port):
            yield f"{host}:{port}"
    else:
        async with _listening(private / "s"):
            yield f"unix:{private / 's'}"


@asynccontextmanager
async def _listening(path: Path | str) -> AsyncIterator[None]:
    server = await asyncio.start_unix_server(_hang_up, str(path))
    async with server:
        yield


@asynccontextmanager
async def _listening_on_tcp() -> AsyncIterator[list[object]]:
    server = await asyncio.start_server(_hang_up, "127.0.0.1", 0)
    async with server:
        yield list(server.sockets[0].getsockname())


def _hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


@asynccontextmanager
async def _other_bot(
    confinement: Confinement, private: Path, token: str, address: str
) -> AsyncIterator[None]:
    """Provide another bot of the same event, with a token in its environment."""
    waits = Program((str(confinement.python), "-I", "-S", "-c", WAIT), private)
    async with trial_of(Start(confinement, waits, private, address), KOIKOI_TOKEN=token):
        yield


@asynccontextmanager
async def trial_of(start: Start, **environment: str) -> AsyncIterator["BoxedTrial"]:
    """Provide a process in a box, which has ended when the block ends."""
    words = {"PATH": os.defpath, "LANG": "C.UTF-8", **environment}
    trial = None
    try:
        async with (
            boxed(start) as command,
            running(
                command.argv, folder=command.folder, environment=words, pass_fds=command.pass_fds
            ) as process,
        ):
            trial = BoxedTrial(process)
            yield trial
    finally:
        if trial is not None:
            await trial.look_for_leftovers()


@dataclass(slots=True)
class BoxedTrial:
    """A process in a box, and whether anything of it outlived the box."""

    process: Process
    has_left_something: bool = False

    async def look_for_leftovers(self) -> None:
        """Check whether a process of the box is left: it would hold the output."""
        assert self.process.stdout is not None
        reading = self.process.stdout.read
        try:
            async with asyncio.timeout(GONE_SECONDS):
                await reading()
        except TimeoutError:
            self.has_left_something = True
            await reading()


class SelfTestFailed(ArenaError):
    """A level does not hold on this machine."""


async def tried(confinement: Confinement) -> Confinement:
    """Run the self-test of a confinement and return the confinement. Raises SelfTestFailed."""
    if not (promised := promises(confinement)):
        return confinement
    began = time.monotonic()
    for name, outcome in (await attacked(confinement, promised)).items():
        if outcome != probe.REFUSED:
            raise SelfTestFailed(f"its self-test failed: {name}: {outcome}")
    return replace(confinement, trial=Trial(len(promised), time.monotonic() - began))


def promises(confinement: Confinement) -> tuple[str, ...]:
    """Return the attacks that a confinement promises to refuse."""
    alone = ("many_processes",) if confinement.has_uids else ()
    match confinement.level:
        case Level.BWRAP:
            return (*CLOSED_UP, "many_processes", "daemon")
        case Level.LANDLOCK:
            return (*CLOSED_UP, *alone)
        case Level.LIMITS:
            return (*(OTHERS_CANNOT_BE_READ if alone else ()), *alone, *LIMITED)
        case Level.NONE:
            return ()


async def attacked(confinement: Confinement, names: Sequence[str]) -> dict[str, str]:
    """Run attacks from inside a box; return `refused` or the result of each.

    Raises SelfTestFailed if not even the attacks can be started there.
    """
    with folders(3) as (outside, others, private):
        async with (
            referee(confinement, private) as own,
            targets_for(confinement, outside, others, private, own) as targets,
        ):
            chosen = json.dumps({name: targets[name] for name in names})
            program = Program((*script(confinement.python, probe), chosen), private)
            async with trial_of(Start(confinement, program, private, own)) as trial:
                outcomes = await _outcomes(trial.process, names)
            if trial.has_left_something:
                outcomes["daemon"] = "it outlived its box"
    return outcomes


async def _outcomes(process: Process, names: Sequence[str]) -> dict[str, str]:
    """Return the probe's outcome of each attack; without one, the last line tells why."""
    outcomes: dict[str, str] = {}
    line = "nothing was said"
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for line in _lines(process):
                name, _, outcome = line.partition(" ")
                outcomes[name] = outcome
    if not outcomes.keys() & set(names):
        raise SelfTestFailed(f"nothing can be started in it: {line}")
    return {name: outcomes.get(name, line) for name in names}


async def _lines(process: Process) -> AsyncIterator[str]:
    """Yield the probe's lines until it is ready or has ended."""
    assert process.stdout is not None
    while data := await process.stdout.readline():
        line = data.decode(errors="replace").strip()
        if line == probe.READY:
            return
        yield line
