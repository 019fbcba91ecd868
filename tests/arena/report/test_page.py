"""The report in a browser: every part at every width, by keyboard alone, for every eye."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.arena.report.conftest import EVERY_SIZE, OpenPage

MATCH = "#match=greedy~yaku.2.1&round=5&turn=9"


def place(page: Page) -> str:
    """Where the viewer stands, as it says itself."""
    return page.inner_text("[data-place=place]")


@EVERY_SIZE
def test_the_whole_page_is_there(open_page: OpenPage, report_file: Path, width: int) -> None:
    page = open_page(report_file, MATCH, width=width)

    headings = page.locator("h2:visible").all_inner_texts()
    assert headings == ["Ranking", "Crosstable", "Figures", "Faults", "Matches", "Replay"]
    assert page.locator(".chart svg[role=img]").count() == 8
    assert page.locator(".heat td:not(.none)").count() >= 12


def test_a_deep_link_leads_to_its_turn_and_follows_the_steps(
    open_page: OpenPage, report_file: Path
) -> None:
    page = open_page(report_file, MATCH)

    assert place(page).startswith("Round 5 of 12, turn 9, ")
    page.keyboard.press("Shift+ArrowRight")
    assert place(page).startswith("Round 5 of 12, turn 10, ")
    assert page.evaluate("location.hash") == MATCH.replace("turn=9", "turn=10")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert place(page).startswith("Round 5 of 12, turn 10, ")


@EVERY_SIZE
def test_a_match_is_found_opened_and_stepped_through_without_a_mouse(
    open_page: OpenPage, report_file: Path, width: int
) -> None:
    page = open_page(report_file, width=width)

    page.focus("input[name=text]")
    page.keyboard.type("greedy~yaku.3.2")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "greedy~yaku.3.2":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".viewer:visible")

    assert place(page).startswith("Round 1 of 12, turn 0, action 0")
    for key, expected in (
        ("ArrowRight", "Round 1 of 12, turn 1, action 1"),
        ("ArrowLeft", "Round 1 of 12, turn 0, action 0"),
        ("n", "Round 2 of 12, turn 0, action 0"),
        ("p", "Round 1 of 12, turn 0, action 0"),
        ("n", "Round 2 of 12, turn 0, action 0"),
    ):
        page.keyboard.press(key)
        assert place(page).startswith(expected), key
    page.keyboard.press("End")
    assert page.inner_text(".ending")
    page.keyboard.press("Home")
    assert place(page).startswith("Round 2 of 12, turn 0")
    page.keyboard.press("d")
    assert page.inner_text(".ending")


@pytest.mark.parametrize(
    ("button", "key"),
    [
        ("first", "Home"),
        ("back-turn", "Shift+ArrowLeft"),
        ("back", "ArrowLeft"),
        ("next", "ArrowRight"),
        ("turn", "Shift+ArrowRight"),
        ("last", "End"),
        ("decisive", "d"),
    ],
)
def test_a_button_does_what_its_key_does(
    open_page: OpenPage, report_file: Path, button: str, key: str
) -> None:
    page = open_page(report_file, MATCH)
    places = []

    for way in ("click", "press"):
        page.focus(".viewer")
        for start in ("Home", *["ArrowRight"] * 10):
            page.keyboard.press(start)
        if way == "click":
            page.click(f"[data-go={button}]")
        else:
            page.keyboard.press(key)
        places.append(place(page))
        page.focus(".viewer")
        if button == "decisive":
            page.click("[data-place=rounds] button:nth-child(5)")

    assert places[0] == places[1] != ""


@pytest.mark.parametrize("seat", ["north", "south"])
def test_a_seats_view_hides_the_rivals_hand_and_nothing_else(
    open_page: OpenPage, report_file: Path, seat: str
) -> None:
    page = open_page(report_file, f"#match=greedy~yaku.2.1&round=1&turn=4&seat={seat}")
    rival = {"north": "south", "south": "north"}[seat]

    assert page.locator(f"[data-seat={rival}] .hand [data-card]").count() == 0
    assert page.locator(f"[data-seat={rival}] .hand .card").count() == 6
    assert page.locator(f"[data-seat={seat}] .hand [data-card]").count() == 6
    page.select_option(".viewer select", "all")
    assert page.locator(f"[data-seat={rival}] .hand [data-card]").count() == 6


def test_the_list_is_filtered_and_sorted(open_page: OpenPage, report_file: Path) -> None:
    page = open_page(report_file)
    names = page.locator("#matches tbody th")

    assert names.count() == 36
    page.select_option("select[name=verdict]", "crash")
    assert names.all_inner_texts() == ["first~random.1.2"]
    page.select_option("select[name=verdict]", "")
    page.select_option("select[name=bot]", "yaku")
    assert names.count() == 18
    page.click("#matches [data-key=northPoints]")
    points = [
        int(text) for text in page.locator("#matches tbody td:nth-child(4)").all_inner_texts()
    ]
    assert points == sorted(points)
    page.click("#matches [data-key=northPoints]")
    points = [
        int(text) for text in page.locator("#matches tbody td:nth-child(4)").all_inner_texts()
    ]
    assert points == sorted(points, reverse=True)


def test_a_forfeited_match_says_where_and_why_it_ended(
    open_page: OpenPage, report_file: Path
) -> None:
    page = open_page(report_file, "#match=first~greedy.1.1&round=5")
    page.keyboard.press("End")

    assert "timeout" in page.inner_text(".ending")
    assert "it is a test" in page.inner_text(".ending")


def test_a_match_without_a_round_shows_nothing_of_the_one_before(
    open_page: OpenPage, report_file: Path
) -> None:
    page = open_page(report_file, MATCH)
    page.goto(f"{report_file.as_uri()}#match=first~random.1.2")
    page.get_by_text("No round was begun: crash").wait_for()

    assert (
        page.locator(".curve-box, .board, [data-place=place]").locator("visible=true").count() == 0
    )


def test_a_match_that_is_not_in_the_page_is_named_with_the_command(
    open_page: OpenPage, report_file: Path
) -> None:
    page = open_page(report_file, "#match=first~nobody.1.1")

    assert "arena replay first~nobody.1.1" in page.inner_text("#replay")
    assert not page.is_visible(".viewer")
