"""Two bots side by side."""

from pathlib import Path

import pytest

from arena.errors import UnknownChoice
from arena.rating.two_bots import duel_of_pairs
from arena.standings.profile import HeadToHead, head_to_head
from arena.standings.standings import standings
from arena.tables.table import as_plain
from tests.stores import new_store, scored


def found(folder: Path, name: str = "a", rival: str = "b", pairs: int = 12) -> HeadToHead:
    """Pairs that a wins, splits and loses by turns, the last with a drawn leg."""
    ends = [((20, 10), (20, 10)), ((20, 10), (10, 20)), ((10, 20), (10, 20)), ((20, 10), (10, 10))]
    with new_store(folder, "abc") as store:
        for pair in range(1, pairs + 1):
            (first, second) = ends[pair % 4]
            store.add([scored(f"a~b.{pair}.1", *first), scored(f"a~b.{pair}.2", *second[::-1])])
        store.add([scored("a~c.1.1", 20, 10), scored("a~c.1.2", 20, 10)])
        return head_to_head(standings(store), name, rival)


def test_pairs_are_counted_by_their_ends(tmp_path: Path) -> None:
    one, other = found(tmp_path / "1"), found(tmp_path / "2", "b", "a")

    assert one.tables()[0].rows == ((3, 3, 3, 0, 0, 3),)
    assert other.tables()[0].rows == ((3, 0, 3, 0, 3, 3),)


def test_figures_are_those_of_their_pairs_alone(tmp_path: Path) -> None:
    data = found(tmp_path).as_data()

    alone = duel_of_pairs((3, 3, 3, 0, 0, 3))
    assert data["elo"] == pytest.approx(alone.elo.value, abs=1e-6)
    assert data["elo_error"] == pytest.approx(alone.elo.error, abs=1e-6)
    assert data["normalised_elo"] == pytest.approx(alone.normalised_elo.value, abs=1e-6)
    assert data["los"] == pytest.approx(alone.superiority, abs=1e-6)
    assert data["match_percent"] == pytest.approx(100 * alone.score)


def test_the_other_way_round_everything_is_mirrored(tmp_path: Path) -> None:
    one, other = found(tmp_path / "1").as_data(), found(tmp_path / "2", "b", "a").as_data()

    for key in ("elo", "normalised_elo", "points_per_month", "residual"):
        assert one[key] == -other[key]
    assert one["los"] + other["los"] == pytest.approx(1)
    assert (one["ww"], one["wd"]) == (other["ll"], other["ld"])
    assert one["phi"] == other["phi"] < 2


def test_likelihoods_wait_for_20_matches(tmp_path: Path) -> None:
    few, enough = found(tmp_path / "few", pairs=9), found(tmp_path / "enough", pairs=10)

    assert few.as_data()["los"] is None
    assert enough.as_data()["los"] == 0.5


def test_the_table_names_both(tmp_path: Path) -> None:
    text = as_plain(found(tmp_path).tables()[0])

    assert text.startswith("a against b\n")


def test_the_list_has_a_row_for_each_figure(tmp_path: Path) -> None:
    one = found(tmp_path)

    assert [row[0] for row in one.as_list().rows] == list(one.as_data())


@pytest.mark.parametrize("rival", ["c", "b2", "nobody"])
def test_two_that_never_met_are_refused(tmp_path: Path, rival: str) -> None:
    with pytest.raises(UnknownChoice, match=r"no rival that `b` has .*known: a\)"):
        found(tmp_path, "b", rival)
