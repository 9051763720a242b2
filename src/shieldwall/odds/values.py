"""What the positions of a duel are worth, swept from the end.

Hit points never rise, and a fight in which nothing happens ends after some rounds, so no position
comes back: values follow from those of later positions in one sweep. They are whole numbers of
2^-50, rounded down and up at every die, so that the true value lies between the two, proved.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.points import TURN
from shieldwall.odds.game import Game
from shieldwall.odds.mixing import best_mix, both_mixed, turned, worst_reply
from shieldwall.odds.passage import LATER, STIRRED, End, Unplayable
from shieldwall.odds.trail import CHOICE, LEAF, Node

ONE: Final = 1 << 50
"""Certainty."""
HALF: Final = 1 << 49
SLACK: Final = 1 << 14
"""Differences up to this are rounding, not advice: 10^-11."""

BEST: Final = -1
"""In the place of a mind: best play."""

UNKNOWN: Final = -1
OPEN: Final = -2


class LeftDuel(Unplayable):
    """A mind wants to do what the duel does not know."""

    def __init__(self, mind: int, verb: str) -> None:
        super().__init__(verb)
        self.mind = mind
        self.verb = verb


class Values:
    """What positions are worth to the first duellist, by how both of them play.

    A value is the chance to win and half the chance that nobody does.
    """

    def __init__(self, game: Game, mind: int, mind_there: int) -> None:
        self.game = game
        self.ends = game.work.ends
        self.mind = mind
        self.mind_there = mind_there
        self.span: i64 = (game.hp + 1) * game.height * (game.last + 1)
        self.low: list[list[int]] = []
        self.high: list[list[int]] = []
        self.wins: list[list[int]] = []
        self.losses: list[list[int]] = []
        self.positions = 0
        self.widest: i64 = 0
        """The greatest distance between the bounds of a value."""
        self.hp: i64 = 0
        self.there: i64 = 0
        self.quiet: i64 = 0

    def solve(self, rest: int, hp: i64) -> None:
        """Work out all totals of the second for one of the first; in order, from the lowest."""
        there: i64 = 1
        while there <= self.game.hp_there:
            self.position(rest, 0, hp, there)
            there += 1

    def is_known(self, rest: int, hp: int, there: int) -> bool:
        if rest >= len(self.low):
            return False
        return self.low[rest][(hp * self.game.height + there) * (self.game.last + 1)] >= 0

    def position(self, rest: i64, quiet: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """Bounds of the value, and the chances to win and to lose."""
        while len(self.low) <= rest:
            self.low.append([UNKNOWN] * self.span)
            self.high.append([UNKNOWN] * self.span)
            self.wins.append([0] * self.span)
            self.losses.append([0] * self.span)
        place = (hp * self.game.height + there) * (self.game.last + 1) + quiet
        lows = self.low[rest]
        if lows[place] == UNKNOWN:
            lows[place] = OPEN
            tree = self.game.tree(rest, quiet, hp, there)
            low, high, wins, losses = self.worth(tree, quiet, hp, there)
            lows[place] = low
            self.high[rest][place] = high
            self.wins[rest][place] = wins
            self.losses[rest][place] = losses
            self.positions += 1
            if high - low > self.widest:
                self.widest = high - low
        elif lows[place] == OPEN:
            raise Unplayable("a position of the duel comes back to itself")
        return lows[place], self.high[rest][place], self.wins[rest][place], self.losses[rest][place]

    def worth(self, node: Node, quiet: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        if node.kind == LEAF:
            return self.worth_of_end(self.ends[node.leaf], quiet, hp, there)
        if node.kind == CHOICE:
            return self.chosen(node, quiet, hp, there)
        low: i64 = 0
        high: i64 = 0
        wins: i64 = 0
        losses: i64 = 0
        number = 0
        ways = node.ways
        weights = node.weights
        total: i64 = node.total
        while number < len(ways):
            weight: i64 = weights[number]
            one, other, won, lost = self.worth(ways[number], quiet, hp, there)
            low += weight * one
            high += weight * other
            wins += weight * won
            losses += weight * lost
            number += 1
        return low // total, (high + total - 1) // total, wins // total, losses // total

    def worth_of_end(self, end: End, quiet: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        if end.rest < 0:
            if end.winner == 0:
                return ONE, ONE, ONE, 0
            if end.winner == 1:
                return 0, 0, 0, ONE
            return HALF, HALF, 0, 0
        later: i64 = quiet
        if end.quiet == STIRRED:
            later = 0
        elif end.quiet == LATER:
            later = quiet + 1
        return self.position(end.rest, later, hp - end.lost, there - end.lost_there)

    def chosen(self, node: Node, quiet: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        mind = self.mind if node.unit == 0 else self.mind_there
        if node.together and self.mind == BEST and self.mind_there == BEST:
            return self.both_chosen(node, quiet, hp, there)
        if mind != BEST:
            answer = node.said[mind]
            if answer < 0:
                raise LeftDuel(mind, "something else")
            return self.worth(node.ways[answer], quiet, hp, there)
        return self.best(node, quiet, hp, there)

    def both_chosen(self, node: Node, quiet: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """Both answer one moment, neither knowing the other's answer: perhaps by chance.

        Whatever mix of answers one plays, it gets at least what the worst reply leaves it. So the
        best mixes that are found give bounds, whether or not they are the best there are.
        """
        columns = 0
        for way in node.ways:
            if way.kind == CHOICE and way.unit != node.unit and way.point == node.point:
                columns = len(way.ways)
        if columns == 0:
            return self.best(node, quiet, hp, there)
        low: list[list[int]] = []
        high: list[list[int]] = []
        wins: list[list[int]] = []
        losses: list[list[int]] = []
        for way in node.ways:
            split = way.kind == CHOICE and way.unit != node.unit and len(way.ways) == columns
            rows: list[list[int]] = [[], [], [], []]
            for column in range(columns):
                leads = way.ways[column] if split else way
                one, other, won, lost = self.worth(leads, quiet, hp, there)
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

    def best(self, node: Node, quiet: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """The best way of one who chooses, and of equals the plainest."""
        sign: i64 = 1 if node.unit == 0 else -1
        best_low, best_high, wins, losses = self.worth(node.ways[0], quiet, hp, there)
        merit: i64 = sign * (best_low + best_high)
        number = 1
        while number < len(node.ways):
            low, high, won, lost = self.worth(node.ways[number], quiet, hp, there)
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


def best_way(values: Values, node: Node, quiet: int, hp: int, there: int) -> tuple[int, int]:
    """Of a choice: the best way, and by how much it beats the last way (doing nothing)."""
    sign = 1 if node.unit == 0 else -1
    best = len(node.ways) - 1
    merit = 0
    idle = 0
    for number in range(len(node.ways) - 1, -1, -1):
        low, high, _, _ = values.worth(node.ways[number], quiet, hp, there)
        found = int(sign * (low + high)) // 2
        if number == len(node.ways) - 1:
            idle = found
            merit = found
        elif found > merit + SLACK:
            best = number
            merit = found
    return best, merit - idle
