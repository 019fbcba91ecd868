"""Output of commands: data on stdout in the requested format, everything else on stderr.

The text of a table is made in `arena.tables.table`. Rich prints tables on terminals only, since it
truncates them in pipes.
"""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from arena.errors import Stopped, shown
from arena.tables.table import Align, Table, as_csv, as_json, as_markdown, as_plain, fitted

if TYPE_CHECKING:
    from rich.table import Table as RichTable


class OutputFormat(Enum):
    """The output formats of data."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


Format = Annotated[OutputFormat, typer.Option("--format", help="How to print the data.")]

TEXTS: Mapping[OutputFormat, Callable[[Table], str]] = {
    OutputFormat.TABLE: as_plain,
    OutputFormat.CSV: as_csv,
    OutputFormat.MD: as_markdown,
}
EDGES = 2  # what Rich draws left and right of a table
PADDING = 2  # and between two columns


def show(table: Table, output_format: OutputFormat, data: object = None) -> None:
    """Print a table; json is `data`, or else a list with an object for each row."""
    show_all((table,), output_format, table.objects() if data is None else data)
    if output_format is OutputFormat.CSV or (output_format is OutputFormat.JSON and data is None):
        for line in table.footer:
            note(line)


def show_all(tables: tuple[Table, ...], output_format: OutputFormat, data: object) -> None:
    """Print tables one below the other; json is `data`."""
    if output_format is OutputFormat.JSON:
        write(as_json(data))
    elif output_format is OutputFormat.TABLE and sys.stdout.isatty():
        _draw(tables)
    else:
        write("\n".join(map(TEXTS[output_format], tables)))


def note(text: str) -> None:
    """Print a line on stderr. If it cannot be written it is dropped: a run is worth more."""
    with suppress(OSError):
        typer.echo(_printable(text), err=True)


def report(error: Exception) -> None:
    """Print an error with its hint on stderr."""
    note(f"error: {error}")
    if hint := getattr(error, "hint", ""):
        note(f"\nhint: {hint}")


def _printable(text: str) -> str:
    return "\n".join(map(shown, text.split("\n")))


def write(text: str) -> None:
    """Print text on stdout. A reader that has gone is no error. Raises Stopped on a full disk."""
    with _results():
        sys.stdout.write(text)
        sys.stdout.flush()


@contextmanager
def _results() -> Iterator[None]:
    """Raise Stopped where a result cannot be written."""
    try:
        yield
    except BrokenPipeError:
        # Whoever reads has seen enough, and the command may have more to do than print.
        _leave_stdout()
    except OSError as error:
        _leave_stdout()
        reason = error.strerror or error
        raise Stopped(f"the result cannot be written to stdout: {reason}") from error


class ClosedOutput(io.StringIO):
    """Standard output that was closed before the command began: it cannot be written."""

    def write(self, text: str, /) -> int:
        """Raise Stopped."""
        with _results():
            raise OSError(errno.EBADF, "it is closed")


class Results(io.TextIOWrapper):
    """Standard output, also for the libraries that print help. Raises Stopped on a full disk."""

    def write(self, text: str, /) -> int:
        """Write text."""
        with _results():
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is held back."""
        with _results():
            super().flush()


class Notes(io.TextIOWrapper):
    """Standard error, also for libraries that print mistakes. What cannot be written is lost."""

    def write(self, text: str, /) -> int:
        """Write text."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is held back."""
        with suppress(OSError):
            super().flush()


def check_standard_files() -> None:
    """Make standard output and error what results and notes need, in a program of their own."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stdout is sys.__stdout__ and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _as(Results, sys.stdout)
    if sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = _as(Notes, sys.stderr)


def _as(kind: type[io.TextIOWrapper], file: io.TextIOWrapper) -> io.TextIOWrapper:
    encoding, errors, is_by_line = file.encoding, file.errors, file.line_buffering
    return kind(file.detach(), encoding, errors, line_buffering=is_by_line)


def _leave_stdout() -> None:
    """Discard further output, since Python writes once more when it ends."""
    if isinstance(sys.stdout, ClosedOutput):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _draw(tables: tuple[Table, ...]) -> None:
    from rich.console import Console
    from rich.text import Text

    # NO_COLOR alone would leave bold and italic.
    console = Console(highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")
    for table in (fitted(table, console.width - EDGES) for table in tables):
        console.print(_drawn(table, console.width - EDGES))
        for line in table.footer:
            console.print(Text(shown(line)))


def _drawn(table: Table, room: int) -> "RichTable":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable
    from rich.text import Text

    from arena.tables.wrap import column_widths, folded

    title = Text(shown(table.title)) if table.title else None
    drawn = RichTable(
        title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False
    )
    widths = column_widths(table, room - PADDING * (len(table.columns) - 1))
    for column, columns in zip(table.columns, widths, strict=True):
        justify: Literal["right", "left"] = "right" if column.align is Align.RIGHT else "left"
        head = Text(folded(shown(column.name), columns))
        drawn.add_column(head, justify=justify, width=columns, no_wrap=True)
    for texts in table.texts():
        drawn.add_row(*(Text(folded(*one)) for one in zip(texts, widths, strict=True)))
    return drawn
