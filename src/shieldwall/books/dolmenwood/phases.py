"""Rounds in phases: sides roll initiative, then act phase by phase.

A round is: declarations, initiative, waiting, then the phases of each side in order; all units of a
side finish a phase before the next begins (DOL-001, DOL-002). Tied sides may act simultaneously,
phase by phase, with damage applied at the end of the phase (DOL-016, G-44). Among them, units
fleeing from melee move last, so that their foes can attack them (DOL-020).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy_extensions import i64

from shieldwall.books.dolmenwood.dolmenwood_dials import (
    SURPRISE_DIE,
    SURPRISE_ROLLED_BY,
    SURPRISE_UPTO,
    TIED_SIDES,
)
from shieldwall.books.shared.procedures import register_procedure
from shieldwall.engine.action_spec import says_too_much
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import (
    InitiativeRolled,
    OrderSet,
    RoundBegan,
    SideBegan,
    SurpriseRound,
)
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.phase_events import (
    Decided,
    PhaseBegan,
    SurpriseRolled,
    TieRolled,
    Waited,
)
from shieldwall.engine.magic.power_triggers import begin_round
from shieldwall.engine.magic.spell_effects import start_dormant_effects
from shieldwall.engine.option import FOR_A_SIDE, SEARCHED, OptionEntry, OptionWords, register_option
from shieldwall.engine.points import RULING
from shieldwall.engine.rounds.acting_sides import (
    acting_mask,
    acting_sides,
    acts_together,
    group_end,
)
from shieldwall.engine.rounds.flow import expire, may_act, refresh
from shieldwall.engine.ruleset import Stage
from shieldwall.engine.state.condition import FLEEING, UNTIL_END_OF_SIDE_TURN, UNTIL_NEXT_TURN
from shieldwall.engine.state.state import ACTIVE, NEVER, Clock, State, Unit
from shieldwall.engine.tape.request import DONE, Choice, Options, Refusal, Request
from shieldwall.engine.turn_options import turn_request
from shieldwall.engine.wounds.effects import apply_postponed_harm

MOVEMENT: Final = 0
MISSILES: Final = 1
MAGIC: Final = 2
MELEE: Final = 3

REROLL: Final = 0
SIMULTANEOUS: Final = 1

WAIT: Final = "wait"
GO: Final = "go"


class Phase:
    """One phase of a side's activation."""

    def __init__(self, name: str) -> None:
        self.name = name

    def could(self, battle: Battle, unit: Unit) -> bool:
        """A cheap test whether a unit can do anything in it."""
        return True


# Before the first round.


class SideSurprise(Stage):
    """Which units are surprised: by the set-up, or by a die per side (G-46)."""

    def step(self, battle: Battle) -> bool:
        state = battle.state
        rules = battle.rules
        ambush = state.approach.side
        for side in range(len(state.sides)):
            known = state.sides[side]
            tried = ambush >= 0 and state.sides[ambush].team != known.team
            if known.expecting or not (tried or SURPRISE_ROLLED_BY.of(rules)):
                continue
            die = battle.roll("surprise", SURPRISE_DIE.of(rules))
            caught = die <= SURPRISE_UPTO.of(rules)
            if battle.log is not None:
                battle.emit(SurpriseRolled(side, die, caught))
            if caught:
                for unit in state.units:
                    if unit.side == side:
                        unit.surprised = True
        aware = sides_that_act(state)
        if not aware:
            # All sides are surprised: surprise has no effect.
            for unit in state.units:
                unit.surprised = False
        elif len(aware) < len(state.sides) and battle.log is not None:
            battle.emit(SurpriseRound(tuple(aware)))
        return True


def sides_that_act(state: State) -> list[int]:
    """The sides with a standing unit that is not surprised."""
    return [
        side
        for side in range(len(state.sides))
        if any(
            unit.side == side and unit.status == ACTIVE and not unit.surprised
            for unit in state.units
        )
    ]


class RoundOpens(Stage):
    """Start a new round: refresh all budgets and reload missile weapons (G-38)."""

    def __init__(self, name: str, tasks: tuple[Callable[[Battle], None], ...] = ()) -> None:
        super().__init__(name)
        self.tasks = tasks

    def step(self, battle: Battle) -> bool:
        state = battle.state
        clock = state.clock
        clock.round += 1
        clock.order = []
        clock.joined = 0
        clock.turn = 0
        clock.phase = -1
        for unit in state.units:
            refresh(unit)
        for task in self.tasks:
            task(battle)
        if battle.log is not None:
            battle.emit(RoundBegan(clock.round))
        if state.has_unusual_units:
            begin_round(battle)
            battle.settle()
        return True


# Initiative.


class Row:
    """A side with all its rolls this round."""

    def __init__(self, side: int, die: int) -> None:
        self.side = side
        self.dice = [die]


class SideInitiative(Stage):
    """DOL-013 to DOL-016: a die per side without modifiers; ties by the table's ruling."""

    def step(self, battle: Battle) -> bool:
        state = battle.state
        rules = battle.rules
        sides = sides_that_act(state)
        rows: list[Row] = []
        if len(sides) == 1:
            # All other sides are surprised: no roll needed.
            state.clock.order = sides
            return True
        for side in sides:
            die = battle.roll("initiative", rules.initiative_die)
            rows.append(Row(side, die))
            if battle.log is not None:
                event = InitiativeRolled(side, die, die)
                event.terms.append(Term(f"d{rules.initiative_die}", die, "DOL-013"))
                battle.emit(event)
        prefer_the_decisive(battle, rows)
        if TIED_SIDES.of(rules) == REROLL:
            self.roll_again(battle, rows)
        rows.sort(key=descending)
        state.clock.order = [row.side for row in rows]
        joined = 0
        for place in range(1, len(rows)):
            if rows[place].dice == rows[place - 1].dice:
                joined |= 1 << place
        state.clock.joined = joined
        return True

    def roll_again(self, battle: Battle, rows: list[Row]) -> None:
        """Tied sides reroll against each other until the tie is broken."""
        while True:
            tied = [row for row in rows if is_tied(row, rows)]
            if not tied:
                return
            for row in tied:
                die = battle.roll("initiative tie", battle.rules.initiative_die)
                row.dice.append(die)
                if battle.log is not None:
                    battle.emit(TieRolled(row.side, die))


def prefer_the_decisive(battle: Battle, rows: list[Row]) -> None:
    """Of tied sides, one with a decisive unit acts before one without (DOL-048)."""
    if not any(is_tied(row, rows) for row in rows):
        return
    quick = [
        any(
            unit.side == row.side and unit.status == ACTIVE and wins_ties(unit)
            for unit in battle.state.units
        )
        for row in rows
    ]
    tied = [is_tied(row, rows) for row in rows]
    for number, row in enumerate(rows):
        rivals = [
            other
            for other in range(len(rows))
            if other != number and rows[other].dice[0] == row.dice[0]
        ]
        if not tied[number] or not any(quick[other] != quick[number] for other in rivals):
            continue
        row.dice.append(1 if quick[number] else 0)
        if quick[number] and battle.log is not None:
            battle.emit(Decided(row.side))


def descending(row: Row) -> list[int]:
    return [-die for die in row.dice]


def is_tied(row: Row, rows: list[Row]) -> bool:
    for other in rows:
        if other is not row and other.dice == row.dice:
            return True
    return False


class WaitOptions(Options):
    """Act now, or let another side go first (named by one of its units)."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != self.unit.index:
            return Refusal("not-asked", "DOL-017", choice.unit)
        if choice.verb not in (WAIT, GO):
            return Refusal("go-or-wait", "DOL-017", choice.unit)
        if says_too_much(choice, "t" if choice.verb == WAIT else ""):
            return Refusal("says-too-much", "DOL-017", choice.unit)
        if choice.verb == GO:
            return None
        if not 0 <= choice.target < len(self.state.units):
            return Refusal("wait-for-whom", "DOL-017", choice.unit)
        side = self.state.units[choice.target].side
        nobody = int(side) not in self.state.clock.order or speaker_of(self.state, side) is None
        if side == self.unit.side or nobody:
            return Refusal("wait-for-whom", "DOL-017", choice.unit)
        return None

    def __iter__(self) -> Iterator[Choice]:
        yield Choice(int(self.unit.index), GO)
        for side in self.state.clock.order:
            speaker = speaker_of(self.state, side)
            if side != self.unit.side and speaker is not None:
                yield Choice(int(self.unit.index), WAIT, int(speaker.index))

    def __bool__(self) -> bool:
        return True


def speaker_of(state: State, side: int) -> Unit | None:
    """The first unit of a side that can answer for it; None if the GM has taken them all away."""
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE and not unit.surprised:
            return unit
    return None


class Waiting(Stage):
    """DOL-017, G-45: after the rolls, sides may let others act first."""

    def step(self, battle: Battle) -> bool:
        state = battle.state
        clock = state.clock
        requests: list[Request] = []
        if len(clock.order) > 1:
            for side in clock.order:
                unit = speaker_of(state, side)
                if unit is not None and unit.stops != NEVER:
                    options = WaitOptions(state, unit)
                    requests.append(Request(battle, (unit.seat,), RULING, int(unit.index), options))
        if requests:
            waits: dict[int, int] = {}
            for request, choice in zip(requests, battle.oracle.choose(requests), strict=True):
                if choice.verb == WAIT:
                    side = int(state.units[request.unit].side)
                    waits[side] = int(state.units[choice.target].side)
            give_way(battle, waits)
        if battle.log is not None:
            battle.emit(OrderSet(tuple(clock.order)))
        return True


def give_way(battle: Battle, waits: dict[int, int]) -> None:
    """Move each side that waits behind the side it waits for, which may itself wait for a third.

    Sides that wait for one another in a circle act as rolled.
    """
    if battle.log is not None:
        for side, after in waits.items():
            battle.emit(Waited(side, after))
    moving = {side: after for side, after in waits.items() if not waits_for_itself(side, waits)}
    while moving:
        side = next(one for one, after in moving.items() if after not in moving)
        let_pass(battle, side, moving.pop(side))


def waits_for_itself(side: int, waits: dict[int, int]) -> bool:
    """Whether the side it waits for waits for it in turn, perhaps by way of others."""
    after = waits[side]
    for _ in waits:
        if after == side:
            return True
        after = waits.get(after, after)
    return False


def let_pass(battle: Battle, side: int, after: int) -> None:
    """Move a side in the order behind another; it no longer acts simultaneously with any side."""
    clock = battle.state.clock
    groups = together(clock)
    for group in groups:
        if side in group:
            group.remove(side)
    groups = [group for group in groups if group]
    for place, group in enumerate(groups):
        if after in group:
            groups = [*groups[: place + 1], [side], *groups[place + 1 :]]
            break
    clock.order = []
    clock.joined = 0
    for group in groups:
        for number, member in enumerate(group):
            if number > 0:
                clock.joined |= 1 << len(clock.order)
            clock.order.append(member)


def together(clock: Clock) -> list[list[int]]:
    """The order, grouped by sides that act simultaneously."""
    groups: list[list[int]] = []
    for place, side in enumerate(clock.order):
        if clock.joined >> place & 1:
            groups[-1].append(side)
        else:
            groups.append([side])
    return groups


# The phases.


class PhasedTurns(Stage):
    """DOL-002, DOL-015: side by side, phase by phase; in any order within a phase."""

    def __init__(self, name: str, phases: tuple[Phase, ...]) -> None:
        super().__init__(name)
        self.phases = phases

    def opening(self, battle: Battle) -> Request | None:
        clock = battle.state.clock
        if clock.turn >= len(clock.order) or clock.phase < 0:
            return None
        ready = self.ready(battle)
        return turn_request(battle, ready) if ready else None

    def step(self, battle: Battle) -> bool:
        state = battle.state
        clock = state.clock
        if clock.turn >= len(clock.order):
            return True
        if clock.phase < 0:
            self.begin(battle)
            return False
        ready = self.ready(battle)
        if not ready:
            return self.pass_on(battle)
        choice = battle.ask(turn_request(battle, ready))
        unit = state.units[choice.unit]
        if choice.verb == DONE:
            unit.acted = True
        else:
            clock.active = int(unit.index)
            battle.carry_out(unit, battle.rules.actions[choice.verb], choice)
            clock.active = -1
        battle.settle()
        return False

    def ready(self, battle: Battle) -> list[Unit]:
        clock = battle.state.clock
        sides: i64 = acting_mask(clock)
        phase = self.phases[clock.phase]
        found: list[Unit] = []
        for unit in battle.state.units:
            if sides >> unit.side & 1 and may_act(unit) and phase.could(battle, unit):
                found.append(unit)
        if clock.phase == MOVEMENT and acts_together(clock):
            late = is_late(clock)
            return [unit for unit in found if (unit.effect(FLEEING) is not None) == late]
        return found

    def begin(self, battle: Battle) -> None:
        """One side, or several simultaneously, begin to act."""
        state = battle.state
        clock = state.clock
        sides: i64 = acting_mask(clock)
        for unit in state.units:
            if sides >> unit.side & 1 and unit.status == ACTIVE:
                battle.turns += 1
                expire(unit, UNTIL_NEXT_TURN)
        if battle.log is not None and not acts_together(clock):
            battle.emit(SideBegan(clock.order[clock.turn]))
        self.open(battle, 0)

    def open(self, battle: Battle, phase: int, late: bool = False) -> None:
        """Open a phase for all units; tied sides apply damage at its end."""
        state = battle.state
        clock = state.clock
        clock.phase = phase
        sides: i64 = acting_mask(clock)
        clock.put_off = acts_together(clock) and not late
        for unit in state.units:
            if sides >> unit.side & 1:
                unit.acted = False
                unit.flurry = ()
        if battle.log is not None and self.ready(battle):
            battle.emit(PhaseBegan(self.phases[phase].name, tuple(acting_sides(clock))))

    def pass_on(self, battle: Battle) -> bool:
        """End the phase; True if that ends the stage."""
        state = battle.state
        clock = state.clock
        late = is_late(clock)
        if clock.put_off:
            apply_postponed_harm(battle)
            start_dormant_effects(battle)
            battle.settle()
            if state.outcome is not None:
                return False
        if clock.phase + 1 < len(self.phases) and not late:
            self.open(battle, clock.phase + 1)
            return False
        sides: i64 = acting_mask(clock)
        if not late and acts_together(clock) and has_fleeing_units(state, sides):
            self.open(battle, MOVEMENT, True)
            return False
        for unit in state.units:
            if sides >> unit.side & 1:
                unit.acted = True
                if unit.effects:
                    expire(unit, UNTIL_END_OF_SIDE_TURN)
        clock.put_off = False
        clock.turn = group_end(clock)
        clock.phase = -1
        return clock.turn >= len(clock.order)


def has_fleeing_units(state: State, sides: i64) -> bool:
    """Whether a unit of these sides, a bit mask, has declared flight from melee."""
    for unit in state.units:
        if sides >> unit.side & 1 and unit.effects and unit.effect(FLEEING) is not None:
            return True
    return False


def is_late(clock: Clock) -> bool:
    """Whether fleeing units move now: last of the tied sides, with no damage pending."""
    return clock.phase == MOVEMENT and not clock.put_off and acts_together(clock)


def surprise_is_over(battle: Battle) -> None:
    """G-46: surprised units lose only the first round."""
    for unit in battle.state.units:
        unit.surprised = False


register_procedure(surprise_is_over, "surprise ends")


def wins_ties(unit: Unit) -> bool:
    for ability in unit.sheet.abilities.at_wins_ties:
        if ability.wins_ties():
            return True
    return False


register_option(OptionEntry(
    "go", "other", OptionWords("act in turn", "acts in turn"), marks=SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "wait", "other", OptionWords("wait for {side}", "waits for the other side"), marks=FOR_A_SIDE,
))  # fmt: skip
