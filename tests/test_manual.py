"""Tests that the bot author's manual is true: every JSON is a message, every command runs."""

import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, Parse
from google.protobuf.message import Message
from koikoi.v1 import referee_pb2, ruleset_pb2

from arena.bots.scaffold import LANGUAGES, Language
from tests.pages import run_beside_the_samples

Shell = Callable[[str], "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).parents[1]
MANUAL = (ROOT / "proto" / "README.md").read_text(encoding="utf-8")
RECIPES = (ROOT / "sample_bots" / "README.md").read_text(encoding="utf-8")
MODULES = (referee_pb2, ruleset_pb2)
MESSAGES: dict[str, type[Message]] = {
    name: getattr(module, name)
    for module in MODULES
    for name in module.DESCRIPTOR.message_types_by_name
}
EXAMPLES: list[tuple[str, str]] = re.findall(r"```json (\w+)\n(.*?)```", MANUAL, flags=re.DOTALL)
FILES: list[tuple[str, str]] = re.findall(
    r"```(?:toml|bash|yaml) (\S+)\n(.*?)```", MANUAL, flags=re.DOTALL
)
CONSOLES: list[list[str]] = [
    re.findall(r"^\$ (.*)$", block, flags=re.MULTILINE)
    for block in re.findall(r"```console\n(.*?)```", MANUAL, flags=re.DOTALL)
]
COMMANDS = CONSOLES[-1]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A function that runs a script in a folder beside the sample bots, `arena` on its path."""
    return partial(run_beside_the_samples, tmp_path)


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_example_is_the_message_it_is_said_to_be(name: str, text: str) -> None:
    message = Parse(text, MESSAGES[name]())

    # As the bridge writes it: nothing that would be left out, no number for a name.
    assert MessageToDict(message) == json.loads(text)


def test_every_message_and_every_kind_of_notice_has_an_example() -> None:
    kinds = referee_pb2.Notice.DESCRIPTOR.oneofs_by_name["kind"].fields

    assert {name for name, _ in EXAMPLES} == set(MESSAGES)
    assert {kind.message_type.name for kind in kinds} <= {name for name, _ in EXAMPLES}


def _shown(name: str) -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(next(text for kind, text in EXAMPLES if kind == name))
    return shown


@pytest.mark.parametrize("seen", [_shown("Question")["observation"], _shown("Observation")])
def test_an_example_of_an_observation_knows_of_48_cards(seen: dict[str, Any]) -> None:
    places = ("hand", "field", "ownPile", "rivalPile")
    cards = [card for place in places for card in seen.get(place, [])]
    cards += filter(None, [seen.get("cardInPlay")])

    assert len(cards) == len(set(cards))
    assert len(cards) + seen["rivalHandSize"] + seen["stockSize"] == 48


def test_the_example_of_a_question_offers_what_lies_there() -> None:
    question = _shown("Question")
    taken = [action.replace("ACTION_TAKE", "CARD") for action in question["legalActions"]]

    assert set(taken) <= set(question["observation"]["field"])


def test_every_verdict_is_explained() -> None:
    named = set(re.findall(r"`(VERDICT_[A-Z_]+)`", MANUAL))

    assert named == set(referee_pb2.Verdict.keys()) - {"VERDICT_UNSPECIFIED"}


@pytest.mark.process
def test_the_first_match_goes_as_it_is_told(
    shell: Shell,
    tmp_path: Path,
    require: Callable[[str], str],
) -> None:
    require("bash")
    for path, text in FILES:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    done = [shell(command) for command in COMMANDS]

    assert [one.returncode for one in done] == [0] * len(COMMANDS), [one.stderr for one in done]
    log = next(one.stdout for one in done if "← " in one.stdout)
    said = set(re.findall(r'[{ ]"(\w+)": \{', "".join(re.findall("^← (.*)$", log, re.MULTILINE))))
    notices = referee_pb2.Notice.DESCRIPTOR.oneofs_by_name["kind"].fields
    assert {kind.json_name for kind in notices} - said == {"warning"}
    assert '→ {"answers": [{"questionId": 1, ' in log


@pytest.mark.process
def test_the_recipe_of_the_sample_bots_makes_a_bot_that_passes(shell: Shell) -> None:
    commands = re.findall(r"^    (arena .*)$", RECIPES, flags=re.MULTILINE)

    done = shell("; ".join(commands))

    assert [command.split()[1] for command in commands] == ["new", "check"]
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_recipe_of_a_language_is_what_is_run_on_its_sample_bot(language: Language) -> None:
    """To build it is a part of what its manifest says, to test it what its own test runs."""
    (row,) = re.findall(rf"^\| .*\[{language.sample}\].*\|$", RECIPES, flags=re.MULTILINE)
    strategy, *build, test = re.findall(r"`([^`]*)`", row)
    manifest = tomllib.loads((ROOT / "sample_bots" / language.sample / "bot.toml").read_text())

    assert row.startswith(f"| {language.title} |")
    assert language.strategy.endswith(strategy)
    assert test == language.test[-1]
    assert {word for command in build for word in command.split()} <= {*manifest.get("build", ())}
    assert bool(build) == ("build" in manifest)


def test_the_lines_of_the_bridge_are_messages() -> None:
    sent, asked, answered = re.findall(r"^    [←→] (.*)$", RECIPES, flags=re.MULTILINE)

    for text, kind in ((sent, "PlayRequest"), (asked, "PlayResponse"), (answered, "PlayRequest")):
        assert MessageToDict(Parse(text, MESSAGES[kind]())) == json.loads(text)
