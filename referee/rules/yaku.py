"""The yaku: one row each, as the default ruleset has them.

A row says what it takes and what it is worth; how rows exclude each other is data as well. What
a pile is worth under a ruleset is `scoring`'s business. Source of every value: seed 003, the yaku
page of hanafuda.lemme.dev.
"""

from dataclasses import dataclass

from referee.rules.cards import ANIMALS, LIGHTS, PLAINS, RIBBONS, Card, CardSet, card_set

BOAR_DEER_BUTTERFLIES = card_set((Card.CLOVER_BOAR, Card.MAPLE_DEER, Card.PEONY_BUTTERFLIES))
RED_POEMS = card_set((Card.PINE_RIBBON, Card.PLUM_RIBBON, Card.CHERRY_RIBBON))
BLUES = card_set((Card.PEONY_RIBBON, Card.CHRYSANTHEMUM_RIBBON, Card.MAPLE_RIBBON))
RAIN = Card.WILLOW_RAIN_MAN.bit
SAKE_CUP = Card.CHRYSANTHEMUM_SAKE_CUP.bit
FLOWER_VIEWING = Card.CHERRY_CURTAIN.bit | SAKE_CUP
MOON_VIEWING = Card.PAMPAS_MOON.bit | SAKE_CUP


@dataclass(frozen=True, slots=True)
class Yaku:
    """A pattern worth `points`, plus `extra` for each card past `needs` and each card of `more`.

    Rows that share a `family` exclude each other: only the dearest counts. A row that counts
    strikes out what it `replaces`; a row does not count beside one of its `void_if`.
    """

    id: str
    name: str
    cards: CardSet
    needs: int
    points: int
    extra: int = 0
    more: CardSet = 0
    family: str = ""
    replaces: tuple[str, ...] = ()
    void_if: tuple[str, ...] = ()

    def worth(self, pile: CardSet) -> int:
        """Return points for this pile, leaving other yaku out of account; 0 if it is not made."""
        held = (pile & self.cards).bit_count()
        if held < self.needs:
            return 0
        return self.points + self.extra * (held - self.needs + (pile & self.more).bit_count())


TSUKIFUDA = "tsukifuda"
VIEWINGS = ("hanami", "tsukimi")
# A dealt hand wins before a card is played (M07, M08); it never meets the other rows.
TESHI, KUTTSUKI = "teshi", "kuttsuki"
DEALT_HAND_POINTS = 6

# A row with 0 points is off: a ruleset turns it on by giving it points.
TABLE: tuple[Yaku, ...] = (
    Yaku("goko", "Gokō, five lights", LIGHTS, 5, 10, family="lights"),
    Yaku("shiko", "Shikō, four dry lights", LIGHTS & ~RAIN, 4, 8, family="lights"),
    Yaku("ame_shiko", "Ame-shikō, four lights with the rain", LIGHTS, 4, 7, family="lights"),
    Yaku("sanko", "Sankō, three dry lights", LIGHTS & ~RAIN, 3, 5, family="lights"),
    Yaku("hanami", "Hanami, flower viewing", FLOWER_VIEWING, 2, 5),
    Yaku("tsukimi", "Tsukimi, moon viewing", MOON_VIEWING, 2, 5),
    Yaku(
        "inoshikacho",
        "Inoshikachō, boar, deer and butterflies",
        BOAR_DEER_BUTTERFLIES,
        3,
        5,
        extra=1,
        more=ANIMALS & ~BOAR_DEER_BUTTERFLIES,
    ),
    Yaku("tane", "Tane, five animals", ANIMALS, 5, 1, extra=1),
    Yaku(
        "akatan_aotan",
        "Akatan-aotan no chōfuku, both ribbon sets",
        RED_POEMS | BLUES,
        6,
        10,
        extra=1,
        more=RIBBONS & ~(RED_POEMS | BLUES),
        replaces=("akatan", "aotan"),
    ),
    Yaku("akatan", "Akatan, red poem ribbons", RED_POEMS, 3, 5, extra=1, more=RIBBONS & ~RED_POEMS),
    Yaku("aotan", "Aotan, blue ribbons", BLUES, 3, 5, extra=1, more=RIBBONS & ~BLUES),
    Yaku("tan", "Tan, five ribbons", RIBBONS, 5, 1, extra=1),
    Yaku("kasu", "Kasu, ten plains", PLAINS, 10, 1, extra=1),
    Yaku(TSUKIFUDA, "Tsuki-fuda, the four cards of the month", 0, 4, 0),
)

YAKU_IDS: tuple[str, ...] = tuple(row.id for row in TABLE)
