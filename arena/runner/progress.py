"""What a run tells the person who watches it. How it looks is the command line's business."""

from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from arena.standings.interim import LiveRanking
from referee.rules.record import MatchRecord


class Listener(Protocol):
    """Whoever is told how a run goes."""

    def note(self, text: str) -> None:
        """Something that whoever asked for this run has to know."""

    def mention(self, text: str) -> None:
        """Something that is as it should be."""

    def began(self, progress: "Progress") -> None:
        """The legs to play are known."""

    def finished(self, record: MatchRecord, progress: "Progress") -> None:
        """A leg is over and stored."""

    def interim(self, ranking: LiveRanking) -> None:
        """The ranking as it stands after a schedule round."""


@dataclass(slots=True)
class Progress:
    """How far a run is: legs of the whole event, and how fast this run adds to them."""

    total: int = 0  # as far as it is known
    done: int = 0
    dropped: int = 0  # legs that will not be played, because an entrant is benched
    _start: float = field(default_factory=monotonic)
    played: int = 0  # in this run

    def expect(self, legs: int, left: int) -> None:
        """Takes in a stage of so many legs, of which so many are left to play."""
        self.done += legs - left
        self.total = max(self.total, self.done + self.dropped + left)

    def add(self, legs: int) -> None:
        """Counts legs that have been played now."""
        self.done += legs
        self.played += legs

    @property
    def left(self) -> int:
        """Legs still to play."""
        return max(0, self.total - self.done - self.dropped)

    @property
    def rate(self) -> float:
        """Legs a second, in this run."""
        return self.played / max(monotonic() - self._start, 1e-6)

    @property
    def seconds_left(self) -> float | None:
        """An estimate of the time left; None before there is anything to go by."""
        return self.left / self.rate if self.played else None
