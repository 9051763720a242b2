"""Spells on minds and bodies: sleep, domination, curses, weakness, blindness, invisibility."""

from __future__ import annotations

import pytest
from tests.rules.magic_scene import mage
from tests.scene import (
    BOW,
    SWORD,
    fighter,
    foe,
    may,
    play,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.abilities.attack_conditions import BLUNTED, DOOMED, SENSELESS, WEAKENED
from shieldwall.abilities.body_conditions import BOILS, INVISIBLE, SLOWED
from shieldwall.engine.state.condition import HELPLESS, LASTING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import Sheet


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, **facts})


ASLEEP = "> a cast F1 : sleep\n> a done\n"


def test_sleep_takes_all_of_up_to_four_hit_dice_without_a_save() -> None:
    """Not the fifth, and not the dead that walk."""
    fight = play(
        "a . . . . g h i",
        ASLEEP,
        a=mage("sleep"), g=sturdy(hit_dice=4), h=sturdy(hit_dice=5),
        i=sturdy(hit_dice=1, undead=True),
    )  # fmt: skip
    assert told(fight, "condition", "save") == ["condition unit=g what=helpless until=2"]
    assert unit(fight, "h").effects == unit(fight, "i").effects == []
    assert why_not(fight, "g attack a with sword") == "not-its-side SOV-030", "it is not even asked"
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (0, 0)


def test_sleep_does_not_tell_friend_from_foe() -> None:
    fight = play(
        "a . . . . b g",
        ASLEEP.replace("> a done\n", ""),
        a=mage("sleep"), b=fighter(hit_dice=1), g=sturdy(hit_dice=1),
    )  # fmt: skip
    assert unit(fight, "b").effect(HELPLESS) is not None
    assert unit(fight, "g").effect(HELPLESS) is not None


def test_a_friend_wakes_a_sleeper_with_its_main() -> None:
    fight = play(
        "a . . . . g h i",
        ASLEEP
        + """
        > h wake g
        > h done
        > i done
        > g done
        > a done
        """,
        a=mage("sleep"), g=sturdy(hit_dice=4), h=sturdy(), i=sturdy(),
    )  # fmt: skip
    assert told(fight, "wakes") == ["wakes unit=g by=h"]
    assert unit(fight, "h").mains == 1, "a new round"
    assert may(fight, "g run E1")


def test_only_those_at_its_side_wake_a_sleeper_and_only_sleepers_are_woken() -> None:
    fight = play(
        "a . . . . g h i",
        ASLEEP,
        a=mage("sleep"), g=sturdy(hit_dice=4), h=sturdy(), i=sturdy(),
    )  # fmt: skip
    assert why_not(fight, "i wake g") == "ward-too-far SOV-045"
    assert why_not(fight, "h wake i") == "not-asleep SOV-045"
    assert may(fight, "h wake g")


DOMINATED = "> a cast g : dominate person\n! save d20 {die}\n"


@pytest.mark.parametrize(("die", "side"), [(14, 0), (15, 1)])
def test_a_unit_that_fails_a_mental_save_fights_for_the_caster(die: int, side: int) -> None:
    fight = play(
        "a . g h",
        DOMINATED.format(die=die),
        a=mage("dominate person"), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").side == side
    assert told(fight, "save")[0].startswith("save unit=g against=mental")
    if side == 0:
        fight.push("a done")
        assert may(fight, "g attack h with sword")
        assert why_not(fight, "g attack a with sword") == "no-foe SOV-047"


def test_a_unit_that_is_no_longer_dominated_is_its_own_again() -> None:
    fight = play(
        "a . . . g h",
        DOMINATED.format(die=1)
        + """
        > a done
        > g done
        > h done
        > a cast E1 : dispel magic
        """,
        a=mage("dominate person", "dispel magic"), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").side == 1
    assert told(fight, "recovers") == ["recovers unit=g what=dominated"]


def test_the_magic_skill_of_the_caster_makes_domination_harder_to_resist() -> None:
    strong = mage("dominate person")
    strong.skills = (0, 0, 0, 0, 0, 0, 0, 2, 0)
    fight = play("a . g h", DOMINATED.format(die=16), a=strong, g=sturdy(), h=sturdy())
    assert unit(fight, "g").side == 0
    assert terms(fight, "save") == {"d20": 16, "situation": -2}


def test_one_robbed_of_its_sight_cannot_shoot_and_strikes_with_the_worse_of_two_rolls() -> None:
    fight = play(
        "a g",
        """
        > a cast g : dominate sense
        ! save d20 14
        > a done
        > g attack a with sword
        ! attack d20 19
        ! attack d20 2
        = attack unit=g target=a weapon=sword how=melee die=2 total=3 ac=14 hit=no
        """,
        a=mage("dominate sense", ac=14), g=sturdy(weapons=(SWORD, BOW)),
    )  # fmt: skip
    assert unit(fight, "g").effect(SENSELESS) is not None
    far = play(
        "a . . g",
        "> a cast g : dominate sense\n! save d20 14\n> a done\n",
        a=mage("dominate sense"), g=sturdy(weapons=(SWORD, BOW)),
    )  # fmt: skip
    assert why_not(far, "g shoot a with small bow") == "sees-nothing SOV-105"


UNSEEN = "> a cast a : invisibility on b\n> a done\n> b done\n"


@pytest.mark.rule("SOV-105")
def test_the_invisible_are_not_shot_at_and_struck_at_4_less() -> None:
    fight = play(
        "a b g",
        UNSEEN + "> g attack b with sword\n! attack d20 10\n",
        a=mage("invisibility", level=2), b=fighter(ac=20), g=sturdy(weapons=(SWORD, BOW)),
    )  # fmt: skip
    assert terms(fight)["unseen target"] == -4
    shot = play(
        "a b . . g",
        UNSEEN,
        a=mage("invisibility", level=2), b=fighter(), g=sturdy(weapons=(SWORD, BOW)),
    )  # fmt: skip
    assert why_not(shot, "g shoot a with small bow") == "cannot-see SOV-105"


def test_as_many_become_invisible_as_the_caster_has_levels() -> None:
    fight = play("a b c g", "", a=mage("invisibility", level=2), b=fighter(), c=fighter(), g=foe())
    assert why_not(fight, "a cast a : invisibility on b, c") == "too-many-targets SOV-045"
    assert why_not(fight, "a cast a : invisibility on a") == "named-twice SOV-045"
    assert why_not(fight, "a cast a : invisibility on g") == "not-for-this-one SOV-045"
    assert may(fight, "a cast b : invisibility on c")


@pytest.mark.parametrize(
    "deed",
    ["> b attack g with sword\n! attack d20 1\n", "> b run A2\n", "> b cast g : arcane spark"],
)
def test_invisibility_ends_by_attacking_running_or_casting(deed: str) -> None:
    fight = play(
        """
        a b g
        . . .
        """,
        "> a cast b : invisibility\n> a done\n" + deed,
        a=mage("invisibility"), b=mage("arcane spark"), g=foe(hp=20, ac=20),
    )  # fmt: skip
    assert unit(fight, "b").effect(INVISIBLE) is None


@pytest.mark.parametrize(("die", "until"), [(14, UNTIL_END_OF_FIGHT), (15, LASTING + 2)])
def test_the_enfeebled_are_slow_and_weak_for_the_fight_or_the_next_round(
    die: int, until: int
) -> None:
    fight = play(
        "a . . . . . g .",
        f"> a cast H1 : enfeebling wave\n! save d20 {die}\n",
        a=mage("enfeebling wave"), g=sturdy(),
    )  # fmt: skip
    for kind in (SLOWED, WEAKENED):
        effect = unit(fight, "g").effect(kind)
        assert effect is not None
        assert effect.until == until


def test_the_weak_strike_and_hurt_with_the_worse_of_two_rolls_and_go_half_as_far() -> None:
    fight = play(
        "a g . . . . . .",
        """
        > a cast F1 : enfeebling wave
        ! save d20 1
        > a done
        > g attack a with sword
        ! attack d20 18
        ! attack d20 15
        ! damage d8 7
        ! damage d8 3
        """,
        a=mage("enfeebling wave", ac=12), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "a").hp == 10 - 3
    assert may(fight, "g run E1")
    assert not may(fight, "g run F1"), "15 ft of 30"


def test_boils_burst_once_a_round_when_the_cursed_exerts_itself() -> None:
    fight = play(
        "a . . . g h",
        """
        > a cast g : curse of boils
        > a done
        > g run D1
        = harm unit=g by=a amount=6 left=54 cause=boils
        > g run C1
        > g done
        > h done
        > a done
        > g run D1
        = harm unit=g by=a amount=6 left=48 cause=boils
        """,
        a=mage("curse of boils", level=3), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").hp == 48


@pytest.mark.parametrize(("die", "gone"), [(14, False), (15, True)])
def test_a_main_and_a_physical_save_end_the_curse(die: int, gone: bool) -> None:
    fight = play(
        "a . . . g",
        f"> a cast g : curse of boils\n> a done\n> g shake-off\n! save d20 {die}\n",
        a=mage("curse of boils", level=3), g=sturdy(),
    )  # fmt: skip
    assert (unit(fight, "g").effect(BOILS) is None) is gone
    assert unit(fight, "g").mains == 0
    assert unit(fight, "g").hp == 60


BLUNT = "> a cast b : blunt contact (creature)\n> a done\n> b done\n> g attack b with sword\n"


@pytest.mark.parametrize(("die", "hp"), [(14, 20), (15, 16)])
def test_a_hit_on_the_blunted_counts_only_on_the_attackers_save(die: int, hp: int) -> None:
    damage = "! damage d8 4\n" if hp == 16 else ""
    fight = play(
        "a b g",
        BLUNT + f"! attack d20 20\n! save d20 {die}\n" + damage,
        a=mage("blunt contact (creature)", level=3), b=fighter(hp=20), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "b").hp == hp
    effect = unit(fight, "b").effect(BLUNTED)
    assert effect is not None
    assert effect.until == LASTING + 1 + 2, "half of three levels, rounded up"


def test_a_dulled_weapon_does_no_harm_by_hit_or_shock() -> None:
    fight = play(
        "a g",
        """
        > a cast g : blunt contact (weapon)
        > a done
        > g attack a with sword
        ! attack d20 20
        > g done
        > a done
        > g attack a with sword
        ! attack d20 1
        """,
        a=mage("blunt contact (weapon)", ac=10), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm") == []


@pytest.mark.parametrize(("die", "rounds"), [(9, 5), (15, 1)])
def test_every_attack_on_the_doomed_hits_for_all_it_can_do(die: int, rounds: int) -> None:
    fight = play(
        "a g h",
        f"""
        > a cast : call of the tomb
        ! save d20 {die}
        ! save d20 15
        > a done
        > g done
        > h done
        > a attack g with sword
        ! attack d20 1
        """,
        a=mage("call of the tomb", level=5), g=sturdy(ac=30), h=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm") == ["harm unit=g by=a amount=8 left=52 cause=hit"]
    doom = unit(fight, "g").effect(DOOMED)
    assert doom is not None
    assert doom.until == LASTING + 1 + rounds
