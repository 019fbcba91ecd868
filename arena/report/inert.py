"""Texts from strangers as a page may show them: short, in one direction, and nothing but text."""

from markupsafe import Markup

from arena.errors import shown

MOST = 300  # letters of a text that somebody else chose; the whole of it is in the store


def inert(text: object, most: int = MOST) -> str:
    """A text without marks that turn a line around, and no longer than a person reads."""
    plain = shown(text)
    return plain if len(plain) <= most else f"{plain[:most]}… ({len(plain)} letters)"


def inert_cell(value: object) -> object:
    """What a template writes: every text is inert, and what is markup was made by us."""
    return inert(value) if isinstance(value, str) and not isinstance(value, Markup) else value
