"""Drawings as inline SVG, coloured by the page's variables."""

from __future__ import annotations

from html import escape

from shieldwall.sim.report.chart_marks import Area, Bar, Drawing, Line, Mark, Words

PATTERNS = {
    "diagonal": '<path d="M-2,8 L8,-2 M-2,2 L2,-2 M4,8 L8,4"/>',
    "back": '<path d="M-2,-2 L8,8 M4,-2 L8,2 M-2,4 L2,8"/>',
    "cross": '<path d="M-2,8 L8,-2 M-2,-2 L8,8"/>',
    "dots": '<circle cx="1.5" cy="1.5" r="0.9"/><circle cx="4.5" cy="4.5" r="0.9"/>',
}


def pattern_defs() -> str:
    """The hatchings, once per page."""
    made = "".join(
        f'<pattern id="hatch-{name}" width="6" height="6" patternUnits="userSpaceOnUse"'
        f' class="hatch">{shape}</pattern>'
        for name, shape in PATTERNS.items()
    )
    return f'<svg width="0" height="0" class="defs" aria-hidden="true"><defs>{made}</defs></svg>'


def to_svg(drawing: Drawing) -> str:
    body = "".join(mark_svg(mark) for mark in drawing.marks)
    return (
        f'<svg viewBox="0 0 {n(drawing.width)} {n(drawing.height)}" role="img"'
        f' aria-label="{escape(drawing.says, quote=True)}">'
        f"<title>{escape(drawing.title)}</title>{body}</svg>"
    )


def mark_svg(mark: Mark) -> str:
    if isinstance(mark, Line):
        dash = f' stroke-dasharray="{",".join(map(str, mark.dash))}"' if mark.dash else ""
        points = " ".join(f"{n(x)},{n(y)}" for x, y in mark.points)
        return (
            f'<polyline points="{points}" class="line" stroke="var(--{mark.tone})"'
            f' stroke-width="{n(mark.width)}"{dash}/>'
        )
    if isinstance(mark, Area):
        points = " ".join(f"{n(x)},{n(y)}" for x, y in mark.points)
        return f'<polygon points="{points}" fill="var(--{mark.tone})" opacity="0.5"/>'
    if isinstance(mark, Bar):
        place = f'x="{n(mark.x)}" y="{n(mark.y)}" width="{n(mark.width)}" height="{n(mark.height)}"'
        made = f'<rect {place} fill="var(--{mark.tone})" class="bar"/>'
        if mark.hatch:
            made += f'<rect {place} fill="url(#hatch-{mark.hatch})" class="bar"/>'
        return made
    assert isinstance(mark, Words)
    weight = ' font-weight="600"' if mark.bold else ""
    return (
        f'<text x="{n(mark.x)}" y="{n(mark.y)}" font-size="{n(mark.size)}"'
        f' text-anchor="{mark.anchor}" fill="var(--{mark.tone})"{weight}>{escape(mark.text)}</text>'
    )


def n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
