"""Profiles: one bot with its results against every rival, or two bots against each other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arena.errors import UnknownChoice
from arena.rating.certainty import ENOUGH_LEGS, says_enough
from arena.rating.estimates import Estimate
from arena.rating.results import PAIR_CLASSES
from arena.rating.two_bots import Duel, duel_of_legs, duel_of_pairs
from arena.standings.crosstable import KEYS as MEETING_KEYS
from arena.standings.crosstable import Meeting, meeting_row, meetings
from arena.standings.ranking_columns import more_text
from arena.standings.ranking_table import RETIRED, benched_reason, ranking_object, unranked_reason
from arena.standings.standings import DIGITS, Standing, Standings
from arena.standings.tallies import mean_points
from arena.store.entries import Entry
from arena.tables.numbers import estimate_text, interval_text, likelihood_text, ranks_text
from arena.tables.table import Align, Cell, Column, Row, Table

RIGHT = Align.RIGHT
FACTS = (Column("bot"), Column(""))
AGAINST = (
    *(Column("rank", RIGHT), Column("against"), Column("pairs", RIGHT, spare=3)),
    *(Column("W-D-L", RIGHT), Column("match %", RIGHT), Column("points/month", RIGHT, spare=2)),
    *(Column("better", RIGHT, spare=1), Column("z", RIGHT, 1, spare=4)),
)
AGAINST_NOTE = (
    "better: probability to be the better bot, by all results together. z: standard errors from"
    " what is expected."
)
CLASSES = tuple(Column(legs, Align.RIGHT) for legs in PAIR_CLASSES)
FIGURES = (Column("figure"), Column("value", Align.RIGHT))


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of one bot. `standing` is None if the bot is not ranked."""

    entry: Entry
    standing: Standing | None
    why_below: str | None
    ranked: int
    against: tuple[Meeting, ...]
    ranks: Mapping[str, int]
    verdicts: Mapping[str, int]

    def tables(self) -> tuple[Table, ...]:
        """Return the tables for people: facts, rivals, faults."""
        rivals = Table(AGAINST, tuple(map(self._rival, self.against)), footer=(AGAINST_NOTE,))
        faults = Table(
            (Column("faults"), Column("times", RIGHT)), tuple(sorted(self.verdicts.items()))
        )
        shown = (rivals if self.against else None, faults if self.verdicts else None)
        return (Table(FACTS, tuple(self._facts())), *(table for table in shown if table))

    def _facts(self) -> Iterator[Row]:
        yield "name", self.entry.name
        for word in ("version", "label", "language", "author", "description"):
            if text := getattr(self.entry, word):
                yield word, text
        if self.standing is None:
            yield "rank", self.why_below
        else:
            facts = _standing_facts(self.standing, self.ranked)
            yield from ((what, value) for what, value in facts if value is not None)

    def _rival(self, meeting: Meeting) -> Row:
        return (
            self.ranks[meeting.rival],
            meeting.rival,
            meeting.tally.pairs,
            meeting.tally.record,
            meeting.score_text,
            estimate_text(mean_points([meeting.tally]), 3),
            likelihood_text(meeting.superiority),
            meeting.residual,
        )

    def as_list(self) -> Table:
        """Return the table for spreadsheets: a row for each rival."""
        return Table(tuple(map(Column, MEETING_KEYS)), tuple(map(meeting_row, self.against)))

    def as_data(self) -> dict[str, object]:
        """Return the profile as plain data."""
        return {
            "bot": self.entry.name,
            "version": self.entry.version,
            "label": self.entry.label,
            "language": self.entry.language,
            "author": self.entry.author,
            "description": self.entry.description,
            "ranking": ranking_object(self.standing) if self.standing else None,
            "note": self.why_below,
            "against": self.as_list().objects(),
            "verdicts": dict(sorted(self.verdicts.items())),
        }


def _standing_facts(standing: Standing, ranked: int) -> Iterator[tuple[str, Cell]]:
    certainty, tally = standing.certainty, standing.tally
    yield "rank", f"{standing.rank} of {ranked} (95 %: {ranks_text(certainty.ranks)})"
    yield "mu", f"{standing.rating.mu:.3f} (95 %: {interval_text(certainty.interval)})"
    yield "sigma", f"{standing.rating.sigma:.3f}"
    yield "mu-3sigma", f"{standing.conservative:.3f}"
    yield "Elo", estimate_text(certainty.elo, 0)
    yield "pairs", tally.pairs
    yield "W-D-L", tally.record
    yield "match %", f"{tally.match_percent:.1f}"
    yield "points/month", estimate_text(standing.points_per_month, 3)
    if certainty.lead is not None:
        yield "better than the next", likelihood_text(certainty.lead.superiority)
        yield "pairs to go", more_text(certainty.lead)
    yield "faults", standing.faults


def profile(found: Standings, name: str) -> Profile:
    """Return the profile of a bot by its name. Raises UnknownChoice."""
    entry, standing, why_below = _place(found, name)
    return Profile(
        entry=entry,
        standing=standing,
        why_below=why_below,
        ranked=len(found.ranked),
        against=tuple(meetings(found, only=name)),
        ranks={one.entry.name: one.rank for one in found.ranked},
        verdicts=_verdicts(found, name),
    )


def _verdicts(found: Standings, name: str) -> Mapping[str, int]:
    benched = {one.entry.name: one.verdicts for one in found.benched}
    return {**found.verdicts, **benched}.get(name, {})


def _place(found: Standings, name: str) -> tuple[Entry, Standing | None, str | None]:
    places: dict[str, tuple[Entry, Standing | None, str | None]] = {
        **{one.entry.name: (one.entry, one, None) for one in found.ranked},
        **{one.name: (one, None, unranked_reason(found)) for one in found.unranked},
        **{one.entry.name: (one.entry, None, benched_reason(found)) for one in found.benched},
        **{one.name: (one, None, RETIRED) for one in found.retired},
    }
    if name not in places:
        raise UnknownChoice("bot", name, sorted(places))
    return places[name]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two bots that met, seen by the first; `phi` is the dispersion of their pairs."""

    meeting: Meeting
    phi: float | None

    @property
    def duel(self) -> Duel:
        """The estimate from their pairs alone, or from their matches if there are no pairs."""
        tally = self.meeting.tally
        if tally.pairs:
            return duel_of_pairs(tally.classes)
        return duel_of_legs(tally.wins, tally.draws, tally.losses)

    @property
    def points(self) -> Estimate | None:
        """The net points per month."""
        points = mean_points([self.meeting.tally])
        return points and points.rounded(DIGITS)

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first is better, by their pairs; None if there are too few."""
        enough = says_enough(self.meeting.tally.legs / 2)
        return round(self.duel.superiority, DIGITS) if enough else None

    def tables(self) -> tuple[Table, ...]:
        """Return the tables for people: how the pairs ended, and the figures."""
        title = f"{self.meeting.bot} against {self.meeting.rival}"
        footer = (
            "Pairs by their two matches: W won, D drawn, L lost. LOS: probability that the first is"
            f" better (shown from {ENOUGH_LEGS} matches).",
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
        """Return the table for spreadsheets: a row for each figure."""
        rows = tuple(self.as_data().items())
        return Table((Column("figure"), Column("value")), rows)

    def as_data(self) -> dict[str, Cell]:
        """Return the comparison as plain data."""
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
    """Compare two bots by their names. Raises UnknownChoice if they have no complete pair."""
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
