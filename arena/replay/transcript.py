"""Transcripts: a whole match as text, with every decision.

What is shown follows from the record by the rules; nothing is taken from it on trust.
"""

from collections.abc import Collection, Iterator

from arena.replay.positions import (
    Position,
    cards_text,
    dealt,
    made_by,
    made_text,
    position_lines,
    round_at,
)
from referee.rules.actions import STOP, TAKE_OFFSET, Action
from referee.rules.cards import CARDS, CardSet
from referee.rules.match import Match, PlayedRound
from referee.rules.record import MatchRecord, replay
from referee.rules.round import (
    CALL,
    CALLED,
    DEALT_YAKU,
    DREW,
    PLAYED,
    TAKE,
    TOOK,
    Event,
    Round,
    RoundResult,
    apply,
    stake,
)
from referee.rules.seats import LABELS, SEATS, Seat

_VERBS = {
    PLAYED: "plays",
    DREW: "draws",
    TOOK: "takes",
    CALLED: "calls koi-koi",
    DEALT_YAKU: "shows",
}


def match_lines(record: MatchRecord, seat: Seat | None = None) -> Iterator[str]:
    """Yield the whole match with all cards, or as one seat saw it."""
    match = replay(record)
    yield f"match {record.match or '(unnamed)'}, ruleset {record.ruleset.name}"
    for one in SEATS:
        yield f"{LABELS[one]}: {record.seats[one].name}"
    seen_by = SEATS if seat is None else (seat,)
    for played in match.rounds:
        yield ""
        yield from _round_lines(match, played, seen_by)
    yield ""
    yield _ending(record)


def scene_lines(
    record: MatchRecord, match: Match, position: Position, seat: Seat | None = None
) -> Iterator[str]:
    """Yield a position and what led to it, with all cards or as one seat saw it."""
    yield from position_lines(record, match, position, seat)
    yield ""
    seen_by = SEATS if seat is None else (seat,)
    if position.action > 1:
        before = round_at(match, Position(position.round, position.action - 1))
        action = match.rounds[position.round - 1].round.actions[position.action - 2]
        yield from _action_lines(before, position.action - 1, action, seen_by)
    played = match.rounds[position.round - 1].round
    if position.action > len(played.actions):
        yield f"  {_result_text(played.result)}"
        if position.round == len(match.rounds):
            yield f"  {_ending(record)}"


def _round_lines(match: Match, played: PlayedRound, seen_by: Collection[int]) -> Iterator[str]:
    round_ = dealt(match, played)
    north, south = round_.scores
    yield f"round {round_.number}, {LABELS[played.dealer]} deals, score {north}-{south}"
    for deck in played.void_decks:
        yield f"  void deal: the field was {cards_text(_field(match, deck))}"
    for one in seen_by:
        yield f"  {LABELS[one]} is dealt {cards_text(round_.hands[one])}"
    yield f"  the field is {cards_text(round_.field)}"
    for event in round_.events:
        yield f"  {LABELS[event.seat or 0]} {_event_text(event)}"
    for number, action in enumerate(played.round.actions, start=1):
        yield from _action_lines(round_, number, action, seen_by)
    yield f"  {_result_text(round_.result)}"


def _field(match: Match, deck: bytes) -> CardSet:
    return Round(match.ruleset, deck, SEATS[0]).field


def _action_lines(
    round_: Round, number: int, action: Action, seen_by: Collection[int]
) -> Iterator[str]:
    """Yield the mover's cards before the action, the action, and the result."""
    mover, count = round_.mover, len(round_.log)
    made = made_by(round_, mover)
    if action < TAKE_OFFSET:
        hand = f", {LABELS[mover]} {cards_text(round_.hands[mover])}" if mover in seen_by else ""
        yield f"       field {cards_text(round_.field)}{hand}"
    apply(round_, action)
    done = list(map(_event_text, round_.events_since(count))) or ["stops"]
    yield f"  {number:>3}  {LABELS[mover]} {'; '.join(done)}{_question(round_, mover)}"
    if action != STOP and (now := made_by(round_, mover)) != made:
        yield f"       {LABELS[mover]} has {made_text(now) or 'no yaku any more'}"


def _question(round_: Round, mover: int) -> str:
    """Return the question that the mover is asked next within its turn."""
    if round_.mover != mover:
        return ""
    if round_.phase is TAKE:
        card = CARDS[round_.in_play]
        return f", which matches {cards_text(round_.field & 0xF << 4 * (card.month - 1))}"
    return f", and may stop for {stake(round_)}" if round_.phase is CALL else ""


def _event_text(event: Event) -> str:
    what = _VERBS[event.kind]
    if event.kind is DEALT_YAKU:
        return f"{what} {cards_text(event.cards)}"
    if event.card is None:
        return what
    card = CARDS[event.card]
    taken = event.cards & ~card.bit
    with_it = f", with {cards_text(taken)}" if taken else ""
    return f"{what} {card.code} {card.english}{with_it}"


def _result_text(result: RoundResult | None) -> str:
    if result is None:
        return "the match ends before the round does"
    if result.winner is None:
        north, south = result.points
        return f"nobody wins ({result.reason.value}), {north}-{south}"
    times = "".join(f" × {factor.x} ({factor.id})" for factor in result.factors)
    points = result.points[result.winner]
    made = made_text(result.yaku)
    return f"{LABELS[result.winner]} wins {points} ({result.reason.value}): {made}{times}"


def _ending(record: MatchRecord) -> str:
    result = record.result
    north, south = result.points
    winner = "a draw" if result.winner is None else f"{LABELS[result.winner]} wins"
    why = f" by {result.verdict.value}: {result.detail}" if result.fault else ""
    return f"{north}-{south}, {winner}{why}"
