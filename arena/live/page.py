"""The live page itself: the report's look and its viewer, and a script that follows the event."""

from pathlib import Path

from markupsafe import Markup

from arena.report.inlining import SCRIPTS, policy, script, style
from arena.report.page import card_symbols, environment

HERE = Path(__file__).parent
# The report's modules but for those of its own list of matches.
VIEWER = tuple(name for name in SCRIPTS if name not in ("data", "matches", "main"))
ASKS = "connect-src 'self'"
ICON = "img-src data:"  # an empty one, so that the browser asks for none


def live_page() -> str:
    """The page, with nothing of any event in it."""
    styles, scripts = style(), script((*VIEWER, str(HERE / "scripts" / "live")))
    template = environment(HERE / "templates").get_template("live.html.j2")
    return template.render(
        policy=Markup(policy(styles, scripts, ASKS, ICON)),
        style=Markup(styles),
        script=Markup(scripts),
        symbols=card_symbols(),
    )
