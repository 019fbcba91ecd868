"""Tests of what goes to stdout and what goes to stderr, on a terminal and off it."""

import sys

import pytest

from arena.cli.terminal.output import OutputFormat, note, show, show_all
from arena.tables.table import Column, Table
from tests.arena.cli.terminals import on_a_terminal

LONG = "a-bot-with-a-very-long-name-indeed-" * 4
TABLE = Table((Column("bot"), Column("why")), (("greedy", LONG),), footer=("trusted bots",))
DRAWING = """
from arena.cli.terminal.output import OutputFormat, show
from arena.tables.table import Column, Table
show(Table((Column("bot"), Column("why")), (("[red]x", "\\x1b[2J"),)), OutputFormat.TABLE)
"""


def test_a_table_in_a_pipe_is_never_cut(capsys: pytest.CaptureFixture[str]) -> None:
    show(TABLE, OutputFormat.TABLE)

    assert LONG in capsys.readouterr().out


@pytest.mark.parametrize("output_format", [OutputFormat.CSV, OutputFormat.JSON])
def test_a_footer_that_has_no_place_in_the_data_goes_to_stderr(
    output_format: OutputFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    show(TABLE, output_format)

    shown = capsys.readouterr()
    assert "trusted bots" not in shown.out
    assert shown.err == "trusted bots\n"


@pytest.mark.parametrize("output_format", [OutputFormat.TABLE, OutputFormat.MD])
def test_a_footer_stands_below_its_table(
    output_format: OutputFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    show(TABLE, output_format)

    shown = capsys.readouterr()
    assert shown.out.endswith("\n\ntrusted bots\n")
    assert shown.err == ""


def test_json_is_the_given_object_alone(capsys: pytest.CaptureFixture[str]) -> None:
    show(TABLE, OutputFormat.JSON, {"rows": 1})

    assert capsys.readouterr() == ('{\n  "rows": 1\n}\n', "")


def test_tables_stand_apart(capsys: pytest.CaptureFixture[str]) -> None:
    small = Table((Column("a"),), (("x",),))

    show_all((small, small), OutputFormat.TABLE, None)

    assert capsys.readouterr().out == "a\n-\nx\n\na\n-\nx\n"


def test_a_note_is_not_data_and_drives_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    note("two\nlines \x1b[2J")

    assert capsys.readouterr() == ("", "two\nlines \\x1b[2J\n")


@pytest.mark.process
def test_a_terminal_gets_a_drawn_table_in_which_nothing_is_cut() -> None:
    text = on_a_terminal(sys.executable, "-m", "arena.cli.app", "rules", columns=60)

    assert "─" in text
    assert "\x1b[" in text
    assert "…" not in text


@pytest.mark.process
def test_no_color_means_no_escapes_at_all() -> None:
    text = on_a_terminal(
        sys.executable, "-m", "arena.cli.app", "rules", "lemme", columns=80, NO_COLOR="1"
    )

    assert "─" in text
    assert "\x1b" not in text


@pytest.mark.process
def test_a_cell_is_neither_markup_nor_an_escape_on_a_terminal() -> None:
    text = on_a_terminal(sys.executable, "-c", DRAWING, columns=80)

    assert "[red]x" in text
    assert "\\x1b[2J" in text
    assert "\x1b[2J" not in text
