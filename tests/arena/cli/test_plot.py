"""`arena plot`: every picture in both formats, whatever bots are called."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arena.report.plots import FORMATS, PICTURES, write_plot
from tests.golden.outputs import fixed_event
from tests.stores import new_store, scored

SAMPLE = Path(__file__).parents[3] / "results" / "sample.jsonl"
MAGIC = {"svg": b"<?xml", "png": b"\x89PNG\r\n"}

Arena = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("form", FORMATS)
def test_every_picture_is_drawn_twice_the_same(tmp_path: Path, picture: str, form: str) -> None:
    fixed_event(tmp_path / "golden")
    first, again = tmp_path / f"1.{form}", tmp_path / f"2.{form}"

    write_plot(tmp_path / "golden", picture, first)
    write_plot(tmp_path / "golden", picture, again)

    assert first.read_bytes().startswith(MAGIC[form])
    assert first.read_bytes() == again.read_bytes()


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_names_every_bot_of_the_ranking_as_text(tmp_path: Path, picture: str) -> None:
    fixed_event(tmp_path / "golden")

    write_plot(tmp_path / "golden", picture, tmp_path / "a.svg")

    texts = {one.text for one in ElementTree.parse(tmp_path / "a.svg").iter() if one.text}
    assert {"=ant", "bee", "cat", "日本"} <= texts


def test_a_name_is_neither_a_formula_nor_markup(tmp_path: Path) -> None:
    names = ("$x^", "<script>\u202e")
    with new_store(tmp_path / "spring", names) as store:
        store.add(
            scored(f"$x^~<script>\u202e.{pair}.{leg}", 3, leg) for pair in (1, 2) for leg in (1, 2)
        )

    for picture in PICTURES:
        write_plot(tmp_path / "spring", picture, tmp_path / "a.svg")

        text = (tmp_path / "a.svg").read_text(encoding="utf-8")
        assert ">$x^<" in text
        assert "&lt;script&gt;" in text
        assert "<script" not in text
        assert "\u202e" not in text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("elo", "-o", "a.svg"), "ranking"),
        (("ranking", "-o", "a.gif"), "svg"),
        (("ranking", "-o", "a"), "svg"),
        (("ranking", "-o", "no/such/a.svg"), "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_said(arena: Arena, arguments: tuple[str, ...], word: str) -> None:
    done = arena("plot", str(SAMPLE), *arguments)

    assert done.returncode == 2
    assert word in done.stderr


@pytest.mark.process
def test_without_matplotlib_the_extra_is_named(tmp_path: Path) -> None:
    lacking = "import sys; sys.modules['matplotlib'] = None; from arena.cli.app import main; main()"
    command = (sys.executable, "-c", lacking, "plot", str(SAMPLE), "ranking", "-o", "a.svg")

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "pip install 'koikoi-arena[plots]'" in done.stderr
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("picture", PICTURES)
def test_a_table_without_bots_is_an_empty_picture(tmp_path: Path, picture: str) -> None:
    with new_store(tmp_path / "spring", ("ann", "ben")):
        pass

    write_plot(tmp_path / "spring", picture, tmp_path / "a.png")

    assert (tmp_path / "a.png").read_bytes().startswith(MAGIC["png"])
