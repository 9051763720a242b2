"""Swarm Attack: the damage of its attack on a hit and on a miss, and what stops it."""

import pytest
from tests.scene import SWORD, fighter, foe, play, terms, told, unit

from shieldwall.engine.state.sheet import STR, Weapon, make_weapon
from shieldwall.fight import Fight

HANGER = make_weapon("hanger", 1, 6, bonus=1, shock=1, shock_ac=13, attributes=(STR,))
"""1d6+1."""
BRANCHES = make_weapon("branches", 2, 4, attributes=(STR,))


def swarm(
    names: str,
    weapon: Weapon,
    dice: str,
    strength: int = 0,
    ac: int = 14,
    shield: int = 0,
) -> Fight:
    """These join, the last of them strikes with the weapon, and the dice fall."""
    lines: list[str] = []
    for name in names:
        lines += [f"> {name} swarm g with {weapon.name}", f"> {name} done"]
    lines[-1] = f"> {names[-1]} fall-upon g with {weapon.name}"
    striker = fighter(weapons=(weapon,), strength=strength)
    return play(
        """
        a b c
        . g d
        """,
        "\n".join(lines) + "\n" + dice,
        stops="matters",
        a=striker,
        b=striker,
        c=striker,
        d=striker,
        g=foe(hp=20, ac=ac, shield=shield, creature=True),
    )


def hit(weapon: Weapon, *dice: int) -> str:
    rolled = "".join(f"! damage d{weapon.sides} {die}\n" for die in dice)
    return f"! attack d20 19\n{rolled}"


def dealt(fight: Fight) -> int:
    return 20 - int(unit(fight, "g").hp)


@pytest.mark.rule("SOV-057", "W-P04")
@pytest.mark.parametrize(("names", "bonus"), [("ab", 1), ("abc", 2), ("abcd", 3)])
def test_every_other_assailant_adds_one_to_damage(names: str, bonus: int) -> None:
    """W-P04."""
    fight = swarm(names, SWORD, hit(SWORD, 3))
    assert told(fight, "harm")[0].split()[3] == f"amount={3 + bonus}"
    assert terms(fight, "harm") == {"weapon": 3, "swarm": bonus}


@pytest.mark.rule("SOV-059", "W-P05")
@pytest.mark.parametrize(("die", "amount"), [(2, 6), (3, 7), (4, 7), (6, 7)])
def test_a_swarm_never_deals_more_than_the_weapon_could_alone(die: int, amount: int) -> None:
    """1d6+1 with three others: 7 is the most there is (W-P05)."""
    assert dealt(swarm("abcd", HANGER, hit(HANGER, die))) == amount


@pytest.mark.rule("SOV-059")
@pytest.mark.parametrize(("die", "amount"), [(5, 10), (6, 10), (8, 10), (4, 9)])
def test_the_usual_maximum_holds_the_attribute_too(die: int, amount: int) -> None:
    """1d8+2 with three others."""
    assert dealt(swarm("abcd", SWORD, hit(SWORD, die), strength=2)) == amount


@pytest.mark.rule("SOV-059")
def test_the_usual_maximum_is_that_of_all_dice() -> None:
    """2d4 deals up to 8."""
    assert dealt(swarm("abcd", BRANCHES, hit(BRANCHES, 3, 4))) == 8
    assert dealt(swarm("abcd", BRANCHES, hit(BRANCHES, 1, 2))) == 6


@pytest.mark.rule("SOV-058")
def test_the_bonus_does_not_add_to_shock() -> None:
    fight = swarm("abcd", SWORD, "! attack d20 1\n> g pass", strength=1, ac=18)
    assert told(fight, "harm") == ["harm unit=g by=d amount=3 left=17 cause=shock"]
    assert terms(fight, "harm") == {"Shock": 2, "str": 1}


@pytest.mark.rule("SOV-060")
def test_a_swarm_does_not_spend_the_shield_it_passes() -> None:
    fight = swarm("ab", SWORD, "! attack d20 1\n> g pass", ac=18, shield=1)
    assert dealt(fight) == 2
    assert told(fight, "shock-stopped") == []
    assert not unit(fight, "g").shield_spent


@pytest.mark.rule("SOV-061", "SOV-083", "SOV-081")
@pytest.mark.parametrize("shield", [0, 1])
def test_one_is_asked_to_defend_against_the_shock_of_a_swarm(shield: int) -> None:
    """At any AC, shield or not: nothing else would stop it."""
    fight = swarm("ab", SWORD, "! attack d20 1\n> g total-defense", ac=19, shield=shield)
    assert dealt(fight) == 0
    assert told(fight, "total-defense") == ["total-defense unit=g"]


@pytest.mark.rule("SOV-081", "SOV-083", "SOV-057")
@pytest.mark.parametrize(("ac", "turned"), [(21, True), (20, False)])
def test_total_defense_turns_a_swarm_s_hit_by_two_points(ac: int, turned: bool) -> None:
    """19, 1 and 2 for the other assailant make 22: AC 21 may turn it, AC 20 not."""
    dice = "! attack d20 19\n" + ("> g total-defense" if turned else "! damage d8 1")
    fight = swarm("ab", SWORD, dice, ac=ac)
    assert dealt(fight) == (0 if turned else 2)
