"""Chooses an action. Everything is read off the ruleset and the question, nothing is remembered."""

from collections.abc import Callable

from koikoi.v1.cards_pb2 import ACTION_KOI_KOI, ACTION_STOP, Action
from koikoi.v1.referee_pb2 import PHASE_CALL, Observation, Question
from koikoi.v1.ruleset_pb2 import Ruleset
from prospects import Cards, Prospects, prospects, rows_of

DENIAL = 0.7  # what taking a card from the rival counts, where having it counts 1
CAUTION = 0.2  # the share of the points at stake that a call has to be worth


def decider(rules: Ruleset) -> Callable[[Question], Action.ValueType]:
    """The function that answers questions under these rules."""
    rows = rows_of(rules)

    def decide(question: Question) -> Action.ValueType:
        seen = question.observation
        own, rival = frozenset(seen.own_pile), frozenset(seen.rival_pile)
        month = cards_of_month(seen.round * 4)  # round 1 is January, 13 again
        mine = prospects(rows, own, rival, month=month, turns=len(seen.hand))
        theirs = prospects(rows, rival, own, month=month, turns=seen.rival_hand_size)
        if seen.phase == PHASE_CALL:
            return call(seen, mine, theirs, is_last=seen.round == rules.months)
        return max(question.legal_actions, key=valuer(seen, mine, theirs))

    return decide


def call(
    seen: Observation, mine: Prospects, theirs: Prospects, *, is_last: bool
) -> Action.ValueType:
    if is_last:  # only winning the match counts now
        wins = seen.own_score + seen.points_at_stake > seen.rival_score
        return ACTION_STOP if wins else ACTION_KOI_KOI
    worthwhile = mine.hope > theirs.hope + CAUTION * seen.points_at_stake
    return ACTION_KOI_KOI if worthwhile else ACTION_STOP


def valuer(seen: Observation, mine: Prospects, theirs: Prospects) -> Callable[[int], float]:
    """The function that puts a value on playing or taking a card."""
    worth = [own + DENIAL * rival for own, rival in zip(mine.worth, theirs.worth, strict=True)]
    known = {*seen.hand, *seen.field, *seen.own_pile, *seen.rival_pile}

    def risk(card: int) -> float:
        """How likely the rival gets hold of this month first: 0 if nothing of it is unseen."""
        return min(1.0, 0.4 * len(cards_of_month(card) - known))

    def value(action: int) -> float:
        if action > 48:
            return worth[action - 48]
        month = cards_of_month(action)
        matches = [worth[card] for card in seen.field if card in month]
        if not matches:  # a card laid off is lost, most likely, if the rival can match it
            return -worth[action] * (0.1 + 0.9 * risk(action))
        taken = max(matches) if len(matches) == 2 else sum(matches)
        return (worth[action] + taken) * (0.4 + 0.6 * risk(action))  # a safe capture can wait

    return value


def cards_of_month(card: int) -> Cards:
    """The four cards of the month that a card belongs to; counts on after December."""
    first = (card - 1) // 4 % 12 * 4 + 1
    return frozenset(range(first, first + 4))
