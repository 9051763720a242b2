"""Time of a choice and of fog by number of combatants and map size. Writes growth.md.

Two lines of fighters and archers stand on a square field with pillars, played by simple minds.
All times are CPU time. A choice is the decision of a mind on
a turn, without answers in windows. The first choice on a map also fills the tables of the map, so
it has its own column. Fog is the time to find all squares that one side sees on a map unknown to
it.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from shieldwall.buildinfo import build_info
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.knowledge.seen_ground import seen_squares
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.report.chart_marks import DASHES, END, MIDDLE, RULE, SOFT, Drawing
from shieldwall.sim.report.report_plot import draw_sheet

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "docs" / "pictures" / "growth.png"
SIZES = ((8, 20), (8, 50), (8, 100), (8, 200), (8, 400), (32, 400), (125, 400), (500, 400))
CHOICES = 60
field_of: Callable[[int, int], Setup] = import_module("scaling").field_of
CHOICE_GOAL, FOG_GOAL = 0.1, 5.0


@dataclass
class Point:
    heads: int
    side: int
    first: float
    choice: float
    worst: float
    fog: float
    again: float
    """Fog after one unit has moved one step."""
    seen: int

    @property
    def name(self) -> str:
        return f"{self.heads} on {self.side} x {self.side}"


def measure(heads: int, side: int) -> Point:
    setup = field_of(heads, side)
    minds = seat_minds(setup, ("simple",))
    took: list[float] = []

    def timed(seat: int, request: Request) -> Choice:
        began = time.process_time()
        choice = minds[seat](request)
        if request.point == TURN:
            took.append(time.process_time() - began)
        return choice

    answers = [lambda request, seat=seat: timed(seat, request) for seat in range(len(minds))]
    battle = Battle(initial_state(setup), rules_of(setup), Live(Dice(1), answers), None, 0)
    while battle.state.outcome is None and len(took) <= CHOICES:
        battle.step()
    state = initial_state(field_of(heads, side))
    began = time.process_time()
    seen = seen_squares(state, 0)
    fog = time.process_time() - began
    state.units[0].x += 1
    began = time.process_time()
    seen_squares(state, 0)
    again = time.process_time() - began
    later = took[1:]
    return Point(heads, side, took[0], statistics.median(later), max(later), fog, again, sum(seen))


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.2f} ms"


def curve(drawing: Drawing, spots: list[tuple[float, float]], number: int, name: str) -> None:
    drawing.line(*spots, width=2.0, dash=DASHES[number])
    drawing.words(spots[-1][0] - 6, spots[-1][1] - 8, name, 12, END)


def chart(points: list[Point], title: str, xs: list[int], label: str) -> Drawing:
    """Logarithmic axes: a line of slope 1 grows in proportion."""
    wide, tall, left, top = 560, 300, 70, 40
    drawing = Drawing(wide, top + tall + 44, title, label)
    drawing.words(0, 18, title, 17, bold=True)
    low, high = -5.0, 2.0
    for power in range(int(low), int(high) + 1):
        y = top + tall * (high - power) / (high - low)
        drawing.line((left, y), (wide, y), tone=RULE)
        drawing.words(left - 8, y + 4, seconds(10.0**power), 12, END, SOFT)
    first, last = math.log(xs[0]), math.log(xs[-1])
    columns = [left + 20 + (wide - left - 60) * (math.log(x) - first) / (last - first) for x in xs]
    for x, column in zip(xs, columns, strict=True):
        drawing.words(column, top + tall + 18, str(x), 12, MIDDLE)
    for number, (name, values) in enumerate(
        (
            ("a choice", [point.choice for point in points]),
            ("the slowest choice", [point.worst for point in points]),
            ("the first choice", [point.first for point in points]),
            ("fog", [point.fog for point in points]),
        )
    ):
        heights = [
            top + tall * (high - math.log10(max(value, 1e-5))) / (high - low) for value in values
        ]
        curve(drawing, list(zip(columns, heights, strict=True)), number, name)
    drawing.line((left, top + tall), (wide, top + tall))
    drawing.words((left + wide) / 2, top + tall + 38, label, 12, MIDDLE, SOFT)
    return drawing


def page(points: list[Point]) -> str:
    rows = [
        f"| {point.heads} | {point.side} x {point.side} | {seconds(point.choice)} "
        f"| {seconds(point.worst)} | {seconds(point.first)} | {seconds(point.fog)} "
        f"| {seconds(point.again)} | {point.seen:,} |"
        for point in points
    ]
    worst = max(point.worst for point in points)
    first = max(point.first for point in points)
    fog = max(point.fog for point in points)
    return "\n".join(
        [
            "# Time of a choice and of fog",
            "",
            f"`python bench/growth.py`, {build_info().kind} build, one core. "
            + " ".join((__doc__ or "").split("\n\n")[1].split()),
            "",
            "![a choice and fog against combatants and map](../docs/pictures/growth.png)",
            "",
            "| combatants | map | median choice | slowest choice | first choice "
            "| fog, whole map | fog after one step | squares seen |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Goals: {seconds(CHOICE_GOAL)} for a choice (slowest {seconds(worst)}, slowest first "
            f"choice {seconds(first)}), {seconds(FOG_GOAL)} for fog (slowest {seconds(fog)}).",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--most", type=int, default=500, help="largest number of combatants")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    points = []
    for heads, side in SIZES:
        if heads <= given.most:
            points.append(measure(heads, side))
            print(points[-1], flush=True)
    if given.dry:
        return
    sides = [point for point in points if point.heads == points[0].heads]
    heads_ = [point for point in points if point.side == points[-1].side]
    charts = [
        chart(sides, "8 combatants", [point.side for point in sides], "squares along a side"),
        chart(heads_, "On 400 x 400", [point.heads for point in heads_], "combatants"),
    ]
    text = "Logarithmic axes. Goals: 100 ms for a choice, 5 s for fog."
    draw_sheet(charts, "Time of a choice and of fog", text, str(PICTURE))
    (HERE / "growth.md").write_text(page(points), encoding="utf-8")


if __name__ == "__main__":
    main()
