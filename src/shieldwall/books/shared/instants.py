"""Instants: Snap Attack, Total Defense, and the action that is held for the right moment."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.conditions import (
    DEFENDING,
    HOLDING,
    UNTIL_END_OF_ROUND,
    UNTIL_NEXT_TURN,
)
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.shared_dials import HOLD_AFTER_ROLL
from shieldwall.engine.action_spec import FREE, MAIN, MOVE, ActionSpec
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow, Sum
from shieldwall.engine.attack.damage import (
    can_hit,
    is_eased_by_defense,
    is_turned_by_defense,
    kinds_of,
    most_dealt,
    most_on_miss,
    shock_lands,
)
from shieldwall.engine.attack.legality import is_too_far, why_no_attack
from shieldwall.engine.attack.numbers import attribute, shock_of
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import Defended, Held, HoldUsed, Lucky, Snapped
from shieldwall.engine.move.interruption import IMPOSSIBLE
from shieldwall.engine.move.watchers import IN_RANGE, IN_REACH, NOT_MET
from shieldwall.engine.option import (
    BASIC,
    DUELLED,
    FIXED_PRICE,
    OUT_OF_TURN,
    SEARCHED,
    OptionEntry,
    OptionWords,
    option_of,
    register_option,
)
from shieldwall.engine.points import DECLARED, ENTERED, RESOLVED, ROLLED
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.rounds.flow import end_turn, pay
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import sees
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE, ALWAYS, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import is_dulled, is_kept_alive, what_is_left
from shieldwall.engine.wounds.injury import would_stay_up


def most_damage(unit: Unit, weapon: Weapon, how: i64) -> i64:
    """The most a hit can deal."""
    brawl: i64 = unit.sheet.skill_in(weapon.skill) if weapon.unarmed else 0
    own = Sum(False)
    for ability in unit.sheet.abilities.at_own_damage:
        ability.own_damage(weapon, how, own)
    return (
        weapon.dice * weapon.sides
        + weapon.bonus
        + weapon.magic
        + unit.sheet.attributes[attribute(unit, weapon)]
        + brawl
        + own.total
    )


def is_at_hand(unit: Unit, number: i64) -> bool:
    """Whether a weapon can be struck with at once: it is in a hand, or part of the body."""
    if number == unit.wielded or number == unit.off_hand:
        return True
    weapon = unit.weapons[number]
    return (weapon.unarmed or weapon.natural) and not (unit.gone | unit.stowed) >> int(number) & 1


def has_something_at_hand(unit: Unit) -> bool:
    if unit.wielded >= 0:
        return True
    for number in range(len(unit.weapons)):
        if is_at_hand(unit, number):
            return True
    return False


def arms_of(unit: Unit) -> list[int]:
    """The numbers of what can be struck with at once, the weapon in hand first."""
    found = [int(unit.wielded)] if unit.wielded >= 0 else []
    for number in range(len(unit.weapons)):
        if number != unit.wielded and is_at_hand(unit, number):
            found.append(number)
    return found


def snap_blow(unit: Unit, foe: Unit, number: i64, how: i64) -> Blow:
    """A Snap Attack on its way: with two weapons in hand it is one of two (SOV-136)."""
    blow = Blow(unit, foe, number, int(how))
    blow.snap = True
    if unit.off_hand >= 0:
        if number == unit.off_hand:
            blow.second = unit.wielded
        elif number == unit.wielded:
            blow.second = unit.off_hand
    return blow


def could_stop(battle: Battle, blow: Blow) -> bool:
    """Whether a blow could put its target out of action, by the numbers it is struck with."""
    attacker = blow.attacker
    target = blow.target
    weapon = attacker.weapons[blow.weapon]
    if attacker.effects and is_dulled(attacker, blow.weapon):
        return False
    falls = can_fall(target)
    if weapon.riders or falls:
        after = most_after_harm(blow)
        if (weapon.riders or most_dealt(battle, blow) + after >= target.hp) and can_hit(
            battle, blow
        ):
            return True
    return falls and could_stop_by_missing(battle, blow)


def can_fall(target: Unit) -> bool:
    """Whether harm enough would put it out of action."""
    return not would_stay_up(target) and not (target.effects and is_kept_alive(target))


def most_after_harm(blow: Blow) -> i64:
    """The most that what the attacker is under adds once harm is done."""
    most: i64 = 0
    for effect in blow.attacker.effects:
        most += effect.kind.most_after_harm(effect, blow)
    return most


def could_stop_by_missing(battle: Battle, blow: Blow) -> bool:
    """Whether what a miss deals could put a target that can fall out of action."""
    if not battle.rules.shock or blow.how != MELEE:
        return False
    attacker = blow.attacker
    target = blow.target
    weapon = attacker.weapons[blow.weapon]
    hurts: i64 = most_on_miss(blow, weapon)
    if shock_lands(battle, blow):
        hurts += shock_of(attacker, weapon, blow.how)
    if hurts <= 0:
        return False
    return what_is_left(target, hurts, kinds_of(weapon)) + most_after_harm(blow) >= target.hp


def most_in_all(battle: Battle, blow: Blow) -> i64:
    """The most a blow takes off its target, wherever the two stand, with what follows from it."""
    most: i64 = most_dealt(battle, blow) + most_after_harm(blow)
    if blow.second >= 0:
        most += battle.rules.dual_damage * 2
    return most


def might_stop(battle: Battle, unit: Unit, mover: Unit) -> bool:
    """The same before it is known where the mover is met: a quick look that forgets nothing."""
    number: i64
    for number in range(len(unit.weapons)):
        if is_at_hand(unit, number):
            weapon = unit.weapons[number]
            if weapon.riders:
                return True
            blow = snap_blow(unit, mover, number, SHOT)
            if weapon.ranged and most_in_all(battle, blow) >= mover.hp:
                return True
            if weapon.melee:
                blow.how = MELEE
                if most_in_all(battle, blow) >= mover.hp:
                    return True
                if can_fall(mover) and could_stop_by_missing(battle, blow):
                    return True
    return False


class Snap(ReactionSpec):
    """Make a Snap Attack: the round's Main for an attack at -4, at any moment (SOV-051 to 055)."""

    def ever(self, sheet: Sheet) -> bool:
        # SOV-053: of creatures only the well-trained have the nerve.
        return not sheet.creature or sheet.disciplined

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if unit.mains == 0 or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        # SOV-053: of creatures only the well-trained have the nerve.
        if unit.sheet.creature and not unit.sheet.disciplined and battle.holds("SOV-053", unit):
            return False
        if window.cause < 0:
            return has_something_at_hand(unit)
        return self.meets(battle, unit, battle.state.units[window.cause]) != NOT_MET

    def way(self, battle: Battle, unit: Unit, target: Unit, number: i64) -> i64:
        """How a weapon at hand would be used on the target; -1 where it cannot be."""
        if not battle.are_foes(unit, target):
            return -1
        apart = feet_apart(battle.state.grid, unit, target)
        return self.way_across(battle, unit, target, number, apart)

    def way_across(self, battle: Battle, unit: Unit, target: Unit, number: i64, apart: i64) -> i64:
        """The same for a foe so many feet away."""
        weapon = unit.weapons[number]
        if is_too_far(battle, unit, weapon, apart):
            return -1
        if weapon.melee and why_no_attack(battle, unit, target, weapon, MELEE) is None:
            return MELEE
        if not weapon.ranged:
            return -1
        if (
            unit.unloaded == 0
            or not unit.unloaded >> int(number) & 1
            or not battle.holds("SOV-090", unit)
        ):
            how: i64 = THROWN if weapon.thrown else SHOT
            if why_no_attack(battle, unit, target, weapon, how) is None:
                return how
        return -1

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Where it could drop the foe whose blow is about to count (SOV-055)."""
        if window.point == RESOLVED:
            return False
        if unit.mains == 0:
            return False
        # SOV-054: any wound spoils a spell that is being cast.
        if window.casting is not None:
            return battle.are_foes(unit, window.casting.caster)
        blow = window.blow
        if blow is None or not blow.rolled:
            if window.point != ENTERED:
                return False
        elif not blow.harms or battle.are_foes(unit, blow.target):
            return False
        foe = battle.state.units[window.cause]
        if not battle.are_foes(unit, foe):
            return False
        apart = feet_apart(battle.state.grid, unit, foe)
        number: i64
        for number in range(len(unit.weapons)):
            if is_at_hand(unit, number):
                how = self.way_across(battle, unit, foe, number, apart)
                if how >= 0 and could_stop(battle, snap_blow(unit, foe, number, how)):
                    return True
        return False

    def awaits(self, battle: Battle, unit: Unit, mover: Unit) -> bool:
        return unit.mains > 0 and (unit.stops == ALWAYS or might_stop(battle, unit, mover))

    def meets(self, battle: Battle, unit: Unit, mover: Unit) -> i64:
        met: i64 = NOT_MET
        if not battle.are_foes(unit, mover):
            return met
        apart = feet_apart(battle.state.grid, unit, mover)
        number: i64
        for number in range(len(unit.weapons)):
            if is_at_hand(unit, number):
                how = self.way_across(battle, unit, mover, number, apart)
                if how == MELEE:
                    return IN_REACH
                if how >= 0:
                    met = IN_RANGE
        return met

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if unit.sheet.creature and not unit.sheet.disciplined and battle.holds("SOV-053", unit):
            return Refusal("not-disciplined", "SOV-053", unit.index)
        if unit.surprised and battle.holds("SOV-022", unit):
            return Refusal("is-surprised", "SOV-022", unit.index)
        if unit.status != ACTIVE:
            return Refusal("out-of-the-fight", "SOV-034", unit.index)
        refusal = why_cannot_pay(unit, MAIN)
        if refusal is not None:
            return Refusal("main-spent", "SOV-052", unit.index)
        if window.cause >= 0 and choice.target != window.cause:
            return Refusal("not-the-one", "SOV-051", unit.index, choice.target)
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", "SOV-051", unit.index)
        if not 0 <= choice.weapon < len(unit.weapons) or not is_at_hand(unit, choice.weapon):
            return Refusal("not-in-hand", "SOV-051", unit.index, choice.weapon)
        target = battle.state.units[choice.target]
        if self.way(battle, unit, target, choice.weapon) >= 0:
            return None
        if unit.unloaded >> choice.weapon & 1 and battle.holds("SOV-090", unit):
            return Refusal("not-loaded", "SOV-090", unit.index, choice.weapon)
        weapon = unit.weapons[choice.weapon]
        how = MELEE if weapon.melee else SHOT
        return why_no_attack(battle, unit, target, weapon, how)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        numbers = arms_of(unit)
        if window.cause >= 0:
            return [Choice(unit.index, self.verb, window.cause, number) for number in numbers]
        return [
            Choice(unit.index, self.verb, foe.index, number)
            for foe in battle.state.units
            if foe.status == ACTIVE and battle.are_foes(unit, foe)
            for number in numbers
        ]

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        pay(unit, MAIN)
        drop_spent_hold(unit)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        target = battle.state.units[choice.target]
        how = self.way(battle, unit, target, choice.weapon)
        if how < 0:
            if target.status == ACTIVE:
                battle.note_stop(unit, IMPOSSIBLE)
            return
        if battle.log is not None:
            battle.emit(Snapped(unit.index, target.index))
        attack(battle, snap_blow(unit, target, choice.weapon, how))


class TotalDefense(ReactionSpec):
    """Total Defense: the Main for +2 AC and no Shock, even after the roll (SOV-078 to 083)."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if unit.mains == 0 or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        return unit.effect(DEFENDING) is None

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Where it turns the hit, stops the Shock of a miss, or may ease what a hit deals."""
        blow = window.blow
        if blow is None or not blow.rolled or blow.target is not unit:
            return False
        if not blow.harms:
            return False
        if blow.hit:
            return is_turned_by_defense(battle, blow) or is_eased_by_defense(battle, blow)
        return shock_lands(battle, blow)

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if unit.status != ACTIVE:
            return Refusal("out-of-the-fight", "SOV-034", unit.index)
        if unit.surprised and battle.holds("SOV-022", unit):
            return Refusal("is-surprised", "SOV-022", unit.index)
        if unit.effect(DEFENDING) is not None and battle.holds("SOV-079", unit):
            return Refusal("is-defending", "SOV-079", unit.index)
        if unit.mains == 0:
            return Refusal("main-spent", "SOV-078", unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb)]

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        pay(unit, MAIN)
        drop_spent_hold(unit)

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        unit.effects = [
            *unit.effects,
            Effect(DEFENDING, unit.index, UNTIL_NEXT_TURN, battle.rules.defense_ac),
        ]
        if battle.log is not None:
            battle.emit(Defended(unit.index))


def drop_spent_hold(unit: Unit) -> None:
    """Nothing is held any more once the Main and all its blows are spent."""
    if unit.effects and unit.mains == 0 and not unit.flurry:
        unit.effects = [effect for effect in unit.effects if effect.kind is not HOLDING]


class Hold(ActionSpec):
    """Hold an Action: the Move, to take the rest of the turn at a better moment (SOV-097)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.moves == 0:
            return Refusal("move-spent", "SOV-097", unit.index)
        if unit.mains == 0:
            return Refusal("nothing-to-hold", "SOV-097", unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, MOVE)
        unit.effects = [*unit.effects, Effect(HOLDING, unit.index, UNTIL_END_OF_ROUND)]
        if battle.log is not None:
            battle.emit(Held(unit.index))
        end_turn(battle, unit)


class HeldAction(ReactionSpec):
    """What was held, now: any action the Main still pays for; it resolves first (SOV-098)."""

    def handles(self, verb: str) -> bool:
        return not option_of(verb).has(OUT_OF_TURN)

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return (
            unit.status == ACTIVE
            and bool(unit.effects)
            and (unit.mains > 0 or bool(unit.flurry))
            and unit.effect(HOLDING) is not None
            and not (unit.surprised and battle.holds("SOV-022", unit))
            and not self.is_too_late(battle, window)
        )

    def is_too_late(self, battle: Battle, window: Window) -> bool:
        """SOV-039: an Instant may come after the dice, unless a ruling says otherwise."""
        return window.point == ROLLED and not HOLD_AFTER_ROLL.of(battle.rules)

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """When a foe does something, and when the round is about to end.

        Of a blow that is rolled: where it is about to harm oneself or a friend.
        """
        if not unit.effects:
            return False
        if window.cause < 0:
            return True
        if not battle.are_foes(unit, battle.state.units[window.cause]):
            return False
        blow = window.blow
        if blow is None or not blow.rolled:
            return True
        return blow.harms and not battle.are_foes(unit, blow.target)

    def awaits(self, battle: Battle, unit: Unit, mover: Unit) -> bool:
        return bool(unit.effects) and unit.effect(HOLDING) is not None

    def meets(self, battle: Battle, unit: Unit, mover: Unit) -> i64:
        """Whether the mover could be struck, shot at, or be the target of a spell."""
        met: i64 = NOT_MET
        if not battle.are_foes(unit, mover):
            return met
        out: i64 = unit.gone | unit.stowed
        for number in range(len(unit.weapons)):
            if out >> number & 1:
                continue
            weapon = unit.weapons[number]
            if weapon.melee and why_no_attack(battle, unit, mover, weapon, MELEE) is None:
                return IN_REACH
            if weapon.ranged and met == NOT_MET and not unit.unloaded >> number & 1:
                how: i64 = THROWN if weapon.thrown else SHOT
                if why_no_attack(battle, unit, mover, weapon, how) is None:
                    met = IN_RANGE
        if met == NOT_MET and unit.sheet.spells and sees(battle.state, unit, mover):
            if cover_from(battle.state.grid, unit, mover) != BLOCKED:
                met = IN_RANGE
        return met

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if self.is_too_late(battle, window):
            return Refusal("dice-are-rolled", "hold_after_roll", unit.index)
        if not self.can(battle, unit, window):
            return Refusal("holds-nothing", "SOV-097", unit.index)
        spec = battle.rules.actions.get(choice.verb)
        if spec is None:
            return Refusal("no-such-action", "SOV-045", unit.index)
        return spec.why_not(battle, unit, choice)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        found: list[Choice] = []
        for spec in battle.rules.action_list:
            if self.handles(spec.verb):
                found.extend(spec.candidates(battle, unit))
        return found

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        spec = battle.rules.actions[choice.verb]
        if spec.why_not(battle, unit, choice) is not None:
            return
        if battle.log is not None and spec.price(battle, unit, choice) != FREE:
            battle.emit(HoldUsed(unit.index))
        battle.carry_out(unit, spec, choice)
        drop_spent_hold(unit)
        if window.cause >= 0 or battle.state.clock.called:
            spec.follow_through(battle, unit, choice, window.cause)


SNAP: Final = Snap("snap", "Make a Snap Attack", (DECLARED, ENTERED, ROLLED, RESOLVED), "SOV-051")
TOTAL_DEFENSE: Final = TotalDefense(
    "total-defense", "Total Defense", (DECLARED, ROLLED, RESOLVED), "SOV-078", 2
)
HOLD: Final = Hold("hold", "Hold an Action", MOVE, False, "SOV-097")
HELD_ACTION: Final = HeldAction(
    "held", "A held action", (DECLARED, ENTERED, ROLLED, RESOLVED), "SOV-098"
)


class Luck(ReactionSpec):
    """Veteran's Luck: once a fight, a miss of one's own becomes a hit, or a hit on one a miss."""

    def ever(self, sheet: Sheet) -> bool:
        return sheet.luck > 0

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        blow = window.blow
        if unit.luck == 0 or blow is None or not blow.rolled or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        # G-22: where luck meets luck, the miss stands.
        if blow.attacker is unit:
            return not blow.hit and blow.luck == 0 and unit.sheet.abilities.amount("swerving") != 1
        return blow.target is unit and blow.hit

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if unit.luck == 0:
            return Refusal("no-luck-left", "SOV-039", unit.index)
        if unit.surprised and battle.holds("SOV-022", unit):
            return Refusal("is-surprised", "SOV-022", unit.index)
        if not self.can(battle, unit, window):
            return Refusal("nothing-to-turn", "SOV-122", unit.index)
        return None

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Where hit and miss do not come to the same."""
        blow = window.blow
        if blow is None or not self.can(battle, unit, window):
            return False
        weapon = blow.attacker.weapons[blow.weapon]
        if blow.harmless or weapon.riders or (weapon.scatters and blow.how == THROWN):
            return True
        if blow.attacker.effects and is_dulled(blow.attacker, blow.weapon):
            return False
        most = most_dealt(battle, blow)
        shock: i64 = 0
        if shock_lands(battle, blow):
            shock = shock_of(blow.attacker, weapon, blow.how)
            shock = what_is_left(blow.target, shock, kinds_of(weapon))
        # Where Shock fells the target too, a hit can do no more.
        if most > shock and shock < blow.target.hp:
            return True
        if most_on_miss(blow, weapon) > 0:
            return True
        return bool(blow.attacker.sheet.abilities.at_felled)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb)]

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        unit.luck -= 1

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        blow = window.blow
        if blow is None:
            return
        blow.luck = 1 if blow.attacker is unit else -1
        if battle.log is not None:
            battle.emit(Lucky(unit.index, blow.luck > 0))


LUCK: Final = Luck("luck", "Veteran's Luck", (ROLLED,), "SOV-039", 1)
SNAP.needs_main = True
SNAP.answers_rolls = True
SNAP.answers_harm = True
SNAP.for_friends = True
TOTAL_DEFENSE.needs_main = True
TOTAL_DEFENSE.answers_rolls = True
TOTAL_DEFENSE.answers_harm = True
TOTAL_DEFENSE.for_the_target = True
HELD_ACTION.needs_hold = True
LUCK.needs_luck = True
TOTAL_DEFENSE.uses = ""
LUCK.uses = ""

register_option(OptionEntry(
    "held", "other", OptionWords("use the held action", "uses the held action", noun="held action"),
    marks=BASIC | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "hold", "guard", OptionWords("hold an action", "holds an action"), icon="hourglass",
    marks=OUT_OF_TURN | SEARCHED | DUELLED | FIXED_PRICE,
))  # fmt: skip
register_option(OptionEntry(
    "luck", "other", OptionWords("use Veteran's Luck", "uses luck"), marks=OUT_OF_TURN | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "snap", "attack", OptionWords("Snap Attack on {target} ({weapon})",
    "makes a Snap Attack on {target}", noun="snap attack"), marks=OUT_OF_TURN | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "total-defense", "guard", OptionWords("Total Defense", "defends", name="Total Defense"),
    icon="shield-reflect", marks=OUT_OF_TURN | SEARCHED,
))  # fmt: skip
