"""Flight: over foes, pits and walls, at a height, out of reach, and down again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.powers.beasts import beast
from tests.rules.magic_scene import mage, survives_saving
from tests.scene import (
    BOW,
    POLEARM,
    SWORD,
    fighter,
    foe,
    may,
    play,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.abilities.body_conditions import FLYING
from shieldwall.engine.space.grid import FOOT, Wall
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD


def bat(**facts: object) -> Sheet:
    return beast(**{"name": "bat", "flight": 60, "speed": 10, **facts})


CORRIDOR = """
# # # # # #
g . a x . .
# # # # # #
"""


def test_one_that_flies_passes_over_foes_and_chasms() -> None:
    fight = play(CORRIDOR, "> g run F2\n> a pass\n", "foes", a=fighter(), g=bat())
    assert where(fight, "g") == "F2"
    assert told(fight, "moved") == [
        "moved unit=g path=B2,C2,D2 feet=15",
        "moved unit=g path=E2,F2 feet=10",
    ]
    walker = play(CORRIDOR, "", "foes", a=fighter(), g=bat(flight=0, speed=60))
    assert why_not(walker, "g run F2") != ""


def test_it_needs_ground_to_stop_on_unless_it_stays_in_the_air() -> None:
    fight = play(CORRIDOR, "", "foes", a=fighter(), g=bat())
    assert why_not(fight, "g run D2") != ""
    assert may(fight, "g fly D2 : 5 ft")
    assert why_not(fight, "g fly C2 : 5 ft") != "", "and shares its square with nobody"


def test_difficult_ground_and_ledges_cost_it_no_more() -> None:
    fight = play("g ~ ~ ~ . a", "> g run D1\n", "foes", a=fighter(), g=bat())
    assert told(fight, "moved") == ["moved unit=g path=B1,C1,D1 feet=15"]


def test_what_must_be_risen_over_counts_upwards() -> None:
    fight = play("g 3 . . a", "> g run C1\n", "foes", a=fighter(), g=bat())
    assert told(fight, "moved") == ["moved unit=g path=B1,C1 feet=30"]


def test_it_flies_over_a_wall_where_the_ceiling_leaves_room() -> None:
    low = Wall(60, 0, 60, 60, 0, 10 * FOOT, "wall")
    fight = play("g . . . a", "> g run B1\n", "foes", walls=(low,), a=fighter(), g=bat())
    assert told(fight, "moved") == ["moved unit=g path=B1 feet=10"]
    high = Wall(60, 0, 60, 60, 0, 16 * FOOT, "wall")
    barred = play("g . . . a", "", "foes", walls=(high,), a=fighter(), g=bat())
    assert why_not(barred, "g run B1") != ""


@pytest.mark.rule("SOV-007")
def test_the_longer_of_up_and_along_counts() -> None:
    fight = play("g . . . . . . . a", "", "foes", ceiling=100 * FOOT, a=fighter(), g=bat(flight=30))
    assert may(fight, "g fly B1-C1-D1-E1-F1-G1 : 30 ft")
    assert why_not(fight, "g fly B1-C1-D1-E1-F1-G1-H1 : 30 ft").startswith("too-far")
    assert why_not(fight, "g fly B1 : 35 ft").startswith("too-high")
    assert why_not(fight, "g fly B1 : 12 ft").startswith("say-how-high")
    assert why_not(fight, "a fly B1 : 10 ft") != ""


def test_a_ceiling_stops_it() -> None:
    fight = play("g . a", "", "foes", ceiling=20 * FOOT, a=fighter(), g=bat())
    assert may(fight, "g fly : 15 ft")
    assert why_not(fight, "g fly : 20 ft").startswith("ceiling-too-low")


@pytest.mark.rule("SOV-003", "SOV-010")
def test_where_only_the_ceiling_is_too_low_no_foe_is_blamed() -> None:
    tape = "> g fly : 10 ft\n> g done\n> a done\n"
    fight = play("g 2 . a", tape, "foes", ceiling=20 * FOOT, a=fighter(), g=bat())
    assert why_not(fight, "g run B1") == "no-way SOV-010"


ALOFT = "> g fly C1 : {feet} ft\n> g done\n"


def test_ten_feet_up_a_sword_does_not_reach_and_a_polearm_does() -> None:
    fight = play(
        ". a . . g", ALOFT.format(feet=10), "foes",
        a=fighter(weapons=(SWORD, POLEARM)), g=bat(),
    )  # fmt: skip
    assert unit(fight, "g").feet == 10 * FOOT
    assert distance(unit(fight, "a"), unit(fight, "g")) == 2
    assert why_not(fight, "a attack g with sword") == "out-of-reach SOV-047"
    assert may(fight, "a attack g with polearm")


def test_five_feet_up_it_is_adjacent() -> None:
    fight = play(". a . . g", ALOFT.format(feet=5), "foes", a=fighter(), g=bat())
    assert may(fight, "a attack g with sword")


@pytest.mark.rule("SOV-019")
def test_one_in_the_air_has_no_cover_from_its_height() -> None:
    ground = "g . . . a"
    fight = play(
        ground, "> g fly : 15 ft\n> g done\n> a shoot g with small bow\n! attack d20 10\n", "foes",
        a=fighter(weapons=(BOW,)), g=bat(ac=30),
    )  # fmt: skip
    assert "half cover" not in terms(fight)


def test_rising_out_of_reach_gives_the_foe_a_blow() -> None:
    fight = play(
        "a g", "> g fly : 10 ft\n> a strike g with sword\n! attack d20 18\n! damage d8 3\n", "foes",
        a=fighter(), g=bat(),
    )  # fmt: skip
    assert told(fight, "opportunity") == ["opportunity unit=a target=g"]
    assert unit(fight, "g").aloft == 10 * FOOT
    assert unit(fight, "g").hp == 17


def test_landing_is_flying_to_no_height() -> None:
    fight = play(
        "g . . a", "> g fly B1 : 10 ft\n> g done\n> a done\n> g fly : 0 ft\n", "foes",
        a=fighter(), g=bat(),
    )  # fmt: skip
    assert told(fight, "soars") == ["soars unit=g feet=10", "soars unit=g feet=0"]
    assert (unit(fight, "g").aloft, unit(fight, "g").feet) == (0, 0)


SHOT = """
> g fly : {feet} ft
> g done
> h done
> a shoot g with small bow
! attack d20 18
! damage d6 6
"""


def test_one_shot_dead_in_the_air_falls_to_the_ground() -> None:
    fight = play(
        "g . . a . h", SHOT.format(feet=15), "foes",
        a=fighter(weapons=(BOW,)), g=bat(hp=4), h=beast(),
    )  # fmt: skip
    assert told(fight, "plunges") == ["plunges unit=g feet=15"]
    assert (unit(fight, "g").status, unit(fight, "g").feet, unit(fight, "g").aloft) == (DEAD, 0, 0)


def test_one_thrown_out_of_the_air_is_hurt_by_the_fall(tmp_path: Path) -> None:
    fight = play(
        "g . a", "> g fly : 15 ft\n> g prone\n! fall d6 4\n", "foes",
        a=fighter(), g=bat(),
    )  # fmt: skip
    assert told(fight, "harm") == ["harm unit=g by=nobody amount=4 left=16 cause=fall"]
    assert unit(fight, "g").prone
    survives_saving(fight, tmp_path)


def test_height_is_saved_and_taken_back(tmp_path: Path) -> None:
    fight = play("g . . a", "> g fly B1 : 10 ft\n", "foes", a=fighter(), g=bat())
    again = survives_saving(fight, tmp_path)
    assert unit(again, "g").aloft == 10 * FOOT
    again.pop()
    assert (unit(again, "g").aloft, where(again, "g")) == (0, "A1")


def test_a_body_of_air_flies() -> None:
    fight = play(
        "a . x . g", "> a cast : become element (air)\n> a fly B1-C1 : 10 ft\n",
        a=mage("become element (air)"), g=foe(hp=20, fearless=True),
    )  # fmt: skip
    effect = unit(fight, "a").effect(FLYING)
    assert effect is not None
    assert effect.value == 30
    assert (where(fight, "a"), unit(fight, "a").feet) == ("C1", 10 * FOOT)


def test_a_guardian_of_air_flies() -> None:
    fight = play(
        "a . . . g", "> a cast : elemental guardian (air)\n",
        a=mage("elemental guardian (air)"), g=foe(hp=20, fearless=True),
    )  # fmt: skip
    assert unit(fight, "summoned-1").sheet.abilities.amount("flight") == 40
