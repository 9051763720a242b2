"""Abilities that harden a body or keep it alive also count in a fall and against deadly spells."""

from __future__ import annotations

import pytest
from tests.rules.magic_scene import mage
from tests.rules.ways import with_floors
from tests.scene import fighter, foe, setup, told, unit
from tests.scripted import Step, go_on, run

from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD


def on_a_ledge(g: Sheet) -> Setup:
    """A push takes `g` 20 ft down."""
    made = setup("a g . . h", a=fighter(), g=g, h=foe())
    return with_floors(made, A1=20 * FOOT, B1=20 * FOOT)


PUSH: tuple[Step, ...] = ("a shove C1 g with sword : push", 19, 6, 6)


@pytest.mark.rule("G-05")
def test_one_that_cannot_fall_below_1_hp_survives_the_drop() -> None:
    fight = run(on_a_ledge(foe(hp=8)), "?")
    fight.rule("condition g deathless")
    go_on(fight, *PUSH, 6, 6, "?")
    assert told(fight, "harm") == ["harm unit=g by=a amount=12 left=1 cause=fall"]
    assert unit(fight, "g").status == ACTIVE


@pytest.mark.rule("G-05")
def test_a_body_of_stone_takes_3_less_from_the_drop() -> None:
    made = on_a_ledge(mage("become element (stone)", hp=8, ac=10))
    fight = run(
        made, "g cast : become element (stone)", "g done", "h done", *PUSH, 2, 4, "?",
        first="foes",
    )  # fmt: skip
    assert unit(fight, "g").hp == 5


@pytest.mark.parametrize("safe", [True, False])
def test_a_deadly_spark_leaves_1_hp_to_one_that_cannot_fall_below(safe: bool) -> None:
    made = setup("a . g h", a=mage("arcane spark"), g=foe(hp=8, hit_dice=1), h=foe())
    fight = run(made, "?")
    if safe:
        fight.rule("condition g deathless")
    go_on(fight, "a cast g : arcane spark", *((20, 4) if safe else ()), "?")
    assert unit(fight, "g").hp == (1 if safe else 0)
    assert unit(fight, "g").status == (ACTIVE if safe else DEAD)
