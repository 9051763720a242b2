"""Spells and potions in files: the shipped ones, on sheets, and in the text of a set-up."""

from __future__ import annotations

import pytest
from tests.content.helpers import encounter, load, problems_of, units

from shieldwall.content import setup_from_text, setup_to_text
from shieldwall.content.combatants.creature_sheets import CREATURES, creature_sheet
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.problems import Problem
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.content.magic.primitives import AMOUNT_KIND
from shieldwall.content.magic.spells import (
    described_spell,
    shipped_potions,
    shipped_spells,
)
from shieldwall.engine.action_spec import FREE, MAIN
from shieldwall.engine.magic.spell_data import CREATURES as AIMED_AT_CREATURES
from shieldwall.engine.magic.spell_data import INSTANT, PHYSICAL, UP_TO_LEVEL
from shieldwall.engine.state.sheet import DEX, INT, MAGIC

COMBAT_SPELLS = {
    1: "arcane spark, blunt contact, dominate person, dominate sense, invisibility, sleep, speed, "
    "stasis, smite the dead",
    2: "dispel magic, elemental shield, haste, shield of daggers, vine growth, raise corpse, "
    "enfeebling wave, become element",
    3: "arctic circle, curse of boils, fear, magic bomb, elemental wall",
    4: "control wind, pull object, rewind, summon creature, calcify, elemental guardian",
    5: "call of the tomb, everlasting",
}


def test_the_thirty_combat_spells_are_shipped_each_of_its_level() -> None:
    shipped = {name: forms[0] for name, forms in shipped_spells().items() if not forms[0].art}
    assert len(shipped) == 30
    for level, names in COMBAT_SPELLS.items():
        for name in names.split(", "):
            assert shipped.pop(name).level == level, name
    assert shipped == {}


def test_every_spell_and_potion_says_what_it_does_and_where_its_figures_come_from() -> None:
    for name, forms in {**shipped_spells(), **shipped_potions()}.items():
        for spell in forms:
            assert spell.primitives, name
            assert spell.text.endswith("."), name
            assert spell.source, name


def test_only_four_spells_do_not_cost_a_main() -> None:
    others = {
        name: int(forms[0].cost)
        for name, forms in shipped_spells().items()
        if forms[0].cost != MAIN and not forms[0].art
    }
    assert others == {"speed": FREE, "stasis": FREE, "rewind": INSTANT, "everlasting": INSTANT}


def test_a_spell_in_the_file_becomes_what_the_engine_plays() -> None:
    spark = described_spell("arcane spark")
    assert (spark.aim, spark.save, spark.range_at(3)) == (AIMED_AT_CREATURES, PHYSICAL, 300)
    kill, damage = spark.primitives
    assert (kill.most_dice, kill.nameless) == (1, True)
    assert (damage.amount.dice_at(3), damage.amount.sides) == (3, 8)
    crush = described_spell("pull object").primitives[1]
    assert crush.least_dice == UP_TO_LEVEL


@pytest.mark.parametrize(
    ("text", "level", "dice", "plus"),
    [
        ("2d6", 5, 2, 0),
        ("1d8 per level", 5, 5, 0),
        ("1d6 per 2 levels", 5, 2, 0),
        ("1d6 per 2 levels", 1, 1, 0),
        ("1d6 + level", 5, 1, 5),
        ("1d4 + 1", 5, 1, 1),
        ("20 per level", 3, 0, 60),
        ("1 per 2 levels, rounded up", 5, 0, 3),
        ("3", 5, 0, 3),
    ],
)
def test_amounts_grow_with_the_level(text: str, level: int, dice: int, plus: int) -> None:
    amount = AMOUNT_KIND.parse(text, Place("f", []))
    assert amount is not None
    assert (amount.dice_at(level), amount.plus_at(level)) == (dice, plus)


@pytest.mark.parametrize("text", ["", "d6", "1d6 each level", "1d6 per 2", "level per level x"])
def test_an_amount_that_says_nothing_is_a_problem(text: str) -> None:
    problems: list[Problem] = []
    assert AMOUNT_KIND.parse(text, Place("f", problems)) is None
    assert "is not an amount such as" in problems[0].message


WITCH = (
    "creatures:\n"
    "  witch: {hd: 3, ac: 12, weapons: dagger, spells: [sleep, elemental wall, summon creature],\n"
    "    casts: 2, caster-level: 4, potions: potion of healing}\n"
)


def test_a_creature_casts_what_its_file_names_in_all_its_forms() -> None:
    sheet = load(sides=units("what: witch, at: A1"), more=WITCH).placements[0].sheet
    assert [spell.name for spell in sheet.spells] == [
        "sleep",
        "elemental wall (fire)",
        "elemental wall (water)",
        "elemental wall (air)",
        "elemental wall (earth)",
        "summon creature",
    ]
    assert (sheet.casts, sheet.caster_level, sheet.armoured) == (2, 4, False)
    assert [potion.name for potion in sheet.potions] == ["potion of healing"]
    plain = load(sides=units("what: orc, at: A1")).placements[0].sheet
    assert (plain.spells, plain.casts, plain.potions, plain.armoured) == ((), 0, (), True)


def test_a_set_up_with_spells_is_spelled_out_and_read_back() -> None:
    made = load(sides=units("what: witch, at: A1"), more=WITCH)
    text = setup_to_text(made)
    twin = setup_from_text(text)
    assert setup_to_text(twin) == text
    servant = twin.placements[0].sheet.spells[-1].primitives[0].sheet
    assert servant is not None
    assert (servant.name, servant.hp, servant.ac) == ("servitor", 20, 15)


def test_a_summoned_creature_has_neither_spells_nor_potions() -> None:
    """Otherwise a spell could summon a creature that casts the spell, without end."""
    problems: list[Problem] = []
    text = "imp: {hd: 1, ac: 12, weapons: dagger, spells: sleep}\n"
    found = CREATURES.read(parse_tree(text, "s.yaml"), Place("s.yaml", problems)) or {}
    sheet = creature_sheet("imp", found["imp"].value)
    assert sheet is not None
    assert sheet.spells == ()
    assert [one.message for one in problems] == [
        "a summoned creature has neither spells nor potions"
    ]


def test_what_cannot_be_cast_is_told_with_its_place() -> None:
    more = (
        "creatures:\n"
        "  witch: {hd: 3, ac: 12, weapons: dagger, spells: [slep], potions: [beer]}\n"
        "  liar: {hd: 3, ac: 12, weapons: dagger, casts: 2}\n"
    )
    told = problems_of(encounter(sides=units("what: witch, at: A1"), more=more))
    assert any("unknown spell 'slep'; did you mean sleep?" in line for line in told), told
    assert any("unknown potion 'beer'" in line for line in told), told
    assert any("there is nothing to cast" in line for line in told), told


def test_an_elemental_blast_is_a_weapon_with_the_level_for_an_attack_bonus() -> None:
    """50 ft a level, 1d6 + level and the better of INT and DEX; hit dice of 3 give attack 3."""
    more = (
        "creatures:\n"
        "  witch: {hd: 3, ac: 12, weapons: dagger, spells: elemental blast, caster-level: 5}\n"
    )
    sheet = load(sides=units("what: witch, at: A1"), more=more).placements[0].sheet
    assert sheet.spells == ()
    blast = sheet.weapons[-1]
    assert (blast.name, blast.dice, blast.sides, blast.bonus) == ("elemental blast", 1, 6, 5)
    assert (blast.normal_range, blast.long_range) == (250, 250)
    assert sheet.attack + blast.accuracy == 5
    assert (blast.attributes, blast.skill, blast.melee) == ((INT, DEX), MAGIC, False)
