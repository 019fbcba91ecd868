"""One round: a deal, played out. A phase machine that is changed in place and copied cheaply.

A seat plays a hand card, takes what it matches, draws, takes what that matches; if its yaku have
grown it may have to stop or call. Everything is ints, since search bots play millions of rounds.
The state stands in `round_state`; rounds in sequence are `match`'s business.
"""

from referee.rules.actions import KOI_KOI, STOP, TAKE_OFFSET, Action
from referee.rules.cards import BITS, MONTH_OF, NO_CARDS, CardSet, indexes_of
from referee.rules.deal_check import Deck, check_deck
from referee.rules.errors import IllegalAction
from referee.rules.fast_scoring import BASE_BITS, BASE_MASK
from referee.rules.round_state import (
    CALL,
    CALLED,
    DEAL_VOIDED,
    DEALT_YAKU,
    DREW,
    OVER,
    PLAY,
    PLAYED,
    TAKE,
    TOOK,
    Event,
    EventKind,
    Phase,
    Round,
    RoundEnd,
    RoundResult,
    finish,
    for_seat,
)
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Decision, Factor, offers_decision, settle
from referee.rules.seats import Seat

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


def deal(
    ruleset: Ruleset,
    deck: Deck,
    dealer: Seat,
    *,
    number: int = 1,
    scores: tuple[int, int] = (0, 0),
) -> Round:
    """A round on a deck that is not void; it may be over at once, by dealt hands.

    Raises BadCards for anything but the 48 cards.
    """
    check_deck(deck)
    return Round(ruleset, deck, dealer, number=number, scores=scores)


def legal_actions(round_: Round) -> tuple[Action, ...]:
    """Every action the mover may take, in the order of their numbers; empty when it is over."""
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
    """Carries out the mover's action and everything that follows without a choice.

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
    """Puts a card on the field and captures what it must; False if the mover has to choose."""
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
    """What the mover would gain by stopping; only in the call phase, otherwise 0."""
    return _settled(round_)[1] if round_.phase is CALL else 0


def _settled(round_: Round) -> tuple[tuple[Factor, ...], int]:
    mover = round_.mover
    return settle(
        round_.ruleset,
        round_.tallies[mover] & BASE_MASK,
        calls_own=round_.calls[mover],
        calls_rival=round_.calls[1 - mover],
    )
