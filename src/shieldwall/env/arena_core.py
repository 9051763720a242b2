"""Many fights at once: their observations are filled into arrays that are kept.

`arena.Arena` makes numpy arrays of them and asks the policy. Everything between two calls of the
policy is here, compiled.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.env.action_codes import FACTORS
from shieldwall.env.decision_oracle import DecisionOracle
from shieldwall.env.observations import SCALAR_WIDTH, UNIT_WIDTH, Look
from shieldwall.env.stepper import TERMINAL, Frame, Stepper
from shieldwall.minds.mind import Mind
from shieldwall.minds.mind_names import make_mind

SPACING: Final = 6
"""Steps between two kept states of a fight: one step in 24 is interrupted and runs again."""


class ArenaCore:
    """Fights of one game, each at a decision; a new one starts in the place of one that ends.

    A process may hold only some of an arena's places: `fights` of them from place `first`, of
    `places` in all.
    """

    def __init__(
        self,
        frame: Frame,
        fights: int,
        seed: int,
        skips: bool,
        first: int = 0,
        places: int = 0,
        opponent: str = "",
    ) -> None:
        self.frame = frame
        self.seed = seed
        self.skips = skips
        """Whether forced decisions are made without asking."""
        self.places = places or fights
        self.streams = [first + number for number in range(fights)]
        """By fight, the number of its dice: they depend on its place, not on the processes."""
        self.opponent = opponent
        """The mind of all sides but one in each fight; "" if all of them are asked."""
        self.own = [(first + number) % frame.players for number in range(fights)]
        """By fight, that side."""
        self.minds: list[Mind | None] = [None] * fights
        self.decisions = 0
        self.finished = 0
        self.ended: list[int] = []
        """The fights that ended in the last step, in order, …"""
        self.scores: list[int] = []
        """… and for each side of each of them 1 won, -1 lost, 0 undecided."""
        self.steppers: list[Stepper] = [self.fresh(number) for number in range(fights)]
        self.rows = vec[float]([0.0] * (fights * frame.rows * UNIT_WIDTH))
        self.scalars = vec[float]([0.0] * (fights * SCALAR_WIDTH))
        """The last observations, fight by fight (`observe`)."""
        self.used = vec[i64]([0] * fights)
        """By fight, how many of its rows have been in use."""

    def fresh(self, number: int) -> Stepper:
        """The next fight of a place at its first decision."""
        frame = self.frame
        oracle = DecisionOracle(Dice(substream(self.seed, self.streams[number])), False)
        stepper = Stepper(frame, oracle, frame.start.copy())
        if self.opponent:
            mind = make_mind(self.opponent, self.seed + self.streams[number])
            mind.ignore_clock()
            self.minds[number] = mind
        else:
            stepper.spacing = SPACING
        self.streams[number] += self.places
        if frame.start.murky:
            stepper.meet()
        stepper.advance()
        self.pass_over(stepper, number)
        return stepper

    def pass_over(self, stepper: Stepper, number: int) -> None:
        """Make the decisions of the opponents, and forced ones."""
        own = self.own[number]
        mind = self.minds[number]
        player = stepper.current_player()
        while player != TERMINAL:
            if mind is not None and player != own:
                stepper.apply_choice(mind(stepper.request()))
            elif self.skips and stepper.legal_count() == 1:
                stepper.apply_index(0)
            else:
                return
            player = stepper.current_player()

    def players(self) -> bytes:
        """The deciding player of each fight, and its number of actions."""
        found = BytesWriter()
        for stepper in self.steppers:
            write_i64_le(found, stepper.current_player())
            write_i64_le(found, stepper.legal_count())
        return found.getvalue()

    def actions(self) -> bytes:
        """The numbers of all legal actions, fight by fight."""
        found = BytesWriter()
        for stepper in self.steppers:
            legal = stepper.legal()
            for place in range(legal.count):
                write_i64_le(found, legal.code(place))
        return found.getvalue()

    def factor_masks(self, chosen: list[int], given: int) -> vec[u8]:
        """The masks of the next factor of all fights (`State.factor_masks`), one after another.

        `chosen` holds, fight by fight, the values of the `given` factors before it.
        """
        width: i64 = self.frame.codes.factor_sizes()[given] + 1
        masks = vec[u8]([0] * (len(self.steppers) * width))
        at: i64 = 0
        first = 0
        for stepper in self.steppers:
            stepper.mark_values(chosen[first : first + given], masks, at)
            at += width
            first += given
        return masks

    def places_of(self, factors: list[int]) -> bytes:
        """The index of the action with six factors for each fight; -1 if it is not legal."""
        found = BytesWriter()
        first = 0
        for stepper in self.steppers:
            code = self.frame.codes.code_of(factors[first : first + len(FACTORS)])
            write_i64_le(found, stepper.place_of(int(code)))
            first += len(FACTORS)
        return found.getvalue()

    def advice(self, name: str) -> bytes:
        """What a mind would answer in each fight: the index of its action, -1 if it has none."""
        found = BytesWriter()
        number = 0
        for stepper in self.steppers:
            mind = make_mind(name, self.seed + number)
            mind.ignore_clock()
            if mind.recalls and stepper.spacing > 1:
                raise ValueError(f"{name} thinks ahead, so only an arena with an opponent can ask")
            write_i64_le(found, stepper.place_of_choice(mind(stepper.request())))
            number += 1
        return found.getvalue()

    def observe(self) -> None:
        """Fill in the unit rows and the scalars of the deciding players, fight by fight."""
        rows = self.rows
        scalars = self.scalars
        used = self.used
        width: i64 = self.frame.rows * UNIT_WIDTH
        number: i64 = 0
        for stepper in self.steppers:
            look = Look(stepper, stepper.current_player())
            used[number] = look.fill_rows(rows, number * width, used[number])
            look.fill_scalars(scalars, number * SCALAR_WIDTH)
            number += 1

    def planes(self) -> bytes:
        """The maps of the deciding players; large, so made only on demand."""
        found = BytesWriter()
        for stepper in self.steppers:
            Look(stepper, stepper.current_player()).write_planes(found)
        return found.getvalue()

    def apply(self, places: list[int]) -> None:
        """Apply each fight's answer, an index into its actions."""
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
                raise ValueError(f"fight {number} has no action number {place}")
            stepper.apply_index(place)
            self.decisions += 1
            self.pass_over(stepper, number)
            if stepper.is_terminal():
                self.ended.append(number)
                self.note_scores(stepper)
                self.finished += 1
                self.steppers[number] = self.fresh(number)
            number += 1

    def note_scores(self, stepper: Stepper) -> None:
        outcome = stepper.battle.state.outcome
        for side in stepper.battle.state.sides:
            if outcome is None or outcome.team < 0:
                self.scores.append(0)
            else:
                self.scores.append(1 if side.team == outcome.team else -1)
