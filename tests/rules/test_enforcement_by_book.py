"""Each waivable rule, waived: what it usually forbids is then allowed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.gifted import gifted
from tests.rules import test_enforcement
from tests.rules.dolmenwood.hollow import (
    BEGUILE,
    DART,
    DIRK,
    LONGSWORD,
    SHORTBOW,
    beast,
    clean,
    hero,
    hollow,
    rolls,
)
from tests.scene import fighter, foe, play_setup, ruled, setup, unit, why_not

from shieldwall.books.waivable_rules import WAIVABLE
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight

IN_MELEE = (
    rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 1\n> g done\n> g done\n"
)
ONE_CAST = (
    "> a declare : dart\n" + rolls(6, 1) + "> a cast g : dart\n! dart d6 1\n> g done\n> g done\n"
)
MENDER = gifted(mends=True)


def optional(made: Setup) -> Setup:
    return ruled(made, optional_combat_rules="yes")


class Case:
    """A scene and what has happened, with a choice the rule forbids there."""

    def __init__(
        self,
        rule: str,
        scene: Callable[[], Setup],
        tape: str,
        choice: str,
        reason: str,
        first: str = "",
        instead: str | None = None,
    ) -> None:
        self.rule = rule
        self.scene = scene
        self.tape = tape
        self.choice = choice
        self.reason = reason
        self.first = first
        self.instead = tape if instead is None else instead
        """The tape where the rule is off, if people are asked other things then."""

    def play(self, mode: str) -> Fight:
        made = self.scene()
        made.enforce = ((self.rule, mode),)
        tape = self.tape if mode == "on" else self.instead
        fight = play_setup(made, clean(tape), self.first)
        if self.rule == "SVE-026":
            fight.rule("hp b 3")
        if self.rule == "SOV-079":
            unit(fight, "a").mains = 1
        return fight


CASES = [
    Case(
        "SOV-022",
        lambda: setup("a . g", surprised="foes", stops="always", a=fighter(), g=foe()),
        "> a run B1\n",
        "g snap a with sword",
        "is-surprised",
    ),
    Case(
        "SOV-034",
        lambda: setup(". . .\n. a g\n. . .", a=fighter(), g=foe()),
        "",
        "a leave",
        "not-at-the-edge",
        "party",
    ),
    Case(
        "SOV-079",
        lambda: setup("a g h", stops="always", a=fighter(ac=12), g=foe(), h=foe()),
        "> g attack a with sword\n> a total-defense\n> h pass\n! attack d20 1\n> h pass\n",
        "a total-defense",
        "is-defending",
        "foes",
    ),
    Case(
        "SVE-026",
        lambda: setup(
            "a . b g", rules="sovereign-early", a=fighter(abilities=MENDER), b=fighter(), g=foe()
        ),
        "",
        "a mend b",
        "not-beside",
        "party",
    ),
    Case(
        "DOL-002",
        lambda: hollow("a g", a=hero(), g=beast()),
        rolls(6, 1),
        "a attack g with longsword",
        "not-this-phase",
    ),
    Case(
        "DOL-007",
        lambda: hollow("a . . g\nb . . .", a=hero(spells=(DART,)), b=hero(), g=beast()),
        "> a declare : dart\n" + rolls(6, 1),
        "a run B1",
        "not-its-side",
    ),
    Case(
        "DOL-010",
        lambda: hollow("a g", a=hero(), g=beast()),
        IN_MELEE + "> a pass\n> g pass\n" + rolls(6, 1),
        "a leave",
        "is-in-melee",
    ),
    Case(
        "DOL-011",
        lambda: hollow("a . . g", a=hero(spells=(DART, BEGUILE)), g=beast()),
        "> a pass\n" + rolls(6, 1) + "> a done\n",
        "a cast g : dart",
        "not-declared",
    ),
    Case(
        "DOL-018",
        lambda: hollow("a g . . . . . .", a=hero(), g=beast(speed=30)),
        IN_MELEE + "> a pass\n> g pass\n" + rolls(1, 6),
        "g run C1-D1-E1-F1",
        "too-far",
    ),
    Case(
        "DOL-019",
        lambda: hollow("a g . . . . .", a=hero(), g=beast(weapons=(LONGSWORD, DIRK))),
        IN_MELEE + "> g done\n> a pass\n> g flee\n" + rolls(1, 6) + "> g done\n> g done\n",
        "g attack a with longsword",
        "attack-forfeit",
    ),
    Case(
        "DOL-022",
        lambda: hollow("a g . . . . . . . .", a=hero(), g=beast()),
        IN_MELEE + "> a pass\n> g pass\n" + rolls(1, 6),
        "g run-away E1",
        "is-in-melee",
    ),
    Case(
        "DOL-024",
        lambda: hollow("a g", a=hero(weapons=(SHORTBOW,)), g=beast()),
        rolls(6, 1) + "> a done\n",
        "a shoot g with shortbow",
        "too-close",
    ),
    Case(
        "DOL-036",
        lambda: hollow("a . . g", a=hero(spells=(DART, BEGUILE)), g=beast()),
        ONE_CAST + rolls(6, 1) + "> a done\n",
        "a cast g : dart",
        "is-forgotten",
        instead=ONE_CAST + "> a declare : dart\n" + rolls(6, 1),
    ),
    Case(
        "DOL-040",
        lambda: hollow(
            "h a g . . .", a=hero(), g=beast(hp=5, morale=7), h=beast(hp=5, morale=7)
        ),
        rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 18\n! damage d8 8\n"
        "> h done\n> h attack a with longsword\n! attack d20 2\n"
        "> referee morale : 0\n! morale d6 6\n! morale d6 6\n> a pass\n",
        "h pass",
        "must-declare",
    ),
    Case(
        "DOL-049",
        lambda: optional(hollow("a g", a=hero(), g=beast())),
        IN_MELEE + "> a parry\n> g pass\n" + rolls(1, 6) + "> g done\n> g done\n> a done\n",
        "a attack g with longsword",
        "attack-forfeit",
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_what_a_rule_forbids_is_allowed_where_it_is_off(case: Case) -> None:
    fight = case.play("on")
    assert why_not(fight, case.choice).split()[0] == case.reason
    fight = case.play("off")
    assert why_not(fight, case.choice) == ""


def test_every_rule_that_can_be_waived_is_waived_by_a_test() -> None:
    text = Path(test_enforcement.__file__).read_text("utf-8")
    shown = set(re.findall(r'\("([A-Z]{3}-\d+)", (?:lambda|bound|hurt)', text)) | {"SOV-053"}
    assert shown | {case.rule for case in CASES} == set(WAIVABLE)
