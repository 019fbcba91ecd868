"""The twelve plants, each drawn around the origin or from edge to edge of a card of 100 by 160."""

from arena.cards.shapes import (
    AMBER,
    BLUE,
    GOLD,
    GREEN,
    LEAF,
    LILAC,
    MOSS,
    PAPER,
    PINE,
    PINK,
    PURPLE,
    RED,
    SUN,
    WHITE,
    WINE,
    disc,
    dots,
    line,
    pair,
    path,
    petals,
    point,
    rays,
    scallops,
    star,
)

# Pine: a fan of needles.
_FAN = [(22 if i % 2 else 17.5, -100 + 200 * i / 20) for i in range(21)]
PINE_TUFT = (
    path(star([(4, 180), *_FAN]), PINE, PAPER, 0.9)
    + line(rays(3, 18, range(-86, 87, 19)), LEAF, 0.9)
    + disc(0, 0, 2.4, RED)
)

# Plum: five round petals and long stamens.
PLUM_FLOWER = (
    path(scallops(5, 8, 6.2), RED, WHITE, 0.9)
    + line(rays(0, 6.5, range(0, 360, 40)), SUN, 0.7)
    + disc(0, 0, 2.4, GOLD)
)
PLUM_BUD = disc(0, 0, 3.4, RED) + line("M-3 2.5L0 4.2L3 2.5", GREEN, 1.2)


# Cherry: five notched petals.
def _cherry() -> str:
    d = ""
    for i in range(5):
        a = 72 * i
        tip = 11.5
        d += (
            f"M0 0C{pair(point(6, a - 50))} {pair(point(10, a - 34))} {pair(point(tip, a - 12))}"
            f"L{pair(point(9.6, a))}L{pair(point(tip, a + 12))}"
            f"C{pair(point(10, a + 34))} {pair(point(6, a + 50))} 0 0Z"
        )
    return d


CHERRY_FLOWER = (
    path(_cherry(), PINK, WHITE, 0.7)
    + line(rays(0, 5, range(36, 360, 72)), WINE, 0.7)
    + disc(0, 0, 2, RED)
)
CHERRY_LEAF = path("M0 0C3-5 4-9 0-15C-4-9-3-5 0 0Z", LEAF) + line("M0 0V-11", GREEN, 0.7)

# Wisteria: a hanging raceme, wide above and pointed below, 60 long.
WISTERIA = (
    line("M0-8V50", GREEN, 1)
    + dots("M-8 2Q-9 14-5 32", LILAC, 7, 5.6)
    + dots("M8 2Q9 14 5 32", LILAC, 7, 5.6)
    + dots("M-4 3Q-4 20-2 42", PURPLE, 6.4, 5.6)
    + dots("M4 5Q4 20 2 44", PURPLE, 6.4, 5.6)
    + dots("M0 1V55", LILAC, 5.4, 5.8)
    + dots("M-6 4Q-6 14-4 26M6 4Q6 14 4 26M0 4V50", WHITE, 1.3, 5.8)
)
WISTERIA_LEAF = path("M0 0C6 3 7 10 0 22C-7 10-6 3 0 0Z", GREEN, PAPER, 0.6) + line(
    "M0 2V17", LEAF, 0.7
)

# Iris: three falls, three standards; and a sword of a leaf, 80 high.
IRIS_FLOWER = (
    path("M0 2C-5-6-8-14-3-22C0-17 0-17 0-17C0-17 0-17 3-22C8-14 5-6 0 2Z", BLUE, WHITE, 0.7)
    + path("M-1 0C-9-8-18-9-21-2C-23 6-19 12-14 15C-14 8-8 4-1 3Z", PURPLE, WHITE, 0.7)
    + path("M1 0C9-8 18-9 21-2C23 6 19 12 14 15C14 8 8 4 1 3Z", PURPLE, WHITE, 0.7)
    + path("M0-1C7 4 8 12 0 21C-8 12-7 4 0-1Z", LILAC, WHITE, 0.7)
    + path(
        "M0 1C2 5 2 8 0 13C-2 8-2 5 0 1ZM-5 1Q-11-2-15 3Q-10 0-5 1ZM5 1Q11-2 15 3Q10 0 5 1Z", SUN
    )
)
IRIS_LEAF = path("M-4 0C-5-30-3-55 2-80C5-52 5-28 4 0Z", GREEN, PAPER, 0.6) + line(
    "M0-2C-1-30 0-50 2-68", LEAF, 0.8
)

# Peony: ruffles within ruffles.
PEONY_FLOWER = (
    path(scallops(9, 22, 8.6), RED, WHITE, 1)
    + path(scallops(8, 15, 6.8, 20), PINK, WHITE, 0.8)
    + path(scallops(7, 9, 4.8), RED, WHITE, 0.8)
    + disc(0, 0, 5, GOLD)
    + dots("M-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0", AMBER, 1.5, 3.1)
)
PEONY_LEAF = path(
    "M0 0C-4-6-12-6-15-15C-9-14-7-13-6-11C-7-18-4-24 0-29C4-24 7-18 6-11C7-13 9-14 15-15C12-6 4-6 0 0Z",
    GREEN,
    PAPER,
    0.7,
) + line("M0-1V-22M0-5L-10-12M0-5L10-12", LEAF, 0.8)

# Bush clover: three leaflets; flowers are dots along the stems.
CLOVER_LEAF = path(
    "M0 0C-5-4-5-11 0-15C5-11 5-4 0 0ZM0 0C-6 1-11-3-13-9C-7-10-1-6 0 0ZM0 0C6 1 11-3 13-9C7-10 1-6 0 0Z",
    GREEN,
    PAPER,
    0.6,
)


# Willow: a strand with slender leaves, 150 long.
def _strand() -> str:
    leaves = ((y, "" if y // 10 % 2 else "-") for y in range(4, 140, 10))
    return "".join(
        f"M0 {y}Q{side}9 {y + 6} {side}7 {y + 18}Q{side}2 {y + 12} 0 {y}" for y, side in leaves
    )


WILLOW_STRAND = line("M0-4V150", PINE, 1) + path(_strand(), GREEN)

# Pampas: a plume on its stalk, 60 high.
PAMPAS = line("M0 0Q-1-26 6-44", MOSS, 1.4) + line(
    "M2-28Q8-42 18-46M4-36Q8-48 16-54M6-42Q6-52 12-60M3-32Q-2-46 2-58", SUN, 2
)


# Chrysanthemum: two rings of narrow petals.
def chrysanthemum(outer: str, inner: str, edge: str) -> str:
    """Draw a flower of these colours."""
    return (
        path(petals(15, 2, 15, 22), outer, edge, 0.8)
        + path(petals(10, 0, 9, 30, 11), inner, edge, 0.7)
        + disc(0, 0, 2.8, GOLD, edge, 0.6)
    )


CHRYSANTHEMUM_LEAF = path(
    "M0 0C-6-2-11-5-12-12C-8-11-7-11-6-10C-8-15-6-20 0-25C6-20 8-15 6-10C7-11 8-11 12-12C11-5 6-2 0 0Z",
    GREEN,
    PAPER,
    0.7,
) + line("M0-1V-19", LEAF, 0.8)

# Maple: seven pointed lobes, the notches between them, and shoulders that make a lobe broad.
_TIPS = ((0, 25), (42, 23), (84, 20), (126, 14))


def _lobe(angle: float, reach: float) -> list[tuple[float, float]]:
    shoulder = 0.62 * reach
    return [(shoulder, angle - 13), (reach, angle), (shoulder, angle + 13), (8, angle + 21)]


_LOBES = [
    one
    for angle, reach in (*((-a, r) for a, r in reversed(_TIPS[1:])), *_TIPS)
    for one in _lobe(angle, reach)
]


def maple(fill: str, vein: str) -> str:
    """Draw a leaf of this colour."""
    return (
        line("M0 0Q0 10 4 18", fill, 1.6)
        + path(star(_LOBES), fill, PAPER, 0.7)
        + line(rays(0, 17, (0, 42, 84, -42, -84)), vein, 0.8)
    )


# Paulownia: a leaf of three lobes, and spikes of bells.
_PAULOWNIA_LEAF = "M0-4C-6-10-14-6-20-9C-19-2-24 2-22 9C-15 8-15 14-10 18C-6 17-3 22 0 30C3 22 6 17 10 18C15 14 15 8 22 9C24 2 19-2 20-9C14-6 6-10 0-4Z"


def paulownia_leaf(fill: str, vein: str) -> str:
    """Draw a leaf of these colours."""
    return path(_PAULOWNIA_LEAF, fill, PAPER, 0.8) + line(
        "M0-2V24M0 2L-17-5M0 4L-16 7M0 10L-8 14M0 2L17-5M0 4L16 7M0 10L8 14", vein, 0.9
    )


def paulownia_spike(bells: int, bell: str, heart: str) -> str:
    """Draw bells on a stalk, pairs below and one at the tip."""
    rows = (bells - 1) // 2
    top = -6 - 8 * rows
    d = "".join(f"M-4.500 {-6 - 8 * i}h.1M4.500 {-6 - 8 * i}h.1" for i in range(rows)).replace(
        "500", "5"
    )
    d += f"M0 {top}h.1"
    return (
        line(f"M0 6V{top}", GREEN, 1.4)
        + line(d, PAPER, 9.4)
        + line(d, bell, 8)
        + line(d, heart, 3.2)
    )
