"""The live page in a browser: it follows the event, hides what is to come, and comes back."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.live.run_status import STATUS_FILE
from arena.report.page import REPORT, write_report
from arena.store.store import Store
from referee.rules.seats import Seat
from tests.arena.report.conftest import EVERY_SCHEME, EVERY_SIZE
from tests.arena.report.looking import is_within_window, kept, serious
from tests.hostile import MARKS, NAMES, hostile_records
from tests.records import forfeited
from tests.stores import new_store, tournament

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
PATIENCE = 30_000  # ms
BOTS = ("greedy", "yaku")
OVER = "not running, 4 matches played"


@contextmanager
def watching(results: Path, *arguments: str) -> Iterator[str]:
    """`arena watch` on these events, and the address that it says."""
    command = (sys.executable, "-m", "arena.cli.app", "watch", "spring", "--results", str(results))
    with subprocess.Popen((*command, *arguments), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = ADDRESS.search(process.stderr.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.terminate()
        assert process.wait(60) == 0


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """An event that goes on: a whole pair of two bots, and the first leg of another."""
    with new_store(tmp_path / "spring", BOTS) as store:
        store.add(tournament(BOTS, 2)[:3])
    running = {"done": 3, "total": 8, "rate": 1, "seconds_left": 90, "pid": os.getpid()}
    (tmp_path / "spring" / STATUS_FILE).write_text(json.dumps(running))
    return tmp_path


def finish(results: Path) -> None:
    """The last leg is played, forfeited, and the run ends."""
    last = forfeited(tournament(BOTS, 2)[3], by=Seat.NORTH, finished=3)
    with Store.open(results / "spring" / "arena.sqlite") as store:
        store.add([last])
    write_report(results / "spring", results / "spring" / REPORT)
    (results / "spring" / STATUS_FILE).unlink()


@contextmanager
def opened(
    browser: Browser, address: str, width: int = 1440, scheme: str = "light"
) -> Iterator[Page]:
    """A page that asks for nothing elsewhere and complains of nothing but a lost server."""
    wrong: list[str] = []
    size = {"width": width, "height": 900}
    page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # A server that is gone is complained of by the browser.
    page.on("console", lambda said: "ERR_" in said.text or wrong.append(said.text))
    own = ADDRESS.match(address)
    assert own
    page.on("request", lambda asked: asked.url.startswith(own[0]) or wrong.append(asked.url))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield page
    page.close()
    assert wrong == []


def test_the_page_follows_the_event_without_being_loaded_again(
    browser: Browser, results: Path
) -> None:
    with watching(results) as address, opened(browser, address) as page:
        status = page.locator("[data-place=status]")
        assert page.inner_text("h1") == "spring"
        assert status.inner_text().startswith("3 of 8 matches played")
        assert page.locator("[data-place=latest] a").all_inner_texts() == [
            *("greedy~yaku.1.1", "greedy~yaku.1.2")
        ]
        page.evaluate("globalThis.isTheSame = true")

        finish(results)

        expect(status).to_have_text(OVER, timeout=PATIENCE)
        assert page.locator("[data-place=latest] a").count() == 4
        assert page.locator("section[aria-label=faults] td").all_inner_texts()[1] == "timeout"
        assert page.evaluate("isTheSame")


def test_a_finished_pair_is_replayed_and_a_running_one_is_not(
    browser: Browser, results: Path
) -> None:
    with watching(results) as address, opened(browser, address) as page:
        page.click("text=greedy~yaku.1.2")
        page.wait_for_selector(".viewer:visible")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("[data-place=place]").startswith("Round 1 of 12, turn 1")

        page.goto(f"{address}#match=greedy~yaku.2.1")
        page.wait_for_selector("[data-place=absent]:visible")
        assert "its pair is not over yet" in page.inner_text("[data-place=absent]")
        assert not page.is_visible(".viewer")


def test_the_page_finds_an_arena_that_was_started_again(browser: Browser, results: Path) -> None:
    with ExitStack() as first:
        address = first.enter_context(watching(results))
        with opened(browser, address) as page:
            status = page.locator("[data-place=status]")
            first.close()
            lost = "The arena does not answer; trying again"
            expect(status).to_have_text(lost, timeout=PATIENCE)

            with watching(results, "--web-port", address.split(":")[-1].strip("/")):
                expect(status).to_contain_text("3 of 8 matches played", timeout=PATIENCE)


@EVERY_SIZE
@EVERY_SCHEME
def test_every_view_is_sound_and_no_wider_than_the_window(
    browser: Browser, results: Path, width: int, scheme: str
) -> None:
    with watching(results) as address, opened(browser, address, width, scheme) as page:

        def seen(view: str) -> None:
            kept(page, "live", view, width, scheme)
            assert serious(page) == [], view
            assert is_within_window(page), view

        seen("running")
        page.focus("[data-place=latest] a")
        page.keyboard.press("Enter")
        page.wait_for_selector(".viewer:visible")
        page.keyboard.press("n")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("[data-place=place]").startswith("Round 2 of 12, turn 1")
        seen("replay")
        page.goto(f"{address}#match=greedy~yaku.2.1")
        page.wait_for_selector("[data-place=absent]:visible")
        page.evaluate("scrollTo(0, 0)")
        finish(results)
        expect(page.locator("[data-place=status]")).to_have_text(OVER, timeout=PATIENCE)
        seen("over")


def test_hostile_texts_run_nothing_and_stay_within_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    """`opened` fails where a script complains or anything is asked for."""
    records = [replace(one, event=None) for one in hostile_records()]
    with new_store(tmp_path / "spring", NAMES.values()) as store:
        for number, bot in enumerate(NAMES.values()):
            store.connection.execute(
                "UPDATE entrant SET version = ? WHERE name = ?", (f"sha256:{'ab'[number]}", bot)
            )
        store.add(records)
    with watching(tmp_path) as address, opened(browser, address, 360) as page:
        page.locator("[data-place=latest] a").first.click()
        # Names as long as these are shown in short, and so lead nowhere.
        page.wait_for_selector("[data-place=absent]:visible")

        text = page.inner_text("body")
        assert "<script>alert(1)</script>" in text
        assert not MARKS & set(text)
        assert "x" * 1000 not in text
        assert page.locator("script, img").count() == 1
        assert is_within_window(page)


@pytest.mark.process
def test_another_name_for_this_machine_is_refused(results: Path) -> None:
    with watching(results) as address:
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(address, headers={"Host": "evil.example"}))
        assert refused.value.code == 400
        refused.value.close()
