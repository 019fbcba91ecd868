"""Whether a match was left out: every pair up to the last of a pairing is played in both legs.

An organiser who knows the cards could drop the pairs that he does not like.
"""

from collections import defaultdict
from collections.abc import Iterator

from arena.event.deals.dealing import Bot
from arena.store.match_names import MatchName, parse_match_name
from referee.rules.record import MatchRecord
from referee.rules.seats import SEATS

LEGS = (1, 2)


class ScheduleCheck:
    """The matches that are there, from which follows which are not."""

    def __init__(self, max_faults: int) -> None:
        self._max_faults = max_faults
        self._legs: defaultdict[tuple[Bot, Bot], set[tuple[int, int]]] = defaultdict(set)
        self._faults: defaultdict[Bot, set[str]] = defaultdict(set)

    def add(self, record: MatchRecord) -> None:
        """Takes note of a match, if it has a name by which it can be missed."""
        if (name := parse_match_name(record.match or "")) is None:
            return
        north, south = bots = [
            (record.seats[seat].name, record.seats[seat].version or "") for seat in SEATS
        ]
        pairing = (north, south) if name.leg == 1 else (south, north)
        self._legs[pairing].add((name.pair, name.leg))
        for seat in record.result.fault.seats if record.result.fault else ():
            self._faults[bots[seat]].add(record.result.incident or str(name))

    def gaps(self) -> Iterator[tuple[str, str]]:
        """The first match that is missing in each pairing, and how many are.

        Nothing is missing of a bot that was benched: the rest of its chunk is not played.
        """
        for (a, b), played in sorted(self._legs.items()):
            last = max(pair for pair, _ in played)
            missing = [
                MatchName(a[0], b[0], pair, leg)
                for pair in range(1, last + 1)
                for leg in LEGS
                if (pair, leg) not in played
            ]
            if missing and not self._is_benched(a) and not self._is_benched(b):
                yield str(missing[0]), _text(len(missing) - 1, last)

    def _is_benched(self, bot: Bot) -> bool:
        return len(self._faults[bot]) >= self._max_faults


def _text(more: int, last: int) -> str:
    others = f", and {more} more of this pairing" if more else ""
    return f"is missing{others}: pairs 1 to {last} are to be played in both legs"
