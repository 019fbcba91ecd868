"""A run whose matches are there already: what it asks for, counts, and ends with."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import pytest

from arena.bots.discovery import Playable
from arena.event.deals.dealer import Dealer
from arena.runner.bot_process import Conditions
from arena.runner.chunk import LEGS, Chunk, Played, match_name
from arena.runner.event_run import Dispatcher, Event, play_event
from arena.runner.host import NO_HOST
from arena.runner.interim import Stages
from arena.runner.progress import Progress
from arena.schedule.formats import Terms, schedule_named
from arena.schedule.slots import Slot
from arena.standings.interim import LiveRanking
from arena.standings.standings import Standings, standings
from arena.store.pairs import Within
from referee.rules.record import MatchRecord
from referee.rules.ruleset import LEMME
from referee.rules.seats import SOUTH
from referee.rules.shuffle import Item
from referee.server.time_control import TimeControl
from tests.stores import SETTINGS, lost, new_store, scored

NAMES = ("a", "b", "c", "d")
PAIRS = 45
ALL = 6 * PAIRS * 2

Play = Callable[[str], MatchRecord]


def by_name(match: str) -> MatchRecord:
    """A result that follows from the match's name alone; early letters are better."""
    pairing, pair, leg = match.split(".")
    a, b = pairing.split("~")
    lead = 10 * (ord(b) - ord(a)) + int(pair) * 7 % 31 - 15
    points = (50 + lead, 50) if leg == "1" else (50, 50 + lead)
    return scored(match, *points, months=1)


@dataclass(slots=True)
class Ready:
    """Places that have every match at hand, and give so many at a time."""

    jobs: int = 1
    together: int = 1
    play_one: Play = by_name
    asked: list[str] = field(default_factory=list)

    async def work(self, dispatcher: Dispatcher) -> None:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self.jobs):
                tasks.create_task(self._job(dispatcher))

    async def _job(self, dispatcher: Dispatcher) -> None:
        while (slot := await dispatcher.queue.take()) is not None:
            await dispatcher.play(self, slot)
            dispatcher.queue.done()

    async def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        legs = ((pair, leg) for leg in LEGS for pair in chunk.pairs[leg - 1])
        names = (match_name(*chunk.names, *one) for one in legs)
        while records := tuple(map(self.play_one, islice(names, self.together))):
            self.asked += [record.match or "" for record in records]
            await asyncio.sleep(0)
            yield Played(records)


class Told:
    """A report that remembers."""

    def __init__(self) -> None:
        self.began_with: list[tuple[int, int]] = []
        self.rankings: list[int] = []

    def note(self, text: str) -> None:
        """Nobody is here to read it."""

    mention = note

    def began(self, progress: Progress) -> None:
        self.began_with.append((progress.left, progress.total))

    def finished(self, record: MatchRecord, progress: Progress) -> None:
        """Nothing to remember."""

    def interim(self, ranking: LiveRanking) -> None:
        self.rankings.append(ranking.number)


@contextmanager
def an_event(folder: Path) -> Iterator[Event]:
    with new_store(folder, NAMES, replace(SETTINGS, seed=1)) as store:
        conditions = Conditions(LEMME, TimeControl(), 30.0, folder / "logs")
        items = tuple(Item(one.name, one.version) for one in store.entrants())
        yield Event(
            name="spring",
            store=store,
            dealer=Dealer(store, folder, items, None, note=str),
            entrants={one.name: _playable(one.name, folder) for one in store.entrants()},
            max_faults=5,
            fresh=False,
            conditions=conditions,
            host=NO_HOST,
        )


def _playable(name: str, folder: Path) -> Playable:
    return Playable(name, f"sha256:{name}", "", folder, (), "unix")


def played(
    event: Event, backend: Ready, schedule: str = "round-robin", interval: int | None = None
) -> tuple[Standings, Progress, Told, list[Within]]:
    """The ranking of an event that is played to its end, and how that went."""
    looks: list[Within] = []

    def rank(within: Within) -> Standings:
        looks.append(within)
        return standings(event.store, within=within)

    progress, told = Progress(), Told()
    terms = Terms(NAMES, NAMES[:1], PAIRS, rank)
    stages = Stages(schedule_named(schedule), terms, None, interval, progress, told)
    progress.total = stages.planned()
    asyncio.run(play_event(event, stages, backend, progress, told))
    return standings(event.store), progress, told, looks


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "swiss", "adaptive"])
def test_the_ranking_does_not_depend_on_who_plays_how_much_at_a_time(
    tmp_path: Path, schedule: str
) -> None:
    ranked = []
    for number, backend in enumerate((Ready(), Ready(jobs=7), Ready(jobs=3, together=20))):
        with an_event(tmp_path / str(number)) as event:
            found, _, _, _ = played(event, backend, schedule)
            ranked.append([(one.entry.name, one.rating, one.tally) for one in found.ranked])

    assert ranked[0] == ranked[1] == ranked[2]
    assert [name for name, *_ in ranked[0]] == list(NAMES)


def test_what_is_stored_is_counted_and_not_asked_for_again(tmp_path: Path) -> None:
    with an_event(tmp_path) as event:
        stored = [by_name(f"a~c.{pair}.{leg}") for pair in range(11, 31) for leg in LEGS]
        event.begin(schedule_slots())
        event.store.add(stored)
        backend = Ready(jobs=2)
        _, progress, told, _ = played(event, backend)

    assert told.began_with == [(ALL - 40, ALL)]
    assert len(backend.asked) == len(set(backend.asked)) == ALL - 40
    assert not {record.match for record in stored} & set(backend.asked)
    assert (progress.done, progress.left, progress.played) == (ALL, 0, ALL - 40)


def schedule_slots() -> list[Slot]:
    terms = Terms(NAMES, NAMES[:1], PAIRS, rank=lambda _: pytest.fail("nobody asks"))
    return [slot for slots in schedule_named("round-robin").rounds(terms) for slot in slots]


def test_a_ranking_is_fitted_when_it_is_to_be_shown_and_at_no_other_time(tmp_path: Path) -> None:
    for interval, shown in ((None, []), (2, [2]), (1, [1, 2, 3])):
        with an_event(tmp_path / str(interval)) as event:
            _, _, told, looks = played(event, Ready(), interval=interval)

        assert told.rankings == shown
        assert len(looks) == len(shown)


def test_a_bot_that_has_too_many_faults_is_asked_for_no_more(tmp_path: Path) -> None:
    def crashing(match: str) -> MatchRecord:
        has_d = "~d." in match and match.endswith(".1")
        return lost(match, by=SOUTH) if has_d else by_name(match)

    with an_event(tmp_path) as event:
        _, progress, _, _ = played(event, backend := Ready(play_one=crashing))
        assert event.benched() == {"d"}
        assert event.store.faults()["d"] >= 5

    chunk = 40
    assert sum("~d." in match for match in backend.asked) == chunk
    assert (progress.left, progress.dropped) == (0, 3 * PAIRS * 2 - chunk)
