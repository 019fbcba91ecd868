"""Tests that an exported event can be read like the event itself."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.event.jsonl import BadExport, exported_lines, loaded
from arena.standings.ranking_table import ranking_data
from arena.standings.standings import standings
from arena.store.connection import BadLeg
from arena.system.files import NotWritten, write_whole
from referee.rules.record import Player
from referee.rules.ruleset import NINTENDO
from referee.wire.record_json import read_record, write_record
from tests.stores import SEEN, entry, new_store, scored, tournament


def test_an_export_has_every_record_once_in_canonical_order(tmp_path: Path) -> None:
    records = tournament("abc", pairs=2)
    with new_store(tmp_path, "abc") as store:
        store.add(reversed(records))
        lines = list(exported_lines(store))

    assert lines == [write_record(replace(one, event="spring")) + "\n" for one in records]


def test_records_of_former_versions_are_not_exported(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.add([scored("a~b.1.1", 1, 0)])
        store.enter([entry("a", "2")], SEEN)

        assert list(exported_lines(store)) == []


def test_an_exported_event_ranks_like_the_event(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    with new_store(tmp_path, "abc") as store:
        store.add(tournament("abc", pairs=2))
        write_whole(file, exported_lines(store))
        expected = ranking_data(standings(store))
    first, *others = expected["footer"]["remarks"]
    assert first == "trusted bots"
    # A file does not know how its bots were confined, and says so.
    expected["footer"]["remarks"] = ["sandbox: not recorded", *others]

    with loaded(file) as copy:
        assert ranking_data(standings(copy)) == expected
        assert "".join(exported_lines(copy)) == file.read_text()


def test_records_without_versions_are_an_event_too(tmp_path: Path) -> None:
    file = tmp_path / "foreign.jsonl"
    record = scored("a~b.1.1", 1, 0)
    file.write_text(write_record(replace(record, seats=(Player("a"), Player("b")))) + "\n")

    with loaded(file) as store:
        assert [one.name for one in store.entrants()] == ["a", "b"]


def test_a_match_that_nobody_scored_in_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl"
    data = json.loads(write_record(scored("a~b.1.1", 1, 0)))
    data["result"] |= {"verdict": "cancelled", "winner": None}
    file.write_text(json.dumps(data))

    with loaded(file) as store:
        assert list(store.legs()) == []


ONE, TWO = (write_record(scored(f"a~b.{pair}.1", 1, 0)) for pair in (1, 2))


def with_rules(line: str) -> str:
    return write_record(replace(read_record(line), ruleset=NINTENDO))


def with_version(line: str) -> str:
    return line.replace("sha256:a", "sha256:other")


def without_name(line: str) -> str:
    return write_record(replace(read_record(line), match=None))


@pytest.mark.parametrize(
    ("lines", "error", "complaint"),
    [
        ([], BadExport, "holds no record"),
        (["\n"], BadExport, "holds no record"),
        (["{}"], BadExport, "line 1: the record: "),
        ([ONE, "", "{torn"], BadExport, "line 3: the record is not JSON"),
        ([ONE, with_rules(TWO)], BadExport, r"`a~b\.2\.1` has other rules"),
        ([ONE, with_version(TWO)], BadExport, r"`a~b\.2\.1`: `a` had another version before"),
        ([ONE, TWO, ONE], BadExport, r"`a~b\.1\.1` is there twice"),
        ([without_name(ONE)], BadLeg, "a match of an event is named"),
    ],
)
def test_a_file_that_is_no_event_is_refused(
    tmp_path: Path, lines: list[str], error: type[Exception], complaint: str
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("\n".join(lines))

    with pytest.raises(error, match=rf"bad\.jsonl.*{complaint}"), loaded(file):
        pass


def latin_1(file: Path) -> None:
    file.write_bytes(b'{"format": "\xe9"}')


def absent(file: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("make", "complaint"), [(latin_1, "is not UTF-8"), (absent, "No such file")]
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, make: Callable[[Path], None], complaint: str
) -> None:
    file = tmp_path / "bad.jsonl"
    make(file)

    with pytest.raises(BadExport, match=rf"bad\.jsonl.*{complaint}"), loaded(file):
        pass


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def torn():
        yield "half"
        raise KeyboardInterrupt

    file = tmp_path / "ranking.json"
    write_whole(file, ["first"])

    with pytest.raises(KeyboardInterrupt):
        write_whole(file, torn())

    assert file.read_text() == "first"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match=r"nowhere/out\.jsonl cannot be written: No such file"):
        write_whole(tmp_path / "nowhere" / "out.jsonl", ["x"])
