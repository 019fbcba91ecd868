"""Pages that fetch nothing: styles and scripts are inlined, and a policy allows no others.

Texts from strangers are shown short, in one direction, and as text alone.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from arena.cards.drawing import card_back, card_symbol
from arena.errors import shown
from referee.rules.cards import CARDS

HERE = Path(__file__).parent
STYLES = ("page", "tables", "charts", "viewer")
# The viewer's modules, each before those that import from it.
VIEWER = tuple(
    HERE / "scripts" / f"{name}.js"
    for name in (
        *("elements", "links", "rounds", "yaku", "replays", "cards", "curve", "board"),
        *("words", "viewer"),
    )
)
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
MOST = 300  # letters of a text that somebody else chose; the whole of it is in the store


def style() -> str:
    """Return all style sheets as one."""
    return "\n".join(_text(HERE / "styles" / f"{name}.css") for name in STYLES)


def script(modules: Iterable[Path]) -> str:
    """Return script modules as one, without imports and exports: they share no name."""
    whole = "\n".join(_text(module) for module in modules)
    return _EXPORT.sub("", _IMPORT.sub("", whole))


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def policy(style: str, script: str, *more: str) -> str:
    """Return the Content-Security-Policy of a page with this style and script and `more`."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_digest(style)}'",
            f"script-src '{_digest(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
            *more,
        )
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def inert(text: object, most: int = MOST) -> str:
    """Return a text without marks that change its direction, shortened if it is long."""
    plain = shown(text)
    return plain if len(plain) <= most else f"{plain[:most]}… ({len(plain)} letters)"


def inert_cell(value: object) -> object:
    """Return a value as a template may write it: text is escaped, our own markup is not."""
    return inert(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def card_symbols() -> Markup:
    """Return all cards and their back as SVG symbols for `<use>`."""
    return Markup("".join([*map(card_symbol, CARDS), card_back()]))


def environment(*folders: Path) -> Environment:
    """Return the template environment: where templates are found, and how values are escaped."""
    return Environment(
        loader=FileSystemLoader([*folders, HERE / "templates"]),
        autoescape=True,
        finalize=inert_cell,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
