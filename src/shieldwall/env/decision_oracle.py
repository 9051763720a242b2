"""The oracle of an environment: a decision that is wanted unwinds the step, and so may a die.

It keeps the tape. While a step runs again it reads the tape from where the step began; what lies
beyond its end comes from the script (a tape that is replayed), the dice, or whoever is asked.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Desync, Entry, Rolled
from shieldwall.engine.tape.oracles import Oracle, Recalled
from shieldwall.engine.tape.request import Choice, IllegalChoice, NeedChoice, NeedRoll, Request
from shieldwall.minds.gm_mind import settle_it


class DecisionOracle(Oracle):
    """Rolls dice from a stream or asks the chance player; settles rulings; asks for the rest."""

    def __init__(self, dice: Dice, explicit: bool) -> None:
        self.dice = dice
        self.explicit = explicit
        """Whether every die is a decision of the chance player."""
        self.entries: list[Entry] = []
        """The tape so far."""
        self.place = 0
        """How much of it has been read by the step under way."""
        self.begun = 0
        """Where that step began."""
        self.script: list[Entry] = []
        """A tape to be played again, and how far."""
        self.read = 0
        self.origin: State | None = None
        """How the step under way began; None while nothing of it has happened."""

    def copy(self) -> DecisionOracle:
        twin = DecisionOracle(self.dice.copy(), self.explicit)
        twin.entries = self.entries.copy()
        # A step under way runs again from its beginning.
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
        """What the rules leave open is settled as it always is, or as the script says."""
        choice = settle_it(request)
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
        """The script's answer to a question."""
        entry = self.script[self.read]
        if not isinstance(entry, Chose) or (entry.point != request.point and request.point != TURN):
            raise Desync(self.read, entry, "a choice")
        self.read += 1
        return entry.choice
