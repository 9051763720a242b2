"""Duels: two combatants in melee, solved for best play and for every mind."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from sys import getrecursionlimit, setrecursionlimit
from typing import Final

from shieldwall.content.formats.problems import did_you_mean
from shieldwall.engine.option import DUELLED, verbs_with
from shieldwall.engine.points import ROLLED, TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    Start,
    TableRules,
)
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ALWAYS, Side, State
from shieldwall.engine.tape.request import Choice
from shieldwall.engine.tape.tree_parts import CHOICE, DICE, Node
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import MIND_NAMES, make_mind
from shieldwall.minds.look_ahead.captain import STRENGTHS
from shieldwall.odds.attack_scene import OddsError, at_turn, open_field, with_figures
from shieldwall.odds.combatants import Combatant
from shieldwall.odds.duel_game import Game
from shieldwall.odds.duel_step import DuelWork
from shieldwall.odds.duel_values import BEST, ONE, LeftDuel, Values, best_way
from shieldwall.odds.exact_positions import Uncountable

BEST_NAME: Final = "best play"
DEFAULT_MINDS: Final = ("natural", "simple")
DEFENSE: Final = "total-defense"
UNSETTLED: Final = (*STRENGTHS, "random")
DEEPEST: Final = 50_000
"""Recursion limit: a long fight is followed to its end, die by die."""


AGAINST: Final = ("miss", "hit", "shock")
"""The attack's state at the request: a plain miss, a hit, a miss with Shock."""
SETTLED: Final = tuple([name for name in MIND_NAMES if name not in UNSETTLED])


class LeavesDuel(OddsError):
    """A mind would do something that is not part of a duel."""

    def __init__(self, mind: str) -> None:
        super().__init__(f"the mind {mind!r} would leave the duel")
        self.mind = mind


def is_settled(name: str) -> bool:
    """Whether a mind is deterministic; raises an error if that is impossible to tell."""
    if name not in MIND_NAMES:
        hint = did_you_mean(name, list(SETTLED)) or f"; there is {', '.join(SETTLED)}"
        raise OddsError(f"no mind is called {name!r}{hint}")
    if name in UNSETTLED:
        raise OddsError(
            f"the mind {name!r} uses random numbers or simulation; `shieldwall sim` can play it"
        )
    return True


def duellist(member: Combatant) -> Sheet:
    """The combatant with its single weapon or routine, without spells or flight."""
    sheet = with_figures(member.sheet, fearless=True)
    if not sheet.routine:
        names = [weapon.name for weapon in sheet.weapons if weapon.melee]
        if not names:
            raise OddsError(f"{sheet.name} has no melee weapon")
        wanted = member.weapon or names[0]
        if wanted not in names:
            raise OddsError(f"{sheet.name} has no {wanted!r}; it has {', '.join(names)}")
        weapon = next(weapon for weapon in sheet.weapons if weapon.name == wanted)
        sheet.weapons = (weapon,)
        sheet.carried = [weapon]
        sheet.stowed = 0
    sheet.spells = ()
    sheet.casts = 0
    sheet.potions = ()
    sheet.packed = 0
    return sheet


def duel_setup(
    first: Combatant,
    second: Combatant,
    rules: str,
    rulings: tuple[tuple[str, str], ...] = (),
    stops: int = ALWAYS,
) -> Setup:
    """Two adjacent combatants, without a map."""
    first_sheet, second_sheet = duellist(first), duellist(second)
    return Setup(
        "duel",
        rules,
        open_field(12),
        [Side("first", True, 0), Side("second", False, 1)],
        [
            Placement("first", first_sheet, 0, 5, 0, ""),
            Placement("second", second_sheet, 1, 5, 0, ""),
        ],
        Start(engaged=(("first", "second"),)),
        TableRules(rulings, stops=stops),
    )


@dataclass
class Play:
    """How a duellist plays: by a mind, or optimally against the other."""

    name: str
    mind: int


@dataclass
class Chance:
    """Exact up to `error` on both sides."""

    win: float
    loss: float
    value: float
    error: float

    @property
    def undecided(self) -> float:
        return max(0.0, 1 - self.win - self.loss)


class Duel:
    """A solved duel; values are computed on demand."""

    def __init__(
        self, setup: Setup, minds: Sequence[str] = DEFAULT_MINDS, merge: bool = True
    ) -> None:
        self.setup = setup
        self.rules: Ruleset = rules_of(setup)
        self.minds = [name for name in minds if is_settled(name)]
        start = initial_state(setup)
        self.work = DuelWork(
            start, self.rules, verbs_with(DUELLED), [make_mind(name) for name in self.minds]
        )
        self.hp = (int(start.units[0].hp), int(start.units[1].hp))
        try:
            self.game = Game(self.work, *self.hp, merge)
        except Uncountable as error:
            raise OddsError(f"{self.rules.title}: {error}") from None
        self.game.tick = check_interrupt
        self.begin = self._rest(start)
        """Before the first die; then with the first duellist to begin, and with the second."""
        self.first = [self._rest(at_turn(start, self.rules, unit)) for unit in (0, 1)]
        self.solved: dict[tuple[int, int], Values] = {}
        self.solving: Values | None = None

    def _rest(self, state: State) -> int:
        return self.work.rest(state.copy())

    def plays(self) -> list[Play]:
        return [Play(BEST_NAME, BEST), *(Play(name, n) for n, name in enumerate(self.minds))]

    def values(self, mind: int = BEST, mind_there: int = BEST) -> Values:
        found = self.solved.get((mind, mind_there))
        if found is None:
            found = Values(self.game, mind, mind_there)
            self.solving = found
            usual = getrecursionlimit()
            setrecursionlimit(max(usual, DEEPEST))
            # Trees have no cycles: the garbage collector would scan them in vain.
            collecting = gc.isenabled()
            gc.disable()
            try:
                # Row by row in interpreted code: compiled code would not notice Ctrl-C.
                for hp in range(1, self.hp[0] + 1):
                    found.solve(self.begin, hp)
            except LeftDuel as left:
                raise LeavesDuel(self.minds[left.mind]) from None
            except Uncountable as error:
                raise OddsError(f"{self.rules.title}: {error}") from None
            finally:
                setrecursionlimit(usual)
                if collecting:
                    gc.enable()
            self.solved[mind, mind_there] = found
        return found

    def solved_totals(self) -> tuple[int, int, Chance] | None:
        """The largest totals with known best play, if solving was interrupted."""
        values = self.solving
        if values is None or values.mind != BEST or values.mind_there != BEST:
            return None
        for hp in range(self.hp[0], 0, -1):
            if values.is_known(self.begin, hp, self.hp[1]):
                return hp, self.hp[1], self._chance(values, self.begin, (hp, self.hp[1]))
        return None

    def chance(
        self,
        mind: int = BEST,
        mind_there: int = BEST,
        first: int | None = None,
        hp: tuple[int, int] | None = None,
    ) -> Chance:
        """The first duellist's chances; `first` is who begins, None for initiative."""
        values = self.values(mind, mind_there)
        rest = self.begin if first is None else self.first[first]
        return self._chance(values, rest, self.hp if hp is None else hp)

    def _chance(self, values: Values, rest: int, hp: tuple[int, int]) -> Chance:
        low, high, wins, losses = values.position(rest, *hp)
        # Chances to win and to lose are rounded down once per die, like the lower bound.
        error = max(1, int(high - low))
        return Chance(int(wins) / ONE, int(losses) / ONE, int(low + high) / (2 * ONE), error / ONE)

    # When Total Defense pays.

    def gains(self, attacker: int, against: str) -> dict[tuple[int, int], float]:
        """The gain of Total Defense for the defender of the round's first attack, by hit points.

        `against` a hit it negates, or the Shock of a miss. No entry if it is not an option.
        """
        values = self.values()
        found: dict[tuple[int, int], float] = {}
        for hp in range(1, self.hp[0] + 1):
            for there in range(1, self.hp[1] + 1):
                tree = self.game.tree(self.first[attacker], hp, there)
                for node in questions(tree, 1 - attacker, DEFENSE):
                    verbs = [choice.verb for choice in node.choices]
                    idle = node.ways[-1]
                    if AGAINST[node.said[-1]] != against:
                        continue
                    sign = 1 if node.unit == 0 else -1
                    gain = sign * (
                        middle(values, node.ways[verbs.index(DEFENSE)], hp, there)
                        - middle(values, idle, hp, there)
                    )
                    found[hp, there] = max(found.get((hp, there), gain), gain)
        return found

    def opening(self, unit: int, hp: int, there: int) -> Choice | None:
        """Best play on the first turn of a round."""
        tree = self.game.tree(self.first[unit], hp, there)
        if tree.kind != CHOICE or tree.point != TURN:
            return None
        way, _ = best_way(self.values(), tree, hp, there)
        return tree.choices[way]


def check_interrupt() -> None:
    """Interpreted, so that Ctrl-C is noticed here."""


def middle(values: Values, node: Node, hp: int, there: int) -> float:
    low, high, _, _ = values.settled(node, hp, there)
    return int(low + high) / (2 * ONE)


def questions(tree: Node, unit: int, verb: str) -> list[Node]:
    """The requests to a unit about a roll, without earlier reactions.

    Only after an attack on the turn, and only those that offer the verb.
    """
    found: dict[int, Node] = {}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if node.kind == DICE:
            waiting += node.ways
        elif node.kind == CHOICE:
            verbs = [choice.verb for choice in node.choices]
            if node.point == TURN:
                waiting += [
                    way for way, done in zip(node.ways, verbs, strict=True) if done == "attack"
                ]
            elif node.point == ROLLED and node.unit == unit:
                if verb in verbs:
                    found[node.number] = node
            else:
                waiting.append(node.ways[-1])
    return [found[number] for number in sorted(found)]
