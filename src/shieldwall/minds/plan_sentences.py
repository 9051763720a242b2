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
    "activate": "uses {note}",
    "attack": "attacks {target}",
    "avert": "looks away",
    "break-free": "breaks free",
    "cast": "casts {note}",
    "charge": "charges {target}",
    "climb": "climbs the wall",
    "close": "closes the door",
    "declare": "begins to cast {note}",
    "defy": "fights on at 0 HP",
    "disengage": "disengages",
    "draw": "draws a weapon",
    "drink": "drinks",
    "drop": "drops what it holds",
    "dual": "takes a second weapon in hand",
    "envenom": "puts poison on a weapon",
    "execute": "executes {target}",
    "fall-upon": "attacks {target} with the swarm",
    "finish": "finishes {target} off",
    "flee": "flees from the melee",
    "fly": "flies to a better place",
    "follow-up": "attacks {target} again",
    "force": "forces a way past the screen",
    "glamour": "uses the glamour {note}",
    "go": "acts in turn",
    "grapple": "grapples {target}",
    "haul": "drags the captive along",
    "held": "uses the held action",
    "hew": "hacks at the wall",
    "hide": "hides",
    "hold": "holds an action",
    "improvise": "tries to {note}",
    "invoke": "answers with {note}",
    "leave": "leaves the fight",
    "let-go": "lets them go",
    "luck": "uses luck",
    "mend": "heals {target}",
    "no-quarter": "gives no quarter",
    "open": "opens the door",
    "parley": "asks for terms",
    "parry": "gives up the attack to parry",
    "pick-up": "picks something up",
    "prone": "drops to the ground",
    "pursue": "gives chase",
    "push": "pushes {target}",
    "rage": "falls into a rage",
    "read": "reads {note}",
    "ready": "readies an item",
    "release": "lets go of the captive",
    "reload": "reloads",
    "run-away": "runs for the edge of the field",
    "rune": "uses the rune {note}",
    "say": "calls out",
    "screen": "screens {target}",
    "second-blade": "uses the second blade",
    "shake-off": "shakes off the curse",
    "shoot": "shoots {target}",
    "shove": "shoves {target}",
    "shrug-off": "shrugs off the hit",
    "single": "puts the second weapon away",
    "snap": "makes a Snap Attack on {target}",
    "spare": "strikes to knock out",
    "stabilise": "stabilizes {target}",
    "stand": "stands up",
    "stow": "stows an item",
    "strike": "attacks {target} in passing",
    "surrender": "surrenders",
    "swarm": "joins the swarm on {target}",
    "swift-cast": "casts {note} at once",
    "take-out": "takes out an item",
    "tear-free": "tears free",
    "throw": "throws a weapon at {target}",
    "total-defense": "defends",
    "turn": "turns the undead",
    "two-weapons": "attacks {target} with two weapons",
    "use": "uses {note}",
    "wait": "waits for the other side",
    "wake": "wakes {target}",
    "whirlwind": "attacks all around",
    DONE: "ends the turn",
    PASS: "passes",
}
"""What a choice does, said of the one who does it."""


def plan_of(request: Request, choice: Choice, nature: Temperament) -> str:
    """Who it is, how it fights, and what it is doing about it; "" where it does nothing."""
    if choice.unit < 0 or choice.verb in (DONE, PASS):
        return ""
    battle = request.battle
    unit = battle.state.units[choice.unit]
    name = start(who(battle.state, choice.unit))
    if unit.broken:
        return f"{name} is broken: {deed(battle, unit, choice)}."
    if choice.verb in ("flee", "leave", "run-away", "surrender", "parley") or carries(choice):
        return f"{name} gives up the fight: {deed(battle, unit, choice)}."
    return f"{name} {nature.manner}: {deed(battle, unit, choice)}."


def carries(choice: Choice) -> bool:
    return choice.verb == "improvise" and choice.note.startswith("carry ")


def deed(battle: Battle, unit: Unit, choice: Choice) -> str:
    """What the choice does, as a player would say it."""
    if choice.verb == "run":
        return errand(battle, unit, choice)
    text = DEEDS.get(choice.verb, "")
    if not text:
        # An action of the house is called by its title.
        spec = battle.rules.actions.get(choice.verb)
        text = "acts" if spec is None else f"uses {spec.title}"
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
    elif choice.verb in ("cast", "glamour", "use", "rune", "swift-cast") and target:
        text += f" on {target}"
    elif choice.verb == "drink" and target and choice.target != choice.unit:
        text = f"gives {target} a potion"
    elif choice.verb == "improvise":
        text = carrying(battle, choice)
    return text


def carrying(battle: Battle, choice: Choice) -> str:
    """Somebody is carried by the name others know, not by the one in the files."""
    words = choice.note.split()
    if len(words) > 1 and words[0] == "carry":
        for unit in battle.state.units:
            if unit.ident == words[1]:
                words[1] = who(battle.state, int(unit.index))
    return f"tries to {' '.join(words)}"


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
