"""A drawing as a list of lines, bars and texts, in pixels from the top left.

Charts draw on this; `chart_svg` writes it into a page, `report_plot` into a picture. Tones are
names, so that a page can show them light or dark; bars also differ by their hatching, lines by
their dashes, and both have labels: nothing depends on colour.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

INK: Final = "ink"
SOFT: Final = "soft"
RULE: Final = "rule"
ON_DARK: Final = "on-dark"
"""Text on the two darkest tones."""

PLAIN: Final = ""
DASHES: Final = ((), (7, 4), (2, 3), (9, 3, 2, 3), (14, 4), (1, 5), (5, 2, 1, 2, 1, 2))

START: Final = "start"
MIDDLE: Final = "middle"
END: Final = "end"
LETTER: Final = 0.6
"""The average width of a letter, relative to its size."""


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[tuple[float, float], ...]
    tone: str = INK
    width: float = 1.0
    dash: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    points: tuple[tuple[float, float], ...]
    tone: str


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    tone: str
    hatch: str = PLAIN


@dataclass(frozen=True, slots=True)
class Words:
    x: float
    y: float
    text: str
    size: float = 13
    anchor: str = START
    tone: str = INK
    bold: bool = False


Mark = Line | Area | Bar | Words


@dataclass
class Drawing:
    """One picture and its alternative text."""

    width: float
    height: float
    title: str
    says: str
    marks: list[Mark] = field(default_factory=list)

    def line(
        self,
        *points: tuple[float, float],
        tone: str = INK,
        width: float = 1.0,
        dash: tuple[int, ...] = (),
    ) -> None:
        self.marks.append(Line(points, tone, width, dash))

    def area(self, points: list[tuple[float, float]], tone: str) -> None:
        self.marks.append(Area(tuple(points), tone))

    def bar(
        self, x: float, y: float, width: float, height: float, tone: str, hatch: str = PLAIN
    ) -> None:
        self.marks.append(Bar(x, y, width, height, tone, hatch))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        anchor: str = START,
        tone: str = INK,
        bold: bool = False,
    ) -> None:
        self.marks.append(Words(x, y, text, size, anchor, tone, bold))


def text_width(text: str, size: float = 13) -> float:
    return len(text) * size * LETTER


def spread(places: list[float], gap: float, low: float, high: float) -> list[float]:
    """Move labels apart as little as needed, in order, between two bounds."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    moved = list(places)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + gap)
    overrun = max(0.0, moved[order[-1]] - high) if order else 0.0
    if overrun:
        moved[order[-1]] -= overrun
        for below, above in pairwise(order[::-1]):
            moved[above] = min(moved[above], moved[below] - gap)
    return [max(low, place) for place in moved] if len(places) * gap <= high - low else moved
