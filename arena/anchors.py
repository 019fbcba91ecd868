"""`--anchor NAME=25`: the bot whose rating is fixed, so that events can be compared."""

import math

from arena.errors import ArenaError, shown
from arena.rating.belief import Anchor

#: Ratings are some tens; what is beyond this is a slip of the finger.
LARGEST = 1e6


class BadAnchor(ArenaError):
    """An anchor is a name, `=`, and a number."""


def read_anchor(text: str | None) -> Anchor | None:
    """The anchor that a person has written; None if there is none. Raises BadAnchor."""
    if text is None:
        return None
    name, _, number = text.rpartition("=")
    try:
        mu = float(number)
    except ValueError:
        mu = math.nan
    if not name or not abs(mu) <= LARGEST:
        raise BadAnchor(
            f"--anchor: `{shown(text)}` is not a bot and its rating", "write it as in greedy=25"
        )
    return Anchor(name.strip(), mu)
