"""Stages on positions: every phase of every preset, rare questions, and several matches at once."""

from collections import Counter

from arena.check.exam import Exam, short
from arena.check.findings import PHASES, Judgement, Outcome, count
from arena.check.judging import passed, trouble
from arena.check.rigged_deals import RULES, largest_matches, rare_matches
from arena.check.sitting import Given, Played, Sitting, shuffled
from referee.rules.actions import TEXTS
from referee.rules.record import MatchRecord
from referee.rules.ruleset import DEFAULT, RULESETS, Ruleset
from referee.rules.seats import SEATS, Seat

# Enough for every phase to come up in both seats, and short enough for a bot that thinks.
MONTHS = 6
OTHERS = 10
# More than are open at a time, so that matches end and begin while others go on.
MORE_THAN_OFFERED = 4
SHORT_RULES = short(DEFAULT, 2)
PURE_RULE = "Match-pure: the answers of a match depend on the messages of that match alone."
PURE_ADVICE = (
    "Keep state by `match_id` and drop it at `match_over`, roll dice from `bot_seed` alone, and"
    " let neither the clock nor earlier matches decide. Only then does the same event give the"
    " same ranking again."
)


async def every_preset(exam: Exam) -> Judgement:
    """Check that the bot answers legally in every phase of every preset, in both seats."""
    phases: Counter[str] = Counter()
    for ruleset in RULESETS.values():
        played = await exam.sit(_preset_sitting(ruleset))
        if found := trouble(played):
            return found
        phases.update(PHASES[one.observation.phase] for one in played.stream.questions.values())
    what = ", ".join(f"{number} {phase}" for phase, number in phases.items())
    sent = f"questions under {count(len(RULESETS), 'preset')}: {what}"
    return Judgement(Outcome.PASS, sent, count(phases.total(), "answer"))


def _preset_sitting(ruleset: Ruleset) -> Sitting:
    group = tuple(shuffled(f"{ruleset.name}, {seat.label}", seat) for seat in SEATS)
    return Sitting(name=ruleset.name, ruleset=short(ruleset, MONTHS), groups=(group,))


async def rare_questions(exam: Exam) -> Judgement:
    """Check that the bot answers rare questions, which rigged deals lead to."""
    groups = tuple((one,) for one in rare_matches())
    played = await exam.sit(Sitting(name="rare", ruleset=RULES, groups=groups))
    names = "; ".join(one.name for (one,) in groups)
    return trouble(played) or passed(played, f" after {names}")


async def largest_observation(exam: Exam) -> Judgement:
    """Check that the bot answers the largest question, in as many matches as it offers."""
    first = await exam.first()
    group = largest_matches(first.stream.max_matches)
    played = await exam.sit(Sitting(name="largest", ruleset=RULES, groups=(group,)))
    return trouble(played) or passed(played, _sizes(played))


def _sizes(played: Played) -> str:
    seen = max(
        len(one.observation.field) + len(one.observation.own_pile) + len(one.observation.rival_pile)
        for one in played.stream.questions.values()
    )
    return f", one with {seen} cards in sight; largest message {played.stream.largest} bytes"


async def several_at_once(exam: Exam) -> Judgement:
    """Check that the bot plays as many matches at once as it offers."""
    most = (await exam.first()).stream.max_matches
    if most < 2:
        what = "the bot offers one match at a time (`max_matches` in `join`)"
        return Judgement(Outcome.NOT_APPLICABLE, came=what)
    numbers = range(most * 2 + MORE_THAN_OFFERED)
    group = tuple(shuffled(f"at once {number}", Seat(number % 2)) for number in numbers)
    played = await exam.sit(Sitting(name="at once", ruleset=SHORT_RULES, groups=(group,)))
    return trouble(played) or passed(played, f" of {count(len(group), 'match', 'matches')}")


async def match_pure(exam: Exam) -> Judgement:
    """Check that a match alone, after ten others and among others gets the same answers."""
    most = (await exam.first()).stream.max_matches
    own = shuffled("the same")
    others = tuple(shuffled(f"other {number}") for number in range(1, OTHERS + 1))
    ways: dict[str, tuple[tuple[Given, ...], ...]] = {
        "alone": ((own,),),
        "after ten others": (*((other,) for other in others), (own,)),
    }
    if most > 1:
        ways["among others"] = ((*others[: most // 2], own, *others[most // 2 :]),)
    played = {name: await exam.sit(_sitting(name, groups)) for name, groups in ways.items()}
    for one in played.values():
        if found := trouble(one):
            return found
    return _compared({name: _record(one, own) for name, one in played.items()})


def _sitting(name: str, groups: tuple[tuple[Given, ...], ...]) -> Sitting:
    return Sitting(name=name, ruleset=SHORT_RULES, groups=groups)


def _record(played: Played, own: Given) -> MatchRecord:
    return next(one for one in played.records if one.match == own.name)


def _compared(records: dict[str, MatchRecord]) -> Judgement:
    sent = f"the same match {', '.join(records)}"
    (first, alone), *rest = records.items()
    for name, other in rest:
        if difference := _difference(alone, other):
            came = f"{name}, not as {first}: {difference}"
            return Judgement(Outcome.WARNING, sent, came, PURE_RULE, PURE_ADVICE)
    return Judgement(Outcome.PASS, sent, "the same answers")


def _difference(one: MatchRecord, other: MatchRecord) -> str:
    """Describe the first action in which two plays of the same cards differ."""
    for number, (a, b) in enumerate(zip(one.rounds, other.rounds, strict=False), 1):
        for place, (first, second) in enumerate(zip(a.actions, b.actions, strict=False), 1):
            if first != second:
                return f"round {number}, action {place}: `{TEXTS[second]}`, not `{TEXTS[first]}`"
    return ""
