"""The rules floor: random rounds a CPU-second, legal lists and records on, against the sketch."""

from random import Random

from referee.rules.deal_check import is_void
from referee.rules.round import Round, apply, legal_actions
from referee.rules.ruleset import LEMME
from referee.rules.seats import NORTH
from tests.bench.sketch import play_rounds
from tests.bench.timing import Row, cpu_seconds, interleaved

ROUNDS = 3000


def play_engine(count: int, seed: int) -> None:
    """Play rounds through the engine: shuffle, deal, legal lists, actions, record, result."""
    random = Random(seed)
    deck = list(range(48))
    for _ in range(count):
        random.shuffle(deck)
        if is_void(LEMME, bytes(deck)):
            continue
        round_ = Round(LEMME, bytes(deck), NORTH)
        while legal := legal_actions(round_):
            apply(round_, legal[int(random.random() * len(legal))])


def measure() -> list[Row]:
    """The engine's rate as a share of the sketch's."""
    play_engine(500, 0)
    sketch, engine, ratio = interleaved(
        lambda: cpu_seconds(lambda: play_rounds(ROUNDS, 1)),
        lambda: cpu_seconds(lambda: play_engine(ROUNDS, 1)),
        rounds=7,
    )
    figures = f"engine {ROUNDS / engine:,.0f} rounds/s, sketch {ROUNDS / sketch:,.0f} rounds/s"
    return [Row("rules floor / int sketch, random rounds", ratio, "≥", 0.5, figures)]
