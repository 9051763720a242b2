"""Rules that no other file proves: the swarm's cap, hiding, Instant spells, the end of a free
round.
"""

import pytest
from tests.rules.magic_scene import mage
from tests.scene import SWORD, UNARMED, fighter, foe, may, play, terms, told, unit, why_not

from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.numbers import to_hit
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD
from shieldwall.fight import Fight

HOLD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 6
"""


@pytest.mark.rule("SOV-057")
@pytest.mark.parametrize(("others", "bonus"), [(2, 4), (3, 6), (4, 6), (9, 6)])
def test_no_more_than_three_others_add_to_a_swarm_s_bonus(others: int, bonus: int) -> None:
    """At most +6, even where an edition lets more than four join."""
    fight = play("a g", "", a=fighter(), g=foe())
    request = fight.request
    assert request is not None
    blow = Blow(unit(fight, "a"), unit(fight, "g"), 0, MELEE)
    blow.others = others
    found = to_hit(request.battle, blow, True).terms
    assert found is not None
    assert [term.value for term in found if term.what == "swarm"] == [bonus]


BEHIND = """
a . . . .
. # . . .
. . . g .
"""


def hides(first: int, second: int, drawing: str = BEHIND, g: Sheet | None = None) -> Fight:
    return play(
        drawing, f"> a hide\n! hide d6 {first}\n! hide d6 {second}\n", a=fighter(), g=g or foe()
    )  # fmt: skip


@pytest.mark.rule("SOV-087")
@pytest.mark.parametrize(("dice", "hidden"), [((4, 4), True), ((4, 3), False)])
def test_hiding_is_a_skill_used_as_a_main_against_8(dice: tuple[int, int], hidden: bool) -> None:
    """A Sneak of 0 against a Notice of 0; after a failure the Main is spent all the same."""
    fight = hides(*dice)
    assert told(fight, "hides") == (["hides unit=a"] if hidden else [])
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert unit(fight, "a").unknown_to == (0b10 if hidden else 0)
    assert terms(fight, "check")["2d6"] == sum(dice)


@pytest.mark.rule("SOV-087", "SOV-105")
def test_no_unit_hides_in_plain_view() -> None:
    fight = play("a . . g", "", a=fighter(), g=foe())
    assert why_not(fight, "a hide") == "in-plain-view SOV-105"


@pytest.mark.rule("SOV-039")
def test_an_instant_spell_is_cast_out_of_turn_and_leaves_the_turn_whole() -> None:
    """The answer to a spell of the foe, in the foe's own turn."""
    fight = play(
        "a . . g",
        """
        > g cast a : arcane spark
        > a invoke : counter magic
        ! magic d6 6
        ! magic d6 6
        = spoiled unit=g spell=arcane_spark why=countered
        > g done
        """,
        first="foes",
        stops="matters",
        a=mage("counter magic", hp=9),
        g=mage("arcane spark", hp=20, level=2),
    )
    assert unit(fight, "a").hp == 9
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert may(fight, "a run B1")


@pytest.mark.rule("SOV-034", "SOV-022", "SOV-131")
def test_a_fight_may_be_over_at_the_end_of_the_free_round() -> None:
    """The last foe is squeezed until it drops before anybody rolls for initiative."""
    fight = play(
        "a g",
        HOLD + "> a done\n! damage d2 1\n= harm unit=g by=a amount=1 left=0 cause=hit\n",
        first="",
        surprised="foes",
        a=fighter(weapons=(UNARMED,)),
        g=foe(hp=1),
    )
    assert unit(fight, "g").status == DEAD
    assert told(fight, "initiative", "round") == []
    assert fight.outcome is not None
    assert fight.outcome.key() == ("defeat", 0)


@pytest.mark.rule("SOV-097", "SOV-022")
def test_an_action_held_in_the_free_round_is_lost_at_its_end() -> None:
    """It does not wait until the first round, where the Main would be there twice."""
    fight = play(
        "a . . g",
        """
        > a hold
        > a pass
        = hold-lost unit=a
        ! initiative d8 1
        ! initiative d8 8
        > g run B1
        > g attack a with sword
        ! attack d20 1
        > g done
        """,
        first="",
        surprised="foes",
        stops="matters",
        a=fighter(ac=20),
        g=foe(hp=40),
    )
    assert told(fight, "hold-used") == []


@pytest.mark.rule("G-19")
def test_at_the_end_of_a_round_holds_hurt_then_flames_and_then_magic_wears_off() -> None:
    """A wave that was withstood weighs on one until the end of the next round."""
    wave = mage("enfeebling wave", level=3)
    fire = mage("become element (fire)", level=3)
    fight = play(
        "b g a . . . . . . . . . . d . . . . . . . h",
        """
        > b grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 6
        > b done
        > a cast : become element (fire)
        > a done
        > d cast V1 : enfeebling wave
        ! save d20 20
        > d done
        > g done
        > h done
        ! damage d2 1
        ! flames d6 1
        = round number=2
        > b done
        > a done
        > d done
        > g done
        > h done
        ! damage d2 2
        ! flames d6 3
        """,
        a=fire,
        b=fighter(weapons=(UNARMED, SWORD)),
        d=wave,
        g=foe(hp=60, fearless=True),
        h=foe(hp=60, fearless=True),
    )
    assert told(fight, "harm", "recovers", "round")[-6:] == [
        "round number=2",
        "harm unit=g by=b amount=2 left=56 cause=hit",
        "harm unit=g by=a amount=3 left=53 cause=flames",
        "recovers unit=h what=slowed",
        "recovers unit=h what=weakened",
        "round number=3",
    ]


@pytest.mark.rule("G-19", "SOV-022")
def test_flames_burn_at_the_end_of_the_free_round_too() -> None:
    fight = play(
        "a g",
        """
        > a cast : become element (fire)
        > a done
        ! flames d6 3
        = harm unit=g by=a amount=3 left=57 cause=flames
        ! initiative d8 8
        ! initiative d8 1
        """,
        first="",
        surprised="foes",
        a=mage("become element (fire)", level=3),
        g=foe(hp=60, fearless=True),
    )
    assert fight.state.clock.round == 1
