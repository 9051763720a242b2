"""Foundry VTT: documents as it exports them: scenes, and actors of the systems we know."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from shieldwall.exchange.creature_draft import (
    GUESS,
    LIKELY,
    Attack,
    Draft,
    Said,
    creature_name,
    plain_dice,
)
from shieldwall.exchange.foundry_actors import FLAG
from shieldwall.exchange.foundry_fifth import fifth_actor, is_fifth_actor
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.improved_initiative import take_ours
from shieldwall.exchange.untrusted_json import (
    ContentError,
    items,
    number,
    parse_json,
    plain_html,
    table,
    text_of,
    whole,
)

OSE: Final = "ose"
FEW_DICE: Final = 4
DOLMENWOOD: Final = "dolmenwood"
SWNR: Final = "swnr"
FIFTH: Final = "dnd5e"
ACTORS: Final = ("", "monster", "creature", "npc", "character", "adventurer")
"""Types of actors that fight; a faction or a ship does not."""
SYSTEMS: Final = {
    OSE: "OSE", DOLMENWOOD: "Dolmenwood", SWNR: "Without Number", FIFTH: "the fifth edition",
}  # fmt: skip
MAX_DOCUMENTS: Final = 10_000
PLACEHOLDER_HP: Final = 10
"""What a new actor of Without Number has until somebody writes its hit points in."""
METRES_BELOW: Final = 16
"""A pace below this is in metres: nobody walks 10 feet a round."""


def parse_documents(text: str, name: str) -> Any:
    """JSON, or a compendium of old: a document a line."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines[:3]):
        try:
            first = parse_json(lines[0], name)
        except ContentError:
            return parse_json(text, name)
        if isinstance(first, dict):
            return [parse_json(line, name) for line in lines]
    return parse_json(text, name)


def documents(data: object) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The scenes and the actors of a file: one document, a list, or a bundle of a whole world."""
    found = [table(entry) for entry in data] if isinstance(data, list) else [table(data)]
    world = table(table(data).get("world")) or table(data)
    for key in ("scenes", "actors", "items", "documents"):
        if key != "items" or not system_of(table(data)):
            found += [table(entry) for entry in items(world.get(key))]
    scenes = [entry for entry in found if is_scene(entry)]
    actors = [entry for entry in found if not is_scene(entry) and system_of(entry)]
    return scenes[:MAX_DOCUMENTS], actors[:MAX_DOCUMENTS]


def is_scene(entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("walls"), list) and "grid" in entry


def facts_of(entry: dict[str, Any]) -> dict[str, Any]:
    """The part of an actor that is the system's: `system`, in old versions `data`."""
    return table(entry.get("system")) or table(entry.get("data"))


def system_of(entry: dict[str, Any]) -> str:
    """Which system an actor belongs to; "" if it is none we know."""
    named = text_of(table(entry.get("_stats")).get("systemId"), 40).lower()
    facts = facts_of(entry)
    if named in SYSTEMS and text_of(entry.get("type"), 20).lower() in ACTORS:
        return named
    if "hpDice" in facts or "monsterType" in facts:
        return DOLMENWOOD
    if "thac0" in facts or "aac" in facts:
        return OSE
    if is_fifth_actor(facts) and text_of(entry.get("type"), 20).lower() in ACTORS:
        return FIFTH
    return SWNR if "hitDice" in facts or "moralScore" in facts else ""


def read_actor(entry: dict[str, Any], report: Report) -> Draft:
    """A creature from an actor."""
    draft = Draft(creature_name(text_of(entry.get("name"), 80)))
    ours = table(table(table(entry.get("flags")).get(FLAG)).get("creature"))
    if ours:
        take_ours(draft, ours)
        return draft
    if system_of(entry) == FIFTH:
        draft = fifth_actor(entry, facts_of(entry))
    reader: dict[str, Callable[[Draft, dict[str, Any], dict[str, Any]], None]] = {
        OSE: _ose,
        DOLMENWOOD: _dolmenwood,
        SWNR: _without_number,
    }
    system = system_of(entry)
    if system in reader:
        reader[system](draft, facts_of(entry), entry)
    if text_of(entry.get("type"), 20).lower() == "character":
        report.warn(draft.name, "is a character; taken as a creature with the same figures")
    return draft


def _figure(value: object) -> int | None:
    """A number, or the `value` of a table."""
    found = number(table(value).get("value") if isinstance(value, dict) else value)
    return None if found is None else int(found)


def _put(draft: Draft, key: str, value: int | None, source: str) -> None:
    if value is not None:
        draft.put(key, value, f"{source} {value}")


def _hit_dice(draft: Draft, text: str, source: str) -> None:
    found = re.match(r"\s*([0-9]{1,2})(?:d([0-9]{1,2}))?\s*([+-]\s*[0-9]{1,2})?", text)
    if not found:
        draft.note(f"{source} {text}" if text else "")
        return
    count, sides = found[1], found[2] or "8"
    bonus = re.sub(r"\s", "", found[3] or "")
    if count == "0" or (count == "1" and int(sides) <= 4):
        draft.put("hd", "1/2", text, LIKELY, "less than a whole die")
    else:
        draft.put("hd", f"{count}{bonus}", text, LIKELY if sides != "8" else "sure")


def _hit_points(draft: Draft, points: int | None) -> None:
    """Fewer than two a die is what a new actor has, not what somebody rolled."""
    dice = re.match(r"[0-9]+", str(draft.values.get("hd", "")))
    if points is not None and dice and int(dice[0]) >= FEW_DICE and points < 2 * int(dice[0]):
        why = f"{points} is what a new actor has, not {dice[0]} dice"
        draft.said.append(Said("hp", "by its hit dice", f"HP {points}", GUESS, why))
    else:
        _put(draft, "hp", points, "HP")


def _texts(draft: Draft, *values: object) -> None:
    for value in values:
        draft.note(text_of(plain_html(text_of(value)), 1500))


def _ose(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    hp = table(facts.get("hp"))
    _hit_dice(draft, text_of(hp.get("hd"), 20), "HD")
    _hit_points(draft, whole(hp.get("max"), 1, 1000))
    ascending, descending = _figure(facts.get("aac")), _figure(facts.get("ac"))
    if ascending:
        draft.put("ac", ascending, f"AAC {ascending}")
    elif descending is not None:
        draft.put("ac", 19 - descending, f"AC {descending}", LIKELY, "counted down from 9")
    thac0 = table(facts.get("thac0"))
    bonus, to_hit = _figure(thac0.get("bba")), _figure(thac0.get("value"))
    if bonus or to_hit is None:
        _put(draft, "attack", bonus, "attack bonus")
    else:
        draft.put("attack", max(0, 19 - to_hit), f"THAC0 {to_hit}", LIKELY)
    _pace(draft, table(facts.get("movement")))
    details = table(facts.get("details"))
    morale = _figure(details.get("morale"))
    if morale:
        draft.put("morale", min(12, morale), f"morale {morale}")
    _saves(draft, facts, ("death", "wand", "paralysis", "breath", "spell"))
    for key in ("alignment", "xp", "treasure", "appearing", "specialAbilities"):
        told = text_of(details.get(key), 100)
        draft.note(f"{key} {told}" if told else "")
    _texts(draft, details.get("description"), details.get("biography"))
    groups: dict[str, int] = {}
    for item in items(entry.get("items")):
        part = table(item)
        inner = facts_of(part)
        name = text_of(part.get("name"), 40)
        if part.get("type") != "weapon":
            _texts(draft, f"{name}: {text_of(inner.get('description'))}".strip(": "))
            continue
        pattern = text_of(inner.get("pattern"), 20) or "transparent"
        alone = pattern in ("transparent", "white")
        group = groups.setdefault(f"{pattern} {name}" if alone else pattern, len(groups))
        times = whole(table(inner.get("counter")).get("max"), 1, 12) or 1
        attack = Attack(name or "attack", times, group=group, source=name)
        attack.damage = plain_dice(text_of(inner.get("damage"), 30))
        attack.shock = _shock(inner.get("shock"))
        ranges = table(inner.get("range"))
        if inner.get("missile") is True:
            attack.ranges = _ranges(ranges, ("short", "medium", "long"))
        draft.attacks.append(attack)
        _texts(draft, f"{name}: {plain_html(text_of(inner.get('description')))}".strip(": "))


def _pace(draft: Draft, movement: dict[str, Any]) -> None:
    """Feet a turn; Worlds Without Number writes feet a round as text, the turn beside it."""
    said = text_of(movement.get("base"), 40)
    found = re.match(r"\s*([0-9]{1,3})", said)
    if not found:
        draft.note(said)
        return
    pace = int(found[1])
    if "exploration" in movement or pace < 60:
        draft.put("speed", pace, f"movement {said}")
    else:
        draft.put("speed", pace // 3, f"movement {said} a turn")


def _ranges(value: dict[str, Any], keys: tuple[str, ...]) -> tuple[int, ...]:
    found = [whole(value.get(key), 1, 2000) for key in keys]
    return tuple(feet for feet in found if feet is not None)


def _saves(draft: Draft, facts: dict[str, Any], keys: tuple[str, ...]) -> None:
    saves = table(facts.get("saves"))
    told = [f"{key} {value}" for key in keys if (value := _figure(saves.get(key))) is not None]
    draft.note(f"saves {', '.join(told)}" if told else "")


def _dolmenwood(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    level = _figure(facts.get("level"))
    if level is not None:
        draft.put("hd", str(level) if level > 0 else "1/2", f"level {level}", LIKELY)
    else:
        _hit_dice(draft, text_of(facts.get("hpDice"), 20), "HP")
    _hit_points(draft, whole(table(facts.get("hp")).get("max"), 1, 1000))
    _put(draft, "ac", _figure(facts.get("ac")), "AC")
    _put(draft, "speed", _figure(facts.get("speed")), "speed")
    _put(draft, "morale", _figure(facts.get("morale")), "morale")
    for way in ("fly", "swim", "climb", "burrow"):
        feet = _figure(table(facts.get("movement")).get(way))
        if feet:
            draft.moves(way, feet, f"{way} {feet}")
    draft.minded(text_of(facts.get("intelligence"), 30))
    kind = text_of(facts.get("monsterType"), 40)
    draft.note(kind)
    if kind.lower() == "undead":
        draft.put("undead", True, kind)
    size = text_of(facts.get("size"), 20).lower()
    if size in ("small", "medium", "large", "huge"):
        draft.put("size", size if size in ("large", "huge") else "man", size)
    _saves(draft, facts, ("doom", "ray", "hold", "blast", "spell"))
    groups: dict[str, int] = {}
    for value in items(facts.get("attacks")):
        part = table(value)
        name = text_of(part.get("attackName"), 40) or "attack"
        letter = text_of(part.get("attackGroup"), 2) or "a"
        attack = Attack(name, whole(part.get("numAttacks"), 1, 12) or 1, source=name)
        attack.group = groups.setdefault(letter, len(groups))
        attack.damage = plain_dice(text_of(part.get("attackDamage"), 30))
        bonus = _figure(part.get("attackBonus"))
        attack.bonus = bonus if part.get("attackType") != "save" else None
        attack.effect = text_of(plain_html(text_of(part.get("attackEffect"))), 300)
        attack.ranges = _ranges(part, ("rangeShort", "rangeMedium", "rangeLong"))
        draft.attacks.append(attack)
    for value in items(facts.get("specialAbilities")):
        part = table(value)
        told = text_of(plain_html(text_of(part.get("description"))), 800)
        _texts(draft, f"{text_of(part.get('name'), 60)}: {told}".strip(": "))
    _texts(draft, facts.get("description"), facts.get("biography"))


def _without_number(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    dice = text_of(facts.get("hitDice"), 20)
    level = _figure(table(facts.get("level")).get("value") or facts.get("level"))
    _hit_dice(draft, dice or (str(level) if level else ""), "HD")
    points = whole(table(facts.get("health")).get("max"), 1, 1000)
    count = re.match(r"\s*([0-9]{1,2})", dice)
    if points == PLACEHOLDER_HP and count and not 2 <= int(count[1]) <= 3:
        draft.said.append(
            Said("hp", "by its hit dice", f"HP {points}", GUESS, "10 is what a new actor has")
        )
    else:
        _put(draft, "hp", points, "HP")
    _put(draft, "ac", _figure(facts.get("baseAc")) or _figure(facts.get("ac")), "AC")
    bonus = _figure(facts.get("ab"))
    _put(draft, "attack", bonus, "attack bonus")
    _put(draft, "skill", _figure(facts.get("skillBonus")), "skill bonus")
    save = _figure(facts.get("saves"))
    if save:
        _put(draft, "save", save, "save")
    _put(draft, "morale", _figure(facts.get("moralScore")), "morale")
    speed = _figure(facts.get("speed"))
    metric = speed is not None and 0 < speed < METRES_BELOW
    if speed is not None and metric:
        feet = (speed * 3 + 2) // 5 * 5
        draft.put("speed", feet, f"speed {speed}", LIKELY, "in metres")
    else:
        _put(draft, "speed", speed, "speed")
    own = table(facts.get("attacks"))
    times = whole(own.get("number"), 0, 12)
    times = 1 if times is None else times
    armed = any(
        table(item).get("type") == "weapon"
        and plain_dice(text_of(facts_of(table(item)).get("damage"), 30))
        for item in items(entry.get("items"))
    )
    # `number: 0` with weapons among the items is the form's default, not an attack.
    if plain_dice(text_of(own.get("damage"), 30)) and (times or not armed):
        times = max(1, times)
        draft.attacks.append(
            Attack(
                "attack",
                times,
                plain_dice(text_of(own.get("damage"), 30)),
                shock=_shock(own.get("shock")),
                source="attacks",
            )
        )
        extra = _figure(own.get("bonusDamage"))
        draft.note(f"bonus damage {extra}" if extra else "")
    for item in items(entry.get("items")):
        part = table(item)
        inner = facts_of(part)
        name = text_of(part.get("name"), 40)
        if part.get("type") == "weapon":
            attack = Attack(name or "attack", source=name, group=1 + len(draft.attacks))
            attack.damage = plain_dice(text_of(inner.get("damage"), 30))
            attack.shock = _shock(inner.get("shock"))
            ranges = _ranges(table(inner.get("range")), ("normal", "max"))
            # A range of 1 or 2 is what a new weapon has: it is one for the hand.
            if inner.get("isMelee") is not True and ranges and max(ranges) > 5:
                attack.ranges = tuple(feet * 3 for feet in ranges) if metric else ranges
            several = re.search(r"\b(?:x|×)\s*([2-9])\b|\b([2-9]) attacks\b", name)
            attack.count = int(several[1] or several[2]) if several else 1
            if not draft.attacks and times and times > 1:
                attack.count = times
            draft.attacks.append(attack)
        else:
            _texts(draft, f"{name}: {plain_html(text_of(inner.get('description')))}".strip(": "))
    _texts(draft, facts.get("notes"), facts.get("biography"))


def _shock(value: object) -> str:
    """Their Shock may be dice; ours is a number."""
    shock = table(value)
    damage = whole(shock.get("dmg") or shock.get("damage"), 1, 99)
    limit = whole(shock.get("ac"), 1, 30)
    return f"{damage}/{limit}" if damage and limit else ""
