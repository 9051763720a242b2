"""Undead and constructs never break, because of what they are (SOV-143)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.minds.thinking import chosen
from tests.open_scene import play_open
from tests.scene import fighter, foe, play, told, unit

from shieldwall.books import RULESETS
from shieldwall.content import read_encounter
from shieldwall.content.combatants.creatures import changed, shipped_creatures
from shieldwall.engine.state.sheet import KIN_NAMES, STR, Sheet, Weapon, make_weapon
from shieldwall.fight import Fight

CONSTRUCT = 1 << KIN_NAMES.index("construct")
UNDEAD = 1 << KIN_NAMES.index("undead")
BEAST = 1 << KIN_NAMES.index("beast")

EDITIONS = ("sovereign", "sovereign-early")


def hurt(g: Sheet, rules: str = "sovereign", lost: int = 8, attack: int = 30) -> Fight:
    """`g` has 10 HP and loses 8 of them."""
    return play(
        """
        . . . . .
        . a g . .
        . . . . .
        """,
        f"> a attack g with sword\n! attack d20 15\n! damage d8 {lost}\n",
        rules=rules,
        a=fighter(hp=40, attack=attack),
        g=g,
    )


@pytest.mark.rule("SOV-143", "SVE-021")
@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("facts", "breaks"),
    [
        ({"undead": True}, False),
        ({"kin": UNDEAD}, False),
        ({"kin": CONSTRUCT}, False),
        ({"kin": BEAST}, True),
        ({}, True),
    ],
)
def test_what_has_no_life_to_lose_is_not_shaken_by_wounds(
    rules: str, facts: dict[str, object], breaks: bool
) -> None:
    fight = hurt(foe(hp=10, creature=True, **facts), rules)
    assert unit(fight, "g").hp == 2
    assert unit(fight, "g").broken == breaks
    assert told(fight, "breaks") == (["breaks unit=g why=wounds"] if breaks else [])


@pytest.mark.rule("SOV-143", "SOV-145")
@pytest.mark.parametrize("facts", [{"undead": True}, {"kin": CONSTRUCT}, {}])
def test_nor_by_the_losses_of_its_group_with_a_map_or_without(facts: dict[str, object]) -> None:
    tape = "> a attack h with sword\n! attack d20 15\n! damage d8 8\n"
    sheets: dict[str, Any] = {
        "a": fighter(hp=40),
        "g": foe(hp=10, creature=True, **facts),
        "h": foe(hp=4, creature=True, **facts),
    }
    drawn = play("a h . g", tape, **sheets)
    mapless = play_open("a 60, h 65, g 80", tape, engaged="a-h", **sheets)
    for fight in (drawn, mapless):
        assert unit(fight, "g").broken == (not facts)
        assert told(fight, "breaks") == ([] if facts else ["breaks unit=g why=losses"])


def magic_sword() -> Weapon:
    """Some of them are hurt by nothing else."""
    return make_weapon("magic sword", 1, 8, magic=1, attributes=(STR,))


def shaken(g: Sheet, rules: str) -> Fight:
    """`g` is left with half its HP or less."""
    cut = changed(g, None, 8)
    return play(
        ". . . .\n. a g .\n. . . .",
        "> a attack g with magic sword\n! attack d20 19\n! damage d8 5\n",
        rules=rules,
        a=fighter(hp=40, attack=30, weapons=(magic_sword(),)),
        g=cut,
    )


@pytest.mark.rule("SOV-143", "SVE-021")
@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("name", ["ghoul", "gargoyle", "zombie", "orc"])
def test_shipped_undead_and_constructs_fight_on(rules: str, name: str) -> None:
    book = RULESETS[rules]
    fight = shaken(shipped_creatures(book.book_folders, book.family)[name], rules)
    assert unit(fight, "g").hp == 2
    assert unit(fight, "g").broken == (name == "orc")


HOME_MADE = """
title: Home-made
rules: sovereign
map:
  squares: |
    ........
sides:
  - {name: left, units: [{what: revenant, at: A1}, {what: clockwork, at: B1}]}
  - {name: right, units: [{what: brigand, at: H1}]}
creatures:
  revenant: {hd: 3, ac: 12, undead: yes, weapons: sword}
  clockwork: {hd: 3, ac: 12, kin: construct, weapons: sword}
  brigand: {hd: 3, ac: 12, weapons: sword}
"""


@pytest.mark.rule("SOV-143")
def test_a_home_made_creature_needs_no_flag() -> None:
    made = [placed.sheet for placed in read_encounter(HOME_MADE, "home.yaml").placements]
    assert [unit(shaken(one, "sovereign"), "g").broken for one in made] == [False, False, True]


@pytest.mark.rule("SOV-143")
@pytest.mark.parametrize("temperament", ["coward", "beast", "cunning", "rabble"])
def test_no_temperament_makes_them_flee(temperament: str) -> None:
    """A mind that would run to save its skin has none to save."""

    def answer(**facts: object) -> str:
        fight = hurt(foe(hp=10, creature=True, temperament=temperament, **facts), lost=8)
        fight.push("a done")
        return chosen(fight, mind="natural")

    assert answer(undead=True) == "g attack a with sword"
    assert answer(kin=CONSTRUCT) == "g attack a with sword"
    assert answer() != "g attack a with sword"
