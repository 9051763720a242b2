"""Additional effects of a hit: poison at once or later, paralysis, drains, grips, rending."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.powers.beasts import beast, dice, just, rider
from tests.rules.magic_scene import mage, survives_saving
from tests.scene import UNARMED, fighter, play, terms, told, unit, why_not

from shieldwall.abilities.body_conditions import ENTANGLED
from shieldwall.engine.magic.spell_data import (
    CONDITION,
    DAMAGE,
    DRAIN,
    EXHAUST,
    HALF_IF_MADE,
    HOLD,
    IF_FAILED,
    KILL,
    KNOCK,
    Primitive,
)
from shieldwall.engine.state.condition import HELPLESS, VENOM
from shieldwall.engine.state.harm import POISON
from shieldwall.engine.state.sheet import BRAWL, make_weapon
from shieldwall.engine.state.state import ACTIVE, DOWN

BITE = """
> g attack a with bite
! attack d20 18
! damage d6 1
"""
DEADLY = rider("venom", Primitive(KILL, IF_FAILED, kinds=POISON), save="doom")


def test_a_failed_save_against_deadly_venom_brings_one_down() -> None:
    adder = beast(riders=(DEADLY,))
    fight = play("a g", BITE + "! save d20 14\n", "foes", a=fighter(hp=20), g=adder)
    assert told(fight, "save") == ["save unit=a against=physical die=14 needed=15 passed=no"]
    assert (unit(fight, "a").status, unit(fight, "a").hp) == (DOWN, 0)


def test_a_save_that_is_made_leaves_the_wound_alone() -> None:
    fight = play(
        "a g", BITE + "! save d20 15\n", "foes", a=fighter(hp=20), g=beast(riders=(DEADLY,))
    )
    assert (unit(fight, "a").status, unit(fight, "a").hp) == (ACTIVE, 19)


def test_five_saves_have_one_for_each_thing() -> None:
    fight = play(
        "a g", BITE + "! save d20 8\n", "foes",
        a=fighter(hp=20, saves=(8, 12, 13, 14, 15)), g=beast(riders=(DEADLY,)),
    )  # fmt: skip
    assert unit(fight, "a").status == ACTIVE


def test_a_miss_carries_no_venom() -> None:
    fight = play(
        "a g", "> g attack a with bite\n! attack d20 2\n> g done\n", "foes",
        a=fighter(hp=20), g=beast(riders=(DEADLY,)),
    )  # fmt: skip
    assert told(fight, "save") == []


def test_one_proof_against_poison_does_not_even_save() -> None:
    fight = play(
        "a g", BITE, "foes", a=beast(immune=POISON, name="golem"), g=beast(riders=(DEADLY,))
    )
    assert told(fight, "unmoved") == ["unmoved unit=a by=g what=venom"]
    assert unit(fight, "a").hp == 19


SLOW = rider(
    "venom",
    Primitive(DAMAGE, HALF_IF_MADE, amount=dice(2, 6), kinds=POISON),
    save="doom",
    onset=just(1),
)


def test_slow_venom_works_at_the_end_of_a_later_round(tmp_path: Path) -> None:
    fight = play(
        "a g", BITE + "> g done\n> a done\n> g done\n", "foes",
        a=fighter(hp=20), g=beast(riders=(SLOW,)),
    )  # fmt: skip
    assert unit(fight, "a").effect(VENOM) is not None
    assert unit(fight, "a").hp == 19
    again = survives_saving(fight, tmp_path)
    fight = play(
        "a g",
        BITE + 2 * "> g done\n> a done\n" + "! save d20 20\n! venom d6 5\n! venom d6 4\n",
        "foes", a=fighter(hp=20), g=beast(riders=(SLOW,)),
    )  # fmt: skip
    assert unit(fight, "a").hp == 19 - 4
    assert unit(fight, "a").effect(VENOM) is None
    assert unit(again, "a").effect(VENOM) is not None


PARALYSIS = rider(
    "paralysis", Primitive(CONDITION, IF_FAILED, effect=HELPLESS, rounds=just(2)), save="hold"
)


def test_the_paralysed_cannot_act_until_it_is_over() -> None:
    fight = play(
        "a g . . b", BITE + "! save d20 2\n> g done\n", "foes",
        a=fighter(hp=20), b=fighter(), g=beast(riders=(PARALYSIS,)),
    )  # fmt: skip
    assert why_not(fight, "a attack g with sword") != ""
    for _ in range(2):
        fight.push("b done")
        fight.push("g done")
    assert unit(fight, "a").effect(HELPLESS) is not None
    fight.push("b done")
    assert unit(fight, "a").effect(HELPLESS) is None


def test_the_dead_are_not_paralysed() -> None:
    fight = play(
        "a g", BITE, "foes",
        a=beast(undead=True, name="ghoul"), g=beast(riders=(PARALYSIS,)),
    )  # fmt: skip
    assert unit(fight, "a").effect(HELPLESS) is None
    assert told(fight, "unmoved") == ["unmoved unit=a by=g what=paralysis"]


def test_blood_that_is_drained_heals_the_drainer() -> None:
    thirst = rider("thirst", Primitive(DRAIN, amount=dice(1, 6)))
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 18
        ! damage d8 8
        > a done
        > g attack a with bite
        ! attack d20 18
        ! damage d6 1
        ! thirst d6 4
        """,
        a=fighter(hp=20), g=beast(riders=(thirst,)),
    )  # fmt: skip
    assert (unit(fight, "a").hp, unit(fight, "g").hp) == (15, 16)


def test_forced_strain_beyond_what_a_body_bears_lays_one_low() -> None:
    touch = rider("chill", Primitive(EXHAUST, amount=just(2)))
    fight = play(
        "a g . b", BITE, "foes",
        a=fighter(hp=20, constitution=1), b=fighter(), g=beast(riders=(touch,)),
    )  # fmt: skip
    assert told(fight, "strain") == ["strain unit=a total=2 most=1"]
    assert unit(fight, "a").effect(HELPLESS) is not None


def test_coils_hold_without_a_check_and_squeeze_at_the_rounds_end() -> None:
    coils = rider("coils", Primitive(HOLD))
    fight = play(
        "a g", BITE + "> g done\n> a done\n! damage d6 3\n", "foes",
        a=fighter(hp=20, weapons=(UNARMED,)), g=beast(riders=(coils,)),
    )  # fmt: skip
    assert told(fight, "grappled") == ["grappled unit=a by=g"]
    assert unit(fight, "a").locked
    assert unit(fight, "a").hp == 20 - 1 - 3


def test_no_unit_gets_hold_of_a_ghost() -> None:
    coils = rider("coils", Primitive(HOLD))
    fight = play(
        "a g", BITE, "foes", a=beast(incorporeal=True, name="ghost"), g=beast(riders=(coils,))
    )
    assert not unit(fight, "a").locked


def test_the_second_claw_that_hits_the_same_foe_rends() -> None:
    rend = rider("rend", Primitive(DAMAGE, amount=dice(2, 8)), nth=2)
    claw = make_weapon("claw", 1, 4, natural=True, skill=BRAWL, riders=(rend,))
    fight = play(
        "a g b",
        """
        > g attack a with claw
        ! attack d20 18
        ! damage d4 1
        > g attack a with claw
        ! attack d20 18
        ! damage d4 1
        ! rend d8 3
        ! rend d8 4
        > g done
        """,
        "foes",
        a=fighter(hp=30), b=fighter(hp=30), g=beast(weapons=(claw,), routine=(0, 0)),
    )  # fmt: skip
    assert unit(fight, "a").hp == 30 - 1 - 1 - 7
    fight = play(
        "a g b",
        """
        > g attack a with claw
        ! attack d20 18
        ! damage d4 1
        > g attack b with claw
        ! attack d20 18
        ! damage d4 1
        > g done
        """,
        "foes",
        a=fighter(hp=30), b=fighter(hp=30), g=beast(weapons=(claw,), routine=(0, 0)),
    )  # fmt: skip
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == (29, 29)


def test_only_a_great_roll_throws_one_down() -> None:
    fling = rider("fling", Primitive(KNOCK), least_die=18)
    fight = play("a g", BITE, "foes", a=fighter(hp=20), g=beast(riders=(fling,)))
    assert unit(fight, "a").prone
    fight = play(
        "a g", BITE.replace("d20 18", "d20 17"), "foes", a=fighter(hp=20), g=beast(riders=(fling,))
    )
    assert not unit(fight, "a").prone


def test_a_unit_that_is_entangled_stays_until_it_tears_free() -> None:
    web = rider("web", Primitive(CONDITION, effect=ENTANGLED, value=just(10)))
    fight = play(
        "a g . .", BITE + "> g done\n", "foes", a=fighter(hp=20, exert=1), g=beast(riders=(web,))
    )
    assert why_not(fight, "a run B1") != ""
    fight = play(
        "a g . .", BITE + "> g done\n> a tear-free\n! tear free d6 5\n! tear free d6 4\n", "foes",
        a=fighter(hp=20, exert=1), g=beast(riders=(web,)),
    )  # fmt: skip
    assert told(fight, "torn-free") == ["torn-free unit=a"]
    assert terms(fight, "check") == {"2d6": 9, "str": 0, "exert": 1}
    assert why_not(fight, "a tear-free") == "not-entangled creature"


@pytest.mark.parametrize("steadfast", [0, 1 << HELPLESS.number])
def test_a_steadfast_creature_never_comes_under_the_condition(steadfast: int) -> None:
    paralysing = rider("touch", Primitive(CONDITION, effect=HELPLESS, rounds=just(3)))
    fight = play("a g", BITE, "foes", a=beast(steadfast=steadfast), g=beast(riders=(paralysing,)))
    assert (unit(fight, "a").effect(HELPLESS) is None) is bool(steadfast)


@pytest.mark.parametrize(("die", "left"), [(30, 20), (31, 15)])
def test_magic_resistance_is_rolled_before_the_save(die: int, left: int) -> None:
    rolled = "! save d20 1\n! arcane spark d8 5\n" if left < 20 else ""
    fight = play(
        "a . g",
        f"> a cast g : arcane spark\n! magic resistance d100 {die}\n" + rolled,
        a=mage("arcane spark"),
        g=beast(magic_resistance=30, hit_dice=3),
    )
    assert unit(fight, "g").hp == left
