"""The figures of a sheet: characters from their scores, creatures from their hit dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.content.helpers import load, units

from shieldwall.content import load_party
from shieldwall.content.combatants.character_figures import arithmetic, average_hp
from shieldwall.content.combatants.creatures import bestiary, shipped_creatures
from shieldwall.content.combatants.parties import ident_of
from shieldwall.content.formats.number_text import HitDice
from shieldwall.content.library import equipment
from shieldwall.engine.state.sheet import (
    ANY_AC,
    BRAWL,
    DEX,
    EXERT,
    HEAL,
    NO_RELOAD,
    RELOAD_BOW,
    RELOAD_CROSSBOW,
    SHOOT,
    SNEAK,
    STAB,
    STR,
    Sheet,
    Weapon,
)

SD, S, D = (STR, DEX), (STR,), (DEX,)

WEAPONS = {
    # name: damage, Shock, attributes, ranges, traits, encumbrance
    "hand axe": ((1, 6), (1, 15), SD, (10, 30), "T", 1),
    "war axe": ((1, 10), (3, 15), S, (0, 0), "2H", 2),
    "blackjack": ((1, 4), (0, 0), SD, (0, 0), "LL", 1),
    "large bow": ((1, 8), (0, 0), D, (100, 600), "2H R PM", 2),
    "small bow": ((1, 6), (0, 0), D, (50, 300), "2H R PM", 1),
    "club": ((1, 4), (0, 0), SD, (10, 30), "T LL", 1),
    "great club": ((1, 10), (2, 15), S, (0, 0), "2H", 2),
    "crossbow": ((1, 10), (0, 0), D, (100, 300), "2H SR PM", 1),
    "dagger": ((1, 4), (1, 15), SD, (30, 60), "T PM", 1),
    "polearm": ((1, 10), (2, 15), S, (0, 0), "2H L", 2),
    "great hammer": ((1, 10), (2, 18), S, (0, 0), "2H", 2),
    "mace": ((1, 6), (1, 18), S, (0, 0), "LL", 1),
    "military oil": ((1, 8), (1, 18), D, (20, 40), "T", 1),
    "shield bash": ((1, 4), (0, 0), SD, (0, 0), "LL", 1),
    "spear": ((1, 6), (2, 13), SD, (30, 60), "L T", 1),
    "throwing blade": ((1, 4), (0, 0), D, (30, 60), "T", 1),
    "sling": ((1, 4), (0, 0), D, (50, 300), "R", 1),
    "staff": ((1, 6), (1, 13), SD, (0, 0), "2H LL", 1),
    "stiletto": ((1, 4), (1, 18), D, (0, 0), "PM", 1),
    "great sword": ((1, 12), (2, 15), S, (0, 0), "2H", 2),
    "sword": ((1, 8), (2, 13), SD, (0, 0), "", 1),
    "short sword": ((1, 6), (2, 15), SD, (0, 0), "", 1),
    "unarmed": ((1, 2), (0, 0), SD, (0, 0), "LL", 0),
}


def test_the_list_of_weapons_is_that_of_the_book() -> None:
    assert list(equipment().weapons) == list(WEAPONS)
    for name, (dice, shock, attributes, ranges, traits, enc) in WEAPONS.items():
        spec = equipment().weapons[name]
        weapon = spec.weapon()
        marks = traits.split()
        assert weapon.name == name
        assert (weapon.dice, weapon.sides, weapon.bonus) == (*dice, 0), name
        assert (int(weapon.shock), int(weapon.shock_ac)) == shock, name
        assert weapon.attributes == attributes, name
        assert (int(weapon.normal_range), int(weapon.long_range)) == ranges, name
        assert weapon.two_handed == ("2H" in marks), name
        assert weapon.less_lethal == ("LL" in marks), name
        assert weapon.precise_murder == ("PM" in marks), name
        assert weapon.thrown == ("T" in marks), name
        assert weapon.reach_ft == (10 if "L" in marks else 5), name
        reload = RELOAD_CROSSBOW if "SR" in marks else RELOAD_BOW if "R" in marks else NO_RELOAD
        assert weapon.reload == reload, name
        assert spec.enc == enc, name
        shot = name in ("large bow", "small bow", "crossbow", "sling", "military oil")
        assert weapon.melee == (not shot), name
        skill = BRAWL if name == "unarmed" else SHOOT if shot else STAB
        assert weapon.skill == skill, name
        assert weapon.unarmed == (name == "unarmed")
        assert not weapon.natural
        assert weapon.magic == 0


def test_armour_is_that_of_the_book() -> None:
    armour = equipment().armour
    assert {name: piece.ac for name, piece in armour.items() if piece.ac} == {
        "none": 10, "leather": 12, "chain": 14, "plate": 16,
    }  # fmt: skip
    assert armour["shield"].shield == 1
    assert (armour["chain"].sneak, armour["chain"].exert) == (-2, 0)
    assert (armour["plate"].sneak, armour["plate"].exert) == (-3, -3)


def test_classes_are_those_of_the_book() -> None:
    classes = equipment().classes
    assert classes["warrior"].attack == tuple(range(1, 11))
    assert classes["expert"].attack == (0, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    assert classes["mage"].attack == (0, 0, 0, 0, 1, 1, 1, 1, 1, 2)
    assert classes["warrior/mage"].attack == (1, 2, 2, 3, 4, 5, 5, 6, 6, 7)
    assert [name for name, class_ in classes.items() if class_.killing_blow] == ["warrior"]


@pytest.mark.parametrize(
    ("score", "expected"), [(3, -2), (4, -1), (7, -1), (8, 0), (13, 0), (14, 1), (17, 1), (18, 2)]
)
def test_modifiers(score: int, expected: int) -> None:
    assert arithmetic().modifier(score) == expected


@pytest.mark.parametrize(
    ("class_", "con", "level", "expected"),
    [
        ("warrior", 0, 1, 5),  # 5.5
        ("warrior", 1, 2, 13),  # 2 x 6.5
        ("expert", 0, 3, 10),  # 3 x 3.5
        ("mage", 0, 1, 2),  # 1 1 2 3 4 5: 16/6
        ("mage", -2, 2, 3),  # 1 1 1 1 2 3: 2 x 9/6
    ],
)
def test_average_hit_points(class_: str, con: int, level: int, expected: int) -> None:
    assert average_hp(equipment().classes[class_].hp.die, con, level) == expected


def one(tmp_path: Path, text: str) -> Sheet:
    path = tmp_path / "one.yaml"
    path.write_text(f"characters:\n  - {{name: Ann, {text}}}\n")
    return load_party(str(path))[0].sheet


def weapon(sheet: Sheet, name: str) -> Weapon:
    return next(weapon for weapon in sheet.weapons if weapon.name == name)


def test_a_warriors_sheet(tmp_path: Path) -> None:
    ann = one(
        tmp_path,
        "class: warrior, level: 3, armour: plate, shield: yes, weapons: [sword, crossbow],"
        "attributes: {str: 18, dex: 14, con: 7, int: 3, wis: 10}, skills: {stab: 2, exert: 1}",
    )
    assert (ann.name, ann.named) == ("Ann", True)
    assert ann.attributes == (2, 1, -1, -2, 0, 0)
    assert (ann.ac, ann.shield) == (16 + 1 + 1, 1)
    assert ann.attack == 3
    assert ann.saves == (16 - 3 - 2, 16 - 3 - 1, 16 - 3 - 0)
    assert ann.hp == 13  # 3 x 4.5
    assert ann.hit_dice == 3
    assert (ann.skills[STAB], ann.skills[SHOOT], ann.skills[BRAWL]) == (2, -1, -1)
    assert (ann.skills[EXERT], ann.skills[SNEAK]) == (1 - 3, -1 - 3)
    assert [weapon.name for weapon in ann.weapons] == ["sword", "crossbow", "unarmed"]
    # Killing Blow: half the level, rounded up, to damage and to a Shock that is there.
    assert [(w.bonus, w.shock) for w in ann.weapons] == [(2, 4), (2, 0), (2, 0)]


def test_a_mages_sheet(tmp_path: Path) -> None:
    ann = one(
        tmp_path,
        "class: mage, weapons: staff, hp: 4, speed: 25, notes: tall,"
        "attributes: {str: 8, dex: 13, con: 9, int: 18, wis: 14, cha: 16}, skills: {magic: 1}",
    )
    assert (ann.ac, ann.shield, ann.attack, ann.hp, ann.speed_ft) == (10, 0, 0, 4, 25)
    assert ann.attributes == (0, 0, 0, 2, 1, 1)
    assert ann.saves == (15, 13, 13)
    assert [(w.name, w.bonus, w.shock) for w in ann.weapons] == [("staff", 0, 1), ("unarmed", 0, 0)]
    assert ann.notes == "tall"


def test_magic_arms(tmp_path: Path) -> None:
    scores = "attributes: {str: 10, dex: 10, con: 10, int: 10, wis: 10}"
    ann = one(
        tmp_path,
        f"class: expert, {scores}, weapons: +2 sword, armour: +1 leather, shield: +1 shield",
    )
    assert (ann.ac, ann.shield) == (13 + 2, 2)
    sword = ann.weapons[0]
    assert (sword.name, sword.magic, sword.bonus, sword.shock) == ("+2 sword", 2, 0, 2)


def test_the_adventurers() -> None:
    party = {member.ident: member.sheet for member in load_party("adventurers")}
    assert list(party) == ["alda", "brand", "cenric", "dunstan"]
    assert [sheet.ac for sheet in party.values()] == [15, 14, 13, 14]
    assert [sheet.hp for sheet in party.values()] == [13, 5, 7, 11]
    assert [sheet.attack for sheet in party.values()] == [2, 1, 1, 2]
    assert party["alda"].saves == (13, 14, 14)
    assert party["dunstan"].skills[HEAL] == 1
    assert all(sheet.weapons[-1].unarmed for sheet in party.values())
    assert [sheet.kit for sheet in party.values()] == [False, False, False, True]
    assert [weapon.name for weapon in party["alda"].weapons] == [
        "sword",
        "spear",
        "dagger",
        "unarmed",
    ]
    assert (party["alda"].stowed, party["alda"].constitution) == (1 << 2, 14)
    assert not any(sheet.creature for sheet in party.values())
    assert [sheet.luck for sheet in party.values()] == [1, 1, 0, 0]


def test_fists_can_be_what_one_fights_with(tmp_path: Path) -> None:
    scores = "attributes: {str: 10, dex: 10, con: 10, int: 10, wis: 10}"
    bare = one(tmp_path, f"class: expert, {scores}")
    assert [weapon.name for weapon in bare.weapons] == ["unarmed"]
    armed = one(tmp_path, f"class: expert, {scores}, weapons: unarmed, stowed: sword")
    assert [weapon.name for weapon in armed.weapons] == ["unarmed", "sword"]
    assert armed.stowed == 2


@pytest.mark.parametrize(
    ("dice", "hp", "attack", "save", "predator"),
    [
        (HitDice(1), 4, 1, 15, 1),
        (HitDice(1, bonus=-1), 3, 1, 15, 1),
        (HitDice(0, half=True), 2, 0, 15, 1),
        (HitDice(2, bonus=2), 11, 3, 14, 1),
        (HitDice(3), 13, 3, 14, 2),
        (HitDice(4, bonus=1), 19, 5, 13, 2),
        (HitDice(5), 22, 5, 13, 3),
    ],
)
def test_what_follows_from_hit_dice(
    dice: HitDice, hp: int, attack: int, save: int, predator: int
) -> None:
    assert (dice.average, dice.attack, dice.save, dice.predator_bonus) == (
        hp,
        attack,
        save,
        predator,
    )


def test_the_shipped_creatures() -> None:
    shared = {name for name, _ in bestiary()}
    creatures = {name: sheet for name, sheet in shipped_creatures().items() if name not in shared}
    assert sorted(creatures) == [
        "bandit", "bandit archer", "giant rat", "goblin", "goblin archer", "guard",
        "mercenary", "mercenary archer", "ogre", "orc", "sergeant", "skeleton", "veteran",
        "veteran archer", "wolf",
    ]  # fmt: skip
    assert {name for name, sheet in creatures.items() if sheet.disciplined} == {
        "sergeant", "veteran", "veteran archer",
    }  # fmt: skip
    assert {name for name, sheet in creatures.items() if sheet.fearless} == {
        "sergeant", "skeleton", "veteran", "veteran archer",
    }  # fmt: skip
    assert {name for name, sheet in creatures.items() if sheet.size == 2} == {"ogre"}
    for name, sheet in creatures.items():
        natural = name in ("wolf", "giant rat")
        assert sheet.weapons[-1].unarmed != natural, name
        assert all(weapon.natural == natural for weapon in sheet.weapons), name
        assert not sheet.named
        assert sheet.creature
        assert set(sheet.attributes) == {0}
    guard, sergeant = creatures["guard"], creatures["sergeant"]
    assert (guard.ac, guard.shield, guard.hp, guard.attack, guard.saves) == (
        15,
        1,
        4,
        1,
        (15, 15, 15),
    )
    assert (sergeant.ac, sergeant.hp, sergeant.attack, sergeant.saves[0]) == (17, 13, 3, 14)
    assert (sergeant.check, guard.check, set(sergeant.skills)) == (1, 0, {0})


def test_natural_weapons_of_predators_have_shock() -> None:
    bite = shipped_creatures()["wolf"].weapons[0]
    assert (bite.name, bite.dice, bite.sides, bite.bonus) == ("bite", 1, 6, 1)
    assert (bite.shock, bite.shock_ac, bite.skill) == (1, 13, BRAWL)
    rat = shipped_creatures()["giant rat"].weapons[0]
    assert (rat.bonus, rat.shock) == (0, 0)


@pytest.mark.parametrize(
    ("kind", "size", "expected"),
    [
        ("piercing", "man", 13),
        ("slashing", "man", 15),
        ("bludgeoning", "man", 18),
        ("piercing", "large", 15),
        ("slashing", "huge", 18),
        ("bludgeoning", "large", ANY_AC),
    ],
)
def test_shock_of_natural_weapons_by_type_and_size(kind: str, size: str, expected: int) -> None:
    more = (
        f"creatures: {{beast: {{hd: 5, size: {size}, predator: yes,\n"
        f"  natural: [{{name: limb, damage: 2d4+1, type: {kind}}}]}}}}\n"
    )
    limb = load(sides=units("what: wolf, at: H1, id: pup"), more=more)
    assert limb.title == "Test"
    setup = load("map:\n  squares: |\n" + "    ........\n" * 4, units("what: beast, at: A1"), more)
    weapon = setup.placements[0].sheet.weapons[0]
    assert (weapon.dice, weapon.sides, weapon.bonus) == (2, 4, 1 + 3)
    assert (weapon.shock, weapon.shock_ac) == (3, expected)


def test_a_predator_with_weapons_and_figures_that_are_given() -> None:
    more = (
        "creatures: {fiend: {hd: 3, predator: yes, weapons: [sword, sling], natural: [\n"
        "  {name: spit, damage: 1d4, type: piercing, range: 20/40},\n"
        "  {name: tail, damage: 1d4, type: slashing, shock: 5/-, reach: 10}],\n"
        "  stowed: club, routine: [tail, tail, sword],\n"
        "  hp: 30, ac: 15, shield: yes, attack: 6, save: 9, speed: 40, morale: 11,\n"
        "  height: 7, length: 3, breadth: 3, skill: -1, fearless: yes}}\n"
    )
    fiend = load(sides=units("what: fiend, at: A1"), more=more).placements[0].sheet
    assert (fiend.hp, fiend.ac, fiend.shield, fiend.attack, fiend.saves) == (
        30,
        15,
        1,
        6,
        (9, 9, 9),
    )
    assert (fiend.speed_ft, fiend.morale, fiend.fearless) == (40, 11, True)
    assert (fiend.height, fiend.length, fiend.breadth, fiend.size) == (7, 3, 3, 1)
    assert fiend.check == -1
    assert fiend.routine == (3, 3, 0)
    assert fiend.stowed == 1 << 4
    assert [w.name for w in fiend.weapons] == ["sword", "sling", "spit", "tail", "club", "unarmed"]
    assert [(w.bonus, w.shock) for w in fiend.weapons] == [
        (2, 4), (2, 0), (2, 2), (2, 5), (2, 0), (2, 0),
    ]  # fmt: skip
    assert [w.melee for w in fiend.weapons] == [True, False, False, True, True, True]
    tail = weapon(fiend, "tail")
    assert (tail.shock_ac, tail.reach_ft) == (ANY_AC, 10)


def test_a_creature_of_the_file_goes_before_a_shipped_one() -> None:
    more = "creatures: {orc: {hd: 2, weapons: club}}\n"
    orc = load(sides=units("what: orc, at: A1"), more=more).placements[0].sheet
    assert (orc.hit_dice, orc.weapons[0].name, orc.ac) == (2, "club", 10)


@pytest.mark.parametrize(
    ("name", "ident"),
    [("Alda", "alda"), ("Sir Étienne", "sir-etienne"), ("  O'Neil the 3rd ", "o-neil-the-3rd")],
)
def test_short_names(name: str, ident: str) -> None:
    assert ident_of(name) == ident
