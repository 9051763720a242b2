"""Instants: Snap Attack, Total Defense and held actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import DEFENDING
from shieldwall.books.shared.action_checks import why_cannot_pay, why_cannot_react
from shieldwall.books.shared.arms_at_hand import (
    arms_of,
    could_stop,
    farthest_use,
    has_something_at_hand,
    is_at_hand,
    might_stop,
    snap_blow,
)
from shieldwall.books.shared.shared_dials import HOLD_AFTER_ROLL
from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.action_spec import FREE, MAIN, MOVE, ActionSpec
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN
from shieldwall.engine.attack.damage import (
    hardest_blow,
    hardest_with,
    is_eased_by_defense,
    is_turned_by_defense,
    kinds_of,
    most_dealt,
    most_on_miss,
    shock_lands,
)
from shieldwall.engine.attack.legality import reach_with, why_no_attack, why_no_attack_across
from shieldwall.engine.attack.numbers import shock_of
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
from shieldwall.engine.reaction_spec import ANYWHERE, ReactionSpec
from shieldwall.engine.rounds.flow import end_turn, pay
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import sees
from shieldwall.engine.state.condition import HOLDING, UNTIL_END_OF_ROUND, UNTIL_NEXT_TURN
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, ALWAYS, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import is_dulled, what_is_left


class Snap(ReactionSpec):
    """Make a Snap Attack: the round's Main for an attack at -4, at any moment (SOV-051 to 055)."""

    def can_ever_use(self, sheet: Sheet) -> bool:
        # SOV-053: only disciplined creatures can use it.
        return not sheet.creature or sheet.disciplined

    def is_free(self, battle: Battle, unit: Unit) -> bool:
        """Whether the unit could use it on any foe."""
        if unit.mains == 0 or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        # SOV-053: only disciplined creatures can use it.
        if unit.sheet.creature and not unit.sheet.disciplined and battle.holds("SOV-053", unit):
            return False
        return True

    def is_wanted(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if not self.is_free(battle, unit) or not self.matters(battle, unit, window):
            return False
        # Where it matters against an attack or a move, a weapon has been found for it.
        return window.casting is None or self.can(battle, unit, window)

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if not self.is_free(battle, unit):
            return False
        if window.cause < 0:
            return has_something_at_hand(unit)
        return self.meets(battle, unit, battle.state.units[window.cause]) != NOT_MET

    def way(self, battle: Battle, unit: Unit, target: Unit, number: i64) -> i64:
        """The mode of using a weapon on the target; -1 if impossible."""
        if not battle.are_foes(unit, target):
            return -1
        apart = feet_apart(battle.state.grid, unit, target)
        return self.way_across(battle, unit, target, number, apart)

    def way_across(self, battle: Battle, unit: Unit, target: Unit, number: i64, apart: i64) -> i64:
        """`way` for a foe at a distance of `apart` feet; distances are compared before the rest."""
        weapon = unit.weapons[number]
        if (
            weapon.melee
            and (apart <= reach_with(battle.rules, unit, weapon) or battle.lenient)
            and why_no_attack_across(battle, unit, target, weapon, MELEE, apart) is None
        ):
            return MELEE
        far: i64 = weapon.long_range
        if far == 0 or (apart > far and not battle.lenient):
            return -1
        if (
            unit.unloaded == 0
            or not unit.unloaded >> int(number) & 1
            or not battle.holds("SOV-090", unit)
        ):
            how: i64 = THROWN if weapon.thrown else SHOT
            if why_no_attack_across(battle, unit, target, weapon, how, apart) is None:
                return how
        return -1

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """If it could drop the foe whose attack is about to count (SOV-055)."""
        if window.point == RESOLVED:
            return False
        if unit.mains == 0:
            return False
        # SOV-054: any wound disrupts a spell being cast.
        if window.casting is not None:
            return battle.are_foes(unit, window.casting.caster)
        blow = window.blow
        if blow is None or not blow.rolled:
            if window.point != ENTERED:
                return False
        elif not blow.harms or battle.are_foes(unit, blow.target):
            return False
        foe = battle.state.units[window.cause]
        if not battle.are_foes(unit, foe) or foe.hp > hardest_blow(battle, unit, foe):
            return False
        apart = feet_apart(battle.state.grid, unit, foe)
        plain = not unit.effects and not foe.effects and foe.sheet.abilities is NO_ABILITIES
        number: i64
        for number in range(len(unit.weapons)):
            if is_at_hand(unit, number):
                weapon = unit.weapons[number]
                if plain and foe.hp > hardest_with(battle.rules, unit, weapon):
                    continue
                how = self.way_across(battle, unit, foe, number, apart)
                if how >= 0 and could_stop(battle, snap_blow(unit, foe, number, how)):
                    return True
        return False

    def awaits(self, battle: Battle, unit: Unit, mover: Unit) -> bool:
        return unit.mains > 0 and (unit.stops == ALWAYS or might_stop(battle, unit, mover))

    def meets_within(self, battle: Battle, unit: Unit) -> i64:
        return farthest_use(battle, unit, True)

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

    def __init__(
        self,
        verb: str,
        title: str,
        points: tuple[int, ...],
        cite: str,
        rank: int = 0,
        uses: str = "tw",
    ) -> None:
        super().__init__(verb, title, points, cite, rank, uses)
        self.needs_main = True
        self.answers_rolls = True
        self.answers_harm = True
        self.for_the_target = True

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if unit.mains == 0 or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        return unit.effect(DEFENDING) is None

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """If it negates the hit or the Shock of a miss, or may reduce the damage."""
        blow = window.blow
        if blow is None or not blow.rolled or blow.target is not unit:
            return False
        if not blow.harms:
            return False
        if blow.hit:
            return is_turned_by_defense(battle, blow) or is_eased_by_defense(battle, blow)
        return shock_lands(battle, blow)

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        refusal = why_cannot_react(battle, unit)
        if refusal is not None:
            return refusal
        if unit.effect(DEFENDING) is not None and battle.holds("SOV-079", unit):
            return Refusal("is-defending", "SOV-079", unit.index)
        if unit.mains == 0:
            return Refusal("main-spent", "SOV-078", unit.index)
        return None

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
    """End the hold once the Main and all its attacks are spent."""
    if unit.effects and unit.mains == 0 and not unit.flurry:
        unit.effects = [effect for effect in unit.effects if effect.kind is not HOLDING]


class Hold(ActionSpec):
    """Hold an Action: spend the Move to take the rest of the turn later (SOV-097)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.moves == 0:
            return Refusal("move-spent", "SOV-097", unit.index)
        if unit.mains == 0:
            return Refusal("nothing-to-hold", "SOV-097", unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, MOVE)
        unit.effects = [*unit.effects, Effect(HOLDING, unit.index, UNTIL_END_OF_ROUND)]
        battle.nobody_holds = False
        if battle.log is not None:
            battle.emit(Held(unit.index))
        end_turn(battle, unit)


class HeldAction(ReactionSpec):
    """Use the held action: any action the Main still pays for; it resolves first (SOV-098)."""

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
        """SOV-039: an Instant may come after the dice, unless a ruling forbids it."""
        return window.point == ROLLED and not HOLD_AFTER_ROLL.of(battle.rules)

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """If a foe does something, or the round is about to end.

        After an attack roll: if the attack is about to harm the unit or a friend.
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

    def meets_within(self, battle: Battle, unit: Unit) -> i64:
        return ANYWHERE if unit.sheet.spells else farthest_use(battle, unit, False)

    def meets(self, battle: Battle, unit: Unit, mover: Unit) -> i64:
        """Whether the mover could be attacked, shot at, or targeted by a spell."""
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

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        """SOV-040: set the Main aside, so that nothing else uses it before the action comes."""
        spec = battle.rules.actions[choice.verb]
        if unit.mains > 0 and spec.price(battle, unit, choice) != FREE:
            unit.mains -= 1
            window.reserved |= unit.bit

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        spec = battle.rules.actions[choice.verb]
        if window.reserved & unit.bit:
            window.reserved &= ~unit.bit
            unit.mains += 1
        if spec.why_not(battle, unit, choice) is not None:
            return
        if battle.log is not None and spec.price(battle, unit, choice) != FREE:
            battle.emit(HoldUsed(unit.index))
        battle.carry_out(unit, spec, choice)
        drop_spent_hold(unit)
        if window.cause >= 0 or battle.state.clock.called:
            spec.follow_through(battle, unit, choice, window.cause, window.reserved)


SNAP: Final = Snap("snap", "Make a Snap Attack", (DECLARED, ENTERED, ROLLED, RESOLVED), "SOV-051")
TOTAL_DEFENSE: Final = TotalDefense(
    "total-defense", "Total Defense", (DECLARED, ROLLED, RESOLVED), "SOV-078", 2, uses=""
)
HOLD: Final = Hold("hold", "Hold an Action", MOVE, False, "SOV-097")
HELD_ACTION: Final = HeldAction(
    "held", "A held action", (DECLARED, ENTERED, ROLLED, RESOLVED), "SOV-098"
)


class Luck(ReactionSpec):
    """Veteran's Luck, once a fight.

    Turns the unit's own miss into a hit, or a hit on it into a miss.
    """

    def can_ever_use(self, sheet: Sheet) -> bool:
        return sheet.luck > 0

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        blow = window.blow
        if unit.luck == 0 or blow is None or not blow.rolled or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        # G-22: luck against luck is a miss.
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
        """If hit and miss lead to different results."""
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
        # If Shock also fells the target, a hit adds nothing.
        if most > shock and shock < blow.target.hp:
            return True
        if most_on_miss(blow, weapon) > 0:
            return True
        return bool(blow.attacker.sheet.abilities.at_felled)

    def commit(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        unit.luck -= 1

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        blow = window.blow
        if blow is None:
            return
        blow.luck = 1 if blow.attacker is unit else -1
        if battle.log is not None:
            battle.emit(Lucky(unit.index, blow.luck > 0))


LUCK: Final = Luck("luck", "Veteran's Luck", (ROLLED,), "SOV-039", 1, uses="")
SNAP.needs_main = True
SNAP.answers_rolls = True
SNAP.answers_harm = True
SNAP.for_friends = True
HELD_ACTION.needs_hold = True
LUCK.needs_luck = True
LUCK.for_the_two = True

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
