"""The default rules as a message, written out by hand, for bots that read the ruleset."""

from koikoi.v1.ruleset_pb2 import OFFER_ON_TOTAL_RISE, Ruleset, Yaku

LIGHTS = (1, 9, 29, 41, 45)
RAIN = 41
ANIMALS = (5, 13, 17, 21, 25, 30, 33, 37, 42)
RIBBONS = (2, 6, 10, 14, 18, 22, 26, 34, 38, 43)
PLAINS = tuple(card for card in range(1, 49) if card not in {*LIGHTS, *ANIMALS, *RIBBONS})
RED_POEMS, BLUES = (2, 6, 10), (22, 34, 38)
BOAR_DEER_BUTTERFLIES = (21, 25, 37)
DRY_LIGHTS = tuple(card for card in LIGHTS if card != RAIN)


def _beside(kind: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in kind if card not in chosen)


LEMME = Ruleset(
    name="lemme",
    months=12,
    offer_on=OFFER_ON_TOTAL_RISE,
    needs_hand_card=True,
    double_from=8,
    rival_called_factor=2,
    yaku=[
        Yaku(id="goko", cards=LIGHTS, needs=5, points=10, family="lights"),
        Yaku(id="shiko", cards=DRY_LIGHTS, needs=4, points=8, family="lights"),
        Yaku(id="ame_shiko", cards=LIGHTS, needs=4, points=7, family="lights"),
        Yaku(id="sanko", cards=DRY_LIGHTS, needs=3, points=5, family="lights"),
        Yaku(id="hanami", cards=(9, 33), needs=2, points=5),
        Yaku(id="tsukimi", cards=(29, 33), needs=2, points=5),
        Yaku(
            id="inoshikacho",
            cards=BOAR_DEER_BUTTERFLIES,
            needs=3,
            points=5,
            extra=1,
            more=_beside(ANIMALS, BOAR_DEER_BUTTERFLIES),
        ),
        Yaku(id="tane", cards=ANIMALS, needs=5, points=1, extra=1),
        Yaku(
            id="akatan_aotan",
            cards=RED_POEMS + BLUES,
            needs=6,
            points=10,
            extra=1,
            more=_beside(RIBBONS, RED_POEMS + BLUES),
            replaces=("akatan", "aotan"),
        ),
        Yaku(
            id="akatan",
            cards=RED_POEMS,
            needs=3,
            points=5,
            extra=1,
            more=_beside(RIBBONS, RED_POEMS),
        ),
        Yaku(id="aotan", cards=BLUES, needs=3, points=5, extra=1, more=_beside(RIBBONS, BLUES)),
        Yaku(id="tan", cards=RIBBONS, needs=5, points=1, extra=1),
        Yaku(id="kasu", cards=PLAINS, needs=10, points=1, extra=1),
    ],
)
