"""Records for tests, made by the engine: random play over real deals."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from referee.rules.match import Match
from referee.rules.record import MatchRecord, MatchResult, Player, RoundRecord
from referee.rules.round import apply, legal_actions
from referee.rules.ruleset import LEMME, Ruleset
from referee.rules.seats import Seat
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Fault, Verdict

KEY = b"the key of a pairing in a test!!"


def random_match(deals: Deals, rng: Random, ruleset: Ruleset = LEMME) -> MatchRecord:
    """A match of two seats that do anything legal, without names."""
    match, think_ms = Match(ruleset, deals.first_dealer()), []
    while not match.is_over:
        think_ms.append(_play_round(match, deals, rng))
    played = zip(match.rounds, think_ms, strict=True)
    rounds = tuple(
        RoundRecord(
            dealer=one.dealer,
            deck=one.deck,
            actions=tuple(one.round.actions),
            result=one.round.result,
            void_decks=tuple(one.void_decks),
            think_ms=tuple(thought),
        )
        for one, thought in played
    )
    seats = Player("north"), Player("south")
    return MatchRecord(ruleset, seats, rounds, MatchResult(match.scores, match.winner))


def _play_round(match: Match, deals: Deals, rng: Random) -> list[float]:
    round_ = next(dealt for deck in deals.decks(match.number) if (dealt := match.deal(deck)))
    think_ms = []
    while not round_.is_over:
        legal = legal_actions(round_)
        if len(legal) > 1:
            think_ms.append(round(rng.expovariate(2), 1))
        apply(round_, rng.choice(legal))
    match.end_round()
    return think_ms


def forfeited(
    record: MatchRecord,
    *,
    by: Seat,
    finished: int,
    actions: int | None = None,
    verdict: Verdict = Verdict.TIMEOUT,
    incident: str | None = None,
) -> MatchRecord:
    """Return a match that a fault ends after some finished rounds and some actions of the next."""
    rounds = record.rounds[:finished]
    points = tuple(sum(one.result.points[seat] for one in rounds if one.result) for seat in Seat)
    if actions is not None:
        begun = record.rounds[finished]
        rounds += (replace(begun, actions=begun.actions[:actions], result=None),)
    fault = (Fault.NORTH, Fault.SOUTH)[by]
    result = MatchResult(points, by.other, verdict, fault, "it is a test", incident)
    return replace(record, rounds=rounds, result=result)


def named(record: MatchRecord, match: str, **versions: str) -> MatchRecord:
    """Return a match under another name, with its players in their seats."""
    pairing, _, leg = match.rsplit(".", 2)
    a, b = (Player(name, versions.get(name, f"sha256:{name}")) for name in pairing.split("~"))
    return replace(record, match=match, seats=(a, b) if leg == "1" else (b, a))


def random_pairs(
    a: str, b: str, pairs: int, ruleset: Ruleset = LEMME, key: bytes = KEY
) -> Iterator[MatchRecord]:
    """Both legs of some pairs of a pairing, on the decks of a key."""
    for pair in range(1, pairs + 1):
        deals = Deals(key, str(pair))
        for leg in (1, 2):
            name = f"{a}~{b}.{pair}.{leg}"
            yield named(random_match(deals, Random(name), ruleset), name)
