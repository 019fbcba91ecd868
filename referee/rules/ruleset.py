"""Rulesets: every parameter in which Koi-Koi rules differ, as one value, and the five presets.

What no preset changes is a fact of the engine and stands in `FIXED`. Tags M.. and U.. in comments
are rule points and open decisions of the rules dossier; a value marked *ours* is this project's
fill-in where the source is silent (`FILL_INS` lists those for users). Reading house rules from a
file is `house_rules`' business.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from referee.rules.errors import UnknownRuleset
from referee.rules.yaku import SAKE_CUP, TABLE, Yaku


class OfferOn(Enum):
    """The moment at which a seat is asked to stop or call koi-koi at the end of its turn (M44)."""

    TOTAL_RISE = "total_rise"  # its base is higher than after its previous turn
    NEW_YAKU = "new_yaku"  # it has a yaku that it did not have after that turn


class NextDealer(Enum):
    """The dealer after a round that nobody won (M06)."""

    SAME = "same"
    OTHER = "other"


class BothDealt(Enum):
    """The scorer when both seats are dealt a winning hand (M10)."""

    DRAW = "draw"
    DEALER_WINS = "dealer_wins"


class FieldFourPairs(Enum):
    """The meaning of a field of four pairs (M14)."""

    REDEAL = "redeal"
    PLAY_ON = "play_on"


class OwnCalls(Enum):
    """The effect of the winner's own calls on a win (M56)."""

    NONE = "none"
    ONE_PLUS_CALLS = "one_plus_calls"


class ViewingSpoiledBy(Enum):
    """The place that spoils Hanami (a Willow card) and Tsukimi (a Paulownia card) (M30)."""

    NOTHING = "nothing"
    FIELD = "field"  # such a card lies on the field
    PILE = "pile"  # such a card is in the viewer's own pile


class MatchTie(Enum):
    """The decision of a match that is level after the last round (M61)."""

    DRAW = "draw"
    LAST_DEALER = "last_dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One set of rules. Two rulesets that are equal play alike."""

    name: str
    months: int = 12
    yaku: tuple[Yaku, ...] = TABLE
    hand_match_required: bool = False
    offer_on: OfferOn = OfferOn.TOTAL_RISE
    max_calls_per_player: int | None = None
    max_calls_per_round: int | None = None
    min_base_to_call: int = 0
    needs_hand_card: bool = True
    double_from: int | None = 8
    rival_called_factor: int = 2
    own_calls: OwnCalls = OwnCalls.NONE
    exhausted_dealer_points: int = 0
    dealer_after_draw: NextDealer = NextDealer.SAME
    field_four_pairs: FieldFourPairs = FieldFourPairs.REDEAL
    both_dealt: BothDealt = BothDealt.DRAW
    viewing_spoiled_by: ViewingSpoiledBy = ViewingSpoiledBy.NOTHING
    viewing_needs_other_yaku: bool = False
    match_tie: MatchTie = MatchTie.DRAW

    def __hash__(self) -> int:
        # Rulesets are looked up for every round, and hashing every yaku costs more than the deal.
        return hash(self.name)


def with_yaku(
    table: tuple[Yaku, ...], changes: Mapping[str, Mapping[str, object]]
) -> tuple[Yaku, ...]:
    """Return the table with some fields of some rows changed."""
    return tuple(replace(row, **changes.get(row.id, {})) for row in table)  # type: ignore[arg-type]


def with_cup_as_plain(table: tuple[Yaku, ...]) -> tuple[Yaku, ...]:
    """Return the table with the sake cup an animal and one plain at once (M39)."""
    return tuple(
        replace(row, cards=row.cards | SAKE_CUP) if row.id == "kasu" else row for row in table
    )


FLAT = {"extra": 0}

LEMME = Ruleset(name="lemme", both_dealt=BothDealt.DEALER_WINS)

NINTENDO = Ruleset(
    name="nintendo",
    yaku=with_cup_as_plain(
        with_yaku(
            TABLE,
            {
                "tane": {"void_if": ("inoshikacho",)},
                "tan": {"void_if": ("akatan", "aotan", "akatan_aotan")},
            },
        )
    ),
    max_calls_per_player=1,
    max_calls_per_round=1,
    double_from=7,
    dealer_after_draw=NextDealer.OTHER,
    field_four_pairs=FieldFourPairs.PLAY_ON,
)

WIKIPEDIA = Ruleset(
    name="wikipedia",
    yaku=with_cup_as_plain(
        with_yaku(
            TABLE,
            {
                "sanko": {"points": 6},
                "inoshikacho": FLAT,
                "akatan": FLAT,
                "aotan": FLAT,
                "akatan_aotan": FLAT,
            },
        )
    ),
    offer_on=OfferOn.NEW_YAKU,
    double_from=7,
    exhausted_dealer_points=1,
)

RUSSIAN = replace(
    WIKIPEDIA,
    name="russian",
    double_from=None,
    rival_called_factor=1,
    own_calls=OwnCalls.ONE_PLUS_CALLS,
    exhausted_dealer_points=0,
)

FUDAWIKI = Ruleset(
    name="fudawiki",
    yaku=with_yaku(
        NINTENDO.yaku,
        {"goko": {"points": 15}, "sanko": {"points": 6}, "tsukifuda": {"points": 4}},
    ),
    double_from=7,
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {rules.name: rules for rules in (LEMME, NINTENDO, WIKIPEDIA, RUSSIAN, FUDAWIKI)}
)
DEFAULT = LEMME


def find_ruleset(name: str) -> Ruleset:
    """Return the preset with this name. Raises UnknownRuleset, which lists those there are."""
    if name not in RULESETS:
        raise UnknownRuleset(name, RULESETS)
    return RULESETS[name]
