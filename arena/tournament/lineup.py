"""The line-up of a run: the bots that folder and flags name, without those that may not play."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from arena.bots.discovery import Entrant, Scan, scan
from arena.cluster.address import BadCluster
from arena.defaults import in_commands
from arena.errors import ArenaError, shown
from arena.event.locate import event_folder
from arena.remote.config import BadRemote
from arena.runner.progress import Listener
from arena.store.store import Store
from arena.tournament.plan import Plan


class TooFewBots(ArenaError):
    """A tournament needs at least two bots."""


def scan_lineup(plan: Plan, listener: Listener) -> Scan:
    """Scan the bots folder and report every bot that does not play, with the reason."""
    event_folder(plan.results, plan.settings.event)
    found = scan(plan.bots, plan.only, plan.exclude) if plan.bots else Scan((), (), ())
    for skipped in found.skipped:
        listener.note(f"skipped: {skipped.reason}")
    for refused in found.refused:
        listener.note(refused.text)
    entrants = [*found.entrants, *invited_by(plan, found.entrants)]
    _require_choice(plan, entrants)
    require_two(entrants, plan.bots)
    _require_no_build_beside_plain_text(plan, found.entrants)
    return found


def _require_no_build_beside_plain_text(plan: Plan, entrants: Iterable[Entrant]) -> None:
    """Check that no stranger's build runs where a port runs any code. Raises BadCluster."""
    if plan.cluster is None or plan.cluster.is_encrypted:
        return
    if names := [one.name for one in entrants if one.build]:
        raise BadCluster(
            f"{plan.cluster} is plain text, and {', '.join(names)}"
            f" {'has' if len(names) == 1 else 'have'} a `build`, which could run code there as you",
            f"use tls:// or local:N, or leave out with `--exclude {','.join(names)}`",
        )


def _require_choice(plan: Plan, entrants: Sequence[object]) -> None:
    """Check that the flags leave enough bots for a tournament. Raises TooFewBots."""
    if plan.bots is None or len(entrants) >= 2 or not (plan.only or plan.exclude):
        return
    everybody = sorted(one.name for one in scan(plan.bots).entrants)
    if len(everybody) >= 2:
        flag = "--only" if plan.only else "--exclude"
        raise TooFewBots(
            f"{flag} leaves {len(entrants) or 'no'} bot{'s' * (len(entrants) != 1)} that can play,"
            " and it takes two",
            f"{shown(plan.bots)} has {', '.join(everybody)}",
        )


def invited_by(plan: Plan, entrants: Iterable[Entrant]) -> tuple[str, ...]:
    """Return the names of remote bots. Raises BadRemote if one is also the name of a local bot."""
    invited = plan.invitation.names if plan.invitation else ()
    if doubles := sorted(set(invited) & {one.name for one in entrants}):
        raise BadRemote(
            f"`{doubles[0]}` is in {shown(plan.bots)} and remote", "`--exclude` leaves one out"
        )
    return invited


def require_two(entrants: Iterable[object], bots: Path | None) -> None:
    """Check that there are at least two bots. Raises TooFewBots."""
    count = len(list(entrants))
    if count < 2:
        raise TooFewBots(
            f"{bots or 'remote'}: {count or 'no'} bot{'s' * (count != 1)} that can play, and it"
            " takes two",
            "a bot is a sub-folder with a `bot.toml`, or with a `bot`, `bot.py` or `bot.js`"
            if bots
            else "`arena token NAME --event EVENT` invites one",
        )


def without_retired(
    store: Store, entrants: Iterable[Entrant], listener: Listener
) -> tuple[Entrant, ...]:
    """Return the entrants that were not retired, and report those that were."""
    retired = {one.name for one in store.retired()}
    entrants = tuple(entrants)
    for name in sorted(retired & {one.name for one in entrants}):
        event = in_commands(store.path.parent)
        listener.note(f"retired: {name}: undo with `arena bots {event} --reinstate {name}`")
    return tuple(one for one in entrants if one.name not in retired)


def refuse_retired(store: Store, plan: Plan) -> None:
    """Check that no remote bot was retired. Raises BadRemote."""
    invited = plan.invitation.names if plan.invitation else ()
    for name in {one.name for one in store.retired()} & set(invited):
        event = in_commands(store.path.parent)
        raise BadRemote(
            f"`{name}` is retired", f"undo with `arena bots {event} --reinstate {name}`"
        )
