"""Legal in every phase of every preset, and in what comes up once in a hundred matches."""

from collections import Counter

from arena.check.exam import Exam, short
from arena.check.findings import Judgement, Outcome
from arena.check.judging import passed, trouble
from arena.check.rigged_deals import RULES, largest_matches, rare_matches
from arena.check.sitting import Played, Sitting, shuffled
from arena.check.words import PHASES, count
from referee.rules.ruleset import RULESETS, Ruleset
from referee.rules.seats import SEATS

# Enough for every phase to come up in both seats, and short enough for a bot that thinks.
MONTHS = 6


async def every_preset(exam: Exam) -> Judgement:
    """A match in each seat under each preset, with every phase in it."""
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
    """Rounds whose cards lead to what is rare: each alone, whatever the bot plays."""
    groups = tuple((one,) for one in rare_matches())
    played = await exam.sit(Sitting(name="rare", ruleset=RULES, groups=groups))
    names = "; ".join(one.name for (one,) in groups)
    return trouble(played) or passed(played, f" after {names}")


async def largest_observation(exam: Exam) -> Judgement:
    """The question that shows most cards, as many times in one message as the bot offers."""
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
