"""A match that was left out is missed, unless there was a reason not to play it."""

import pytest

from arena.event.deals.audit import ScheduleCheck
from referee.rules.seats import NORTH
from tests.stores import lost, scored


def gaps(*names: str, faults: int = 0) -> list[tuple[str, str]]:
    """Return what is missing beside these matches, the last of which were a fault of a's."""
    check = ScheduleCheck(max_faults=3)
    for name in names[: len(names) - faults]:
        check.add(scored(name, 1, 0))
    for name in names[len(names) - faults :]:
        check.add(lost(name, by=NORTH))
    return list(check.gaps())


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        (["a~b.1.1", "a~b.1.2", "a~b.2.2", "a~b.2.1"], []),
        (["a~b.1.1"], [("a~b.1.2", "is missing: pairs 1 to 1 are to be played in both legs")]),
        (
            ["a~b.3.1", "a~b.3.2", "a~b.1.2"],
            [
                (
                    "a~b.1.1",
                    "is missing, and 2 more of this pairing: pairs 1 to 3 are to be played in"
                    " both legs",
                )
            ],
        ),
    ],
)
def test_every_pair_up_to_the_last_is_played_in_both_legs(
    names: list[str], missing: list[tuple[str, str]]
) -> None:
    assert gaps(*names) == missing


def test_nothing_is_missed_of_a_benched_bot() -> None:
    assert gaps("a~b.2.1", "a~b.3.1", "a~b.7.1", faults=3) == []
    assert len(gaps("a~b.2.1", "a~b.3.1", "a~b.7.1", faults=2)) == 1


def test_the_versions_of_a_bot_are_looked_at_apart() -> None:
    check = ScheduleCheck(max_faults=3)
    check.add(scored("a~b.1.1", 1, 0))
    check.add(scored("a~c.1.2", 1, 0))

    assert [where for where, _ in check.gaps()] == ["a~b.1.2", "a~c.1.1"]
