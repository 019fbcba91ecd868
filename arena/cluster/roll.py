"""Who of a cluster takes part in a run, and who cannot."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.cluster.address import ClusterAddress
from arena.cluster.member import Member
from arena.errors import Stopped
from arena.schedule.slots import Slot

GO_ON = "what is finished is stored; the same command goes on from there"


@dataclass(slots=True)
class Roll:
    """Who is there: members, those who are on their way to be one, and those who cannot be."""

    members: dict[str, Member] = field(default_factory=dict)
    serving: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def has_newcomers(self) -> bool:
        """Whether somebody may yet become a member."""
        return len(self.members) + len(self.refused) < len(self.serving)

    def can_play_one_of(self, slots: Iterable[Slot]) -> bool:
        """Whether there is hope for any of these slots, by now or soon."""
        members = self.members.values()
        return self.has_newcomers or any(one.can_play(slot) for slot in slots for one in members)

    def hopeless(self, where: ClusterAddress, slots: Iterable[Slot]) -> Stopped:
        """What to tell where nobody can play what is left."""
        if not self.serving:
            return Stopped(f"{where} has no workers", f"`dask worker {where}` starts one; {GO_ON}")
        hint = f"`arena worker-env` tells there what a worker needs; {GO_ON}"
        if not self.members:
            return Stopped(f"no worker of {where} can play; each is named above", hint)
        bots = sorted({name for slot in slots for name in (slot.a, slot.b)})
        told = " · ".join(f"{bot}: {why}" for bot in bots if (why := self.why_not(bot)))
        return Stopped(f"no worker plays what is left: {told or ', '.join(bots)}", hint)

    def why_not(self, bot: str) -> str:
        """Why nobody plays a bot, in words; empty if somebody can."""
        if any(bot not in one.unplayable for one in self.members.values()):
            return ""
        reasons = {one.name: one.unplayable[bot] for one in self.members.values()}
        return "; ".join(f"{name}: {why}" for name, why in reasons.items())
