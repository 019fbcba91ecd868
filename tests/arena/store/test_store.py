"""The store keeps facts: whole, once, in order, and through whatever happens to its file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.store.connection import BadLeg, NoStore
from arena.store.settings import Settings
from arena.store.store import Store, UnknownMatch
from referee.rules.record import MatchRecord, Player
from referee.rules.ruleset import LEMME, NINTENDO, Ruleset
from referee.rules.seats import NORTH, SOUTH
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Fault, Verdict
from referee.wire.record_json import read_record, write_record
from tests.records import KEY, forfeited, named, random_match, random_pairs
from tests.stores import SEEN, SETTINGS, entry, leg, new_store, tournament


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with new_store(tmp_path, ("a", "b", "c")) as store:
        yield store


def as_read(record: MatchRecord, event: str = "spring") -> MatchRecord:
    return replace(read_record(write_record(record)), event=event)


def test_records_come_back_as_they_were_in_canonical_order(store: Store) -> None:
    records = tournament("abc", pairs=2)

    store.add(reversed(records))

    assert list(store.records()) == [as_read(record) for record in records]
    assert store.record("a~c.2.1") == as_read(records[6])


def test_records_of_some_names_are_read_and_no_others(store: Store) -> None:
    records = tournament("abc", pairs=2)
    store.add(records)
    with store.connection:
        store.connection.execute("UPDATE play SET rounds = x'00' WHERE rowid > 2")

    found = store.records_of(["a~b.1.2", "a~b.1.1", "a~b.9.1", "nobody"])

    assert list(found) == [as_read(record) for record in records[:2]]


@pytest.mark.parametrize("ruleset", [LEMME, NINTENDO, replace(LEMME, name="short", months=3)])
def test_void_deals_come_back_under_the_rules_of_the_event(
    tmp_path: Path, ruleset: Ruleset
) -> None:
    records = list(random_pairs("a", "b", 8, ruleset))
    with new_store(tmp_path, settings=replace(SETTINGS, ruleset=ruleset)) as store:
        store.add(records)

        assert list(store.records()) == [as_read(record) for record in records]


def test_a_leg_is_stored_once_and_the_first_stays(store: Store) -> None:
    first, again, other = leg("a~b.1.1", seed=1), leg("a~b.1.1", seed=2), leg("a~b.2.1")

    assert store.add([first]) == (first,)
    assert store.add([again, other]) == (other,)

    assert store.record("a~b.1.1") == as_read(first)


def test_finished_legs_are_known_by_version(store: Store) -> None:
    store.add([leg("a~b.1.1"), leg("a~b.1.2"), leg("a~b.7.2")])

    pairing = ("a", "sha256:a", "b", "sha256:b")
    assert store.finished(*pairing, range(1, 8)) == {(1, 1): 1, (1, 2): 1, (7, 2): 1}
    assert store.finished(*pairing, range(2, 7)) == {}
    assert store.finished("a", "sha256:new", "b", "sha256:b", range(1, 21)) == {}
    assert store.finished("a", "sha256:a", "c", "sha256:c", range(1, 21)) == {}


@pytest.mark.parametrize("longer_first", [False, True])
def test_a_leg_that_was_forfeited_early_borrows_its_decks_from_the_other(
    store: Store, *, longer_first: bool
) -> None:
    whole = leg("a~b.1.2")
    short = named(forfeited(leg("a~b.1.1"), by=NORTH, finished=2, actions=5), "a~b.1.1")

    for record in (whole, short) if longer_first else (short, whole):
        store.add([record])

    assert list(store.records()) == [as_read(short), as_read(whole)]


def test_a_leg_without_any_round_is_a_leg(store: Store) -> None:
    record = named(
        forfeited(leg("a~b.1.1"), by=SOUTH, finished=0, verdict=Verdict.FAILED_TO_START), "a~b.1.1"
    )

    store.add([record])

    assert store.record("a~b.1.1") == as_read(record)


def test_legs_of_one_pair_on_different_decks_are_refused(store: Store) -> None:
    stranger = named(random_match(Deals(KEY, "2"), Random(1)), "a~b.1.2")
    store.add([leg("a~b.1.1")])

    with pytest.raises(BadLeg, match=r"`a~b\.1\.2`: its decks are not those of the pair's other"):
        store.add([stranger])


@pytest.mark.parametrize("verdict", [Verdict.CANCELLED, Verdict.MACHINE])
def test_a_match_that_nobody_scores_in_is_not_stored(store: Store, verdict: Verdict) -> None:
    record = leg("a~b.1.1")
    result = replace(record.result, winner=None, verdict=verdict, fault=Fault.MACHINE)

    assert store.add([replace(record, result=result)]) == ()

    assert list(store.legs()) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"match": None}, "is named `<a>~<b>.<pair>.<leg>`"),
        ({"match": "b~a.1.1"}, "is named"),
        ({"match": "a~b.0.1"}, "is named"),
        ({"match": "a~b.1.3"}, "is named"),
        ({"match": "a~b.1.2"}, "`a` sits NORTH, and `b` SOUTH, which its name does not say"),
        ({"seats": (Player("a", "sha256:a"), Player("b", "sha256:other"))}, "`b` has not entered"),
        ({"seats": (Player("a"), Player("b", "sha256:b"))}, "`a` has not entered"),
    ],
)
def test_a_leg_out_of_place_is_refused(
    store: Store, change: dict[str, object], complaint: str
) -> None:
    with pytest.raises(BadLeg, match=complaint):
        store.add([replace(leg("a~b.1.1"), **change)])


@pytest.mark.parametrize(
    "change",
    [
        {"winner": NORTH, "fault": Fault.NORTH},
        {"winner": NORTH, "fault": Fault.BOTH},
        {"winner": NORTH, "fault": None},
    ],
)
def test_the_database_refuses_a_forfeit_that_is_won_by_the_wrong_seat(
    store: Store, change: dict[str, object]
) -> None:
    lost = forfeited(leg("a~b.1.1"), by=SOUTH, finished=2)

    with pytest.raises(BadLeg, match=r"`a~b\.1\.1`: CHECK constraint failed: a_f"):
        store.add([replace(lost, result=replace(lost.result, **change))])


def test_of_many_legs_all_are_stored_or_none(store: Store) -> None:
    with pytest.raises(BadLeg):
        store.add([leg("a~b.1.1"), replace(leg("a~b.2.1"), match="nonsense")])

    assert list(store.legs()) == []


def test_a_new_version_begins_anew_and_the_old_legs_stay_as_facts(store: Store) -> None:
    old = leg("a~b.1.1")
    new = named(random_match(Deals(b"another key".ljust(32), "1"), Random(3)), "a~b.1.1", a="2")
    store.add([old])

    store.enter([entry("a", "2")], SEEN)

    assert list(store.legs()) == []
    assert store.add([new]) == (new,)
    assert store.record("a~b.1.1") == as_read(new)
    assert [one.leg.seats[0].version for one in store.stored_legs()] == ["sha256:a", "2"]

    store.enter([entry("a")], SEEN)
    assert store.record("a~b.1.1") == as_read(old)


def test_every_version_is_kept_and_the_last_that_entered_is_current(store: Store) -> None:
    store.enter([entry("d")], SEEN)
    assert store.enter([entry("d", "sha256:d2")], SEEN)[-1].version == "sha256:d2"

    assert [one.name for one in store.entrants()] == ["a", "b", "c", "d"]
    assert [one.version for one in store.versions()][-2:] == ["sha256:d", "sha256:d2"]


def test_pairs_are_counted_from_the_side_of_the_first_name(store: Store) -> None:
    win, loss = leg("a~b.1.1", 5), leg("a~b.1.2", 5)
    assert win.result.winner is not None
    records = [
        replace(win, result=replace(win.result, winner=NORTH, points=(30, 10))),
        replace(loss, result=replace(loss.result, winner=SOUTH, points=(4, 9))),
        leg("a~c.1.1"),  # its partner is missing
    ]
    store.add(records)

    (count,) = store.pair_counts()

    assert (count.a, count.b, count.first, count.second) == ("a", "b", "W", "W")
    assert (count.pairs, count.net_points, count.months) == (1, 20 + 5, 24)
    assert [outcome[:5] for outcome in store.pair_outcomes()] == [("a", "b", 1, "W", "W")]


def test_months_that_did_not_finish_do_not_count(store: Store) -> None:
    one = forfeited(leg("a~b.1.1"), by=NORTH, finished=3, actions=4)
    two = forfeited(leg("a~b.1.2"), by=NORTH, finished=0, actions=0)
    store.add([one, two])

    (count,) = store.pair_counts()

    assert (count.first, count.second, count.months) == ("L", "W", 3)


def test_what_happens_once_to_a_process_is_one_fault_however_many_matches_it_costs(
    store: Store,
) -> None:
    first, second, third = (
        forfeited(leg(name), by=NORTH, finished=1, verdict=Verdict.CRASH, incident="a~b.1.1")
        for name in ("a~b.1.1", "a~b.2.1", "a~b.3.1")
    )
    late = forfeited(leg("a~b.4.1"), by=NORTH, finished=1)
    rival = forfeited(leg("a~b.5.1"), by=SOUTH, finished=1)

    store.add([first, second, third, late, rival])

    assert store.faults() == {"a": 2, "b": 1}
    assert next(str(failure.name) for failure in store.failures()) == "a~b.1.1"


def test_a_match_that_neither_joined_is_a_draw_and_a_fault_for_each(store: Store) -> None:
    lost = forfeited(leg("a~b.1.1"), by=NORTH, finished=0, verdict=Verdict.FAILED_TO_START)
    result = replace(lost.result, winner=None, fault=Fault.BOTH)

    store.add([replace(lost, result=result)])

    assert store.faults() == {"a": 1, "b": 1}


def test_faults_of_an_old_version_are_not_those_of_the_new_one(store: Store) -> None:
    store.add([forfeited(leg("a~b.1.1"), by=NORTH, finished=1)])

    store.enter([entry("a", "2")], SEEN)

    assert store.faults() == {}


def test_settings_come_back(tmp_path: Path) -> None:
    rules = replace(NINTENDO, name="mine", months=6)
    settings = Settings(
        event="春",
        ruleset=rules,
        move_time=0.2,
        time_bank=1,
        start_time=3,
        max_faults=9,
        seed=7,
        created={"python": "3.11", "cores": "2"},
    )
    with new_store(tmp_path, settings=settings):
        pass

    with Store.open(tmp_path / "arena.sqlite", read_only=True) as store:
        assert store.settings == settings


def test_a_match_that_is_not_there_is_named(store: Store) -> None:
    for name in ("a~b.1.1", "what?"):
        with pytest.raises(UnknownMatch, match=r"arena\.sqlite: there is no match `"):
            store.record(name)


def test_stored_bytes_that_make_no_sense_are_an_error_that_names_the_match(store: Store) -> None:
    store.add([leg("a~b.1.1")])
    store.connection.execute("UPDATE play SET rounds = x'00'")

    with pytest.raises(NoStore, match=r"match `a~b\.1\.1`: rounds: the stored bytes cannot"):
        store.record("a~b.1.1")


def test_every_connection_keeps_what_is_stored_in_order(store: Store) -> None:
    pragmas = {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1}

    for name, value in pragmas.items():
        assert store.connection.execute(f"PRAGMA {name}").fetchone() == (value,)


def test_every_table_is_strict(store: Store) -> None:
    tables = store.connection.execute("PRAGMA table_list").fetchall()
    ours = {row[1]: row[5] for row in tables if row[2] == "table" and "sqlite" not in row[1]}

    known = {"setting", "entrant", "retired", "epoch", "item", "pair", "leg", "play", "worker"}
    assert set(ours) == known
    assert set(ours.values()) == {1}
