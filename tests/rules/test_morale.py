"""Morale without dice: which units retreat, after which losses, and which never do."""

import pytest
from tests.scene import MACE, SWORD, fighter, foe, play, told, unit

from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

YARD = """
. . . . .
. a g . .
. . . . .
"""

CELL = """
# # # # #
# a g . #
# # # # #
"""
"""No square of the map's edge can be reached."""

GATE = """
# # # # #
# a g . .
# # # # #
"""


def orc(hp: int = 10, **facts: object) -> Sheet:
    return foe(hp=hp, creature=True, **facts)


def wound(amount: int, g: Sheet, drawing: str = YARD, **facts: object) -> Fight:
    return play(
        drawing,
        f"> a attack g with sword\n! attack d20 15\n! damage d8 {amount}\n",
        a=fighter(**facts),
        g=g,
    )


WOUNDED = ["breaks unit=g why=wounds"]


@pytest.mark.rule("SOV-144")
@pytest.mark.parametrize(
    ("hp", "lost", "breaks"), [(10, 5, True), (10, 4, False), (9, 5, True), (9, 4, False)]
)
def test_one_with_half_its_hp_or_less_has_had_enough(hp: int, lost: int, breaks: bool) -> None:
    fight = wound(lost, orc(hp))
    assert told(fight, "breaks") == (WOUNDED if breaks else [])
    assert unit(fight, "g").broken == breaks


@pytest.mark.rule("SOV-144", "SOV-167")
def test_it_shows_as_soon_as_it_is_hurt_and_only_once() -> None:
    fight = play(
        YARD,
        """
        > a attack g with sword
        ! attack d20 15
        ! damage d8 5
        = harm unit=g by=a amount=5 left=5 cause=hit
        = breaks unit=g why=wounds
        > a done
        > g done
        > a attack g with sword
        ! attack d20 15
        ! damage d8 2
        """,
        a=fighter(),
        g=orc(10),
    )
    assert told(fight, "breaks") == WOUNDED
    assert unit(fight, "g").hp == 3


@pytest.mark.rule("SOV-144")
def test_shock_breaks_the_nerve_like_any_wound() -> None:
    fight = play(
        YARD,
        "> a attack g with sword\n! attack d20 2\n",
        a=fighter(weapons=(SWORD,)),
        g=orc(4, ac=13),
    )
    assert told(fight, "harm", "breaks")[1:] == WOUNDED


@pytest.mark.rule("SOV-143")
def test_the_fearless_and_the_players_own_characters_fight_on() -> None:
    """The undead and zealots; and players decide for their characters."""
    assert told(wound(8, orc(10, fearless=True)), "breaks") == []
    assert told(wound(8, foe(hp=10, creature=False)), "breaks") == []


@pytest.mark.rule("SOV-143", "SOV-144")
def test_a_henchman_on_the_players_side_values_its_life_too() -> None:
    fight = play(
        "a g .",
        "> g attack a with sword\n! attack d20 15\n! damage d8 5\n",
        first="foes",
        a=orc(10),
        g=foe(),
    )
    assert told(fight, "breaks") == ["breaks unit=a why=wounds"]


@pytest.mark.rule("SOV-144", "G-24")
@pytest.mark.parametrize(
    ("drawing", "speed", "breaks"),
    [(CELL, 25, False), (CELL, 30, True), (GATE, 25, True), (GATE, 30, True)],
)
def test_one_that_is_slower_and_cornered_knows_that_flight_will_not_save_it(
    drawing: str, speed: int, breaks: bool
) -> None:
    """Pursued at 30 ft: it takes both, the slower legs and no way out."""
    fight = wound(8, orc(10, speed=speed), drawing)
    assert told(fight, "breaks") == (WOUNDED if breaks else [])


@pytest.mark.rule("SOV-144", "G-24")
def test_a_way_out_that_a_foe_bars_is_none() -> None:
    rows = "# # # # #\n# a g . b\n# # # # #"
    blow = "> a attack g with sword\n! attack d20 15\n! damage d8 8\n"
    fight = play(rows, blow, a=fighter(), b=fighter(), g=orc(10, speed=25))
    assert told(fight, "breaks") == []


@pytest.mark.rule("SOV-144", "G-24")
def test_only_pursuers_that_still_stand_count() -> None:
    """When the fast one is prone, no other unit is faster."""
    rows = "# # # # #\n# a g b #\n# # # # #"
    fell = "> g attack b with sword\n! attack d20 15\n! damage d8 4\n"
    blow = "> g done\n> a attack g with sword\n! attack d20 15\n! damage d8 8\n"
    for tape, breaks in ((fell + blow, WOUNDED), (blow, [])):
        fight = play(
            rows,
            tape,
            first="foes",
            a=fighter(speed=25),
            b=fighter(hp=4, speed=60),
            g=orc(10, speed=25),
        )
        assert told(fight, "breaks") == breaks


# Groups.


KILLED = "> a attack g with sword\n! attack d20 15\n! damage d8 8\n"

TRADED = (
    "> g attack b with sword\n! attack d20 15\n! damage d8 8\n"
    "> g done\n> h done\n> i done\n" + KILLED
)
"""First `g` brings down `b`, then `a` kills `g`."""


@pytest.mark.rule("SOV-145")
def test_a_group_that_has_lost_a_third_of_its_number_has_had_enough() -> None:
    fight = play("a g h i", KILLED, a=fighter(), g=orc(4), h=orc(), i=orc())
    assert told(fight, "falls", "breaks") == [
        "falls unit=g by=a how=dead",
        "breaks unit=h why=losses",
        "breaks unit=i why=losses",
    ]
    assert unit(fight, "h").broken
    assert unit(fight, "h").hp == 10


@pytest.mark.rule("SOV-145")
def test_less_than_a_third_is_borne() -> None:
    four = play("a g h i k", KILLED, a=fighter(), g=orc(4), h=orc(), i=orc(), k=orc())
    assert told(four, "breaks") == []


@pytest.mark.rule("SOV-145")
@pytest.mark.parametrize("how", ["down", "out_cold"])
def test_the_fallen_count_whether_they_live_or_not(how: str) -> None:
    weapon = SWORD if how == "down" else MACE
    fight = play(
        "a g h i",
        ("" if how == "down" else "> a spare\n")
        + f"> a attack g with {weapon.name}\n! attack d20 15\n! damage d{weapon.sides} 4\n",
        a=fighter(weapons=(weapon,)),
        g=orc(4, named=True),
        h=orc(),
        i=orc(),
    )
    assert told(fight, "falls")[0].endswith(how)
    assert len(told(fight, "breaks")) == 2


@pytest.mark.rule("SOV-145")
def test_units_that_have_left_count_and_units_that_want_to_leave_do_not() -> None:
    """One of three is wounded and breaks: the others stay until it is gone."""
    tape = """
    > a attack g with sword
    ! attack d20 15
    ! damage d8 5
    = breaks unit=g why=wounds
    > a done
    """
    drawing = "a g . .\n# # h i"
    fight = play(drawing, tape, a=fighter(), g=orc(10), h=orc(), i=orc())
    assert told(fight, "breaks") == WOUNDED
    tape += "> g disengage\n> g leave\n"
    fight = play(drawing, tape, a=fighter(), g=orc(10), h=orc(), i=orc())
    assert told(fight, "leaves", "breaks") == [
        *WOUNDED,
        "leaves unit=g",
        "breaks unit=h why=losses",
        "breaks unit=i why=losses",
    ]


@pytest.mark.rule("SOV-145")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize("fate", ["fled", "surrendered", "dead"])
def test_units_that_are_lost_by_order_of_the_gm_count_too(rules: str, fate: str) -> None:
    """A third of their number, however it is lost."""
    fight = play("a g h i", "", rules=rules, a=fighter(), g=orc(4), h=orc(), i=orc())
    fight.rule(f"fate g {fate}")
    assert told(fight, "breaks") == ["breaks unit=h why=losses", "breaks unit=i why=losses"]


@pytest.mark.rule("SOV-145", "G-24")
def test_a_group_stays_while_its_enemies_have_lost_a_greater_part() -> None:
    """It has lost a third, its foes half: it is winning. With a third each it is not."""
    a, b, c, d = fighter(), fighter(hp=4), fighter(), fighter()
    g, h, i = orc(8), orc(), orc()
    half = play("h i .\na g b", TRADED, "foes", a=a, b=b, g=g, h=h, i=i)
    assert len(told(half, "falls")) == 2
    assert told(half, "breaks") == []
    lost = ["breaks unit=h why=losses", "breaks unit=i why=losses"]
    third = play("h i c\na g b", TRADED, "foes", a=a, b=b, c=c, g=g, h=h, i=i)
    assert told(third, "breaks") == lost
    quarter = play("h i c d\na g b .", TRADED, "foes", a=a, b=b, c=c, d=d, g=g, h=h, i=i)
    assert told(quarter, "breaks") == lost


@pytest.mark.rule("SOV-143", "SOV-145")
def test_of_a_beaten_group_the_fearless_stay() -> None:
    fight = play("a g h i", KILLED, a=fighter(), g=orc(4), h=orc(fearless=True), i=orc())
    assert told(fight, "breaks") == ["breaks unit=i why=losses"]


@pytest.mark.rule("SOV-145", "G-24")
def test_of_a_beaten_group_the_cornered_stay() -> None:
    """Each looks for itself whether it could get away."""
    rows = "# # # # # .\n# h g a # i\n# # # # # ."
    fight = play(rows, KILLED, a=fighter(), g=orc(4), h=orc(speed=20), i=orc(speed=20))
    assert told(fight, "breaks") == ["breaks unit=i why=losses"]


@pytest.mark.rule("SOV-145")
def test_the_losses_of_one_side_are_not_those_of_another() -> None:
    fight = play(
        "a g h z",
        "! initiative d8 8\n! initiative d8 4\n! initiative d8 1\n" + KILLED,
        first="",
        third="z",
        a=fighter(),
        g=orc(4),
        h=orc(),
        z=orc(),
    )
    assert told(fight, "breaks") == ["breaks unit=h why=losses"]
