"""Leaving melee: the free attack that the drafts leave open, as on a later page."""

import pytest
from tests.rules.aachen.aachen_scene import BOTH, Edition, play_setup, ruled, scene, scene_setup
from tests.scene import POLEARM, SWORD, fighter, foe, may, told, where

BLOW = "> {} strike a with {}\n! attack d20 2\n"


@pytest.mark.ruling("free_attack_on_leaving", "yes")
@pytest.mark.rule("AAC-021", "G-31")
@BOTH
def test_leaving_melee_gives_every_foe_at_ones_side_a_free_attack(book: str) -> None:
    fight = scene(
        "g a . .\nh . . .",
        "> a run D1\n> g strike a\n> h strike a\n! attack d20 2\n! attack d20 2\n",
        book,
        a=fighter(ac=18),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "opportunity") == [
        "opportunity unit=g target=a", "opportunity unit=h target=a",
    ]  # fmt: skip
    assert where(fight, "a") == "D1"


@pytest.mark.rule("AAC-021", "G-31")
def test_a_fighting_withdrawal_takes_the_main_and_leaves_no_unit_an_attack() -> None:
    fight = scene("g a . .", "> a disengage\n> a run D1\n", a=fighter(), g=foe())
    assert told(fight, "disengages", "opportunity") == ["disengages unit=a"]
    assert not may(fight, "a attack g")
    assert where(fight, "a") == "D1"


@pytest.mark.rule("AAC-021", "G-31")
def test_moving_at_a_foes_side_or_past_a_unit_that_was_not_at_ones_side_is_free() -> None:
    around = scene(". a .\n. g .\n. . .", "> a run A2\n", a=fighter(), g=foe())
    assert told(around, "opportunity") == []
    past = scene("a . . .\n. . g .", "> a run B1-C1-D1\n", a=fighter(), g=foe())
    assert told(past, "opportunity") == []
    assert where(past, "a") == "D1"


@pytest.mark.rule("AAC-021", "AAC-026")
def test_a_long_weapon_strikes_at_units_that_leave_its_side_not_its_reach() -> None:
    close = scene(
        "g a . .",
        "> a run C1\n> g strike a\n! attack d20 2\n",
        a=fighter(ac=18),
        g=foe(weapons=(POLEARM,)),
    )
    assert told(close, "opportunity") == ["opportunity unit=g target=a"]
    apart = scene("g . a .", "> a run D1\n", a=fighter(), g=foe(weapons=(POLEARM,)))
    assert told(apart, "opportunity") == []


@pytest.mark.rule("AAC-021")
def test_standing_up_and_picking_up_give_no_free_attack() -> None:
    fight = scene("a g", "> a prone\n> a stand\n", a=fighter(), g=foe(weapons=(SWORD,)))
    assert told(fight, "prone", "stands", "opportunity") == ["prone unit=a", "stands unit=a"]


@pytest.mark.ruling("free_attack_on_leaving", "no")
@pytest.mark.rule("AAC-021")
def test_a_table_may_leave_melee_free(edition: Edition) -> None:
    made = scene_setup("g a . .", a=fighter(), g=foe())
    fight = play_setup(ruled(edition, made, free_attack_on_leaving=0), "> a run D1\n")
    assert told(fight, "opportunity") == []
    assert where(fight, "a") == "D1"


@pytest.mark.rule("AAC-021")
def test_leaving_the_map_from_a_foes_side_gives_one_too() -> None:
    fight = scene("a g", "> a leave\n> g strike a\n! attack d20 2\n", a=fighter(ac=18), g=foe())
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]
    assert told(fight, "ends") == ["ends reason=retreat team=1"], "nobody is asked to give chase"
