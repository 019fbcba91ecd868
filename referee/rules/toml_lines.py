"""The lines on which the keys of a TOML text stand, which `tomllib` does not tell."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str, ...]

_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]")
_ASSIGNMENT = re.compile(r"\s*([\w.\"' \t-]+?)\s*=")


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line of every key that begins one; keys inside braces are not told apart.

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
    """The line of a key, else of what it holds, else of the table around it; else None."""
    within = (line for known, line in lines.items() if known[: len(path)] == path)
    around = (lines[path[:size]] for size in range(len(path), 0, -1) if path[:size] in lines)
    return next(within, None) or next(around, None)
