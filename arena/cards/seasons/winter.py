"""Maple, willow and paulownia: months 10 to 12, which the old calendar called winter.

From the back to the front.
"""

from collections.abc import Mapping

from arena.cards import creatures, plants, scenery
from arena.cards.shapes import (
    AMBER,
    BROWN,
    GOLD,
    GREEN,
    LEAF,
    LILAC,
    MOSS,
    PINE,
    PURPLE,
    RED,
    SUN,
    Layer,
    Place,
    Stamp,
    at,
    line,
    path,
)
from referee.rules.cards import Card


def willow(*places: Place) -> Stamp:
    """Draw strands of willow."""
    return Stamp(plants.WILLOW_STRAND, places)


def _paulownia(leaf: str, vein: str, bell: str, heart: str, *extra: Layer) -> tuple[Layer, ...]:
    return (
        *extra,
        Stamp(
            plants.paulownia_leaf(leaf, vein),
            ((22, 104, 1.35, 24), (78, 104, 1.35, -24), (50, 108, 1.55)),
        ),
        Stamp(plants.paulownia_spike(5, bell, heart), ((19, 92, 1.6, -10), (81, 92, 1.6, 10))),
        at((50, 96, 2.15), plants.paulownia_spike(7, bell, heart)),
    )


WINTER: Mapping[Card, tuple[Layer, ...]] = {
    Card.MAPLE_DEER: (
        line("M104 20Q60 26 20 6", BROWN, 2.4),
        path("M-2 162V148Q50 138 102 148V162Z", MOSS),
        Stamp(
            plants.maple(RED, SUN),
            (
                (22, 24, 1.15, 170),
                (56, 26, 1.1, 200),
                (90, 60, 1, 150),
                (14, 150, 0.6, 40),
                (86, 152, 0.55, -30),
            ),
        ),
        Stamp(plants.maple(AMBER, SUN), ((84, 24, 1.1, 190), (12, 64, 0.9, 160))),
        at((50, 100, 1.05), creatures.DEER),
    ),
    Card.MAPLE_RIBBON: (
        Stamp(
            plants.maple(RED, SUN), ((22, 34, 1.15, -20), (86, 78, 1.05, 60), (24, 132, 1.15, -10))
        ),
        Stamp(plants.maple(AMBER, SUN), ((80, 28, 1.15, 30), (14, 84, 1, -70), (78, 132, 1.2, 40))),
        scenery.BLUE_SLIP,
    ),
    Card.MAPLE_PLAIN_1: (
        line("M-4 30Q50 40 104 150", BROWN, 2.4),
        Stamp(plants.maple(RED, SUN), ((26, 36, 1.4, -20), (72, 90, 1.4, 20), (26, 132, 1.3, -40))),
        Stamp(
            plants.maple(AMBER, SUN), ((76, 34, 1.3, 40), (26, 86, 1.25, 160), (78, 136, 1.2, 30))
        ),
    ),
    Card.MAPLE_PLAIN_2: (
        line("M104 20Q50 40-4 140", BROWN, 2.4),
        Stamp(
            plants.maple(GOLD, RED), ((70, 40, 1.45, 20), (30, 94, 1.4, -30), (80, 132, 1.2, 10))
        ),
        Stamp(
            plants.maple(RED, SUN), ((24, 36, 1.3, -30), (78, 88, 1.25, 150), (32, 138, 1.2, -10))
        ),
    ),
    Card.WILLOW_RAIN_MAN: (
        scenery.STREAM,
        willow(
            *(
                (x, 0, 1, 0, h)
                for x, h in ((8, 0.4), (22, 0.3), (36, 0.2), (64, 0.2), (78, 0.34), (92, 0.5))
            )
        ),
        at((56, 80, 1.02), creatures.RAIN_MAN),
        at((38, 54, 0.95, -6), creatures.UMBRELLA),
        at((18, 144, 0.95), creatures.FROG),
    ),
    Card.WILLOW_SWALLOW: (
        willow(
            *(
                (x, -4, 1, 0, h)
                for x, h in ((9, 0.8), (26, 0.95), (44, 0.85), (62, 1), (78, 0.86), (93, 0.95))
            )
        ),
        at((46, 76, 1.15), creatures.SWALLOW),
    ),
    Card.WILLOW_RIBBON: (
        willow(
            *(
                (x, -4, 1, 0, h)
                for x, h in ((8, 1), (22, 0.9), (37, 1), (52, 0.92), (66, 1), (80, 0.9), (93, 1))
            )
        ),
        scenery.RED_SLIP,
    ),
    Card.WILLOW_LIGHTNING: (
        scenery.STORM,
        willow((62, 92, 1, 0, 0.4), (78, 84, 1, 0, 0.5), (93, 90, 1, 0, 0.42)),
        scenery.BOLT,
        scenery.DRUM,
    ),
    Card.PAULOWNIA_PHOENIX: (
        Stamp(
            creatures.PHOENIX_FEATHER, ((62, 54, 0.95, -8), (66, 50, 1, -46), (64, 46, 0.95, -86))
        ),
        at((1, 2), creatures.PHOENIX),
        Stamp(
            plants.paulownia_leaf(GREEN, LEAF),
            ((20, 128, 1, 20), (80, 128, 1, -20), (50, 132, 1.2)),
        ),
        Stamp(
            plants.paulownia_spike(5, PURPLE, LILAC),
            ((20, 124, 0.9, -14), (80, 124, 0.9, 14), (50, 126, 1)),
        ),
    ),
    Card.PAULOWNIA_PLAIN_1: _paulownia(GREEN, LEAF, PURPLE, LILAC),
    Card.PAULOWNIA_PLAIN_2: _paulownia(PINE, AMBER, LILAC, PURPLE),
    Card.PAULOWNIA_PLAIN_3: _paulownia(GREEN, LEAF, PURPLE, LILAC, scenery.BAND),
}
