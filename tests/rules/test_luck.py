"""Veteran's Luck: once a fight, the unit's own miss becomes a hit, or a hit on it a miss."""

import pytest
from tests.scene import fighter, foe, may, play, told, unit

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.fight import Fight

CLUB = make_weapon("club", 1, 4)


def asked(fight: Fight) -> list[str]:
    """The units asked at this moment."""
    return [fight.names.units[request.unit] for request in fight.requests]


@pytest.mark.rule("SOV-122", "SOV-163")
def test_luck_makes_a_miss_of_one_s_own_a_hit() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 1
        = attack unit=a target=g weapon=sword how=melee die=1 total=2 ac=19 hit=no
        > a luck
        = luck unit=a hit=yes
        ! damage d8 5
        """,
        stops="matters",
        a=fighter(luck=1),
        g=foe(hp=9, ac=19, creature=True),
    )
    assert told(fight, "harm") == ["harm unit=g by=a amount=5 left=4 cause=hit"]
    assert unit(fight, "a").luck == 0
    assert unit(fight, "a").moves == 1


@pytest.mark.rule("SOV-122", "SOV-163")
def test_luck_makes_a_hit_on_oneself_a_miss() -> None:
    """However high it was. It takes no action."""
    fight = play(
        "a g",
        """
        > g attack a with club
        ! attack d20 20
        > a luck
        = luck unit=a hit=no
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, luck=1),
        g=foe(hp=99, weapons=(CLUB,), creature=True),
    )
    assert told(fight, "harm") == []
    assert (unit(fight, "a").hp, unit(fight, "a").luck, unit(fight, "a").mains) == (8, 0, 1)


@pytest.mark.rule("SOV-122", "SOV-115", "SOV-080")
@pytest.mark.parametrize("defends", [True, False])
def test_the_miss_that_luck_makes_still_has_its_shock_which_total_defense_stops(
    defends: bool,
) -> None:
    fight = play(
        "a g",
        f"""
        > g attack a with sword
        ! attack d20 20
        > a luck
        > a {"total-defense" if defends else "pass"}
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=13, luck=1),
        g=foe(hp=99, creature=True),
    )
    assert unit(fight, "a").hp == (8 if defends else 6)


@pytest.mark.rule("SOV-040", "SOV-122", "G-22")
def test_of_luck_against_luck_the_defence_has_the_last_word() -> None:
    fight = play(
        "a g",
        """
        > a attack g with club
        ! attack d20 1
        > a luck
        > g luck
        """,
        stops="matters",
        a=fighter(weapons=(CLUB,), luck=1),
        g=foe(hp=9, ac=14, luck=1, creature=True),
    )
    assert told(fight, "luck", "harm") == ["luck unit=a hit=yes", "luck unit=g hit=no"]
    assert unit(fight, "g").hp == 9


@pytest.mark.rule("SOV-122")
def test_two_points_of_ac_do_not_turn_a_hit_that_luck_has_made() -> None:
    """So the unit is not asked about them."""
    fight = play(
        "a g",
        """
        > a attack g with club
        ! attack d20 12
        > a luck
        ! damage d4 2
        """,
        stops="matters",
        a=fighter(weapons=(CLUB,), luck=1),
        g=foe(hp=9, ac=14, creature=True),
    )
    assert unit(fight, "g").hp == 7


@pytest.mark.rule("SOV-122")
def test_luck_is_asked_for_only_where_there_is_something_to_turn() -> None:
    """The unit's own hit and a miss on it need no luck."""
    lucky = fighter(hp=8, ac=12, weapons=(CLUB,), luck=1)
    other = foe(hp=99, ac=12, weapons=(CLUB,), creature=True)
    for first, tape in (
        ("party", "> a attack g with club\n! attack d20 19\n! damage d4 1"),
        ("foes", "> g attack a with club\n! attack d20 1"),
    ):
        fight = play("a g", tape, first=first, stops="matters", a=lucky, g=other)
        assert asked(fight) == ["a" if first == "party" else "g"]
        assert unit(fight, "a").luck == 1
        assert not may(fight, "a luck")


@pytest.mark.rule("SOV-122")
def test_luck_does_not_help_a_friend() -> None:
    fight = play(
        "a g b",
        """
        > g attack a with club
        ! attack d20 19
        ! damage d4 1
        """,
        first="foes",
        stops="matters",
        a=fighter(),
        b=fighter(luck=1),
        g=foe(hp=99, weapons=(CLUB,), creature=True),
    )
    assert (unit(fight, "a").hp, unit(fight, "b").luck) == (7, 1)


@pytest.mark.rule("SOV-122")
def test_once_a_fight_it_is_spent() -> None:
    fight = play(
        "a g",
        """
        > a attack g with club
        ! attack d20 1
        > a luck
        ! damage d4 1
        > a done
        > g done
        = round number=2
        > a attack g with club
        ! attack d20 1
        """,
        stops="matters",
        a=fighter(weapons=(CLUB,), luck=1),
        g=foe(hp=9, ac=14, creature=True),
    )
    assert told(fight, "luck") == ["luck unit=a hit=yes"]
    assert unit(fight, "g").hp == 8


@pytest.mark.rule("SOV-122", "SOV-022")
def test_the_surprised_have_no_luck() -> None:
    fight = play(
        "a g",
        """
        > g attack a with club
        ! attack d20 19
        ! damage d4 1
        """,
        first="",
        surprised="party",
        stops="matters",
        a=fighter(hp=8, luck=1),
        g=foe(weapons=(CLUB,), creature=True),
    )
    assert (unit(fight, "a").hp, unit(fight, "a").luck) == (7, 1)
