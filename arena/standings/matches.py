"""The list of an event's matches, or of a choice of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import UnknownChoice
from arena.store.legs import Leg
from arena.store.store import Store
from arena.tables.table import Align, Column, Row, Table
from referee.rules.verdicts import UNSCORED, Verdict

COLUMNS = (
    *(Column("match"), Column("north"), Column("south")),
    *(Column("north_points", Align.RIGHT), Column("south_points", Align.RIGHT)),
    *(Column("winner"), Column("verdict"), Column("fault", spare=1), Column("detail", room=16)),
)
VERDICTS = tuple(verdict.value for verdict in Verdict if verdict not in UNSCORED)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of matches; with a bot, `only_faults` means those that it forfeited itself."""

    bot: str | None = None
    verdict: str | None = None
    only_faults: bool = False

    def takes(self, leg: Leg) -> bool:
        """Return whether a match belongs to the choice."""
        at_fault = [bot for bot, _ in leg.faults]
        return (
            self.bot in (None, leg.name.a, leg.name.b)
            and self.verdict in (None, leg.result.verdict.value)
            and (not self.only_faults or (bool(at_fault) and self.bot in (None, *at_fault)))
        )


def match_list(store: Store, choice: Choice) -> Table:
    """Return the chosen matches of current versions, in canonical order. Raises UnknownChoice."""
    names = [entry.name for entry in store.entrants()]
    if choice.bot is not None and choice.bot not in names:
        raise UnknownChoice("bot", choice.bot, names)
    if choice.verdict is not None and choice.verdict not in VERDICTS:
        raise UnknownChoice("verdict", choice.verdict, list(VERDICTS))
    return Table(COLUMNS, tuple(_rows(store, choice)))


def _rows(store: Store, choice: Choice) -> Iterator[Row]:
    return (_row(leg) for leg in store.legs() if choice.takes(leg))


def _row(leg: Leg) -> Row:
    result = leg.result
    return (
        str(leg.name),
        *(player.name for player in leg.seats),
        *result.points,
        None if result.winner is None else leg.seats[result.winner].name,
        result.verdict.value,
        " ".join(bot for bot, _ in leg.faults) or None,
        result.detail,
    )
