"""A round: a phase machine from the deal to its end, changed in place and copied cheaply.

A seat plays a hand card, takes what it matches, draws, and takes what that matches. If its yaku
have grown it may have to stop or call. Everything is ints, since search bots play millions of
rounds. Rounds in sequence are `match`'s business; what a seat may see is `observation`'s.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from referee.rules.actions import KOI_KOI, STOP, TAKE_OFFSET, Action
from referee.rules.cards import BITS, MONTH_OF, NO_CARDS, CardSet, indexes_of
from referee.rules.deal_check import (
    STOCK_START,
    Deck,
    check_deck,
    dealt_hands,
    dealt_winner,
    hands_and_field,
)
from referee.rules.errors import IllegalAction
from referee.rules.fast_scoring import BASE_BITS, BASE_MASK, Tally, tally_of
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Decision, Factor, Made, offers_decision, settle
from referee.rules.seats import Seat
from referee.rules.yaku import DEALT_HAND_POINTS

__all__ = [
    "CALL",
    "CALLED",
    "DEALT_YAKU",
    "DEAL_VOIDED",
    "DREW",
    "OVER",
    "PLAY",
    "PLAYED",
    "TAKE",
    "TOOK",
    "Event",
    "EventKind",
    "Phase",
    "Round",
    "RoundEnd",
    "RoundResult",
    "apply",
    "deal",
    "legal_actions",
    "stake",
]


class Phase(IntEnum):
    """The kind of decision that is due."""

    PLAY = 1
    TAKE = 2
    CALL = 3
    OVER = 4


PLAY, TAKE, CALL, OVER = Phase


class EventKind(IntEnum):
    """The kind of an event that both seats saw."""

    PLAYED = 1
    TOOK = 2
    DREW = 3
    CALLED = 4
    DEAL_VOIDED = 5
    DEALT_YAKU = 6


PLAYED, TOOK, DREW, CALLED, DEAL_VOIDED, DEALT_YAKU = EventKind


class Event(NamedTuple):
    """An event that both seats saw: `card` is an index or None, `cards` were captured or shown."""

    kind: EventKind
    seat: Seat | None
    card: int | None
    cards: CardSet


class RoundEnd(Enum):
    """The reason for which a round ended."""

    STOP = "stop"
    AUTOMATIC_STOP = "automatic_stop"  # a call was due and not allowed
    EXHAUSTED = "exhausted"
    DEALT = "dealt"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round. `winner` is None after Oya-Ken, which gives points but is no win."""

    reason: RoundEnd
    winner: Seat | None
    points: tuple[int, int]
    yaku: tuple[Made, ...] = ()
    base: int = 0
    factors: tuple[Factor, ...] = ()


class Round:
    """The whole state of a round, hidden cards included. Read it; change it with `apply` only."""

    __slots__ = (
        "actions",
        "calls",
        "dealer",
        "drawn",
        "field",
        "hands",
        "has_captured",
        "in_play",
        "log",
        "month",
        "mover",
        "number",
        "phase",
        "piles",
        "result",
        "ruleset",
        "scores",
        "stock",
        "tallies",
        "tally",
        "was_drawn",
    )

    ruleset: Ruleset
    number: int  # the round within the match, from 1
    month: int  # the month of the year it stands for
    dealer: int  # likewise
    scores: tuple[int, int]  # the match before this round
    hands: list[CardSet]
    piles: list[CardSet]
    field: CardSet
    stock: bytes  # indexes in draw order
    drawn: int  # how many of the stock have been drawn
    mover: int  # 0 for NORTH, 1 for SOUTH
    phase: Phase
    in_play: int  # index of the card that waits for a choice, in TAKE
    was_drawn: bool  # whether it came from the stock
    calls: list[int]
    actions: list[Action]
    result: RoundResult | None

    def __init__(
        self,
        ruleset: Ruleset,
        deck: Deck,
        dealer: Seat,
        *,
        number: int = 1,
        scores: tuple[int, int] = (0, 0),
    ) -> None:
        north, south, self.field = hands_and_field(deck)
        self.ruleset = ruleset
        self.tally: Tally = tally_of(ruleset)
        self.number = number
        self.month = (number - 1) % 12 + 1
        self.dealer = self.mover = int(dealer)
        self.scores = scores
        self.hands = [north, south]
        self.piles = [0, 0]
        self.stock = deck[STOCK_START:]
        self.drawn = 0
        self.phase = PLAY
        self.in_play = 0
        self.was_drawn = False
        self.calls = [0, 0]
        self.tallies = [0, 0]  # at the end of each seat's previous turn
        self.has_captured = False  # whether this turn has captured
        self.actions = []
        self.log: list[tuple[EventKind, int, int | None, CardSet]] = []
        self.result = None
        _settle_dealt_hands(self)

    def copy(self) -> "Round":
        """Return a round of its own in the same state, for a search to play on."""
        twin = Round.__new__(Round)
        twin.ruleset, twin.tally = self.ruleset, self.tally
        twin.number, twin.month, twin.dealer = self.number, self.month, self.dealer
        twin.scores, twin.field, twin.stock = self.scores, self.field, self.stock
        twin.drawn, twin.mover, twin.phase = self.drawn, self.mover, self.phase
        twin.in_play, twin.was_drawn = self.in_play, self.was_drawn
        twin.has_captured, twin.result = self.has_captured, self.result
        twin.hands, twin.piles = self.hands.copy(), self.piles.copy()
        twin.calls, twin.tallies = self.calls.copy(), self.tallies.copy()
        twin.actions, twin.log = self.actions.copy(), self.log.copy()
        return twin

    @property
    def is_over(self) -> bool:
        """True if the round has a result."""
        return self.phase is OVER

    @property
    def events(self) -> list[Event]:
        """Everything both seats saw, in order."""
        return self.events_since(0)

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return len(self.log)

    def events_since(self, count: int) -> list[Event]:
        """Return the events after the first `count`."""
        return [
            Event(kind, Seat(seat), card, cards) for kind, seat, card, cards in self.log[count:]
        ]


def _settle_dealt_hands(round_: Round) -> None:
    dealt = dealt_hands(*round_.hands)
    if not dealt:
        return
    for hand in dealt:
        round_.log.append((DEALT_YAKU, hand.seat, None, round_.hands[hand.seat]))
    winner = dealt_winner(round_.ruleset, dealt, Seat(round_.dealer))
    if winner is None:
        finish(round_, RoundResult(RoundEnd.DEALT, None, (0, 0)))
        return
    made = (Made(winner.yaku, DEALT_HAND_POINTS),)
    points = for_seat(winner.seat, DEALT_HAND_POINTS)
    finish(round_, RoundResult(RoundEnd.DEALT, winner.seat, points, made, DEALT_HAND_POINTS))


def for_seat(seat: int, points: int) -> tuple[int, int]:
    """Return the points of both seats when one of them has all."""
    return (0, points) if seat else (points, 0)


def finish(round_: Round, result: RoundResult) -> None:
    """End the round."""
    round_.phase = OVER
    round_.result = result


def deal(
    ruleset: Ruleset,
    deck: Deck,
    dealer: Seat,
    *,
    number: int = 1,
    scores: tuple[int, int] = (0, 0),
) -> Round:
    """Return a round on a deck that is not void; it may be over at once, by dealt hands.

    Raises BadCards for anything but the 48 cards.
    """
    check_deck(deck)
    return Round(ruleset, deck, dealer, number=number, scores=scores)


def legal_actions(round_: Round) -> tuple[Action, ...]:
    """Return every action that the mover may take, in order; empty when the round is over."""
    phase = round_.phase
    if phase is PLAY:
        hand = round_.hands[round_.mover]
        if round_.ruleset.hand_match_required:
            hand = _matching(hand, round_.field) or hand
        return indexes_of(hand)
    if phase is TAKE:
        choices = indexes_of(round_.field & MONTH_OF[round_.in_play])
        return (choices[0] + TAKE_OFFSET, choices[1] + TAKE_OFFSET)
    return (STOP, KOI_KOI) if phase is CALL else ()


def _matching(hand: CardSet, field: CardSet) -> CardSet:
    matching = 0
    for index in indexes_of(hand):
        if field & MONTH_OF[index]:
            matching |= BITS[index]
    return matching


def apply(round_: Round, action: Action) -> None:
    """Carry out the mover's action and everything that follows without a choice.

    Raises IllegalAction, leaving nothing changed, for anything outside `legal_actions`.
    """
    if not _is_legal(round_, action):
        raise IllegalAction(action, legal_actions(round_))
    round_.actions.append(action)
    if action < TAKE_OFFSET:
        round_.hands[round_.mover] ^= BITS[action]
        if _lay(round_, action, PLAYED):
            _draw(round_)
    elif action < STOP:
        _take(round_, action - TAKE_OFFSET)
    elif action == KOI_KOI:
        _call(round_)
    else:
        _stop(round_, RoundEnd.STOP)


def _is_legal(round_: Round, action: Action) -> bool:
    if 0 <= action < TAKE_OFFSET and not round_.ruleset.hand_match_required:
        return round_.phase is PLAY and round_.hands[round_.mover] >> action & 1 == 1
    return action in legal_actions(round_)


def _draw(round_: Round) -> None:
    card = round_.stock[round_.drawn]
    round_.drawn += 1
    if _lay(round_, card, DREW):
        _end_turn(round_)


def _lay(round_: Round, card: int, kind: EventKind) -> bool:
    """Put a card on the field and captures what it must; False if the mover has to choose."""
    mover, captured = round_.mover, NO_CARDS
    if not (matches := round_.field & MONTH_OF[card]):
        round_.field |= BITS[card]
    elif matches.bit_count() == 2:
        round_.phase = TAKE
        round_.in_play = card
        round_.was_drawn = kind is DREW
    else:
        captured = matches | BITS[card]
        round_.field ^= matches
        round_.piles[mover] |= captured
        round_.has_captured = True
    round_.log.append((kind, mover, card, captured))
    return round_.phase is not TAKE


def _take(round_: Round, card: int) -> None:
    captured = BITS[card] | BITS[round_.in_play]
    round_.field ^= BITS[card]
    round_.piles[round_.mover] |= captured
    round_.has_captured = True
    round_.log.append((TOOK, round_.mover, card, captured))
    round_.phase = PLAY
    if round_.was_drawn:
        _end_turn(round_)
    else:
        _draw(round_)


def _end_turn(round_: Round) -> None:
    if round_.has_captured or round_.tally.sees_field:
        round_.has_captured = False
        mover = round_.mover
        before = round_.tallies[mover]
        tally = round_.tally(round_.piles[mover], round_.month, round_.field)
        if tally != before:
            round_.tallies[mover] = tally
            decision = _decision(round_, before, tally)
            if decision is not Decision.NO_OFFER:
                _offer(round_, decision)
                return
    _pass_turn(round_)


def _decision(round_: Round, before: int, tally: int) -> Decision:
    mover = round_.mover
    return offers_decision(
        round_.ruleset,
        base=tally & BASE_MASK,
        base_before=before & BASE_MASK,
        new_yaku=tally >> BASE_BITS & ~(before >> BASE_BITS) != 0,
        calls_own=round_.calls[mover],
        calls_rival=round_.calls[1 - mover],
        hand_left=round_.hands[mover].bit_count(),
    )


def _offer(round_: Round, decision: Decision) -> None:
    if decision is Decision.FORCED_STOP:
        _stop(round_, RoundEnd.AUTOMATIC_STOP)
    else:
        round_.phase = CALL


def _pass_turn(round_: Round) -> None:
    round_.mover = mover = 1 - round_.mover
    if round_.hands[mover]:
        round_.phase = PLAY
        return
    points = for_seat(round_.dealer, round_.ruleset.exhausted_dealer_points)
    finish(round_, RoundResult(RoundEnd.EXHAUSTED, None, points))


def _call(round_: Round) -> None:
    round_.calls[round_.mover] += 1
    round_.log.append((CALLED, round_.mover, None, NO_CARDS))
    _pass_turn(round_)


def _stop(round_: Round, reason: RoundEnd) -> None:
    mover = round_.mover
    tally = round_.tallies[mover]
    factors, final = _settled(round_)
    finish(
        round_,
        RoundResult(
            reason,
            Seat(mover),
            for_seat(mover, final),
            round_.tally.made(tally, round_.piles[mover]),
            tally & BASE_MASK,
            factors,
        ),
    )


def stake(round_: Round) -> int:
    """Return what the mover would gain by stopping; 0 outside the call phase."""
    return _settled(round_)[1] if round_.phase is CALL else 0


def _settled(round_: Round) -> tuple[tuple[Factor, ...], int]:
    mover = round_.mover
    return settle(
        round_.ruleset,
        round_.tallies[mover] & BASE_MASK,
        calls_own=round_.calls[mover],
        calls_rival=round_.calls[1 - mover],
    )
