"""One warden in the formats of many tools, and blocks of older games. All in our own words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.exchange.test_older_lines import form_of, forms_of
from tests.exchange.test_shapes import actor_form

from shieldwall.content.formats.problems import ContentError
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.uvtt import Choices

HEALS = "The warden regains 10 hit points at the start of its turn, unless it took fire damage."
THRICE = "The warden makes three attacks: two with its claws and one with its gloom bow."
CLAW = (
    "Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 13 (2d8 + 4) slashing damage "
    "plus 3 (1d6) poison damage."
)
BOW = (
    "Ranged Weapon Attack: +4 to hit, range 150/600 ft., one target. Hit: 10 (2d8 + 1) piercing "
    "damage."
)
FROST = (
    "The warden breathes frost in a 30-foot cone. Each creature in that area must make a DC 15 "
    "Dexterity saving throw, taking 21 (6d6) cold damage on a failed save, or half as much damage "
    "on a successful one."
)
FIGURES = {
    "Saving Throws": "Con +7", "Damage Vulnerabilities": "radiant", "Damage Resistances": "cold",
    "Damage Immunities": "poison", "Condition Immunities": "poisoned, frightened",
    "Senses": "darkvision 60 ft., passive Perception 15", "Challenge": "6 (2,300 XP)",
}  # fmt: skip
DEEDS = {
    "Multiattack": THRICE, "Claw": CLAW, "Gloom Bow": BOW, "Cold Breath (Recharge 5-6)": FROST,
}  # fmt: skip
FIRST = "Large giant, chaotic evil\n"
SCORES = ("STR", 19), ("DEX", 12), ("CON", 18), ("INT", 8), ("WIS", 14), ("CHA", 10)


def copied(scores: str) -> str:
    """As copied from a page or a PDF, the scores below each other."""
    figures = "".join(f"{key} {told}\n" for key, told in FIGURES.items())
    deeds = "".join(f"{name}. {told}\n" for name, told in DEEDS.items())
    return (
        f"GLOAM WARDEN\n{FIRST}Armor Class 15 (hide)\nHit Points 95 (10d10 + 40)\n"
        f"Speed 40 ft., fly 60 ft. (hover)\n{scores}{figures}Regeneration. {HEALS}\nACTIONS\n"
        f"{deeds}"
    )


UNDER = "".join(f"{key}\n{score} ({(score - 10) // 2:+})\n" for key, score in SCORES)
APART = "\n".join(key for key, _ in SCORES) + "\n"
APART += (
    " ".join(f"{score} ({(score - 10) // 2:+})" for _, score in SCORES).replace("-", "−") + "\n"
)
BREWED = f"""{{{{monster,frame,wide
## Gloam Warden
*Large Giant, Chaotic Evil*
{{{{stats
{{{{vitals
**AC**         :: 15 (hide)
**HP**         :: 95 (10d10 + 40)
\\column
**Speed**      :: 40 ft., Fly 60 ft. (hover)
**Initiative** :: +1 (11)
}}}}
{{{{tables
|   |   |  MOD | SAVE |
|:--|:-:|:----:|:----:|
|Str| 19|  +4  |  +4  |
|Int| 8 | --1  | --1  |

|   |   |  MOD | SAVE |
|:--|:-:|:----:|:----:|
|Dex| 12|  +1  |  +1  |
|Wis| 14|  +2  |  +2  |

|   |   |  MOD | SAVE |
|:--|:-:|:----:|:----:|
|Con| 18|  +4  |  +7  |
|Cha| 10|  +0  |  +0  |
}}}}
**Vulnerabilities** :: Radiant
**Resistances** :: Cold
**Immunities**  :: Poison; Poisoned, Frightened
**Senses**      :: Darkvision 60 ft., Passive Perception 15
**CR**          :: 6 (XP 2300; PB +3)
}}}}
### Traits
***Regeneration.*** {HEALS}
### Actions
***Multiattack.*** The warden makes two Claw attacks and one Gloom Bow attack.
\\column
***Claw.*** *Melee Attack Roll:* +7, reach 10 ft. *Hit:*  13 (2d8 + 4) Slashing damage plus 3 \
(1d6) Poison damage.

***Gloom Bow.*** *Ranged Attack Roll:* +4, range 150/600 ft. *Hit:* 10 (2d8 + 1) Piercing damage.

***Cold Breath (Recharge 5-6).*** *Dexterity Saving Throw:* DC 15, each creature in a 30-foot \
Cone. *Failure:* 21 (6d6) Cold damage. *Success:* Half damage.
}}}}
"""
FIELDS = f"""name: Gloam Warden
layout: Basic 5e Layout
size: Large
type: giant
alignment: chaotic evil
ac: 15
ac_class: hide
hp: 95
hit_dice: 10d10 + 40
speed: 40 ft., fly 60 ft. (hover)
stats: [19, 12, 18, 8, 14, 10]
saves:
  - constitution: 7
damage_vulnerabilities: radiant
damage_resistances: cold
damage_immunities: poison; poisoned, frightened
senses: darkvision 60 ft., passive Perception 15
cr: 6
weather: fog
traits:
  - {{name: Regeneration, desc: "{HEALS}"}}
actions:
""" + "".join(f'  - {{name: {key}, desc: "{told}"}}\n' for key, told in DEEDS.items())
BOARD = (
    "[h2]Gloam Warden[/h2]\n[i]Large giant, chaotic evil[/i]\n[b]Armor Class[/b] 15 (hide)\n"
    "[b]Hit Points[/b] 95 (10d10 + 40)\n[b]Speed[/b] 40 ft., fly 60 ft. (hover)\n"
    + " ".join(f"[b]{key}[/b] {score}" for key, score in SCORES)
    + "".join(f"\n[b]{key}[/b] {told}" for key, told in FIGURES.items())
    + f"\n[b][i]Regeneration.[/i][/b] {HEALS}\n[h3]Actions[/h3]"
    + "".join(f"\n[b][i]{name}.[/i][/b] {told}" for name, told in DEEDS.items())
)
COLUMNS = (
    "## Gloam Warden\n\n_Large giant, chaotic evil_\n\n| Armor Class | Hit Points | Speed |\n"
    "|---|---|---|\n| 15 (hide) | 95 (10d10 + 40) | 40 ft., fly 60 ft. (hover) |\n\n"
    "|  | Str. | Dex. | Con. | Int. | Wis. | Cha. |\n|---|---|---|---|---|---|---|\n"
    "| **Score** | 19 | 12 | 18 | 8 | 14 | 10 |\n| **Modifier** | +4 | +1 | +4 | -1 | +2 | +0 |\n"
    "| **Saving Throw** | +4 | +1 | +7 | -1 | +2 | +0 |\n\n| | |\n|---|---|\n"
    + "".join(f"| **{key}** | {told} |\n" for key, told in FIGURES.items() if "Saving" not in key)
    + f"\n**Regeneration.** {HEALS}\n\n#### Actions\n\n"
    + "".join(f"**{name}.** {told}\n\n" for name, told in DEEDS.items())
)
CUBE = {
    "name": "Gloam Warden", "size": "large", "type": "giant", "tag": "", "hitDice": "10",
    "armorName": "natural armor", "shieldBonus": 0, "natArmorBonus": 4, "otherArmorDesc": "",
    "speed": "40", "flySpeed": "60", "hover": True, "swimSpeed": "0", "customHP": False,
    "customSpeed": False, "strPoints": "19", "dexPoints": "12", "conPoints": "18",
    "intPoints": "8", "wisPoints": "14", "chaPoints": "10", "darkvision": "60", "blindsight": "0",
    "cr": "6", "abilities": [{"name": "Regeneration", "desc": HEALS}],
    "actions": [
        {"name": "Multiattack", "desc": THRICE.replace("warden", "[MON]")},
        {"name": "Claw", "desc": "_Melee Weapon Attack:_ [STR ATK] to hit, reach 10 ft., one "
                                 "target. _Hit:_ [STR 2D8] slashing damage plus [1D6] poison "
                                 "damage."},
        {"name": "Gloom Bow", "desc": "_Ranged Weapon Attack:_ [DEX ATK] to hit, range 150/600 "
                                      "ft., one target. _Hit:_ [DEX 2D8] piercing damage."},
        {"name": "Cold Breath (Recharge 5-6)", "desc": FROST.replace("DC 15", "DC [CON SAVE]")},
    ],
    "legendaries": [{"name": "Stride", "desc": "The [MON] walks."}],
    "sthrows": [{"name": "con", "order": 2}],
    "damagetypes": [{"name": "radiant", "type": "v"}, {"name": "cold", "type": "r"}],
    "specialdamage": [{"name": "cold", "type": "r"}, {"name": "poison", "type": "i"}],
    "conditions": [{"name": "poisoned"}, {"name": "frightened"}],
    "languages": [{"name": "Giant", "speaks": True}],
}  # fmt: skip
SHAPES = {
    "a page, copied": copied(UNDER), "a PDF, copied": copied(APART), "Homebrewery 2024": BREWED,
    "properties above a note": f"---\nstatblock: true\n{FIELDS}---\n# Gloam Warden\n\nIt waits.\n",
    "YAML": FIELDS, "BBCode": BOARD, "columns": COLUMNS, "Tetra-cube": json.dumps(CUBE),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_one_warden_in_the_shapes_of_many_tools(shape: str) -> None:
    form = form_of(SHAPES[shape])
    assert form.pop("name") == "Gloam Warden"
    form.pop("notes")
    assert form == {
        "hd": "10", "hp": "95", "ac": "15", "attack": "7", "save": "13", "speed": "40",
        "flies": "60", "size": "large", "morale": "8", "kin": "giant", "temperament": "rabble",
        "darkvision": "60", "resists": ["cold"], "weak": ["holy"], "immune": ["poison", "fear"],
        "regenerates": {"hp": "10", "not-after": ["fire"]},
        "natural": [
            {"name": "claw", "damage": "2d8+4", "type": "slashing", "reach": "10",
             "riders": [{"name": "Claw: poison", "of": ["poison"],
                         "does": [{"do": "damage", "amount": "1d6"}]}]},
            {"name": "gloom bow", "damage": "2d8+1", "type": "piercing", "to-hit": "-3",
             "range": "150/600"},
        ],
        "routine": ["claw", "claw", "gloom bow"],
        "powers": [
            {"name": "Cold Breath", "aim": "cone", "range": "30", "of": ["cold"], "save": "blast",
             "does": [{"do": "damage", "amount": "6d6", "when": "half on save"}], "recharge": "5"},
        ],
    }  # fmt: skip


def left_of(text: str) -> list[str]:
    (one,) = import_text("", text, "there", Choices()).summary.creatures
    return one.left


def test_what_no_field_takes_is_told() -> None:
    assert left_of(json.dumps(CUBE)) == ["legendary actions: Stride: The gloam warden walks."]
    assert left_of(copied(UNDER)) == []
    assert "weather: fog" in form_of(FIELDS)["notes"]


def test_armour_and_points_of_tetra_cube() -> None:
    plate = {**CUBE, "armorName": "plate", "shieldBonus": 2, "customHP": True, "hpText": "33 (6d8)"}
    form = form_of(json.dumps(plate))
    assert (form["ac"], form["hp"], form["hd"]) == ("20", "33", "6")
    leather = {**CUBE, "armorName": "half plate", "dexPoints": "18", "cr": "*", "customProf": 4}
    form = form_of(json.dumps(leather))
    assert (form["ac"], form["attack"]) == ("17", "8")


def test_yaml_that_is_cut_off_says_where() -> None:
    with pytest.raises(ContentError, match="its YAML cannot be read: not valid YAML"):
        form_of("name: Gloam Warden\nac: 15\nhp: 95\nstats: [19, 12\n")


def test_spells_in_a_list_of_links() -> None:
    text = copied(UNDER).replace(
        "ACTIONS",
        "Spellcasting. The warden is a 9th-level spellcaster (spell save DC 15, +7 to hit with "
        "spell attacks):\n- Cantrips (at will): [[Ray of Frost]], [[Light]]\n"
        "- 3rd level (2 slots): [[fireball|Fireball]]\nACTIONS",
    )
    form = form_of(text)
    assert [(power["name"], power.get("uses")) for power in form["powers"]] == [
        ("fireball", "2"), ("Cold Breath", None),
    ]  # fmt: skip
    ray = form["natural"][2]
    assert (ray["name"], ray["damage"], ray["range"]) == ("ray of frost", "2d8", "60/60")
    assert left_of(text) == ["spells: light"]


def test_attacks_of_a_record_in_fields_of_their_own() -> None:
    lizard: dict[str, Any] = {
        "name": "Fen Lizard", "armorClass": 15, "hitPoints": 38, "hitDice": "5d10+10",
        "size": "large", "type": "beast", "speed": {"walk": 30},
        "stats": {"strength": 18, "dexterity": 10, "constitution": 14, "intelligence": 2,
                  "wisdom": 10, "charisma": 5},
        "abilities": [{"name": "Still", "description": "It stands still."}],
        "attacks": [{"name": "Bite", "toHit": 6, "damage": "1d10+4", "damageType": "piercing"},
                    {"name": "Spit", "to_hit": "+4", "damage": "2d6", "damage_type": "acid",
                     "range": "30/60"}],
    }  # fmt: skip
    form = form_of(json.dumps({"monsters": {"fen-lizard": lizard}}))
    bite, spit = form["natural"]
    assert (bite["damage"], bite["type"], form["attack"]) == ("1d10+4", "piercing", "6")
    assert (spit["range"], spit["of"], spit["to-hit"]) == ("30/60", ["acid"], "-2")
    assert "routine" not in form


def test_a_record_of_the_ose_generator() -> None:
    lizard = {
        "name": "Fen Lizard", "asc_ac": 15, "desc_ac": 4, "attack_bonus": 6, "thac0": 13,
        "attacks": "1 x bite (1d10), 2 x claw (1d4)", "hit_dice": "6", "hit_points": 27,
        "custom_hp": {"checked": True, "value": "6+1** (28hp)"}, "morale": "9",
        "round_speed": 60, "speed": "20", "alignment": "Neutral", "description": "It waits.",
        "abilities": {"ability_list": [{"name": "Still", "description": "It hides well."}]},
        "saves": {"death": "D10", "saves_as": "6"},
    }  # fmt: skip
    form = form_of(json.dumps(lizard))
    assert [form[key] for key in ("hd", "hp", "ac", "attack", "speed", "morale")] == [
        "6+1", "28", "15", "6", "20", "9",
    ]  # fmt: skip
    assert form["routine"] == ["bite", "claw", "claw"]
    by_dice = form_of(json.dumps({**lizard, "custom_hp": {"checked": False, "value": "2 (9hp)"}}))
    assert (by_dice["hd"], by_dice["hp"]) == ("6", "27")


def test_a_room_with_a_list_of_those_in_it() -> None:
    goblin, ogre = forms_of(
        "## 4. The Salt Cellar\n\nDamp barrels line the walls. Behind them crouch:\n\n"
        "- **4 Mire Goblins** (AC 6 [13], HD 1-1 (3, 2, 4, 1 hp), Att 1 × spear (1d6), "
        "THAC0 19 [0], "
        "MV 60' (20'), ML 7 (9 with king))\n"
        "- **Salt Ogre**: AC 5 [14], HD 4+1 (19hp), Att 1 × club (1d10), THAC0 15 [+4], "
        "MV 90' (30'), ML 10\n"
    )
    assert (goblin["name"], goblin["hp"], goblin["speed"]) == ("Mire Goblin", "2", "20")
    assert (ogre["name"], ogre["hp"], ogre["attack"]) == ("Salt Ogre", "19", "4")


def test_a_table_with_short_column_names() -> None:
    guard, lord = forms_of(
        "| NPC | HD | AC | BAB | DMG | SHOCK | MV | ML | INST | SKL | SV |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n"
        "| Mire Guard | 2 | 15a | +3 | Wpn+1 | Wpn+1 | 30' | 9 | 2 | +1 | 14+ |\n"
        "| Salt Lord | 8 | 16a | +10 x2 | 1d8 | 4/13 | 40' | 10 | 3 | +2 | 11+ |\n"
    )
    assert [guard[key] for key in ("hd", "ac", "attack", "save", "skill", "morale")] == [
        "2", "15", "3", "14", "1", "9",
    ]  # fmt: skip
    assert guard["natural"][0]["damage"] == "1d6+1"
    assert (lord["attack"], len(lord["routine"]), lord["save"]) == ("10", 2, "11")
    assert lord["natural"][0]["shock"] == "4/13"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mire Goblin x4\nHD 1, HP 3, AC 13, Atk. +1 (spear), Dmg. 1d6, Shock 2/13, "
         "Move 30 ft., ML 7",
         {"attack": "1", "natural": [{"name": "spear", "damage": "1d6", "type": "piercing",
                                      "shock": "2/13"}]}),
        ("Reef Trooper\nAC: 16\nHit Dice: 2\nAttack Bonus: +3\nDamage: By weapon "
         "(laser rifle 1d10)\n"
         "No. Attacks: 2\nMovement: 10m\nMorale: 9\nSkills: +1\nSaves: 14+",
         {"attack": "3", "save": "14", "speed": "30", "routine": ["laser rifle", "laser rifle"],
          "natural": [{"name": "laser rifle", "damage": "1d10", "type": "bludgeoning",
                       "range": "150/300"}]}),
        ("MIRE GOBLINS (4) (AC 6, HD 1-1, hp 3 each, MV (20'), #AT 1 spear, D 1d6, Save NM, ML 7)",
         {"speed": "20", "weapons": ["spear"], "hp": "3"}),
        ("4 Mire Goblins: AC 14 (11), HD 1-1, #At 1 weapon, Dam 1d6, Mv 20', Ml 7\nHP 3 ☐☐☐\n"
         "   2 ☐☐\n   4 ☐☐☐☐\n   1 ☐",
         {"hp": "2", "ac": "14"}),
        ("MIRE GOBLIN\nSMALL FAIRY—SENTIENT—CHAOTIC\nLevel 1 AC 13 HP 1d8 (4) "
         "Saves D12 R13 H14 B15 S16\nAttacks Spear (+0, 1d6)\nSpeed 30 Morale 7",
         {"kin": "fairy", "size": "man", "height": "3", "hp": "4"}),
        ("MIRE GOBLIN: AC 6; MV 6\"; HD 1-1; hp 3; #AT 1; D 1-6; AL LE; Size S (4' tall); THAC0 20",
         {"size": "man", "height": "3", "ac": "14", "speed": "20"}),
        ("Mire Goblin x4 (These creatures' vital stats are HD 1d6, HP 3, 2, 4, 1, and AC 15. They "
         "carry short swords (1d6).)",
         {"weapons": ["short sword"], "hp": "2"}),
    ],
)  # fmt: skip
def test_lines_of_older_games(text: str, found: dict[str, Any]) -> None:
    form = form_of(text)
    assert {key: form.get(key) for key in found} == found


def test_a_weapon_with_its_own_bonus_in_the_ose_system() -> None:
    axe = {"damage": "1d8", "bonus": 2, "melee": True, "pattern": "red"}
    actor = {
        "name": "Ditch Knight", "type": "monster", "_stats": {"systemId": "ose"},
        "system": {"hp": {"hd": "3d8", "max": 14}, "aac": {"value": 15}, "thac0": {"bba": 3}},
        "items": [{"name": "Great Axe", "type": "weapon", "system": axe},
                  {"name": "Boot", "type": "weapon",
                   "system": {"damage": "1d2", "pattern": "red"}}],
    }  # fmt: skip
    form = actor_form(actor)
    assert form["attack"] == 3
    assert [weapon.get("to-hit") for weapon in form["natural"]] == [2, None]


def test_nothing_is_no_ability() -> None:
    text = "Pool Wolf\nAC: 7\nHD: 2\n#AT: 1\nDamage: 1-6\nSpecial Defenses: Nil\nAlignment: Chaotic"
    assert left_of(text) == []
