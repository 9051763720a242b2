"""Moving without a map: positions in feet, closing with foes, leaving them (SOV-012, G-02)."""

from __future__ import annotations

import pytest
from tests.open_scene import field, play_open
from tests.scene import BOW, POLEARM, SPEAR, fighter, foe, may, told, unit, where, why_not

from shieldwall.engine.space.measure import distance


@pytest.mark.rule("SOV-012")
def test_foes_are_as_far_apart_as_their_positions() -> None:
    fight = play_open("a 60, g 100", "", a=fighter(), g=foe())
    assert distance(unit(fight, "a"), unit(fight, "g")) == 8


@pytest.mark.rule("SOV-012")
def test_foes_at_one_position_are_ten_feet_apart_until_they_close() -> None:
    fight = play_open("a 60, g 60", "", a=fighter(), g=foe())
    assert distance(unit(fight, "a"), unit(fight, "g")) == 2
    assert why_not(fight, "a attack g with sword") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-012")
def test_a_run_that_names_a_foe_ends_face_to_face_with_it() -> None:
    fight = play_open("a 60, g 90", "> a run 85ft g\n", a=fighter(), g=foe())
    assert told(fight, "moved", "closed-with") == [
        "moved unit=a path=85ft feet=25",
        "closed-with unit=a target=g",
    ]
    assert distance(unit(fight, "a"), unit(fight, "g")) == 1
    assert distance(unit(fight, "g"), unit(fight, "a")) == 1
    assert may(fight, "a attack g with sword")


@pytest.mark.rule("SOV-012")
def test_a_run_that_names_no_unit_stops_short_of_melee() -> None:
    fight = play_open("a 60, g 90", "> a run 85ft\n", a=fighter(), g=foe())
    assert where(fight, "a") == "85ft"
    assert not may(fight, "a attack g with sword")


@pytest.mark.rule("SOV-012")
def test_a_run_goes_no_further_than_the_rate() -> None:
    fight = play_open("a 60, g 100", "", a=fighter(), g=foe())
    assert may(fight, "a run 90ft")
    assert why_not(fight, "a run 95ft") == "too-far SOV-084"
    assert why_not(fight, "a run 95ft g") == "too-far SOV-084"
    assert why_not(fight, "a run 60ft") == "no-path SOV-012"


@pytest.mark.rule("SOV-012")
def test_one_closes_only_with_a_foe_within_five_feet_of_where_one_stops() -> None:
    fight = play_open("a 60, b 60, g 100", "", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "a run 90ft g") == "not-near-enough SOV-012"
    assert why_not(fight, "a run 65ft b") == "no-foe SOV-012"


@pytest.mark.rule("SOV-012")
def test_at_one_position_one_may_close_with_another_foe_without_leaving_the_first() -> None:
    fight = play_open(
        "a 60, g 65, h 65", "> a run 60ft h\n", engaged="a-g", a=fighter(), g=foe(), h=foe()
    )
    assert distance(unit(fight, "a"), unit(fight, "g")) == 1
    assert distance(unit(fight, "a"), unit(fight, "h")) == 1
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-012", "SOV-085")
def test_a_unit_that_turns_away_from_a_foe_gives_it_a_free_attack() -> None:
    fight = play_open(
        "a 60, g 65",
        """
        > a run 30ft
        > g strike a with sword
        ! attack d20 3
        """,
        engaged="a-g",
        a=fighter(ac=18),
        g=foe(),
    )
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]
    assert where(fight, "a") == "30ft"
    assert distance(unit(fight, "a"), unit(fight, "g")) == 7


@pytest.mark.rule("SOV-012", "SOV-086")
def test_a_unit_that_has_disengaged_leaves_unharmed() -> None:
    fight = play_open(
        "a 60, g 65", "> a disengage\n> a run 30ft\n", engaged="a-g", a=fighter(), g=foe()
    )
    assert told(fight, "opportunity") == []
    assert not unit(fight, "g").beside


@pytest.mark.rule("SOV-012", "SOV-085")
def test_a_long_weapon_reaches_units_that_have_not_closed() -> None:
    spear = fighter(weapons=(SPEAR,))
    fight = play_open("a 60, g 65", "", a=spear, g=foe())
    assert may(fight, "a attack g with spear")
    far = play_open("a 60, g 75", "", a=spear, g=foe())
    assert why_not(far, "a attack g with spear") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-012", "SOV-085")
def test_stepping_from_a_polearm_s_five_feet_to_its_ten_gives_no_blow() -> None:
    fight = play_open(
        "a 60, g 65", "> a run 55ft\n", engaged="a-g", a=fighter(), g=foe(weapons=(POLEARM,))
    )
    assert told(fight, "opportunity") == []
    assert distance(unit(fight, "a"), unit(fight, "g")) == 2


@pytest.mark.rule("SOV-012", "SOV-049")
def test_a_foe_face_to_face_binds_a_bow_and_one_merely_near_does_not() -> None:
    free = play_open("a 60, g 65", "", a=fighter(weapons=(BOW,)), g=foe())
    assert may(free, "a shoot g with small bow")
    bound = play_open("a 60, g 65", "", engaged="a-g", a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(bound, "a shoot g with small bow") == "bound SOV-050"


@pytest.mark.rule("SOV-012", "SOV-034")
def test_one_leaves_the_fight_at_either_end_of_the_field() -> None:
    fight = play_open("a 0, b 20, g 100", "", a=fighter(), b=fighter(), g=foe())
    assert may(fight, "a leave")
    assert why_not(fight, "b leave") == "not-at-the-edge SOV-034"
    end = play_open("a 300, g 100", "", a=fighter(), g=foe())
    assert may(end, "a leave")


@pytest.mark.rule("SOV-012")
def test_over_a_field_distance_is_the_longer_of_the_two_ways() -> None:
    ground = field(length=200, breadth=100)
    fight = play_open("a 60/0, g 80/50", "> a run 80ft/30ft\n", ground, a=fighter(), g=foe())
    assert where(fight, "a") == "80ft/30ft"
    assert distance(unit(fight, "a"), unit(fight, "g")) == 4


@pytest.mark.rule("SOV-012", "SOV-063", "SOV-065")
def test_a_charge_leads_up_to_a_foe_twice_the_rate_away() -> None:
    fight = play_open(
        "a 60, g 125",
        """
        > a charge 120ft g with sword
        ! attack d20 12
        ! damage d8 5
        """,
        a=fighter(),
        g=foe(hp=20),
    )
    assert told(fight, "moved", "closed-with") == [
        "moved unit=a path=120ft feet=60",
        "closed-with unit=a target=g",
    ]
    assert unit(fight, "g").hp == 15
    assert distance(unit(fight, "a"), unit(fight, "g")) == 1


@pytest.mark.rule("SOV-012", "SOV-063", "SOV-064")
def test_a_charge_has_its_limits_without_a_map_too() -> None:
    fight = play_open("a 60, g 130, h 65", "", a=fighter(), g=foe(), h=foe())
    assert why_not(fight, "a charge 125ft g with sword") == "too-far SOV-084"
    assert why_not(fight, "a charge 60ft h with sword") == "no-run-up SOV-064"


@pytest.mark.rule("SOV-012", "SOV-067")
def test_a_charge_away_from_a_foe_gives_that_foe_a_blow() -> None:
    fight = play_open(
        "a 60, g 65, h 100",
        """
        > a charge 95ft h with sword
        > g strike a with sword
        ! attack d20 1
        ! attack d20 1
        """,
        engaged="a-g",
        a=fighter(ac=20),
        g=foe(),
        h=foe(ac=20),
    )
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]
    assert where(fight, "a") == "95ft"
