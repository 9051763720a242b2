"""Rounds with declarations and phases: what to declare, and what to do in each phase.

Attacks and moves are those of the simple mind; this module adds what phases change: a request for
each phase, and spells declared before initiative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from shieldwall.books.dolmenwood.declarations import FLEE, SURRENDER
from shieldwall.books.dolmenwood.phases import MAGIC, MISSILES, MOVEMENT
from shieldwall.books.shared.broken_units import flight_choice, is_bound_to_flee
from shieldwall.books.shared.magic.magic_use import MAGIC_VERBS
from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.attack.blow import SHOT, THROWN
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_data import ALLIES, CREATURES, HEAL, INSTANT, Spell
from shieldwall.engine.magic.targeting import aimed_at, is_fit, why_not_touched
from shieldwall.engine.move.escape import is_walled_in
from shieldwall.engine.move.movement import allowance
from shieldwall.engine.option import STRIKE, option_of
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.minds.archery import keep_away
from shieldwall.minds.look_ahead.win_chance import takes_prisoners
from shieldwall.minds.positioning import approach
from shieldwall.minds.power_use import choose_before_attack
from shieldwall.minds.spell_choice import does, drink_or_ready, worth_on

if TYPE_CHECKING:
    from shieldwall.minds.simple import SimpleMind

LEAST: Final = 6
"""Minimum value of a spell, in half hit points."""
IN_MELEE: Final = 50
AT_LEISURE: Final = 40
"""Percent of its hit points that a friend must have lost to be healed, by where the healer is."""


# Declarations.


def declare(battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
    """A broken unit flees or surrenders; a caster declares its best spell."""
    if unit.broken and not takes_prisoners(unit.sheet):
        # Mindless undead flee from the cleric that turned them; they do not parley.
        choice = Choice(unit.index, "flee")
        if unit.in_melee and options.why_not(choice) is None:
            return choice
        return Choice(unit.index, PASS)
    if unit.broken:
        away = can_get_away(battle, unit)
        for spec in (FLEE, SURRENDER) if away else (SURRENDER, FLEE):
            choice = Choice(unit.index, spec.verb)
            if (spec is SURRENDER or unit.in_melee) and options.why_not(choice) is None:
                if spec is FLEE or not away:
                    return choice
        return Choice(unit.index, PASS)
    best = Choice(unit.index, PASS)
    most: i64 = LEAST - 1
    for spell in unit.sheet.spells:
        choice = Choice(unit.index, "declare", note=spell.name)
        value = worth_of(battle, unit, spell)
        if value > most and options.why_not(choice) is None:
            most = value
            best = choice
    return best


def can_get_away(battle: Battle, unit: Unit) -> bool:
    """Whether running helps: there is an exit, and no nearby foe is faster."""
    if is_walled_in(battle, unit):
        return False
    for foe in known_foes(battle.state, unit):
        if foe.sheet.speed_ft > unit.sheet.speed_ft and distance(unit, foe) <= 2:
            return False
    return True


def worth_of(battle: Battle, unit: Unit, spell: Spell) -> i64:
    """The highest value of the spell on any target from here."""
    if spell.cost == INSTANT or spell.aim != CREATURES:
        return 0
    best: i64 = 0
    for other in battle.state.units:
        value = worth_for(battle, unit, spell, other)
        if value > best and why_not_touched(battle, unit, spell, other) is None:
            best = value
    return best


def worth_for(battle: Battle, unit: Unit, spell: Spell, other: Unit) -> i64:
    if not is_fit(battle, unit, spell, other):
        return 0
    if does(spell, HEAL):
        if battle.are_foes(unit, other):
            return 0
        hurt: i64 = other.sheet.hp - other.hp
        # In melee the healer has something else to do.
        least: i64 = IN_MELEE if unit.in_melee else AT_LEISURE
        return 0 if hurt * 100 < other.sheet.hp * least else 2 * hurt
    if spell.who == ALLIES or not battle.are_foes(unit, other):
        return 0
    return worth_on(battle, unit, spell, other)


# Phases.


def act_in_phase(mind: SimpleMind, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
    """The action in this phase, or the end of the phase for the unit."""
    done = Choice(unit.index, DONE)
    if not foes:
        return done
    phase = battle.state.clock.phase
    if phase != MOVEMENT and is_bound_to_flee(battle, unit):
        return done
    if battle.state.has_unusual_units and not unit.broken:
        used = choose_before_attack(battle, unit, foes)
        if used is not None:
            return used
    if phase == MOVEMENT:
        choice = go(mind, battle, unit, foes)
    elif phase == MISSILES:
        choice = shoot(mind, battle, unit, foes)
    elif phase == MAGIC:
        choice = work_magic(battle, unit)
    else:
        choice = strike(mind, battle, unit, foes)
    if choice is None or choice.verb == DONE:
        return done
    spec = battle.rules.actions.get(choice.verb)
    if spec is None or spec.why_not(battle, unit, choice) is not None:
        return done
    return choice


def go(mind: SimpleMind, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """Broken units move away; archers keep their distance; all others close in."""
    if unit.prone:
        return Choice(unit.index, "stand")
    if unit.broken:
        return flight_choice(battle, unit)
    if unit.in_melee:
        return None
    if mind.bow_of(unit) >= 0:
        for foe in foes:
            if distance(unit, foe) <= 1:
                return keep_away(battle, unit, foes)
        aimed = shoot(mind, battle, unit, foes)
        return mind.close_in(battle, unit, foes) if aimed is None else None
    if mind.keeps_back(battle, unit):
        return None
    choice = mind.close_in(battle, unit, foes)
    if option_of(choice.verb).has(STRIKE):
        limit: i64 = allowance(battle.rules, unit)
        return approach(battle, unit, foes, limit, [])
    return choice


def holds_magic(unit: Unit) -> bool:
    """A caster stays out of melee while it has something to cast."""
    for number, spell in enumerate(unit.sheet.spells):
        if spell.aim == CREATURES and spell.cost != INSTANT and not unit.forgotten >> number & 1:
            return True
    return False


def shoot(mind: SimpleMind, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """The best shot or throw."""
    if unit.broken or (unit.in_melee and mind.bow_of(unit) < 0):
        return None
    best: Choice | None = None
    most: i64 = -1
    for number in range(len(unit.weapons)):
        weapon = unit.weapons[number]
        if not weapon.ranged or (unit.gone | unit.stowed | unit.unloaded) >> number & 1:
            continue
        if weapon.thrown and is_needed_in_hand(unit, foes, number):
            continue
        aim = mind.best_far(battle, unit, foes, number, THROWN if weapon.thrown else SHOT)
        if aim.foe is not None and aim.worth > most:
            most = aim.worth
            verb = "throw" if weapon.thrown else "shoot"
            best = Choice(unit.index, verb, int(aim.foe.index), number)
    return best


def is_needed_in_hand(unit: Unit, foes: list[Unit], number: int) -> bool:
    """Whether this is its last weapon for melee, and it is closing in on a foe."""
    if not unit.weapons[number].melee:
        return False
    for other in range(len(unit.weapons)):
        weapon = unit.weapons[other]
        if other != number and weapon.melee and not weapon.unarmed:
            if not (unit.gone | unit.stowed) >> other & 1:
                return False
    if unit.moves == 0:
        return True
    for foe in foes:
        if distance(unit, foe) <= 1:
            return True
    return False


def work_magic(battle: Battle, unit: Unit) -> Choice | None:
    """Cast the declared spell, otherwise use a glamour, an item, or turn undead."""
    turning = battle.rules.actions.get("turn")
    if unit.sheet.turning and turning is not None:
        turn = Choice(unit.index, "turn")
        if turning.why_not(battle, unit, turn) is None:
            return turn
    best: Choice | None = None
    most: i64 = LEAST - 1
    for spell in unit.sheet.spells:
        if spell.aim != CREATURES:
            continue
        verb = MAGIC_VERBS[spell.sort]
        spec = battle.rules.actions.get(verb)
        if spec is None:
            continue
        for other in battle.state.units:
            value = worth_for(battle, unit, spell, other)
            if value > most:
                plain = Choice(unit.index, verb, note=spell.name)
                choice = aimed_at(plain, spell, [int(other.index)], battle.state)
                if spec.why_not(battle, unit, choice) is None:
                    most = value
                    best = choice
    return best


def strike(mind: SimpleMind, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """An attack, or a healing potion if needed more."""
    if unit.sheet.potions and unit.hp * 3 <= unit.sheet.hp:
        for potion in unit.sheet.potions:
            if does(potion, HEAL):
                choice = drink_or_ready(battle, unit, potion.name, -1)
                if choice is not None:
                    return choice
    talent = use_talent(battle, unit)
    return mind.best_blow(battle, unit, foes) if talent is None else talent


def use_talent(battle: Battle, unit: Unit) -> Choice | None:
    """In melee: rage while healthy, and the second weapon for AC."""
    if unit.sheet.abilities is NO_ABILITIES or not unit.in_melee:
        return None
    for choice in (
        Choice(unit.index, "rage"),
        Choice(unit.index, "second-blade", note="guard"),
    ):
        if choice.verb == "rage" and unit.hp * 2 <= unit.sheet.hp:
            continue
        spec = battle.rules.actions.get(choice.verb)
        if spec is not None and spec.why_not(battle, unit, choice) is None:
            return choice
    return None
