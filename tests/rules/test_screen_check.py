"""Screen an Ally: the attacker's check, and the final target.

Several attackers and several screeners are in `test_screen_many`.
"""

from collections.abc import Callable

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    fighter,
    foe,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
)

from shieldwall.engine.ruleset import ANY_COMBAT_SKILL, Dial
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

SCENE = """
a b .
g . .
"""


def attacked(first: int, second: int, a: Sheet, b: Sheet, g: Sheet) -> Fight:
    """`g` attacks `a` with `b` in the way."""
    return play(
        SCENE,
        f"""
        > b screen a
        > b done
        > a done
        > g attack a with sword
        ! screen d6 {first}
        ! screen d6 {second}
        ! attack d20 1
        """,
        a=a,
        b=b,
        g=g,
    )


@pytest.mark.rule("SOV-071", "SOV-072")
@pytest.mark.parametrize(("second", "target"), [(5, "b"), (6, "a")])
def test_the_attacker_must_reach_eight_and_the_screeners_modifier(second: int, target: str) -> None:
    """STR 1 and Stab 1 make 10 the number; DEX 1 and Brawl 0 add 1 to the attacker's dice.

    Its untrained Stab and its weak arm do not count: the better of each pair does.
    """
    fight = attacked(
        3,
        second,
        a=fighter(ac=17),
        b=fighter(ac=18, strength=1, stab=1, brawl=-1, shoot=3),
        g=foe(strength=-1, dex=1, stab=-1, brawl=0, shoot=4),
    )
    passed = "yes" if target == "a" else "no"
    assert told(fight, "check") == [
        f"check unit=g what=screen total={4 + second} needed=10 passed={passed}"
    ]
    assert told(fight, "attack")[0].startswith(f"attack unit=g target={target} ")
    assert told(fight, "redirected") == (["redirected unit=b ward=a by=g"] if target == "b" else [])
    assert terms(fight, "check") == {"2d6": 3 + second, "dex": 1, "brawl": 0}


@pytest.mark.rule("SOV-071", "G-11")
def test_a_creature_tests_with_its_own_bonus_on_both_sides() -> None:
    fight = attacked(
        4,
        4,
        a=fighter(ac=17),
        b=fighter(ac=18, creature=True, check=2),
        g=foe(creature=True, check=1, stab=5),
    )
    assert told(fight, "check") == ["check unit=g what=screen total=9 needed=10 passed=no"]


@pytest.mark.rule("SOV-071", "SOV-076")
@pytest.mark.parametrize(("any_skill", "total", "target"), [(False, 7, "b"), (True, 10, "a")])
def test_a_shot_is_screened_with_the_skills_of_melee(
    edition: Callable[..., str], any_skill: bool, total: int, target: str
) -> None:
    """A marksman's Shoot 3 is of no use, unless the edition lets any combat skill serve."""
    archer = foe(weapons=(BOW,), shoot=3)
    made = setup("a b . . . g", a=fighter(ac=17), b=fighter(ac=18, stab=1), g=archer)
    if any_skill:
        made.rules = edition(Dial("screen_skill", ANY_COMBAT_SKILL, "SOV-071"))
    fight = play_setup(
        made,
        """
        > b screen a
        > b done
        > a done
        > g shoot a with small bow
        ! screen d6 3
        ! screen d6 4
        ! attack d20 1
        """,
    )
    passed = "yes" if any_skill else "no"
    assert told(fight, "check") == [
        f"check unit=g what=screen total={total} needed=9 passed={passed}"
    ]
    assert told(fight, "attack")[0].startswith(f"attack unit=g target={target} ")


@pytest.mark.rule("SOV-072")
def test_the_blow_is_reckoned_against_the_one_it_meets() -> None:
    """AC, distance and what is thrown: the dagger flies 25 ft instead of 35 and lands at `b`."""
    fight = play(
        "a b . . . . . g",
        """
        > b screen a
        > b done
        > a prone
        > a done
        > g throw a with dagger
        ! screen d6 1
        ! screen d6 1
        ! attack d20 19
        ! damage d4 3
        """,
        a=fighter(ac=11),
        b=fighter(hp=8, ac=15, stab=1),
        g=foe(weapons=(DAGGER,)),
    )
    assert told(fight, "attack", "harm") == [
        "attack unit=g target=b weapon=dagger how=thrown die=19 total=20 ac=15 hit=yes",
        "harm unit=b by=g amount=3 left=5 cause=hit",
    ]
    assert [fight.names.square(thing.cell) for thing in fight.state.dropped] == ["B1"]


@pytest.mark.rule("SOV-072", "SOV-115")
def test_the_one_in_the_way_takes_the_shock_of_a_miss() -> None:
    fight = attacked(1, 1, a=fighter(ac=10), b=fighter(hp=8, ac=13, stab=1), g=foe())
    assert told(fight, "harm") == ["harm unit=b by=g amount=2 left=6 cause=shock"]


@pytest.mark.rule("SOV-072", "SOV-081")
def test_the_one_in_the_way_may_defend_itself() -> None:
    fight = play(
        SCENE,
        """
        > b screen a
        > b done
        > a done
        > g attack a with sword
        ! screen d6 1
        ! screen d6 1
        ! attack d20 14
        > b total-defense
        """,
        stops="matters",
        a=fighter(ac=10, weapons=(DAGGER,)),
        b=fighter(hp=8, ac=14, stab=1),
        g=foe(hp=99, creature=True),
    )
    assert unit(fight, "b").hp == 8
    assert told(fight, "harm") == []


@pytest.mark.rule("SOV-072", "SOV-057", "G-14")
def test_a_swarm_makes_one_check_and_keeps_its_bonus() -> None:
    fight = play(
        """
        a b .
        g h .
        """,
        """
        > b screen a
        > b done
        > a done
        > g swarm a with sword
        > g done
        > h swarm a with sword
        > h fall-upon a with sword
        ! screen d6 1
        ! screen d6 1
        ! attack d20 1
        """,
        a=fighter(ac=16),
        b=fighter(hp=8, ac=16, stab=1),
        g=foe(),
        h=foe(),
    )
    assert len(told(fight, "check")) == 1
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "swarm": 2}
    assert told(fight, "harm") == ["harm unit=b by=h amount=2 left=6 cause=shock"]
