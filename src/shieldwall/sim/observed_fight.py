"""Observing a fight: the actions of each unit, from its choices and its log."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import Fell, Harmed
from shieldwall.engine.events.clock_events import Broke
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.magic_events import Healed
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.oracles import Oracle, Recalled
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.sim.fight_facts import Sample


class Watching(Oracle):
    """Wraps another oracle and records the choices with their position in the log."""

    def __init__(self, inner: Oracle, log: list[Event]) -> None:
        self.inner = inner
        self.log = log
        self.choices: list[tuple[int, int, str]] = []
        """Length of the log, unit and verb."""

    def roll(self, tag: str, sides: i64) -> i64:
        return self.inner.roll(tag, sides)

    def choose(self, requests: list[Request]) -> list[Choice]:
        chosen = self.inner.choose(requests)
        told = len(self.log)
        for choice in chosen:
            if choice.unit >= 0 and choice.verb not in (PASS, DONE):
                self.choices.append((told, choice.unit, choice.verb))
        return chosen

    def begin(self, state: State) -> None:
        self.inner.begin(state)

    def recall(self) -> Recalled | None:
        return self.inner.recall()


def add_to_sample(sample: Sample, start: State, battle: Battle, seen: Watching) -> None:
    """Count one fight. Damage counts for its dealer's last choice."""
    state = battle.state
    teams = [state.sides[unit.side].team for unit in state.units]
    health = {int(unit.index): int(unit.hp) for unit in start.units}
    last: dict[int, str] = {}
    used: set[tuple[int, str]] = set()
    broke: set[int] = set()
    felled: set[tuple[int, int]] = set()
    waiting = iter(seen.choices)
    choice_made = next(waiting, None)
    for told, event in enumerate(seen.log):
        while choice_made is not None and choice_made[0] <= told:
            _, unit, verb = choice_made
            last[unit] = verb
            sample.uses[unit, verb] += 1
            used.add((unit, verb))
            choice_made = next(waiting, None)
        if isinstance(event, Harmed):
            taken = min(event.amount, health.get(event.unit, event.amount))
            health[event.unit] = event.left
            if event.by >= 0 and teams[event.by] != teams[event.unit]:
                sample.harm[event.by, last.get(event.by, "")] += taken
                sample.harm_by[event.by] += taken
        elif isinstance(event, Healed):
            health[event.unit] = event.left
        elif isinstance(event, Fell):
            felled.add((event.by, event.unit))
            if event.by >= 0 and teams[event.by] != teams[event.unit]:
                sample.felled_with[event.by, last.get(event.by, "")] += 1
        elif isinstance(event, Broke):
            broke.add(event.unit)
    while choice_made is not None:
        sample.uses[choice_made[1], choice_made[2]] += 1
        used.add((choice_made[1], choice_made[2]))
        choice_made = next(waiting, None)
    sample.used.update(used)
    sample.used_by_side.update({(int(state.units[unit].side), verb) for unit, verb in used})
    sample.felled.update(felled)
    sample.broke.update(broke)
    sample.sides_broke.update({int(state.units[unit].side) for unit in broke})
    sample.fights += 1
