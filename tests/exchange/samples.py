"""Small files of other programs, written for these tests."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def stroke(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def portal(
    start: tuple[float, float], end: tuple[float, float], closed: bool = True
) -> dict[str, Any]:
    middle = {"x": (start[0] + end[0]) / 2, "y": (start[1] + end[1]) / 2}
    bounds = stroke(start, end)
    return {
        "position": middle,
        "bounds": bounds,
        "rotation": 0.0,
        "closed": closed,
        "freestanding": False,
    }


def crypt() -> dict[str, Any]:
    """Two rooms drawn from 2, 1 on, half a square short at the right; walls a hair off."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 2, "y": 1},
            "map_size": {"x": 12.5, "y": 8},
            "pixels_per_grid": 20,
        },
        "line_of_sight": [
            stroke((2, 1), (14, 1), (14, 4)),
            stroke((14, 5), (14, 9), (2, 9), (2, 1)),
            stroke((6.01, 1), (6.02, 4)),
            stroke((6, 5), (6, 9)),
            stroke((9.3, 3.1), (11.7, 6.4)),
        ],
        "objects_line_of_sight": [stroke((12, 4), (13, 4), (13, 5), (12, 5), (12, 4))],
        "portals": [portal((6, 4), (6, 5)), portal((14, 4), (14, 5), closed=False)],
        "lights": [
            {
                "position": {"x": 5, "y": 3},
                "range": 4.5,
                "intensity": 1,
                "color": "ffd28a60",
                "shadows": True,
            }
        ],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "image": base64.b64encode(png(250, 160)).decode(),
    }


def crypt_text() -> str:
    return json.dumps(crypt())


OSE_BLOCK = """\
Cave Lurker
A pale thing of the dark.
AC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6 or by weapon), THAC0 19 [0], MV 60’ (20’), SV D14 W15 \
P16 B17 S18 (NH), ML 7 (9 with king), AL Chaotic, XP 5, NA 2d4 (6d10), TT (C)
▪ Hate the sun: –1 to-hit in full day\u00ad
light.
"""
DOLMENWOOD_BLOCK = """\
MARSH HAG
Lives under bridges.
MEDIUM MONSTROSITY—SENTIENT—CHAOTIC
Level 2 AC 13 HP 2d8 (9) Saves D12 R13 H14 B15 S16
Att 2 claws (+1, 1d4) and bite (+1, 1d6 + poison) or bow (+1, 1d6, range 70’/140’/210’)
Speed 40 Swim 60 Morale 8 XP 20 Enc 2d6 (25% in lair)
Behaviour Sly. Speech Croaking. Possessions None. Hoard C4
Poison: Save versus Doom or die.
"""
NUMBER_BLOCK = """\
Pit Brute: HD 3, AC 15a, Atk +4 x2, Dmg 1d8, Shock 3/15, Move 30', ML 9, Skill +1, Save 14+
It hates bells.
"""
AACHEN_BLOCK = """\
Moor Raider
- **HD** 1
- **AC** 11
- **Attack** +0, Seax (1d6)
- **Save** 15
- **Morale** 2d6 ≤ 8
- **Move** 30ft 9m 6sq
Leads with a shout.
"""
FIFTH_BLOCK = """\
Bog Ogre
Large giant, chaotic evil
Armor Class 11 (hide armor)
Hit Points 59 (7d10 + 21)
Speed 40 ft.
Greatclub. Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 13 (2d8 + 4) \
bludgeoning damage.
Sling. Ranged Weapon Attack: +3 to hit, range 30/120 ft., one target. Hit: 6 (1d6 + 3) \
piercing damage.
"""
BLOCKS = (OSE_BLOCK, DOLMENWOOD_BLOCK, NUMBER_BLOCK, AACHEN_BLOCK, FIFTH_BLOCK)


def ose_actor() -> dict[str, Any]:
    weapon = {"damage": "1d3", "pattern": "red", "counter": {"value": 2, "max": 2}, "melee": True}
    bite = {"damage": "1d6+1", "pattern": "red", "counter": {"value": 1, "max": 1}}
    return {
        "name": "Barrow Cat",
        "type": "monster",
        "system": {
            "hp": {"hd": "3d8+1", "value": 14, "max": 14},
            "ac": {"value": 6},
            "aac": {"value": 13},
            "thac0": {"value": 17, "bba": 2},
            "saves": {"death": {"value": 12}, "wand": {"value": 13}},
            "movement": {"base": 150},
            "details": {
                "morale": 8,
                "alignment": "Neutral",
                "description": "<p>Smells of mould.</p>",
            },
        },
        "items": [
            {"name": "Claw", "type": "weapon", "system": weapon},
            {"name": "Bite", "type": "weapon", "system": bite},
            {"name": "Nine lives", "type": "ability", "system": {"description": "Rises once."}},
        ],
        "_stats": {"systemId": "ose"},
    }


def dolmenwood_actor() -> dict[str, Any]:
    return {
        "name": "Bog Ghoul",
        "type": "Creature",
        "system": {
            "level": 2,
            "hpDice": "2d8",
            "hp": {"value": 9, "max": 9},
            "ac": 14,
            "speed": 30,
            "morale": 9,
            "movement": {"swim": 40, "fly": 0},
            "intelligence": "mindless",
            "monsterType": "undead",
            "size": "medium",
            "saves": {"doom": 12, "ray": 13, "hold": 14, "blast": 15, "spell": 16},
            "attacks": [
                {"numAttacks": 2, "attackName": "claw", "attackBonus": 1, "attackDamage": "1d3",
                 "attackEffect": "paralysis", "attackGroup": "a", "attackType": "attack"},
                {"numAttacks": 1, "attackName": "thrown bone", "attackBonus": 2, "rangeShort": 10,
                 "rangeMedium": 20, "rangeLong": 30, "attackDamage": "1d4", "attackGroup": "b"},
            ],
            "specialAbilities": [{"name": "Stench", "description": "<b>Foul</b> to the nose."}],
        },
    }  # fmt: skip


def number_actor() -> dict[str, Any]:
    return {
        "name": "Gate Warden",
        "type": "npc",
        "system": {
            "hitDice": "2d8",
            "health": {"value": 9, "max": 9},
            "baseAc": 15,
            "ab": 3,
            "attacks": {"number": 2, "damage": "1d8", "shock": {"dmg": 2, "ac": 15}},
            "skillBonus": 1,
            "saves": 14,
            "moralScore": 10,
            "speed": 30,
        },
        "items": [
            {"name": "Crossbow", "type": "weapon",
             "system": {"damage": "1d10", "range": {"normal": 100, "max": 200}, "isMelee": False}},
        ],
    }  # fmt: skip


def scene() -> dict[str, Any]:
    """Eight by six squares of 100 pixels after two squares of padding."""
    return {
        "name": "The Old Mill",
        "width": 800,
        "height": 600,
        "padding": 0.25,
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
        "walls": [
            {"c": [600, 200, 600, 400], "move": 20, "sight": 20, "door": 0, "ds": 0, "dir": 0},
            {"c": [600, 400, 600, 500], "move": 20, "sight": 20, "door": 1, "ds": 2},
            {"c": [600, 500, 600, 800], "move": 20, "sight": 20, "door": 0, "dir": 1},
            {"c": [300, 600, 400, 600], "move": 20, "sight": 10, "door": 0},
            {"c": [800, 200, 800, 300], "move": 20, "sight": 0, "door": 0},
            {"c": [900, 200, 900, 300], "move": 0, "sight": 20, "door": 0},
            {"c": [200, 200, 200], "move": 20},
        ],
        "tokens": [
            {"name": "Guard", "x": 300, "y": 300, "width": 1, "height": 1, "disposition": 1},
            {"name": "Goblin", "x": 800, "y": 500, "disposition": -1},
            {"name": "Goblin", "x": 900, "y": 500, "disposition": -1, "hidden": True},
            {"name": "Goblin", "x": 900, "y": 500, "disposition": -1},
            {"name": "Grandmother", "x": 700, "y": 700, "disposition": 0},
            {"name": "Bird", "x": 20, "y": 20, "disposition": 0},
        ],
        "lights": [{"x": 1, "y": 2}],
    }


def stat_block() -> dict[str, Any]:
    """A stat block of Improved Initiative, for another game."""
    return {
        "Id": "abc",
        "Name": "Ditch Troll",
        "HP": {"Value": 30, "Notes": "(4d10+8)"},
        "AC": {"Value": 15, "Notes": "(natural)"},
        "Speed": ["30 ft.", "swim 20 ft."],
        "Abilities": {"Str": 18, "Dex": 10, "Con": 14, "Int": 7, "Wis": 9, "Cha": 7},
        "InitiativeModifier": 0,
        "Saves": [{"Name": "Con", "Modifier": 4}],
        "Skills": [],
        "Senses": ["darkvision 60 ft."],
        "Languages": [],
        "Challenge": "5",
        "Traits": [{"Name": "Regrowth", "Content": "Heals 3 each round.", "Usage": ""}],
        "Actions": [
            {"Name": "Claw", "Content": "Melee Weapon Attack: +7 to hit, reach 5 ft., one target. "
             "Hit: 11 (2d6 + 4) slashing damage.", "Usage": ""},
            {"Name": "Roar", "Content": "Everybody hears it.", "Usage": ""},
        ],
        "Description": "Lives in ditches.",
        "Player": "",
    }  # fmt: skip
