"""Skies, hills, ribbons and things, in front of which the plants stand."""

from arena.cards.shapes import (
    BLUE,
    BROWN,
    GOLD,
    GREY,
    INK,
    LILAC,
    PAPER,
    PURPLE,
    RED,
    SKY,
    SUN,
    TAN,
    WHITE,
    WINE,
    at,
    disc,
    dots,
    line,
    path,
)


def ribbon(paper: str, edge: str, tilt: float = 8) -> str:
    """Draw a poem slip, which hangs at a slight angle."""
    slip = path("M-12-46H12V46H-12Z", paper, PAPER, 1.6) + line("M-9.2-43H9.2V43H-9.2Z", edge, 1)
    return at((50, 80, 1, tilt), slip, line("M0-46V-54", edge, 1.2))


# Brush strokes that stand for the poem's syllables; they are no letters and need no font.
_BRUSH = (
    "M-4-34Q2-36 5-32M1-38Q-2-30-4-27M4-31Q6-26-1-25",
    "M-5-17Q1-20 5-17M0-22Q1-13-4-10Q2-10 4-6",
    "M-4 1Q0-2 4 0M-4 7Q2 4 4 8Q3 12-3 12",
    "M1 17Q-4 24 2 25M-4 21Q3 19 4 22M-3 31Q1 28 4 32",
)


def poem(tilt: float = 8) -> str:
    """Draw the writing on a red poem ribbon."""
    return at((50, 80, 1, tilt), line("".join(_BRUSH), INK, 2.1))


RED_SLIP = ribbon(RED, GOLD)
POEM = ribbon(RED, GOLD) + poem()
BLUE_SLIP = ribbon(BLUE, LILAC)


def sun(x: float, y: float, radius: float) -> str:
    """Draw the red sun."""
    return disc(x, y, radius, RED)


HILL = path("M-2 162V112C20 84 78 78 102 104V162Z", INK) + "".join(
    line(f"M{x} {y}q1-8 5-12M{x} {y}q-1-8-4-11M{x} {y}v-11", GREY, 0.7)
    for x, y in (
        (14, 128),
        (32, 118),
        (52, 112),
        (72, 112),
        (88, 122),
        (22, 146),
        (42, 136),
        (62, 132),
        (82, 142),
        (52, 152),
        (72, 156),
    )
)

CURTAIN = (
    path("M-2 104Q26 114 50 106Q74 114 102 104V162H-2Z", WHITE, INK, 1)
    + path(
        "M10 108Q18 110 24 110V162H10ZM38 109Q44 108 50 106V162H38ZM64 110Q72 111 78 110V162H64ZM92 107L102 104V162H92Z",
        RED,
    )
    + path("M-2 102Q26 112 50 104Q74 112 102 102V112Q74 122 50 114Q26 122-2 112Z", PURPLE, INK, 0.8)
    + dots("M8 110.500Q28 114 46 110M54 110Q76 115 96 110", SUN, 4.4, 9.4)
    + line("M4 107q-4 12 2 22M96 107q4 12-2 22", SUN, 2.2)
)

BRIDGE = (
    path("M-2 132L44 118L52 128L102 112V126L50 143L42 133L-2 147Z", TAN, INK, 1)
    + line(
        "M8 130l2 12M20 126l2 12M32 122l2 12M60 126l2 12M72 122l2 12M84 118l2 12M94 115l2 12",
        BROWN,
        1.2,
    )
    + line("M12 142V158M38 134V154M58 140V158M88 130V154", BROWN, 3.4)
)
WATER = line("M4 150q8-4 16 0t16 0M56 150q8-4 16 0t16 0M26 157q8-4 16 0t16 0t16 0", SKY, 1.8)
STREAM = path("M-2 162V140C24 132 50 150 102 136V162Z", SKY) + line(
    "M6 148q14-6 28 0t28 0t28-2M20 156q12-5 24 0t24 0", BLUE, 1.2
)

MOON = disc(50, 56, 33, WHITE, PAPER, 1)
CRESCENT = disc(72, 34, 25, RED) + disc(63, 27, 21, PAPER)

STORM = path(
    "M-2-2H102V120C86 108 78 122 64 112C50 124 36 108 22 118C14 112 6 116-2 110Z", INK
) + path("M-2-2H102V30C80 44 64 22 44 36C28 44 14 30-2 38Z", WINE)
BOLT = path("M62 20L34 74L50 72L30 122L74 60L56 62L76 22Z", SUN, INK, 1.2) + path(
    "M88 44L76 68L83 67L74 88L95 60L87 61L94 45Z", GOLD, INK, 0.9
)
DRUM = (
    disc(28, 132, 17, RED, INK, 1.2)
    + disc(28, 132, 12, SUN, INK, 1)
    + path(
        "M28 132C22 128 24 121 30 122C27 125 29 128 28 132C33 128 39 132 36 137C34 133 31 134 28 132C29 138 23 142 19 138C23 138 24 134 28 132Z",
        INK,
    )
)
BAND = path("M-2 132H102V162H-2Z", GOLD) + line("M-2 132H102", INK, 1)
