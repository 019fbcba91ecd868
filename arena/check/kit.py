"""The check of one bot from end to end, and its stages in order."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from arena.bots.discovery import entrant_in
from arena.bots.prepare import prepare
from arena.check.basic_stages import (
    START_RULE,
    answers,
    asked_to_stop,
    joins,
    leaves_nothing,
    starts,
)
from arena.check.exam import Exam
from arena.check.findings import Finding, Judgement, Outcome
from arena.check.isolation import keeps_to_itself, prints_little
from arena.check.odd_referees import duplicates, slow, unknown_fields
from arena.check.position_stages import (
    every_preset,
    largest_observation,
    match_pure,
    rare_questions,
    several_at_once,
)
from arena.check.think_times import ThinkTimes, think_table, think_times
from arena.errors import Notify
from arena.runner.single_bot import SingleBotRequest, own_conditions
from arena.system.processes import own_bots


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage. If a stage that it `needs` has not passed, it is not applicable."""

    name: str
    run: Callable[[Exam], Awaitable[Judgement]]
    needs: tuple[str, ...] = ()


PLAYS = ("starts", "joins", "answers")
FIRST_STAGES: tuple[Stage, ...] = (
    Stage("starts", starts),
    Stage("joins", joins, needs=("starts",)),
    Stage("answers", answers, needs=("starts", "joins")),
)
STAGES: tuple[Stage, ...] = (
    *FIRST_STAGES,
    Stage("every preset", every_preset, needs=PLAYS),
    Stage("rare questions", rare_questions, needs=PLAYS),
    Stage("slow referee", slow, needs=PLAYS),
    Stage("duplicate questions", duplicates, needs=PLAYS),
    Stage("unknown fields", unknown_fields, needs=PLAYS),
    Stage("largest observation", largest_observation, needs=PLAYS),
    Stage("several at once", several_at_once, needs=PLAYS),
    Stage("match-pure", match_pure, needs=PLAYS),
    Stage("asked to stop", asked_to_stop, needs=PLAYS),
    Stage("leaves nothing", leaves_nothing, needs=("starts",)),
    Stage("keeps to itself", keeps_to_itself, needs=PLAYS),
    Stage("prints little", prints_little, needs=("starts",)),
    Stage("think times", think_times, needs=PLAYS),
)


async def examine(exam: Exam, stages: Sequence[Stage] = STAGES) -> AsyncIterator[Finding]:
    """Yield the finding of each stage, as soon as it is known."""
    failed: set[str] = set()
    for stage in stages:
        began = time.monotonic()
        judgement = await _judged(stage, exam, failed)
        if judgement.outcome in (Outcome.FAIL, Outcome.NOT_APPLICABLE):
            failed.add(stage.name)
        yield judgement.of(stage.name, time.monotonic() - began)


def not_startable(came: str, advice: str) -> list[Finding]:
    """Return the findings for a bot that could not be made ready."""
    first = Judgement(Outcome.FAIL, came=came, rule=START_RULE, advice=advice)
    rest = Judgement(Outcome.NOT_APPLICABLE, came=f"`{STAGES[0].name}` has to pass first")
    return [first.of(STAGES[0].name, 0.0), *(rest.of(stage.name, 0.0) for stage in STAGES[1:])]


async def _judged(stage: Stage, exam: Exam, failed: set[str]) -> Judgement:
    if missing := [name for name in stage.needs if name in failed]:
        return Judgement(Outcome.NOT_APPLICABLE, came=f"`{missing[0]}` has to pass first")
    return await stage.run(exam)


@dataclass(slots=True)
class Report:
    """The findings of all stages for one bot."""

    bot: str
    version: str
    sandbox: str
    findings: list[Finding] = field(default_factory=list)
    think_times: tuple[ThinkTimes, ...] = ()

    @property
    def failed(self) -> list[str]:
        """The stages that failed."""
        return [one.stage for one in self.findings if one.outcome is Outcome.FAIL]


async def check(request: SingleBotRequest, notify: Notify) -> Report:
    """Run every stage for a bot; `notify` is told of the progress.

    Raises EntryRefused where the folder is no bot, and CancelledError at a signal.
    """
    with own_bots():
        entrant = entrant_in(request.folder)
        async with own_conditions(request, notify) as conditions:
            sandbox = conditions.confinement.summary
            prepared = await prepare([entrant], notify, conditions.confinement)
            for refused in prepared.refused:
                return Report(
                    entrant.name, "", sandbox, not_startable(refused.reason, refused.hint)
                )
            (playable,) = prepared.playable
            exam = Exam(playable, conditions)
            report = Report(playable.name, playable.version, sandbox)
            async for finding in examine(exam):
                report.findings.append(finding)
                notify(f"{finding.stage}: {finding.outcome.value}")
            report.think_times = tuple(think_table(exam))
        return report
