"""The live ranking: a block between dashed lines, with the fields that watchers look for."""

from pathlib import Path

from arena.standings.interim import LiveRanking
from arena.standings.standings import standings
from tests.stores import new_store, scored, tournament


def test_two_bots_are_compared_from_the_side_of_the_first_entrant(tmp_path: Path) -> None:
    with new_store(tmp_path, ("a", "b")) as store:
        for pair in range(1, 11):
            store.add([scored(f"a~b.{pair}.1", 30, 10), scored(f"a~b.{pair}.2", 20, 20 + pair % 2)])
        found = standings(store)

    lines = LiveRanking(found, 3, "b", ("LLR: 0.00",)).text().splitlines()

    assert lines[0] == lines[-1] == "-" * 50
    assert lines[1:3] == [
        "Ranking after schedule round 3 (10 complete pairs):",
        "Results of b vs a:",
    ]
    assert lines[3].startswith("Elo: -")
    assert lines[4].startswith("LOS: 0.")
    assert lines[5] == "Games: 20, Wins: 0, Losses: 15, Draws: 5, Points: 2.5 (12.50 %)"
    assert lines[6] == "Ptnml(0-2): [5, 5, 0, 0, 0]"
    assert lines[7] == "LLR: 0.00"


def test_many_bots_stand_in_a_rank_table(tmp_path: Path) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add(tournament("abc", 4))
        found = standings(store)

    lines = LiveRanking(found, 1, "a").text().splitlines()

    assert lines[2].split() == [
        "Rank",
        "Name",
        "mu",
        "+/-",
        "Elo",
        "+/-",
        "Games",
        "Score",
        "Draw",
        "LOS",
    ]
    assert [line.split()[0] for line in lines[4:-1]] == ["1", "2", "3"]


def test_nothing_played_is_an_empty_table(tmp_path: Path) -> None:
    with new_store(tmp_path, "ab") as store:
        text = LiveRanking(standings(store), 1, "a").text()

    assert "(0 complete pairs)" in text
