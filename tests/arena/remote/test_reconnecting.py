"""A connection that breaks: what the clock allows, a bot survives."""

import json
import subprocess
import time
from collections import Counter

from tests.arena.remote.conftest import BETWEEN, SERVER, Event

CUT_SECONDS = 2


def hear(bot: "subprocess.Popen[str]", words: str) -> None:
    """Waits until the bot has printed that."""
    assert bot.stdout is not None
    assert any(words in line for line in bot.stdout), words


def verdicts(event: Event) -> list[str]:
    """Of every match."""
    rows = json.loads(event.arena("matches", "spring", "--format", "json").stdout)
    return [row["verdict"] for row in rows]


def test_a_cut_of_two_seconds_inside_the_clock_is_survived(event: Event) -> None:
    ann, ben = event.token("ann"), event.token("ben")
    clock = ("--move-time", "2", "--time-bank", "30", "--pairs", "1")
    served = event.serve("--listen", SERVER, "--tls-name", BETWEEN, *clock)
    between = event.between(served.address)
    event.join("ben", ben, served.address)
    bot = event.join("ann", ann, between.address, thinks=0.5)

    hear(bot, "thinks")
    between.cut()
    time.sleep(CUT_SECONDS)
    between.mend()

    code, _, err = served.end()
    assert code == 0, err
    hear(bot, "done")
    assert verdicts(event) == ["normal", "normal"]
    export = event.arena("export", "spring").stdout.splitlines()
    thoughts = [
        ms for line in export for one in json.loads(line)["rounds"] for ms in one["think_ms"]
    ]
    # No clock began anew; up to 0.2 s of it may have been the referee's own lag, and forgiven.
    assert max(thoughts) > 1000 * CUT_SECONDS / 2


def test_a_connection_that_falls_silent_is_noticed_by_the_bot(event: Event) -> None:
    """Nothing closes it: a router that forgot it, or a cable that was pulled."""
    ann, ben = event.token("ann"), event.token("ben")
    clock = ("--move-time", "2", "--time-bank", "120", "--pairs", "1")
    served = event.serve("--listen", SERVER, "--tls-name", BETWEEN, *clock)
    between = event.between(served.address)
    event.join("ben", ben, served.address)
    bot = event.join("ann", ann, between.address, thinks=0.5)

    hear(bot, "thinks")
    between.fall_silent()

    code, _, err = served.end()
    assert code == 0, err
    hear(bot, "done")
    assert verdicts(event) == ["normal", "normal"]


def test_a_longer_cut_is_a_disconnect_and_the_event_goes_on_with_a_new_token(event: Event) -> None:
    ann, ben = event.token("ann"), event.token("ben")
    flags = ("--listen", SERVER, "--tls-name", BETWEEN, "--move-time", "2", "--time-bank", "1")
    served = event.serve(*flags, "--pairs", "3")
    between = event.between(served.address)
    event.join("ben", ben, served.address)
    bot = event.join("ann", ann, between.address, thinks=0.5)

    hear(bot, "thinks")
    between.cut()

    code, _, err = served.end()
    assert code == 4, err
    assert "ann left before all was played" in err
    assert "`arena token ann` and `arena token ben` for `--event spring`" in err
    lost = verdicts(event)
    assert set(lost) == {"disconnect"}
    assert 1 <= len(lost) < 6

    tokens = {name: event.token(name) for name in ("ann", "ben")}
    served = event.serve(*flags, "--pairs", "3")
    for name, token in tokens.items():
        event.join(name, token, served.address)
    code, _, err = served.end()
    assert code == 0, err
    assert Counter(verdicts(event)) == {"disconnect": len(lost), "normal": 6 - len(lost)}
