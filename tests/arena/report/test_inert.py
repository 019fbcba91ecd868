"""Nothing that a stranger has chosen does anything in a report, wherever it stands."""

from pathlib import Path

import pytest

from arena.report.page import write_report
from tests.arena.report.conftest import EVERY_SIZE, OpenPage
from tests.hostile import MARKS, SCRIPT, hostile_file


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an exported file of such matches."""
    file = hostile_file(tmp_path_factory.mktemp("hostile"))
    write_report(file, file.with_name("report.html"))
    return file.with_name("report.html")


@EVERY_SIZE
def test_hostile_texts_run_nothing_and_stay_within_the_page(
    open_page: OpenPage, page_file: Path, width: int
) -> None:
    """The fixture fails where a script complains, a dialog opens, anything is asked for."""
    page = open_page(page_file, width=width)

    assert page.inner_text("h1") == SCRIPT
    assert page.locator("script").count() == 3
    assert page.locator("img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    text = page.inner_text("body")
    assert not MARKS & set(text)
    assert "x" * 1000 not in text
    assert "\\u202eevil" in text


def test_a_hostile_match_is_replayed_like_any_other(open_page: OpenPage, page_file: Path) -> None:
    page = open_page(page_file)

    page.locator("#matches tbody a").first.click()
    page.wait_for_selector(".viewer:visible")
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.keyboard.press("End")

    assert "timeout" in page.inner_text(".ending")
    assert "<script>" in page.inner_text(".ending")
    assert not MARKS & set(page.inner_text(".viewer"))


def test_the_file_itself_holds_no_mark_that_turns_a_line(page_file: Path) -> None:
    text = page_file.read_text(encoding="utf-8")

    assert not MARKS & set(text)
    assert text.count("<script") == 3
    assert "49x" not in text
