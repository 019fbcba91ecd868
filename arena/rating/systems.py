"""The rating systems by name, and their interface."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from arena.errors import ArenaError
from arena.rating.belief import Belief
from arena.rating.bradley_terry import BradleyTerry
from arena.rating.expectation import OrderFree
from arena.rating.results import Results
from arena.rating.sequential import Sequential
from referee.rules.errors import nearest


class RatingSystem(Protocol):
    """A rating system: turns results into a belief. It keeps no state between calls."""

    def rate(self, results: Results) -> Belief:
        """Return the belief about every name of the table."""


RATING_SYSTEMS: Mapping[str, RatingSystem] = MappingProxyType(
    {"order-free": OrderFree(), "sequential": Sequential(), "bradley-terry": BradleyTerry()}
)
DEFAULT_RATING_SYSTEM = "order-free"


class UnknownRatingSystem(ArenaError):
    """No rating system has this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"no rating system named `{name}` (known: {', '.join(RATING_SYSTEMS)})",
            nearest(name, RATING_SYSTEMS),
        )


def rating_system(name: str = DEFAULT_RATING_SYSTEM) -> RatingSystem:
    """Return the rating system of this name. Raises UnknownRatingSystem."""
    if name not in RATING_SYSTEMS:
        raise UnknownRatingSystem(name)
    return RATING_SYSTEMS[name]
