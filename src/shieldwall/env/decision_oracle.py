"""The oracle of an environment: an open decision unwinds the step, and so may a die.

It keeps the tape. When a step runs again it reads the tape from the start of the step; beyond its
end, answers come from the script (a replayed tape), the dice, or the player.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Desync, Entry, Rolled
from shieldwall.engine.tape.oracles import Oracle, Recalled
from shieldwall.engine.tape.request import Choice, IllegalChoice, NeedChoice, NeedRoll, Request
from shieldwall.minds.gm_mind import default_answer


class DecisionOracle(Oracle):
    """Rolls dice from a stream or asks the chance player; settles rulings; asks for the rest."""

    def __init__(self, dice: Dice, explicit: bool) -> None:
        self.dice = dice
        self.explicit = explicit
        """Whether every die is a decision of the chance player."""
        self.entries: list[Entry] = []
        """The tape so far."""
        self.place = 0
        """How much of it the current step has read."""
        self.begun = 0
        """Where that step began."""
        self.script: list[Entry] = []
        """A tape to replay, and how far."""
        self.read = 0
        self.origin: State | None = None
        """The state at the start of the current step; None if nothing of it has happened."""

    def copy(self) -> DecisionOracle:
        twin = DecisionOracle(self.dice.copy(), self.explicit)
        twin.entries = self.entries.copy()
        # The current step runs again from its start.
        twin.place = self.place if self.origin is None else self.begun
        twin.begun = self.begun
        return twin

    def recall(self) -> Recalled | None:
        if self.origin is None:
            return None
        return Recalled(self.origin, self.entries[self.begun : self.place])

    def roll(self, tag: str, sides: i64) -> i64:
        value: i64
        if self.place < len(self.entries):
            entry = self.entries[self.place]
            if not isinstance(entry, Rolled) or entry.sides != sides:
                raise Desync(self.place, entry, f"d{sides} for {tag}")
            self.place += 1
            return entry.value
        if self.explicit:
            raise NeedRoll(tag, int(sides))
        if self.read < len(self.script):
            value = self.scripted_die(tag, int(sides))
        else:
            value = self.dice.roll(sides)
        self.entries.append(Rolled(tag, int(sides), int(value)))
        self.place += 1
        return value

    def pick(self, request: Request) -> Choice:
        if self.place < len(self.entries):
            entry = self.entries[self.place]
            if not isinstance(entry, Chose):
                raise Desync(self.place, entry, "a choice")
            self.place += 1
            return entry.choice
        if request.point == RULING:
            return self.ruled(request)
        raise NeedChoice([request])

    def choose(self, requests: list[Request]) -> list[Choice]:
        chosen: list[Choice] = []
        for request in requests:
            if self.place >= len(self.entries) and request.point != RULING:
                raise NeedChoice(requests[len(chosen) :], len(chosen))
            chosen.append(self.pick(request))
        return chosen

    def ruled(self, request: Request) -> Choice:
        """Rulings have default answers, unless the script has one."""
        choice = default_answer(request)
        if self.read < len(self.script):
            entry = self.script[self.read]
            if not isinstance(entry, Chose):
                raise Desync(self.read, entry, "a choice")
            refusal = request.options.why_not(entry.choice)
            if refusal is not None:
                raise IllegalChoice(entry.choice, refusal)
            choice = entry.choice
            self.read += 1
        self.entries.append(Chose(request.seats[0], request.point, choice))
        self.place += 1
        return choice

    def scripted_die(self, tag: str, sides: int) -> int:
        """The script's next die."""
        entry = self.script[self.read]
        if not isinstance(entry, Rolled) or entry.sides != sides or entry.tag != tag:
            raise Desync(self.read, entry, f"d{sides} for {tag}")
        if not 1 <= entry.value <= sides:
            raise Desync(self.read, entry, f"a number from 1 to {sides}")
        self.read += 1
        return entry.value

    def scripted(self, request: Request) -> Choice:
        """The script's answer to a request."""
        entry = self.script[self.read]
        if not isinstance(entry, Chose) or (entry.point != request.point and request.point != TURN):
            raise Desync(self.read, entry, "a choice")
        self.read += 1
        return entry.choice
