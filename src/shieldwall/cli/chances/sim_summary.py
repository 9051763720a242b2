"""The first screen of `shieldwall sim`: result, odds, units in danger, advice."""

from __future__ import annotations

import shlex
from typing import Final

from shieldwall.cli.chances.fight_source import Source
from shieldwall.cli.terminal import Terminal, held_together
from shieldwall.sim.behaviour import Behaviour, behaviour_words
from shieldwall.sim.counts import SimResult
from shieldwall.sim.report.answer_text import (
    captured_words,
    fights_in_words,
    headline,
    percent,
    stopped_words,
)
from shieldwall.sim.report.report_figures import threats

IN_DANGER: Final = 0.05
"""Minimum share of fights in which a unit falls, to be named."""
MOST_NAMED: Final = 2
EASY: Final = 0.95
AIM: Final = "90%"
HARDER_AIM: Final = "75%"


def first_screen(
    result: SimResult,
    source: Source,
    terminal: Terminal,
    so_far: str,
    found: Behaviour | None = None,
) -> list[str]:
    """About ten lines at 80 columns; every share has its interval."""
    title = f"{result.title}: {fights_in_words(result)}{so_far}, seed {result.seed}"
    lines = [*terminal.wrap(title), *_wrapped(terminal, headline(result))]
    if result.fights == 0:
        return lines
    for text in (
        behaviour_words(found),
        captured_words(result),
        stopped_words(result),
        f"{danger(result)} {worst_foe(result)}".strip(),
        advice(result, source),
    ):
        lines += _wrapped(terminal, text) if text else []
    rest = f"More with --full, --report FILE or --json; checksum {result.checksum}"
    return [*lines, *terminal.wrap(rest)]


def _wrapped(terminal: Terminal, text: str) -> list[str]:
    return terminal.wrap(held_together(text), "  ")


def danger(result: SimResult) -> str:
    """The players' units that fall most often."""
    falling = sorted(result.our_units, key=lambda unit: -unit.falls)
    named = [unit for unit in falling if unit.falls >= IN_DANGER * result.fights]
    if not named:
        return "In danger: no unit in particular."
    parts = [
        f"{unit.name} falls in {percent(result.share(unit.falls))}" for unit in named[:MOST_NAMED]
    ]
    more = len(named) - MOST_NAMED
    if more > 0:
        parts.append(f"{more} more with --full")
    return f"In danger: {', '.join(parts)}."


def worst_foe(result: SimResult) -> str:
    found = threats(result)
    if not found or not found[0].harm:
        return ""
    worst = found[0]
    return f"Most harm: {worst.kind.label()}, {worst.harm:.1f} HP a fight."


def advice(result: SimResult, source: Source) -> str:
    """The command that makes the fight easier, or harder if it is too easy."""
    easy = result.won >= EASY * result.fights
    words = ["shieldwall", "tune", *source.words(), "--wins", HARDER_AIM if easy else AIM]
    return f"To make it {'harder' if easy else 'easier'}: {shlex.join(words)}"
