"""The simple mind with a bow: cover, distance, loading, and held shots."""

from __future__ import annotations

import pytest
from tests.minds.thinking import asked, chosen, goal
from tests.scene import BOW, CROSSBOW, DAGGER, SLING, SWORD, fighter, foe, play, terms, unit, where

from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.fight import Fight


def archer(**facts: object) -> Sheet:
    return fighter(**{"weapons": (BOW,), "shoot": 1, **facts})


def apart(fight: Fight, one: str, other: str) -> int:
    first, second = unit(fight, one), unit(fight, other)
    return max(abs(int(first.x - second.x)), abs(int(first.y - second.y)))


def test_on_open_ground_it_shoots_from_where_it_stands() -> None:
    fight = play("a . . . . . . . . . g", "", a=archer(), g=foe())
    assert chosen(fight) == "a shoot g with small bow"


def test_it_shoots_at_the_one_that_may_fall() -> None:
    for weak, strong in (("g", "h"), ("h", "g")):
        people = {weak: foe(hp=3), strong: foe(hp=20)}
        fight = play(
            """
            a . . . . . . . . . . g
            . . . . . . . . . . . h
            """,
            "",
            a=archer(),
            **people,  # type: ignore[arg-type]
        )
        assert chosen(fight) == f"a shoot {weak} with small bow"


PILLAR = """
. . . . . . . . . . . . . .
. a . # . . . . . . . . . g
. . . . . . . . . . . . . .
. . . . . . . . . . . . . .
"""


def test_it_shoots_from_cover_where_there_is_some_near() -> None:
    """From beside the pillar the bowman opposite sees half of it, and it sees the bowman."""
    open_ground = play(
        """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . # . . . . . . . . . .
        . a . . . . . . . . . . . g
        """,
        "",
        a=archer(),
        g=foe(weapons=(BOW,)),
    )
    assert goal(open_ground) != "B4"
    open_ground.push(chosen(open_ground))
    assert chosen(open_ground) == "a shoot g with small bow"
    open_ground.push(chosen(open_ground))
    open_ground.push("a done")
    open_ground.push("g shoot a with small bow")
    assert terms(open_ground)["half cover"] == -2


def test_behind_a_pillar_with_no_line_it_steps_out_for_a_shot() -> None:
    fight = play(PILLAR, "", a=archer(), g=foe(weapons=(BOW,)))
    fight.push(chosen(fight))
    assert where(fight, "a") != "B2"
    assert chosen(fight) == "a shoot g with small bow"


def test_after_the_shot_it_backs_away_from_a_swordsman_who_is_near() -> None:
    fight = play(
        ". . . . . . . . a . . . . g",
        "> a shoot g with small bow\n! attack d20 1\n",
        a=archer(),
        g=foe(hp=20),
    )
    assert unit(fight, "a").moves == 1
    before = apart(fight, "a", "g")
    while chosen(fight) == "a reload with small bow":
        fight.push(chosen(fight))
    fight.push(chosen(fight))
    assert apart(fight, "a", "g") == before + 6


def test_it_does_not_run_from_units_that_are_far_or_who_only_shoot() -> None:
    far = play(
        ". . . . a . . . . . . . . g",
        "> a shoot g with small bow\n! attack d20 1\n> a reload with small bow\n",
        a=archer(), g=foe(hp=20),
    )  # fmt: skip
    assert chosen(far) == "a done"
    bowman = play(
        ". . . . . . . . a . . . . g",
        "> a shoot g with small bow\n! attack d20 1\n> a reload with small bow\n",
        a=archer(), g=foe(hp=20, weapons=(BOW,)),
    )  # fmt: skip
    assert chosen(bowman) == "a done"


def test_with_a_foe_at_its_throat_it_draws_its_blade() -> None:
    fight = play("a g", "", a=archer(weapons=(BOW, DAGGER)), g=foe())
    assert chosen(fight) == "a attack g with dagger"


@pytest.mark.parametrize("weapon", [BOW, SLING, CROSSBOW], ids=["bow", "sling", "crossbow"])
def test_it_reloads_as_soon_as_it_can_pay_for_it(weapon: Weapon) -> None:
    name = weapon.name
    fight = play(
        "a" + " ." * 16 + " g",
        f"> a shoot g with {name}\n! attack d20 1\n",
        a=archer(weapons=(weapon,)),
        g=foe(hp=20),
    )
    assert unit(fight, "a").unloaded == 1
    assert chosen(fight) == f"a reload with {name}"


def test_a_unit_that_cannot_load_yet_waits_for_the_next_turn() -> None:
    """Untrained, a crossbow takes a whole Main to load."""
    fight = play(
        "a" + " ." * 16 + " g",
        "> a shoot g with crossbow\n! attack d20 1\n",
        a=archer(weapons=(CROSSBOW,), shoot=-1),
        g=foe(hp=20),
    )
    assert chosen(fight) == "a done"
    for line in ("a done", "g done"):
        fight.push(line)
    assert chosen(fight) == "a reload with crossbow"


BEHIND = """
a . . # . . .
. . . # . . .
. . . # . . g
b . . # . . .
. . . . . . .
"""


def test_with_no_unit_in_sight_and_fighters_to_look_for_them_it_holds() -> None:
    """Speed 5: no place to shoot from is within its Move."""
    fight = play(
        BEHIND, "> b run B4\n> b done\n", a=archer(speed=5), b=fighter(), g=foe()
    )  # fmt: skip
    assert chosen(fight) == "a hold"


def test_without_fighters_it_goes_and_looks_itself() -> None:
    fight = play(BEHIND.replace("b", "."), "", a=archer(speed=5), g=foe())
    assert goal(fight) in ("A2", "B2")


def test_a_held_shot_is_loosed_at_the_first_who_shows() -> None:
    """When the run is named the foe is out of sight yet; once it has come round, it is shot at."""
    fight = play(
        BEHIND,
        "> b done\n> a hold\n> g run D5\n",
        stops="matters",
        a=archer(speed=5), b=fighter(hp=20), g=foe(weapons=(SWORD,)),
    )  # fmt: skip
    assert asked(fight) == ["a"]
    assert (where(fight, "g"), chosen(fight)) == ("G3", "a pass")
    fight.push("a pass")
    assert where(fight, "g") != "G3"
    assert asked(fight) == ["a"]
    assert chosen(fight) == "a shoot g with small bow"


def test_a_held_shot_with_no_unit_to_shoot_at_is_let_go() -> None:
    fight = play(
        BEHIND, "> b done\n> a hold\n> g done\n", stops="matters",
        a=archer(speed=5), b=fighter(hp=20), g=foe(),
    )  # fmt: skip
    assert asked(fight) == ["a"]
    assert chosen(fight) == "a pass"
