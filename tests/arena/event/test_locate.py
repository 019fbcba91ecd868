"""Which event a person means."""

import os
from pathlib import Path

import pytest

from arena.errors import USAGE
from arena.event.jsonl import exported_lines
from arena.event.locate import UnknownEvent, events, find_event, opened_results
from arena.system.files import write_whole
from tests.stores import new_store, scored


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Three events, of which `spring` was written last."""
    folder = tmp_path / "results"
    for age, name in enumerate(("spring", "winter", "autumn")):
        with new_store(folder / name):
            pass
        os.utime(folder / name / "arena.sqlite", (1_000_000 - age, 1_000_000 - age))
    (folder / "README.md").touch()
    (folder / "empty").mkdir()
    return folder


def test_the_newest_event_is_the_one_that_was_written_last(results: Path) -> None:
    assert find_event(None, results) == results / "spring"

    os.utime(results / "winter" / "arena.sqlite")

    assert find_event(None, results) == results / "winter"


def test_what_is_not_yet_in_the_database_file_counts_as_written(results: Path) -> None:
    (results / "autumn" / "arena.sqlite-wal").write_bytes(b"x")
    (results / "winter" / "arena.sqlite-wal").touch()

    assert find_event(None, results) == results / "autumn"


def test_reading_an_event_does_not_make_it_the_newest(results: Path) -> None:
    with opened_results(results / "autumn") as store:
        list(store.legs())
        assert find_event(None, results) == results / "spring"

    assert find_event(None, results) == results / "spring"


@pytest.mark.parametrize("spelled", ["autumn", "{results}/autumn", "{results}/autumn/arena.sqlite"])
def test_an_event_is_found_by_name_or_path(results: Path, spelled: str) -> None:
    assert find_event(spelled.format(results=results), results) == results / "autumn"


def test_a_path_is_found_from_anywhere(results: Path, tmp_path: Path) -> None:
    assert find_event(str(results / "autumn"), tmp_path / "nowhere") == results / "autumn"


def test_a_file_of_records_does_for_an_event(results: Path, tmp_path: Path) -> None:
    file = tmp_path / "sample.jsonl"
    with new_store(tmp_path / "x") as store:
        store.add([scored("a~b.1.1", 3, 1)])
        write_whole(file, exported_lines(store))

    place = find_event(str(file), results)

    assert place == file
    with opened_results(place) as store:
        assert [str(leg.name) for leg in store.legs()] == ["a~b.1.1"]


def test_an_unknown_event_is_told_with_those_there_are(results: Path) -> None:
    with pytest.raises(UnknownEvent) as refusal:
        find_event("autum", results)

    assert "no event `autum`" in refusal.value.message
    assert "(known: autumn, spring, winter)" in refusal.value.message
    assert refusal.value.hint == "did you mean `autumn`?"
    assert refusal.value.exit_code == USAGE


@pytest.mark.parametrize("event", [None, "spring", "empty"])
def test_without_any_event_the_hint_is_to_play_one(tmp_path: Path, event: str | None) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(UnknownEvent) as refusal:
        find_event(event, tmp_path)

    assert "arena run --bots" in refusal.value.hint


def test_events_are_listed_by_name(results: Path) -> None:
    assert [event.name for event in events(results)] == ["autumn", "spring", "winter"]
    assert events(results / "nowhere") == []
