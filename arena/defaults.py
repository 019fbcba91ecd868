"""Defaults of an event and of remote bots, each once. Loading this module loads nothing else.

The defaults of a time control are in `referee.server.time_control`, those of a bot's memory and
cores in `arena.sandbox.levels`.
"""

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
