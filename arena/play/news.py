"""What has happened, in sentences."""

from collections.abc import Iterator

from koikoi.v1 import referee_pb2 as pb
from rich.text import Text

from arena.play.words import cards_on_wire, codes, named
from arena.play.yaku_words import NAMES, points_text
from referee.rules.cards import CARDS

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


def event_line(event: pb.Event, own: int, rival: str) -> Text:
    """Something both saw; `own` is the seat of whoever reads it."""
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
    """How a round ended."""
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
    """How a match ended."""
    points = f"{over.own_points}-{over.rival_points}"
    return Text(f"{OUTCOMES.get(over.outcome, 'the match is over')}, {points}", "bold green")
