"""House rules: a ruleset as plain data and back, and as the TOML that people write.

Which keys there are and what they may be is in `parameters`. Text comes in as an argument:
opening files is for others.

The lines on which the keys of a TOML text stand, which `tomllib` does not tell.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import NoReturn, TypeAlias

from referee.rules.errors import BadRuleset, nearest
from referee.rules.parameters import (
    BASE,
    CUP,
    KEYS,
    NAME,
    PARAMETERS,
    VOID_IF,
    YAKU,
    Parameter,
    plain,
    void_if_ids,
    word,
    yaku_keys,
    yaku_parameters,
)
from referee.rules.ruleset import DEFAULT, RULESETS, Ruleset, with_cup_as_plain
from referee.rules.yaku import SAKE_CUP, TABLE, YAKU_IDS, Yaku

KeyPath: TypeAlias = tuple[str, ...]

_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]")
_ASSIGNMENT = re.compile(r"\s*([\w.\"' \t-]+?)\s*=")
NAME_PATTERN = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,30}[a-z0-9])?")
NAMES = "1 to 32 of a-z, 0-9, `_` and `-`, the first and the last a letter or a digit"
SHOWN_LENGTH = 60

_CARDS = {row.id: row.cards for row in TABLE}
# What TOML promises of whole numbers.
MOST = 2**63 - 1


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """Return the line of every key that begins one; keys inside braces are not told apart.

    >>> key_lines('months = 3\\n[yaku.tane]\\npoints = 2')
    {('months',): 1, ('yaku', 'tane'): 2, ('yaku', 'tane', 'points'): 3}
    """
    return dict(_key_lines(text))


def _key_lines(text: str) -> Iterator[tuple[KeyPath, int]]:
    table: KeyPath = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _parts(header[1])
            yield table, number
        elif assignment := _ASSIGNMENT.match(line):
            yield (*table, *_parts(assignment[1])), number


def _parts(key: str) -> KeyPath:
    return tuple(part.strip().strip("\"'") for part in key.split("."))


def line_of(path: KeyPath, lines: Mapping[KeyPath, int]) -> int | None:
    """Return the line of a key, else of what it holds, else of the table around it; else None."""
    within = (line for known, line in lines.items() if known[: len(path)] == path)
    around = (lines[path[:size]] for size in range(len(path), 0, -1) if path[:size] in lines)
    return next(within, None) or next(around, None)


def ruleset_to_mapping(ruleset: Ruleset) -> dict[str, object]:
    """Return all parameters as plain data for `ruleset_from_mapping`.

    Raises BadRuleset for one that house rules cannot express, such as a yaku of other cards.
    """
    parameters = {p.key: plain(getattr(ruleset, p.key)) for p in PARAMETERS if p.key != CUP}
    yaku = {
        row.id: {key: plain(getattr(row, key)) for key in yaku_keys(row)}
        for row in ruleset.yaku
        if row.id in _CARDS
    }
    written = {NAME: ruleset.name, **parameters, CUP: _cup_is_plain(ruleset), YAKU: yaku}
    if ruleset_from_mapping(written) != ruleset:
        raise BadRuleset(
            f"ruleset {shown(ruleset.name)} cannot be written down: more of its yaku table was"
            " changed than house rules can say"
        )
    return written


def _cup_is_plain(ruleset: Ruleset) -> bool:
    return any(row.id == "kasu" and bool(row.cards & SAKE_CUP) for row in ruleset.yaku)


def ruleset_from_mapping(data: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of `base` (by default `lemme`) with the keys of `data` changed.

    Raises BadRuleset, which says what may stand there, at the first key or value that may not.
    """
    return _Reader(lambda path: "ruleset").ruleset(data)


def parse_house_rules(text: str, source: str) -> Ruleset:
    """Return the ruleset that a TOML text describes; `source` is its name in messages.

    Raises BadRuleset with the line, the key and the value.
    """
    data = _table(text, source)
    lines = key_lines(text)

    def place(path: KeyPath) -> str:
        line = line_of(path, lines)
        return source if line is None else f"{source}:{line}"

    return _Reader(place).ruleset(data)


def _table(text: str, source: str) -> dict[str, object]:
    """Return the TOML in a text. Raises BadRuleset, for numbers of more than 64 bits too."""
    hint = 'house rules are lines such as `offer_on = "new_yaku"`'
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadRuleset(f"{source}: lists or tables nested too deeply", hint) from None
    except ValueError as error:  # bad syntax, or a number or date out of bounds
        told = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a value out of bounds"
        raise BadRuleset(f"{source} is not TOML: {told}", hint) from None
    values: list[object] = [data]
    for value in values:
        if isinstance(value, int) and not -MOST <= value <= MOST:
            raise BadRuleset(f"{source} is not TOML: a number of more than 64 bits", hint)
        values += value.values() if isinstance(value, dict) else ()
        values += value if isinstance(value, list) else ()
    return data


class _Reader:
    """Reads plain data into a ruleset; `place` says where a key stands."""

    def __init__(self, place: Callable[[KeyPath], str]) -> None:
        self._place = place

    def ruleset(self, data: Mapping[str, object]) -> Ruleset:
        self._require_known((), data, KEYS)
        base = self._base(data.get(BASE, DEFAULT.name))
        changes = self._values((), data, PARAMETERS)
        cup = changes.pop(CUP, _cup_is_plain(base))
        table = _with_cup(base.yaku, is_plain=bool(cup))
        name = self._name(data.get(NAME, f"{base.name}-house"))
        yaku = self._yaku(table, data.get(YAKU, {}))
        ruleset = replace(base, name=name, yaku=yaku, **changes)  # type: ignore[arg-type]
        self._require_own_name(ruleset)
        return ruleset

    def _base(self, name: object) -> Ruleset:
        if not isinstance(name, str) or name not in RULESETS:
            allowed = " or ".join(f"`{known}`" for known in RULESETS)
            self._refuse_value((BASE,), name, allowed, RULESETS)
        return RULESETS[name]

    def _name(self, name: object) -> str:
        if not isinstance(name, str) or not NAME_PATTERN.fullmatch(name):
            self._refuse_value((NAME,), name, NAMES)
        return name

    def _require_own_name(self, ruleset: Ruleset) -> None:
        name = ruleset.name
        if ruleset != RULESETS.get(name, ruleset):
            problem = f"`{name}` is the name of a preset with other values"
            self._refuse((NAME,), problem, f"name these rules otherwise, such as `{name}-house`")

    def _yaku(self, table: tuple[Yaku, ...], data: object) -> tuple[Yaku, ...]:
        named = self._table((YAKU,), data, YAKU_IDS)
        return tuple(self._row(row, named[row.id]) if row.id in named else row for row in table)

    def _row(self, row: Yaku, data: object) -> Yaku:
        path, parameters, ids = (YAKU, row.id), yaku_parameters(row), void_if_ids(row)
        table = self._table(path, data, yaku_keys(row))
        changes = self._values(path, table, parameters)
        if VOID_IF in table:
            changes[VOID_IF] = self._ids((*path, VOID_IF), table[VOID_IF], ids)
        return replace(row, **changes)  # type: ignore[arg-type]

    def _ids(self, path: KeyPath, value: object, known: tuple[str, ...]) -> tuple[str, ...]:
        if not isinstance(value, list):
            self._refuse_value(path, value, f"a list of yaku, such as `[{known[0]!r}]`")
        for id_ in value:
            if id_ not in known or value.count(id_) > 1:
                self._refuse_value(path, id_, f"any of these, once: {', '.join(known)}", known)
        return tuple(value)

    def _values(
        self, path: KeyPath, data: Mapping[str, object], parameters: tuple[Parameter, ...]
    ) -> dict[str, object]:
        return {
            parameter.key: self._value((*path, parameter.key), data[parameter.key], parameter)
            for parameter in parameters
            if parameter.key in data
        }

    def _value(self, path: KeyPath, value: object, parameter: Parameter) -> object:
        for choice in parameter.choices:
            # By type as well: to Python 1 and true are equal.
            if plain(choice) == value and type(plain(choice)) is type(value):
                return choice
        if not parameter.is_allowed_number(value):
            self._refuse_value(path, value, parameter.allowed, parameter.words)
        return value

    def _table(self, path: KeyPath, data: object, known: Collection[str]) -> Mapping[str, object]:
        if not isinstance(data, Mapping):
            self._refuse_value(path, data, f"a table with any of these: {', '.join(known)}")
        self._require_known(path, data, known)
        return data

    def _require_known(
        self, path: KeyPath, data: Mapping[str, object], known: Collection[str]
    ) -> None:
        for key in data:
            if key not in known:
                problem = f"there is no {_dotted((*path, key))} (known: {', '.join(known)})"
                self._refuse((*path, key), problem, nearest(key, known))

    def _refuse_value(
        self, path: KeyPath, value: object, allowed: str, words: Collection[str] = ()
    ) -> NoReturn:
        problem = f"{_dotted(path)} cannot be {shown(value)} (it can be {allowed})"
        self._refuse(path, problem, nearest(str(value), words))

    def _refuse(self, path: KeyPath, problem: str, hint: str = "") -> NoReturn:
        raise BadRuleset(f"{self._place(path)}: {problem}", hint)


def _with_cup(table: tuple[Yaku, ...], *, is_plain: bool) -> tuple[Yaku, ...]:
    rows = tuple(replace(row, cards=_CARDS[row.id]) for row in table)
    return with_cup_as_plain(rows) if is_plain else rows


def _dotted(path: KeyPath) -> str:
    return shown(".".join(path))


def shown(value: object) -> str:
    """Return a foreign value for a message: short, printable, in backticks."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in word(value))
    return f"`{text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 1] + '…'}`"
