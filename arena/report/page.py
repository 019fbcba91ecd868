"""The report of an event: one HTML page that needs nothing but itself."""

from itertools import islice
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from arena.cards.drawing import card_back, card_symbol
from arena.event.locate import opened_results
from arena.report.inlining import HERE, inert_cell, policy, script, style
from arena.report.listing import DEFAULT, chosen, listing, packed
from arena.report.replays import replays
from arena.report.sections import sections
from arena.standings.ranking_table import TRUSTED
from arena.standings.standings import Standings, standings
from arena.store.store import Store
from arena.system.files import write_whole
from referee.rules.cards import CARDS

REPORT = "report.html"
SOON_DONE = 400  # the report of so many legs takes a second or two


def write_report(place: Path, target: Path, matches: str = DEFAULT) -> int:
    """Writes the report of an event or of a file of records; returns how many matches are in it.

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
    """The page, and how many matches lie whole in it; `found` is the ranking, if it is known."""
    found = found or standings(store)
    legs = list(store.legs())
    here = chosen(legs, matches, found)
    styles, scripts = style(), script()
    page = (
        environment()
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
    """How bots were confined, and what is to be said of the deals."""
    return [f"Sandbox: {found.settings.banner or TRUSTED}", *found.fairness]


def card_symbols() -> Markup:
    """All cards and their back, for a page that shows them by `<use>`."""
    return Markup("".join([*map(card_symbol, CARDS), card_back()]))


def environment(*more: Path) -> Environment:
    """Where templates are found, here and in `more` folders, and how they write what they are told:
    as text that does nothing."""
    return Environment(
        loader=FileSystemLoader([*more, HERE / "templates"]),
        autoescape=True,
        finalize=inert_cell,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
