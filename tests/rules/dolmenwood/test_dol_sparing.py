"""Sparing a foe and finishing off a fallen one, in Dolmenwood's phases."""

from __future__ import annotations

import pytest
from tests.rules.dolmenwood.hollow import DIRK, SHORTBOW, beast, delve, hero, hollow, rolls
from tests.scene import MACE, listed, may, unit, why_not
from tests.scripted import go_on, run

from shieldwall.engine.action_spec import FREE
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight

FELLED = "> a attack g with mace\n! attack d20 19\n! damage d6 5\n"
NEXT_ROUND = "> h done\n> h done\n" + rolls(6, 1)


def fought(tape: str, drawing: str = ". a g h") -> Fight:
    people = {"a": hero(weapons=(MACE,)), "g": beast(hp=1), "h": beast()}
    return delve(drawing, rolls(6, 1) + tape, **people)


def battle_of(fight: Fight) -> Battle:
    request = fight.request
    assert request is not None
    return request.battle


@pytest.mark.rule("G-20", "G-42")
def test_a_mace_kills_unless_its_bearer_has_chosen_to_spare() -> None:
    killed = unit(fought("> a done\n" + FELLED), "g")
    assert (killed.status, killed.out_cold) == (DEAD, False)
    spared = unit(fought("> a done\n> a spare\n" + FELLED), "g")
    assert (spared.status, spared.out_cold) == (DOWN, True)
    again = unit(fought("> a done\n> a spare\n> a no-quarter\n" + FELLED), "g")
    assert (again.status, again.out_cold) == (DEAD, False)


@pytest.mark.rule("G-20", "DOL-006")
def test_to_choose_mercy_or_none_takes_no_part_of_a_move() -> None:
    chosen = fought("> a spare\n", "a . . g h")
    assert may(chosen, "a run B1")
    back = fought("> a spare\n> a no-quarter\n", "a . . g h")
    assert may(back, "a run B1")
    for fight, verb in ((chosen, "spare"), (back, "no-quarter")):
        a = unit(fight, "a")
        assert fight.rules.actions[verb].price(battle_of(fight), a, Choice(a.index, verb)) == FREE


@pytest.mark.rule("DOL-006", "DOL-023", "G-20")
def test_to_finish_one_off_is_an_attack_and_leaves_the_move_alone() -> None:
    lies = "> a done\n> a spare\n" + FELLED + NEXT_ROUND
    moved = fought(lies + "> a run B2\n", ". a g h\n. . . .")
    assert "a finish g with mace" in listed(moved)
    done = fought(lies + "> a done\n> a finish g with mace\n", ". a g\n. h .")
    assert unit(done, "g").status == DEAD
    assert not any(choice.startswith("a attack") for choice in listed(done))


@pytest.mark.rule("DOL-002", "DOL-050")
def test_the_fallen_are_shot_in_the_missile_phase_and_not_in_the_phase_of_melee() -> None:
    archer = hero(weapons=(SHORTBOW, DIRK))
    fight = run(hollow("a . . g h", a=archer, g=beast(), h=beast()), 6, 1, "?", first="")
    fight.rule("fate g down")
    go_on(fight, "a done", "?")
    assert why_not(fight, "a shoot g with shortbow") == ""
    go_on(fight, "a done", "?")
    assert why_not(fight, "a finish g with shortbow") == "not-this-phase DOL-002"
    assert why_not(fight, "a finish g with dirk") == "out-of-reach DOL-023"
    fight.rule("move a C1")
    assert why_not(fight, "a finish g with dirk") == ""
