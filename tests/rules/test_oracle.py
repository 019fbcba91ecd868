"""Every row of the rules' oracle comes out of the engine as it is written."""

import pytest

from referee.rules.cards import cards_of
from referee.rules.scoring import offers_decision, score, settle
from referee.rules.seats import SEATS, Seat
from tests.rules.oracle import DRIVERS, ORACLE, Outcome, Row, exhausted, ruleset_of
from tests.rules.positions import cards

# What a row of each section says about the outcome.
ANSWERS = {
    "capture": {"legal", "choice_pending", "captured_codes", "table_after_codes"},
    "scoring": {"yaku", "base", "factors", "final"},
    "dealt": {"result"},
    "deal_checks": {"result", "same_oya", "consumes_month"},
    "exhaustion": {"calls", "oya_points", "ko_points", "next_oya"},
    "turn_end": {"yaku_after", "base_before", "base_after", "result", "score_if_stop"},
    "sequences": {"trace", "result"},
}
COUNTS = {
    "capture": 52,
    "scoring": 281,
    "dealt": 28,
    "deal_checks": 16,
    "exhaustion": 11,
    "turn_end": 44,
    "sequences": 40,
}
SETS = {"captured_codes", "table_after_codes"}
ROWS = [(section, row) for section in DRIVERS for row in ORACLE[section]]


@pytest.mark.parametrize(("section", "row"), ROWS, ids=[row["id"] for _, row in ROWS])
def test_a_row_comes_out_as_it_is_written(section: str, row: Row) -> None:
    for dealer in SEATS:
        outcome = DRIVERS[section](row, dealer)

        assert set(outcome) == ANSWERS[section]
        assert outcome == _written(row, outcome)


def _written(row: Row, outcome: Outcome) -> Outcome:
    return {key: cards_of(cards(row[key])) if key in SETS else row[key] for key in outcome}


def test_no_row_is_left_out() -> None:
    assert {section: len(ORACLE[section]) for section in DRIVERS} == COUNTS
    assert len(ROWS) == sum(COUNTS.values()) == 472
    assert len({row["id"] for _, row in ROWS}) == 472
    assert set(ORACLE) - set(DRIVERS) == {"schema", "note", "cards", "rulesets"}


@pytest.mark.parametrize("row", ORACLE["turn_end"], ids=lambda row: row["id"])
def test_the_end_of_a_turn_comes_out_the_same_by_the_seams(row: Row) -> None:
    ruleset, calls = ruleset_of(row), row["calls"]
    counted = {"calls_own": calls["player"], "calls_rival": calls["opponent"]}
    before = score(ruleset, cards(row["before_codes"]))
    after = score(ruleset, cards([*row["before_codes"], *row["gained_codes"]]))

    decision = offers_decision(
        ruleset,
        base=after.base,
        base_before=before.base,
        new_yaku=bool({one.id for one in after.yaku} - {one.id for one in before.yaku}),
        hand_left=row["player_hand_left"],
        **counted,
    )

    assert decision.value == row["result"]
    if row["score_if_stop"] is not None:
        assert settle(ruleset, after.base, **counted)[1] == row["score_if_stop"]


@pytest.mark.parametrize(
    ("case", "dealers_yaku", "others_yaku"),
    [("X01", [], []), ("X03", ["sanko"], []), ("X04", ["sanko"], ["hanami"])],
)
def test_the_rounds_that_run_out_are_what_their_rows_tell(
    case: str, dealers_yaku: list[str], others_yaku: list[str]
) -> None:
    for row in ORACLE["exhaustion"]:
        if row["case"] == case:
            _, round_ = exhausted(ruleset_of(row), case, Seat.NORTH)

            held = [[one.id for one in score(round_.ruleset, pile).yaku] for pile in round_.piles]
            assert held == [dealers_yaku, others_yaku]
