"""Minds of flyers choose their height: down to a foe, up to one in the air, out of reach."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.powers.beasts import beast
from tests.scene import BOW, POLEARM, SWORD, fighter, play, unit

from shieldwall.content import load_encounter
from shieldwall.engine.move.movement import place_of, put
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight
from shieldwall.minds import make_mind

FIELD = """
. . . . . . . .
g . . . a . . .
. . . . . . . .
"""


def bat(**facts: object) -> Sheet:
    return beast(**{"name": "bat", "flight": 60, "speed": 10, **facts})


def at_height(fight: Fight, ident: str, feet: int) -> Fight:
    one = unit(fight, ident)
    one.aloft = feet * FOOT
    put(fight.state.grid, one, place_of(fight.state.grid, one))
    return fight


def aloft(feet: int, mind: str = "natural", **facts: object) -> str:
    fight = play(FIELD, "", "foes", a=fighter(), g=bat(**facts))
    return chosen(at_height(fight, "g", feet), mind=mind)


@pytest.mark.parametrize("mind", ["natural", "beast", "fanatic"])
def test_from_above_it_comes_down_beside_its_foe(mind: str) -> None:
    text = aloft(15, mind)
    assert text.startswith("g fly ")
    assert text.endswith(" : 0 ft")
    assert text.removesuffix(" : 0 ft")[-2:] in ("D1", "D2", "D3")


def test_near_the_ground_it_strikes_from_where_it_is() -> None:
    assert aloft(5).startswith("g run "), "5 ft up is within reach"


def test_it_rises_to_a_foe_in_the_air() -> None:
    fight = play("g . . . a . .", "", "foes", a=bat(creature=False), g=bat())
    text = chosen(at_height(fight, "a", 15), mind="natural")
    assert text.startswith("g fly ")
    assert text.endswith((" : 10 ft", " : 15 ft"))


@pytest.mark.parametrize(("weapon", "feet"), [(SWORD, 10), (POLEARM, 15)])
def test_an_archer_with_wings_shoots_from_out_of_reach(weapon: object, feet: int) -> None:
    fight = play(FIELD, "", "foes", a=fighter(weapons=(weapon,)), g=bat(weapons=(BOW,)))
    assert chosen(fight, mind="natural") == f"g fly : {feet} ft"
    fight.push(f"g fly : {feet} ft")
    assert chosen(fight, mind="natural") == "g shoot a with small bow"


def test_it_does_not_rise_from_under_a_blade_or_where_the_ceiling_is_low() -> None:
    fight = play("g a", "", "foes", a=fighter(), g=bat(weapons=(BOW,)))
    assert not chosen(fight, mind="natural").startswith("g fly")
    low = play(FIELD, "", "foes", ceiling=100, a=fighter(), g=bat(weapons=(BOW,)))
    assert not chosen(low, mind="natural").startswith("g fly")


def test_those_on_foot_and_fights_without_a_map_know_no_height() -> None:
    walker = play(FIELD, "", "foes", a=fighter(), g=bat(flight=0, speed=60))
    assert chosen(walker, mind="natural").startswith("g run ")


def test_the_drakes_of_the_nest_come_down_to_fight() -> None:
    """A whole fight: no unit stays in the air forever."""
    fight = Fight(load_encounter("drake-nest"), seed=5)
    mind = make_mind("natural")
    outcome = fight.play([mind] * (fight.state.referee + 1))
    assert outcome.team >= 0
    assert fight.state.clock.round < 40
