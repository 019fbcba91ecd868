"""Questions written by hand: cards as codes, such as `01L`, and no more than a test is about."""

from collections.abc import Iterator

from koikoi.v1.referee_pb2 import PHASE_CALL, PHASE_PLAY, PHASE_TAKE, Observation, Question

STOP, KOI_KOI = 97, 98
# What is drawn on the four cards of each month: light, animal, ribbon, plain.
_KINDS = (
    *("LRPP", "ARPP", "LRPP", "ARPP", "ARPP", "ARPP"),
    *("ARPP", "LAPP", "ARPP", "ARPP", "LARP", "LPPP"),
)


def cards(codes: str) -> list[int]:
    """The numbers of cards written as codes, such as `01L 12P3`."""
    return [_NUMBERS[code] for code in codes.split()]


def _codes() -> Iterator[str]:
    for month, kinds in enumerate(_KINDS, start=1):
        for place, kind in enumerate(kinds):
            plain = kinds[: place + 1].count("P") if kind == "P" else ""
            yield f"{month:02}{kind}{plain}"


_NUMBERS = {code: number for number, code in enumerate(_codes(), start=1)}


def play(code: str) -> int:
    return cards(code)[0]


def take(code: str) -> int:
    return 48 + play(code)


def play_question(hand: str, field: str, own: str = "", rival: str = "") -> Question:
    seen = Observation(
        seat=1,
        round=3,
        phase=PHASE_PLAY,
        hand=cards(hand),
        field=cards(field),
        own_pile=cards(own),
        rival_pile=cards(rival),
        rival_hand_size=len(hand.split()),
        stock_size=8 + 2 * len(hand.split()),
    )
    return Question(observation=seen, legal_actions=sorted(seen.hand))


def take_question(in_play: str, field: str) -> Question:
    (card,) = cards(in_play)
    seen = Observation(seat=1, round=3, phase=PHASE_TAKE, field=cards(field), card_in_play=card)
    legal = [48 + other for other in sorted(seen.field) if (other - 1) // 4 == (card - 1) // 4]
    return Question(observation=seen, legal_actions=legal)


def call_question(**seen: object) -> Question:
    return Question(
        observation=Observation(seat=1, phase=PHASE_CALL, **seen),
        legal_actions=[STOP, KOI_KOI],
    )
