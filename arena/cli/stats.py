"""`arena stats`: luck, dealers, yaku, and how every bot plays."""

from arena.cli.event_argument import RESULTS, EventArgument, ResultsOption, found_event
from arena.cli.output import Format, OutputFormat, show_all


def stats(
    event: EventArgument = None,
    results: ResultsOption = RESULTS,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Show how much was luck, and how the bots of an event play."""
    from arena.event_stats import event_stats
    from arena.events import opened_results
    from arena.stats_tables import stats_data, stats_list, stats_tables

    with opened_results(found_event(event, results)) as store:
        found = event_stats(store)
    is_list = output_format is OutputFormat.CSV
    tables = (stats_list(found),) if is_list else stats_tables(found)
    show_all(tables, output_format, stats_data(found))
