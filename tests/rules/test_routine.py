"""Creatures with several attacks: one Main, one attack with each weapon of the routine."""

import pytest
from tests.scene import CLAWS, fighter, foe, listed, may, play, told, unit, where, why_not

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

BITE = make_weapon("bite", 1, 8, natural=True)
TAIL = make_weapon("tail", 1, 4, natural=True)
BEAST = foe(hp=20, creature=True, weapons=(CLAWS, BITE, TAIL), routine=(0, 0, 1), disciplined=True)
"""Claw, claw and bite; the tail is a weapon for itself."""


def beast(tape: str, drawing: str = "a g b", stops: str = "never") -> Fight:
    return play(
        drawing, tape, first="foes", stops=stops, a=fighter(hp=8, ac=17), b=fighter(ac=17), g=BEAST
    )


def blows(fight: Fight) -> list[str]:
    """The attacks that are open, by weapon and target."""
    return [text for text in listed(fight) if text.startswith("g attack")]


@pytest.mark.rule("SOV-035", "SOV-047")
def test_one_main_pays_for_every_blow_of_the_routine() -> None:
    fight = beast(
        """
        > g attack a with claws
        ! attack d20 1
        > g attack a with claws
        ! attack d20 1
        > g attack a with bite
        ! attack d20 1
        """
    )
    assert [line.split()[3] for line in told(fight, "attack")] == [
        "weapon=claws",
        "weapon=claws",
        "weapon=bite",
    ]
    assert unit(fight, "g").mains == 0
    assert blows(fight) == []
    assert why_not(fight, "g attack a with claws") == "main-spent SOV-035"


@pytest.mark.rule("SOV-035")
def test_each_weapon_has_its_blow_and_no_other() -> None:
    """After the bite two claws are left, and no second bite."""
    fight = beast("> g attack a with bite\n! attack d20 1")
    assert why_not(fight, "g attack a with bite") == "main-spent SOV-035"
    assert blows(fight) == ["g attack a with claws", "g attack b with claws"]
    fight = beast("> g attack a with bite\n! attack d20 1\n> g attack b with claws\n! attack d20 1")
    assert may(fight, "g attack a with claws")
    assert not may(fight, "g attack a with bite")


@pytest.mark.rule("SOV-035")
def test_the_blows_may_go_to_several_foes() -> None:
    fight = beast(
        """
        > g attack a with claws
        ! attack d20 1
        > g attack b with bite
        ! attack d20 1
        """
    )
    assert [line.split()[2] for line in told(fight, "attack")] == ["target=a", "target=b"]


@pytest.mark.rule("SOV-035")
def test_a_weapon_outside_the_routine_is_the_one_attack_of_its_main() -> None:
    fight = beast("> g attack a with tail\n! attack d20 1")
    assert blows(fight) == []
    fight = beast("> g attack a with claws\n! attack d20 1")
    assert why_not(fight, "g attack a with tail") == "main-spent SOV-035"


@pytest.mark.rule("SOV-035", "SOV-153")
def test_a_creature_may_move_between_its_blows() -> None:
    """To reach another foe with what is left of them."""
    fight = beast(
        """
        > g attack a with bite
        ! attack d20 19
        ! damage d8 8
        > g run D1
        > g attack b with claws
        ! attack d20 1
        """,
        "a g . . b",
    )
    assert unit(fight, "a").status == DOWN
    assert where(fight, "g") == "D1"
    assert told(fight, "attack")[-1].startswith("attack unit=g target=b weapon=claws")


@pytest.mark.rule("SOV-035")
def test_blows_that_are_left_end_with_the_turn() -> None:
    fight = beast("> g attack a with bite\n! attack d20 1\n> g done\n> a prone")
    assert unit(fight, "g").flurry == ()
    assert not may(fight, "g attack a with claws")


@pytest.mark.rule("SOV-035")
def test_the_next_round_brings_the_whole_routine_again() -> None:
    fight = beast(
        """
        > g attack a with bite
        ! attack d20 1
        > g done
        > a done
        > b done
        = round number=2
        > g attack a with bite
        ! attack d20 1
        > g attack a with claws
        ! attack d20 1
        > g attack a with claws
        ! attack d20 1
        """
    )
    assert len(told(fight, "attack")) == 4


@pytest.mark.rule("SOV-035", "SOV-037")
def test_a_unit_that_has_begun_the_routine_has_no_main_left_for_anything_else() -> None:
    fight = beast("> g attack a with bite\n! attack d20 1")
    assert why_not(fight, "g disengage") == "main-spent SOV-035"
    assert why_not(fight, "g total-defense") == "main-spent SOV-078"
    assert why_not(fight, "g snap a with bite") == "main-spent SOV-052"


@pytest.mark.rule("SOV-051", "SOV-041", "SOV-065")
@pytest.mark.parametrize(
    "tape",
    [
        "> g snap a with claws\n! attack d20 1",
        "> g done\n> a run A2\n> g strike a with claws\n! attack d20 1",
    ],
    ids=["snap", "free blow"],
)
def test_a_snap_attack_and_a_free_blow_are_one_blow(tape: str) -> None:
    fight = beast(tape, ". a g b\n. . . .")
    if "snap" not in tape:
        fight.push("a done")
    assert len(told(fight, "attack")) == 1
    assert blows(fight) == []
    assert unit(fight, "g").flurry == ()


@pytest.mark.rule("SOV-065")
def test_a_charge_ends_in_one_blow() -> None:
    fight = beast("> g charge C1 a with bite\n! attack d20 1", ". a . . . g . b")
    assert len(told(fight, "attack")) == 1
    assert blows(fight) == []


@pytest.mark.rule("SOV-164", "SOV-055")
def test_a_creature_felled_between_its_blows_deals_no_more() -> None:
    fight = play(
        "a g h",
        """
        > g attack a with claws
        ! attack d20 19
        > a snap g with sword
        ! attack d20 19
        ! damage d8 8
        """,
        first="foes",
        stops="matters",
        a=fighter(),
        g=foe(hp=8, creature=True, weapons=(CLAWS, BITE), routine=(0, 1)),
        h=foe(creature=True),
    )
    assert unit(fight, "g").status == DEAD
    assert unit(fight, "a").hp == 8
    assert may(fight, "h prone")


@pytest.mark.rule("SOV-118", "SOV-115")
def test_a_shield_stops_the_shock_of_one_blow_of_the_routine() -> None:
    fight = play(
        "a g",
        """
        > g attack a with claws
        ! attack d20 1
        > g attack a with claws
        ! attack d20 1
        """,
        first="foes",
        a=fighter(hp=8, ac=15, shield=1),
        g=BEAST,
    )
    assert told(fight, "harm", "shock-stopped") == [
        "shock-stopped unit=a by=g",
        "harm unit=a by=g amount=1 left=7 cause=shock",
    ]
