"""On a narrow terminal a table folds its texts where a reader would."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tables.table import Column, Table, width
from arena.tables.wrap import column_widths, folded
from tests.arena.cli.terminals import on_a_terminal

SAMPLE = str(Path(__file__).parents[3] / "results" / "sample.jsonl")
TABLE = Table(
    (Column("match"), Column("north_points"), Column("why")),
    (("ann~ben.1.1", 12, "one answer came too late"), ("ann~ben.1.2", 3, "")),
)


@given(st.text(st.sampled_from("ab_五/ -."), max_size=60), st.integers(2, 20))
def test_lines_are_as_narrow_as_asked_and_nothing_is_lost(text: str, room: int) -> None:
    lines = folded(text, room).split("\n")

    assert all(width(line) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("room", "widths"),
    [(80, [11, 12, 24]), (40, [11, 12, 17]), (29, [11, 12, 6]), (23, [11, 6, 6])],
)
def test_long_texts_are_folded_first_then_words_at_their_marks(
    room: int, widths: list[int]
) -> None:
    assert column_widths(TABLE, room) == widths


@pytest.mark.parametrize("room", range(3, 60))
def test_a_table_takes_no_more_room_than_there_is(room: int) -> None:
    assert sum(column_widths(TABLE, room)) <= room


@pytest.mark.process
@pytest.mark.parametrize("command", ["rules", "rules nintendo", f"matches {SAMPLE}"])
def test_no_word_is_broken_on_a_terminal_of_eighty_columns(command: str) -> None:
    arena = [sys.executable, "-m", "arena.cli.app", *command.split()]
    wide = on_a_terminal(*arena, columns=400, NO_COLOR="1")
    narrow = on_a_terminal(*arena, columns=80, NO_COLOR="1").replace("\r", "")

    assert max(map(len, narrow.split("\n"))) <= 80
    assert parts(narrow.partition("No room")[0]) <= parts(wide)


def parts(text: str) -> set[str]:
    """The words of a text, at their marks taken apart."""
    return set(re.split(r"\s|(?<=[_/-])", text.replace("─", "")))
