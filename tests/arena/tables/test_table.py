"""The texts of tables: aligned, exact, and harmless whatever stands in a cell."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tables.table import Align, Column, Table, as_csv, as_json, as_markdown, as_plain, fitted

TABLE = Table(
    columns=(Column("bot"), Column("mu", Align.RIGHT, digits=2), Column("faults", Align.RIGHT)),
    rows=(("greedy", 31.41592, 0), ("日本", 7.0, None)),
    title="Ranking",
    footer=("trusted bots",),
)

any_text = st.text(st.characters(), max_size=12)
texts = st.lists(st.tuples(any_text, any_text), max_size=4).map(tuple)


def table_of(rows: tuple[tuple[str, str], ...]) -> Table:
    return Table((Column("a"), Column("b")), rows)


def is_harmless(text: str) -> bool:
    return all(mark.isprintable() or mark == "\n" for mark in text)


def test_plain_text_is_aligned_by_what_a_terminal_shows() -> None:
    assert as_plain(TABLE) == (
        "Ranking\n"
        "\n"
        "bot        mu  faults\n"
        "------  -----  ------\n"
        "greedy  31.42       0\n"
        "日本     7.00\n"
        "\n"
        "trusted bots\n"
    )


def test_markdown_is_a_table_with_its_title_and_footer() -> None:
    assert as_markdown(TABLE) == (
        "### Ranking\n"
        "\n"
        "| bot | mu | faults |\n"
        "| --- | ---: | ---: |\n"
        "| greedy | 31.42 | 0 |\n"
        "| 日本 | 7.00 |  |\n"
        "\n"
        "trusted bots\n"
    )


def test_csv_keeps_numbers_whole_and_ends_lines_as_the_standard_says() -> None:
    assert as_csv(TABLE) == "bot,mu,faults\r\ngreedy,31.41592,0\r\n日本,7.0,\r\n"


def test_json_keeps_the_order_of_keys_and_foreign_letters() -> None:
    text = as_json({"b": "日本", "a": [1.5, None, True]})

    assert text == ('{\n  "b": "日本",\n  "a": [\n    1.5,\n    null,\n    true\n  ]\n}\n')


def test_rows_are_objects_under_the_names_of_the_columns() -> None:
    assert TABLE.objects()[1] == {"bot": "日本", "mu": 7.0, "faults": None}


def test_a_table_without_rows_still_has_its_head() -> None:
    empty = table_of(())

    assert as_plain(empty) == "a  b\n-  -\n"
    assert as_csv(empty) == "a,b\r\n"


def test_a_row_of_the_wrong_length_is_not_printed_short() -> None:
    with pytest.raises(ValueError, match="shorter"):
        as_plain(Table((Column("a"), Column("b")), (("only one",),)))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_no_spreadsheet_takes_a_cell_for_a_formula(start: str) -> None:
    assert as_csv(Table((Column("a"),), ((f"{start}1+1",),))) == f"a\r\n'{start}1+1\r\n"


def test_a_tab_cannot_start_a_formula_either() -> None:
    assert as_csv(Table((Column("a"),), (("\t=1",),))) == "a\r\n'\\t=1\r\n"


def test_a_negative_number_stays_a_number() -> None:
    assert as_csv(Table((Column("a"),), ((-1,), (-0.5,)))) == "a\r\n-1\r\n-0.5\r\n"


def test_cells_cannot_end_a_markdown_table_or_start_code() -> None:
    text = as_markdown(Table((Column("a"),), (("x|y`z<b>",),)))

    assert "| x\\|y\\`z\\<b> |" in text


@given(texts)
def test_no_cell_drives_a_terminal(rows: tuple[tuple[str, str], ...]) -> None:
    table = table_of(rows)

    assert is_harmless(as_plain(table))
    assert is_harmless(as_markdown(table))
    assert is_harmless(as_json(table.objects()))
    assert is_harmless(as_csv(table).replace("\r\n", "\n"))


@given(texts)
def test_every_row_is_one_line(rows: tuple[tuple[str, str], ...]) -> None:
    table = table_of(rows)

    assert as_plain(table).count("\n") == len(rows) + 2
    assert as_markdown(table).count("\n") == len(rows) + 2
    assert len(list(csv.reader(io.StringIO(as_csv(table), newline="")))) == len(rows) + 1


@given(texts)
def test_json_means_exactly_what_stands_in_the_cells(rows: tuple[tuple[str, str], ...]) -> None:
    assert json.loads(as_json(table_of(rows).objects())) == [{"a": a, "b": b} for a, b in rows]


WIDE = Table(
    columns=(
        Column("bot"),
        Column("mu", spare=1),
        Column("Elo", spare=3),
        Column("95 %", spare=2),
        Column("note", room=6),
    ),
    rows=(("greedy", "31.41", "+300", "30..33", "disqualified after 5 faults"),),
)


@pytest.mark.parametrize(
    ("columns_of_terminal", "kept", "line"),
    [
        (80, "bot mu Elo 95 % note", None),
        (35, "bot mu Elo 95 % note", None),
        (34, "bot mu 95 % note", "No room for: Elo."),
        (28, "bot mu note", "No room for: Elo, 95 %."),
        (1, "bot note", "No room for: Elo, 95 %, mu."),
    ],
)
def test_on_a_narrow_terminal_the_most_spare_column_goes_first(
    columns_of_terminal: int, kept: str, line: str | None
) -> None:
    found = fitted(WIDE, columns_of_terminal)

    assert " ".join(column.name for column in found.columns) == kept
    assert len(found.rows[0]) == len(found.columns)
    assert found.footer == ((line,) if line else ())
