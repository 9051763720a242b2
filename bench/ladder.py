"""Which mind beats which: mirrored forces on the maps in `bench/ladder`, each fight from both ends.

    python bench/ladder.py soldier random -n 20
    python bench/ladder.py captain soldier -n 10 --seed 7

Fight number i of an encounter is played twice from the same seed with the minds changing places, so
that neither map nor order favours one of them. Prints a row for each encounter and one for all.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.engine.battle import Battle
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import Mind, make_mind

HERE = Path(__file__).with_name("ladder")
ENCOUNTERS = ("field", "pillars", "passage", "parties", "pack", "mages")
Z = 1.959964
ROUNDS = 60
"""A fight that lasts longer counts as undecided."""


@dataclass
class Row:
    """What came of some fights: for the first mind, for nobody, for the second."""

    name: str
    won: int = 0
    undecided: int = 0
    lost: int = 0
    turns: int = 0
    seconds: float = 0.0

    def add(self, other: Row) -> None:
        self.won += other.won
        self.undecided += other.undecided
        self.lost += other.lost
        self.turns += other.turns
        self.seconds += other.seconds

    @property
    def fights(self) -> int:
        return self.won + self.undecided + self.lost


def wilson(won: int, fights: int) -> tuple[float, float]:
    """The 95 % score interval of a share."""
    if fights == 0:
        return 0.0, 1.0
    share = won / fights
    scale = 1 + Z * Z / fights
    middle = (share + Z * Z / (2 * fights)) / scale
    half = Z / scale * sqrt(share * (1 - share) / fights + Z * Z / (4 * fights * fights))
    return middle - half, middle + half


def duel(name: str, one: str, other: str, first: int, fights: int, seed: int) -> Row:
    """So many pairs of fights of one encounter, each from both ends."""
    setup = load_encounter(str(HERE / f"{name}.yaml"))
    rules = rules_of(setup)
    start = initial_state(setup)
    row = Row(name)
    began = time.perf_counter()
    for number in range(first, first + fights):
        for end in (0, 1):
            ours, theirs, referee = make_mind(one, seed), make_mind(other, seed), make_mind()
            seats: Sequence[Mind] = [ours, theirs, referee] if end == 0 else [theirs, ours, referee]
            live = Live(Dice(substream(seed, number)), seats)
            battle = Battle(start.copy(), rules, live, None, ROUNDS)
            outcome = battle.play()
            row.turns += battle.turns
            if outcome.team < 0:
                row.undecided += 1
            elif outcome.team == end:
                row.won += 1
            else:
                row.lost += 1
    row.seconds = time.perf_counter() - began
    return row


def line(row: Row) -> str:
    """Won, undecided, lost; the share won of all, and its interval."""
    low, high = wilson(row.won, row.fights)
    share = 100 * row.won / row.fights
    return (
        f"{row.name:<12} {row.won:>5} {row.undecided:>5} {row.lost:>5}   "
        f"{share:5.1f} % ({100 * low:.1f} to {100 * high:.1f})   {row.seconds:7.1f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("-n", type=int, default=20, help="pairs of fights an encounter")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="encounters, with commas")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    names = given.only.split(",") if given.only else list(ENCOUNTERS)
    print(f"{given.one} against {given.other}, seed {given.seed}, {build_info().kind} build")
    print(f"{'encounter':<12} {'won':>5} {'draw':>5} {'lost':>5}   won of all (95 % interval)")
    total = Row("all")
    with ProcessPoolExecutor(given.workers) as pool:
        waiting = [
            pool.submit(duel, name, given.one, given.other, 0, given.n, given.seed)
            for name in names
        ]
        for done in waiting:
            row = done.result()
            total.add(row)
            print(line(row))
            sys.stdout.flush()
    print(line(total))


if __name__ == "__main__":
    main()
