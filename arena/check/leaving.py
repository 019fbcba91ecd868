"""How a bot goes: by itself when there is nothing more to play, and with all it has started."""

from collections.abc import Sequence

from arena.check.exam import Exam
from arena.check.findings import Judgement, Outcome
from arena.check.words import count
from arena.runner.bot_process import EXIT_SECONDS
from arena.sandbox.levels import Level
from arena.system.processes import exit_text

STOP_SENT = "the end of the stream, with OK"
STOP_RULE = "When the referee ends the stream with OK the bot exits, with code 0."
STOP_ADVICE = (
    "Leave the loop over the responses when it ends, close the channel, stop every thread, and"
    " return from `main`."
)
LEFT_RULE = "Nothing that a bot has started runs on when it is gone."
LEFT_ADVICE = "End and reap every process you start before you exit; start no daemons."
BOXED = "the bot had to be killed, and what it had started ended with its box, unseen"


async def asked_to_stop(exam: Exam) -> Judgement:
    """The bot exits by itself once its stream has ended."""
    code = (await exam.first()).bot.exited
    if code is None:
        what = f"it was still there after {EXIT_SECONDS:g} s, and was killed"
        return Judgement(Outcome.FAIL, STOP_SENT, what, STOP_RULE, STOP_ADVICE)
    outcome = Outcome.WARNING if code else Outcome.PASS
    rule, advice = (STOP_RULE, STOP_ADVICE) if code else ("", "")
    return Judgement(outcome, STOP_SENT, exit_text(code), rule, advice)


async def leaves_nothing(exam: Exam) -> Judgement:
    """No process is left of any of the sittings so far, or of one that is watched from within."""
    if exam.conditions.confinement.level is not Level.BWRAP:
        names = [orphan.name for played in exam.played for orphan in played.bot.orphans]
        return _judged(names, count(len(exam.played), "process", "processes"))
    has_joined = (await exam.first()).stream.joined.is_set()
    seen = await exam.testimony() if has_joined else None
    if seen is None or seen.report is None:
        return Judgement(Outcome.NOT_APPLICABLE, STOP_SENT, BOXED)
    return _judged(seen.report.left, "one process")


def _judged(left: Sequence[str], sittings: str) -> Judgement:
    if not left:
        return Judgement(Outcome.PASS, STOP_SENT, f"nothing was left of {sittings}")
    names = ", ".join(dict.fromkeys(left))
    what = f"{count(len(left), 'process', 'processes')} had to be killed: {names}"
    return Judgement(Outcome.FAIL, STOP_SENT, what, LEFT_RULE, LEFT_ADVICE)
