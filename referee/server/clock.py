"""Time for decisions: what a bot may use, and what of it was not the bot's doing.

A deadline is absolute and monotonic; nothing a bot sends extends it. The referee measures how late
its own loop runs, and forgives a bot that much.
"""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

GRACE_SECONDS = 0.05
TICK_SECONDS = 0.01
# Lateness below this is the ordinary grain of the loop, and no bot's time depends on it.
NOISE_SECONDS = 0.002
MOST_FORGIVEN_SECONDS = 0.2


@dataclass(slots=True)
class Timekeeper:
    """Ticks while matches are played: calls what must look at deadlines, and owns up to lag."""

    now: Callable[[], float] = time.monotonic
    watchers: set[Callable[[float], None]] = field(default_factory=set)
    forgiven: float = 0.0  # seconds that would have been charged otherwise, over all matches
    _lag: float = 0.0
    _due: float = math.inf

    def owed(self, now: float) -> float:
        """Return seconds by which the loop has been late so far, up to `now`."""
        return self._lag + max(0.0, now - self._due - NOISE_SECONDS)

    async def run(self) -> None:
        """Ticks until cancelled."""
        self._due = self.now() + TICK_SECONDS
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.tick()

    def tick(self) -> None:
        """Note how late the loop is, and lets every watcher look at the time."""
        now = self.now()
        self._lag = self.owed(now)
        # What the watchers take makes the next tick late, as it makes every answer wait.
        self._due = now + TICK_SECONDS
        for watcher in tuple(self.watchers):
            watcher(now)

    def forgives(self, asked_owed: float, now: float) -> float:
        """Return the referee's share of a decision's time, given what was owed at its start."""
        return min(self.owed(now) - asked_owed, MOST_FORGIVEN_SECONDS)
