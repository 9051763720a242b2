"""Questions for the tests of odds."""

from __future__ import annotations

from fractions import Fraction

from shieldwall.odds.attack_odds import StepOdds, step_odds
from shieldwall.odds.attack_scene import Staged, stage
from shieldwall.odds.combatants import read_question


def staged(text: str, rules: str = "sovereign") -> Staged:
    return stage(read_question(text, rules).scene)


def odds(text: str, *answers: str, rules: str = "sovereign", merge: bool = True) -> StepOdds:
    """The odds of an attack whose target answers so wherever it can."""
    scene = staged(text, rules)
    target = len(scene.state.units) - 1
    given = [(target, answer) for answer in answers]
    return step_odds(scene.state, scene.rules, scene.choice, given, merge)


def part(faces: int, of: int = 20) -> Fraction:
    return Fraction(faces, of)
