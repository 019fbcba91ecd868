"""The recorded questions follow from the rules: whoever changes the rules records them anew."""

from collections import Counter
from dataclasses import replace

from koikoi.v1.referee_pb2 import PHASE_CALL, PHASE_PLAY, PHASE_TAKE, PlayResponse

from referee.rules.ruleset import LEMME, RULESETS
from tests.vectors.files import ANSWERS, QUESTIONS, answered, asked, content, read_questions
from tests.vectors.recording import record


def test_the_files_are_what_the_rules_and_greedy_give() -> None:
    recorded = record()
    advice = "python -m tests.vectors writes them anew"
    assert content(recorded) == QUESTIONS.read_bytes(), advice
    assert content(answered(recorded)) == ANSWERS.read_bytes(), advice


def test_a_changed_rule_changes_the_questions() -> None:
    changed = replace(LEMME, hand_match_required=True)
    assert asked(record([changed])) != asked(record([LEMME]))


def test_there_are_2000_different_questions_of_every_phase_and_preset() -> None:
    questions = read_questions()
    assert len({content(question.observation) for question in questions}) == 2000
    assert Counter(question.observation.phase for question in questions) == {
        PHASE_PLAY: 1000,
        PHASE_TAKE: 500,
        PHASE_CALL: 500,
    }
    notices = PlayResponse.FromString(QUESTIONS.read_bytes()).notices
    welcomes = [notice.welcome for notice in notices if notice.HasField("welcome")]
    assert [welcome.ruleset.name for welcome in welcomes] == list(RULESETS)


def test_every_answer_is_allowed() -> None:
    questions = read_questions()
    answers = answered(PlayResponse.FromString(QUESTIONS.read_bytes())).answers
    assert [a.question_id for a in answers] == [q.question_id for q in questions]
    assert all(a.action in q.legal_actions for a, q in zip(answers, questions, strict=True))
