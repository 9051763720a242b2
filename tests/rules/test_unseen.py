"""Attacks on an unseen target: at a penalty if its square is known, otherwise impossible."""

import pytest
from tests.scene import BOW, DAGGER, SWORD, fighter, foe, may, play_setup, setup, terms, why_not

from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

DEEDS = {
    "attack": ("a g", "> a attack g with sword"),
    "shoot": ("a . g", "> a shoot g with small bow"),
    "throw": ("a . g", "> a throw g with dagger"),
}


def armed(**facts: int) -> Sheet:
    return fighter(weapons=(SWORD, BOW, DAGGER), **facts)


def in_the_dark(deed: str, attacker: Sheet, target: Sheet) -> Fight:
    drawing, choice = DEEDS[deed]
    made = setup(drawing, a=attacker, g=target)
    made.dark = True
    return play_setup(made, f"{choice}\n! attack d20 8")


@pytest.mark.rule("SOV-105")
@pytest.mark.parametrize("deed", DEEDS)
def test_a_foe_in_the_dark_whose_place_is_known_is_attacked_at_4_less(deed: str) -> None:
    """The text is about shots; a melee attack on an unseen target is no easier (G-28)."""
    fight = in_the_dark(deed, armed(), foe(ac=20))
    assert terms(fight) == {"d20": 8, "attack bonus": 1, "unseen target": -4}


@pytest.mark.rule("SOV-105")
@pytest.mark.parametrize("deed", DEEDS)
def test_a_light_on_the_target_or_eyes_for_the_dark_make_it_seen(deed: str) -> None:
    """A light of 10 ft and darkvision of 10 ft both just reach it; with 5 ft it is too far off."""
    for attacker, target in (
        (armed(), foe(ac=20, light=10)),
        (armed(light=10), foe(ac=20)),
        (armed(darkvision=10), foe(ac=20)),
    ):
        assert terms(in_the_dark(deed, attacker, target)) == {"d20": 8, "attack bonus": 1}


@pytest.mark.rule("SOV-105")
def test_a_light_or_eyes_that_do_not_reach_the_target_are_of_no_use() -> None:
    for attacker in (armed(light=5), armed(darkvision=5)):
        found = terms(in_the_dark("shoot", attacker, foe(ac=20)))
        assert found["unseen target"] == -4


@pytest.mark.rule("SOV-105")
def test_a_foe_whose_place_is_not_known_cannot_be_attacked() -> None:
    made = setup("h a . g", a=armed(), g=foe(), h=foe())
    made.hidden = ("g", "h")
    fight = play_setup(made, "")
    assert why_not(fight, "a attack h with sword") == "place-unknown SOV-105"
    assert why_not(fight, "a shoot g with small bow") == "place-unknown SOV-105"
    assert why_not(fight, "a throw g with dagger") == "place-unknown SOV-105"


@pytest.mark.rule("SOV-105")
def test_a_unit_that_attacks_from_hiding_is_known_from_then_on() -> None:
    made = setup("a . . g", a=armed(), g=foe(weapons=(BOW,)))
    made.hidden = ("g",)
    fight = play_setup(
        made,
        """
        > g shoot a with small bow
        ! attack d20 1
        > g done
        """,
        first="foes",
    )
    assert may(fight, "a shoot g with small bow")
