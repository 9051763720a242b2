"""Each book's lists row by row, and the sums behind its characters at any level."""

from __future__ import annotations

from pathlib import Path

import pytest

from shieldwall.books import RULESETS
from shieldwall.content import ContentError, load_encounter, load_party
from shieldwall.content.combatants.character_figures import arithmetic
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.feats import shipped_feats
from shieldwall.content.combatants.items import shipped_items
from shieldwall.content.library import equipment, shipped
from shieldwall.content.magic.spells import shipped_potions, shipped_spells
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.attack.blow import THROWN
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.magic.spell_data import GLAMOUR, ITEM, RUNE, SPELL_SORT, UNDEAD
from shieldwall.engine.state.sheet import ROLES, Sheet
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind

DOLMENWOOD = RULESETS["dolmenwood"].book_folders
AACHEN = RULESETS["aachen"].book_folders
FIGHTER = (1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10)
CLERIC = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7)
FRIAR = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4)
CLASSES = {
    # name: hit die, a level beyond the tenth, attack, saves at level 1
    "fighter": (8, 2, FIGHTER, (12, 13, 14, 15, 16)),
    "hunter": (8, 2, FIGHTER, (12, 13, 14, 15, 16)),
    "knight": (8, 2, FIGHTER, (12, 13, 12, 15, 15)),
    "breggle": (6, 2, FIGHTER, (12, 13, 14, 15, 16)),
    "elf": (6, 1, FIGHTER, (12, 13, 14, 15, 16)),
    "cleric": (6, 1, CLERIC, (11, 12, 13, 16, 14)),
    "enchanter": (6, 1, CLERIC, (11, 12, 13, 16, 14)),
    "mossling": (6, 2, CLERIC, (11, 12, 13, 16, 14)),
    "bard": (6, 1, CLERIC, (13, 14, 13, 15, 15)),
    "grimalkin": (6, 1, CLERIC, (13, 14, 13, 15, 15)),
    "thief": (4, 1, CLERIC, (13, 14, 13, 15, 15)),
    "friar": (4, 1, FRIAR, (11, 12, 13, 16, 14)),
    "magician": (4, 1, FRIAR, (14, 14, 13, 16, 14)),
    "woodgrue": (6, 1, FRIAR, (11, 12, 13, 16, 14)),
}
WEAPONS = {
    # name: sides of the die, ranges
    "club": (4, ()), "dagger": (4, (10, 20, 30)), "javelin": (4, (30, 60, 90)),
    "sling": (4, (40, 80, 160)), "staff": (4, ()), "crossbow": (6, (80, 160, 240)),
    "hand axe": (6, (10, 20, 30)), "lance": (6, ()), "short bow": (6, (50, 100, 150)),
    "long bow": (6, (70, 140, 210)), "mace": (6, ()), "short sword": (6, ()),
    "spear": (6, (20, 40, 60)), "war hammer": (6, ()), "battle axe": (8, ()),
    "long sword": (8, ()), "polearm": (10, ()), "two-handed sword": (10, ()),
}  # fmt: skip

FROM_OTHER_LISTS = {"large bow": "long bow", "small bow": "short bow", "throwing blade": "dagger"}
"""Gear of creatures shared by several books, and its form in Dolmenwood."""


def one(tmp_path: Path, rules: str, facts: str) -> Sheet:
    """The sheet of a character with some facts, all scores 10 unless they are given."""
    scores = "" if "attributes" in facts else ", attributes: {str: 10, dex: 10, con: 10, int: 10,"
    tail = "" if not scores else " wis: 10, cha: 10}"
    path = tmp_path / "party.yaml"
    path.write_text(f"characters:\n  - {{name: Ann, {facts}{scores}{tail}}}\n", encoding="utf-8")
    return load_party(str(path), rules)[0].sheet


@pytest.mark.rule("DOL-028", "G-41", "G-52")
def test_no_unit_shoots_by_the_two_ranges_of_another_list_in_dolmenwood() -> None:
    """A bandit archer's small bow is a short bow there: 50, 100 and 150 ft."""
    weapons = equipment(DOLMENWOOD).weapons
    for name, like in FROM_OTHER_LISTS.items():
        ours, theirs = weapons[name].weapon(), weapons[like].weapon()
        for fact in ("dice", "sides", "shock", "normal_range", "medium_range", "long_range"):
            assert getattr(ours, fact) == getattr(theirs, fact), f"{fact} of a {name}"
    for name, sheet in shipped_creatures(DOLMENWOOD, RULESETS["dolmenwood"].family).items():
        for weapon in sheet.weapons:
            if weapon.ranged and not weapon.natural:
                assert weapon.medium_range > weapon.normal_range, f"{name}: {weapon.name}"


@pytest.mark.rule("G-41")
def test_dolmenwood_has_the_customary_weapons_and_armour() -> None:
    weapons = equipment(DOLMENWOOD).weapons
    for name, (sides, ranges) in WEAPONS.items():
        weapon = weapons[name].weapon()
        assert (weapon.dice, weapon.sides, weapon.shock) == (1, sides, 0), name
        bands = (int(weapon.normal_range), int(weapon.medium_range), int(weapon.long_range))
        assert bands == (ranges or (0, 0, 0)), name
    extra = {"flail", "oil flask", "holy water", "torch", "unarmed"}
    assert set(weapons) == {*WEAPONS, *FROM_OTHER_LISTS, *extra}
    armour = equipment(DOLMENWOOD).armour
    bodies = {name: piece.ac for name, piece in armour.items() if piece.ac}
    assert bodies == {"none": 10, "leather": 12, "chain": 14, "plate": 16}
    assert armour["shield"].shield == 1
    large = ("battle axe", "crossbow", "long bow", "short bow", "polearm", "two-handed sword")
    assert all(weapons[name].grip.two_handed for name in large)
    assert {name for name, spec in weapons.items() if spec.grip.melee and spec.ranges.thrown} == {
        "dagger", "hand axe", "spear",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_dolmenwoods_classes_by_level(name: str, tmp_path: Path) -> None:
    die, beyond, attack, saves = CLASSES[name]
    class_ = equipment(DOLMENWOOD).classes[name]
    assert (class_.hp.die.count, class_.hp.die.sides, class_.hp.die.bonus) == (1, die, 0)
    assert class_.attack == attack
    steps = CLERIC if name == "woodgrue" else attack
    for level in (1, 4, 10, 15):
        sheet = one(tmp_path, "dolmenwood", f"class: {name}, level: {level}")
        better = steps[level - 1] - steps[0]
        assert sheet.attack == attack[level - 1]
        assert sheet.saves == tuple(save - better for save in saves)
        dice = min(level, 10)
        assert sheet.hp == dice * (die + 1) // 2 + (level - dice) * beyond
        assert sheet.hit_dice == level
    assert set(equipment(DOLMENWOOD).classes) == set(CLASSES)


@pytest.mark.parametrize(
    ("score", "expected"),
    [(3, -3), (4, -2), (5, -2), (6, -1), (8, -1), (9, 0), (12, 0), (13, 1), (15, 1), (16, 2),
     (17, 2), (18, 3)],
)  # fmt: skip
def test_dolmenwoods_modifiers(score: int, expected: int) -> None:
    assert arithmetic(DOLMENWOOD).modifier(score) == expected


@pytest.mark.parametrize(
    ("book", "score", "expected"),
    [(book, score, expected) for book in ("sovereign", "aachen-early")
     for score, expected in ((3, -2), (4, -1), (7, -1), (8, 0), (13, 0), (14, 1), (18, 2))],
)  # fmt: skip
def test_the_others_have_smaller_modifiers(book: str, score: int, expected: int) -> None:
    assert arithmetic(RULESETS[book].book_folders).modifier(score) == expected


def test_a_dolmenwood_sheet_from_head_to_foot(tmp_path: Path) -> None:
    """Knight 5: attack 3; plate 16, DEX +1, shield +1, ring +1; 5d8 and CON +2 each; saves 2
    better, and the ring's 1; WIS -1 against magic; load 7, so 20 ft."""
    scores = "{str: 16, dex: 13, con: 16, int: 9, wis: 8, cha: 12}"
    facts = (
        f"class: knight, level: 5, attributes: {scores}, armour: plate, shield: yes,"
        " weapons: [+1 long sword, polearm], items: [ring of warding]"
    )
    sheet = one(tmp_path, "dolmenwood", facts)
    assert (sheet.attack, sheet.ac, sheet.hp) == (3, 19, 32)
    assert sheet.saves == (9, 10, 9, 12, 12)
    assert sheet.attributes == (2, 1, 2, 0, -1, 0)
    assert (sheet.speed_ft, sheet.abilities.amount("magic_save")) == (20, -1)
    assert (sheet.weapons[0].magic, sheet.turning) == (1, 0)


@pytest.mark.parametrize(
    ("facts", "speed"),
    [
        ("armour: leather, weapons: [short sword, dagger]", 40),  # 3
        ("armour: chain, weapons: [short sword, dagger]", 30),  # 4
        ("armour: chain, shield: yes, weapons: [polearm]", 30),  # 5
        ("armour: plate, shield: yes, weapons: [polearm, dagger]", 20),  # 7
        ("armour: plate, shield: yes, weapons: [polearm, dagger, club]", 10),  # 8
        ("armour: plate, shield: yes, weapons: [polearm, dagger, club], speed: 40", 40),
        ("items: [boots of striding]", 50),
    ],
)
def test_a_load_slows_in_dolmenwood(facts: str, speed: int, tmp_path: Path) -> None:
    assert one(tmp_path, "dolmenwood", f"class: fighter, {facts}").speed_ft == speed


def test_a_load_slows_no_unit_elsewhere(tmp_path: Path) -> None:
    heavy = "armour: plate, shield: yes, weapons: [polearm, dagger, club]"
    assert one(tmp_path, "sovereign", f"class: warrior, {heavy}").speed_ft == 30


@pytest.mark.parametrize(
    ("book", "facts", "level", "attack", "hp", "saves"),
    [
        # 1d6+2 a level and CON +1; 16 less the level less the better of each pair.
        ("sovereign", "class: warrior", 7, 7, 7 * 6.5, (8, 9, 9)),
        ("sovereign-early", "class: expert/mage", 10, 5, 10 * 4.5, (5, 6, 6)),
        ("aachen", "class: caster", 9, 3, 9 * 3.5, (6, 7, 7, 7)),
        ("aachen-early", "class: fighter/caster", 4, 3, 4 * 5.5, (11, 12, 12, 12)),
    ],
)
def test_the_sums_of_the_other_books(
    book: str,
    facts: str,
    level: int,
    attack: int,
    hp: float,
    saves: tuple[int, ...],
    tmp_path: Path,
) -> None:
    scores = "{str: 10, dex: 10, con: 14, int: 10, wis: 10, cha: 10}"
    sheet = one(tmp_path, book, f"{facts}, level: {level}, attributes: {scores}")
    assert (sheet.attack, sheet.hp, sheet.saves) == (attack, int(hp), saves)


def test_a_level_the_book_does_not_have_is_refused(tmp_path: Path) -> None:
    assert one(tmp_path, "dolmenwood", "class: fighter, level: 15").attack == 10
    with pytest.raises(ContentError, match="this book goes up to level 10"):
        one(tmp_path, "aachen", "class: fighter, level: 11")


def test_a_full_mage_has_the_casts_of_its_level(tmp_path: Path) -> None:
    casts = [
        one(tmp_path, "sovereign", f"class: mage, level: {level}, spells: sleep").casts
        for level in (1, 3, 10)
    ]
    assert casts == [1, 2, 6]
    assert one(tmp_path, "sovereign", "class: mage, level: 3, spells: sleep, casts: 4").casts == 4
    assert one(tmp_path, "sovereign", "class: expert/mage, level: 9, spells: sleep").casts == 1


def test_magic_of_dolmenwood_comes_in_sorts(tmp_path: Path) -> None:
    own = {name: forms[0] for name, forms in shipped_spells(DOLMENWOOD).items()}
    common = shipped_spells()
    sorts = {spell.sort for name, spell in own.items() if name not in common}
    assert sorts == {SPELL_SORT, RUNE, GLAMOUR}
    assert all(own[name].text and own[name].source for name in own)
    twice = "spells: [mend flesh, mend flesh]"
    assert len(one(tmp_path, "dolmenwood", f"class: cleric, level: 3, {twice}").spells) == 2
    assert len(one(tmp_path, "sovereign", "class: mage, spells: [sleep, sleep]").spells) == 1
    assert one(tmp_path, "dolmenwood", "class: cleric, level: 3").turning == 3


def test_a_wand_holds_its_charges(tmp_path: Path) -> None:
    facts = "class: magician, level: 3, spells: drowse, items: [wand of bolts, staff of mending]"
    spells = one(tmp_path, "dolmenwood", facts).spells
    assert [spell.name for spell in spells if spell.sort == ITEM] == [
        *["wand of bolts"] * 6, *["staff of mending"] * 3,
    ]  # fmt: skip
    assert {int(spell.uses) for spell in spells if spell.sort == ITEM} == {1}


def test_what_items_give(tmp_path: Path) -> None:
    def bearer(item: str, more: str = "") -> Sheet:
        return one(tmp_path, "sovereign", f"class: warrior, items: [{item}]{more}")

    assert (bearer("ring of strong warding").ac, bearer("ring of strong warding").saves) == (
        12, (13, 13, 13),
    )  # fmt: skip
    assert (bearer("cloak of warding").ac, bearer("cloak of warding").saves[0]) == (10, 14)
    assert bearer("bracers of hardness").ac == 14
    assert bearer("bracers of hardness", ", armour: leather").ac == 12
    assert bearer("gauntlets of might").abilities.amount("melee_damage") == 1
    assert bearer("amulet of defiance").abilities.amount("save_once")
    assert (bearer("everburning torch").light_ft, bearer("lenses of dusk").darkvision_ft) == (
        30,
        60,
    )
    assert len(bearer("wand of bolts").spells) == 6
    with pytest.raises(ContentError, match="did you mean ring of warding"):
        bearer("ring of wardings")


def test_every_shelf_has_what_it_ships() -> None:
    for book in RULESETS.values():
        known = equipment(book.book_folders)
        assert known.weapons
        assert known.classes
        assert shipped_items(book.book_folders)
        assert shipped_potions(book.book_folders)
        assert shipped_feats(book.book_folders) or book.family == "aachen"


def test_oil_burns_for_a_second_round_and_holy_water_is_for_the_undead() -> None:
    for book_folders, name in ((("",), "military oil"), (DOLMENWOOD, "oil flask")):
        oil = equipment(book_folders).weapons[name].weapon()
        (rider,) = oil.riders
        assert (oil.dice, oil.sides, rider.onset.plus) == (1, 8, 1)
        amount = rider.spell.primitives[0].amount
        assert (amount.dice, amount.sides) == (1, 8)
    assert equipment(DOLMENWOOD).weapons["holy water"].weapon().harms == UNDEAD


@pytest.mark.parametrize("book", sorted(RULESETS))
def test_eight_ready_characters_and_more_for_each_book(book: str) -> None:
    parties = {name: load_party(name, book) for name in shipped("parties")}
    levels = {member.sheet.hit_dice for party in parties.values() for member in party}
    assert levels == {1, 2, 3, 5}
    assert sum(len(party) for party in parties.values()) >= 24
    for name in ("novices", "company", "champions"):
        roles = {member.sheet.temperament for member in parties[name]}
        assert {"guardian", "striker", "archer", "healer"} <= roles <= {*ROLES, ""}
        assert [member.ident for member in parties[name]] == [
            "maud", "osric", "fenn", "pip", "ysolt", "corvin",
        ]  # fmt: skip
    saves = {len(member.sheet.saves) for party in parties.values() for member in party}
    assert saves == {{"sovereign": 3, "aachen": 4, "dolmenwood": 5}[RULESETS[book].family]}


def test_an_encounter_is_played_with_the_people_of_the_book() -> None:
    for book in RULESETS:
        setup = load_encounter("yard", book)
        alda = setup.placements[0].sheet
        assert alda.name == "Alda"
        assert len(alda.saves) == len(load_party("adventurers", book)[0].sheet.saves)
        assert setup_to_text(setup_from_text(text := setup_to_text(setup))) == text
    assert load_encounter("yard", "dolmenwood").placements[0].sheet.weapons[0].name == "long sword"
    assert load_encounter("ford").placements[0].sheet.weapons[0].name == "broad spear"
    assert load_encounter("ford", "sovereign").placements[0].sheet.weapons[0].name == "spear"


def test_holy_water_does_nothing_to_the_living() -> None:
    water = equipment(DOLMENWOOD).weapons["holy water"].weapon()
    reasons = []
    for name in ("troll-gate", "crypt"):
        setup = load_encounter(name)
        minds = [make_mind() for _ in seat_names(setup)]
        battle = Fight(setup, seed=3).from_here(Live(Dice(1), minds))
        units = battle.state.units
        foe = next(unit for unit in units if unit.side == 1)
        refusal = why_no_attack(battle, units[0], foe, water, THROWN)
        reasons.append("" if refusal is None else refusal.reason)
    assert reasons[0] == "harmless"
    assert reasons[1] != "harmless"
