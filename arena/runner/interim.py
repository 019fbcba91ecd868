"""Stages of a run: slots that are played without a look at the ranking in between, and the looks.

Looks happen at complete schedule rounds only and see nothing but these rounds. Decisions therefore
do not depend on jobs, on the order in which matches finish, or on stops.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from arena.runner.progress import Listener, Progress
from arena.schedule.formats import Schedule, Terms
from arena.schedule.slots import Slot
from arena.standings.interim import LiveRanking
from arena.standings.standings import Standings


class Goal(Protocol):
    """A goal that a run plays for, until it is reached."""

    def is_due(self, pairs: int) -> bool:
        """Return whether to look after this many pairs in all; asked at every complete round."""

    def answer(self, found: Standings) -> str | None:
        """Return what is known now, in words; None if the goal is not reached."""

    def last_words(self, found: Standings) -> Iterator[str]:
        """Yield the lines for the end of the run."""

    def live_lines(self, found: Standings) -> Iterator[str]:
        """Yield the lines for a live ranking."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: slots of some schedule rounds, which may be played without a look in between.

    They are made as they are asked for, again whenever they are, and never all at once.
    """

    rounds: list[Iterable[Slot]] = field(default_factory=list)

    def __iter__(self) -> Iterator[Slot]:
        return chain.from_iterable(self.rounds)


@dataclass(slots=True)
class Stages:
    """The stages of a run; `interval` is the number of rounds between two live rankings.

    `answer` is what the goal's last look has found.
    """

    schedule: Schedule
    terms: Terms
    goal: Goal | None
    interval: int | None
    progress: Progress
    listener: Listener
    answer: str | None = None
    _within: dict[tuple[str, str], int] = field(default_factory=dict)
    _shown: int = 0  # legs that had been played when a live ranking was last due

    def __iter__(self) -> Iterator["Stage"]:
        """Yield the stages; each has to be played before the next one is asked for."""
        stage = Stage()
        for number, slots in enumerate(self.schedule.rounds(self.terms), start=1):
            stage.rounds.append(slots)
            if self.goal or self.interval:
                self._within |= {(slot.a, slot.b): slot.last for slot in slots}
            is_shown = self.interval is not None and number % self.interval == 0
            is_look = self.goal is not None and self.goal.is_due(sum(self._within.values()))
            if self.schedule.asks or is_shown or is_look:
                yield stage
                stage = Stage()
                self._look(number, is_shown=is_shown, is_look=is_look)
                if self.answer is not None:
                    return
        if stage.rounds:
            yield stage

    def planned(self) -> int:
        """Return the number of matches in all, if it is known; otherwise 0."""
        if self.schedule.asks or self.goal:
            return 0
        rounds = self.schedule.rounds(self.terms)
        return sum(slot.legs for slots in rounds for slot in slots)

    def _look(self, number: int, *, is_shown: bool, is_look: bool) -> None:
        is_shown = is_shown and self._is_news()
        if not (is_shown or is_look):
            return
        found = self.terms.rank(self._within)
        if self.goal and is_look:
            self.answer = self.goal.answer(found)
        if is_shown:
            words = self.goal.live_lines(found) if self.goal else ()
            self.listener.interim(LiveRanking(found, number, self.terms.names[0], tuple(words)))

    def _is_news(self) -> bool:
        """Return whether matches were played since the last live ranking of this run."""
        before, self._shown = self._shown, self.progress.played
        return self._shown > before
