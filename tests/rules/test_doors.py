"""Doors: opening and closing a door on the edge of one's own square."""

from collections.abc import Callable

import pytest
from tests.rules.ways import exact
from tests.scene import (
    BOW,
    fighter,
    foe,
    listed,
    play,
    play_setup,
    setup,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.action_spec import FREE, MAIN
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.space.grid import Opening, Wall

TALL = 20 * 12


def upright(x: int, door: int = 0, y: int = 0) -> Wall:
    """A door 3 ft wide on the left edge of square x of row y, with wall above and beside it."""
    hole = Opening(12, 48, 0, 84)
    return Wall(60 * x, 60 * y, 60 * x, 60 * y + 60, 0, TALL, "door", (hole,), door)


def level(y: int, door: int = 0, x: int = 0) -> Wall:
    """The same on the upper edge of square x of row y."""
    hole = Opening(12, 48, 0, 84)
    return Wall(60 * x, 60 * y, 60 * x + 60, 60 * y, 0, TALL, "door", (hole,), door)


@pytest.mark.rule("SOV-036")
def test_opening_a_door_takes_the_move_and_lets_one_through() -> None:
    fight = play(
        "a . . g",
        """
        > a open B1
        = door unit=a at=B1 opened=yes
        """,
        walls=(upright(1),),
        a=fighter(),
        g=foe(),
    )
    assert (unit(fight, "a").moves, unit(fight, "a").mains) == (0, 1)
    assert exact(fight, "a run B1-C1") == ""
    fight.push("a run B1-C1")
    assert where(fight, "a") == "C1"


@pytest.mark.rule("SOV-036", "SOV-010")
def test_closing_a_door_bars_the_way_again() -> None:
    fight = play(
        "a . . g",
        """
        > a open B1
        > a done
        > g done
        > a close B1
        = door unit=a at=B1 opened=no
        """,
        walls=(upright(1),),
        a=fighter(),
        g=foe(),
    )
    assert exact(fight, "a run B1") == "no-way SOV-010"


@pytest.mark.rule("SOV-036")
def test_a_door_is_worked_from_both_sides() -> None:
    fight = play(
        ". a g",
        """
        > g open B1
        > g done
        > a close C1
        """,
        first="foes",
        walls=(upright(2),),
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "door") == ["door unit=g at=B1 opened=yes", "door unit=a at=C1 opened=no"]


@pytest.mark.rule("SOV-036")
def test_only_a_door_on_an_edge_of_one_s_square_is_in_reach() -> None:
    """Not the next one, not around the corner, not a wall."""
    wall = Wall(0, 60, 60, 60, 0, TALL, "wall")
    fight = play(
        """
        a . . g
        . . . .
        """,
        "",
        walls=(upright(2), wall, upright(1, 1, 1)),
        a=fighter(),
        g=foe(),
    )
    assert why_not(fight, "a open C1") == "no-door SOV-036"
    assert why_not(fight, "a open B1") == "no-door SOV-036"
    assert why_not(fight, "a open A2") == "no-door SOV-036"
    assert why_not(fight, "a open B2") == "no-door SOV-036"
    assert not [text for text in listed(fight) if text.split()[1] in ("open", "close")]


@pytest.mark.rule("SOV-036")
def test_what_is_open_is_not_opened_nor_what_is_closed_be_closed() -> None:
    fight = play("a . . g", "", walls=(upright(1),), a=fighter(), g=foe())
    assert why_not(fight, "a close B1") == "door-is-closed SOV-036"
    doors = [text for text in listed(fight) if text.split()[1] in ("open", "close")]
    assert doors == ["a open B1"]
    fight.push("a open B1")
    assert why_not(fight, "a open B1") == "door-is-open SOV-036"
    assert why_not(fight, "a close B1") == "", "the Main may be a Move"


@pytest.mark.rule("SOV-036")
def test_of_two_doors_only_the_one_that_is_named_opens() -> None:
    fight = play(
        """
        a . g
        . . .
        """,
        "> a open A2",
        walls=(upright(1, 0), level(1, 1)),
        a=fighter(),
        g=foe(),
    )
    assert exact(fight, "a run A2") == ""
    assert exact(fight, "a run B1") == "no-way SOV-010"


@pytest.mark.rule("SOV-036", "SOV-037")
def test_without_a_move_or_a_main_no_door_is_opened() -> None:
    fight = play(
        "a . . g",
        "> a disengage\n> a open B1",
        walls=(upright(1),),
        a=fighter(),
        g=foe(),
    )
    assert why_not(fight, "a close B1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-036", "SOV-041")
def test_working_a_door_provokes_no_unit() -> None:
    """It does not provoke, even next to an armed foe."""
    fight = play(
        """
        a . h
        g . .
        """,
        "> a open B1",
        walls=(upright(1),),
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "opportunity", "door") == ["door unit=a at=B1 opened=yes"]


@pytest.mark.rule("SOV-036")
@pytest.mark.parametrize(("cost", "mains", "moves"), [(FREE, 1, 1), (MAIN, 0, 1)])
def test_an_edition_may_price_it_otherwise(
    edition: Callable[..., str], cost: int, mains: int, moves: int
) -> None:
    made = setup("a . . g", walls=(upright(1),), a=fighter(), g=foe())
    made.rules = edition(Dial("door_cost", cost, "SOV-036"))
    fight = play_setup(made, "> a open B1")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (mains, moves)


@pytest.mark.rule("SOV-017", "SOV-013")
def test_a_closed_door_stops_an_arrow_and_an_open_one_does_not() -> None:
    fight = play("a . . g", "", walls=(upright(1),), a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(fight, "a shoot g with small bow") == "no-line SOV-017"
    fight.push("a open B1")
    assert why_not(fight, "a shoot g with small bow") == ""


@pytest.mark.rule("SOV-017", "SOV-041")
def test_through_a_closed_door_no_unit_strikes() -> None:
    """No attack and no free attack; and a foe behind a door does not bind an archer."""
    fight = play(
        "a g .",
        "> g run C1",
        first="foes",
        walls=(upright(1),),
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "opportunity", "moved") == ["moved unit=g path=C1 feet=5"]
    fight = play("a g . h", "", walls=(upright(1),), a=fighter(), g=foe(), h=foe())
    assert why_not(fight, "a attack g with sword") == "no-line SOV-017"
    fight = play("g a . h", "", walls=(upright(1),), a=fighter(weapons=(BOW,)), g=foe(), h=foe())
    assert why_not(fight, "a shoot h with small bow") == ""


@pytest.mark.rule("SOV-097", "SOV-098")
def test_a_held_action_may_close_the_door_before_the_arrow_flies() -> None:
    """The shot is named, the line is gone, nothing is rolled and the arrow stays on the string."""
    fight = play(
        "a . . g",
        """
        > a open B1
        > a done
        > g done
        > a hold
        > g shoot a with small bow
        > a close B1
        """,
        stops="matters",
        walls=(upright(1),),
        a=fighter(),
        g=foe(weapons=(BOW,), creature=True),
    )
    assert told(fight, "door")[-1] == "door unit=a at=B1 opened=no"
    assert told(fight, "attack") == []
    assert unit(fight, "g").unloaded == 0
