"""Magic for minds: the best spell now, countering a foe's, waking a friend.

Values are in half hit points that foes lose or friends keep.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import DOOMED, WEAKENED
from shieldwall.abilities.body_conditions import BOILS, DOMINATED, HASTED, ROOTED, STONE, TERRIFIED
from shieldwall.books.aachen.aachen_magic import CastByPoints
from shieldwall.books.shared.magic.casting import why_cannot_cast
from shieldwall.books.shared.magic.magic_use import MAGIC_VERBS
from shieldwall.books.shared.magic.remedies import slumber
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_data import (
    AREA,
    AROUND,
    CONDITION,
    CREATURES,
    DAMAGE,
    FOES,
    HALF_IF_MADE,
    HEAL,
    IF_FAILED,
    INSTANT,
    KILL,
    PLACE,
    SPELL_SORT,
    SUMMON,
    Primitive,
    Spell,
)
from shieldwall.engine.magic.targeting import aimed_at, is_fit
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.rounds.flow import can_pay
from shieldwall.engine.space.area import stands_in_radius
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.state import ACTIVE, DOWN, Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.minds.snap_choice import snap_at

LEAST: Final = 8
"""Minimum value of a cast."""
CROWD: Final = 2
"""Minimum number of foes in an area."""


class Idea:
    """A choice and its value."""

    def __init__(self) -> None:
        self.choice: Choice | None = None
        self.worth: i64 = LEAST - 1

    def offer(self, battle: Battle, unit: Unit, choice: Choice, value: i64) -> None:
        if value <= self.worth:
            return
        spec = battle.rules.actions.get(choice.verb)
        if spec is not None and spec.why_not(battle, unit, choice) is None:
            self.choice = choice
            self.worth = value


def magic_first(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """Magic better than any attack: a spell, a potion, waking a sleeper."""
    if unit.mains > 0 and (battle.bystanders().has_magic or not battle.reuses):
        for friend in battle.state.units:
            if friend.effects and friend.status == ACTIVE and not battle.are_foes(unit, friend):
                if slumber(friend) is not None and distance(unit, friend) <= 1:
                    if "cast" in battle.rules.actions:
                        return Choice(unit.index, "wake", friend.index)
    if not (unit.sheet.potions or unit.sheet.spells) or "cast" not in battle.rules.actions:
        return None
    if unit.sheet.potions:
        choice = drink(battle, unit)
        if choice is not None:
            return choice
    return best_spell(battle, unit, foes) if unit.sheet.spells else None


def drink(battle: Battle, unit: Unit) -> Choice | None:
    """A healing potion for an adjacent dying friend, or for the unit itself."""
    for potion in unit.sheet.potions:
        if not does(potion, HEAL):
            continue
        for friend in battle.state.units:
            if friend.status == DOWN and not battle.are_foes(unit, friend):
                choice = drink_or_ready(battle, unit, potion.name, int(friend.index))
                if choice is not None:
                    return choice
        if unit.hp * 3 <= unit.sheet.hp:
            choice = drink_or_ready(battle, unit, potion.name, -1)
            if choice is not None:
                return choice
    return None


def drink_or_ready(battle: Battle, unit: Unit, potion: str, target: int) -> Choice | None:
    """Drink the potion or give it to the target; ready it first if packed."""
    choice = Choice(unit.index, "drink", target, note=potion)
    refusal = battle.rules.action("drink").why_not(battle, unit, choice)
    if refusal is None:
        return choice
    if refusal.reason == "potion-stowed":
        choice = Choice(unit.index, "ready", note=potion)
        if battle.rules.action("ready").why_not(battle, unit, choice) is None:
            return choice
    return None


def does(spell: Spell, what: i64) -> bool:
    for primitive in spell.primitives:
        if primitive.do == what:
            return True
    return False


def best_spell(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    idea = Idea()
    for spell in unit.sheet.spells:
        weigh_spell(battle, unit, foes, spell, idea)
    return idea.choice


def spell_ideas(battle: Battle, unit: Unit, foes: list[Unit]) -> list[Choice]:
    """The best use of each spell, if worth casting."""
    found: list[Choice] = []
    for spell in unit.sheet.spells:
        idea = Idea()
        weigh_spell(battle, unit, foes, spell, idea)
        if idea.choice is not None:
            found.append(idea.choice)
    return found


def can_cast(battle: Battle, unit: Unit, spell: Spell) -> bool:
    """Cheap test whether it can be cast now, before looking for targets."""
    spec = battle.rules.action("cast")
    if isinstance(spec, CastByPoints):
        return spec.why_cannot(battle, unit, spell) is None
    return why_cannot_cast(battle, unit, spell) is None


def weigh_spell(battle: Battle, unit: Unit, foes: list[Unit], spell: Spell, idea: Idea) -> None:
    if spell.cost == INSTANT or not can_pay(unit, spell.cost):
        return
    if spell.sort == SPELL_SORT and not can_cast(battle, unit, spell):
        return
    if spell.aim == AREA:
        weigh_area(battle, unit, foes, spell, idea)
    elif spell.aim == AROUND and spell.who == FOES:
        weigh_around(battle, unit, foes, spell, idea)
    elif spell.aim == CREATURES:
        weigh_creatures(battle, unit, foes, spell, idea)
    elif spell.aim == PLACE and does(spell, SUMMON):
        idea.offer(battle, unit, Choice(unit.index, MAGIC_VERBS[spell.sort], note=spell.name), 24)


def weigh_area(battle: Battle, unit: Unit, foes: list[Unit], spell: Spell, idea: Idea) -> None:
    """Intersections at the corners of foes that catch two foes and no friend."""
    grid = battle.state.grid
    radius: i64 = spell.radius_at(unit.sheet.caster_level)
    gains = vec[i64]([worth_on(battle, unit, spell, foe) for foe in foes])
    corners = corners_of(grid, foes)
    place: i64 = 0
    while place < len(corners):
        crossing: i64 = corners[place]
        place += 1
        x: i64 = crossing % grid.width
        y: i64 = crossing // grid.width
        value: i64 = 0
        caught: i64 = 0
        number: i64 = 0
        for foe in foes:
            if stands_in_radius(grid, foe, x, y, radius):
                value += gains[number]
                if gains[number] > 0:
                    caught += 1
            number += 1
        if (
            caught < CROWD
            or value <= idea.worth
            or falls_on_friends(battle, unit, spell, x, y, radius)
        ):
            continue
        choice = Choice(unit.index, MAGIC_VERBS[spell.sort], path=(crossing,), note=spell.name)
        idea.offer(battle, unit, choice, value)


def corners_of(grid: GridMap, units: list[Unit]) -> vec[i64]:
    """The intersections at the corners of the units' first squares, each of them once."""
    none: i64 = 0
    found = vec[i64]([0] * none)
    for unit in units:
        dy: i64 = 0
        while dy < 2 and unit.y + dy < grid.height:
            dx: i64 = 0
            while dx < 2 and unit.x + dx < grid.width:
                crossing: i64 = (unit.y + dy) * grid.width + unit.x + dx
                if crossing not in found:
                    found = append(found, crossing)
                dx += 1
            dy += 1
    return found


def falls_on_friends(battle: Battle, unit: Unit, spell: Spell, x: i64, y: i64, radius: i64) -> bool:
    """Whether the spell, with this intersection in the middle, would hit a friend too."""
    for friend in battle.state.units:
        if (
            friend.status == ACTIVE
            and stands_in_radius(battle.state.grid, friend, x, y, radius)
            and not battle.are_foes(unit, friend)
            and is_fit(battle, unit, spell, friend)
        ):
            return True
    return False


def weigh_around(battle: Battle, unit: Unit, foes: list[Unit], spell: Spell, idea: Idea) -> None:
    far = spell.range_at(unit.sheet.caster_level)
    value: i64 = 0
    caught = 0
    for foe in foes:
        if distance(unit, foe) * 5 <= far:
            gain = worth_on(battle, unit, spell, foe)
            value += gain
            if gain > 0:
                caught += 1
    if caught >= CROWD:
        idea.offer(
            battle, unit, Choice(unit.index, MAGIC_VERBS[spell.sort], note=spell.name), value
        )


def weigh_creatures(battle: Battle, unit: Unit, foes: list[Unit], spell: Spell, idea: Idea) -> None:
    plain = Choice(unit.index, MAGIC_VERBS[spell.sort], note=spell.name)
    state = battle.state
    if does(spell, HEAL):
        for friend in state.units:
            if friend.status <= DOWN and not battle.are_foes(unit, friend):
                need: i64 = 100 if friend.status == DOWN and not friend.stable else 0
                if friend.status == ACTIVE and friend.hp * 3 <= friend.sheet.hp:
                    need = 12
                choice = aimed_at(plain, spell, [int(friend.index)], state)
                idea.offer(battle, unit, choice, need)
        return
    if spell.primitives and spell.primitives[0].effect is HASTED:
        weigh_haste(battle, unit, spell, idea)
        return
    for foe in foes:
        value = worth_on(battle, unit, spell, foe)
        if value > idea.worth:
            idea.offer(battle, unit, aimed_at(plain, spell, [int(foe.index)], state), value)


def weigh_haste(battle: Battle, unit: Unit, spell: Spell, idea: Idea) -> None:
    """For friends in the fight, as many as possible."""
    state = battle.state
    chosen: list[int] = []
    for friend in state.units:
        if len(chosen) >= spell.count_at(unit.sheet.caster_level):
            break
        if friend.status != ACTIVE or friend is unit or battle.are_foes(unit, friend):
            continue
        if friend.effect(HASTED) is None and friend.strain < friend.sheet.constitution:
            chosen.append(int(friend.index))
    if len(chosen) >= CROWD:
        plain = Choice(unit.index, MAGIC_VERBS[spell.sort], note=spell.name)
        idea.offer(battle, unit, aimed_at(plain, spell, chosen, state), 6 * len(chosen))


def worth_on(battle: Battle, unit: Unit, spell: Spell, foe: Unit) -> i64:
    """The estimated value of the spell on one foe."""
    if not is_fit(battle, unit, spell, foe):
        return 0
    level = unit.sheet.caster_level
    best: i64 = 0
    for primitive in spell.primitives:
        if primitive.touches(foe, level):
            gain = gain_of(primitive, foe, level)
            if primitive.do == KILL and gain > 0:
                return gain
            best += gain
    return best


def gain_of(primitive: Primitive, foe: Unit, level: i64) -> i64:
    full: i64 = 2 * foe.hp
    if primitive.do == DAMAGE:
        mean = primitive.amount.mean_at(level)
        if primitive.when == HALF_IF_MADE:
            mean = mean * 3 // 4
        elif primitive.when == IF_FAILED:
            mean = mean // 2
        worth = full + 6 if mean >= full else mean
        return worth // 2 if foe.broken else worth
    if primitive.do == KILL:
        return full + 6 if primitive.when != IF_FAILED else full // 2
    if primitive.do == CONDITION and primitive.effect is not None:
        if foe.effect(primitive.effect) is not None:
            return 0
        if foe.sheet.undead and primitive.effect.is_for_the_living():
            return 0
        if primitive.effect is HELPLESS:
            # It runs away anyway.
            return 0 if foe.broken else full
        if primitive.effect in (STONE, DOMINATED, TERRIFIED):
            return 0 if foe.broken else full // 2
        if primitive.effect in (WEAKENED, DOOMED, BOILS):
            return 5
        if primitive.effect is ROOTED:
            return 2
    return 0


def answer_spell(battle: Battle, unit: Unit, options: ReactionOptions) -> Choice | None:
    """A foe is casting: counter it by an art, otherwise attack to disrupt it."""
    casting = options.window.casting
    if casting is None or not battle.are_foes(unit, casting.caster):
        return None
    for spell in unit.sheet.spells:
        if spell.art and spell.cost == INSTANT:
            choice = Choice(unit.index, "invoke", note=spell.name)
            if options.why_not(choice) is None:
                return choice
    return snap_at(battle, unit, casting.caster, options)
