"""The store as a file: read and written at once, held, full, foreign, cut off."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import STOPPED, USAGE, ArenaError
from arena.store import connection as connections
from arena.store.connection import NoStore, StoreFailure
from arena.store.store import Store
from tests.stores import SETTINGS, leg, new_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with new_store(tmp_path, ("a", "b", "c")) as store:
        yield store


def test_a_reader_cannot_write_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.add([leg("a~b.1.1")])

    with Store.open(tmp_path / "arena.sqlite", read_only=True) as store:
        with pytest.raises(StoreFailure, match="readonly"):
            store.add([leg("a~b.2.1")])
        assert [str(one.name) for one in store.legs()] == ["a~b.1.1"]

    assert [file.name for file in tmp_path.iterdir()] == ["arena.sqlite"]


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_a_store_and_the_files_beside_it_are_closed_to_others_from_their_first_moment(
    tmp_path: Path, umask: int
) -> None:
    seen: set[tuple[str, int]] = set()

    def look(event: str, _: object) -> None:
        if event in {"sqlite3.connect", "open", "os.rename"} and watching:
            seen.update((file.name, file.stat().st_mode & 0o777) for file in tmp_path.iterdir())

    watching = True
    sys.addaudithook(look)
    former = os.umask(umask)
    try:
        with new_store(tmp_path, ("a", "b")) as store:
            store.add([leg("a~b.1.1")])
            look("open", None)
        (tmp_path / "arena.sqlite").chmod(0o644)  # as earlier arenas left it
        with Store.open(tmp_path / "arena.sqlite") as store:
            look("open", None)
    finally:
        watching = False
        os.umask(former)

    assert {name for name, _ in seen} >= {"arena.sqlite", "arena.sqlite-wal", "arena.sqlite-shm"}
    assert {mode for name, mode in seen if mode & 0o077} == set()


def test_a_reader_sees_what_a_writer_has_stored(tmp_path: Path) -> None:
    with (
        new_store(tmp_path) as writer,
        Store.open(tmp_path / "arena.sqlite", read_only=True) as reader,
    ):
        writer.add([leg("a~b.1.1")])

        assert len(list(reader.legs())) == 1


def test_a_full_disk_stops_the_run_and_leaves_what_was_stored(store: Store) -> None:
    store.add([leg("a~b.1.1")])
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StoreFailure, match=r"arena\.sqlite: database or disk is full") as failure:
        store.add([leg(f"a~b.{pair}.1") for pair in range(2, 20)])

    assert failure.value.exit_code == STOPPED
    assert failure.value.hint
    assert [str(one.name) for one in store.legs()] == ["a~b.1.1"]

    store.connection.execute("PRAGMA max_page_count = 1000000")
    assert len(store.add([leg("a~b.2.1")])) == 1


def test_a_file_that_another_program_holds_is_a_failure_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.01)
    with (
        new_store(tmp_path) as store,
        Store.open(tmp_path / "arena.sqlite") as other,
        connections.transaction(other.connection),
        pytest.raises(StoreFailure, match=r"arena\.sqlite: database is locked") as failure,
    ):
        store.add([leg("a~b.1.1")])

    assert failure.value.exit_code == STOPPED


def test_a_store_of_a_later_arena_is_refused(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.connection.execute("PRAGMA user_version = 99")

    for read_only in (False, True):
        with (
            pytest.raises(NoStore, match=r"arena\.sqlite was made by a later arena \(version 99;"),
            Store.open(tmp_path / "arena.sqlite", read_only=read_only),
        ):
            pass


def text_file(path: Path) -> None:
    path.write_text("this is a text, and long enough that nobody takes it for an empty database")


def other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()


def empty_file(path: Path) -> None:
    path.touch()


def nothing(path: Path) -> None:
    pass


@pytest.mark.parametrize("make", [text_file, other_database, empty_file, nothing])
@pytest.mark.parametrize("read_only", [False, True])
def test_what_is_no_store_is_refused_by_name(
    tmp_path: Path, make: object, *, read_only: bool
) -> None:
    path = tmp_path / "some.file"
    make(path)  # type: ignore[operator]

    with (
        pytest.raises(ArenaError, match=r"some\.file") as refusal,
        Store.open(path, read_only=read_only),
    ):
        pass

    assert refusal.value.exit_code == USAGE


def test_an_event_is_not_made_twice(tmp_path: Path) -> None:
    with new_store(tmp_path):
        pass

    with pytest.raises(NoStore, match="there is a file already"), new_store(tmp_path):
        pass


def test_a_store_that_was_cut_off_while_it_was_made_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"

    with pytest.raises(KeyboardInterrupt), connections.making(path):
        raise KeyboardInterrupt

    assert not path.exists()
    with Store.create(path, SETTINGS) as store:
        assert store.settings == SETTINGS


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM setting",
        "DELETE FROM setting WHERE key = 'ruleset'",
        "UPDATE setting SET value = '\"no-such\"' WHERE key = 'ruleset'",
        "INSERT INTO setting (key, value) VALUES ('colour', '1')",
        "DROP TABLE setting",
    ],
)
def test_damaged_settings_are_said_in_words(tmp_path: Path, change: str) -> None:
    path = tmp_path / "arena.sqlite"
    with Store.create(path, SETTINGS):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()

    with pytest.raises(NoStore, match=r"arena\.sqlite") as refusal, Store.open(path):
        pass

    assert "begin another event" in refusal.value.hint


def test_an_empty_database_with_a_known_version_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 5")

    with pytest.raises(NoStore), Store.open(path, read_only=True):
        pass
