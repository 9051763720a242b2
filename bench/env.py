"""Decisions a second for a Python program that uses `shieldwall.env`.

    python bench/env.py [--seconds 3] [--cores 2]
    python bench/env.py --instructions        instructions a decision, by callgrind

One decision is: list the legal actions, choose one at random, apply it, ask whose turn it is. With
`with_observations` the arrays of the deciding player are made too. The arena plays many fights at
once; its policy chooses at random for all of them, and its time is not counted. It is measured once
as many fights have ended as it plays: at the start of a fight, with everybody standing, a decision
costs several times what it does on average. Measured by processor time on one core; `--cores 2`
adds the arena in two processes side by side. A clock depends on what else the machine does; the
number of instructions does not.
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
from multiprocessing import active_children
from pathlib import Path
from random import Random

import numpy as np

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.env import Game
from shieldwall.env.arena import Arena
from shieldwall.env.arena_core import ArenaCore
from shieldwall.fight import Fight
from shieldwall.minds.gm_mind import default_answer

CASES = (
    *(("duel", False), ("duel", True), ("hall", False), ("hall", True)),
    *(("crypt", False), ("crypt", True)),
)


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
    rng = np.random.default_rng(1)
    arena = Arena(game, fights)
    mix(arena, rng)
    before = arena.decisions
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
            return (arena.decisions - before) / spent


def mix(arena: Arena, rng: np.random.Generator) -> None:
    """Play until the fights are at all their stages, as they are in a long run."""
    while arena.finished < arena.fights:
        arena.step((rng.random(arena.fights) * arena.batch().counts).astype(int))


def together(
    game: Game, seconds: float, cores: int, observe: bool, fights: int = 256
) -> tuple[float, float]:
    """The arena in several processes: decisions a second of processor time, and by the clock.

    The time of all processes counts, also of this one, which passes answers on, but not the
    policy's. By the clock it needs idle cores.
    """
    rng = np.random.default_rng(1)
    with Arena(game, fights, workers=cores) as arena:
        mix(arena, rng)
        workers = [child.pid for child in active_children()]
        before = arena.decisions
        began, worked = time.perf_counter(), time.process_time()
        others = sum(map(processor_time, workers))
        away = 0.0
        while time.perf_counter() - began < seconds:
            batch = arena.batch()
            if observe:
                assert batch.units.shape[0] == batch.scalars.shape[0] == fights
            left = time.perf_counter(), time.process_time()
            places = (rng.random(fights) * batch.counts).astype(int)
            away += time.perf_counter() - left[0]
            worked += time.process_time() - left[1]
            arena.step(places)
        spent = time.perf_counter() - began - away
        worked = time.process_time() - worked
        others = sum(map(processor_time, workers)) - others
        decisions = arena.decisions - before
    return decisions * cores / (others + worked), decisions / spent


def processor_time(process: int | None) -> float:
    """Seconds of a running process (Linux only)."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


COUNTED = {
    "state": ("stepper___Stepper", ("legal_actions", "apply_action", "current_player")),
    "arena": ("arena_core___ArenaCore", ("apply", "players")),
    "arena with observations": ("arena_core___ArenaCore", ("apply", "players", "observe")),
}
"""What is counted: everything between two choices of the policy."""
WARM, MEASURED, FIGHTS = 900, 40, 48
"""Decisions of the last fight before the count begins (the first has made few), and of each fight
in it, and how many fights."""


def play_counted(game: Game, what: str) -> None:
    """The part under callgrind: first other methods, which it does not see, play on."""
    rng = np.random.default_rng(1)
    gc.disable()
    if what == "state":
        play_states(game, rng)
        return
    core = ArenaCore(game.frame, FIGHTS, 1, True)
    for number in range(FIGHTS):
        stepper = core.steppers[number]
        for _ in range(WARM * (number + 1) // FIGHTS):
            stepper.apply_index(int(rng.integers(stepper.legal_count())))
            core.pass_over(stepper, number)
            if stepper.is_terminal():
                stepper = core.steppers[number] = core.fresh(number)
    for _ in range(MEASURED):
        counts = np.frombuffer(core.players(), dtype=np.int64).reshape(-1, 2)[:, 1]
        if what != "arena":
            core.observe()
        core.apply((rng.random(FIGHTS) * counts).astype(int).tolist())


def play_states(game: Game, rng: np.random.Generator) -> None:
    """The same decisions, one fight after another."""
    for number in range(FIGHTS):
        state = game.new_initial_state(number)
        for _ in range(WARM * (number + 1) // FIGHTS):
            state.apply_index(int(rng.integers(state.legal_count())))
            if state.is_terminal():
                state = game.new_initial_state(FIGHTS + number)
        for _ in range(MEASURED):
            if state.is_terminal():
                state = game.new_initial_state(2 * FIGHTS + number)
            actions = state.legal_actions()
            assert state.current_player() >= 0
            state.apply_action(actions[int(rng.integers(len(actions)))])


def instructions(name: str, mapless: bool, what: str) -> int:
    """Instructions a decision."""
    owner, parts = COUNTED[what]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "counts")
        command = [
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-line=no"),
            *("--collect-atstart=no", "-q"),
            *(f"--toggle-collect=CPyPy_{owner}___{part}" for part in parts),
            *(sys.executable, "-X", "frozen_modules=on", __file__, "--play", what),
            *("--only", name),
            *(["--mapless"] if mapless else []),
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


def title(name: str, mapless: bool) -> str:
    return f"{name} without a map" if mapless else name


def measure(cases: list[tuple[str, bool]], seconds: float) -> None:
    gc.disable()
    for name, mapless in cases:
        game = Game(name, mapless=mapless)
        env_speed(game, 0.2)
        row = {
            "decisions_per_s": round(env_speed(game, seconds)),
            "with_observations": round(env_speed(game, seconds, True)),
            "arena": round(arena_speed(game, seconds)),
            "arena_with_observations": round(arena_speed(game, seconds, True)),
            "through_fight": round(fight_speed(name, mapless, min(seconds, 1.0))),
        }
        print(title(name, mapless), json.dumps(row), flush=True)
        gc.collect()
    gc.enable()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--instructions", action="store_true", help="count them, with callgrind")
    parser.add_argument("--only", default="", help="one encounter")
    parser.add_argument("--mapless", action="store_true", help="only without a map")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play_counted(Game(given.only, mapless=given.mapless), given.play)
        return
    cases = [
        (name, mapless)
        for name, mapless in CASES
        if given.only in ("", name) and mapless >= given.mapless
    ]
    print(build_info().kind)
    if given.instructions:
        for name, mapless in cases:
            counts = [f"{what} {instructions(name, mapless, what):,}" for what in COUNTED]
            print(f"{title(name, mapless)}, instructions: {', '.join(counts)}", flush=True)
        return
    measure(cases, given.seconds)
    if given.cores > 1:
        for name, mapless in cases:
            for observe in (False, True):
                game = Game(name, mapless=mapless)
                by_work, by_clock = together(game, given.seconds, given.cores, observe)
                print(
                    f"{title(name, mapless)}, arena with {given.cores} workers"
                    f"{' and observations' if observe else ''}: {by_work:,.0f} decisions a "
                    f"second of processor time, {by_clock:,.0f} by the clock",
                    flush=True,
                )


if __name__ == "__main__":
    main()
