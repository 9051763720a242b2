"""Exact odds of the player's choices, in a few lines below them."""

from __future__ import annotations

import time
from typing import Final

from shieldwall.cli.terminal import Terminal
from shieldwall.display.choice_groups import Choices, likeliest
from shieldwall.engine.option import ARMED, LISTED, option_of
from shieldwall.engine.tape.request import PASS, Choice, IllegalChoice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.odds.option_odds import Preview, Previewer, Unforeseen
from shieldwall.text.sentences import who

LIMIT_SECONDS: Final = 0.25
"""Seconds after which no further choice is evaluated."""
NARROW: Final = 60
MOST_LINES: Final = 6
FEW_LINES: Final = 3
LOW: Final = 20
"""Below this many terminal lines, only a few are for odds …"""
LEAST_HEIGHT: Final = 14
"""… and below this many none, unless the player asks for them."""


class TurnOdds:
    """The odds of a unit's current options."""

    def __init__(self, fight: Fight, terminal: Terminal) -> None:
        self.fight = fight
        self.terminal = terminal

    def lines(self, request: Request, choices: Choices, everything: bool = False) -> list[str]:
        """One line per choice with dice; equal ones are combined."""
        if self.terminal.height < LEAST_HEIGHT and not everything:
            return []
        found: dict[str, list[str]] = {}
        end = time.perf_counter() + LIMIT_SECONDS
        looker = Previewer(self.fight, request)
        late = False
        for choice in self.wanted(request, choices):
            if time.perf_counter() > end and not everything:
                late = True
                break
            try:
                told = self.told(looker.look(choice))
            except (Unforeseen, IllegalChoice):
                continue
            if told:
                found.setdefault(told, []).append(self.name(choices, choice))
        rows = [f"{alike(names)}: {told}" for told, names in found.items()]
        if not rows:
            hint = "Odds: type `odds`." if late else ""
            return [self.terminal.paint(hint, "dim")] * bool(hint)
        most = MOST_LINES if self.terminal.height >= LOW else FEW_LINES
        made = self.terminal.wrap("Exact odds (`odds off` hides them):")
        for number, row in enumerate(rows):
            lines = self.terminal.wrap(f"\xa0\xa0{row}", "    ")
            if not everything and number and len(made) + len(lines) > most + 1:
                late = True
                break
            made += lines
        if late:
            made.append("  more with `odds`")
        return [self.terminal.paint(line, "dim") for line in made]

    def wanted(self, request: Request, choices: Choices) -> list[Choice]:
        """One of each kind: an attack with the likeliest weapon, the first path that provokes."""
        if not isinstance(request.options, TurnOptions):
            return [likeliest(choices, Choice(choices.unit, verb)) for verb in choices.verbs()]
        found: list[Choice] = []
        for verb in choices.verbs():
            option = option_of(verb)
            if option.has(ARMED) or (option.kind == "attack" and option.has(LISTED)):
                units = dict.fromkeys(c.target for c in choices.of(verb) if c.target >= 0)
                for target in units:
                    found.append(likeliest(choices, Choice(choices.unit, verb, target)))
        if "run" in choices.verbs() and not request.battle.state.grid.open:
            provoking = [cell for cell, provokes in choices.squares().items() if provokes]
            runs = [c for c in choices.of("run") if c.path and c.path[-1] in provoking]
            found += sorted(runs, key=lambda run: len(run.path))[:1]
        return found

    def name(self, choices: Choices, choice: Choice) -> str:
        if choice.verb == "run":
            return "run past a !"
        if choice.target < 0 or choice.verb == PASS:
            return choice.verb
        return f"{choice.verb} {choices.names.units[choice.target]}"

    def told(self, preview: Preview) -> str:
        """The figures in words; "" if no die is rolled."""
        odds = preview.odds
        short = self.terminal.width < NARROW
        parts = []
        if odds.hit or odds.mean:
            parts.append(f"hits {percent(float(odds.hit))}")
            if preview.dodged is not None:
                parts[-1] += f" (dodged {percent(float(preview.dodged))})"
            parts.append(f"{float(odds.mean):.1f} damage")
            parts.append(f"drops it {percent(float(odds.dropped))}")
        for foe, chance in preview.provokes.items():
            likely = "" if chance == 1 else f" ({percent(float(chance))})"
            parts.append(f"{who(self.fight.state, foe)} strikes{likely}")
        if odds.mean_taken or odds.fell:
            parts.append(f"costs {float(odds.mean_taken):.1f} HP")
            if odds.fell or not short:
                parts.append(f"you fall {percent(float(odds.fell))}")
        return ", ".join(parts)


def percent(share: float) -> str:
    whole = 100 * share
    if 0 < whole < 0.5:
        return "under\xa01\xa0%"
    return f"{whole:.0f}\xa0%"


def alike(names: list[str]) -> str:
    """`attack goblin-1, goblin-2` for two attacks with the same odds."""
    verbs: dict[str, list[str]] = {}
    for name in names:
        verb, _, rest = name.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    return "; ".join(
        f"{verb} {', '.join(rest)}".strip() if all(rest) else verb for verb, rest in verbs.items()
    )
