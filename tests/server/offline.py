"""A table without a network: two real streams, fed and read by hand, with every byte kept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import Action
from referee.rules.deal_check import Deck
from referee.rules.match import PlayedRound
from referee.rules.record import MatchRecord
from referee.rules.ruleset import Ruleset
from referee.rules.seats import NORTH, SEATS, Seat
from referee.rules.shuffle import Deals
from referee.server.clock import Timekeeper
from referee.server.table import MatchPlan, Table
from referee.server.time_control import TimeControl
from tests.server.clients import answers, join_request
from tests.server.games import PLAYERS, TOKENS, Clock, stream_for


@dataclass(frozen=True, slots=True)
class Laid(Deals):
    """Deals in which some rounds' decks are laid by hand; the others come from the key."""

    laid: Mapping[int, tuple[Deck, ...]] = field(default_factory=dict)
    dealer: Seat = NORTH
    seeds: tuple[int, int] = (1, 2)

    def decks(self, number: int) -> Iterator[Deck]:
        """The decks that were laid for a round, then those that the key gives."""
        yield from self.laid.get(number, ())
        yield from Deals.decks(self, number)

    def first_dealer(self) -> Seat:
        """As laid."""
        return self.dealer

    def bot_seed(self, seat: Seat) -> int:
        """As laid."""
        return self.seeds[seat]


# What chance gives too rarely: where four cards of one month are put.
SPECIALS: Mapping[str, tuple[int, ...]] = {
    "plain": (),
    "void": (16,),
    "north dealt": (0,),
    "south dealt": (8,),
    "both dealt": (0, 8),
}


def deck_with(special: str, rng: Random) -> Deck:
    """A shuffled deck with four cards of a month wherever a special deal needs them."""
    places = SPECIALS[special]
    fixed = {
        place + i: 4 * month + i
        for place, month in zip(places, rng.sample(range(12), len(places)), strict=True)
        for i in range(4)
    }
    rest = [card for card in range(48) if card not in fixed.values()]
    rng.shuffle(rest)
    return bytes(fixed[place] if place in fixed else rest.pop() for place in range(48))


class Offline:
    """One match, from its start to wherever a test stops answering."""

    def __init__(self, ruleset: Ruleset, deals: Deals, *, want_events: bool) -> None:
        self.record: MatchRecord | None = None
        self.told: tuple[list[bytes], list[bytes]] = ([], [])
        self.asked: tuple[Seat, pb.Question] | None = None
        keeper = Timekeeper(now=Clock())
        self.streams = tuple(stream_for(seat, keeper, TimeControl()) for seat in SEATS)
        for seat in SEATS:
            self.streams[seat].admit(join_request(TOKENS[seat], want_events=want_events).join)
        plan = MatchPlan(None, "north~south.1.1", ruleset, PLAYERS, deals)
        self._table = Table(plan, (self.streams[0], self.streams[1]), self._over)
        self._table.start()
        self._listen()

    @property
    def rounds(self) -> list[PlayedRound]:
        """The rounds begun so far, with all that is hidden in them."""
        return self._table._match.rounds

    def notices(self, seat: Seat) -> list[pb.Notice]:
        """Everything that a seat has been told."""
        return list(pb.PlayResponse.FromString(b"".join(self.told[seat])).notices)

    def answer(self, action: Action | None) -> None:
        """Answers the open question; None leaves the action unset."""
        assert self.asked is not None
        seat, question = self.asked
        self.asked = None
        number = 0 if action is None else action + 1
        request = answers((question.question_id, number))
        self.streams[seat].receive(request.SerializeToString())
        self._listen()

    def receive(self, seat: Seat, data: bytes) -> None:
        """Whatever bytes a seat sends."""
        self.asked = self.asked if self.asked and self.asked[0] != seat else None
        self.streams[seat].receive(data)
        self._listen()

    def _listen(self) -> None:
        for seat in SEATS:
            batch = self.streams[seat].take_batch()
            if batch.notices:
                self.told[seat].append(batch.SerializeToString())
            for notice in batch.notices:
                if notice.HasField("question"):
                    self.asked = seat, notice.question

    def _over(self, _table: Table, record: MatchRecord) -> None:
        self.record = record
