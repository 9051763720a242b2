"""General rules: rules that a book has or does not have, called at named points.

`GeneralRule` has one neutral method per point. A book lists its own (`Ruleset.general`), so the
engine never asks which book is played. A point without rules costs one test of an empty tuple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow, Sum
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.ruleset import Ruleset
    from shieldwall.engine.space.grid import GridMap
    from shieldwall.engine.state.state import Unit
    from shieldwall.engine.tape.request import Refusal


class GeneralRule:
    """One general rule: the name that files and commands use, a sentence, and where it is written.

    Under `dials` a file can add a rule to a book (`shock: yes`) or take it away (`shock: no`).
    """

    def __init__(self, name: str, sentence: str, cite: str) -> None:
        self.name = name
        self.sentence = sentence
        self.cite = cite
        self.asked: Ruleset | None = None
        self.there = False
        """Cache: the ruleset last asked about, and whether it has this rule."""
        GENERAL_RULES[name] = self

    def is_in(self, rules: Ruleset) -> bool:
        """Whether a ruleset has this rule, for the procedures that belong to it."""
        if rules is not self.asked:
            self.asked = rules
            self.there = self in rules.general
        return self.there

    # Points of an attack, in its order.

    def why_no_shot(self, battle: Battle, unit: Unit) -> Refusal | None:
        """T0: why the unit may not shoot or throw."""
        return None

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        """T2: add terms to the attack roll against a target under an effect."""

    def ignores_shield(self, battle: Battle, blow: Blow) -> bool:
        """T2: whether the target's shield does not count."""
        return False

    def cover(self, rules: Ruleset, grid: GridMap, target: Unit, found: int) -> i64:
        """T2: the penalty for cover, where geometry has found none, half or full cover."""
        return 0

    def attack_rolled(self, battle: Battle, blow: Blow) -> None:
        """T2: the attack has been rolled."""

    def deals_shock(self) -> bool:
        """T5: whether a miss may deal Shock, and a hit deals at least that."""
        return False

    # Points outside attacks.

    def melee_speed(self, rules: Ruleset, feet: i64) -> i64:
        """The speed in feet of a unit that may only make a fighting step."""
        return feet

    def revived(self, unit: Unit) -> None:
        """Magic has brought a dying unit back."""

    def tidy(self, battle: Battle) -> None:
        """A choice has been carried out: units may have moved or left."""


GENERAL_RULES: Final[dict[str, GeneralRule]] = {}
"""All general rules by name; books fill it."""


def ruling_at(rules: tuple[GeneralRule, ...], point: str) -> tuple[GeneralRule, ...]:
    """The rules that override the method of a point."""
    neutral: object = getattr(GeneralRule, point)
    return tuple([rule for rule in rules if getattr(type(rule), point) is not neutral])
