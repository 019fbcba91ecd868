"""Tests that the decisions read off the actions are those of the engine."""

from dataclasses import replace
from random import Random

import pytest

from arena.stats.outlines import acts, asked
from referee.rules.match import Match
from referee.rules.record import MatchRecord
from referee.rules.round import apply, legal_actions
from referee.rules.ruleset import LEMME, RULESETS, Ruleset
from referee.rules.seats import Seat
from referee.rules.shuffle import Deals
from tests.records import KEY, random_match

FORCED = replace(LEMME, name="forced", hand_match_required=True)


def played_again(record: MatchRecord) -> tuple[list[list[int]], list[list[int]]]:
    """For every round, the seats that acted and the seats that had a choice."""
    match = Match(record.ruleset, record.rounds[0].dealer)
    acted, chose = [], []
    for written in record.rounds:
        round_ = match.deal(written.deck)
        movers = [[], []]
        for action in written.actions:
            movers[0].append(round_.mover)
            if len(legal_actions(round_)) > 1:
                movers[1].append(round_.mover)
            apply(round_, action)
        match.end_round()
        acted.append(movers[0])
        chose.append(movers[1])
    return acted, chose


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), FORCED], ids=lambda one: one.name)
def test_seats_and_questions_are_those_of_the_engine(ruleset: Ruleset) -> None:
    for number in range(1, 6):
        record = random_match(Deals(KEY, str(number)), Random(number), ruleset)

        acted, chose = played_again(record)

        rounds = record.rounds
        assert [[seat for seat, _ in acts(one)] for one in rounds] == acted
        questions = [list(asked(one, ruleset, n)) for n, one in enumerate(rounds, start=1)]
        assert questions == chose
        assert list(map(len, questions)) == [len(one.think_ms) for one in rounds]


def test_the_first_to_act_is_the_dealer() -> None:
    record = random_match(Deals(KEY, "1"), Random(1))

    for one in record.rounds:
        assert [seat for seat, _ in acts(one)][:1] in ([one.dealer], [])
        assert all(isinstance(seat, Seat) for seat, _ in acts(one))
