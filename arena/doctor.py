"""Checks of this machine: what is installed, what works, and what is lost without the rest.

Everything is tried and not only looked up: a program that exists and does not run is reported.
"""

import asyncio
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib.metadata import PackageNotFoundError, version

from arena.bots.runtime import runtime_python
from arena.bots.scaffold import LANGUAGES, Language, needs
from arena.errors import CacheUnusable, RuntimeUnavailable
from arena.sandbox.choose import BEST, LevelTrial, explain
from arena.sandbox.detect import LevelAbsent
from arena.sandbox.levels import Level
from arena.system import cache
from arena.tables.table import Column, Table

PATIENCE_SECONDS = 60
FOUND_LENGTH = 60
GIBIBYTE = 1 << 30
PAIRS_TALK = "for strangers add `--pairs-apart`: the two matches of a pair can talk a little"
COLUMNS = tuple(map(Column, ("--lang", "language", "wants", "state", "found", "what to do")))


class State(Enum):
    """The state of a thing that was looked for."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


# The worst of what was found says whether bots in a language can be built.
WORST_FIRST = (State.MISSING, State.BROKEN, State.OK)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of looking for one thing. `found` is a version, or the error message."""

    what: str
    state: State
    found: str
    lost: str = ""
    remedy: str = ""
    is_essential: bool = False

    @property
    def is_fatal(self) -> bool:
        """True if no match can be played without it."""
        return self.is_essential and self.state is not State.OK


@dataclass(frozen=True, slots=True)
class Trial:
    """A command whose success shows that something works."""

    what: str
    command: tuple[str, ...]
    lost: str
    remedy: str
    is_essential: bool = False


LOST_WITHOUT = {
    Level.BWRAP: "strangers' bots are played at `landlock`, or not at all",
    Level.LANDLOCK: "strangers' bots are played at `bwrap`, or not at all",
    Level.LIMITS: "bots are played without any limit on what they use",
}

PACKAGES = ("grpcio", "protobuf", "numpy", "trueskill", "typer", "rich")
EXTRAS = {
    "cryptography": "remote bots need certificates that you bring",
    "grpcio-health-checking": "a server for remote bots answers no health checks",
    "grpcio-reflection": "a server for remote bots does not say what it serves",
}
SERVE = "pip install 'koikoi-arena[serve]'"
REINSTALL = "install koikoi-arena again, with its dependencies"
BOT_CODE = "import grpc; from koikoi.v1 import referee_pb2_grpc"
ARENA_CODE = f"import numpy, sqlite3, trueskill; {BOT_CODE}"

SETPRIV = Trial(
    "setpriv",
    ("setpriv", "--pdeathsig", "KILL", "--", "true"),
    "bots may live on when the arena is killed",
    "install util-linux 2.33 or newer",
)
TOOLS = (
    Trial("node", ("node", "--version"), "bots that need Node.js are skipped", "install Node.js"),
    Trial("npm", ("npm", "--version"), "bots that need npm are skipped", "install Node.js' npm"),
    Trial("go", ("go", "version"), "bots that need Go are skipped", "install Go"),
    Trial("cargo", ("cargo", "--version"), "bots that need Cargo are skipped", "install Rust"),
    Trial("java", ("java", "-version"), "bots that need Java are skipped", "install a JDK"),
    Trial("javac", ("javac", "-version"), "bots that need javac are skipped", "install a JDK"),
    Trial("mvn", ("mvn", "-q", "-v"), "bots that need Maven are skipped", "install Maven"),
    Trial("c++", ("c++", "--version"), "bots that need c++ are skipped", "install GCC or Clang"),
    Trial("cmake", ("cmake", "--version"), "bots that need CMake are skipped", "install CMake"),
    Trial(
        "protoc",
        ("protoc", "--version"),
        "bots that need protoc are skipped",
        "install protobuf's compiler and development files",
    ),
    Trial(
        "grpc_cpp_plugin",
        ("grpc_cpp_plugin",),  # given nothing to do it does nothing
        "bots that need gRPC for C++ are skipped",
        "install gRPC's C++ plugin and development files",
    ),
)


def examine() -> Iterator[Finding]:
    """Yield a finding for each check, the essential ones first. Each runs when it is asked for."""
    yield Finding("python", State.OK, platform.python_version())
    yield from map(_package, PACKAGES)
    yield attempt(_loading("arena", sys.executable, ARENA_CODE))
    yield _cache()
    yield _bot_runtime()
    yield _setpriv()
    yield from map(_extra, EXTRAS)
    yield from map(attempt, TOOLS)
    yield from _sandboxes()
    yield Finding("cores", State.OK, str(_cores()))
    yield Finding("memory", State.OK, f"{_memory() / GIBIBYTE:.1f} GiB")


def _package(name: str) -> Finding:
    try:
        return Finding(name, State.OK, version(name), is_essential=True)
    except PackageNotFoundError:
        lost = "the arena does not run"
        return Finding(name, State.MISSING, "", lost, REINSTALL, is_essential=True)


def _extra(name: str) -> Finding:
    try:
        return Finding(name, State.OK, version(name))
    except PackageNotFoundError:
        return Finding(name, State.MISSING, "", EXTRAS[name], SERVE)


def _loading(what: str, python: str, code: str) -> Trial:
    # -P: what lies in the folder someone happens to be in is not meant.
    lost = "no match can be played"
    return Trial(what, (python, "-P", "-c", code), lost, REINSTALL, is_essential=True)


def _cache() -> Finding:
    place = cache.cache()
    try:
        with cache.fresh_folder(place):
            free = shutil.disk_usage(place).free / GIBIBYTE
    except CacheUnusable as error:
        return _unusable("cache", error)
    return Finding("cache", State.OK, f"{place}, {free:.1f} GiB free", is_essential=True)


def _bot_runtime() -> Finding:
    try:
        python = runtime_python()
    except (CacheUnusable, RuntimeUnavailable) as error:
        return _unusable("python of bots", error)
    return attempt(_loading("python of bots", str(python), BOT_CODE))


def _unusable(what: str, error: CacheUnusable | RuntimeUnavailable) -> Finding:
    lost = "no bot can be started"
    return Finding(what, State.BROKEN, error.message, lost, error.hint, is_essential=True)


def _setpriv() -> Finding:
    finding = attempt(SETPRIV)
    if finding.state is not State.BROKEN:
        return finding
    # Commands of bots begin with it wherever it is found.
    return replace(finding, lost="no bot can be started", is_essential=True)


def _sandboxes() -> Iterator[Finding]:
    """Try every sandbox level that confines bots, with its self-test."""
    try:
        trials = asyncio.run(explain(BEST, runtime_python()))
    except (CacheUnusable, RuntimeUnavailable):
        return  # which is told of already
    for trial in trials:
        if trial.level in LOST_WITHOUT:
            yield _sandbox(trial)


def _sandbox(trial: LevelTrial) -> Finding:
    what, lost = f"sandbox {trial.level.value}", LOST_WITHOUT[trial.level]
    if trial.confinement is not None:
        remedy = trial.remedy or (PAIRS_TALK if trial.level is Level.BWRAP else "")
        return Finding(what, State.OK, trial.confinement.summary, remedy=remedy)
    is_absent = isinstance(trial.failures[0], LevelAbsent)
    state = State.MISSING if is_absent else State.BROKEN
    return Finding(what, state, trial.failures[0].message, lost, trial.remedy)


def attempt(trial: Trial) -> Finding:
    """Run a trial and return what was found."""
    program, *arguments = trial.command
    path = shutil.which(program)
    if path is None:
        return _failed(trial, State.MISSING, "")
    try:
        done = _run([path, *arguments])
    except (OSError, subprocess.TimeoutExpired) as error:
        return _failed(trial, State.BROKEN, str(error))
    lines = [line for line in (done.stdout + done.stderr).splitlines() if _says_something(line)]
    if done.returncode:
        return _failed(trial, State.BROKEN, lines[-1] if lines else f"exit code {done.returncode}")
    found = _short(lines[0]) if lines else "works"
    return Finding(trial.what, State.OK, found, is_essential=trial.is_essential)


def _says_something(line: str) -> bool:
    return any(map(str.isalnum, line))


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def _failed(trial: Trial, state: State, found: str) -> Finding:
    return Finding(
        trial.what, state, _short(found), trial.lost, trial.remedy, is_essential=trial.is_essential
    )


def _short(text: str) -> str:
    return text if len(text) <= FOUND_LENGTH else text[: FOUND_LENGTH - 1] + "…"


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def language_list() -> Table:
    """Return a row for each language; every program it needs is tried."""
    return Table(COLUMNS, tuple(_rows()))


def _rows() -> Iterator[tuple[str, ...]]:
    for word, language in LANGUAGES.items():
        findings = tuple(_tried(language))
        yield word, language.title, language.wants, *_said(findings)


def _tried(language: Language) -> Iterator[Finding]:
    trials = {trial.what: trial for trial in TOOLS}
    yield from (attempt(trials[program]) for program in needs(language))


def _said(findings: Sequence[Finding]) -> tuple[str, str, str]:
    """Return state, what was found, and what to do."""
    if not findings:
        return State.OK.value, "the arena's own", ""
    state = next(state for state in WORST_FIRST if state in {one.state for one in findings})
    found = (f"{one.what}: {one.found or one.state.value}" for one in findings)
    remedies = dict.fromkeys(one.remedy for one in findings if one.remedy)
    return state.value, "; ".join(found), "; ".join(remedies)
