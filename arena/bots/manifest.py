"""The manifest of a bot: its `bot.toml`, or a lone executable.

The keys and their values are defined in `arena.bots.manifest_schema`; whether the programs exist is
checked in `arena.bots.runtime`.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from reprlib import Repr
from typing import Any, BinaryIO

from arena.bots.manifest_schema import KEYS, PYTHON, name
from arena.errors import BadManifest, shown
from arena.system.files import open_regular
from referee.rules.errors import nearest

FILE = "bot.toml"
MAX_BYTES = 16 * 1024

# Without a manifest: the first of these that is there, how it is started, what that needs.
EXECUTABLES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("bot", ("./bot",), ()),
    ("bot.py", (PYTHON, "bot.py"), ()),
    ("bot.js", ("node", "bot.js"), ("node",)),
)

# The only spelling of the nonce, so that taking it out cannot touch anything else.
NONCE_LINE = re.compile(
    r"""^[ \t]* nonce [ \t]* = [ \t]* (?: "[^"\\\n]*" | '[^'\n]*' ) [ \t]* (?: \#[^\n]* )?
        (?: \r?\n | \r?\Z )""",
    re.MULTILINE | re.VERBOSE,
)

SYNTAX_PLACE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|.*)\)")
EXAMPLES = {
    "name": 'name = "my-bot"',
    "command": f'command = ["{PYTHON}", "bot.py"]',
    "nonce": 'nonce = "a1b2c3"',
}

LISTS = ("command", "build", "requires")
LONGEST_CURE = 200

_repr = Repr()
_repr.maxstring = _repr.maxother = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A bot as its folder describes it. `label` is the author's word for this version."""

    name: str
    command: tuple[str, ...]
    label: str = ""
    build: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    language: str = ""
    author: str = ""
    description: str = ""
    transport: str = "unix"
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A single error in a manifest."""

    text: str
    hint: str = ""
    line: int | None = None

    def at(self, file: Path) -> str:
        """Return the problem after the place where it is."""
        place = shown(file) if self.line is None else f"{shown(file)}:{self.line}"
        return f"{place}: {self.text}"


def read_manifest(folder: Path, folder_name: str) -> Manifest | None:
    """Read the manifest of a bot's folder; None if it holds no bot. A lone executable has no file.

    A lone executable gets its name.
    """
    file = folder / FILE
    if os.path.lexists(file):
        with open_regular(file) as stream:
            return parse_manifest(manifest_text(stream, file), file)
    for executable, command, requires in EXECUTABLES:
        if _is_startable(folder / executable):
            _require_name(folder_name, folder)
            return Manifest(name=folder_name, command=command, requires=requires)
    return None


def manifest_text(stream: BinaryIO, file: Path) -> str:
    """Return the text of a manifest, which has to be short and UTF-8; errors name `file`."""
    content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadManifest(f"{shown(file)}: a manifest has at most {MAX_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadManifest(f"{shown(file)}:{line}: not UTF-8") from error


def parse_manifest(text: str, file: Path) -> Manifest:
    """Check every key, and report all errors at once."""
    table = _table(text, file)
    problems = list(_problems(table, text)) or list(_nonce_problem(table, text))
    if problems:
        raise BadManifest("\n".join(problem.at(file) for problem in problems), problems[0].hint)
    fields: dict[str, Any] = {
        KEYS[key].field: tuple(value) if isinstance(value, list) else value
        for key, value in table.items()
    }
    return Manifest(**fields)


def without_nonce(text: str) -> str:
    """Return the text of a valid manifest without the line of its nonce."""
    return NONCE_LINE.sub("", text)


def _table(text: str, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise BadManifest(f"{shown(file)}: lists nested too deeply") from error
    except ValueError as error:  # bad syntax, or a number or date out of bounds
        raise BadManifest(
            _syntax_problem(str(error)).at(file), f"for example {EXAMPLES['command']}"
        ) from error


def _syntax_problem(message: str) -> Problem:
    if not (found := SYNTAX_PLACE.fullmatch(message)):
        return Problem(f"not TOML: {message}")
    what, line, column = found["what"], found["line"], found["column"]
    if line is None:
        return Problem(f"not TOML: {what} at the end of the file")
    return Problem(f"not TOML: {what} in column {column}", line=int(line))


def _problems(table: Mapping[str, object], text: str) -> Iterator[Problem]:
    for key, value in table.items():
        line = _line_of(key, text)
        if key not in KEYS:
            known = f"(known: {', '.join(KEYS)})"
            yield Problem(f"unknown key `{shown(key)}` {known}", _nearest_key(key, value), line)
        elif wanted := KEYS[key].check(value):
            yield Problem(
                f"`{key}` must be {wanted}, not {_repr.repr(value)}", _cure(key, value), line
            )
    for key, row in KEYS.items():
        if row.required and key not in table:
            yield Problem(f"`{key}` is missing", f"for example {EXAMPLES[key]}")


def _nonce_problem(table: Mapping[str, object], text: str) -> Iterator[Problem]:
    """Check that removing the nonce changes nothing else, so that it can be chosen freely."""
    kept = {key: value for key, value in table.items() if key != "nonce"}
    try:
        is_free = tomllib.loads(without_nonce(text)) == kept
    except ValueError:
        is_free = False
    if not is_free:
        wanted = f"as in {EXAMPLES['nonce']}"
        line = _line_of("nonce", text)
        yield Problem("`nonce` must stand on a line of its own, in plain quotes", wanted, line)


def _nearest_key(key: str, value: object) -> str:
    if isinstance(value, dict):
        return f"keys stand at the top of {FILE}, under no [heading]"
    return nearest(key, KEYS)


def _cure(key: str, value: object) -> str:
    """Return a hint for a string in place of a list, which is most often a shell command."""
    if not isinstance(value, str) or key not in LISTS or len(value) > LONGEST_CURE:
        return ""
    words = ", ".join(f'"{word}"' for word in shown(value).split())
    return f"write {key} = [{words}]"


def _line_of(key: str, text: str) -> int | None:
    """Return the first line that looks like the key's own: `key =`, `key.part =` or `[key]`."""
    found = re.search(rf"""^[ \t\[]*["']?{re.escape(key)}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else None


def _is_startable(file: Path) -> bool:
    """Return whether a lone file can be the bot; one for an interpreter need not be executable."""
    return file.is_file() and (file.suffix != "" or os.access(file, os.X_OK))


def _require_name(folder_name: str, folder: Path) -> None:
    if rule := name(folder_name):
        raise BadManifest(
            f"{shown(folder)}: `{shown(folder_name)}` cannot be a bot's name ({rule})",
            f"rename the folder, or add a {FILE} with a name",
        )
