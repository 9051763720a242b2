"""One-line and one-figure-a-line blocks of older games. All creatures our own."""

from __future__ import annotations

from typing import Any

import pytest

from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.exchange.fifth.improved_initiative import plain_form
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.exchange.old_school.paired_blows import paired_blows

OGRE = """Fen Ogre
CLIMATE/TERRAIN: Any marsh
FREQUENCY: Common
ACTIVITY CYCLE: Any
NO. APPEARING: 1 or 2-20
ARMOR CLASS: 5
MOVEMENT: 9, Fl 15 (C)
HIT DICE: 4+1
THAC0: 17
NO. OF ATTACKS: 3
DAMAGE/ATTACK: 1-4/1-4/1-10
SPECIAL ATTACKS: Steals hats
SPECIAL DEFENSES: Nil
MAGIC RESISTANCE: Nil
SIZE: L (9'+ tall)
MORALE: Steady (11-12)
"""
WARRIOR = """Bog Brute, 1st-Level Warrior
Large Humanoid (Brute)
Hit Dice: 4d8+8 (26 hp)
Initiative: +0
Speed: 40 ft. (8 squares)
Armor Class: 16 (-1 size, +7 natural), touch 9, flat-footed 16
Base Attack/Grapple: +3/+12
Attack: Greatclub +8 melee (2d8+7) or javelin +1 ranged (1d8+5)
Full Attack: 2 claws +8 melee (1d6+5/19-20) and bite +3 melee (1d8+2) or javelin +1 ranged (1d8+5)
Space/Reach: 10 ft./10 ft.
Special Attacks: Rage of the bog
Special Qualities: -
Saves: Fort +6, Ref +0, Will +3
"""
HUNTER = """Fen Hunter CR 3
XP 800
CE Medium humanoid (human)
Init +2; Senses Perception +5
AC 15, touch 12, flat-footed 13 (+3 armor, +2 Dex)
hp 27 (5d8+5)
Fort +4, Ref +6, Will +2
Speed 30 ft.
Melee longsword +5/+0 (1d8+1/19-20)
Ranged longbow +6 (1d8/x3)
Base Atk +3; CMB +4; CMD 16
"""
NEAR = """BOG APE
A pale brute of the fens.
AC 13, HP 19, ATK 2 fist +4 (1d6) or 1 rock (far) +4 (2d6), MV near (climb), S +3,
D +1, C +1, I -2, W +1, Ch -2, AL N, LV 4
Bellow. In place of attacks, all who hear it
flee for 1d4 rounds.

TAR MOTH
AC 12 (leather), HP 4, ATK 1 bite +2 (1d4 + poison), MV double near (fly), S -2, D +2, C +0, I -3, W +1, Ch -3, AL N, LV 1

Poison. DC 12 CON or paralyzed 1d4 rounds.
"""  # noqa: E501


def forms_of(text: str) -> list[dict[str, Any]]:
    """The creatures of the file that an import writes, as plain values."""
    made = import_text("", text, "there.txt", Choices())
    (file,) = made.files
    return [{"name": name, **form} for name, form in plain_form(parse_tree(file.text, "f")).items()]


def form_of(text: str) -> dict[str, Any]:
    (form,) = forms_of(text)
    return form


def blows(form: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each["name"], each["damage"]) for each in form.get("natural", [])]


def left_of(text: str) -> list[str]:
    made = import_text("", text, "there.txt", Choices())
    return [told for each in made.summary.creatures for told in each.left]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Armour counted down from 9, moves in inches.
        ('1. 1-4 Mire Hunters, AC 6, HD 1, #AT 1, D 1-6, Mv 9"',
         {"name": "Mire Hunter", "hd": "1", "ac": "13", "speed": "30"}),
        ("Bog Goblins (6) [AL C, MV 60' (20'), AC 6, HD 1-1, #AT 1, DG 1d6 or weapon, ML 7]",
         {"name": "Bog Goblin", "hd": "1-1", "ac": "13", "speed": "20", "morale": "7"}),
        # Armour counted down from 10.
        ("Fen Ogre: AC 5; MV 9; HD 4+1; hp 23; THAC0 17; #AT 1; Dmg 1d10; SZ L (9' tall);"
         " ML 12 (steady); AL CE",
         {"name": "Fen Ogre", "hd": "4+1", "hp": "23", "ac": "15", "attack": "3", "speed": "30",
          "size": "large", "morale": "7"}),
        # Armour counted up from 0, feet a turn, morale as a bonus.
        ("Bog Goblin: Move 60', AC 3, HD 1-1, hp 4, #AT 1 (weapon), Dmg 1d6, Save F0, ML -1",
         {"name": "Bog Goblin", "ac": "13", "speed": "20", "morale": "6"}),
        ("Bog Goblin: Armor 15, 1 Hit Die, 5hp, short sword (1d6), Move 90', Morale 8",
         {"name": "Bog Goblin", "hd": "1", "hp": "5", "ac": "15", "speed": "30", "morale": "8",
          "weapons": ["short sword"]}),
        ("Fen Troll: HD 6+3; AC 4[15]; Atk 2 claws (1d4), 1 bite (1d8); Move 12; Save 11;"
         " CL/XP 8/800; Special: regenerates 3 hp/round.",
         {"hd": "6+3", "ac": "15", "speed": "40", "save": "11", "regenerates": {"hp": "3"},
          "routine": ["claw", "claw", "bite"]}),
        ("Bog Orc: AL CE, MV 30, DX 10, AC 6, HD 1, #A 1/1, D 1d6 (weapon), SV 16, ML 8",
         {"speed": "30", "ac": "14", "save": "16", "morale": "8"}),
    ],
)  # fmt: skip
def test_lines_of_older_games(text: str, expected: dict[str, Any]) -> None:
    form = form_of(text)
    got = {key: form.get(key) for key in expected}
    assert got == expected


def test_labels_in_capitals_give_armour_from_10_three_different_blows_and_a_flying_speed() -> None:
    form = form_of(OGRE)
    assert (form["name"], form["hd"], form["ac"], form["attack"]) == ("Fen Ogre", "4+1", "15", "3")
    assert (form["speed"], form["flies"], form["size"]) == ("30", "50", "large")
    assert form["morale"] == "7"
    assert blows(form) == [("weapon", "1d4"), ("weapon 2", "1d10")]
    assert form["routine"] == ["weapon", "weapon", "weapon 2"]
    left = left_of(OGRE)
    assert "traits: SPECIAL ATTACKS: Steals hats" in left
    assert not any("FREQUENCY" in told or "Nil" in told for told in left)


def test_a_block_that_starts_with_a_figure_has_no_name() -> None:
    assert form_of(OGRE.removeprefix("Fen Ogre\n"))["name"] == "nameless"


def test_attacks_with_their_own_bonus_have_kind_reach_and_number() -> None:
    form = form_of(WARRIOR)
    assert (form["name"], form["hd"], form["hp"]) == ("Bog Brute, 1st-Level Warrior", "4+8", "26")
    assert (form["ac"], form["speed"], form["size"], form["save"]) == ("16", "40", "large", "12")
    assert form["attack"] == "8"
    claw, bite, javelin = form["natural"]
    assert (claw["name"], claw["damage"], claw["reach"]) == ("claw", "1d6+5", "10")
    assert (bite["name"], bite["damage"], bite["to-hit"]) == ("bite", "1d8+2", "-5")
    assert (javelin["range"], javelin["to-hit"]) == ("30/60", "-7")
    assert form["routine"] == ["claw", "claw", "bite"]
    assert any("Rage of the bog" in told for told in left_of(WARRIOR))


def test_a_second_attack_at_a_lower_bonus_is_an_attack_and_is_reported() -> None:
    form = form_of(HUNTER)
    assert (form["name"], form["hd"], form["hp"], form["save"]) == ("Fen Hunter", "5+5", "27", "11")
    sword = next(each for each in form["natural"] if each["name"] == "longsword")
    assert sword["damage"] == "1d8+1"
    bow = next(each for each in form["natural"] if each["name"] == "longbow")
    assert bow["range"]
    assert form["routine"] == ["longsword", "longsword"]
    assert any("+5/+0" in told for told in left_of(HUNTER))


def test_dungeon_lines_with_action_dice_give_several_attacks_and_a_shot() -> None:
    form = form_of(
        "Bog Beast: Init +1; Atk spear +0 melee (1d6) or darts +1 missile fire (1d3); AC 8;"
        " HD 2d8; hp 9; MV 10' or fly 150'; Act 2d20; SP infravision; SV Fort +1, Ref +1,"
        " Will -2; AL C."
    )
    assert (form["name"], form["hd"], form["hp"], form["ac"]) == ("Bog Beast", "2", "9", "8")
    assert (form["speed"], form["flies"], form["save"]) == ("10", "150", "15")
    assert form["weapons"] == ["spear"]
    assert form["routine"] == ["spear", "spear"]
    assert form["natural"][0]["range"] == "30/60"


def test_near_and_far_are_feet_and_abilities_belong_to_their_creature() -> None:
    ape, moth = forms_of(NEAR)
    assert (ape["name"], ape["hd"], ape["hp"], ape["ac"]) == ("bog ape", "4", "19", "13")
    assert (ape["speed"], ape["attack"], ape["routine"]) == ("30", "4", ["fist", "fist"])
    assert ape["natural"][1]["range"] == "30/60"
    assert (moth["hd"], moth["speed"], moth["flies"]) == ("1", "60", "60")
    (poison,) = moth["natural"][0]["riders"]
    assert poison["does"] == [
        {"do": "condition", "effect": "helpless", "rounds": "1d4", "when": "save failed"}
    ]
    assert any("Bellow" in told for told in left_of(NEAR))


def test_a_table_of_creatures_with_their_number_and_two_columns_of_attacks() -> None:
    orc, bear = forms_of(
        "| Name | No | AC | HD | hp | #At | Dam | Mv | Sv | ML |\n"
        "|---|---|---|---|---|---|---|---|\n"
        "| Bog Orc | 4 | 14 | 1 | 5 | 1 spear | 1d6 | 40' | F1 | 8 |\n"
        "| Fen Bear | 1 | 13 | 4 | 19 | 2 claws/1 bite | 1d4/1d4/1d8 | 40' | F4 | 7 |\n"
    )
    assert (orc["name"], orc["weapons"], orc["speed"]) == ("Bog Orc", ["spear"], "40")
    assert (bear["name"], blows(bear)) == ("Fen Bear", [("claw", "1d4"), ("bite", "1d8")])


@pytest.mark.parametrize(
    ("ways", "harm", "expected", "left"),
    [
        # A hug follows from the claws and takes no figure from the bite.
        ("2 claws/1 bite + hug", "1d4/1d4/1d6 + 2d6 hug",
         [("claw", 2, "1d4", 0), ("bite", 1, "1d6", 0)], ["hug"]),
        ("2 bites + lightning", "2d4 bite, 1d8/round lightning",
         [("bite", 2, "2d4", 0)], ["lightning 1d8"]),
        ("5 to 12 bites", "1d10 per bite", [("bite", 5, "1d10", 0)], ["5 to 12 bites: 5 taken"]),
        ("2 claws/1 bite or 1d8 spikes (180' range)", "1d4/1d4/2d4 or 1d6 per spike",
         [("claw", 2, "1d4", 0), ("bite", 1, "2d4", 0), ("spike", 4, "1d6", 1)],
         ["1d8 spikes (180' range): 4 taken"]),
        ("2 clubs", "3d6 club (right hand), 2d8 club (left hand)",
         [("club", 1, "3d6", 0), ("club", 1, "2d8", 0)], []),
        ("1 butt", "1d4 or 1d6 or 1d8", [("butt", 1, "1d4", 0)], ["damage: 1d6", "damage: 1d8"]),
        ("2 hooves/1 weapon", "1d6/1d6/1d8 or by weapon",
         [("hoof", 2, "1d6", 0), ("weapon", 1, "1d8", 0)], []),
        ("-", "1d12", [("blow", 1, "1d12", 0)], []),
        ("3", "1-3/1-3/2-8", [("weapon", 2, "1d3", 0), ("weapon", 1, "2d4", 0)], []),
        ("2 claws, 1 bite + 2 hind claws", "1d2 claw, 1d4 bite, 1d3 hind claw",
         [("claw", 2, "1d2", 0), ("bite", 1, "1d4", 0), ("hind claw", 2, "1d3", 0)], []),
    ],
)  # fmt: skip
def test_two_lines_of_attacks_and_damage(
    ways: str, harm: str, expected: list[tuple[str, int, str, int]], left: list[str]
) -> None:
    made, missing = paired_blows(ways, harm)
    assert [(each.name, each.count, each.damage, each.group) for each in made] == expected
    assert missing == left


def test_brackets_in_brackets_belong_to_the_attack() -> None:
    form = form_of("Mire Ghost\nAC 5 [14], HD 3, Att 1 x touch (1d6 + energy drain (1 level))")
    assert blows(form) == [("touch", "1d6")]


def test_a_breath_among_the_attacks_is_a_power() -> None:
    text = "Fen Wyrm\nArmor Class: 17\nHit Dice: 6\nAttacks: 1 bite or 1 breath\nDamage: 2d6 bite, 5d8 breath"  # noqa: E501
    form = form_of(text)
    assert blows(form) == [("bite", "2d6")]
    assert form["powers"][0]["does"][0]["amount"] == "5d8"
    assert any("guess" in told for told in left_of(text))


def test_a_fish_swims_at_its_own_speed() -> None:
    form = form_of("Great Pike\nAC 5 [14], HD 2, Att 1 x bite (1d8), Swim 120' (40')")
    assert form["speed"] == "40"


def test_paralysis_without_a_duration_is_a_guess() -> None:
    text = "Mire Ghast\nAC 6 [13], HD 2, Att 1 x claw (1d3 + paralysis)"
    made = import_text("", text, "there.txt", Choices())
    guesses = [each for each in made.fields if each["sure"] == "guess"]
    assert any(each["value"] == "2d4 rounds" for each in guesses)


SIZES = """Mire Hound
AC 4 [15], HD 3 to 5* (13 / 18 / 22hp), Att 1 x bite (1d6) or 1 x breath (1d6 per HD), MV 120' (40')
* Frost breath: 2-in-6 chance per round. One target, 20' away. Save versus breath for half damage.
* Cold immunity: Unharmed by cold."""


def test_the_dice_of_a_breath_stand_among_the_attacks() -> None:
    """An ability tells its shape, the line of attacks its damage."""
    form = form_of(SIZES)
    assert blows(form) == [("bite", "1d6")]
    (breath,) = form["powers"]
    assert (breath["name"], breath["of"], breath["recharge"]) == ("Frost breath", ["cold"], "5")
    assert breath["does"] == [{"do": "damage", "amount": "3d6", "when": "half on save"}]


def test_of_several_sizes_the_smallest_is_taken_and_said() -> None:
    form = form_of(SIZES)
    assert (form["hd"], form["hp"]) == ("3", "13")
    assert any("3 to 5* (13 / 18 / 22hp): the smallest is taken" in told for told in left_of(SIZES))
    text = "Bog Hydra\nAC 5 [14], HD 5 to 8 (6hp per HD), Att 5 to 8 x bite (1d10)"
    many = form_of(text)
    assert (many["hd"], many["hp"], many["routine"]) == ("5", "30", ["bite"] * 5)
    assert any("5 to 8 x bite (1d10): the fewest are taken" in told for told in left_of(text))


def test_multiplied_damage_is_as_many_dice() -> None:
    text = "Tarn Turtle\nAC 2 [17], HD 20 (90hp), Att 1 x bite (1d6 x 10)"
    assert blows(form_of(text)) == [("bite", "10d6")]
    assert any("1d6 x 10 taken as 10d6" in told for told in left_of(text))


UNDYING = """Barrow Lord
AC 2 [17], HD 7 (31hp), Att 1 x touch (1d10) or 1 x gaze (petrification), MV 120' (40')
* Stony gaze: Anyone meeting its gaze is turned to stone (save versus petrify).
* Regeneration: A damaged lord gains 3hp at the start of each round, as long as it is alive.
* Garlic: Its odour repels: save versus poison or be unable to attack this round."""


def test_one_gaze_named_twice_is_one_power() -> None:
    assert [power["name"] for power in form_of(UNDYING)["powers"]] == ["Stony gaze"]


def test_what_repels_a_creature_is_no_effect_of_its_hits() -> None:
    form = form_of(UNDYING)
    assert "riders" not in form["natural"][0]
    assert any("Garlic" in told for told in left_of(UNDYING))


def test_regeneration_at_the_start_of_each_round() -> None:
    assert form_of(UNDYING)["regenerates"] == {"hp": "3"}


METRIC = """Moor Wasp
* HD: 4
* AC: 15
* Attack: +3, 1 × Bite (2d4), 1 × Sting (1d4)
* Morale: 8 (10 w leader)
* Size: tiny
* Move: 10ft 3m 2sq, 50ft 15m 10sq V fly
* DCs: str10 con10 dex14 int01 wis10 cha03

_Poison_ Creatures stung by it must succeed a save or die.

_Daylight_ -1 on all actions in full daylight."""


def test_feet_metres_and_squares_with_wings() -> None:
    form = form_of(METRIC)
    assert (form["speed"], form["flies"], form["height"]) == ("10", "50", "1")
    assert (form["morale-with-leader"], form["daylight-penalty"]) == ("10", "1")
    assert "riders" not in form["natural"][0]
    assert form["natural"][1]["riders"][0]["does"] == [{"do": "kill", "when": "save failed"}]
    assert left_of(METRIC) == []


def test_a_weapon_without_dice_is_a_guess_of_1d6() -> None:
    text = (
        "Moor Guard\n* HD: 7\n* AC: 17\n* Attack: +7, 1 × Weapon or 1 × Kick (2d6)\n* Move: 30ft 9m"
    )
    made = import_text("", text, "there.txt", Choices())
    assert sorted(blows(form_of(text))) == [("kick", "2d6"), ("weapon", "1d6")]
    assert ("damage", "1d6", "guess") in [
        (each["field"], each["value"], each["sure"]) for each in made.fields
    ]


LIST = """Room 4. The Guard Post

**3 Bog Ghouls** (AC 6 [13], HD 2* (9hp), Att 2 × claw (1d3), THAC0 18 [+1], MV 90’ (30’), ML 9)

Fen Witch: AC 14, HD 3+1, HP 15, Atk hook +2 (1d4) or crook (1d6), MV 30', ML 8

2 Mud Crabs, AC7, HD1, hp 4, 5, #AT 2, D 1-4/1-4, MV 60'(20'), ML7

Stone Troll; AC 4; HD 6+3; hp 30; MV 120'(40'); #AT 3 (claw/claw/bite); D 1-6/1-6/1-10; ML 10

Cave Rats (6): HD 1/2, AC 12, bite 1d3, Move 40', Morale 6.

Swamp Drake, AC 5[14], HD 5, Att 1 bite (2d6), breath 40' cone of acid 3d6 (3/day), MV 90' (30')
"""


def test_a_list_of_one_line_blocks_below_a_heading() -> None:
    """Glued labels, a bonus before the dice, names in brackets, attacks without a label."""
    made = import_text("", LIST, "there.txt", Choices())
    forms: dict[str, Any] = plain_form(parse_tree(made.files[0].text, "there.yaml"))
    assert list(forms) == [
        "Bog Ghoul", "Fen Witch", "Mud Crab", "Stone Troll", "Cave Rat", "Swamp Drake",
    ]  # fmt: skip
    assert (forms["Fen Witch"]["attack"], forms["Fen Witch"]["hp"]) == ("2", "15")
    assert blows(forms["Fen Witch"]) == [("hook", "1d4"), ("crook", "1d6")]
    crab = forms["Mud Crab"]
    assert (crab["ac"], crab["hd"], crab["hp"], crab["morale"]) == ("12", "1", "4", "7")
    assert forms["Stone Troll"]["routine"] == ["claw", "claw", "bite"]
    assert blows(forms["Stone Troll"]) == [("claw", "1d6"), ("bite", "1d10")]
    assert blows(forms["Cave Rat"]) == [("bite", "1d3")]
    (breath,) = forms["Swamp Drake"]["powers"]
    assert (breath["aim"], breath["range"], breath["uses"]) == ("cone", "40", "3")
    assert any("Room 4. The Guard Post" in each.text for each in made.report.warnings)


@pytest.mark.parametrize(
    "block",
    [
        "Cellar Mold\nHit Dice: 2 (9hp)\nAttacks: None\nMove: 0\nMorale: 12\n",
        "Cellar Mold: AC 7 [12], HD 2 (9hp), Att None, Dmg Nil, MV 0', ML 12",
        "Cellar Mold; AC7; HD 2; hp 9; #AT none; MV 0; ML12",
    ],
)
def test_a_creature_without_attacks_gets_none(block: str) -> None:
    made = import_text("statblock", block, "there.txt", Choices())
    forms: dict[str, Any] = plain_form(parse_tree(made.files[0].text, "there.yaml"))
    (mold,) = forms.values()
    assert mold["natural"] == []
    assert "weapons" not in mold
    assert "notes" not in mold or "one" not in mold["notes"]
    assert [said["value"] for said in made.fields if said["field"] == "attack with"] == ["nothing"]


def test_special_attacks_none_are_not_all_attacks() -> None:
    block = "Moor Harpy: AC 7 [12], HD 3, Att 2 x claw (1d4), MV 60', ML 7, Special Attacks: none"
    made = import_text("statblock", block, "there.txt", Choices())
    forms: dict[str, Any] = plain_form(parse_tree(made.files[0].text, "there.yaml"))
    assert blows(forms["Moor Harpy"]) == [("claw", "1d4")]
