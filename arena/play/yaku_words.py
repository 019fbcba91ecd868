"""The names of yaku, short."""

from referee.rules.ruleset import Ruleset
from referee.rules.yaku import TABLE, Yaku

DEALT = {"teshi": "Teshi", "kuttsuki": "Kuttsuki"}
NAMES = {row.id: row.name.partition(",")[0] for row in TABLE} | DEALT


def points_text(points: int) -> str:
    """So many points.

    >>> points_text(1), points_text(7)
    ('1 point', '7 points')
    """
    return f"{points} point{'' if points == 1 else 's'}"


def worth(row: Yaku) -> str:
    """What a yaku is worth: `5`, and `5 +1` where further cards add to it."""
    return f"{row.points} +{row.extra}" if row.extra else f"{row.points}"


def counting(ruleset: Ruleset) -> list[Yaku]:
    """The yaku that count under these rules."""
    return [row for row in ruleset.yaku if row.points]
