"""The dry run: the schedule less what the event has already. Nothing is changed."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from arena.bots.discovery import Entrant, refused
from arena.bots.snapshot import take_snapshot
from arena.errors import EntryRefused
from arena.event.access import require_settings
from arena.event.locate import STORE_FILE
from arena.runner.progress import Listener
from arena.schedule.formats import Terms
from arena.schedule.slots import Slot
from arena.standings.standings import Standings, standings
from arena.store.pairs import Within
from arena.store.store import Store
from arena.tournament.lineup import require_two, scan_lineup, without_retired
from arena.tournament.plan import BadPlan, Plan


def forecast(plan: Plan, listener: Listener) -> str:
    """Describe what is left to play. Raises ArenaError where a run would, builds excepted."""
    plan.check()
    if plan.invitation:
        raise BadPlan("--dry-run: in which versions remote bots will come, nobody knows yet")
    found = scan_lineup(plan, listener)
    with _opened(plan) as store:
        entrants = without_retired(store, found.entrants, listener)
        versions = _versions(entrants, listener)
        require_two(versions, plan.bots)
        names = plan.names_of(one.name for one in entrants if one.name in versions)
        counted = _Counted(store, versions)
        for slots in plan.chosen_schedule.rounds(_terms(plan, store, names)):
            counted.add(slots)
            if plan.chosen_schedule.asks and counted.left:
                break  # what comes next depends on how these end
    return f"{_head(plan)} {counted.text()} between {', '.join(sorted(names))}"


def _head(plan: Plan) -> str:
    if plan.chosen_schedule.asks:
        return "in the next schedule round would play"
    return "would play at most" if plan.has_goal else "would play"


@contextmanager
def _opened(plan: Plan) -> Iterator[Store]:
    """Provide the event as it is, or an empty event."""
    path = plan.folder / STORE_FILE
    if path.exists():
        with Store.open(path, read_only=True) as store:
            require_settings(store, plan.settings, but=("sandbox", "memory", "cpus", "pairs_apart"))
            yield store
    else:
        with Store.in_memory(path, plan.settings) as store:
            yield store


def _versions(entrants: Iterable[Entrant], listener: Listener) -> dict[str, str]:
    found = {}
    for entrant in entrants:
        try:
            found[entrant.name] = take_snapshot(entrant.folder).version
        except EntryRefused as error:
            listener.note(refused(entrant.folder, entrant.name, error).text)
    return found


def _terms(plan: Plan, store: Store, names: tuple[str, ...]) -> Terms:
    def rank(within: Within) -> Standings:
        return standings(store, within=within)

    return Terms(names, plan.challengers_of(names), plan.pairs, rank)


@dataclass
class _Counted:
    """The matches of some slots, and how many of them are left to play."""

    store: Store
    versions: Mapping[str, str]
    legs: int = 0
    left: int = 0

    def add(self, slots: Iterable[Slot]) -> None:
        """Count a slot."""
        for slot in slots:
            self.legs += slot.legs
            if self._benched.isdisjoint((slot.a, slot.b)):
                self.left += slot.legs - self._finished(slot)

    @cached_property
    def _benched(self) -> set[str]:
        """The bots that are disqualified, if they would play in the same version again."""
        now = {entry.name: entry.version for entry in self.store.entrants()}
        limit = self.store.settings.max_faults
        faults = self.store.faults().items()
        return {name for name, n in faults if n >= limit and self.versions.get(name) == now[name]}

    def _finished(self, slot: Slot) -> int:
        a, b = slot.a, slot.b
        versions = self.versions
        return len(self.store.finished(a, versions[a], b, versions[b], slot.pairs))

    def text(self) -> str:
        """Return how many are left, and of how many if that differs."""
        stored = "" if self.left == self.legs else f" of {self.legs}"
        return f"{self.left}{stored} matches"
