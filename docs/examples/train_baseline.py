"""A small network that learns to beat the mind `simple`: PyTorch on one page.

    python docs/examples/train_baseline.py --save yard.pt
    python docs/examples/train_baseline.py --load yard.pt --rounds 0

The network is told what `simple` would do, and learns when to do something else. It plays both
sides of an encounter against `simple`, so `simple` itself wins one half. It learns by proximal
policy optimisation from an arena of 256 fights. An option is scored by what its factors point at:
the verb, the weapon, some fields of the acting unit and of the target, and who stands near the end
of the move.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from shieldwall.env import Game
from shieldwall.env.arena import Arena, Batch
from shieldwall.env.observations import SCALAR_WIDTH, UNIT_FIELDS
from shieldwall.sim.intervals import wilson

FIELD = {name: number for number, name in enumerate(UNIT_FIELDS)}
LOOKED_AT = [FIELD[name] for name in (
    "own", "friend", "foe", "hp", "hp_share", "ac", "damage", "reach", "range",
    "loaded", "prone", "acted", "mains", "moves", "beside", "active", "down",
)]  # fmt: skip
TRUST = 5.0
"""How much likelier what `simple` would do is at first, as a logarithm."""
FIGHTS, STEPS, EPOCHS, PART, DECAY, CLIP = 256, 32, 2, 4, 0.9, 0.2


class Policy(nn.Module):
    """The chance of every option, and the chance to win."""

    def __init__(self, game: Game, width: int = 32) -> None:
        super().__init__()
        self.columns = int(game.setup.grid.width)
        self.verb = nn.Embedding(game.factor_sizes["verb"], 8)
        self.weapon = nn.Embedding(game.factor_sizes["weapon"] + 1, 4)
        sides = 2 * len(LOOKED_AT) + SCALAR_WIDTH
        self.option = nn.Linear(8 + 4 + 2 * len(LOOKED_AT) + 5, width)
        self.sides = nn.Linear(sides, width)
        self.score = nn.Linear(width, 1)
        nn.init.zeros_(self.score.weight)
        self.trust = nn.Parameter(torch.tensor(TRUST))
        self.value = nn.Sequential(nn.Linear(sides, width), nn.ReLU(), nn.Linear(width, 1))

    def look(self, batch: Batch, advice: Any) -> dict[str, torch.Tensor]:
        """What it sees: a row for each option, and one for each fight."""
        units, factors, counts = batch.units[..., LOOKED_AT], batch.factors, batch.counts
        own, foe = (batch.units[..., FIELD[side]] > 0 for side in ("own", "foe"))
        stands = batch.units[..., FIELD["active"]] > 0
        fight = np.repeat(np.arange(len(counts)), counts)
        actor = units[fight, factors[:, 0]]
        target = units[fight, factors[:, 2]] * (factors[:, 2] >= 0)[:, None]
        where = np.zeros((len(fight), 5), np.float32)
        moves = np.flatnonzero(factors[:, 4] >= 0)
        end = factors[moves, 4]
        places = batch.units[..., [FIELD["x"], FIELD["y"]]][fight[moves]]
        ends = np.stack([end % self.columns, end // self.columns], 1)[:, None] / 20
        far = np.abs(places - ends).max(2)
        of_foes = np.where((foe & stands)[fight[moves]], far, 2.0)
        of_own = np.where((own & stands)[fight[moves]], far, 2.0)
        where[moves, 0] = 1
        where[moves, 1] = of_foes.min(1)
        where[moves, 2] = (of_foes < 0.06).sum(1) / 4
        where[moves, 3] = (of_foes < 0.31).sum(1) / 4
        where[moves, 4] = (of_own < 0.06).sum(1) / 4
        advised = np.zeros(len(fight), np.float32)
        advised[(batch.offsets + advice)[advice >= 0]] = 1
        sums = [(units * (side & stands)[..., None]).sum(1) / 4 for side in (own, foe)]
        return {
            "fight": torch.from_numpy(fight),
            "verb": torch.from_numpy(factors[:, 1]),
            "weapon": torch.from_numpy(factors[:, 3] + 1),
            "units": torch.from_numpy(np.concatenate([actor, target, where], 1)),
            "advised": torch.from_numpy(advised),
            "sides": torch.from_numpy(np.concatenate([*sums, batch.scalars], 1)),
        }

    def forward(self, seen: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithm of each option's chance, and the value of each fight from -1 to 1."""
        what = torch.cat([self.verb(seen["verb"]), self.weapon(seen["weapon"]), seen["units"]], 1)
        hidden = torch.tanh(self.option(what) + self.sides(seen["sides"])[seen["fight"]])
        scores = self.score(hidden)[:, 0] + self.trust * seen["advised"]
        total = torch.zeros(len(seen["sides"])).index_add(0, seen["fight"], scores.exp())
        return scores - total.log()[seen["fight"]], torch.tanh(self.value(seen["sides"])[:, 0])


class Player:
    """An arena, and the policy's answers in it."""

    def __init__(self, game: Game, policy: Policy, fights: int, seed: int, best: bool) -> None:
        self.arena = Arena(game, fights, seed, opponent="simple")
        self.policy, self.best = policy, best
        self.dice = np.random.default_rng(seed)

    def look(self) -> tuple[Batch, dict[str, torch.Tensor], torch.Tensor, torch.Tensor]:
        batch = self.arena.batch()
        seen = self.policy.look(batch, self.arena.advice("simple"))
        with torch.no_grad():
            return batch, seen, *self.policy(seen)

    def step(self) -> tuple[dict[str, torch.Tensor], Any, Any, Any, Any, Any]:
        """Answer in all fights: what it saw, its options' index and chance, value, reward, end."""
        batch, seen, chances, values = self.look()
        keys = chances.numpy()
        if not self.best:
            keys = keys + self.dice.gumbel(size=len(keys))
        order = np.lexsort((keys, seen["fight"].numpy()))
        chosen = order[batch.offsets + batch.counts - 1]
        over, returns = self.arena.step(chosen - batch.offsets)
        reward, ended = np.zeros(len(chosen), np.float32), np.zeros(len(chosen), bool)
        reward[over], ended[over] = returns[np.arange(len(over)), over % 2], True
        return seen, chosen, chances[chosen], values.numpy(), reward, ended


def learn(policy: Policy, learner: Any, player: Player) -> tuple[int, int]:
    """Play some steps, and learn from them; how many fights ended, and how many were won."""
    played = [player.step() for _ in range(STEPS)]
    after = player.look()[3].numpy()
    worth = np.zeros((STEPS, len(after)), np.float32)
    better = np.zeros(len(after), np.float32)
    for step in reversed(range(STEPS)):
        _, _, _, values, reward, ended = played[step]
        change = reward + np.where(ended, 0, after) - values
        better = change + DECAY * np.where(ended, 0, better)
        worth[step], after = better, values
    spread = worth.std()
    for epoch in range(EPOCHS):
        for part in np.random.default_rng(epoch).permutation(STEPS).reshape(-1, PART):
            loss = torch.zeros(())
            for step in part:
                seen, chosen, before, values, _, _ = played[step]
                chances, now = policy(seen)
                gain = torch.from_numpy(worth[step])
                ratio = (chances[chosen] - before).exp()
                kept = ratio.clamp(1 - CLIP, 1 + CLIP)
                loss = loss - torch.minimum(ratio * gain, kept * gain).mean() / spread
                loss = loss + 2 * ((now - torch.from_numpy(values) - gain) ** 2).mean()
            learner.zero_grad()
            (loss / PART).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            learner.step()
    ended = np.array([step[5] for step in played])
    return int(ended.sum()), int((np.array([step[4] for step in played])[ended] > 0).sum())


def train(game: Game, policy: Policy, rounds: int, rate: float, seed: int) -> None:
    learner = torch.optim.Adam(policy.parameters(), rate)
    player = Player(game, policy, FIGHTS, seed, False)
    began, ended, won = time.process_time(), 0, 0
    for number in range(1, rounds + 1):
        learner.param_groups[0]["lr"] = rate * (1 - (number - 1) / rounds)
        more = learn(policy, learner, player)
        ended, won = ended + more[0], won + more[1]
        if number % 20 == 0:
            seconds = time.process_time() - began
            print(f"{number:4} rounds, {seconds:4.0f} s, won {100 * won / ended:.1f} % of {ended}")
            ended, won = 0, 0


def test(game: Game, policy: Policy, fights: int, seed: int) -> None:
    """New fights, as many in each place of the arena, so as many from either side."""
    player = Player(game, policy, min(200, fights), seed + 1_000_000, True)
    most = fights // player.arena.fights
    played = np.zeros(player.arena.fights, int)
    won = 0
    while played.min() < most:
        *_, reward, ended = player.step()
        won += int(((reward > 0) & ended & (played < most)).sum())
        played += ended
    low, high = wilson(won, most * len(played))
    share = won / (most * len(played))
    print(
        f"wins {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {most * len(played)} "
        "new fights against simple"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encounter", default="yard")
    parser.add_argument("--rounds", type=int, default=120, help="of 8192 decisions; 0 to only test")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=4000, help="fights")
    parser.add_argument("--save", default="")
    parser.add_argument("--load", default="")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = Game(given.encounter, mapless=True, rounds=30)
    policy = Policy(game)
    if given.load:
        policy.load_state_dict(torch.load(given.load))
    if given.rounds:
        train(game, policy, given.rounds, given.rate, given.seed)
    if given.save:
        torch.save(policy.state_dict(), given.save)
    if given.test:
        test(game, policy, given.test, given.seed)


if __name__ == "__main__":
    main()
