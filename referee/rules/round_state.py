"""The state of a round: what has to be decided, what was seen, how it ended, and the round itself.

How a round goes on is `round`'s business, and who may see what `observation`'s.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from referee.rules.actions import Action
from referee.rules.cards import CardSet
from referee.rules.deal_check import (
    STOCK_START,
    Deck,
    dealt_hands,
    dealt_winner,
    hands_and_field,
)
from referee.rules.fast_scoring import Tally, tally_of
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Factor, Made
from referee.rules.seats import Seat
from referee.rules.yaku import DEALT_HAND_POINTS


class Phase(IntEnum):
    """What has to be decided."""

    PLAY = 1
    TAKE = 2
    CALL = 3
    OVER = 4


PLAY, TAKE, CALL, OVER = Phase


class EventKind(IntEnum):
    """What both seats saw."""

    PLAYED = 1
    TOOK = 2
    DREW = 3
    CALLED = 4
    DEAL_VOIDED = 5
    DEALT_YAKU = 6


PLAYED, TOOK, DREW, CALLED, DEAL_VOIDED, DEALT_YAKU = EventKind


class Event(NamedTuple):
    """Something both seats saw: `card` is an index or None, `cards` what was captured or shown."""

    kind: EventKind
    seat: Seat | None
    card: int | None
    cards: CardSet


class RoundEnd(Enum):
    """Why a round ended."""

    STOP = "stop"
    AUTOMATIC_STOP = "automatic_stop"  # a call was due and not allowed
    EXHAUSTED = "exhausted"
    DEALT = "dealt"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended. `winner` is None after Oya-Ken, which gives points but is no win."""

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
        """A round of its own in the same state, for a search to play on."""
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
        """Whether the round has a result."""
        return self.phase is OVER

    @property
    def events(self) -> list[Event]:
        """Everything both seats saw, in order."""
        return self.events_since(0)

    @property
    def event_count(self) -> int:
        """How many events there have been."""
        return len(self.log)

    def events_since(self, count: int) -> list[Event]:
        """The events after the first `count`."""
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
    """The points of both seats when one of them has all."""
    return (0, points) if seat else (points, 0)


def finish(round_: Round, result: RoundResult) -> None:
    """Ends the round."""
    round_.phase = OVER
    round_.result = result
