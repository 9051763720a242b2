"""The values of the positions of a duel, by backward induction.

Hit points never rise, so positions depend only on those with fewer hit points. Rounds without
damage lead back to the same hit points: there the sweep is repeated, each time with one more round
to go, until nothing changes or LIMIT rounds without damage are counted. Values are integers in
units of 2^-50, rounded down and up at every die, so that the true value provably lies between the
two.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.points import TURN
from shieldwall.engine.state.setup import MOST_ROUNDS
from shieldwall.engine.tape.tree_parts import CHOICE, LEAF, NO, UNKNOWN, YES, Node
from shieldwall.odds.duel_game import Game
from shieldwall.odds.duel_rounds import CHOSEN, CHOSEN_TOGETHER, DIE, SLACK, Rounds, is_better
from shieldwall.odds.exact_positions import OVER, End, Uncountable
from shieldwall.odds.mixed_strategies import mixed

ONE: Final = 1 << 50
"""Certainty."""
HALF: Final = 1 << 49
LIMIT: Final = MOST_ROUNDS
"""This many rounds in a row without damage count as undecided, including the round of the last
damage."""

BEST: Final = -1
"""Instead of a mind: best play."""


class LeftDuel(Uncountable):
    """A mind chose an action that is not supported in a duel."""

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
    """The positions of one pair of hit point totals, which lead to each other without damage."""

    def __init__(self, hp: i64, there: i64, code: i64) -> None:
        self.hp: i64 = hp
        self.there: i64 = there
        self.code: i64 = code
        self.heads: list[int] = []
        """The rests at the start of a round."""
        self.later: dict[int, Worth] = {}
        """By head: its value with one round less to go."""
        self.now: dict[int, Worth] = {}
        """By rest: its value."""
        self.trees: dict[int, Node | None] = {}
        """By rest: its tree; None while its value is being computed."""
        self.order: list[Node] = []
        """The nodes computed in a pass, each after the nodes it depends on."""
        self.pass_: i64 = 0
        """The number of the current pass; tree nodes cache their value for it."""
        self.harmed: i64 = 0
        """The same for nodes that always end in harm: their value holds for all passes."""


class Values:
    """The values of positions for the first duellist, given how both play.

    A value is the chance to win plus half the chance of an undecided fight.
    """

    def __init__(self, game: Game, mind: int, mind_there: int) -> None:
        self.game = game
        self.ends = game.work.ends
        self.mind = mind
        self.mind_there = mind_there
        self.sweeps: list[Sweep | None] = [None] * game.work.span
        """By the code of the hit points."""

    def solve(self, rest: int, hp: i64) -> None:
        """Compute all totals of the second duellist for one of the first, in ascending order."""
        there: i64 = 1
        while there <= self.game.hp_there:
            self.position(rest, hp, there)
            there += 1

    def is_known(self, rest: int, hp: int, there: int) -> bool:
        sweep = self.sweeps[self.game.work.code_of(hp, there)]
        return sweep is not None and rest in sweep.now

    def positions(self) -> int:
        """The number of positions computed."""
        return sum([0 if sweep is None else len(sweep.now) for sweep in self.sweeps])

    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of all computed positions."""
        found: list[tuple[int, int]] = []
        for sweep in self.sweeps:
            if sweep is not None:
                for value in sweep.now.values():
                    found.append((int(value.low), int(value.high)))
        return found

    def position(self, rest: i64, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """Bounds of the value, and the chances to win and to lose."""
        sweep = self.sweep(hp, there)
        found = sweep.now.get(rest)
        if found is not None:
            return found.low, found.high, found.wins, found.losses
        low, high, wins, losses = self.settled(self.game.tree(rest, hp, there), hp, there)
        sweep.now[rest] = Worth(low, high, wins, losses)
        return low, high, wins, losses

    def sweep(self, hp: i64, there: i64) -> Sweep:
        code = self.game.work.code_of(hp, there)
        found = self.sweeps[code]
        if found is None:
            found = Sweep(hp, there, code)
            found.pass_ = self.game.next_pass()
            found.harmed = self.game.next_pass()
            self.sweeps[code] = found
        return found

    def settled(self, node: Node, hp: i64, there: i64) -> tuple[i64, i64, i64, i64]:
        """The value of a tree node at these hit points, over all rounds."""
        sweep = self.sweep(hp, there)
        while True:
            known = len(sweep.heads)
            low, high, wins, losses = self.worth(node, sweep)
            if len(sweep.heads) == known:
                return low, high, wins, losses
            self.repeat(sweep)

    def repeat(self, sweep: Sweep) -> None:
        """Compute the rounds without damage, from one remaining up to LIMIT."""
        for head in sweep.heads:
            sweep.later[head] = undecided()
        self.begin_pass(sweep)
        number = 0
        # One node can uncover others.
        while number < len(sweep.heads):
            self.within(sweep.heads[number], sweep)
            number += 1
        if self.has_changed(sweep):
            # Later passes compute the same nodes in the same order.
            rounds = self.rounds(sweep)
            count = 2
            while rounds.play() and count < LIMIT - 1:
                count += 1
            for number in range(len(sweep.heads)):
                slots = rounds.slots
                sweep.later[sweep.heads[number]] = Worth(
                    slots.low[number], slots.high[number], slots.wins[number], slots.losses[number]
                )
        self.begin_pass(sweep)

    def begin_pass(self, sweep: Sweep) -> None:
        """Drop the values that depend on the previous values of the next round."""
        sweep.now = {}
        sweep.trees = {}
        sweep.order = []
        sweep.pass_ = self.game.next_pass()

    def has_changed(self, sweep: Sweep) -> bool:
        """Whether another round made a difference; stores its values in `later`."""
        changed = False
        found: list[Worth] = []
        for head in sweep.heads:
            low, high, wins, losses = self.within(head, sweep)
            found.append(Worth(low, high, wins, losses))
        for number in range(len(found)):
            head = sweep.heads[number]
            if not found[number].is_like(sweep.later[head]):
                changed = True
                sweep.later[head] = found[number]
        return changed

    def within(self, rest: i64, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        """The value of a position of the same round."""
        if rest in sweep.trees:
            known = sweep.trees[rest]
            if known is None:
                raise Uncountable("a position of the duel comes back to itself")
            return self.worth(known, sweep)
        sweep.trees[rest] = None
        tree = self.game.tree(rest, sweep.hp, sweep.there)
        low, high, wins, losses = self.worth(tree, sweep)
        sweep.trees[rest] = tree
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
        """The value of a tree node; equal nodes are shared, and computed once per pass."""
        mark: i64 = sweep.pass_ if self.is_quiet(node) else sweep.harmed
        if node.pass_ != mark:
            self.work_out(node, sweep)
            node.pass_ = mark
            if mark == sweep.pass_:
                sweep.order.append(node)
        return node.low, node.high, node.wins, node.losses

    def work_out(self, node: Node, sweep: Sweep) -> None:
        """Compute the value of a node from its children."""
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
        node.low = low
        node.high = high
        node.wins = wins
        node.losses = losses

    def is_quiet(self, node: Node) -> bool:
        """Whether a node may end without harm, so that the fight goes on with the same totals."""
        if node.quiet == UNKNOWN:
            quiet = NO
            if node.kind == LEAF:
                end = self.ends[node.leaf]
                if end.rest != OVER and not end.lost:
                    quiet = YES
            for way in node.ways:
                if self.is_quiet(way):
                    quiet = YES
            node.quiet = quiet
        return node.quiet == YES

    def worth_of_end(self, end: End, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        if end.rest == OVER:
            if end.winner == 0:
                return ONE, ONE, ONE, 0
            if end.winner == 1:
                return 0, 0, 0, ONE
            return HALF, HALF, 0, 0
        if end.lost:
            code: i64 = sweep.code - end.lost
            width: i64 = self.game.work.width
            return self.position(end.rest, code % width, code // width)
        if end.rounds:
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
        """Simultaneous answers to one moment: possibly mixed strategies."""
        columns = answers_to(node)
        if columns == 0:
            return self.best(node, sweep)
        low: list[list[int]] = []
        high: list[list[int]] = []
        wins: list[list[int]] = []
        losses: list[list[int]] = []
        for way in node.ways:
            split = is_split(way, node, columns)
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
        return mixed(node.unit == 0, low, high, wins, losses)

    def best(self, node: Node, sweep: Sweep) -> tuple[i64, i64, i64, i64]:
        """The best choice; of equal ones the simplest."""
        sign: i64 = 1 if node.unit == 0 else -1
        best_low, best_high, wins, losses = self.worth(node.ways[0], sweep)
        merit: i64 = sign * (best_low + best_high)
        number = 1
        while number < len(node.ways):
            low, high, won, lost = self.worth(node.ways[number], sweep)
            found: i64 = sign * (low + high)
            if is_better(found, merit, node.point == TURN):
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

    # The rounds without damage, node by node in the order of a pass.

    def rounds(self, sweep: Sweep) -> Rounds:
        """A round as steps, after a pass that has computed every node of it."""
        made = Rounds()
        places: dict[int, int] = {}
        for head in sweep.heads:
            later = sweep.later[head]
            places[head] = int(made.head(later.low, later.high, later.wins, later.losses))
        mark = self.game.next_pass()
        for node in sweep.order:
            node.slot = self.slot_of_step(node, sweep, made, places, mark)
            node.slotted = mark
        for head in sweep.heads:
            made.end_at(self.slot_of_rest(head, sweep, made, mark))
        return made

    def slot_of_step(
        self, node: Node, sweep: Sweep, made: Rounds, places: dict[int, int], mark: i64
    ) -> i64:
        """The slot of a node that every pass computes, after the step that does it."""
        if node.kind == LEAF:
            end = self.ends[node.leaf]
            if end.rounds:
                return places[end.rest]
            return self.slot_of_rest(end.rest, sweep, made, mark)
        start: i64 = len(made.parts)
        if node.kind != CHOICE:
            for number in range(len(node.ways)):
                made.part(self.slot_of(node.ways[number], sweep, made, mark), node.weights[number])
            return made.step(DIE, start, node.total, 0)
        mind = self.mind if node.unit == 0 else self.mind_there
        both_best = self.mind == BEST and self.mind_there == BEST
        columns = answers_to(node) if node.together and both_best else 0
        sign: i64 = 1 if node.unit == 0 else -1
        if columns > 0:
            for way in node.ways:
                split = is_split(way, node, columns)
                for column in range(columns):
                    made.part(
                        self.slot_of(way.ways[column] if split else way, sweep, made, mark), 0
                    )
            return made.step(CHOSEN_TOGETHER, start, sign, columns)
        if mind != BEST:
            return self.slot_of(node.ways[node.said[mind]], sweep, made, mark)
        for way in node.ways:
            made.part(self.slot_of(way, sweep, made, mark), 0)
        return made.step(CHOSEN, start, sign, 1 if node.point == TURN else 0)

    def slot_of_rest(self, rest: int, sweep: Sweep, made: Rounds, mark: i64) -> i64:
        tree = sweep.trees[rest]
        assert tree is not None
        return self.slot_of(tree, sweep, made, mark)

    def slot_of(self, node: Node, sweep: Sweep, made: Rounds, mark: i64) -> i64:
        """The slot of a node; one that always ends in harm has the same value in every pass."""
        if node.slotted != mark:
            low, high, wins, losses = self.worth(node, sweep)
            node.slot = made.slots.add(low, high, wins, losses)
            node.slotted = mark
        return node.slot


def answers_to(node: Node) -> int:
    """How many answers the other duellist has to the same moment; 0 if it is not asked."""
    found = 0
    for way in node.ways:
        if way.kind == CHOICE and way.unit != node.unit and way.point == node.point:
            found = len(way.ways)
    return found


def is_split(way: Node, node: Node, columns: int) -> bool:
    """Whether the other duellist answers behind a way of the node."""
    return way.kind == CHOICE and way.unit != node.unit and len(way.ways) == columns


def undecided() -> Worth:
    return Worth(HALF, HALF, 0, 0)


def best_way(values: Values, node: Node, hp: int, there: int) -> tuple[int, int]:
    """The best way of a choice, and its advantage over the last way (doing nothing)."""
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
