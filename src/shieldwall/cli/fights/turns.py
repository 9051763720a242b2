"""Whose turn a player takes first, ends and takes back."""

from __future__ import annotations

from shieldwall.display.choice_groups import Choices, attacks, ready_units
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.entries import Chose, Ruled
from shieldwall.engine.tape.request import DONE, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.text.notation import choice_text


def first_to_attack(fight: Fight, request: Request, ready: list[Unit]) -> int:
    """The first unit that can attack or cast now; otherwise the first of all."""
    armed = (unit for unit in ready if attacks(Choices(fight.names, request, int(unit.index))))
    return int(next(armed, ready[0]).index)


def end_turns(fight: Fight, people: set[int]) -> None:
    """End the turns of all units of the players that could still act in this phase."""
    clock = fight.state.clock
    moment = (clock.round, clock.phase, clock.turn)
    while fight.request is not None and isinstance(fight.request.options, TurnOptions):
        clock = fight.state.clock
        if (clock.round, clock.phase, clock.turn) != moment:
            return
        ready = (unit for unit in ready_units(fight.request) if unit.seat in people)
        ends = (Choice(int(unit.index), DONE) for unit in ready)
        allowed = fight.request.options.why_not
        end = next((choice for choice in ends if allowed(choice) is None), None)
        if end is None:
            return
        fight.push(end)


def last_choice(fight: Fight, people: set[int]) -> str:
    """The choice that the next `pop` takes back, if it was a player's; else ""."""
    sealed = fight.sealed()
    if sealed:
        unit = sealed[-1].unit
        mine = unit >= 0 and fight.state.units[unit].seat in people
        return choice_text(fight.names, sealed[-1]) if mine else ""
    for entry in reversed(fight.entries):
        if isinstance(entry, Ruled):
            return f"the ruling '{entry.what}'"
        if isinstance(entry, Chose):
            return choice_text(fight.names, entry.choice) if entry.seat in people else ""
        if fight.by_hand:
            return "a die"
    return ""
