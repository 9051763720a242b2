"""Optional actions of Dolmenwood: charge, push, two weapons (DOL-049, G-38, G-43).

All of them need the ruling `optional_combat_rules`. Reach, reloading, bracing and splashing need no
action; they are part of attacks and weapons.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import CHARGED
from shieldwall.books.dolmenwood.dolmenwood_dials import (
    PUSH_TO_HIT,
    TWO_WEAPONS_FIRST,
    TWO_WEAPONS_SECOND,
)
from shieldwall.books.shared.action_checks import (
    closes,
    spend_blow,
    why_not_in_hand,
    why_not_ready,
)
from shieldwall.books.shared.actions import Attack, Reload
from shieldwall.books.shared.charge import Charge
from shieldwall.books.shared.shared_dials import CHARGE_AC, CHARGE_AC_UNTIL
from shieldwall.engine.action_spec import MAIN, MOVE, ActionSpec
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.attack.timeline import STRUCK, attack, roll_attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import AGAINST, save
from shieldwall.engine.events.action_events import Charged
from shieldwall.engine.listing import Listing
from shieldwall.engine.magic.spell_data import Spell
from shieldwall.engine.magic.spell_effects import Work, push
from shieldwall.engine.move.interruption import IMPOSSIBLE
from shieldwall.engine.move.movement import place_of, stand_at, walk
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal

HOLD: Final = AGAINST + 2
"""The save against a push."""
PUSHING: Final = Spell("push", 0, ())


class Strike(Attack):
    """A melee attack; after a charge, with the charge's bonuses."""

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        spend_blow(unit, choice.weapon, self.cost)
        blow = Blow(unit, battle.state.units[choice.target], choice.weapon, int(self.how))
        charged = unit.effect(CHARGED) if unit.effects else None
        blow.charge = charged is not None and bool(charged.whom >> choice.target & 1)
        attack(battle, blow)


class Rush(Charge):
    """Charge in a straight run to a foe in the movement phase.

    The attack follows in the melee phase.
    """

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.in_melee and battle.holds("DOL-049", unit):
            return Refusal("is-in-melee", "DOL-049", unit.index)
        refusal = super().why_not(battle, unit, choice)
        if refusal is not None:
            return refusal
        there = unit.copy()
        stand_at(battle.state, there, choice.path[0])
        if closes(battle, unit, choice):
            there.beside |= 1 << choice.target
        target = battle.state.units[choice.target]
        return why_no_attack(battle, there, target, unit.weapons[choice.weapon], MELEE)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        self.sift_into(battle, unit, found)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        rules = battle.rules
        grid = battle.state.grid
        pay(unit, self.cost)
        if battle.log is not None:
            battle.emit(Charged(unit.index, choice.target))
        whom = 1 << choice.target
        worse = Effect(CHARGED, unit.index, CHARGE_AC_UNTIL.of(rules), CHARGE_AC.of(rules), whom)
        unit.effects = [*unit.effects, worse]
        unit.wield(choice.weapon)
        line: tuple[int, ...] = choice.path
        beside = choice.target if closes(battle, unit, choice) else -1
        if not grid.open:
            line = self.line_to(battle, unit, choice.path[0])
        start = place_of(grid, unit)
        walk(battle, unit, line, False, beside)
        if self.why_no_run_up(battle, unit, start, place_of(grid, unit)) is not None:
            # A unit in the way has stopped the run too early: it is open, and gains nothing.
            battle.note_stop(unit, IMPOSSIBLE)
            blocked = Effect(CHARGED, unit.index, CHARGE_AC_UNTIL.of(rules), CHARGE_AC.of(rules))
            unit.effects = [blocked if effect is worse else effect for effect in unit.effects]


class Push(ActionSpec):
    """Push: an attack with a penalty and no damage; on a failed save the foe is pushed back."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        target = battle.state.units[choice.target]
        return why_no_attack(battle, unit, target, unit.weapons[choice.weapon], MELEE)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return strikes(battle, unit, self.verb)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        target = battle.state.units[choice.target]
        blow = Blow(unit, target, choice.weapon, MELEE)
        blow.harmless = True
        blow.extra = PUSH_TO_HIT.of(battle.rules)
        if roll_attack(battle, blow) == STRUCK and not save(battle, target, HOLD, 0, "DOL-049"):
            push(Work(battle, unit, PUSHING, 1), target, 1)


def strikes(battle: Battle, unit: Unit, verb: str) -> list[Choice]:
    """The attacks with each weapon on each foe."""
    if unit.mains == 0:
        return []
    return [
        Choice(unit.index, verb, int(foe.index), number)
        for foe in known_foes(battle.state, unit)
        for number in range(len(unit.weapons))
    ]


class TwoWeapons(ActionSpec):
    """An attack with each hand, the second with a small weapon, both with a penalty."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        if unit.sheet.shield and battle.holds("DOL-049", unit):
            return Refusal("hand-holds-shield", "DOL-049", unit.index)
        weapon = unit.weapons[choice.weapon]
        if weapon.two_handed and battle.holds("DOL-049", unit):
            return Refusal("not-for-one-hand", "DOL-049", unit.index, choice.weapon)
        if second_of(unit, choice.weapon) < 0:
            return Refusal("no-second-weapon", self.cite, unit.index)
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        return why_no_attack(battle, unit, battle.state.units[choice.target], weapon, MELEE)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return strikes(battle, unit, self.verb)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        target = battle.state.units[choice.target]
        hands: list[tuple[int, i64]] = [
            (choice.weapon, TWO_WEAPONS_FIRST.of(battle.rules)),
            (second_of(unit, choice.weapon), TWO_WEAPONS_SECOND.of(battle.rules)),
        ]
        for number, worse in hands:
            # What it met at the first blow may have felled or disarmed it.
            if unit.status != ACTIVE or why_not_in_hand(unit, number) is not None:
                continue
            weapon = unit.weapons[number]
            if why_no_attack(battle, unit, target, weapon, MELEE) is None:
                blow = Blow(unit, target, number, MELEE)
                blow.extra = worse
                attack(battle, blow)


def second_of(unit: Unit, first: int) -> int:
    """The first small weapon in hand or readied besides another, -1 for none."""
    for number in range(len(unit.weapons)):
        weapon = unit.weapons[number]
        if number != first and weapon.small and weapon.melee:
            if not (unit.gone | unit.stowed) >> number & 1:
                return number
    return -1


STRIKE: Final = Strike("attack", "Make a melee attack", MELEE, "DOL-023")
RUSH: Final = Rush("charge", "Charge", MOVE, False, "DOL-049", "twp")
PUSH: Final = Push("push", "Push", MAIN, False, "DOL-049", "tw")
TWO_WEAPONS: Final = TwoWeapons(
    "two-weapons", "Fight with two weapons", MAIN, False, "DOL-049", "tw"
)
LOAD: Final = Reload("reload", "Load a weapon", MAIN, False, "DOL-049", "w")

register_option(OptionEntry(
    "push", "wrestle", OptionWords("push {target}", "pushes {target}"), icon="push",
))  # fmt: skip
register_option(OptionEntry(
    "two-weapons", "attack", OptionWords("attack {target} with two weapons",
    "attacks {target} with two weapons", name="Two weapons"), icon="dervish-swords",
))  # fmt: skip
