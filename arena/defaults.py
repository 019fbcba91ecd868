"""Defaults of an event and of remote bots, each once, and how a command names an event.

Loading this module loads nothing else of ours.

The defaults of a time control are in `referee.server.time_control`, those of a bot's memory and
cores in `arena.sandbox.levels`.
"""

import shlex
from pathlib import Path

#: The folder that holds events.
RESULTS = Path("results")
#: Seconds for a bot to join after its start.
START_SECONDS = 10.0
#: Faults after which a bot is disqualified.
MAX_FAULTS = 5
#: The address at which remote bots connect, with any free port.
LISTEN_HOST = "127.0.0.1"
#: Seconds to wait until all remote bots have joined.
LOBBY_SECONDS = 600.0
#: Pairs for each pairing, and the upper limit of a run with a goal.
PAIRS, MAX_PAIRS = 10, 1000
RULESET = "lemme"
SCHEDULE = "round-robin"


def in_commands(event: Path) -> str:
    """Return how a command names the event of a folder, with `--results` where that is needed.

    >>> in_commands(Path("results/spring")), in_commands(Path("my cups/spring"))
    ('spring', "spring --results 'my cups'")
    """
    name, results = shlex.quote(event.name), event.parent
    return name if results == RESULTS else f"{name} --results {shlex.quote(str(results))}"
