"""Without a map, units react at the position where a mover comes into reach, or sight and range."""

from __future__ import annotations

import pytest
from tests.open_scene import field, open_setup
from tests.scene import BOW, DAGGER, POLEARM, fighter, foe, may, play_setup, ruled, told, unit

from shieldwall.engine.points import ENTERED, LEAVING_REACH
from shieldwall.engine.space.grid import TOTAL, GridMap
from shieldwall.engine.space.open_field import are_beside
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet, Weapon, make_weapon
from shieldwall.engine.state.state import DEAD, WHEN_IT_MATTERS
from shieldwall.fight import Fight
from shieldwall.knowledge.view import View
from shieldwall.minds.simple import SimpleMind

BOOKS = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])


def scene(
    places: str,
    armed: Weapon,
    rules: str = "sovereign",
    hp: int = 4,
    ground: GridMap | None = None,
    **others: Sheet,
) -> Setup:
    """`a` waits with a weapon, `g` goes about."""
    g = foe(hp=hp, ac=14, creature=True)
    a = fighter(weapons=(armed,))
    stops = WHEN_IT_MATTERS
    units = {"a": a, "g": g, **others}
    return open_setup(places, ground, "a b c d e", "", rules, stops, **units)


def asked(fight: Fight) -> list[str]:
    return [fight.names.units[request.unit] for request in fight.requests]


def feet(fight: Fight, ident: str) -> int:
    return int(unit(fight, ident).x) * 5


@pytest.mark.rule("SOV-152", "SOV-097", "SOV-012")
@BOOKS
def test_what_is_held_answers_where_the_mover_comes_into_range(rules: str) -> None:
    """A dagger flies 60 ft; the foe comes from 75 to 45."""
    fight = play_setup(
        scene("a 60, g 135", DAGGER, rules),
        """
        > a hold
        > g run 105ft
        > a pass
        = moved unit=g path=120ft feet=15
        > a throw g with dagger
        ! attack d20 19
        ! damage d4 4
        = falls unit=g by=a how=dead
        """,
    )
    assert (unit(fight, "g").status, feet(fight, "g")) == (DEAD, 120)
    assert told(fight, "hold-used") == ["hold-used unit=a"]


@pytest.mark.rule("SOV-152", "SOV-012")
@pytest.mark.ruling("met_on_the_way", "every_square")
@pytest.mark.ruling("met_on_the_way", "arrival")
@BOOKS
@pytest.mark.parametrize(("word", "at"), [("every_square", 90), ("arrival", 110)])
def test_a_unit_that_passes_a_long_weapon_is_met_at_10_ft(rules: str, word: str, at: int) -> None:
    """From 15 ft on this side to 15 ft on the other; a sword does not reach a unit that does not
    close.
    """
    made = ruled(scene("a 100, g 85", POLEARM, rules), met_on_the_way=word)
    fight = play_setup(made, "> g run 115ft", first="foes")
    assert (feet(fight, "g"), asked(fight)) == (at, ["a"])
    # SOV-085: if no unit has reacted before, it leaves the reach at 110 ft, which provokes.
    request = fight.request
    assert request is not None
    assert request.point == (ENTERED if word == "every_square" else LEAVING_REACH)
    fight = play_setup(scene("a 100, g 85", SWORD_OF_TEN, rules), "> g run 115ft", first="foes")
    assert (asked(fight), feet(fight, "g")) == (["g"], 115)


SWORD_OF_TEN = make_weapon("sword", 1, 10)


@pytest.mark.rule("SOV-152", "SOV-097")
@BOOKS
def test_an_archer_waits_for_the_gap_between_two_places_of_total_cover(rules: str) -> None:
    ground = field(cover={90: TOTAL, 95: TOTAL, 105: TOTAL, 110: TOTAL})
    made = scene("a 60, g 90", BOW, rules, ground=ground)
    fight = play_setup(made, "> a hold\n> g run 110ft\n> a pass")
    assert (asked(fight), feet(fight, "g")) == (["a"], 100)
    request = fight.request
    assert request is not None
    choice = SimpleMind().choose(View(request.battle, 0), request)
    assert (choice.verb, choice.target) == ("shoot", 1)
    # In cover again it cannot be shot at.
    fight.push("a pass")
    assert (asked(fight), feet(fight, "g")) == (["a"], 110)
    assert not may(fight, "a shoot g with small bow")
    assert told(fight, "moved") == [
        "moved unit=g path=100ft feet=10",
        "moved unit=g path=110ft feet=10",
    ]


@pytest.mark.rule("SOV-152")
def test_a_mover_that_lives_goes_on_and_the_log_counts_its_feet() -> None:
    fight = play_setup(
        scene("a 100, g 85", POLEARM, hp=8),
        "> g run 110ft\n> a snap g with polearm\n! attack d20 19\n> g pass\n! damage d10 2\n",
        first="foes",
    )
    assert told(fight, "moved", "snap", "harm") == [
        "moved unit=g path=90ft feet=5",
        "snap unit=a target=g",
        "harm unit=g by=a amount=2 left=6 cause=hit",
        "moved unit=g path=110ft feet=20",
    ]


@pytest.mark.rule("SOV-152")
@pytest.mark.parametrize("hp", [10, 11])
def test_one_is_asked_on_the_way_only_where_a_blow_could_fell(hp: int) -> None:
    """A polearm deals 10 at most; what is held may answer in any case."""
    fight = play_setup(scene("a 100, g 85", POLEARM, hp=hp), "> g run 110ft", first="foes")
    assert asked(fight) == (["a"] if hp == 10 else ["g"])
    fight = play_setup(scene("a 100, g 85", POLEARM, hp=hp), "> a hold\n> g run 110ft\n> a pass")
    assert (asked(fight), feet(fight, "g")) == (["a"], 90)


@pytest.mark.rule("SOV-152", "SOV-012")
def test_a_unit_that_has_gone_meanwhile_is_not_closed_with() -> None:
    """It waited with a long weapon, and steps back out of reach before the other is there."""
    fight = play_setup(
        scene("a 100, g 125", POLEARM, hp=99),
        "> a hold\n> g run a 105ft\n> a pass\n> a run 70ft\n",
    )
    assert (feet(fight, "g"), feet(fight, "a")) == (105, 70)
    assert told(fight, "closes") == []
    assert not are_beside(unit(fight, "g"), unit(fight, "a"))


@pytest.mark.rule("SOV-152", "SOV-065")
def test_a_charge_at_a_unit_that_has_gone_strikes_no_unit() -> None:
    fight = play_setup(
        scene("a 100, g 145", POLEARM, hp=99),
        "> a hold\n> g charge a 105ft with sword\n> a pass\n> a run 70ft\n",
    )
    assert (feet(fight, "g"), feet(fight, "a")) == (105, 70)
    assert told(fight, "attack") == []


@pytest.mark.rule("SOV-152", "SOV-003", "SOV-012")
def test_a_held_move_may_bar_the_passage_that_is_being_run() -> None:
    """One abreast: a unit that has stepped in the way fills the passage."""
    javelin = make_weapon("javelin", 1, 6, thrown=True, normal_range=20, long_range=40)
    made = scene("a 130, g 85", javelin, hp=99, ground=field(passage=5))
    fight = play_setup(made, "> a hold\n> g run 115ft\n> a pass\n> a run 110ft\n")
    assert (feet(fight, "g"), feet(fight, "a")) == (90, 110)
    assert told(fight, "moved") == [
        "moved unit=g path=90ft feet=5",
        "moved unit=a path=110ft feet=20",
    ]


@pytest.mark.rule("SOV-085", "SOV-044", "SOV-012")
@BOOKS
@pytest.mark.parametrize(("start", "blow_at"), [(90, 90), (85, 110)])
def test_leaving_the_reach_of_a_long_weapon_provokes_without_a_map(
    rules: str, start: int, blow_at: int
) -> None:
    """From 10 ft on this side, or past it: the free attack comes before the reach is left."""
    made = scene(f"a 100, g {start}", POLEARM, rules, hp=99)
    goal = 70 if start == 90 else 115
    fight = play_setup(made, f"> g run {goal}ft", first="foes")
    request = fight.request
    assert request is not None
    assert (asked(fight), request.point) == (["a"], LEAVING_REACH)
    assert feet(fight, "g") == blow_at
    fight.push("a strike g with polearm")
    assert told(fight, "opportunity") == ["opportunity unit=a target=g"]
    fight = play_setup(made, f"> g disengage\n> g run {goal}ft", first="foes")
    safe = start == 90
    assert (asked(fight) == ["g"]) is safe, "what is met later is not covered"


@pytest.mark.rule("AAC-021")
def test_in_aachen_only_those_at_its_side_strike_at_a_unit_that_leaves() -> None:
    made = scene("a 100, g 90", POLEARM, "aachen", hp=99)
    fight = play_setup(made, "> g run 70ft", first="foes")
    assert (asked(fight), feet(fight, "g")) == (["g"], 70)
