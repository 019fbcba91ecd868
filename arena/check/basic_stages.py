"""The basic stages: a bot starts, joins, answers, ends when asked, and leaves nothing behind."""

from collections.abc import Sequence

from arena.check.exam import Exam
from arena.check.findings import Judgement, Outcome, count
from arena.check.judging import passed, trouble
from arena.check.sitting import Played
from arena.runner.bot_process import EXIT_SECONDS, Bot
from arena.sandbox.levels import Level
from arena.system.processes import exit_text

START_RULE = "The program of `command` starts in the bot's folder and lives."
START_ADVICE = (
    "The program ended before it had joined: start it by hand in its folder, look at what it"
    " prints, and fix `command` or `build` in `bot.toml`."
)
JOIN_RULE = "A bot joins within the start time: `join` with its token and protocol version 1."
JOIN_ADVICE = (
    "Dial `KOIKOI_ADDRESS` (plain text), open `RefereeService.Play` and send `join` at once, with"
    " `KOIKOI_TOKEN` and `protocol_version: 1`; load what takes long afterwards."
)
STOP_SENT = "the end of the stream, with OK"
STOP_RULE = "When the referee ends the stream with OK the bot exits, with code 0."
STOP_ADVICE = (
    "Leave the loop over the responses when it ends, close the channel, stop every thread, and"
    " return from `main`."
)
LEFT_RULE = "Nothing that a bot has started runs on when it is gone."
LEFT_ADVICE = "End and reap every process you start before you exit; start no daemons."
BOXED = "the bot had to be killed, and what it had started ended with its box, unseen"


async def starts(exam: Exam) -> Judgement:
    """Check that the program starts and lives until it has joined."""
    played = await exam.first()
    has_ended = not played.stream.joined.is_set() and not played.stream.refused
    if has_ended and (played.bot.exited is not None or played.bot.pid is None):
        return Judgement(Outcome.FAIL, _command(played.bot), _why(played), START_RULE, START_ADVICE)
    return Judgement(Outcome.PASS, _command(played.bot), "it lives")


def _command(bot: Bot) -> str:
    return " ".join(bot.playable.argv)


def _why(played: Played) -> str:
    return played.stream.end.detail if played.stream.end else ""


async def joins(exam: Exam) -> Judgement:
    """Check that the bot joins in time, with its own token."""
    played = await exam.first()
    sent = "the address and the token"
    if not played.stream.joined.is_set():
        return Judgement(Outcome.FAIL, sent, _why(played), JOIN_RULE, JOIN_ADVICE)
    joined_at = played.stream.joined_at
    assert joined_at is not None
    came = f"joined after {joined_at - played.stream.begun_at:.2f} s{_offer(played)}"
    return Judgement(Outcome.PASS, sent, came)


def _offer(played: Played) -> str:
    most = played.stream.max_matches
    return f", offers {most} matches at once" if most > 1 else ""


async def answers(exam: Exam) -> Judgement:
    """Check that the bot answers the questions of a first round."""
    played = await exam.first()
    return trouble(played) or passed(played)


async def asked_to_stop(exam: Exam) -> Judgement:
    """Check that the bot exits by itself once its stream has ended."""
    code = (await exam.first()).bot.exited
    if code is None:
        what = f"it was still there after {EXIT_SECONDS:g} s, and was killed"
        return Judgement(Outcome.FAIL, STOP_SENT, what, STOP_RULE, STOP_ADVICE)
    outcome = Outcome.WARNING if code else Outcome.PASS
    rule, advice = (STOP_RULE, STOP_ADVICE) if code else ("", "")
    return Judgement(outcome, STOP_SENT, exit_text(code), rule, advice)


async def leaves_nothing(exam: Exam) -> Judgement:
    """Check that no process is left of any sitting, or of one that is monitored from inside."""
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
