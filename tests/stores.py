"""Events for tests, with matches that the engine played."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from random import Random

from arena.store.entries import Entry
from arena.store.epochs import Epoch
from arena.store.settings import Settings
from arena.store.store import Store
from referee.rules.record import MatchRecord, MatchResult, Player, RoundRecord
from referee.rules.round import RoundEnd, RoundResult
from referee.rules.ruleset import LEMME
from referee.rules.seats import Seat
from referee.rules.shuffle import Deals, Item
from referee.rules.verdicts import Fault, Verdict
from tests.records import KEY, named, random_match, random_pairs

SETTINGS = Settings(event="spring", ruleset=LEMME)
DECK = next(Deals(KEY, "1").decks(1))
SEEN = datetime(2026, 1, 15, 12, tzinfo=UTC)


def entry(name: str, version: str | None = None) -> Entry:
    """An entrant whose version is, like those of the records, its name."""
    return Entry(name, version or f"sha256:{name}", language="Python", author="A. Tester")


@contextmanager
def new_store(
    folder: Path, names: Iterable[str] = ("a", "b"), settings: Settings = SETTINGS
) -> Iterator[Store]:
    """The store of a new event in a folder of its own, which has dealt for all these bots."""
    folder.mkdir(parents=True, exist_ok=True)
    with Store.create(folder / "arena.sqlite", settings) as store:
        entered = store.enter(map(entry, names), SEEN)
        title = "t" if settings.seed is None else f"seed-{settings.seed}"
        items = tuple(Item(one.name, one.version) for one in entered)
        store.keep_epoch(Epoch(number=1, title=title, items=items))
        yield store


def tournament(names: Iterable[str], pairs: int) -> list[MatchRecord]:
    """Every pairing of the names, played by chance."""
    pairings = combinations(sorted(names), 2)
    return [record for a, b in pairings for record in random_pairs(a, b, pairs, key=key(a, b))]


def key(a: str, b: str) -> bytes:
    """The deal key of a pairing."""
    return f"{a} {b}".encode().ljust(32)


def scored(name: str, north: int, south: int, months: int = 12) -> MatchRecord:
    """A match with this result and no play, which only a count can be taken of."""
    winner = None if north == south else Seat(north < south)
    end = RoundResult(RoundEnd.EXHAUSTED, None, (0, 0))
    rounds = (RoundRecord(Seat.NORTH, DECK, (), end),) * months
    players = Player(""), Player("")
    return named(MatchRecord(LEMME, players, rounds, MatchResult((north, south), winner)), name)


def lost(name: str, by: Seat, verdict: Verdict = Verdict.CRASH, **more: str) -> MatchRecord:
    """A match that was forfeited before its first month was over."""
    fault = (Fault.NORTH, Fault.SOUTH)[by]
    result = MatchResult((0, 0), by.other, verdict, fault, "it fell over", **more)
    return replace(scored(name, 0, 0, months=0), result=result)


def leg(name: str, seed: int = 1) -> MatchRecord:
    """A leg by its name, played at random."""
    return named(random_match(Deals(KEY, name.split(".")[1]), Random(seed)), name)
