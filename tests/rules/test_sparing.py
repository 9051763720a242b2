"""Weapons that can spare do so if their wielder has chosen it before the hit."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.open_scene import play_open
from tests.scene import (
    MACE,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    may,
    play,
    play_setup,
    ruled,
    setup,
    told,
    unit,
    why_not,
)
from tests.scripted import go_on, run

from shieldwall.engine.state.sheet import KIN_NAMES
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.text.sentences import request_sentence

FELLING = "> a attack g with mace\n! attack d20 15\n! damage d6 6\n"
CONSTRUCT = 1 << KIN_NAMES.index("construct")


@pytest.mark.rule("G-20", "SOV-141")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize(
    ("before", "how", "status"),
    [
        ("", "dead", DEAD),
        ("> a spare\n", "out_cold", DOWN),
        ("> a spare\n> a no-quarter\n", "dead", DEAD),
    ],
)
def test_a_mace_kills_unless_its_bearer_has_chosen_to_spare(
    rules: str, before: str, how: str, status: int
) -> None:
    fight = play("a g", before + FELLING, rules=rules, a=fighter(weapons=(MACE,)), g=foe(hp=3))
    assert told(fight, "falls") == [f"falls unit=g by=a how={how}"]
    assert unit(fight, "g").status == status
    assert unit(fight, "g").out_cold == (status == DOWN)
    assert unit(fight, "g").stable == (status == DOWN)


@pytest.mark.rule("G-20")
def test_the_choice_is_told_and_holds_for_every_later_blow_without_a_map_too() -> None:
    tape = "> a spare\n= mercy unit=a how=spare\n" + FELLING
    fight = play_open("a 60, g 65", tape, engaged="a-g", a=fighter(weapons=(MACE,)), g=foe(hp=3))
    assert told(fight, "mercy") == ["mercy unit=a how=spare"]
    assert unit(fight, "g").out_cold


@pytest.mark.rule("G-20", "G-42")
@pytest.mark.ruling("spare_by_default", "yes")
@pytest.mark.ruling("spare_by_default", "no")
@pytest.mark.parametrize(("ruling", "status"), [("yes", DOWN), ("no", DEAD)])
def test_a_table_may_spare_by_default(ruling: str, status: int) -> None:
    made = ruled(setup("a g", a=fighter(weapons=(MACE,)), g=foe(hp=3)), spare_by_default=ruling)
    assert unit(play_setup(made, FELLING), "g").status == status


@pytest.mark.rule("G-20")
def test_where_the_table_spares_one_may_give_no_quarter() -> None:
    made = ruled(setup("a g", a=fighter(weapons=(MACE,)), g=foe(hp=3)), spare_by_default="yes")
    assert unit(play_setup(made, "> a no-quarter\n" + FELLING), "g").status == DEAD


@pytest.mark.rule("G-20", "SOV-143")
@pytest.mark.parametrize("facts", [{"undead": True}, {"kin": CONSTRUCT}])
def test_what_has_no_life_is_not_knocked_out(facts: dict[str, object]) -> None:
    fight = play("a g", "> a spare\n" + FELLING, a=fighter(weapons=(MACE,)), g=foe(hp=3, **facts))
    assert told(fight, "falls") == ["falls unit=g by=a how=dead"]


@pytest.mark.rule("G-20")
def test_a_sword_never_spares() -> None:
    fight = play("a g", "", a=fighter(weapons=(SWORD,)), g=foe(hp=3))
    assert why_not(fight, "a spare") == "cannot-spare G-20"
    assert "a spare" not in listed(fight)
    both = play(
        "a g",
        "> a spare\n> a attack g with sword\n! attack d20 15\n! damage d8 6\n",
        a=fighter(weapons=(SWORD, UNARMED)),
        g=foe(hp=3),
    )
    assert unit(both, "g").status == DEAD


@pytest.mark.rule("G-20")
def test_it_is_offered_once_and_minds_kill() -> None:
    fight = play("a g", "", a=fighter(weapons=(MACE,)), g=foe(hp=3))
    assert may(fight, "a spare")
    assert not may(fight, "a no-quarter")
    for mind in ("simple", "natural"):
        assert chosen(fight, mind=mind) == "a attack g with mace"
    fight.push("a spare")
    assert why_not(fight, "a spare") == "so-minded G-20"
    assert "a no-quarter" in listed(fight)


@pytest.mark.rule("G-42")
def test_dolmenwood_has_the_same_choice() -> None:
    from shieldwall.books import RULESETS

    for name in ("dolmenwood", "aachen", "aachen-early", "sovereign-early"):
        assert {"spare", "no-quarter", "finish"} <= set(RULESETS[name].actions)


# The fallen.


FALLEN = """
> a attack g with sword
! attack d20 15
! damage d8 8
> a done
> h done
"""


@pytest.mark.rule("SOV-047")
def test_the_fallen_can_be_finished_off_by_a_unit_that_chooses_to() -> None:
    fight = play("a g . h", FALLEN, a=fighter(), g=fighter(hp=3), h=foe(hp=9), party="a")
    assert unit(fight, "g").status == DOWN
    assert "a finish g with sword" in listed(fight)
    assert why_not(fight, "a finish h with sword") == "not-fallen SOV-047"
    fight.push("a finish g with sword")
    assert told(fight, "falls")[-1] == "falls unit=g by=a how=dead"
    assert unit(fight, "g").status == DEAD
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-047")
def test_it_takes_reach_and_no_mind_does_it_unless_told() -> None:
    fight = play("a g . h", FALLEN, a=fighter(), g=fighter(hp=3), h=foe(hp=9), party="a")
    for mind in ("simple", "natural", "cunning"):
        assert "finish" not in chosen(fight, mind=mind)
    far = play(
        ". . . a g . h",
        FALLEN.replace("> a done", "> a run A1\n> a done"),
        a=fighter(),
        g=fighter(hp=3),
        h=foe(hp=9),
        party="a",
    )
    assert why_not(far, "a finish g with sword") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-047")
@pytest.mark.parametrize("verb", ["finish", "attack"])
def test_an_attack_on_the_fallen_needs_no_roll(verb: str) -> None:
    fight = play("a g . h", FALLEN, a=fighter(), g=fighter(hp=3), h=foe(hp=9), party="a")
    fight.push(f"a {verb} g with sword")
    assert told(fight, "falls")[-1] == "falls unit=g by=a how=dead"
    assert (fight.die, unit(fight, "a").mains) == (None, 0)
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"


@pytest.mark.rule("SOV-055")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize(("die", "fate"), [(19, DOWN), (2, DEAD)])
def test_a_friend_may_stop_the_unit_that_finishes_off_the_fallen(
    rules: str, die: int, fate: int
) -> None:
    """It is asked as after a hit: a Snap Attack that fells the attacker saves the fallen."""
    fight = run(
        setup(
            "g a\n. b",
            rules=rules,
            stops="matters",
            a=fighter(hp=1, ac=10, weapons=(UNARMED,)),
            b=fighter(ac=16),
            g=foe(hp=3, ac=14),
        ),
        "g attack a with sword",
        19,
        8,
        "g done",
        "b done",
        "g finish a with sword",
        "?",
        first="foes",
    )
    request = fight.request
    assert request is not None
    assert request_sentence(fight.state, request) == "The g is about to finish off the a."
    go_on(fight, "b snap g with sword", die, *([8] if fate == DOWN else []))
    assert unit(fight, "a").status == fate
