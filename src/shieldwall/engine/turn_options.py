"""Options between two actions of a turn, and the request for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.action_spec import ActionSpec, says_too_much
from shieldwall.engine.listing import ASKED, Listing, means_of
from shieldwall.engine.move.interruption import is_helpless
from shieldwall.engine.points import RESOLVED, TURN
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, Choice, Options, Refusal, Request
from shieldwall.engine.window import Window

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle


@mypyc_attr(acyclic=True)
class TurnOptions(Options):
    """Options between two actions of a turn.

    The acting unit acts, or any unit of its side that has not acted yet; members of a swarm may
    strike; any unit with an Instant may use it (SOV-039).
    """

    def __init__(self, battle: Battle, units: list[Unit]) -> None:
        self.battle = battle
        self.units = units

    def why_not(self, choice: Choice) -> Refusal | None:
        battle = self.battle
        ids = battle.rules.ids
        spec = battle.spec_of(choice.verb)
        if says_too_much(choice, "" if spec is None else spec.uses) and (
            spec is not None or choice.verb == DONE
        ):
            return Refusal("says-too-much", ids.actions, choice.unit)
        for unit in self.units:
            if unit.index == choice.unit:
                if unit.broken:
                    bound = battle.why_not_broken(unit, choice)
                    if bound is not None:
                        return bound
                if choice.verb == DONE:
                    return None
                if spec is not None:
                    return spec.why_not(battle, unit, choice)
        if not 0 <= choice.unit < len(battle.state.units):
            return Refusal("nobody", ids.turns)
        caller = battle.state.units[choice.unit]
        if spec is not None and spec.out_of_turn:
            return spec.why_not(battle, caller, choice)
        for reaction in battle.rules.reactions[RESOLVED]:
            window = between_actions(caller)
            if choice.verb == reaction.verb or (
                spec is not None
                and reaction.handles(choice.verb)
                and reaction.can(battle, caller, window)
            ):
                if battle.says_too_much(reaction, choice):
                    return Refusal("says-too-much", ids.instants, choice.unit)
                if is_helpless(caller):
                    return Refusal("is-helpless", ids.instants, choice.unit)
                return reaction.why_not(battle, caller, window, choice)
        if spec is None and choice.verb != DONE:
            return Refusal("no-such-action", ids.actions, choice.unit)
        return why_not_its_turn(battle, choice.unit)

    def __iter__(self) -> Iterator[Choice]:
        battle = self.battle
        for unit in self.units:
            for spec in battle.rules.action_list:
                for choice in spec.candidates(battle, unit):
                    if spec.why_not(battle, unit, choice) is None:
                        if unit.broken and battle.why_not_broken(unit, choice) is not None:
                            continue
                        yield choice
            done = Choice(unit.index, DONE)
            if not unit.broken or battle.why_not_broken(unit, done) is None:
                yield done
        for spec in battle.rules.action_list:
            if spec.out_of_turn:
                for unit in battle.state.units:
                    if unit not in self.units:
                        for choice in spec.candidates(battle, unit):
                            if spec.why_not(battle, unit, choice) is None:
                                yield choice

    def list_into(self, units: list[Unit], found: Listing) -> None:
        """Put all choices of some units into a listing, verb by verb.

        A unit that is not asked now may only act out of turn.
        """
        battle = self.battle
        many: i64 = len(units)
        means = vec[i64](capacity=many)
        of_any: i64 = 0
        for unit in units:
            found.begin(-1, DONE, unit)
            own: i64 = means_of(battle, unit)
            if unit in self.units:
                own |= ASKED
                if not unit.broken or battle.why_not_broken(unit, found.trial) is None:
                    found.put(-1, -1)
            means = append(means, own)
            of_any |= own
        specs = battle.rules.action_list
        needs = battle.rules.needs_of_actions()
        missing: i64 = ~of_any
        number: i64 = 0
        for needed in needs:
            if needed & missing == 0:
                spec = specs[number]
                place: i64 = 0
                while place < many:
                    if needed & ~means[place] == 0:
                        unit = units[place]
                        found.begin(number, spec.verb, unit)
                        if unit.broken and means[place] & ASKED:
                            self.list_broken(spec, unit, found)
                        else:
                            spec.list_into(battle, unit, found)
                    place += 1
            number += 1

    def list_broken(self, spec: ActionSpec, unit: Unit, found: Listing) -> None:
        """Put the choices of one action into a listing that the morale rules leave the unit."""
        battle = self.battle
        for choice in spec.candidates(battle, unit):
            if battle.why_not_broken(unit, choice) is None:
                if spec.why_not(battle, unit, choice) is None:
                    found.keep(choice)

    def calls(self) -> Iterator[Choice]:
        """The Instants that any unit could use now."""
        battle = self.battle
        for reaction in battle.rules.reactions[RESOLVED]:
            for unit in battle.state.units:
                window = between_actions(unit)
                if reaction.can(battle, unit, window) and not is_helpless(unit):
                    bound = unit.broken and unit in self.units
                    for choice in reaction.candidates(battle, unit, window):
                        if reaction.why_not(battle, unit, window, choice) is None:
                            if not bound or battle.why_not_broken(unit, choice) is None:
                                yield choice

    def __bool__(self) -> bool:
        return bool(self.units)

    def warning(self, choice: Choice) -> Refusal | None:
        return self.battle.warning(self, choice)


def turn_request(battle: Battle, units: list[Unit]) -> Request:
    """The request on a side's turn, to every seat that controls one of the units."""
    seat = units[0].seat
    asked = -1
    if len(units) == 1:
        asked = int(units[0].index)
    else:
        for unit in units:
            if unit.seat != seat:
                return request_of_many(battle, units)
    used = battle.used_request
    if used is not None and battle.used_options is not None:
        battle.used_options.units = units
        used.unit = asked
        if battle.used_seat != seat:
            used.seats = (seat,)
            used.seat = seat
            battle.used_seat = seat
        return used
    options = TurnOptions(battle, units)
    made = Request(battle, (seat,), TURN, asked, options)
    if battle.reuses:
        battle.used_request = made
        battle.used_options = options
        battle.used_seat = seat
    return made


def request_of_many(battle: Battle, units: list[Unit]) -> Request:
    """The turn request if several seats may answer."""
    seats: list[int] = []
    for unit in units:
        if unit.seat not in seats:
            seats.append(unit.seat)
    return Request(battle, tuple(seats), TURN, -1, TurnOptions(battle, units))


def between_actions(unit: Unit) -> Window:
    """The window between two actions of a turn, for reactions on the unit's own turn."""
    return Window(RESOLVED, -1, [unit])


def why_not_its_turn(battle: Battle, index: int) -> Refusal:
    state = battle.state
    if not 0 <= index < len(state.units):
        return Refusal("nobody", battle.rules.ids.turns)
    unit = state.units[index]
    active = state.clock.active
    if unit.status != ACTIVE:
        return Refusal("out-of-the-fight", battle.rules.ids.fight_over, index)
    if active >= 0 and active != index:
        return Refusal("another-is-acting", battle.rules.ids.turns, index, active)
    if unit.acted:
        return Refusal("has-acted", battle.rules.ids.turns, index)
    return Refusal("not-its-side", battle.rules.ids.turns, index)
