"""Shapes of animals and man-made things on the cards, drawn around the origin and facing left."""

from arena.cards.shapes import (
    AMBER,
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    GREY,
    INK,
    LEAF,
    LILAC,
    MOSS,
    PAPER,
    PINE,
    PINK,
    PURPLE,
    RED,
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

# Crane: standing, white, with a black throat and tail and a red crown. 70 high.
CRANE = (
    line("M-1 34L-2 54M6 33L8 53M-2 54l-4 2M8 53l-4 3", GREY, 1.6)
    + path("M30 12C36 18 37 28 32 36C30 31 27 30 25 34C23 29 20 28 17 31L14 18Z", INK, WHITE, 0.7)
    + path(
        "M-14 10C-10-4 8-6 20 4C28 10 28 20 18 27C8 36-8 36-14 24C-16 19-16 15-14 10Z",
        WHITE,
        INK,
        0.9,
    )
    + path(
        "M-2 12C6 6 18 6 30 14C24 26 10 32-2 26C8 26 8 22 2 21C8 20 8 17-2 12Z", WHITE, GREY, 0.8
    )
    + line("M-10 22C-18 10-4-4-12-18C-14-22-18-24-20-23", INK, 5.4)
    + line("M-10 22C-18 10-4-4-12-18", WHITE, 2.4)
    + path("M-24-22C-23-28-15-29-13-23C-12-19-19-18-24-22Z", WHITE, INK, 0.8)
    + path("M-23-25C-21-29-16-29-14-25Q-18-26-23-25Z", RED)
    + path("M-23-24L-35-20L-22-20.5Z", GOLD, INK, 0.5)
    + disc(-19, -23, 1, INK)
)

# Bush warbler: small and green, on a twig.
WARBLER = (
    line("M2 12V18M-3 12V18", BROWN, 1.2)
    + path("M12 2L32 10L30 14L10 10Z", PINE, PAPER, 0.6)
    + path(
        "M-20-7C-18-15-8-16-3-11C8-11 16-4 18 6C10 16-8 16-13 4C-15 0-20-2-20-7Z", MOSS, INK, 0.8
    )
    + path("M-13 2C-10 12 2 16 10 12C2 12-4 6-6-2Z", PAPER)
    + path("M0-6C10-6 18 2 22 11C12 12 4 8 0-6Z", GREEN, PAPER, 0.6)
    + path("M-19-9L-28-7L-19-5Z", AMBER)
    + disc(-13, -9, 1.5, INK)
    + line("M-17-11.5Q-12-13-8-10", PAPER, 0.9)
)

# Cuckoo: in flight, wings spread.
CUCKOO = (
    path("M14 4L38 12L32 16L36 22L10 12Z", BROWN, PAPER, 0.7)
    + path(
        "M0 2C4-14 18-24 36-26C32-20 34-18 30-14C31-11 27-9 25-7C25-3 18 4 8 8Z", INK, PAPER, 0.8
    )
    + path("M-6 2C-12-10-10-22-2-32C2-26 6-26 6-20C10-17 8-12 9-9C12-4 8 4 2 6Z", BROWN, PAPER, 0.8)
    + path("M-24-2C-22-9-13-9-9-5C2-4 14 2 18 8C8 15-10 14-16 5C-19 4-23 2-24-2Z", GREY, INK, 0.8)
    + path("M-14 4C-8 13 6 14 14 9C6 8-4 6-8 0Z", WHITE)
    + line("M-8 4l2 4M-3 5l2 5M3 7l2 4", INK, 0.9)
    + path("M-23-4L-32-2L-23 0Z", GOLD)
    + disc(-18, -4, 1.4, GOLD)
    + disc(-18, -4, 0.7, INK)
)


# Butterfly: seen from above, wings open.
def butterfly(fore: str, hind: str) -> str:
    """Draw a butterfly with wings of these colours."""
    half = (
        path("M0 0C4-16 16-22 22-16C25-8 14 0 0 2Z", fore, INK, 0.9)
        + path("M0 1C12 0 18 4 16 11C13 19 4 14 0 4Z", hind, INK, 0.9)
        + disc(15, -12, 2.6, PAPER)
        + disc(10, 9, 2, PAPER)
    )
    return (
        at((0, 0, -1, 0, 1), half)
        + half
        + line("M0-5V9", INK, 2.4)
        + line("M0-5Q-2-12-7-13M0-5Q2-12 7-13", INK, 0.8)
    )


# Boar: asleep on its side no more, running head down.
BOAR = (
    line("M-18 16L-22 27M-10 18L-11 28M16 18L14 29M24 14L28 26", INK, 5)
    + path(
        "M-40 8C-38-2-32-6-26-8C-20-18 0-24 18-16C30-12 36 0 32 12C26 24-8 24-22 18C-28 18-38 16-40 8Z",
        BROWN,
        INK,
        1,
    )
    + line("M-22-12l-3-6M-14-16l-2-6M-5-18l-1-6M4-18l1-6M13-17l3-6M21-13l4-5M27-8l5-3", INK, 1.8)
    + line("M-8-6l8-2M2-2l9-2M-4 5l8-1M10 6l8-1M14-8l7 0M-14 0l6-2M-12 10l7 0", TAN, 1.2)
    + path("M-30-5C-32-14-28-18-24-18C-24-12-24-9-24-6Z", INK, TAN, 0.7)
    + path("M-41 4C-45 6-45 12-41 14C-38 12-38 7-41 4Z", PINK, INK, 0.7)
    + path("M-36 12Q-38 5-33 3Q-34 8-31 12Z", WHITE, INK, 0.5)
    + disc(-29, 0, 1.9, WHITE)
    + disc(-29.4, 0, 1, INK)
    + line("M33 4Q39 2 38-4", INK, 1.6)
)

# Goose: in flight, seen from the side.
GOOSE = (
    path("M-4 2C0-10 8-20 20-22C18-14 14-4 10 4Z", INK, PAPER, 0.6)
    + path(
        "M-30-2C-28-6-24-6-22-3C-14-2-6-4 2-1L22 4L14 7C2 13-12 9-20 2Q-24 1-30-2Z",
        BROWN,
        PAPER,
        0.7,
    )
    + path("M-8 1C-8-10 0-20 8-25C11-16 10-6 6 3Z", TAN, INK, 0.6)
    + path("M-28-4L-36-1L-27 0Z", GOLD)
    + disc(-25.5, -3, 0.9, WHITE)
)

# Sake cup: a red lacquer saucer with a gold sign of long life.
SAKE_CUP = (
    path("M-30-8C-28 14-14 20-9 21L-11 27H11L9 21C14 20 28 14 30-8Z", RED, INK, 1)
    + f'<ellipse cy="-8" rx="30" ry="11" fill="{WINE}" stroke="{INK}"/>'
    + f'<ellipse cy="-7" rx="26" ry="8" fill="{GOLD}"/>'
    + line("M-7 2H7M0-1V14M-9 6H9M-6 10H6M-8 14H8", SUN, 1.6)
)

# Deer: standing, looking back.
DEER = (
    line("M-16 18L-18 46M-9 20L-9 47M18 16L20 46M26 13L29 44", BROWN, 4.4)
    + line("M-18 43v3M-9 44v3M20 43v3M29 41v3", INK, 4.4)
    + path(
        "M-25 8C-28-6-22-20-14-28L-3-24C-8-15-8-10-4-8C6-7 18-10 28-4C34 2 32 14 26 18C12 24-8 26-16 20C-22 18-24 14-25 8Z",
        TAN,
        INK,
        0.9,
    )
    + path("M28-4C34-8 38-4 37 2C34 4 30 3 28 2Z", WHITE, INK, 0.7)
    + path("M-16-27C-14-34-6-36 0-33L13-27C14-23 10-21 6-22C0-18-8-18-12-22Z", TAN, INK, 0.9)
    + path("M-14-30L-26-33Q-22-26-14-26Z", TAN, INK, 0.8)
    + line("M-10-33C-14-40-14-46-10-52M-13-42l-6-3M-5-34C-4-42 0-47 5-50M-2-43l-3-7", BROWN, 1.8)
    + dots("M-16-1Q6-2 25 1M-18 6Q8 6 27 7M-14 13Q4 14 22 13", WHITE, 2.8, 7.4)
    + disc(0, -28, 1.4, INK)
    + disc(12.4, -25.5, 1.2, INK)
)

# Swallow: in flight, with long tail streamers.
SWALLOW = (
    line("M12 8Q30 12 40 26M12 5Q32 4 46 10", INK, 2.4)
    + path("M-2-2C4-18 18-28 38-32C34-18 22-4 8 6Z", BLUE, PAPER, 0.8)
    + path("M-8 4C-8 18-2 30 10 38C14 26 12 12 6 4Z", INK, PAPER, 0.8)
    + path(
        "M-26-4C-24-11-14-11-10-6C0-6 12 0 18 8C8 12-8 12-15 4C-19 3-24 1-26-4Z", INK, PAPER, 0.8
    )
    + path("M-16 4C-10 11 4 12 12 8C4 6-4 5-8 1Z", SUN)
    + path("M-25-3C-22-1-19 1-16 4C-12 3-12 0-14-2Z", RED)
    + path("M-25-6L-33-4L-25-1.5Z", GOLD)
    + disc(-19, -5.5, 1.2, WHITE)
)

# Ono no Michikaze: robe, tall black cap, umbrella; and the frog that taught him.
RAIN_MAN = (
    path("M-16 60C-18 40-14 20-6 10H10C18 22 22 42 22 60Z", RED, INK, 1)
    + path("M2 12C-6 26-8 44-6 60H6C4 44 6 28 12 14Z", INK)
    + path("M-8 16C-22 22-26 34-20 42C-14 40-8 34-4 28Z", RED, INK, 0.9)
    + path("M-14 60h16v5h-16zM8 60h14v5H8z", INK)
    + path("M-8-2C-10 8-2 14 4 13C11 12 12 2 9-4Z", "#f7dcc0", INK, 0.8)
    + path("M-10-2C-8-6-4-8 0-8C-2-16 2-24 8-22C14-20 12-10 10-3Z", INK)
    + line("M-5 3l3-.6M-4 8q2 1 4 0", INK, 1)
    + line("M-20 40L-26-26", BROWN, 2)
)
UMBRELLA = (
    path(
        "M-46 10C-42-14-20-26 0-26C20-26 42-14 46 10C40 5 34 5 28 9C22 5 14 5 8 9C2 6-4 6-10 9C-16 5-24 5-30 9C-36 6-42 6-46 10Z",
        GOLD,
        INK,
        1,
    )
    + path(
        "M0-26C-14-18-24-6-30 9C-24 5-16 5-10 9C-8-6-4-18 0-26ZM0-26C4-18 6-6 8 9C14 5 22 5 28 9C22-6 14-18 0-26Z",
        AMBER,
        INK,
        0.7,
    )
    + line("M0-26v-5", INK, 2.4)
)
FROG = (
    path("M-11 6C-12-2-6-7 0-7C8-7 12 0 11 6Z", LEAF, INK, 0.8)
    + path("M-13 8C-12 2-6 2-4 7ZM13 8C12 2 6 2 4 7Z", GREEN, INK, 0.7)
    + disc(-6, -6, 2.6, LEAF, INK, 0.7)
    + disc(4, -7, 2.6, LEAF, INK, 0.7)
    + disc(-6.4, -6.4, 1, INK)
    + disc(3.6, -7.4, 1, INK)
)

# Phoenix: crest, wings and long tail feathers with eyes; drawn where it stands on its card.
PHOENIX_FEATHER = (
    path("M0 0C9 10 12 26 6 46C-5 30-7 14 0 0Z", GREEN, PAPER, 0.8)
    + line("M0 3Q6 20 5 32", SUN, 1)
    + f'<ellipse cx="4.200" cy="33" rx="3.800" ry="6" fill="{RED}"/>'.replace('00"', '"')
    + disc(4.2, 34.5, 1.9, SUN)
)
PHOENIX = (
    path(
        "M42 50C30 50 16 46 6 34C6 40 3 42 8 47C5 51 11 54 14 55C14 60 22 60 27 59C32 63 42 62 48 58Z",
        PURPLE,
        PAPER,
        0.8,
    )
    + line("M12 43Q26 54 40 55M10 50Q24 58 36 58", LILAC, 1)
    + path(
        "M44 48C38 26 50 8 78 4C75 9 80 12 75 16C79 20 73 24 71 27C73 32 65 34 62 38C60 46 52 52 44 48Z",
        RED,
        PAPER,
        0.8,
    )
    + path(
        "M45 46C42 30 50 20 64 15C62 19 66 21 61 24C64 28 58 30 56 32C56 40 52 46 45 46Z",
        SUN,
        RED,
        0.7,
    )
    + path(
        "M66 52C56 70 36 66 33 52C31 44 28 40 25 35C22 28 27 21 33 22C40 23 39 31 41 37C44 44 56 44 66 52Z",
        GOLD,
        INK,
        0.9,
    )
    + dots("M31 33Q38 46 52 52M35 44Q42 56 54 58", RED, 2.4, 4.4)
    + path(
        "M35 24C38 14 46 11 52 14C47 15 46 18 44 20C48 20 49 23 47 26C43 24 40 26 38 29ZM31 22C29 16 32 9 39 8C36 12 37 17 36 23Z",
        RED,
        PAPER,
        0.6,
    )
    + path("M25 26C18 24 14 28 13 34C17 31 21 32 25 32Z", INK)
    + path("M24 33C22 38 25 43 29 42C28 38 28 36 27 33Z", RED)
    + disc(29.5, 27, 2, WHITE)
    + disc(29, 27, 1.1, INK)
)
