"""Counts the ways a round can go on, with plain sets and without the engine.

Cards are 1 to 48 and actions 1 to 98, as on the wire.
"""

from collections import Counter
from copy import copy
from types import SimpleNamespace as Game

KINDS = "LRPP ARPP LRPP ARPP ARPP ARPP ARPP LAPP ARPP ARPP LARP LPPP".replace(" ", "")
TRIO, REDS, BLUES, FLOWERS, MOON = {21, 25, 37}, {2, 6, 10}, {22, 34, 38}, {9, 33}, {29, 33}
RAIN, CUP = 41, 33
FLAT = {"wikipedia", "russian"}  # sets do not grow, and only a new yaku is offered
VOID = {"nintendo", "fudawiki"}  # Tane and Tan do not count beside a set


def start(rules: str, number: int, deck: list[int], mover: int) -> Game:
    hands, field, stock = [set(deck[:8]), set(deck[8:16])], set(deck[16:24]), list(deck[24:])
    table = {"hands": hands, "field": field, "stock": stock, "piles": [set(), set()]}
    flags = {"waiting": 0, "was_drawn": False, "asked": False, "over": False, "calls": 0}
    return Game(rules=rules, month=number % 12 or 12, mover=mover, seen=[{}, {}], **table, **flags)


def choices(game: Game) -> list[int]:
    if game.over:
        return []
    if game.asked:
        return [97, 98]
    return sorted(48 + card for card in matches(game, game.waiting)) or sorted(
        game.hands[game.mover]
    )


def after(before: Game, action: int) -> Game:
    game = Game(**{name: copy(value) for name, value in vars(before).items()})
    game.hands, game.piles = [*map(set, game.hands)], [*map(set, game.piles)]
    if action == 97:
        game.over = True
    elif action == 98:
        game.calls, game.asked = game.calls + 1, False
        pass_on(game)
    elif action > 48:
        card, game.waiting = game.waiting, 0
        take(game, card, {action - 48})
    else:
        game.hands[game.mover].remove(action)
        game.was_drawn = False
        lay(game, action)
    return game


def matches(game: Game, card: int) -> set[int]:
    return {other for other in game.field if (other - 1) // 4 == (card - 1) // 4}


def lay(game: Game, card: int) -> None:
    if len(matches(game, card)) == 2:
        game.waiting = card
    else:
        take(game, card, matches(game, card))


def take(game: Game, card: int, taken: set[int]) -> None:
    game.field ^= taken or {card}
    game.piles[game.mover] |= taken and taken | {card}
    if game.was_drawn:
        return end_turn(game)
    game.was_drawn = True
    return lay(game, game.stock.pop(0))


def end_turn(game: Game) -> None:
    before, made = game.seen[game.mover], yaku(game.rules, game.piles[game.mover], game.month)
    game.seen[game.mover] = made
    is_new, is_more = made.keys() - before.keys(), sum(made.values()) > sum(before.values())
    if not (is_new if game.rules in FLAT else is_more):
        pass_on(game)
    elif game.hands[game.mover] and not (game.rules == "nintendo" and game.calls):
        game.asked = True
    else:
        game.over = True


def pass_on(game: Game) -> None:
    game.mover = 1 - game.mover
    game.over = not game.hands[game.mover]


def yaku(rules: str, pile: set[int], month: int) -> dict[str, int]:
    held = Counter(KINDS[card - 1] for card in pile)
    lights, animals, ribbons = held["L"], held["A"], held["R"]
    plains, dry = held["P"] + (CUP in pile and rules != "lemme"), lights - (RAIN in pile)
    trio, reds, blues, grows = pile >= TRIO, pile >= REDS, pile >= BLUES, rules not in FLAT
    points = {
        "goko": (lights == 5) * (15 if rules == "fudawiki" else 10),
        "shiko": (dry == lights == 4) * 8,
        "ame_shiko": (dry == 3 and lights == 4) * 7,
        "sanko": (dry == lights == 3) * (5 if rules in {"lemme", "nintendo"} else 6),
        "hanami": (pile >= FLOWERS) * 5,
        "tsukimi": (pile >= MOON) * 5,
        "inoshikacho": trio * (5 + grows * (animals - 3)),
        "tane": max(0, animals - 4) * (not (trio and rules in VOID)),
        "akatan_aotan": (reds and blues) * (10 + grows * (ribbons - 6)),
        "akatan": (reds and not blues) * (5 + grows * (ribbons - 3)),
        "aotan": (blues and not reds) * (5 + grows * (ribbons - 3)),
        "tan": max(0, ribbons - 4) * (not ((reds or blues) and rules in VOID)),
        "kasu": max(0, plains - 9),
        "month": 4 * (rules == "fudawiki" and {4 * month - n for n in range(4)} <= pile),
    }
    return {name: worth for name, worth in points.items() if worth}


def count(game: Game, depth: int) -> int:
    ways = choices(game)
    return len(ways) if depth == 1 else sum(count(after(game, way), depth - 1) for way in ways)
