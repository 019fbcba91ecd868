"""A record bears out what was played; whatever is changed in one is found and named."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from referee.rules.actions import KOI_KOI, STOP, TEXTS
from referee.rules.deal_check import is_void
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, MatchResult, RoundRecord, replay
from referee.rules.round import RoundEnd, RoundResult
from referee.rules.ruleset import LEMME, RULESETS, Ruleset
from referee.rules.scoring import Made
from referee.rules.seats import NORTH, SOUTH
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Fault, Verdict
from tests.records import KEY, forfeited, random_match
from tests.rules.positions import deck_of

RECORD = random_match(Deals(KEY, "1"), Random(11))
VOID = deck_of(field="01L 01R 01P1 01P2")
# A round that ended with a decision, counted from 0.
DECIDED = next(
    number for number, one in enumerate(RECORD.rounds) if one.actions and one.actions[-1] == STOP
)

Change = Callable[[RoundRecord], RoundRecord]


def changed(number: int, change: Change, record: MatchRecord = RECORD) -> MatchRecord:
    """The record with one round changed; rounds are counted from 0 here, from 1 in messages."""
    rounds = list(record.rounds)
    rounds[number] = change(rounds[number])
    return replace(record, rounds=tuple(rounds))


def complaint(record: MatchRecord) -> str:
    with pytest.raises(BadRecord) as found:
        replay(record)
    return str(found.value)


def with_result(**changes: object) -> Change:
    def change(one: RoundRecord) -> RoundRecord:
        assert one.result
        return replace(one, result=replace(one.result, **changes))  # type: ignore[arg-type]

    return change


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_replay_is_the_match_that_was_played(ruleset: Ruleset) -> None:
    for seed in range(5):
        record = random_match(Deals(KEY, str(seed)), Random(seed), ruleset)
        match = replay(record)

        assert match.is_over
        assert (match.scores, match.winner) == (record.result.points, record.result.winner)
        assert [played.round.result for played in match.rounds] == [
            one.result for one in record.rounds
        ]
        assert [tuple(played.void_decks) for played in match.rounds] == [
            one.void_decks for one in record.rounds
        ]


def test_a_forfeited_match_replays_as_far_as_it_went() -> None:
    match = replay(forfeited(RECORD, by=SOUTH, finished=2, actions=3))

    assert len(match.rounds) == 3
    assert match.finished == 2
    assert match.rounds[2].round.actions == list(RECORD.rounds[2].actions[:3])


def test_a_match_that_nobody_joined_is_an_empty_record() -> None:
    result = MatchResult((0, 0), None, Verdict.FAILED_TO_START, Fault.BOTH)

    assert replay(replace(RECORD, rounds=(), result=result)).rounds == []


@pytest.mark.parametrize("number", range(12))
def test_a_changed_card_is_found_at_the_action_that_plays_it(number: int) -> None:
    one = RECORD.rounds[number]
    deck = bytearray(one.deck)
    played, unseen = deck.index(one.actions[0]), 47
    deck[played], deck[unseen] = deck[unseen], deck[played]

    said = complaint(changed(number, lambda old: replace(old, deck=bytes(deck))))

    card = TEXTS[one.actions[0]]
    assert said.startswith(f"round {number + 1}, action 1: `{card}` is not legal (legal: play ")


def test_a_changed_action_is_found_with_what_was_legal() -> None:
    one = RECORD.rounds[1]
    not_held = next(card for card in range(48) if card not in one.deck[:16])

    said = complaint(
        changed(1, lambda old: replace(old, actions=(*old.actions[:4], not_held, *old.actions[5:])))
    )

    assert said.startswith(f"round 2, action 5: `{TEXTS[not_held]}` is not legal (legal: ")


def test_a_changed_decision_is_found_where_the_record_stops_short() -> None:
    said = complaint(
        changed(DECIDED, lambda old: replace(old, actions=(*old.actions[:-1], KOI_KOI)))
    )

    count = len(RECORD.rounds[DECIDED].actions)
    assert said.startswith(f"round {DECIDED + 1}, result: the rules give an unfinished round")
    assert f" after {count} actions (legal: play " in said
    assert ", the record says " in said


@pytest.mark.parametrize("place", range(6))
def test_a_deleted_action_is_found(place: int) -> None:
    def without(old: RoundRecord) -> RoundRecord:
        return replace(old, actions=old.actions[:place] + old.actions[place + 1 :])

    assert complaint(changed(2, without)).startswith("round 3, ")


def test_the_last_action_deleted_leaves_the_round_unfinished() -> None:
    said = complaint(changed(DECIDED, lambda old: replace(old, actions=old.actions[:-1])))

    count = len(RECORD.rounds[DECIDED].actions) - 1
    assert f"an unfinished round after {count} actions (legal: stop, koi-koi), the record " in said


def test_an_action_after_the_end_is_found() -> None:
    said = complaint(changed(3, lambda old: replace(old, actions=(*old.actions, STOP))))

    number = len(RECORD.rounds[3].actions) + 1
    assert said == (
        f"round 4, action {number}: `stop` is not legal (legal: nothing, the round is over)"
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(with_result(points=(99, 0)), id="points"),
        pytest.param(with_result(winner=None), id="winner"),
        pytest.param(with_result(yaku=(Made("goko", 10),)), id="yaku"),
        pytest.param(with_result(reason=RoundEnd.EXHAUSTED), id="reason"),
        pytest.param(lambda one: replace(one, result=None), id="no result"),
    ],
)
def test_a_changed_result_of_a_round_is_found(change: Change) -> None:
    said = complaint(changed(DECIDED, change))

    count = len(RECORD.rounds[DECIDED].actions)
    ours, theirs = said.split(", the record says ")
    assert ours.startswith(f"round {DECIDED + 1}, result: the rules give ")
    assert ours.endswith(f" after {count} actions")
    assert "(stop; " in ours
    assert theirs


def test_a_changed_dealer_is_found() -> None:
    said = complaint(changed(4, lambda old: replace(old, dealer=old.dealer.other)))

    dealer = RECORD.rounds[4].dealer
    assert said == (
        f"round 5, dealer: the rules give {dealer.label}, the record says {dealer.other.label}"
    )


@pytest.mark.parametrize("points", [(0, 0), (RECORD.result.points[0] + 1, RECORD.result.points[1])])
def test_a_changed_score_of_the_match_is_found(points: tuple[int, int]) -> None:
    said = complaint(replace(RECORD, result=replace(RECORD.result, points=points)))

    assert said == (
        f"match, points: the rules give {RECORD.result.points}, the record says {points}"
    )


@pytest.mark.parametrize("winner", [NORTH, SOUTH, None])
def test_a_changed_winner_of_the_match_is_found(winner: object) -> None:
    if winner is not RECORD.result.winner:
        record = replace(RECORD, result=replace(RECORD.result, winner=winner))
        assert complaint(record).startswith("match, winner: the rules give ")


def test_a_deal_that_was_not_void_is_found() -> None:
    dealt = RECORD.rounds[0].deck

    assert complaint(changed(0, lambda old: replace(old, void_decks=(dealt,)))) == (
        "round 1, void deck 1: by the rules this deal is not void"
    )


def test_a_void_deal_that_was_played_is_found() -> None:
    assert is_void(LEMME, VOID)
    assert complaint(changed(6, lambda old: replace(old, deck=VOID))) == (
        "round 7, deck: by the rules this deal is void"
    )


def test_what_is_not_a_deck_is_found() -> None:
    said = complaint(changed(0, lambda old: replace(old, deck=old.deck[:-1] + old.deck[:1])))

    assert said.startswith("round 1, deck: a deck is each of the 48 cards once")


def test_a_round_too_many_and_a_round_too_few_are_found() -> None:
    again = RECORD.rounds[-1]

    assert complaint(replace(RECORD, rounds=(*RECORD.rounds, again))) == (
        "round 13: the record goes on after the match has ended"
    )
    assert complaint(replace(RECORD, rounds=RECORD.rounds[:-1])).startswith("match, points: ")
    finished = forfeited(RECORD, by=NORTH, finished=11)
    normal = MatchResult(finished.result.points, None)
    assert complaint(replace(finished, result=normal)) == (
        "match: it ended normally after 11 of 12 rounds"
    )


def test_a_round_after_an_unfinished_one_is_found() -> None:
    record = forfeited(RECORD, by=SOUTH, finished=2, actions=3)

    assert complaint(replace(record, rounds=(*record.rounds, RECORD.rounds[3]))) == (
        "round 4: the record goes on after the match has ended"
    )


def test_a_forfeit_is_the_other_seats_win() -> None:
    record = forfeited(RECORD, by=SOUTH, finished=2)
    assert record.result.winner is NORTH

    stolen = replace(record, result=replace(record.result, winner=SOUTH))

    assert complaint(stolen) == "match, winner: the rules give north, the record says south"


def test_another_ruleset_does_not_bear_the_record_out() -> None:
    record = random_match(Deals(KEY, "2"), Random(3), RULESETS["fudawiki"])

    assert complaint(replace(record, ruleset=LEMME)).startswith("round ")


def test_a_dealt_hand_is_a_round_without_actions() -> None:
    teshi = RoundResult(RoundEnd.DEALT, NORTH, (6, 0), (Made("teshi", 6),), 6)
    dealt = RoundRecord(NORTH, deck_of(north="01L 01R 01P1 01P2"), (), teshi)
    ruleset = replace(LEMME, name="short", months=1)
    record = replace(RECORD, ruleset=ruleset, rounds=(dealt,), result=MatchResult((6, 0), NORTH))

    assert replay(record).scores == (6, 0)
    assert (
        "the rules give north wins 6-0 (dealt; teshi 6) after 0 actions, the record says "
        in complaint(replace(record, rounds=(replace(dealt, result=replace(teshi, winner=SOUTH)),)))
    )
