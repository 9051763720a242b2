"""Snap Attack: its moments, who is asked, and what it prevents."""

import pytest
from tests.scene import (
    BOW,
    POLEARM,
    SPEAR,
    UNARMED,
    fighter,
    foe,
    play,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, DEAD
from shieldwall.fight import Fight


def asked(fight: Fight) -> list[str]:
    """The units asked at this moment."""
    return [fight.names.units[request.unit] for request in fight.requests]


# When units are asked.


@pytest.mark.rule("SOV-055")
@pytest.mark.parametrize(("hp", "wanted"), [(9, ["a"]), (10, [])])
def test_one_is_asked_where_the_blow_could_bring_the_foe_down(hp: int, wanted: list[str]) -> None:
    """A sword in a strong hand deals 8 + 1 at most."""
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 19\n" + ("" if wanted else "! damage d8 1"),
        first="foes",
        stops="matters",
        a=fighter(ac=14, strength=1),
        g=foe(hp=hp, creature=True),
    )
    assert (asked(fight) if wanted else told(fight, "snap")) == wanted
    assert unit(fight, "a").hp == (8 if wanted else 7)


@pytest.mark.rule("SOV-055", "SOV-113")
def test_the_skill_of_bare_hands_counts_for_what_they_could_deal() -> None:
    """1d2 and Brawl 3 kill a foe with 5 HP."""
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 19
        > a snap g with unarmed
        ! attack d20 19
        ! damage d2 2
        """,
        first="foes",
        stops="matters",
        a=fighter(weapons=(UNARMED,), brawl=3),
        g=foe(hp=5, creature=True),
    )
    assert (unit(fight, "g").status, unit(fight, "a").hp) == (DEAD, 8)


@pytest.mark.rule("SOV-055")
@pytest.mark.parametrize(("ac", "wanted"), [(13, ["a"]), (14, ["g"])])
def test_after_a_miss_one_is_asked_only_where_shock_is_coming(ac: int, wanted: list[str]) -> None:
    """A sword's Shock reaches AC 13. Past that the attack is over, and the attacker goes on."""
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 2",
        first="foes",
        stops="matters",
        a=fighter(ac=ac),
        g=foe(hp=4, creature=True),
    )
    assert asked(fight) == wanted
    assert why_not(fight, "g done") == ("not-asked SOV-039" if wanted == ["a"] else "")


@pytest.mark.rule("SOV-055")
def test_friends_of_the_target_are_asked_and_friends_of_the_attacker_are_not() -> None:
    fight = play(
        "a g b",
        "> g attack a with sword\n! attack d20 19",
        first="foes",
        stops="matters",
        a=fighter(),
        b=fighter(),
        g=foe(hp=4, creature=True),
    )
    assert asked(fight) == ["a", "b"]
    fight = play(
        "g h a",
        "> g attack a with polearm\n! attack d20 19\n! damage d10 1",
        first="foes",
        stops="matters",
        a=fighter(ac=16),
        g=foe(hp=4, creature=True, disciplined=True, weapons=(POLEARM,)),
        h=foe(hp=4, creature=True, disciplined=True),
    )
    assert told(fight, "snap") == []
    assert asked(fight) == ["g"], "its turn goes on"


@pytest.mark.rule("SOV-055")
def test_friends_are_asked_after_a_miss_that_will_deal_shock() -> None:
    fight = play(
        "a g b",
        "> g attack a with sword\n! attack d20 2",
        first="foes",
        stops="matters",
        a=fighter(ac=13),
        b=fighter(ac=13),
        g=foe(hp=4, creature=True),
    )
    assert asked(fight) == ["a", "b"]


@pytest.mark.rule("SOV-055")
def test_one_is_not_asked_when_two_foes_fight_each_other() -> None:
    fight = play(
        "a g h",
        "> g attack h with sword\n! attack d20 19\n! damage d8 1",
        first="foes",
        stops="matters",
        third="h",
        a=fighter(),
        g=foe(hp=4, creature=True),
        h=foe(hp=4, ac=14, creature=True),
    )
    assert told(fight, "harm") == ["harm unit=h by=g amount=1 left=3 cause=hit"]
    assert asked(fight) == ["g"]


# What it prevents.


@pytest.mark.rule("SOV-055")
def test_a_friend_s_snap_attack_saves_the_target_from_the_hit() -> None:
    fight = play(
        "a g b h",
        """
        > g attack a with sword
        ! attack d20 19
        > a pass
        > b snap g with sword
        ! attack d20 15
        ! damage d8 4
        = falls unit=g by=b how=dead
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=2),
        b=fighter(),
        g=foe(hp=4, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert told(fight, "harm") == ["harm unit=g by=b amount=4 left=0 cause=hit"]
    assert unit(fight, "a").hp == 2
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (1, 0)


@pytest.mark.rule("SOV-055", "SOV-121")
def test_the_shock_of_a_snap_attack_that_misses_may_save_one_too() -> None:
    fight = play(
        "a g h",
        """
        > g attack a with sword
        ! attack d20 19
        > a snap g with sword
        ! attack d20 2
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=2),
        g=foe(hp=2, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert told(fight, "harm", "falls") == [
        "harm unit=g by=a amount=2 left=0 cause=shock",
        "falls unit=g by=a how=dead",
    ]
    assert unit(fight, "a").status == ACTIVE


# Before the foe has done anything.


@pytest.mark.rule("SOV-152")
def test_a_charge_that_is_met_on_arrival_comes_to_nothing() -> None:
    fight = play(
        "a . . . g h",
        """
        > g charge B1 a with sword
        > a snap g with sword
        ! attack d20 13
        = attack unit=a target=g weapon=sword how=melee die=13 total=10 ac=10 hit=yes
        ! damage d8 4
        """,
        first="foes",
        stops="matters",
        a=fighter(),
        g=foe(hp=4, ac=12, creature=True),
        h=foe(creature=True),
    )
    assert told(fight, "moved", "snap", "attack", "falls") == [
        "moved unit=g path=D1,C1,B1 feet=15",
        "snap unit=a target=g",
        "attack unit=a target=g weapon=sword how=melee die=13 total=10 ac=10 hit=yes",
        "falls unit=g by=a how=dead",
    ]
    assert unit(fight, "a").hp == 8


@pytest.mark.rule("SOV-152")
@pytest.mark.parametrize(("end", "wanted"), [("C1", "g"), ("B1", "a")])
def test_one_is_asked_when_a_weak_foe_comes_into_reach(end: str, wanted: str) -> None:
    fight = play(
        "a . . . g",
        f"> g run {end}",
        first="foes",
        stops="matters",
        a=fighter(),
        g=foe(hp=8, creature=True),
    )
    assert asked(fight) == [wanted]
    assert where(fight, "g") == end


@pytest.mark.rule("SOV-152")
def test_one_is_not_asked_when_a_foe_comes_that_no_blow_can_fell() -> None:
    fight = play(
        "a . . . g",
        "> g run B1",
        first="foes",
        stops="matters",
        a=fighter(),
        g=foe(hp=9, creature=True),
    )
    assert asked(fight) == ["g"]


@pytest.mark.rule("SOV-152")
@pytest.mark.parametrize("weapon", [SPEAR, BOW])
def test_reach_and_range_are_those_of_the_weapon_in_hand(weapon: Weapon) -> None:
    """A spear reaches 10 ft, a bow its full range."""
    fight = play(
        "a . . . g",
        f"""
        > g run C1
        > a snap g with {weapon.name}
        ! attack d20 19
        ! damage d6 4
        """,
        first="foes",
        stops="matters",
        a=fighter(weapons=(weapon,)),
        g=foe(hp=4, ac=14, creature=True),
    )
    assert unit(fight, "g").status == DEAD


@pytest.mark.rule("SOV-152")
def test_a_foe_that_is_met_and_lives_goes_on_with_its_turn() -> None:
    fight = play(
        "a . . . g",
        """
        > g run B1
        > a snap g with sword
        ! attack d20 19
        ! damage d8 4
        > g attack a with sword
        ! attack d20 19
        ! damage d8 5
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=14),
        g=foe(hp=8, ac=14, creature=True),
    )
    assert (unit(fight, "g").hp, unit(fight, "a").hp) == (4, 3)


@pytest.mark.rule("SOV-055", "SOV-041")
def test_a_free_blow_is_answered_like_any_other() -> None:
    """The runner fells the unit that attacks it, and runs on."""
    fight = play(
        ". . a g h",
        """
        > a run A1
        > g strike a with sword
        ! attack d20 19
        > a snap g with sword
        ! attack d20 19
        ! damage d8 4
        """,
        stops="matters",
        a=fighter(hp=1),
        g=foe(hp=4, ac=14, creature=True),
        h=foe(creature=True),
    )
    assert told(fight, "falls") == ["falls unit=g by=a how=dead"]
    assert (where(fight, "a"), unit(fight, "a").hp) == ("A1", 1)
