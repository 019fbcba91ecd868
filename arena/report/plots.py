"""Plots of an event: ranking, crosstable, points."""

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.errors import UnknownChoice
from arena.event.locate import opened_results
from arena.standings.crosstable import meetings
from arena.standings.standings import Standing, Standings, standings
from arena.system.extras import require_extra
from arena.system.files import write_whole_bytes
from arena.web.inlining import inert

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png")
MOST_OF_A_NAME = 32
WIDTH, ROW, FRAME = 7.0, 0.32, 1.3  # inches
CROSSTABLE_ROW = 0.62
DOTS_PER_INCH = 200
INK, ACCENT = "#23201f", "#a3182a"
# The same event gives the same file, text in it stays text, and no name is a formula.
SETTINGS: dict[Any, Any] = {
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "koikoi-arena",
    "text.parse_math": False,
}
# With them the file would depend on when and by what it was made.
METADATA: Mapping[str, dict[str, None]] = {"svg": {"Date": None, "Creator": None}, "png": {}}


def write_plot(place: Path, picture: str, target: Path) -> None:
    """Draw one of PICTURES; the ending of `target` is the format.

    Raises UnknownChoice, MissingExtra.

    Raises UnknownChoice, MissingExtra and NotWritten.
    """
    form = target.suffix.lower().removeprefix(".")
    if picture not in PICTURES:
        raise UnknownChoice("picture", picture, list(PICTURES))
    if form not in FORMATS:
        raise UnknownChoice("format of a picture", form, list(FORMATS))
    require_extra("plots", "matplotlib")
    with opened_results(place) as store:
        found = standings(store)
    write_whole_bytes(target, [_drawn(found, picture, form)])


def _drawn(found: Standings, picture: str, form: str) -> bytes:
    from matplotlib import rc_context

    file = io.BytesIO()
    with rc_context(SETTINGS), warnings.catch_warnings():
        # Whoever looks at an SVG has the font; in a PNG a box stands for the sign.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        PICTURES[picture](found).savefig(
            file, format=form, dpi=DOTS_PER_INCH, bbox_inches="tight", metadata=METADATA[form]
        )
    return file.getvalue()


def _axes(found: Standings, row: float = ROW) -> tuple["Figure", "Axes"]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, FRAME + row * max(1, len(found.ranked))))
    axes = figure.add_subplot()
    axes.set_title(_name(found.settings.event, most=60))
    return figure, axes


def _name(text: str, most: int = MOST_OF_A_NAME) -> str:
    return inert(text, most)


def _errors(
    found: Standings,
    bots: Sequence[Standing],
    values: Sequence[tuple[float, float, float]],
    what: str,
) -> "Figure":
    """Draw values as (low, value, high) with error bars, the best at the top."""
    figure, axes = _axes(found)
    rows = range(len(bots))
    errors = [[v - low for low, v, _ in values], [high - v for _, v, high in values]]
    centres = [value for _, value, _ in values]
    axes.errorbar(centres, rows, xerr=errors, fmt="o", color=ACCENT, ecolor=INK, capsize=3)
    axes.set_yticks(rows, [_name(one.entry.name) for one in bots])
    axes.invert_yaxis()
    axes.set_xlabel(what)
    axes.grid(axis="x", alpha=0.3)
    return figure


def _ranking(found: Standings) -> "Figure":
    values = [
        (one.certainty.interval[0], one.rating.mu, one.certainty.interval[1])
        for one in found.ranked
    ]
    return _errors(found, found.ranked, values, "rating (mu), with its 95 % interval")


def _points(found: Standings) -> "Figure":
    known = [(one, one.points_per_month) for one in found.ranked]
    values = [
        (points.value - (points.error or 0), points.value, points.value + (points.error or 0))
        for _, points in known
        if points
    ]
    bots = [one for one, points in known if points]
    return _errors(found, bots, values, "net points per month, with 95 % interval")


def _crosstable(found: Standings) -> "Figure":
    figure, axes = _axes(found, CROSSTABLE_ROW)
    names = [one.entry.name for one in found.ranked]
    if not names:
        axes.set_axis_off()
        return figure
    row = {name: place for place, name in enumerate(names)}
    shades = [[float("nan")] * len(names) for _ in names]
    for met in meetings(found):
        shades[row[met.bot]][row[met.rival]] = met.tally.match_percent
        axes.text(row[met.rival], row[met.bot], met.score_text, ha="center", va="center")
    axes.imshow(shades, cmap="RdYlBu", vmin=0, vmax=100, alpha=0.7, aspect="auto")
    axes.set_xticks(range(len(names)), list(map(_name, names)), rotation=45, ha="right")
    axes.set_yticks(range(len(names)), list(map(_name, names)))
    axes.set_xlabel("match % of the row against the column")
    return figure


PICTURES: Mapping[str, Callable[[Standings], "Figure"]] = {
    "ranking": _ranking,
    "crosstable": _crosstable,
    "points": _points,
}
