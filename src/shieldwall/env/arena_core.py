"""Many fights at once: what their players see is written one after the other into plain bytes.

`arena.Arena` makes numpy arrays of them and asks the policy. Everything between two calls of the
policy is here, compiled.
"""

from __future__ import annotations

from librt.strings import BytesWriter, write_f32_le, write_i64_le

from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.env.decision_oracle import DecisionOracle
from shieldwall.env.observations import UNIT_WIDTH, Look
from shieldwall.env.stepper import TERMINAL, Frame, Stepper


class ArenaCore:
    """Fights of one game, each at a decision; a fight that ends begins anew with the next seed."""

    def __init__(self, frame: Frame, fights: int, seed: int, skips: bool) -> None:
        self.frame = frame
        self.seed = seed
        self.skips = skips
        """Whether a decision with one answer is taken without asking."""
        self.begun = 0
        self.decisions = 0
        self.finished = 0
        self.ended: list[int] = []
        """Of the last step: the fights that ended, in order, …"""
        self.scores: list[int] = []
        """… and for each side of each of them 1 won, -1 lost, 0 undecided."""
        self.steppers: list[Stepper] = [self.fresh() for _ in range(fights)]

    def fresh(self) -> Stepper:
        """The next fight at its first decision."""
        frame = self.frame
        oracle = DecisionOracle(Dice(substream(self.seed, self.begun)), False)
        self.begun += 1
        stepper = Stepper(frame, oracle, frame.start.copy())
        if frame.start.murky:
            stepper.meet()
        stepper.advance()
        self.pass_over(stepper)
        return stepper

    def pass_over(self, stepper: Stepper) -> None:
        """Take decisions that are none."""
        while self.skips and stepper.current_player() != TERMINAL:
            if stepper.legal_count() > 1:
                return
            stepper.apply_index(0)

    def players(self) -> bytes:
        """Of each fight, whose decision it is, and among how many actions."""
        found = BytesWriter()
        for stepper in self.steppers:
            write_i64_le(found, stepper.current_player())
            write_i64_le(found, stepper.legal_count())
        return found.getvalue()

    def actions(self) -> bytes:
        """The numbers of all legal actions, fight after fight."""
        found = BytesWriter()
        for stepper in self.steppers:
            for code in stepper.legal().codes:
                write_i64_le(found, code)
        return found.getvalue()

    def rows(self) -> bytes:
        """The unit rows of whoever decides, fight after fight."""
        found = BytesWriter()
        rows = self.frame.rows
        for stepper in self.steppers:
            look = Look(stepper, stepper.current_player())
            place: list[int] = [-1] * rows
            for unit in look.moment.units:
                number = look.slots[unit.index]
                if 0 <= number < rows and look.knows(unit):
                    place[number] = int(unit.index)
            for index in place:
                if index < 0:
                    for _ in range(UNIT_WIDTH):
                        write_f32_le(found, 0.0)
                else:
                    for value in look.row(look.moment.units[index]):
                        write_f32_le(found, value)
        return found.getvalue()

    def scalars(self) -> bytes:
        found = BytesWriter()
        for stepper in self.steppers:
            for value in Look(stepper, stepper.current_player()).scalars():
                write_f32_le(found, value)
        return found.getvalue()

    def planes(self) -> bytes:
        """The maps of whoever decides; large, so made only where they are asked for."""
        found = BytesWriter()
        for stepper in self.steppers:
            for value in Look(stepper, stepper.current_player()).planes():
                write_f32_le(found, value)
        return found.getvalue()

    def apply(self, places: list[int]) -> None:
        """Each fight's answer, as a place among its actions."""
        if len(places) != len(self.steppers):
            raise ValueError(
                f"{len(places)} answers for {len(self.steppers)} fights: give one for each"
            )
        self.ended = []
        self.scores = []
        number = 0
        for place in places:
            stepper = self.steppers[number]
            if not 0 <= place < stepper.legal_count():
                raise ValueError(f"fight {number} has no action at place {place}")
            stepper.apply_index(place)
            self.decisions += 1
            self.pass_over(stepper)
            if stepper.is_terminal():
                self.ended.append(number)
                self.note_scores(stepper)
                self.finished += 1
                self.steppers[number] = self.fresh()
            number += 1

    def note_scores(self, stepper: Stepper) -> None:
        outcome = stepper.battle.state.outcome
        for side in stepper.battle.state.sides:
            if outcome is None or outcome.team < 0:
                self.scores.append(0)
            else:
                self.scores.append(1 if side.team == outcome.team else -1)
