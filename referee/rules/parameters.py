"""The keys of a ruleset as people write them, and what each may be.

They are read off the fields of `Ruleset` and the yaku table: a new field needs a range if it is a
number, and nothing else. Reading and writing rulesets by them is `house_rules`' business.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import get_args, get_type_hints

from referee.rules.ruleset import Ruleset
from referee.rules.yaku import TABLE, TSUKIFUDA, YAKU_IDS, Yaku

BASE, NAME, YAKU, CUP, VOID_IF = "base", "name", "yaku", "sake_cup_is_plain", "void_if"
NONE = "none"  # TOML has no null

# What every number may be. `tally` packs a base into 16 bits: these bounds keep it far below.
RANGES: Mapping[str, range] = {
    "months": range(1, 121),
    "max_calls_per_player": range(17),
    "max_calls_per_round": range(17),
    "min_base_to_call": range(1001),
    "double_from": range(1, 1001),
    "rival_called_factor": range(1, 101),
    "exhausted_dealer_points": range(1001),
    "points": range(1001),
    "extra": range(101),
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A key and what it may be: one of a few values, or a number."""

    key: str
    choices: tuple[object, ...] = ()
    numbers: range = range(0)

    @property
    def words(self) -> tuple[str, ...]:
        """The accepted words, numbers aside."""
        return tuple(word(choice) for choice in self.choices)

    @property
    def allowed(self) -> str:
        """The accepted values as part of a sentence."""
        parts = [f"`{choice}`" for choice in self.words]
        if self.numbers:
            parts.append(f"a whole number from {self.numbers[0]} to {self.numbers[-1]}")
        return " or ".join(parts)

    def is_allowed_number(self, value: object) -> bool:
        """Return whether a value is one of the numbers. `true` is none; Python counts it as 1."""
        return type(value) is int and value in self.numbers


def _parameter(key: str, kind: object) -> Parameter:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Parameter(key, tuple(kind))
    if kind is bool:
        return Parameter(key, (True, False))
    return Parameter(key, (None,) if NoneType in get_args(kind) else (), RANGES[key])


PARAMETERS: tuple[Parameter, ...] = (
    *(_parameter(k, t) for k, t in get_type_hints(Ruleset).items() if k not in (NAME, YAKU)),
    Parameter(CUP, (True, False)),
)
KEYS: tuple[str, ...] = (BASE, NAME, *(parameter.key for parameter in PARAMETERS), YAKU)

_ROWS = {row.id: row for row in TABLE}


def yaku_parameters(row: Yaku) -> tuple[Parameter, ...]:
    """Return the numbers of a yaku: `extra` where it can grow, `needs` where it counts cards."""
    usual = _ROWS[row.id]
    has_spare_cards = usual.cards.bit_count() > usual.needs
    found = [Parameter("points", numbers=RANGES["points"])]
    if has_spare_cards or usual.more:
        found.append(Parameter("extra", numbers=RANGES["extra"]))
    if has_spare_cards and not usual.family:
        found.append(Parameter("needs", numbers=range(1, row.cards.bit_count() + 1)))
    return tuple(found)


def void_if_ids(row: Yaku) -> tuple[str, ...]:
    """Return the yaku beside which a yaku may be void. Tsuki-fuda stands apart from all others."""
    if row.id == TSUKIFUDA:
        return ()
    return tuple(id_ for id_ in YAKU_IDS if id_ not in (row.id, TSUKIFUDA))


def yaku_keys(row: Yaku) -> tuple[str, ...]:
    """Return the keys of a yaku's row."""
    numbers = tuple(parameter.key for parameter in yaku_parameters(row))
    return (*numbers, VOID_IF) if void_if_ids(row) else numbers


def plain(value: object) -> object:
    """Return a value of a ruleset as TOML and JSON have it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    return NONE if value is None else value


def word(value: object) -> str:
    """Return a value as people write and read it.

    >>> word(None), word(True), word(("akatan", "aotan")), word(())
    ('none', 'true', 'akatan, aotan', 'none')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or NONE
    return str(plain(value))
