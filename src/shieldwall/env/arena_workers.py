"""An arena's fights in several processes, which write what is seen into shared memory.

A step costs each process one message. Worker k holds the k-th part of the places of the arena.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import weakref
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Final

from shieldwall.env.action_codes import FACTORS
from shieldwall.env.arena_core import ArenaCore
from shieldwall.env.array_shapes import doubles
from shieldwall.env.game import Game
from shieldwall.env.observations import SCALAR_WIDTH, UNIT_WIDTH

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext

STEP: Final = b"s"
"""Apply the answers; observe as well if this follows."""
OBSERVE: Final = b"o"
ACTIONS: Final = b"a"
PLANES: Final = b"m"
MASKS: Final = b"k"
"""Followed by the number of factors chosen."""
PLACES: Final = b"p"
ADVICE: Final = b"d"
"""Followed by the name of a mind."""
READY: Final = b""
END: Final = b""


class Part:
    """The places of one worker: from `first` on, `count` of them."""

    def __init__(self, first: int, count: int) -> None:
        self.first = first
        self.count = count

    def slice(self) -> slice:
        return slice(self.first, self.first + self.count)


class SharedArrays:
    """Data that all processes of an arena read and write, one row per fight."""

    def __init__(self, game: Game, fights: int, memory: dict[str, Any]) -> None:
        import numpy

        self.memory = memory
        rows = game.frame.rows

        def array(name: str, kind: Any, *shape: int) -> Any:
            return numpy.frombuffer(memory[name], dtype=kind).reshape(fights, *shape)

        self.players = array("players", numpy.int64)
        self.counts = array("counts", numpy.int64)
        self.places = array("places", numpy.int64)
        self.ended = array("ended", numpy.int64)
        """1 for a fight that ended in the last step."""
        self.chosen = array("chosen", numpy.int64, len(FACTORS))
        """Factors of an action, for their masks and places."""
        self.returns = array("returns", numpy.float32, game.num_players)
        self.units = array("units", numpy.float32, rows, UNIT_WIDTH)
        self.scalars = array("scalars", numpy.float32, SCALAR_WIDTH)


def memory_for(context: BaseContext, game: Game, fights: int) -> dict[str, Any]:
    rows = game.frame.rows
    sizes = {
        "players": 8, "counts": 8, "places": 8, "ended": 8, "chosen": 8 * len(FACTORS),
        "returns": 4 * game.num_players,
        "units": 4 * rows * UNIT_WIDTH, "scalars": 4 * SCALAR_WIDTH,
    }  # fmt: skip
    return {name: context.RawArray("b", fights * size) for name, size in sizes.items()}


class Workers:
    """The processes of an arena."""

    def __init__(
        self, game: Game, fights: int, seed: int, skips: bool, workers: int, opponent: str = ""
    ) -> None:
        context = starting_context()
        self.arrays = SharedArrays(game, fights, memory_for(context, game, fights))
        self.pipes: list[Connection] = []
        processes: list[BaseProcess] = []
        for number in range(workers):
            first = fights * number // workers
            part = Part(first, fights * (number + 1) // workers - first)
            ours, theirs = context.Pipe()
            given = (theirs, game, fights, self.arrays.memory, part, seed, skips, opponent)
            process = context.Process(target=serve, args=given, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            processes.append(process)
        self.end = weakref.finalize(self, end_all, self.pipes, processes)
        for pipe in self.pipes:
            pipe.recv_bytes()

    def ask(self, what: bytes) -> list[bytes]:
        """Send the same message to all; their answers, in order."""
        if not self.end.alive:
            raise ValueError("this arena is closed")
        for pipe in self.pipes:
            pipe.send_bytes(what)
        try:
            return [pipe.recv_bytes() for pipe in self.pipes]
        except EOFError:
            self.end()
            raise RuntimeError("a process of the arena has ended") from None


def end_all(pipes: list[Connection], processes: list[BaseProcess]) -> None:
    for pipe, process in zip(pipes, processes, strict=True):
        if process.is_alive():
            pipe.send_bytes(END)
    for pipe, process in zip(pipes, processes, strict=True):
        process.join()
        pipe.close()


def starting_context() -> SpawnContext | ForkContext | ForkServerContext:
    """Fork where that is safe: it starts at once, and scripts need no `__main__` guard."""
    if sys.platform != "linux":
        return get_context("spawn")
    if threading.active_count() == 1:
        return get_context("fork")
    return get_context("forkserver")


def serve(
    pipe: Connection,
    game: Game,
    fights: int,
    memory: dict[str, Any],
    part: Part,
    seed: int,
    skips: bool,
    opponent: str,
) -> None:
    """A worker, until it is told to end or its parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Fights make no reference cycles.
    gc.disable()
    arrays = SharedArrays(game, fights, memory)
    core = ArenaCore(game.frame, part.count, seed, skips, part.first, fights, opponent)
    worker = Worker(game, core, arrays, part)
    worker.tell()
    pipe.send_bytes(READY)
    parent = parent_process()
    assert parent is not None
    while parent.sentinel not in wait([pipe, parent.sentinel]):
        asked = pipe.recv_bytes()
        if asked == END:
            return
        pipe.send_bytes(worker.answer(asked))


class Worker:
    """One process's fights, and its rows of the shared arrays."""

    def __init__(self, game: Game, core: ArenaCore, arrays: SharedArrays, part: Part) -> None:
        self.game = game
        self.core = core
        self.arrays = arrays
        self.rows = part.slice()

    def answer(self, asked: bytes) -> bytes:
        if asked == ACTIONS:
            return self.core.actions()
        if asked == PLANES:
            return self.core.planes()
        if asked.startswith(MASKS):
            given = asked[1]
            chosen = self.arrays.chosen[self.rows, :given]
            return bytes(self.core.factor_masks(chosen.ravel().tolist(), given))
        if asked.startswith(ADVICE):
            return self.core.advice(asked[1:].decode())
        if asked == PLACES:
            return self.core.places_of(self.arrays.chosen[self.rows].ravel().tolist())
        if asked.startswith(STEP):
            self.step()
        if asked.endswith(OBSERVE):
            self.observe()
        return READY

    def step(self) -> None:
        arrays = self.arrays
        core = self.core
        core.apply(arrays.places[self.rows].tolist())
        ended = arrays.ended[self.rows]
        ended[:] = 0
        if core.ended:
            ended[core.ended] = 1
            players = self.game.num_players
            returns = arrays.returns[self.rows]
            for place, number in enumerate(core.ended):
                returns[number] = core.scores[place * players : (place + 1) * players]
        self.tell()

    def tell(self) -> None:
        """The deciding player of each fight, and the number of its actions."""
        import numpy

        pairs = numpy.frombuffer(self.core.players(), dtype=numpy.int64).reshape(-1, 2)
        self.arrays.players[self.rows] = pairs[:, 0]
        self.arrays.counts[self.rows] = pairs[:, 1]

    def observe(self) -> None:
        import numpy

        core = self.core
        core.observe()
        for array, data in ((self.arrays.units, core.rows), (self.arrays.scalars, core.scalars)):
            own = array[self.rows]
            own[...] = doubles(numpy, data).reshape(own.shape)
