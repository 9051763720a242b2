"""The purpose of a choice, as a sentence for the players."""

from __future__ import annotations

from shieldwall.books.dolmenwood.phases import GO
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import place_of, put
from shieldwall.engine.option import FREE_TEXT, GIVES_UP, STRIKE, WALK, option_of
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.minds.temperament import Temperament
from shieldwall.text.sentences import start, who


def plan_of(request: Request, choice: Choice, nature: Temperament, leaves: bool = False) -> str:
    """The unit, how it fights and what it does; "" if it does nothing.

    `leaves`: it has given up the fight.
    """
    if choice.unit < 0 or choice.verb in (DONE, PASS, GO):
        return ""
    battle = request.battle
    unit = battle.state.units[choice.unit]
    name = start(who(battle.state, choice.unit))
    option = option_of(choice.verb)
    leaves = leaves and option.kind == "move"
    phrase = action_phrase(battle, unit, choice)
    if choice.path and option.has(WALK) and (unit.broken or leaves):
        phrase = "heads for the exit"
    if unit.broken:
        return f"{name} is broken: {phrase}."
    if leaves or option.has(GIVES_UP) or carries(choice):
        return f"{name} gives up the fight: {phrase}."
    return f"{name} {nature.manner}: {phrase}."


def carries(choice: Choice) -> bool:
    return option_of(choice.verb).has(FREE_TEXT) and choice.note.startswith("carry ")


def action_phrase(battle: Battle, unit: Unit, choice: Choice) -> str:
    """The choice as a player would say it."""
    option = option_of(choice.verb)
    text = option.words.third_person
    if not text and option.has(WALK):
        return run_purpose(battle, unit, choice)
    if option.has(FREE_TEXT):
        return carrying(battle, choice)
    if not text:
        # A house action has a title.
        spec = battle.rules.actions.get(choice.verb)
        text = "acts" if spec is None else f"uses {spec.title}"
    target = ""
    if choice.target >= 0:
        target = who(battle.state, choice.target)
    if target and choice.target != choice.unit and option.words.third_person_to_other:
        text = option.words.third_person_to_other
    text = text.replace("{on_target}", f" on {target}" if target else "")
    text = text.replace("{target}", target).replace("{note}", choice.note)
    if option.has(STRIKE) and choice.target >= 0:
        foe = battle.state.units[choice.target]
        if foe.hp * 3 <= foe.sheet.hp:
            text += ", who is nearly down"
        elif foe.sheet.spells:
            text += ", who casts"
    return text


def carrying(battle: Battle, choice: Choice) -> str:
    """Uses the displayed name of the carried unit, not its id."""
    words = choice.note.split()
    if len(words) > 1 and words[0] == "carry":
        for unit in battle.state.units:
            if unit.ident == words[1]:
                words[1] = who(battle.state, int(unit.index))
    return f"tries to {' '.join(words)}"


def run_purpose(battle: Battle, unit: Unit, choice: Choice) -> str:
    """The purpose of a run: attack, help, approach or get away."""
    grid = battle.state.grid
    if grid.open and choice.target >= 0:
        return f"goes for {who(battle.state, choice.target)}"
    if not choice.path:
        return "moves"
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
    if weapon is not None and weapon.melee and after * 5 <= weapon.reach_ft:
        return f"goes for {name}"
    if after < before:
        return f"comes nearer to {name}"
    if after > before:
        return f"keeps away from {name}"
    return "takes a better place"
