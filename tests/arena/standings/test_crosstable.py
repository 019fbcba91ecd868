"""The cross-table says how every bot did against every other one, and whether that fits."""

from pathlib import Path
from random import Random

import pytest

from arena.rating.systems import RATING_SYSTEMS
from arena.standings.crosstable import KEYS, crosstable, crosstable_list, likelihood_table
from arena.standings.standings import standings
from arena.store.store import Store
from referee.rules.record import MatchRecord
from referee.rules.seats import SOUTH
from tests.stores import lost, new_store, scored


def filled(store: Store) -> Store:
    store.add(
        [
            *(scored("a~b.1.1", 20, 10), scored("a~b.1.2", 10, 10)),
            *(scored("a~c.1.1", 20, 10), scored("a~c.1.2", 10, 20)),
            *(lost(f"a~x.{pair}.1", by=SOUTH) for pair in range(1, 6)),
            *(scored(f"a~x.{pair}.2", 9, 0) for pair in range(1, 6)),
        ]
    )
    return store


def swept(a: str, b: str, pairs: int, split: int = 0) -> list[MatchRecord]:
    """Pairs that a wins, and some that are split."""
    return [
        leg
        for pair in range(1, pairs + split + 1)
        for leg in (
            scored(f"{a}~{b}.{pair}.1", 20, 10),
            scored(f"{a}~{b}.{pair}.2", *((10, 20) if pair <= pairs else (20, 10))),
        )
    ]


def lost_by_a(a: str, b: str, pairs: int, split: int = 0) -> list[MatchRecord]:
    return [
        leg
        for pair in range(1, pairs + split + 1)
        for leg in (
            scored(f"{a}~{b}.{pair}.1", 10, 20),
            scored(f"{a}~{b}.{pair}.2", *((20, 10) if pair <= pairs else (10, 20))),
        )
    ]


def rock_paper_scissors(pairs: int) -> list[MatchRecord]:
    split = pairs // 3
    return [
        *swept("a", "b", pairs, split),
        *swept("b", "c", pairs, split),
        *lost_by_a("a", "c", pairs, split),
    ]


def test_cells_are_read_from_the_row_and_stand_in_the_order_of_the_ranking(tmp_path: Path) -> None:
    with new_store(tmp_path, "abcx") as store:
        table = crosstable(standings(filled(store)))

    cells = {row[1]: row[2:] for row in table.rows}
    assert [row[0] for row in table.rows] == [1, 2, 3]
    assert next(iter(cells)) == "a"
    assert cells["a"] == (None, "75.0  1-1-0", "100.0  2-0-0")
    assert cells["b"] == ("25.0  0-1-1", None, None)
    assert cells["c"] == ("0.0  0-0-2", None, None)


def test_a_benched_bot_is_not_in_it(tmp_path: Path) -> None:
    with new_store(tmp_path, "abcx") as store:
        rows = crosstable_list(standings(filled(store))).objects()

    assert {row["bot"] for row in rows} == {"a", "b", "c"}


def test_every_pairing_stands_in_the_list_from_both_sides(tmp_path: Path) -> None:
    with new_store(tmp_path, "abcx") as store:
        rows = crosstable_list(standings(filled(store))).objects()

    one, other = ({row["bot"] + row["against"]: row for row in rows}[key] for key in ("ab", "ba"))
    assert len(rows) == 4
    assert tuple(one) == KEYS
    assert (one["wins"], one["draws"], one["losses"]) == (1, 1, 0)
    assert (other["wins"], other["draws"], other["losses"]) == (0, 1, 1)
    assert one["residual"] == -other["residual"]
    assert one["points_per_month"] == -other["points_per_month"]
    assert (one["wd"], other["ld"]) == (1, 1)


def test_a_result_that_no_ladder_explains_is_marked(tmp_path: Path) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add(rock_paper_scissors(pairs=24))
        found = standings(store)

    cells = [cell for row in crosstable(found).rows for cell in row[2:] if cell]
    assert sum("!" in cell for cell in cells) == 6
    assert "87.5!  56-0-8" in cells
    assert "standard errors" in crosstable(found).footer[-1]
    assert all(row["misfit"] for row in crosstable_list(found).objects())


def test_the_order_in_which_matches_finish_changes_no_cell(tmp_path: Path) -> None:
    records = rock_paper_scissors(pairs=12)
    shuffled = Random(3).sample(records, len(records))
    with new_store(tmp_path / "1", "abc") as store:
        store.add(records)
        one = standings(store)
    with new_store(tmp_path / "2", "cba") as store:
        store.add(shuffled)
        other = standings(store)

    assert crosstable_list(one) == crosstable_list(other)
    assert likelihood_table(one) == likelihood_table(other)


def test_a_few_pairs_are_no_misfit_however_odd(tmp_path: Path) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add(rock_paper_scissors(pairs=6))
        found = standings(store)

    assert not any(row["misfit"] for row in crosstable_list(found).objects())
    assert len(crosstable(found).footer) == 1


def test_either_of_two_is_better(tmp_path: Path) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add([*swept("a", "b", 4, 12), *swept("b", "c", 4, 12), *swept("a", "c", 8, 8)])
        found = standings(store)

    los = {row["bot"] + row["against"]: row["los"] for row in crosstable_list(found).objects()}
    assert los["ab"] + los["ba"] == pytest.approx(1, abs=1e-6)
    assert los["ac"] > los["ab"] > 0.9
    assert likelihood_table(found).rows[0][:3] == (1, "a", None)
    assert likelihood_table(found).rows[0][4] == ">99.9%"


def test_with_few_legs_nobody_is_called_better(tmp_path: Path) -> None:
    with new_store(tmp_path, "ab") as store:
        store.add(swept("a", "b", 9))
        found = standings(store)

    assert likelihood_table(found).rows == ((1, "a", None, None), (2, "b", None, None))


@pytest.mark.parametrize("system", RATING_SYSTEMS)
def test_every_rating_system_has_a_cross_table(tmp_path: Path, system: str) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add(rock_paper_scissors(pairs=12))
        found = standings(store, system)

    assert len(crosstable(found).rows) == 3
    assert len(likelihood_table(found).rows) == 3
