"""`arena replay` on a terminal: keys lead through the match, and a seat's view hides cards."""

import sys
from pathlib import Path

import pytest

from tests.arena.cli.terminals import Terminal, at_a_terminal

SAMPLE = str(Path(__file__).parents[3] / "results" / "sample.jsonl")
REPLAY = (sys.executable, "-m", "arena.cli.app", "replay", "greedy~yaku.1.1", "--event", SAMPLE)
RIGHT, LEFT, UP, DOWN, HOME, END = (f"\x1b[{letter}" for letter in "CDABHF")
FOOT = "q leave"


def go(terminal: Terminal, key: str) -> str:
    """Return what the screen shows after a key."""
    terminal.press(key)
    return terminal.until(FOOT)


def test_keys_lead_forwards_backwards_and_to_rounds() -> None:
    with at_a_terminal(*REPLAY) as terminal:
        assert "1.1, position 1 of " in terminal.until(FOOT)
        for key, position in (
            (RIGHT, "1.2, position 2 "),
            (" ", "1.3, position 3 "),
            (LEFT, "1.2, position 2 "),
            (DOWN, "2.1, position 18 "),
            ("n", "3.1, "),
            ("p", "2.1, "),
            (UP, "1.1, position 1 "),
            (LEFT, "1.1, position 1 "),
            ("7", "7.1, "),
            ("0", "10.1, "),
            (END, "12."),
            (RIGHT, "12."),
            (HOME, "1.1, "),
            ("x", "1.1, "),
        ):
            assert position in go(terminal, key), key
        terminal.press("q")


def test_a_step_shows_what_has_just_happened_and_the_end_tells_the_result() -> None:
    with at_a_terminal(*REPLAY) as terminal:
        terminal.until(FOOT)
        assert "south plays 07R Bush clover red plain ribbon, with 07A" in go(terminal, RIGHT)
        last = go(terminal, END)
        assert "the round is over" in last
        assert "north wins" in last or "south wins" in last
        terminal.press("q")


def test_a_seats_view_is_chosen_by_key_or_flag() -> None:
    with at_a_terminal(*REPLAY, "--seat", "north") as terminal:
        seen = terminal.until(FOOT)
        assert "south hand  8 cards" in seen
        assert "02A 03R 05P2" not in seen
        assert "north hand  8 cards" in go(terminal, "v")
        assert "02A 03R 05P2" in go(terminal, "v")
        terminal.press("q")


@pytest.mark.parametrize("key", ["q", "\x1b", "\x03", "\x04"])
def test_it_can_be_left(key: str) -> None:
    with at_a_terminal(*REPLAY) as terminal:
        terminal.until(FOOT)
        terminal.press(key)


def test_plain_asks_for_no_key() -> None:
    with at_a_terminal(*REPLAY, "--plain") as terminal:
        assert "round 12," in terminal.until("one position: arena replay")
