"""`arena rules`: lists rulesets, or shows one in full."""

from typing import Annotated

import typer

from arena.cli.options.event import complete_ruleset
from arena.cli.terminal.output import Format, OutputFormat, show, show_all

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="[NAME|FILE.toml]",
        autocompletion=complete_ruleset,
        help="A preset, or a file of house rules.",
    ),
]


def rules(name: Name = None, output_format: Format = OutputFormat.TABLE) -> None:
    """List the rulesets side by side, or show one in full."""
    if name is None:
        _list(output_format)
    else:
        _show(name, output_format)


def _list(output_format: OutputFormat) -> None:
    from arena.rulebook.presets import side_by_side, side_by_side_as_list
    from referee.rules.house_rules import ruleset_to_mapping
    from referee.rules.ruleset import RULESETS

    if output_format is OutputFormat.CSV:
        show(side_by_side_as_list(), output_format)
    else:
        presets = [ruleset_to_mapping(ruleset) for ruleset in RULESETS.values()]
        show_all(side_by_side(), output_format, presets)


def _show(name: str, output_format: OutputFormat) -> None:
    from arena.rulebook.load import load_ruleset
    from arena.rulebook.presets import as_data, as_list, in_full

    ruleset = load_ruleset(name)
    if output_format is OutputFormat.CSV:
        show(as_list(ruleset), output_format)
    else:
        show_all(in_full(ruleset), output_format, as_data(ruleset))
