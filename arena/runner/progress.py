"""Progress of a run, and the listener that is told of it. The command line decides how it looks."""

from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from arena.standings.interim import LiveRanking
from referee.rules.record import MatchRecord


class Listener(Protocol):
    """A listener, which is told how a run goes."""

    def note(self, text: str) -> None:
        """Take a note that the person who started the run has to read."""

    def mention(self, text: str) -> None:
        """Take a note that confirms that everything is as it should be."""

    def began(self, progress: "Progress") -> None:
        """Take note that the number of matches to play is known."""

    def finished(self, record: MatchRecord, progress: "Progress") -> None:
        """Take note that a match is over and stored."""

    def interim(self, ranking: LiveRanking) -> None:
        """Take the ranking after a schedule round."""


@dataclass(slots=True)
class Progress:
    """The progress of a run: matches of the whole event, and the speed of this run."""

    total: int = 0  # as far as it is known
    done: int = 0
    dropped: int = 0  # legs that will not be played, because an entrant is benched
    _start: float = field(default_factory=monotonic)
    played: int = 0  # in this run

    def expect(self, legs: int, left: int) -> None:
        """Add a stage with this many matches, some of which are left to play."""
        self.done += legs - left
        self.total = max(self.total, self.done + self.dropped + left)

    def add(self, legs: int) -> None:
        """Count matches that were played now."""
        self.done += legs
        self.played += legs

    @property
    def left(self) -> int:
        """The number of matches left to play."""
        return max(0, self.total - self.done - self.dropped)

    @property
    def rate(self) -> float:
        """The matches per second in this run."""
        return self.played / max(monotonic() - self._start, 1e-6)

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds left; None before there is data."""
        return self.left / self.rate if self.played else None
