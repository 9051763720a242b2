"""Actions of Dolmenwood: each in its phase, limited by declarations."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import DEFENDING, EXHAUSTED, EXHAUSTION, RAGING
from shieldwall.abilities.body_conditions import TERRIFIED
from shieldwall.abilities.declared_spells import PLEDGED
from shieldwall.books.dolmenwood.dolmenwood_dials import (
    FLIGHT_ROUNDS,
    FORGO_DECLARED_SPELL,
    MOMENTARY_ACTIONS,
)
from shieldwall.books.dolmenwood.phases import MOVEMENT
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.actions import Run
from shieldwall.books.shared.conditional_actions import Wrapped
from shieldwall.books.shared.improvised import holds_something
from shieldwall.books.shared.mercy import FALLEN_FOES, Finish
from shieldwall.books.shared.retreat import GiveUp
from shieldwall.books.shared.shared_dials import FLIGHT_RATE
from shieldwall.books.shared.survival_morale import is_at_edge
from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE, ActionSpec
from shieldwall.engine.attack.blow import MELEE
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import LeftMap
from shieldwall.engine.events.phase_events import RanAway, Said
from shieldwall.engine.listing import Listing
from shieldwall.engine.move.movement import place_of
from shieldwall.engine.option import GIVES_UP, WALK, OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.state.condition import FLEEING, RUNNING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import FLED, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.dropped_items import drop_weapon
from shieldwall.engine.wounds.standing import change_status
from shieldwall.gm.order_grammar import is_plain

# Kinds of action, for units with a declaration or broken morale.
OTHER_ACTION: Final = 0
ATTACK: Final = 1
WORKING: Final = 2
"""Magic that needs no declaration."""
CASTING: Final = 3
"""Declared magic."""


class InPhase(Wrapped):
    """DOL-002: an action that belongs to one phase of its side's activation."""

    def __init__(self, inner: ActionSpec, phase: int, sort: int = OTHER_ACTION) -> None:
        super().__init__(inner)
        self.phase = phase
        self.sort = sort

    def another(self) -> ActionSpec:
        return InPhase(self.inner, self.phase, self.sort)

    def why_too(self, battle: Battle, unit: Unit) -> Refusal | None:
        if battle.state.clock.phase != self.phase and battle.holds("DOL-002", unit):
            return Refusal("not-this-phase", "DOL-002", unit.index)
        if self.cost == MOVE and unit.moves == 0:
            return Refusal("move-spent", "DOL-006", unit.index)
        if not unit.effects:
            return None
        return self.why_not_as_declared(battle, unit)

    def why_not_as_declared(self, battle: Battle, unit: Unit) -> Refusal | None:
        """Why the unit's declaration forbids it: no move with a spell, no attack while fleeing."""
        if unit.effect(PLEDGED) is not None:
            if self.phase == MOVEMENT and battle.holds("DOL-007", unit):
                return Refusal("has-declared", "DOL-007", unit.index)
            if (
                self.sort != CASTING
                and self.cost != FREE
                and not FORGO_DECLARED_SPELL.of(battle.rules)
            ):
                return Refusal("has-declared", "forgo_declared_spell", unit.index)
        if self.sort == ATTACK:
            if unit.effect(FLEEING) is not None and battle.holds("DOL-019", unit):
                return Refusal("attack-forfeit", "DOL-019", unit.index)
            if unit.effect(DEFENDING) is not None and battle.holds("DOL-049", unit):
                return Refusal("attack-forfeit", "DOL-049", unit.index)
        if self.sort != OTHER_ACTION and unit.effect(TERRIFIED) is not None:
            if battle.holds("DOL-040", unit):
                return Refusal("is-terrified", "DOL-040", unit.index)
        return None


class AnyPhase(Wrapped):
    """An action that belongs to no phase."""

    def another(self) -> ActionSpec:
        return AnyPhase(self.inner)

    def why_too(self, battle: Battle, unit: Unit) -> Refusal | None:
        if battle.state.clock.phase < 0:
            return Refusal("not-this-phase", "DOL-002", unit.index)
        return None


class Momentary(Wrapped):
    """DOL-009: a tiny free action, in any phase of its side, if allowed."""

    def __init__(self, inner: ActionSpec) -> None:
        super().__init__(inner)
        self.cost = FREE
        self.provokes = False

    def another(self) -> ActionSpec:
        return Momentary(self.inner)

    def why_too(self, battle: Battle, unit: Unit) -> Refusal | None:
        if not MOMENTARY_ACTIONS.of(battle.rules):
            return Refusal("not-written", "momentary_actions", unit.index)
        if battle.state.clock.phase < 0:
            return Refusal("not-this-phase", "DOL-002", unit.index)
        return None


class FinishByHand(Finish):
    """DOL-050: in the melee phase the fallen are killed by hand, not by shots or throws."""

    def how(self, battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> int:
        found = super().how(battle, unit, target, weapon)
        return -1 if found > MELEE and battle.holds("DOL-002", unit) else found

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = super().why_not(battle, unit, choice)
        if refusal is None and battle.holds("DOL-002", unit):
            target = battle.state.units[choice.target]
            if self.how(battle, unit, target, unit.weapons[choice.weapon]) < 0:
                return Refusal("not-this-phase", "DOL-002", unit.index)
        return refusal


class Drop(ActionSpec):
    """Drop the wielded weapons."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not holds_something(unit):
            return Refusal("nothing-in-hand", self.cite, unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        drop_weapon(battle, unit)


class Say(ActionSpec):
    """Say a few words."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not choice.note or not is_plain(choice.note):
            return Refusal("note-not-plain", self.cite, unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb, note="stand fast")]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        if battle.log is not None:
            battle.emit(Said(unit.index, choice.note))


# Getting away.


class RunAway(Run):
    """DOL-022: outside melee, a unit may flee the encounter at three times its Speed."""

    def rate(self, battle: Battle, unit: Unit) -> i64:
        return super().rate(battle, unit) * FLIGHT_RATE.of(battle.rules)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        if self.why_not_flee(battle, unit) is None:
            super().list_into(battle, unit, found)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = self.why_not_flee(battle, unit)
        return super().why_not(battle, unit, choice) if refusal is None else refusal

    def why_not_flee(self, battle: Battle, unit: Unit) -> Refusal | None:
        """Why the unit may not run away, wherever it would run."""
        if unit.in_melee and battle.holds("DOL-022", unit):
            return Refusal("is-in-melee", "DOL-022", unit.index)
        if unit.mains == 0:
            return Refusal("main-spent", "DOL-006", unit.index)
        if unit.effects and unit.effect(RAGING) is not None:
            return Refusal("is-raging", "DOL-048", unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if self.why_not_flee(battle, unit) is not None:
            return []
        return super().candidates(battle, unit)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        rounds = tire(battle, unit)
        if battle.log is not None:
            battle.emit(RanAway(unit.index, rounds))
        super().perform(battle, unit, choice)


def tire(battle: Battle, unit: Unit) -> int:
    """How many rounds in a row it has run; too many exhaust it (G-40)."""
    now = battle.state.clock.round
    before = unit.effect(RUNNING)
    rounds = 1
    if before is not None:
        unit.effects = [effect for effect in unit.effects if effect.kind is not RUNNING]
        if before.whom == now - 1:
            rounds = int(before.value) + 1
    ran = Effect(RUNNING, unit.index, UNTIL_END_OF_FIGHT, rounds, now)
    unit.effects = [*unit.effects, ran]
    if rounds >= FLIGHT_ROUNDS.of(battle.rules) and unit.effect(EXHAUSTED) is None:
        worse: i64 = EXHAUSTION.of(battle.rules)
        unit.effects.append(Effect(EXHAUSTED, unit.index, UNTIL_END_OF_FIGHT, worse))
    return rounds


class Depart(ActionSpec):
    """Leave the field at its edge; out of melee only as declared (DOL-010, DOL-022)."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if unit.locked:
            return Refusal("in-a-grapple", "SOV-130", unit.index)
        if unit.effects and unit.effect(RAGING) is not None:
            return Refusal("is-raging", "DOL-048", unit.index)
        if unit.in_melee and unit.effect(FLEEING) is None and battle.holds("DOL-010", unit):
            return Refusal("is-in-melee", "DOL-010", unit.index)
        off = not is_at_edge(battle, unit, place_of(battle.state.grid, unit))
        if off and battle.holds("DOL-022", unit):
            return Refusal("not-at-the-edge", "DOL-022", unit.index)
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        change_status(battle, unit, FLED)
        unit.flurry = ()
        if battle.log is not None:
            battle.emit(LeftMap(unit.index))


MOVE_ABOUT: Final = Run("run", "Move", MOVE, False, "DOL-021", "tp")
RUN_AWAY: Final = RunAway("run-away", "Flee the encounter", MAIN_AND_MOVE, False, "DOL-022", "tp")
DEPART: Final = Depart("leave", "Leave the field", MOVE, False, "DOL-022")
DROP: Final = Drop("drop", "Drop what is in hand", FREE, False, "DOL-009")
SAY: Final = Say("say", "Say a few words", FREE, False, "DOL-009", "n")
FINISH: Final = FinishByHand("finish", "Finish off a fallen foe", MAIN, False, "SOV-047", "tw")
FINISH.needs = FALLEN_FOES
GIVE_UP: Final = GiveUp("surrender", "Surrender", FREE, False, "DOL-039")

register_option(OptionEntry(
    "drop", "gear", OptionWords("drop the weapon in hand", "drops what it holds"), icon="fall-down",
))  # fmt: skip
register_option(OptionEntry(
    "run-away", "move", OptionWords("run away → {square}", "runs for the edge of the field",
    name="Run away", noun="flight", anywhere="run away"), icon="run", marks=WALK | GIVES_UP,
))  # fmt: skip
register_option(OptionEntry(
    "say", "other", OptionWords("say “{note}”", "calls out"), icon="chat-bubble",
))  # fmt: skip
