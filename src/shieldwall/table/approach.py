"""Move, then attack: the square from which a target can be attacked after a move, with the odds.

Runs in a worker process. No reactions happen during the move, and foes unknown to the side are left
out, so the answer reveals nothing about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy_extensions import i64

from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.state.state import ACTIVE, State
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import PASS, Choice, IllegalChoice, Request
from shieldwall.engine.tape.step_tree import Endless
from shieldwall.fight import Fight
from shieldwall.odds.attack_odds import StepWork, odds_of
from shieldwall.odds.option_odds import Previewer
from shieldwall.table.workers import FightText, Forecast, fight_of, request_to
from shieldwall.text.notation import choice_text, parse_choice
from shieldwall.text.sentences import choice_words, start


class Approach(NamedTuple):
    """A move, the attack after it, and the odds of that attack."""

    walk: str
    blow: str
    label: str
    odds: Forecast


class CannotTell(ValueError):
    """A die or a choice interrupts the move, so the odds are unknown."""


class Walk(Oracle):
    """Answers the turn with one move and passes everything else."""

    def __init__(self, walk: Choice) -> None:
        self.walk = walk

    def roll(self, tag: str, sides: i64) -> i64:
        raise CannotTell(tag)

    def choose(self, requests: list[Request]) -> list[Choice]:
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Choice:
        choice = self.walk if request.point == TURN else Choice(request.unit, PASS)
        if request.options.why_not(choice) is not None:
            raise CannotTell(choice.verb)
        return choice


def approach(text: FightText, asked: int, walks: Sequence[str], target: str) -> Approach | None:
    """In the worker: the first of the moves after which the target can be attacked."""
    fight = fight_of(text)
    request = request_to(fight, asked)
    aim = fight.names.index[target]
    known = Previewer(fight, request)
    if request.point != TURN or known.tape:
        return None
    for line in walks:
        walk = parse_choice(fight.names, line)
        after = _after(fight, known.state, walk)
        found = None if after is None else _blow(fight, after, walk, aim)
        if found is not None:
            return found
    return None


def _after(fight: Fight, before: State, walk: Choice) -> State | None:
    battle = Battle(before.copy(), fight.rules, Walk(walk), [], 0)
    try:
        battle.step()
    except CannotTell:
        return None
    return battle.state if battle.state.units[walk.unit].status == ACTIVE else None


def _blow(fight: Fight, after: State, walk: Choice, target: int) -> Approach | None:
    rules, names = fight.rules, fight.names
    battle = Battle(after, rules, Oracle(), [], 0)
    unit = after.units[walk.unit]
    for verb in ATTACK_VERBS:
        spec = rules.actions.get(verb)
        if spec is None:
            continue
        for choice in sorted(
            (one for one in spec.candidates(battle, unit) if one.target == target),
            key=lambda one: one.weapon != unit.wielded,
        ):
            if spec.why_not(battle, unit, choice) is not None:
                continue
            try:
                odds = odds_of(StepWork(rules, choice, target), after)
            except (IllegalChoice, Endless):
                return None
            return Approach(
                choice_text(names, walk),
                choice_text(names, choice),
                start(choice_words(names, after, choice, TURN)),
                Forecast(
                    target, float(odds.hit), float(odds.mean), float(odds.dropped),
                    float(odds.fell), (), "exact",
                ),
            )  # fmt: skip
    return None
