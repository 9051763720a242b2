"""Many fights of one set-up, played by minds with nothing recorded."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from hashlib import sha256

from shieldwall.core.battle import Battle
from shieldwall.core.dice import Dice, substream
from shieldwall.core.oracle import Live
from shieldwall.core.setup import Setup
from shieldwall.fight import Mind, initial_state, rules_of, seat_names
from shieldwall.minds import make_mind


class SimResult:
    """What came of a number of fights."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.seed = seed
        self.fights = 0
        self.wins: dict[str, int] = {side.name: 0 for side in setup.sides}
        """By side; a victory of allies counts for each of them."""
        self.undecided = 0
        self.rounds: dict[int, int] = {}
        self.turns = 0
        self.seconds = 0.0
        self.checksum = ""
        """Of every outcome in order: a faster engine that plays differently is caught."""


def simulate(
    setup: Setup,
    fights: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    minds: list[Mind] | None = None,
) -> SimResult:
    """Play so many fights, fight i from substream i of the seed; Ctrl-C gives what is done."""
    rules = rules_of(setup)
    if minds is None:
        minds = [make_mind() for _ in seat_names(setup)]
    result = SimResult(setup, seed)
    digest = sha256()
    start = initial_state(setup)
    began = time.perf_counter()
    # A fight makes no reference cycles, so the cycle collector would only look and find nothing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        for number in range(fights):
            battle = Battle(
                start.copy(), rules, Live(Dice(substream(seed, number)), minds), None, setup.rounds
            )
            outcome = battle.play()
            state = battle.state
            result.fights += 1
            rounds = state.clock.round
            result.rounds[rounds] = result.rounds.get(rounds, 0) + 1
            result.turns += battle.turns
            if outcome.team < 0:
                result.undecided += 1
            for side in setup.sides:
                if side.team == outcome.team:
                    result.wins[side.name] += 1
            hit_points = ",".join(str(unit.hp) for unit in state.units)
            digest.update(f"{outcome.team} {rounds} {hit_points}\n".encode())
            if progress is not None:
                progress(result.fights)
    except KeyboardInterrupt:
        pass
    finally:
        if collecting:
            gc.enable()
    result.seconds = time.perf_counter() - began
    result.checksum = digest.hexdigest()[:16]
    return result
