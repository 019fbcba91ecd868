"""Legs of remote entrants: each on cards of its own, stored so, and rated one by one."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.rating.two_bots import duel_of_legs
from arena.standings.crosstable import crosstable
from arena.standings.profile import head_to_head
from arena.standings.standings import Standings, standings
from arena.store.connection import BadLeg
from referee.rules.record import MatchRecord
from referee.rules.shuffle import Deals, deal_name
from tests.records import named
from tests.stores import new_store, scored, tournament


def unpaired(*records: MatchRecord) -> list[MatchRecord]:
    """Return matches as those of a remote entrant."""
    return [replace(record, is_paired=False) for record in records]


def found(folder: Path, records: list[MatchRecord]) -> Standings:
    with new_store(folder, "ab") as store:
        store.add(records)
        return standings(store)


def test_a_single_leg_counts_from_the_side_of_either_bot(tmp_path: Path) -> None:
    first, second = found(tmp_path, unpaired(scored("a~b.1.2", 30, 6))).ranked

    assert (first.entry.name, first.tally.record, first.tally.pairs) == ("b", "1-0-0", 0)
    assert (second.tally.record, second.tally.match_percent) == ("0-0-1", 0.0)
    assert first.points_per_month is not None
    assert first.points_per_month.value == 2.0


def test_unpaired_legs_are_worth_as_much_as_they_are_many(tmp_path: Path) -> None:
    """As pairs, the same legs say more: what one lost by its cards the other won."""
    legs = [scored(f"a~b.{pair}.{leg}", 30, 6) for pair in range(1, 13) for leg in (1, 2)]

    paired, alone = found(tmp_path / "1", legs), found(tmp_path / "2", unpaired(*legs))

    assert (paired.complete_pairs, paired.unpaired_legs) == (12, 0)
    assert (alone.complete_pairs, alone.unpaired_legs) == (0, 24)
    assert [one.rating.mu for one in alone.ranked] == [one.rating.mu for one in paired.ranked]
    assert alone.ranked[0].rating.sigma > paired.ranked[0].rating.sigma
    assert alone.ranked[0].certainty.lead is not None
    assert alone.ranked[0].certainty.lead.superiority is not None
    assert head_to_head(alone, "a", "b").duel == duel_of_legs(12, 0, 12)
    assert "50.0  12-0-12" in str(crosstable(alone).rows)


def test_each_leg_keeps_its_own_cards(tmp_path: Path) -> None:
    first, other = tournament("ab", 2)[0], tournament("ab", 2)[2]
    legs = unpaired(first, named(replace(other, seats=other.seats[::-1]), "a~b.1.2"))

    with new_store(tmp_path, "ab") as store:
        assert len(store.add(legs)) == 2
        kept = list(store.records())

    assert [one.is_paired for one in kept] == [False, False]
    decks = [one.rounds[0].deck for one in kept]
    assert decks == [one.rounds[0].deck for one in legs]
    assert decks[0] != decks[1]


def test_a_pair_is_paired_in_both_legs_or_in_none(tmp_path: Path) -> None:
    first, second = tournament("ab", 1)

    with new_store(tmp_path, "ab") as store:
        store.add([first])
        with pytest.raises(BadLeg, match="one is paired, the other is not"):
            store.add(unpaired(second))


def test_the_deal_of_an_unpaired_leg_is_its_pairs_and_its_own() -> None:
    key = b"the key of a pairing in a test!!"
    names = [deal_name(3, leg, is_paired=False) for leg in (1, 2)]
    dealt = [next(Deals(key, name).decks(1)) for name in (*names, deal_name(3, 1, is_paired=True))]

    assert len(set(dealt)) == 3
