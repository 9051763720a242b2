"""Attacks on prone targets and by prone attackers."""

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    last,
    play,
    terms,
)

from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.state.sheet import Weapon
from shieldwall.fight import Fight


def named(value: object) -> str:
    return value.name if isinstance(value, Weapon) else str(value)


def row(squares: int) -> str:
    """`a` and `g` this many squares apart."""
    return " ".join(["a", *["."] * (squares - 1), "g"])


def total(fight: Fight) -> int:
    event = last(fight, "attack")
    assert isinstance(event, AttackRolled)
    return event.total


@pytest.mark.rule("SOV-099", "SOV-096")
@pytest.mark.parametrize(
    ("deed", "weapon"), [("shoot", BOW), ("shoot", SLING), ("throw", DAGGER)], ids=named
)
def test_a_prone_foe_is_harder_to_shoot_from_a_distance(deed: str, weapon: Weapon) -> None:
    fight = play(
        row(2),
        f"""
        > g prone
        > g done
        > a {deed} g with {weapon.name}
        ! attack d20 8
        """,
        first="foes",
        a=fighter(weapons=(weapon,)),
        g=foe(),
    )
    assert total(fight) == 8 + 1 - 2
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "distant prone target": -2}


@pytest.mark.rule("SOV-100", "SOV-096")
@pytest.mark.parametrize(
    ("deed", "weapon"),
    [("attack", SWORD), ("attack", UNARMED), ("shoot", SLING), ("shoot", BOW), ("throw", DAGGER)],
    ids=named,
)
def test_an_adjacent_prone_foe_is_easier_to_hit_with_anything(deed: str, weapon: Weapon) -> None:
    """Next to it, a shot is an attack on an adjacent foe and no distant shot."""
    fight = play(
        row(1),
        f"""
        > g prone
        > g done
        > a {deed} g with {weapon.name}
        ! attack d20 8
        """,
        first="foes",
        rules="sovereign-early",
        a=fighter(weapons=(weapon,)),
        g=foe(weapons=(UNARMED,)),
    )
    assert total(fight) == 8 + 1 + 2
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "prone target": 2}


@pytest.mark.rule("SOV-096", "SOV-100")
def test_so_is_a_shot_from_the_next_square_in_the_current_edition() -> None:
    """The prone foe binds the bow, which aims at a prone target."""
    fight = play(
        row(1),
        "> g prone\n> g done\n> a shoot g with sling\n! attack d20 8\n",
        first="foes",
        a=fighter(weapons=(SLING,)),
        g=foe(),
    )
    assert terms(fight) == {
        "d20": 8,
        "attack bonus": 1,
        "foe in melee range": -4,
        "prone target": 2,
    }


@pytest.mark.rule("SOV-096")
def test_a_long_weapon_strikes_down_at_a_prone_foe_from_10_ft() -> None:
    fight = play(
        row(2),
        """
        > g prone
        > g done
        > a attack g with spear
        ! attack d20 8
        """,
        first="foes",
        a=fighter(weapons=(SPEAR,)),
        g=foe(ac=20),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "prone target": 2}


@pytest.mark.rule("SOV-099", "SOV-100")
def test_a_unit_that_has_stood_up_is_a_target_like_any_other() -> None:
    for squares, deed in ((1, "attack g with sword"), (2, "shoot g with small bow")):
        fight = play(
            row(squares),
            f"""
            > g prone
            > g done
            > a done
            > g stand
            {"> a pass" if squares == 1 else ""}
            > g done
            > a {deed}
            ! attack d20 8
            """,
            first="foes",
            a=fighter(weapons=(SWORD, BOW)),
            g=foe(weapons=(UNARMED,)),
        )
        assert terms(fight) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-101")
def test_one_strikes_badly_from_the_ground() -> None:
    fight = play(
        row(1),
        """
        > a prone
        > a attack g with sword
        ! attack d20 14
        = attack unit=a target=g weapon=sword how=melee die=14 total=11 ac=12 hit=no
        """,
        a=fighter(),
        g=foe(),
    )
    assert terms(fight) == {"d20": 14, "attack bonus": 1, "attacker prone": -4}


@pytest.mark.rule("SOV-101")
@pytest.mark.parametrize(("deed", "weapon"), [("shoot", BOW), ("throw", DAGGER)], ids=named)
def test_one_shoots_from_the_ground_as_well_as_standing(deed: str, weapon: Weapon) -> None:
    fight = play(
        row(3),
        f"""
        > a prone
        > a {deed} g with {weapon.name}
        ! attack d20 8
        """,
        a=fighter(weapons=(weapon,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-101")
def test_a_free_blow_from_the_ground_is_as_bad() -> None:
    fight = play(
        ". a g",
        """
        > g prone
        > g done
        > a run A1
        > g strike a with sword
        ! attack d20 14
        = attack unit=g target=a weapon=sword how=melee die=14 total=11 ac=12 hit=no
        """,
        first="foes",
        a=fighter(),
        g=foe(),
    )
    assert terms(fight) == {"d20": 14, "attack bonus": 1, "attacker prone": -4}


@pytest.mark.rule("SOV-100", "SOV-101", "SOV-107")
def test_two_on_the_ground_fight_with_both_modifiers() -> None:
    fight = play(
        row(1),
        """
        > g prone
        > g done
        > a prone
        > a attack g with sword
        ! attack d20 8
        """,
        first="foes",
        a=fighter(),
        g=foe(ac=20),
    )
    assert total(fight) == 8 + 1 + 2 - 4
