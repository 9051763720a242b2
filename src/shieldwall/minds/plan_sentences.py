"""What a choice is for, in a sentence a person at the table can follow."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import place_of, put
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.minds.temperament import Temperament
from shieldwall.text.sentences import start, who

DEEDS: Final = {
    "attack": "attacks {target}",
    "shoot": "shoots {target}",
    "throw": "throws a weapon at {target}",
    "charge": "charges {target}",
    "swarm": "joins the swarm on {target}",
    "fall-upon": "attacks {target} with the swarm",
    "screen": "screens {target}",
    "stabilise": "stabilizes {target}",
    "wake": "wakes {target}",
    "hold": "holds an action",
    "disengage": "disengages",
    "leave": "gets away",
    "stand": "stands up",
    "reload": "reloads",
    "open": "opens the door",
    "break-free": "breaks free",
    "total-defense": "defends",
    "luck": "uses luck",
    "snap": "makes a Snap Attack on {target}",
    "strike": "attacks {target} in passing",
    "drink": "drinks",
    "ready": "readies an item",
    "cast": "casts {note}",
    "invoke": "answers with {note}",
    DONE: "ends the turn",
    PASS: "passes",
}


def plan_of(request: Request, choice: Choice, nature: Temperament) -> str:
    """Who it is, how it fights, and what it is doing about it; "" where it does nothing."""
    if choice.unit < 0 or choice.verb in (DONE, PASS):
        return ""
    battle = request.battle
    unit = battle.state.units[choice.unit]
    name = start(who(battle.state, choice.unit))
    if unit.broken:
        return f"{name} is broken: {deed(battle, unit, choice)}."
    return f"{name} {nature.manner}: {deed(battle, unit, choice)}."


def deed(battle: Battle, unit: Unit, choice: Choice) -> str:
    """What the choice comes to."""
    if choice.verb == "run":
        return errand(battle, unit, choice)
    text = DEEDS.get(choice.verb, choice.verb)
    target = ""
    if choice.target >= 0:
        target = who(battle.state, choice.target)
    text = text.replace("{target}", target).replace("{note}", choice.note)
    if choice.verb in ("attack", "shoot", "throw", "charge") and choice.target >= 0:
        foe = battle.state.units[choice.target]
        if foe.hp * 3 <= foe.sheet.hp:
            text += ", who is nearly down"
        elif foe.sheet.spells:
            text += ", who casts"
    elif choice.verb == "cast" and target:
        text += f" on {target}"
    return text


def errand(battle: Battle, unit: Unit, choice: Choice) -> str:
    """What a run is for: to strike, to help, to come nearer, or to be away."""
    if not choice.path:
        return "moves"
    grid = battle.state.grid
    there = unit.copy()
    put(grid, there, choice.path[-1])
    foes = known_foes(battle.state, unit)
    for friend in battle.state.units:
        if not battle.are_foes(unit, friend) and friend.is_present() and friend is not unit:
            if friend.status != ACTIVE and distance(there, friend) <= 1:
                if distance(unit, friend) > 1 and unit.sheet.kit:
                    return f"goes to help {who(battle.state, int(friend.index))}"
    nearest: Unit | None = None
    for foe in foes:
        if nearest is None or distance(there, foe) < distance(there, nearest):
            nearest = foe
    if nearest is None or place_of(grid, unit) == choice.path[-1]:
        return "looks for the foe"
    name = who(battle.state, int(nearest.index))
    before = distance(unit, nearest)
    after = distance(there, nearest)
    weapon = unit.weapon()
    if weapon is not None and weapon.melee and after * 5 <= weapon.reach:
        return f"goes for {name}"
    if after < before:
        return f"comes nearer to {name}"
    if after > before:
        return f"keeps away from {name}"
    return "takes a better place"
