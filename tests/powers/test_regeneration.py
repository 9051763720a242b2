"""Regeneration, what prevents it, and units that rise again."""

from __future__ import annotations

from pathlib import Path

from tests.powers.beasts import beast
from tests.rules.magic_scene import survives_saving
from tests.scene import SWORD, fighter, play, told, unit

from shieldwall.engine.state.harm import ACID, FIRE
from shieldwall.engine.state.sheet import STR, Sheet, make_weapon
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.fight import Fight

TORCH = make_weapon("torch", 1, 8, attributes=(STR,), kinds=FIRE)
HIT = """
> a attack g with {weapon}
! attack d20 18
! damage d8 {damage}
> a done
"""


def troll(**facts: object) -> Sheet:
    return beast(regeneration=3, unmended=FIRE | ACID, rise_dice=2, rise_sides=6, **facts)


def struck(
    damage: int, weapon: str = "sword", more: str = "", dice: str = "", **facts: object
) -> Fight:
    tape = HIT.format(weapon=weapon, damage=damage).replace("> a done", dice + "> a done")
    return play(
        "a g . . h",
        tape + more,
        a=fighter(weapons=(SWORD, TORCH), hp=30),
        g=troll(**facts),
        h=beast(name="other"),
    )


OTHERS = "> g done\n> h done\n"


def test_it_regains_three_at_the_end_of_the_round() -> None:
    fight = struck(8, more=OTHERS)
    assert told(fight, "mends") == ["mends unit=g amount=3 left=15"]
    assert unit(fight, "g").hp == 15


def test_it_never_has_more_than_it_had() -> None:
    fight = struck(2, more=OTHERS)
    assert told(fight, "mends") == ["mends unit=g amount=2 left=20"]


def test_fire_keeps_its_wounds_open_for_the_round_only() -> None:
    fight = struck(8, "torch", OTHERS)
    assert unit(fight, "g").hp == 12
    assert told(fight, "unmended") == ["unmended unit=g"]
    fight.push("a done")
    fight.push("g done")
    fight.push("h done")
    assert unit(fight, "g").hp == 15


ONE_EACH = "! rise d6 1\n! rise d6 1\n"
FELLED = HIT.format(weapon="sword", damage=8)


def test_struck_down_it_lies_and_gets_up_when_its_time_has_come(tmp_path: Path) -> None:
    fight = struck(8, more="> h done\n", dice=ONE_EACH, hp=8)
    assert unit(fight, "g").status == DOWN
    again = survives_saving(fight, tmp_path)
    for one in (fight, again):
        for choice in ("a done", "h done", "a done", "h done"):
            one.push(choice)
        assert told(one, "rises") == ["rises unit=g left=3"]
        assert (unit(one, "g").status, unit(one, "g").hp) == (ACTIVE, 3)
    assert again.state == fight.state


def test_what_fire_has_killed_stays_dead() -> None:
    fight = struck(8, "torch", "> h done\n> a done\n> h done\n", hp=8)
    assert unit(fight, "g").status == DEAD
    assert told(fight, "rises") == []


def test_it_is_struck_down_a_second_time_and_rises_again() -> None:
    fight = struck(8, more="> h done\n", dice=ONE_EACH, hp=8)
    for choice in ("a done", "h done", "a done", "h done"):
        fight.push(choice)
    assert unit(fight, "g").prone
    fight.push("a done")
    fight.push("g done")
    fight.push("h done")
    assert unit(fight, "g").hp == 6


def test_a_fight_is_won_over_one_that_only_might_rise() -> None:
    fight = play(
        "a g",
        FELLED.replace("> a done\n", "") + "! rise d6 6\n! rise d6 6\n",
        a=fighter(), g=troll(hp=8),
    )  # fmt: skip
    assert fight.outcome is not None
    assert fight.outcome.team == 0
