"""Crosstables: every bot against every other one, in the order of the ranking."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from arena.rating.certainty import ENOUGH_LEGS, says_enough, superiority
from arena.rating.results import PAIR_CLASSES
from arena.standings.standings import DIGITS, Standing, Standings
from arena.standings.tallies import Tally, mean_points
from arena.tables.numbers import likelihood_text
from arena.tables.table import Align, Cell, Column, Row, Table

#: So many standard errors from what the ranking expects are hardly chance.
MISFIT_ERRORS = 3.5
MISFIT_MARK = "!"
MISFIT_NOTE = (
    f"{MISFIT_MARK} {MISFIT_ERRORS} standard errors or more from what the ranking expects."
)
RESIDUAL_DIGITS = 3
KEYS = (
    *("bot", "against", "pairs", "wins", "draws", "losses", "match_percent"),
    *(legs.lower() for legs in PAIR_CLASSES),
    *("points_per_month", "points_per_month_error", "los", "residual", "misfit"),
)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of two bots against each other, seen by the first, and what the ranking expects.

    `superiority` is None where data are too few to say it. `residual`, by how many standard
    errors the score differs from what the ranking expects, is None where the rating system
    cannot tell.
    """

    bot: str
    rival: str
    tally: Tally
    superiority: float | None
    residual: float | None

    @property
    def score_text(self) -> str:
        """The match % of the first bot, marked if the ranking cannot explain it."""
        return f"{self.tally.match_percent:.1f}{MISFIT_MARK if self.is_misfit else ''}"

    @property
    def is_misfit(self) -> bool:
        """True if the ranking cannot explain the result, as with rock, paper, scissors."""
        is_far = self.residual is not None and abs(self.residual) > MISFIT_ERRORS
        return is_far and says_enough(self.tally.legs / 2)


def meetings(found: Standings, only: str | None = None) -> Iterator[Meeting]:
    """Yield the meetings of every bot, or of one, in the order of the ranking."""
    residuals, likelihoods = _residuals(found), _likelihoods(found)
    for one in (bot for bot in found.ranked if only in (None, bot.entry.name)):
        for rival in found.ranked:
            if tally := one.against.get(rival.entry.name):
                names = one.entry.name, rival.entry.name
                is_known = all(says_enough(bot.pairs_for_each_rival) for bot in (one, rival))
                likelihood = likelihoods(*names) if is_known else None
                yield Meeting(*names, tally, likelihood, residuals.get(names))


def _residuals(found: Standings) -> Mapping[tuple[str, str], float]:
    """Return the residual of each pairing, from either side."""
    belief = found.belief
    if belief.residuals is None:
        return {}
    table = belief.table
    rows = zip(table.first, table.second, belief.residuals, strict=True)
    named = [(table.names[i], table.names[j], round(float(z), RESIDUAL_DIGITS)) for i, j, z in rows]
    return {(a, b): z for a, b, z in named} | {(b, a): -z for a, b, z in named}


def _likelihoods(found: Standings) -> Callable[[str, str], float]:
    place = {name: position for position, name in enumerate(found.belief.table.names)}
    matrix = superiority(found.belief.mean, found.belief.covariance)
    return lambda one, other: round(float(matrix[place[one], place[other]]), DIGITS)


def crosstable(found: Standings) -> Table:
    """Make the crosstable: match % of the row against the column, and W-D-L of matches."""
    met = list(meetings(found))
    footer = ["Match % of the row against the column, and W-D-L of matches in complete pairs."]
    if any(one.is_misfit for one in met):
        footer.append(MISFIT_NOTE)
    cells = {(one.bot, one.rival): f"{one.score_text}  {one.tally.record}" for one in met}
    return _square(found, cells, footer)


def likelihood_table(found: Standings) -> Table:
    """Make the table of the likelihood that the row's bot is better than the column's."""
    cells = {(one.bot, one.rival): likelihood_text(one.superiority) for one in meetings(found)}
    footer = [
        "Probability that the row is better than the column, by all results together (shown from"
        f" {ENOUGH_LEGS} matches per opponent)."
    ]
    return _square(found, cells, footer)


def _square(found: Standings, cells: Mapping[tuple[str, str], Cell], footer: list[str]) -> Table:
    ranks = [Column(str(one.rank), Align.RIGHT) for one in found.ranked]
    return Table(
        columns=(Column("rank", Align.RIGHT), Column("bot"), *ranks),
        rows=tuple(_row(one, found, cells) for one in found.ranked),
        footer=tuple(footer),
    )


def _row(one: Standing, found: Standings, cells: Mapping[tuple[str, str], Cell]) -> Row:
    name = one.entry.name
    return (one.rank, name, *(cells.get((name, rival.entry.name)) for rival in found.ranked))


def crosstable_list(found: Standings) -> Table:
    """Make the crosstable for programs: a row for each bot against each other one."""
    return Table(columns=tuple(map(Column, KEYS)), rows=tuple(map(meeting_row, meetings(found))))


def meeting_row(meeting: Meeting) -> Row:
    """Return the row of a meeting under `KEYS`."""
    tally, points = meeting.tally, mean_points([meeting.tally])
    points = points and points.rounded(DIGITS)
    return (
        *(meeting.bot, meeting.rival, tally.pairs, tally.wins, tally.draws, tally.losses),
        round(tally.match_percent, DIGITS),
        *tally.classes,
        points.value if points else None,
        points.error if points else None,
        meeting.superiority,
        meeting.residual,
        meeting.is_misfit,
    )
