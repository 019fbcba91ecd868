"""The report of an event: one HTML page that fetches nothing."""

from itertools import islice
from pathlib import Path

from markupsafe import Markup

from arena.event.locate import opened_results
from arena.report.listing import DEFAULT, chosen, listing, packed
from arena.report.replays import replays
from arena.report.sections import sections
from arena.standings.ranking_table import TRUSTED
from arena.standings.standings import Standings, standings
from arena.store.store import Store
from arena.system.files import write_whole
from arena.web.inlining import VIEWER, card_symbols, environment, policy, script, style

HERE = Path(__file__).parent
# The scripts of the match list stand around those of the viewer.
SCRIPTS = (
    HERE / "scripts" / "data.js",
    *VIEWER,
    *(HERE / "scripts" / name for name in ("matches.js", "main.js")),
)
REPORT = "report.html"
SOON_DONE = 400  # the report of so many legs takes a second or two


def write_report(place: Path, target: Path, matches: str = DEFAULT) -> int:
    """Write the report of an event or a file of records; return how many matches can be replayed.

    Raises UnknownChoice for `matches`, and BadRecord where a match breaks the rules.
    """
    with opened_results(place) as store:
        text, count = report(store, matches)
    write_whole(target, [text])
    return count


def refresh_report(folder: Path, store: Store, found: Standings) -> Path | None:
    """Write the report of a small event again; remove that of a large one, which takes longer.

    An old report beside a new ranking would be wrong. Returns the report's file if there is one.
    """
    target = folder / REPORT
    legs = sum(1 for _ in islice(store.legs(), SOON_DONE + 1))
    if legs > SOON_DONE:
        target.unlink(missing_ok=True)
        return None
    text, _ = report(store, found=found)
    write_whole(target, [text])
    return target


def report(store: Store, matches: str = DEFAULT, found: Standings | None = None) -> tuple[str, int]:
    """Return the page and the number of matches in it; `found` is the ranking, if it is known."""
    found = found or standings(store)
    legs = list(store.legs())
    here = chosen(legs, matches, found)
    styles, scripts = style(), script(SCRIPTS)
    page = (
        environment(HERE / "templates")
        .get_template("report.html.j2")
        .render(
            event=store.settings.event,
            remarks=_remarks(found),
            found=found,
            parts=sections(store, found),
            legs=len(legs),
            here=len(here),
            policy=Markup(policy(styles, scripts)),
            style=Markup(styles),
            script=Markup(scripts),
            symbols=card_symbols(),
            matches_data=Markup(packed(listing(legs, here))),
            replays_data=Markup(packed(replays(store.records_of(here), store.settings.ruleset))),
        )
    )
    return page, len(here)


def _remarks(found: Standings) -> list[str]:
    """Return how bots were confined, and the remarks on the deals."""
    return [f"Sandbox: {found.settings.banner or TRUSTED}", *found.fairness]
