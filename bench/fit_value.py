"""Fit the weights that the captain uses to judge a position: `python bench/fit_value.py -n 40`.

Soldiers play every shipped encounter, and the mirrored ones of the ladder, from many starts (each
unit with a random part of its hit points, luck and spells). At the end of each round the two teams
are compared (`comparisons` in `minds/look_ahead/fight_value.py`); the weights of a logistic
function are fitted to the results of these fights. A quarter of the fights is kept to test them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from math import exp, log
from pathlib import Path

from shieldwall.content.user_folder import known_names
from shieldwall.engine.battle import Battle
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import make_mind
from shieldwall.minds.look_ahead import fight_value

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import ladder

Row = tuple[tuple[float, ...], float]
ROUNDS = 30
LEAST = (25, 45, 70, 100)
"""The least percentage of its hit points that a unit of a team starts with, one for each fight."""
FORGOTTEN = 0.4
"""The share of spells forgotten at the start, in books where each is cast once."""
RIDGE = 1e-3
"""Regularisation: keeps the weights of similar comparisons from growing in opposite directions."""


def played(name: str, shipped: bool, chance: random.Random) -> list[Row]:
    """The comparisons at the end of each round of one fight, and who won it."""
    setup = ladder.encounter(name, shipped)
    state = initial_state(setup)
    team = int(state.sides[0].team)
    least = {int(side.team): chance.choice(LEAST) for side in state.sides}
    for unit in state.units:
        part = chance.randint(least[int(state.sides[unit.side].team)], 100)
        unit.hp = max(1, int(unit.sheet.hp) * part // 100)
        unit.luck = chance.randint(0, int(unit.luck))
        if unit.casts:
            unit.casts = chance.randint(0, int(unit.casts))
        else:
            for number in range(len(unit.sheet.spells)):
                unit.forgotten |= (chance.random() < FORGOTTEN) << number
    minds = [make_mind("soldier") for _ in range(state.referee + 1)]
    live = Live(Dice(chance.getrandbits(60)), minds)
    battle = Battle(state, rules_of(setup), live, None, ROUNDS)
    seen: list[tuple[float, ...]] = []
    number = 0
    while battle.state.outcome is None:
        if battle.state.clock.round > number:
            number = battle.state.clock.round
            ours, theirs = fight_value.Team(), fight_value.Team()
            fight_value.count(battle.state, team, ours, theirs)
            if ours.standing and theirs.standing:
                seen.append(tuple(fight_value.comparisons(ours, theirs)))
        battle.step()
    winner = battle.state.outcome.team
    won = 0.5 if winner < 0 else float(winner == team)
    return [(row, won) for row in seen]


def chance_of(weights: list[float], row: tuple[float, ...]) -> float:
    total = sum(w * x for w, x in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for place in range(size):
        best = max(range(place, size), key=lambda at: abs(rows[at][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for other in range(size):
            if other != place:
                factor = rows[other][place] / rows[place][place]
                for column in range(place, size + 1):
                    rows[other][column] -= factor * rows[place][column]
    return [rows[place][size] / rows[place][place] for place in range(size)]


def fitted(rows: list[Row]) -> list[float]:
    """The maximum-likelihood weights, by Newton's method."""
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(8):
        slope = [RIDGE * len(rows) * w for w in weights]
        curve = [[RIDGE * len(rows) * (i == j) for j in range(size)] for i in range(size)]
        for row, won in rows:
            chance = chance_of(weights, row)
            for i in range(size):
                slope[i] += (chance - won) * row[i]
                for j in range(size):
                    curve[i][j] += chance * (1 - chance) * row[i] * row[j]
        step = solved(curve, slope)
        weights = [w - s for w, s in zip(weights, step, strict=True)]
    return weights


def judged(weights: list[float], rows: list[Row]) -> tuple[float, float]:
    """Mean log loss and mean squared error."""
    loss = square = 0.0
    for row, won in rows:
        chance = min(0.999, max(0.001, chance_of(weights, row)))
        loss -= won * log(chance) + (1 - won) * log(1 - chance)
        square += (chance - won) ** 2
    return loss / len(rows), square / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("-n", type=int, default=40, help="fights an encounter")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    names = [(name, True) for name in known_names("encounters")]
    names += [(name, False) for name in ladder.ENCOUNTERS]
    train: list[Row] = []
    kept: list[Row] = []
    began = time.process_time()
    for number in range(given.n):
        for name, shipped in names:
            (kept if number % 4 == 3 else train).extend(played(name, shipped, chance))
    print(f"{len(train)} and {len(kept)} positions, {time.process_time() - began:.0f} s CPU")
    weights = fitted(train)
    print("weights:", ", ".join(f"{w:.2f}" for w in weights))
    found = ("with these", weights), ("in use", list(fight_value.WEIGHTS))
    for words, which in found:
        loss, square = judged(which, kept)
        print(f"{words}: log loss {loss:.4f}, squared error {square:.4f} on the test fights")


if __name__ == "__main__":
    main()
