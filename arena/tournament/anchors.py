"""`--anchor NAME=25`: the bot whose rating is fixed, so that events can be compared."""

import math
from collections.abc import Sequence

from arena.errors import ArenaError, shown
from arena.rating.belief import Anchor

#: Ratings are some tens; what is beyond this is a slip of the finger.
LARGEST = 1e6


class BadAnchor(ArenaError):
    """An anchor is a name, `=`, and a number."""


def read_anchor(texts: Sequence[str]) -> Anchor | None:
    """The anchor that a person has written; None if there is none. Raises BadAnchor."""
    if not texts:
        return None
    if len(texts) > 1:
        raise BadAnchor(
            f"--anchor is given {len(texts)} times: {', '.join(map(shown, texts))}",
            "one bot's rating is fixed, and with it the scale: leave out the others",
        )
    (text,) = texts
    name, _, number = text.rpartition("=")
    try:
        mu = float(number)
    except ValueError:
        mu = math.nan
    if not name or "=" in name or not abs(mu) <= LARGEST:
        raise BadAnchor(
            f"--anchor: `{shown(text)}` is not a bot and its rating", "write it as in greedy=25"
        )
    return Anchor(name.strip(), mu)
