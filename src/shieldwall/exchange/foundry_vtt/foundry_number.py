"""Foundry actors of the Without Number games: SWN, WWN and CWN in the swnr system."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.exchange.creature_draft import GUESS, LIKELY, Attack, Draft, Said, plain_dice
from shieldwall.exchange.foundry_vtt.foundry_parts import (
    described,
    facts_of,
    figure,
    hit_dice,
    hit_points,
    notes,
    put_figure,
    ranges,
    rolled,
    shock_of,
)
from shieldwall.exchange.old_school.old_school_words import RULE_WORDS, take_abilities
from shieldwall.exchange.untrusted_json import items, plain_html, table, text_of, whole

PLACEHOLDER_HP: Final = 10
"""Default hit points of a new actor in Without Number."""
BLANK_DAMAGE: Final = "1d6"
"""Default damage of a new actor."""
METRES_BELOW: Final = 16
"""A speed below this is in metres: no creature walks only 10 feet a round."""
ABILITIES: Final = ("feature", "focus", "edge", "item")
"""Items that may describe the creature or the effects of its hits."""
SPELL: Final = re.compile(r"\bDuration:.{0,120}?\bRange:|\bRange:.{0,120}?\bDuration:", re.DOTALL)
"""A spell entered as a plain item."""


def read_number(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> None:
    dice = text_of(facts.get("hitDice"), 20)
    level = figure(table(facts.get("level")).get("value") or facts.get("level"))
    hit_dice(draft, dice or (str(level) if level else ""), "HD")
    points = whole(table(facts.get("health")).get("max"), 1, 1000)
    hit_points(draft, points, PLACEHOLDER_HP)
    put_figure(draft, "ac", figure(facts.get("baseAc")) or figure(facts.get("ac")), "AC")
    bonus = figure(facts.get("ab"))
    if bonus is not None:
        draft.hits_with(bonus, f"attack bonus {bonus}")
    put_figure(draft, "skill", figure(facts.get("skillBonus")), "skill bonus")
    save = figure(facts.get("saves"))
    if save:
        put_figure(draft, "save", save, "save")
    put_figure(draft, "morale", figure(facts.get("moralScore")), "morale")
    speed = figure(facts.get("speed"))
    metric = speed is not None and 0 < speed < METRES_BELOW
    if speed is not None and metric:
        feet = (speed * 3 + 2) // 5 * 5
        draft.put("speed", feet, f"speed {speed}", LIKELY, "in metres")
    else:
        put_figure(draft, "speed", speed, "speed")
    times = _own_attack(draft, facts, entry)
    abilities: list[tuple[str, str]] = []
    spells: list[str] = []
    for item in map(table, items(entry.get("items"))):
        kind = text_of(item.get("type"), 20).lower()
        name, told = described(item)
        if kind == "weapon":
            _weapon(draft, item, times, metric)
            if RULE_WORDS.search(told):
                abilities.append((name, told))
            else:
                notes(draft, f"{name}: {told}".strip(": "))
        elif kind == "power" or SPELL.search(told):
            spells.append(name)
            notes(draft, f"{name}: {told}".strip(": "))
        elif kind in ABILITIES and RULE_WORDS.search(f"{name} {told}"):
            abilities.append((name, told))
        elif kind in ("feature", "focus", "edge", "cyberware", "program"):
            draft.leave("traits", f"{name}: {told}".strip(": "))
        else:
            notes(draft, f"{name}: {told}".strip(": "))
    if spells:
        draft.leave("spells", ", ".join(dict.fromkeys(spells)))
    take_abilities(draft, abilities)
    said = facts.get("notes")
    words = [said] if isinstance(said, str) else []
    notes(draft, *words, plain_html(text_of(facts.get("biography"))))


def _own_attack(draft: Draft, facts: dict[str, Any], entry: dict[str, Any]) -> int:
    """The attack on the sheet itself, and its number.

    `number: 0` is the default of a new actor: with weapons among its items it means no attack,
    without them its damage is a guess.
    """
    own = table(facts.get("attacks"))
    found = whole(own.get("number"), 0, 12)
    times = 1 if found is None else found
    armed = any(
        table(item).get("type") == "weapon"
        and plain_dice(text_of(facts_of(table(item)).get("damage"), 30))
        for item in items(entry.get("items"))
    )
    damage = plain_dice(text_of(own.get("damage"), 30))
    if armed and damage == BLANK_DAMAGE and not _has_choice(entry):
        return times
    if damage and (times or not armed):
        blank = times == 0
        attack = Attack("attack", max(1, times), damage)
        attack.shock = shock_of(own.get("shock"), "attack", draft)
        attack.source = "" if blank else "attacks"
        draft.attacks.append(attack)
        if blank:
            why = f"{damage} is the default of a new actor"
            draft.said.append(Said("damage", damage, "attacks", GUESS, why))
            draft.ask("damage", damage, why)
        extra = figure(own.get("bonusDamage"))
        if extra:
            attack.damage = plain_dice(f"{damage}+{extra}") or damage
    return times


def _has_choice(entry: dict[str, Any]) -> bool:
    """Whether its weapons only stand for any weapon of some size: `D6 Weapon`, `D8 Weapon`."""
    return any(
        re.fullmatch(r"d[0-9]+ weapon", text_of(table(item).get("name"), 40).lower())
        for item in items(entry.get("items"))
    )


def _weapon(draft: Draft, item: dict[str, Any], times: int, metric: bool) -> None:
    inner = facts_of(item)
    name = text_of(item.get("name"), 40)
    attack = Attack(name or "attack", source=name, group=1 + len(draft.attacks))
    attack.damage = plain_dice(rolled(text_of(inner.get("damage"), 30)))
    attack.shock = shock_of(inner.get("shock"), name, draft)
    far = ranges(table(inner.get("range")), ("normal", "max"))
    # A range of 1 or 2 is the default of a new weapon: treat it as melee.
    if inner.get("isMelee") is not True and far and max(far) > 5:
        attack.ranges = tuple(feet * 3 for feet in far) if metric else far
    several = re.search(r"\b(?:x|×)\s*([2-9])\b|\b([2-9]) attacks\b", name)
    attack.count = int(several[1] or several[2]) if several else 1
    if not draft.attacks and times > 1:
        attack.count = times
    draft.attacks.append(attack)
