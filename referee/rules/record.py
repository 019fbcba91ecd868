"""A match written down: ruleset, seats, decks and actions. Everything else follows by `replay`.

The JSON form is floor 1's business; what may be left out there (a foreign program cannot know our
event or versions) is None here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.actions import TEXTS, Action
from referee.rules.deal_check import Deck
from referee.rules.errors import BadCards, BadRecord, IllegalAction
from referee.rules.match import Match
from referee.rules.round import Round, RoundResult, apply, legal_actions
from referee.rules.ruleset import Ruleset
from referee.rules.seats import LABELS, NORTH, SOUTH, Seat
from referee.rules.verdicts import Fault, Verdict


@dataclass(frozen=True, slots=True)
class Player:
    """The player in a seat."""

    name: str
    version: str | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round: the deal and every action of both seats, forced ones included.

    `think_ms` has one number for each question answered, in order. `result` is None if the match
    was forfeited in this round.
    """

    dealer: Seat
    deck: Deck
    actions: tuple[Action, ...]
    result: RoundResult | None
    void_decks: tuple[Deck, ...] = ()
    think_ms: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match. A forfeited match has the points of its finished rounds.

    `incident` names the first of the matches that one fault of a process forfeited, so that it
    counts once.
    """

    points: tuple[int, int]
    winner: Seat | None
    verdict: Verdict = Verdict.NORMAL
    fault: Fault | None = None
    detail: str = ""
    incident: str | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A whole match. `epoch` says which of its event's secrets dealt it.

    `is_paired`: its pair's other leg is played on the same cards. With a remote entrant it is not.
    """

    ruleset: Ruleset
    seats: tuple[Player, Player]
    rounds: tuple[RoundRecord, ...]
    result: MatchResult
    event: str | None = None
    match: str | None = None
    epoch: int = 1
    is_paired: bool = True


def replay(record: MatchRecord) -> Match:
    """Play a record again and return the match.

    Raises BadRecord at the first disagreement: round, action number, what was legal, what the
    rules give, what the record says.
    """
    first = record.rounds[0].dealer if record.rounds else NORTH
    match = Match(record.ruleset, first)
    for written in record.rounds:
        _replay_round(match, written)
    _check_result(match, record.result)
    return match


def _replay_round(match: Match, written: RoundRecord) -> None:
    where = f"round {match.number}"
    if match.is_over or (match.rounds and not match.rounds[-1].round.is_over):
        raise BadRecord(f"{where}: the record goes on after the match has ended")
    _agree(f"{where}, dealer", LABELS[match.dealer], LABELS[written.dealer])
    round_ = _deal(match, written, where)
    for number, action in enumerate(written.actions, start=1):
        _apply(round_, action, f"{where}, action {number}")
    ours, theirs = _result_text(round_.result), _result_text(written.result)
    _agree(f"{where}, result", ours, theirs, _progress(round_))
    if round_.is_over:
        match.end_round()


def _deal(match: Match, written: RoundRecord, where: str) -> Round:
    for number, deck in enumerate(written.void_decks, start=1):
        if _dealt(match, deck, f"{where}, void deck {number}") is not None:
            raise BadRecord(f"{where}, void deck {number}: by the rules this deal is not void")
    round_ = _dealt(match, written.deck, f"{where}, deck")
    if round_ is None:
        raise BadRecord(f"{where}, deck: by the rules this deal is void")
    return round_


def _dealt(match: Match, deck: Deck, where: str) -> Round | None:
    try:
        return match.deal(deck)
    except BadCards as error:
        raise BadRecord(f"{where}: {error}") from None


def _apply(round_: Round, action: Action, where: str) -> None:
    try:
        apply(round_, action)
    except IllegalAction:
        legal = _texts(legal_actions(round_)) or "nothing, the round is over"
        raise BadRecord(f"{where}: `{TEXTS[action]}` is not legal (legal: {legal})") from None


def _check_result(match: Match, written: MatchResult) -> None:
    _agree("match, points", match.scores, written.points)
    if written.verdict is Verdict.NORMAL:
        if not match.is_over:
            played = f"{len(match.rounds)} of {match.ruleset.months} rounds"
            raise BadRecord(f"match: it ended normally after {played}")
        _agree("match, winner", _seat_text(match.winner), _seat_text(written.winner))
        return
    seats = written.fault.seats if written.fault else ()
    winner = seats[0].other if len(seats) == 1 else None
    _agree("match, winner", _seat_text(winner), _seat_text(written.winner))


def _agree(where: str, ours: object, theirs: object, progress: str = "") -> None:
    if ours != theirs:
        raise BadRecord(f"{where}: the rules give {ours}{progress}, the record says {theirs}")


def _progress(round_: Round) -> str:
    count = f" after {len(round_.actions)} action{'' if len(round_.actions) == 1 else 's'}"
    return count if round_.is_over else f"{count} (legal: {_texts(legal_actions(round_))})"


def _texts(actions: Sequence[Action]) -> str:
    return ", ".join(TEXTS[action] for action in actions)


def _seat_text(seat: Seat | None) -> str:
    return "nobody" if seat is None else LABELS[seat]


def _result_text(result: RoundResult | None) -> str:
    if result is None:
        return "an unfinished round"
    yaku = ", ".join(f"{made.id} {made.points}" for made in result.yaku) or "no yaku"
    points = f"{result.points[NORTH]}-{result.points[SOUTH]}"
    return f"{_seat_text(result.winner)} wins {points} ({result.reason.value}; {yaku})"
