"""Bush clover, pampas and chrysanthemum: months 7 to 9, which the old calendar called autumn.

From the back to the front.
"""

from collections.abc import Mapping

from arena.cards import creatures, plants, scenery
from arena.cards.shapes import (
    AMBER,
    BROWN,
    GOLD,
    GREEN,
    MAGENTA,
    MOSS,
    PINK,
    RED,
    SKY,
    SUN,
    WHITE,
    Layer,
    Stamp,
    along,
    at,
    dots,
    line,
    path,
)
from referee.rules.cards import Card


def sprays(
    *curves: tuple[tuple[float, float], tuple[float, float], tuple[float, float]], count: int = 7
) -> tuple[Layer, ...]:
    """Return stems of bush clover with leaves along them and flowers near their tips."""
    d = "".join(f"M{a[0]} {a[1]}Q{b[0]} {b[1]} {c[0]} {c[1]}" for a, b, c in curves)
    leaves = [
        (x, y, 1, angle + (55 if i % 2 else -55))
        for curve in curves
        for i, (x, y, angle) in enumerate(along(*curve, count))
        if i
    ]
    return (
        line(d, BROWN, 1.3),
        Stamp(plants.CLOVER_LEAF, tuple(leaves)),
        f'<g transform="translate(3 -3)">{dots(d, MAGENTA, 4.6, 9)}</g>',
        f'<g transform="translate(-3 1)">{dots(d, PINK, 3.4, 9)}</g>',
    )


AUTUMN: Mapping[Card, tuple[Layer, ...]] = {
    Card.CLOVER_BOAR: (
        *sprays(
            ((96, 100), (60, 40), (8, 30)),
            ((104, 76), (80, 20), (40, 4)),
            ((4, 110), (0, 70), (26, 52)),
        ),
        path("M-2 162V140C30 130 70 146 102 134V162Z", MOSS),
        at((52, 118, 1.08), creatures.BOAR),
    ),
    Card.CLOVER_RIBBON: (
        *sprays(
            ((90, 160), (100, 70), (60, 10)),
            ((14, 160), (-6, 80), (30, 14)),
            ((60, 164), (30, 120), (10, 100)),
            count=8,
        ),
        scenery.RED_SLIP,
    ),
    Card.CLOVER_PLAIN_1: sprays(
        ((20, 164), (10, 60), (84, 14)),
        ((40, 164), (50, 100), (98, 66)),
        ((10, 164), (-6, 90), (20, 30)),
        ((60, 164), (70, 130), (98, 116)),
        count=8,
    ),
    Card.CLOVER_PLAIN_2: sprays(
        ((80, 164), (96, 70), (16, 16)),
        ((62, 164), (54, 100), (4, 76)),
        ((92, 164), (104, 80), (70, 20)),
        ((44, 164), (34, 134), (2, 124)),
        count=8,
    ),
    Card.PAMPAS_MOON: (
        path("M-2-2H102V162H-2Z", RED),
        scenery.MOON,
        scenery.HILL,
    ),
    Card.PAMPAS_GEESE: (
        path("M-2-2H102V40Q50 22-2 46Z", SKY),
        scenery.HILL,
        Stamp(creatures.GOOSE, ((62, 28, 0.95), (40, 56, 0.95), (76, 76, 0.85))),
    ),
    Card.PAMPAS_PLAIN_1: (
        scenery.HILL,
        Stamp(plants.PAMPAS, ((24, 126, 1.3, -8), (48, 114, 1.5, 0), (76, 116, 1.3, 10))),
    ),
    Card.PAMPAS_PLAIN_2: (
        f'<g transform="translate(100 10) scale(-1 1)">{scenery.HILL}</g>',
        Stamp(
            plants.PAMPAS,
            ((20, 122, 1.5, -14), (36, 120, 1.2, 4), (60, 122, 1.6, -4), (84, 136, 1.3, 12)),
        ),
    ),
    Card.CHRYSANTHEMUM_SAKE_CUP: (
        Stamp(
            plants.CHRYSANTHEMUM_LEAF,
            ((16, 78, 1.1, -60), (84, 78, 1.1, 50), (50, 62, 1.1), (90, 34, 1, 70)),
        ),
        Stamp(plants.chrysanthemum(GOLD, SUN, AMBER), ((26, 40, 1.1), (76, 46, 1.0, 12))),
        at((50, 116, 1.2), creatures.SAKE_CUP),
    ),
    Card.CHRYSANTHEMUM_RIBBON: (
        Stamp(
            plants.CHRYSANTHEMUM_LEAF,
            (
                (12, 62, 1.1, -40),
                (88, 58, 1.1, 50),
                (16, 98, 1.1, -120),
                (86, 96, 1.1, 110),
                (50, 160, 1),
            ),
        ),
        Stamp(plants.chrysanthemum(GOLD, SUN, AMBER), ((22, 32, 1.05), (80, 128, 1.1, 10))),
        Stamp(plants.chrysanthemum(RED, PINK, WHITE), ((80, 30, 0.9), (20, 132, 0.95, 10))),
        scenery.BLUE_SLIP,
    ),
    Card.CHRYSANTHEMUM_PLAIN_1: (
        line("M50 164Q46 100 36 50M50 130Q70 110 74 96", GREEN, 2.4),
        Stamp(
            plants.CHRYSANTHEMUM_LEAF,
            (
                (44, 108, 1.3, -60),
                (48, 138, 1.3, -50),
                (56, 140, 1.3, 50),
                (64, 66, 1.1, 40),
                (14, 84, 1.1, -30),
            ),
        ),
        at((36, 44, 1.35), plants.chrysanthemum(GOLD, SUN, AMBER)),
        at((74, 94, 1.2, 10), plants.chrysanthemum(RED, PINK, WHITE)),
    ),
    Card.CHRYSANTHEMUM_PLAIN_2: (
        line("M52 164Q54 100 66 46M52 130Q30 110 26 96", GREEN, 2.4),
        Stamp(
            plants.CHRYSANTHEMUM_LEAF,
            (
                (58, 104, 1.3, 60),
                (54, 138, 1.3, 50),
                (46, 142, 1.3, -50),
                (34, 62, 1.1, -40),
                (88, 84, 1.1, 30),
            ),
        ),
        at((66, 42, 1.3), plants.chrysanthemum(RED, PINK, WHITE)),
        at((28, 94, 1.3, 10), plants.chrysanthemum(GOLD, SUN, AMBER)),
    ),
}
