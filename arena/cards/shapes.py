"""SVG as text, the curves that all motifs are made of, and the colours of the cards.

Angles are degrees, 0 is up.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Place: TypeAlias = tuple[float, ...]  # x, y, then scale (1) and angle (0), then the scale of y
PAPER = "#fbf4e2"
WHITE = "#fffdf7"
INK = "#231f20"
RED = "#cf2333"
WINE = "#8f1527"
MAGENTA = "#c2347f"
PINK = "#f4a3b5"
BLUSH = "#fcdbe0"
GOLD = "#f3b52f"
SUN = "#fbd65f"
AMBER = "#e2792b"
GREEN = "#2c6b3f"
PINE = "#17452f"
LEAF = "#7eb04f"
MOSS = "#a9b83c"
PURPLE = "#5d3a9b"
LILAC = "#a68ad6"
BLUE = "#2f4fa8"
SKY = "#a9d3e6"
BROWN = "#6d4123"
TAN = "#c4874a"
GREY = "#8d9198"


@dataclass(frozen=True, slots=True)
class Stamp:
    """A shape that is defined once and used at several places."""

    shapes: str
    places: tuple[Place, ...]


Layer: TypeAlias = str | Stamp


def num(value: float) -> str:
    """Return a number with the fewest characters that keep a tenth."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else re.sub(r"^(-?)0\.", r"\1.", text)


def point(radius: float, angle: float) -> Point:
    """Return the point at a distance from the origin in a direction."""
    return radius * sin(radians(angle)), -radius * cos(radians(angle))


def pair(at: Point) -> str:
    """Return a point as part of a path."""
    x, y = num(at[0]), num(at[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def path(d: str, fill: str, stroke: str = "", width: float = 1) -> str:
    """Draw a filled path, with an outline if there is a colour for it."""
    line = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}/>'


def line(d: str, stroke: str, width: float = 1) -> str:
    """Draw a stroke with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{num(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def dots(d: str, stroke: str, size: float, gap: float) -> str:
    """Draw dots along a path: `size` across, a `gap` from centre to centre."""
    return (
        f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{num(size)}"'
        f' stroke-linecap="round" stroke-dasharray="0 {num(gap)}"/>'
    )


def dashes(d: str, stroke: str, width: float, dash: float, gap: float) -> str:
    """Draw dashes along a path, with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{num(width)}"'
        f' stroke-linecap="round" stroke-dasharray="{num(dash)} {num(gap)}"/>'
    )


def disc(x: float, y: float, radius: float, fill: str, stroke: str = "", width: float = 1) -> str:
    """Draw a circle."""
    outline = f' stroke="{stroke}" stroke-width="{num(width)}"' if stroke else ""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}"{outline}/>'


def moved(place: Place) -> str:
    """Return the transformation that moves a shape from the origin to its place."""
    x, y, *rest = place
    scale = rest[0] if rest else 1
    turn = f" rotate({num(rest[1])})" if len(rest) > 1 and rest[1] else ""
    tall = f" {rest[2]:g}" if len(rest) > 2 else ""
    size = f" scale({scale:g}{tall})" if scale != 1 or tall else ""
    return f"translate({num(x)} {num(y)}){turn}{size}"


def at(place: Place, *shapes: str) -> str:
    """Draw shapes at a place."""
    return f'<g transform="{moved(place)}">{"".join(shapes)}</g>'


def scallops(count: int, radius: float, bulge: float, turn: float = 0) -> str:
    """Draw a closed ring of round lobes; `bulge` is the radius of each."""
    ends = [point(radius, turn + 360 * i / count) for i in range(count)]
    arc = f"A{num(bulge)} {num(bulge)} 0 0 1 "
    return f"M{pair(ends[-1])}" + "".join(arc + pair(end) for end in ends) + "Z"


def petals(count: int, inner: float, outer: float, width: float, turn: float = 0) -> str:
    """Draw long petals around the origin, `width` degrees wide near their tips, which are round."""
    d = ""
    for i in range(count):
        angle = turn + 360 * i / count
        left, right = point(outer, angle - width / 2), point(outer, angle + width / 2)
        tip = num(outer * sin(radians(width / 2)))
        d += f"M{pair(point(inner, angle))}L{pair(left)}A{tip} {tip} 0 0 1 {pair(right)}Z"
    return d


def star(points: Iterable[tuple[float, float]]) -> str:
    """Draw a closed outline through points given as radius and angle."""
    return "M" + "L".join(pair(point(radius, angle)) for radius, angle in points) + "Z"


def rays(inner: float, outer: float, angles: Iterable[float]) -> str:
    """Draw straight lines away from the origin."""
    return "".join(f"M{pair(point(inner, a))}L{pair(point(outer, a))}" for a in angles)


def along(start: Point, bend: Point, end: Point, count: int) -> list[tuple[float, float, float]]:
    """Return places along a curve: x, y and the direction in degrees."""
    places = []
    for i in range(count):
        t = i / (count - 1)
        x, y = (
            (1 - t) ** 2 * s + 2 * t * (1 - t) * b + t * t * e
            for s, b, e in zip(start, bend, end, strict=True)
        )
        dx, dy = (
            2 * (1 - t) * (b - s) + 2 * t * (e - b)
            for s, b, e in zip(start, bend, end, strict=True)
        )
        places.append((x, y, _heading(dx, dy)))
    return places


def _heading(dx: float, dy: float) -> float:
    return degrees(atan2(dx, -dy))
