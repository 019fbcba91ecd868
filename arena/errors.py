"""Errors: the mistakes of a person, and what the arena cannot continue with.

ArenaError               a message, perhaps a hint, and the exit code (2)
├── NoBotsFolder         the bots folder is absent, unreadable, a file, or itself one bot
├── UnknownEntrant       `--only` or `--exclude` names a bot that is not there
├── CacheUnusable        the cache cannot be written
├── RuntimeUnavailable   the Python that bots run on cannot be made
├── BadPlan              flags of a run do not go together, or not with these bots
├── UnknownSchedule      `--schedule` names one that is not there
├── BadSprt, BadAnchor   `--sprt` or `--anchor` cannot be read
├── NotRetired           a bot is to be taken back that was not taken out
├── NoColumn             `--columns` names none
├── BadEventName         an event's name is no folder's
├── UnknownEvent         no event or file has this name
├── UnknownMatch         the event has no match with this name
├── UnknownRatingSystem  `--ratings` names a system that is not there
├── UnknownChoice        a flag has a value that it cannot have
├── UnknownLanguage      `--lang` names one without a sample bot
├── NoNewBot             a bot cannot be begun in that folder, or under that name
├── NoSuchRecord         a file of records has no such match, or none was named
├── NoSuchPosition       a match does not come to this round or action
├── NothingAsked         nobody was asked anything at a position
├── NothingToWatch       a file of records is not played
├── NoPage, PortTaken    the live page cannot be served
├── MissingExtra         a command needs packages that were not installed
├── NoStore, BadLeg      a store is none of ours, or holds what cannot be
├── BadExport            a file of records cannot be read
├── NotWritten           a file cannot be written (4 where there is no room)
├── StoreFailure         the store cannot be written now, and the same command goes on (4)
├── OtherSettings        an event was begun under other settings
├── StoreLost            an event has a secret or published deals, and no store
├── NoCommitment         a commitment would show nothing
├── NothingToReveal      no secret was made, or the deals are predictable
├── BadBeacon            `--beacon` is no plain text
├── OtherBeacon          the deals were begun with another beacon
├── LostSecret           the secret is gone, or not the one that deals
├── NoEvidence           deals cannot be checked by what is at hand
├── BadStatement         a `deals.json` cannot be read
├── EventBusy            another arena is running the event
├── BotAbsent            the bot that a person wants to play against did not join
├── RecordExists         a match would be written over another file, or into no folder
├── NoSandbox            no level of confinement holds that is asked for
├── LevelAbsent          this machine lacks what a level of confinement needs
├── SelfTestFailed       a level of confinement does not hold here what it promises
├── TooMuchSeen          bots would see what they must not see
├── BadCluster           `--cluster` cannot be used
├── BadRemote            what was said of remote entrants cannot be done
├── NoCertificates       the package that makes certificates is not installed
├── TooFewBots           a tournament takes two
├── Stopped              the run ended before its time, and the same command goes on (4)
└── EntryRefused         one bot cannot enter; a run lists it and continues without it
    ├── BadManifest      `bot.toml` breaks its schema
    ├── BadFiles         the folder holds what a bot may not bring
    ├── NoProgram        the first word of a command leads nowhere
    └── BuildFailed      the build command did not succeed

A bot that fails while it plays is a verdict, not an error; our own bugs keep their tracebacks.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from referee.rules.errors import nearest

#: Tells the person at the terminal something that is not an error, in one line.
Notify: TypeAlias = Callable[[str], None]

USAGE = 2
STOPPED = 4
INTERRUPTED = 130


class ArenaError(Exception):
    """A mistake a person can mend. `hint` says how; it may be empty."""

    def __init__(self, message: str, hint: str = "", *, exit_code: int = USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.exit_code = exit_code


class NoBotsFolder(ArenaError):
    """The bots folder is absent, unreadable, a file, or itself one bot."""


class UnknownEntrant(ArenaError):
    """A flag names a bot that is not in the bots folder."""

    def __init__(self, flag: str, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(sorted(known))
        super().__init__(
            f"{flag}: no bot named `{shown(name)}` (known: {', '.join(self.known) or 'none'})",
            nearest(name, self.known),
        )


class UnknownChoice(ArenaError):
    """A choice that leaves nothing, because there is no such thing."""

    def __init__(self, what: str, word: str, known: list[str]) -> None:
        super().__init__(
            f"no {what} `{shown(word)}` (known: {', '.join(known) or 'none'})", nearest(word, known)
        )


class CacheUnusable(ArenaError):
    """The cache cannot be written."""


class RuntimeUnavailable(ArenaError):
    """The Python that bots run on cannot be made from this installation."""


class Stopped(ArenaError):
    """The run ended before its time; the same command goes on with it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, exit_code=STOPPED)


class EntryRefused(ArenaError):
    """A bot cannot enter. The message names its folder."""


class BadManifest(EntryRefused):
    """`bot.toml` breaks its schema."""


class BadFiles(EntryRefused):
    """The folder holds what a bot may not bring: links, devices, too much of anything."""


class NoProgram(EntryRefused):
    """The first word of a command leads nowhere."""


class BuildFailed(EntryRefused):
    """The build command did not succeed."""


def shown(text: object) -> str:
    """Return a foreign text as a terminal may show it: what does not print is escaped."""
    return "".join(
        mark if mark.isprintable() else mark.encode("unicode_escape").decode("ascii")
        for mark in str(text)
    )


def told(group: ExceptionGroup[Exception]) -> Exception:
    """Return the error of a group to show: one that a person can fix, if there is one."""
    mendable, _ = group.split(ArenaError)
    first: BaseException = mendable or group
    while isinstance(first, BaseExceptionGroup) and mendable:
        first = first.exceptions[0]
    return first if isinstance(first, Exception) else group
