"""Foundry actors of Old-School Essentials, and of Worlds Without Number, which derives from it."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.exchange.creature_draft import LIKELY, Attack, Draft, plain_dice
from shieldwall.exchange.foundry_vtt.foundry_parts import (
    described,
    facts_of,
    figure,
    five_saves,
    hit_dice,
    hit_points,
    notes,
    put_figure,
    ranges,
    rolled,
    shock_of,
)
from shieldwall.exchange.old_school.old_school_words import take_abilities
from shieldwall.exchange.untrusted_json import items, table, text_of, whole

GEAR: Final = ("armor", "item", "container", "gear", "skill", "class", "asset")
"""Items that are possessions rather than abilities."""


def read_ose(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    hp = table(facts.get("hp"))
    details, movement = table(facts.get("details")), table(facts.get("movement"))
    hit_dice(draft, text_of(hp.get("hd") or facts.get("hd") or details.get("level"), 20), "HD")
    hit_points(draft, whole(hp.get("max"), 1, 1000))
    _armour(draft, facts)
    _to_hit(draft, facts)
    _pace(draft, movement)
    for way in ("fly", "swim"):
        feet = figure(movement.get(way))
        if feet:
            draft.moves(way, feet, f"{way} {feet}")
    put_figure(draft, "skill", figure(facts.get("skill")), "skill bonus")
    morale = figure(details.get("morale"))
    if morale:
        draft.put("morale", min(12, morale), f"morale {morale}")
    five_saves(draft, facts, ("death", "wand", "paralysis", "breath", "spell"))
    for key in ("alignment", "xp", "treasure", "appearing", "class", "level"):
        told = text_of(details.get(key), 100)
        draft.note(f"{key} {told}" if told and told != "0" else "")
    notes(draft, facts.get("biography"), details.get("description"), details.get("biography"))
    abilities = _items(draft, entry)
    special = text_of(details.get("specialAbilities"), 100)
    if special and not special.isdigit():
        abilities.append(("", special))
    take_abilities(draft, abilities)


def _armour(draft: Draft, facts: dict[str, Any]) -> None:
    ascending, descending = figure(facts.get("aac")), figure(facts.get("ac"))
    manual = table(table(facts.get("combat")).get("acManual"))
    by_hand = figure(manual.get("melee"))
    if by_hand:
        draft.put("ac", by_hand, f"AC {by_hand}")
        far = figure(manual.get("ranged"))
        if far and far != by_hand:
            draft.leave("ac", f"AC {far} against shots")
    elif ascending:
        draft.put("ac", ascending, f"AAC {ascending}")
    elif descending is not None:
        draft.put("ac", 19 - descending, f"AC {descending}", LIKELY, "counted down from 9")


def _to_hit(draft: Draft, facts: dict[str, Any]) -> None:
    thac0, combat = table(facts.get("thac0")), table(facts.get("combat"))
    bonus, to_hit = figure(thac0.get("bba")), figure(thac0.get("value"))
    if "ab" in combat:
        bonus = figure(combat.get("ab"))
    if bonus is not None and (bonus or to_hit is None):
        draft.hits_with(bonus, f"attack bonus {bonus}")
    elif to_hit is not None:
        draft.hits_with(19 - to_hit, f"THAC0 {to_hit}", LIKELY)


def _items(draft: Draft, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Weapons become attacks; items that are neither weapons nor possessions are abilities."""
    abilities: list[tuple[str, str]] = []
    groups: dict[str, int] = {}
    spells: list[str] = []
    for item in map(table, items(entry.get("items"))):
        inner = facts_of(item)
        name, told = described(item)
        kind = text_of(item.get("type"), 20).lower()
        if kind == "weapon":
            _weapon(draft, name, inner, groups)
            if told:
                abilities.append((name, told))
        elif kind == "spell" or inner.get("subType") == "spell":
            spells.append(name)
        elif kind in GEAR:
            notes(draft, name)
        elif name or told:
            abilities.append((name, told))
    if spells:
        draft.leave("spells", ", ".join(dict.fromkeys(spells)))
    return [(name, told) for name, told in abilities if not _is_weapon_lore(draft, name, told)]


def _is_weapon_lore(draft: Draft, name: str, told: str) -> bool:
    """Whether the text of a weapon only describes it."""
    armed = any(attack.name == name for attack in draft.attacks)
    if armed and not re.search(r"\bsav(?:e|ing)\b|paraly|poison|drain|swallow|stone", told, re.I):
        notes(draft, f"{name}: {told}")
        return True
    return False


def _weapon(draft: Draft, name: str, inner: dict[str, Any], groups: dict[str, int]) -> None:
    pattern = text_of(inner.get("pattern"), 20) or "transparent"
    alone = pattern in ("transparent", "white")
    group = groups.setdefault(f"{pattern} {name}" if alone else pattern, len(groups))
    times = whole(table(inner.get("counter")).get("max"), 1, 12) or 1
    attack = Attack(name or "attack", times, group=group, source=name)
    attack.damage = plain_dice(rolled(text_of(inner.get("damage"), 30)))
    bonus, own = figure(inner.get("bonus")), draft.values.get("attack")
    if bonus:
        attack.bonus = bonus + (own if isinstance(own, int) else 0)
    attack.shock = shock_of(inner.get("shock"), name, draft)
    if inner.get("missile") is True:
        attack.ranges = ranges(table(inner.get("range")), ("short", "medium", "long"))
    draft.attacks.append(attack)


def _pace(draft: Draft, movement: dict[str, Any]) -> None:
    """Feet per turn; Worlds Without Number has feet per round."""
    base = movement.get("base")
    said = text_of(table(base).get("value") if isinstance(base, dict) else base, 40)
    found = re.match(r"\s*([0-9]{1,3})", said)
    if not found:
        draft.note(said)
        return
    pace = int(found[1])
    if isinstance(base, dict) or "exploration" in movement or pace < 60:
        draft.put("speed", pace, f"movement {said}")
    else:
        draft.put("speed", pace // 3, f"movement {said} a turn")
    flying = re.search(r"/\s*[0-9]{1,3}\D{0,3}\(?([0-9]{1,3})?\D{0,8}fly", said, re.IGNORECASE)
    if flying and flying[1]:
        draft.moves("fly", int(flying[1]), said)
