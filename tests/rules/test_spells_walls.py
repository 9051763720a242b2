"""Walls of magic: they block movement and sight, do damage, and are cut, climbed and dispelled."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.magic_scene import mage, survives_saving
from tests.rules.ways import exact
from tests.scene import (
    AXE,
    BOW,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD

HALL = """
. . . . . .
a . . . . g
. . . . . .
"""


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, "weapons": (AXE, BOW), **facts})


VINES = "> a cast D1 D4 : vine growth\n> a done\n"
FOUR = HALL + ". . . . . .\n"


def test_a_hedge_bars_the_way_and_the_view() -> None:
    """From the top left corner of D1 down to that of D4: the edge between columns C and D."""
    fight = play(FOUR, VINES, a=mage("vine growth"), g=sturdy())
    assert told(fight, "wall") == ["wall unit=a what=vine_growth line=D1,D4"]
    assert why_not(fight, "g shoot a with small bow") == "no-line SOV-017"
    fight.push("g run D2")
    assert exact(fight, "g run C2") == "no-way SOV-010"
    assert exact(fight, "g run E2") == ""
    before = play(FOUR, "> a done\n", a=mage("vine growth"), g=sturdy())
    assert may(before, "g shoot a with small bow")


def test_a_hedge_is_20_feet_long_a_level_and_straight() -> None:
    fight = play(FOUR, "", a=mage("vine growth"), g=sturdy())
    assert may(fight, "a cast B4 F4 : vine growth"), "four squares"
    assert why_not(fight, "a cast A4 F4 : vine growth") == "wall-too-long SOV-045"
    assert why_not(fight, "a cast B1 C2 : vine growth") == "wall-not-straight SOV-045"
    assert why_not(fight, "a cast B1 : vine growth") == "two-crossings SOV-045"
    assert why_not(fight, "a cast B1 B1 : vine growth") == "wall-too-long SOV-045"


def test_no_wall_goes_through_a_large_body() -> None:
    fight = play(
        "a . g g .\n. . g g .\n. . . . .", "", a=mage("vine growth"), g=sturdy(size=2)
    )  # fmt: skip
    assert why_not(fight, "a cast D1 D3 : vine growth") == "wall-through-body SOV-045"
    assert may(fight, "a cast C1 C3 : vine growth")


def test_a_raised_wall_is_undone_with_its_spell_and_survives_saving(tmp_path: Path) -> None:
    fight = play(FOUR, VINES, a=mage("vine growth"), g=sturdy())
    bare = fight.fork()
    twin = survives_saving(fight, tmp_path)
    assert why_not(twin, "g shoot a with small bow") == "no-line SOV-017"
    bare.pop()
    bare.pop()
    assert bare.state.raised == []
    assert bare.state != fight.state
    bare.push("a done")
    assert may(bare, "g shoot a with small bow")


def test_5_hp_a_level_hew_a_hole_through_which_one_walks_and_looks() -> None:
    fight = play(
        FOUR,
        VINES
        + """
        > g run D2
        > g hew C2 with war axe
        ! damage d10 4
        = hews unit=g what=vine_growth amount=4 left=1
        > g done
        > a done
        > g hew C2 with war axe
        ! damage d10 1
        = hews unit=g what=vine_growth amount=1 left=0
        """,
        a=mage("vine growth"), g=sturdy(),
    )  # fmt: skip
    assert exact(fight, "g run C2") == ""
    assert exact(fight, "g run D1-C1") == "no-way SOV-010", "only there"
    fight.push("g done")
    fight.push("a done")
    assert why_not(fight, "g hew C2 with war axe") == "no-wall-there SOV-045"


def test_one_hews_only_at_a_wall_before_one() -> None:
    fight = play(FOUR, VINES, a=mage("vine growth"), g=sturdy())
    assert why_not(fight, "g hew E2 with war axe") == "no-wall-there SOV-045"
    assert why_not(fight, "g climb E2") == "no-wall-there SOV-045"


def test_climbing_a_hedge_takes_the_whole_turn_and_2d6() -> None:
    fight = play(
        FOUR,
        VINES
        + """
        > g run D2
        > g done
        > a done
        > g climb C2
        ! vine growth d6 3
        ! vine growth d6 5
        """,
        a=mage("vine growth"), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm", "climbs") == [
        "harm unit=g by=a amount=8 left=52 cause=vine_growth",
        "climbs unit=g at=C2",
    ]
    assert where(fight, "g") == "C2"
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (0, 0)


BURNING = "> a cast D1 D4 : elemental wall ({form})\n> a done\n> g run E2-D2-C2\n"


@pytest.mark.parametrize(
    ("form", "dice", "taken"),
    [("fire", (6, 6, 6), 20), ("water", (6, 6), 12), ("air", (6,), 8)],
)
def test_walls_of_fire_water_and_air_hurt_any_unit_that_goes_through(
    form: str, dice: tuple[int, ...], taken: int
) -> None:
    """At the second level; it does not block sight or shots."""
    rolled = "".join(f"! elemental wall ({form}) d6 {die}\n" for die in dice)
    fight = play(
        FOUR,
        BURNING.format(form=form) + rolled,
        a=mage(f"elemental wall ({form})", level=2), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").hp == 60 - taken
    assert where(fight, "g") == "C2"
    fight.push("g done")
    assert may(fight, "a done")


def test_a_unit_killed_by_the_fire_falls_behind_it_and_no_other_is_hurt() -> None:
    fight = play(
        FOUR.replace("a . . . . g", "a . . . h g"),
        BURNING.format(form="fire").replace("E2-D2-C2", "F3-E3-D3-C3")
        + "! elemental wall (fire) d6 6\n" * 3,
        a=mage("elemental wall (fire)", level=2), g=sturdy(hp=5, size=1), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").status == DEAD
    fight.push("h run E3-E4")
    assert unit(fight, "h").hp == 60


def test_a_wall_of_earth_bars_everything_and_takes_20_hp_a_hole() -> None:
    fight = play(
        FOUR,
        "> a cast D1 D4 : elemental wall (earth)\n> a done\n> g run D2\n"
        "> g hew C2 with war axe\n! damage d10 10\n",
        a=mage("elemental wall (earth)", level=2), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "hews") == ["hews unit=g what=elemental_wall_(earth) amount=10 left=10"]
    assert why_not(fight, "g climb C2") == "no-wall-there SOV-045"


def test_an_elemental_wall_is_10_feet_long_a_level() -> None:
    fight = play(FOUR, "", a=mage("elemental wall (earth)"), g=sturdy())
    assert may(fight, "a cast D1 D3 : elemental wall (earth)")
    assert why_not(fight, "a cast D1 D4 : elemental wall (earth)") == "wall-too-long SOV-045"


DISPEL = """
> a cast D1 D4 : vine growth
> a done
> g cast E3 : dispel magic
"""


def test_dispelling_takes_a_wall_of_a_caster_of_no_higher_level_away() -> None:
    fight = play(
        FOUR, DISPEL,
        a=mage("vine growth", level=2), g=mage("dispel magic", level=2, weapons=(SWORD, BOW)),
    )  # fmt: skip
    assert told(fight, "wall-gone", "check") == ["wall-gone what=vine_growth"]
    assert fight.state.raised == []
    fight.push("g done")
    assert may(fight, "a done")


@pytest.mark.parametrize(("second", "left"), [(2, 0), (1, 1)])
def test_magic_of_a_stronger_caster_takes_an_opposed_check(second: int, left: int) -> None:
    """2d6 must reach 8."""
    fight = play(
        FOUR, DISPEL + f"! magic d6 6\n! magic d6 {second}\n",
        a=mage("vine growth", level=3), g=mage("dispel magic", level=2),
    )  # fmt: skip
    assert len(fight.state.raised) == left


def test_dispelling_frees_friends_of_what_they_are_under() -> None:
    fight = play(
        "a . . . . . g h",
        """
        > a cast G1 : sleep
        > a done
        > h cast G1 : dispel magic
        """,
        a=mage("sleep"), g=sturdy(hit_dice=1), h=mage("dispel magic", hit_dice=9),
    )  # fmt: skip
    assert told(fight, "recovers") == ["recovers unit=g what=helpless"]
    assert unit(fight, "g").effects == []


# Forced movement through a wall of fire counts too.

LINED = """
. . . . . .
a b g . . .
. . . . . .
. . . . . .
"""
LIT = "> a cast D1 D4 : elemental wall (fire)\n> a done\n"
FIRE = "! elemental wall (fire) d6 2\n" * 3


@pytest.mark.rule("SOV-126")
@pytest.mark.parametrize(("square", "left"), [("D2", 52), ("C1", 60)])
def test_a_unit_that_is_pushed_through_the_fire_is_burnt(square: str, left: int) -> None:
    fight = play(
        LINED,
        LIT
        + f"> b shove {square} g with sword : push\n! attack d20 18\n! shove d6 6\n! shove d6 6\n"
        + (FIRE if left < 60 else ""),
        a=mage("elemental wall (fire)", level=2), b=fighter(), g=sturdy(),
    )  # fmt: skip
    assert (where(fight, "g"), unit(fight, "g").hp) == (square, left)


@pytest.mark.rule("SOV-132")
def test_a_unit_that_is_thrown_through_the_fire_is_burnt_and_lies_there() -> None:
    fight = play(
        LINED,
        LIT
        + "> b grapple g with unarmed\n! attack d20 18\n! grapple d6 6\n! grapple d6 6\n"
        + "> b done\n> g done\n! damage d2 1\n> a done\n> b haul D2 : throw\n"
        + "! carry d6 6\n! carry d6 6\n"
        + FIRE,
        a=mage("elemental wall (fire)", level=2), b=fighter(weapons=(UNARMED,), brawl=2),
        g=sturdy(),
    )  # fmt: skip
    assert (where(fight, "g"), unit(fight, "g").prone) == ("D2", True)
    assert told(fight, "harm")[-1] == (
        "harm unit=g by=a amount=8 left=49 cause=elemental_wall_(fire)"
    )


@pytest.mark.parametrize(("hp", "square"), [(60, "F2"), (9, "D2")])
def test_the_wind_drives_one_through_the_fire(hp: int, square: str) -> None:
    """A unit felled by the fire is not blown farther."""
    fight = play(
        LINED,
        LIT
        + "> b done\n> g done\n> a cast C2 : control wind\n"
        + "! save d20 20\n! save d20 1\n! control wind d6 1\n"
        + FIRE,
        a=mage("elemental wall (fire)", "control wind", level=4, casts=4), b=fighter(),
        g=sturdy(hp=hp),
    )  # fmt: skip
    assert where(fight, "g") == square


@pytest.mark.rule("SOV-132")
def test_a_unit_that_carries_a_victim_through_the_fire_burns_with_it() -> None:
    """Both go from the left of the wall to its right."""
    fight = play(
        LINED,
        LIT
        + "> b grapple g with unarmed\n! attack d20 18\n! grapple d6 6\n! grapple d6 6\n"
        + "> b done\n> g done\n! damage d2 1\n> a done\n> b haul D2 : carry\n"
        + "! carry d6 6\n! carry d6 6\n"
        + FIRE,
        a=mage("elemental wall (fire)", level=2), b=fighter(hp=30, weapons=(UNARMED,), brawl=2),
        g=sturdy(),
    )  # fmt: skip
    assert (where(fight, "b"), unit(fight, "b").hp) == ("D2", 22)
    assert (where(fight, "g"), unit(fight, "g").hp) == ("C2", 57), "it was held at arm's length"
