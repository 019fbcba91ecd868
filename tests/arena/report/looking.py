"""Looking at pages: for an eye afterwards, for a narrow window, and for who cannot see."""

import os
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

FOLDER = Path(__file__).parents[3] / ".cache" / "screenshots"
SERIOUS = {"serious", "critical"}


def kept(page: Page, *words: object) -> None:
    """Keeps a picture of what the window shows, in ARENA_SCREENSHOTS or the clone's cache."""
    folder = Path(os.environ.get("ARENA_SCREENSHOTS") or FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{'-'.join(map(str, words))}.png", animations="disabled")


def serious(page: Page, part: str | None = None) -> list[tuple[str, str]]:
    """Return what axe finds wrong, in a part or in all of a page, that would shut somebody out."""
    found = Axe().run(page, context=part).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS]


def is_within_window(page: Page) -> bool:
    """Return whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
