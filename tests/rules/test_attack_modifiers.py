"""Modifiers of attack rolls: range, nearby foes, and all situations together.

Prone targets and attackers are in `test_attack_prone`, cover in `test_attack_cover`.
"""

from collections.abc import Callable

import pytest
from tests.scene import (
    BOW,
    CROSSBOW,
    DAGGER,
    SLING,
    SWORD,
    UNARMED,
    fighter,
    foe,
    last,
    may,
    play,
    play_setup,
    setup,
    terms,
    told,
    why_not,
)

from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.ruleset import BOUND_BY_ANY, Dial
from shieldwall.engine.state.sheet import Weapon
from shieldwall.fight import Fight

Edition = Callable[..., str]


def row(squares: int) -> str:
    """`a` and `g` this many squares apart."""
    return " ".join(["a", *["."] * (squares - 1), "g"])


def total(fight: Fight) -> int:
    event = last(fight, "attack")
    assert isinstance(event, AttackRolled)
    return event.total


# Range.


@pytest.mark.rule("SOV-102")
@pytest.mark.parametrize(("feet", "modifier"), [(25, 0), (30, 0), (35, -2), (60, -2)])
def test_past_normal_range_a_throw_is_harder(feet: int, modifier: int) -> None:
    fight = play(
        row(feet // 5),
        """
        > a throw g with dagger
        ! attack d20 8
        """,
        a=fighter(weapons=(DAGGER,)),
        g=foe(),
    )
    assert total(fight) == 8 + 1 + modifier
    assert terms(fight).get("long range", 0) == modifier


@pytest.mark.rule("SOV-102")
@pytest.mark.parametrize(("feet", "modifier"), [(50, 0), (55, -2), (300, -2)])
def test_past_normal_range_a_shot_is_harder(feet: int, modifier: int) -> None:
    fight = play(
        row(feet // 5),
        """
        > a shoot g with small bow
        ! attack d20 8
        """,
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert total(fight) == 8 + 1 + modifier


@pytest.mark.rule("SOV-102")
def test_past_the_longest_range_there_is_no_shot() -> None:
    archer = fighter(weapons=(BOW, DAGGER))
    fight = play(row(13), "", a=archer, g=foe())
    assert why_not(fight, "a throw g with dagger") == "out-of-range SOV-102"
    assert may(fight, "a shoot g with small bow")
    fight = play(row(61), "", a=archer, g=foe())
    assert why_not(fight, "a shoot g with small bow") == "out-of-range SOV-102"


# Engaged.


@pytest.mark.rule("SOV-104", "SOV-049")
@pytest.mark.parametrize(
    ("deed", "weapon"), [("shoot", SLING), ("throw", DAGGER)], ids=["sling", "dagger"]
)
@pytest.mark.parametrize("target", ["g", "h"])
def test_with_a_foe_in_melee_range_one_throws_and_slings_badly(
    deed: str, weapon: Weapon, target: str
) -> None:
    """For any target: the adjacent foe or one farther away."""
    fight = play(
        "g a . h",
        f"""
        > a {deed} {target} with {weapon.name}
        ! attack d20 14
        """,
        a=fighter(weapons=(weapon,)),
        g=foe(),
        h=foe(),
    )
    assert total(fight) == 14 + 1 - 4
    assert terms(fight) == {"d20": 14, "attack bonus": 1, "foe in melee range": -4}


@pytest.mark.rule("SOV-104")
def test_the_penalty_is_one_however_many_foes_stand_around() -> None:
    """The table lists it twice, in two wordings; it is one row."""
    fight = play(
        """
        g h i
        . a .
        """,
        """
        > a throw h with dagger
        ! attack d20 14
        """,
        a=fighter(weapons=(DAGGER,)),
        g=foe(),
        h=foe(),
        i=foe(),
    )
    assert total(fight) == 14 + 1 - 4


@pytest.mark.rule("SOV-104", "SOV-050")
@pytest.mark.parametrize("weapon", [BOW, CROSSBOW], ids=lambda weapon: weapon.name)
def test_a_bow_cannot_be_shot_with_a_foe_in_melee_range(weapon: Weapon) -> None:
    archer = fighter(weapons=(weapon,))
    for drawing, reason in (("g a . h", "bound SOV-050"), ("g . a . h", "")):
        fight = play(drawing, "", a=archer, g=foe(), h=foe())
        for target in ("g", "h"):
            assert why_not(fight, f"a shoot {target} with {weapon.name}") == reason


@pytest.mark.rule("SOV-104", "SOV-049")
def test_a_foe_that_is_not_armed_for_melee_hampers_no_unit() -> None:
    for weapon in (UNARMED, BOW):
        fight = play(
            row(1),
            """
            > a shoot g with small bow
            ! attack d20 8
            """,
            rules="sovereign-early",
            a=fighter(weapons=(BOW,)),
            g=foe(weapons=(weapon, SWORD)),
        )
        assert terms(fight) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-049")
def test_in_an_edition_where_any_foe_binds_bare_hands_do_too(edition: Edition) -> None:
    made = setup(row(1), a=fighter(weapons=(BOW, DAGGER)), g=foe(weapons=(UNARMED,)))
    made.rules = edition(Dial("binding_foe", BOUND_BY_ANY, "SOV-049"))
    fight = play_setup(made, "")
    assert why_not(fight, "a shoot g with small bow") == "bound SOV-050"
    fight = play_setup(made, "> a throw g with dagger\n! attack d20 14")
    assert terms(fight)["foe in melee range"] == -4


@pytest.mark.rule("SOV-104")
def test_a_sword_10_ft_away_and_a_fallen_foe_hamper_no_unit() -> None:
    fight = play(
        """
        g a . h
        . b . .
        """,
        """
        > b attack g with sword
        ! attack d20 19
        ! damage d8 8
        > b done
        > a shoot h with small bow
        ! attack d20 8
        """,
        a=fighter(weapons=(BOW,)),
        b=fighter(),
        g=foe(hp=4),
        h=foe(),
    )
    assert told(fight, "falls") == ["falls unit=g by=b how=dead"]
    assert terms(fight) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-107")
def test_everything_that_hampers_a_throw_is_added_up() -> None:
    fight = play(
        "h " + row(7),
        """
        > g prone
        > g done
        > h done
        > a throw g with dagger
        ! attack d20 15
        = attack unit=a target=g weapon=dagger how=thrown die=15 total=8 ac=9 hit=no
        """,
        first="foes",
        a=fighter(weapons=(DAGGER,)),
        g=foe(ac=9),
        h=foe(),
    )
    assert terms(fight) == {
        "d20": 15,
        "attack bonus": 1,
        "distant prone target": -2,
        "long range": -2,
        "foe in melee range": -4,
    }


@pytest.mark.rule("SOV-063", "SOV-065", "SOV-066", "SOV-107", "W-P07")
def test_a_charge_goes_60_ft_at_most_with_2_to_hit_and_2_less_ac() -> None:
    """W-P07, at a rate of 30 ft."""
    fight = play(row(14), "", a=fighter(), g=foe())
    assert why_not(fight, "a charge N1 g with sword") == "no-charge SOV-063"
    fight = play(
        row(13),
        """
        > g prone
        > g done
        > a charge M1 g with sword
        = moved unit=a path=B1,C1,D1,E1,F1,G1,H1,I1,J1,K1,L1,M1 feet=60
        ! attack d20 6
        > a done
        > g attack a with sword
        ! attack d20 12
        = attack unit=g target=a weapon=sword how=melee die=12 total=9 ac=10 hit=no
        """,
        first="foes",
        a=fighter(ac=12),
        g=foe(ac=20),
    )
    rolled = [event for event in fight.events if isinstance(event, AttackRolled)]
    assert [(event.total, event.ac) for event in rolled] == [(6 + 1 + 2 + 2, 20), (9, 10)]
