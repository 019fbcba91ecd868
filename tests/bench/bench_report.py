"""The report: how large it is, how long it takes to write, and when a browser shows it."""

import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from arena.report.page import REPORT
from arena.store.epochs import Epoch
from arena.store.settings import Settings
from arena.store.store import Store
from referee.rules.ruleset import LEMME
from tests.bench.bench_store import LEGS, fill
from tests.bench.timing import Row, wall_seconds
from tests.stores import new_store, tournament

BOTS = [f"bot-{number}" for number in range(10)]
PAIRS = 20
MEBIBYTE = 2**20
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"


def measure() -> Iterator[Row]:
    """Seconds on the clock, the start of Python included, and MiB."""
    with TemporaryDirectory() as results:
        middle, large = Path(results) / "middle", Path(results) / "large"
        with new_store(middle, BOTS) as store:
            store.add(tournament(BOTS, PAIRS))
        large.mkdir()
        with Store.create(large / "arena.sqlite", Settings(event="large", ruleset=LEMME)) as store:
            store.keep_epoch(Epoch(number=1, title="large"))
            fill(store)
        yield from _measured(middle, "10 bots × 20 pairs", 3, 3)
        yield from _measured(large, f"{LEGS:,} legs, 2,000 of them whole", 15, 5)


def _measured(event: Path, what: str, seconds: float, size: float) -> Iterator[Row]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = wall_seconds(lambda: _write(event))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    figures = f"seconds, {after.ru_utime - before.ru_utime:.2f} of CPU"
    written = (event / REPORT).stat().st_size / MEBIBYTE
    yield Row(f"report of {what}: writing it", took, "≤", seconds, figures)
    yield Row(f"report of {what}: size", written, "≤", size, "MiB")
    yield Row(f"report of {what}: first paint", _paint(event / REPORT), "≤", 1, "seconds")


def _write(event: Path) -> None:
    command = [sys.executable, "-m", "arena.cli.app", "report", str(event)]
    subprocess.run(command, check=True, capture_output=True)


def _paint(page_file: Path) -> float:
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        program = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        page = browser.new_page()
        page.goto(page_file.as_uri())
        page.wait_for_selector("html[data-ready]")
        painted: float = page.evaluate(FIRST_PAINT)
        browser.close()
    return painted
