"""Export of our creatures as actors of Foundry's OSE system, with a lossless round trip.

The figures fill the fields of OSE; the complete data is in our own flag.
"""

from __future__ import annotations

import json
from typing import Any, Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.caster_fields import casting_creature
from shieldwall.content.combatants.creature_sheets import CREATURE, CREATURES, HD
from shieldwall.content.formats.file_schema import Place, Values
from shieldwall.content.formats.number_text import HitDice
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.exchange.fifth.improved_initiative import plain_form
from shieldwall.exchange.fifth.initiative_text import actions, traits

FLAG: Final = "shieldwall"
ROUNDS_IN_TURN: Final = 3
TOKENS: Final = {1: 1, 2: 2, 3: 3}


def write_actors(creatures: str, name: str) -> str:
    """The creatures of one of our files, by the first book that fits."""
    first: ContentError | None = None
    for book_folders in dict.fromkeys(book.book_folders for book in RULESETS.values()):
        try:
            made = _actors(creatures, name, book_folders)
        except ContentError as error:
            first = first or error
        else:
            data: object = made[0] if len(made) == 1 else made
            return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    assert first is not None
    raise first


def _actors(text: str, name: str, book_folders: tuple[str, ...]) -> list[dict[str, Any]]:
    place = Place(name, [], line=1)
    found = CREATURES.read(parse_tree(text, name), place) or {}
    made = []
    for called, item in found.items():
        sheet = casting_creature(called, item.value, book_folders)
        if sheet is not None:
            made.append(actor(called, item.value, sheet))
    place.raise_problems()
    return made


def actor(name: str, values: Values, sheet: Sheet) -> dict[str, Any]:
    """One creature."""
    dice = values.value(HD, HitDice(1))
    bonus = f"{dice.bonus:+}" if dice.bonus else ""
    form = plain_form(values.node)
    blows = [sheet.weapons[place].name for place in sheet.routine]
    weapons = {weapon.name for weapon in sheet.weapons}
    told = [
        part
        for part in (*traits(sheet, form), *actions(name, sheet, form))
        if part["Name"] not in weapons and part["Name"] != "Multiattack"
    ]
    squares = TOKENS.get(int(sheet.size), 3)
    return {
        "name": name,
        "type": "monster",
        "system": {
            "hp": {"hd": "1d4" if dice.half else f"{dice.count}d8{bonus}",
                   "value": int(sheet.hp), "max": int(sheet.hp)},
            "ac": {"value": 19 - int(sheet.ac)},
            "aac": {"value": int(sheet.ac)},
            "thac0": {"value": 19 - int(sheet.attack), "bba": int(sheet.attack)},
            "movement": {"base": int(sheet.speed_ft) * ROUNDS_IN_TURN},
            "details": {"morale": int(sheet.morale), "description": sheet.notes},
        },
        "items": [
            _weapon(weapon, max(1, blows.count(weapon.name)), weapon.name in blows)
            for weapon in sheet.weapons
            if not weapon.unarmed
        ]
        + [_ability(part) for part in told],
        "prototypeToken": {"name": name, "width": squares, "height": squares, "disposition": -1},
        "flags": {FLAG: {"creature": {key: form[key] for key in CREATURE.fields if key in form}}},
        "_stats": {"systemId": "ose"},
    }  # fmt: skip


def _ability(part: dict[str, str]) -> dict[str, Any]:
    """A power as text, in an OSE monster ability."""
    usage = f" ({part['Usage']})" if part["Usage"] else ""
    return {
        "name": part["Name"],
        "type": "ability",
        "system": {"description": f"{part['Content']}{usage}"},
    }


def _weapon(weapon: Weapon, times: int, in_routine: bool) -> dict[str, Any]:
    bonus = f"{int(weapon.bonus):+}" if weapon.bonus else ""
    return {
        "name": weapon.name,
        "type": "weapon",
        "system": {
            "damage": f"{int(weapon.dice)}d{int(weapon.sides)}{bonus}",
            "pattern": "red" if in_routine else "transparent",
            "counter": {"value": times, "max": times},
            "melee": bool(weapon.melee),
            "missile": bool(weapon.long_range),
            "range": {
                "short": int(weapon.normal_range),
                "medium": int(weapon.medium_range or weapon.long_range),
                "long": int(weapon.long_range),
            },
        },
    }
