"""A creature's `skill` counts wherever a skill does, except for attack rolls (G-11, SOV-111)."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.minds.thinking import chosen
from tests.open_scene import play_open
from tests.scene import (
    BOW,
    CROSSBOW,
    DAGGER,
    MACE,
    SLING,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    terms,
    told,
    unit,
)

from shieldwall.content import read_encounter
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.fight import Fight

ROW = "a . . . . . . . g ."


def archer(skill: int, weapon: Weapon = BOW, **facts: object) -> Sheet:
    return foe(hp=8, weapons=(weapon, SWORD), creature=True, check=skill, **facts)


def after_a_shot(g: Sheet, rules: str = "sovereign") -> Fight:
    """Round 2 of an archer that missed in round 1."""
    name = g.weapons[0].name
    return play(
        ROW,
        f"> g shoot a with {name}\n! attack d20 1\n> g done\n> a done\n",
        first="foes",
        rules=rules,
        a=fighter(hp=30),
        g=g,
    )


@pytest.mark.rule("SOV-091", "G-11")
@pytest.mark.parametrize("weapon", [BOW, SLING], ids=lambda weapon: weapon.name)
@pytest.mark.parametrize(("skill", "moves"), [(1, 1), (2, 1), (0, 0), (-1, 0)])
def test_a_trained_archer_reloads_a_bow_for_nothing(weapon: Weapon, skill: int, moves: int) -> None:
    fight = after_a_shot(archer(skill, weapon))
    fight.push(f"g reload with {weapon.name}")
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (1, moves)


@pytest.mark.rule("SOV-091", "SOV-084")
def test_so_it_moves_and_shoots_each_round() -> None:
    fight = play(
        ROW,
        """
        > g shoot a with small bow
        ! attack d20 1
        > g run J1
        > g done
        > a done
        > g reload with small bow
        > g shoot a with small bow
        ! attack d20 1
        > g run I1
        > g done
        > a done
        """,
        first="foes",
        a=fighter(hp=30),
        g=archer(1),
    )
    assert [line.split()[0] for line in told(fight, "attack", "reloads")] == [
        "attack", "reloads", "attack",
    ]  # fmt: skip
    untrained = after_a_shot(archer(0))
    untrained.push("g reload with small bow")
    untrained.push("g shoot a with small bow")
    assert (unit(untrained, "g").mains, unit(untrained, "g").moves) == (0, 0)


@pytest.mark.rule("SOV-092", "SVE-014")
@pytest.mark.parametrize(
    ("rules", "skill", "left"),
    [
        ("sovereign", 1, (1, 0)), ("sovereign", 0, (0, 1)),
        ("sovereign-early", 1, (1, 1)), ("sovereign-early", 0, (0, 1)),
    ],
)  # fmt: skip
def test_a_crossbow_by_the_same_skill(rules: str, skill: int, left: tuple[int, int]) -> None:
    fight = after_a_shot(archer(skill, CROSSBOW), rules)
    fight.push("g reload with crossbow")
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == left


@pytest.mark.rule("SOV-091", "SOV-092")
@pytest.mark.parametrize("weapon", [BOW, SLING, CROSSBOW], ids=lambda weapon: weapon.name)
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early", "aachen"])
def test_quick_reload_works_for_every_weapon(weapon: Weapon, rules: str) -> None:
    quick = gifted(quick_reload=True)
    made = fighter(weapons=(weapon, SWORD), shoot=0, abilities=quick)
    begin = "! initiative d8 8\n! initiative d8 1\n" if rules != "aachen" else ""
    fight = play(
        "a . . . . g",
        begin + f"> a shoot g with {weapon.name}\n! attack d20 2\n",
        first="" if rules != "aachen" else "party",
        rules=rules,
        a=made,
        g=foe(hp=30),
    )
    before = (unit(fight, "a").mains, unit(fight, "a").moves)
    fight.push(f"a reload with {weapon.name}")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == before
    assert unit(fight, "a").unloaded == 0


@pytest.mark.rule("SOV-108", "SOV-111")
def test_the_attack_roll_has_the_training_in_its_bonus_already() -> None:
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 2\n",
        first="foes",
        a=fighter(hp=30, ac=18),
        g=archer(2, SWORD, attack=3),
    )
    assert terms(fight) == {"d20": 2, "attack bonus": 3}


@pytest.mark.rule("SOV-113")
def test_bare_hands_add_the_skill_to_the_damage() -> None:
    fight = play(
        "a g",
        "> g attack a with unarmed\n! attack d20 15\n! damage d2 2\n",
        first="foes",
        a=fighter(hp=30),
        g=archer(2, UNARMED),
    )
    assert terms(fight, "harm") == {"weapon": 2, "brawl": 2}
    assert unit(fight, "a").hp == 26


@pytest.mark.rule("SOV-134")
@pytest.mark.parametrize(("skill", "allowed"), [(1, True), (0, False)])
def test_two_weapons_need_a_trained_creature_too(skill: int, allowed: bool) -> None:
    fight = play(
        "a . g",
        "",
        first="foes",
        a=fighter(),
        g=foe(weapons=(SWORD, DAGGER), creature=True, check=skill),
    )
    assert may(fight, "g dual with dagger") == allowed


@pytest.mark.rule("SOV-140")
def test_an_assassins_skill_counts_against_the_save() -> None:
    from tests.scene import play_setup, setup

    made = setup("g a", surprised="party", a=fighter(hp=30), g=archer(2, MACE))
    made.poised = ("g",)
    fight = play_setup(made, "> g execute a with mace\n! save d20 16\n", first="")
    assert terms(fight, "save")["situation"] == -2


@pytest.mark.rule("SOV-091")
def test_a_mind_makes_use_of_it_with_a_map_or_without() -> None:
    """After a shot: an archer with training loads and shoots, and has its Move left."""
    tape = "> g shoot a with small bow\n! attack d20 1\n> g done\n> a done\n"
    drawn = play(ROW, tape, first="foes", a=fighter(hp=30), g=archer(1))
    mapless = play_open("a 60, g 160", tape, first="foes", a=fighter(hp=30), g=archer(1))
    for fight in (drawn, mapless):
        for mind in ("simple", "archer"):
            twin = fight.fork()
            assert chosen(twin, mind=mind) == "g reload with small bow"
            twin.push("g reload with small bow")
            assert unit(twin, "g").moves == 1
            assert chosen(twin, mind=mind) == "g shoot a with small bow"


HOME_MADE = """
title: Archers
rules: sovereign
map:
  squares: |
    ........
sides:
  - {name: left, units: [{what: bowman, at: A1}]}
  - {name: right, units: [{what: veteran archer, at: H1}]}
creatures:
  bowman: {hd: 1, skill: +1, weapons: [small bow, short sword]}
"""


@pytest.mark.rule("SOV-091", "G-11")
def test_files_say_so_the_shipped_ones_too() -> None:
    made, veteran = (placed.sheet for placed in read_encounter(HOME_MADE, "a.yaml").placements)
    assert (made.skill_in(2), veteran.skill_in(2)) == (1, 1)
    assert shipped_creatures()["goblin archer"].skill_in(2) == 0
    fight = after_a_shot(made)
    fight.push("g reload with small bow")
    assert unit(fight, "g").moves == 1
