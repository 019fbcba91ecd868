"""Pine, plum and cherry: months 1 to 3, which the old calendar called spring.

From the back to the front.
"""

from collections.abc import Mapping

from arena.cards import creatures, plants, scenery
from arena.cards.shapes import (
    BROWN,
    Layer,
    Place,
    Stamp,
    at,
    line,
)
from referee.rules.cards import Card


def pine(*places: Place) -> Stamp:
    """Draw tufts of pine."""
    return Stamp(plants.PINE_TUFT, places)


CHERRIES = tuple(
    (x, y, s, a)
    for x, y, s, a in (
        (14, 16, 1.15, 10),
        (38, 12, 1.1, 40),
        (62, 18, 1.2, 0),
        (86, 12, 1.1, 25),
        (26, 38, 1.2, 60),
        (50, 40, 1.15, 15),
        (76, 40, 1.2, 50),
        (96, 34, 1, 0),
        (4, 40, 1, 30),
        (14, 60, 1.1, 20),
        (38, 62, 1.1, 5),
        (62, 62, 1.1, 35),
        (88, 60, 1.1, 10),
    )
)
PLUM_TREE = line(
    "M-4 150L22 120L18 92L44 66L40 40L66 14L64-4M22 120L60 104L88 112M44 66L78 60L104 40M18 92L2 70",
    BROWN,
    4,
) + line("M-4 150L22 120L18 92", BROWN, 6.5)


SPRING: Mapping[Card, tuple[Layer, ...]] = {
    Card.PINE_CRANE: (
        scenery.sun(74, 30, 25),
        line("M-4 158C20 148 24 138 40 140S80 150 104 134", BROWN, 6),
        pine((10, 148, 1.1), (90, 140, 1.15), (36, 152, 1.05), (64, 150, 1.2)),
        pine((88, 112, 0.9), (100, 94, 0.8)),
        at((46, 76, 1.05), creatures.CRANE),
    ),
    Card.PINE_RIBBON: (
        line("M104 20C80 26 84 44 60 40S20 46-4 30M104 150C80 140 60 150 40 136", BROWN, 5),
        pine(
            (16, 36, 1.05),
            (46, 30, 1.15),
            (80, 26, 1.1),
            (84, 140, 1.25),
            (52, 148, 1.1),
            (18, 150, 1),
        ),
        scenery.POEM,
    ),
    Card.PINE_PLAIN_1: (
        line("M-4 130C24 124 30 90 56 92S84 60 104 64", BROWN, 6),
        pine(
            (22, 70, 1.2),
            (58, 62, 1.3),
            (86, 46, 1.2),
            (16, 124, 1.3),
            (54, 118, 1.25),
            (86, 104, 1.2),
            (34, 150, 1.1),
            (76, 150, 1.2),
        ),
    ),
    Card.PINE_PLAIN_2: (
        line("M104 118C70 116 70 90 46 92S10 60-4 66", BROWN, 6),
        pine(
            (20, 30, 1.25),
            (54, 24, 1.15),
            (16, 84, 1.2),
            (48, 70, 1.3),
            (80, 92, 1.3),
            (36, 122, 1.1),
            (78, 138, 1.35),
        ),
    ),
    Card.PLUM_WARBLER: (
        PLUM_TREE,
        Stamp(
            plants.PLUM_FLOWER,
            (
                (20, 90, 1.2),
                (46, 104, 1.05, 20),
                (84, 110, 1.25),
                (82, 58, 1.1, 30),
                (16, 130, 1.15),
                (58, 128, 1.1, 12),
            ),
        ),
        Stamp(plants.PLUM_BUD, ((66, 94, 1), (98, 84, 1), (4, 66, 1.1, -30))),
        at((46, 38, 1.15), creatures.WARBLER),
    ),
    Card.PLUM_RIBBON: (
        PLUM_TREE,
        Stamp(
            plants.PLUM_FLOWER,
            (
                (18, 22, 1.3),
                (84, 20, 1.2, 30),
                (12, 76, 1.2),
                (90, 64, 1.25, 12),
                (16, 132, 1.3),
                (84, 122, 1.3),
                (54, 146, 1.15, 40),
            ),
        ),
        scenery.POEM,
    ),
    Card.PLUM_PLAIN_1: (
        PLUM_TREE,
        Stamp(
            plants.PLUM_FLOWER,
            (
                (20, 90, 1.35),
                (46, 56, 1.3, 20),
                (70, 18, 1.35),
                (86, 58, 1.3, 30),
                (60, 104, 1.35),
                (20, 130, 1.3),
                (88, 116, 1.2, 10),
            ),
        ),
        Stamp(plants.PLUM_BUD, ((22, 44, 1.2, -20), (94, 32, 1.1), (48, 136, 1.2))),
    ),
    Card.PLUM_PLAIN_2: (
        f'<g transform="translate(100 0) scale(-1 1)">{PLUM_TREE}</g>',
        Stamp(
            plants.PLUM_FLOWER,
            (
                (30, 18, 1.3),
                (58, 48, 1.35, 20),
                (16, 54, 1.2),
                (78, 84, 1.4, 30),
                (42, 104, 1.3),
                (82, 128, 1.25, 10),
                (14, 116, 1.2),
            ),
        ),
        Stamp(plants.PLUM_BUD, ((84, 30, 1.2, 30), (8, 86, 1.1), (52, 140, 1.2))),
    ),
    Card.CHERRY_CURTAIN: (
        line("M-4 30Q40 20 60 40T104 60", BROWN, 3),
        Stamp(
            plants.CHERRY_FLOWER,
            (
                *CHERRIES,
                (24, 84, 1.1, 40),
                (50, 84, 1.15, 12),
                (76, 84, 1.1, 30),
                (98, 82, 1, 8),
                (2, 84, 1, 0),
            ),
        ),
        scenery.CURTAIN,
    ),
    Card.CHERRY_RIBBON: (
        line("M-4 26Q40 16 60 40T104 60M-4 150Q40 120 104 130", BROWN, 3),
        Stamp(
            plants.CHERRY_FLOWER,
            (
                *CHERRIES,
                (18, 132, 1.2, 20),
                (44, 146, 1.1, 50),
                (72, 138, 1.2, 0),
                (92, 118, 1, 15),
            ),
        ),
        scenery.POEM,
    ),
    Card.CHERRY_PLAIN_1: (
        line("M-4 40Q40 30 60 60T104 110M30 52Q40 90 20 130", BROWN, 3.4),
        Stamp(plants.CHERRY_LEAF, ((30, 92, 1.1, 120), (76, 98, 1.1, 200), (66, 38, 1, 40))),
        Stamp(
            plants.CHERRY_FLOWER,
            (
                (18, 24, 1.5),
                (52, 30, 1.4, 30),
                (84, 20, 1.3, 10),
                (34, 60, 1.45, 15),
                (72, 64, 1.5, 45),
                (92, 96, 1.3),
                (22, 100, 1.4, 25),
                (56, 100, 1.4, 5),
                (20, 138, 1.4, 40),
                (56, 138, 1.3, 20),
                (86, 136, 1.35, 0),
            ),
        ),
    ),
    Card.CHERRY_PLAIN_2: (
        line("M104 30Q60 40 44 70T-4 120M66 48Q62 90 84 132", BROWN, 3.4),
        Stamp(plants.CHERRY_LEAF, ((70, 92, 1.1, 240), (26, 106, 1.1, 160), (34, 40, 1, -40))),
        Stamp(
            plants.CHERRY_FLOWER,
            (
                (80, 26, 1.5),
                (48, 20, 1.35, 30),
                (16, 28, 1.4, 10),
                (62, 56, 1.45, 15),
                (28, 64, 1.45, 45),
                (88, 70, 1.3),
                (14, 108, 1.4, 25),
                (50, 96, 1.5, 5),
                (84, 112, 1.4, 40),
                (52, 138, 1.4, 20),
                (16, 146, 1.2, 0),
            ),
        ),
    ),
}
