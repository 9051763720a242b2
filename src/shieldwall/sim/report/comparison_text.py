"""A comparison as text, as data and as a tornado chart."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import Final

from shieldwall.sim.comparison import SURVIVAL, Compared, Difference
from shieldwall.sim.intervals import Mean
from shieldwall.sim.report.answer_text import Table, mean_data
from shieldwall.sim.report.chart_marks import END, INK, MIDDLE, RULE, SOFT, Drawing, text_width

MOST_BARS: Final = 24
WIDTH: Final = 860
ROW: Final = 30


def points(found: Mean) -> str:
    """`+2.1 points (+1.6 to +2.6)`, without the word."""
    return f"{signed(found.value)} ({signed(found.low)} to {signed(found.high)})"


def signed(value: float) -> str:
    text = f"{100 * value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def level_text(found: Mean) -> str:
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def sentence(found: Compared) -> str:
    """`initiative_tie=players instead of gm: +2.1 points of survival (+1.6 to +2.6)`."""
    if found.fights == 0:
        return f"{found.variant.label}: not one fight was played."
    if found.same == found.fights:
        return f"{found.variant.label}: all {found.fights} fights had the same result."
    main = found.of(SURVIVAL).change
    low, high = signed(main.low), signed(main.high)
    text = f"{found.variant.label}: {signed(main.value)} points of survival ({low} to {high})"
    victory = found.of("victory").change
    text += (
        f", {signed(victory.value)} of victory ({signed(victory.low)} to {signed(victory.high)})"
    )
    return text + ("." if found.of(SURVIVAL).is_clear else "; no clear difference.")


def luck_sentence(found: Compared) -> str:
    """The variance saved by the shared dice."""
    main = found.of(SURVIVAL)
    if found.same == found.fights or main.saved <= 0:
        return "The shared dice saved nothing here."
    alike = f"{found.same} of {found.fights} fights had the same result."
    if isinf(main.worth):
        return f"{alike} The others differ in nothing that counts here."
    return (
        f"{alike} The shared dice removed {100 * main.saved:.0f} % of the variance: as accurate as "
        f"{main.worth:.1f} times as many fights with separate dice."
    )


def difference_table(found: Compared) -> Table:
    rows = [["", "as it is", "changed", "points"]]
    for each in found.differences:
        row = [each.measure, level_text(each.base), level_text(each.variant), points(each.change)]
        rows.append(row)
    return rows


def ranked(found: Sequence[Compared]) -> tuple[list[Compared], list[Compared]]:
    """The variants that change anything, largest effect first; and those without any effect."""
    moved = [each for each in found if each.same < each.fights]
    moved.sort(key=lambda each: -abs(each.of(SURVIVAL).change.value))
    return moved, [each for each in found if each.same == each.fights]


def bar_text(found: Mean, most: float, half: int = 10) -> str:
    """`     ####|` … `|##`: a bar of the tornado chart in characters."""
    size = round(half * abs(found.value) / most) if most else 0
    left = "#" * size if found.value < 0 else ""
    right = "#" * size if found.value > 0 else ""
    return f"{left.rjust(half)}|{right.ljust(half)}"


def tornado(found: Sequence[Compared], title: str, fights: int, ablated: bool = False) -> Drawing:
    """The changes, or the rules left out, by their effect on the party's survival."""
    moved, _ = ranked(found)
    rows = moved[:MOST_BARS]
    changes = [each.of(SURVIVAL).change for each in rows]
    left = 16 + max([text_width(each.variant.label) for each in rows], default=120.0)
    right = WIDTH - 16 - text_width("+99.9 (+99.9 to +99.9)")
    widest = max([max(abs(c.low), abs(c.high)) for c in changes], default=0.01) or 0.01
    middle = (left + right) / 2
    scale = (right - left) / 2 / widest
    bottom = 70 + ROW * len(rows)
    summary = "; ".join(f"{each.variant.label} {points(c)}" for each, c in zip(rows, changes))
    drawing = Drawing(WIDTH, bottom + 44, title, summary)
    drawing.words(0, 18, title, 17, bold=True)
    cause = "without each rule" if ablated else "by each change"
    note = f"Points of survival the party gains or loses {cause}, with 95 % intervals"
    drawing.words(0, 38, f"{note}; {fights:,} fights each, with the same luck", 12, tone=SOFT)
    for tick in nice_ticks(widest):
        x = middle + tick * scale
        drawing.line((x, 52), (x, bottom), tone=RULE)
        drawing.words(x, bottom + 18, signed(tick).removesuffix(".0") or "0", 12, MIDDLE, SOFT)
    axis = "points of survival without the rule" if ablated else "points of survival"
    drawing.words(middle, bottom + 38, axis, 12, MIDDLE, SOFT)
    for number, (each, change) in enumerate(zip(rows, changes)):
        y = 58.0 + ROW * number
        drawing.words(left - 16, y + 15, each.variant.label, 13, END)
        x = min(middle, middle + change.value * scale)
        harms = change.value < 0
        drawing.bar(
            x,
            y,
            abs(change.value) * scale,
            20,
            "t3" if harms else "t1",
            "diagonal" if harms else "",
        )
        low, high = middle + change.low * scale, middle + change.high * scale
        drawing.line((low, y + 10), (high, y + 10), width=1.6)
        for end in (low, high):
            drawing.line((end, y + 6), (end, y + 14), width=1.6)
        drawing.words(WIDTH, y + 15, points(change), 12.5, END, tone=SOFT)
    drawing.line((middle, 52), (middle, bottom), tone=INK, width=1.2)
    return drawing


def worth_title(ablated: bool) -> str:
    return "What each rule is worth" if ablated else "What each change is worth"


def nice_ticks(widest: float) -> list[float]:
    for step in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5):
        if widest / step <= 4.5:
            count = int(widest / step)
            return [step * place for place in range(-count, count + 1)]
    return [-1.0, 0.0, 1.0]


# As data.


def compared_data(found: Compared) -> dict[str, object]:
    return {
        "variant": found.variant.label,
        "fights": found.fights,
        "alike": found.same,
        "checksum": found.result.checksum,
        "measures": {each.measure: difference_data(each) for each in found.differences},
    }


def difference_data(found: Difference) -> dict[str, object]:
    return {
        "base": mean_data(found.base),
        "variant": mean_data(found.variant),
        "change": mean_data(found.change),
        "clear": found.is_clear,
        "variance_saved": found.saved,
    }
