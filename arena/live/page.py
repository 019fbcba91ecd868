"""The live page: the report's styles and viewer, and a script that follows the event."""

from pathlib import Path

from markupsafe import Markup

from arena.web.inlining import VIEWER, card_symbols, environment, policy, script, style

HERE = Path(__file__).parent
ASKS = "connect-src 'self'"
ICON = "img-src data:"  # an empty one, so that the browser asks for none


def live_page() -> str:
    """Return the page without any data of an event."""
    styles, scripts = style(), script((*VIEWER, HERE / "scripts" / "live.js"))
    template = environment(HERE / "templates").get_template("live.html.j2")
    return template.render(
        policy=Markup(policy(styles, scripts, ASKS, ICON)),
        style=Markup(styles),
        script=Markup(scripts),
        symbols=card_symbols(),
    )
