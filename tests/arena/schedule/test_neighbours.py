"""Likely neighbours: who may stand side by side is drawn often, who cannot is not."""

from collections import Counter

from arena.rating.belief import Belief
from arena.rating.expectation import OrderFree
from arena.rating.results import Leg, Outcome, in_order
from arena.schedule.formats import likely_neighbours


def belief(wins: int) -> Belief:
    """a beats b beats c so often, and a beats c always."""
    legs = [("a", "b", wins), ("b", "c", wins), ("a", "c", wins)]
    played = [Leg(one, other, Outcome.WIN) for one, other, count in legs for _ in range(count)]
    return OrderFree().rate(in_order("abc", played))


def test_the_same_belief_and_turn_give_the_same_pairings() -> None:
    assert likely_neighbours(belief(3), 2, 0) == likely_neighbours(belief(3), 2, 0)


def test_ends_of_a_settled_ranking_do_not_meet() -> None:
    found = Counter(one for turn in range(50) for one in likely_neighbours(belief(200), 1, turn))

    assert set(found) == {("a", "b"), ("b", "c")}
    assert min(found.values()) > 10


def test_while_little_is_known_everybody_may_meet() -> None:
    found = {one for turn in range(50) for one in likely_neighbours(belief(1), 1, turn)}

    assert found == {("a", "b"), ("a", "c"), ("b", "c")}


def test_each_pairing_is_chosen_once_and_no_more_than_there_are() -> None:
    assert likely_neighbours(belief(1), 3, 0) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(likely_neighbours(belief(200), 3, 0)) == 2


def test_nobody_has_no_neighbour() -> None:
    assert likely_neighbours(OrderFree().rate(in_order("", [])), 1, 0) == []
