"""The ranking while a run goes on, in the format that watchers of tournaments know.

Between dashed lines stands a block: a rank table, or for two bots what their pairs say alone, with
the words and the order of the fields that tournament runners use.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.rating.certainty import says_enough
from arena.rating.estimates import Estimate
from arena.rating.two_bots import duel_of_pairs
from arena.standings.standings import Standing, Standings
from arena.tables.numbers import likelihood_text
from arena.tables.table import Align, Column, Row, Table, as_plain

DASHES = "-" * 50
RIGHT = Align.RIGHT
COLUMNS = (
    *(Column("Rank", RIGHT), Column("Name"), Column("mu", RIGHT, 2), Column("+/-", RIGHT, 2)),
    *(Column("Elo", RIGHT, 0), Column("+/-", RIGHT, 0), Column("Games", RIGHT)),
    *(Column("Score", RIGHT), Column("Draw", RIGHT), Column("LOS", RIGHT)),
)


@dataclass(frozen=True, slots=True)
class LiveRanking:
    """The ranking by the schedule rounds up to `number`.

    `first` is the first entrant, from whose side two bots are compared; `more` are further
    lines.
    """

    found: Standings
    number: int
    first: str
    more: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the block with its dashed lines."""
        found = self.found
        lines = _of_two(found, self.first) if len(found.ranked) == 2 else _of_many(found)
        head = (
            f"Ranking after schedule round {self.number} ({found.complete_pairs} complete pairs):"
        )
        return "\n".join((DASHES, head, *lines, *self.more, DASHES))


def _of_many(found: Standings) -> list[str]:
    table = Table(COLUMNS, tuple(map(_row, found.ranked)))
    return as_plain(table).rstrip("\n").split("\n")


def _row(one: Standing) -> Row:
    half = (one.certainty.interval[1] - one.certainty.interval[0]) / 2
    legs = 2 * one.tally.pairs
    return (
        *(
            one.rank,
            one.entry.name,
            one.rating.mu,
            half,
            one.certainty.elo.value,
            one.certainty.elo.error,
        ),
        *(legs, f"{one.tally.match_percent:.1f}%", f"{100 * one.tally.draws / legs:.1f}%"),
        likelihood_text(one.certainty.lead.superiority) if one.certainty.lead else None,
    )


def _of_two(found: Standings, name: str) -> Iterator[str]:
    first, second = sorted(found.ranked, key=lambda one: one.entry.name != name)
    tally = first.against[second.entry.name]
    duel = duel_of_pairs(tally.classes)
    points = tally.wins + tally.draws / 2
    ww, wd, wl, dd, ld, ll = tally.classes
    yield f"Results of {first.entry.name} vs {second.entry.name}:"
    yield f"Elo: {_estimate(duel.elo)}, nElo: {_estimate(duel.normalised_elo)}"
    if says_enough(tally.pairs):
        yield f"LOS: {100 * duel.superiority:.2f} %"
    yield (
        f"Games: {2 * tally.pairs}, Wins: {tally.wins}, Losses: {tally.losses},"
        f" Draws: {tally.draws}, Points: {points:.1f} ({tally.match_percent:.2f} %)"
    )
    yield f"Ptnml(0-2): [{ll}, {ld}, {wl + dd}, {wd}, {ww}]"


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return "inf"
    return f"{estimate.value:.2f} +/- " + (
        "inf" if estimate.error is None else f"{estimate.error:.2f}"
    )
