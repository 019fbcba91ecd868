"""Think times of a bot by phase: median, 99th percentile and maximum."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.check.exam import Exam
from arena.check.findings import PHASES, Judgement, Outcome, count

ALL = "all"
CLOCK_RULE = "What a decision takes beyond the move time is taken from the match's bank."
CLOCK_ADVICE = "Limit how long a decision may take: an empty bank loses the match on time."


@dataclass(frozen=True, slots=True)
class ThinkTimes:
    """The times of one phase, in milliseconds as the referee saw them."""

    phase: str
    answers: int
    p50: float
    p99: float
    most: float

    @classmethod
    def of(cls, phase: str, seconds: Sequence[float]) -> "ThinkTimes":
        """Return the figures of at least one time."""
        times = sorted(round(one * 1000, 2) for one in seconds)
        return cls(phase, len(times), _rank(times, 0.5), _rank(times, 0.99), times[-1])


def _rank(times: Sequence[float], share: float) -> float:
    """Return the smallest time that this share of all does not exceed."""
    return times[math.ceil(share * len(times)) - 1]


def think_table(exam: Exam) -> Iterator[ThinkTimes]:
    """Yield the times of each phase that came up, and of all answers together."""
    taken = [one for played in exam.played for one in played.stream.seconds]
    for phase, name in PHASES.items():
        if seconds := [second for of, second in taken if of == phase]:
            yield ThinkTimes.of(name, seconds)
    if taken:
        yield ThinkTimes.of(ALL, [second for _, second in taken])


async def think_times(exam: Exam) -> Judgement:
    """Compare the think times of all answers so far with the move time."""
    *_, total = think_table(exam)
    limit = exam.conditions.time_control.move_time * 1000
    came = f"p50 {total.p50:g} ms, p99 {total.p99:g} ms, most {total.most:g} ms"
    sent = f"{count(total.answers, 'question')}; the move time is {limit:g} ms"
    if total.most > limit:
        return Judgement(Outcome.WARNING, sent, came, CLOCK_RULE, CLOCK_ADVICE)
    return Judgement(Outcome.PASS, sent, came)
