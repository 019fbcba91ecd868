"""One bot in figures, whether it is ranked or not."""

from pathlib import Path

import pytest

from arena.errors import UnknownChoice
from arena.standings.profile import Profile, profile
from arena.standings.standings import standings
from arena.store.store import Store
from arena.tables.table import as_plain
from referee.rules.seats import SOUTH
from tests.stores import lost, new_store, scored


def filled(store: Store) -> Store:
    """a beats b and c, b once crashes, c does not; x is benched and z never plays."""
    for pair in range(1, 13):
        store.add([scored(f"a~b.{pair}.1", 30, 9), scored(f"a~b.{pair}.2", 12, 10 + pair)])
        store.add([scored(f"a~c.{pair}.1", 30, 9), scored(f"a~c.{pair}.2", 9, 20 + pair)])
        store.add([scored(f"b~c.{pair}.1", 30, 9), scored(f"b~c.{pair}.2", 12, 9)])
    store.add([lost("a~b.13.1", by=SOUTH), scored("a~b.13.2", 0, 9)])
    store.add([lost(f"a~x.{pair}.1", by=SOUTH) for pair in range(1, 6)])
    return store


def found(folder: Path, name: str) -> Profile:
    with new_store(folder, "abcxz") as store:
        return profile(standings(filled(store)), name)


def text(of: Profile) -> str:
    return "\n".join(map(as_plain, of.tables()))


def test_a_ranked_bot_has_its_place_its_rivals_and_its_faults(tmp_path: Path) -> None:
    b = found(tmp_path, "b")

    assert b.as_data()["ranking"]["rank"] == 2
    assert [row["against"] for row in b.as_data()["against"]] == ["a", "c"]
    assert b.as_data()["verdicts"] == {"crash": 1}
    facts = {row[0]: row[1] for row in b.tables()[0].rows}
    assert facts["rank"].startswith("2 of 3 (95 %: ")
    assert facts["author"] == "A. Tester"
    assert facts["faults"] == 1
    assert "crash   " in text(b)


def test_rivals_are_seen_from_the_bot(tmp_path: Path) -> None:
    rows = {row[1]: row for row in found(tmp_path, "c").tables()[1].rows}

    assert rows["a"][0] == 1
    assert rows["a"][3] == "0-0-24"
    assert rows["b"][5].startswith("-0.750 ")


def test_a_bot_without_faults_has_no_table_of_them(tmp_path: Path) -> None:
    assert [len(found(tmp_path / name, name).tables()) for name in "ab"] == [2, 3]


def test_a_benched_bot_has_its_reason_and_its_verdicts(tmp_path: Path) -> None:
    x = found(tmp_path, "x")

    assert (x.standing, x.against) == (None, ())
    assert x.as_data()["note"] == "disqualified after 5 faults"
    assert x.as_data()["verdicts"] == {"crash": 5}
    assert "disqualified after 5 faults" in text(x)


def test_a_bot_that_has_not_played_says_so(tmp_path: Path) -> None:
    z = found(tmp_path, "z")

    assert z.as_data()["note"] == "no complete pair yet"
    assert z.as_data()["ranking"] is None
    assert len(z.as_list().rows) == 0


def test_an_unknown_bot_is_refused_with_those_that_are_there(tmp_path: Path) -> None:
    with pytest.raises(UnknownChoice, match="known: a, b, c, x, z"):
        found(tmp_path, "y")
