"""Sovereign without a map: short scripts of both editions, each testing a sentence."""

from __future__ import annotations

import pytest
from tests.open_scene import field, open_setup
from tests.scene import BOW, POLEARM, UNARMED, fighter, foe, terms, told, unit
from tests.scripted import run

from shieldwall.engine.space.grid import TOTAL, GridMap
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

BOTH = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])


def scene(
    places: str, rules: str, engaged: str = "", ground: GridMap | None = None, **sheets: Sheet
) -> Setup:
    return open_setup(places, ground, "a b c d e", engaged, rules, 0, **sheets)


def hp(fight: Fight, ident: str) -> int:
    return int(unit(fight, ident).hp)


def feet(fight: Fight, ident: str) -> int:
    return int(unit(fight, ident).x) * 5


@pytest.mark.rule("SOV-085", "SOV-086", "SOV-012")
@BOTH
def test_leaving_a_foe_one_faces_provokes_unless_one_disengages(rules: str) -> None:
    made = scene("a 60, g 65", rules, "a-g", a=fighter(hp=20), g=foe())
    fight = run(made, "a run 40ft", "g strike a with sword", 15, 3)
    assert (hp(fight, "a"), feet(fight, "a")) == (17, 40)
    fight = run(made, "a disengage", "a run 40ft")
    assert told(fight, "opportunity") == []
    apart = scene("a 60, g 65", rules, a=fighter(hp=20), g=foe())
    assert told(run(apart, "a run 40ft"), "opportunity") == [], "they have not closed"


@pytest.mark.rule("SOV-050", "SOV-012")
@BOTH
def test_a_bow_is_bound_by_those_one_faces_and_by_long_weapons_at_10_ft(rules: str) -> None:
    archer = fighter(weapons=(BOW,))
    shoot = "a shoot g with small bow"
    run(scene("a 60, g 65", rules, "a-g", a=archer, g=foe()), f"no {shoot}")
    run(scene("a 60, g 65", rules, a=archer, g=foe()), shoot, 2)
    run(scene("a 60, g 70", rules, a=archer, g=foe(weapons=(POLEARM,))), f"no {shoot}")


@pytest.mark.rule("SOV-063", "SOV-064", "SOV-065", "SOV-012")
@BOTH
def test_a_charge_goes_5_to_60_ft(rules: str) -> None:
    fight = run(
        scene("a 60, g 120", rules, a=fighter(), g=foe(hp=20)),
        *("a charge g 115ft with sword", 15, 4),
    )
    assert (hp(fight, "g"), terms(fight)["charge"]) == (16, 2)
    far = scene("a 60, g 130", rules, a=fighter(), g=foe(hp=20))
    run(far, "no a charge g 125ft with sword")
    near = scene("a 60, g 65", rules, a=fighter(), g=foe(hp=20))
    run(near, "no a charge g 60ft with sword")


@pytest.mark.rule("SOV-070", "SOV-072", "SOV-012")
@BOTH
def test_one_at_the_ward_s_side_takes_the_blow(rules: str) -> None:
    fight = run(
        scene(
            "a 60, b 60, g 65", rules, "a-g", a=fighter(hp=20), b=fighter(hp=20, stab=1), g=foe()
        ),
        *("b screen a", "b done", "a done", "g attack a with sword", 1, 1, 15, 3),
    )
    assert (hp(fight, "a"), hp(fight, "b")) == (20, 17)


@pytest.mark.rule("SOV-056", "SOV-060", "SOV-012")
@BOTH
def test_two_who_face_a_foe_may_swarm_it(rules: str) -> None:
    fight = run(
        scene("a 60, b 60, g 65", rules, "a-g b-g", a=fighter(), b=fighter(), g=foe(hp=20, ac=18)),
        *("a swarm g with sword", "a done", "b swarm g with sword", "b fall-upon g with sword", 2),
    )
    assert hp(fight, "g") == 18


@pytest.mark.rule("SOV-095", "SOV-096", "SOV-099", "SOV-100", "SOV-012")
@BOTH
def test_lying_down_counts_as_on_a_map(rules: str) -> None:
    lies = ("g prone", "g done")
    near = scene("a 60, g 65", rules, "a-g", a=fighter(), g=foe(hp=20))
    fight = run(near, *lies, "a attack g with sword", 5, first="foes")
    assert terms(fight)["prone target"] == 2
    far = scene("a 60, g 90", rules, a=fighter(weapons=(BOW,)), g=foe(hp=20))
    fight = run(far, *lies, "a shoot g with small bow", 5, first="foes")
    assert terms(fight)["distant prone target"] == -2
    up = scene("a 60, g 65", rules, "a-g", a=fighter(hp=20), g=foe())
    fight = run(up, "a prone", "a stand", "g strike a with sword", 9, 3)
    assert hp(fight, "a") == 17, "9 and 1 and 2 for one who lies there"


@pytest.mark.rule("SOV-103", "SOV-017", "SOV-019", "SOV-012")
@BOTH
@pytest.mark.parametrize(
    ("worth", "term", "change"), [(2, "half cover", -2), (4, "full cover", -4)]
)
def test_the_cover_of_a_position_counts_against_shots(
    rules: str, worth: int, term: str, change: int
) -> None:
    archer = fighter(weapons=(BOW,))
    shoot = "a shoot g with small bow"
    there = "a 60, g 90"
    made = scene(there, rules, ground=field(cover={90: worth}), a=archer, g=foe(hp=20))
    assert terms(run(made, shoot, 5))[term] == change
    walled = scene(there, rules, ground=field(cover={90: TOTAL}), a=archer, g=foe(hp=20))
    run(walled, f"no {shoot}")
    high = scene(there, rules, ground=field(height={90: 10}), a=archer, g=foe(hp=20))
    assert terms(run(high, shoot, 5))["half cover"] == -2


@pytest.mark.rule("SOV-127", "SOV-130", "SOV-131", "SOV-012")
@BOTH
def test_a_unit_that_is_held_neither_runs_nor_strikes_with_a_blade(rules: str) -> None:
    fight = run(
        scene("a 60, g 65", rules, "a-g", a=fighter(weapons=(UNARMED,), brawl=1), g=foe(hp=20)),
        *("a grapple g with unarmed", 15, 5, 5, "a done"),
        *("no g run 90ft", "no g attack a with sword", "g done", 2),
    )
    assert hp(fight, "g") == 17


@pytest.mark.rule("SOV-126", "SOV-012")
@BOTH
def test_a_unit_that_is_pushed_away_faces_no_unit(rules: str) -> None:
    fight = run(
        scene("a 60, g 65", rules, "a-g", a=fighter(strength=1), g=foe()),
        *("a shove g 70ft : push", 15, 5, 5),
    )
    assert (feet(fight, "g"), unit(fight, "a").beside) == (70, 0)
