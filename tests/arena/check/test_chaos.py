"""Every bot of the chaos kit fails at the right stage, with advice that names its fault."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from tests.arena.chaos_kit.events import KIT, RIVALS, cases

FAILED, FINE = 3, 0
AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a bot fails, a part of what came of it, and a word of the advice."""

    stage: str
    came: str
    advice: str


FAULTS: Mapping[str, Fault] = {
    "a01-stall": Fault("answers", "no answer for 1.", "answer every question"),
    "a01-stall-ts": Fault("answers", "no answer for 1.", "answer every question"),
    "a02-absent": Fault("joins", "not within 3 s", "send `join`"),
    "a02-exits": Fault("starts", "exit code 1; last line of its log: not today", "by hand"),
    "a03-slow-drip": Fault("answers", "no answer for 1.", "No whole answer came in time"),
    "a04-flood": Fault("answers", "flood", "one answer for each question"),
    "a04-flood-ts": Fault("answers", "flood", "one answer for each question"),
    "a05-bomb": Fault("answers", "larger than max", "no large messages"),
    "a05-huge": Fault("answers", "larger than max", "no large messages"),
    "a05-large": Fault("answers", "a message of 102408 bytes", "no message of another kind"),
    "a06-tokens": Fault("answers", "calls with another token", "the token as it is"),
    "a07-twice": Fault("answers", "2 calls with another token", "no second join"),
    "a08-foreign": Fault("answers", "not open (question 1001,", "one answer for each question"),
    "a09-replay": Fault("answers", "not open (question 1,", "one answer for each question"),
    "a10-empty": Fault("answers", "an empty request", "Send nothing when there is nothing"),
    "a10-numbers": Fault("answers", "unset or unknown action", "Choose from `legal_actions`"),
    "a14-memory": Fault("answers", "MiB of 1024 MiB", "Use less memory, children included"),
    "a17-outlive": Fault("answers", "crash", "do not exit before the stream ends"),
    "f01-crash": Fault("answers", "ValueError: out of ideas", "catch what was thrown"),
    "f01-crash-ts": Fault("answers", "exit code 5", "ended by itself while a match was open"),
    "f01-killed": Fault("answers", "killed by SIGKILL", "ended by itself while a match was open"),
    "f04-chatter": Fault("answers", "not open (question 4000000000", "nothing unasked"),
    "f06-half-open": Fault("answers", "ended its stream", "do not close the requests"),
    "f08-two-answers": Fault("answers", "not open (question 1,", "one answer for each question"),
    "f09-early": Fault("answers", "not open (question 2,", "nothing unasked"),
    "f10-old": Fault("answers", "not open (question 1)", "with its `question_id`"),
    "f13-garbage": Fault("answers", "exit code 7", "ended by itself while a match was open"),
    "f15-never-reads": Fault("answers", "no answer for 1.", "Read the stream all the time"),
    "f17-deaf": Fault("answers", "no answer for 1.", "answer every question"),
    "f19-held-pipe": Fault("answers", "exit code 3", "do not exit before the stream ends"),
    "f22-other-version": Fault("joins", "protocol version 99", "protocol_version: 1"),
}
# These keep to the contract: what they try is the sandbox's to stop, and costs nobody a match.
NO_FAULT_OF_THE_CONTRACT: Mapping[str, str] = {
    "a11-proc": "looks at what the sandbox hides",
    "a12-files": "reads and writes what the sandbox hides",
    "a15-disk": "writes where it may not, or in its own folder",
    "a16-shout": "prints more than is kept",
    "a18-kill": "sends signals that reach nobody",
    "a19-trace": "reads memory that is closed",
    "a20-network": "calls where nobody is",
    "honest": "is what the others are measured against",
    "modest": "is its rival",
}
REQUIRES = {case.name: case.requires for case in cases()}
# Its children are seen where no box takes them along.
LEAVES_CHILDREN = "a13-forks"


# Patient with a busy machine, but for who never comes.
CLOCK = ("--move-time", "1", "--time-bank", "0", "--start-time", "30")
OTHER_CLOCKS = {"a14-memory": ("--move-time", "20"), "a02-absent": ("--start-time", "3")}


def _checked(bot: str) -> tuple[int, dict[str, Any]]:
    options = ("--format", "json", *CLOCK, *OTHER_CLOCKS.get(bot, ()))
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli.app", "check", str(KIT / bot), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


Checks = Mapping[str, "Future[tuple[int, dict[str, Any]]]"]


@pytest.fixture(scope="module")
def checks() -> Iterator[Checks]:
    """The report on every bot, a few made at a time."""
    names = [*FAULTS, *NO_FAULT_OF_THE_CONTRACT, LEAVES_CHILDREN]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {name: pool.submit(_checked, name) for name in names}


def _stage(report: dict[str, Any], outcome: str) -> list[dict[str, Any]]:
    return [stage for stage in report["stages"] if stage["outcome"] == outcome]


def test_every_bot_of_the_kit_is_in_one_of_the_tables() -> None:
    folders = {path.parent.name for path in KIT.glob("*/bot.toml")}

    assert folders == {*FAULTS, *NO_FAULT_OF_THE_CONTRACT, LEAVES_CHILDREN}
    assert set(RIVALS) <= NO_FAULT_OF_THE_CONTRACT.keys()


@pytest.mark.parametrize("bot", FAULTS)
def test_a_bad_bot_fails_at_the_stage_of_its_fault(
    bot: str, checks: Checks, require: Callable[[str], str]
) -> None:
    for tool in REQUIRES[bot]:
        require(tool)
    code, report = checks[bot].result()

    assert code == FAILED
    first = _stage(report, "fail")[0]
    fault = FAULTS[bot]
    assert first["stage"] == fault.stage
    assert fault.came in first["came"]
    assert fault.advice in first["advice"]
    assert first["sent"]
    assert first["rule"]


@pytest.mark.parametrize("bot", NO_FAULT_OF_THE_CONTRACT)
def test_what_only_attacks_the_sandbox_passes(bot: str, checks: Checks) -> None:
    code, report = checks[bot].result()

    assert code == FINE, _stage(report, "fail")


def test_children_that_are_left_behind_are_named_where_they_can_be_seen(checks: Checks) -> None:
    code, report = checks[LEAVES_CHILDREN].result()

    (stage,) = (one for one in report["stages"] if one["stage"] == "leaves nothing")
    if report["sandbox"].startswith("bwrap"):
        assert (code, stage["outcome"]) == (FINE, "not applicable")
        assert "--sandbox limits" in stage["came"]
    else:
        assert (code, stage["outcome"]) == (FAILED, "fail")
        assert "had to be killed" in stage["came"]
