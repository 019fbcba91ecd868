"""Words for a person's game: cards, yaku, and what has happened."""

from collections.abc import Iterable, Iterator

from koikoi.v1 import referee_pb2 as pb
from rich.text import Text

from referee.rules.cards import CARDS, Card, CardSet, Kind, card_set, cards_of
from referee.rules.ruleset import Ruleset
from referee.rules.yaku import BLUES, TABLE, Yaku

STYLES = {
    Kind.LIGHT: "bold yellow",
    Kind.ANIMAL: "magenta",
    Kind.RIBBON: "red",
    Kind.PLAIN: "",
}
CODE_WIDTH = max(len(card.code) for card in Card)
CELL_WIDTH = CODE_WIDTH + 1 + max(len(card.english) for card in Card)
GAP = 2
INDENT = 2
DEALT = {"teshi": "Teshi", "kuttsuki": "Kuttsuki"}
NAMES = {row.id: row.name.partition(",")[0] for row in TABLE} | DEALT
# Of the person, and of the rival.
VERBS = {
    pb.EVENT_KIND_PLAYED: ("you play", "plays"),
    pb.EVENT_KIND_DREW: ("you draw", "draws"),
    pb.EVENT_KIND_TOOK: ("you take", "takes"),
    pb.EVENT_KIND_CALLED: ("you call koi-koi", "calls koi-koi"),
    pb.EVENT_KIND_DEALT_YAKU: ("you were dealt", "was dealt"),
    pb.EVENT_KIND_DEAL_VOIDED: ("void deal, dealt again; the field was", ""),
}
# Where another way of ending would be expected, and what is said instead.
ENDS = {
    pb.ROUND_END_AUTOMATIC_STOP: ", since koi-koi could not be called",
    pb.ROUND_END_EXHAUSTED: ", since the hands ran out",
    pb.ROUND_END_DEALT: ", by the hand that was dealt",
}
OUTCOMES = {
    pb.OUTCOME_WIN: "you win the match",
    pb.OUTCOME_LOSS: "you lose the match",
    pb.OUTCOME_DRAW: "the match is a draw",
}


def cards_on_wire(numbers: Iterable[int]) -> CardSet:
    """Return the set of cards with these numbers, 1 to 48."""
    return card_set(CARDS[number - 1] for number in numbers)


def style_of(card: Card) -> str:
    """Return the style of a card."""
    return "blue" if card.bit & BLUES else STYLES[card.kind]


def cell(card: Card) -> Text:
    """Return the code and name of a card, padded to the width of all cards."""
    text = f"{card.code:{CODE_WIDTH}} {card.english}"
    return Text.assemble((text.ljust(CELL_WIDTH), style_of(card)))


def named(card: Card) -> Text:
    """Return the code and name of a card as part of a sentence."""
    return Text.assemble((f"{card.code} {card.english}", style_of(card)))


def codes(cards: CardSet, between: str = " ") -> Text:
    """Return the codes of a set of cards."""
    return Text(between).join(Text(card.code, style_of(card)) for card in cards_of(cards))


def rows(cards: CardSet, width: int) -> Iterator[Text]:
    """Yield the cells of a set in rows that fit the width."""
    cells = [cell(card) for card in cards_of(cards)]
    across = max(1, (width - INDENT) // (CELL_WIDTH + GAP))
    for start in range(0, len(cells), across):
        row = Text(" " * GAP).join(cells[start : start + across])
        row.rstrip()
        yield Text(" " * INDENT) + row


def points_text(points: int) -> str:
    """Return a number of points in words.

    >>> points_text(1), points_text(7)
    ('1 point', '7 points')
    """
    return f"{points} point{'' if points == 1 else 's'}"


def worth(row: Yaku) -> str:
    """Return a yaku's worth: `5`, or `5 +1` where further cards add to it."""
    return f"{row.points} +{row.extra}" if row.extra else f"{row.points}"


def counting(ruleset: Ruleset) -> list[Yaku]:
    """Return the yaku that count in a ruleset."""
    return [row for row in ruleset.yaku if row.points]


def event_line(event: pb.Event, own: int, rival: str) -> Text:
    """Describe an event that both players saw; `own` is the reader's seat."""
    yours, theirs = VERBS.get(event.kind, ("", ""))
    is_rival = event.seat not in (own, pb.SEAT_UNSPECIFIED)
    line = Text(f"  {rival} {theirs} " if is_rival else f"  {yours} ")
    cards = cards_on_wire(event.cards)
    if not event.card:
        return line + codes(cards)
    card = CARDS[event.card - 1]
    taken = cards & ~card.bit
    return line + named(card) + (Text(", with ") + codes(taken) if taken else Text(""))


def round_lines(over: pb.RoundOver, own: int, rival: str) -> Iterator[Text]:
    """Yield how a round ended."""
    yield Text(f"round {over.round}: {_winner(over, own, rival)}", "bold green")
    yield Text(f"  so far: you {over.own_score}, {rival} {over.rival_score}")


def _winner(over: pb.RoundOver, own: int, rival: str) -> str:
    why = ENDS.get(over.reason, "")
    if not over.winner:
        gains = f"{over.own_points}-{over.rival_points}"
        return f"nobody wins{why}" + (f" (for dealing: {gains})" if gains != "0-0" else "")
    points = points_text(over.own_points + over.rival_points)
    yaku = ", ".join(f"{NAMES.get(one.id, one.id)} {one.points}" for one in over.yaku)
    return f"{'you win' if over.winner == own else f'{rival} wins'} {points}{why}: {yaku}"


def match_line(over: pb.MatchOver) -> Text:
    """Describe how a match ended."""
    points = f"{over.own_points}-{over.rival_points}"
    return Text(f"{OUTCOMES.get(over.outcome, 'the match is over')}, {points}", "bold green")
