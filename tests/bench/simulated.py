"""Tournaments of bots whose skills are known, with the luck that was measured in real ones.

A skill is net points a month. A month's points have a standard deviation of 6, a match is twelve
months, and of a leg's variance the cards, which both legs of a pair share, have a part.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.rating.model import TrueSkillModel
from arena.rating.results import Leg, Outcome, Results, tabulate

MONTHS = 12
MATCH_DEVIATION = 6 * MONTHS**0.5
OUTCOMES = (Outcome.LOSS, Outcome.DRAW, Outcome.WIN)
#: The class of a pair by the number of half points that its legs won, a split pair being WL or DD.
CLASS_OF = np.array([[5, 4, 2], [4, 3, 1], [2, 1, 0]])


@dataclass(frozen=True, slots=True, eq=False)
class Tournament:
    """A round-robin: skills, and the legs of every pairing as 0 lost, 1 drawn, 2 won."""

    skills: NDArray[np.float64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    legs: NDArray[np.int64]  # pairing, pair, leg

    @property
    def names(self) -> list[str]:
        """A name for each skill, in the order of the skills."""
        return [f"bot-{number:04}" for number in range(len(self.skills))]

    @property
    def gaps(self) -> NDArray[np.float64]:
        """The true gaps on the scale of ratings: one bot by row, the other by column."""
        beta = TrueSkillModel().beta
        scale = 2**0.5 * beta * MONTHS / MATCH_DEVIATION
        return scale * (self.skills[:, None] - self.skills)

    def results(self) -> Results:
        """Return what a rating system reads; leg by leg, pair 1 of all pairings comes first."""
        classes = CLASS_OF[self.legs[..., 0], self.legs[..., 1]]
        counts = np.stack([(classes == place).sum(axis=1) for place in range(6)], axis=1)
        return Results(tabulate(self.names, self.first, self.second, counts), self._in_order)

    def _in_order(self) -> list[Leg]:
        names = self.names
        return [
            Leg(names[i], names[j], OUTCOMES[outcome])
            for pair in range(self.legs.shape[1])
            for i, j, ends in zip(self.first, self.second, self.legs[:, pair], strict=True)
            for outcome in ends
        ]


def tournament(
    dice: np.random.Generator, bots: int, pairs: int, *, skill: float, cards: float
) -> Tournament:
    """A tournament of bots whose skills have this deviation; `cards` is their share of luck."""
    skills = dice.normal(0, skill, bots)
    first, second = np.triu_indices(bots, 1)
    dealt = dice.normal(0, MATCH_DEVIATION * cards**0.5, (len(first), pairs))
    played = dice.normal(0, MATCH_DEVIATION * (1 - cards) ** 0.5, (len(first), pairs, 2))
    gap = MONTHS * (skills[first] - skills[second])
    points = np.rint(gap[:, None, None] + np.stack([dealt, -dealt], axis=2) + played)
    return Tournament(skills, first, second, np.sign(points).astype(int) + 1)
