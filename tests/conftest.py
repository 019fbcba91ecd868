"""Settings of all tests: their kinds, how a test asks for a tool, and how laws are tried."""

import gc
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.kinds import ALONE, KINDS, SMOKE, kind_of
from tests.lacking import lacking

ROOT = Path(__file__).parents[1]
ASKED_BY_LIBRARIES = {"fc-list"}  # by matplotlib for fonts, the first time
NOT_TESTED = "arena/not-tested"  # a key of pytest's cache

# How long an example takes says nothing on a busy machine. Where everything is required the
# examples are the same each time: new ones are for whoever is there to read what they found.
settings.register_profile(
    "arena", deadline=None, derandomize=os.environ.get("ARENA_REQUIRE_ALL") == "1"
)
settings.load_profile("arena")


def pytest_configure(config: pytest.Config) -> None:
    # A shell lets what it starts in the background ignore interrupts, and programs inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The readline library leaves the size of a terminal there, and xdist's workers inherit that.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    for kind, words in KINDS.items():
        config.addinivalue_line("markers", f"{kind}: {words}")
    config.addinivalue_line("markers", "alone: no other test may run at the same time")
    config.addinivalue_line("markers", "smoke: the one test of its kind that `make test` runs")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not any(item.get_closest_marker(kind) for kind in KINDS):
            fixtures = getattr(item, "fixturenames", ())
            if kind := kind_of(item.path.relative_to(ROOT), fixtures):
                item.add_marker(kind)
        if item.path.relative_to(ROOT).as_posix() in ALONE or item.get_closest_marker("chaos"):
            item.add_marker("alone")
        if item.nodeid in SMOKE:
            item.add_marker("smoke")


def pytest_collection_finish() -> None:
    """Spare what is loaded by now the collector's eyes: many tests end with a collection."""
    gc.freeze()


# What a test without a kind has started, and whether such a test runs.
_started: list[str] = []
_watches: list[str] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item):  # type: ignore[no-untyped-def]
    _started.clear()
    if not any(item.get_closest_marker(kind) for kind in KINDS):
        _watches.append(item.nodeid)
    try:
        return (yield)
    finally:
        _watches.clear()


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _watches and event == "subprocess.Popen" and arguments[0] not in ASKED_BY_LIBRARIES:
        _started.append(str(arguments[1]))


sys.addaudithook(_watch)


@pytest.fixture(autouse=True)
def _has_a_kind_if_it_starts_programs() -> Iterator[None]:
    yield
    assert _started == [], "a test that starts programs needs a kind, see tests/kinds.py"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--and-before",
        action="store_true",
        help="list what was not tested by the run before this one too",
    )


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """List what was not tested here, by what it would take."""
    counts = Counter(map(_not_tested, terminalreporter.getreports("skipped")))
    if cache := getattr(config, "cache", None):  # none with `-p no:cacheprovider`
        if config.getoption("--and-before"):
            counts.update(cache.get(NOT_TESTED, {}))
        cache.set(NOT_TESTED, dict(counts))
    if counts:
        terminalreporter.section("not tested here")
    for words, number in sorted(counts.items()):
        tests = "1 test" if number == 1 else f"{number} tests"
        terminalreporter.write_line(f"not tested here: {words}: {tests}")


def _not_tested(report: pytest.TestReport) -> str:
    kinds = [words for kind, words in KINDS.items() if kind in report.keywords]
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = reason.removeprefix("Skipped: ").partition("\n")[0]
    return f"{kinds[0] if kinds else 'in this process'} ({reason})"


@pytest.fixture(scope="session")
def require() -> Callable[[str], str]:
    """A function that finds a program: `require("node")` is its path.

    Without the program the test is skipped. ARENA_REQUIRE_ALL=1, set where everything should be
    installed, makes that a failure, so that a lost tool cannot hide tests for long.
    """
    return _require


def _require(tool: str) -> str:
    return shutil.which(tool) or lacking(f"no {tool}")
