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
    # The second channel finds nobody who listens: once a bot has joined, that is over.
    "a07-twice": Fault("answers", "1 call with another token", "no second join"),
    "a08-foreign": Fault("answers", "not open (question 1001,", "one answer for each question"),
    "a09-replay": Fault("answers", "not open (question 1,", "one answer for each question"),
    "a10-empty": Fault("answers", "an empty request", "Send nothing when there is nothing"),
    "a10-numbers": Fault("answers", "unset or unknown action", "Choose from `legal_actions`"),
    "a14-memory": Fault("answers", "MiB of 1024 MiB", "Use less memory, children included"),
    "a17-outlive": Fault("answers", "crash", "do not exit before the stream ends"),
    "a28-hoard": Fault("starts", "exit code 0", "by hand"),
    "a29-wide": Fault("answers", "not open (question 4294967295)", "one answer for each question"),
    "a30-tables": Fault("answers", "MiB of 1024 MiB", "Use less memory, children included"),
    "a32-buffers": Fault("answers", "MiB of 1024 MiB", "Use less memory, children included"),
    "a33-frames": Fault("joins", "not within 3 s", "send `join`"),
    "a31-fight": Fault("answers", "no answer for ", "answer every question"),
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
# These lose no match by what they do: it is the sandbox's to stop. They are told all the same.
TRIES: Mapping[str, Fault] = {
    "a11-proc": Fault("keeps to itself", "/proc/2/environ", "Leave the folders of other processes"),
    "a12-files": Fault("keeps to itself", "it opened /etc/shadow", "search for nothing"),
    "a13-forks": Fault("leaves nothing", "10 processes had to be killed", "End and reap"),
    "a15-disk": Fault("keeps to itself", "6.0 MiB in 108 files", "Write nothing"),
    "a16-shout": Fault("prints little", "MiB printed by one process", "Print less"),
    "a18-kill": Fault("keeps to itself", "a signal to a process", "Send signals to nobody but"),
    "a19-trace": Fault("keeps to itself", "looking into another process", "Trace nobody"),
    "a28-hoard-late": Fault("leaves nothing", "processes had to be killed", "End and reap"),
    "a20-network": Fault("keeps to itself", "over the network", "Call nobody but the referee"),
}
# Of these stages something is seen at every level; the box with the traps is bubblewrap's.
EVERYWHERE = ("prints little",)
# These do not come to be started: their builds are stopped.
REJECTED: Mapping[str, Fault] = {
    "a26-deep": Fault("starts", "more than 100 folders inside each other", "build.log"),
}
# What the build of a27-dial tries is stopped there, and its bot plays well.
NO_FAULT = ("a27-dial", "honest", "modest")
REQUIRES = {case.name: case.requires for case in cases()}


# Patient with a busy machine, but for who never comes.
CLOCK = ("--move-time", "1", "--time-bank", "0", "--start-time", "30")
OTHER_CLOCKS = {
    "a33-frames": ("--start-time", "3"),
    "a14-memory": ("--move-time", "20"),
    "a30-tables": ("--move-time", "20"),
    "a32-buffers": ("--move-time", "20"),
    "a02-absent": ("--start-time", "3"),
}


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
    names = [*FAULTS, *TRIES, *REJECTED, *NO_FAULT]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {name: pool.submit(_checked, name) for name in names}


def _stage(report: dict[str, Any], outcome: str) -> list[dict[str, Any]]:
    return [stage for stage in report["stages"] if stage["outcome"] == outcome]


def test_every_bot_of_the_kit_is_in_one_of_the_tables() -> None:
    folders = {path.parent.name for path in KIT.glob("*/bot.toml")}

    assert folders == {*FAULTS, *TRIES, *REJECTED, *NO_FAULT}
    assert set(RIVALS) <= {*NO_FAULT}


@pytest.mark.parametrize("bot", FAULTS)
def test_a_bad_bot_fails_at_the_stage_of_its_fault(
    bot: str, checks: Checks, require: Callable[[str], str]
) -> None:
    for tool in REQUIRES[bot]:
        require(tool)

    _assert_fails(FAULTS[bot], *checks[bot].result())


@pytest.mark.parametrize("bot", REJECTED)
def test_a_bot_whose_build_is_stopped_fails_at_the_start(bot: str, checks: Checks) -> None:
    code, report = checks[bot].result()

    assert code == FAILED
    (first,) = _stage(report, "fail")
    assert first["stage"] == REJECTED[bot].stage
    assert REJECTED[bot].came in first["came"]
    assert REJECTED[bot].advice in first["advice"]


def _assert_fails(fault: Fault, code: int, report: dict[str, Any]) -> None:
    assert code == FAILED
    first = _stage(report, "fail")[0]
    assert first["stage"] == fault.stage
    assert fault.came in first["came"]
    assert fault.advice in first["advice"]
    assert first["sent"]
    assert first["rule"]


@pytest.mark.parametrize("bot", TRIES)
def test_what_only_attacks_the_sandbox_is_told_where_the_sandbox_can_watch(
    bot: str, checks: Checks
) -> None:
    code, report = checks[bot].result()
    fault = TRIES[bot]

    if fault.stage in EVERYWHERE or report["sandbox"].startswith("bwrap"):
        _assert_fails(fault, code, report)
    elif fault.stage == "leaves nothing":
        assert fault.stage in [stage["stage"] for stage in _stage(report, "fail")]
    else:
        assert fault.stage in [stage["stage"] for stage in _stage(report, "not applicable")]


@pytest.mark.parametrize("bot", NO_FAULT)
def test_an_honest_bot_passes(bot: str, checks: Checks) -> None:
    code, report = checks[bot].result()

    assert code == FINE, _stage(report, "fail")
