"""Execution attacks on unaware targets (SOV-137 to SOV-142)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.action_checks import blow_choices, why_not_ready
from shieldwall.books.shared.shared_dials import (
    CHECK_DIFFICULTY,
    EXECUTION_BONUSES_STACK,
    EXECUTION_CLOSE,
    EXECUTION_NORMAL,
    EXECUTION_SPARES,
)
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow, Sum
from shieldwall.engine.attack.damage import counts_least, harm, spares
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.attack.numbers import attribute_for, combat_skill
from shieldwall.engine.attack.timeline import spend_weapon
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import roll_check, save
from shieldwall.engine.events.attack_events import Aimed
from shieldwall.engine.listing import MAIN_LEFT
from shieldwall.engine.move.movement import allowance, path_cost, stand_at, walk, why_no_path
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.space.reach import crowd
from shieldwall.engine.state.condition import STRODE, UNTIL_END_OF_ROUND
from shieldwall.engine.state.sheet import DEX, SHOOT, Weapon
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal

PHYSICAL: Final = 0


class Execution(ActionSpec):
    """After a minute of preparation, one attack that may kill at once."""

    def how(self, battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> i64:
        for how in (MELEE, SHOT, THROWN):
            if why_no_attack(battle, unit, target, weapon, how) is None:
                return how
        return -1

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        target = battle.state.units[choice.target]
        if not unit.poised and battle.holds("SOV-138", unit):
            return Refusal("no-minute-spent", "SOV-138", unit.index)
        if not target.surprised or battle.state.clock.alarm:
            if battle.holds("SOV-137", unit):
                return Refusal("suspects-something", "SOV-137", unit.index, target.index)
        there = unit
        if choice.path:
            refusal = self.why_no_approach(battle, unit, choice.path)
            if refusal is not None:
                return refusal
            there = unit.copy()
            stand_at(battle.state, there, choice.path[-1])
        weapon = unit.weapons[choice.weapon]
        if self.how(battle, there, target, weapon) >= 0:
            return None
        return why_no_attack(battle, there, target, weapon, MELEE if weapon.melee else SHOT)

    def why_no_approach(self, battle: Battle, unit: Unit, path: tuple[int, ...]) -> Refusal | None:
        """SOV-153: only a unit with the feat may split a Move around a Main."""
        if not unit.sheet.has("swift_murder"):
            return Refusal("not-learnt", "SOV-153", unit.index)
        if unit.moves == 0:
            return Refusal("move-spent", "SOV-036", unit.index)
        return why_no_path(battle, unit, path, allowance(battle.rules, unit))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0 or (not unit.poised and battle.holds("SOV-138", unit)):
            return []
        return blow_choices(battle, unit, self.verb)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        target = battle.state.units[choice.target]
        weapon = unit.weapons[choice.weapon]
        if choice.path and not self.approach(battle, unit, choice.path):
            return
        how = self.how(battle, unit, target, weapon)
        if how < 0:
            return
        blow = Blow(unit, target, choice.weapon, how)
        unit.poised = False
        spend_weapon(battle, unit, blow)
        if battle.log is not None:
            battle.emit(Aimed(unit.index, target.index, "melee" if how == MELEE else "ranged"))
        # SOV-138: a shot must succeed on a check; a melee attack cannot miss (SOV-139).
        if how != MELEE and not self.shot_hits(battle, unit, target, weapon):
            battle.state.clock.alarm = True
            for other in battle.state.units:
                other.surprised = False
            return
        # SOV-140: Physical save with a penalty of the attacker's skill.
        skill: i64 = unit.sheet.skill_in(combat_skill(battle.rules, unit, weapon, how))
        penalty: i64 = skill if skill > 0 else 0
        if weapon.precise_murder:
            penalty += 1
        if save(battle, target, PHYSICAL, -penalty, "SOV-140"):
            self.wound(battle, blow, weapon)
            return
        # SOV-141: down at once.
        fatal = Sum(battle.log is not None)
        fatal.add("execution", target.hp, "SOV-141")
        spared = EXECUTION_SPARES.of(battle.rules) != 0 and weapon.may_spare
        spared = spared and target.sheet.is_alive()
        harm(battle, target, unit, fatal, "execution", weapon, spared)

    def approach(self, battle: Battle, unit: Unit, path: tuple[int, ...]) -> bool:
        """The first part of the Move, which provokes nothing; the rest is kept."""
        walked = path_cost(battle, unit, path, crowd(battle.state, battle.rules, unit))
        if not walk(battle, unit, path, False):
            return False
        strode = Effect(STRODE, unit.index, UNTIL_END_OF_ROUND, walked)
        unit.effects = [*unit.effects, strode]
        return True

    def shot_hits(self, battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> bool:
        feet: i64 = feet_apart(battle.state.grid, unit, target)
        bonus: i64 = 0
        if feet <= 10:
            bonus = EXECUTION_CLOSE.of(battle.rules)
        if feet <= weapon.normal_range and (bonus == 0 or EXECUTION_BONUSES_STACK.of(battle.rules)):
            bonus += EXECUTION_NORMAL.of(battle.rules)
        needed = CHECK_DIFFICULTY.of(battle.rules)
        return roll_check(battle, unit, (DEX,), (SHOOT,), "execution", bonus, needed, "SOV-138")

    def wound(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        """SOV-142: the weapon's maximum damage; double with an assassin's weapon."""
        unit = blow.attacker
        most = Sum(battle.log is not None)
        sides: i64 = 1 if counts_least(blow.target, weapon) else weapon.sides
        most.add("weapon", weapon.dice * sides + weapon.bonus, "SOV-142")
        used = attribute_for(battle.rules, unit, weapon, blow.how)
        most.add("attribute", unit.sheet.attributes[used], "SOV-112")
        most.add("magic weapon", weapon.magic, "SOV-112")
        if weapon.unarmed:
            most.add("brawl", unit.sheet.skill_in(weapon.skill), "SOV-113")
        for ability in unit.sheet.abilities.at_own_damage:
            ability.own_damage(weapon, blow.how, most)
        if weapon.precise_murder:
            most.add("made for murder", most.total, "SOV-142")
        harm(battle, blow.target, unit, most, "hit", weapon, spares(battle, blow, weapon))


EXECUTION: Final = Execution("execute", "Execution attack", MAIN, False, "SOV-137", "twp")
EXECUTION.needs = MAIN_LEFT

register_option(OptionEntry(
    "execute", "attack", OptionWords("execute {target} ({weapon})", "executes {target}",
    noun="execution"), icon="bullseye",
))  # fmt: skip
