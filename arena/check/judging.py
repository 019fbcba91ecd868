"""Judgement of a sitting: what the bot did wrong, which rule says so, and how to fix it.

The rules are those of the contract, in the words of `proto/koikoi/v1/referee.proto`.
"""

from collections.abc import Mapping

from arena.check.findings import Judgement, Outcome, asked, came, count
from arena.check.sitting import Played
from referee.rules.verdicts import Verdict

# Of every way to lose a match: the rule, and the advice.
REMEDIES: Mapping[Verdict, tuple[str, str]] = {
    Verdict.TIMEOUT: (
        "A question is answered within the move time, what is left of the bank and 50 ms.",
        "No whole answer came in time. Read the stream all the time, answer every question of"
        " every message, and flush what you send; a decision that may take longer needs a limit"
        " of its own.",
    ),
    Verdict.ILLEGAL_MOVE: (
        "The action of an answer is one of the question's `legal_actions`, and is never unset.",
        "Choose from `legal_actions` of the very question that is answered. The number of an"
        " action is not that of a card: taking card c is 48 + c, stop 97, koi-koi 98.",
    ),
    Verdict.PROTOCOL_ERROR: (
        "After the join every message decodes, holds at least one answer, and has at most 64 KiB.",
        "Send nothing when there is nothing to answer, join only once, and send no message of"
        " another kind.",
    ),
    Verdict.FLOOD: (
        "Answers to questions that are not open are ignored; more than 16, and 2 for each question"
        " asked, end the stream.",
        "Send one answer for each question, with its `question_id`, and nothing unasked.",
    ),
    Verdict.CRASH: (
        "The process lives until the referee ends the stream.",
        "The program ended by itself while a match was open: see the last line of its log above,"
        " catch what was thrown, and do not exit before the stream ends.",
    ),
    Verdict.DISCONNECT: (
        "The stream stays open until the referee ends it; a message has at most 64 KiB.",
        "Keep both halves of the `Play` stream open until it ends: do not close the requests when"
        " there is nothing to send, and send no large messages.",
    ),
    Verdict.MEMORY: (
        "A bot and everything it starts stay within the memory they are given.",
        "Use less memory, children included, or ask who runs the event for more: `--memory`.",
    ),
}
STRAY_RULE, STRAY_ADVICE = REMEDIES[Verdict.FLOOD]
TOKEN_RULE = "`KOIKOI_TOKEN` opens one `Play` stream, once."
TOKEN_ADVICE = "Open one stream with the token as it is, and keep it: no second join, no retry."


def trouble(played: Played, *, borne: int = 0) -> Judgement | None:
    """Return what went wrong in a sitting; None if nothing did. Some stray answers are allowed."""
    if len(played.stream.stray) > borne:
        return _fail(played, _stray(played), STRAY_RULE, STRAY_ADVICE)
    if text := came(played):
        return _fail(played, text, *REMEDIES[_verdict(played)])
    if turned_away := played.stream.turned_away:
        what = f"{count(turned_away, 'call')} with another token, or with this one again"
        return _fail(played, what, TOKEN_RULE, TOKEN_ADVICE)
    return None


def _fail(played: Played, what: str, rule: str, advice: str) -> Judgement:
    return Judgement(Outcome.FAIL, asked(played), what, rule, advice)


def _verdict(played: Played) -> Verdict:
    if played.forfeits:
        return played.forfeits[0].result.verdict
    assert played.end is not None
    assert played.end.verdict is not None
    return played.end.verdict


def _stray(played: Played) -> str:
    stray = played.stream.stray
    numbers = ", ".join(map(str, dict.fromkeys(stray[:5])))
    what = f"{count(len(stray), 'answer')} to questions that were not open (question {numbers}"
    what += " …)" if len(stray) > 5 else ")"
    return f"{what}; {text}" if (text := came(played)) else what


def passed(played: Played, note: str = "") -> Judgement:
    """Judge a sitting in which nothing went wrong."""
    stream = played.stream
    sent = f"{count(len(stream.questions), 'question')}{note}"
    return Judgement(Outcome.PASS, sent, count(len(stream.answered), "answer"))
