"""House actions: the natural mind uses one if it is worth more than the attack it costs."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.scene import SWORD, fighter, foe, play_setup, ruled, setup

from shieldwall.books.shared.magic.primitive_action import HouseAction
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import BRAWL, make_weapon
from shieldwall.engine.tape.request import Choice
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.knowledge.view import View
from shieldwall.minds.house_actions import worth_of
from shieldwall.minds.look_ahead.candidates import Scout
from shieldwall.text.notation import choice_text, read_choice

HEAD = "extends: sovereign\nname: h\ntitle: H\nactions:\n"
BOMB = """  bomb:
    title: Bomb
    cost: main
    target: foe
    within: 30
    effects:
      - damage: 3d6
"""
DRAUGHT = """  draught:
    title: Draught
    cost: main
    target: friend
    within: 5
    effects:
      - heal: 2d6
"""
TRIP = """  trip:
    title: Trip
    cost: main
    target: foe
    check: {attribute: str, skill: brawl, against: {attribute: str, skill: exert}}
    effects:
      - damage: 2d6
    or-else:
      - ac: {bonus: -8, who: self, until: next-turn}
"""
JEER = """  jeer:
    title: Jeer
    cost: COST
    target: foe
    within: 30
    effects:
      - attack: {bonus: -4, until: end-of-round}
"""


def field(drawing: str, actions: str, **sheets: object) -> Setup:
    made = setup(drawing, **sheets)  # type: ignore[arg-type]
    made.house = read_house(HEAD + actions, "h.yaml").house
    return made


def asked(drawing: str, actions: str, **sheets: object) -> Fight:
    return play_setup(field(drawing, actions, **sheets), "")


def test_it_throws_what_hurts_more_than_a_blow() -> None:
    fight = asked("a g", BOMB, a=fighter(), g=foe(hp=40, ac=16))
    assert chosen(fight, mind="natural") == "a bomb g"
    assert chosen(fight, mind="simple") == "a attack g with sword"


def test_and_strikes_where_a_blow_is_enough() -> None:
    great = make_weapon("great sword", 8, 6)
    fight = asked("a g", BOMB, a=fighter(attack=10, weapons=(great,)), g=foe(hp=60, ac=12))
    assert chosen(fight, mind="natural") == "a attack g with great sword"


def test_it_heals_a_friend_who_needs_it_and_no_other() -> None:
    fight = asked("b a g", DRAUGHT, a=fighter(), b=fighter(hp=20), g=foe(hp=20, ac=18))
    fight.rule("hp b 4")
    fight.push("b done")
    assert chosen(fight, mind="fearless") == "a draught b"
    fight = asked("b a g", DRAUGHT, a=fighter(), b=fighter(hp=20), g=foe(hp=20, ac=18))
    fight.push("b done")
    assert chosen(fight, mind="fearless") == "a attack g with sword"


@pytest.mark.parametrize(("brawl", "verb"), [(4, "trip g"), (-1, "attack g with sword")])
def test_what_may_fail_counts_by_its_chances(brawl: int, verb: str) -> None:
    fight = asked("a g", TRIP, a=fighter(brawl=brawl), g=foe(hp=20, ac=18))
    assert chosen(fight, mind="natural") == f"a {verb}"


def test_the_worth_is_what_two_dice_give() -> None:
    """Even modifiers: 8 or more, 15 of 36; 7 points, or 8 twentieths of a sword's 4 points."""
    fight = asked("a g", TRIP, a=fighter(brawl=0), g=foe(hp=20, ac=18))
    request = fight.requests[0]
    spec = request.battle.rules.actions["trip"]
    assert isinstance(spec, HouseAction)
    one = fight.state.units[0]
    assert worth_of(request.battle, one, spec, Choice(0, "trip", 1)) == (15 * 700 - 21 * 160) // 36


@pytest.mark.parametrize("cost", ["move", "free"])
def test_what_costs_no_blow_comes_first_and_once(cost: str) -> None:
    brute = foe(hp=20, weapons=(make_weapon("club", 2, 8),))
    fight = asked("a g", JEER.replace("COST", cost), a=fighter(), g=brute)
    assert chosen(fight, mind="natural") == "a jeer g"
    fight.push("a jeer g")
    assert chosen(fight, mind="natural") == "a attack g with sword"


def test_the_captain_looks_at_them_too() -> None:
    fight = asked("a g", TRIP, a=fighter(brawl=2), g=foe(hp=20, ac=18))
    request = fight.requests[0]
    assert isinstance(request.options, TurnOptions)
    first = read_choice(fight.names, request, "a attack g with sword")
    found = Scout().look(View(request.battle, request.seats[0]), request, first)
    assert "a trip g" in [choice_text(fight.names, choice) for choice in found]


# Long arms.


CLAWS = make_weapon("claws", 1, 8, natural=True, skill=BRAWL)


@pytest.mark.parametrize("mind", ["natural", "simple"])
@pytest.mark.parametrize(("reach", "verb"), [("5", "run"), ("10", "attack")])
def test_the_large_strike_as_far_as_the_table_lets_them(mind: str, reach: str, verb: str) -> None:
    made = setup(
        "a . g g\n. . g g", a=fighter(), g=foe(size=2, weapons=(CLAWS,), creature=True, hp=20)
    )
    ruled(made, large_reach=reach)
    fight = play_setup(made, "", "foes")
    assert chosen(fight, mind=mind).split()[1] == verb


def test_the_large_stop_as_soon_as_they_reach() -> None:
    drawing = "a . . . . . g g\n. . . . . . g g"
    ends = []
    for reach in ("5", "10"):
        made = setup(
            drawing, a=fighter(weapons=(SWORD,)),
            g=foe(size=2, weapons=(CLAWS,), creature=True, hp=20, speed=40),
        )  # fmt: skip
        ruled(made, large_reach=reach)
        text = chosen(play_setup(made, "", "foes"), mind="natural")
        ends.append(text.split("-")[-1])
    assert ends[0] != ends[1], "with a longer arm it goes less far"
