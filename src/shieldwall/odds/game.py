"""A duel as a game of perfect information, solved.

A position is both hit point totals, the rounds that passed without harm, and the rest: everything
else that is true, which rules can tell apart. What a step comes to is counted by running the rules
(`tree`); it is counted once for all hit point totals between which the rules do not distinguish.

Hit points never rise, and a fight in which nothing happens ends after some rounds, so no position
comes back: values follow from those of later positions in one sweep. They are whole numbers of
2^-50, rounded down and up at every die, so that the true value lies between the two, proved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from shieldwall.core.battle import Battle, ReactionOptions, TurnOptions
from shieldwall.core.odometer import Odometer, Touched
from shieldwall.core.points import TURN
from shieldwall.core.request import DONE, PASS, REFEREE, Choice, Options, Request
from shieldwall.core.ruleset import Ruleset
from shieldwall.core.state import State, Unit
from shieldwall.minds.referee import settle_it
from shieldwall.odds.tree import CHOICE, LEAF, Forest, Node, Work

ONE: Final = 1 << 50
"""Certainty."""
HALF: Final = 1 << 49
SLACK: Final = 1 << 14
"""Differences up to this are rounding, not advice: 10^-11."""

SAME: Final = 0
LATER: Final = 1
STIRRED: Final = 2

BEST: Final = -1
"""In the place of a mind: best play."""

QUIET: Final = 1
"""The number of quiet rounds with which steps are counted; the last round before the end apart."""


class Unplayable(ValueError):
    """Something a duel has no room for."""


class LeftDuel(Unplayable):
    """A mind wants to do what the duel does not know."""

    def __init__(self, mind: int, verb: str) -> None:
        super().__init__(verb)
        self.mind = mind
        self.verb = verb


class End:
    """Where a step ends: the harm done on the way, and what the rest is then; or the outcome."""

    def __init__(self, lost: int, lost_there: int, rest: int, quiet: int) -> None:
        self.lost: i64 = lost
        self.lost_there: i64 = lost_there
        self.rest: i64 = rest
        """-1 where the fight is over."""
        self.quiet: i64 = quiet
        """SAME or LATER as the count of quiet rounds at the start of the step, or STIRRED."""
        self.winner = -1


class DuelWork(Work):
    """One step of a duel, and whatever follows without dice or questions."""

    def __init__(
        self, rules: Ruleset, verbs: tuple[str, ...], minds: list[Callable[[Request], Choice]]
    ) -> None:
        self.rules = rules
        self.verbs = verbs
        self.minds = minds
        self.battle: Battle | None = None
        self.shortcut = True
        """Whether what follows a step without dice is taken to be the same for all hit points."""
        self.beyond: dict[tuple[object, ...], tuple[int, int, int]] = {}
        self.ends: list[End] = []
        self.known: dict[tuple[int, int, int, int, int], int] = {}
        self.rests: list[State] = []
        self.numbers: dict[tuple[object, ...], int] = {}

    def ways(self, request: Request) -> list[Choice]:
        """What is allowed of what a duel knows."""
        options = request.options
        found: list[Choice] = []
        if isinstance(options, TurnOptions):
            # Of two who act at once the first is asked first, as the minds at a table are.
            unit = options.units[0]
            self.deeds(unit, options, found)
            found.append(Choice(int(unit.index), DONE))
        elif isinstance(options, ReactionOptions):
            unit = options.unit
            for spec in self.rules.reactions[request.point]:
                # Of several answers only those that could change something, unless all are wanted.
                if options.battle.is_asked(spec, unit, options.window):
                    if spec.handles("attack"):
                        self.deeds(unit, options, found)
                        continue
                    for choice in spec.candidates(options.battle, unit, options.window):
                        if not choice.path and options.why_not(choice) is None:
                            found.append(choice)
            found.append(Choice(int(unit.index), PASS))
        elif request.unit == REFEREE:
            # The referee is nobody's friend: the answer that a table without one plays by.
            found = [settle_it(request)]
        else:
            found = [choice for choice in options if not choice.path]
        if not found:
            raise Unplayable("a question that a duel has no answer to")
        return found

    def deeds(self, unit: Unit, options: Options, found: list[Choice]) -> None:
        """The actions of a duel that are allowed now."""
        battle = self.battle
        assert battle is not None
        for verb in self.verbs:
            spec = self.rules.actions.get(verb)
            if spec is not None:
                for choice in spec.candidates(battle, unit):
                    if not choice.path and options.why_not(choice) is None:
                        found.append(choice)

    def said(self, request: Request, ways: list[Choice]) -> tuple[int, ...]:
        found: list[int] = []
        for mind in self.minds:
            answer = mind(request)
            place = -1
            for number in range(len(ways)):
                if ways[number] == answer:
                    place = number
            found.append(place)
        # Last, whether a blow that lies on the table has hit: for those who ask what is answered.
        options = request.options
        if isinstance(options, ReactionOptions):
            blow = options.window.blow
            found.append(1 if blow is not None and blow.hit else 0)
        return tuple(found)

    def run(self, start: State, oracle: Odometer) -> int:
        battle = Battle(start.copy(), self.rules, oracle, None, 0)
        self.battle = battle
        battle.step()
        return self.end(start, battle, oracle)

    def end(self, start: State, battle: Battle, oracle: Odometer) -> int:
        """The number of the end that the step has come to."""
        state = battle.state
        if state.outcome is not None:
            return self.numbered((0, 0, -1, 0, state.outcome.team))
        quiet = int(start.clock.quiet)
        here: tuple[object, ...] = ()
        if self.shortcut:
            now, other = state.units[0].hp, state.units[1].hp
            plain(state, 1, 1, quiet)
            here = state.key()
            known = self.beyond.get(here)
            if known is not None:
                lost, there = start.units[0].hp - now, start.units[1].hp - other
                return self.numbered((int(lost), int(there), known[0], known[1], known[2]))
            state.units[0].hp, state.units[1].hp = now, other
        before_that = state.copy()
        before = self.pass_on(battle, oracle)
        lost = start.units[0].hp - before.units[0].hp
        there = start.units[1].hp - before.units[1].hp
        # Harm that was put off is felt only now; what follows it depends on hit points.
        felt = (
            before.units[0].hp != before_that.units[0].hp
            or before.units[1].hp != before_that.units[1].hp
        )
        if battle.state.outcome is not None:
            found = (-1, 0, battle.state.outcome.team)
        else:
            kind = SAME
            if before.clock.stirred or (before.clock.quiet == 0 and quiet > 0):
                kind = STIRRED
            elif before.clock.quiet != quiet:
                kind = LATER
            found = (self.rest(before), kind, -1)
        if self.shortcut and not felt:
            self.beyond[here] = found
        if found[0] < 0:
            return self.numbered((0, 0, -1, 0, found[2]))
        return self.numbered((int(lost), int(there), found[0], found[1], found[2]))

    def pass_on(self, battle: Battle, oracle: Odometer) -> State:
        """Go on as far as nothing is rolled and nothing is asked."""
        oracle.closed = True
        while True:
            before = battle.state.copy()
            if before.outcome is not None:
                return before
            try:
                battle.step()
            except Touched:
                return before

    def numbered(self, key: tuple[int, int, int, int, int]) -> int:
        number = self.known.get(key)
        if number is None:
            number = len(self.ends)
            end = End(key[0], key[1], key[2], key[3])
            end.winner = key[4]
            self.known[key] = number
            self.ends.append(end)
        return number

    def rest(self, state: State) -> int:
        """The number of everything but hit points, rounds and quiet rounds."""
        plain(state, 1, 1, 0)
        forget(state)
        key = state.key()
        number = self.numbers.get(key)
        if number is None:
            number = len(self.rests)
            self.numbers[key] = number
            self.rests.append(state)
        return number


def plain(state: State, hp: int, hp_there: int, quiet: int) -> None:
    """Set the counters of a position."""
    state.units[0].hp = hp
    state.units[1].hp = hp_there
    state.clock.quiet = quiet
    if state.clock.round > 1:
        state.clock.round = 1


def forget(state: State) -> None:
    """Leave out what no rule asks for in a duel, so that positions alike are one.

    A Move that is left when the turn is over pays for nothing; whether somebody was hurt this round
    concerns casters, an alarm those who suspected nothing, and what has been a reason to check
    morale those who know fear.
    """
    state.clock.alarm = True
    for unit in state.units:
        unit.hurt = False
        if unit.sheet.fearless:
            unit.nerve = 0
        if unit.acted:
            unit.moves = 0


class Layer:
    """The trees of one rest, by hit points, in the last quiet round or before it."""

    def __init__(self, width: int, height: int) -> None:
        self.trees: list[Node | None] = [None] * (width * height)


class Game:
    """All positions of a duel, and what follows from them."""

    def __init__(self, work: DuelWork, hp: int, hp_there: int, merge: bool = True) -> None:
        self.work = work
        self.forest = Forest(work, merge)
        work.shortcut = merge
        self.merge = merge
        self.hp: i64 = hp
        self.hp_there: i64 = hp_there
        self.height: i64 = hp_there + 1
        self.last: i64 = work.rules.quiet_rounds - 1
        """The count of quiet rounds after which one more ends the fight."""
        if self.last < QUIET + 1:
            raise Unplayable("a fight that stands still does not end by this book")
        self.layers: dict[int, Layer] = {}
        self.round_ends: dict[int, bool] = {}

    def tree(self, rest: i64, quiet: i64, hp: i64, there: i64) -> Node:
        """Everything the next step can come to."""
        node = self.tree_of(rest * 2, hp, there)
        if quiet == self.last and self.ends_round(node):
            return self.tree_of(rest * 2 + 1, hp, there)
        return node

    def ends_round(self, node: Node) -> bool:
        """Whether a round without harm may be over behind it."""
        found = self.round_ends.get(node.number)
        if found is None:
            found = node.kind == LEAF and self.work.ends[node.leaf].quiet == LATER
            for way in node.ways:
                found = found or self.ends_round(way)
            self.round_ends[node.number] = found
        return found

    def tree_of(self, number: i64, hp: i64, there: i64) -> Node:
        """By the number of the rest and of the quiet round: the last one, or any before it."""
        layer = self.layers.get(number)
        if layer is None:
            layer = Layer(self.hp + 1, self.height)
            self.layers[number] = layer
            if self.merge:
                self.forest.learning = True
                for corner in (1, int(self.hp)):
                    self.grow(layer, number, corner, 1)
                    self.grow(layer, number, corner, self.hp_there)
                self.grow(layer, number, (self.hp + 1) // 2, (self.hp_there + 1) // 2)
                self.forest.learning = False
                self.fill(layer, number, 1, self.hp, 1, self.hp_there)
        node = layer.trees[hp * self.height + there]
        if node is None:
            node = self.grow(layer, number, hp, there)
        return node

    def grow(self, layer: Layer, number: int, hp: i64, there: i64) -> Node:
        place = hp * self.height + there
        node = layer.trees[place]
        if node is None:
            start = self.work.rests[number // 2].copy()
            plain(start, hp, there, self.last if number % 2 else QUIET)
            self.forest.lesson = number
            node = self.forest.grow(start)
            layer.trees[place] = node
        return node

    def fill(
        self, layer: Layer, number: int, low: i64, high: i64, low_there: i64, high_there: i64
    ) -> None:
        """Where the four corners of a field of hit points lead to one tree, all of it does."""
        first = self.grow(layer, number, low, low_there)
        second = self.grow(layer, number, high, low_there)
        third = self.grow(layer, number, low, high_there)
        fourth = self.grow(layer, number, high, high_there)
        if first is second and second is third and third is fourth:
            hp = low
            while hp <= high:
                there = low_there
                while there <= high_there:
                    layer.trees[hp * self.height + there] = first
                    there += 1
                hp += 1
            return
        middle = (low + high) // 2
        middle_there = (low_there + high_there) // 2
        if high - low < 2 and high_there - low_there < 2:
            return
        if high - low < 2:
            self.fill(layer, number, low, high, low_there, middle_there)
            self.fill(layer, number, low, high, middle_there, high_there)
        elif high_there - low_there < 2:
            self.fill(layer, number, low, middle, low_there, high_there)
            self.fill(layer, number, middle, high, low_there, high_there)
        else:
            self.fill(layer, number, low, middle, low_there, middle_there)
            self.fill(layer, number, low, middle, middle_there, high_there)
            self.fill(layer, number, middle, high, low_there, middle_there)
            self.fill(layer, number, middle, high, middle_there, high_there)


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

    def solve(self, rest: int) -> None:
        """Work out every hit point total up to the full ones."""
        hp: i64 = 1
        while hp <= self.game.hp:
            there: i64 = 1
            while there <= self.game.hp_there:
                self.position(rest, 0, hp, there)
                there += 1
            hp += 1

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


UNKNOWN: Final = -1
OPEN: Final = -2

WHOLE: Final = 1 << 60
"""The weights of a mix of answers add up to this."""


def turned(rows: list[list[int]]) -> list[list[int]]:
    return [[row[column] for row in rows] for column in range(len(rows[0]))]


def worst_reply(rows: list[list[int]], mix: list[int], sign: int) -> i64:
    """What a mix of rows is worth against the best reply; sign 1 for one who wants much.

    Rounded against it.
    """
    worst = 0
    for column in range(len(rows[0])):
        value = 0
        for row, weight in zip(rows, mix, strict=True):
            value += row[column] * weight
        value = value // WHOLE if sign > 0 else -(-value // WHOLE)
        if column == 0 or sign * value < sign * worst:
            worst = value
    return worst


def best_mix(rows: list[list[int]], sign: int) -> list[int]:
    """The best of all single rows and of all mixes of two that make two columns equal."""
    count = len(rows)
    best: list[int] = []
    worth = 0
    mixes: list[list[int]] = []
    for one in range(count):
        mixes.append([WHOLE if row == one else 0 for row in range(count)])
        for other in range(one):
            for left in range(len(rows[0])):
                for right in range(left):
                    rise = rows[one][left] - rows[one][right]
                    fall = rows[other][right] - rows[other][left]
                    if rise * fall > 0:
                        share = WHOLE * fall // (rise + fall)
                        mix = [0] * count
                        mix[one] = share
                        mix[other] = WHOLE - share
                        mixes.append(mix)
    for mix in mixes:
        found = int(worst_reply(rows, mix, sign))
        if not best or sign * found > sign * worth:
            best = mix
            worth = found
    return best


def both_mixed(rows: list[list[int]], first: list[int], second: list[int]) -> i64:
    value = 0
    for row, weight in zip(rows, first, strict=True):
        for cell, other in zip(row, second, strict=True):
            value += cell * weight * other
    return value // (WHOLE * WHOLE)


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
