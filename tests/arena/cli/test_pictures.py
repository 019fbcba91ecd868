"""Cards as pictures on a terminal that shows them, and not a mark of them on any other."""

import base64
import re
import sys
from pathlib import Path

import pytest

from arena.cards.terminal import (
    BACK,
    CHUNK,
    FIRST_NUMBER,
    FORGOTTEN,
    LINES,
    QUESTION,
    WHO,
    YES,
    columns_of,
    sent,
)
from arena.cli.terminal.card_rows import LABEL_WIDTH, SIZES, CardRow, size_beside
from referee.rules.cards import CARDS
from tests.arena.cli.terminals import Terminal, at_a_terminal

ROOT = Path(__file__).parents[3]
SAMPLE = str(ROOT / "results" / "sample.jsonl")
ARENA = (sys.executable, "-m", "arena.cli.app")
REPLAY = ("replay", "greedy~yaku.1.1", "--event", SAMPLE)
WITHOUT_EXTRA = "import sys; sys.modules['resvg_py'] = None; from arena.cli.app import main; main()"
IT_IS = "\x1b[?62;22c"
FOOT, PROMPT = "q leave", "? or q: "
COLOURS = {"NO_COLOR": ""}
PLACED = re.compile(r"\x1b_Ga=p,i=(\d+),")
PICTURE = re.compile(r"\x1b_Ga=t,f=100,q=2,i=(\d+),")
GRAPHICS = "\x1b_G"
INDEX = {card.code: index for index, card in enumerate(CARDS)}


def answer(terminal: Terminal, yes: str = YES) -> None:
    """Answers the questions as a terminal would, which knows the second one or does not."""
    terminal.until(WHO)
    terminal.press(IT_IS)
    assert terminal.until(WHO).count(QUESTION) == 1
    terminal.press(yes + IT_IS)


def shown(text: str) -> list[int]:
    """The cards whose pictures are drawn, by index."""
    return [int(number) - FIRST_NUMBER for number in PLACED.findall(text)]


@pytest.mark.process
def test_a_terminal_that_says_yes_is_shown_every_card_once_and_sent_it_once() -> None:
    with at_a_terminal(*ARENA, *REPLAY, lines=50, **COLOURS) as terminal:
        answer(terminal)
        first = terminal.until(FOOT)
        terminal.press("\x1b[C")
        second = terminal.until(FOOT)
        terminal.press("q")
        terminal.until(FORGOTTEN)

    assert len(shown(first)) == len(set(shown(first))) == 24
    assert len(shown(second)) == len(set(shown(second))) == 24 + 1
    assert len(PICTURE.findall(first + second)) == 24 + 1
    assert "02A  03R  05P2" in re.sub(r" +", "  ", first)


@pytest.mark.process
def test_what_a_seat_did_not_see_is_face_down() -> None:
    with at_a_terminal(*ARENA, *REPLAY, "--seat", "north", lines=50, **COLOURS) as terminal:
        answer(terminal)
        text = terminal.until(FOOT)
        terminal.press("q")

    assert shown(text).count(BACK) == 8
    assert not {INDEX[code] for code in ("02A", "03R", "05P2")} & set(shown(text))


@pytest.mark.process
def test_a_terminal_that_does_not_know_the_question_gets_no_picture() -> None:
    with at_a_terminal(*ARENA, *REPLAY, **COLOURS) as terminal:
        answer(terminal, yes="")
        text = terminal.until(FOOT)
        terminal.press("q")

    assert GRAPHICS not in text
    assert "02A 03R 05P2" in re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.process
def test_a_terminal_that_says_nothing_is_not_asked_further_and_loses_no_key() -> None:
    with at_a_terminal(*ARENA, *REPLAY, **COLOURS) as terminal:
        terminal.until(WHO)
        terminal.press("n")
        text = terminal.until("2.1, position") + terminal.until(FOOT)
        terminal.press(IT_IS + YES)  # too late
        terminal.press("n")
        text += terminal.until("3.1, position") + terminal.until(FOOT)
        terminal.press("q")

    assert GRAPHICS not in text


@pytest.mark.process
@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "linux"}])
def test_who_wants_no_colours_or_has_none_is_not_even_asked(more: dict[str, str]) -> None:
    with at_a_terminal(*ARENA, *REPLAY, **COLOURS | more) as terminal:
        text = terminal.until("position 1 of")
        terminal.press("q")

    assert WHO not in text
    assert GRAPHICS not in text


@pytest.mark.process
def test_without_the_extra_nothing_is_asked() -> None:
    command = (sys.executable, "-c", WITHOUT_EXTRA, *REPLAY)
    with at_a_terminal(*command, **COLOURS) as terminal:
        text = terminal.until(FOOT)
        terminal.press("q")

    assert WHO not in text
    assert GRAPHICS not in text


@pytest.mark.process
def test_a_window_without_room_for_pictures_has_text() -> None:
    with at_a_terminal(*ARENA, *REPLAY, lines=16, **COLOURS) as terminal:
        answer(terminal)
        text = terminal.until(FOOT)
        terminal.press("q")

    assert shown(text) == []
    assert "field" in text


@pytest.mark.process
def test_who_plays_sees_field_and_hand(tmp_path: Path) -> None:
    bot, record = str(ROOT / "sample_bots" / "greedy"), str(tmp_path / "r.jsonl")
    play = ("play", bot, "--record", record, "--seed", "1", "--sandbox", "none")
    with at_a_terminal(*ARENA, *play, lines=60, **COLOURS) as terminal:
        answer(terminal)
        text = terminal.until(PROMPT)
        terminal.press("q\n")

    assert len(shown(text)) == len(set(shown(text))) >= 8 + 6
    assert BACK not in shown(text)


def test_a_picture_is_sent_in_chunks_that_make_a_png() -> None:
    png = bytes(range(256)) * 40

    chunks = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sent(7, png))

    assert base64.b64decode("".join(data for _, data in chunks)) == png
    assert max(len(data) for _, data in chunks) <= CHUNK
    assert [head.endswith("m=1") for head, _ in chunks] == [True] * (len(chunks) - 1) + [False]


@pytest.mark.parametrize("count", range(1, 25))
def test_cards_stay_within_their_room_and_never_lie_on_one_another_whole(count: int) -> None:
    for lines in LINES:
        columns = list(columns_of(count, 60, lines))

        assert len(set(columns)) == len(columns) == count
        assert columns[-1] + round(1.25 * lines) <= 60


@pytest.mark.parametrize("room", range(10, 80))
def test_the_size_is_the_best_that_fits(room: int) -> None:
    rows = [CardRow("field", tuple(range(8))), CardRow("north pile", tuple(range(20)), "(tan 1)")]

    def lines(number: int) -> int:
        size = SIZES[number]
        below = sum(len(row.below(100 - LABEL_WIDTH, size)) for row in rows)
        return 10 + 2 * size.lines + below

    best = next((SIZES[i] for i in range(len(SIZES)) if lines(i) < room), None)
    assert size_beside(10, rows, 100, room) == best
