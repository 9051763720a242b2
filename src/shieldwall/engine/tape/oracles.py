"""Oracles: they answer rolls and requests of the rules. Rules cannot distinguish them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.points import POINT_NAMES, TURN
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Desync, Entry, Rolled, Ruled
from shieldwall.engine.tape.request import Choice, IllegalChoice, NeedChoice, NeedRoll, Request

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.reaction_options import ReactionOptions
    from shieldwall.engine.state.state import State, Unit

Answer = Callable[[Request], Choice]


@mypyc_attr(allow_interpreted_subclasses=True)
class Answerer:
    """A mind as an object; `recalls` if it plays on from the middle of a step."""

    def __init__(self, recalls: bool = False) -> None:
        self.recalls = recalls
        self.is_sure = False
        """Whether it tests legality itself, so that its answers need no check."""
        self.takes_first = False
        """Whether on a side's turn it always takes the first of the units it is asked for."""

    def __call__(self, request: Request) -> Choice:
        raise AssertionError("every answerer answers")

    def ends_turn(self, battle: Battle, unit: Unit) -> bool:
        """Whether it would surely end the turn of the acting unit now, so that it is not asked."""
        return False

    def turn_choice(self, battle: Battle, units: list[Unit]) -> Choice | None:
        """The choice of one of these units on its side's turn; None if a request is needed."""
        return None

    def reacts_like(self, other: Answerer) -> bool:
        """Whether `lets_pass` and `wanted` are the same for both."""
        return self is other

    def lets_pass(self, battle: Battle) -> bool:
        """Whether its units would surely not react to a move, or to an attack before its roll.

        Units with a held action are always asked.
        """
        return False

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        """Bit mask of the reactions to a rolled attack that its units might use; -1 for all.

        Not asked for units with a held action.
        """
        return -1

    def reaction_choice(self, battle: Battle, options: ReactionOptions) -> Choice | None:
        """The choice in a window; None if a request is needed."""
        return None


class Recalled:
    """The start of the current step, and its dice and choices so far."""

    def __init__(self, state: State, entries: list[Entry]) -> None:
        self.state = state
        """Do not modify: play on from a copy."""
        self.entries = entries


@mypyc_attr(allow_interpreted_subclasses=True)
class Oracle:
    """The only source of dice and choices."""

    def forgets(self) -> bool:
        """Whether answered requests are not kept, so that they may be reused."""
        return False

    def roll(self, tag: str, sides: i64) -> i64:
        raise AssertionError("every oracle rolls")

    def choose(self, requests: list[Request]) -> list[Choice]:
        """One answer to each request; seats do not see each other's answers."""
        raise AssertionError("every oracle chooses")

    def pick(self, request: Request) -> Choice:
        """The answer to a single request."""
        return self.choose([request])[0]

    def begin(self, state: State) -> None:
        """A step begins; not called if it `forgets`."""

    def ends_turn(self, battle: Battle, unit: Unit) -> bool:
        """Whether the acting unit's seat would surely end the turn; only if it `forgets`."""
        return False

    def turn_choice(self, battle: Battle, units: list[Unit]) -> Choice | None:
        """The choice on a side's turn if no request is needed for it; only if it `forgets`."""
        return None

    def takes_first(self, seat: i64) -> bool:
        """Whether a seat always takes the first unit offered; only if it `forgets`."""
        return False

    def lets_pass(self, battle: Battle) -> bool:
        """Whether no seat would react to a move, or to an attack before its roll.

        Except with a held action.
        """
        return False

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        """Bit mask of the reactions to a rolled attack that some seat might use; -1 for all.

        Only asked if no seat reacts earlier (`lets_pass`), and not for held actions.
        """
        return -1

    def reaction_choice(self, battle: Battle, options: ReactionOptions) -> Choice | None:
        """The choice in a window if no request is needed for it; only if it `forgets`."""
        return None

    def recall(self) -> Recalled | None:
        """The current step so far; None if it is not kept."""
        return None


class Live(Oracle):
    """Seeded dice and minds without a record, for simulations.

    If a mind looks ahead, the current step is kept, and nothing else.
    """

    def __init__(self, dice: Dice, answers: Sequence[Answer], checked: bool = True) -> None:
        self.dice = dice
        self.checked = checked
        """Whether answers without alternatives are checked too."""
        self.answers: list[Answer] = list(answers)
        """One per seat."""
        self.ours: list[Answerer | None] = []
        """The answers that can be called directly, without the generic call."""
        self.recalls = False
        for answer in answers:
            if isinstance(answer, Answerer):
                self.ours.append(answer)
                if answer.recalls:
                    self.recalls = True
            else:
                self.ours.append(None)
        self.forgetful = not self.recalls and None not in self.ours
        self.all_take_first = True
        """Whether all minds do that (`Answerer.takes_first`)."""
        self.first: Answerer | None = None
        self.others: list[Answerer] = []
        """Minds that react in different ways."""
        for ours in self.ours:
            if ours is not None:
                self.tell_apart(ours)
            if ours is None or not ours.takes_first:
                self.all_take_first = False
        self.seat: i64 = -1
        self.asked: Answerer | None = None
        """Cache: the last mind called, often called again."""
        self.origin: State | None = None
        self.entries: list[Entry] = []

    def begin_fight(self, dice: Dice, checked: bool) -> None:
        """Play another fight with the same minds."""
        self.dice = dice
        self.checked = checked
        self.origin = None
        self.entries = []

    def tell_apart(self, mind: Answerer) -> None:
        """Note a mind that reacts in another way than those before it."""
        if self.first is None:
            self.first = mind
            return
        for known in (self.first, *self.others):
            if known.reacts_like(mind):
                return
        self.others.append(mind)

    def forgets(self) -> bool:
        return self.forgetful

    def seated(self, seat: i64) -> Answerer | None:
        """The mind at a seat, if it can be called directly."""
        if seat != self.seat:
            self.seat = seat
            self.asked = self.ours[seat]
        return self.asked

    def ends_turn(self, battle: Battle, unit: Unit) -> bool:
        if self.checked:
            return False
        ours = self.seated(unit.seat)
        return ours is not None and ours.ends_turn(battle, unit)

    def takes_first(self, seat: i64) -> bool:
        if self.all_take_first:
            return True
        ours = self.seated(seat)
        return ours is not None and ours.takes_first

    def turn_choice(self, battle: Battle, units: list[Unit]) -> Choice | None:
        if self.checked:
            return None
        ours = self.seated(units[0].seat)
        if ours is None or not ours.is_sure:
            return None
        battle.thinks = True
        choice = ours.turn_choice(battle, units)
        battle.thinks = False
        battle.shooter = None
        return choice

    def lets_pass(self, battle: Battle) -> bool:
        if self.checked or self.first is None or not self.first.lets_pass(battle):
            return False
        for mind in self.others:
            if not mind.lets_pass(battle):
                return False
        return True

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        found: i64 = -1
        if self.first is not None:
            found = self.first.wanted(battle, blow)
            for mind in self.others:
                found |= mind.wanted(battle, blow)
        return found

    def reaction_choice(self, battle: Battle, options: ReactionOptions) -> Choice | None:
        ours = self.seated(options.unit.seat)
        if ours is None or self.checked or not ours.is_sure:
            return None
        battle.thinks = True
        choice = ours.reaction_choice(battle, options)
        battle.think(False)
        return choice

    def begin(self, state: State) -> None:
        if self.recalls:
            self.origin = state.copy()
            self.entries = []

    def recall(self) -> Recalled | None:
        return None if self.origin is None else Recalled(self.origin, self.entries)

    def roll(self, tag: str, sides: i64) -> i64:
        value = self.dice.roll(sides)
        return self.keep(tag, sides, value) if self.recalls else value

    def keep(self, tag: str, sides: i64, value: i64) -> i64:
        """Record the die, if the step is kept."""
        if self.recalls:
            self.entries.append(Rolled(tag, sides, value))
        return value

    def choose(self, requests: list[Request]) -> list[Choice]:
        chosen = [self.answered(request) for request in requests]
        if self.recalls:
            for request, choice in zip(requests, chosen, strict=True):
                self.entries.append(Chose(request.seats[0], request.point, choice))
        return chosen

    def pick(self, request: Request) -> Choice:
        choice = self.answered(request)
        if self.recalls:
            self.entries.append(Chose(request.seats[0], request.point, choice))
        return choice

    def answered(self, request: Request) -> Choice:
        seat = request.seat
        ours = self.seated(seat)
        if ours is None:
            choice = self.answers[seat](request)
        else:
            battle = request.battle
            battle.think(True)
            choice = ours.__call__(request)
            battle.think(False)
            if ours.is_sure and not self.checked:
                return choice
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        return choice


class Replaying(Oracle):
    """Reads a tape; raises on an entry that does not fit or is missing."""

    def __init__(self, tape: list[Entry], place: int = 0) -> None:
        self.tape = tape
        self.place = place
        self.rulings: list[Ruled] = []
        """Orders read along the way; they take effect at the end of the step."""

    def pass_rulings(self) -> None:
        """Skip to the next die or choice."""
        while self.place < len(self.tape):
            entry = self.tape[self.place]
            if not isinstance(entry, Ruled):
                return
            self.rulings.append(entry)
            self.place += 1

    def roll(self, tag: str, sides: i64) -> i64:
        self.pass_rulings()
        if self.place >= len(self.tape):
            return self.fresh_roll(tag, sides)
        entry = self.tape[self.place]
        expected = f"d{sides} for {tag}"
        if not isinstance(entry, Rolled) or entry.tag != tag or entry.sides != sides:
            raise Desync(self.place, entry, expected)
        if not 1 <= entry.value <= sides:
            raise Desync(self.place, entry, f"{expected}, a number from 1 to {sides}")
        self.place += 1
        return entry.value

    def choose(self, requests: list[Request]) -> list[Choice]:
        chosen: list[Choice] = []
        for request in requests:
            self.pass_rulings()
            if self.place >= len(self.tape):
                return self.fresh_choices(requests, chosen)
            entry = self.tape[self.place]
            if (
                not isinstance(entry, Chose)
                or entry.point != request.point
                # Between two actions any unit may use an Instant; the options check who may do
                # what.
                or (request.point != TURN and entry.seat not in request.seats)
            ):
                raise Desync(self.place, entry, f"a choice ({POINT_NAMES[request.point]})")
            refusal = request.options.why_not(entry.choice)
            if refusal is not None:
                raise IllegalChoice(entry.choice, refusal)
            chosen.append(entry.choice)
            self.place += 1
        return chosen

    def fresh_roll(self, tag: str, sides: i64) -> i64:
        raise Desync(self.place, None, f"d{sides} for {tag}")

    def fresh_choices(self, requests: list[Request], chosen: list[Choice]) -> list[Choice]:
        request = requests[len(chosen)]
        raise Desync(self.place, None, f"a choice ({POINT_NAMES[request.point]})")


class ReplayThenLive(Replaying):
    """Rollouts from the middle of a step: the tape first, then another oracle."""

    def __init__(
        self,
        tape: list[Entry],
        place: int,
        live: Oracle,
        sealed: dict[int, Choice] | None = None,
    ) -> None:
        super().__init__(tape, place)
        self.live = live
        self.sealed = sealed
        """By unit: answers already given to the requests at the end of the tape."""

    def fresh_roll(self, tag: str, sides: i64) -> i64:
        return self.live.roll(tag, sides)

    def fresh_choices(self, requests: list[Request], chosen: list[Choice]) -> list[Choice]:
        sealed = self.sealed
        self.sealed = None
        if sealed is None:
            return chosen + self.live.choose(requests[len(chosen) :])
        # Requests are asked one at a time: seats do not see each other's answers anyway.
        answers = chosen.copy()
        for request in requests[len(chosen) :]:
            given = sealed.get(request.unit)
            answers.append(self.live.choose([request])[0] if given is None else given)
        return answers


class ReplayThenNeed(Replaying):
    """For a table: new dice go onto the tape, a missing choice unwinds the step."""

    def __init__(
        self, tape: list[Entry], place: int, draw: Callable[[str, int], int] | None
    ) -> None:
        super().__init__(tape, place)
        self.draw = draw
        """Draws a die from its tag and sides; None if dice are rolled by hand."""
        self.began = place
        self.origin: State | None = None
        """The state at the start of the step, if kept."""

    def recall(self) -> Recalled | None:
        if self.origin is None:
            return None
        return Recalled(self.origin, self.tape[self.began : self.place])

    def fresh_roll(self, tag: str, sides: i64) -> i64:
        if self.draw is None:
            raise NeedRoll(tag, sides)
        value: i64 = self.draw(tag, sides)
        self.tape.append(Rolled(tag, sides, value))
        self.place += 1
        return value

    def fresh_choices(self, requests: list[Request], chosen: list[Choice]) -> list[Choice]:
        raise NeedChoice(requests[len(chosen) :], len(chosen))
