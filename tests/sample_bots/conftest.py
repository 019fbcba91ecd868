"""The sample bots, each built once for all tests, and scripts played to them."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from koikoi.v1.referee_pb2 import Question
from koikoi.v1.ruleset_pb2 import Ruleset

from tests.sample_bots.lemme import LEMME
from tests.sample_bots.ready import Bot, made_ready, needs
from tests.sample_bots.scripted import Choices, Ending, Played, PlayTo, play, with_ok
from tests.sample_bots.scripts import Script, in_batches


@pytest.fixture(scope="session")
def install(require: Callable[[str], str]) -> Callable[[str], Bot]:
    """A function that makes a sample bot ready to start. Builds are kept in the arena's cache."""

    @cache
    def installed(name: str) -> Bot:
        for tool in needs(name):
            require(tool)
        return made_ready(name)

    return installed


@pytest.fixture
def play_to(install: Callable[[str], Bot], tmp_path: Path) -> PlayTo:
    """A function that plays a script to the sample bot of a name."""

    def played(name: str, script: Script, end: Ending = with_ok, rules: Ruleset = LEMME) -> Played:
        return play(install(name), script, tmp_path, end=end, rules=rules)

    return played


@pytest.fixture
def choices(play_to: PlayTo) -> Choices:
    """A function that asks a sample bot some questions, one for each of as many matches."""

    def chosen(name: str, asked: Sequence[Question], rules: Ruleset = LEMME) -> list[int]:
        numbered = [
            Question(question_id=n, observation=q.observation, legal_actions=q.legal_actions)
            for n, q in enumerate(asked, start=1)
        ]
        played = play_to(name, in_batches(numbered, size=len(numbered)), rules=rules)
        return [played.actions[question.question_id] for question in numbered]

    return chosen
