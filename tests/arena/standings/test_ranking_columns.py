"""The columns of the ranking: which are there, and what they say."""

from pathlib import Path

import pytest

from arena.errors import UnknownChoice
from arena.rating.certainty import Lead
from arena.standings.ranking_columns import FAR, TIE, chosen_columns, more_text
from arena.standings.ranking_table import KEYS, ranking_list, ranking_table
from arena.standings.standings import standings
from arena.tables.numbers import likelihood_text
from arena.tables.table import Table, as_plain, fitted
from referee.rules.seats import SOUTH
from tests.stores import lost, new_store, scored

USUAL = (
    "rank bot mu sigma mu-3sigma 95 % ranks pairs W-D-L match % points/month Elo LOS pairs to go"
    " faults"
)


def table(folder: Path, columns: str = "", faults: int = 0) -> Table:
    """The ranking of two bots, of which b makes some faults."""
    with new_store(folder, "ab") as store:
        for pair in range(1, 15):
            store.add([scored(f"a~b.{pair}.1", 30, 9), scored(f"a~b.{pair}.2", 12, 10 + pair)])
        store.add([lost(f"a~b.{pair}.1", by=SOUTH) for pair in range(20, 20 + faults)])
        store.add([scored(f"a~b.{pair}.2", 0, 9) for pair in range(20, 20 + faults)])
        return ranking_table(standings(store), columns)


def names(of: Table) -> str:
    return " ".join(column.name for column in of.columns)


def test_the_usual_columns_are_all_but_what_says_nothing(tmp_path: Path) -> None:
    assert names(table(tmp_path)) == USUAL
    assert names(table(tmp_path / "faults", faults=2)) == f"{USUAL} verdicts"


def test_faults_are_told_by_verdict(tmp_path: Path) -> None:
    rows = {row[1]: row[-2:] for row in table(tmp_path, faults=2).rows}

    assert rows == {"a": (0, None), "b": (2, "2 crash")}


def test_columns_come_in_the_order_in_which_they_are_chosen(tmp_path: Path) -> None:
    found = table(tmp_path, "bot, POINTS,rank")

    assert names(found) == "bot points/month rank"
    assert found.rows[0][0] == "a"


def test_all_columns_can_be_asked_for(tmp_path: Path) -> None:
    found = table(tmp_path, "all")

    assert {"version", "first", "verdicts"} <= {column.name for column in found.columns}


def test_a_chosen_column_stays_however_narrow_it_gets(tmp_path: Path) -> None:
    assert names(fitted(table(tmp_path, "bot,elo,pairs,interval"), 10)) == "bot Elo pairs 95 %"


def test_the_usual_table_fits_80_columns(tmp_path: Path) -> None:
    for faults in (0, 2):
        found = fitted(table(tmp_path / str(faults), faults=faults), 78)
        lines = as_plain(found).splitlines()

        assert max(map(len, lines[: len(found.rows) + 2])) <= 78
        assert {"rank", "bot", "mu", "sigma", "mu-3sigma", "ranks", "LOS", "pairs to go"} <= {
            column.name for column in found.columns
        }
        assert ("faults" in names(found)) is (faults > 0)


def test_an_unknown_column_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownChoice, match=r"no column `sigmas`.*rank, bot, version") as refusal:
        chosen_columns("mu,sigmas")

    assert refusal.value.hint == "did you mean `sigma`?"


def test_spreadsheets_have_every_number(tmp_path: Path) -> None:
    with new_store(tmp_path, "ab") as store:
        store.add([scored("a~b.1.1", 30, 9), scored("a~b.1.2", 12, 10)])
        rows = ranking_list(standings(store)).objects()

    assert tuple(rows[0]) == KEYS
    empty = {key for key, value in rows[0].items() if value is None}
    assert empty == {
        *("first", "los_next", "more_pairs", "points_per_month_error", "verdicts", "note")
    }


@pytest.mark.parametrize(
    ("lead", "text"),
    [
        (None, None),
        (Lead(0.7, is_tie=False, more_pairs=40), "40"),
        (Lead(0.99, is_tie=False, more_pairs=0), "0"),
        (Lead(0.51, is_tie=False, more_pairs=None), FAR),
        (Lead(0.99, is_tie=True, more_pairs=0), TIE),
    ],
)
def test_more_says_what_is_still_needed(lead: Lead | None, text: str | None) -> None:
    assert more_text(lead) == text


def test_no_likelihood_is_called_certain() -> None:
    assert [likelihood_text(p) for p in (None, 0.0, 0.0494, 0.5, 0.9994, 1.0)] == [
        *(None, "<0.1%", "4.9%", "50.0%", "99.9%", ">99.9%")
    ]
