"""A creature's figures in every book: saves, attack, speed, Shock. Figures in the file are kept."""

from __future__ import annotations

import pytest

from shieldwall.books import RULESETS
from shieldwall.content.combatants.conversion import Conversion
from shieldwall.content.combatants.conversion_file import conversion_for
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.encounters import read_encounter
from shieldwall.content.formats.number_text import HitDice
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.sheet import Sheet


def troll(book: str) -> Sheet:
    rules = RULESETS[book]
    return shipped_creatures(rules.book_folders, rules.family)["troll"]


@pytest.mark.parametrize(
    ("book", "attack", "saves", "speed", "claw"),
    [
        ("sovereign", 7, (12, 12, 12), 40, (3, 3, 18)),
        ("sovereign-early", 7, (12, 12, 12), 40, (3, 3, 18)),
        ("aachen", 6, (12, 12, 12, 12), 40, (0, 0, 0)),
        ("aachen-early", 6, (12, 12, 12, 12), 40, (0, 0, 0)),
        ("dolmenwood", 6, (9, 10, 11, 12, 13), 55, (0, 0, 0)),
    ],
)
def test_a_troll_by_every_book(
    book: str, attack: int, saves: tuple[int, ...], speed: int, claw: tuple[int, ...]
) -> None:
    found = troll(book)
    weapon = found.weapons[0]
    assert (found.attack, found.saves, found.speed_ft) == (attack, saves, speed)
    assert [weapon.bonus, weapon.shock, weapon.shock_ac] == list(claw)
    assert [found.hp, found.ac, found.morale, found.hit_dice] == [30, 15, 10, 6]
    assert int(found.abilities.amount("regeneration")) == 3


@pytest.mark.parametrize(
    ("dice", "sovereign", "dolmenwood", "saves"),
    [
        (HitDice(0, half=True), 0, 0, (12, 13, 14, 15, 16)),
        (HitDice(1, bonus=-1), 1, 0, (12, 13, 14, 15, 16)),
        (HitDice(1), 1, 0, (12, 13, 14, 15, 16)),
        (HitDice(4), 4, 3, (10, 11, 12, 13, 14)),
        (HitDice(4, bonus=1), 5, 4, (10, 11, 12, 13, 14)),
        (HitDice(8), 8, 7, (8, 9, 10, 11, 12)),
        (HitDice(9), 9, 7, (7, 8, 9, 10, 11)),
        (HitDice(12), 12, 9, (5, 6, 7, 8, 9)),
        (HitDice(20), 20, 13, (3, 4, 5, 6, 7)),
    ],
)
def test_attack_and_saves_by_hit_dice(
    dice: HitDice, sovereign: int, dolmenwood: int, saves: tuple[int, ...]
) -> None:
    assert conversion_for("sovereign").attack(dice) == sovereign
    assert conversion_for("dolmenwood").attack(dice) == dolmenwood
    assert conversion_for("dolmenwood").saving(dice, None) == saves


def test_a_save_that_is_given_shifts_all_five_and_is_kept_by_the_others() -> None:
    dice = HitDice(4)
    assert conversion_for("sovereign").saving(dice, 11) == (11, 11, 11)
    assert conversion_for("dolmenwood").saving(dice, 11) == (8, 9, 10, 11, 12)
    assert conversion_for("dolmenwood").saving(HitDice(15), 2) == (2, 2, 2, 2, 2)


@pytest.mark.parametrize(
    ("speed", "feet"), [(0, 0), (5, 5), (10, 15), (20, 25), (30, 40), (40, 55)]
)
def test_speeds_by_dolmenwood_are_four_thirds_to_the_nearest_five_feet(
    speed: int, feet: int
) -> None:
    assert conversion_for("dolmenwood").feet(speed) == feet
    assert conversion_for("sovereign").feet(speed) == speed


def test_wings_are_converted_as_feet_are() -> None:
    rules = RULESETS["dolmenwood"]
    assert (
        shipped_creatures(rules.book_folders, rules.family)["griffon"].abilities.amount("flight")
        == 160
    )


def test_an_edition_and_a_house_rule_convert_as_the_book_they_are_made_from() -> None:
    house = RULESETS["dolmenwood"].but("house", "House rules", Dial("initiative_die", 8, "DOL-001"))
    assert house.family == "dolmenwood"
    assert conversion_for(house.family) is conversion_for("dolmenwood")
    assert conversion_for(house.family).saves == 5
    assert conversion_for("anything else") == Conversion()


ENCOUNTER = """
title: Test
rules: {rules}
map:
  squares: |
    ........
    ........
creatures:
  guardian: {{hd: 4, ac: 15, speed: 40, attack: 6, predator: yes,
    natural: [{{name: fist, damage: 1d10, type: bludgeoning}}]}}
sides:
  - {{name: left, units: [{{what: guardian, at: A1}}]}}
  - {{name: right, units: [{{what: lion, at: F1}}]}}
"""


def test_an_encounter_is_converted_by_its_rules_and_what_a_file_gives_is_kept() -> None:
    setup = read_encounter(ENCOUNTER.format(rules="dolmenwood"), "e.yaml")
    guardian, lion = (placement.sheet for placement in setup.placements)
    assert (guardian.attack, guardian.speed_ft, len(guardian.saves)) == (6, 55, 5)
    assert guardian.weapons[0].shock == 0
    assert (lion.attack, lion.speed_ft, lion.weapons[0].shock) == (4, 65, 0)
    by_sovereign = read_encounter(ENCOUNTER.format(rules="dolmenwood"), "e.yaml", rules="sovereign")
    assert by_sovereign.placements[0].sheet.saves == (13, 13, 13)
    assert by_sovereign.placements[0].sheet.weapons[0].shock == 2
