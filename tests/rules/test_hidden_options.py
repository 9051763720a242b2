"""Options do not reveal unknown foes to a side."""

import pytest
from tests.scene import BOW, SPEAR, SWORD, fighter, foe, listed, play_setup, setup

from shieldwall.engine.state.sheet import Sheet, make_weapon
from shieldwall.fight import Fight
from shieldwall.text.notation import choice_text, read_choice

ROWS = """
a . . . . . . .
b . . . . . . .
. . . . . . . g
. . . . . . . .
"""


def lurking(x: int, y: int, **facts: object) -> Fight:
    """`h` is hidden on this square; it is the turn of units that do not know of it."""
    rows = [line.split() for line in ROWS.strip().splitlines()]
    rows[y][x] = "h"
    people: dict[str, Sheet] = {
        "a": fighter(weapons=(SWORD, SPEAR), stab=1),
        "b": fighter(weapons=(BOW,)),
        "g": foe(),
        "h": foe(**facts),
    }
    made = setup("\n".join(" ".join(row) for row in rows), **people)  # type: ignore[arg-type]
    made.hidden = ("h",)
    return play_setup(made, "")


FAR = (7, 0)


@pytest.mark.rule("SOV-105")
@pytest.mark.parametrize("place", [(2, 1), (3, 0), (2, 2), (1, 3), (4, 1)])
def test_the_list_of_options_is_the_same_wherever_a_hidden_foe_lies(
    place: tuple[int, int],
) -> None:
    assert set(listed(lurking(*place))) == set(listed(lurking(*FAR)))


@pytest.mark.rule("SOV-105")
def test_the_way_filled_in_for_a_run_does_not_lead_around_a_hidden_foe() -> None:
    ways = set()
    for place in ((2, 1), (3, 0), (2, 2), FAR):
        fight = lurking(*place)
        assert fight.request is not None
        ways.add(choice_text(fight.names, read_choice(fight.names, fight.request, "a run F3")))
    assert len(ways) == 1


@pytest.mark.rule("SOV-105")
@pytest.mark.parametrize("reach", [5, 10, 15])
def test_the_list_of_options_does_not_tell_a_long_weapon_from_a_short_one(reach: int) -> None:
    weapon = make_weapon("sword", 1, 8, reach=reach)
    seen = set(listed(lurking(3, 1, weapons=(weapon,))))
    assert seen == set(listed(lurking(3, 1, weapons=(BOW,))))
