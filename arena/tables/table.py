"""A table as a value, and its text in every format.

Whatever stands in a cell, no text from here moves a cursor, turns a line around or starts a
formula: names and reasons come from strangers. Printing is `arena.cli.terminal.output`'s business.
"""

import csv
import io
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias
from unicodedata import combining, east_asian_width

from arena.errors import shown

Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = tuple[Cell, ...]

# What a spreadsheet would take for a formula, full-width forms included.
FORMULA_STARTS = tuple("=+-@\t＝＋－＠")
MARKDOWN = str.maketrans({mark: "\\" + mark for mark in "\\|`*<[&~"})
UNPRINTABLE = re.compile(r"[^\n -~]")
GAP = "  "


class Align(Enum):
    """The alignment of a column."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Column:
    """A column. People see floats with `digits` decimals; csv and json keep them whole.

    Where there is little room, long texts are folded to `room`, and then the column that is the
    most `spare` goes first; one at 0 stays.
    """

    name: str
    align: Align = Align.LEFT
    digits: int | None = None
    spare: int = 0
    room: int | None = None

    def text(self, cell: Cell) -> str:
        """Return a cell as people read it."""
        if cell is None:
            return ""
        if isinstance(cell, bool):
            return "yes" if cell else "no"
        if isinstance(cell, float) and self.digits is not None:
            return f"{cell:.{self.digits}f}"
        return shown(cell)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns, with a title above and lines below."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    footer: tuple[str, ...] = ()

    def texts(self) -> list[list[str]]:
        """Return the cells as people read them."""
        return [
            [column.text(cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def objects(self) -> list[dict[str, Cell]]:
        """Return the rows as objects with the names of the columns as keys."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


def fitted(table: Table, columns_of_terminal: int) -> Table:
    """Return the table without the spare columns that do not fit; a line below names them."""
    left_out: list[str] = []
    while _plain_width(table) > columns_of_terminal:
        spare = max(range(len(table.columns)), key=lambda place: table.columns[place].spare)
        if not table.columns[spare].spare:
            break
        left_out.append(table.columns[spare].name)
        table = _without(table, spare)
    if not left_out:
        return table
    return replace(table, footer=(*table.footer, f"No room for: {', '.join(left_out)}."))


def _without(table: Table, place: int) -> Table:
    columns, rows = list(table.columns), [list(row) for row in table.rows]
    del columns[place]
    for row in rows:
        del row[place]
    return replace(table, columns=tuple(columns), rows=tuple(map(tuple, rows)))


def _plain_width(table: Table) -> int:
    needed = (min(w, one.room or w) for w, one in zip(_widths(table), table.columns, strict=True))
    return sum(needed) + len(GAP) * (len(table.columns) - 1)


def _widths(table: Table) -> list[int]:
    names = [shown(column.name) for column in table.columns]
    return [max(map(width, column)) for column in zip(names, *table.texts(), strict=True)]


def as_plain(table: Table) -> str:
    """Return aligned text as wide as it needs to be."""
    names = [shown(column.name) for column in table.columns]
    texts, widths = table.texts(), _widths(table)
    aligns = [column.align for column in table.columns]
    lines = [_line(cells, widths, aligns) for cells in (names, ["-" * w for w in widths], *texts)]
    return _stacked(shown(table.title), "\n".join(lines), "\n".join(map(shown, table.footer)))


def _line(cells: Iterable[str], widths: list[int], aligns: list[Align]) -> str:
    return GAP.join(map(_padded, cells, widths, aligns)).rstrip()


def _padded(text: str, columns: int, align: Align) -> str:
    spaces = " " * (columns - width(text))
    return text + spaces if align is Align.LEFT else spaces + text


def width(text: str) -> int:
    """Return the columns of a terminal that a text takes.

    >>> width("Gokō"), width("五光")
    (4, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def as_markdown(table: Table) -> str:
    """Return a table of GitHub's Markdown."""
    rules = ["---" if column.align is Align.LEFT else "---:" for column in table.columns]
    names = [_markdown(column.name) for column in table.columns]
    rows = [[_markdown(text) for text in texts] for texts in table.texts()]
    lines = [f"| {' | '.join(cells)} |" for cells in (names, rules, *rows)]
    title = f"### {_markdown(table.title)}" if table.title else ""
    return _stacked(title, "\n".join(lines), *map(_markdown, table.footer))


def _markdown(text: str) -> str:
    return shown(text).translate(MARKDOWN)


def as_csv(table: Table) -> str:
    """Return CSV by RFC 4180 with a header, without title and footer."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_inert(column.name) for column in table.columns)
    writer.writerows(map(_inert, row) for row in table.rows)
    return text.getvalue()


def _inert(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if not isinstance(cell, str):
        return cell
    return f"'{shown(cell)}" if cell.startswith(FORMULA_STARTS) else shown(cell)


def as_json(data: object) -> str:
    """Return indented JSON. Characters that do not print are escaped."""
    text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)
    return UNPRINTABLE.sub(_escaped, text) + "\n"


def _escaped(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def _stacked(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"
