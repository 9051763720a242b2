"""Effects of spells: the primitives applied to the caster and to each target."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.attack.blow import armour_class
from shieldwall.engine.attack.screening import screened_spell
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import modifier, roll_check, save, save_from_magic
from shieldwall.engine.events.action_events import PushedTo
from shieldwall.engine.events.magic_events import Healed, Revived, Strained, Vanished, WallRaised
from shieldwall.engine.events.power_events import MagicResisted, Unmoved
from shieldwall.engine.magic.body_effects import become_helpless, exhaust, get_hold, knock_down
from shieldwall.engine.magic.spell_data import (
    ALWAYS,
    CONDITION,
    COUNTER,
    CREATURES,
    DAMAGE,
    DISPEL,
    DRAIN,
    EXHAUST,
    HALF_IF_MADE,
    HEAL,
    HOLD,
    IF_FAILED,
    IF_MADE,
    KILL,
    KNOCK,
    NO_SAVE,
    PRICE,
    PUSH,
    RAISE,
    REWIND,
    STEADY,
    STRAIN,
    SUMMON,
    SWALLOW,
    WALL,
    Amount,
    Casting,
    Primitive,
    Raised,
    Spell,
    with_raised,
)
from shieldwall.engine.magic.summoning import add_summoned_unit, rewind
from shieldwall.engine.magic.targeting import around, filled_area, touched, wall_line
from shieldwall.engine.move.burning_walls import cross_burning_walls
from shieldwall.engine.move.interruption import is_inert
from shieldwall.engine.move.movement import (
    carry_along,
    place_of,
    put,
)
from shieldwall.engine.points import TARGETED
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.space.open_field import draw_apart, settle
from shieldwall.engine.space.reach import can_be_forced, crowd, room
from shieldwall.engine.space.visibility import look_around
from shieldwall.engine.state.condition import (
    LASTING,
    RISEN,
    UNTIL_END_OF_FIGHT,
    Condition,
    dormant,
)
from shieldwall.engine.state.harm import ELEMENTS, ENCHANTED
from shieldwall.engine.state.sheet import INT, MAGIC
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, Effect, Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import (
    CREATURE,
    add_effect,
    bring_down,
    deal_element_damage,
    end_effect,
    is_immune,
    suffer,
    take_down,
)
from shieldwall.engine.wounds.injury import check_grips, drop_from_height, release
from shieldwall.engine.wounds.standing import change_status
from shieldwall.engine.wounds.swallowing import swallow

ONCE: Final = (WALL, SUMMON, PRICE, COUNTER, REWIND)
"""Primitives applied once per casting, not per target."""
BY_BODIES: Final = -1
"""The power of effects that magic neither made nor can end."""
NO_MOST: Final = 1 << 30
"""No limit on the value of a condition."""


class Work:
    """A spell taking effect: its caster, level and the choice that aimed it."""

    def __init__(self, battle: Battle, caster: Unit, spell: Spell, level: i64) -> None:
        self.battle = battle
        self.caster = caster
        self.spell = spell
        self.level = level

    def amount(self, amount: Amount) -> i64:
        """Roll an amount, tagged with the spell's name."""
        total: i64 = amount.plus_at(self.level)
        for _ in range(amount.dice_at(self.level)):
            total += self.battle.roll(self.spell.name, amount.sides, self.caster.index)
        return total

    def until(self, rounds: Amount) -> i64:
        """When it ends on the clock; without rounds, the end of the fight."""
        if rounds.sides == 0 and rounds.plus == 0 and rounds.level_plus == 0:
            return UNTIL_END_OF_FIGHT
        return LASTING + self.battle.state.clock.round + self.amount(rounds)

    def is_resisted(self, target: Unit) -> bool:
        penalty: i64 = 0
        if self.spell.save_skill >= 0:
            skill: i64 = self.caster.sheet.skill_in(self.spell.save_skill)
            penalty = skill if skill > 0 else 0
        bonus: i64 = self.spell.save_plus - penalty
        if self.spell.mundane:
            return save(self.battle, target, int(self.spell.save), bonus, CREATURE)
        return save_from_magic(
            self.battle, target, int(self.spell.save), bonus, self.battle.rules.ids.casting
        )


def take_effect(battle: Battle, casting: Casting, choice: Choice, answered: Casting | None) -> None:
    """Apply the spell; `answered` is the spell it counters."""
    caster = casting.caster
    spell = casting.spell
    work = Work(battle, caster, spell, caster.sheet.caster_level)
    for primitive in spell.primitives:
        if primitive.do == WALL:
            raise_wall(work, primitive, choice)
        elif primitive.do == SUMMON and primitive.sheet is not None:
            add_summoned_unit(work, primitive, place_of(battle.state.grid, caster))
        elif primitive.do == PRICE and primitive.effect is not None:
            add_effect(battle, caster, lasting(work, primitive, primitive.effect, caster))
        elif primitive.do == COUNTER and answered is not None:
            counter(work, answered)
        elif primitive.do == REWIND:
            rewind(work)
    if all_once(spell):
        return
    for target in touched(battle, caster, spell, choice):
        if spell.aim == CREATURES and battle.are_foes(caster, target):
            affect(work, screened_spell(battle, caster, target))
        else:
            affect(work, target)
    for primitive in spell.primitives:
        if primitive.do == DISPEL:
            dispel_walls(work, choice)


def all_once(spell: Spell) -> bool:
    for primitive in spell.primitives:
        if primitive.do not in ONCE:
            return False
    return True


def affect(work: Work, target: Unit) -> None:
    """Apply the whole spell to one target, with at most one save."""
    if not work.spell.mundane and is_defied(work, target):
        return
    unusual = target.sheet.undead or target.sheet.abilities.unusual
    if unusual and (is_immune_to_spell(work, target) or resists_magic(work, target)):
        return
    saved: i64 = -1
    for primitive in work.spell.primitives:
        if primitive.do in ONCE or not primitive.touches(target, work.level):
            continue
        # A target felled by an earlier part of the spell skips the rest.
        if target.status > DOWN and primitive.do != RAISE:
            return
        if target.status == DOWN and not work.spell.down:
            return
        if primitive.when != ALWAYS:
            if saved < 0:
                saved = 1 if work.is_resisted(target) else 0
            if primitive.when == IF_FAILED and saved == 1:
                continue
            if primitive.when == IF_MADE and saved == 0:
                continue
        halved = primitive.when == HALF_IF_MADE and saved == 1
        if not do(work, primitive, target, halved):
            return


def is_immune_to_spell(work: Work, target: Unit) -> bool:
    """Whether the target is immune to every part of it."""
    for primitive in work.spell.primitives:
        if not is_immune(target, primitive.kinds):
            kind = primitive.effect
            if (
                primitive.do != CONDITION
                or kind is None
                or not is_immune_to_condition(target, kind)
            ):
                return False
    if work.battle.log is not None:
        work.battle.emit(Unmoved(target.index, work.caster.index, work.spell.name))
    return True


def resists_magic(work: Work, target: Unit) -> bool:
    """Roll d100 before any save; friendly magic without a save is never resisted."""
    chance: i64 = 0
    for ability in target.sheet.abilities.at_resistance:
        chance = max(chance, ability.resistance())
    spell = work.spell
    if chance == 0 or spell.mundane:
        return False
    if spell.save == NO_SAVE and not work.battle.are_foes(work.caster, target):
        return False
    if not applies_to(work, target):
        return False
    die = work.battle.roll("magic resistance", 100, target.index)
    if work.battle.log is not None:
        work.battle.emit(
            MagicResisted(target.index, work.caster.index, spell.name, die, chance, die <= chance)
        )
    return die <= chance


def applies_to(work: Work, target: Unit) -> bool:
    """Whether any part of the spell applies to the target."""
    for primitive in work.spell.primitives:
        if primitive.do not in ONCE and primitive.touches(target, work.level):
            return True
    return False


def is_immune_to_condition(target: Unit, kind: Condition) -> bool:
    """Whether the target is immune to the condition, by an ability or by being undead."""
    if target.sheet.undead and kind.is_for_the_living():
        return True
    for ability in target.sheet.abilities.at_is_proof_against:
        if ability.is_proof_against(kind):
            return True
    return False


def is_defied(work: Work, target: Unit) -> bool:
    """Whether the target uses its ability to defy the spell."""
    for ability in target.sheet.abilities.at_may_defy:
        if ability.may_defy(target):
            casting = Casting(work.caster, work.spell)
            work.battle.window(Window(TARGETED, int(work.caster.index), [target], None, casting))
            if casting.countered:
                return True
    return False


def do(work: Work, primitive: Primitive, target: Unit, halved: bool) -> bool:
    """Apply one primitive; False if the rest of the spell fails."""
    battle = work.battle
    caster = work.caster
    if primitive.do == STRAIN:
        return strain(work, target, work.amount(primitive.amount))
    if is_immune(target, primitive.kinds):
        return True
    if primitive.do == DAMAGE or primitive.do == DRAIN:
        amount = caster.hp if primitive.by_hp else work.amount(primitive.amount)
        if halved:
            amount = amount // 2
        kinds: i64 = primitive.kinds if work.spell.mundane else primitive.kinds | ENCHANTED
        taken: i64
        if primitive.element or kinds & ELEMENTS:
            taken = deal_element_damage(
                battle, target, caster.index, amount, work.spell.name, kinds
            )
        else:
            taken = suffer(
                battle, target, caster.index, amount, work.spell.name, False, None, kinds
            )
        if primitive.do == DRAIN and taken > 0 and caster.status == ACTIVE:
            heal(work, caster, taken, -1)
    elif primitive.do == EXHAUST:
        exhaust(work, target, work.amount(primitive.amount))
    elif primitive.do == HOLD:
        get_hold(battle, caster, target)
    elif primitive.do == SWALLOW:
        swallow(battle, caster, target)
    elif primitive.do == KNOCK:
        knock_down(battle, target)
    elif primitive.do == KILL:
        bring_down(battle, target, caster.index, False)
        battle.rules.morale(battle, target)
    elif primitive.do == CONDITION:
        condition(work, primitive, target)
    elif primitive.do == HEAL:
        heal(work, target, work.amount(primitive.amount), primitive.skill)
    elif primitive.do == PUSH:
        push(work, target, work.amount(primitive.amount) // 5)
    elif primitive.do == DISPEL:
        dispel(work, target)
    elif primitive.do == RAISE:
        if primitive.sheet is not None:
            width = battle.state.grid.width
            target.effects = [
                *target.effects, Effect(RISEN, caster.index, UNTIL_END_OF_FIGHT)
            ]  # fmt: skip
            add_summoned_unit(work, primitive, target.y * width + target.x)
    elif primitive.do == STEADY:
        if target.status == DOWN:
            target.stable = True
    return True


# Bodies.


def strain(work: Work, target: Unit, amount: i64) -> bool:
    """Add System Strain; magic beyond the maximum fails."""
    most: i64 = target.sheet.constitution
    if target.strain + amount > most:
        return False
    target.strain += amount
    if work.battle.log is not None:
        work.battle.emit(Strained(target.index, target.strain, most))
    return True


def heal(work: Work, target: Unit, amount: i64, skill: int) -> None:
    """Heal up to full HP; a dying unit is conscious and prone again, in most books frail."""
    battle = work.battle
    if is_inert(target):
        return
    healed: i64 = amount
    if skill >= 0 and work.caster.sheet.skill_in(skill) > 0:
        healed += work.caster.sheet.skill_in(skill)
    if target.hp + healed > target.sheet.hp:
        healed = target.sheet.hp - target.hp
    target.hp += healed
    if battle.log is not None:
        battle.emit(Healed(target.index, work.caster.index, healed, target.hp))
    if target.status == DOWN:
        change_status(battle, target, ACTIVE)
        target.prone = True
        for general in battle.rules.at_revived:
            general.revived(target)
        target.stable = False
        target.out_cold = False
        if battle.log is not None:
            battle.emit(Revived(target.index, work.caster.index))


def lasting(work: Work, primitive: Primitive, kind: Condition, target: Unit) -> Effect:
    """The effect of a condition, with its duration and value rolled now."""
    until = work.until(primitive.rounds)
    value = work.amount(primitive.value)
    power: i64 = BY_BODIES if work.spell.mundane else work.level
    most: i64 = NO_MOST
    if primitive.most.plus > 0:
        most = primitive.most.plus - armour_class(target)
    effect = Effect(kind, work.caster.index, until, value, 0, power)
    kind.fit(effect, target, most)
    return effect


def condition(work: Work, primitive: Primitive, target: Unit) -> None:
    """Add a lasting effect; among tied sides it starts at the end of the phase (G-44)."""
    kind = primitive.effect
    assert kind is not None
    if is_immune_to_condition(target, kind):
        if work.battle.log is not None:
            work.battle.emit(Unmoved(target.index, work.caster.index, work.spell.name))
        return
    effect = lasting(work, primitive, kind, target)
    if work.battle.state.clock.put_off:
        effect.kind = dormant(kind)
        target.effects = [*target.effects, effect]
    else:
        take_hold(work.battle, work.caster, target, effect)


def start_dormant_effects(battle: Battle) -> None:
    """Start the dormant effects of this phase for all units still in the fight."""
    for unit in battle.state.units:
        waiting = [effect for effect in unit.effects if effect.kind.inner is not None]
        if waiting:
            unit.effects = [effect for effect in unit.effects if effect.kind.inner is None]
            for effect in waiting:
                kind = effect.kind.inner
                if unit.status == ACTIVE and kind is not None:
                    begun = Effect(
                        kind, effect.by, effect.until, effect.value, effect.whom, effect.power
                    )
                    take_hold(battle, battle.state.units[effect.by], unit, begun)


def take_hold(battle: Battle, caster: Unit, target: Unit, effect: Effect) -> None:
    """Put an effect on the target, with its immediate consequences."""
    kind = effect.kind
    earlier = target.effect(kind)
    if earlier is not None and kind.ends_its_like():
        end_effect(battle, target, earlier)
        earlier = target.effect(kind)
    add_effect(battle, target, effect)
    if kind.helpless:
        become_helpless(battle, target)
    kind.begins(effect, battle, caster, target, earlier is None)


def push(work: Work, target: Unit, squares: i64) -> None:
    """Push the target straight away from the caster until blocked; over a ledge it falls."""
    battle = work.battle
    state = battle.state
    grid = state.grid
    across: i64 = target.x - work.caster.x
    down: i64 = target.y - work.caster.y
    long: i64 = max(abs(int(across)), abs(int(down)))
    if long == 0 or target.sheet.speed_ft == 0:
        return
    filled = crowd(state, battle.rules, target, True)
    start: i64 = place_of(grid, target)
    x0: i64 = target.x
    y0: i64 = target.y
    at: i64 = start
    step: i64 = 1
    while step <= squares:
        x: i64 = x0 + (2 * step * across + long) // (2 * long)
        y: i64 = y0 + (2 * step * down + long) // (2 * long)
        if not (0 <= x < grid.width and 0 <= y < grid.height):
            break
        there: i64 = y * grid.width + x
        size: i64 = 1 if grid.open else target.sheet.size
        if not can_be_forced(state, battle.rules, filled, size, at, there):
            break
        if not room(filled, there, size, grid.width):
            break
        before: i64 = target.feet
        put(grid, target, there)
        if state.raised and not cross_burning_walls(battle, target, at, there):
            at = there
            break
        at = there
        if before - target.feet >= 10 * FOOT:
            break
        before = target.feet
        step += 1
    if at == start:
        return
    carry_along(state, target)
    if grid.open:
        draw_apart(state, target)
        settle(state, target)
    if battle.log is not None:
        battle.emit(PushedTo(target.index, at))
    check_grips(battle)
    fallen: i64 = (grid.floor[start] - target.feet) // FOOT
    if fallen >= 10:
        drop_from_height(battle, target, fallen, work.caster.index)
    look_around(battle, target)


# Magic against magic.


def counter(work: Work, answered: Casting) -> None:
    """An opposed INT/Magic check; on a success the other spell fails."""
    if wins_magic_check(work, answered.caster):
        answered.countered = True


def wins_magic_check(work: Work, other: Unit) -> bool:
    battle = work.battle
    needed = battle.rules.opposed_base + modifier(other, (INT,), (MAGIC,))
    return roll_check(
        battle, work.caster, (INT,), (MAGIC,), "magic", 0, needed, battle.rules.ids.casting
    )


def dispel(work: Work, target: Unit) -> None:
    """End magic of casters of no higher level; higher ones need a check each."""
    battle = work.battle
    units = battle.state.units
    for effect in target.effects:
        if effect.power > 0 and is_broken(work, effect.power, effect.by):
            end_effect(battle, target, effect)
    if target.summoned > 0 and is_broken(work, target.summoned, target.summoner):
        change_status(battle, target, DEAD)
        release(battle, target)
        target.effects = []
        if battle.log is not None:
            battle.emit(Vanished(target.index))
        battle.rules.morale(battle, units[target.index])


def is_broken(work: Work, power: i64, by: i64) -> bool:
    return power <= work.level or wins_magic_check(work, work.battle.state.units[by])


def dispel_walls(work: Work, choice: Choice) -> None:
    state = work.battle.state
    if not state.raised:
        return
    filled = filled_area(work.battle, work.caster, work.spell, choice.path[0])
    width = int(state.grid.width)
    for wall in state.raised:
        x0, y0, x1, y1 = wall.line
        inside = False
        for y in range(y0, max(y1, y0 + 1)):
            for x in range(x0, max(x1, x0 + 1)):
                for cell in around(state.grid, y * width + x):
                    inside = inside or filled[cell]
        if inside and is_broken(work, wall.power, wall.by):
            take_down(work.battle, wall.key())


def raise_wall(work: Work, primitive: Primitive, choice: Choice) -> None:
    state = work.battle.state
    line = wall_line(state.grid, choice)
    x0, y0, x1, y1 = line
    width = int(state.grid.width)
    parts = x1 - x0 + y1 - y0
    bottom = 1 << 30
    for part in range(parts):
        x = x0 if x0 == x1 else x0 + part
        y = y0 if y0 == y1 else y0 + part
        for cell in around(state.grid, y * width + x):
            bottom = min(bottom, int(state.grid.floor[cell]))
    amount = primitive.amount
    wall = Raised(
        work.spell.name,
        line,
        bottom,
        primitive.wall,
        int(primitive.value.plus_at(work.level)),
        Amount(amount.dice_at(work.level), amount.sides, amount.plus_at(work.level)),
        int(work.caster.index),
        int(work.level),
        int(work.until(primitive.rounds)),
        tuple([0] * parts),
    )
    state.raised = [*state.raised, wall]
    state.grid = with_raised(state.grid, state.raised)
    if work.battle.log is not None:
        ends = (y0 * width + x0, y1 * width + x1)
        work.battle.emit(WallRaised(work.caster.index, work.spell.name, ends))
