"""Positions of a match, and moving from one to another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.errors import ArenaError
from referee.rules.actions import TEXTS
from referee.rules.cards import CARDS, CardSet, cards_of
from referee.rules.match import Match, PlayedRound
from referee.rules.observation import observe
from referee.rules.record import MatchRecord
from referee.rules.round import OVER, Round, apply, legal_actions
from referee.rules.scoring import Made
from referee.rules.seats import LABELS, SEATS, Seat


class NoSuchPosition(ArenaError):
    """The match has no such round or action."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A position: a round and the next action in it, both counted from 1."""

    round: int
    action: int

    def __str__(self) -> str:
        return f"{self.round}.{self.action}"


def dealt(match: Match, played: PlayedRound) -> Round:
    """Return a round of a match before its first action."""
    one = played.round
    return Round(match.ruleset, played.deck, played.dealer, number=one.number, scores=one.scores)


def round_at(match: Match, position: Position) -> Round:
    """Return the round before an action, or after its last one. Raises NoSuchPosition."""
    if not 1 <= position.round <= len(match.rounds):
        raise NoSuchPosition(
            f"there is no round {position.round}: the match has {len(match.rounds)}"
        )
    played = match.rounds[position.round - 1]
    actions = played.round.actions
    if not 1 <= position.action <= len(actions) + 1:
        raise NoSuchPosition(
            f"there is no action {position.action}: round {position.round} has {len(actions)}"
        )
    round_ = dealt(match, played)
    for one in actions[: position.action - 1]:
        apply(round_, one)
    return round_


def done_text(match: Match, position: Position) -> str:
    """Return the action at a position in the record."""
    actions = match.rounds[position.round - 1].round.actions
    return TEXTS[actions[position.action - 1]] if position.action <= len(actions) else "nothing"


def positions_of(match: Match) -> list[Position]:
    """Return all positions of a match in the order of play."""
    return [
        Position(number, action)
        for number, played in enumerate(match.rounds, start=1)
        for action in range(1, len(played.round.actions) + 2)
    ]


def _of_round(count: int) -> Callable[[Sequence[Position], Position], Position]:
    """Return a move to the deal `count` rounds later."""

    def move(ways: Sequence[Position], here: Position) -> Position:
        return max(ways[0], min(Position(here.round + count, 1), Position(ways[-1].round, 1)))

    return move


def _of_action(count: int) -> Callable[[Sequence[Position], Position], Position]:
    """Return a move to the position `count` actions later."""

    def move(ways: Sequence[Position], here: Position) -> Position:
        return ways[max(0, min(ways.index(here) + count, len(ways) - 1))]

    return move


#: The ways from one of all places to another; where one leads nowhere it stays.
WAYS: Mapping[str, Callable[[Sequence[Position], Position], Position]] = {
    "next": _of_action(1),
    "back": _of_action(-1),
    "round": _of_round(1),
    "back-round": _of_round(-1),
    "first": lambda ways, _: ways[0],
    "last": lambda ways, _: ways[-1],
}


def made_by(round_: Round, seat: int) -> Sequence[Made]:
    """Return the yaku of a seat's pile at this moment."""
    tally = round_.tally(round_.piles[seat], round_.month, round_.field)
    return round_.tally.made(tally, round_.piles[seat])


def position_lines(
    record: MatchRecord, match: Match, position: Position, seat: Seat | None = None
) -> Iterator[str]:
    """Yield the position before an action, with all cards or as one seat saw it."""
    round_ = round_at(match, position)
    seen = observe(round_, SEATS[round_.mover] if seat is None else seat)
    where = f"round {position.round}, before action {position.action}"
    yield f"match {record.match or '(unnamed)'}, {where}"
    yield _turn_text(record, round_)
    hidden = f"{seen.rival_hand_size} cards"
    for one in SEATS:
        is_seen = seat is None or one is seat
        yield f"{LABELS[one]} hand  {cards_text(round_.hands[one]) if is_seen else hidden}"
    yield f"field       {cards_text(seen.field)}"
    for one in SEATS:
        yield f"{LABELS[one]} pile  {_pile_text(round_, one)}"
    if seen.in_play is not None:
        yield f"in play     {CARDS[seen.in_play].code}, {'drawn' if seen.was_drawn else 'played'}"
    north, south = round_.scores
    yield f"score       {north}-{south}, calls {round_.calls[0]}-{round_.calls[1]}"
    if seen.seat == round_.mover:
        yield f"legal       {', '.join(TEXTS[one] for one in legal_actions(round_)) or 'nothing'}"


def _turn_text(record: MatchRecord, round_: Round) -> str:
    mover = SEATS[round_.mover]
    to_do = "the round is over" if round_.phase is OVER else f"to {round_.phase.name.lower()}"
    return f"{LABELS[mover]} ({record.seats[mover].name}) {to_do}"


def _pile_text(round_: Round, seat: Seat) -> str:
    made = made_text(made_by(round_, seat))
    return f"{cards_text(round_.piles[seat])}{f'  ({made})' if made else ''}"


def made_text(made: Sequence[Made]) -> str:
    """Return yaku with their points as text, such as `tan 1, kasu 2`."""
    return ", ".join(f"{one.id} {one.points}" for one in made)


def cards_text(cards: CardSet) -> str:
    """Return the codes of cards as text, `none` if there are none."""
    return " ".join(card.code for card in cards_of(cards)) or "none"
