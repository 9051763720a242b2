"""Casting: requirements, cost, and reactions between a spell's declaration and its effect."""

import pytest
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

from shieldwall.engine.state.sheet import DEX, INT, MAGIC, Sheet, make_weapon
from shieldwall.text.notation import choice_text, parse_choice

SPARK = "a cast g : arcane spark"


def spark(**facts: object) -> Sheet:
    return mage("arcane spark", **facts)  # type: ignore[arg-type]


@pytest.mark.rule("SOV-045")
def test_a_spell_costs_the_main_and_one_cast() -> None:
    fight = play(
        "a . g",
        """
        > a cast g : arcane spark
        = casts unit=a spell=arcane_spark
        ! save d20 10
        ! arcane spark d8 5
        """,
        a=spark(casts=2),
        g=foe(hp=20, hit_dice=2),
    )
    assert told(fight, "harm") == ["harm unit=g by=a amount=5 left=15 cause=arcane_spark"]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert unit(fight, "a").casts == 1
    assert why_not(fight, SPARK) == "main-spent SOV-035"


@pytest.mark.rule("SOV-045")
def test_casting_next_to_an_armed_foe_gives_it_no_free_blow() -> None:
    fight = play(
        "a g",
        """
        > a cast g : arcane spark
        ! save d20 10
        ! arcane spark d8 5
        > a done
        """,
        stops="matters",
        a=spark(),
        g=foe(hp=20, hit_dice=2, creature=True),
    )
    assert told(fight, "opportunity", "attack") == []


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"casts": 0}, "no-casts-left SOV-045"),
        ({"armoured": True}, "in-armour SOV-045"),
        ({}, ""),
    ],
)
def test_one_casts_with_a_cast_left_and_without_armour(
    facts: dict[str, object], reason: str
) -> None:
    fight = play("a . g", "", a=spark(**facts), g=foe())
    assert why_not(fight, SPARK) == reason


@pytest.mark.rule("SOV-045")
def test_one_casts_only_what_one_has_prepared() -> None:
    fight = play("a . g", "", a=spark(), g=foe())
    assert why_not(fight, "a cast g : sleep") == "no-such-spell SOV-045"
    assert why_not(fight, "a cast : arcane spark") == ""
    assert why_not(fight, "g cast a : arcane spark") == "not-its-side SOV-030"


@pytest.mark.rule("SOV-045")
def test_casting_needs_a_free_hand() -> None:
    made = spark(weapons=(SWORD, DAGGER), stab=1)
    fight = play("a . g", "> a dual with dagger", a=made, g=foe())
    assert unit(fight, "a").off_hand == 1
    assert why_not(fight, SPARK) == "hands-full SOV-045"


@pytest.mark.rule("SOV-130")
def test_a_unit_that_is_held_cannot_cast() -> None:
    fight = play(
        "a g",
        """
        > g grapple a with unarmed
        ! attack d20 20
        ! grapple d6 6
        ! grapple d6 6
        > g done
        """,
        first="foes",
        a=spark(),
        g=foe(weapons=(SWORD, UNARMED)),
    )
    assert unit(fight, "a").locked
    assert why_not(fight, SPARK) == "in-a-grapple SOV-130"


@pytest.mark.rule("SOV-045", "SOV-017")
def test_a_spell_needs_range_and_line() -> None:
    """100 ft for a caster of the first level, 200 ft for one of the second."""
    far = "a" + " ." * 20 + " g"
    for level, reason in ((1, "spell-falls-short SOV-045"), (2, "")):
        fight = play(far, "", a=spark(level=level), g=foe())
        assert why_not(fight, SPARK) == reason
    behind = play("a # g", "", a=spark(), g=foe())
    assert why_not(behind, SPARK) == "no-line SOV-017"


@pytest.mark.rule("SOV-105")
def test_casting_gives_a_hidden_caster_away() -> None:
    made = setup("a . . g", a=fighter(hp=20, hit_dice=2), g=mage("arcane spark"))
    made.hidden = ("g",)
    fight = play_setup(
        made,
        """
        > g cast a : arcane spark
        ! save d20 10
        ! arcane spark d8 5
        > g done
        """,
        first="foes",
    )
    assert told(fight, "spotted") == ["spotted unit=g"]


def test_what_is_cast_is_written_so_that_it_reads_back() -> None:
    fight = play(
        "a b g",
        "",
        a=mage("sleep", "invisibility", "elemental wall (fire)", level=3),
        b=fighter(),
        g=foe(),
    )
    for text in (
        "a cast C1 : sleep",
        "a cast a : invisibility on b",
        "a cast B1 C1 : elemental wall (fire)",
    ):
        choice = parse_choice(fight.names, text)
        assert choice_text(fight.names, choice) == text
        assert may(fight, text)


def test_an_elemental_blast_is_shot_like_a_weapon_with_int_and_magic() -> None:
    """Beyond the attack bonus of 1 it has an accuracy of 2; INT 1 and Magic 2 help it to hit."""
    blast = make_weapon(
        "elemental blast", 1, 6, 3, attributes=(INT, DEX), skill=MAGIC, melee=False,
        normal_range=50, long_range=50, natural=True, accuracy=2,
    )  # fmt: skip
    shooter = fighter(attack=1, weapons=(blast,))
    shooter.attributes = (0, 0, 0, 1, 0, 0)
    shooter.skills = (0, 0, 0, 0, 0, 0, 0, 2, 0)
    fight = play(
        "a . . g",
        "> a shoot g with elemental blast\n! attack d20 8\n! damage d6 2\n",
        a=shooter, g=foe(hp=20, ac=14),
    )  # fmt: skip
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "int": 1, "magic": 2, "art": 2}
    assert unit(fight, "g").hp == 20 - 6
