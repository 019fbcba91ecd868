"""Every key of a yaku matters: what it pays, what it needs and what voids it."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from referee.rules.cards import PLAINS, codes_of
from referee.rules.ruleset import LEMME, RULESETS, Ruleset, with_cup_as_plain, with_yaku
from referee.rules.scoring import score
from referee.rules.yaku import TABLE, Yaku
from tests.rules.positions import cards

KASU = codes_of(PLAINS)[:10]
TANE = "02A 04A 05A 08A 09A"
# Piles that show what a yaku is worth, and a further card of its kind.
PILES = {
    "goko": ("01L 03L 08L 11L 12L", ""),
    "shiko": ("01L 03L 08L 12L", ""),
    "ame_shiko": ("01L 03L 08L 11L", ""),
    "sanko": ("01L 03L 08L", ""),
    "hanami": ("03L 09A", ""),
    "tsukimi": ("08L 09A", ""),
    "inoshikacho": ("06A 07A 10A", "02A"),
    "tane": (TANE, "11A"),
    "akatan_aotan": ("01R 02R 03R 06R 09R 10R", "11R"),
    "akatan": ("01R 02R 03R", "11R"),
    "aotan": ("06R 09R 10R", "11R"),
    "tan": ("01R 02R 04R 05R 06R", "11R"),
    "kasu": (" ".join(KASU), "12P3"),
    "tsukifuda": ("01L 01R 01P1 01P2", ""),
}
GROWING = [id_ for id_, (_, spare) in PILES.items() if spare]
TOGETHER = {"tane": "06A 07A 10A 02A 04A", "tan": "01R 02R 03R 04R 05R"}


def with_row(id_: str, **changes: Any) -> Ruleset:
    return replace(LEMME, yaku=with_yaku(LEMME.yaku, {id_: changes}))


def points_of(rules: Ruleset, id_: str, codes: str) -> int | None:
    made = {one.id: one.points for one in score(rules, cards(codes)).yaku}
    return made.get(id_)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.id)
def test_the_points_of_a_yaku_are_what_it_pays(row: Yaku) -> None:
    for points in (row.points or None, 9):
        rules = with_row(row.id, points=points or 0)
        assert points_of(rules, row.id, PILES[row.id][0]) == points


@pytest.mark.parametrize("id_", GROWING)
def test_the_extra_of_a_yaku_is_what_a_further_card_pays(id_: str) -> None:
    made, spare = PILES[id_]
    points = points_of(LEMME, id_, made)
    assert points

    for extra in (0, 1, 3):
        assert points_of(with_row(id_, extra=extra), id_, f"{made} {spare}") == points + extra


@pytest.mark.parametrize(("id_", "needs"), [("tane", 5), ("tan", 5), ("kasu", 10)])
def test_a_counting_yaku_is_made_from_as_many_cards_as_it_needs(id_: str, needs: int) -> None:
    made = PILES[id_][0]

    assert points_of(LEMME, id_, made) == 1
    assert points_of(with_row(id_, needs=needs + 1), id_, made) is None
    assert points_of(with_row(id_, needs=needs - 1), id_, made) == 2


@pytest.mark.parametrize(("id_", "voiding"), [("tane", "inoshikacho"), ("tan", "akatan")])
def test_a_yaku_is_void_beside_another_only_where_the_ruleset_says_so(
    id_: str, voiding: str
) -> None:
    assert points_of(LEMME, id_, TOGETHER[id_]) == 1
    assert points_of(with_row(id_, void_if=(voiding,)), id_, TOGETHER[id_]) is None


def test_the_sake_cup_is_a_plain_only_where_the_ruleset_says_so() -> None:
    nine_and_the_cup = " ".join([*KASU[:9], "09A"])
    rules = replace(LEMME, yaku=with_cup_as_plain(TABLE))

    assert points_of(LEMME, "kasu", nine_and_the_cup) is None
    assert points_of(rules, "kasu", nine_and_the_cup) == 1
    assert points_of(rules, "tane", TANE) == 1


def test_viewings_that_need_another_yaku_count_beside_one() -> None:
    rules = replace(LEMME, viewing_needs_other_yaku=True)
    ten_plains = " ".join(KASU)

    assert score(rules, cards("03L 08L 09A")).yaku == ()
    assert points_of(rules, "hanami", f"03L 09A {ten_plains}") == 5
    assert points_of(rules, "kasu", f"03L 09A {ten_plains}") == 1
    assert points_of(rules, "hanami", "01L 03L 08L 09A") == 5
    assert points_of(rules, "sanko", "01L 03L 08L 09A") == 5


def test_whatever_the_presets_vary_is_in_a_table_above() -> None:
    varied = set(_varied())

    assert set(PILES) == {row.id for row in TABLE}
    assert {key for _, key in varied} == {"points", "extra", "void_if", "cards"}
    assert {id_ for id_, key in varied if key == "extra"} <= set(GROWING)
    assert {id_ for id_, key in varied if key == "void_if"} == set(TOGETHER)
    assert {id_ for id_, key in varied if key == "cards"} == {"kasu"}


def _varied() -> Iterator[tuple[str, str]]:
    """Return what the presets say differently of a yaku."""
    for number, row in enumerate(TABLE):
        for one in fields(Yaku):
            said = {getattr(rules.yaku[number], one.name) for rules in RULESETS.values()}
            if len(said) > 1:
                yield row.id, one.name
