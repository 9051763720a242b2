"""A vectorised arena: many fights at once, as numpy arrays, with one policy call for all.

    import numpy as np
    from shieldwall.env import Game
    from shieldwall.env.arena import Arena

    rng = np.random.default_rng(1)
    arena = Arena(Game("duel"), fights=256)
    arena.play(lambda batch: (rng.random(len(batch.counts)) * batch.counts).astype(int), 100_000)
    print(arena.finished, arena.wins)

Every fight is at a decision of one of its sides; the policy answers for all of them, with indexes
into their lists of legal actions. A fight that ends is replaced by a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shieldwall.env.arena_core import ArenaCore
from shieldwall.env.game import Game
from shieldwall.env.observations import SCALAR_WIDTH, UNIT_WIDTH


class Batch:
    """The open decisions, one per fight. Arrays are made on access."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._core = arena.core
        numpy = arena.numpy
        pairs = numpy.frombuffer(self._core.players(), dtype=numpy.int64).reshape(-1, 2)
        self.players: Any = pairs[:, 0]
        """The deciding player."""
        self.counts: Any = pairs[:, 1]
        """The number of legal actions."""
        self._observed: tuple[bytes, bytes] | None = None

    def _observe(self) -> tuple[bytes, bytes]:
        if self._observed is None:
            self._observed = self._core.observe()
        return self._observed

    @property
    def actions(self) -> Any:
        """The numbers of all legal actions, fight by fight, each starting at its `offsets`."""
        return self._arena.numpy.frombuffer(self._core.actions(), dtype=self._arena.numpy.int64)

    @property
    def offsets(self) -> Any:
        numpy = self._arena.numpy
        return numpy.concatenate([numpy.zeros(1, numpy.int64), numpy.cumsum(self.counts)[:-1]])

    @property
    def units(self) -> Any:
        """Fights x units x fields: the rows of `observations.UNIT_FIELDS`."""
        return self._floats(self._observe()[0]).reshape(-1, self._core.frame.rows, UNIT_WIDTH)

    @property
    def scalars(self) -> Any:
        return self._floats(self._observe()[1]).reshape(-1, SCALAR_WIDTH)

    @property
    def map(self) -> Any:
        """Fights x planes x height x width."""
        shape = self._arena.game.observation_shapes["map"]
        return self._floats(self._core.planes()).reshape(-1, *shape)

    def _floats(self, data: bytes) -> Any:
        return self._arena.numpy.frombuffer(data, dtype=self._arena.numpy.float32)


Policy = Callable[[Batch], Any]


class Arena:
    """Parallel fights of one game. Needs numpy."""

    def __init__(
        self, game: Game, fights: int = 256, seed: int = 0, skip_forced: bool = True
    ) -> None:
        import numpy

        if game.chance != "sampled":
            raise ValueError("an arena rolls its own dice: make the game with chance='sampled'")
        if fights < 1:
            raise ValueError(f"an arena has at least one fight, not {fights}")
        self.numpy: Any = numpy
        self.game = game
        self.core = ArenaCore(game.frame, fights, seed, skip_forced)
        self.wins = [0] * game.num_players
        """Finished fights won, by side."""

    @property
    def finished(self) -> int:
        return self.core.finished

    @property
    def decisions(self) -> int:
        return self.core.decisions

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
            raise ValueError("answers are one whole number for each fight")
        self.core.apply(given.tolist())
        ended = numpy.array(self.core.ended, dtype=numpy.int64)
        scores = numpy.array(self.core.scores, dtype=numpy.float32)
        returns = scores.reshape(-1, self.game.num_players)
        for side in range(self.game.num_players):
            self.wins[side] += int((returns[:, side] > 0).sum())
        return ended, returns

    def play(self, policy: Policy, decisions: int) -> None:
        """Play until this many decisions have been made."""
        goal = self.decisions + decisions
        while self.decisions < goal:
            self.step(policy(self.batch()))
