"""The examination of a bot: the bot, the conditions, and what was played so far."""

from dataclasses import dataclass, field, replace

from arena.bots.discovery import Playable
from arena.check.monitored_sitting import MonitorReport, watch
from arena.check.sitting import Played, Sitting, shuffled, sit
from arena.runner.bot_process import Conditions
from referee.rules.ruleset import DEFAULT, Ruleset


def short(ruleset: Ruleset, months: int) -> Ruleset:
    """Return a ruleset with fewer months."""
    return replace(ruleset, months=months)


FIRST_SITTING = Sitting(
    name="first", ruleset=short(DEFAULT, 1), groups=((shuffled("first questions"),),)
)


@dataclass(slots=True)
class Exam:
    """The examination of one bot, with every sitting that it has played."""

    playable: Playable
    conditions: Conditions
    played: list[Played] = field(default_factory=list)
    first_played: Played | None = None
    _watched: list[MonitorReport | None] = field(default_factory=list)

    async def sit(self, sitting: Sitting) -> Played:
        """Run a sitting in a process of its own."""
        played = await sit(self.playable, self.conditions, sitting)
        self.played.append(played)
        return played

    async def first(self) -> Played:
        """Return the sitting of the first stages: start, join and one round."""
        if self.first_played is None:
            self.first_played = await self.sit(FIRST_SITTING)
        return self.first_played

    async def testimony(self) -> MonitorReport | None:
        """Return the report of a monitored sitting; None where the sandbox offers no such box."""
        if not self._watched:
            self._watched.append(await watch(self.playable, self.conditions))
        return self._watched[0]
