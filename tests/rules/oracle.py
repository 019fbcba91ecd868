"""The rows of `rules_examples.json`, and one driver for each section.

A driver puts a row's situation to the engine and answers in the row's own words, so that a test
only has to compare. `oya` in a row is the dealer here, `ko` the other seat.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.rules.actions import ACTION_COUNT, find_action, play, take
from referee.rules.cards import CARDS, Card, CardSet, cards_of, find_card
from referee.rules.errors import IllegalAction
from referee.rules.match import Match
from referee.rules.round import CALL, TAKE, Round, apply, stake
from referee.rules.ruleset import RULESETS, Ruleset
from referee.rules.scoring import Decision, Made, offers_decision, score, settle
from referee.rules.seats import NORTH, Seat
from tests.rules.positions import cards, deck_of, indexes, position

Row = Mapping[str, Any]
Outcome = dict[str, Any]

DATA = Path(__file__).parents[1] / "data"
ORACLE = json.loads((DATA / "rules_examples.json").read_text(encoding="utf-8"))
EXHAUSTED = json.loads((DATA / "exhausted_rounds.json").read_text(encoding="utf-8"))
FILLER = Card.WILLOW_LIGHTNING  # its month is in no capture row


def ruleset_of(row: Row) -> Ruleset:
    """The preset a row speaks of."""
    return RULESETS[row["ruleset"]]


def drive_capture(row: Row, dealer: Seat) -> Outcome:
    """Plays the row's card, or has it drawn, on exactly the row's field."""
    round_, first = _before_capture(row, dealer)
    card, is_draw = CARDS[indexes(row["card"])[0]], row["phase"] == "draw"
    asked = named = False
    if row["choice"] == "none":
        named = any(_lays_without_taking(round_, action, card) for action in range(ACTION_COUNT))
    else:
        apply(round_, play(first))
        asked = round_.phase is TAKE
        named = _names(round_, find_card(row["choice"] or ""), dealer)
    return {
        "legal": named or (asked and is_draw),
        "choice_pending": asked and not named and is_draw,
        "captured_codes": cards_of(round_.piles[dealer]),
        "table_after_codes": cards_of(round_.field & ~_bystander(round_, row)),
    }


def _before_capture(row: Row, dealer: Seat) -> tuple[Round, Card]:
    """The round with the row's field, and the card to play: in a draw row one that lies idle."""
    setting = {"field": row["table_codes"], "ruleset": ruleset_of(row)}
    seats = {"mover": dealer, "dealer": dealer}
    if row["phase"] == "draw":
        return position([FILLER.code], draws=row["card"], **setting, **seats), FILLER
    return position(row["hand_codes"], **setting, **seats), CARDS[indexes(row["card"])[0]]


def _names(round_: Round, choice: Card | None, dealer: Seat) -> bool:
    """Return whether the move is complete with this choice. Where the engine asks, it needs one."""
    if round_.phase is not TAKE:
        return choice is None or bool(round_.piles[dealer] & choice.bit)
    if choice is None:
        return False
    try:
        apply(round_, take(choice))
    except IllegalAction:
        return False
    return True


def _lays_without_taking(round_: Round, action: int, card: Card) -> bool:
    after = round_.copy()
    try:
        apply(after, action)
    except IllegalAction:
        return False
    return bool(after.field & card.bit)


def _bystander(round_: Round, row: Row) -> CardSet:
    """The card that is on the field only because a turn has two halves."""
    return FILLER.bit if row["phase"] == "draw" else 1 << round_.stock[0]


def drive_scoring(row: Row, dealer: Seat) -> Outcome:
    """Return what a pile pays, by the seam: piles that no play can reach are among the rows."""
    calls = row["calls"]
    found = score(
        ruleset_of(row),
        cards(row["captured_codes"]),
        calls_own=calls["winner"],
        calls_rival=calls["loser"],
    )
    return {
        "yaku": _yaku(found.yaku),
        "base": found.base,
        "factors": [{"id": factor.id, "x": factor.x} for factor in found.factors],
        "final": found.final,
    }


def _yaku(made: tuple[Made, ...]) -> list[Outcome]:
    return [{"id": one.id, "points": one.points} for one in made]


def drive_dealt(row: Row, dealer: Seat) -> Outcome:
    """Deals the two hands in a match and sees whether there is anything left to play."""
    match = Match(ruleset_of(row), dealer)
    hands = row["oya_codes"], row["ko_codes"]
    north, south = hands if dealer is NORTH else reversed(hands)
    round_ = match.deal(deck_of(north, south))
    assert round_, "the field of the test's deck voids the deal"
    if round_.result is None:
        return {"result": _dealt(None, 0, None, None, goes_on=True)}
    result = match.end_round()
    return {
        "result": _dealt(
            _role(result.winner, dealer),
            sum(result.points),
            result.yaku[0].id if result.yaku else None,
            _next(match.dealer, dealer),
            goes_on=False,
        )
    }


def _dealt(
    winner: str | None, points: int, yaku: str | None, next_: str | None, *, goes_on: bool
) -> Outcome:
    return {
        "winner": winner,
        "points": points,
        "yaku": yaku,
        "next_oya": next_,
        "hand_continues": goes_on,
    }


def _role(seat: Seat | None, dealer: Seat) -> str | None:
    return None if seat is None else "oya" if seat is dealer else "ko"


def _next(after: Seat, before: Seat) -> str:
    return "same" if after is before else "other"


def drive_deal_check(row: Row, dealer: Seat) -> Outcome:
    """Deals the row's field, and if that is void an ordinary one, in the first round of a match."""
    match = Match(ruleset_of(row), dealer)
    round_ = match.deal(deck_of(field=row["table_codes"]))
    result = "void_redeal" if round_ is None else "play_on"
    round_ = round_ or match.deal(deck_of())
    assert round_
    return {
        "result": result,
        "same_oya": round_.dealer == dealer,
        "consumes_month": round_.number != 1,
    }


def drive_exhaustion(row: Row, dealer: Seat) -> Outcome:
    """Plays a whole round that nobody wins."""
    match, round_ = exhausted(ruleset_of(row), row["case"], dealer)
    assert round_.result
    assert round_.result.winner is None
    return {
        "calls": {"oya": round_.calls[dealer], "ko": round_.calls[dealer.other]},
        "oya_points": match.scores[dealer],
        "ko_points": match.scores[dealer.other],
        "next_oya": _next(match.dealer, dealer),
    }


def exhausted(ruleset: Ruleset, case: str, dealer: Seat) -> tuple[Match, Round]:
    """A match after one of the rounds of `exhausted_rounds.json`, and that round."""
    deck = indexes(EXHAUSTED[case]["deck"])
    if dealer is not NORTH:
        deck = deck[8:16] + deck[:8] + deck[16:]
    match = Match(ruleset, dealer)
    round_ = match.deal(bytes(deck))
    assert round_
    for text in EXHAUSTED[case]["actions"].split(", "):
        action = find_action(text)
        assert action is not None
        apply(round_, action)
    match.end_round()
    return match, round_


def drive_turn_end(row: Row, dealer: Seat) -> Outcome:
    """Captures the row's two cards in a turn of a round, with the pile and the calls of the row."""
    ruleset, (first, second) = ruleset_of(row), row["gained_codes"]
    calls = row["calls"]["player"], row["calls"]["opponent"]
    spare = ["11P1", "12P3", "08P2", "09P2"][: row["player_hand_left"]]
    round_ = position(
        [first, *spare],
        field=second,
        pile=row["before_codes"],
        draws=_idle_draw(row, spare),
        calls=calls,
        ruleset=ruleset,
        mover=dealer,
    )
    before = score(ruleset, round_.piles[dealer])
    apply(round_, indexes(first)[0])
    after = score(ruleset, round_.piles[dealer])
    decision = _decision(round_)
    pays = round_.result.points[dealer] if round_.result else stake(round_)
    return {
        "yaku_after": _yaku(after.yaku),
        "base_before": before.base,
        "base_after": after.base,
        "result": decision.value,
        "score_if_stop": None if decision is Decision.NO_OFFER else pays,
    }


def _idle_draw(row: Row, spare: list[str]) -> str:
    taken = {*row["before_codes"], *row["gained_codes"], *spare}
    return next(card.code for card in CARDS if card.code not in taken)


def _decision(round_: Round) -> Decision:
    if round_.phase is CALL:
        return Decision.CHOICE
    return Decision.FORCED_STOP if round_.is_over else Decision.NO_OFFER


def drive_sequence(row: Row, dealer: Seat) -> Outcome:
    """Runs bare bases through the seams; a round that runs out is a whole one, played."""
    ruleset, trace = ruleset_of(row), []
    calls, bases = {"A": 0, "B": 0}, {"A": 0, "B": 0}
    for event in row["events"]:
        player, rival = event["player"], "B" if event["player"] == "A" else "A"
        decision = offers_decision(
            ruleset,
            base=event["base"],
            base_before=bases[player],
            new_yaku=event["new_yaku"],
            calls_own=calls[player],
            calls_rival=calls[rival],
            hand_left=0 if event["wish"] == "last_card" else 3,
        )
        trace.append(f"{player}: {_word(decision, event['wish'])}")
        if trace[-1].endswith("stop"):
            counted = {"calls_own": calls[player], "calls_rival": calls[rival]}
            points = settle(ruleset, event["base"], **counted)[1]
            return {"trace": trace, "result": {"winner": player, "points": points}}
        calls[player] += decision is Decision.CHOICE
        bases[player] = event["base"]
    return {"trace": trace, "result": _unclaimed(ruleset, dealer)}


def _word(decision: Decision, wish: str) -> str:
    if decision is Decision.CHOICE:
        return {"koikoi": "koi-koi", "stop": "stop"}[wish]
    return "automatic stop" if decision is Decision.FORCED_STOP else "no decision"


def _unclaimed(ruleset: Ruleset, dealer: Seat) -> Outcome:
    match, _ = exhausted(ruleset, "X03", dealer)
    return {
        "winner": None,
        "points": match.scores[dealer.other],
        "oya_points": match.scores[dealer],
        "next_oya": _next(match.dealer, dealer),
    }


DRIVERS: Mapping[str, Callable[[Row, Seat], Outcome]] = {
    "capture": drive_capture,
    "scoring": drive_scoring,
    "dealt": drive_dealt,
    "deal_checks": drive_deal_check,
    "exhaustion": drive_exhaustion,
    "turn_end": drive_turn_end,
    "sequences": drive_sequence,
}
