"""Feats and spells: nullifier, armored magic, a defender who takes a spell."""

import pytest
from tests.rules.feat_scene import feat
from tests.rules.magic_scene import mage
from tests.scene import (
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.abilities import NO_ABILITIES, Abilities
from shieldwall.engine.state.sheet import INT, MAGIC, Sheet
from shieldwall.fight import Fight

SPARK = "> g cast a : arcane spark\n"
NULL = feat("nullifier", 1)
DEFIANT = feat("nullifier", 2)


def caster() -> Sheet:
    return mage("arcane spark", name="foe", hp=30)


def sparked(
    tape: str,
    a: Sheet,
    b: Sheet | None = None,
    drawing: str = "a . g . . . b",
    stops: str = "never",
) -> Fight:
    """`a`, who must reach 15, is the target of a spark: 1d8, half if saved."""
    people = {"a": a, "g": caster()}
    if b is not None:
        people["b"] = b
    return play(
        drawing,
        SPARK + tape,
        first="foes",
        stops=stops,
        **people,  # type: ignore[arg-type]
    )


def target(traits: Abilities, **facts: object) -> Sheet:
    return fighter(hp=20, hit_dice=2, abilities=traits, **facts)


# Nullifier.


@pytest.mark.rule("SOV-054")
def test_a_nullifier_saves_better_against_magic_and_so_do_friends_within_20_ft() -> None:
    """13 and 2 make 15; five squares away there is nothing of it."""
    for drawing, made in (("a . . . b g", True), ("a . . . . b g", False)):
        fight = sparked(
            "! save d20 13\n! arcane spark d8 8\n", target(NO_ABILITIES), target(NULL), drawing
        )
        assert unit(fight, "a").hp == (16 if made else 12)
    alone = sparked("! save d20 13\n! arcane spark d8 8\n", target(NULL), None, "a . g")
    assert unit(alone, "a").hp == 16
    assert terms(alone, "save") == {"d20": 13, "situation": 2}


@pytest.mark.rule("SOV-054")
def test_a_nullifier_does_not_help_its_foes() -> None:
    fight = play(
        "a . g h",
        "> a cast g : arcane spark\n! save d20 13\n! arcane spark d8 8\n",
        a=mage("arcane spark"),
        g=foe(hp=20, hit_dice=2),
        h=foe(abilities=NO_ABILITIES),
    )
    before = unit(fight, "g").hp
    fight = play(
        "a b g h",
        "> a cast g : arcane spark\n! save d20 13\n! arcane spark d8 8\n",
        a=mage("arcane spark"),
        b=fighter(abilities=NULL),
        g=foe(hp=20, hit_dice=2),
        h=foe(),
    )
    assert before == unit(fight, "g").hp == 12


@pytest.mark.rule("SOV-140")
def test_a_nullifier_does_not_help_against_a_blade_in_the_back() -> None:
    """Only magic: the save against an execution has no bonus."""
    made = setup("a g", surprised="foes", a=fighter(), g=foe(hp=40, named=True, abilities=NULL))
    made.poised = ("a",)
    fight = play_setup(made, "> a execute g with sword\n! save d20 14\n", first="")
    assert terms(fight, "save") == {"d20": 14}
    assert unit(fight, "g").hp == 0


@pytest.mark.rule("SOV-054")
def test_the_first_save_a_nullifier_fails_is_made_after_all_and_the_second_is_not() -> None:
    fight = sparked(
        """
        ! save d20 2
        = steeled unit=a against=physical
        ! arcane spark d8 8
        > g done
        > a done
        > g cast a : arcane spark
        ! save d20 2
        ! arcane spark d8 8
        """,
        target(NULL),
        None,
        "a . g",
    )
    assert unit(fight, "a").hp == 20 - 4 - 8
    assert len(told(fight, "steeled")) == 1


@pytest.mark.rule("SOV-039")
def test_a_nullifier_of_the_second_level_is_not_touched_by_one_spell() -> None:
    fight = sparked(
        """
        > a defy
        = defies unit=a by=g spell=arcane_spark
        > g done
        > a done
        > g cast a : arcane spark
        ! save d20 19
        ! arcane spark d8 8
        """,
        target(DEFIANT),
        None,
        "a . g",
        stops="matters",
    )
    assert unit(fight, "a").hp == 16
    assert unit(fight, "g").casts == 1


@pytest.mark.rule("SOV-039")
def test_a_spell_that_is_let_pass_leaves_the_chance_to_defy_the_next() -> None:
    tape = "> a pass\n! save d20 19\n! arcane spark d8 8\n"
    fight = sparked(tape, target(DEFIANT), None, "a . g", stops="matters")
    assert unit(fight, "a").hp == 16
    assert unit(fight, "a").used == 0


@pytest.mark.rule("SOV-039")
def test_no_unit_is_asked_to_defy_a_friends_spell_or_without_the_feat() -> None:
    fight = play(
        "a b g",
        "> a cast b : invisibility\n",
        stops="matters",
        a=mage("invisibility"),
        b=target(DEFIANT),
        g=foe(),
    )
    assert told(fight, "condition") == ["condition unit=b what=invisible until=2"]
    tape = "! save d20 19\n! arcane spark d8 8\n"
    first = sparked(tape, target(NULL), None, "a . g", stops="matters")
    assert unit(first, "a").hp == 16


# Armored magic.


def caster_in(traits: Abilities, **facts: object) -> Fight:
    return play("a . g", "", a=mage("arcane spark", abilities=traits, **facts), g=foe())  # type: ignore[arg-type]


@pytest.mark.rule("SOV-045")
def test_a_shield_and_a_weapon_leave_no_hand_to_cast_with_but_at_the_second_level() -> None:
    spark = "a cast g : arcane spark"
    one, two = feat("armored_magic", 1), feat("armored_magic", 2)
    assert why_not(caster_in(one, shield=1), spark) == "hands-full SOV-045"
    assert may(caster_in(one, shield=1, weapons=(UNARMED,)), spark)
    assert may(caster_in(one), spark)
    assert may(caster_in(two, shield=1), spark)


@pytest.mark.rule("SOV-045")
def test_two_weapons_hinder_all_casters_but_those_of_the_second_level() -> None:
    for level, reason in ((1, "hands-full SOV-045"), (2, "")):
        fight = play(
            "a . g",
            "> a dual with dagger\n",
            a=mage(
                "arcane spark",
                abilities=feat("armored_magic", level),
                weapons=(SWORD, DAGGER),
                stab=1,
            ),
            g=foe(),
        )
        assert why_not(fight, "a cast g : arcane spark") == reason


# Slipping away from Shock costs the spell.


@pytest.mark.rule("SOV-054", "SOV-119")
def test_a_caster_who_slips_away_from_shock_casts_no_more_this_round() -> None:
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 1\n> g done\n",
        first="foes",
        a=mage("arcane spark", ac=13, abilities=feat("close_combatant", 1)),
        g=foe(),
    )
    assert unit(fight, "a").hp == 10
    assert why_not(fight, "a cast g : arcane spark") == "hurt-this-round SOV-054"
    fight.push("a done")
    fight.push("g done")
    assert may(fight, "a cast g : arcane spark")


# A defender who takes a spell.


def shielded(tape: str, level: int, wit: int = 0) -> Fight:
    """`b` screens `a`; the foe's INT is `wit` and its Magic 1."""
    sheet = caster()
    sheet.attributes = tuple(wit if at == INT else 0 for at in range(6))
    sheet.skills = tuple(1 if at == MAGIC else 0 for at in range(9))
    traits = feat("valiant_defender", level) if level else NO_ABILITIES
    return play(
        "a b . g",
        "> b screen a\n> b done\n> a done\n" + tape,
        a=target(NO_ABILITIES),
        b=target(traits, stab=1),
        g=sheet,
    )


@pytest.mark.rule("SOV-075")
@pytest.mark.parametrize(("die", "taken"), [(4, True), (5, False)])
def test_a_valiant_defender_takes_a_spell_unless_the_foe_beats_it_with_magic(
    die: int, taken: bool
) -> None:
    """8, Stab 1 and the feat's 2 make 11; the foe has INT 1 and Magic 1."""
    fight = shielded(
        SPARK + f"! screen d6 {die}\n! screen d6 4\n! save d20 2\n! arcane spark d8 8\n", 1, wit=1
    )
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == ((20, 12) if taken else (12, 20))
    assert terms(fight, "check") == {"2d6": die + 4, "int": 1, "magic": 1}


@pytest.mark.rule("SOV-075")
def test_no_other_screen_stops_a_spell() -> None:
    fight = shielded(SPARK + "! save d20 2\n! arcane spark d8 8\n", 0)
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == (12, 20)


@pytest.mark.rule("SOV-075")
def test_a_defender_takes_one_spell_a_round() -> None:
    again = "> h cast a : arcane spark\n! save d20 2\n! arcane spark d8 8\n"
    fight = play(
        "a b . g h",
        "> b screen a\n> b done\n> a done\n"
        + SPARK
        + "! screen d6 1\n! screen d6 1\n! save d20 2\n! arcane spark d8 8\n> g done\n"
        + again,
        a=target(NO_ABILITIES),
        b=target(feat("valiant_defender", 1), stab=1),
        g=caster(),
        h=caster(),
    )
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == (12, 12)
