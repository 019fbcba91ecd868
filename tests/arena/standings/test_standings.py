"""The ranking follows from the facts, and from nothing else."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.rating.estimates import Estimate
from arena.rating.systems import RATING_SYSTEMS, UnknownRatingSystem
from arena.standings.ranking_table import ranking_data, ranking_list, ranking_table, write_ranking
from arena.standings.standings import Standings, standings
from arena.tables.table import as_json, as_plain
from referee.rules.record import MatchRecord
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Fault, Verdict
from tests.stores import SEEN, SETTINGS, entry, lost, new_store, scored, tournament


def found(folder: Path, records: list[MatchRecord], names: str = "abc", **more: str) -> Standings:
    with new_store(folder, names) as store:
        store.add(records)
        return standings(store, **more)


def pair(a: str, b: str, number: int, first: tuple[int, int], second: tuple[int, int]):
    """Both legs of a pair, each with the points of a and b."""
    return [
        scored(f"{a}~{b}.{number}.1", *first),
        scored(f"{a}~{b}.{number}.2", *reversed(second)),
    ]


def test_a_pair_won_by_one_bot_ranks_it_first(tmp_path: Path) -> None:
    result = found(tmp_path, pair("a", "b", 1, (10, 34), (20, 20)), "ab")

    first, second = result.ranked
    assert (first.entry.name, first.tally.record, first.tally.match_percent) == ("b", "1-1-0", 75.0)
    assert (second.entry.name, second.tally.record, second.tally.pairs) == ("a", "0-1-1", 1)
    assert first.points_per_month == Estimate(1.0, None)
    assert second.points_per_month == Estimate(-1.0, None)
    assert first.rating.mu > second.rating.mu
    assert first.conservative == pytest.approx(first.rating.mu - 3 * first.rating.sigma, abs=1e-6)
    assert result.complete_pairs == 1
    assert result.draw_probability == 0.5


def test_a_half_pair_is_not_rated_and_its_bots_stand_unranked(tmp_path: Path) -> None:
    records = [*pair("a", "b", 1, (9, 3), (9, 3)), scored("a~c.1.1", 0, 99)]

    result = found(tmp_path, records)

    assert [one.entry.name for one in result.ranked] == ["a", "b"]
    assert [one.name for one in result.unranked] == ["c"]


def test_every_rival_counts_alike_in_points_per_month(tmp_path: Path) -> None:
    records = [
        *pair("a", "b", 1, (24, 0), (24, 0)),
        *pair("a", "b", 2, (24, 0), (24, 0)),
        *pair("a", "c", 1, (0, 12), (0, 12)),
    ]

    result = found(tmp_path, records)

    a = next(one for one in result.ranked if one.entry.name == "a")
    assert a.points_per_month.value == (2.0 + -1.0) / 2


def test_a_forfeited_leg_is_lost_and_its_months_do_not_dilute_the_points(tmp_path: Path) -> None:
    records = [scored("a~b.1.1", 24, 0), lost("a~b.1.2", by=NORTH)]

    result = found(tmp_path, records, "ab")

    a, b = result.ranked
    assert (a.tally.record, a.points_per_month.value, a.faults) == ("2-0-0", 2.0, 0)
    assert (b.tally.record, b.points_per_month.value, b.faults) == ("0-0-2", -2.0, 1)


def test_without_a_finished_month_there_are_no_points_per_month(tmp_path: Path) -> None:
    records = [lost("a~b.1.1", by=SOUTH), lost("a~b.1.2", by=NORTH)]

    result = found(tmp_path, records, "ab")

    assert [one.points_per_month for one in result.ranked] == [None, None]
    assert ranking_data(result)["ranking"][0]["points_per_month"] is None


def test_equal_results_give_equal_ratings_and_the_names_decide(tmp_path: Path) -> None:
    result = found(tmp_path, pair("a", "b", 1, (30, 10), (10, 30)), "ab")

    assert [one.entry.name for one in result.ranked] == ["a", "b"]
    assert result.ranked[0].rating == result.ranked[1].rating


def crashes(count: int, start: int = 1) -> list[MatchRecord]:
    """First legs of a~x that x forfeits, each with its second leg."""
    pairs = range(start, start + count)
    return [
        leg for n in pairs for leg in (lost(f"a~x.{n}.1", by=SOUTH), scored(f"a~x.{n}.2", 0, 9))
    ]


def test_too_many_faults_bench_a_bot_and_all_its_results_leave_the_rating(tmp_path: Path) -> None:
    good = pair("a", "b", 1, (9, 3), (3, 9))

    four = found(tmp_path / "four", [*good, *crashes(4)], "abx")
    five = found(tmp_path / "five", [*good, *crashes(5)], "abx")

    assert {one.entry.name for one in four.ranked} == {"a", "b", "x"}
    assert {one.entry.name for one in five.ranked} == {"a", "b"}
    assert [one.tally.pairs for one in five.ranked] == [1, 1]
    assert [(one.entry.name, one.verdicts) for one in five.benched] == [("x", {"crash": 5})]


def test_one_fault_of_a_process_counts_once_towards_the_bench(tmp_path: Path) -> None:
    incident = [lost(f"a~x.{n}.1", by=SOUTH, incident="a~x.1.1") for n in range(1, 9)]

    result = found(tmp_path, [*incident, *crashes(2, start=20)], "ax")

    assert result.benched == ()
    assert {one.entry.name: one.faults for one in result.ranked} == {"a": 0, "x": 3}


def test_how_far_a_benched_bot_came_does_not_show_in_the_json(tmp_path: Path) -> None:
    good = pair("a", "b", 1, (9, 3), (3, 9))
    a_fails_too = [lost("a~x.30.1", by=NORTH), scored("a~x.30.2", 0, 9)]

    early = found(tmp_path / "early", [*good, *crashes(5)], "abx")
    late = found(tmp_path / "late", [*good, *crashes(7), *a_fails_too], "abx")

    assert as_json(ranking_data(early)) == as_json(ranking_data(late))
    assert ranking_data(early)["benched"] == [
        {"bot": "x", "version": "sha256:x", "reason": "disqualified after 5 faults"}
    ]
    assert ranking_table(late).footer[0] == "x: disqualified after 5 faults: 7 crash"


def test_neither_joining_is_a_fault_for_each(tmp_path: Path) -> None:
    both = [
        replace(one, result=replace(one.result, winner=None, fault=Fault.BOTH))
        for one in (
            lost(f"a~b.{n}.1", by=NORTH, verdict=Verdict.FAILED_TO_START) for n in range(1, 6)
        )
    ]

    result = found(tmp_path, both, "ab")

    assert [one.entry.name for one in result.benched] == ["a", "b"]
    assert result.ranked == ()


def test_a_new_version_is_ranked_by_its_own_results(tmp_path: Path) -> None:
    with new_store(tmp_path, "ab") as store:
        store.add([*pair("a", "b", 1, (0, 50), (0, 50)), *pair("a", "b", 2, (0, 50), (0, 50))])
        store.enter([entry("a", "2")], SEEN)
        assert standings(store).ranked == ()

        won = [
            replace(one, seats=tuple(_renewed(player) for player in one.seats))
            for one in pair("a", "b", 1, (50, 0), (50, 0))
        ]
        store.add(won)
        assert [one.entry.version for one in standings(store).ranked] == ["2", "sha256:b"]


def _renewed(player):
    return replace(player, version="2") if player.name == "a" else player


@pytest.mark.parametrize("system", RATING_SYSTEMS)
def test_the_order_in_which_matches_finish_changes_no_byte(tmp_path: Path, system: str) -> None:
    records = tournament("abcd", pairs=2)
    shuffled = Random(5).sample(records, len(records))

    one = found(tmp_path / "one", records, "abcd", ratings=system)
    other = found(tmp_path / "other", shuffled, "dcba", ratings=system)

    assert as_json(ranking_data(one)) == as_json(ranking_data(other))
    assert ranking_data(one)["footer"]["ratings"] == system


def test_nothing_tells_which_event_it_was(tmp_path: Path) -> None:
    with new_store(tmp_path / "x", "ab", replace(SETTINGS, event="summer")) as store:
        store.add(pair("a", "b", 1, (9, 3), (3, 9)))
        other = standings(store)
    one = found(tmp_path / "y", pair("a", "b", 1, (9, 3), (3, 9)), "ab")

    assert as_json(ranking_data(one)) == as_json(ranking_data(other))


@pytest.mark.parametrize(("seed", "says"), [(None, False), (7, True)])
def test_predictable_deals_are_called_so(tmp_path: Path, seed: int | None, *, says: bool) -> None:
    with new_store(tmp_path, "ab", replace(SETTINGS, seed=seed)) as store:
        store.add(pair("a", "b", 1, (9, 3), (3, 9)))
        result = standings(store)

    assert ("seeded deals: for tests only" in as_plain(ranking_table(result))) is says
    assert ("seeded deals: for tests only" in as_json(ranking_data(result))) is says
    assert "trusted bots" in as_plain(ranking_table(result))


def test_an_event_without_a_pair_has_a_table_too(tmp_path: Path) -> None:
    result = found(tmp_path, [], "ab")

    assert ranking_data(result)["ranking"] == []
    assert ranking_table(result).rows == ()
    assert ranking_table(result).footer[:2] == (
        "a: no complete pair yet",
        "b: no complete pair yet",
    )


def test_a_bot_whose_rivals_are_all_benched_is_told_so(tmp_path: Path) -> None:
    alone = found(tmp_path / "alone", crashes(5), "ax")
    waiting = found(tmp_path / "waiting", crashes(5), "abx")

    assert ranking_table(alone).footer[0] == "a: no rival left: the others are disqualified"
    assert ranking_list(alone).rows[0][-1] == "no rival left: the others are disqualified"
    assert ranking_table(waiting).footer[0] == "a: no complete pair yet"


def test_the_list_for_spreadsheets_has_everybody(tmp_path: Path) -> None:
    records = [*pair("a", "b", 1, (9, 3), (3, 9)), *crashes(5)]

    table = ranking_list(found(tmp_path, records, "abcx"))

    notes = {row[1]: row[-1] for row in table.rows}
    assert notes == {
        "a": None,
        "b": None,
        "c": "no complete pair yet",
        "x": "disqualified after 5 faults",
    }


def test_an_unknown_rating_system_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownRatingSystem, match="order-free"):
        found(tmp_path, [], "ab", ratings="elo")


def test_the_ranking_is_written_beside_the_event_in_three_forms(tmp_path: Path) -> None:
    result = found(tmp_path, pair("a", "b", 1, (9, 3), (3, 9)), "ab")

    write_ranking(tmp_path, result)
    write_ranking(tmp_path, result)

    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "arena.sqlite",
        *("ranking.csv", "ranking.json", "ranking.md"),
    ]
    assert json.loads((tmp_path / "ranking.json").read_text()) == ranking_data(result)
    assert (tmp_path / "ranking.csv").read_bytes().startswith(b"rank,bot,version,mu,")
    assert "| 1 | a |" in (tmp_path / "ranking.md").read_text()
