"""The deals of one match that was played, where what they follow from is at hand."""

from pathlib import Path

from arena.event.deals.audit import check_deals, seated
from arena.event.deals.epochs import dealing_of
from arena.event.deals.evidence import NoEvidence
from arena.event.locate import opened_results
from arena.store.match_names import parse_match_name
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord
from referee.rules.shuffle import Deals


def deals_again(place: Path, record: MatchRecord) -> Deals:
    """What was dealt in a match of an event: from its seed, its secret, or a revealed one.

    Raises NoEvidence and LostSecret where that cannot be told, and BadRecord where the match was
    dealt otherwise.
    """
    name = parse_match_name(record.match or "")
    if not place.is_dir() or name is None:
        raise NoEvidence("a file of records holds nothing that deals follow from")
    with opened_results(place) as store:
        if record.epoch > len(store.epochs()):
            raise BadRecord(f"epoch: nothing is known of an epoch {record.epoch}")
        dealing = dealing_of(store, place, record.epoch)
    deals = dealing.deals(*seated(record, name, dealing), name, is_paired=record.is_paired)
    check_deals(record, deals)
    return deals
