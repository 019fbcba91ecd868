"""Tests of greedy's choices, in every language."""

import pytest

from tests.sample_bots.greedies import GREEDIES
from tests.sample_bots.positions import (
    STOP,
    call_question,
    cards,
    play,
    play_question,
    take,
    take_question,
)
from tests.sample_bots.scripted import Choices, PlayTo
from tests.sample_bots.scripts import in_batches
from tests.vectors.files import read_answers, read_questions

GREEDY = [
    ("a light is dearer than a ribbon", play_question("01R 12P1", "01P1 12L"), play("12P1")),
    ("of two matches the dearer counts", play_question("09P1 10P1", "09A 09P2 10A"), play("09P1")),
    (
        "of two matches only one counts",  # 1 + 10 against 1 + 12
        play_question("05P1 06P1", "05A 05R 06A"),
        play("06P1"),
    ),
    ("three matches are all taken", play_question("04P1 02A", "04A 04R 04P2 02R"), play("02A")),
    ("any capture beats laying off", play_question("01P1 12P1", "01P2 03L"), play("01P1")),
    ("without a match the cheapest card goes", play_question("01L 04R 06R", "12L"), play("04R")),
    ("among equals the lowest number goes", play_question("02P1 02P2 03P1", "12L"), play("02P1")),
    ("the dearer of two field cards is taken", take_question("11P1", "11R 11A 01L"), take("11A")),
    ("among equal field cards, the lower", take_question("12P3", "12P1 12P2"), take("12P1")),
    ("it stops at once", call_question(round=1, points_at_stake=1, hand=cards("01L 02A")), STOP),
]


@pytest.mark.parametrize("name", GREEDIES)
def test_greedy_follows_its_written_rule(name: str, choices: Choices) -> None:
    chosen = choices(name, [question for _, question, _ in GREEDY])
    wrong = [why for (why, _, due), action in zip(GREEDY, chosen, strict=True) if action != due]
    assert wrong == []


@pytest.mark.parametrize("name", GREEDIES)
def test_greedy_answers_the_recorded_questions_alike(name: str, play_to: PlayTo) -> None:
    script = in_batches(read_questions(), size=32)
    assert play_to(name, script).actions == read_answers()
