"""Actors of Foundry's dnd5e system, from 2019 to today.

Its items changed format four times: `data` or `system`, `damage.parts` or `damage.base`, one action
on the item or several activities. Each item becomes a line of a stat block, which is then parsed as
such.
"""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.fifth.fifth_edition import ABILITIES, Fifth, Part, draft_of
from shieldwall.exchange.fifth.fifth_words import harms, unmarked
from shieldwall.exchange.foundry_vtt.foundry_formulas import (
    bonus_of,
    old_part,
    part_of,
    summed,
    with_scores,
)
from shieldwall.exchange.foundry_vtt.foundry_oldest import is_oldest, renewed
from shieldwall.exchange.untrusted_json import items, number, plain_html, table, text_of

SIZES: Final = {
    "tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge",
    "grg": "Gargantuan",
}  # fmt: skip
SAVES: Final = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence",
    "wis": "Wisdom", "cha": "Charisma",
}  # fmt: skip
NO_FEATS: Final = ("class", "subclass", "background", "race")
GEAR: Final = ("equipment", "consumable", "loot", "tool", "backpack", "container")
BEYOND: Final = {
    "reaction": "reactions", "legendary": "legendary actions", "mythic": "legendary actions",
    "lair": "lair actions", "bonus": "bonus actions",
}  # fmt: skip
"""Sections of items that are not used as an action."""
RUN_UP: Final = re.compile(r"\bmove[sd] (?:at least )?[0-9]+\+? ?(?:feet|ft)", re.IGNORECASE)
"""A charge or a pounce: its bonus to a hit is no separate action."""
LONG_ARM: Final = 30
"""The longest reach in feet; a weapon that reaches farther shoots."""
AT_THE_START: Final = re.compile(
    r"\bstarts? (?:its|their|a|the) turn|start of [^.]{1,40} turn", re.I
)
"""A stench or an aura, which costs no action."""


def is_fifth_actor(facts: dict[str, Any]) -> bool:
    """Whether the system part of an actor is dnd5e's."""
    attributes = table(facts.get("attributes"))
    return "abilities" in facts and "hp" in attributes and "traits" in facts


def fifth_actor(entry: dict[str, Any], facts: dict[str, Any]) -> Draft:
    """The creature or character of an actor."""
    return draft_of(actor_record(entry, facts))


def actor_record(entry: dict[str, Any], facts: dict[str, Any]) -> Fifth:
    if is_oldest(facts):
        entry, facts = renewed(entry, facts)
    made = Fifth(name=text_of(entry.get("name"), 80))
    attributes, traits = table(facts.get("attributes")), table(facts.get("traits"))
    details = table(facts.get("details"))
    made.kind = f"{SIZES.get(text_of(traits.get('size'), 10), '')} {_type(details)}".strip()
    scores = table(facts.get("abilities"))
    for key in ABILITIES:
        value = number(table(scores.get(key.lower())).get("value"))
        if value is not None:
            made.scores[key] = int(value)
    challenge = number(details.get("cr"))
    level = sum(
        int(number(table(_inner(item)).get("levels")) or 0)
        for item in map(table, items(entry.get("items")))
        if item.get("type") == "class"
    ) or int(number(table(details.get("level")).get("value") or details.get("level")) or 0)
    proficiency = _proficiency(challenge, level)
    made.challenge = _challenge(challenge)
    for key in ABILITIES:
        part = table(scores.get(key.lower()))
        if number(part.get("proficient")):
            made.saves[key] = (made.scores.get(key, 10) - 10) // 2 + proficiency
    _body(made, attributes, traits, entry, level)
    names = {
        text_of(item.get("_id"), 40): text_of(item.get("name"), 60)
        for item in map(table, items(entry.get("items")))
    }
    said = any(_casts(item) for item in map(table, items(entry.get("items"))))
    for item in map(table, items(entry.get("items"))):
        _item(made, item, proficiency, names, said)
    lore = table(details.get("biography")).get("value") or details.get("biography")
    told = text_of(plain_html(text_of(lore)), 1500)
    made.words += [unmarked(told)] if told else []
    return made


def _inner(item: dict[str, Any]) -> dict[str, Any]:
    return table(item.get("system")) or table(item.get("data"))


def _type(details: dict[str, Any]) -> str:
    kind = details.get("type")
    if isinstance(kind, dict):
        parts = [text_of(kind.get(key), 60) for key in ("value", "subtype")]
        swarm = "swarm of " if text_of(kind.get("swarm"), 20) else ""
        named = text_of(kind.get("custom"), 60) if parts[0] in ("", "custom") else parts[0]
        said = f"{swarm}{named} ({parts[1]})" if parts[1] else f"{swarm}{named}"
    else:
        said = text_of(kind, 60)
    alignment = text_of(details.get("alignment"), 40)
    if not said and details.get("race") is not None:
        said = "humanoid"
    return f"{said}, {alignment}" if alignment else said


def _challenge(value: float | None) -> str:
    if value is None:
        return ""
    return {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}.get(value, f"{value:g}")


def _proficiency(challenge: float | None, level: int) -> int:
    return 2 + max(0, int(max(challenge or 0, level or 0)) - 1) // 4


def _body(
    made: Fifth,
    attributes: dict[str, Any],
    traits: dict[str, Any],
    entry: dict[str, Any],
    level: int,
) -> None:
    hp = table(attributes.get("hp"))
    points = number(hp.get("max")) or number(hp.get("value"))
    made.hp = None if points is None else int(points)
    made.dice = text_of(hp.get("formula"), 40)
    if not made.dice and level:
        made.dice = f"{level}d8"
    armour = table(attributes.get("ac"))
    score = number(armour.get("flat")) or number(armour.get("value"))
    made.ac = int(score) if score else _worn(made, entry)
    made.armour = text_of(armour.get("calc") or armour.get("formula"), 40)
    movement = table(attributes.get("movement"))
    metres = text_of(movement.get("units"), 5) == "m"
    for way in ("walk", "fly", "swim", "climb", "burrow"):
        feet = number(movement.get(way))
        if feet:
            feet = feet * 10 / 3 if metres else feet
            made.speeds.append(f"{'' if way == 'walk' else way + ' '}{round(feet / 5) * 5} ft.")
    old = table(attributes.get("speed"))
    for key in ("value", "special"):
        made.speeds += [said] if (said := text_of(old.get(key), 80)) else []
    senses = table(attributes.get("senses"))
    senses = {**senses, **table(senses.get("ranges"))}
    for sense in ("darkvision", "blindsight", "tremorsense", "truesight"):
        feet = number(senses.get(sense))
        made.senses += [f"{sense} {feet:g} ft."] if feet else []
    for said in (text_of(senses.get("special"), 100), text_of(traits.get("senses"), 100)):
        made.senses += [said] if said else []
    made.weak = _kinds(traits.get("dv"))
    made.resists = _kinds(traits.get("dr"))
    made.immune = _kinds(traits.get("di"))
    made.steadfast = _kinds(traits.get("ci"))


def _kinds(value: object) -> list[str]:
    """`{value: [fire, physical], bypasses: [mgc], custom: …}`."""
    found = table(value)
    words = [text_of(part, 40) for part in items(found.get("value"))]
    bypassed = items(found.get("bypasses"))
    wounds = [word for word in words if word in ("bludgeoning", "piercing", "slashing")]
    plain = [word for word in words if word not in wounds and word != "physical"]
    if "physical" in words or (wounds and bypassed):
        silver = " that aren't silvered" if "sil" in bypassed else ""
        plain.append(f"; bludgeoning, piercing and slashing from nonmagical attacks{silver}")
    else:
        plain += wounds
    custom = text_of(found.get("custom"), 200)
    joined = ", ".join(plain).replace(", ;", ";").lstrip("; ")
    return [text for text in (joined, custom) if text]


def _worn(made: Fifth, entry: dict[str, Any]) -> int:
    """The armour class from armour and dexterity."""
    dexterity = (made.scores.get("Dex", 10) - 10) // 2
    best, shield = 10 + dexterity, 0
    for item in map(table, items(entry.get("items"))):
        inner = _inner(item)
        if item.get("type") != "equipment" or inner.get("equipped") is False:
            continue
        armour = table(inner.get("armor"))
        score = int(number(armour.get("value")) or 0)
        kind = text_of(table(inner.get("type")).get("value") or armour.get("type"), 20)
        if kind == "shield":
            shield = max(shield, score or 2)
        elif kind in ("light", "medium", "heavy", "natural") and score >= 10:
            most = {"light": 9, "natural": 9, "medium": 2, "heavy": 0}[kind]
            best = max(best, score + max(min(dexterity, most), -5 if kind != "heavy" else 0))
    return best + shield


def _casts(item: dict[str, Any]) -> bool:
    """Whether an item lists the spells with their uses, so that their own items add nothing."""
    inner = _inner(item)
    if not text_of(item.get("name"), 60).lower().startswith(("spellcasting", "innate spell")):
        return False
    activities = table(inner.get("activities"))
    told = _description(inner, {}, {})
    listed = re.search(r"(?:at will|\(\d+ slots?\)|/day(?: each)?)\s*:", told, re.IGNORECASE)
    return bool(listed) or any(table(each).get("type") == "cast" for each in activities.values())


def _item(
    made: Fifth, item: dict[str, Any], proficiency: int, names: dict[str, str], said: bool
) -> None:
    """Add an item; `said` tells that a text lists the spells."""
    inner = _inner(item)
    kind, name = text_of(item.get("type"), 20), text_of(item.get("name"), 60)
    owner = f"{made.name.lower()} - "
    name = name[len(owner) :] if name.lower().startswith(owner) else name
    told = _description(inner, names, _dcs(made, inner, proficiency))
    if kind == "spell":
        if not said:
            _spell(made, inner, name)
        return
    acts = _acts(inner)
    if kind in GEAR and not any(act["attack"] for act in acts):
        made.gear += [name] if name else []
        return
    if kind in NO_FEATS:
        made.words += [name] if name else []
        return
    activation = next((act["activation"] for act in acts if act["activation"]), "")
    limit = _limit(inner)
    part = Part(f"{name} {limit}".strip(), told)
    acts = _unsaved(acts, told)
    lines = [_line(made, inner, act, proficiency, told) for act in _first_attack(acts)]
    lines = [line for line in lines if line]
    if RUN_UP.search(told) and not any(act["attack"] for act in acts):
        harm = next((harm for act in acts if (harm := _wounds(made, inner, act))), "")
        part.text = re.sub(r"\[\[[^\]]*\]\]", "", _filled(told, harm))
        made.traits.append(part)
        return
    if lines:
        bare = re.sub(r"\[\[[^\]]*\]\][.,]?", "", told)
        if any(act["attack"] for act in acts):
            # The first sentences only repeat the figures.
            bare = re.sub(r"^.{0,300}?\bHit\b:?.{0,80}?damage\W*", "", bare, count=1)
            bare = _without(bare, [dice for act in acts for dice, _ in act["parts"][1:]])
        part.text = " ".join([*lines[:2], bare])
    else:
        part.text = re.sub(r"\[\[[^\]]*\]\]", "", told)
    for act in [act for act in acts if act["attack"]][1:]:
        more, usual = _wounds(made, inner, act), _wounds(made, inner, (lines and acts[0]) or act)
        if more and more != usual:
            made.beyond.append(("what hits do", Part(name, f"{act['called']}: {more}")))
    beyond = BEYOND.get(activation, "")
    if beyond and not (kind == "weapon" and activation == "bonus"):
        made.beyond.append((beyond, part))
    elif kind == "feat" and not activation and AT_THE_START.search(told):
        made.traits.append(part)
    elif (
        kind == "weapon"
        or lines
        or activation == "action"
        or name.lower().startswith("multiattack")
    ):
        made.actions.append(part)
    else:
        made.traits.append(part)


def _unsaved(acts: list[dict[str, Any]], told: str) -> list[dict[str, Any]]:
    """The actions without the damage that a text puts behind a save: the text has it."""
    save = re.search(r"\bDC [0-9]+|\[\[/save", told)
    if not save:
        return acts
    before, behind = told[: save.start()], told[save.start() :]
    first = "[[/damage" not in before and not harms(before)
    kept = []
    for act in acts:
        parts = [
            part
            for place, part in enumerate(act["parts"])
            if not (act["attack"] and (place or first) and _has(behind, part[0]))
            or (not place and len(act["parts"]) > 1)
        ]
        if parts or not act["attack"]:
            kept.append({**act, "parts": parts})
    return kept


def _has(text: str, dice: str) -> bool:
    found = re.match(r"\s*([0-9]{1,2}d[0-9]{1,3})", dice)
    return bool(found and re.search(rf"\b{found[1]}\b[^.;]{{0,40}}\bdamage", text))


def _without(text: str, rolls: list[str]) -> str:
    """A text without the additional damage that its figures already list: `plus 7 (2d6) fire
    damage`.
    """
    for dice in rolls:
        found = re.match(r"\s*([0-9]{1,2}d[0-9]{1,3})", dice)
        if found:
            more = rf"(?:,? ?\b(?:plus|and|takes|taking)(?: an extra)?) [0-9]+ ?\({found[1]}[^)]*\)"
            text = re.sub(rf"{more}[^.;]{{0,40}}?damage", "", text, count=1)
    return text


def _first_attack(acts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A second attack of an item is the same with advantage, a run-up or another grip."""
    attacks = [act for act in acts if act["attack"]]
    return [act for act in acts if not act["attack"] or act is attacks[0]]


def _filled(told: str, harm: str) -> str:
    """Fill in the dice a text leaves to its figures: `an extra [[/damage average]] damage`."""
    return re.sub(r"\[\[/damage[^\]]{0,80}\]\](?: damage)?", harm, told) if harm else told


def _description(inner: dict[str, Any], names: dict[str, str], dcs: dict[str, int]) -> str:
    said = inner.get("description")
    text = text_of(table(said).get("value") if isinstance(said, dict) else said, 4000)
    text = re.sub(r"<section[^>]{0,80}secret[^>]{0,80}>|</section>", "", text)
    text = re.sub(r"\[\[lookup @name[^\]]{0,40}\]\]\{([^}]{0,60})\}", r"\1", text)
    text = re.sub(r"\[\[/(?:item|heal)\b[^\]]{0,80}\]\]\{([^}]{0,60})\}", r"\1", text)
    text = re.sub(
        r"\[\[/item\s+(\.?)([^\]|]{1,80}?)(?:\s+activity=[^\]]{0,80})?\]\]",
        lambda found: names.get(found[2], "" if found[1] else found[2]),
        text,
    )
    text = re.sub(
        r"\[\[lookup @([a-zA-Z.]{1,60})(?:\s+activity=([^\]\s]{1,40}))?[^\]]{0,40}\]\]",
        lambda found: _looked_up(inner, found[1], found[2] or "", dcs),
        text,
    )
    text = re.sub(
        r"\[\[/(?:r|roll|damage)\s+([0-9d+ -]*[0-9])\s*(?:type=)?([a-z]*)[^\]]{0,60}\]\]",
        lambda found: f"{found[1]} {'' if found[2] == 'average' else found[2]}".strip(),
        text,
    )
    text = re.sub(
        r"\[\[/save\s+(?:ability=)?(str|dex|con|int|wis|cha)\s+(?:dc=)?([0-9]{1,2})[^\]]{0,40}\]\]",
        lambda found: f"DC {found[2]} {SAVES[found[1].lower()]}",
        text,
        flags=re.IGNORECASE,
    )
    return text_of(unmarked(plain_html(text)), 3000)


def _dcs(made: Fifth, inner: dict[str, Any], proficiency: int) -> dict[str, int]:
    """The DC of each of an item's activities with a save."""
    activities = table(inner.get("activities"))
    return {
        key: _dc(made, act["dc"], act["dc_of"], proficiency)
        for key, act in zip(activities, _acts(inner))
        if act["dc"] is not None or act["dc_of"]
    }


def _dc(made: Fifth, dc: object, dc_of: str, proficiency: int) -> int:
    # A number beside the ability it derives from is a leftover of an older version.
    given = None if dc_of in SAVES else number(dc)
    if given is not None:
        return int(given)
    by = dc_of if dc_of in SAVES else "con"
    return 8 + proficiency + (made.scores.get(by.title(), 10) - 10) // 2


def _looked_up(inner: dict[str, Any], path: str, activity: str, dcs: dict[str, int]) -> str:
    """A value that a text looks up in its activity: `range.value`, `save.dc.value`."""
    activities = table(inner.get("activities"))
    if path == "save.dc.value":
        dc = dcs.get(activity) or next(iter(dcs.values()), None)
        return "" if dc is None else str(dc)
    found: object = activities.get(activity) or next(iter(activities.values()), None)
    if path == "healing.formula":
        healing = table(table(found).get("healing"))
        return part_of(healing)[0] or text_of(healing.get("bonus"), 20)
    for key in path.split("."):
        found = table(found).get(key)
    return text_of(found, 40)


def _limit(inner: dict[str, Any]) -> str:
    recharge = number(table(inner.get("recharge")).get("value"))
    uses = table(inner.get("uses"))
    for part in map(table, items(uses.get("recovery"))):
        if text_of(part.get("period"), 20) == "recharge":
            recharge = number(part.get("formula")) or recharge or 6
    if recharge and 2 <= recharge <= 6:
        return f"(Recharge {int(recharge)}-6)" if recharge < 6 else "(Recharge 6)"
    most = number(uses.get("max"))
    per = text_of(uses.get("per"), 10) or ("day" if items(uses.get("recovery")) else "")
    return f"({int(most)}/Day)" if most and most >= 1 and per else ""


def _acts(inner: dict[str, Any]) -> list[dict[str, Any]]:
    """The item's activities, or the one action of older versions."""
    made = []
    activities = inner.get("activities")
    if isinstance(activities, dict):
        for activity in map(table, activities.values()):
            what = text_of(activity.get("type"), 20)
            damage = table(activity.get("damage"))
            parts = [part_of(part) for part in items(damage.get("parts"))]
            if damage.get("includeBase") is not False and what == "attack":
                base = part_of(table(inner.get("damage")).get("base"), main=True)
                parts = [base, *parts] if base[0] else parts
            attack, target = table(activity.get("attack")), table(activity.get("target"))
            save = table(activity.get("save"))
            ability, dc = save.get("ability"), table(save.get("dc"))
            first = text_of(items(ability)[0] if items(ability) else ability, 5)
            made.append(
                {
                    "activation": text_of(table(activity.get("activation")).get("type"), 20),
                    "attack": what == "attack",
                    "ranged": text_of(table(attack.get("type")).get("value"), 10) == "ranged",
                    "open": not text_of(table(attack.get("type")).get("value"), 10),
                    "ability": text_of(attack.get("ability"), 5),
                    "bonus": attack.get("bonus"),
                    "flat": attack.get("flat") is True,
                    "save": first if what == "save" else "",
                    "dc": dc.get("formula") or dc.get("value"),
                    "dc_of": text_of(dc.get("calculation"), 10),
                    "half": text_of(damage.get("onSave"), 10) == "half",
                    "parts": parts,
                    "area": table(target.get("template")),
                    "within": number(table(activity.get("range")).get("value")),
                    "alone": number(table(target.get("affects")).get("count")) == 1,
                    "called": text_of(table(activity.get("activation")).get("condition"), 120)
                    or text_of(activity.get("name"), 60)
                    or "also",
                }
            )
        return made
    action = text_of(inner.get("actionType"), 10)
    parts = [old_part(part) for part in items(table(inner.get("damage")).get("parts"))]
    save = table(inner.get("save"))
    return [
        {
            "activation": text_of(table(inner.get("activation")).get("type"), 20),
            "attack": action in ("mwak", "rwak", "msak", "rsak"),
            "ranged": action in ("rwak", "rsak"),
            "open": False,
            "ability": text_of(inner.get("ability"), 5),
            "bonus": inner.get("attackBonus") or table(inner.get("attack")).get("bonus"),
            "flat": table(inner.get("attack")).get("flat") is True,
            "save": text_of(save.get("ability"), 5),
            "dc": save.get("dc"),
            "dc_of": text_of(save.get("scaling"), 10),
            "half": True,
            "parts": parts,
            "area": table(inner.get("target")),
            "within": number(table(inner.get("range")).get("value")),
            "alone": number(table(inner.get("target")).get("value")) == 1
            and text_of(table(inner.get("target")).get("type"), 20) == "creature",
            "called": "",
        }
    ]


def _properties(inner: dict[str, Any]) -> set[str]:
    found = inner.get("properties")
    if isinstance(found, list):
        return set(map(str, found))
    return {key for key, value in table(found).items() if value is True}


def _modifier(made: Fifth, inner: dict[str, Any], act: dict[str, Any]) -> int:
    """Modifier of the ability that an action uses."""
    ability = act["ability"]
    if ability == "none":
        return 0
    if not ability:
        strength, dexterity = made.scores.get("Str", 10), made.scores.get("Dex", 10)
        quick = "fin" in _properties(inner) and dexterity > strength
        ability = "dex" if act["ranged"] or quick else "str"
        if act["attack"] is False:
            ability = "con"
    return (made.scores.get(ability.title(), 10) - 10) // 2


def _wounds(made: Fifth, inner: dict[str, Any], act: dict[str, Any]) -> str:
    """`2d6 + 3 slashing damage plus 1d8 fire damage`."""
    modifier = _modifier(made, inner, act)
    wounds = []
    for formula, kind in act["parts"]:
        dice = summed(with_scores(made, formula), modifier)
        if dice:
            wounds.append(f"{dice} {kind} damage".replace("  ", " "))
    return " plus ".join(wounds)


def _line(
    made: Fifth, inner: dict[str, Any], act: dict[str, Any], proficiency: int, told: str
) -> str:
    """The item as a line of a stat block."""
    has = _properties(inner)
    modifier = _modifier(made, inner, act)
    wounds = _wounds(made, inner, act)
    reach = table(inner.get("range"))
    if act["attack"]:
        extra = bonus_of(made, act["bonus"], proficiency)
        bonus = extra if act["flat"] else modifier + proficiency + extra
        near, far = number(reach.get("value")), number(reach.get("long"))
        arm = number(reach.get("reach"))
        kind = text_of(table(inner.get("type")).get("value"), 20)
        # Newer actors leave the type of attack to the weapon and to its range.
        shot = act["ranged"] or (act["open"] and not arm and (near or 0) > LONG_ARM)
        shot = shot or (act["open"] and kind in ("simpleR", "martialR"))
        thrown = not shot and ("thr" in has or (act["open"] and bool(arm) and bool(near)))
        how = "Ranged" if shot else "Melee or Ranged" if thrown else "Melee"
        close = arm or (near if not shot and not thrown else None)
        words = [f"{how} Weapon Attack: {bonus:+} to hit"]
        if how != "Ranged":
            words.append(f"reach {int(close or (10 if 'rch' in has else 5))} ft.")
        said = re.search(r"\brange ([0-9]{1,3})/([0-9]{1,3})", told)
        if said and (near or 0) <= LONG_ARM and not far:
            # Some actors keep the reach in the place of the range.
            near, far = float(said[1]), float(said[2])
        if how != "Melee":
            words.append(f"range {int(near or 30)}/{int(far or near or 60)} ft.")
        return f"{', '.join(words)}. Hit: {wounds}." if wounds else ""
    if act["save"] in SAVES and (wounds or act["dc"]):
        dc = _dc(made, act["dc"], act["dc_of"], proficiency)
        shape, size = text_of(act["area"].get("type"), 20), act["area"]
        feet = number(size.get("size")) or number(size.get("value"))
        where = f"Each creature in a {int(feet)}-foot {shape}" if feet else "Each creature"
        if not (shape and feet):
            alone = act["alone"] and act["within"]
            where = f"One creature within {int(act['within'])} feet" if alone else "Each creature"
        half = ", or half as much damage on a successful one" if act["half"] else ""
        harm = f", taking {wounds} on a failed save{half}" if wounds else ""
        save = f"DC {dc} {SAVES[act['save']]} saving throw"
        return f"{where} must make a {save}{harm}."
    return ""


def _spell(made: Fifth, inner: dict[str, Any], name: str) -> None:
    """Collect spells in one trait, by level."""
    level = int(number(inner.get("level")) or 0)
    trait = next((part for part in made.traits if part.name == "Spellcasting"), None)
    if trait is None:
        trait = Part("Spellcasting", "")
        made.traits.append(trait)
    way = text_of(inner.get("method") or table(inner.get("preparation")).get("mode"), 20)
    uses = number(table(inner.get("uses")).get("max"))
    if level == 0 or way == "atwill":
        head = "Cantrips (at will)" if level == 0 else "At will"
    elif way == "innate" and uses:
        head = f"{max(1, min(20, int(uses)))}/day"
    else:
        place = min(9, level)
        head = f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') } level (2 slots)"
    trait.text += f"; {head}: {name}"
