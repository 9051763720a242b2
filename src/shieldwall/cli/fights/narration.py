"""Narration of a fight: paragraphs of sentences under headings, and the final state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shieldwall.cli.terminal import Terminal
from shieldwall.display.markers import Marks, conditions
from shieldwall.engine.events.action_events import Charged, Moved
from shieldwall.engine.events.attack_events import (
    AttackRolled,
    Defended,
    Fell,
    Harmed,
    HoldUsed,
    Opportunity,
    Redirected,
    ShockStopped,
    Snapped,
    SwarmStruck,
)
from shieldwall.engine.events.clock_events import (
    FightEnded,
    RoundBegan,
    SideBegan,
    SurpriseRound,
    TurnBegan,
    TurnEnded,
)
from shieldwall.engine.events.event import Event
from shieldwall.engine.state.state import Outcome, State, Unit
from shieldwall.fight import Fight
from shieldwall.text.fates import fate_word
from shieldwall.text.notation import Names, event_text
from shieldwall.text.sentences import sentence, start, the_side, who
from shieldwall.text.told_once import order_before

UNTOLD: Final = (TurnBegan, TurnEnded)
FOLLOWING: Final = (Defended, Harmed, ShockStopped, Fell)
"""Events told in the same paragraph as their cause."""
ANNOUNCING: Final = (Charged, Opportunity, Snapped, HoldUsed, SwarmStruck, Redirected)
LEADING_ON: Final = (Moved, AttackRolled, Charged, Redirected)
"""Events that follow an announced attack, told in the same paragraph."""


class Narration:
    """Tells the events of one fight on one terminal."""

    def __init__(self, fight: Fight, marks: Marks, terminal: Terminal) -> None:
        self.fight = fight
        self.marks = marks
        self.terminal = terminal
        self.styles: dict[str, str] = {}
        self.pattern = re.compile("")
        self._learn()

    def _learn(self) -> None:
        """Collect the names of all units, which are coloured and not broken."""
        state = self.fight.state
        self.styles = {who(state, unit.index): self.marks.style(unit) for unit in state.units}
        known = sorted({*self.styles, *map(start, self.styles)}, key=len, reverse=True)
        self.pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in known))

    def lines(self, events: Sequence[Event]) -> list[str]:
        """The events as lines of text."""
        names, state = self.fight.names, self.fight.state
        if len(self.styles) < len(state.units):
            self._learn()
        told: list[str] = []
        paragraph = ""
        to_come = False
        for place, event in enumerate(events):
            if isinstance(event, UNTOLD) or order_before(names, events, place) >= 0:
                continue
            text = self._joined(sentence(names, state, event))
            follows = isinstance(event, FOLLOWING) or (to_come and isinstance(event, LEADING_ON))
            to_come = isinstance(event, ANNOUNCING) or (to_come and isinstance(event, Moved))
            if follows and paragraph:
                paragraph += f" {text}"
                continue
            told += self._paragraph(paragraph)
            paragraph = ""
            if isinstance(event, RoundBegan | SurpriseRound | FightEnded):
                told += ["", self.heading(text.rstrip("."))]
            elif isinstance(event, SideBegan):
                told.append(self.terminal.paint(f"{start(the_side(state, event.side))}:", "dim"))
            else:
                paragraph = text
        return told + self._paragraph(paragraph)

    def heading(self, text: str) -> str:
        bar = "──" if self.terminal.unicode else "--"
        return self.terminal.paint(f"{bar} {text} {bar}".replace("\xa0", " "), "bold")

    def _paragraph(self, text: str) -> list[str]:
        if not text:
            return []
        return [self.coloured(line) for line in self.terminal.wrap(f"  {text}", "    ")]

    def _joined(self, text: str) -> str:
        """The text with names that do not break at the end of a line."""
        return self.pattern.sub(lambda found: found[0].replace(" ", "\xa0"), text)

    def coloured(self, text: str) -> str:
        if not self.terminal.colour:
            return text
        return self.pattern.sub(lambda found: self._coloured_name(found[0]), text)

    def _coloured_name(self, name: str) -> str:
        style = self.styles.get(name) or self.styles.get(name[:1].lower() + name[1:], "bold")
        return self.terminal.paint(name, style)


def status_line(unit: Unit) -> str:
    """`7/14 HP, prone`."""
    lasting = [word for word in conditions(unit) if not word.startswith("AC ")]
    return ", ".join([f"{unit.hp}/{unit.sheet.hp} HP", *lasting])


def summary(fight: Fight, marks: Marks, terminal: Terminal) -> list[str]:
    """The fate of each unit."""
    state = fight.state
    rounds = state.clock.round
    lines = [f"After {rounds} {'round' if rounds == 1 else 'rounds'}, seed {fight.seed}:"]
    wide = max(len(who(state, unit.index)) for unit in state.units)
    for side in range(len(state.sides)):
        for unit in state.units:
            if unit.side == side:
                name = start(who(state, unit.index)).ljust(wide)
                lines.append(f"  {terminal.paint(name, marks.style(unit))}  {status_line(unit)}")
    return lines


# For programs.


def outcome_data(state: State, outcome: Outcome | None) -> dict[str, object] | None:
    if outcome is None:
        return None
    winners = [side.name for side in state.sides if side.team == outcome.team]
    return {"reason": outcome.reason, "winners": winners}


def unit_data(names: Names, state: State, unit: Unit) -> dict[str, object]:
    return {
        "id": unit.ident,
        "name": unit.sheet.name,
        "side": state.sides[unit.side].name,
        "square": names.square(int(unit.y) * names.width + int(unit.x))
        if unit.is_present()
        else None,
        "hp": int(unit.hp),
        "max_hp": int(unit.sheet.hp),
        "conditions": conditions(unit),
        "fate": fate_word(unit),
    }


def fight_data(fight: Fight) -> dict[str, object]:
    """The current state of a fight, with its log; an event that repeats an order has no text."""
    state = fight.state
    names = fight.names
    return {
        "title": fight.setup.title,
        "rules": fight.rules.name,
        "seed": fight.seed,
        "round": state.clock.round,
        "outcome": outcome_data(state, fight.outcome),
        "units": [unit_data(names, state, unit) for unit in state.units],
        "log": [
            {
                "event": event_text(names, event),
                "text": ""
                if order_before(names, fight.events, place) >= 0
                else sentence(names, state, event),
            }
            for place, event in enumerate(fight.events)
        ],
    }
