"""`HouseAction`: an action built from the primitives of a house rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import SITUATION, WARDED
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.manoeuvres import places_to_push, push
from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import modifier, roll_check
from shieldwall.engine.events.action_events import Disengaged, WentProne
from shieldwall.engine.events.clock_events import HouseActionUsed, Remarked
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.magic_events import Healed
from shieldwall.engine.move.movement import provoke, put
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import knows_place
from shieldwall.engine.state.condition import DISENGAGED, UNTIL_END_OF_ROUND
from shieldwall.engine.state.house_rules import (
    AC,
    ATTACK,
    DAMAGE,
    DISENGAGE,
    FOE,
    HEAL,
    ONESELF,
    PRONE,
    PUSH,
    TELL,
    HouseActionData,
    Part,
)
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.effects import suffer

CITE: Final = "SOV-045"
"""The rule that lets the table set the cost of unlisted actions."""


class HouseAction(ActionSpec):
    """A house action (SOV-045)."""

    def __init__(self, data: HouseActionData) -> None:
        super().__init__(data.verb, data.title, data.cost, data.provokes, CITE)
        self.data = data
        self.uses = "" if data.target == ONESELF else "t"

    def another(self) -> ActionSpec:
        return HouseAction(self.data)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None or self.data.target == ONESELF:
            return refusal
        state = battle.state
        if not 0 <= choice.target < len(state.units) or choice.target == unit.index:
            return Refusal("no-target", CITE, unit.index)
        target = state.units[choice.target]
        if target.status != ACTIVE:
            return Refusal("target-is-out", CITE, unit.index, target.index)
        if not knows_place(state, unit.side, target):
            return Refusal("place-unknown", CITE, unit.index)
        if battle.are_foes(unit, target) != (self.data.target == FOE):
            return Refusal("not-for-this-one", CITE, unit.index, target.index)
        apart: i64 = feet_apart(state.grid, unit, target)
        if apart > self.data.within and battle.holds("SOV-045", unit):
            within = self.data.within
            return Refusal("not-beside", "SOV-045", unit.index, target.index, apart, within)
        if cover_from(state.grid, unit, target) == BLOCKED and battle.holds("SOV-017", unit):
            return Refusal("no-line", "SOV-017", unit.index, target.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if self.data.target == ONESELF:
            return [Choice(unit.index, self.verb)]
        return [
            Choice(unit.index, self.verb, int(other.index))
            for other in battle.state.units
            if other.status == ACTIVE and other is not unit
        ]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        """In the order of any action: pay, provoke, roll, result."""
        pay(unit, self.cost)
        target = unit if self.data.target == ONESELF else battle.state.units[choice.target]
        if battle.log is not None:
            battle.emit(HouseActionUsed(unit.index, target.index, self.title))
        if self.data.target == FOE:
            battle.state.clock.alarm = True
        if self.provokes and not provoke(battle, unit):
            return
        done = self.succeeds(battle, unit, target)
        for part in self.data.parts if done else self.data.failing:
            if unit.status != ACTIVE or target.status != ACTIVE:
                return
            apply_part(battle, unit, unit if part.on_self else target, part)

    def succeeds(self, battle: Battle, unit: Unit, target: Unit) -> bool:
        trial = self.data.trial
        if trial is None:
            return True
        needed: i64 = trial.difficulty
        if needed == 0:
            other = modifier(target, trial.against_attributes, trial.against_skills)
            needed = battle.rules.opposed_base + other
        return roll_check(battle, unit, trial.attributes, trial.skills, self.verb, 0, needed, CITE)


def apply_part(battle: Battle, unit: Unit, whom: Unit, part: Part) -> None:
    """Apply one result of an action."""
    if part.do == DAMAGE:
        amount = roll_part(battle, unit, part, "damage")
        terms: list[Term] | None = None
        if battle.log is not None:
            terms = [Term("dice", amount - part.plus, CITE)]
            if part.plus:
                terms.append(Term("situation", part.plus, CITE))
        suffer(battle, whom, unit.index, max(amount, 0), "improvised", False, terms)
    elif part.do == HEAL:
        healed: i64 = min(roll_part(battle, unit, part, "healing"), whom.sheet.hp - whom.hp)
        if healed > 0:
            whom.hp += healed
            if battle.log is not None:
                battle.emit(Healed(whom.index, unit.index, healed, whom.hp))
    elif part.do == PUSH:
        push_away(battle, unit, whom, part.plus)
    elif part.do == PRONE:
        if not whom.prone:
            whom.prone = True
            if battle.log is not None:
                battle.emit(WentProne(whom.index))
    elif part.do == AC:
        whom.effects = [*whom.effects, Effect(WARDED, unit.index, part.until, part.plus)]
    elif part.do == ATTACK:
        whom.effects = [*whom.effects, Effect(SITUATION, unit.index, part.until, part.plus)]
    elif part.do == DISENGAGE:
        whom.effects = [*whom.effects, Effect(DISENGAGED, unit.index, UNTIL_END_OF_ROUND, 0, -1)]
        if battle.log is not None:
            battle.emit(Disengaged(whom.index))
    elif part.do == TELL and battle.log is not None:
        battle.emit(Remarked(part.text))


def roll_part(battle: Battle, unit: Unit, part: Part, what: str) -> i64:
    total: i64 = part.plus
    for _ in range(part.dice):
        total += battle.roll(what, part.sides, unit.index)
    return total


def push_away(battle: Battle, unit: Unit, target: Unit, steps: int) -> None:
    """Push the target away from the acting unit, square by square, as far as there is room."""
    grid = battle.state.grid
    for _ in range(steps):
        best = -1
        furthest: i64 = distance(unit, target)
        ghost = target.copy()
        for cell in places_to_push(battle, unit, target):
            put(grid, ghost, cell)
            apart = distance(unit, ghost)
            if apart > furthest:
                furthest = apart
                best = cell
        if best < 0 or target.status != ACTIVE:
            return
        push(battle, unit, target, best)
