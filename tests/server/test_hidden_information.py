"""The hidden-information law, on the bytes.

Whatever a seat cannot see at the moment when something is sent to it may be shuffled: every byte
that it has been sent up to then stays the same. A match is played once and then, for a moment in
it, again in a *twin* world: the same actions, and other cards wherever the seat has not seen one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.actions import Action
from referee.rules.cards import BITS, CardSet
from referee.rules.deal_check import Deck, dealt_yaku, hands_and_field
from referee.rules.errors import IllegalAction
from referee.rules.round import Round, RoundEnd, apply
from referee.rules.ruleset import LEMME, RULESETS, MatchTie, Ruleset, ViewingSpoiledBy
from referee.rules.seats import SEATS, Seat
from referee.rules.verdicts import Verdict
from tests.server.games import KEY
from tests.server.offline import SPECIALS, Laid, Offline, deck_with

# Rules that no preset has, under which an action says most about a hand.
STRICT = replace(
    LEMME,
    name="strict",
    hand_match_required=True,
    viewing_spoiled_by=ViewingSpoiledBy.FIELD,
    match_tie=MatchTie.LAST_DEALER,
)
RULES = {**RULESETS, "strict": STRICT}
MONTHS = 3
OTHER_KEY = b"decks of rounds not yet begun"
FIELD = 2


@dataclass(frozen=True, slots=True)
class Match:
    """A match that can be begun as often as it takes."""

    ruleset: Ruleset
    deals: Laid
    want_events: bool

    def start(self) -> Offline:
        """The match, up to its first question."""
        return Offline(self.ruleset, self.deals, want_events=self.want_events)


@dataclass(frozen=True, slots=True)
class Begun:
    """A round as it stands at a moment; `hidden` is what one seat has not seen of its deck."""

    dealer: Seat
    void_decks: tuple[Deck, ...]
    deck: Deck
    hidden: CardSet
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """When something has just been sent to a seat: all that it has been sent, and the state."""

    told: bytes
    rounds: tuple[Begun, ...]


def hidden_from(seat: Seat, round_: Round) -> CardSet:
    """The rival's hand and the stock: what `seat` may not know. A dealt hand that ended the round
    was shown.
    """
    hand = round_.hands[seat.other]
    shown = round_.result and round_.result.reason is RoundEnd.DEALT and dealt_yaku(hand)
    return sum(BITS[card] for card in round_.stock[round_.drawn :]) | (0 if shown else hand)


def moment_of(game: Offline, seat: Seat) -> Moment:
    """The present moment, as far as it concerns a seat."""
    rounds = (
        Begun(
            dealer=one.dealer,
            void_decks=tuple(one.void_decks),
            deck=one.deck,
            hidden=hidden_from(seat, one.round),
            actions=tuple(one.round.actions),
        )
        for one in game.rounds
    )
    return Moment(b"".join(game.told[seat]), tuple(rounds))


def played(game: Offline, seat: Seat, rng: Random) -> Iterator[Moment]:
    """Plays a match at random, and stops at each moment when `seat` is sent something."""
    sent = 0
    while True:
        if len(game.told[seat]) > sent:
            sent = len(game.told[seat])
            yield moment_of(game, seat)
        if game.asked is None:
            return
        game.answer(rng.choice(game.asked[1].legal_actions) - 1)


def shuffled(deck: Deck, hidden: CardSet, rng: Random) -> Deck:
    """The deck with its hidden cards in other places, all of them hidden too."""
    places = [place for place, card in enumerate(deck) if hidden & BITS[card]]
    cards = [deck[place] for place in places]
    rng.shuffle(cards)
    moved = dict(zip(places, cards, strict=True))
    return bytes(moved.get(place, card) for place, card in enumerate(deck))


def is_possible(ruleset: Ruleset, number: int, begun: Begun, deck: Deck, seat: Seat) -> bool:
    """Return whether `seat` could be looking at this deck after what was done in the round.

    That play went on tells it that no hand was a winning one; where a seat is obliged to match,
    what it lays off tells what it does not hold.
    """
    rival_hand, usual = (hands_and_field(one)[seat.other] for one in (deck, begun.deck))
    if dealt_yaku(rival_hand) != dealt_yaku(usual):
        return False
    round_ = Round(ruleset, deck, begun.dealer, number=number)
    try:
        for action in begun.actions:
            apply(round_, action)
    except IllegalAction:
        return False
    return True


def twin_deck(ruleset: Ruleset, number: int, begun: Begun, seat: Seat, rng: Random) -> Deck:
    """Another deck that `seat` could be looking at."""
    decks = iter(lambda: shuffled(begun.deck, begun.hidden, rng), None)
    return next(deck for deck in decks if is_possible(ruleset, number, begun, deck, seat))


def twin_world(match: Match, moment: Moment, seat: Seat, rng: Random) -> Laid:
    """Deals that differ wherever `seat` has not looked.

    So do all later decks, the rival's seed and, for a seat that is not told of events, whether
    there were void deals at all.
    """
    laid = {}
    for number, begun in enumerate(moment.rounds, start=1):
        voids = begun.void_decks if match.want_events else ()
        laid[number] = (
            *(shuffled(void, ~hands_and_field(void)[FIELD], rng) for void in voids),
            twin_deck(match.ruleset, number, begun, seat, rng),
        )
    seeds = [
        seed + (other is not seat) for other, seed in zip(SEATS, match.deals.seeds, strict=True)
    ]
    return replace(match.deals, key=OTHER_KEY, laid=laid, seeds=(seeds[0], seeds[1]))


def twin_of(match: Match, moment: Moment, seat: Seat, rng: Random) -> Offline:
    """The match up to a moment, in a twin world."""
    game = replace(match, deals=twin_world(match, moment, seat, rng)).start()
    while game.asked is not None and (action := _next_action(game, moment)) is not None:
        game.answer(action)
    for ours, theirs in zip(game.rounds, moment.rounds, strict=False):
        assert tuple(ours.round.actions[: len(theirs.actions)]) == theirs.actions
    return game


def _next_action(game: Offline, moment: Moment) -> Action | None:
    if len(game.rounds) > len(moment.rounds):
        return None
    actions = moment.rounds[len(game.rounds) - 1].actions
    done = len(game.rounds[-1].round.actions)
    return actions[done] if done < len(actions) else None


def match_with(name: str, specials: list[str], rng: Random, *, want_events: bool) -> Match:
    """A match whose first decks are special ones; where one is void the next is a usual one."""
    deals = Laid(
        KEY,
        str(rng.random()),
        laid={n: (deck_with(special, rng),) for n, special in enumerate(specials, start=1)},
        dealer=rng.choice(SEATS),
        seeds=(rng.getrandbits(31), rng.getrandbits(31)),
    )
    return Match(RULES[name], deals, want_events)


@pytest.mark.parametrize("told_of", ["events", "no events"])
@pytest.mark.parametrize("name", RULES)
def test_no_message_ever_depends_on_a_card_that_the_seat_has_not_seen(
    name: str, told_of: str
) -> None:
    moments = 0
    for special in SPECIALS:
        rng = Random(f"{name} {special}")
        match = match_with(name, ["plain", special, "plain"], rng, want_events=told_of == "events")
        match = replace(match, ruleset=replace(match.ruleset, months=MONTHS))
        for seat in SEATS:
            for moment in played(match.start(), seat, rng):
                twin = twin_of(match, moment, seat, rng)
                assert b"".join(twin.told[seat]).startswith(moment.told)
                moments += 1
    assert moments > 150


@settings(max_examples=80, deadline=None)
@given(
    name=st.sampled_from(list(RULES)),
    specials=st.lists(st.sampled_from(list(SPECIALS)), max_size=12),
    seed=st.integers(0, 2**32),
    seat=st.sampled_from(SEATS),
    told_of=st.sampled_from(["events", "no events"]),
    until=st.integers(0, 80),
)
def test_neither_a_whole_match_nor_its_forfeit_shows_an_unseen_card(
    name: str, specials: list[str], seed: int, seat: Seat, told_of: str, until: int
) -> None:
    rng = Random(seed)
    match = match_with(name, specials, rng, want_events=told_of == "events")
    game = match.start()
    *_, moment = islice(played(game, seat, rng), until + 1)
    twin = twin_of(match, moment, seat, rng)
    assert b"".join(twin.told[seat]).startswith(moment.told)
    if game.asked is None or twin.asked is None or game.asked[0] is not twin.asked[0]:
        return  # the match is over, or what was a choice here is none there

    game.answer(None)
    twin.answer(None)

    assert game.record is not None
    assert game.record.result.verdict is Verdict.ILLEGAL_MOVE
    assert b"".join(twin.told[seat]) == b"".join(game.told[seat])
