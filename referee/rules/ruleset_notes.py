"""Texts about rulesets: sources, the meaning of parameters, and values that are our own choice.

The values themselves are in `ruleset`. Values are our own choice where the source is silent.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules.yaku import DEALT_HAND_POINTS

SOURCES: Mapping[str, str] = {
    "lemme": "the yaku page of hanafuda.lemme.dev",
    "nintendo": "Nintendo's leaflets and tables, as others copied them",
    "wikipedia": "the article of the English Wikipedia, whose yaku tables were not to be had",
    "russian": "a Russian rules page, from the checks after the deal on, without its yaku table",
    "fudawiki": "the Koi-Koi page of Fuda Wiki",
}

MEANINGS: Mapping[str, str] = {
    "months": "rounds in a match",
    "hand_match_required": "whether a seat that can match the field from its hand has to",
    "offer_on": "when a seat may stop or call: its total has risen, or it has a new yaku",
    "max_calls_per_player": "how often one seat may call koi-koi in a round",
    "max_calls_per_round": "how often both seats together may call koi-koi in a round",
    "min_base_to_call": "the least sum of yaku with which koi-koi may be called",
    "needs_hand_card": "whether koi-koi needs a card left in the hand",
    "double_from": "the sum of yaku from which a win counts double",
    "rival_called_factor": "what a win is multiplied by if the rival had called koi-koi",
    "own_calls": "whether the winner's own calls multiply a win, by one plus their number",
    "exhausted_dealer_points": "what the dealer gets when the hands run out and nobody stopped",
    "dealer_after_draw": "who deals after a round that nobody won",
    "field_four_pairs": "whether four pairs on the field void the deal",
    "both_dealt": "who scores when both seats are dealt a winning hand",
    "viewing_spoiled_by": "where Willow spoils Hanami and Paulownia spoils Tsukimi",
    "viewing_needs_other_yaku": "whether Hanami and Tsukimi count only beside another yaku",
    "match_tie": "what decides a match that is level at its end",
    "sake_cup_is_plain": "whether the sake cup counts as a plain as well as an animal",
}

FIXED: tuple[tuple[str, str], ...] = (
    ("deck", "48 cards, four to a month; 8 to each hand, 8 to the field, 24 to the stock"),
    ("first dealer", "drawn by lot, for both matches of a pair the same seat"),
    ("next dealer", "the winner of a round deals the next one"),
    ("first move", "the dealer's"),
    ("void deals", "four of a month on the field: dealt again, the round and the dealer stay"),
    ("order of checks", "the field is looked at before the hands"),
    (
        "dealt hands",
        "four of a month (teshi) or pairs of four months (kuttsuki) win at once:"
        f" {DEALT_HAND_POINTS} points, once, and nothing multiplies them",
    ),
    ("turn", "play a card from the hand, then draw one from the stock; nobody passes"),
    ("capture", "compulsory, for the played and for the drawn card"),
    ("two on the field match", "the seat chooses one, before it sees the next card"),
    ("three on the field match", "all are taken"),
    ("yaku", "looked at when a turn ends; of the lights only the dearest counts"),
    ("a call that is due and not allowed", "the round ends as if the seat had stopped"),
    ("a win", "the winner's yaku, times every factor; the loser gets nothing"),
    ("doubling", "looks at the sum of yaku, never at a multiplied value"),
    ("calls of the rival", "count once, however many they were"),
    ("hands run out", "yaku that nobody stopped with are lost"),
)


@dataclass(frozen=True, slots=True)
class FillIn:
    """A value where the source is silent or leaves a choice: its key, and why it is what it is."""

    key: str
    why: str


_SILENT = "the source does not say; no other source demands it"
_USUAL = "the source does not say; the value most other sources have"
_NO_TIE = FillIn("match_tie", "no source says how a level match is decided")
_LAST_CARD = FillIn("needs_hand_card", "the source does not say; a call without a card is idle")
_BASE = FillIn("min_base_to_call", _SILENT)
_NO_MATCH = FillIn("hand_match_required", "the source does not say; no ruleset here demands it")
_BOTH = FillIn("both_dealt", "the source does not say; elsewhere the two hands cancel")
_CLEAR = FillIn("viewing_spoiled_by", _SILENT)
_NEW_YAKU = FillIn("offer_on", "another yaku is read as a new one: growth alone asks nothing")

FILL_INS: Mapping[str, tuple[FillIn, ...]] = {
    "lemme": (
        FillIn("months", _USUAL),
        _NO_MATCH,
        FillIn("max_calls_per_player", _SILENT),
        FillIn("max_calls_per_round", _SILENT),
        _BASE,
        _LAST_CARD,
        FillIn("rival_called_factor", "the source names a multiplier for koi-koi, not its value"),
        FillIn("own_calls", "the source's multiplier could be meant for the winner's own calls"),
        FillIn("exhausted_dealer_points", _USUAL),
        FillIn("dealer_after_draw", _USUAL),
        FillIn("field_four_pairs", _USUAL),
        _NO_TIE,
    ),
    "nintendo": (
        _NO_MATCH,
        FillIn("offer_on", "the source speaks of a second set; growth of the first counts too"),
        FillIn("max_calls_per_player", "once per game, read as once per round for both together"),
        FillIn("max_calls_per_round", "once per game, read as once per round for both together"),
        _BASE,
        _LAST_CARD,
        FillIn("field_four_pairs", "the source does not say; such a field leaves nothing stuck"),
        _BOTH,
        _CLEAR,
        _NO_TIE,
        FillIn("yaku.tane.void_if", "reported of these rules; Nintendo's video games add both"),
        FillIn("yaku.tan.void_if", "reported of these rules; Nintendo's video games add both"),
    ),
    "wikipedia": (
        FillIn("hand_match_required", "the article says may; one wording can be read as must"),
        _NEW_YAKU,
        FillIn("max_calls_per_player", "the article has both versions, one call and many"),
        FillIn("max_calls_per_round", "the article has both versions, one call and many"),
        _BASE,
        _LAST_CARD,
        _BOTH,
        _CLEAR,
        _NO_TIE,
        FillIn("yaku", "all points: a table that follows the article elsewhere"),
        FillIn("dealt hands", "their points, as everywhere else"),
    ),
    "russian": (
        FillIn("months", _USUAL),
        _NEW_YAKU,
        FillIn("max_calls_per_player", "the page goes up to three calls; no limit is set"),
        FillIn("max_calls_per_round", "the page goes up to three calls; no limit is set"),
        _BASE,
        _LAST_CARD,
        FillIn("double_from", "the page lists its multipliers, and this is none of them"),
        FillIn("rival_called_factor", "the page lists its multipliers, and this is none of them"),
        FillIn("own_calls", "the page gives one to three calls; it goes on in the same way"),
        _BOTH,
        _CLEAR,
        _NO_TIE,
        FillIn("sake_cup_is_plain", "as in `wikipedia`: the page's table was not to be had"),
        FillIn("yaku", "all points, as in `wikipedia`: the page's table was not to be had"),
        FillIn("deck", "the deal, as everywhere else"),
    ),
    "fudawiki": (_NO_TIE,),
}
