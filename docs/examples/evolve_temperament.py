"""Breed a temperament that beats `simple`, in a few minutes and without any library.

    python docs/examples/evolve_temperament.py
    python docs/examples/evolve_temperament.py --encounter hall --generations 12

A temperament is a row of a dozen numbers (docs/minds.md). The cross-entropy method draws rows, lets
each fight `simple` from both sides of an encounter, and draws the next rows around the best
quarter. Both sides use the same dice, so `simple` itself would score one half. The last line is the
result's share of victories in new fights.
"""

from __future__ import annotations

import argparse
import random
import time

from shieldwall.content import load_encounter
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.setup import Setup, leave_to_minds
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import Mind, make_mind
from shieldwall.minds.mind import Natural
from shieldwall.minds.temperament import Answering, Helping, Temperament
from shieldwall.sim.intervals import wilson

GENES = {
    "harm": (0, 200), "finish": (0, 1500), "threat": (0, 200), "soft": (0, 800), "weak": (0, 800),
    "gang": (0, 400), "near": (0, 100), "crowd": (0, 300), "dodges": (0, 80),
}  # fmt: skip
ROUNDS = 60


def temperament(row: dict[str, int]) -> Temperament:
    helping, answering = Helping(screens=True, swarms=True, tends=True), Answering(snaps=True)
    made = Temperament("bred", "fights as it was bred", helping=helping, answering=answering)
    for gene, value in row.items():
        setattr(made, gene, value)
    return made


class Pit:
    """Fights of one encounter between a row and a mind, each played from both sides."""

    def __init__(self, setup: Setup, rival: str) -> None:
        self.start = leave_to_minds(initial_state(setup))
        self.rules = rules_of(setup)
        self.rival = rival
        self.teams = [side.team for side in setup.sides]

    def wins(self, row: dict[str, int], first: int, pairs: int, seed: int) -> tuple[int, int]:
        """Fights won and played."""
        won = 0
        for number in range(first, first + pairs):
            for end in (0, 1):
                bred = Natural("bred", temperament(row))
                seats: list[Mind] = []
                for seat in range(self.start.referee + 1):
                    ours = seat < len(self.teams) and self.teams[seat] == self.teams[end]
                    seats.append(bred if ours else make_mind(self.rival))
                live = Live(Dice(substream(seed, number)), seats)
                outcome = Battle(self.start.copy(), self.rules, live, None, ROUNDS).play()
                won += outcome.team == self.teams[end]
        return won, 2 * pairs


def breed(pit: Pit, given: argparse.Namespace) -> dict[str, int]:
    dice = random.Random(given.seed)
    middle = {gene: (low + high) / 2 for gene, (low, high) in GENES.items()}
    spread = {gene: (high - low) / 3 for gene, (low, high) in GENES.items()}
    began = time.perf_counter()
    for generation in range(given.generations):
        rows = []
        for _ in range(given.rows):
            drawn = {gene: dice.gauss(middle[gene], spread[gene]) for gene in GENES}
            rows.append({g: int(min(max(v, GENES[g][0]), GENES[g][1])) for g, v in drawn.items()})
        # Every row of a generation gets the same dice.
        first = 1000 * generation
        scored = [(pit.wins(row, first, given.pairs, given.seed)[0], row) for row in rows]
        scored.sort(key=lambda pair: -pair[0])
        best = [row for _, row in scored[: max(2, given.rows // 4)]]
        for gene in GENES:
            values = [row[gene] for row in best]
            middle[gene] = sum(values) / len(values)
            square = sum((value - middle[gene]) ** 2 for value in values) / len(values)
            spread[gene] = max(square**0.5, (GENES[gene][1] - GENES[gene][0]) / 30)
        share = sum(won for won, _ in scored) / (len(scored) * 2 * given.pairs)
        seconds = time.perf_counter() - began
        print(f"generation {generation + 1}: {100 * share:.1f} % on average, {seconds:.0f} s")
    return {gene: round(value) for gene, value in middle.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounter", default="yard")
    parser.add_argument("--rival", default="simple")
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--test", type=int, default=1000, help="pairs of fresh fights at the end")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    pit = Pit(load_encounter(given.encounter), given.rival)
    row = breed(pit, given)
    print(", ".join(f"{gene} {value}" for gene, value in row.items()))
    won, played = pit.wins(row, 1_000_000, given.test, given.seed)
    low, high = wilson(won, played)
    print(
        f"against {given.rival}, {played} fresh fights: wins {100 * won / played:.1f} % "
        f"({100 * low:.1f} to {100 * high:.1f})"
    )


if __name__ == "__main__":
    main()
