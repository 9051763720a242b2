"""Drawings as one picture, by matplotlib: the same marks as on the page, on white."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shieldwall.sim.counts import SimResult
from shieldwall.sim.report.answer_text import headline
from shieldwall.sim.report.chart_marks import Area, Bar, Drawing, Line, Mark
from shieldwall.sim.report.charts import report_charts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS: Final = {
    "ink": "#1c1b1a",
    "soft": "#6b6762",
    "rule": "#d9d5cd",
    "paper": "#ffffff",
    "t0": "#f6f1e7",
    "t1": "#e6d3b3",
    "t2": "#cf9f74",
    "t3": "#9c4f3d",
    "t4": "#5a1f1a",
    "on-dark": "#ffffff",
}
HATCH: Final = {"diagonal": "////", "back": "\\\\\\\\", "cross": "xxxx", "dots": "...."}
ANCHOR: Final = {"start": "left", "middle": "center", "end": "right"}
GAP: Final = 36
TOP: Final = 84
DPI: Final = 144


def write_plot(result: SimResult, path: str) -> None:
    """All charts of a run, in two columns."""
    title = f"{result.title}: {result.fights} fights"
    draw_sheet(report_charts(result), title, headline(result), path)


def draw_sheet(charts: list[Drawing], title: str, text: str, path: str) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib.figure import Figure

    wide = max(chart.width for chart in charts)
    columns = in_columns(charts)
    width = GAP + len(columns) * (wide + GAP)
    lines = wrapped(text, int(width / 7.4))
    top = TOP + 19 * len(lines)
    height = top + max(sum(chart.height + GAP for chart in column) for column in columns)
    figure = Figure(figsize=(width / 72, height / 72), dpi=DPI, facecolor=COLOURS["paper"])
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    axes.text(GAP, 46, title, fontsize=20, weight="bold", color=COLOURS["ink"])
    for number, line in enumerate(lines):
        axes.text(GAP, 74 + 19 * number, line, fontsize=12.5, color=COLOURS["ink"])
    for number, column in enumerate(columns):
        y = float(top)
        for chart in column:
            for layer, mark in enumerate(chart.marks):
                draw_mark(axes, mark, GAP + number * (wide + GAP), y, 2 + layer / 1000)
            y += chart.height + GAP
    figure.savefig(path)


def in_columns(charts: list[Drawing]) -> list[list[Drawing]]:
    """One or two columns in reading order, as equal in height as possible."""
    tall = [chart.height + GAP for chart in charts]
    most = [max(sum(tall[:place]), sum(tall[place:])) for place in range(len(charts))]
    place = most.index(min(most))
    return [charts[:place], charts[place:]] if place else [charts]


def draw_mark(axes: Axes, mark: Mark, left: float, top: float, layer: float) -> None:
    from matplotlib.patches import Polygon, Rectangle

    colour = COLOURS[mark.tone]
    if isinstance(mark, Line):
        style = (0, mark.dash) if mark.dash else "-"
        axes.plot(
            [left + x for x, _ in mark.points],
            [top + y for _, y in mark.points],
            color=colour,
            linewidth=mark.width,
            linestyle=style,
            solid_capstyle="butt",
            zorder=layer,
        )
    elif isinstance(mark, Area):
        points = [(left + x, top + y) for x, y in mark.points]
        axes.add_patch(Polygon(points, facecolor=colour, alpha=0.5, linewidth=0, zorder=layer))
    elif isinstance(mark, Bar):
        axes.add_patch(
            Rectangle(
                (left + mark.x, top + mark.y),
                mark.width,
                mark.height,
                facecolor=colour,
                edgecolor=COLOURS["ink"],
                linewidth=0.6,
                hatch=HATCH.get(mark.hatch),
                zorder=layer,
            )
        )
    else:
        axes.text(
            left + mark.x,
            top + mark.y,
            mark.text,
            fontsize=mark.size * 0.82,
            ha=ANCHOR[mark.anchor],
            va="baseline",
            color=colour,
            weight="bold" if mark.bold else "normal",
            zorder=layer,
        )


def wrapped(text: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width)
