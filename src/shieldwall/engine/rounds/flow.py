"""Stages of a fight shared by the books: surprise, initiative, rounds, turns of sides."""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from shieldwall.engine.abilities import ONCE_A_ROUND
from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE, ActionSpec
from shieldwall.engine.battle import Battle, holds_action
from shieldwall.engine.checks import group_check, group_modifier
from shieldwall.engine.events.attack_events import HoldLost
from shieldwall.engine.events.clock_events import (
    InitiativeRolled,
    OrderSet,
    RoundBegan,
    SideBegan,
    SurpriseRound,
    TurnBegan,
    TurnEnded,
)
from shieldwall.engine.events.event import Term
from shieldwall.engine.magic.power_triggers import begin_round, end_round
from shieldwall.engine.move.interruption import is_helpless
from shieldwall.engine.points import DECLARED, RESOLVED
from shieldwall.engine.rounds.initiative_order import (
    best_dex,
    best_initiative,
    break_ties,
    standing_sides,
)
from shieldwall.engine.ruleset import EVERYBODY_ADDS, PLAYERS_ADD, TIE_GM, Stage
from shieldwall.engine.state.condition import (
    BEGUN,
    HOLDING,
    SCREENING,
    UNTIL_END_OF_ROUND,
    UNTIL_END_OF_SIDE_TURN,
    UNTIL_NEXT_TURN,
)
from shieldwall.engine.state.sheet import DEX, EXERT, NOTICE, SNEAK, STR, WIS
from shieldwall.engine.state.state import ACTIVE, NO_UNITS, Clock, Effect, State, Unit
from shieldwall.engine.tape.request import DONE, Choice, Request
from shieldwall.engine.turn_options import between_actions, turn_request
from shieldwall.engine.window import Window


def refresh(unit: Unit) -> None:
    """Give the unit a new round's budget (SOV-035): a Main, a Move and a shield use."""
    able: i64 = 1
    if unit.effects and is_helpless(unit):
        able = 0
    unit.mains = able
    unit.moves = able
    if able and unit.effects:
        changed_budget(unit)
    unit.acted = False
    unit.shield_spent = False
    unit.flurry = ()
    unit.screened = 0
    unit.used &= ONCE_A_ROUND - 1
    unit.hurt = False
    unit.has_cast = False


def changed_budget(unit: Unit) -> None:
    """Apply haste and other conditions to a round's budget."""
    used = False
    for effect in unit.effects:
        effect.kind.budget(effect, unit)
        used = used or effect.kind.ends_with_budget()
    if used:
        unit.effects = [effect for effect in unit.effects if not effect.kind.ends_with_budget()]


def expire(unit: Unit, mark: i64) -> None:
    """Remove the effects that end at this mark."""
    if unit.effects:
        unit.effects = [effect for effect in unit.effects if effect.until != mark]


def can_pay(unit: Unit, cost: i64) -> bool:
    """Whether the budget covers the cost; a Main can pay for a second Move (SOV-037)."""
    if cost == MAIN:
        return unit.mains > 0
    if cost == MOVE:
        return unit.moves > 0 or unit.mains > 0
    if cost == MAIN_AND_MOVE:
        return unit.mains > 0 and unit.moves > 0
    return True


def pay(unit: Unit, cost: i64) -> None:
    if cost in (MAIN, MAIN_AND_MOVE):
        unit.mains -= 1
    if cost == MAIN_AND_MOVE or (cost == MOVE and unit.moves > 0):
        unit.moves -= 1
    elif cost == MOVE:
        unit.mains -= 1
    if unit.effects and unit.mains == 0 and cost != FREE:
        for effect in unit.effects:
            effect.kind.last_main_spent(effect, unit)


class Surprise(Stage):
    """A free round for the units that are not surprised (SOV-022, SOV-028)."""

    def step(self, battle: Battle) -> bool:
        state = battle.state
        side = self.sneaking_side(battle)
        if side >= 0:
            self.surprise_others(battle, side)
        for unit in state.units:
            if unit.surprised and is_never_surprised(unit):
                unit.surprised = False
        self.when_known(battle)
        surprised = [unit.surprised for unit in state.units]
        aware: list[int] = []
        for side in range(len(state.sides)):
            if any(unit.side == side and not unit.surprised for unit in state.units):
                aware.append(side)
        if not any(surprised) or not aware:
            for unit in state.units:
                unit.surprised = False
            # Skip the free round and its end.
            state.clock.stage += 2
            return True
        state.clock.order = aware
        state.clock.turn = 0
        for unit in state.units:
            refresh(unit)
        if battle.log is not None:
            battle.emit(SurpriseRound(tuple(aware)))
            battle.emit(SideBegan(aware[0]))
        return True

    def sneaking_side(self, battle: Battle) -> int:
        """The side that tries to surprise the others; NOBODY if none does."""
        return battle.state.approach.side

    def surprise_others(self, battle: Battle, side: int) -> None:
        """Check surprise for each side that does not expect it (SOV-024 to SOV-027)."""
        state = battle.state
        for other in range(len(state.sides)):
            sleepers = state.sides[other]
            if sleepers.team == state.sides[side].team or sleepers.expecting:
                continue
            if sleepers.careful and is_watched_for(battle, side, other):
                continue
            if self.is_caught(battle, side, other):
                for unit in state.units:
                    if unit.side == other:
                        unit.surprised = True

    def is_caught(self, battle: Battle, side: int, other: int) -> bool:
        """Sneak or, for a hard entry, Exert against the other side's Notice."""
        watch = group_modifier(battle.state, other, WIS, NOTICE)
        if battle.state.approach.hard_entry:
            return group_check(battle, side, STR, EXERT, "hard entry", watch)
        return group_check(battle, side, DEX, SNEAK, "ambush", watch)

    def when_known(self, battle: Battle) -> None:
        """Called when it is known which units are surprised, for books to override."""


def has_hidden(state: State, side: int, other: int) -> bool:
    """Whether a unit of a side is hidden from the other side."""
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE and unit.unknown_to >> other & 1:
            return True
    return False


def is_watched_for(battle: Battle, side: int, other: int) -> bool:
    """Whether moving carefully protects the other side from this approach (SOV-026)."""
    if battle.rules.alert_party_ambush_immune:
        return not battle.state.approach.hard_entry
    # SVE-005: from any approach, except by specifically hidden foes.
    return not has_hidden(battle.state, side, other)


class SurpriseOver(Stage):
    """End the surprise of all units."""

    def step(self, battle: Battle) -> bool:
        for unit in battle.state.units:
            unit.surprised = False
        return True


def is_never_surprised(unit: Unit) -> bool:
    for ability in unit.sheet.abilities.at_is_never_surprised:
        if ability.is_never_surprised():
            return True
    return False


def always_acts_first(unit: Unit) -> bool:
    for ability in unit.sheet.abilities.at_acts_first:
        if ability.acts_first():
            return True
    return False


class Initiative(Stage):
    """Every side rolls once; the order stays for the whole fight (SOV-029 to 033)."""

    def step(self, battle: Battle) -> bool:
        state = battle.state
        rules = battle.rules
        ids = rules.ids
        rows: list[tuple[int, int, tuple[int, ...], int]] = []
        totals: list[int] = []
        standing = standing_sides(state)
        for side in standing:
            die = battle.roll("initiative", rules.initiative_die)
            bonus: i64 = 0
            if rules.initiative_bonus == EVERYBODY_ADDS or (
                rules.initiative_bonus == PLAYERS_ADD and state.sides[side].players
            ):
                bonus = best_dex(state, side)
            alert: i64 = best_initiative(state, side)
            totals.append(die + bonus + alert)
            if battle.log is not None:
                event = InitiativeRolled(side, die, die + bonus + alert)
                event.terms.append(Term("d8", die, ids.initiative))
                if bonus:
                    event.terms.append(Term("best DEX", bonus, ids.initiative))
                if alert:
                    event.terms.append(Term("feats", alert, ids.initiative))
                battle.emit(event)
        for place, side in enumerate(standing):
            favoured = state.sides[side].players != (rules.initiative_tie == TIE_GM)
            rows.append((-totals[place], 0 if favoured else 1, (), side))
        state.clock.order = break_ties(battle, rows)
        return self.set_order(battle)

    def set_order(self, battle: Battle) -> bool:
        clock = battle.state.clock
        clock.turn = 0
        if battle.log is not None:
            battle.emit(OrderSet(tuple(clock.order)))
        return True


class RoundStart(Stage):
    """Start a new round and refresh all budgets."""

    def step(self, battle: Battle) -> bool:
        state = battle.state
        clock = state.clock
        clock.round += 1
        clock.turn = 0
        battle.nobody_holds = battle.reuses
        battle.nobody_screens = battle.reuses
        for unit in state.units:
            refresh(unit)
            if unit.effects:
                if unit.effect(HOLDING) is not None:
                    battle.nobody_holds = False
                if unit.effect(SCREENING) is not None:
                    battle.nobody_screens = False
        if battle.log is not None:
            battle.emit(RoundBegan(clock.round))
            battle.emit(SideBegan(clock.order[0]))
        if state.has_unusual_units:
            begin_round(battle)
            battle.settle()
        return True


def is_able(unit: Unit) -> bool:
    if unit.status != ACTIVE:
        return False
    return not unit.effects or not is_helpless(unit)


def may_act(unit: Unit) -> bool:
    """Whether the unit can still take its turn."""
    if unit.acted or unit.surprised or unit.status != ACTIVE:
        return False
    return not unit.effects or not is_helpless(unit)


class SideTurns(Stage):
    """Sides act one after another, their members in any order (SOV-030, SOV-153)."""

    def opening(self, battle: Battle) -> Request | None:
        ready = self.to_act(battle)
        return turn_request(battle, ready) if ready else None

    def to_act(self, battle: Battle) -> list[Unit]:
        """The acting unit, otherwise the units that may take a turn now."""
        clock = battle.state.clock
        if clock.active >= 0 and not battle.rules.members_interleave:
            unit = battle.state.units[clock.active]
            return alone(battle, unit)
        return self.ready(battle)

    def step(self, battle: Battle) -> bool:
        if not battle.reuses:
            return self.one_step(battle)
        # In a simulation nobody looks at the fight between two steps.
        state = battle.state
        while state.outcome is None:
            if self.one_step(battle):
                return True
        return False

    def one_step(self, battle: Battle) -> bool:
        state = battle.state
        clock = state.clock
        ready = self.to_act(battle)
        if not ready:
            return self.pass_on(battle)
        choice: Choice | None = None
        if battle.reuses and not battle.lenient:
            choice = battle.oracle.turn_choice(battle, ready)
        if choice is None:
            choice = battle.ask(turn_request(battle, ready))
        unit = ready[0]
        if unit.index != choice.unit:
            unit = state.units[choice.unit]
        if choice.verb == DONE:
            if clock.active != unit.index:
                begin_turn(battle, unit)
            end_turn(battle, unit)
        else:
            self.act(battle, unit, choice, ready[0] is unit or unit in ready)
        # The acting unit may be out of action, or have given up the rest of its turn.
        if clock.active >= 0:
            active = unit if clock.active == unit.index else state.units[clock.active]
            if not is_able(active):
                end_turn(battle, active)
        battle.settle()
        if battle.reuses and clock.active >= 0 and state.outcome is None:
            # In a simulation, a mind that has nothing left to do is not asked.
            active = unit if clock.active == unit.index else state.units[clock.active]
            if active.mains == 0 and not battle.rules.members_interleave:
                if battle.oracle.ends_turn(battle, active):
                    end_turn(battle, active)
        return False

    def act(self, battle: Battle, unit: Unit, choice: Choice, is_ready: bool) -> None:
        """Run an action of the turn, an action of another unit, or an Instant."""
        clock = battle.state.clock
        spec = battle.spec_of(choice.verb)
        if is_ready and spec is not None:
            if clock.active != unit.index:
                begin_turn(battle, unit)
            take_action(battle, unit, spec, choice)
        elif spec is not None and spec.out_of_turn:
            battle.carry_out(unit, spec, choice)
        else:
            if clock.active < 0 and is_ready:
                begin_turn(battle, unit)
            call_out(battle, unit, choice)

    def ready(self, battle: Battle) -> list[Unit]:
        """The units that may take a turn now."""
        clock = battle.state.clock
        side: i64 = clock.order[clock.turn]
        if battle.reuses and not clock.slots:
            first = first_ready(battle, side)
            if first is None:
                return NO_UNITS
            if battle.oracle.takes_first(first.seat):
                return alone(battle, first)
        ready: list[Unit] = []
        for unit in battle.state.units:
            if unit.side == side and not unit.acted and may_act(unit):
                ready.append(unit)
        if clock.slots and clock.slots[clock.turn]:
            # AAC-010: players act one by one, in initiative order.
            here = clock.slots[clock.turn]
            last = is_last_place(clock, side)
            return [
                unit
                for unit in ready
                if has_place(here, unit) or (last and not is_placed(clock, unit))
            ]
        return ready

    def pass_on(self, battle: Battle) -> bool:
        """Move on when no unit is left to act; True if that ends the stage."""
        clock = battle.state.clock
        side = clock.order[clock.turn]
        battle.ready_roster = -1
        for unit in battle.state.units:
            if unit.effects and unit.side == side:
                expire(unit, UNTIL_END_OF_SIDE_TURN)
                if has_missed_turn(clock, unit):
                    expire(unit, UNTIL_NEXT_TURN)
        clock.turn += 1
        if clock.turn >= len(clock.order):
            return True
        if battle.log is not None and clock.order[clock.turn] != side:
            battle.emit(SideBegan(clock.order[clock.turn]))
        return False


def first_ready(battle: Battle, side: i64) -> Unit | None:
    """In a simulation: the first unit of the side that may take a turn now.

    Units that have acted or left the fight are not looked at again on this turn of the side.
    """
    if battle.ready_roster != battle.roster:
        battle.ready_roster = battle.roster
        battle.ready_from = 0
    units = battle.state.units
    number: i64 = battle.ready_from
    passed = True
    while number < len(units):
        unit = units[number]
        if unit.side == side and not unit.acted and unit.status == ACTIVE:
            # A surprised or helpless unit may act later.
            if passed:
                battle.ready_from = number
                passed = False
            if not unit.surprised and (not unit.effects or not is_helpless(unit)):
                return unit
        number += 1
    return None


def alone(battle: Battle, unit: Unit) -> list[Unit]:
    """The unit as a list."""
    acting = battle.acting
    if not acting or acting[0] is not unit:
        if acting and battle.reuses:
            # No other reference to the list is left.
            acting[0] = unit
        else:
            acting = [unit]
            battle.acting = acting
    return acting


def has_place(slot: int, unit: Unit) -> bool:
    return bool(slot >> int(unit.index) & 1)


def has_missed_turn(clock: Clock, unit: Unit) -> bool:
    """Whether its turn has passed while it could not act."""
    if unit.acted or not is_helpless(unit):
        return False
    slot = clock.slots[clock.turn] if clock.slots else 0
    return slot == 0 or has_place(slot, unit)


def is_placed(clock: Clock, unit: Unit) -> bool:
    """Whether it has its own slot in the order; a unit that changed sides has none."""
    for slot in clock.slots:
        if has_place(slot, unit):
            return True
    return False


def is_last_place(clock: Clock, side: int) -> bool:
    """Whether no unit of the side acts after the current slot."""
    for later in range(clock.turn + 1, len(clock.order)):
        if clock.order[later] == side:
            return False
    return True


class FirstTurns(SideTurns):
    """Units that always act first, in the order of their sides, before the sides (SOV-030)."""

    def ready(self, battle: Battle) -> list[Unit]:
        state = battle.state
        clock = state.clock
        if not battle.bystanders().eager:
            return NO_UNITS
        first: list[Unit] = []
        for unit in battle.bystanders().eager:
            if always_acts_first(unit) and may_act(unit):
                first.append(unit)
        if not first:
            return first
        for place, side in enumerate(clock.order):
            ready = [unit for unit in first if unit.side == side]
            # Units of the first side act first anyway, unless other units are as alert.
            if ready and (place > 0 or len(ready) < len(first)):
                if clock.turn != place:
                    clock.turn = place
                    if battle.log is not None:
                        battle.emit(SideBegan(side))
                return ready
        return []

    def pass_on(self, battle: Battle) -> bool:
        clock = battle.state.clock
        if clock.turn != 0:
            clock.turn = 0
            if battle.log is not None:
                battle.emit(SideBegan(clock.order[0]))
        return True


def take_action(battle: Battle, unit: Unit, spec: ActionSpec, choice: Choice) -> None:
    """Declare the action, let held actions react first (SOV-098), then run it."""
    if not spec.is_attack and not battle.nobody_holds:
        holders: list[Unit] | None = None
        for other in battle.state.units:
            if other is not unit and holds_action(other):
                if holders is None:
                    holders = [other]
                else:
                    holders.append(other)
        if holders is not None:
            window = Window(DECLARED, unit.index, holders)
            if battle.window(window) and battle.is_forestalled(unit, spec, choice, window):
                return
    battle.carry_out(unit, spec, choice)


def call_out(battle: Battle, unit: Unit, choice: Choice) -> None:
    """Use an Instant between two actions (SOV-039)."""
    window = between_actions(unit)
    for reaction in battle.rules.reactions[RESOLVED]:
        if reaction.handles(choice.verb):
            reaction.commit(battle, unit, window, choice)
            battle.react(reaction, unit, window, choice)
            return


def begin_turn(battle: Battle, unit: Unit) -> None:
    battle.state.clock.active = unit.index
    if battle.rules.members_interleave:
        if unit.effect(BEGUN) is not None:
            return
        unit.effects = [*unit.effects, Effect(BEGUN, unit.index, UNTIL_END_OF_ROUND)]
    battle.turns += 1
    expire(unit, UNTIL_NEXT_TURN)
    if battle.state.remembers:
        battle.state.turn_start = battle.state.copy()
    if battle.log is not None:
        battle.emit(TurnBegan(unit.index))


def end_turn(battle: Battle, unit: Unit) -> None:
    unit.acted = True
    unit.flurry = ()
    # SOV-082: the rest of the Main pays for Instants, or is lost unless held.
    if not battle.rules.unspent_main_for_instants and unit.effect(HOLDING) is None:
        unit.mains = 0
    battle.state.clock.active = -1
    battle.state.turn_start = None
    if battle.log is not None:
        battle.emit(TurnEnded(unit.index))


def end_effects(battle: Battle) -> None:
    """Remove effects that end with the round; a held action is lost now (SOV-097)."""
    for unit in battle.state.units:
        if unit.effects:
            if battle.log is not None and unit.effect(HOLDING) is not None:
                battle.emit(HoldLost(unit.index))
            expire(unit, UNTIL_END_OF_ROUND)


class RoundEnd(Stage):
    """The end of a round: the book's tasks in its order (G-19), and the round limit."""

    def __init__(self, name: str, tasks: tuple[Callable[[Battle], None], ...]) -> None:
        super().__init__(name)
        self.tasks = tasks

    def step(self, battle: Battle) -> bool:
        state = battle.state
        clock = state.clock
        holders = NO_UNITS
        if not battle.nobody_holds:
            holders = [unit for unit in state.units if holds_action(unit)]
        if holders and not clock.called:
            # SOV-097: held actions not used by now are lost.
            clock.called = True
            battle.window(Window(RESOLVED, -1, holders))
            battle.settle()
            return False
        clock.called = False
        if state.has_unusual_units:
            end_round(battle)
        for task in self.tasks:
            task(battle)
        battle.settle()
        if state.outcome is not None or clock.round == 0:
            return True
        if battle.rounds and clock.round >= battle.rounds and not state.gm_changes.plays_on:
            battle.end("round-limit", -1)
        return True
