"""Tests of the live page's state: no card of an open pair, and true values for the rest."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.live.run_status import STATUS_FILE, run_status, status_written
from arena.live.state import live_state, replay_of
from arena.runner.progress import Progress
from arena.store.store import Store
from referee.rules.cards import CARDS
from referee.rules.seats import Seat
from tests.stores import lost, new_store, scored, tournament

CODES = {card.code for card in CARDS}


class Silent:
    """A report that says nothing."""

    def __getattr__(self, _: str) -> object:
        return lambda *_: None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event of two bots: a whole pair, and the first leg of another."""
    with new_store(tmp_path / "spring") as store:
        store.add(tournament("ab", 2)[:3])
    return tmp_path / "spring"


def test_cards_can_be_had_of_complete_pairs_alone(folder: Path) -> None:
    assert replay_of(folder, "a~b.1.1") == replay_of(folder, "a~b.1.2") != None  # noqa: E711
    assert replay_of(folder, "a~b.2.1") is None
    assert replay_of(folder, "a~b.2.2") is None
    assert replay_of(folder, "a~b.3.1") is None
    assert replay_of(folder, "../../etc/passwd") is None


def test_the_other_leg_opens_the_pair(folder: Path) -> None:
    with Store.open(folder / "arena.sqlite") as store:
        store.add(tournament("ab", 2)[3:])

    assert replay_of(folder, "a~b.2.1") is not None
    assert [one["match"] for one in live_state(folder)["latest"]] == [
        *("a~b.1.1", "a~b.1.2", "a~b.2.1", "a~b.2.2")
    ]


def test_the_state_has_no_card_and_no_result_of_a_half_played_pair(folder: Path) -> None:
    (folder / STATUS_FILE).write_text(
        json.dumps({"done": 3, "total": 8, "rate": 1, "seconds_left": 90, "pid": os.getpid()})
    )

    state = live_state(folder)

    assert not CODES & set(json.dumps(state).replace('"', " ").split())
    assert "a~b.2.1" not in json.dumps(state)
    assert state["tables"][1]["rows"] == [["a~b", "1"]]
    assert state["status"] == "3 of 8 matches played, 1.0 a second, about 2 minutes left"


def test_an_event_that_has_not_begun_is_no_mistake(tmp_path: Path) -> None:
    assert live_state(tmp_path / "soon")["status"] == "not begun yet"


def test_a_bulletin_lives_as_long_as_the_run(folder: Path) -> None:
    with status_written(folder, Silent()) as report:
        report.began(Progress(total=10, done=4))
        assert run_status(folder).total == 10
    assert run_status(folder) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"done": 1}', "\udcff"])
def test_a_damaged_bulletin_is_none(folder: Path, text: str) -> None:
    (folder / STATUS_FILE).write_bytes(text.encode(errors="surrogateescape"))

    assert run_status(folder) is None


@pytest.mark.process
def test_the_bulletin_of_a_killed_run_is_none(folder: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    text = {"done": 3, "total": 8, "rate": 1, "seconds_left": None, "pid": dead.pid}
    (folder / STATUS_FILE).write_text(json.dumps(text))

    assert run_status(folder) is None
    assert live_state(folder)["status"] == "not running, 3 matches played"


def test_what_strangers_chose_is_told_as_plain_short_text(tmp_path: Path) -> None:
    names = ("<script>\u202e\x1b[31m", "z" * 10_000)
    with new_store(tmp_path / "spring", names) as store:
        pairs = [scored(f"{'~'.join(names)}.1.{leg}", 3, 1) for leg in (1, 2)]
        store.add([*pairs, lost(f"{'~'.join(names)}.2.1", by=Seat.NORTH)])

    text = json.dumps(live_state(tmp_path / "spring"), ensure_ascii=False)

    assert not {"\u202e", "\x1b"} & set(text)
    assert "z" * 1000 not in text
