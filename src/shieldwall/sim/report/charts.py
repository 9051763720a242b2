"""The charts of a report: endings, survival, HP left, length, threats."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from shieldwall.sim.counts import ENDINGS, SimResult, UnitTally
from shieldwall.sim.fight_facts import DIED, GONE, LIES
from shieldwall.sim.report.answer_text import percent
from shieldwall.sim.report.chart_marks import (
    DASHES,
    END,
    INK,
    MIDDLE,
    ON_DARK,
    PLAIN,
    RULE,
    SOFT,
    Drawing,
    spread,
    text_width,
)
from shieldwall.sim.report.report_figures import last_round, standing, threats

WIDTH: Final = 560
LEFT: Final = 48
TOP: Final = 58
ENDING_LOOKS: Final = (
    ("t0", PLAIN), ("t1", PLAIN), ("t2", "dots"), ("rule", "back"), ("t3", PLAIN), ("t4", PLAIN),
    ("t3", "diagonal"),
)  # fmt: skip
HEALTH: Final = (
    "dies", "down, and lives", "up to half its HP", "more than half", "unhurt",
    "fled or surrendered",
)  # fmt: skip
HEALTH_LOOKS: Final = (
    ("t4", PLAIN), ("t3", "diagonal"), ("t2", "dots"), ("t1", PLAIN), ("t0", PLAIN),
    ("rule", "back"),
)  # fmt: skip
DARK: Final = ("t3", "t4")


def report_charts(result: SimResult) -> list[Drawing]:
    """In two columns the first three are as tall as the others."""
    return [
        endings_chart(result),
        health_chart(result),
        threat_chart(result),
        survival_chart(result),
        rounds_chart(result),
    ]


def framed(height: float, title: str, note: str, says: str) -> Drawing:
    drawing = Drawing(WIDTH, height, title, says)
    drawing.words(0, 18, title, 17, bold=True)
    drawing.words(0, 38, note, 12, tone=SOFT)
    return drawing


def endings_chart(result: SimResult) -> Drawing:
    """One bar for all fights, best endings on the left."""
    rows = [(name, result.endings[place]) for place, name in enumerate(ENDINGS)]
    shown = [(place, name, count) for place, (name, count) in enumerate(rows) if count]
    says = "; ".join(f"{name} {percent(result.share(count))}" for _, name, count in shown)
    drawing = framed(TOP + 78 + 20 * len(shown), "How it ends", "Share of all fights", says)
    x = 0.0
    for place, _, count in shown:
        wide = WIDTH * count / result.fights
        tone, hatch = ENDING_LOOKS[place]
        drawing.bar(x, TOP, wide, 40, tone, hatch)
        number_on_bar(drawing, x, TOP + 20, wide, count / result.fights, (tone, hatch))
        x += wide
    y = TOP + 66.0
    for place, name, count in shown:
        tone, hatch = ENDING_LOOKS[place]
        drawing.bar(0, y - 11, 22, 13, tone, hatch)
        drawing.words(32, y, name)
        drawing.words(WIDTH, y, percent(result.share(count)), anchor=END, tone=SOFT)
        y += 20
    return drawing


def number_on_bar(
    drawing: Drawing, x: float, middle: float, wide: float, share: float, looks: tuple[str, str]
) -> None:
    """A share in per cent in the middle of its bar, on a plate if hatched; none if too narrow."""
    if wide <= 26:
        return
    tone, hatch = looks
    label = f"{100 * share:.0f}"
    ink = ON_DARK if tone in DARK and not hatch else INK
    if hatch:
        plate = text_width(label, 12) + 8
        drawing.bar(x + wide / 2 - plate / 2, middle - 8, plate, 16, "paper")
    drawing.words(x + wide / 2, middle + 4.5, label, 12, MIDDLE, ink)


def survival_chart(result: SimResult) -> Drawing:
    """A line for each of our units, labelled at its end."""
    last = last_round(result)
    units = result.our_units
    curves = [standing(result, unit, last) for unit in units]
    names = [unit.name for unit in units]
    tails = [
        f"{100 * c[-1].value:.0f} ({100 * c[-1].low:.0f}–{100 * c[-1].high:.0f})" for c in curves
    ]
    labels = max(text_width(f"{name} {tail}") for name, tail in zip(names, tails))
    right = WIDTH - labels - 14
    bottom = TOP + 230
    ends = ", ".join(f"{n} {percent(c[-1])}" for n, c in zip(names, curves))
    drawing = framed(
        bottom + 40,
        "Still up after each round",
        "Share of all fights, with its 95 % interval; units that fall for good leave the line",
        f"After round {last}: {ends}",
    )
    height = bottom - TOP

    def at(number: int, part: float) -> tuple[float, float]:
        return LEFT + (right - LEFT) * number / last, bottom - height * part

    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        drawing.line(at(0, tick), at(last, tick), tone=RULE)
        drawing.words(LEFT - 8, at(0, tick)[1] + 4, f"{100 * tick:.0f} %", 12, END, SOFT)
    step = max(1, -(-last // 12))
    for number in range(0, last + 1, step):
        drawing.words(at(number, 0)[0], bottom + 18, str(number), 12, MIDDLE, SOFT)
    drawing.words((LEFT + right) / 2, bottom + 36, "round", 12, MIDDLE, SOFT)
    for curve in curves:
        upper = stepped([at(number, found.high) for number, found in enumerate(curve)])
        lower = stepped([at(number, found.low) for number, found in enumerate(curve)])
        drawing.area(upper + lower[::-1], RULE)
    for number, curve in enumerate(curves):
        points = stepped([at(place, found.value) for place, found in enumerate(curve)])
        drawing.line(*points, width=2.0, dash=DASHES[number % len(DASHES)])
    places = spread([at(last, curve[-1].value)[1] for curve in curves], 17, TOP, bottom)
    for name, tail, curve, place in zip(names, tails, curves, places):
        end = at(last, curve[-1].value)
        drawing.line(end, (right + 8, place), tone=SOFT, width=0.8)
        drawing.words(right + 12, place + 4, f"{name} {tail}", 13)
    return drawing


def stepped(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Steps: the line drops at the round, not between two."""
    made = [points[0]]
    for before, after in pairwise(points):
        made += [(after[0], before[1]), after]
    return made


def health_of(result: SimResult, unit: UnitTally) -> list[float]:
    """The shares of HEALTH: the final states of a unit."""
    down = sum(unit.fates[fate] for fate in range(LIES, DIED + 1)) - unit.dies
    standing_hp = {hp: count for hp, count in unit.hp_left.items() if hp > 0}
    gone = unit.fates[GONE]
    half = sum(count for hp, count in standing_hp.items() if 2 * hp <= unit.hp)
    whole = sum(count for hp, count in standing_hp.items() if hp >= unit.hp)
    most = sum(standing_hp.values()) - half - whole
    # Many units that escaped have hit points too: subtract them from all three equally.
    up = half + most + whole
    kept = (result.fights - unit.dies - down - gone) / up if up else 0.0
    counts = [unit.dies, down, half * kept, most * kept, whole * kept, gone]
    return [count / result.fights for count in counts]


def health_chart(result: SimResult) -> Drawing:
    """A bar for each of our units: from dead to unhurt."""
    units = result.our_units
    rows = [health_of(result, unit) for unit in units]
    shown = [place for place in range(len(HEALTH)) if any(row[place] > 0 for row in rows)]
    legend_rows = -(-len(shown) // 3)
    left = 12 + max(text_width(unit.name) for unit in units)
    wide = WIDTH - left
    says = "; ".join(
        f"{unit.name}: " + ", ".join(f"{HEALTH[p]} {100 * row[p]:.0f}" for p in shown)
        for unit, row in zip(units, rows)
    )
    drawing = framed(
        TOP + 36 * len(units) + 20 * legend_rows + 14,
        "HP left, by unit",
        "Each character at the end of the fight; share of all fights, in per cent",
        says,
    )
    y = float(TOP)
    for unit, row in zip(units, rows):
        drawing.words(left - 12, y + 18, unit.name, 13, END)
        x = left
        for place in shown:
            part = wide * row[place]
            tone, hatch = HEALTH_LOOKS[place]
            if part > 0:
                drawing.bar(x, y, part, 26, tone, hatch)
                number_on_bar(drawing, x, y + 13, part, row[place], (tone, hatch))
            x += part
        y += 36
    column = WIDTH / 3
    for number, place in enumerate(shown):
        x, row_y = column * (number % 3), y + 14 + 20 * (number // 3)
        tone, hatch = HEALTH_LOOKS[place]
        drawing.bar(x, row_y - 11, 22, 13, tone, hatch)
        drawing.words(x + 30, row_y, HEALTH[place], 12.5)
    return drawing


def rounds_chart(result: SimResult) -> Drawing:
    """A bar for each number of rounds; typical ones are dark."""
    last = last_round(result)
    counts = [result.rounds[number] for number in range(last + 1)]
    first = next(number for number, count in enumerate(counts) if count)
    low, high = result.quantile(result.rounds, 0.1), result.quantile(result.rounds, 0.9)
    middle = result.quantile(result.rounds, 0.5)
    beyond = result.fights - sum(counts)
    note = f"Half are over by round {middle}; usually it takes {low} to {high} (filled)"
    if beyond:
        take = "fight takes" if beyond == 1 else "fights take"
        note += f"; {beyond} {take} longer, up to {max(result.rounds)}"
    says = ", ".join(
        f"{number}: {percent(result.share(counts[number]))}" for number in range(first, last + 1)
    )
    drawing = framed(TOP + 240, "How many rounds it takes", note, says)
    bottom = TOP + 200
    top_share = max(counts) / result.fights
    columns = last - first + 1
    column = (WIDTH - LEFT) / columns
    for number in range(first, last + 1):
        found = result.share(counts[number])
        tall = 160 * found.value / top_share
        x = LEFT + column * (number - first) + column * 0.1
        usual = low <= number <= high
        drawing.bar(x, bottom - tall, column * 0.8, tall, "t2" if usual else "t0")
        centre = x + column * 0.4
        drawing.line(
            (centre, bottom - 160 * found.low / top_share),
            (centre, bottom - 160 * min(found.high, 1.1 * top_share) / top_share),
            width=1.4,
        )
        if column > 26:
            upper = bottom - 160 * min(found.high, 1.1 * top_share) / top_share
            drawing.words(centre, upper - 6, f"{100 * found.value:.0f} %", 11.5, MIDDLE, SOFT)
        if columns <= 16 or (number - first) % (columns // 12 + 1) == 0:
            drawing.words(centre, bottom + 18, str(number), 12, MIDDLE)
    drawing.line((LEFT, bottom), (WIDTH, bottom))
    drawing.words(
        (LEFT + WIDTH) / 2, bottom + 36, "round in which the fight ends", 12, MIDDLE, SOFT
    )
    return drawing


def threat_chart(result: SimResult) -> Drawing:
    """The enemies by damage dealt, grouped by kind."""
    rows = threats(result)
    most = max([threat.harm * len(threat.kind.units) for threat in rows], default=0.0) or 1.0
    names = [
        f"{threat.kind.name} × {len(threat.kind.units)}"
        if len(threat.kind.units) > 1
        else threat.kind.name
        for threat in rows
    ]
    left = 12 + max([text_width(name) for name in names], default=0.0)
    tail = text_width("99.9 HP, 0.99 down")
    says = "; ".join(f"{n}: {t.harm * len(t.kind.units):.1f} HP" for n, t in zip(names, rows))
    drawing = framed(
        TOP + 36 * max(1, len(rows)) + 8,
        "The threat of each enemy",
        f"HP they take from yours in a fight, and how many they bring down; "
        f"from {result.sample.fights} fights",
        says,
    )
    y = float(TOP)
    for name, threat in zip(names, rows):
        heads = len(threat.kind.units)
        wide = (WIDTH - left - tail - 10) * threat.harm * heads / most
        drawing.words(left - 12, y + 18, name, 13, END)
        drawing.bar(left, y, max(1.0, wide), 26, "t3")
        label = f"{threat.harm * heads:.1f} HP, {threat.falls * heads:.2f} down"
        drawing.words(left + wide + 8, y + 18, label, 12.5, tone=SOFT)
        y += 36
    return drawing
