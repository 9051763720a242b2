"""Spells that wound and kill: dice by level, saves, areas."""

from __future__ import annotations

import pytest
from tests.rules.magic_scene import mage
from tests.rules.ways import with_floors
from tests.scene import (
    fighter,
    foe,
    may,
    play,
    play_setup,
    setup,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.abilities.body_conditions import ROOTED, STONE, TERRIFIED
from shieldwall.engine.state.condition import LASTING
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, **facts})


def test_a_spark_kills_the_weakest_of_those_without_a_name() -> None:
    """No save and no dice: one hit die and nameless."""
    fight = play(
        "a . g h",
        "> a cast g : arcane spark",
        a=mage("arcane spark"), g=foe(hp=8, hit_dice=1), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").status == DEAD
    assert told(fight, "save") == []


@pytest.mark.parametrize(("die", "taken"), [(14, 11), (15, 5)])
def test_a_spark_deals_a_d8_a_level_and_half_on_a_physical_save(die: int, taken: int) -> None:
    fight = play(
        "a . g",
        f"> a cast g : arcane spark\n! save d20 {die}\n! arcane spark d8 7\n! arcane spark d8 4",
        a=mage("arcane spark", level=2), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "save")[0].startswith("save unit=g against=physical")
    assert unit(fight, "g").hp == 60 - taken


def test_one_with_a_name_does_not_die_of_a_spark_at_once() -> None:
    fight = play(
        "a . g",
        "> a cast g : arcane spark\n! save d20 1\n! arcane spark d8 3",
        a=mage("arcane spark"), g=fighter(hp=8, hit_dice=1),
    )  # fmt: skip
    assert unit(fight, "g").hp == 5


FIELD = """
a . . . . . . . . .
. . . . . . . . . .
. . g . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . h
. . . . . . . . . i
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
"""


@pytest.mark.rule("SOV-008")
def test_a_bomb_covers_eight_by_eight_squares_around_a_crossing() -> None:
    """Around the corner of G6 that is C2 to J9; I stands one square outside, on J10."""
    fight = play(
        FIELD,
        """
        > a cast G6 : magic bomb
        ! save d20 14
        ! magic bomb d8 1
        ! magic bomb d8 2
        ! magic bomb d8 3
        ! save d20 15
        ! magic bomb d8 1
        ! magic bomb d8 2
        ! magic bomb d8 4
        """,
        a=mage("magic bomb", level=3), g=sturdy(), h=sturdy(), i=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm") == [
        "harm unit=g by=a amount=6 left=54 cause=magic_bomb",
        "harm unit=h by=a amount=3 left=57 cause=magic_bomb",
    ]
    assert told(fight, "save")[0].startswith("save unit=g against=evasion")
    assert unit(fight, "i").hp == 60


@pytest.mark.rule("SOV-008")
def test_a_wall_stands_between_a_bomb_and_those_behind_it() -> None:
    fight = play(
        """
        a . . . . . . . # . . .
        . . . . . . . . # . . .
        . . . . g . . . # h . .
        . . . . . . . . # . . .
        . . . . . . . . # . . .
        . . . . . . . . # . . .
        . . . . . . . . # . . .
        . . . . . . . . # . . .
        """,
        "> a cast G5 : magic bomb\n! save d20 1\n! magic bomb d8 5",
        a=mage("magic bomb"), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert (unit(fight, "g").hp, unit(fight, "h").hp) == (55, 60)


def test_in_a_narrow_place_a_bomb_is_driven_further() -> None:
    """A corridor leaves it 8 of 64 squares, H to O; a pip is 10 ft, and h is 20 ft further on."""
    corridor = "a . . . . . . . . . . . g . . . . . h"
    for pips, left in ((1, 60), (2, 52)):
        harmed = "! save d20 1\n! magic bomb d8 4\n! magic bomb d8 4\n"
        harmed *= 1 if left == 60 else 2
        fight = play(
            corridor,
            f"> a cast L1 : magic bomb\n! spread d6 {pips}\n{harmed}",
            a=mage("magic bomb", level=2), g=sturdy(), h=sturdy(),
        )  # fmt: skip
        assert unit(fight, "g").hp == 52
        assert unit(fight, "h").hp == left


def test_a_bomb_is_eight_feet_high() -> None:
    """One ledge is 5 ft above the crossing, the other 10 ft."""
    made = setup(
        """
        a . . . . . . . . . .
        . . . . . . . g . h .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        """,
        a=mage("magic bomb"), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    fight = play_setup(
        with_floors(made, H2=60, J2=120),
        "> a cast H5 : magic bomb\n! save d20 1\n! magic bomb d8 8",
    )
    assert [unit(fight, name).hp for name in "agh"] == [10, 52, 60]


def test_frost_bites_and_holds_units_that_fail_for_some_rounds() -> None:
    """At level 4: 2d6, 40 ft around the crossing; frozen for 1d4 rounds."""
    fight = play(
        "a . . . . g . h",
        """
        > a cast F1 : arctic circle
        ! save d20 15
        ! arctic circle d6 4
        ! arctic circle d6 4
        ! save d20 15
        ! arctic circle d6 6
        ! arctic circle d6 5
        ! save d20 14
        ! arctic circle d6 6
        ! arctic circle d6 6
        ! arctic circle d4 1
        > a done
        > g done
        """,
        a=mage("arctic circle", level=4, hp=30), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert [unit(fight, name).hp for name in "agh"] == [26, 55, 48]
    frozen = unit(fight, "h").effect(ROOTED)
    assert frozen is not None
    assert frozen.until == LASTING + 2, "the end of the next round"
    assert unit(fight, "g").effect(ROOTED) is None
    assert why_not(fight, "h run G1") == "too-far SOV-084"
    fight.push("h done")
    for name in "agh":
        fight.push(f"{name} done")
    assert told(fight, "recovers") == ["recovers unit=h what=rooted"]
    fight.push("a done")
    fight.push("g done")
    assert may(fight, "h run G1")


def test_those_near_the_caster_flee_in_fear_or_are_hurt_by_mastering_it() -> None:
    """Eight squares away is 40 ft; the ninth is safe, and so are friends."""
    fight = play(
        "b a . . . . . . . g h",
        "> a cast : fear\n! save d20 14\n",
        a=mage("fear", level=3), b=fighter(), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").effect(TERRIFIED) is not None
    assert unit(fight, "g").broken
    assert unit(fight, "h").effects == []
    made = play(
        "b a . . . . . . . g h",
        "> a cast : fear\n! save d20 15\n> a done\n> b done",
        a=mage("fear", level=3), b=fighter(), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert told(made, "harm") == ["harm unit=g by=a amount=3 left=57 cause=fear"]


def test_the_terrified_neither_attack_nor_cast() -> None:
    fight = play(
        "a g",
        "> a cast : fear\n! save d20 1\n> a done",
        a=mage("fear", level=3), g=mage("arcane spark", hit_dice=5),
    )  # fmt: skip
    assert why_not(fight, "g attack a with sword") == "is-terrified SOV-047"
    assert why_not(fight, "g cast a : arcane spark") == "is-terrified SOV-045"


def test_the_wind_blows_those_in_its_way_30_feet_off_and_takes_their_next_main() -> None:
    """The strip is 30 ft wide: three squares to each side of its middle."""
    fight = play(
        """
        . . . i . . . . . . . .
        . . . h . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . a . g . . . . . . . .
        """,
        """
        > a cast L5 : control wind
        ! save d20 14
        ! control wind d6 4
        ! save d20 15
        > a done
        """,
        a=mage("control wind", level=4), g=sturdy(), h=sturdy(), i=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm", "pushed-to") == [
        "harm unit=g by=a amount=4 left=56 cause=control_wind",
        "pushed-to unit=g at=J5",
    ]
    assert (where(fight, "h"), where(fight, "i")) == ("D2", "D1")
    assert unit(fight, "g").mains == 0
    assert why_not(fight, "g disengage") == "main-spent SOV-035"


def test_a_unit_whose_main_is_spent_loses_that_of_the_next_round() -> None:
    fight = play(
        "a g . . . . . . . .",
        """
        > g done
        > a cast B1 : control wind
        ! save d20 1
        ! control wind d6 4
        > a done
        """,
        first="foes",
        a=mage("control wind", level=4), g=sturdy(),
    )  # fmt: skip
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (0, 1)
    fight.push("g done")
    fight.push("a done")
    assert unit(fight, "g").mains == 1


@pytest.mark.parametrize(
    ("hit_dice", "die", "dice", "hp"),
    [
        (4, 15, "", 60),
        (5, 14, "! pull object d10 9\n" * 4, 24),
        (5, 15, "! pull object d10 9\n" * 4, 42),
    ],
)
def test_a_pulled_object_kills_the_weaker_and_crushes_the_stronger(
    hit_dice: int, die: int, dice: str, hp: int
) -> None:
    fight = play(
        "a . g",
        f"> a cast g : pull object\n! save d20 {die}\n{dice}",
        a=mage("pull object", level=4), g=sturdy(hit_dice=hit_dice),
    )  # fmt: skip
    assert unit(fight, "g").hp == hp


def test_one_of_no_more_hit_dice_than_the_caster_dies_under_it() -> None:
    fight = play(
        "a . g h",
        "> a cast g : pull object\n! save d20 14\n",
        a=mage("pull object", level=4), g=sturdy(hit_dice=4), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").status == DEAD


def test_the_dead_are_smitten_and_the_lesser_destroyed() -> None:
    """Friends and the living in the area are left alone."""
    fight = play(
        "a . b g h i j",
        """
        > a cast E1 : smite the dead
        ! smite the dead d10 3
        ! smite the dead d10 4
        ! save d20 14
        ! smite the dead d10 1
        ! smite the dead d10 1
        ! save d20 15
        ! smite the dead d10 2
        ! smite the dead d10 2
        """,
        a=mage("smite the dead", level=2), b=fighter(hp=20, undead=True),
        g=sturdy(undead=True, hit_dice=2), h=sturdy(undead=True, hit_dice=2),
        i=sturdy(undead=True, hit_dice=3), j=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").status == DEAD
    assert [unit(fight, name).hp for name in "bhij"] == [20, 58, 56, 60]


def test_one_turned_to_stone_is_out_of_the_fight_but_not_dying() -> None:
    fight = play(
        "a . g h",
        "> a cast g : calcify\n! save d20 14\n",
        a=mage("calcify"), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    statue = unit(fight, "g")
    assert (statue.status, statue.hp, statue.stable) == (DOWN, 60, True)
    assert statue.effect(STONE) is not None


def test_a_unit_that_resists_stone_is_stiff_for_a_while() -> None:
    fight = play(
        "a . g",
        "> a cast g : calcify\n! save d20 15\n! calcify d6 3\n",
        a=mage("calcify"), g=sturdy(),
    )  # fmt: skip
    stiff = unit(fight, "g").effect(ROOTED)
    assert unit(fight, "g").status == ACTIVE
    assert stiff is not None
    assert stiff.until == LASTING + 4
