"""Each option of the rulings about turns, Instants and morale."""

from __future__ import annotations

import pytest
from tests.scene import (
    CLAWS,
    fighter,
    foe,
    may,
    play_setup,
    ruled,
    setup,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.space.grid import Wall
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD
from shieldwall.engine.tape.entries import Chose


@pytest.mark.rule("SOV-032")
@pytest.mark.ruling("initiative_tie", "gm")
@pytest.mark.ruling("initiative_tie", "players")
@pytest.mark.parametrize(("tie", "first"), [("gm", "foes"), ("players", "party")])
def test_the_first_side_on_a_tie(tie: str, first: str) -> None:
    made = ruled(setup("a . g", a=fighter(), g=foe()), initiative_tie=tie)
    fight = play_setup(made, "! initiative d8 5\n! initiative d8 5\n", first="")
    assert told(fight, "side")[0] == f"side side={first}"


@pytest.mark.rule("SOV-026")
@pytest.mark.ruling("alert_party_ambush_immune", "yes")
@pytest.mark.ruling("alert_party_ambush_immune", "unless_hidden")
@pytest.mark.parametrize(
    ("immune", "hidden", "rolls"),
    [("yes", True, 0), ("unless_hidden", True, 1), ("unless_hidden", False, 0)],
)
def test_a_careful_side_is_ambushed_never_or_only_by_the_hidden(
    immune: str, hidden: bool, rolls: int
) -> None:
    made = setup("a . . g", a=fighter(), g=foe())
    made.sides[0].careful = True
    made.ambush = 1
    made.hidden = ("g",) if hidden else ()
    ruled(made, alert_party_ambush_immune=immune)
    dice = "! ambush d6 6\n! ambush d6 6\n" * rolls
    fight = play_setup(made, dice, first="" if rolls else "party")
    assert len(told(fight, "group-check")) == rolls
    assert unit(fight, "a").surprised == bool(rolls)


TWO_FRIENDS = """
a . . .
b . . g
"""


@pytest.mark.rule("SOV-030")
@pytest.mark.ruling("members_interleave", "no")
def test_a_member_that_has_begun_ends_its_turn_before_another_begins() -> None:
    made = ruled(setup(TWO_FRIENDS, a=fighter(), b=fighter(), g=foe()), members_interleave="no")
    fight = play_setup(made, "> a run B1\n")
    assert why_not(fight, "b run B2") == "another-is-acting SOV-030"


@pytest.mark.rule("SOV-030")
@pytest.mark.ruling("members_interleave", "yes")
def test_where_members_interleave_another_may_go_on_in_the_middle_of_a_turn() -> None:
    made = ruled(setup(TWO_FRIENDS, a=fighter(), b=fighter(), g=foe()), members_interleave="yes")
    fight = play_setup(made, "> a run B1\n> b run B2\n> a run C1\n")
    assert told(fight, "turn", "moved") == [
        "turn unit=a",
        "moved unit=a path=B1 feet=5",
        "turn unit=b",
        "moved unit=b path=B2 feet=5",
        "moved unit=a path=C1 feet=5",
    ]
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (0, 1)
    fight.push("a done")
    assert why_not(fight, "a run D1") == "has-acted SOV-030"
    fight.push("b done")
    assert told(fight, "side")[-1] == "side side=foes"


@pytest.mark.rule("SOV-030", "SOV-079")
def test_where_members_interleave_a_turn_begins_only_once() -> None:
    """A Total Defense used in the pause lasts when the unit's turn continues."""
    made = setup(TWO_FRIENDS, a=fighter(ac=14), b=fighter(), g=foe(), stops="always")
    ruled(made, members_interleave="yes")
    fight = play_setup(made, "> a run B1\n> b run B2\n> a total-defense\n> a prone\n")
    assert [effect.value for effect in unit(fight, "a").effects if effect.value] == [2]


@pytest.mark.rule("SOV-153")
@pytest.mark.ruling("split_move", "no")
def test_a_run_is_walked_in_one_go() -> None:
    made = ruled(setup("a . . g .", a=fighter(), g=foe()), split_move="no")
    fight = play_setup(made, "> a run C1\n> a attack g with sword\n! attack d20 1\n")
    assert why_not(fight, "a run B1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-153")
@pytest.mark.ruling("split_move", "yes")
def test_where_a_move_may_be_split_the_rest_of_a_run_is_walked_after_the_blow() -> None:
    """30 ft: 5 to the foe, 25 after the attack, and no step more."""
    made = setup(". . . a . g .", a=fighter(), g=foe())
    ruled(made, split_move="yes")
    fight = play_setup(made, "> a run E1\n> a attack g with sword\n! attack d20 1\n")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    for answer in ("a run D1", "g pass", "a run A1", "a run B1"):
        fight.push(answer)
    assert where(fight, "a") == "B1"
    assert why_not(fight, "a run C1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-153", "SOV-037")
def test_where_a_move_may_be_split_a_longer_way_takes_the_main_too() -> None:
    made = ruled(setup("a . . . . . . . g", a=fighter(), g=foe()), split_move="yes")
    fight = play_setup(made, "> a run E1\n")
    assert why_not(fight, "a run H1") == ""
    fight.push("a run H1")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    assert why_not(fight, "a run E1") == "", "15 of the second 30 ft are left"
    assert why_not(fight, "a run D1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-082")
@pytest.mark.ruling("unspent_main_for_instants", "yes")
@pytest.mark.ruling("unspent_main_for_instants", "no")
@pytest.mark.parametrize("kept", ["yes", "no"])
def test_whether_an_unspent_main_still_pays_after_the_turn(kept: str) -> None:
    made = setup("a g", a=fighter(), g=foe(), stops="always")
    ruled(made, unspent_main_for_instants=kept)
    dice = ("> a total-defense\n", "! attack d20 12\n", "! damage d8 1\n")
    used = dice[:2] if kept == "yes" else dice[1:]
    fight = play_setup(made, "> a done\n> g attack a with sword\n" + "".join(used))
    assert told(fight, "attack")[0].endswith("hit=no" if kept == "yes" else "hit=yes")
    assert len(told(fight, "total-defense")) == (kept == "yes")


@pytest.mark.rule("SOV-082", "SOV-097")
def test_where_an_unspent_main_is_lost_a_held_one_is_not() -> None:
    made = setup("a g", a=fighter(), g=foe(), stops="always")
    ruled(made, unspent_main_for_instants="no")
    fight = play_setup(made, "> a hold\n> g attack a with sword\n")
    assert may(fight, "a total-defense")


@pytest.mark.rule("SOV-040")
@pytest.mark.ruling("instants_order", "units")
@pytest.mark.ruling("instants_order", "referee")
@pytest.mark.parametrize(("order", "first"), [("units", "a"), ("referee", "h")])
def test_the_order_of_foes_that_act_at_one_moment(order: str, first: str) -> None:
    made = setup(
        "a g h",
        third="h",
        stops="always",
        a=fighter(hp=8),
        g=foe(hp=4, creature=True),
        h=foe(hp=8, creature=True, disciplined=True),
    )
    ruled(made, instants_order=order)
    says = "> referee first h\n" if order == "referee" else ""
    fight = play_setup(
        made,
        f"""
        ! initiative d8 3
        ! initiative d8 8
        ! initiative d8 1
        > g attack a with sword
        > a snap g with sword
        > h snap g with sword
        {says}
        ! attack d20 20
        ! damage d8 8
        """,
        first="",
    )
    assert told(fight, "snap") == [f"snap unit={first} target=g"]
    assert unit(fight, "g").status == DEAD
    ruled_on = [one for one in fight.tape if isinstance(one, Chose) and one.choice.unit < 0]
    assert len(ruled_on) == (order == "referee")


@pytest.mark.rule("SOV-036")
@pytest.mark.ruling("door_cost", "free")
@pytest.mark.ruling("door_cost", "move")
@pytest.mark.ruling("door_cost", "main")
@pytest.mark.parametrize(
    ("cost", "mains", "moves"), [("free", 1, 1), ("move", 1, 0), ("main", 0, 1)]
)
def test_what_a_door_costs(cost: str, mains: int, moves: int) -> None:
    door = Wall(60, 0, 60, 60, 0, 120, "door", door=0)
    made = ruled(setup("a . . g", walls=(door,), a=fighter(), g=foe()), door_cost=cost)
    fight = play_setup(made, "> a open B1")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (mains, moves)


def orc(hp: int = 10) -> Sheet:
    return foe(hp=hp, creature=True, weapons=(CLAWS,), fearless=False, morale=7)


KILLED = "> a attack g with sword\n! attack d20 15\n! damage d8 8\n"
BROKEN = ["breaks unit=h why=losses", "breaks unit=i why=losses"]


@pytest.mark.rule("SOV-145")
@pytest.mark.ruling("clearly_winning", "foes_lost_more")
@pytest.mark.ruling("clearly_winning", "more_standing")
@pytest.mark.ruling("clearly_winning", "never")
@pytest.mark.parametrize(
    ("ruling", "breaks"),
    [("foes_lost_more", BROKEN), ("more_standing", []), ("never", BROKEN)],
)
def test_two_against_one_are_winning_by_numbers_alone(ruling: str, breaks: list[str]) -> None:
    made = setup("a g h i", a=fighter(), g=orc(4), h=orc(), i=orc())
    fight = play_setup(ruled(made, clearly_winning=ruling), KILLED)
    assert told(fight, "breaks") == breaks


@pytest.mark.rule("SOV-145")
@pytest.mark.parametrize(
    ("ruling", "breaks"),
    [("foes_lost_more", []), ("more_standing", []), ("never", BROKEN)],
)
def test_a_third_of_ones_own_and_half_of_theirs(ruling: str, breaks: list[str]) -> None:
    tape = """
    > g attack b with claws
    ! attack d20 20
    ! damage d6 6
    > g done
    > h done
    > i done
    > a attack g with sword
    ! attack d20 15
    ! damage d8 8
    """
    made = setup("h i .\na g b", a=fighter(), b=fighter(hp=4), g=orc(8), h=orc(), i=orc())
    fight = play_setup(ruled(made, clearly_winning=ruling), tape, "foes")
    assert told(fight, "breaks") == breaks
