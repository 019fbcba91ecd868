"""The preflight of new bots before an event: the first three stages, and a warning.

It refuses nobody, stores nothing in the event and changes no verdict. What was found of a version
is remembered in the cache, so that a run that goes on does not look again.
"""

import asyncio
import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.bots.discovery import Playable
from arena.check.exam import FIRST_SITTING, Exam
from arena.check.findings import Outcome
from arena.check.kit import FIRST_STAGES, examine
from arena.check.sitting import sit_in
from arena.check.watched_stream import WatchedStream
from arena.errors import Notify
from arena.runner.bot_process import BotPool, Conditions
from arena.system.cache import checked, writing
from arena.system.files import write_whole
from referee.server.time_control import TimeControl

# A bot that hangs holds the event up for this long at most, beyond one move and the start.
LONGEST_BANK = 5.0


async def preflight(playable: Sequence[Playable], conditions: Conditions, notify: Notify) -> None:
    """Warn of bots that fail the first stages; known results of a version are repeated."""
    level = conditions.confinement.level.value
    files = {one: _file(one.version, level) for one in playable}
    unknown = [one for one in playable if not files[one].exists()]
    for one, warning in zip(unknown, await _warnings(unknown, conditions), strict=True):
        _remember(files[one], warning)
    for one in playable:
        if warning := files[one].read_text(encoding="utf-8"):
            notify(f"warning: {one.name} {warning} (`arena check` on its folder says more)")


def _file(version: str, level: str) -> Path:
    return checked() / f"{version.rpartition(':')[2]}.{level}"


def _remember(file: Path, warning: str) -> None:
    with writing(file.parent):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, [warning])


async def _warnings(playable: Sequence[Playable], conditions: Conditions) -> list[str]:
    """Return a warning for each bot that fails; all of them play at the same time."""
    if not playable:
        return []
    exams = [Exam(one, conditions) for one in playable]
    with tempfile.TemporaryDirectory(prefix="koikoi-check-") as folder:
        await _sit_all(exams, _shortened(conditions, Path(folder)))
    return [await _warning(exam) for exam in exams]


def _shortened(conditions: Conditions, folder: Path) -> Conditions:
    control = conditions.time_control
    control = TimeControl(control.move_time, min(control.time_bank, LONGEST_BANK))
    ruleset = FIRST_SITTING.ruleset
    return replace(conditions, ruleset=ruleset, time_control=control, logs=folder / "logs")


async def _sit_all(exams: Sequence[Exam], conditions: Conditions) -> None:
    room = asyncio.Semaphore(os.cpu_count() or 1)
    async with BotPool.opened(conditions, WatchedStream) as pool, asyncio.TaskGroup() as tasks:
        for exam in exams:
            tasks.create_task(_sit(exam, pool, room))


async def _sit(exam: Exam, pool: BotPool, room: asyncio.Semaphore) -> None:
    async with room:
        exam.first_played = await sit_in(pool, exam.playable, FIRST_SITTING)


async def _warning(exam: Exam) -> str:
    async for finding in examine(exam, FIRST_STAGES):
        if finding.outcome is Outcome.FAIL:
            return f"fails at `{finding.stage}`: {finding.came}"
    return ""
