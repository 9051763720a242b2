"""Cover penalties to attack rolls: ranged attacks only, unless an edition says otherwise."""

from collections.abc import Callable

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    POLEARM,
    fighter,
    foe,
    play,
    play_setup,
    setup,
    terms,
    why_not,
)

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.space.grid import FOOT, SQUARE, Opening, Wall
from shieldwall.engine.state.sheet import Weapon

Edition = Callable[..., str]

BEHIND_A_PILLAR = """
    a . . .
    . . # g
    """
"""`a` sees some corners of `g` past the pillar and not all of them: half cover."""

PAST_A_PILLAR = """
    a . .
    . # g
    """
"""The same within the 10 ft a polearm reaches."""

OPEN = """
    a . . .
    . . . g
    """

YARD = "a . . . . . g"

SLIT = Wall(
    6 * SQUARE,
    0,
    6 * SQUARE,
    SQUARE,
    0,
    20 * FOOT,
    "arrow slit",
    (Opening(2 * FOOT, 3 * FOOT, 2 * FOOT, 4 * FOOT),),
)
"""A wall between F1 and G1 with a hole of 1 ft by 2 ft: `a` sees `g`, but no corner of it."""

RANGED = pytest.mark.parametrize(
    ("deed", "weapon"), [("shoot", BOW), ("throw", DAGGER)], ids=["bow", "dagger"]
)


@pytest.mark.rule("SOV-103")
@RANGED
def test_a_target_in_the_open_has_no_cover(deed: str, weapon: Weapon) -> None:
    fight = play(
        OPEN,
        f"""
        > a {deed} g with {weapon.name}
        ! attack d20 8
        """,
        a=fighter(weapons=(weapon,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-103", "SOV-016")
@RANGED
def test_half_cover_takes_2_from_a_shot(deed: str, weapon: Weapon) -> None:
    fight = play(
        BEHIND_A_PILLAR,
        f"""
        > a {deed} g with {weapon.name}
        ! attack d20 8
        """,
        a=fighter(weapons=(weapon,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "half cover": -2}


@pytest.mark.rule("SOV-103", "SOV-016")
@RANGED
def test_full_cover_takes_4_from_a_shot(deed: str, weapon: Weapon) -> None:
    fight = play(
        YARD,
        f"""
        > a {deed} g with {weapon.name}
        ! attack d20 8
        """,
        walls=(SLIT,),
        a=fighter(weapons=(weapon,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "full cover": -4}


@pytest.mark.rule("SOV-107", "SOV-099", "SOV-103")
def test_cover_is_added_to_what_else_hampers_a_shot() -> None:
    """The book's own case: a prone target behind half cover; here with an adjacent foe too."""
    fight = play(
        """
        a . . .
        h . # g
        """,
        """
        > g prone
        > g done
        > h done
        > a throw g with dagger
        ! attack d20 18
        = attack unit=a target=g weapon=dagger how=thrown die=18 total=11 ac=12 hit=no
        """,
        first="foes",
        a=fighter(weapons=(DAGGER,)),
        g=foe(),
        h=foe(),
    )
    assert terms(fight) == {
        "d20": 18,
        "attack bonus": 1,
        "distant prone target": -2,
        "half cover": -2,
        "foe in melee range": -4,
    }


@pytest.mark.rule("SOV-021", "SOV-103")
def test_cover_does_not_count_in_melee() -> None:
    fight = play(
        PAST_A_PILLAR,
        """
        > a attack g with polearm
        ! attack d20 8
        """,
        a=fighter(weapons=(POLEARM,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-021")
def test_past_the_same_pillar_a_shot_suffers_from_it() -> None:
    fight = play(
        PAST_A_PILLAR,
        """
        > a shoot g with small bow
        ! attack d20 8
        """,
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "half cover": -2}


@pytest.mark.rule("SOV-021")
def test_in_an_edition_with_cover_in_melee_it_counts_there(edition: Edition) -> None:
    made = setup(PAST_A_PILLAR, a=fighter(weapons=(POLEARM,)), g=foe())
    made.rules = edition(Dial("cover_in_melee", 1, "SOV-021"))
    fight = play_setup(made, "> a attack g with polearm\n! attack d20 8")
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "half cover": -2}


@pytest.mark.rule("SOV-017", "SOV-160")
def test_without_a_line_there_is_no_attack_at_all() -> None:
    fight = play(
        """
        a # g
        """,
        "",
        a=fighter(weapons=(BOW, DAGGER)),
        g=foe(),
    )
    assert why_not(fight, "a shoot g with small bow") == "no-line SOV-017"
    assert why_not(fight, "a throw g with dagger") == "no-line SOV-017"
