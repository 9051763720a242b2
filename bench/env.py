"""Decisions a second for a Python program that uses `shieldwall.env`.

    python bench/env.py [--seconds 3] [--cores 2]
    python bench/env.py --instructions        the arena's instructions a decision, by callgrind

One decision is: list the legal actions, choose one at random, apply it, ask whose turn it is. With
`with_observations` the arrays of the deciding player are made too. The arena plays many fights at
once; its policy chooses at random for all of them, and its time is not counted. Measured by
processor time on one core; `--cores 2` adds the arena in two processes side by side. A clock
depends on what else the machine does; the number of instructions does not.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.env import Game
from shieldwall.env.arena import Arena
from shieldwall.env.arena_core import ArenaCore
from shieldwall.fight import Fight
from shieldwall.minds.gm_mind import default_answer

CASES = (("duel", False), ("duel", True), ("hall", False), ("hall", True), ("crypt", False))


def env_speed(game: Game, seconds: float, observe: bool = False) -> float:
    """Decisions a second of processor time, with random play."""
    dice = Random(1)
    count = 0
    seed = 0
    state = game.new_initial_state(seed)
    began = time.process_time()
    while True:
        for _ in range(100):
            if state.is_terminal():
                seed += 1
                state = game.new_initial_state(seed)
            actions = state.legal_actions()
            if observe:
                state.observation(state.current_player())
            state.apply_action(actions[int(dice.random() * len(actions))])
        count += 100
        spent = time.process_time() - began
        if spent > seconds:
            return count / spent


def arena_speed(game: Game, seconds: float, observe: bool = False, fights: int = 256) -> float:
    """Decisions a second of an arena, without the time of the policy."""
    import numpy as np

    rng = np.random.default_rng(1)
    arena = Arena(game, fights)
    began = time.process_time()
    away = 0.0
    while True:
        batch = arena.batch()
        if observe:
            assert batch.units.shape[0] == batch.scalars.shape[0] == fights
        left = time.process_time()
        places = (rng.random(fights) * batch.counts).astype(int)
        away += time.process_time() - left
        arena.step(places)
        spent = time.process_time() - began - away
        if spent > seconds:
            return arena.decisions / spent


def together(name: str, seconds: float, cores: int, fights: int = 256) -> tuple[float, float]:
    """The arena in several processes, with observations: by processor time and by the clock.

    The time of all processes counts, also of this one, which passes answers on, but not the
    policy's. By the clock it needs idle cores.
    """
    import numpy as np

    rng = np.random.default_rng(1)
    before = of_children()
    with Arena(Game(name), fights, workers=cores) as arena:
        began, worked = time.perf_counter(), time.process_time()
        away = 0.0
        while time.perf_counter() - began < seconds:
            batch = arena.batch()
            assert batch.units.shape[0] == batch.scalars.shape[0] == fights
            left = time.perf_counter(), time.process_time()
            places = (rng.random(fights) * batch.counts).astype(int)
            away += time.perf_counter() - left[0]
            worked += time.process_time() - left[1]
            arena.step(places)
        spent = time.perf_counter() - began - away
        worked = time.process_time() - worked
        decisions = arena.decisions
    return decisions * cores / (of_children() - before + worked), decisions / spent


def of_children() -> float:
    """Processor time of the processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


COUNTED = ("apply", "observe", "players")
"""What is counted of an arena: everything between two calls of the policy."""
WARM, MEASURED, FIGHTS = 300, 40, 48
"""Decisions of each fight before the count begins, and in it, and how many fights."""


def play_counted(name: str) -> None:
    """The part under callgrind: first another method, which it does not see, plays on."""
    import numpy as np

    core = ArenaCore(Game(name).frame, FIGHTS, 1, True)
    rng = np.random.default_rng(1)
    gc.disable()
    for _ in range(WARM):
        for number, stepper in enumerate(core.steppers):
            stepper.apply_index(int(rng.integers(stepper.legal_count())))
            core.pass_over(stepper)
            if stepper.is_terminal():
                core.steppers[number] = core.fresh(number)
    for _ in range(MEASURED):
        counts = np.frombuffer(core.players(), dtype=np.int64).reshape(-1, 2)[:, 1]
        core.observe()
        core.apply((rng.random(FIGHTS) * counts).astype(int).tolist())


def instructions(name: str) -> int:
    """Instructions a decision of the arena with observations."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "counts")
        command = [
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-line=no"),
            *("--collect-atstart=no", "-q"),
            *(f"--toggle-collect=CPyPy_arena_core___ArenaCore___{part}*" for part in COUNTED),
            *(sys.executable, "-X", "frozen_modules=on", __file__, "--play", name),
        ]
        env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONMALLOC": "pymalloc"}
        subprocess.run(command, env=env, check=True)
        summary = re.search(r"^(?:summary|totals): (\d+)", out.read_text("utf-8", "replace"), re.M)
    assert summary is not None, "callgrind wrote no total"
    return round(int(summary[1]) / (FIGHTS * MEASURED))


def fight_speed(name: str, mapless: bool, seconds: float) -> float:
    """The same through `Fight`: list the options, push one."""
    setup = load_encounter(name)
    if mapless:
        setup = without_map(setup)
    dice = Random(1)
    count = 0
    seed = 0
    fight = Fight(setup, seed)
    began = time.process_time()
    while True:
        request = fight.request
        if request is None or fight.outcome is not None:
            seed += 1
            fight = Fight(setup, seed)
            continue
        if request.unit < 0 and request.point == 11:
            fight.push(default_answer(request))
            continue
        options = list(request.options)
        fight.push(options[int(dice.random() * len(options))])
        count += 1
        spent = time.process_time() - began
        if spent > seconds:
            return count / spent


def measure(seconds: float) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    gc.disable()
    for name, mapless in CASES:
        game = Game(name, mapless=mapless)
        env_speed(game, 0.2)
        found[f"{name}{' without a map' if mapless else ''}"] = {
            "decisions_per_s": round(env_speed(game, seconds)),
            "with_observations": round(env_speed(game, seconds, True)),
            "arena": round(arena_speed(game, seconds)),
            "arena_with_observations": round(arena_speed(game, seconds, True)),
            "through_fight": round(fight_speed(name, mapless, min(seconds, 1.0))),
        }
        gc.collect()
    gc.enable()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--instructions", action="store_true", help="count them, with callgrind")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play_counted(given.play)
        return
    print(build_info().kind)
    if given.instructions:
        for name in ("duel", "hall"):
            print(f"{name}: {instructions(name):,} instructions a decision", flush=True)
        return
    for name, row in measure(given.seconds).items():
        print(name, json.dumps(row))
    if given.cores > 1:
        for name in ("duel", "hall"):
            by_work, by_clock = together(name, given.seconds, given.cores)
            print(
                f"{name}, arena with {given.cores} workers: {by_work:.0f} decisions a second of "
                f"processor time, {by_clock:.0f} by the clock"
            )


if __name__ == "__main__":
    main()
