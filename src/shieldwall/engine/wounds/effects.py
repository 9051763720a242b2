"""What lasting effects do to blows, steps and rounds, and how they end.

Everything here is asked only of those who are under some effect at all.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import save, save_from_magic
from shieldwall.engine.events.attack_events import HarmDue, Harmed
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.magic_events import Conditioned, Recovered, WallGone
from shieldwall.engine.events.power_events import Rose, Withstood
from shieldwall.engine.magic.disruption import disrupt
from shieldwall.engine.magic.spell_data import EVASION, PHYSICAL, with_raised
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.effect_kinds import (
    AFLAME,
    AIRY,
    BLUNTED,
    BOILS,
    DAGGERS,
    DEATHLESS,
    DOMINATED,
    DORMANT,
    DULLED,
    ELEMENT_PROOF,
    HASTED,
    LAST_STAND,
    LASTING,
    OWED,
    RISING,
    SPENT_LIFE,
    STONE,
    STONE_SKIN,
    TERRIFIED,
    UNTIL_END_OF_FIGHT,
)
from shieldwall.engine.state.harm import ENCHANTED, FIRE
from shieldwall.engine.state.state import ACTIVE, DOWN, END_SETTLED, Effect, Unit

CREATURE: Final = "creature"
"""In the place of a rule's id: what its own file says of a creature."""

EFFECT_NAMES: Final = (
    "open", "disengaged", "defending", "holding", "screening", "swarming", "grappling",
    "invisible", "blind", "hidden", "helpless", "rooted", "slowed", "sped", "warded", "weakened",
    "hasted", "terrified", "senseless", "blunted", "dulled", "dominated", "element-proof",
    "daggers", "boils", "winded", "doomed", "deathless", "stone-skinned", "airy", "aflame",
    "stone", "risen", "spent", "favoured", "striding", "begun", "running", "venomous", "flying",
    "poisoned", "rising", "steadied", "shaken", "averting its eyes", "entangled", "swallowed",
    "pledged", "fleeing", "owed", "bolting", "exhausted", "edge", "raging", "last stand",
    "feinting", "mercy", "back-turned",
)  # fmt: skip
"""By kind, as events and files name them."""

DAGGER_DIE: Final = 6
DEATH: Final = "death"
"""The cause of what kills without wounding."""


# Losing hit points.


def suffer(
    battle: Battle,
    target: Unit,
    by: i64,
    amount: i64,
    cause: str,
    sparing: bool,
    terms: list[Term] | None,
    kinds: i64 = 0,
) -> i64:
    """T7: hit points are lost; at 0 the book says what becomes of the target.

    Returns what it has taken. `kinds` says what the harm is made of (`engine.state.harm`).
    """
    if battle.state.clock.put_off:
        put_off(battle, target, by, amount, cause, sparing, terms, kinds)
        return amount
    taken: i64 = amount
    if target.sheet.abilities.strange:
        taken = withstand(battle, target, amount, kinds, terms)
    if target.effects:
        skin = target.effect(STONE_SKIN)
        if skin is not None:
            stopped: i64 = skin.value if skin.value < taken else taken
            taken -= stopped
            if terms is not None and stopped:
                terms.append(Term("skin of stone", -stopped, battle.rules.ids.damage_taken))
    left: i64 = target.hp - taken if taken < target.hp else 0
    if left == 0 and target.effects and target.hp > 0 and clings_to_life(target):
        left = 1
    target.hp = left
    if taken > 0:
        target.hurt = True
        if target.effects and battle.rules.dol_disrupt:
            disrupt(battle, target, True)
    if battle.log is not None:
        event = Harmed(target.index, by, taken, left, cause)
        if terms is not None:
            event.terms.extend(terms)
        battle.emit(event)
    if left == 0:
        bring_down(battle, target, by, sparing)
    battle.rules.morale(battle, target)
    return taken


def what_is_left(target: Unit, amount: i64, kinds: i64) -> i64:
    """What a harm of these kinds would take off the target, before it is dealt."""
    left: i64 = amount
    for ability in target.sheet.abilities.at_damage_taken:
        left = ability.damage_taken(left, kinds)
    if target.effects:
        skin = target.effect(STONE_SKIN)
        if skin is not None:
            left = left - skin.value if skin.value < left else 0
    return left


def is_immune(target: Unit, kinds: i64) -> bool:
    """Whether harm and magic of these kinds do nothing at all to it."""
    for ability in target.sheet.abilities.at_is_immune:
        if ability.is_immune(kinds):
            return True
    return False


def clings_to_life(unit: Unit) -> bool:
    return unit.effect(DEATHLESS) is not None or unit.effect(LAST_STAND) is not None


def withstand(
    battle: Battle, target: Unit, amount: i64, kinds: i64, terms: list[Term] | None
) -> i64:
    """What its nature leaves of a harm; the kinds are remembered for the round."""
    left: i64 = amount
    for ability in target.sheet.abilities.at_damage_taken:
        left = ability.damage_taken(left, kinds)
    kept = left > 0
    for ability in target.sheet.abilities.at_keeps_mark:
        kept = kept or ability.keeps_mark(kinds)
    if kept:
        target.marks |= kinds
    if battle.log is not None and left != amount:
        if terms is not None:
            terms.append(Term("its nature", left - amount, CREATURE))
        battle.emit(Withstood(target.index, amount, left))
    return left


def bring_down(battle: Battle, target: Unit, by: i64, sparing: bool) -> None:
    """At 0 HP whatever it was under ends with it."""
    if battle.state.clock.put_off:
        put_off(battle, target, by, 0, DEATH, sparing, None)
        return
    target.hp = 0
    if target.effects:
        bound = target.effect(DOMINATED)
        if bound is not None:
            end_effect(battle, target, bound)
    battle.rules.injury(battle, target, by, sparing)


def put_off(
    battle: Battle,
    target: Unit,
    by: i64,
    amount: i64,
    cause: str,
    sparing: bool,
    terms: list[Term] | None,
    kinds: i64 = 0,
) -> None:
    """Among those who act at once, harm is rolled now and felt when the phase is over (G-44)."""
    deadly = 1 if cause == DEATH else 0
    whom = int(kinds) * 2 + (1 if sparing else 0)
    owed = Effect(OWED, by, UNTIL_END_OF_FIGHT, amount, whom, deadly)
    target.effects = [*target.effects, owed]
    if battle.log is not None:
        event = HarmDue(target.index, by, amount, cause)
        if terms is not None:
            event.terms.extend(terms)
        battle.emit(event)


def feel(battle: Battle) -> None:
    """The phase is over: all that was put off happens, to everybody, in the order of the units."""
    battle.state.clock.put_off = False
    for unit in battle.state.units:
        owed = [effect for effect in unit.effects if effect.kind == OWED]
        if not owed:
            continue
        unit.effects = [effect for effect in unit.effects if effect.kind != OWED]
        for effect in owed:
            if unit.status != ACTIVE:
                break
            sparing = bool(effect.whom & 1)
            if effect.power:
                bring_down(battle, unit, effect.by, sparing)
                battle.rules.morale(battle, unit)
            else:
                kinds: i64 = effect.whom >> 1
                suffer(battle, unit, effect.by, effect.value, "hit", sparing, None, kinds)


# Blows.


def ac_against_shots(target: Unit) -> i64:
    """What a body of air adds against what is shot or thrown."""
    airy = target.effect(AIRY)
    return 0 if airy is None else airy.value


def is_dulled(attacker: Unit, weapon: i64) -> bool:
    for effect in attacker.effects:
        if effect.kind == DULLED and effect.value == weapon:
            return True
    return False


def gets_through(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Of a hit: whether it counts against one whom blades only touch bluntly."""
    if target.effect(BLUNTED) is None:
        return True
    return save_from_magic(battle, attacker, PHYSICAL, 0, battle.rules.ids.damage_taken)


def brave_daggers(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Before a melee blow: the blades around its target cut first. True if one still stands."""
    blades = target.effect(DAGGERS)
    if blades is None:
        return True
    if not save_from_magic(battle, attacker, EVASION, 0, battle.rules.ids.attack_order):
        cut = battle.roll("daggers", DAGGER_DIE, target.index) + blades.value
        suffer(battle, attacker, target.index, cut, "daggers", False, None)
    return attacker.status == ACTIVE


def exert(battle: Battle, unit: Unit) -> bool:
    """Before a blow or a walk of one cursed with boils; True if it still stands after it."""
    boils = unit.effect(BOILS)
    now = battle.state.clock.round
    if boils is None or boils.whom == now:
        return True
    again = Effect(BOILS, boils.by, boils.until, boils.value, now, boils.power)
    unit.effects = [again if effect is boils else effect for effect in unit.effects]
    suffer(battle, unit, boils.by, boils.value, "boils", False, None)
    return unit.status == ACTIVE


# Coming and going.


def add_effect(battle: Battle, unit: Unit, effect: Effect) -> None:
    """The unit comes under it; of two spells of one kind the longer one stays."""
    kept: list[Effect] = []
    for other in unit.effects:
        if other.kind == effect.kind and other.power != 0:
            if effect.kind != DULLED or other.value == effect.value:
                if lasts_longer(other.until, effect.until):
                    return
                continue
        kept.append(other)
    unit.effects = [*kept, effect]
    if battle.log is not None:
        battle.emit(Conditioned(unit.index, EFFECT_NAMES[effect.kind], effect.until))


def lasts_longer(one: i64, other: i64) -> bool:
    """Whether the mark `one` lies beyond `other`: the fight outlasts any round."""
    if other < LASTING:
        return False
    return one < LASTING or one > other


def end_effect(battle: Battle, unit: Unit, gone: Effect) -> None:
    """Before its time or at it: what the effect had changed is put right."""
    unit.effects = [effect for effect in unit.effects if effect is not gone]
    if gone.kind == DOMINATED:
        unit.side = gone.value
        unit.seat = gone.whom
    elif gone.kind == STONE and unit.status == DOWN:
        unit.status = ACTIVE
        unit.stable = False
        unit.out_cold = False
    elif gone.kind == HASTED and unit.mains > 1:
        unit.mains -= 1
    elif gone.kind == TERRIFIED and gone.value:
        unit.broken = False
    elif gone.kind == RISING and unit.status == DOWN:
        get_up(battle, unit)
        return
    if battle.log is not None:
        battle.emit(Recovered(unit.index, EFFECT_NAMES[gone.kind % DORMANT]))


def get_up(battle: Battle, unit: Unit) -> None:
    """One that was struck down is on its feet again, with what a round mends."""
    mended: i64 = 0
    for ability in unit.sheet.abilities.at_rises_with:
        mended += ability.rises_with()
    unit.status = ACTIVE
    unit.stable = False
    unit.out_cold = False
    unit.hp = min(int(unit.sheet.hp), max(1, int(mended)))
    unit.used &= ~END_SETTLED
    if battle.log is not None:
        battle.emit(Rose(unit.index, unit.hp))
    # Not above: what finds a place is made of what is here.
    from shieldwall.engine.magic.summoning import make_room

    make_room(battle, unit)


def wear_off(battle: Battle) -> None:
    """At the end of a round: magic whose time is over, and the price of some of it."""
    state = battle.state
    over: i64 = LASTING + state.clock.round
    for unit in state.units:
        if unit.effects:
            for effect in unit.effects:
                if LASTING <= effect.until <= over:
                    end_effect(battle, unit, effect)
                    if effect.kind == SPENT_LIFE and unit.status == ACTIVE:
                        unit.hp = 1
                    elif effect.kind == LAST_STAND and unit.status == ACTIVE and unit.hp <= 1:
                        bring_down(battle, unit, unit.index, False)
                        battle.rules.morale(battle, unit)
    if state.raised:
        gone = [wall for wall in state.raised if LASTING <= wall.until <= over]
        for wall in gone:
            take_down(battle, wall.key())


def take_down(battle: Battle, key: tuple[object, ...]) -> None:
    """A raised wall is no more."""
    state = battle.state
    for wall in state.raised:
        if wall.key() == key and battle.log is not None:
            battle.emit(WallGone(wall.name))
    state.raised = [wall for wall in state.raised if wall.key() != key]
    state.grid = with_raised(state.grid, state.raised)


def burn(battle: Battle) -> None:
    """At the end of a round: a body of fire burns the foes next to it."""
    units = battle.state.units
    for unit in units:
        if unit.status != ACTIVE or not unit.effects:
            continue
        flames = unit.effect(AFLAME)
        if flames is None:
            continue
        for foe in units:
            if foe.status == ACTIVE and battle.are_foes(unit, foe) and distance(unit, foe) <= 1:
                burnt = battle.roll("flames", flames.value, unit.index)
                scorch(battle, foe, unit.index, burnt, "flames", FIRE | ENCHANTED)


def scorch(battle: Battle, target: Unit, by: i64, amount: i64, cause: str, kinds: i64 = 0) -> i64:
    """Damage of fire, cold and the like, which a ward against the elements softens."""
    from_element = amount
    if target.effects and target.effect(ELEMENT_PROOF) is not None:
        if save(battle, target, PHYSICAL, 0, battle.rules.ids.damage_taken):
            return 0
        from_element = amount // 2
    return suffer(battle, target, by, from_element, cause, False, None, kinds)
