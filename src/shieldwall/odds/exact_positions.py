"""Positions of an exact computation: all hit points as one number, and everything else by number.

Duels and small fights count on them. The rules are run once for many hit points, so the end of a
step is written as the hit points lost and the rest: the state without hit points, and without what
makes no difference there.
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.step_tree import Work

OVER: Final = -1
"""Instead of a rest: the fight is over, and `winner` says for whom."""
NOBODY: Final = -1


class Uncountable(ValueError):
    """Something that cannot be counted exactly."""


class End:
    """The end of a step: the rest, the hit points lost, and whether a round began."""

    def __init__(self, rest: int, lost: int, rounds: int, winner: int) -> None:
        self.rest = rest
        self.lost = lost
        """Subtracted from the code of the hit points before the step."""
        self.rounds = rounds
        self.winner = winner


class PositionWork(Work):
    """One step from a position; its ends and their rests by number."""

    def __init__(self, start: State, rules: Ruleset) -> None:
        self.rules = rules
        self.bases: list[int] = []
        """By unit: the number of hit point values."""
        self.steps: list[int] = []
        """By unit: the weight of one hit point in the code."""
        worth = 1
        for unit in start.units:
            self.bases.append(max(int(unit.sheet.hp), int(unit.hp)) + 1)
            self.steps.append(worth)
            worth *= self.bases[-1]
        self.span = worth
        """The number of codes."""
        self.rests: list[State] = []
        self.numbers: dict[tuple[object, ...], int] = {}
        self.ends: list[End] = []
        self.known: dict[tuple[int, int, int, int], int] = {}

    def strip(self, state: State) -> None:
        """Drop what makes no difference from here on."""
        raise AssertionError("every work says what makes no difference")

    def code(self, state: State) -> int:
        """All hit points in one number."""
        found = 0
        for number in range(len(self.steps)):
            found += int(state.units[number].hp) * self.steps[number]
        return found

    def rest(self, state: State) -> int:
        """The number of everything else; modifies the state."""
        for unit in state.units:
            unit.hp = 0
        self.strip(state)
        key = state.key()
        found = self.numbers.get(key)
        if found is None:
            found = len(self.rests)
            self.numbers[key] = found
            self.rests.append(state)
        return found

    def state(self, rest: int, code: int) -> State:
        """A state of this rest, with these hit points."""
        state = self.rests[rest].copy()
        for number in range(len(self.steps)):
            state.units[number].hp = code // self.steps[number] % self.bases[number]
        return state

    def numbered(self, rest: int, lost: int, rounds: int, winner: int = NOBODY) -> int:
        """The number of an end."""
        key = (rest, lost, rounds, winner)
        found = self.known.get(key)
        if found is None:
            found = len(self.ends)
            self.known[key] = found
            self.ends.append(End(rest, lost, rounds, winner))
        return found
