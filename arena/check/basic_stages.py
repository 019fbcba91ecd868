"""Starts, joins, answers: without these a bot cannot play at all. All from one short sitting."""

from arena.check.exam import Exam
from arena.check.findings import Judgement, Outcome
from arena.check.judging import passed, trouble
from arena.check.sitting import Played
from arena.runner.bot_process import Bot

START_RULE = "The program of `command` starts in the bot's folder and lives."
START_ADVICE = (
    "The program ended before it had joined: start it by hand in its folder, look at what it"
    " prints, and mend `command` or `build` in `bot.toml`."
)
JOIN_RULE = "A bot joins within the start time: `join` with its token and protocol version 1."
JOIN_ADVICE = (
    "Dial `KOIKOI_ADDRESS` (plain text), open `RefereeService.Play` and send `join` at once, with"
    " `KOIKOI_TOKEN` and `protocol_version: 1`; load what takes long afterwards."
)


async def starts(exam: Exam) -> Judgement:
    """The program starts and lives until it has joined."""
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
    """The bot joins in time, and with its own token."""
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
    """The bot answers the questions of a first round."""
    played = await exam.first()
    return trouble(played) or passed(played)
