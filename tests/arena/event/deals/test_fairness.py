"""Tests of the warning on deals that somebody might have chosen; other deals get none."""

import pytest

from arena.event.deals.fairness import (
    NO_COMMITMENT,
    NOTHING_AFTER,
    SEEDED,
    SOME_NONCES,
    doubts,
)
from arena.store.epochs import Epoch
from referee.rules.shuffle import Item

PLAYING = {(name, "1") for name in "abc"}


def epoch(
    number: int = 1, nonces: str = "...", *, committed: bool = True, beacon: str | None = None
) -> Epoch:
    """An epoch of a, b and c with these nonces; a dot stands for none."""
    items = tuple(
        Item(name, "1", nonce.strip(".")) for name, nonce in zip("abc", nonces, strict=True)
    )
    return Epoch(
        number=number, title=f"t{number}", is_committed=committed, beacon=beacon, items=items
    )


@pytest.mark.parametrize(
    ("epochs", "expected"),
    [
        pytest.param([], [NO_COMMITMENT], id="nothing is known"),
        pytest.param([epoch(committed=False)], [NO_COMMITMENT], id="no commitment"),
        pytest.param(
            [epoch(nonces="xyz", committed=False, beacon="b")],
            [NO_COMMITMENT],
            id="a beacon without a commitment",
        ),
        pytest.param([epoch()], [NOTHING_AFTER], id="nothing after the commitment"),
        pytest.param([epoch(nonces="x..")], [SOME_NONCES], id="one nonce: b and c have none"),
        pytest.param([epoch(nonces="xy.")], [], id="every pairing has a nonce"),
        pytest.param([epoch(beacon="b")], [], id="a beacon"),
        pytest.param([epoch(beacon="b"), epoch(2, beacon="c")], [], id="a beacon each"),
        pytest.param(
            [epoch(beacon="b"), epoch(2, beacon="b")],
            [f"epoch 2: {NOTHING_AFTER}"],
            id="a beacon that was known",
        ),
        pytest.param(
            [epoch(nonces="xy."), epoch(2, "xy.")],
            [f"epoch 2: {NOTHING_AFTER}"],
            id="nonces that were known",
        ),
        pytest.param(
            [epoch(beacon="b"), epoch(2, committed=False)],
            [f"epoch 2: {NO_COMMITMENT}"],
            id="only the first was committed to",
        ),
        pytest.param(
            [epoch(committed=False), epoch(2, committed=False)], [NO_COMMITMENT], id="neither was"
        ),
    ],
)
def test_there_is_a_remark_wherever_the_deals_could_have_been_chosen(
    epochs: list[Epoch], expected: list[str]
) -> None:
    assert list(doubts(None, tuple(epochs), PLAYING)) == expected


def test_every_remark_says_what_a_reader_looks_for() -> None:
    assert "fairness of deals not proven" in NO_COMMITMENT
    assert "fairness of deals not proven" in NOTHING_AFTER
    assert "not shown" not in SOME_NONCES


def test_a_seed_is_predictable_whatever_else_there_is() -> None:
    assert doubts(7, (epoch(nonces="xyz", beacon="b"),), PLAYING) == (SEEDED,)


def test_an_epoch_of_bots_that_play_no_more_says_nothing_of_the_ranking() -> None:
    former, now = epoch(committed=False), epoch(2, beacon="b")

    assert doubts(None, (former, now), {("a", "1"), ("b", "2"), ("c", "2")}) == ()


def test_a_commitment_before_anybody_has_entered_is_beyond_doubt() -> None:
    assert doubts(None, (Epoch(number=1, title="t", is_committed=True),), set()) == ()
