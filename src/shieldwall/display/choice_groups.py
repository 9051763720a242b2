"""The current choices, grouped for reading and split into words for TAB completion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shieldwall.books.shared.actions import RANGED_ATTACK, THROWN_ATTACK
from shieldwall.books.shared.charge import CHARGE
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import known_strikers, place_of, stand_at
from shieldwall.engine.option import ARMED, FREE_TEXT, option_of
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, entering, find_reach
from shieldwall.engine.space.threat import leaves_reach
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.request import DONE, REFEREE, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.text.notation import Names, choice_text

FAR: Final = 400
"""Steps within which a path longer than one move is searched."""
SHOWN_SQUARES: Final = 10


class Choices:
    """The choices of one unit for a request; computed per action on demand."""

    def __init__(self, names: Names, request: Request, unit: int) -> None:
        self.names = names
        self.request = request
        self.unit = unit
        self._by_verb: dict[str, list[Choice]] = {}
        self._called: dict[str, list[Choice]] | None = None

    def verbs(self) -> list[str]:
        options = self.request.options
        if not isinstance(options, TurnOptions):
            return list(dict.fromkeys(choice.verb for choice in options))
        actions = [spec.verb for spec in self.request.battle.rules.action_list]
        return [*(verb for verb in [*actions, *self.calls()] if self.of(verb)), DONE]

    def calls(self) -> dict[str, list[Choice]]:
        """The Instants the unit can use between two actions."""
        if self._called is None:
            self._called = {}
            if isinstance(self.request.options, TurnOptions):
                for choice in self.request.options.calls():
                    if choice.unit == self.unit:
                        self._called.setdefault(choice.verb, []).append(choice)
        return self._called

    def of(self, verb: str) -> list[Choice]:
        if verb not in self._by_verb:
            self._by_verb[verb] = list(self._find(verb))
        return self._by_verb[verb]

    def _find(self, verb: str) -> Iterator[Choice]:
        options = self.request.options
        battle = self.request.battle
        if not isinstance(options, TurnOptions):
            yield from (choice for choice in options if choice.verb == verb)
        elif verb == DONE:
            yield Choice(self.unit, DONE)
        elif verb not in battle.rules.actions:
            yield from self.calls().get(verb, [])
        else:
            spec = battle.rules.actions[verb]
            unit = battle.state.units[self.unit]
            for choice in spec.candidates(battle, unit):
                if spec.why_not(battle, unit, choice) is None:
                    yield choice

    def all(self) -> list[Choice]:
        return [choice for verb in self.verbs() for choice in self.of(verb)]

    def targets(self, verb: str) -> list[str]:
        """The possible targets of the verb, by id."""
        units = dict.fromkeys(choice.target for choice in self.of(verb) if choice.target >= 0)
        return [self.names.units[unit] for unit in units]

    def weapons(self, verb: str) -> list[str]:
        found = dict.fromkeys(choice.weapon for choice in self.of(verb) if choice.weapon >= 0)
        return [self.names.weapons[self.unit][weapon] for weapon in found]

    def ends(self, verb: str) -> list[str]:
        """The squares the verb may end on."""
        found = dict.fromkeys(choice.path[-1] for choice in self.of(verb) if choice.path)
        return [self.names.square(cell) for cell in found]

    def squares(self) -> dict[int, bool]:
        """The squares a run can end on, and whether the path there provokes a foe."""
        battle = self.request.battle
        mover = battle.state.units[self.unit]
        watchers = known_strikers(battle, mover)
        found: dict[int, bool] = {}
        for choice in self.of("run"):
            at = place_of(battle.state.grid, mover)
            provokes = False
            for square in choice.path if watchers else ():
                provokes = provokes or leaves_reach(watchers, mover, at, square)
                at = square
            found[choice.path[-1]] = provokes
        return found

    def next_words(self, before: list[str]) -> list[str]:
        """The possible next words after those typed: target, item, square, weapon."""
        verbs = self.verbs()
        if not before:
            return verbs
        verb = before[0]
        if verb not in verbs:
            return []
        if "with" in before:
            at = before.index("with")
            return self._weapon_words(verb, before[at + 1 :])
        typed = before[1:]
        found: dict[str, None] = {}
        armed = False
        for choice in self.of(verb):
            words = self._parts(choice)
            small = [word.lower() for word in words]
            if all(word in small for word in typed):
                found.update((word, None) for word in words if word.lower() not in typed)
                armed = armed or choice.weapon >= 0
        whom = [word for word in found if word in self.names.index]
        places = [word for word in found if word not in self.names.index]
        return [*whom, *places, *(["with"] if armed and typed else [])]

    def _parts(self, choice: Choice) -> list[str]:
        """The words of a choice in any order; only the end of a path."""
        target = [self.names.units[choice.target]] if choice.target >= 0 else []
        end = [self.names.square(choice.path[-1])] if choice.path else []
        return [*target, *choice.note.split(), *end]

    def _weapon_words(self, verb: str, typed: list[str]) -> list[str]:
        found: dict[str, None] = {}
        for weapon in self.weapons(verb):
            words = weapon.split()
            if words[: len(typed)] == typed and len(words) > len(typed):
                found[words[len(typed)]] = None
        return list(found)

    def _short_text(self, choice: Choice) -> str:
        """The choice as typed: without the unit, and only the end of a path."""
        if choice.verb == "run":
            return f"run {self.names.square(choice.path[-1])}"
        return choice_text(self.names, choice).partition(" ")[2].replace(" : ", " ")

    def with_note(self, line: str) -> str:
        """Separate a note at the start or end: `shove orc prone`, `cast sleep orc`."""
        verb, _, rest = line.partition(" ")
        if " : " in line:
            return line
        if option_of(verb).has(FREE_TEXT) and rest:
            return f"{verb} : {rest}"
        for note in {choice.note for choice in self.of(verb) if choice.note}:
            if f" {rest}".endswith(f" {note}"):
                return f"{verb} {rest.removesuffix(note).strip()} : {note}".replace("  ", " ")
            if rest.startswith(f"{note} "):
                return f"{verb} {rest.removeprefix(note).strip()} : {note}"
        return line

    def typed(self, verb: str) -> list[str]:
        """Every choice of a verb as it can be typed."""
        return [self._short_text(choice) for choice in self.of(verb)]

    def full_list(self, verb: str) -> list[str]:
        """Every choice of a verb for reading: the squares of a charge are merged."""
        return self._charges() if verb == "charge" else self.typed(verb)

    def _charges(self) -> list[str]:
        squares: dict[tuple[int, int], list[str]] = {}
        for choice in self.of("charge"):
            ends = squares.setdefault((choice.target, choice.weapon), [])
            ends.append(self.names.square(choice.path[0]))
        return [
            f"{self.names.units[target]} with {self.names.weapons[self.unit][weapon]} "
            f"from {_shortened(ends)}"
            for (target, weapon), ends in squares.items()
        ]


def _shortened(words: list[str]) -> str:
    more = len(words) - SHOWN_SQUARES
    tail = f" and {more} more squares" if more > 0 else ""
    return " ".join(words[:SHOWN_SQUARES]) + tail


def ready_units(request: Request) -> list[Unit]:
    """The units that may act on a side's turn; otherwise the unit asked."""
    if isinstance(request.options, TurnOptions):
        return list(request.options.units)
    if request.unit == REFEREE:
        return []
    return [request.battle.state.units[request.unit]]


def attacks(choices: Choices) -> bool:
    """Whether the unit can attack or cast now."""
    return any(option_of(verb).kind in ("attack", "magic") for verb in choices.verbs())


def likeliest(choices: Choices, choice: Choice) -> Choice:
    """The most likely meaning of an incomplete choice.

    Melee before throws, the wielded weapon before others, the shortest run-up. An illegal choice is
    completed too, so that the refusal can give distances and name the weapon.
    """
    request = choices.request
    on_turn = isinstance(request.options, TurnOptions)
    if request.options.why_not(choice) is None:
        return choice
    fitting = [option for option in choices.of(choice.verb) if says_the_same(choice, option)]
    if fitting:
        state = request.battle.state
        return min(fitting, key=lambda option: _strangeness(state, option))
    return _filled_up(request, choice) if on_turn else choice


def says_the_same(choice: Choice, option: Choice) -> bool:
    """Whether the option contains everything that was typed."""
    return (
        choice.target in (-1, option.target)
        and choice.weapon in (-1, option.weapon)
        and choice.note in ("", option.note)
        and (not choice.path or choice.path == option.path[-len(choice.path) :])
    )


def _strangeness(state: State, option: Choice) -> tuple[bool, bool, int, int]:
    unit = state.units[option.unit]
    there = unit.copy()
    if option.path:
        stand_at(state, there, option.path[-1])
    from_afar = False
    if option.target >= 0 and option.weapon >= 0:
        reach = unit.weapons[option.weapon].reach_ft
        from_afar = distance(there, state.units[option.target]) * 5 > reach
    run_up = max(abs(int(there.x) - int(unit.x)), abs(int(there.y) - int(unit.y)))
    return from_afar, option.weapon != unit.wielded, run_up, option.weapon


def _filled_up(request: Request, choice: Choice) -> Choice:
    battle = request.battle
    if option_of(choice.verb).has(ARMED) and choice.weapon < 0:
        unit = battle.state.units[choice.unit]
        weapon = _weapon_for(unit, choice.verb)
        choice = Choice(choice.unit, choice.verb, choice.target, weapon, choice.path, choice.note)
    if choice.verb == CHARGE.verb and choice.target >= 0 and not choice.path:
        return _with_run_up(battle, choice)
    if choice.verb == "run" and len(choice.path) == 1:
        return _with_way(battle, choice)
    return choice


def _weapon_for(unit: Unit, verb: str) -> int:
    """The wielded weapon, or for a shot or throw the first one made for it."""
    thrown = verb == THROWN_ATTACK.verb
    if thrown or verb == RANGED_ATTACK.verb:
        for number, weapon in enumerate(unit.weapons):
            if weapon.ranged and weapon.thrown == thrown:
                return number
    return int(unit.wielded)


def _with_run_up(battle: Battle, choice: Choice) -> Choice:
    """A charge that is not possible, to the nearest free square beside its target.

    The refusal can then say how far it is, or what is in the way.
    """
    state = battle.state
    grid, mover, target = state.grid, state.units[choice.unit], state.units[choice.target]
    if grid.open or mover is target:
        return choice
    filled = crowd(state, battle.rules, mover)
    there = mover.copy()
    size, wide = int(mover.sheet.size), int(target.sheet.size)
    ends: list[tuple[int, int]] = []
    left, top = int(target.x), int(target.y)
    for y in range(max(0, top - size), min(int(grid.height), top + wide + 1)):
        for x in range(max(0, left - size), min(int(grid.width), left + wide + 1)):
            cell = y * int(grid.width) + x
            stand_at(state, there, cell)
            if distance(there, target) == 1 and entering(
                filled, cell, size, grid.width, battle.rules
            ):
                ends.append((int(distance(there, mover)), cell))
    end = (min(ends)[1],) if ends else ()
    return Choice(choice.unit, choice.verb, choice.target, choice.weapon, end, choice.note)


def _with_way(battle: Battle, choice: Choice) -> Choice:
    """A run to a square too far away, with the shortest path."""
    state = battle.state
    mover = state.units[choice.unit]
    filled = crowd(state, battle.rules, mover)
    reach = find_reach(state, battle.rules, mover, min(int(state.grid.cells), FAR), filled, [])
    end = choice.path[0]
    if end == place_of(state.grid, mover) or not reach.can_stop(end):
        return choice
    return Choice(choice.unit, choice.verb, path=reach.path(end))
