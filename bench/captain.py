"""Time of one decision of the captain, on every encounter: `python bench/captain.py`.

The captain decides the first turns of each fight and its first answers in the middle of an attack,
and is timed. The natural mind plays the rest. Times are CPU seconds, so other work on the machine
does not count.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.user_folder import known_names
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import Mind, make_mind

ROUNDS = 12


@dataclass
class Clocked:
    """A timed captain for the first decisions of each kind, and a natural mind for the rest."""

    captain: Mind
    natural: Mind
    most: int
    turns: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)

    def __call__(self, request: Request) -> Choice:
        kept = self.turns if request.point == TURN else self.answers
        if len(kept) >= self.most:
            return self.natural(request)
        began = time.process_time()
        choice = self.captain(request)
        kept.append(time.process_time() - began)
        return choice


def measure(name: str, mind: str, most: int) -> Clocked:
    setup = load_encounter(name)
    state = initial_state(setup)
    clocked = Clocked(make_mind(mind), make_mind("natural"), most)
    live = Live(Dice(1), [clocked] * (state.referee + 1))
    # The captain behind the clock wants to play on from the middle of a step.
    live.recalls = True
    Battle(state, rules_of(setup), live, None, ROUNDS).play()
    return clocked


def told(times: list[float]) -> str:
    if not times:
        return "none arose"
    return f"{sum(times) / len(times):.2f} s, at most {max(times):.2f} s ({len(times)})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the captain's decisions.")
    parser.add_argument("--mind", default="captain")
    parser.add_argument("-n", type=int, default=6, help="decisions of each kind and encounter")
    parser.add_argument("--only", default="", help="encounters, separated by commas")
    given = parser.parse_args()
    print(f"{given.mind}, {build_info().kind} build, CPU time")
    print("| encounter | a turn | in the middle of a blow |")
    print("|---|---|---|")
    longest = 0.0
    for name in given.only.split(",") if given.only else known_names("encounters"):
        found = measure(name, given.mind, given.n)
        longest = max([longest, *found.turns, *found.answers])
        print(f"| {name} | {told(found.turns)} | {told(found.answers)} |", flush=True)
    print(f"the longest of all: {longest:.2f} s")


if __name__ == "__main__":
    main()
