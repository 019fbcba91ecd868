"""`arena score`: says what cards are worth."""

from typing import Annotated

import typer

from arena.cli.options.event import RulesetOption
from arena.cli.terminal.output import Format, OutputFormat, note, show, show_all
from arena.defaults import RULESET

Cards = Annotated[
    list[str],
    typer.Argument(
        metavar="CARDS",
        help="Codes such as 01L or names such as pine_crane, with blanks or commas.",
    ),
]
CallsOwn = Annotated[int, typer.Option(min=0, max=8, help="Calls of koi-koi by the winner.")]
CallsRival = Annotated[int, typer.Option(min=0, max=8, help="Calls of koi-koi by the loser.")]
Month = Annotated[
    int | None, typer.Option(min=1, max=12, help="The month of the round, for its yaku.")
]
Dealt = Annotated[bool, typer.Option("--dealt", help="The cards are a hand as it was dealt.")]


def score(
    cards: Cards,
    ruleset: RulesetOption = RULESET,
    calls_own: CallsOwn = 0,
    calls_rival: CallsRival = 0,
    month: Month = None,
    dealt: Dealt = False,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Say what captured cards pay, or a dealt hand."""
    from arena.errors import ArenaError
    from arena.rulebook import score as scoring
    from arena.rulebook.load import load_ruleset
    from arena.rulebook.score import FORM, cards_from_text

    if dealt and (calls_own or calls_rival or month):
        raise typer.BadParameter("a dealt hand wins before anything is called, in any month")
    rules, named = load_ruleset(ruleset), cards_from_text(" ".join(cards))
    if not named:
        raise ArenaError("no card is named", FORM)
    if dealt:
        card = scoring.of_dealt_hand(rules, named)
    else:
        card = scoring.of_pile(
            rules, named, month=month, calls_own=calls_own, calls_rival=calls_rival
        )
    if output_format is OutputFormat.CSV:
        show(card.as_list(), output_format)
    else:
        show_all(card.tables(), output_format, card.as_data())
    for line in card.notes:
        note(line)
