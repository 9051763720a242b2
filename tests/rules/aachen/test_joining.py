"""Individual initiative: the turns of units that join a running fight."""

from __future__ import annotations

import pytest
from tests.rules.aachen.aachen_scene import LATER, Edition, play_setup, ruled, scene_setup
from tests.rules.magic_scene import mage
from tests.scene import fighter, foe, may, told

from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight

ROLLS = "".join(f"! initiative d8 {value}\n" for value in (7, 2, 5))
"""The mage, the fighter, the foes."""


def fight_of(edition: Edition, tape: str) -> Fight:
    people = {
        "a": mage("summon creature", "dominate person", casts=19), "b": fighter(),
        "g": foe(fearless=True, hp=40), "h": foe(fearless=True, hp=40),
    }  # fmt: skip
    made: Setup = scene_setup("a . b . . . g h", LATER, **people)
    return play_setup(ruled(edition, made, initiative_individual=1), ROLLS + tape, first="")


@pytest.mark.ruling("initiative_individual", "players")
@pytest.mark.rule("AAC-010", "G-34")
def test_a_unit_that_a_character_calls_acts_in_its_place_from_the_next_round_on(
    edition: Edition,
) -> None:
    fight = fight_of(edition, "> a cast : summon creature\n! cast d6 6\n! cast d6 6\n> a done\n")
    assert told(fight, "order") == ["order sides=party,foes,party"]
    for name in ("g", "h", "b"):
        assert not may(fight, "summoned-1 done"), "not in the round it was called in"
        fight.push(f"{name} done")
    assert may(fight, "a done")
    assert may(fight, "summoned-1 done"), "beside the one who called it, in either order"
    fight.push("summoned-1 done")
    fight.push("a done")
    assert not may(fight, "summoned-1 done")
    assert told(fight, "own-initiative", "initiative")[3:] == [], "nobody rolls for it"


@pytest.mark.rule("AAC-010", "G-34")
def test_a_unit_that_joins_on_the_side_of_the_players_comes_after_all_others(
    edition: Edition,
) -> None:
    fight = fight_of(edition, "> a done\n")
    fight.rule("add goblin E1 for party as ally")
    for name in ("g", "h", "b", "ally", "a"):
        assert may(fight, f"{name} done"), name
        fight.push(f"{name} done")


@pytest.mark.rule("AAC-010")
def test_a_foe_that_joins_acts_with_its_block(edition: Edition) -> None:
    fight = fight_of(edition, "")
    fight.rule("add goblin E1 for foes as brute")
    fight.push("a done")
    assert may(fight, "g done")
    assert may(fight, "brute done")
    fight.push("brute done")
    fight.push("h done")
    fight.push("g done")
    assert may(fight, "b done")


@pytest.mark.rule("AAC-010", "G-34")
def test_a_foe_that_comes_over_acts_after_the_last_of_its_new_side(edition: Edition) -> None:
    """It had no place in the order within the block, and needs one now."""
    fight = fight_of(edition, "> a done\n> g done\n> h done\n")
    fight.rule("side g party")
    seen = []
    for _ in range(6):
        for name in ("a", "b", "g", "h"):
            if may(fight, f"{name} done"):
                seen.append(name)
                fight.push(f"{name} done")
                break
    assert seen == ["b", "a", "h", "b", "g", "a"]


@pytest.mark.rule("AAC-010", "G-34")
def test_a_foe_under_a_spell_acts_in_the_last_place_of_the_side_it_fights_for(
    edition: Edition,
) -> None:
    """The block had a place, the unit had none; b is the last of the party."""
    cast = "> a cast g : dominate person\n! cast d6 6\n! cast d6 6\n! save d20 1\n> a done\n"
    fight = fight_of(edition, cast)
    seen = []
    for _ in range(7):
        name = next(name for name in ("a", "g", "b", "h") if may(fight, f"{name} done"))
        seen.append(name)
        fight.push(f"{name} done")
    assert seen == ["h", "g", "b", "a", "h", "g", "b"]
