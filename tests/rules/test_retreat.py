"""Retreat: over the edge of the map, and how broken units do it."""

import pytest
from tests.rules.ways import exact
from tests.scene import SPEAR, SWORD, fighter, foe, play, told, unit

from shieldwall.engine.points import LEAVING_REACH, TURN
from shieldwall.engine.state.state import DOWN, FLED
from shieldwall.fight import Fight
from shieldwall.minds import make_mind
from shieldwall.text.notation import choice_text

YARD = """
. . . . .
. . . . .
a . . g b
. . . . .
. . . . .
"""


@pytest.mark.rule("SOV-034", "G-25")
def test_one_leaves_the_fight_at_the_edge_of_the_map_and_nowhere_else() -> None:
    edges = play(YARD, "", a=fighter(), b=fighter(), g=foe())
    assert exact(edges, "a leave") == ""
    assert exact(edges, "b leave") == ""
    inside = play(YARD, "", first="foes", a=fighter(), b=fighter(), g=foe())
    assert exact(inside, "g leave") == "not-at-the-edge SOV-034"
    for rows in (". g .\n. . .\n. . a", "a . .\n. . .\n. g ."):
        fight = play(rows, "", first="foes", a=fighter(), g=foe())
        assert exact(fight, "g leave") == ""


@pytest.mark.rule("SOV-034", "G-25")
def test_a_large_body_is_at_the_edge_when_any_part_of_it_is() -> None:
    for drawing, answer in (
        ("a . . .\n. . g .\n. . . .\n. . . .", ""),
        ("a . . . .\n. . g . .\n. . . . .\n. . . . .", "not-at-the-edge SOV-034"),
    ):
        fight = play(drawing, "", first="foes", a=fighter(), g=foe(size=2))
        assert exact(fight, "g leave") == answer


@pytest.mark.rule("SOV-034")
def test_a_unit_that_has_left_is_out_of_the_fight_and_off_the_map() -> None:
    fight = play(
        "a . g\n. . h",
        """
        > g leave
        = leaves unit=g
        > h done
        > a done
        = round number=2
        """,
        first="foes",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert unit(fight, "g").status == FLED
    assert exact(fight, "g done") == "out-of-the-fight SOV-034"
    assert exact(fight, "h run C1") == "", "its square is free"
    fight.push("h done")
    assert exact(fight, "a charge B1 g with sword") == "target-is-out SOV-047"
    assert fight.outcome is None


@pytest.mark.rule("SOV-034")
def test_a_side_that_has_left_has_lost() -> None:
    fight = play("a . g", "> g leave\n> a let-go\n", first="foes", a=fighter(), g=foe())
    assert fight.outcome is not None
    assert fight.outcome.key() == ("retreat", 0)


@pytest.mark.rule("SOV-036", "SOV-037", "G-25")
def test_leaving_takes_a_move_or_the_main_in_its_stead() -> None:
    rows = ". . g . a\n. . . . .\nh . . . ."
    fight = play(rows, "> g run B1\n", first="foes", a=fighter(), g=foe(), h=foe())
    assert exact(fight, "g leave") == "", "with the Main"
    spent = "> g run B1\n> g run A1\n"
    fight = play(rows, spent, first="foes", a=fighter(), g=foe(), h=foe())
    assert exact(fight, "g leave") == "move-spent SOV-036"


@pytest.mark.rule("SOV-085", "G-25")
def test_units_whose_reach_one_leaves_may_strike_first() -> None:
    """A unit felled by the attack has not escaped."""
    fight = play(
        "a g h",
        """
        > g leave
        > a strike g with sword
        ! attack d20 15
        ! damage d8 4
        """,
        first="foes",
        a=fighter(),
        g=foe(hp=4, named=True),
        h=foe(),
    )
    assert told(fight, "falls", "leaves") == ["falls unit=g by=a how=down"]
    assert unit(fight, "g").status == DOWN


@pytest.mark.rule("SOV-085", "G-25")
@pytest.mark.parametrize(
    ("drawing", "asked"), [("a g h", True), ("a . g h", True), ("a . . g h", False)]
)
def test_a_long_weapon_strikes_at_10_ft(drawing: str, asked: bool) -> None:
    fight = play(
        drawing, "> g leave\n", first="foes", a=fighter(weapons=(SPEAR,)), g=foe(), h=foe()
    )
    assert fight.request is not None
    assert (fight.request.point == LEAVING_REACH) == asked
    assert (unit(fight, "g").status == FLED) is not asked


@pytest.mark.rule("SOV-086", "G-25")
def test_a_unit_that_has_disengaged_leaves_unharmed() -> None:
    fight = play("a g h", "> g disengage\n> g leave\n", first="foes", a=fighter(), g=foe(), h=foe())
    assert told(fight, "opportunity") == []
    assert unit(fight, "g").status == FLED
    assert fight.request is not None
    assert fight.request.point == TURN


# The retreat of a unit played by a mind.


BROKEN = """
> a attack g with sword
! attack d20 15
! damage d8 5
= breaks unit=g why=wounds
> a done
"""


def next_choices(fight: Fight, ident: str) -> list[str]:
    """What the computer lets the unit do until its turn is over."""
    mind = make_mind("simple")
    found: list[str] = []
    while True:
        request = fight.request
        assert request is not None
        if request.point != TURN or request.unit not in (-1, fight.names.index[ident]):
            return found
        choice = mind(request)
        if fight.names.units[choice.unit] != ident:
            return found
        found.append(choice_text(fight.names, choice))
        fight.push(choice)
        if choice.verb == "done" or fight.outcome is not None:
            return found


@pytest.mark.rule("G-25", "SOV-144")
def test_the_broken_disengage_from_a_foe_at_their_side_and_make_for_the_edge() -> None:
    rows = "\n".join([". . . . . . ."] * 3 + [". . a g . . ."] + [". . . . . . ."] * 3)
    fight = play(rows, BROKEN, a=fighter(), g=foe(hp=10, creature=True))
    done = next_choices(fight, "g")
    assert [text.split()[1] for text in done] == ["disengage", "run", "done"]
    assert told(fight, "opportunity") == []
    x, y = int(unit(fight, "g").x), int(unit(fight, "g").y)
    assert x in (0, 6) or y in (0, 6), "at the edge"


@pytest.mark.rule("G-25", "SOV-144")
def test_the_broken_leave_as_soon_as_they_are_at_the_edge() -> None:
    fight = play(
        ". . . .\n. . a .\n. . . g",
        BROKEN,
        a=fighter(),
        g=foe(hp=10, creature=True, weapons=(SWORD,)),
    )
    fight.dice_by_hand(True)
    done = next_choices(fight, "g")
    assert done[-1] == "g leave"


@pytest.mark.rule("G-25", "SOV-145")
def test_the_broken_run_twice_where_no_foe_is_near() -> None:
    """No foe to disengage from: both actions lead away."""
    empty = [". " * 17] * 9
    rows = "\n".join([*empty, "a g . . . . . . h . . . . . . . .", *empty])
    fight = play(
        rows,
        "> a attack g with sword\n! attack d20 15\n! damage d8 5\n> a done\n",
        a=fighter(),
        g=foe(hp=4, creature=True),
        h=foe(creature=True),
    )
    assert told(fight, "breaks") == ["breaks unit=h why=losses"]
    done = next_choices(fight, "h")
    assert [text.split()[1] for text in done] == ["run", "run", "done"]
