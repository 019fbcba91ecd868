"""`arena replay`: the text follows from the record, and a seat's view shows what it knew."""

import re
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from random import Random

import pytest

from arena.replay.transcript import match_lines
from referee.rules.actions import KOI_KOI, STOP, TAKE_OFFSET
from referee.rules.cards import CARDS, indexes_of
from referee.rules.deal_check import hands_and_field
from referee.rules.record import MatchRecord
from referee.rules.ruleset import RULESETS
from referee.rules.seats import Seat
from referee.rules.shuffle import Deals
from referee.wire.record_json import read_records, write_record
from tests.records import KEY, random_match

ROOT = Path(__file__).parents[3]
SAMPLE = str(ROOT / "results" / "sample.jsonl")
MATCH = "greedy~yaku.1.1"
WORD = re.compile(r"\w+")

Arena = Callable[..., subprocess.CompletedProcess[str]]


def _sample() -> list[MatchRecord]:
    return list(read_records(Path(SAMPLE).read_text(encoding="utf-8").splitlines()))


def _of_round(lines: list[str], number: int) -> list[str]:
    start = next(i for i, line in enumerate(lines) if line.startswith(f"round {number},"))
    return list(takewhile(bool, lines[start:]))


def test_every_match_can_be_shown_and_every_card_played_is_in_it() -> None:
    for record in _sample():
        played = sum(action < TAKE_OFFSET for one in record.rounds for action in one.actions)

        text = "\n".join(match_lines(record))

        assert text.count(" plays ") == played
        assert text.count("\nround ") == len(record.rounds)


def test_a_position_shows_all_cards_and_what_was_legal(arena: Arena) -> None:
    text = arena("replay", MATCH, "--event", SAMPLE, "--at", "2.5").stdout

    assert "south hand  01P2 04P1 07A 07P1 09P1 11P1" in text
    assert "legal       play 01L, play 02P1" in text


def test_a_seats_view_has_no_card_of_the_rivals_hand(arena: Arena) -> None:
    everything = arena("replay", MATCH, "--event", SAMPLE, "--at", "2.5").stdout
    hidden = everything.split("south hand")[1].splitlines()[0].split()

    text = arena("replay", MATCH, "--event", SAMPLE, "--at", "2.5", "--seat", "north").stdout

    assert "south hand  6 cards" in text
    assert not [code for code in hidden if code in text]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--at", "92.1"), "no round 92"),
        (("--at", "1.99"), "no action 99"),
        (("--at", "1"), "ROUND.ACTION"),
        (("--seat", "east", "--at", "1.1"), "north or south"),
        (("--match", "1"), "file of records"),
    ],
)
def test_what_cannot_be_shown_is_said(arena: Arena, arguments: tuple[str, ...], word: str) -> None:
    done = arena("replay", MATCH, "--event", SAMPLE, *arguments)

    assert done.returncode == 2
    assert word in done.stderr


def test_a_seats_text_names_no_card_before_that_seat_has_seen_it() -> None:
    for record in _sample():
        for number, played in enumerate(record.rounds, start=1):
            lines = _of_round(list(match_lines(record, Seat.NORTH)), number)
            hidden = {CARDS[one].code for one in indexes_of(hands_and_field(played.deck)[1])}
            for line in (line for line in lines if "void deal" not in line):
                mentioned = hidden & set(WORD.findall(line))
                assert not mentioned or " south " in line or " south has" in line, line
                hidden -= mentioned


def test_a_file_of_records_is_read_by_name_or_number(arena: Arena) -> None:
    first = arena("replay", SAMPLE, "--match", "1").stdout

    assert first == arena("replay", "greedy~random.1.1", "--event", SAMPLE).stdout
    assert first == arena("replay", SAMPLE, "--match", "greedy~random.1.1", "--plain").stdout


def test_a_record_of_another_program_without_a_name_is_shown(arena: Arena, tmp_path: Path) -> None:
    foreign = replace(_sample()[0], event=None, match=None)
    (tmp_path / "one.jsonl").write_text(write_record(foreign), encoding="utf-8")

    text = arena("replay", "one.jsonl").stdout

    assert text.startswith("match (unnamed), ruleset lemme")
    assert text == "\n".join(match_lines(foreign)) + "\n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [((), "--match greedy~random.1.1"), (("--match", "99"), "no match `99`")],
)
def test_a_file_of_many_wants_to_know_which(
    arena: Arena, arguments: tuple[str, ...], word: str
) -> None:
    done = arena("replay", SAMPLE, *arguments)

    assert done.returncode == 2
    assert word in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [(MATCH, "--event", SAMPLE), (SAMPLE, "--match", "4"), (SAMPLE, "--match", "4", "--plain")],
)
def test_the_command_for_a_position_is_of_the_same_match(
    arena: Arena, arguments: tuple[str, ...]
) -> None:
    said = arena("replay", *arguments).stderr.strip()
    words = shlex.split(said.removeprefix("one position: arena "))[:-2]

    shown = arena(*words, "--at", "1.1")

    assert said.endswith(" --at ROUND.ACTION")
    assert shown.returncode == 0, shown.stderr
    assert MATCH not in arguments or f"match {MATCH}, round 1," in shown.stdout


def test_every_yaku_and_every_call_is_told_where_it_happens() -> None:
    """Test that the text shows the engine's state at each action, in every preset."""
    for ruleset in RULESETS.values():
        record = random_match(Deals(KEY, ruleset.name), Random(ruleset.name), ruleset)
        text = "\n".join(match_lines(record))
        calls = sum(action == KOI_KOI for one in record.rounds for action in one.actions)
        stops = sum(action == STOP for one in record.rounds for action in one.actions)

        assert text.count("calls koi-koi") == calls
        assert text.count(" stops\n") == stops
        assert text.count("may stop for") == calls + stops


def test_an_unknown_match_is_an_error(arena: Arena) -> None:
    done = arena("replay", "greedy~nobody.1.1", "--event", SAMPLE)

    assert done.returncode == 2
    assert "greedy~nobody.1.1" in done.stderr
