"""Tests of luck: both legs of a pair share the cards."""

import math
from pathlib import Path
from random import Random

import pytest

from arena.stats.luck import Luck, luck_of, total_luck
from referee.rules.seats import SOUTH
from tests.stores import lost, new_store, scored


def luck(folder: Path, pairs: list[tuple[int, int]]) -> Luck:
    """The luck in pairs of net points of a, leg by leg."""
    with new_store(folder, "ab") as store:
        for number, (first, second) in enumerate(pairs, start=1):
            store.add(
                [
                    scored(f"a~b.{number}.1", 100 + first, 100),
                    scored(f"a~b.{number}.2", 100, 100 + second),
                ]
            )
        return luck_of(*store.leg_moments())


def test_what_one_leg_gives_the_other_takes_where_the_cards_decide_all(tmp_path: Path) -> None:
    """A bot against its copy."""
    found = luck(tmp_path, [(10, -10), (-3, 3), (25, -25), (0, 0)])

    assert found.cards == 1
    assert found.pairs == 0
    assert found.deviation == pytest.approx(math.sqrt(2 * (100 + 9 + 625) / 7))


def test_where_legs_have_nothing_in_common_the_cards_decide_nothing(tmp_path: Path) -> None:
    dice = Random(3)
    pairs = [(round(dice.gauss(0, 20)), round(dice.gauss(0, 20))) for _ in range(2000)]

    found = luck(tmp_path, pairs)

    assert found.cards == pytest.approx(0, abs=0.07)
    assert found.cards_of_results == pytest.approx(0, abs=0.07)
    assert found.deviation == pytest.approx(20, abs=1)


def test_half_the_variance_in_the_cards_is_half(tmp_path: Path) -> None:
    dice = Random(4)
    cards = [dice.gauss(0, 14.1) for _ in range(2000)]
    pairs = [
        (round(card + dice.gauss(5, 14.1)), round(-card + dice.gauss(5, 14.1))) for card in cards
    ]

    assert luck(tmp_path, pairs).cards == pytest.approx(0.5, abs=0.07)


def test_a_better_bot_is_not_luck(tmp_path: Path) -> None:
    """Test that a constant difference between pairs counts on neither side."""
    even = luck(tmp_path / "even", [(10, -10), (-3, 4), (25, -22), (1, 0)])
    ahead = luck(tmp_path / "ahead", [(60, 40), (47, 54), (75, 28), (51, 50)])

    assert (ahead.legs, ahead.pairs) == pytest.approx((even.legs, even.pairs))


def test_a_single_pair_says_nothing(tmp_path: Path) -> None:
    found = luck(tmp_path, [(10, -10)])

    assert (found.count, found.cards, found.deviation) == (1, None, None)


def test_forfeited_matches_say_nothing_of_the_cards(tmp_path: Path) -> None:
    with new_store(tmp_path, "ab") as store:
        store.add([scored("a~b.1.1", 10, 0), lost("a~b.1.2", by=SOUTH)])
        assert store.leg_moments() == []


def test_pairings_are_added_each_about_its_own_mean(tmp_path: Path) -> None:
    one = luck(tmp_path / "1", [(10, -10), (-3, 4)])
    other = luck(tmp_path / "2", [(90, 70), (77, 84)])

    both = total_luck([one, other])

    assert both.count == 4
    assert both.cards == pytest.approx(one.cards)
