"""A ruleset as the typed message that `Welcome` carries."""

from enum import Enum

from koikoi.v1 import ruleset_pb2 as pb

from referee.rules.cards import numbers_of
from referee.rules.ruleset import (
    BothDealt,
    FieldFourPairs,
    MatchTie,
    NextDealer,
    OfferOn,
    OwnCalls,
    Ruleset,
    ViewingSpoiledBy,
)
from referee.rules.yaku import Yaku

_ENUMS: dict[Enum, int] = {
    OfferOn.TOTAL_RISE: pb.OFFER_ON_TOTAL_RISE,
    OfferOn.NEW_YAKU: pb.OFFER_ON_NEW_YAKU,
    NextDealer.SAME: pb.NEXT_DEALER_SAME,
    NextDealer.OTHER: pb.NEXT_DEALER_OTHER,
    BothDealt.DRAW: pb.BOTH_DEALT_DRAW,
    BothDealt.DEALER_WINS: pb.BOTH_DEALT_DEALER_WINS,
    ViewingSpoiledBy.NOTHING: pb.VIEWING_SPOILED_BY_NOTHING,
    ViewingSpoiledBy.FIELD: pb.VIEWING_SPOILED_BY_FIELD,
    ViewingSpoiledBy.PILE: pb.VIEWING_SPOILED_BY_PILE,
    MatchTie.DRAW: pb.MATCH_TIE_DRAW,
    MatchTie.LAST_DEALER: pb.MATCH_TIE_LAST_DEALER,
}


def ruleset_message(ruleset: Ruleset) -> pb.Ruleset:
    """Return the message for a ruleset. Yaku without points do not exist for a bot."""
    return pb.Ruleset(
        name=ruleset.name,
        months=ruleset.months,
        yaku=[_yaku_message(row) for row in ruleset.yaku if row.points],
        hand_match_required=ruleset.hand_match_required,
        offer_on=_ENUMS[ruleset.offer_on],  # type: ignore[arg-type]
        max_calls_per_player=ruleset.max_calls_per_player,
        max_calls_per_round=ruleset.max_calls_per_round,
        min_base_to_call=ruleset.min_base_to_call,
        needs_hand_card=ruleset.needs_hand_card,
        double_from=ruleset.double_from,
        rival_called_factor=ruleset.rival_called_factor,
        own_calls_multiply=ruleset.own_calls is OwnCalls.ONE_PLUS_CALLS,
        exhausted_dealer_points=ruleset.exhausted_dealer_points,
        dealer_after_draw=_ENUMS[ruleset.dealer_after_draw],  # type: ignore[arg-type]
        field_four_pairs_void=ruleset.field_four_pairs is FieldFourPairs.REDEAL,
        both_dealt=_ENUMS[ruleset.both_dealt],  # type: ignore[arg-type]
        viewing_spoiled_by=_ENUMS[ruleset.viewing_spoiled_by],  # type: ignore[arg-type]
        viewing_needs_other_yaku=ruleset.viewing_needs_other_yaku,
        match_tie=_ENUMS[ruleset.match_tie],  # type: ignore[arg-type]
    )


def _yaku_message(row: Yaku) -> pb.Yaku:
    return pb.Yaku(
        id=row.id,
        cards=numbers_of(row.cards),  # type: ignore[arg-type]
        needs=row.needs,
        points=row.points,
        extra=row.extra,
        more=numbers_of(row.more),  # type: ignore[arg-type]
        family=row.family,
        replaces=row.replaces,
        void_if=row.void_if,
    )
