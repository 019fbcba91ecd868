"""A notice says what the rules say, and says it from the side of the seat that it goes to."""

import pytest
from koikoi.v1 import cards_pb2
from koikoi.v1 import referee_pb2 as pb

from referee.rules.cards import Card, card_set, cards_of
from referee.rules.observation import Observation, observe
from referee.rules.round import Event, EventKind, Phase, RoundEnd, RoundResult, deal
from referee.rules.ruleset import LEMME
from referee.rules.scoring import Made
from referee.rules.seats import NORTH, SOUTH, Seat
from referee.rules.verdicts import Verdict
from referee.wire.notices import (
    event_message,
    wire_seat,
    write_match_over,
    write_match_start,
    write_question,
    write_round_over,
    write_round_start,
    write_warning,
)


def _notice(batch: pb.PlayResponse) -> pb.Notice:
    (notice,) = batch.notices
    return notice


def _round_over(result: RoundResult, seat: Seat = NORTH) -> pb.RoundOver:
    batch = pb.PlayResponse()
    write_round_over(batch, 1, seat, 3, result, (20, 10), [])
    return _notice(batch).round_over


def test_a_match_start_names_the_seat_the_first_dealer_and_the_seed() -> None:
    batch = pb.PlayResponse()

    write_match_start(batch, 7, SOUTH, NORTH, 2**32 - 1)

    start = pb.MatchStart(seat=pb.SEAT_SOUTH, first_dealer=pb.SEAT_NORTH, bot_seed=2**32 - 1)
    assert _notice(batch) == pb.Notice(match_id=7, match_start=start)


SEEN = Observation(
    seat=SOUTH,
    dealer=NORTH,
    number=11,
    phase=Phase.TAKE,
    mover=SOUTH,
    hand=card_set((Card.PINE_CRANE, Card.PAULOWNIA_PLAIN_3)),
    field=card_set((Card.PLUM_RIBBON,)),
    own_pile=card_set((Card.CHERRY_CURTAIN,)),
    rival_pile=card_set((Card.WISTERIA_CUCKOO, Card.IRIS_BRIDGE)),
    rival_hand_size=3,
    stock_size=9,
    in_play=Card.PLUM_WARBLER.index,
    was_drawn=True,
    own_score=20,
    rival_score=21,
    own_calls=1,
    rival_calls=2,
    points_at_stake=14,
)


def test_a_question_carries_every_field_of_the_observation() -> None:
    batch = pb.PlayResponse()

    write_question(batch, 2, 9, SEEN, (0, 47), [], 1500)

    observation = pb.Observation(
        seat=pb.SEAT_SOUTH,
        dealer=pb.SEAT_NORTH,
        round=11,
        phase=pb.PHASE_TAKE,
        hand=[1, 48],
        field=[6],
        own_pile=[9],
        rival_pile=[13, 17],
        rival_hand_size=3,
        stock_size=9,
        card_in_play=cards_pb2.CARD_PLUM_WARBLER,
        card_was_drawn=True,
        own_score=20,
        rival_score=21,
        own_calls=1,
        rival_calls=2,
        points_at_stake=14,
    )
    question = pb.Question(
        question_id=9, observation=observation, legal_actions=[1, 48], bank_left_ms=1500
    )
    assert _notice(batch) == pb.Notice(match_id=2, question=question)


def test_the_observation_on_the_wire_has_no_field_that_the_question_test_leaves_unset() -> None:
    batch = pb.PlayResponse()
    write_question(batch, 2, 9, SEEN, (0, 47), [], 1500)
    written = _notice(batch).question.observation

    assert {field.name for field, _ in written.ListFields()} == {
        *pb.Observation.DESCRIPTOR.fields_by_name
    }


def test_outside_a_take_there_is_no_card_in_play() -> None:
    batch = pb.PlayResponse()

    write_question(batch, 1, 1, SEEN._replace(in_play=None, was_drawn=False), (0, 1), [], 0)

    assert _notice(batch).question.observation.card_in_play == cards_pb2.CARD_UNSPECIFIED


def test_a_round_start_has_the_own_hand_and_the_field_and_no_other_card() -> None:
    round_ = deal(LEMME, bytes(range(48)), NORTH, number=4)
    batch = pb.PlayResponse()

    write_round_start(batch, 1, observe(round_, SOUTH), [])

    start = pb.RoundStart(round=4, dealer=pb.SEAT_NORTH, hand=range(9, 17), field=range(17, 25))
    assert _notice(batch).round_start == start


def test_a_round_over_is_told_to_each_seat_from_its_side() -> None:
    result = RoundResult(RoundEnd.STOP, SOUTH, (0, 12), (Made("hanami", 5), Made("kasu", 1)), 6)

    over = _round_over(result, SOUTH)

    assert over == pb.RoundOver(
        round=3,
        reason=pb.ROUND_END_STOP,
        winner=pb.SEAT_SOUTH,
        own_points=12,
        yaku=[pb.YakuPoints(id="hanami", points=5), pb.YakuPoints(id="kasu", points=1)],
        own_score=10,
        rival_score=20,
    )
    assert (_round_over(result, NORTH).own_points, _round_over(result, NORTH).rival_points) == (
        0,
        12,
    )


@pytest.mark.parametrize(
    ("winner", "seat", "outcome"),
    [
        (NORTH, NORTH, pb.OUTCOME_WIN),
        (NORTH, SOUTH, pb.OUTCOME_LOSS),
        (SOUTH, SOUTH, pb.OUTCOME_WIN),
        (None, NORTH, pb.OUTCOME_DRAW),
        (None, SOUTH, pb.OUTCOME_DRAW),
    ],
)
def test_a_match_over_is_told_to_each_seat_from_its_side(
    winner: Seat | None, seat: Seat, outcome: pb.Outcome.ValueType
) -> None:
    batch = pb.PlayResponse()

    write_match_over(batch, 1, seat, (31, 18), winner, Verdict.NORMAL, None)

    over = _notice(batch).match_over
    assert over.outcome == outcome
    assert (over.own_points, over.rival_points) == ((31, 18), (18, 31))[seat]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(Event(EventKind.PLAYED, NORTH, 0, 0), id="played and left lying"),
        pytest.param(Event(EventKind.DREW, SOUTH, 47, 0xF << 44), id="drew and took three"),
        pytest.param(Event(EventKind.TOOK, NORTH, 1, 0b11), id="took"),
        pytest.param(Event(EventKind.CALLED, SOUTH, None, 0), id="called"),
        pytest.param(Event(EventKind.DEAL_VOIDED, None, None, 0xFF), id="void deal"),
        pytest.param(Event(EventKind.DEALT_YAKU, SOUTH, None, 0xFF << 40), id="dealt hand"),
    ],
)
def test_an_event_can_be_read_back(event: Event) -> None:
    message = event_message(event)

    assert message.seat == wire_seat(event.seat)
    assert (message.card - 1 if message.card else None) == event.card
    assert tuple(message.cards) == cards_of(event.cards)


def test_a_warning_concerns_the_stream_and_names_the_question_and_what_is_left() -> None:
    batch = pb.PlayResponse()

    write_warning(batch, pb.WARNING_KIND_NO_SUCH_QUESTION, 2**32 - 1, 17)

    warning = pb.Warning(kind=pb.WARNING_KIND_NO_SUCH_QUESTION, question_id=2**32 - 1, left=17)
    assert _notice(batch) == pb.Notice(match_id=0, warning=warning)
