"""`arena stats`: shows luck, dealers, yaku and play, or compares machines."""

from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import Format, OutputFormat, show_all
from arena.defaults import RESULTS

if TYPE_CHECKING:
    from arena.store.store import Store

ByWorker = Annotated[
    bool, typer.Option("--by-worker", help="Compare the machines that played, bot by bot.")
]


def stats(
    event: EventArgument = None,
    results: ResultsOption = RESULTS,
    by_worker: ByWorker = False,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Show how much was luck, and how the bots of an event play."""
    from arena.event.locate import opened_results

    with opened_results(found_event(event, results)) as store:
        (_show_workers if by_worker else _show)(store, output_format)


def _show(store: "Store", output_format: OutputFormat) -> None:
    from arena.stats.event_stats import event_stats
    from arena.stats.event_tables import stats_data, stats_list, stats_tables

    found = event_stats(store)
    is_list = output_format is OutputFormat.CSV
    tables = (stats_list(found),) if is_list else stats_tables(found)
    show_all(tables, output_format, stats_data(found))


def _show_workers(store: "Store", output_format: OutputFormat) -> None:
    from arena.stats.by_worker import worker_data, worker_list, worker_stats, worker_tables

    found = worker_stats(store)
    is_list = output_format is OutputFormat.CSV
    tables = (worker_list(found),) if is_list else worker_tables(found)
    show_all(tables, output_format, worker_data(found))
