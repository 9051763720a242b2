"""How the cost of a turn grows with the combatants and the map: `python bench/run.py --scaling`.

Writes `docs/scaling.md` and its picture. Cost is CPU time; the machine may be busy.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from shieldwall.content import load_encounter
from shieldwall.engine.move.movement import allowance
from shieldwall.engine.space.grid import SKY, GridMap, Squares
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.state import Side
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.report.chart_marks import END, MIDDLE, RULE, SOFT, Drawing
from shieldwall.sim.report.report_plot import draw_sheet
from shieldwall.sim.runs import simulate

DOCS = Path(__file__).parent.parent / "docs"
HEADS = (4, 8, 16, 32, 64)
SIDES = (12, 20, 40, 80)
FIELD = 40
BAND = 10
SECONDS = 3.0


@dataclass
class Point:
    """One measured size."""

    heads: int
    side: int
    turns_per_s: int
    reach: int
    """Squares one Move reaches at the start, the median of all combatants."""
    checksum: str

    @property
    def nanoseconds(self) -> float:
        """Nanoseconds for one turn, for each combatant and reachable square."""
        return 1e9 / self.turns_per_s / self.heads / self.reach


def field_of(heads: int, side: int) -> Setup:
    """Two lines of fighters and archers on a square field with pillars."""
    models = [p.sheet for p in load_encounter("hall").placements]
    ours, theirs = models[:4], models[4:]
    cells = side * side
    solid = [0] * cells
    for y in range(3, side, 6):
        for x in range(3, side, 6):
            solid[y * side + x] = 240
    flat = [0] * cells
    grid = GridMap(side, side, Squares(flat, solid, [SKY] * cells, flat), [])
    per_side = heads // 2
    columns = [x for x in range(side) if x % 6 != 3]
    gap = min(12, side - 4)
    placements = []
    for team, sheets in enumerate((ours, theirs)):
        for number in range(per_side):
            row, column = divmod(number, len(columns))
            y = (side - gap) // 2 - row if team == 0 else (side + gap) // 2 - 1 + row
            start = max(0, (len(columns) - per_side) // 2)
            x = columns[(start + column) % len(columns)]
            ident = f"{'party' if team == 0 else 'foe'}-{number + 1}"
            placements.append(Placement(ident, sheets[number % len(sheets)], team, x, y, ""))
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    return Setup(f"{heads} on {side} x {side}", "sovereign", grid, sides, placements)


def reach_of(setup: Setup) -> int:
    state = initial_state(setup)
    rules = rules_of(setup)
    counts = []
    for unit in state.units:
        filled = crowd(state, rules, unit)
        found = find_reach(state, rules, unit, allowance(rules, unit), filled, [])
        counts.append(int(found.count))
    return round(statistics.median(counts))


def measure(heads: int, side: int) -> Point:
    setup = field_of(heads, side)
    minds = seat_minds(setup, ("simple",))
    simulate(setup, 2, 2, minds=minds)
    fights = 4
    while True:
        began = time.process_time()
        result = simulate(setup, fights, 1, minds=minds)
        took = time.process_time() - began
        if took > SECONDS or fights > 4000:
            break
        fights = max(fights * 2, int(fights * SECONDS / max(took, 0.01)))
    return Point(heads, side, round(result.turns / took), reach_of(setup), result.checksum)


def chart(points: list[Point], title: str, note: str, xs: list[int], label: str) -> Drawing:
    """Nanoseconds by size: where bars do not rise, the cost grows at most linearly."""
    wide, tall, left, top = 560, 260, 60, 58
    drawing = Drawing(wide, top + tall + 44, title, note)
    drawing.words(0, 18, title, 17, bold=True)
    drawing.words(0, 38, note, 12, tone=SOFT)
    most = max(point.nanoseconds for point in points) * 1.2
    for part in (0, 0.25, 0.5, 0.75, 1):
        y = top + tall * (1 - part)
        drawing.line((left, y), (wide, y), tone=RULE)
        drawing.words(left - 8, y + 4, f"{most * part:.0f}", 12, END, SOFT)
    column = (wide - left) / len(points)
    for number, point in enumerate(points):
        high = tall * point.nanoseconds / most
        x = left + column * (number + 0.5)
        drawing.bar(x - column * 0.3, top + tall - high, column * 0.6, high, "t2")
        drawing.words(x, top + tall - high - 22, f"{point.turns_per_s:,}", 12, MIDDLE, bold=True)
        drawing.words(x, top + tall - high - 8, "turns/s", 11, MIDDLE, SOFT)
        drawing.words(x, top + tall + 18, str(xs[number]), 12, MIDDLE)
    drawing.line((left, top + tall), (wide, top + tall))
    drawing.words((left + wide) / 2, top + tall + 38, label, 12, MIDDLE, SOFT)
    return drawing


def table(points: list[Point]) -> list[str]:
    lines = [
        "| combatants | map | squares in reach | turns/s | ns a turn, combatant and square |",
        "|---|---|---|---|---|",
    ]
    for point in points:
        size = f"{point.side} x {point.side}"
        lines.append(
            f"| {point.heads} | {size} | {point.reach} | {point.turns_per_s:,} "
            f"| {point.nanoseconds:.0f} |"
        )
    return lines


def growth(points: list[Point]) -> str:
    """Change of the cost for each combatant and square from the smallest to the largest size."""
    return f"{points[-1].nanoseconds / points[0].nanoseconds:.2f}"


PAGE = """# What a turn costs

`python bench/run.py --scaling`, {build} build, one core, CPU time. Two lines of fighters and
archers stand on a square field with pillars, played by simple minds with all rules on.

![turns a second against combatants and map](pictures/scaling.png)

{heads}

{sides}

A turn examines the foes and the squares in reach, so its cost may grow with the number of
combatants times the number of squares in reach. The last column is the cost divided by both.
Where it does not rise, the cost grows at most in proportion. It changes by a factor of
{heads_growth} from the smallest number of combatants to the largest, and by {sides_growth} from
the smallest map to the largest. The figures include line of sight, which is computed once for
each pair of squares.

The sizes are measured one after the other, so other work on the machine can distort them. In
alternating runs of 400 fights, 80 x 80 costs 1.2 times as much as 40 x 40.

Every search for squares in reach fills three lists as long as the map: who stands on each square,
the cost to reach it, and the direction of the path. An earlier version filled eight, and a search
took 7 microseconds on 40 x 40, 110 on 80 x 80 and 624 on 160 x 160. Now the other five are only
as long as a Move needs, and a search takes 5, 7 and 17 microseconds.
"""


def scaling(build: str) -> dict[str, object]:
    """Measure all sizes and write the page."""
    by_heads = [measure(heads, FIELD) for heads in HEADS]
    by_side = [measure(BAND, side) for side in SIDES]
    note = "Nanoseconds a turn, for each combatant and square in reach"
    charts = [
        chart(by_heads, f"Combatants, on {FIELD} x {FIELD}", note, list(HEADS), "combatants"),
        chart(by_side, f"Map, with {BAND} combatants", note, list(SIDES), "squares along a side"),
    ]
    text = "Where the bars do not rise, cost grows at most with combatants times squares in reach."
    (DOCS / "pictures").mkdir(exist_ok=True)
    draw_sheet(charts, "What a turn costs", text, str(DOCS / "pictures" / "scaling.png"))
    text = PAGE.format(
        build=build,
        heads="\n".join(table(by_heads)),
        sides="\n".join(table(by_side)),
        heads_growth=growth(by_heads),
        sides_growth=growth(by_side),
    )
    (DOCS / "scaling.md").write_text(text, encoding="utf-8")
    return {
        "combatants": {str(p.heads): p.turns_per_s for p in by_heads},
        "map": {str(p.side): p.turns_per_s for p in by_side},
        "checksums": [p.checksum for p in (*by_heads, *by_side)],
    }
