"""Wisteria, iris and peony: months 4 to 6, which the old calendar called summer.

From the back to the front.
"""

from collections.abc import Mapping

from arena.cards import creatures, plants, scenery
from arena.cards.shapes import (
    AMBER,
    BROWN,
    GREEN,
    RED,
    SUN,
    Layer,
    Stamp,
    at,
    line,
)
from referee.rules.cards import Card

SUMMER: Mapping[Card, tuple[Layer, ...]] = {
    Card.WISTERIA_CUCKOO: (
        scenery.CRESCENT,
        line("M-4 4Q50-4 104 8", BROWN, 4),
        Stamp(plants.WISTERIA_LEAF, ((16, 6, 1, 20), (40, 4, 1, -20), (92, 4, 1, -10))),
        Stamp(plants.WISTERIA, ((14, 92, 1.05), (50, 106, 0.9), (86, 92, 1.05))),
        Stamp(
            plants.WISTERIA_LEAF,
            ((2, 86, 1, -40), (32, 98, 1, 20), (68, 96, 1, -24), (98, 86, 1, 40)),
        ),
        at((42, 68, 1.05), creatures.CUCKOO),
    ),
    Card.WISTERIA_RIBBON: (
        line("M-4 8Q50-2 104 12", BROWN, 4),
        Stamp(
            plants.WISTERIA,
            ((18, 24, 1.15), (82, 26, 1.15), (50, 16, 0.9), (18, 96, 0.95), (84, 100, 0.9)),
        ),
        Stamp(
            plants.WISTERIA_LEAF,
            ((4, 8, 1.1, -20), (32, 6, 1.1, 20), (66, 6, 1.1, -20), (96, 8, 1.1, 20)),
        ),
        scenery.RED_SLIP,
    ),
    Card.WISTERIA_PLAIN_1: (
        line("M-4 10Q50-2 104 14", BROWN, 4),
        Stamp(plants.WISTERIA, ((18, 26, 1.4), (50, 34, 1.6), (82, 26, 1.4))),
        Stamp(
            plants.WISTERIA_LEAF,
            (
                (4, 8, 1.2, -24),
                (34, 6, 1.2, 14),
                (66, 6, 1.2, -14),
                (98, 10, 1.2, 24),
                (50, 4, 1.1),
            ),
        ),
    ),
    Card.WISTERIA_PLAIN_2: (
        line("M-4 14Q40 10 104-2", BROWN, 4),
        Stamp(plants.WISTERIA, ((20, 40, 1.6), (52, 24, 1.3), (82, 44, 1.6))),
        Stamp(
            plants.WISTERIA_LEAF,
            (
                (6, 14, 1.3, -20),
                (36, 10, 1.2, 20),
                (62, 6, 1.2, -24),
                (94, 12, 1.3, 10),
                (44, 112, 1, 30),
                (60, 112, 1, -30),
            ),
        ),
    ),
    Card.IRIS_BRIDGE: (
        Stamp(
            plants.IRIS_LEAF,
            (
                (14, 128, 1.1, -8),
                (30, 122, 1.2, 4),
                (52, 122, 1.15, -4),
                (70, 120, 1.2, 6),
                (88, 116, 1.1, 10),
            ),
        ),
        Stamp(plants.IRIS_FLOWER, ((24, 48, 1.15), (70, 36, 1.25), (50, 78, 0.9))),
        scenery.WATER,
        scenery.BRIDGE,
    ),
    Card.IRIS_RIBBON: (
        Stamp(
            plants.IRIS_LEAF,
            (
                (10, 162, 1.3, -6),
                (28, 162, 1.6, 2),
                (46, 162, 1.4, -6),
                (66, 162, 1.6, 4),
                (88, 162, 1.3, 8),
            ),
        ),
        Stamp(plants.IRIS_FLOWER, ((22, 36, 1.1), (80, 42, 1.15), (18, 96, 0.9), (84, 104, 0.9))),
        scenery.RED_SLIP,
    ),
    Card.IRIS_PLAIN_1: (
        Stamp(
            plants.IRIS_LEAF,
            (
                (10, 164, 1.3, -8),
                (28, 164, 1.5, -2),
                (48, 164, 1.25, 3),
                (70, 164, 1.6, 2),
                (90, 164, 1.3, 9),
            ),
        ),
        line("M30 160V50M72 160V88", GREEN, 2.4),
        Stamp(plants.IRIS_FLOWER, ((32, 46, 1.4), (70, 84, 1.35))),
        scenery.WATER,
    ),
    Card.IRIS_PLAIN_2: (
        Stamp(
            plants.IRIS_LEAF,
            (
                (12, 164, 1.4, -8),
                (34, 164, 1.3, -3),
                (54, 164, 1.6, 2),
                (74, 164, 1.3, 4),
                (92, 164, 1.4, 9),
            ),
        ),
        line("M70 160V40M28 160V80M56 160V116", GREEN, 2.4),
        Stamp(plants.IRIS_FLOWER, ((70, 36, 1.25), (28, 78, 1.3), (60, 116, 1.05))),
    ),
    Card.PEONY_BUTTERFLIES: (
        Stamp(
            plants.PEONY_LEAF,
            (
                (18, 150, 1.2, -30),
                (82, 150, 1.2, 30),
                (14, 116, 1.1, -60),
                (88, 114, 1.1, 60),
                (50, 166, 1.2),
            ),
        ),
        at((50, 116, 1.25), plants.PEONY_FLOWER),
        at((32, 34, 1.15, -24), creatures.butterfly(SUN, AMBER)),
        at((70, 64, 0.95, 26), creatures.butterfly(SUN, RED)),
    ),
    Card.PEONY_RIBBON: (
        Stamp(
            plants.PEONY_LEAF,
            (
                (14, 64, 1.1, -50),
                (88, 66, 1.1, 50),
                (14, 150, 1.2, -50),
                (88, 150, 1.2, 40),
                (20, 96, 1, -100),
                (84, 98, 1, 100),
            ),
        ),
        Stamp(plants.PEONY_FLOWER, ((24, 30, 0.95), (78, 128, 1.05, 20))),
        scenery.BLUE_SLIP,
    ),
    Card.PEONY_PLAIN_1: (
        line("M50 162V60", GREEN, 2.6),
        Stamp(
            plants.PEONY_LEAF,
            (
                (40, 146, 1.4, -50),
                (60, 146, 1.4, 50),
                (44, 106, 1.3, -70),
                (58, 108, 1.3, 70),
                (50, 160, 1.1),
                (18, 40, 1, -20),
                (84, 40, 1, 20),
            ),
        ),
        at((50, 54, 1.5), plants.PEONY_FLOWER),
    ),
    Card.PEONY_PLAIN_2: (
        line("M30 162Q34 110 66 40M44 112Q30 90 26 84", GREEN, 2.6),
        Stamp(
            plants.PEONY_LEAF,
            (
                (52, 84, 1.2, 80),
                (40, 124, 1.3, 60),
                (30, 138, 1.2, -60),
                (70, 150, 1.2, 30),
                (26, 34, 1, -40),
                (88, 78, 1, 60),
            ),
        ),
        Stamp(plants.PEONY_FLOWER, ((66, 40, 1.15), (30, 90, 1.05, 20))),
    ),
}
