"""How random rolls."""

from tests.sample_bots.made_up import questions
from tests.sample_bots.positions import KOI_KOI, STOP, call_question, play_question
from tests.sample_bots.scripted import Choices, PlayTo
from tests.sample_bots.scripts import one_by_one, side_by_side


def test_random_answers_a_match_alike_alone_and_among_others(play_to: PlayTo) -> None:
    mine, others = questions(300, seed=5)[:100], questions(300, seed=5)[100:]
    alone = play_to("random", one_by_one(1, 77, mine))
    among = play_to(
        "random",
        side_by_side(
            one_by_one(4, 5, others[:100]), one_by_one(9, 77, mine), one_by_one(2, 5, others[100:])
        ),
    )
    assert {number: among.actions[number] for number in alone.actions} == alone.actions


def test_random_rolls_the_dice_that_its_seed_gives(play_to: PlayTo) -> None:
    asked = questions(100, seed=6)
    again = [play_to("random", one_by_one(1, seed, asked)).actions for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2]


def test_random_plays_every_legal_action_sooner_or_later(choices: Choices) -> None:
    hand = play_question("01L 02A 03R 04P1 05P2 06A 07R 08L", "12L")
    call = call_question(round=2, points_at_stake=3)
    chosen = choices("random", [*([hand] * 100), *([call] * 20)])
    assert set(chosen) == {*hand.legal_actions, STOP, KOI_KOI}
