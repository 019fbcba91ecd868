"""The worth of a pile, fast: the same as `scoring.made_yaku`, packed into one int.

The engine asks after every turn with a capture. Yaku fall into groups that do not affect each
other and concern few cards (the lights and viewings, the animals, the ribbons), so the tally of a
group is looked up by the cards held of it.
"""

from dataclasses import replace
from functools import cache

from referee.rules.cards import CardSet
from referee.rules.ruleset import Ruleset, ViewingSpoiledBy
from referee.rules.scoring import Made, made_yaku
from referee.rules.yaku import TSUKIFUDA, Yaku

# The base in the low 16 bits and, above them, one bit for each row that counts: the tallies of
# groups are simply added.
BASE_BITS = 16
BASE_MASK = (1 << BASE_BITS) - 1
# Cards in a group whose every subset may be kept: at most 1,024 entries.
TABLE_LIMIT = 10


class Tally:
    """The sums of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        # Elsewhere only a capture can change what a pile is worth.
        self.sees_field = ruleset.viewing_spoiled_by is ViewingSpoiledBy.FIELD
        rows = [row for row in ruleset.yaku if row.points]
        groups = _groups([row for row in rows if row.id != TSUKIFUDA])
        small = [group for group in groups if _cards(group).bit_count() <= TABLE_LIMIT]
        large = [group for group in groups if group not in small]
        self._by_rows = (
            ruleset.viewing_spoiled_by is not ViewingSpoiledBy.NOTHING
            or ruleset.viewing_needs_other_yaku
            or any(len(group) > 1 for group in large)
        )
        self._tables = [
            (_cards(group), _table(_only(ruleset, group), _cards(group))) for group in small
        ]
        self._counts = [(group[0].cards, _by_count(ruleset, group[0])) for group in large]
        self._month = sum(
            row.points | _row_bit(ruleset, row) for row in rows if row.id == TSUKIFUDA
        )

    def __call__(self, pile: CardSet, month: int, field: CardSet) -> int:
        """Return the base of a pile and the rows that count for it; `month` is 1 to 12."""
        tally = 0
        for cards, table in self._tables:
            tally += table[pile & cards]
        for cards, by_count in self._counts:
            tally += by_count[(pile & cards).bit_count()]
        if self._by_rows:
            return _tally(self._ruleset, pile, month=month, field=field)
        if self._month and pile >> 4 * (month - 1) & 0xF == 0xF:
            tally += self._month
        return tally

    def made(self, tally: int, pile: CardSet) -> tuple[Made, ...]:
        """Return the yaku of a pile whose tally is known, in table order."""
        made = []
        bits = tally >> BASE_BITS
        while bits:
            row = self._ruleset.yaku[(bits & -bits).bit_length() - 1]
            # Tsuki-fuda has no cards of its own: which they are depends on the month.
            made.append(Made(row.id, row.points if row.id == TSUKIFUDA else row.worth(pile)))
            bits &= bits - 1
        return tuple(made)


@cache
def tally_of(ruleset: Ruleset) -> Tally:
    """Return the sums of a ruleset, built once."""
    return Tally(ruleset)


def _table(ruleset: Ruleset, cards: CardSet) -> dict[CardSet, int]:
    """Return the tally of every subset of a few cards."""
    table = {}
    held = cards
    while held:
        table[held] = _tally(ruleset, held, month=1, field=0)
        held = held - 1 & cards
    return table | {0: 0}


def _tally(ruleset: Ruleset, pile: CardSet, *, month: int, field: CardSet) -> int:
    points = {yaku.id: yaku.points for yaku in made_yaku(ruleset, pile, month=month, field=field)}
    bits = sum(_row_bit(ruleset, row) for row in ruleset.yaku if row.id in points)
    return sum(points.values()) | bits


def _row_bit(ruleset: Ruleset, row: Yaku) -> int:
    return 1 << BASE_BITS + ruleset.yaku.index(row)


def _by_count(ruleset: Ruleset, row: Yaku) -> list[int]:
    """Return the tally of a row that stands alone, by how many of its cards are held."""
    bit = _row_bit(ruleset, row)
    made = range(row.cards.bit_count() + 1)
    return [row.points + row.extra * (n - row.needs) | bit if n >= row.needs else 0 for n in made]


def _only(ruleset: Ruleset, group: list[Yaku]) -> Ruleset:
    """Return the ruleset with every other row off; bits keep their meaning."""
    rows = (row if row in group else replace(row, points=0) for row in ruleset.yaku)
    return replace(ruleset, yaku=tuple(rows))


def _cards(group: list[Yaku]) -> CardSet:
    cards = 0
    for row in group:
        cards |= row.cards | row.more
    return cards


def _groups(rows: list[Yaku]) -> list[list[Yaku]]:
    """Return groups of rows that affect each other, and others that fit into one small table."""
    groups: list[list[Yaku]] = []
    for row in rows:
        near = [group for group in groups if any(_related(row, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), row])
    return _packed(groups)


def _related(a: Yaku, b: Yaku) -> bool:
    names = {a.id, b.id} & {*a.replaces, *a.void_if, *b.replaces, *b.void_if}
    return bool(names) or (bool(a.family) and a.family == b.family)


def _packed(groups: list[list[Yaku]]) -> list[list[Yaku]]:
    packed: list[list[Yaku]] = []
    for group in groups:
        roomy = (other for other in packed if _cards([*other, *group]).bit_count() <= TABLE_LIMIT)
        host = next(roomy, None)
        if host is None:
            packed.append(list(group))
        else:
            host.extend(group)
    return packed
