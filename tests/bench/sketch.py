"""The yardstick of the rules floor: the least code that plays a random round on ints.

No legal lists, no record, no observation, no dealt hands, one fixed set of rules. What the engine
costs is told as a ratio to this, since the machine's own speed changes from minute to minute.
"""

from collections.abc import Callable
from random import Random

LIGHTS, RAIN, CUP = 0x110010000101, 1 << 40, 1 << 32
TRIO, CURTAIN, MOON = 1 << 24 | 1 << 36 | 1 << 20, 1 << 8, 1 << 28
ANIMALS = sum(1 << i for i in (4, 12, 16, 20, 24, 29, 32, 36, 41))
RIBBONS = sum(1 << i for i in (1, 5, 9, 13, 17, 21, 25, 33, 37, 42))
REDS, BLUES = 1 << 1 | 1 << 5 | 1 << 9, 1 << 21 | 1 << 33 | 1 << 37
PLAINS = (1 << 48) - 1 & ~(LIGHTS | ANIMALS | RIBBONS)
MONTHS = [0xF << (i & ~3) for i in range(48)]
BITS = [1 << i for i in range(48)]


def base(pile: int) -> int:
    """Return what a pile is worth, with flat sets."""
    lights = (pile & LIGHTS).bit_count()
    points = 0
    if lights >= 3:
        rain = bool(pile & RAIN)
        points = 10 if lights == 5 else 7 if lights == 4 and rain else 8 if lights == 4 else 5
        points = 0 if lights == 3 and rain else points
    if pile & CUP:
        points += 5 * bool(pile & CURTAIN) + 5 * bool(pile & MOON)
    points += max(0, (pile & ANIMALS).bit_count() - 4) + 5 * (pile & TRIO == TRIO)
    points += max(0, (pile & RIBBONS).bit_count() - 4)
    points += 5 * (pile & REDS == REDS) + 5 * (pile & BLUES == BLUES)
    return points + max(0, (pile & PLAINS).bit_count() - 9)


def play_round(  # noqa: C901 - in one piece: a call costs as much as the work
    deck: list[int], random: Callable[[], float]
) -> int:
    """Plays one random round; the points of whoever stopped."""
    hands = [deck[:8], deck[8:16]]
    field = 0
    for card in deck[16:24]:
        field |= BITS[card]
    piles, last, seat = [0, 0], [0, 0], 0
    for top in range(24, 40):
        hand = hands[seat]
        pile = piles[seat]
        for card in (hand.pop(int(random() * len(hand))), deck[top]):
            matches = field & MONTHS[card]
            if not matches:
                field |= BITS[card]
                continue
            if matches.bit_count() == 2:
                matches &= -matches
            field ^= matches
            pile |= matches | BITS[card]
        if pile != piles[seat]:
            piles[seat] = pile
            points = base(pile)
            if points > last[seat]:
                if random() < 0.5 or not hand:
                    return points * 2 if points > 6 else points
                last[seat] = points
        seat = 1 - seat
    return 0


def play_rounds(count: int, seed: int) -> None:
    """Shuffles and plays many rounds."""
    random = Random(seed)
    deck = list(range(48))
    for _ in range(count):
        random.shuffle(deck)
        play_round(deck, random.random)
