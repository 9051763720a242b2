"""Feats for others: valiant defender, gifted chirurgeon; and an expert's second chance."""

import pytest
from tests.gifted import gifted
from tests.rules.feat_scene import feat
from tests.scene import SWORD, fighter, foe, may, play, terms, told, unit, why_not

from shieldwall.engine.abilities import NO_ABILITIES, Abilities
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DOWN
from shieldwall.fight import Fight

GUARD = "> b screen a\n> b done\n> a done\n"


def guarded(tape: str, level: int, stab: int = 1, **foes: Sheet) -> Fight:
    """`b` screens `a`, who stands behind it; the foes are all in reach of `a`."""
    traits = feat("valiant_defender", level) if level else NO_ABILITIES
    given = {"g": foe(), **foes}
    rows = {1: "a b\ng .", 2: "a b\ng h", 3: "a b .\ng h i"}
    drawing = rows[len(given)]
    return play(
        drawing,
        GUARD + tape,
        a=fighter(hp=20, ac=15),
        b=fighter(hp=20, ac=15, stab=stab, abilities=traits),
        **given,  # type: ignore[arg-type]
    )


# Valiant defender.


@pytest.mark.rule("SOV-071")
@pytest.mark.parametrize(("level", "needed"), [(0, 9), (1, 11)])
def test_a_valiant_defender_is_harder_to_get_past_by_2(level: int, needed: int) -> None:
    """Stab 1: 8 + 1, and 2 more with the feat; the foe's 10 is enough or not."""
    fight = guarded(
        "> g attack a with sword\n! screen d6 5\n! screen d6 5\n! attack d20 1\n", level
    )
    passed = "yes" if needed <= 10 else "no"
    assert told(fight, "check") == [
        f"check unit=g what=screen total=10 needed={needed} passed={passed}"
    ]
    assert told(fight, "redirected") == (["redirected unit=b ward=a by=g"] if level else [])


@pytest.mark.rule("SOV-073")
@pytest.mark.parametrize(("level", "stab", "count"), [(0, 1, 1), (1, 1, 2), (1, 0, 1)])
def test_a_valiant_defender_handles_one_attacker_more(level: int, stab: int, count: int) -> None:
    tape = ""
    for number, who in enumerate("ghi"):
        check = "! screen d6 1\n! screen d6 1\n" if number < count else ""
        tape += f"> {who} attack a with sword\n{check}! attack d20 1\n> {who} done\n"
    fight = play(
        "g h i\n. a b\n. . .",
        GUARD + tape,
        a=fighter(hp=20, ac=15),
        b=fighter(hp=20, ac=15, stab=stab, abilities=feat("valiant_defender", level))
        if level
        else fighter(hp=20, ac=15, stab=stab),
        g=foe(),
        h=foe(),
        i=foe(),
    )
    assert len(told(fight, "redirected")) == count


@pytest.mark.rule("SOV-073")
def test_one_without_skill_screens_no_unit_but_for_the_feat() -> None:
    for traits, reason in (
        (NO_ABILITIES, "no-skill-to-screen SOV-073"),
        (feat("valiant_defender", 1), ""),
    ):
        fight = play("a b . g", "", a=fighter(), b=fighter(abilities=traits), g=foe())
        assert why_not(fight, "b screen a") == reason


@pytest.mark.rule("SOV-071", "SOV-074")
def test_the_first_check_of_a_round_fails_by_itself_at_the_second_level() -> None:
    """No dice for the first attacker; the second rolls."""
    fight = guarded(
        """
        > g attack a with sword
        = redirected unit=b ward=a by=g
        ! attack d20 1
        > g done
        > h attack a with sword
        ! screen d6 6
        ! screen d6 6
        ! attack d20 1
        """,
        2,
        h=foe(),
    )
    assert told(fight, "redirected") == ["redirected unit=b ward=a by=g"]
    assert told(fight, "check") == ["check unit=h what=screen total=12 needed=11 passed=yes"]


@pytest.mark.rule("SOV-071")
def test_the_first_level_has_to_hold_from_the_first_check_on() -> None:
    fight = guarded("> g attack a with sword\n! screen d6 6\n! screen d6 6\n! attack d20 1\n", 1)
    assert told(fight, "redirected") == []


@pytest.mark.rule("SOV-071")
@pytest.mark.parametrize(("level", "ac"), [(1, 15), (2, 17)])
def test_while_screening_the_second_level_is_harder_to_hit(level: int, ac: int) -> None:
    fight = guarded("> g attack b with sword\n! attack d20 3\n", level)
    event = next(event for event in fight.events if event.KIND == "attack")
    assert getattr(event, "ac", 0) == ac


@pytest.mark.rule("SOV-071")
def test_a_unit_that_screens_no_unit_has_its_plain_ac() -> None:
    fight = play(
        "a b\ng .",
        "> a done\n> b done\n> g attack b with sword\n! attack d20 3\n",
        a=fighter(),
        b=fighter(ac=15, abilities=feat("valiant_defender", 2)),
        g=foe(),
    )
    assert told(fight, "attack") == [
        "attack unit=g target=b weapon=sword how=melee die=3 total=4 ac=15 hit=no"
    ]


# Gifted chirurgeon.

FELL_TWO = """
> g attack a with sword
! attack d20 15
! damage d8 4
> g done
> h attack c with sword
! attack d20 15
! damage d8 4
> h done
"""


def tending(tape: str, traits: Abilities) -> Fight:
    return play(
        "g . .\na b c\n. . h",
        FELL_TWO + tape,
        first="foes",
        a=fighter(hp=4),
        b=fighter(hp=20, kit=True, abilities=traits, weapons=(SWORD,)),
        c=fighter(hp=4),
        g=foe(hp=20),
        h=foe(hp=20),
    )


NO_BLOWS = "> g pass\n> h pass\n"


@pytest.mark.rule("SOV-087")
def test_a_gifted_chirurgeon_binds_one_wound_a_round_for_nothing_and_a_second_for_a_main() -> None:
    fight = tending(
        f"""
        > b stabilise a
        {NO_BLOWS}
        ! heal d6 5
        ! heal d6 5
        ! heal d6 1
        = stabilised unit=a by=b
        """,
        feat("gifted_chirurgeon", 1),
    )
    assert (unit(fight, "b").mains, unit(fight, "b").moves) == (1, 1)
    fight = tending(
        f"""
        > b stabilise a
        {NO_BLOWS}
        ! heal d6 5
        ! heal d6 5
        ! heal d6 1
        > b stabilise c
        {NO_BLOWS}
        ! heal d6 4
        ! heal d6 4
        ! heal d6 6
        = stabilised unit=c by=b
        """,
        feat("gifted_chirurgeon", 1),
    )
    assert unit(fight, "b").mains == 0


@pytest.mark.rule("SOV-087")
def test_what_is_free_comes_back_with_the_next_round() -> None:
    fight = tending(
        f"""
        > b stabilise a
        {NO_BLOWS}
        ! heal d6 1
        ! heal d6 1
        ! heal d6 1
        > b done
        > g done
        > h done
        """,
        feat("gifted_chirurgeon", 1),
    )
    assert fight.state.clock.round == 2
    fight.push("b stabilise a")
    assert unit(fight, "b").mains == 1


@pytest.mark.rule("SOV-087")
def test_of_a_chirurgeons_three_dice_the_lowest_is_left_out() -> None:
    """3, 6 and 4 make 10; in plain hands 3 and 6 make 9."""
    fight = tending(
        f"> b stabilise a\n{NO_BLOWS}! heal d6 3\n! heal d6 6\n! heal d6 4\n",
        feat("gifted_chirurgeon", 1),
    )
    assert terms(fight, "check")["2d6"] == 10
    assert unit(fight, "a").stable
    plain = tending(f"> b stabilise a\n{NO_BLOWS}! heal d6 3\n! heal d6 6\n", NO_ABILITIES)
    assert not unit(plain, "a").stable
    assert unit(plain, "b").mains == 0


# An expert's second chance.

EXPERT = gifted(rerolls=True)
FAILED = "! heal d6 1\n! heal d6 1\n"


@pytest.mark.rule("SOV-087")
def test_an_expert_makes_a_failed_check_again_once_a_fight() -> None:
    fight = tending(
        f"""
        > b stabilise a
        {NO_BLOWS}
        {FAILED}
        = rerolls unit=b what=heal
        ! heal d6 5
        ! heal d6 5
        = stabilised unit=a by=b
        > b done
        > g done
        > h done
        > b stabilise c
        {NO_BLOWS}
        {FAILED}
        """,
        EXPERT,
    )
    assert len(told(fight, "rerolls")) == 1
    assert unit(fight, "c").status == DOWN
    assert not unit(fight, "c").stable
    assert may(fight, "b done")


@pytest.mark.rule("SOV-087")
def test_a_check_that_succeeds_leaves_an_expert_its_second_chance() -> None:
    fight = tending(f"> b stabilise a\n{NO_BLOWS}! heal d6 5\n! heal d6 5\n", EXPERT)
    assert told(fight, "rerolls") == []
    assert unit(fight, "b").used & 32 == 0


@pytest.mark.rule("SOV-125")
def test_an_expert_has_no_second_chance_with_a_combat_skill() -> None:
    fight = play(
        "a g",
        "> a shove g with sword : prone\n! attack d20 18\n! shove d6 1\n! shove d6 1\n",
        a=fighter(abilities=EXPERT),
        g=foe(),
    )
    assert told(fight, "rerolls", "shoved") == []
