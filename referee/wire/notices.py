"""Messages from the referee to a bot, written straight into the message that carries them.

The one place that turns rules types into protobuf. Messages are filled in place, because building
them apart and copying them costs twice as much, and this is done for every decision.
"""

from collections.abc import Iterable

from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import Action
from referee.rules.cards import numbers_of
from referee.rules.observation import Observation
from referee.rules.round import (
    CALLED,
    DEAL_VOIDED,
    DEALT_YAKU,
    DREW,
    PLAYED,
    TOOK,
    Event,
    EventKind,
    RoundEnd,
    RoundResult,
)
from referee.rules.seats import Seat
from referee.rules.verdicts import Fault, Verdict

PROTOCOL_VERSION = 1

_EVENT_KINDS: dict[EventKind, pb.EventKind.ValueType] = {
    PLAYED: pb.EVENT_KIND_PLAYED,
    TOOK: pb.EVENT_KIND_TOOK,
    DREW: pb.EVENT_KIND_DREW,
    CALLED: pb.EVENT_KIND_CALLED,
    DEAL_VOIDED: pb.EVENT_KIND_DEAL_VOIDED,
    DEALT_YAKU: pb.EVENT_KIND_DEALT_YAKU,
}
_ROUND_ENDS: dict[RoundEnd, pb.RoundEnd.ValueType] = {
    RoundEnd.STOP: pb.ROUND_END_STOP,
    RoundEnd.AUTOMATIC_STOP: pb.ROUND_END_AUTOMATIC_STOP,
    RoundEnd.EXHAUSTED: pb.ROUND_END_EXHAUSTED,
    RoundEnd.DEALT: pb.ROUND_END_DEALT,
}
_VERDICTS = {verdict: pb.Verdict.Value(f"VERDICT_{verdict.name}") for verdict in Verdict}


def wire_seat(seat: Seat | None) -> pb.Seat.ValueType:
    """Return the wire's word for a seat, or for nobody."""
    return pb.SEAT_UNSPECIFIED if seat is None else (pb.SEAT_NORTH, pb.SEAT_SOUTH)[seat]


def write_match_start(
    batch: pb.PlayResponse, match_id: int, seat: Seat, first_dealer: Seat, bot_seed: int
) -> None:
    """Add the notice that a match begins."""
    start = batch.notices.add(match_id=match_id).match_start
    start.seat = wire_seat(seat)
    start.first_dealer = wire_seat(first_dealer)
    start.bot_seed = bot_seed


def write_round_start(
    batch: pb.PlayResponse, match_id: int, seen: Observation, events: Iterable[Event]
) -> None:
    """Add the notice that a round begins, as the seat that `seen` belongs to may know it."""
    start = batch.notices.add(match_id=match_id).round_start
    start.round = seen.number
    start.dealer = wire_seat(seen.dealer)
    start.hand.extend(numbers_of(seen.hand))  # type: ignore[arg-type]
    start.field.extend(numbers_of(seen.field))  # type: ignore[arg-type]
    start.events.extend(map(event_message, events))


def write_question(
    batch: pb.PlayResponse,
    match_id: int,
    question_id: int,
    seen: Observation,
    legal: tuple[Action, ...],
    events: Iterable[Event],
    bank_left_ms: int,
) -> None:
    """Add a question: what the seat may know, and what it may do."""
    question = batch.notices.add(match_id=match_id).question
    question.question_id = question_id
    question.legal_actions.extend([action + 1 for action in legal])  # type: ignore[misc]
    question.events.extend(map(event_message, events))
    question.bank_left_ms = bank_left_ms
    _fill(question.observation, seen)


def _fill(message: pb.Observation, seen: Observation) -> None:
    message.seat = seen.seat + 1  # type: ignore[assignment]
    message.dealer = seen.dealer + 1  # type: ignore[assignment]
    message.round = seen.number
    message.phase = seen.phase  # type: ignore[assignment]
    message.hand.extend(numbers_of(seen.hand))  # type: ignore[arg-type]
    message.field.extend(numbers_of(seen.field))  # type: ignore[arg-type]
    message.own_pile.extend(numbers_of(seen.own_pile))  # type: ignore[arg-type]
    message.rival_pile.extend(numbers_of(seen.rival_pile))  # type: ignore[arg-type]
    message.rival_hand_size = seen.rival_hand_size
    message.stock_size = seen.stock_size
    message.own_score = seen.own_score
    message.rival_score = seen.rival_score
    message.own_calls = seen.own_calls
    message.rival_calls = seen.rival_calls
    message.points_at_stake = seen.points_at_stake
    if seen.in_play is not None:
        message.card_in_play = seen.in_play + 1  # type: ignore[assignment]
        message.card_was_drawn = seen.was_drawn


def event_message(event: Event) -> pb.Event:
    """Return an event as both seats see it."""
    return pb.Event(
        kind=_EVENT_KINDS[event.kind],
        seat=wire_seat(event.seat),
        card=0 if event.card is None else event.card + 1,  # type: ignore[arg-type]
        cards=numbers_of(event.cards),  # type: ignore[arg-type]
    )


def write_round_over(
    batch: pb.PlayResponse,
    match_id: int,
    seat: Seat,
    number: int,
    result: RoundResult,
    scores: tuple[int, int],
    events: Iterable[Event],
) -> None:
    """Add the result of a round; cards that were not played stay hidden."""
    over = batch.notices.add(match_id=match_id).round_over
    over.round = number
    over.reason = _ROUND_ENDS[result.reason]
    over.winner = wire_seat(result.winner)
    over.own_points, over.rival_points = result.points[seat], result.points[1 - seat]
    over.own_score, over.rival_score = scores[seat], scores[1 - seat]
    over.yaku.extend(pb.YakuPoints(id=made.id, points=made.points) for made in result.yaku)
    over.events.extend(map(event_message, events))


def write_match_over(
    batch: pb.PlayResponse,
    match_id: int,
    seat: Seat,
    points: tuple[int, int],
    winner: Seat | None,
    verdict: Verdict,
    fault: Fault | None,
) -> None:
    """Add the end of a match, as one seat sees it."""
    over = batch.notices.add(match_id=match_id).match_over
    outcomes = {None: pb.OUTCOME_DRAW, seat: pb.OUTCOME_WIN, seat.other: pb.OUTCOME_LOSS}
    over.outcome = outcomes[winner]
    over.own_points, over.rival_points = points[seat], points[1 - seat]
    over.verdict = _VERDICTS[verdict]
    over.fault = _fault_for(seat, fault)


def _fault_for(seat: Seat, fault: Fault | None) -> pb.Fault.ValueType:
    if fault is None:
        return pb.FAULT_UNSPECIFIED
    by_seats = {
        (seat,): pb.FAULT_OWN,
        (seat.other,): pb.FAULT_RIVAL,
        (): pb.FAULT_ARENA,
    }
    return by_seats.get(fault.seats, pb.FAULT_BOTH)


def write_warning(
    batch: pb.PlayResponse, kind: pb.WarningKind.ValueType, question_id: int, left: int
) -> None:
    """Add a word about something that was ignored."""
    batch.notices.add().warning.MergeFrom(pb.Warning(kind=kind, question_id=question_id, left=left))
