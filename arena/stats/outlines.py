"""Outlines of rounds: the part of a round that play statistics are counted from.

An event holds millions of them. They are read off the stored text as it is, and neither JSON values
nor records are made of them, which would take ten times as long.

Who decided what in a round that is written down: nothing of it has to be played again.

Every action stands in a record, the forced ones included. A turn begins with the one hand card that
is played in it, so the seats follow from the actions.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import not_
from typing import NamedTuple, TypeAlias

from referee.rules.actions import TAKE_OFFSET, TEXTS, Action
from referee.rules.deal_check import HAND_SIZE
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, RoundRecord
from referee.rules.round import apply, deal, legal_actions
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.wire.round_json import SEAT_WORDS

# A round as `play_json` and `to_line` write it; what is in a list is taken apart later.
_ROUND = re.compile(
    rb'\{"dealer":("north"|"south"),"actions":\[([^\]]*)\](?:,"think_ms":\[([^\]]*)\])?,"result":'
    rb'(?:null|\{"winner":(null|"north"|"south"),"points":(\d+),'
    rb'"yaku":\[((?:\["[^"\]]*",\d+\],?)*)\],"reason":"[a-z_]*"\})\}[,\]]'
)
_SEATS = {b"null": None} | {f'"{word}"'.encode(): seat for word, seat in SEAT_WORDS.items()}
# The letter of each kind of action that none of the others has: play, take, stop, koi-koi.
_PLAY, _STOP, _CALL = b"y", b"s", b"-"
_NO_MARK = bytes(set(range(256)) - set(b"yes-"))
# Rounds of one shape come again and again.
_SHAPES = 2**14


TwoInts: TypeAlias = tuple[int, int]
Which: TypeAlias = tuple[bool, ...]


def acts(written: RoundRecord) -> Iterator[tuple[Seat, Action]]:
    """Yield every action with the seat that took it."""
    seat = written.dealer.other
    for action in written.actions:
        if action < TAKE_OFFSET:
            seat = seat.other
        yield seat, action


def asked(written: RoundRecord, ruleset: Ruleset, number: int) -> Iterator[Seat]:
    """Yield the seat of every question of a round in order; without a choice no question is asked.

    A hand card can be forced by the field only where a ruleset says so; otherwise it is the
    last.
    """
    if ruleset.hand_match_required:
        yield from _asked_by_the_rules(written, ruleset, number)
        return
    played: Counter[Seat] = Counter()
    for seat, action in acts(written):
        played[seat] += action < TAKE_OFFSET
        if action >= TAKE_OFFSET or played[seat] < HAND_SIZE:
            yield seat


def _asked_by_the_rules(written: RoundRecord, ruleset: Ruleset, number: int) -> Iterator[Seat]:
    round_ = deal(ruleset, written.deck, written.dealer, number=number)
    for action in written.actions:
        if len(legal_actions(round_)) > 1:
            yield Seat(round_.mover)
        apply(round_, action)


class Result(NamedTuple):
    """The result of a round; the points are the winner's, or the dealer's if nobody won."""

    winner: Seat | None
    points: int
    yaku: Sequence[str | bytes]


class RoundOutline(NamedTuple):
    """The outline of a round: stops and calls by seat, and the think times of each seat.

    Thoughts are milliseconds, as numbers or as they are written; so are the ids of yaku.
    """

    dealer: Seat
    stops: TwoInts
    calls: TwoInts
    thoughts: Sequence[float | bytes]
    own: tuple[Which, Which]
    result: Result | None


class LegOutline(NamedTuple):
    """The outline of a match of a pair: seats and rounds."""

    pair: tuple[str, str, int]
    names: tuple[str, str]
    rounds: Sequence[RoundOutline]


def outlines_of_record(record: MatchRecord) -> Iterator[RoundOutline]:
    """Yield the outlines of a record's rounds, under any ruleset."""
    for number, written in enumerate(record.rounds, start=1):
        yield _of_round(written, record.ruleset, number)


def _of_round(written: RoundRecord, ruleset: Ruleset, number: int) -> RoundOutline:
    actions = ",".join([TEXTS[action] for action in written.actions]).encode()
    stops, calls, *_ = _shape(actions.translate(None, _NO_MARK), written.dealer)
    souths = tuple(seat is Seat.SOUTH for seat in asked(written, ruleset, number))
    seats = tuple(map(not_, souths)), souths
    return RoundOutline(
        written.dealer, stops, calls, written.think_ms or (), seats, _result(written)
    )


def _result(written: RoundRecord) -> Result | None:
    if (found := written.result) is None:
        return None
    gained = written.dealer if found.winner is None else found.winner
    return Result(found.winner, found.points[gained], [made.id for made in found.yaku])


def outlines_of_text(text: bytes) -> list[RoundOutline]:
    """Return the outlines of rounds in stored text, under rulesets where the field forces no card.

    Raises BadRecord where it is no such text.
    """
    found, end = [], 1
    for match in _ROUND.finditer(text):
        if match.start() != end:
            break
        found.append(_of_text(match))
        end = match.end()
    if text != b"[]" and end != len(text):
        raise BadRecord(f"rounds[{len(found)}]: the stored text makes no sense")
    return found


def _of_text(match: re.Match[bytes]) -> RoundOutline:
    word, actions, thoughts, winner, points, yaku = match.groups()
    dealer = _SEATS[word]
    assert dealer is not None
    stops, calls, seats = _shape(actions.translate(None, _NO_MARK), dealer)
    thought = thoughts.split(b",") if thoughts else ()
    result = Result(_SEATS[winner], int(points), yaku.split(b'"')[1::2]) if points else None
    return RoundOutline(dealer, stops, calls, thought, seats, result)


@lru_cache(_SHAPES)
def _shape(marks: bytes, dealer: Seat) -> tuple[TwoInts, TwoInts, tuple[Which, Which]]:
    """Return stops and calls by seat, and the seat of each question.

    A turn begins with the hand card that is played in it; with the last one there is no choice.
    """
    stops, calls, souths = [0, 0], [0, 0], []
    seat = int(dealer)
    for number, rest in enumerate(marks.split(_PLAY)[1:]):
        souths += [seat == 1] * (len(rest) + (number < 2 * HAND_SIZE - 2))
        stops[seat] += rest.count(_STOP)
        calls[seat] += rest.count(_CALL)
        seat = 1 - seat
    which = tuple(map(not_, souths)), tuple(souths)
    return (stops[0], stops[1]), (calls[0], calls[1]), which
