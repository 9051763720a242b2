"""Disrupted spells: wounds of the round, reactions to the declaration, and protection."""

from collections.abc import Callable

import pytest
from tests.rules.magic_scene import mage
from tests.scene import AXE, fighter, foe, may, play, play_setup, setup, told, unit, why_not

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.sheet import Sheet, make_weapon
from shieldwall.engine.state.state import ACTIVE, DEAD
from shieldwall.fight import Fight

SPARK = "a cast g : arcane spark"


def spark(**facts: object) -> Sheet:
    return mage("arcane spark", **facts)  # type: ignore[arg-type]


@pytest.mark.rule("SOV-054")
def test_a_mage_who_was_hurt_this_round_cannot_cast_until_the_next() -> None:
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 1
        = harm unit=a by=g amount=2 left=8 cause=shock
        > g done
        """,
        first="foes",
        a=spark(ac=12),
        g=foe(),
    )
    assert why_not(fight, SPARK) == "hurt-this-round SOV-054"
    fight.push("a done")
    fight.push("g done")
    assert may(fight, SPARK)


SNAPPED = """
> a cast g : arcane spark
> b snap a with sword
! attack d20 {die}
"""


def interrupted(die: int, more: str = "", rules: str = "sovereign", **facts: object) -> Fight:
    made = setup(
        "a b g", party="a", stops="matters",
        a=spark(ac=13, casts=2), b=fighter(attack=0, **facts), g=foe(hp=20, hit_dice=2),
    )  # fmt: skip
    made.rules = rules
    return play_setup(made, SNAPPED.format(die=die) + more)


@pytest.mark.rule("SOV-054")
def test_a_snap_attack_that_hits_spoils_the_spell_and_the_cast_is_kept() -> None:
    """17 - 4 just hits AC 13."""
    fight = interrupted(17, "! damage d8 1\n")
    assert told(fight, "harm", "spoiled") == [
        "harm unit=a by=b amount=2 left=8 cause=hit",
        "spoiled unit=a spell=arcane_spark why=hurt",
    ]
    assert (unit(fight, "a").casts, unit(fight, "a").mains) == (2, 0)
    assert unit(fight, "g").hp == 20


@pytest.mark.rule("SOV-054")
def test_the_shock_of_a_snap_attack_that_misses_spoils_it_too() -> None:
    fight = interrupted(16)
    assert told(fight, "harm", "spoiled") == [
        "harm unit=a by=b amount=2 left=8 cause=shock",
        "spoiled unit=a spell=arcane_spark why=hurt",
    ]


@pytest.mark.rule("SOV-054")
def test_a_snap_attack_that_does_no_harm_leaves_the_spell_alone() -> None:
    """A club has no Shock."""
    club = make_weapon("sword", 1, 4)
    fight = interrupted(16, "! save d20 1\n! arcane spark d8 8\n", weapons=(club,))
    assert told(fight, "spoiled") == []
    assert unit(fight, "g").hp == 12
    assert unit(fight, "a").casts == 1


@pytest.mark.rule("SOV-054")
def test_where_a_spoiled_spell_is_spent_the_cast_is_gone(edition: Callable[..., str]) -> None:
    house = edition(Dial("interrupted_spell_keeps_cast", 0, "SOV-054"))
    fight = interrupted(17, "! damage d8 1\n", rules=house)
    assert unit(fight, "a").casts == 1


@pytest.mark.rule("SOV-054")
def test_a_caster_brought_down_in_the_middle_of_a_spell_casts_nothing() -> None:
    fight = play(
        "a b g c",
        """
        > a cast g : arcane spark
        > b snap a with sword
        ! attack d20 20
        ! damage d8 8
        """,
        party="a c",
        stops="matters",
        a=spark(hp=3, named=False),
        b=fighter(),
        g=foe(hp=20, hit_dice=2),
        c=fighter(),
    )
    assert unit(fight, "a").status == DEAD
    assert unit(fight, "g").hp == 20


@pytest.mark.rule("SOV-054", "SOV-053")
def test_creatures_without_discipline_do_not_snap_at_a_caster() -> None:
    fight = play(
        "a g",
        "> a cast g : arcane spark",
        stops="always",
        a=spark(),
        g=foe(hp=20, hit_dice=2, creature=True),
    )
    assert why_not(fight, "g snap a with sword") == "not-disciplined SOV-053"
    assert told(fight, "harm") == [], "the spell waits for an answer"


@pytest.mark.rule("SOV-039", "SOV-054")
def test_the_snap_at_a_caster_can_be_met_with_total_defense() -> None:
    """Speed is Free, so the caster's Main is there to dodge with: 18 - 4 misses AC 13 + 2."""
    fight = play(
        "a g",
        """
        > a cast a : speed
        > g snap a with sword
        ! attack d20 18
        > a total-defense
        """,
        stops="matters",
        a=mage("speed", ac=13),
        g=foe(attack=0),
    )
    assert told(fight, "total-defense", "spoiled", "condition") == [
        "total-defense unit=a",
        "condition unit=a what=sped until=2",
    ]
    assert unit(fight, "a").hp == 10


@pytest.mark.rule("SOV-151", "SOV-071")
def test_a_screen_keeps_the_blow_from_the_caster_and_the_spell_goes_on() -> None:
    fight = play(
        """
        b a
        . g
        """,
        """
        > b screen a
        > b done
        > a cast g : arcane spark
        > g snap a with sword
        ! screen d6 1
        ! screen d6 1
        ! attack d20 20
        ! damage d8 4
        ! save d20 10
        ! arcane spark d8 5
        """,
        stops="matters",
        a=spark(ac=12),
        b=fighter(hp=20, ac=14, stab=1),
        g=foe(hp=20, attack=0, hit_dice=2),
    )
    assert told(fight, "redirected", "spoiled") == ["redirected unit=b ward=a by=g"]
    assert (unit(fight, "b").hp, unit(fight, "g").hp) == (16, 15)


@pytest.mark.rule("SOV-075")
def test_a_spell_cannot_be_screened_against() -> None:
    fight = play(
        """
        b a
        . .
        . g
        """,
        """
        > b screen a
        > b done
        > a done
        > g cast a : arcane spark
        ! save d20 10
        ! arcane spark d8 5
        """,
        a=fighter(hp=20, hit_dice=2),
        b=fighter(hp=20, stab=1),
        g=mage("arcane spark"),
    )
    assert told(fight, "redirected", "check") == []
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == (15, 20)


@pytest.mark.rule("SOV-098", "SOV-054")
def test_a_held_attack_answers_a_spell_before_it_is_done() -> None:
    fight = play(
        "a g",
        """
        > g hold
        > a cast g : arcane spark
        > g attack a with war axe
        ! attack d20 20
        ! damage d10 1
        """,
        first="foes",
        stops="matters",
        a=spark(),
        g=foe(hp=20, weapons=(AXE,), creature=True),
    )
    assert told(fight, "hold-used", "spoiled") == [
        "hold-used unit=g",
        "spoiled unit=a spell=arcane_spark why=hurt",
    ]
    assert unit(fight, "g").status == ACTIVE


@pytest.mark.rule("SOV-054")
def test_counter_magic_answers_a_spell_with_an_opposed_check() -> None:
    """8 or more is needed against a caster without INT or Magic; the cast is lost with it."""
    for second, fate in ((3, "spoiled unit=a spell=arcane_spark why=countered"), (2, "")):
        rest = "" if fate else "! save d20 10\n! arcane spark d8 5\n"
        fight = play(
            "a . g",
            f"> a cast g : arcane spark\n> g invoke : counter magic\n! magic d6 5\n"
            f"! magic d6 {second}\n{rest}",
            stops="matters",
            a=spark(casts=2),
            g=mage("counter magic", hp=20, level=2),
        )
        assert told(fight, "spoiled") == ([fate] if fate else [])
        assert unit(fight, "a").casts == 1
        assert unit(fight, "g").hp == (20 if fate else 15)
