"""Tries a level with real attacks: a probe in a box of it, against targets set up outside.

A level is worth what its self-test shows on this machine now, not what its version promises.
"""

import asyncio
import json
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace

from arena.errors import ArenaError
from arena.sandbox.command import Program, Start, script
from arena.sandbox.confinement import Confinement, Trial
from arena.sandbox.inside import probe
from arena.sandbox.levels import Level
from arena.sandbox.targets import folders, referee, targets_for, trial_of

PATIENCE_SECONDS = 30.0

# What a level promises, by the name of the attack that would show the contrary.
OTHERS_CANNOT_BE_READ = ("read", "environment", "memory", "signals", "setting", "powers")
LIMITED = ("much_memory", "large_file")
CLOSED_UP = (
    *(*OTHERS_CANNOT_BE_READ, *LIMITED, "shared_memory", "writable_place", "date", "namespace"),
    *("tcp", "multipath_tcp", "fast_open", "datagram", "abstract_socket", "other_socket"),
    "own_socket",
)


class SelfTestFailed(ArenaError):
    """A level does not hold here what it promises."""


async def tried(confinement: Confinement) -> Confinement:
    """The same confinement, and that it has held in its self-test. Raises SelfTestFailed."""
    if not (promised := promises(confinement)):
        return confinement
    began = time.monotonic()
    for name, outcome in (await attacked(confinement, promised)).items():
        if outcome != probe.REFUSED:
            raise SelfTestFailed(f"its self-test failed: {name}: {outcome}")
    return replace(confinement, trial=Trial(len(promised), time.monotonic() - began))


def promises(confinement: Confinement) -> tuple[str, ...]:
    """The attacks that a confinement promises to refuse."""
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
    """What comes of these attacks from inside a box: `refused`, or what was achieved.

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
    """What the probe says of each attack. Where it says nothing, the last line tells why."""
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
    """What the probe prints until it is ready, or has ended."""
    assert process.stdout is not None
    while data := await process.stdout.readline():
        line = data.decode(errors="replace").strip()
        if line == probe.READY:
            return
        yield line
