"""`--ruleset`, which several commands have; `arena.rulebook.load` reads what it names."""

from typing import Annotated

import typer

DEFAULT_RULESET = "lemme"


def complete_ruleset(begun: str) -> list[str]:
    """The presets whose names begin like this, for the shell."""
    from referee.rules.ruleset import RULESETS

    return [name for name in RULESETS if name.startswith(begun)]


RulesetOption = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="NAME|FILE.toml",
        autocompletion=complete_ruleset,
        help="A preset, or a file of house rules.",
    ),
]
