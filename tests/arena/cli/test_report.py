"""`arena report`: the page is written where it was asked for, of an event or of a file."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.report.page import REPORT, SOON_DONE, refresh_report
from arena.standings.standings import standings
from tests.stores import new_store, scored, tournament

SAMPLE = str(Path(__file__).parents[3] / "results" / "sample.jsonl")
COUNT = re.compile(r"(?:(\d+) of|All) (\d+) matches can be replayed here")

Arena = Callable[..., subprocess.CompletedProcess[str]]


def replayable(page: Path) -> tuple[int, int]:
    """How many matches a page says that it holds, and of how many."""
    found = COUNT.search(page.read_text(encoding="utf-8"))
    assert found
    return int(found[1] or found[2]), int(found[2])


def test_a_file_of_records_has_its_report_in_the_current_folder(
    arena: Arena, tmp_path: Path
) -> None:
    done = arena("report", SAMPLE)

    assert done.returncode == 0, done.stderr
    assert "report.html: 12 matches" in done.stderr
    assert replayable(tmp_path / "report.html") == (12, 12)


def test_an_events_report_lies_in_its_folder(arena: Arena, tmp_path: Path) -> None:
    with new_store(tmp_path / "results" / "spring") as store:
        store.add(tournament("ab", 2))

    done = arena("report")

    assert done.returncode == 0, done.stderr
    assert replayable(tmp_path / "results" / "spring" / "report.html") == (4, 4)


@pytest.mark.parametrize(
    ("choice", "expected"), [("all", 12), ("top", 12), ("faults", 0), ("5", 5), ("0", 0)]
)
def test_so_many_matches_lie_in_the_page_as_were_asked_for(
    arena: Arena, tmp_path: Path, choice: str, expected: int
) -> None:
    done = arena("report", SAMPLE, "-o", "page.html", "--matches", choice)

    assert done.returncode == 0, done.stderr
    assert replayable(tmp_path / "page.html") == (expected, 12)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--matches", "some"), "a number"),
        (("--matches", "-3"), "a number"),
        (("-o", "no/such/folder/page.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_is_said(arena: Arena, arguments: tuple[str, ...], word: str) -> None:
    done = arena("report", SAMPLE, *arguments)

    assert done.returncode == 2
    assert word in done.stderr


def test_an_old_report_is_not_left_beside_the_ranking_of_a_large_event(tmp_path: Path) -> None:
    folder = tmp_path / "spring"
    with new_store(folder) as store:
        store.add(tournament("ab", 1))
        assert refresh_report(folder, store, standings(store))
        assert (folder / REPORT).is_file()
        pairs = range(2, SOON_DONE // 2 + 2)
        store.add(scored(f"a~b.{pair}.{leg}", 3, 1) for pair in pairs for leg in (1, 2))
        assert not refresh_report(folder, store, standings(store))

    assert not (folder / REPORT).exists()
