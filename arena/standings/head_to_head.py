"""Two bots against each other: what their pairs say alone, and what the whole ranking says."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.rating.certainty import ENOUGH_LEGS, says_enough
from arena.rating.estimates import Estimate
from arena.rating.results import PAIR_CLASSES
from arena.rating.two_bots import Duel, duel_of_legs, duel_of_pairs
from arena.standings.crosstable import Meeting
from arena.standings.matches import UnknownChoice
from arena.standings.profile import profile
from arena.standings.standings import DIGITS, Standings
from arena.standings.tallies import mean_points
from arena.tables.numbers import estimate_text, likelihood_text
from arena.tables.table import Align, Cell, Column, Row, Table

CLASSES = tuple(Column(legs, Align.RIGHT) for legs in PAIR_CLASSES)
FIGURES = (Column("figure"), Column("value", Align.RIGHT))


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two bots that met, seen by the first; `phi` is what luck their pairs leave."""

    meeting: Meeting
    phi: float | None

    @property
    def duel(self) -> Duel:
        """What their pairs say alone, or their legs where there are no pairs."""
        tally = self.meeting.tally
        if tally.pairs:
            return duel_of_pairs(tally.classes)
        return duel_of_legs(tally.wins, tally.draws, tally.losses)

    @property
    def points(self) -> Estimate | None:
        """Net points a month."""
        points = mean_points([self.meeting.tally])
        return points and points.rounded(DIGITS)

    @property
    def superiority(self) -> float | None:
        """How likely the first is better, by their pairs alone; None while there are too few."""
        enough = says_enough(self.meeting.tally.legs / 2)
        return round(self.duel.superiority, DIGITS) if enough else None

    def tables(self) -> tuple[Table, ...]:
        """For people: how the pairs ended, and the figures."""
        title = f"{self.meeting.bot} against {self.meeting.rival}"
        footer = (
            "Pairs by their two legs: W won, D drawn, L lost. LOS, how likely the first is better,"
            f" from {ENOUGH_LEGS} matches on.",
        )
        return (
            Table(CLASSES, (self.meeting.tally.classes,), title),
            Table(FIGURES, tuple(self._figures()), footer=footer),
        )

    def _figures(self) -> Iterator[Row]:
        duel, tally = self.duel, self.meeting.tally
        yield "pairs", tally.pairs
        yield "W-D-L", tally.record
        yield "match %", self.meeting.score_text
        yield "points/month", estimate_text(self.points, 3)
        yield "Elo", estimate_text(duel.elo, 1)
        yield "normalised Elo", estimate_text(duel.normalised_elo, 1)
        yield "LOS by their pairs", likelihood_text(self.superiority)
        yield "LOS by the ranking", likelihood_text(self.meeting.superiority)
        yield "phi", None if self.phi is None else f"{self.phi:.2f}"

    def as_list(self) -> Table:
        """For spreadsheets: a row for each figure."""
        rows = tuple(self.as_data().items())
        return Table((Column("figure"), Column("value")), rows)

    def as_data(self) -> dict[str, Cell]:
        """For programs."""
        meeting, tally, duel = self.meeting, self.meeting.tally, self.duel
        return {
            "bot": meeting.bot,
            "against": meeting.rival,
            "pairs": tally.pairs,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "match_percent": round(tally.match_percent, DIGITS),
            **{legs.lower(): n for legs, n in zip(PAIR_CLASSES, tally.classes, strict=True)},
            **_numbers("points_per_month", self.points),
            **_numbers("elo", duel.elo),
            **_numbers("normalised_elo", duel.normalised_elo),
            "los": self.superiority,
            "los_by_ranking": meeting.superiority,
            "phi": self.phi,
            "residual": meeting.residual,
            "misfit": meeting.is_misfit,
        }


def _numbers(key: str, estimate: Estimate | None) -> dict[str, Cell]:
    if estimate is None:
        return {key: None, f"{key}_error": None}
    rounded = estimate.rounded(DIGITS)
    return {key: rounded.value, f"{key}_error": rounded.error}


def head_to_head(found: Standings, name: str, rival: str) -> HeadToHead:
    """Two bots by their names. Raises UnknownChoice where they have no complete pair."""
    rivals = {one.rival: one for one in profile(found, name).against}
    if rival not in rivals:
        raise UnknownChoice(f"rival that `{name}` has a complete pair with,", rival, sorted(rivals))
    return HeadToHead(rivals[rival], _phi(found, name, rival))


def _phi(found: Standings, name: str, rival: str) -> float | None:
    spread, table = found.belief.dispersion, found.belief.table
    if spread is None:
        return None
    place = {table.names[i]: i for i in range(len(table.names))}
    first, second = sorted((place[name], place[rival]))
    row = (table.first == first) & (table.second == second)
    return round(float(spread.pairings[row][0]), DIGITS)
