"""Every view of the report, at both widths, light and dark, with the keyboard alone.

Each is kept as a picture. The fixture fails where a page complains or asks for anything.
"""

from pathlib import Path

from tests.arena.report.conftest import EVERY_SCHEME, EVERY_SIZE, OpenPage
from tests.arena.report.looking import is_within_window, kept, serious

PAGE, VIEWER, ABSENT = "h2", ".viewer:visible", "[data-place=absent]:visible"
MATCH = "#match=greedy~yaku.2.1"
# Where a view begins, what is to be seen then, and the keys that lead further.
VIEWS = {
    "ranking": ("#ranking", PAGE, ()),
    "crosstable": ("#crosstable", PAGE, ()),
    "figures": ("#figures", PAGE, ()),
    "faults": ("#faults", PAGE, ()),
    "matches": ("#matches", PAGE, ()),
    "deal": (f"{MATCH}&round=1", VIEWER, ()),
    "turn": (f"{MATCH}&round=5&turn=9", VIEWER, ()),
    "action": (f"{MATCH}&round=5&turn=9", VIEWER, ("ArrowRight",)),
    "decisive": (MATCH, VIEWER, ("d",)),
    "north": (f"{MATCH}&round=2&turn=5", VIEWER, ("v",)),
    "south": (f"{MATCH}&round=2&turn=5", VIEWER, ("v", "v")),
    "end": (f"{MATCH}&round=12", VIEWER, ("End",)),
    "forfeited": ("#match=first~greedy.1.1&round=5", VIEWER, ("End",)),
    "crashed": ("#match=first~random.1.2", VIEWER, ("ArrowRight", "Shift+ArrowRight", "d", "p")),
    "absent": ("#match=first~nobody.1.1", ABSENT, ()),
}
# Marks what has the focus, and says what it is if its outline does not show it.
FOCUS = """() => {
  const { activeElement: at } = document;
  at.dataset.reached = "";
  return getComputedStyle(at).outlineStyle === "none" && at !== document.body ? at.outerHTML : "";
}"""
CONTROLS = "a[href], button:not(:disabled), input, select, [tabindex='0']"


@EVERY_SIZE
@EVERY_SCHEME
def test_every_view_is_sound_and_no_wider_than_the_window(
    open_page: OpenPage, report_file: Path, width: int, scheme: str
) -> None:
    page = open_page(report_file, width=width, scheme=scheme)
    for name, (start, seen, keys) in VIEWS.items():
        page.goto(report_file.as_uri() + start)
        page.wait_for_selector(seen)
        for key in keys:
            page.keyboard.press(key)

        kept(page, "report", name, width, scheme)
        assert is_within_window(page), name
        if seen != PAGE:  # that part alone is new
            assert serious(page, "#replay") == [], name
    assert serious(page) == []


@EVERY_SIZE
def test_every_control_is_reached_by_tab_and_shows_that_it_is(
    open_page: OpenPage, report_file: Path, width: int
) -> None:
    page = open_page(report_file, f"{MATCH}&round=5&turn=9", width=width)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    controls = page.locator(CONTROLS).locator("visible=true")

    hidden = []
    for _ in range(controls.count() + 10):
        page.keyboard.press("Tab")
        hidden += filter(None, [page.evaluate(FOCUS)])

    assert controls.count() > 70
    assert page.locator(f":is({CONTROLS}):not([data-reached]):visible").count() == 0
    assert hidden == []
