"""Styles and scripts as they go into the page, and the policy that allows these and no others.

Texts from strangers as a page may show them: short, in one direction, and nothing but text.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup

from arena.errors import shown

HERE = Path(__file__).parent
STYLES = ("page", "tables", "charts", "viewer")
# Each module before those that import from it.
SCRIPTS = (
    *("data", "elements", "links", "rounds", "yaku", "replays", "cards", "curve", "board"),
    *("words", "viewer", "matches", "main"),
)
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
MOST = 300  # letters of a text that somebody else chose; the whole of it is in the store


def style() -> str:
    """All style sheets as one."""
    return "\n".join(_text(f"styles/{name}.css") for name in STYLES)


def script(modules: Iterable[str] = SCRIPTS) -> str:
    """Modules as one: they share no name, so that imports and exports can simply go.

    A module from elsewhere is named by its whole path.
    """
    whole = "\n".join(_text(Path("scripts") / f"{name}.js") for name in modules)
    return _EXPORT.sub("", _IMPORT.sub("", whole))


def _text(name: str | Path) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def policy(style: str, script: str, *more: str) -> str:
    """The Content-Security-Policy of a page with this style and this script: no request at all,
    but for what `more` allows."""
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
    """A text without marks that turn a line around, and no longer than a person reads."""
    plain = shown(text)
    return plain if len(plain) <= most else f"{plain[:most]}… ({len(plain)} letters)"


def inert_cell(value: object) -> object:
    """What a template writes: every text is inert, and what is markup was made by us."""
    return inert(value) if isinstance(value, str) and not isinstance(value, Markup) else value
