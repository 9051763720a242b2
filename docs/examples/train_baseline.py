"""A policy that learns to win a duel only by playing it: REINFORCE in numpy, one page.

    python docs/examples/train_baseline.py --fights 4000 --save duel.npz
    python docs/examples/train_baseline.py --load duel.npz --fights 0 --test 400

It plays both sides of the encounter in turn against a mind (`simple`), so the mind scores one half
against itself. The score of an option is linear: a weight for each pair of verb and weapon times
the side's view of itself and its foe, and a few weights for the end of a move.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from shieldwall.env import Game, State
from shieldwall.env.observations import UNIT_FIELDS
from shieldwall.minds import make_mind
from shieldwall.sim.intervals import wilson

FIELD = {name: number for number, name in enumerate(UNIT_FIELDS)}
CONTEXT, MOVES = 5, 3


class Policy:
    """Weights, the gradient collected so far, and the steps taken with it (Adam)."""

    def __init__(self, game: Game) -> None:
        sizes = game.factor_sizes
        self.width = int(game.setup.grid.width)
        self.weights = {
            "what": np.zeros((sizes["verb"], sizes["weapon"] + 1, CONTEXT)),
            "where": np.zeros((2, MOVES)),
        }
        self.moments = {name: [0.0 * w, 0.0 * w] for name, w in self.weights.items()}
        self.steps = 0

    def look(self, state: State, player: int) -> tuple[np.ndarray, ...]:
        """Verb, weapon and move of each option, and their context."""
        units = state.observation(player)["units"]
        own = units[units[:, FIELD["own"]] > 0][0]
        foes = units[(units[:, FIELD["foe"]] > 0) & (units[:, FIELD["active"]] > 0)]
        foe = foes[0] if len(foes) else own
        beside = foe[FIELD["beside"]]
        share = FIELD["hp_share"]
        context = np.array([1.0, own[share], foe[share], beside, own[FIELD["moves"]]])
        options = np.array(state.factored_actions())
        squares = options[:, 4]
        there = np.stack([squares % self.width, squares // self.width], axis=1)
        here = 20 * foe[[FIELD["x"], FIELD["y"]]]
        away = np.abs(there - here).max(axis=1) / 10
        named = squares >= 0
        moves = np.stack([named * away, named * (away <= 0.11), named * (options[:, 2] >= 0)], 1)
        return options[:, 1], options[:, 3] + 1, moves, context, np.array(int(beside > 0))

    def chances(self, looked: tuple[np.ndarray, ...]) -> np.ndarray:
        verbs, weapons, moves, context, beside = looked
        scores = self.weights["what"][verbs, weapons] @ context
        scores = scores + moves @ self.weights["where"][int(beside)]
        scores = np.exp(scores - scores.max())
        return np.asarray(scores / scores.sum())

    def learn(self, played: list[tuple[tuple[np.ndarray, ...], int, float]], rate: float) -> None:
        """Make good decisions more likely and bad ones less likely."""
        slope = {name: 0.0 * w for name, w in self.weights.items()}
        for looked, chosen, worth in played:
            verbs, weapons, moves, context, beside = looked
            push = -self.chances(looked)
            push[chosen] += 1.0
            push *= worth / len(played)
            np.add.at(slope["what"], (verbs, weapons), push[:, None] * context)
            slope["where"][int(beside)] += push @ moves
        self.steps += 1
        for name, weights in self.weights.items():
            first, second = self.moments[name]
            first += 0.1 * (slope[name] - first)
            second += 0.01 * (slope[name] ** 2 - second)
            scale = np.sqrt(second / (1 - 0.99**self.steps)) + 1e-8
            weights += rate * (first / (1 - 0.9**self.steps)) / scale


def fight(
    game: Game, policy: Policy, mind: str, seed: int, best: bool, dice: np.random.Generator
) -> tuple[float, float, list[tuple[tuple[np.ndarray, ...], int]]]:
    """One fight: its result, including HP, and every decision of the policy."""
    player = seed % 2
    state = game.new_initial_state(seed // 2)
    other = make_mind(mind, seed)
    decisions = []
    while not state.is_terminal():
        if state.current_player() != player:
            state.apply_choice(other(state.request()))
            continue
        looked = policy.look(state, player)
        chances = policy.chances(looked)
        chosen = int(chances.argmax() if best else dice.choice(len(chances), p=chances))
        decisions.append((looked, chosen))
        state.apply_index(chosen)
    units = state.observation(player)["units"]
    left = units[:, FIELD["hp_share"]].clip(0)
    own = left[units[:, FIELD["own"]] > 0].mean()
    foes = left[units[:, FIELD["foe"]] > 0].mean()
    won = state.returns()[player]
    return won, won + float(own - foes), decisions


def train(game: Game, policy: Policy, given: argparse.Namespace) -> None:
    dice = np.random.default_rng(given.seed)
    began = time.perf_counter()
    usual = [0.0, 0.0]
    for first in range(0, given.fights, given.batch):
        played: list[Any] = []
        won = 0
        for number in range(first, first + given.batch):
            result, worth, decisions = fight(game, policy, given.mind, number, False, dice)
            side = number % 2
            played += [(looked, chosen, worth - usual[side]) for looked, chosen in decisions]
            usual[side] += 0.02 * (worth - usual[side])
            won += result > 0
        policy.learn(played, given.rate)
        if first // given.batch % 10 == 0:
            seconds = time.perf_counter() - began
            print(f"{first + given.batch:6} fights, {seconds:5.0f} s, won {won}/{given.batch}")


def test(game: Game, policy: Policy, given: argparse.Namespace) -> None:
    """New fights, from both sides, and the same fights with the mind against itself."""
    dice = np.random.default_rng(0)
    first = 1_000_000
    won = 0
    for number in range(first, first + given.test):
        won += fight(game, policy, given.mind, number, True, dice)[0] > 0
    low, high = wilson(won, given.test)
    print(f"wins {100 * won / given.test:.1f} % ({100 * low:.1f} to {100 * high:.1f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounter", default="duel")
    parser.add_argument("--mind", default="simple", help="whom it learns against")
    parser.add_argument("--fights", type=int, default=4000, help="0 to learn no more")
    parser.add_argument("--batch", type=int, default=20)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=400)
    parser.add_argument("--save", default="")
    parser.add_argument("--load", default="")
    given = parser.parse_args()
    game = Game(given.encounter, mapless=True, rounds=20, turn_limit=8)
    policy = Policy(game)
    if given.load:
        policy.weights = dict(np.load(given.load))
    train(game, policy, given)
    if given.save:
        np.savez(given.save, what=policy.weights["what"], where=policy.weights["where"])
    if given.test:
        test(game, policy, given)


if __name__ == "__main__":
    main()
