"""What the positions of a duel are worth, swept from the end.

Hit points never rise, so positions with other hit points follow from those with fewer. Rounds
without harm lead back to the same hit points: there the sweep is repeated, each time with a round
more to go, until it changes nothing or LIMIT rounds without harm are counted. Values are whole
numbers of 2^-50, rounded down and up at every die, so that the true value lies between the two,
proved.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.points import TURN
from shieldwall.engine.state.setup import MOST_ROUNDS
from shieldwall.odds.duel_game import Game
from shieldwall.odds.duel_step import End, Unplayable
from shieldwall.odds.mixed_strategies import best_mix, both_mixed, turned, worst_reply
from shieldwall.odds.tree_parts import CHOICE, LEAF, Node

ONE: Final = 1 << 50
"""Certainty."""
HALF: Final = 1 << 49
SLACK: Final = 1 << 14
"""Differences up to this are rounding, not advice: 10^-11."""
LIMIT: Final = MOST_ROUNDS
"""So many rounds in a row without harm count as undecided, the round of the last harm included."""

BEST: Final = -1
"""In the place of a mind: best play."""


class LeftDuel(Unplayable):
    """A mind wants to do what the duel does not know."""

    def __init__(self, mind: int, verb: str) -> None:
        super().__init__(verb)
        self.mind = mind
        self.verb = verb


class Worth:
    """Bounds of a value, and the chances to win and to lose."""

    def __init__(self, low: i64, high: i64, wins: i64, losses: i64) -> None:
        self.low: i64 = low
        self.high: i64 = high
        self.wins: i64 = wins
        self.losses: i64 = losses

    def is_like(self, other: Worth) -> bool:
        return (
            self.low == other.low
            and self.high == other.high
            and self.wins == other.wins
            and self.losses == other.losses
        )


class Sweep:
    """The positions of one pair of hit point totals, which lead to each other without harm."""

    def __init__(self, hp: i64, there: i64) -> None:
        self.hp: i64 = hp
        self.there: i64 = there
        self.heads: list[int] = []
        """The rests with which a round begins."""
        self.later: dict[int, Worth] = {}
        """By head: what it is worth with a round less to go."""
        self.now: dict[int, Worth | None] = {}
        """By rest: what it is worth; None while that is being worked out."""
        self.pass_: i64 = 0
        """The number of the pass under way; parts of trees keep what they are worth in it."""


class Values:
    """What positions are worth to the first duellist, by how both of them play.

    A value is the chance to win and half the chance that nobody does.
    """

    def __init__(self, game: Game, mind: int, mind_there: int) -> None:
        self.game = game
        self.ends = game.work.ends
        self.mind = mind
        self.mind_there = mind_there
        self.sweeps: list[Sweep | None] = [None] * ((game.hp + 1) * game.height)
        """By hit points."""
        self.widest: i64 = 0
        """The greatest distance between the bounds of a value."""

    def solve(self, rest: int, hp: i64) -> None:
        """Work out all totals of the second for one of the first; in order, from the lowest."""
        there: i64 = 1
        while there <= self.game.hp_there:
            self.position(rest, hp, there)
            there += 1

    def is_known(self, rest: int, hp: int, there: int) -> bool:
        sweep = self.sweeps[hp * self.game.height + there]
        return sweep is not None and sweep.now.get(rest) is not None

    def positions(self) -> int:
        """How many were worked out."""
        return sum([0 if sweep is None else len(sweep.now) for sweep in self.sweeps])

    def bounds(self) -> list[tuple[int, int]]:
        """Of all positions that were worked out."""
        found: list[tuple[int, int]] = []
        for sweep in self.sweeps:
            if sweep is not None:
                for worth in sweep.now.values():
                    if worth is not None:
                        found.append((int(worth.low), int(worth.high)))
        return found

    def position(self, rest: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """Bounds of the value, and the chances to win and to lose."""
        sweep = self.sweep(hp, there)
        found = sweep.now.get(rest)
        if found is not None:
            return found.low, found.high, found.wins, found.losses
        low, high, wins, losses = self.settled(self.game.tree(rest, hp, there), hp, there)
        sweep.now[rest] = Worth(low, high, wins, losses)
        if high - low > self.widest:
            self.widest = high - low
        return low, high, wins, losses

    def sweep(self, hp: i64, there: i64) -> Sweep:
        place = hp * self.game.height + there
        found = self.sweeps[place]
        if found is None:
            found = Sweep(hp, there)
            found.pass_ = self.game.next_pass()
            self.sweeps[place] = found
        return found

    def settled(self, node: Node, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """What a part of a tree is worth with these hit points, all rounds counted."""
        sweep = self.sweep(hp, there)
        while True:
            known = len(sweep.heads)
            low, high, wins, losses = self.worth(node, sweep)
            if len(sweep.heads) == known:
                return low, high, wins, losses
            self.repeat(sweep)

    def repeat(self, sweep: Sweep) -> None:
        """Work out the rounds without harm, from one that is the last to LIMIT of them."""
        for head in sweep.heads:
            sweep.later[head] = undecided()
        self.begin_pass(sweep)
        number = 0
        # One node can uncover others.
        while number < len(sweep.heads):
            self.within(sweep.heads[number], sweep)
            number += 1
        count = 1
        while self.has_changed(sweep) and count < LIMIT - 1:
            self.begin_pass(sweep)
            for head in sweep.heads:
                self.within(head, sweep)
            count += 1
        self.begin_pass(sweep)

    def begin_pass(self, sweep: Sweep) -> None:
        """Forget what follows from how the next round was valued before."""
        sweep.now = {}
        sweep.pass_ = self.game.next_pass()

    def has_changed(self, sweep: Sweep) -> bool:
        """Whether another round made a difference; what it came to is `later` from then on."""
        changed = False
        for head in sweep.heads:
            found = sweep.now[head]
            assert found is not None
            if not found.is_like(sweep.later[head]):
                changed = True
                sweep.later[head] = found
        return changed

    def within(self, rest: i64, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        """A position of the same round."""
        if rest in sweep.now:
            found = sweep.now[rest]
            if found is None:
                raise Unplayable("a position of the duel comes back to itself")
            return found.low, found.high, found.wins, found.losses
        sweep.now[rest] = None
        tree = self.game.tree(rest, sweep.hp, sweep.there)
        low, high, wins, losses = self.worth(tree, sweep)
        sweep.now[rest] = Worth(low, high, wins, losses)
        return low, high, wins, losses

    def in_next_round(self, rest: i64, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        found = sweep.later.get(rest)
        if found is None:
            found = undecided()
            sweep.heads.append(rest)
            sweep.later[rest] = found
        return found.low, found.high, found.wins, found.losses

    def worth(self, node: Node, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        """Of a part of a tree; equal parts are one, and each is looked into once in a pass."""
        if node.pass_ == sweep.pass_:
            return node.low, node.high, node.wins, node.losses
        low: i64 = 0
        high: i64 = 0
        wins: i64 = 0
        losses: i64 = 0
        if node.kind == LEAF:
            low, high, wins, losses = self.worth_of_end(self.ends[node.leaf], sweep)
        elif node.kind == CHOICE:
            low, high, wins, losses = self.chosen(node, sweep)
        else:
            number = 0
            ways = node.ways
            weights = node.weights
            total: i64 = node.total
            while number < len(ways):
                weight: i64 = weights[number]
                one, other, won, lost = self.worth(ways[number], sweep)
                low += weight * one
                high += weight * other
                wins += weight * won
                losses += weight * lost
                number += 1
            low //= total
            high = (high + total - 1) // total
            wins //= total
            losses //= total
        node.pass_ = sweep.pass_
        node.low = low
        node.high = high
        node.wins = wins
        node.losses = losses
        return low, high, wins, losses

    def worth_of_end(self, end: End, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        if end.rest < 0:
            if end.winner == 0:
                return ONE, ONE, ONE, 0
            if end.winner == 1:
                return 0, 0, 0, ONE
            return HALF, HALF, 0, 0
        if end.lost or end.lost_there:
            return self.position(end.rest, sweep.hp - end.lost, sweep.there - end.lost_there)
        if end.later:
            return self.in_next_round(end.rest, sweep)
        return self.within(end.rest, sweep)

    def chosen(self, node: Node, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        mind = self.mind if node.unit == 0 else self.mind_there
        if node.together and self.mind == BEST and self.mind_there == BEST:
            return self.both_chosen(node, sweep)
        if mind != BEST:
            answer = node.said[mind]
            if answer < 0:
                raise LeftDuel(mind, "something else")
            return self.worth(node.ways[answer], sweep)
        return self.best(node, sweep)

    def both_chosen(self, node: Node, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        """Both answer one moment, neither knowing the other's answer: perhaps by chance.

        Whatever mix of answers one plays, it gets at least what the worst reply leaves it. So the
        best mixes that are found give bounds, whether or not they are the best there are.
        """
        columns = 0
        for way in node.ways:
            if way.kind == CHOICE and way.unit != node.unit and way.point == node.point:
                columns = len(way.ways)
        if columns == 0:
            return self.best(node, sweep)
        low: list[list[int]] = []
        high: list[list[int]] = []
        wins: list[list[int]] = []
        losses: list[list[int]] = []
        for way in node.ways:
            split = way.kind == CHOICE and way.unit != node.unit and len(way.ways) == columns
            rows: list[list[int]] = [[], [], [], []]
            for column in range(columns):
                leads = way.ways[column] if split else way
                one, other, won, lost = self.worth(leads, sweep)
                rows[0].append(one)
                rows[1].append(other)
                rows[2].append(won)
                rows[3].append(lost)
            low.append(rows[0])
            high.append(rows[1])
            wins.append(rows[2])
            losses.append(rows[3])
        if node.unit == 0:
            mine = best_mix(low, 1)
            theirs = best_mix(turned(high), -1)
        else:
            theirs = best_mix(high, -1)
            mine = best_mix(turned(low), 1)
        first = mine if node.unit == 0 else theirs
        second = theirs if node.unit == 0 else mine
        return (
            worst_reply(low if node.unit == 0 else turned(low), mine, 1),
            worst_reply(turned(high) if node.unit == 0 else high, theirs, -1),
            both_mixed(wins, first, second),
            both_mixed(losses, first, second),
        )

    def best(self, node: Node, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        """The best choice; of equal ones the plainest."""
        sign: i64 = 1 if node.unit == 0 else -1
        best_low, best_high, wins, losses = self.worth(node.ways[0], sweep)
        merit: i64 = sign * (best_low + best_high)
        number = 1
        while number < len(node.ways):
            low, high, won, lost = self.worth(node.ways[number], sweep)
            found: i64 = sign * (low + high)
            # Of equals the attack on a turn, and in a window nothing.
            better = found > merit + SLACK or (node.point != TURN and found >= merit - SLACK)
            if better:
                wins = won
                losses = lost
            if found > merit:
                merit = found
            if sign > 0:
                best_low = low if low > best_low else best_low
                best_high = high if high > best_high else best_high
            else:
                best_low = low if low < best_low else best_low
                best_high = high if high < best_high else best_high
            number += 1
        return best_low, best_high, wins, losses


def undecided() -> Worth:
    return Worth(HALF, HALF, 0, 0)


def best_way(values: Values, node: Node, hp: int, there: int) -> tuple[int, int]:
    """Of a choice: the best way, and by how much it beats the last way (doing nothing)."""
    sign = 1 if node.unit == 0 else -1
    best = len(node.ways) - 1
    merit = 0
    idle = 0
    for number in range(len(node.ways) - 1, -1, -1):
        low, high, _, _ = values.settled(node.ways[number], hp, there)
        found = int(sign * (low + high)) // 2
        if number == len(node.ways) - 1:
            idle = found
            merit = found
        elif found > merit + SLACK:
            best = number
            merit = found
    return best, merit - idle
