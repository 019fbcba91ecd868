"""Tests that the viewer shows the engine's state at every step of random matches."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from arena.report.page import write_report
from arena.report.replays import replays
from arena.web.inlining import VIEWER, script
from referee.rules.cards import CARDS, CardSet, codes_of, indexes_of
from referee.rules.match import PlayedRound
from referee.rules.record import MatchRecord, replay
from referee.rules.round import CALL, OVER, TAKE, Round, apply, stake
from referee.rules.ruleset import RULESETS, Ruleset
from referee.rules.seats import Seat
from referee.rules.shuffle import Deals
from tests.arena.report.conftest import OpenPage
from tests.records import KEY, forfeited, named, random_match
from tests.stores import SETTINGS, new_store

HERE = Path(__file__).parent
MATCHES = 200
CHUNK = 50
STATE_TEXT = (HERE / "state_text.js").read_text(encoding="utf-8")


def matches(ruleset: Ruleset, count: int, start: int = 0) -> list[MatchRecord]:
    """Random matches, of which every tenth was forfeited somewhere."""
    return [_match(ruleset, number) for number in range(start + 1, start + count + 1)]


def _match(ruleset: Ruleset, number: int) -> MatchRecord:
    random = Random(number)
    record = named(random_match(Deals(KEY, str(number)), random, ruleset), f"a~b.{number}.1")
    if number % 10:
        return record
    played = [place for place, one in enumerate(record.rounds) if one.actions]
    finished = random.choice(played)
    actions = random.randrange(len(record.rounds[finished].actions))
    return forfeited(record, by=Seat.NORTH, finished=finished, actions=actions)


def engine_texts(record: MatchRecord) -> list[str]:
    """Every state of every round, by the engine."""
    return [
        "\n".join((_scores(one), *_round_texts(record.ruleset, one, state_text)))
        for one in replay(record).rounds
    ]


def _scores(played: PlayedRound) -> str:
    return ",".join(map(str, played.round.scores))


def _round_texts(
    ruleset: Ruleset, played: PlayedRound, text: Callable[[Round], str]
) -> Iterator[str]:
    round_ = Round(ruleset, played.deck, played.dealer, number=played.round.number)
    yield text(round_)
    for action in played.round.actions:
        apply(round_, action)
        yield text(round_)


def state_text(round_: Round) -> str:
    choosing = round_.phase is TAKE
    fields = (
        int(round_.phase),
        "" if round_.phase is OVER else round_.mover,
        "/".join(map(_cards, round_.hands)),
        _cards(round_.field),
        "/".join(map(_cards, round_.piles)),
        round_.drawn,
        round_.in_play if choosing else "",
        str(choosing and round_.was_drawn).lower(),
        ",".join(map(str, round_.calls)),
        "/".join(_made(round_, seat) for seat in Seat),
        stake(round_) if round_.phase is CALL else 0,
    )
    return "|".join(map(str, fields))


def _cards(cards: CardSet) -> str:
    return ",".join(map(str, indexes_of(cards)))


def _made(round_: Round, seat: Seat) -> str:
    pile = round_.piles[seat]
    made = round_.tally.made(round_.tally(pile, round_.month, round_.field), pile)
    return ",".join(f"{one.id} {one.points}" for one in made)


SHOWN_TEXT = (HERE / "shown_text.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    """A page with the viewer's modules alone."""
    page = browser.new_page()
    page.evaluate(
        """async (text) => {
          const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
          globalThis.viewer = await import(url);
        }""",
        script(one for one in VIEWER if one.stem in ("rounds", "replays")) + STATE_TEXT,
    )
    yield page
    page.close()


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_state_of_every_match_is_the_engines(blank: Page, ruleset: Ruleset) -> None:
    for start in range(0, MATCHES, CHUNK):
        records = matches(ruleset, CHUNK, start)
        ask = "([packed, names]) => names.map((name) => viewer.texts(packed, name))"

        shown = blank.evaluate(ask, [replays(records, ruleset), [one.match for one in records]])

        for record, texts in zip(records, shown, strict=True):
            assert texts == engine_texts(record), record.match


def seen_text(round_: Round) -> str:
    """A state as it ought to stand on the page."""
    choosing = round_.phase is TAKE
    fields = (
        "/".join(map(_codes, round_.hands)),
        _codes(round_.field),
        "/".join(map(_codes, round_.piles)),
        len(round_.stock) - round_.drawn,
        CARDS[round_.in_play].code if choosing else "",
        "/".join(map(str, round_.calls)),
        "/".join(_made(round_, seat) for seat in Seat),
        stake(round_) if round_.phase is CALL else 0,
    )
    return "|".join(map(str, fields))


def _codes(cards: CardSet) -> str:
    return ",".join(sorted(codes_of(cards)))


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_step_through_a_match_shows_what_the_engine_says(
    open_page: OpenPage, tmp_path: Path, ruleset: Ruleset
) -> None:
    (record,) = matches(ruleset, 1)
    with new_store(tmp_path, settings=replace(SETTINGS, ruleset=ruleset)) as store:
        store.add([record])
    write_report(tmp_path, tmp_path / "report.html")
    page = open_page(tmp_path / "report.html", f"#match={record.match}")

    shown = page.evaluate(SHOWN_TEXT, [record.match, len(record.rounds)])

    expected = ["\n".join(_round_texts(ruleset, one, seen_text)) for one in replay(record).rounds]
    assert shown == expected
