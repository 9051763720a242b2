"""Ambush and hard entry: group checks decide who is surprised."""

import pytest
from tests.scene import fighter, foe, play_setup, setup, told, unit

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet

SNEAKY = (0, 0, 0, 0, 1, 0, 0, 0, 0)
WATCHFUL = (0, 0, 0, 0, 0, 1, 0, 0, 0)
STRONG = (0, 0, 0, 1, 0, 0, 0, 0, 0)


def skilled(skills: tuple[int, ...], dex: int = 0, strength: int = 0, wis: int = 0) -> Sheet:
    made = fighter()
    made.skills = skills
    made.attributes = (strength, dex, 0, 0, wis, 0)
    return made


def scene(
    a: Sheet, g: Sheet, hard: bool = False, expecting: bool = False, careful: bool = False
) -> Setup:
    """`a` comes upon `g`; the party is the side that tries."""
    made = setup("a . . . g", a=a, g=g)
    made.ambush = 0
    made.hard_entry = hard
    made.sides[1].expecting = expecting
    made.sides[1].careful = careful
    return made


@pytest.mark.rule("SOV-024", "SOV-027")
def test_an_ambush_is_sneak_against_notice_and_equality_succeeds() -> None:
    """DEX 1 and Sneak 1 against 8 + WIS 1 and Notice 1: 8 on the dice is just enough."""
    made = scene(skilled(SNEAKY, dex=1), skilled(WATCHFUL, wis=1))
    fight = play_setup(made, "! ambush d6 4\n! ambush d6 4\n", first="")
    assert told(fight, "group-check") == [
        "group-check side=party what=ambush total=10 needed=10 passed=yes"
    ]
    assert told(fight, "surprise") == ["surprise sides=party"]
    made = scene(skilled(SNEAKY, dex=1), skilled(WATCHFUL, wis=1))
    missed = play_setup(
        made, "! ambush d6 4\n! ambush d6 3\n! initiative d8 8\n! initiative d8 1\n", first=""
    )
    assert told(missed, "surprise") == []
    assert not unit(missed, "g").surprised


@pytest.mark.rule("SOV-025")
def test_a_hard_entry_is_exert_against_notice() -> None:
    """STR 2 and Exert 1 count, Sneak does not: 2d6 of 6 make 9 against 8 + 1."""
    made = scene(skilled(STRONG, strength=2), skilled(WATCHFUL), hard=True)
    fight = play_setup(made, "! hard entry d6 3\n! hard entry d6 3\n", first="")
    assert told(fight, "group-check") == [
        "group-check side=party what=hard_entry total=9 needed=9 passed=yes"
    ]
    assert told(fight, "surprise") == ["surprise sides=party"]


@pytest.mark.rule("SOV-024")
def test_one_rolls_for_the_group_and_the_others_help_or_hinder() -> None:
    """The best sneak has 2; one more helps, one is clumsy, and the guard's dog adds 1 to 8."""
    clumsy = skilled((0, 0, 0, 0, -1, 0, 0, 0, 0))
    made = setup(
        "a b c . . g h",
        a=skilled(SNEAKY, dex=1),
        b=skilled(SNEAKY),
        c=clumsy,
        g=foe(creature=True, check=1),
        h=foe(creature=True, check=0),
    )
    made.ambush = 0
    fight = play_setup(made, "! ambush d6 3\n! ambush d6 4\n", first="")
    assert told(fight, "group-check") == [
        "group-check side=party what=ambush total=9 needed=9 passed=yes"
    ]


@pytest.mark.rule("SOV-026")
@pytest.mark.parametrize("hard", [False, True])
def test_units_that_expect_a_fight_are_never_surprised(hard: bool) -> None:
    made = scene(skilled(SNEAKY), skilled(WATCHFUL), hard=hard, expecting=True)
    fight = play_setup(made, "")
    assert told(fight, "group-check", "surprise") == []


@pytest.mark.rule("SOV-026")
def test_the_careful_cannot_be_ambushed_but_a_door_may_burst_open() -> None:
    made = scene(skilled(SNEAKY), skilled(WATCHFUL), careful=True)
    assert told(play_setup(made, ""), "group-check", "surprise") == []
    made = scene(skilled(STRONG), skilled(WATCHFUL), hard=True, careful=True)
    burst = play_setup(made, "! hard entry d6 6\n! hard entry d6 6\n", first="")
    assert told(burst, "surprise") == ["surprise sides=party"]


@pytest.mark.rule("SOV-150", "SOV-035", "SOV-036", "SOV-038")
def test_a_turn_holds_one_move_one_main_and_free_actions_at_will() -> None:
    from tests.scene import may, play

    fight = play(
        "a g .",
        """
        > a prone
        > a stand
        > g strike a
        ! attack d20 1
        > a attack g with sword
        ! attack d20 1
        """,
        a=fighter(ac=20),
        g=foe(ac=20),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    assert may(fight, "a prone")
    assert not may(fight, "a attack g with sword")
    assert not may(fight, "a run A1")
