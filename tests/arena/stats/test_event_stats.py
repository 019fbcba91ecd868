"""Tests of an event's statistics, which are counted from its records."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from arena.standings.matches import VERDICTS
from arena.stats.event_stats import EventStats, event_stats
from arena.stats.event_tables import stats_data, stats_list, stats_tables
from arena.stats.play_stats import PlayStats
from arena.store.connection import NoStore
from arena.store.store import Store
from referee.rules.actions import KOI_KOI, STOP
from referee.rules.record import MatchRecord
from referee.rules.ruleset import LEMME, Ruleset
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Verdict
from tests.records import forfeited, random_pairs
from tests.stores import SEEN, SETTINGS, entry, lost, new_store, tournament


def found(folder: Path, records: list[MatchRecord], names: str = "abc") -> EventStats:
    with new_store(folder, names) as store:
        store.add(records)
        return event_stats(store)


def seats_of(records: list[MatchRecord], name: str):
    """The records in which a bot played, each with its seat."""
    for record in records:
        for seat in (NORTH, SOUTH):
            if record.seats[seat].name == name:
                yield record, seat


@pytest.fixture(scope="module")
def records() -> list[MatchRecord]:
    return tournament("abc", pairs=3)


def test_every_bot_has_its_rounds_and_what_it_won_with(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    for name, play_stats in found(tmp_path, records).play_stats.bots.items():
        results = [(one.result, seat) for r, seat in seats_of(records, name) for one in r.rounds]
        assert play_stats.legs == 12
        assert play_stats.rounds == len(results) == 144
        assert play_stats.won == sum(result.winner == seat for result, seat in results)
        yaku = [
            made.id for result, seat in results if result.winner == seat for made in result.yaku
        ]
        assert play_stats.yaku.total() == len(yaku)
        assert play_stats.yaku["kasu"] == yaku.count("kasu") > 0


@pytest.mark.parametrize("ruleset", [LEMME, replace(LEMME, name="h", hand_match_required=True)])
def test_on_all_cores_the_figures_are_the_same(tmp_path: Path, ruleset: Ruleset) -> None:
    with new_store(tmp_path, "abcd", replace(SETTINGS, ruleset=ruleset)) as store:
        for a, b in combinations("abcd", 2):
            store.add(random_pairs(a, b, 2, ruleset, key=f"{a}{b}".encode().ljust(32)))

        alone, spread = event_stats(store), event_stats(store, many=1)

    assert spread == alone
    assert all(
        play_stats.legs == 12 and play_stats.thinking
        for play_stats in spread.play_stats.bots.values()
    )


def test_a_damaged_match_is_named_on_all_cores_too(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add(records)
        with store.connection:
            store.connection.execute("UPDATE play SET rounds = x'00' WHERE rowid = 9")

        with pytest.raises(NoStore) as refusal:
            event_stats(store, many=1)

    assert "match `a~c.2.1`" in refusal.value.message
    assert "arena verify" in refusal.value.hint


def test_records_without_a_file_of_their_own_are_counted_by_one(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    with Store.in_memory(tmp_path / "x.jsonl", SETTINGS) as store:
        store.enter(map(entry, "abc"), SEEN)
        store.add(records)

        assert not store.is_on_disk
        assert event_stats(store, many=1).play_stats.bots["a"].legs == 12


def test_all_calls_and_stops_are_somebodys(tmp_path: Path, records: list[MatchRecord]) -> None:
    bots = found(tmp_path, records).play_stats.bots.values()

    actions = [action for record in records for one in record.rounds for action in one.actions]
    assert sum(play_stats.calls for play_stats in bots) == actions.count(KOI_KOI) > 0
    assert sum(play_stats.stops for play_stats in bots) == actions.count(STOP) > 0


def test_every_answer_is_somebodys_thought(tmp_path: Path, records: list[MatchRecord]) -> None:
    bots = found(tmp_path, records).play_stats.bots.values()

    thoughts = [thought for record in records for one in record.rounds for thought in one.think_ms]
    assert sum(play_stats.thinking.total() for play_stats in bots) == len(thoughts)
    mean = sum(play_stats.mean_thought * play_stats.thinking.total() for play_stats in bots) / len(
        thoughts
    )
    assert mean == pytest.approx(sum(thoughts) / len(thoughts))


def test_a_match_cut_short_counts_as_far_as_it_came(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    cut = forfeited(records[0], by=NORTH, finished=3, actions=4)

    stats = found(tmp_path, [cut])

    assert stats.play_stats.bots["a"].rounds == 3
    assert stats.play_stats.bots["a"].legs == 1
    assert stats.verdicts == {"a": {"timeout": 1}}


def test_a_benched_bot_is_left_out_with_all_its_matches(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    crashes = [lost(f"a~x.{pair}.1", by=SOUTH) for pair in range(1, 6)]

    with_it, without = found(tmp_path / "x", [*records, *crashes], "abcx"), found(tmp_path, records)

    assert with_it.names == ["a", "b", "c"]
    assert stats_data(with_it) == stats_data(without)


def test_the_order_in_which_matches_finish_changes_nothing(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    one, other = found(tmp_path / "1", records), found(tmp_path / "2", records[::-1])

    assert stats_data(one) == stats_data(other)


def test_every_round_has_a_dealer_and_first_months_are_one_a_match(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    play_stats = found(tmp_path, records).play_stats

    assert play_stats.dealers.rounds == 18 * 12
    assert play_stats.first_dealers.rounds == 18
    assert play_stats.dealers.sums.pairs == 9
    net = [
        one.result.points[one.dealer] - one.result.points[one.dealer.other]
        for record in records
        for one in record.rounds
    ]
    assert play_stats.dealers.sums.rate == pytest.approx(sum(net) / len(net))


def test_rates_are_of_what_there_was() -> None:
    play_stats = PlayStats(
        calls=3, stops=1, rounds_with_call=2, won_after_call=1, lost_after_call=1
    )

    assert play_stats.call_rate == 0.75
    assert play_stats.call_success == play_stats.call_penalty == 0.5
    assert (PlayStats().call_rate, PlayStats().call_success, PlayStats().mean_thought) == (
        None,
        None,
        None,
    )


def test_the_99th_percentile_is_the_time_that_one_answer_in_a_hundred_takes_longer_than() -> None:
    play_stats = PlayStats()
    play_stats.thinking.update({10: 989, 50: 1, 900: 10})

    assert play_stats.thought(0.99) == 5.0
    assert play_stats.thought(1) == 90.0
    assert play_stats.thought(0.5) == 1.0
    assert PlayStats().thought(0.99) is None


def test_tables_say_what_the_data_say(tmp_path: Path, records: list[MatchRecord]) -> None:
    stats = found(tmp_path, records)

    luck, play, dealers, yaku = stats_tables(stats)

    assert [row[0] for row in luck.rows] == ["all", "a", "b", "c"]
    assert luck.rows[0][3] + luck.rows[0][4] == pytest.approx(100)
    assert [row[:3] for row in play.rows] == [(name, 12, 144) for name in "abc"]
    assert [row[1] for row in dealers.rows] == [216, 18]
    assert {"kasu", "tan", "tane", "goko"} <= {row[0] for row in yaku.rows}
    assert len(yaku.columns) == 4 + 3


def test_a_yaku_that_the_ruleset_does_not_pay_is_not_listed(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    yaku = [row[0] for row in stats_tables(found(tmp_path, records))[-1].rows]

    assert "tsukifuda" not in yaku


def test_the_list_has_every_figure_of_the_data(tmp_path: Path, records: list[MatchRecord]) -> None:
    stats = found(tmp_path, records)

    listed = {(row[0], row[1]): row[2] for row in stats_list(stats).rows}

    data = stats_data(stats)
    assert listed["a", "legs"] == 12
    assert listed["all", "cards_percent"] == data["luck"][0]["cards_percent"]
    assert listed["first months", "rounds"] == 18
    assert len(listed) == sum(len(one) - 1 for objects in data.values() for one in objects)


def test_an_event_without_a_match_has_figures_too(tmp_path: Path) -> None:
    stats = found(tmp_path, [])

    assert [len(table.rows) for table in stats_tables(stats)][:3] == [4, 3, 2]


@pytest.mark.parametrize("verdict", VERDICTS[1:])
def test_every_verdict_is_a_fault_of_the_bot_that_made_it(tmp_path: Path, verdict: str) -> None:
    broken = lost("a~b.1.1", by=NORTH, verdict=Verdict(verdict))

    assert stats_data(found(tmp_path, [broken]))["bots"][0]["faults"] == 1
