"""Tests of the machine that played a leg: it is stored, but neither exported nor ranked."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from arena.event.jsonl import exported_lines
from arena.standings.standings import standings
from arena.stats.by_worker import WorkerStats, worker_data, worker_stats, worker_tables
from arena.store.settings import UNRECORDED
from referee.rules.record import MatchRecord
from referee.rules.ruleset import RUSSIAN
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Verdict
from tests.records import forfeited, random_pairs
from tests.stores import SETTINGS, lost, new_store, tournament


@pytest.fixture(scope="module")
def records() -> list[MatchRecord]:
    return tournament("abc", pairs=2)


def found(folder: Path, by_worker: dict[str, list[MatchRecord]], names: str = "abc") -> WorkerStats:
    with new_store(folder, names) as store:
        for worker, records in by_worker.items():
            store.add(records, worker=worker)
        return worker_stats(store)


def slowed(record: MatchRecord, factor: float) -> MatchRecord:
    thoughts = (tuple(factor * thought for thought in one.think_ms) for one in record.rounds)
    slow = map(lambda one, think_ms: replace(one, think_ms=think_ms), record.rounds, thoughts)
    return replace(record, rounds=tuple(slow))


def test_every_leg_is_its_workers_and_every_answer_somebodys(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    stats = found(tmp_path, {"east": records[:5], "west": records[5:]})

    assert stats.legs == {"east": 5, "west": 7}
    thoughts = [t for record in records[:5] for one in record.rounds for t in one.think_ms]
    assert stats.by_worker()["east"].thinking.total() == len(thoughts)
    assert sum(one.legs for one in stats.services.values()) == 2 * len(records)


def test_a_machine_on_which_one_bot_is_slow_stands_out(tmp_path: Path) -> None:
    pairs = list(random_pairs("a", "b", 4))

    stats = found(tmp_path, {"east": pairs[:4], "west": [slowed(one, 3) for one in pairs[4:]]})

    _, bots = worker_tables(stats)
    ratios = {row[:2]: row[-1] for row in bots.rows}
    assert ratios["a", "west"] == pytest.approx(1.5, abs=0.2)
    assert ratios["b", "east"] == pytest.approx(0.5, abs=0.2)


def test_a_timeout_is_of_the_bot_and_the_worker_where_it_happened(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    late = forfeited(records[0], by=NORTH, finished=2)
    crash = lost("b~c.9.1", by=NORTH, verdict=Verdict.CRASH)

    stats = found(tmp_path, {"east": [late, crash], "west": records[1:]})

    assert {key: one.timeouts for key, one in stats.services.items() if one.timeouts} == {
        ("a", "east"): 1
    }


def test_forgiven_seconds_add_up_and_need_no_leg(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.forgave("east", 0.5)
        store.forgave("east", 0.25)
        stats = worker_stats(store)

    assert stats.forgiven == {"east": 0.75}
    workers, _ = worker_tables(stats)
    assert workers.rows == (("east", 0, None, None, None, 0, 0.75),)


def test_a_benched_bot_is_left_out_with_all_its_matches(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    crashes = [lost(f"a~x.{pair}.1", by=SOUTH) for pair in range(1, 6)]

    with_it = found(tmp_path / "x", {"east": records, "west": crashes}, "abcx")

    without = found(tmp_path, {"east": records})
    assert worker_data(with_it)["bots"] == worker_data(without)["bots"]
    assert with_it.legs == {"east": 12}


def test_a_leg_is_its_first_workers(tmp_path: Path, records: list[MatchRecord]) -> None:
    stats = found(tmp_path, {"east": records, "west": records})

    assert stats.legs == {"east": 12}


def test_where_a_field_can_force_a_card_answers_are_counted_by_the_rules(tmp_path: Path) -> None:
    rules = replace(RUSSIAN, name="forced", hand_match_required=True)
    pairs = list(random_pairs("a", "b", 1, rules))
    with new_store(tmp_path, settings=replace(SETTINGS, ruleset=rules)) as store:
        store.add(pairs, worker="east")
        stats = worker_stats(store)

    thoughts = [t for record in pairs for one in record.rounds for t in one.think_ms]
    assert stats.by_worker()["east"].thinking.total() == len(thoughts)


def test_records_and_ranking_are_the_same_whoever_played(
    tmp_path: Path, records: list[MatchRecord]
) -> None:
    texts = []
    for folder, workers in (("one", ("", "")), ("two", ("east", "west"))):
        with new_store(tmp_path / folder, "abc") as store:
            store.add(records[:5], worker=workers[0])
            store.add(records[5:], worker=workers[1])
            ranked = [(one.entry.name, one.rating) for one in standings(store).ranked]
            texts.append(("".join(exported_lines(store)), ranked))

    assert texts[0] == texts[1]
    assert "east" not in texts[1][0]


def shown(results: Path, *flags: str) -> str:
    arguments = ["stats", "spring", "--by-worker", "--results", str(results), *flags]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_compares_machines_in_every_format(tmp_path: Path) -> None:
    with new_store(tmp_path / "spring") as store:
        one, other = random_pairs("a", "b", 1)
        store.add([one], worker="east")
        store.add([other])

    lines = shown(tmp_path).splitlines()
    assert {line.split()[1] for line in lines if line.startswith("a ")} == {"east", "not"}
    assert any(line.startswith(UNRECORDED) for line in lines)
    data = json.loads(shown(tmp_path, "--format", "json"))
    assert [one["worker"] for one in data["workers"]] == ["", "east"]
    rows = list(csv.DictReader(io.StringIO(shown(tmp_path, "--format", "csv"))))
    assert [(row["bot"], row["worker"]) for row in rows][:2] == [("a", ""), ("a", "east")]
