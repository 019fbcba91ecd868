"""Complete pairs and unpaired matches, from which everything rated or ranked is counted."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

#: The pairings that are meant, by their names in order, and the last pair of each. None: all.
Within: TypeAlias = Mapping[tuple[str, str], int] | None


class PairOutcome(NamedTuple):
    """The outcome of a pair for `a`, match by match: W, D or L."""

    a: str
    b: str
    pair: int
    first: str
    second: str


class PairCount(NamedTuple):
    """The number of pairs of a pairing with one outcome for `a`.

    `net_points` are a's points minus b's in them, over the `months` that finished. The squares
    and products are summed pair by pair.
    """

    a: str
    b: str
    first: str
    second: str
    pairs: int
    net_points: int
    months: int
    net_squared: int
    net_by_months: int
    months_squared: int


class LegCount(NamedTuple):
    """The number of unpaired matches of a pairing with one outcome for `a`.

    The sums are those of `PairCount`.
    """

    a: str
    b: str
    outcome: str
    legs: int
    net_points: int
    months: int
    net_squared: int
    net_by_months: int
    months_squared: int


class LegMoments(NamedTuple):
    """The moments of a pairing's matches for `a`, summed over complete pairs without a forfeit.

    `first` and `second` are the legs; squares are of both, products of one with the other. Net
    points, and `won`, which is 1 for a win and -1 for a loss.
    """

    a: str
    b: str
    pairs: int
    first_net: int
    second_net: int
    net_squared: int
    net_product: int
    first_won: int
    second_won: int
    won_squared: int
    won_product: int


_MOMENTS = """
WITH played_out AS (
    SELECT
        a.name AS a, b.name AS b,
        one.north_points - one.south_points AS net_1,
        two.south_points - two.north_points AS net_2,
        (one.winner IS 'north') - (one.winner IS 'south') AS won_1,
        (two.winner IS 'south') - (two.winner IS 'north') AS won_2
    FROM pair
    JOIN leg AS one ON one.pair_id = pair.pair_id AND one.leg = 1 AND one.fault IS NULL
    JOIN leg AS two ON two.pair_id = pair.pair_id AND two.leg = 2 AND two.fault IS NULL
    JOIN entrant AS a ON a.entrant_id = pair.a AND a.is_current
    JOIN entrant AS b ON b.entrant_id = pair.b AND b.is_current
    WHERE pair.is_paired
)
SELECT
    a, b, count(*),
    sum(net_1), sum(net_2), sum(net_1 * net_1 + net_2 * net_2), sum(net_1 * net_2),
    sum(won_1), sum(won_2), sum(won_1 * won_1 + won_2 * won_2), sum(won_1 * won_2)
FROM played_out GROUP BY a, b ORDER BY a, b
"""


def leg_moments(connection: sqlite3.Connection) -> list[LegMoments]:
    """Return the moments of every pairing of current versions, in the order of the names."""
    return list(map(LegMoments._make, connection.execute(_MOMENTS)))


_SUMS = """
    count(*), sum(net_points), sum(months),
    sum(net_points * net_points), sum(net_points * months), sum(months * months)
"""
_PAIR_COUNTS = f"""
SELECT a, b, first, second, {_SUMS}
FROM complete_pair {{condition}} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
_LEG_COUNTS = f"""
SELECT a, b, outcome, {_SUMS}
FROM unpaired_leg {{condition}} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
_IS_WITHIN = """
JOIN (
    SELECT
        json_extract(value, '$[0]') AS a, json_extract(value, '$[1]') AS b,
        json_extract(value, '$[2]') AS last
    FROM json_each(?)
) USING (a, b) WHERE pair <= last
"""


def pair_counts(connection: sqlite3.Connection, within: Within = None) -> list[PairCount]:
    """Return the counts of every pairing of current versions, in the order of the names."""
    return list(map(PairCount._make, _counted(connection, _PAIR_COUNTS, within)))


def leg_counts(connection: sqlite3.Connection, within: Within = None) -> list[LegCount]:
    """Return the counts of the unpaired legs of current versions, in the order of the names."""
    return list(map(LegCount._make, _counted(connection, _LEG_COUNTS, within)))


def _counted(connection: sqlite3.Connection, counts: str, within: Within) -> sqlite3.Cursor:
    if within is None:
        return connection.execute(counts.format(condition=""))
    bounds = json.dumps([[a, b, last] for (a, b), last in within.items()])
    return connection.execute(counts.format(condition=_IS_WITHIN), (bounds,))


def unpaired_outcomes(connection: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Yield the names and outcome of every unpaired leg of current versions, pair by pair."""
    return connection.execute("SELECT a, b, outcome FROM unpaired_leg ORDER BY pair, leg, a, b")


def pair_outcomes(connection: sqlite3.Connection) -> Iterator[PairOutcome]:
    """Yield every complete pair of current versions: pair 1 of all pairings, then pair 2."""
    rows = connection.execute(
        "SELECT a, b, pair, first, second FROM complete_pair ORDER BY pair, a, b"
    )
    return map(PairOutcome._make, rows)
