"""A vectorised arena: many fights at once, as numpy arrays, with one policy call for all.

    import numpy as np
    from shieldwall.env import Game
    from shieldwall.env.arena import Arena

    rng = np.random.default_rng(1)
    arena = Arena(Game("duel"), fights=256)
    arena.play(lambda batch: (rng.random(len(batch.counts)) * batch.counts).astype(int), 100_000)
    print(arena.finished, arena.wins)

Every fight is at a decision of one of its sides; the policy answers for all of them, with indexes
into their lists of legal actions. A fight that ends is replaced by a new one. With `workers=2` the
fights are played in two processes; the same seed and answers give the same fights with any number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shieldwall.env.action_codes import FACTORS
from shieldwall.env.arena_core import ArenaCore
from shieldwall.env.arena_workers import (
    ACTIONS,
    ADVICE,
    MASKS,
    OBSERVE,
    PLACES,
    PLANES,
    STEP,
    Workers,
)
from shieldwall.env.array_shapes import doubles
from shieldwall.env.game import Game
from shieldwall.env.observations import SCALAR_WIDTH, UNIT_WIDTH
from shieldwall.minds import make_mind


class Batch:
    """The open decisions, one per fight. Arrays are made on access."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self.players, self.counts = arena.asked()
        """The deciding player, and the number of legal actions."""
        self._observed: tuple[Any, Any] | None = None

    def _observe(self) -> tuple[Any, Any]:
        if self._observed is None:
            self._observed = self._arena.observed()
        return self._observed

    @property
    def actions(self) -> Any:
        """The numbers of all legal actions, fight by fight, each starting at its `offsets`."""
        return self._arena.actions()

    @property
    def factors(self) -> Any:
        """One row for each of `actions`: unit, verb, target, weapon, square, note; -1 for none."""
        return self._arena.factors(self.actions)

    def factor_masks(self, *chosen: Any) -> Any:
        """Fights x values: which values of the next factor are legal, given those chosen before.

        The last column stands for none. `chosen` is one array for each factor before it: the units,
        then the verbs and so on (`State.factor_masks`). `arena.places_of` makes the answer.
        """
        return self._arena.factor_masks(chosen)

    @property
    def offsets(self) -> Any:
        numpy = self._arena.numpy
        return numpy.concatenate([numpy.zeros(1, numpy.int64), numpy.cumsum(self.counts)[:-1]])

    @property
    def units(self) -> Any:
        """Fights x units x fields: the rows of `observations.UNIT_FIELDS`."""
        return self._observe()[0]

    @property
    def scalars(self) -> Any:
        return self._observe()[1]

    @property
    def map(self) -> Any:
        """Fights x planes x height x width."""
        return self._arena.planes()


Policy = Callable[[Batch], Any]


class Arena:
    """Parallel fights of one game. Needs numpy.

    With `opponent`, the name of a mind, that mind plays all sides but one: fight n asks only side n
    modulo the number of sides.
    """

    def __init__(
        self,
        game: Game,
        fights: int = 256,
        seed: int = 0,
        skip_forced: bool = True,
        workers: int = 1,
        opponent: str = "",
    ) -> None:
        import numpy

        if game.chance != "sampled":
            raise ValueError("an arena rolls its own dice: make the game with chance='sampled'")
        if fights < 1:
            raise ValueError(f"an arena has at least one fight, not {fights}")
        if not 1 <= workers <= fights:
            raise ValueError(f"{fights} fights need 1 to {fights} workers, not {workers}")
        if opponent:
            make_mind(opponent)  # raises at once if there is no mind with that name
        self.numpy: Any = numpy
        self.game = game
        self.fights = fights
        self.workers: Workers | None = None
        """The other processes; None if all fights are in this one."""
        self.observes = False
        """Whether the workers make observations with every step; set when they are first used."""
        self.fresh = False
        """Whether the workers have made the observations of the current decisions."""
        if workers > 1:
            self.workers = Workers(game, fights, seed, skip_forced, workers, opponent)
        else:
            self.core = ArenaCore(game.frame, fights, seed, skip_forced, opponent=opponent)
        self.decisions = 0
        self.finished = 0
        self.wins = [0] * game.num_players
        """Finished fights won, by side."""
        self.open: tuple[Any, Any] | None = None
        """The players and counts of the open decisions, once asked for."""

    def batch(self) -> Batch:
        """All open decisions."""
        return Batch(self)

    def step(self, places: Any) -> tuple[Any, Any]:
        """Answer them: an index into its legal actions for each fight.

        Returns which fights ended, and their returns, one row each. New fights start in their
        place.
        """
        numpy = self.numpy
        given = numpy.asarray(places)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise ValueError("give one whole number as the answer for each fight")
        if len(given) != self.fights:
            raise ValueError(f"{len(given)} answers for {self.fights} fights: give one for each")
        wrong = (given < 0) | (given >= self.asked()[1])
        if wrong.any():
            number = int(wrong.argmax())
            raise ValueError(f"fight {number} has no action number {given[number]}")
        self.open = None
        ended, returns = self.applied(given)
        self.decisions += self.fights
        self.finished += len(ended)
        for side in range(self.game.num_players):
            self.wins[side] += int((returns[:, side] > 0).sum())
        return ended, returns

    def applied(self, given: Any) -> tuple[Any, Any]:
        """The fights that end with these answers, and their returns."""
        numpy = self.numpy
        if self.workers is None:
            self.core.apply(given.tolist())
            ended = numpy.array(self.core.ended, dtype=numpy.int64)
            scores = numpy.array(self.core.scores, dtype=numpy.float32)
            return ended, scores.reshape(-1, self.game.num_players)
        arrays = self.workers.arrays
        arrays.places[:] = given
        self.workers.ask(STEP + OBSERVE if self.observes else STEP)
        self.fresh = self.observes
        ended = numpy.flatnonzero(arrays.ended)
        return ended, arrays.returns[ended]

    def play(self, policy: Policy, decisions: int) -> None:
        """Play until this many decisions have been made."""
        goal = self.decisions + decisions
        while self.decisions < goal:
            self.step(policy(self.batch()))

    def close(self) -> None:
        """End the other processes; without them there is nothing to do."""
        if self.workers is not None:
            self.workers.end()

    def __enter__(self) -> Arena:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # What a batch shows.

    def asked(self) -> tuple[Any, Any]:
        """The deciding player of each fight, and the number of its legal actions."""
        if self.open is None:
            if self.workers is None:
                data = self.numpy.frombuffer(self.core.players(), dtype=self.numpy.int64)
                pairs = data.reshape(-1, 2)
                self.open = pairs[:, 0], pairs[:, 1]
            else:
                arrays = self.workers.arrays
                self.open = arrays.players.copy(), arrays.counts.copy()
        return self.open

    def actions(self) -> Any:
        data = self.core.actions() if self.workers is None else b"".join(self.workers.ask(ACTIONS))
        return self.numpy.frombuffer(data, dtype=self.numpy.int64)

    def factors(self, actions: Any) -> Any:
        """`Game.decode` for many actions: one row each."""
        numpy = self.numpy
        blocks = self.game.frame.codes.blocks
        firsts = numpy.array([int(block.first) for block in blocks])
        verbs = numpy.searchsorted(firsts, actions, side="right") - 1
        left = actions - firsts[verbs]
        columns = []
        for each in (
            [int(block.notes) for block in blocks],
            [int(block.squares) for block in blocks],
            [int(block.weapons) for block in blocks],
            [int(block.targets) for block in blocks],
        ):
            sizes = numpy.array(each)[verbs]
            columns.append(left % sizes - 1)
            left = left // sizes
        notes, squares, weapons, targets = columns
        return numpy.stack([left, verbs, targets, weapons, squares, notes], axis=1)

    def factor_masks(self, chosen: tuple[Any, ...]) -> Any:
        """`Batch.factor_masks`."""
        numpy = self.numpy
        if len(chosen) >= len(FACTORS):
            raise ValueError(f"there is no factor after {', '.join(FACTORS)}: use `places_of`")
        given = self.columns(chosen)
        data: Any
        if self.workers is None:
            data = self.core.factor_masks(given.ravel().tolist(), len(chosen))
        else:
            self.workers.arrays.chosen[:, : len(chosen)] = given
            data = b"".join(self.workers.ask(MASKS + bytes([len(chosen)])))
        width = self.game.frame.codes.factor_sizes()[len(chosen)] + 1
        return numpy.frombuffer(data, dtype=numpy.uint8).reshape(-1, width).astype(bool)

    def places_of(self, *factors: Any) -> Any:
        """The answers for `step`, from unit, verb, target, weapon, square and note: an array each.

        A factor that is not used is -1, or the last column of its mask.
        """
        if len(factors) != len(FACTORS):
            raise ValueError(f"give {', '.join(FACTORS)}: an array each")
        given = self.columns(factors)
        if self.workers is None:
            data = self.core.places_of(given.ravel().tolist())
        else:
            self.workers.arrays.chosen[:] = given
            data = b"".join(self.workers.ask(PLACES))
        places = self.numpy.frombuffer(data, dtype=self.numpy.int64)
        if (places < 0).any():
            number = int((places < 0).argmax())
            raise ValueError(f"fight {number} has no legal action with {given[number].tolist()}")
        return places

    def advice(self, mind: str) -> Any:
        """What a mind would answer in each fight, to imitate it: an array for `step`.

        -1 stands for an answer that is no legal action.
        """
        make_mind(mind)  # raises at once if there is no mind with that name
        if self.workers is None:
            data = self.core.advice(mind)
        else:
            data = b"".join(self.workers.ask(ADVICE + mind.encode()))
        return self.numpy.frombuffer(data, dtype=self.numpy.int64)

    def columns(self, arrays: tuple[Any, ...]) -> Any:
        """Whole numbers, one row for each fight."""
        numpy = self.numpy
        columns = [numpy.asarray(array) for array in arrays]
        for column in columns:
            if column.shape != (self.fights,) or column.dtype.kind not in "iu":
                raise ValueError(f"give {self.fights} whole numbers for each factor")
        return numpy.array(columns, dtype=numpy.int64).reshape(len(columns), self.fights).T

    def observed(self) -> tuple[Any, Any]:
        """The unit rows and the scalars; later steps do not change them."""
        if self.workers is None:
            core = self.core
            core.observe()
            units = doubles(self.numpy, core.rows).reshape(-1, self.game.frame.rows, UNIT_WIDTH)
            scalars = doubles(self.numpy, core.scalars).reshape(-1, SCALAR_WIDTH)
            return units.astype(self.numpy.float32), scalars.astype(self.numpy.float32)
        if not self.fresh:
            self.workers.ask(OBSERVE)
            self.fresh = self.observes = True
        arrays = self.workers.arrays
        return arrays.units.copy(), arrays.scalars.copy()

    def planes(self) -> Any:
        data = self.core.planes() if self.workers is None else b"".join(self.workers.ask(PLANES))
        return self.floats(data).reshape(-1, *self.game.observation_shapes["map"])

    def floats(self, data: bytes) -> Any:
        return self.numpy.frombuffer(data, dtype=self.numpy.float32)
