"""The names of matches: `<a>~<b>.<pair>.<leg>`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from referee.rules.errors import BadRecord
from referee.rules.seats import NORTH, SOUTH, Seat

_PATTERN = re.compile(r"(?P<a>[^~]+)~(?P<b>[^~]+)\.(?P<pair>[1-9][0-9]{0,8})\.(?P<leg>[12])")


@dataclass(frozen=True, slots=True, order=True)
class MatchName:
    """A leg of a pair of a pairing. Sorted, names are in canonical order."""

    a: str
    b: str
    pair: int
    leg: int

    def __str__(self) -> str:
        return f"{self.a}~{self.b}.{self.pair}.{self.leg}"

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of `a` and `b`: `a` is NORTH in leg 1, `b` in leg 2."""
        return (NORTH, SOUTH) if self.leg == 1 else (SOUTH, NORTH)

    def require_seats(self, names: Iterable[str]) -> None:
        """Raises BadRecord where others sit NORTH and SOUTH than the name says."""
        seated = tuple(names)
        if seated != ((self.a, self.b) if self.leg == 1 else (self.b, self.a)):
            raise BadRecord(
                f"`{seated[0]}` sits NORTH, and `{seated[1]}` SOUTH, which its name does not say"
            )


def parse_match_name(text: str) -> MatchName | None:
    """The parts of a name; None if it is none, or if its bots are in the wrong order.

    >>> parse_match_name("greedy~random.9.1")
    MatchName(a='greedy', b='random', pair=9, leg=1)
    """
    found = _PATTERN.fullmatch(text)
    if found is None or found["a"] >= found["b"]:
        return None
    return MatchName(found["a"], found["b"], int(found["pair"]), int(found["leg"]))
