"""Strict reading of JSON values: what is there must be of the right kind, and nothing may be extra.

What the fields mean is for the callers. `where` is the place of the value, as in
`rounds[3].actions[7]`, and stands in front of every message.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

from referee.rules.errors import BadRecord, nearest

Fields: TypeAlias = Mapping[str, object]
Meaning = TypeVar("Meaning")

LARGEST = 2**31 - 1
# Cards, actions, times or void decks of a round: more than any ruleset leads to.
MOST_OF_A_ROUND = 200
LONGEST_SHOWN = 60
MOST_LISTED = 14


def fields(
    value: object, where: str, required: Sequence[str], optional: Sequence[str] = ()
) -> Fields:
    """Return an object that has all the required keys, and no others but the optional ones."""
    if not isinstance(value, dict):
        raise _wrong(where, "an object", value)
    known = (*required, *optional)
    for key in required:
        if key not in value:
            raise _bad(where, f"`{key}` is missing")
    for key in value:
        if key not in known:
            raise _bad(
                where, f"there is no key {_shown(key)} (known: {', '.join(known)})", key, known
            )
    return value


def items(value: object, where: str, most: int = LARGEST) -> list[object]:
    """Return a list of at most so many items."""
    if not isinstance(value, list):
        raise _wrong(where, "a list", value)
    if len(value) > most:
        raise BadRecord(f"{where}: {len(value)} items, and there can be {most} at most")
    return value


def optional_items(value: object, where: str, most: int = LARGEST) -> list[object]:
    """Return a list; an empty one if there is none."""
    return [] if value is None else items(value, where, most)


def pair(value: object, where: str, wanted: str) -> tuple[object, object]:
    """Return a list of two."""
    listed = items(value, where)
    if len(listed) != 2:
        raise _wrong(where, wanted, value)
    return listed[0], listed[1]


def text(value: object, where: str) -> str:
    """Return a text that can be written as UTF-8, which JSON does not promise."""
    if not isinstance(value, str) or not _is_utf8(value):
        raise _wrong(where, "a text", value)
    return value


def _is_utf8(value: str) -> bool:
    return value.isascii() or not any("\ud800" <= mark <= "\udfff" for mark in value)


def optional_text(value: object, where: str) -> str | None:
    """Return a text, or nothing."""
    return None if value is None else text(value, where)


def count(value: object, where: str) -> int:
    """Return a whole number that is not below 0 and not out of all proportion."""
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise _wrong(where, f"a whole number from 0 to {LARGEST}", value)
    return value


def flag(value: object, where: str) -> bool:
    """Parse a boolean."""
    if not isinstance(value, bool):
        raise _wrong(where, "true or false", value)
    return value


def optional_amounts(value: object, where: str) -> tuple[float, ...] | None:
    """Return a list of numbers of 0 or more, or nothing."""
    if value is None:
        return None
    listed = items(value, where, MOST_OF_A_ROUND)
    if not set(map(type, listed)) <= {int, float}:
        index = next(index for index, one in enumerate(listed) if type(one) not in (int, float))
        raise _wrong(f"{where}[{index}]", "a number", listed[index])
    amounts = tuple(cast("list[float]", listed))
    if amounts and not 0 <= min(amounts) <= max(amounts) <= LARGEST:
        raise _wrong(where, f"numbers from 0 to {LARGEST}", value)
    return amounts


def word(value: object, where: str, known: Mapping[str, Meaning]) -> Meaning:
    """Return the meaning of a word."""
    if not isinstance(value, str):
        raise _wrong(where, "a text", value)
    if value not in known:
        raise _bad(where, f"{_shown(value)} is not known (known: {_listed(known)})", value, known)
    return known[value]


def optional_word(value: object, where: str, known: Mapping[str, Meaning]) -> Meaning | None:
    """Return the meaning of a word, or None."""
    return None if value is None else word(value, where, known)


def words(value: object, where: str, known: Mapping[str, Meaning]) -> list[Meaning]:
    """Return the meanings of the words in a list.

    It is fast, since most of a record is such lists.
    """
    listed = items(value, where, MOST_OF_A_ROUND)
    try:
        return [known[one] for one in listed]  # type: ignore[index]
    except (KeyError, TypeError):
        return [word(one, f"{where}[{index}]", known) for index, one in enumerate(listed)]


def _wrong(where: str, wanted: str, value: object) -> BadRecord:
    return _bad(where, f"{wanted} is needed, not {_shown(value)}")


def _bad(where: str, what: str, name: str = "", known: Iterable[str] = ()) -> BadRecord:
    return BadRecord(f"{where or 'the record'}: {what}", nearest(name, known))


def _shown(value: object) -> str:
    written = json.dumps(value)
    return written if len(written) <= LONGEST_SHOWN else f"{written[:LONGEST_SHOWN]}…"


def _listed(known: Iterable[str]) -> str:
    names = list(known)
    shown = names if len(names) <= MOST_LISTED else [*names[:3], "…", names[-1]]
    return ", ".join(shown)
