"""An attack from its declaration to the damage, and which units may react when.

The fate of the target is in `test_falling`.
"""

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    play,
    told,
    unit,
    why_not,
)

from shieldwall.fight import Fight


def course(fight: Fight) -> list[str]:
    """Attacks, reactions and their results, in order."""
    return told(fight, "snap", "total-defense", "attack", "shock-stopped", "harm", "falls", "ends")


# T0: whether it can be done.


@pytest.mark.rule("SOV-160")
def test_an_attack_out_of_reach_or_range_cannot_be_declared() -> None:
    fight = play("a . g", "", a=fighter(weapons=(SWORD, DAGGER)), g=foe())
    assert why_not(fight, "a attack g with sword") == "out-of-reach SOV-047"
    assert why_not(fight, "a throw g with sword") == "no-such-shot SOV-048"
    assert why_not(fight, "a throw g with dagger") == ""


@pytest.mark.rule("SOV-160")
def test_an_attack_on_a_friend_on_oneself_or_on_the_fallen_cannot_be_declared() -> None:
    fight = play(
        "b a g h",
        """
        > a attack g with sword
        ! attack d20 19
        ! damage d8 8
        > a done
        """,
        a=fighter(),
        b=fighter(weapons=(DAGGER, UNARMED)),
        g=foe(hp=4),
        h=foe(),
    )
    assert why_not(fight, "b attack a with dagger") == "no-foe SOV-047"
    assert why_not(fight, "b attack b with dagger") == "no-foe SOV-047"
    assert why_not(fight, "b throw g with dagger") == "target-is-out SOV-047"


@pytest.mark.rule("SOV-160")
def test_a_bow_is_no_melee_weapon_and_a_sword_is_not_shot() -> None:
    fight = play(
        "a g",
        "",
        rules="sovereign-early",
        a=fighter(weapons=(SWORD, BOW)),
        g=foe(weapons=(UNARMED,)),
    )
    assert why_not(fight, "a attack g with small bow") == "no-melee-weapon SOV-047"
    assert why_not(fight, "a shoot g with sword") == "no-such-shot SOV-048"
    attacks = [text for text in listed(fight) if text.split()[1] in ("attack", "shoot", "throw")]
    assert attacks == [
        "a attack g with sword",
        "a shoot g with small bow",
    ]


# T0: answers before the dice.


@pytest.mark.rule("SOV-160", "SOV-164", "SOV-152")
def test_an_attacker_brought_down_at_the_declaration_rolls_nothing() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        > g snap a with sword
        ! attack d20 15
        ! damage d8 6
        """,
        stops="always",
        a=fighter(hp=4),
        g=foe(hp=4),
    )
    assert course(fight) == [
        "snap unit=g target=a",
        "attack unit=g target=a weapon=sword how=melee die=15 total=12 ac=12 hit=yes",
        "harm unit=a by=g amount=6 left=0 cause=hit",
        "falls unit=a by=g how=down",
        "ends reason=defeat team=1",
    ]
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-160", "SOV-162", "SOV-152")
def test_an_attacker_who_survives_the_answer_goes_on_with_the_roll() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        > g snap a with sword
        ! attack d20 15
        ! damage d8 6
        ! attack d20 11
        ! damage d8 2
        """,
        stops="always",
        a=fighter(hp=8),
        g=foe(hp=4),
    )
    assert [line.split()[0] for line in course(fight)] == [
        "snap",
        "attack",
        "harm",
        "attack",
        "harm",
    ]
    assert (unit(fight, "a").hp, unit(fight, "g").hp) == (2, 2)


@pytest.mark.rule("SOV-160", "SOV-152", "SOV-079")
def test_total_defense_at_the_declaration_counts_for_the_roll() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        > g total-defense
        ! attack d20 12
        """,
        stops="always",
        a=fighter(),
        g=foe(ac=12),
    )
    assert course(fight) == [
        "total-defense unit=g",
        "attack unit=a target=g weapon=sword how=melee die=12 total=13 ac=14 hit=no",
    ]


@pytest.mark.rule("SOV-160", "SOV-098")
def test_a_target_that_a_held_action_kills_first_is_not_rolled_for() -> None:
    """The dagger meant for it never leaves the hand."""
    fight = play(
        "a . g b h",
        """
        > b hold
        > a throw g with dagger
        > b attack g with sword
        > g pass
        > h pass
        > g pass
        > h pass
        ! attack d20 15
        > g pass
        > h pass
        ! damage d8 6
        """,
        stops="always",
        a=fighter(weapons=(DAGGER,)),
        b=fighter(),
        g=foe(hp=4),
        h=foe(),
    )
    assert told(fight, "attack", "falls") == [
        "attack unit=b target=g weapon=sword how=melee die=15 total=16 ac=12 hit=yes",
        "falls unit=g by=b how=dead",
    ]
    assert unit(fight, "a").gone == 0


@pytest.mark.rule("SOV-160", "SOV-098")
def test_a_target_that_a_held_action_takes_out_of_reach_first_is_not_struck() -> None:
    fight = play(
        "a g . . .",
        """
        > g hold
        > a attack g with sword
        > g run E1
        > a pass
        """,
        first="foes",
        stops="matters",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "moved") == ["moved unit=g path=C1,D1,E1 feet=15"]
    assert told(fight, "attack") == []
    assert unit(fight, "a").mains == 0


# T1: a screener.


@pytest.mark.rule("SOV-161", "SOV-072")
@pytest.mark.parametrize(("die", "target", "ac", "hit"), [(5, "b", 15, "no"), (6, "a", 11, "yes")])
def test_a_screen_is_tried_before_the_roll_and_the_roll_meets_who_is_in_the_way(
    die: int, target: str, ac: int, hit: str
) -> None:
    """3 and 5 against 8 + 1 fail, 3 and 6 suffice."""
    fight = play(
        """
        a b
        . g
        """,
        f"""
        > b screen a
        > b done
        > a done
        > g attack a with sword
        ! screen d6 3
        ! screen d6 {die}
        ! attack d20 12
        {"! damage d8 3" if hit == "yes" else ""}
        """,
        a=fighter(ac=11),
        b=fighter(ac=15, stab=1),
        g=foe(),
    )
    passed = "yes" if target == "a" else "no"
    assert told(fight, "check", "redirected", "attack") == [
        f"check unit=g what=screen total={3 + die} needed=9 passed={passed}",
        *(["redirected unit=b ward=a by=g"] if target == "b" else []),
        f"attack unit=g target={target} weapon=sword how=melee die=12 total=13 ac={ac} hit={hit}",
    ]


# T2 to T4: the roll, and answers after it.


@pytest.mark.rule("SOV-162", "SOV-163", "SOV-164", "SOV-055")
@pytest.mark.parametrize("die", [19, 2], ids=["hit", "miss"])
def test_an_attacker_brought_down_after_the_roll_deals_neither_damage_nor_shock(die: int) -> None:
    """The reaction sees the roll; damage is not rolled yet."""
    fight = play(
        "a g",
        f"""
        > a attack g with sword
        ! attack d20 {die}
        > g snap a with sword
        ! attack d20 15
        ! damage d8 6
        """,
        stops="matters",
        a=fighter(hp=4),
        g=foe(hp=4, ac=12),
    )
    assert course(fight) == [
        f"attack unit=a target=g weapon=sword how=melee die={die} total={die + 1} ac=12 "
        f"hit={'yes' if die == 19 else 'no'}",
        "snap unit=g target=a",
        "attack unit=g target=a weapon=sword how=melee die=15 total=12 ac=12 hit=yes",
        "harm unit=a by=g amount=6 left=0 cause=hit",
        "falls unit=a by=g how=down",
        "ends reason=defeat team=1",
    ]
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-163", "SOV-165")
def test_damage_is_rolled_after_an_answer_that_does_not_bring_the_attacker_down() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 15
        > g snap a with sword
        ! attack d20 15
        ! damage d8 6
        ! damage d8 2
        """,
        stops="matters",
        a=fighter(hp=8),
        g=foe(hp=9),
    )
    assert told(fight, "harm") == [
        "harm unit=a by=g amount=6 left=2 cause=hit",
        "harm unit=g by=a amount=2 left=7 cause=hit",
    ]


@pytest.mark.rule("SOV-163", "SOV-164", "SOV-079")
@pytest.mark.parametrize(("die", "left"), [(11, 9), (12, 9), (13, 6)])
def test_hit_or_miss_is_settled_by_the_ac_after_the_answers(die: int, left: int) -> None:
    """Total Defense lifts AC 12 to 14: totals of 12 and 13 miss after all, 14 hits as before."""
    fight = play(
        "a g",
        f"""
        > a attack g with sword
        ! attack d20 {die}
        > g total-defense
        {"! damage d8 3" if left == 6 else ""}
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=9, ac=12),
    )
    assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-163", "SOV-164")
def test_answers_are_answered_in_turn_and_a_fallen_target_is_not_hurt_again() -> None:
    """`b` drops `g` in the middle of its reaction: that attack has no effect, nor has the first."""
    fight = play(
        "a g b",
        """
        > a attack g with sword
        ! attack d20 15
        > g snap a with sword
        ! attack d20 19
        > b snap g with sword
        ! attack d20 19
        ! damage d8 6
        """,
        stops="matters",
        a=fighter(hp=8),
        b=fighter(),
        g=foe(hp=4),
    )
    assert told(fight, "harm", "falls") == [
        "harm unit=g by=b amount=6 left=0 cause=hit",
        "falls unit=g by=b how=dead",
    ]
    assert unit(fight, "a").hp == 8
