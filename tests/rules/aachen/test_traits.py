"""Traits of Aachen's characters, and casting by points (C-AAC)."""

from __future__ import annotations

import pytest
from tests.content.helpers import one_character
from tests.gifted import gifted
from tests.rules.aachen.aachen_scene import BOTH, scene
from tests.rules.magic_scene import mage
from tests.scene import SWORD, fighter, foe, told, unit, why_not

from shieldwall.engine.state.sheet import Sheet, make_weapon

DART = make_weapon("dart", 1, 4, melee=False, normal_range=50, long_range=100)


# What sheets make of them.


@pytest.mark.rule("AAC-019")
@pytest.mark.parametrize(
    ("feat", "place"), [("firm", 0), ("evasive", 1), ("wise", 2), ("lucky", 3)]
)
def test_a_trait_makes_one_save_better_by_one_and_very_rolls_it_twice(
    feat: str, place: int
) -> None:
    plain = one_character("class: dabster", "aachen")
    once = one_character(f"class: dabster, feats: {{{feat}: 1}}", "aachen")
    very = one_character(f"class: dabster, feats: {{{feat}: 2}}", "aachen")
    better = [old - new for old, new in zip(plain.saves, once.saves, strict=True)]
    assert better == [1 if number == place else 0 for number in range(4)]
    assert (once.abilities.amount("save_edge"), very.abilities.amount("save_edge")) == (
        0,
        1 << place,
    )


def test_a_fighter_is_very_swerving_and_others_may_learn_it_by_half() -> None:
    assert one_character("class: fighter", "aachen").luck == 1
    half = one_character("class: dabster, feats: {swerving: 1}", "aachen")
    very = one_character("class: dabster, feats: {swerving: 2}", "aachen")
    assert [(one.luck, one.abilities.amount("swerving")) for one in (half, very)] == [
        (1, 1),
        (1, 2),
    ]


def test_a_caster_has_a_casting_point_a_level() -> None:
    spells = "spells: [sleep]"
    assert one_character(f"class: caster, level: 4, {spells}", "aachen").casts == 4
    assert one_character(f"class: dabster/caster, level: 4, {spells}", "aachen").casts == 2


# In a fight.

SWING = "> a attack g with sword\n! attack d20 3\n"


@BOTH
@pytest.mark.rule("AAC-019")
def test_a_unit_that_swerves_turns_a_hit_on_itself_but_no_miss_of_its_own(book: str) -> None:
    half = fighter(luck=1, abilities=gifted(swerving=1), weapons=(SWORD,))
    missed = scene(
        "a g", SWING, book, a=half, g=foe(ac=19, weapons=(SWORD,), hp=9), stops="matters"
    )
    assert unit(missed, "a").luck == 1, "it was not asked"
    very = fighter(luck=1, abilities=gifted(swerving=2), weapons=(SWORD,))
    turned = scene(
        "a g",
        SWING + "> a luck\n! damage d8 5\n",
        book,
        a=very,
        g=foe(ac=19, hp=9),
        stops="matters",
    )
    assert unit(turned, "g").hp == 4
    hit = scene(
        "a g",
        "> g attack a with sword\n! attack d20 19\n> a luck\n",
        book,
        first="foes",
        a=half,
        g=foe(hp=9),
        stops="matters",
    )
    assert unit(hit, "a").luck == 0
    assert told(hit, "luck") == ["luck unit=a hit=no"]


@BOTH
@pytest.mark.rule("AAC-019")
@pytest.mark.parametrize(("ac", "left"), [(12, 7), (19, 8)], ids=["Shock", "no Shock"])
def test_a_thorny_one_does_one_damage_where_it_misses_without_shock(
    book: str, ac: int, left: int
) -> None:
    """The sword's Shock of 2 reaches AC 13."""
    fight = scene(
        "a g", SWING, book, a=fighter(abilities=gifted(miss_harm=1)), g=foe(ac=ac, hp=9)
    )  # fmt: skip
    assert unit(fight, "g").hp == left


@BOTH
@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize(("daunts", "broken"), [(0, False), (1, True), (2, True)])
def test_a_gallant_foe_takes_from_the_morale_of_the_others(
    book: str, daunts: int, broken: bool
) -> None:
    """2d6 = 7 holds at 7 and breaks at 6."""
    gallant = fighter(abilities=gifted(daunts=daunts) if daunts else gifted(melee_hit=1))
    fight = scene(
        "h g a",
        "> a attack g with sword\n! attack d20 19\n! damage d8 8\n! morale d6 3\n! morale d6 4\n",
        book,
        a=gallant,
        g=foe(hp=1),
        h=foe(hp=9),
    )
    assert unit(fight, "h").broken is broken


@BOTH
@pytest.mark.rule("AAC-019")
def test_a_very_firm_body_rolls_its_save_twice(book: str) -> None:
    fight = scene(
        "a . g",
        """
        > a cast g : arcane spark
        ! cast d6 4
        ! cast d6 4
        ! save d20 2
        ! save d20 15
        = save unit=g against=physical die=15 needed=15 passed=yes
        ! arcane spark d8 6
        """,
        book,
        a=mage("arcane spark"),
        g=foe(hp=9, hit_dice=3, abilities=gifted(save_edge=1), saves=(15, 15, 15, 15)),
    )
    assert unit(fight, "g").hp == 6


# Casting.


def caster(**facts: object) -> Sheet:
    return mage("arcane spark", "summon creature", casts=2, **facts)  # type: ignore[arg-type]


@BOTH
@pytest.mark.rule("AAC-014")
@pytest.mark.parametrize(("dice", "left"), [((4, 4), 4), ((4, 3), 9)])
def test_a_casting_needs_8_on_2d6_and_costs_its_points_either_way(
    book: str, dice: tuple[int, int], left: int
) -> None:
    works = "! save d20 1\n! arcane spark d8 5\n" if sum(dice) >= 8 else ""
    fight = scene(
        "a . g",
        f"> a cast g : arcane spark\n! cast d6 {dice[0]}\n! cast d6 {dice[1]}\n" + works,
        book,
        a=caster(),
        g=foe(hp=9, hit_dice=3),
    )
    assert unit(fight, "g").hp == left
    assert unit(fight, "a").casts == 1
    assert why_not(fight, "a cast g : arcane spark").startswith("main-spent")


@BOTH
@pytest.mark.rule("AAC-014")
@pytest.mark.parametrize(("third", "left"), [(6, 4), (2, 9)])
def test_a_unit_that_was_hurt_this_round_keeps_the_worst_two_of_three_dice(
    book: str, third: int, left: int
) -> None:
    works = "! save d20 1\n! arcane spark d8 5\n" if left == 4 else ""
    fight = scene(
        "a . g",
        f"""
        > g shoot a with dart
        ! attack d20 19
        ! damage d4 1
        > g done
        > a cast g : arcane spark
        ! cast d6 5
        ! cast d6 3
        ! cast d6 {third}
        """.replace("        ", "")
        + works,
        book,
        first="foes",
        a=caster(),
        g=foe(hp=9, hit_dice=3, weapons=(DART,)),
    )
    assert unit(fight, "g").hp == left


@BOTH
@pytest.mark.rule("AAC-014")
def test_a_spell_costs_as_many_points_as_it_has_levels(book: str) -> None:
    fight = scene("a . g", "", book, a=caster(), g=foe())
    assert why_not(fight, "a cast : summon creature") == "no-casts-left AAC-014", "4 of 2"
