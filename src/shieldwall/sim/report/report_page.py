"""The report as one HTML page: no scripts, self-contained, light and dark, printable."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from shieldwall.engine.ruleset import Ruleset
from shieldwall.sim.comparison import Compared
from shieldwall.sim.counts import SimResult
from shieldwall.sim.report.answer_text import (
    Table,
    action_table,
    captured_words,
    felled_lines,
    headline,
    morale_lines,
    rounds_table,
    sample_words,
    state_table,
    stopped_words,
    threat_table,
    unit_table,
)
from shieldwall.sim.report.chart_marks import Drawing
from shieldwall.sim.report.chart_svg import pattern_defs, to_svg
from shieldwall.sim.report.charts import report_charts
from shieldwall.sim.report.comparison_text import (
    difference_table,
    luck_sentence,
    ranked,
    sentence,
    tornado,
    worth_title,
)
from shieldwall.version import __version__

STYLE = """
:root { color-scheme: light dark; --paper: #fdfcfa; --ink: #1c1b1a; --soft: #6b6762;
  --rule: #d9d5cd; --t0: #f6f1e7; --t1: #e6d3b3; --t2: #cf9f74; --t3: #9c4f3d; --t4: #5a1f1a;
  --on-dark: #ffffff; --edge: #1c1b1a; }
@media (prefers-color-scheme: dark) { :root { --paper: #161514; --ink: #ece8e1; --soft: #a59f96;
  --rule: #45413b; --t0: #262320; --t1: #57493a; --t2: #9a7250; --t3: #b0604b; --t4: #d9a394;
  --on-dark: #161514; --edge: #ece8e1; } }
@page { margin: 14mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: 2.5rem 1.5rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.1rem; margin: 2.4rem 0 .6rem; }
p { margin: .4rem 0; max-width: 52rem; }
p.answer { font-size: 1.25rem; line-height: 1.45; margin: 1rem 0 2rem; }
.soft, footer { color: var(--soft); font-size: .9rem; }
.charts { columns: 2 30rem; column-gap: 3rem; }
.charts.one { columns: 1; max-width: 56rem; }
.charts figure { margin: 0 0 2.4rem; break-inside: avoid; }
.charts svg { width: 100%; height: auto; display: block; overflow: visible; }
svg text { font-family: inherit; }
svg .line { fill: none; }
svg .bar { stroke: var(--edge); stroke-width: .6; }
svg .hatch path { stroke: var(--edge); stroke-width: .9; fill: none; }
svg .hatch circle { fill: var(--edge); }
svg.defs { position: absolute; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .95rem; }
th, td { text-align: left; padding: .28rem 1.4rem .28rem 0; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
thead th { color: var(--soft); font-weight: 500; }
tbody th { font-weight: 500; }
ul { padding-left: 1.1rem; }
.facts { columns: 2 33rem; column-gap: 3rem; margin-top: 2.4rem; }
.facts section { break-inside: avoid; margin-bottom: 2rem; }
.facts h2 { margin-top: 0; }
.facts table { font-size: .8rem; width: 100%; }
.facts th, .facts td { padding-right: .4rem; }
ul.plain { columns: 3 18rem; column-gap: 2rem; list-style: none; padding: 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: .8rem; }
@media print { :root { --paper: #fff; --soft: #4a4743; }
  html { font-size: 11px; }
  body { max-width: none; padding: 0; font-size: 1rem; }
  p.answer { margin: .8rem 0 1.2rem; }
  .charts { columns: 2; column-gap: 2rem; }
  .charts figure { margin-bottom: 1.2rem; }
  .facts { columns: 1; }
  .facts table { width: auto; font-size: .95rem; }
  .facts th, .facts td { padding-right: 1.4rem; }
  .wide { overflow: visible !important; }
  section, tr { break-inside: avoid; } }
"""


def report_page(result: SimResult, rules: Ruleset) -> str:
    """The complete report of a run."""
    explained = (captured_words(result), stopped_words(result))
    parts = [
        f"<p class=soft>{result.fights:,} fights by {escape(rules.title)}, seed {result.seed}</p>",
        f"<p class=answer>{escape(headline(result))}</p>",
        *[f"<p class=soft>{escape(text)}</p>" for text in explained if text],
        figures(report_charts(result)),
        section("Each combatant", table_html(unit_table(result))),
        section("At the end", table_html(state_table(result))),
        facts(
            section("Who brings whom down", note(result) + list_html(felled_lines(result))),
            section("The threat of each enemy", note(result) + table_html(threat_table(result))),
            section("Rounds", table_html(rounds_table(result))),
        ),
    ]
    for number, side in enumerate(result.sides):
        table = action_table(result, rules, number)
        if len(table) > 1:
            does = "do" if side.name.endswith("s") else "does"
            title = f"What the {side.name} {does}"
            parts.append(section(title, note(result) + table_html(table)))
    parts.append(section("Morale", note(result) + list_html(morale_lines(result))))
    parts.append(
        "<footer>Intervals hold in 95 of 100 runs. Dying units die if the foe holds the "
        "field; they count as saved if their own side wins."
        f" Shieldwall {escape(__version__)}, checksum {escape(result.checksum)}.</footer>"
    )
    return page(result.title, parts)


def comparison_page(
    title: str, fights: int, found: Sequence[Compared], ablated: bool = False
) -> str:
    """The effect of each change, as a tornado chart and as a table."""
    moved, idle = ranked(found)
    parts = [f"<p class=soft>{fights:,} fights each, with the same luck</p>"]
    if moved:
        chart = tornado(found, worth_title(ablated), fights, ablated)
        parts.append(f"<div class='charts one'><figure>{to_svg(chart)}</figure></div>")
    told = []
    for each in moved:
        text = sentence(each).removeprefix(f"{each.variant.label}: ")
        body = f"<p>{escape(text)}</p>{table_html(difference_table(each))}"
        told.append(
            section(named(each, ablated), f"{body}<p class=soft>{escape(luck_sentence(each))}</p>")
        )
    parts.append(facts(*told))
    if idle:
        parts.append(
            section("Changed nothing", list_html([each.variant.label for each in idle], "plain"))
        )
    return page(title, parts)


def named(found: Compared, ablated: bool) -> str:
    return f"Without {found.variant.label}" if ablated else found.variant.label


def page(title: str, parts: Sequence[str]) -> str:
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body>{pattern_defs()}<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "</body></html>\n"
    )


def figures(charts: Sequence[Drawing]) -> str:
    made = "".join(f"<figure>{to_svg(chart)}</figure>\n" for chart in charts)
    return f"<div class=charts>{made}</div>"


def section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def facts(*sections: str) -> str:
    """Side by side if there is room."""
    return f"<div class=facts>{''.join(sections)}</div>"


def note(result: SimResult) -> str:
    words = sample_words(result)
    return f"<p class=soft>{escape(words[0].upper() + words[1:])}.</p>"


def table_html(rows: Table) -> str:
    head = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(
        f"<tr><th scope=row>{escape(row[0])}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows[1:]
    )
    return (
        f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def list_html(lines: Sequence[str], looks: str = "") -> str:
    return f"<ul class='{looks}'>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
