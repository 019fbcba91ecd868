"""Who decided what in a round that is written down: nothing of it has to be played again.

Every action stands in a record, the forced ones included. A turn begins with the one hand card
that is played in it, so the seats follow from the actions.
"""

from collections import Counter
from collections.abc import Iterator

from referee.rules.actions import TAKE_OFFSET, Action
from referee.rules.deal_check import HAND_SIZE
from referee.rules.record import RoundRecord
from referee.rules.round import apply, deal, legal_actions
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat


def acts(written: RoundRecord) -> Iterator[tuple[Seat, Action]]:
    """Every action with the seat that took it."""
    seat = written.dealer.other
    for action in written.actions:
        if action < TAKE_OFFSET:
            seat = seat.other
        yield seat, action


def asked(written: RoundRecord, ruleset: Ruleset, number: int) -> Iterator[Seat]:
    """The seat of every question of a round, in order: where there was no choice nobody is asked.

    A hand card can be forced by the field only where a ruleset says so; otherwise it is the last.
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
