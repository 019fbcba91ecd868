"""The keys of `bot.toml`, with a check for each."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard

PYTHON = "python"  # as a command's first word: the bot runtime
BRIDGE = ("arena", "bridge", "--")  # as its first words: what follows speaks lines of JSON
TRANSPORTS = ("unix", "tcp")

NAME = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,30}[a-z0-9])?")
NAME_RULE = "1 to 32 small letters a–z, digits, `-` and `_`, with a letter or digit at both ends"
NONCE = re.compile(r"[A-Za-z0-9._:+/=-]{0,64}")
PROGRAM = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,63}")

MAX_WORDS = 64
MAX_WORD_LENGTH = 4096

# What would move, hide or turn around the text it is shown in.
UNSHOWABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

Check = Callable[[object], str]  # what the value must be, if it is not; empty if it is


@dataclass(frozen=True, slots=True)
class Key:
    """A key of `bot.toml`: its field of `Manifest`, its check, and whether it is required."""

    field: str
    check: Check
    required: bool = False


def name(value: object) -> str:
    """Check the name of an entrant."""
    return "" if isinstance(value, str) and NAME.fullmatch(value) else NAME_RULE


def command(value: object) -> str:
    """Check a command: a program and its arguments, to be started without a shell."""
    if not _is_list_of_words(value):
        return f'a list of 1 to {MAX_WORDS} strings such as ["{PYTHON}", "bot.py"]'
    if value[0] == BRIDGE[0] and (tuple(value[:3]) != BRIDGE or not value[3:]):
        return f"`{' '.join(BRIDGE)}` and a command, where it starts with `{BRIDGE[0]}`"
    if not _starts_inside(unbridged(value)[0]):
        return (
            f"a list that starts with `{PYTHON}`, a program on the PATH or a path inside the folder"
        )
    return ""


def unbridged(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a command that start the bot's own program."""
    return words[len(BRIDGE) :] if tuple(words[: len(BRIDGE)]) == BRIDGE else words


def programs(value: object) -> str:
    """Check names of programs to be looked up on the PATH."""
    fine = isinstance(value, list) and all(
        isinstance(word, str) and PROGRAM.fullmatch(word) for word in value
    )
    return "" if fine else 'a list of program names such as ["node", "npm"]'


def nonce(value: object) -> str:
    """Check a nonce, which a bot adds to the deals."""
    fine = isinstance(value, str) and NONCE.fullmatch(value)
    return "" if fine else "a string of at most 64 letters, digits and -_.:+/="


def transport(value: object) -> str:
    """Check the transport by which the bot reaches the referee."""
    return "" if value in TRANSPORTS else " or ".join(f'"{known}"' for known in TRANSPORTS)


def text(longest: int, value: object) -> str:
    """Make a check for a line of text of at most this length."""
    fine = isinstance(value, str) and len(value) <= longest and _is_showable(value)
    return "" if fine else f"one line of text of at most {longest} characters"


KEYS = {
    "name": Key("name", name, required=True),
    "command": Key("command", command, required=True),
    "version": Key("label", partial(text, 40)),
    "build": Key("build", command),
    "requires": Key("requires", programs),
    "language": Key("language", partial(text, 40)),
    "author": Key("author", partial(text, 80)),
    "description": Key("description", partial(text, 300)),
    "transport": Key("transport", transport),
    "nonce": Key("nonce", nonce),
}


def _is_list_of_words(value: object) -> TypeGuard[list[str]]:
    return (
        isinstance(value, list)
        and 1 <= len(value) <= MAX_WORDS
        and all(isinstance(word, str) and _is_word(word) for word in value)
        and value[0] != ""
    )


def _is_word(word: str) -> bool:
    return len(word) <= MAX_WORD_LENGTH and "\0" not in word


def _starts_inside(program: str) -> bool:
    """Check that a path does not lead out of the folder. Links are rejected with the files."""
    return not program.startswith("/") and ".." not in program.split("/")


def _is_showable(line: str) -> bool:
    return all(unicodedata.category(mark) not in UNSHOWABLE for mark in line)
