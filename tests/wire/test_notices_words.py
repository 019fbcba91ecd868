"""Engine and wire agree on every number and every word."""

import re
from pathlib import Path

import pytest
from koikoi.v1 import cards_pb2, ruleset_pb2
from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import ACTION_COUNT, KOI_KOI, STOP, TEXTS, play, take
from referee.rules.cards import Card
from referee.rules.observation import observe
from referee.rules.round import Event, EventKind, Phase, RoundEnd, RoundResult, deal
from referee.rules.ruleset import LEMME
from referee.rules.seats import NORTH, SEATS, SOUTH, Seat
from referee.rules.verdicts import Fault, Verdict
from referee.wire.notices import (
    event_message,
    wire_seat,
    write_match_over,
    write_question,
    write_round_over,
)

# Whose fault it was, as NORTH and as SOUTH are told.
FAULTS = {
    None: ("UNSPECIFIED", "UNSPECIFIED"),
    Fault.NORTH: ("OWN", "RIVAL"),
    Fault.SOUTH: ("RIVAL", "OWN"),
    Fault.BOTH: ("BOTH", "BOTH"),
    Fault.REFEREE: ("ARENA", "ARENA"),
    Fault.MACHINE: ("ARENA", "ARENA"),
}


def _notice(batch: pb.PlayResponse) -> pb.Notice:
    (notice,) = batch.notices
    return notice


def _match_over(verdict: Verdict, fault: Fault | None, seat: Seat = NORTH) -> pb.MatchOver:
    batch = pb.PlayResponse()
    write_match_over(batch, 1, seat, (31, 18), NORTH, verdict, fault)
    return _notice(batch).match_over


@pytest.mark.parametrize("card", Card, ids=lambda card: card.code)
def test_a_card_and_its_two_actions_have_the_same_names_on_both_sides(card: Card) -> None:
    assert cards_pb2.Card.Name(card) == f"CARD_{card.name}"
    assert cards_pb2.Action.Name(play(card) + 1) == f"ACTION_PLAY_{card.name}"
    assert cards_pb2.Action.Name(take(card) + 1) == f"ACTION_TAKE_{card.name}"


def test_there_are_no_other_cards_or_actions_than_stop_and_koi_koi() -> None:
    assert sorted(cards_pb2.Card.values()) == [0, *Card]
    assert sorted(cards_pb2.Action.values()) == list(range(ACTION_COUNT + 1))
    assert cards_pb2.Action.Name(STOP + 1) == "ACTION_STOP"
    assert cards_pb2.Action.Name(KOI_KOI + 1) == "ACTION_KOI_KOI"


def test_the_comments_of_the_contract_give_every_card_its_code() -> None:
    contract = Path(cards_pb2.__file__).with_name("cards.proto").read_text(encoding="utf-8")
    codes = re.findall(r"// (\d\d[LARP]\d?),.*\n  CARD_(\w+) =", contract)

    assert codes == [(card.code, card.name) for card in Card]


def test_the_comments_of_the_contract_give_every_card_action_its_code() -> None:
    contract = Path(cards_pb2.__file__).with_name("cards.proto").read_text(encoding="utf-8")
    found = re.findall(r"// (Play|Take) (\d\d[LARP]\d?) .*\n  ACTION_\w+ = (\d+);", contract)

    assert [(f"{verb.lower()} {code}", int(n) - 1) for verb, code, n in found] == [
        (text, action) for action, text in enumerate(TEXTS[:STOP])
    ]


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_every_phase_that_asks_has_its_wire_value(phase: Phase) -> None:
    seen = observe(deal(LEMME, bytes(range(48)), NORTH), NORTH)
    batch = pb.PlayResponse()

    write_question(batch, 1, 1, seen._replace(phase=phase), (STOP, KOI_KOI), [], 0)

    written = _notice(batch).question.observation.phase
    assert pb.Phase.Name(written) == f"PHASE_{phase.name}"


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_kind_has_its_wire_value(kind: EventKind) -> None:
    written = event_message(Event(kind, NORTH, None, 0)).kind

    assert pb.EventKind.Name(written) == f"EVENT_KIND_{kind.name}"


@pytest.mark.parametrize("reason", RoundEnd)
def test_every_end_of_a_round_has_its_wire_value(reason: RoundEnd) -> None:
    batch = pb.PlayResponse()

    write_round_over(batch, 1, NORTH, 3, RoundResult(reason, None, (0, 0)), (20, 10), [])

    written = _notice(batch).round_over.reason

    assert pb.RoundEnd.Name(written) == f"ROUND_END_{reason.name}"


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_its_wire_value(verdict: Verdict) -> None:
    written = _match_over(verdict, None).verdict

    assert pb.Verdict.Name(written) == f"VERDICT_{verdict.name}"


@pytest.mark.parametrize("fault", [None, *Fault])
def test_a_fault_is_told_to_each_seat_from_its_side(fault: Fault | None) -> None:
    told = [pb.Fault.Name(_match_over(Verdict.TIMEOUT, fault, seat).fault) for seat in SEATS]

    assert told == [f"FAULT_{word}" for word in FAULTS[fault]]


@pytest.mark.parametrize(
    ("enum", "module"),
    [
        *((name, pb) for name in pb.DESCRIPTOR.enum_types_by_name),
        *((name, cards_pb2) for name in cards_pb2.DESCRIPTOR.enum_types_by_name),
        *((name, ruleset_pb2) for name in ruleset_pb2.DESCRIPTOR.enum_types_by_name),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_zero_is_unspecified_in_every_enum(enum: str, module: object) -> None:
    zero = getattr(module, enum).Name(0)

    assert zero.endswith("_UNSPECIFIED")


def test_seats_are_numbered_from_one_and_nobody_is_zero() -> None:
    assert [wire_seat(None), wire_seat(NORTH), wire_seat(SOUTH)] == [
        pb.SEAT_UNSPECIFIED,
        pb.SEAT_NORTH,
        pb.SEAT_SOUTH,
    ]
