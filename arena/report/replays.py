"""Data for the replay viewer: decks, actions, and what the rules make of them.

How cards move is equal in every ruleset, and the viewer does it. What a pile is worth, what is at
stake and how a round ends is not: it is worked out here, by the engine, and goes with the match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from arena.report.listing import signs
from arena.stats.event_tables import DEALT
from arena.store.legs import parse_match_name
from arena.web.inlining import inert
from referee.rules.cards import CARDS, indexes_of
from referee.rules.errors import BadRecord, IllegalAction
from referee.rules.record import MatchRecord, RoundRecord
from referee.rules.round import CALL, PLAY, Round, RoundResult, apply, legal_actions, stake
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Made
from referee.rules.seats import SEATS

TENTHS = 10  # think times are written in tenths of a millisecond

Json = dict[str, object]
Places = Mapping[str, int]  # where a yaku stands among `yaku_rows`


def replays(records: Iterable[MatchRecord], ruleset: Ruleset) -> Json:
    """Return all data that the viewer needs, from records in canonical order. Raises BadRecord."""
    return {
        "cards": [[card.code, card.english, card.kind.value] for card in CARDS],
        "yaku": yaku_rows(ruleset),
        "months": ruleset.months,
        "pairs": dict(_pairs(records)),
    }


def yaku_rows(ruleset: Ruleset) -> list[Json]:
    """Return the yaku in the order of the ruleset, followed by dealt hands."""
    rows: list[Json] = [
        {
            "id": row.id,
            "name": row.name,
            "needs": row.needs if row.points else 99,  # what is off is never near
            "cards": indexes_of(row.cards),
        }
        for row in ruleset.yaku
    ]
    dealt: list[Json] = [
        {"id": id, "name": name, "needs": 99, "cards": ()} for id, name in DEALT.items()
    ]
    return rows + dealt


def _pairs(records: Iterable[MatchRecord]) -> Iterator[tuple[str, Json]]:
    named = ((parse_match_name(record.match or ""), record) for record in records)
    legs = ((name, record) for name, record in named if name is not None)
    for (a, b, pair), both in groupby(legs, key=lambda leg: (leg[0].a, leg[0].b, leg[0].pair)):
        yield f"{inert(a)}~{inert(b)}.{pair}", _pair({name.leg: leg for name, leg in both})


def _pair(legs: Mapping[int, MatchRecord]) -> Json:
    longest = max(legs.values(), key=lambda leg: len(leg.rounds))
    return {
        "decks": [[*map(signs, one.void_decks), signs(one.deck)] for one in longest.rounds],
        "legs": {str(leg): replay_json(record) for leg, record in legs.items()},
    }


def replay_json(record: MatchRecord) -> Json:
    """Return a match without its decks. Raises BadRecord if it breaks a rule."""
    result = record.result
    return {
        "seats": [inert(player.name) for player in record.seats],
        "points": result.points,
        "winner": result.winner,
        "verdict": result.verdict.value,
        "fault": result.fault.value if result.fault else None,
        "detail": inert(result.detail),
        "rounds": list(_rounds(record)),
    }


def _rounds(record: MatchRecord) -> Iterator[list[object]]:
    scores, places = (0, 0), _places(record.ruleset)
    for number, written in enumerate(record.rounds, start=1):
        round_ = Round(record.ruleset, written.deck, written.dealer, number=number, scores=scores)
        try:
            packed = _played(round_, written, places)
        except IllegalAction as error:
            raise BadRecord(f"match {inert(record.match)}, round {number}: {error}") from error
        if round_.result is not None:
            _agree(round_.result, written, f"match {inert(record.match)}, round {number}")
            north, south = round_.result.points
            scores = scores[0] + north, scores[1] + south
        yield packed


def _agree(ours: RoundResult, written: RoundRecord, where: str) -> None:
    theirs = written.result
    if theirs is None or (ours.winner, ours.points) != (theirs.winner, theirs.points):
        raise BadRecord(f"{where}: the record has another result than the rules give")


def _played(round_: Round, written: RoundRecord, places: Places) -> list[object]:
    thoughts = iter(written.think_ms or ())
    times: list[int | None] = []
    changes: list[object] = []
    worth = Worth(round_, places)
    for count, action in enumerate(written.actions, start=1):
        thought = next(thoughts, None) if _is_choice(round_) else None
        times.append(None if thought is None else round(TENTHS * thought))
        apply(round_, action)
        changes += ((count, *change) for change in worth.changes())
    result = round_.result and _result(round_.result, places)
    actions = signs(bytes(written.actions))
    return [int(round_.dealer), actions, times, changes, int(round_.phase), result]


def _is_choice(round_: Round) -> bool:
    if round_.phase is not PLAY:
        return True
    if round_.ruleset.hand_match_required:
        return len(legal_actions(round_)) > 1
    return round_.hands[round_.mover].bit_count() > 1


class Worth:
    """The worth of both piles of a round at each moment."""

    def __init__(self, round_: Round, places: Places) -> None:
        self._round, self._places = round_, places
        self._piles, self._tallies = [0, 0], [0, 0]

    def changes(self) -> Sequence[tuple[object, ...]]:
        """Return the seats whose worth has changed, or that are asked, with yaku and stake."""
        round_ = self._round
        asked = round_.mover if round_.phase is CALL else None
        if asked is None and round_.piles == self._piles and not round_.tally.sees_field:
            return ()
        return [change for seat in SEATS if (change := self._change(seat, is_asked=seat == asked))]

    def _change(self, seat: int, *, is_asked: bool) -> tuple[object, ...] | None:
        round_, pile = self._round, self._round.piles[seat]
        if pile == self._piles[seat] and not is_asked and not round_.tally.sees_field:
            return None
        self._piles[seat] = pile
        tally = round_.tally(pile, round_.month, round_.field)
        if tally == self._tallies[seat] and not is_asked:
            return None
        self._tallies[seat] = tally
        made = _made(round_.tally.made(tally, pile), self._places)
        return int(seat), made, stake(round_) if is_asked else 0


def _places(ruleset: Ruleset) -> Places:
    return {id: place for place, id in enumerate((*(row.id for row in ruleset.yaku), *DEALT))}


def _made(made: Iterable[Made], places: Places) -> list[tuple[int, int]]:
    return [(places[one.id], one.points) for one in made]


def _result(result: RoundResult, places: Places) -> Sequence[object]:
    factors = [(factor.id, factor.x) for factor in result.factors]
    made = _made(result.yaku, places)
    return (result.reason.value, result.winner, result.points, made, factors)
