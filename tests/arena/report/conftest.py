"""Pages in the system's Chromium, and the events that they are of."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from arena.report.page import write_report
from referee.rules.seats import Seat
from referee.rules.verdicts import Verdict
from tests.records import forfeited
from tests.stores import new_store, tournament

BOTS = ("first", "greedy", "random", "yaku")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
EVERY_SIZE = pytest.mark.parametrize("width", [360, 1440])
EVERY_SCHEME = pytest.mark.parametrize("scheme", ["light", "dark"])

OpenPage = Callable[..., Page]


# For a module and no longer: while it is open no other test of the thread can run asyncio.
@pytest.fixture(scope="module")
def browser(require: Callable[[str], str]) -> Iterator[Browser]:
    """Chromium, as the system has it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require("chromium"), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an event of four bots, in which two matches were forfeited."""
    folder = tmp_path_factory.mktemp("event")
    records = tournament(BOTS, 3)
    records[0] = forfeited(records[0], by=Seat.NORTH, finished=4, actions=6)
    records[7] = forfeited(records[7], by=Seat.SOUTH, finished=0, verdict=Verdict.CRASH)
    with new_store(folder, BOTS) as store:
        store.add(records)
    write_report(folder, folder / "report.html")
    return folder / "report.html"


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """A function that opens a file and waits until its scripts have run.

    At the end no page may have asked for anything but itself, or complained.
    """
    pages: list[Page] = []
    wrong: list[str] = []

    def open_page(file: Path, place: str = "", *, width: int = 1440, scheme: str = "light") -> Page:
        size = {"width": width, "height": 900}
        page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
        pages.append(page)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: asked(request.url, file))
        page.goto(file.as_uri() + place)
        page.wait_for_selector("html[data-ready]")
        return page

    def asked(url: str, file: Path) -> None:
        if url.partition("#")[0] != file.as_uri():
            wrong.append(f"request: {url}")

    yield open_page
    for page in pages:
        page.close()
    assert wrong == []
