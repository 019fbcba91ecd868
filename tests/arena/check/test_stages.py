"""Each stage finds the bot that stumbles there, and no other."""

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from koikoi.v1 import referee_pb2 as pb

from arena.bots.discovery import Playable
from arena.bots.runtime import runtime_python
from arena.check.exam import Exam
from arena.check.findings import Finding, Outcome
from arena.check.kit import PLAYS, STAGES, examine
from arena.check.position_stages import largest_observation, rare_questions
from arena.check.rigged_deals import RARE, RULES
from arena.runner.bot_process import Conditions
from referee.rules.deal_check import check_deck, field_is_void, hands_and_field
from referee.rules.ruleset import DEFAULT
from referee.server.time_control import TimeControl

BOT = Path(__file__).parents[2] / "bots" / "stumbling_bot.py"
# What trips the bot, the stage that shows it, how it ends, and a word of what came or of the rule.
STUMBLES: Mapping[str, tuple[str, Outcome, str]] = {
    "other rules": ("every preset", Outcome.FAIL, "cannot bear other rules"),
    "an empty hand": ("rare questions", Outcome.FAIL, "cannot bear an empty hand"),
    "a call": ("rare questions", Outcome.FAIL, "cannot bear a call"),
    "silence": ("slow referee", Outcome.FAIL, "cannot bear silence"),
    "a number twice": ("duplicate questions", Outcome.FAIL, "may be sent again"),
    "news": ("unknown fields", Outcome.FAIL, "later versions add fields"),
    "company": ("several at once", Outcome.FAIL, "no answer for"),
    "moods": ("match-pure", Outcome.WARNING, "not as alone: round 1, action"),
    "the end": ("asked to stop", Outcome.FAIL, "still there after 1 s"),
    "a quiet end": ("asked to stop", Outcome.WARNING, "exit code 1"),
    "haste": ("think times", Outcome.WARNING, "taken from the match's bank"),
    "words": ("prints little", Outcome.WARNING, "is not kept"),
}


@pytest.fixture
def exam(tmp_path: Path) -> Exam:
    """A bot that nothing trips."""
    return _exam(tmp_path, "nothing")


def _exam(folder: Path, stumbles: str) -> Exam:
    shutil.copy(BOT, folder / "bot.py")
    playable = Playable(
        name="stumbling",
        version="sha256:0",
        nonce="",
        folder=folder,
        argv=(str(runtime_python()), "bot.py", stumbles),
        transport="unix",
    )
    clock = TimeControl(0.02 if stumbles == "haste" else 1.0, 60.0 if stumbles == "haste" else 0.0)
    return Exam(playable, Conditions(DEFAULT, clock, 10.0, folder / "logs"))


def _findings(exam: Exam, *names: str) -> dict[str, Finding]:
    """Return what these stages find, after the first ones."""

    async def run() -> dict[str, Finding]:
        stages = [stage for stage in STAGES if stage.name in (*PLAYS, *names)]
        return {one.stage: one async for one in examine(exam, stages)}

    return asyncio.run(run())


@pytest.mark.parametrize("stumbles", STUMBLES)
def test_a_stage_finds_the_bot_that_stumbles_there(stumbles: str, tmp_path: Path) -> None:
    stage, outcome, words = STUMBLES[stumbles]

    findings = _findings(_exam(tmp_path, stumbles), stage)

    assert {findings[name].outcome for name in PLAYS} == {Outcome.PASS}
    found = findings[stage]
    assert found.outcome is outcome
    assert words in f"{found.came} {found.rule}"
    assert found.advice


def test_a_bot_that_nothing_trips_passes_every_stage(exam: Exam) -> None:
    findings = _findings(exam, *(stage.name for stage in STAGES))

    outcomes = {name: one.outcome for name, one in findings.items()}
    assert outcomes.pop("several at once") is Outcome.NOT_APPLICABLE
    assert outcomes.pop("keeps to itself") is Outcome.NOT_APPLICABLE  # there is no box here
    assert set(outcomes.values()) == {Outcome.PASS}


def test_after_a_failed_start_nothing_else_is_tried(tmp_path: Path) -> None:
    exam = _exam(tmp_path, "nothing")
    (tmp_path / "bot.py").write_text("raise SystemExit('no')")

    findings = _findings(exam, *(stage.name for stage in STAGES))

    assert findings.pop("starts").outcome is Outcome.FAIL
    assert {one.outcome for one in findings.values()} == {Outcome.NOT_APPLICABLE}


@pytest.mark.parametrize("name", dict(RARE))
def test_a_rigged_deck_is_one_that_can_be_dealt(name: str) -> None:
    rigged = dict(RARE)[name]

    check_deck(rigged.deck)
    assert not field_is_void(RULES, hands_and_field(rigged.deck)[2])
    if rigged.void_deck is not None:
        check_deck(rigged.void_deck)
        assert field_is_void(RULES, hands_and_field(rigged.void_deck)[2])


def test_the_rare_questions_are_all_asked(exam: Exam) -> None:
    asyncio.run(rare_questions(exam))

    (played,) = exam.played
    seen = [one.observation for one in played.stream.questions.values()]
    takes = [one for one in seen if one.phase == pb.PHASE_TAKE]
    assert len(played.records) == len(RARE)
    assert any(not one.card_was_drawn and len(one.hand) == 7 for one in takes)
    assert any(one.card_was_drawn and len(one.hand) == 7 for one in takes)
    assert any(not one.hand and one.rival_hand_size == 0 for one in takes)
    assert any(one.phase == pb.PHASE_CALL and len(one.hand) == 7 for one in seen)
    reasons = [one.rounds[0].result.reason.value for one in played.records if one.rounds[0].result]
    assert reasons.count("dealt") == 3
    assert [len(one.rounds[0].void_decks) for one in played.records].count(1) == 1


def test_the_largest_observation_shows_all_cards_but_the_last_of_the_stock(exam: Exam) -> None:
    asyncio.run(largest_observation(exam))

    questions = exam.played[-1].stream.questions.values()
    last = [one.observation for one in questions][-1]
    shown = len(last.field) + len(last.own_pile) + len(last.rival_pile) + 1
    assert shown == 48 - last.stock_size
    assert last.stock_size == 8
