"""Tests of yaku's choices."""

import pytest
from koikoi.v1.ruleset_pb2 import Ruleset, Yaku

from tests.sample_bots.lemme import ANIMALS, PLAINS
from tests.sample_bots.positions import KOI_KOI, STOP, call_question, cards, play, play_question
from tests.sample_bots.scripted import Choices

NO_CARDS_LEFT = {"hand": [], "rival_hand_size": 4}
A_GOOD_HAND = {"hand": cards("03L 05A 08L 10A 12L"), "rival_hand_size": 5}
YAKU = [
    (
        "a plain that makes the moon viewing is dearer than a light that makes nothing",
        play_question("09P1 12P1", "09A 12L", own="08L 08P1", rival="01L 01P1 03L 03P1"),
        play("09P1"),
    ),
    (
        "the last blue ribbon is kept from the rival",
        play_question("04P1 10P1", "04R 10R", rival="06R 06P1 09R 09P1"),
        play("10P1"),
    ),
    (
        "a light is worth little once nobody can make a light yaku",
        play_question("11P1 06P1", "11L 06R", "01L 01P1 03L 03P1", "08L 08P1 12L 12P1"),
        play("06P1"),
    ),
    (
        "a capture that nobody else can make may wait",
        play_question("02A 02P1 02P2 05P1", "02R 05R", "01R 01P1", "03R 03P1"),
        play("05P1"),
    ),
    (
        "early, with a weak yaku, it plays on",
        call_question(
            round=2,
            own_pile=cards("01L 01P1 09A 09P1"),
            rival_pile=cards("04P1 04P2"),
            points_at_stake=1,
            **A_GOOD_HAND,
        ),
        KOI_KOI,
    ),
    (
        "with nothing left to hope for it stops",
        call_question(round=2, points_at_stake=5, **NO_CARDS_LEFT),
        STOP,
    ),
    (
        "in the last round it stops where that wins the match",
        call_question(
            round=12,
            own_score=20,
            rival_score=20,
            own_pile=cards("01L 01P1 09A 09P1"),
            points_at_stake=1,
            **A_GOOD_HAND,
        ),
        STOP,
    ),
    (
        "in the last round it never stops where that loses the match",
        call_question(round=12, own_score=20, rival_score=30, points_at_stake=5, **NO_CARDS_LEFT),
        KOI_KOI,
    ),
]


def test_yaku_looks_at_what_is_open_to_both_sides(choices: Choices) -> None:
    chosen = choices("yaku", [question for _, question, _ in YAKU])
    wrong = [why for (why, _, due), action in zip(YAKU, chosen, strict=True) if action != due]
    assert wrong == []


@pytest.mark.parametrize(("kind", "due"), [(ANIMALS, "04P1"), (PLAINS, "05P1")])
def test_yaku_wants_what_the_rules_in_force_pay(
    kind: tuple[int, ...], due: str, choices: Choices
) -> None:
    rules = Ruleset(months=12, yaku=[Yaku(id="all", cards=kind, needs=3, points=5)])
    question = play_question("04P1 05P1", "04A 05P2")
    assert choices("yaku", [question], rules) == [play(due)]
