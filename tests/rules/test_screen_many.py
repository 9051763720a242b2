"""Screen an Ally: the number of attackers, and several screeners against one attack."""

import pytest
from tests.scene import CLAWS, fighter, foe, play, told

CHECK = "! screen d6 1\n! screen d6 1\n! attack d20 1"


@pytest.mark.rule("SOV-073")
@pytest.mark.parametrize(("stab", "second"), [(1, "a"), (2, "b")])
def test_one_screens_against_as_many_attackers_as_the_skill_has_levels(
    stab: int, second: str
) -> None:
    """And the rest goes to the ward without a check."""
    fight = play(
        """
        a b .
        g h .
        """,
        f"""
        > b screen a
        > b done
        > a done
        > g attack a with sword
        {CHECK}
        > g done
        > h attack a with sword
        {CHECK if second == "b" else "! attack d20 1"}
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=stab),
        g=foe(),
        h=foe(),
    )
    assert [line.split()[2] for line in told(fight, "attack")] == ["target=b", f"target={second}"]


@pytest.mark.rule("SOV-073")
def test_the_highest_combat_skill_counts_the_attackers() -> None:
    """Shoot 2 screens two, though the check is made with Brawl."""
    fight = play(
        """
        a b .
        g h .
        """,
        f"""
        > b screen a
        > b done
        > a done
        > g attack a with sword
        {CHECK}
        > g done
        > h attack a with sword
        {CHECK}
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, brawl=0, stab=-1, shoot=2),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "check")[-1] == "check unit=h what=screen total=2 needed=8 passed=no"


@pytest.mark.rule("SOV-073")
def test_it_is_attackers_that_are_counted_not_attacks() -> None:
    """Two blows of one creature take one place; a second creature finds none left."""
    fight = play(
        """
        a b .
        g h .
        """,
        f"""
        > b screen a
        > b done
        > a done
        > g attack a with claws
        {CHECK}
        > g attack a with claws
        {CHECK}
        > g done
        > h attack a with claws
        ! attack d20 1
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(creature=True, weapons=(CLAWS,), routine=(0, 0)),
        h=foe(creature=True, weapons=(CLAWS,)),
    )
    targets = [line.split()[2] for line in told(fight, "attack")]
    assert targets == ["target=b", "target=b", "target=a"]


@pytest.mark.rule("SOV-073")
def test_a_check_that_lets_the_attacker_through_takes_a_place_too() -> None:
    fight = play(
        """
        a b .
        g h .
        """,
        """
        > b screen a
        > b done
        > a done
        > g attack a with sword
        ! screen d6 6
        ! screen d6 6
        ! attack d20 1
        > g done
        > h attack a with sword
        ! attack d20 1
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
        h=foe(),
    )
    assert len(told(fight, "check")) == 1


@pytest.mark.rule("SOV-073")
def test_the_places_are_free_again_in_the_next_round() -> None:
    """The screen of the first round still stands when the foes open the second."""
    fight = play(
        """
        a b .
        g h .
        """,
        f"""
        > g done
        > h done
        > b screen a
        > b done
        > a prone
        > a stand
        > g strike a with sword
        > h strike a with sword
        {CHECK}
        ! attack d20 1
        > a done
        = round number=2
        > h attack a with sword
        {CHECK}
        """,
        first="foes",
        a=fighter(ac=19),
        b=fighter(ac=16, stab=1),
        g=foe(),
        h=foe(),
    )
    targets = [line.split()[2] for line in told(fight, "attack")]
    assert targets == ["target=b", "target=a", "target=b"]


# Several in the way.


@pytest.mark.rule("SOV-074")
@pytest.mark.parametrize(
    ("first", "second", "target"), [(4, 4, "c"), (4, 5, "b"), (5, 5, "b"), (5, 6, "a")]
)
def test_one_check_against_all_and_the_weakest_who_held_takes_the_blow(
    first: int, second: int, target: str
) -> None:
    """`c` holds against less than 9, `b` against less than 11."""
    fight = play(
        """
        c a b
        . g .
        """,
        f"""
        > c screen a
        > c done
        > b screen a
        > b done
        > a done
        > g attack a with sword
        ! screen d6 {first}
        ! screen d6 {second}
        ! attack d20 1
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1, strength=2),
        c=fighter(ac=16, stab=1),
        g=foe(),
    )
    passed = "yes" if target == "a" else "no"
    total = first + second
    assert told(fight, "check") == [
        f"check unit=g what=screen total={total} needed=11 passed={passed}"
    ]
    assert told(fight, "attack")[0].startswith(f"attack unit=g target={target} ")


@pytest.mark.rule("SOV-074", "SOV-073")
def test_each_who_was_compared_has_used_a_place() -> None:
    """`b` held and took the attack, `c` held too; neither stops the next attacker."""
    fight = play(
        """
        c a b
        . g h
        """,
        f"""
        > c screen a
        > c done
        > b screen a
        > b done
        > a done
        > g attack a with sword
        {CHECK}
        > g done
        > h attack a with sword
        ! attack d20 1
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        c=fighter(ac=16, stab=1, strength=2),
        g=foe(),
        h=foe(),
    )
    assert [line.split()[2] for line in told(fight, "attack")] == ["target=b", "target=a"]
