"""Nothing that a stranger has chosen does anything in a report, wherever it stands."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.report.page import write_report
from referee.rules.record import MatchRecord, Player
from referee.rules.seats import Seat
from referee.rules.verdicts import Verdict
from referee.wire.record_json import write_record
from tests.arena.report.conftest import OpenPage
from tests.records import forfeited, random_pairs

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
TURNED = "\u202eevil\u2066\x1b[31m\x07"
LONG = "</script>{{ 7 * 7 }}" + "x" * 10_000
NAMES = {"a": SCRIPT, "b": f"{TURNED}{LONG}"}


def hostile(record: MatchRecord) -> MatchRecord:
    """The same match between bots with such names, in such an event."""
    seats = tuple(Player(NAMES[one.name], one.version) for one in record.seats)
    match = str(record.match).replace("a~b", "~".join(NAMES.values()))
    detail = f"{SCRIPT}{TURNED}{LONG}" if record.result.fault else ""
    result = replace(record.result, detail=detail)
    return replace(record, seats=seats, match=match, event=SCRIPT, result=result)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an exported file of such matches."""
    folder = tmp_path_factory.mktemp("hostile")
    records = list(random_pairs("a", "b", 3))
    records[0] = forfeited(records[0], by=Seat.NORTH, finished=2, actions=3)
    records[3] = forfeited(records[3], by=Seat.SOUTH, finished=0, verdict=Verdict.CRASH)
    file = folder / "hostile.jsonl"
    lines = (write_record(hostile(one)) + "\n" for one in records)
    file.write_text("".join(lines), encoding="utf-8")
    write_report(file, folder / "report.html")
    return folder / "report.html"


@pytest.mark.parametrize("width", [360, 1440])
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
    assert not {"\u202e", "\u2066", "\x1b", "\x07"} & set(text)
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
    assert "\u202e" not in page.inner_text(".viewer")


def test_the_file_itself_holds_no_mark_that_turns_a_line(page_file: Path) -> None:
    text = page_file.read_text(encoding="utf-8")

    assert not {"\u202e", "\u2066", "\x1b"} & set(text)
    assert text.count("<script") == 3
    assert "49x" not in text
