"""Foundry actors of Dolmenwood's official system: creatures and adventurers."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.engine.state.sheet import KIN_NAMES
from shieldwall.exchange.creature_draft import LIKELY, Attack, Draft, plain_dice
from shieldwall.exchange.fifth.fifth_edition import NEVER_FLEE
from shieldwall.exchange.foundry_vtt.foundry_parts import (
    facts_of,
    figure,
    five_saves,
    hit_dice,
    hit_points,
    notes,
    put_figure,
    ranges,
)
from shieldwall.exchange.old_school.creature_nature import KINS
from shieldwall.exchange.old_school.old_school_words import plain_words, take_abilities
from shieldwall.exchange.untrusted_json import items, plain_html, table, text_of, whole

PLACEHOLDER_HP: Final = 10
SAVES: Final = ("doom", "ray", "hold", "blast", "spell")
BARE_HANDS: Final = "1d4"


def read_dolmenwood(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    level = figure(facts.get("level"))
    if level is not None:
        draft.put("hd", str(level) if level > 0 else "1/2", f"level {level}", LIKELY)
    else:
        hit_dice(draft, text_of(facts.get("hpDice"), 20), "HP")
    hit_points(draft, whole(table(facts.get("hp")).get("max"), 1, 1000), PLACEHOLDER_HP)
    _body(draft, facts)
    five_saves(draft, facts, SAVES)
    if "abilities" in facts or text_of(entry.get("type"), 20).lower() == "adventurer":
        _adventurer(draft, facts, entry)
        return
    put_figure(draft, "ac", figure(facts.get("ac")), "AC")
    put_figure(draft, "morale", figure(facts.get("morale")), "morale")
    draft.minded(text_of(facts.get("intelligence"), 30))
    abilities = _attacks(draft, facts)
    for value in items(facts.get("specialAbilities")):
        part = table(value)
        told = text_of(plain_html(text_of(part.get("description"))), 800)
        abilities.append((text_of(part.get("name"), 60), told))
    take_abilities(draft, abilities)
    for key in ("behaviour", "speech", "possessions", "treasureType", "encounters"):
        told = text_of(facts.get(key), 300)
        draft.note(f"{key}: {told}" if told else "")
    notes(draft, facts.get("description"), facts.get("biography"))


def _body(draft: Draft, facts: dict[str, Any]) -> None:
    put_figure(draft, "speed", figure(facts.get("speed")), "speed")
    for way in ("fly", "swim", "climb", "burrow"):
        feet = figure(table(facts.get("movement")).get(way))
        if feet:
            draft.moves(way, feet, f"{way} {feet}")
    kind = text_of(facts.get("monsterType") or facts.get("creatureType"), 40)
    kin = KINS.get(kind.lower(), kind.lower())
    draft.note(kind)
    if kin in KIN_NAMES:
        draft.put("kin", kin, kind)
    elif kind:
        draft.leave("kind of being", kind)
    if kin == "undead":
        draft.put("undead", True, kind)
    if kin in NEVER_FLEE:
        draft.put("fearless", True, kind, LIKELY, f"the {kin} do not flee")
    size = text_of(facts.get("size"), 20).lower()
    if size in ("small", "medium", "large", "huge"):
        draft.put("size", size if size in ("large", "huge") else "man", size)
        if size == "small":
            draft.put("height", 3, size, LIKELY, "small bodies have no size here")


def _attacks(draft: Draft, facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Read the attacks; returns their other effects, and those without an attack roll."""
    abilities: list[tuple[str, str]] = []
    groups: dict[str, int] = {}
    for value in items(facts.get("attacks")):
        part = table(value)
        name = text_of(part.get("attackName"), 40) or "attack"
        letter = text_of(part.get("attackGroup"), 2) or "a"
        effect = plain_words(text_of(plain_html(text_of(part.get("attackEffect"))), 600))
        damage = text_of(part.get("attackDamage"), 60)
        if part.get("attackType") == "save" or not plain_dice(damage):
            dice = damage if plain_dice(damage) else ""
            abilities.append((name, f"{dice} damage. {effect}" if dice else effect))
            continue
        attack = Attack(name, whole(part.get("numAttacks"), 1, 12) or 1, source=name)
        attack.group = groups.setdefault(letter, len(groups))
        attack.damage = plain_dice(damage)
        attack.bonus = figure(part.get("attackBonus"))
        attack.ranges = ranges(part, ("rangeShort", "rangeMedium", "rangeLong"))
        draft.attacks.append(attack)
        if effect:
            abilities.append((name, f"{name}: {effect}"))
    return abilities


def _adventurer(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    """A player's character: derive the figures from its gear, as its sheet does."""
    worn = [table(item) for item in items(entry.get("items"))]
    ready = [item for item in worn if facts_of(item).get("equipped") is not False]
    strength = _modifier(facts, "strength")
    dexterity = _modifier(facts, "dexterity")
    best, shield = 10, 0
    for item in ready:
        inner = facts_of(item)
        if text_of(item.get("type"), 20).lower() == "armor":
            score = figure(inner.get("ac")) or 0
            if inner.get("armorType") == "shield" or 0 < score <= 3:
                shield = max(shield, min(3, score))
            else:
                best = max(best, score)
    told = figure(facts.get("ac")) or 0
    made = best + shield + dexterity
    if made > told:
        draft.put("ac", made, "armour, shield and Dexterity", LIKELY)
    else:
        draft.put("ac", told, f"AC {told}")
    attack = figure(facts.get("attack")) or 0
    draft.put("attack", max(0, attack + strength), f"attack {attack}", LIKELY, "with Strength")
    for item in ready:
        if text_of(item.get("type"), 20).lower() == "weapon":
            _weapon(draft, item, strength)
    for item in worn:
        kind = text_of(item.get("type"), 20).lower()
        name = text_of(item.get("name"), 60)
        if kind in ("spell", "holyspell", "glamour", "rune", "knack"):
            draft.leave("spells", name)
        elif kind in ("class", "kindred"):
            draft.note(f"{kind}: {name}")
        elif kind not in ("weapon", "armor"):
            draft.note(name)
    for key in ("class", "kindred"):
        said = text_of(facts.get(key), 40)
        draft.note(f"{key}: {said}" if said else "")
    if not draft.attacks:
        draft.attacks.append(Attack("fist", damage=BARE_HANDS, harm="bludgeoning"))


def _modifier(facts: dict[str, Any], name: str) -> int:
    """From the score: the stored modifier is recalculated whenever the sheet opens."""
    score = figure(table(table(facts.get("abilities")).get(name)).get("score"))
    if score is None:
        return 0
    steps = ((3, -3), (5, -2), (8, -1), (12, 0), (15, 1), (17, 2))
    return next((bonus for most, bonus in steps if score <= most), 3)


def _weapon(draft: Draft, item: dict[str, Any], strength: int) -> None:
    inner = facts_of(item)
    name = text_of(item.get("name"), 40) or "weapon"
    made = Attack(name, source=name, group=len(draft.attacks))
    far = ranges(inner, ("rangeShort", "rangeMedium", "rangeLong"))
    qualities = [text_of(word, 20) for word in items(inner.get("qualities"))]
    melee = "melee" in qualities or not far
    damage = plain_dice(text_of(inner.get("damage"), 30))
    bare = re.match(r"[0-9]+d[0-9]+", damage)
    plus = strength if melee and bare and bare[0] == damage else 0
    made.damage = plain_dice(f"{damage}{plus:+}") if plus else damage
    made.ranges = () if melee else far
    draft.attacks.append(made)
    if melee and far:
        thrown = Attack(f"thrown {name}", source=name, group=len(draft.attacks), damage=damage)
        thrown.ranges = far
        draft.attacks.append(thrown)
