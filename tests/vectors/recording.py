"""Plays matches of random but legal moves under every preset, and records what bots are asked.

Everything follows from the rules and from fixed seeds, so a rule that changes what happens at the
table changes the recording.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

from koikoi.v1.referee_pb2 import PlayResponse

from referee.rules.actions import Action
from referee.rules.match import Match
from referee.rules.observation import Observation, observe
from referee.rules.round import CALL, PLAY, TAKE, Phase, Round, apply, legal_actions
from referee.rules.ruleset import RULESETS, Ruleset
from referee.rules.seats import SEATS
from referee.rules.shuffle import Deals, pairing_key, seeded_secret
from referee.wire.notices import PROTOCOL_VERSION, write_question
from referee.wire.ruleset_message import ruleset_message

# How many questions of each phase are recorded under each preset: 400, and 2,000 in all.
QUOTAS: Mapping[Phase, int] = {PLAY: 200, TAKE: 100, CALL: 100}
BANK_MS = 60_000

T = TypeVar("T")
# One question: the match it belongs to, what the seat sees, and what it may do.
Asked = tuple[int, Observation, tuple[Action, ...]]


def record(rulesets: Sequence[Ruleset] = tuple(RULESETS.values())) -> PlayResponse:
    """All questions, numbered from 1; those under each preset follow a welcome with its rules."""
    recorded = PlayResponse()
    number = 0
    for rules in rulesets:
        welcome = recorded.notices.add().welcome
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.ruleset.CopyFrom(ruleset_message(rules))
        for match_id, seen, legal in _chosen(rules):
            number += 1
            write_question(recorded, match_id, number, seen, legal, (), BANK_MS)
    return recorded


def _chosen(rules: Ruleset) -> Iterator[Asked]:
    """One question of each phase from every round that asks some, until there are enough."""
    left = dict(QUOTAS)
    dice = Random(rules.name)
    for asked in _rounds(rules, dice):
        for phase in QUOTAS:
            if asked[phase] and left[phase]:
                left[phase] -= 1
                yield _one_of(asked[phase], dice)
        if not any(left.values()):
            return


def _rounds(rules: Ruleset, dice: Random) -> Iterator[Mapping[Phase, Sequence[Asked]]]:
    """Return what was asked in each round, by phase, match after match without end."""
    key = pairing_key(seeded_secret(1), rules.name, b"")
    match_id = 0
    while True:
        match_id += 1
        deals = Deals(key, str(match_id))
        match = Match(rules, deals.first_dealer())
        while not match.is_over:
            yield _play_out(_dealt(match, deals), match_id, dice)
            match.end_round()


def _dealt(match: Match, deals: Deals) -> Round:
    return next(round_ for deck in deals.decks(match.number) if (round_ := match.deal(deck)))


def _play_out(round_: Round, match_id: int, dice: Random) -> Mapping[Phase, Sequence[Asked]]:
    asked = defaultdict[Phase, list[Asked]](list)
    while legal := legal_actions(round_):
        if len(legal) > 1:
            seen = observe(round_, SEATS[round_.mover])
            asked[round_.phase].append((match_id, seen, legal))
        apply(round_, _one_of(legal, dice))
    return asked


def _one_of(choices: Sequence[T], dice: Random) -> T:
    # Of all that Random offers, only random() is promised to stay the same in every Python.
    return choices[int(dice.random() * len(choices))]
