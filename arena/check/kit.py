"""The check of one bot from end to end: its folder goes in, a report comes out."""

from dataclasses import dataclass, field

from arena.bots.discovery import entrant_in
from arena.bots.prepare import prepare
from arena.check.exam import Exam
from arena.check.findings import Finding, Outcome
from arena.check.stages import examine, not_startable
from arena.check.think_times import ThinkTimes, think_table
from arena.runner.single_bot import Order, Say, own_conditions
from arena.sandbox.hardening import close_to_others
from arena.system.stopping import stop_on_signals
from arena.system.subreaper import adopt_orphans


@dataclass(slots=True)
class Report:
    """What was found, stage by stage."""

    bot: str
    version: str
    sandbox: str
    findings: list[Finding] = field(default_factory=list)
    think_times: tuple[ThinkTimes, ...] = ()

    @property
    def failed(self) -> list[str]:
        """The stages that failed."""
        return [one.stage for one in self.findings if one.outcome is Outcome.FAIL]


async def check(order: Order, say: Say) -> Report:
    """Puts a bot through every stage; `say` is told what is going on.

    Raises EntryRefused where the folder is no bot, and CancelledError at a signal.
    """
    stop_on_signals()
    adopt_orphans()
    close_to_others()
    entrant = entrant_in(order.folder)
    async with own_conditions(order, say) as conditions:
        sandbox = conditions.confinement.summary
        prepared = await prepare([entrant], say, conditions.confinement)
        for refused in prepared.refused:
            return Report(entrant.name, "", sandbox, not_startable(refused.reason, refused.hint))
        (playable,) = prepared.playable
        exam = Exam(playable, conditions)
        report = Report(playable.name, playable.version, sandbox)
        async for finding in examine(exam):
            report.findings.append(finding)
            say(f"{finding.stage}: {finding.outcome.value}")
        report.think_times = tuple(think_table(exam))
    return report
