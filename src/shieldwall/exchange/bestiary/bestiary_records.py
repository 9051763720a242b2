"""Creatures as records of other programs: JSON lists, Fight Club's XML, tables of a spreadsheet.

There are many such files (5e-bits, Open5e, 5etools, CritterDB, Tetra-cube, Fight Club, Basic
Fantasy, Shadowdark) and they use the same names for figures. Records of the fifth edition are
turned into the fields of Improved Initiative, those of older games into the lines of a block.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Any, Final
from xml.etree import ElementTree

from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.exchange.bestiary.record_text import braces_as_words, bracketed, words_of
from shieldwall.exchange.bestiary.tetra_cube import is_tetra_cube, plain_record
from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.fifth.fifth_edition import ABILITIES, draft_of
from shieldwall.exchange.fifth.fifth_words import KINDS_OF_HARM
from shieldwall.exchange.fifth.improved_initiative import record_of
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.old_school.block_split import split_blocks
from shieldwall.exchange.old_school.statblock import read_block
from shieldwall.exchange.untrusted_json import items, number, parse_json, table, text_of

LISTS: Final = ("monster", "monsters", "creatures", "results", "bestiary", "npcs", "entries")
FULL_NAMES: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
SIZES: Final = {
    "T": "Tiny", "S": "Small", "M": "Medium", "L": "Large", "H": "Huge", "G": "Gargantuan",
}  # fmt: skip
PARTS: Final = {
    "Traits": ("specialabilities", "traits", "trait", "abilities", "features",
               "additionalabilities", "spellcasting"),
    "Actions": ("actions", "action"),
    "BonusActions": ("bonusactions", "bonus"),
    "Reactions": ("reactions", "reaction"),
    "LegendaryActions": ("legendaryactions", "legendary", "legendaries"),
    "MythicActions": ("mythicactions", "mythic", "mythics"),
}  # fmt: skip
FIGURES: Final = {
    "DamageVulnerabilities": ("damagevulnerabilities", "vulnerable", "vulnerabilities"),
    "DamageResistances": ("damageresistances", "resist", "resistances"),
    "DamageImmunities": ("damageimmunities", "immune", "immunities"),
    "ConditionImmunities": ("conditionimmunities", "conditionimmune"),
    "Senses": ("senses",),
    "Languages": ("languages",),
}
OLD_LINES: Final = {
    "Armor Class": ("ac", "armorclass", "armourclass"), "Hit Dice": ("hd", "hitdice"),
    "Hit Points": ("hp", "hitpoints"), "THAC0": ("thac0", "thaco"),
    "Movement": ("movement", "move", "mv", "speed"), "Morale": ("morale", "ml"),
    "Save As": ("saveas",), "Alignment": ("alignment",), "Size": ("size",), "XP": ("xp",),
    "Special Attacks": ("specialattacks",), "Special Defenses": ("specialdefenses",),
    "Magic Resistance": ("magicresistance",), "No. Appearing": ("noappearing", "numberappearing"),
    "Treasure Type": ("treasure", "treasuretype"),
}  # fmt: skip
_ARMOUR: Final = ("ac", "armorclass", "armourclass")
_POINTS: Final = ("hp", "hitpoints")


def records_of(data: object) -> list[dict[str, Any]]:
    """The creatures in a JSON file: in a list, under a usual key, or by name; else none."""
    if isinstance(data, list):
        found = [_plain_keys(entry) for entry in data if isinstance(entry, dict)]
        return [entry for entry in found if is_record(entry)]
    whole = table(data)
    alone = _plain_keys(whole)
    if is_record(alone):
        return [alone]
    for key in LISTS:
        inner = next((value for name, value in whole.items() if name.lower() == key), None)
        if isinstance(inner, list | dict) and (made := records_of(inner)):
            return made
    named = [_plain_keys({"name": key, **value}) for key, value in whole.items() if table(value)]
    return [entry for entry in named if is_record(entry)]


def is_record(entry: dict[str, Any]) -> bool:
    """Whether it has a name, an armour class, and hit points or hit dice."""
    has_armour = any(key in entry for key in _ARMOUR)
    has_points = any(key in entry for key in (*_POINTS, "hd", "hitdice"))
    return bool(text_of(entry.get("name"), 80)) and has_armour and has_points


def _plain_keys(entry: dict[str, Any]) -> dict[str, Any]:
    """Keys in lower case without `_`; CritterDB keeps the figures under `stats`."""
    made = {re.sub(r"[^a-z0-9]", "", key.lower()): value for key, value in entry.items()}
    if isinstance(made.get("fields"), dict):
        made = _unpacked(_plain_keys(made["fields"]))
    if "ascac" in made:
        made = _ose_generator(made)
    inner = made.get("stats")
    if isinstance(inner, dict) and any(key in _plain_keys(inner) for key in _ARMOUR):
        made = {**made, **_plain_keys(inner)}
    return plain_record(made) if is_tetra_cube(made) else made


def _unpacked(entry: dict[str, Any]) -> dict[str, Any]:
    """A row of Open5e's own data, with lists as JSON in texts: `actions_json`."""
    made = dict(entry)
    for key, value in entry.items():
        if key.endswith("json") and isinstance(value, str) and value.strip():
            try:
                made[key.removesuffix("json")] = parse_json(value, key)
            except ContentError:
                continue
    return made


def _ose_generator(entry: dict[str, Any]) -> dict[str, Any]:
    """A record of the OSE stat block generator, with its figures under the usual keys."""
    by_hand = _plain_keys(table(entry.get("customhp")))
    dice = f"{words_of(entry.get('hitdice'))} ({words_of(entry.get('hitpoints'))}hp)"
    return {
        **{key: value for key, value in entry.items() if key not in ("hitpoints", "abilities")},
        "armorclass": f"{words_of(entry.get('descac'))} [{words_of(entry.get('ascac'))}]",
        "hitdice": words_of(by_hand.get("value")) if by_hand.get("checked") is True else dice,
        "movement": f"{words_of(entry.get('roundspeed'))}' ({words_of(entry.get('speed'))}')",
        "traits": items(_plain_keys(table(entry.get("abilities"))).get("abilitylist")),
    }


def read_records(entries: Iterable[dict[str, Any]], report: Report) -> list[Draft]:
    """Our creatures; those with the same figures are taken once."""
    drafts: list[Draft] = []
    seen: set[str] = set()
    for entry in entries:
        draft = read_record(entry, report)
        key = f"{draft.name} {draft.values} {draft.attacks} {draft.notes}"
        if key not in seen:
            seen.add(key)
            drafts.append(draft)
    report.fact("creatures", counted(len(drafts), "creature"))
    return drafts


def read_record(entry: dict[str, Any], report: Report) -> Draft:
    if _is_fifth(entry):
        return draft_of(record_of(_as_initiative(entry), report))
    parts = split_blocks(_as_block(entry), text_of(entry.get("name"), 80))
    return read_block("\n".join(parts))[0]


def _is_fifth(entry: dict[str, Any]) -> bool:
    """A record with ability scores, and without the figures of an older game."""
    old = ("thac0", "thaco", "morale", "noattacks", "saveas", "level")
    if any(key in entry for key in old) or isinstance(entry.get("attacks"), str | int):
        return False
    return len(_scores(entry)) == len(ABILITIES)


def _first(entry: dict[str, Any], keys: Iterable[str]) -> Any:
    return next((entry[key] for key in keys if entry.get(key) not in (None, "", [])), None)


def _scores(entry: dict[str, Any]) -> dict[str, int]:
    """Ability scores: each by its name, in a mapping, or six numbers in a row."""
    told = [entry.get(key) for key in ("abilityscores", "abilities", "stats", "scores")]
    scores = next((_plain_keys(each) for each in told if isinstance(each, dict)), entry)
    rows = [each for each in told if isinstance(each, list) and len(each) == len(ABILITIES)]
    row = next((each for each in rows if all(number(part) is not None for part in each)), [])
    found: dict[str, int] = {}
    for place, (key, name) in enumerate(zip(ABILITIES, FULL_NAMES)):
        value = scores.get(name, scores.get(key.lower(), scores.get(f"{key.lower()}points")))
        value = table(value).get("score", value)
        if row:
            value = row[place]
        score = number(value)
        if score is not None and 0 < score <= 40:
            found[key] = int(score)
    return found


def _as_initiative(entry: dict[str, Any]) -> dict[str, Any]:
    """A record of the fifth edition in the fields of Improved Initiative."""
    kind = table(entry.get("type")) or {"type": entry.get("type", entry.get("race"))}
    inner = kind.get("type")
    inner = ", ".join(map(str, items(table(inner).get("choose")))) if table(inner) else inner
    tags = [words_of(part) for part in items(kind.get("tags"))]
    told = f"{_size(entry)} {text_of(inner, 60)}".strip()
    subtype = ", ".join(tags) or text_of(entry.get("subtype"), 60)
    points = _points(entry)
    made: dict[str, Any] = {
        "Name": text_of(entry.get("name"), 80),
        "Type": f"{told} ({subtype})" if subtype else told,
        "HP": {"Value": points[0], "Notes": f"({points[1]})" if points[1] else ""},
        "AC": _armour(entry),
        "Speed": _speeds(entry.get("speed")),
        "Abilities": _scores(entry),
        "Saves": _saves(entry),
        "Challenge": _challenge(entry),
    }
    for theirs, keys in FIGURES.items():
        made[theirs] = _listed(_first(entry, keys))
    for theirs, keys in PARTS.items():
        made[theirs] = [
            part for key in keys if not table(entry.get(key)) for part in _parts(entry.get(key))
        ]
    if not made["Actions"]:
        made["Actions"] = [_as_action(part) for part in map(table, items(entry.get("attacks")))]
    return made


def _as_action(attack: dict[str, Any]) -> dict[str, str]:
    """`{"name": "Bite", "toHit": 6, "damage": "1d10+4"}` in the words of a stat block."""
    inner = _plain_keys(attack)
    told = words_of(_first(inner, ("desc", "description", "text")))
    bonus = words_of(_first(inner, ("tohit", "attackbonus", "bonus", "hit"))).lstrip("+")
    harm = words_of(_first(inner, ("damage", "damagedice", "dmg")))
    if not re.fullmatch(r"-?[0-9]{1,2}", bonus) or not re.search("[0-9]", harm):
        return {"Name": words_of(inner.get("name")), "Content": told}
    far = words_of(_first(inner, ("range", "rangefeet")))
    shoots = re.search(r"[0-9]{2,}", far) and not re.fullmatch(r"\s*(?:5|10|15)\D*", far)
    spot = f"range {far}" if shoots else f"reach {words_of(inner.get('reach')) or far or 5}"
    kind = words_of(_first(inner, ("damagetype", "type")))
    text = (
        f"{'Ranged' if shoots else 'Melee'} Weapon Attack: {int(bonus):+} to hit, {spot} ft. "
        f"Hit: {harm} {kind if kind.lower() in KINDS_OF_HARM else ''} damage. {told}"
    )
    return {"Name": words_of(inner.get("name")) or "attack", "Content": text}


def _size(entry: dict[str, Any]) -> str:
    told = entry.get("size")
    word = words_of(items(told)[0] if items(told) else table(told).get("name", told))
    return SIZES.get(word.upper(), word)


def _points(entry: dict[str, Any]) -> tuple[int | None, str]:
    """Hit points and their dice."""
    told = _first(entry, _POINTS)
    inner = _plain_keys(table(told))
    value = _first(inner, ("average", "value", "max", "special")) if inner else told
    dice = words_of(_first(inner, ("formula", "roll", "notes"))) if inner else ""
    dice = dice or bracketed(words_of(told))
    for key in ("hitpointsroll", "hitdice", "hd"):
        dice = dice or (words_of(entry.get(key)) if "d" in words_of(entry.get(key)) else "")
    count, size = number(entry.get("numhitdie")), number(entry.get("hitdiesize"))
    if not dice and count and size:
        dice = f"{count:g}d{size:g}"
    digits = re.search(r"[0-9]{1,4}", words_of(value))
    if digits is None and dice:
        rolled = re.match(r"\s*([0-9]{1,3})d([0-9]{1,3})\s*(?:([+-])\s*([0-9]{1,4}))?", dice)
        if rolled:
            plus = int(f"{rolled[3]}{rolled[4]}") if rolled[3] else 0
            return max(1, int(rolled[1]) * (int(rolled[2]) + 1) // 2 + plus), dice
    return (int(digits[0]) if digits else None), dice


def _armour(entry: dict[str, Any]) -> dict[str, Any]:
    """The first armour class given; others (with a shield, a spell) are notes."""
    told = _first(entry, _ARMOUR)
    every = items(told) or [told]
    first = every[0]
    inner = _plain_keys(table(first))
    value = _first(inner, ("ac", "value", "flat")) if inner else first
    digits = re.search(r"[0-9]{1,2}", words_of(value))
    notes = (
        [bracketed(words_of(first))] if not inner else [words_of(_first(inner, ("from", "notes")))]
    )
    for other in every[1:]:
        again = _plain_keys(table(other))
        why = words_of(_first(again, ("condition", "spell", "type", "from")))
        notes.append(f"{words_of(_first(again, ('ac', 'value')) or other)} {why}".strip())
    return {
        "Value": int(digits[0]) if digits else None,
        "Notes": ", ".join(braces_as_words(note) for note in notes if note),
    }


def _speeds(told: object) -> list[str]:
    """`30 ft.`, `{"walk": 30, "fly": {"number": 60}}`: a list of ways and feet."""
    if isinstance(told, dict):
        made = []
        for way, value in told.items():
            feet = table(value).get("number", value)
            if isinstance(feet, bool) or way in ("unit", "choose", "alternate"):
                made += ["hover"] if feet is True and way != "unit" else []
                continue
            figure = re.search(r"[0-9]{1,3}", words_of(feet))
            note = words_of(table(value).get("condition"))
            if figure and (int(figure[0]) or way == "walk"):
                made.append(f"{'' if way == 'walk' else way} {figure[0]} ft. {note}".strip())
        return made
    return [
        part.strip() for part in re.sub(r"^walk ", "", words_of(told)).split(",") if part.strip()
    ]


def _saves(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Saving throws with proficiency, wherever a program keeps them."""
    made: dict[str, int] = {}
    for place, name in enumerate(FULL_NAMES):
        value = number(entry.get(f"{name}save"))
        if value is not None:
            made[ABILITIES[place]] = int(value)
    told = _first(entry, ("savingthrows", "save", "saves"))
    pairs: list[tuple[str, Any]] = list(told.items()) if isinstance(told, dict) else []
    pairs += [
        (words_of(table(part).get("name", table(part).get("ability"))),
         _first(table(part), ("modifier", "value", "bonus")))
        for part in items(told)
    ]  # fmt: skip
    if isinstance(told, str):
        pairs += re.findall(r"([A-Za-z]{3})[a-z]*\.?\s*([+-]\s*[0-9]{1,2})", told)
    for part in map(table, items(entry.get("proficiencies"))):
        named = words_of(table(part.get("proficiency")).get("name"))
        if named.lower().startswith("saving throw"):
            pairs.append((named.rpartition(" ")[2], part.get("value")))
    for name, value in pairs:
        key, bonus = name[:3].title(), number(words_of(value).replace(" ", ""))
        if key in ABILITIES and bonus is not None:
            made[key] = int(bonus)
    return [{"Name": key, "Modifier": bonus} for key, bonus in made.items()]


def _challenge(entry: dict[str, Any]) -> str:
    told = _first(entry, ("challengerating", "cr", "challenge"))
    told = table(told).get("cr", told)
    rating = number(told)
    fractions = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
    return fractions[rating] if rating in fractions else words_of(told).split(" ")[0]


def _listed(told: object) -> list[str]:
    """A list of kinds: of words, of mappings with a note, or one text with commas."""
    if isinstance(told, dict):
        return [f"{key.replace('_', ' ')} {words_of(value)}".strip() for key, value in told.items()]
    if not isinstance(told, list):
        separator = ";" if ";" in words_of(told) else ","
        return [part.strip() for part in words_of(told).split(separator) if part.strip()]
    made: list[str] = []
    for part in told:
        inner = _plain_keys(table(part))
        nested = _first(inner, ("resist", "immune", "vulnerable", "conditionimmune"))
        if nested is not None:
            note = words_of(inner.get("note"))
            made.append(f"{', '.join(_listed(nested))} {note}".strip())
        else:
            made.append(words_of(_first(inner, ("name", "special")) if inner else part))
    return [braces_as_words(part) for part in made if part]


def _parts(told: object) -> list[dict[str, Any]]:
    """Traits and actions with their name, how often they can be used, and their text."""
    made = []
    for part in [told] if isinstance(told, str) and told.strip() else items(told):
        inner = _plain_keys(table(part))
        name = words_of(inner.get("name"))
        text = _first(inner, ("desc", "description", "text", "content", "entries", "headerentries"))
        said = braces_as_words(words_of(text if inner else part))
        if "headerentries" in inner:
            said += " " + _casts(inner)
        usage = _usage(inner)
        if name or said:
            named = braces_as_words(name)
            made.append({"Name": f"{named} ({usage})" if usage else named, "Content": said.strip()})
    return made


def _casts(part: dict[str, Any]) -> str:
    """The spells of a caster that lists them by how often it casts them."""
    made = []
    for key, label in (("will", "At will"), ("constant", "Constant")):
        if spells := items(part.get(key)):
            made.append(f"{label}: {', '.join(map(words_of, spells))}")
    for key, spells in table(part.get("daily")).items():
        made.append(f"{re.sub('[^0-9]', '', key)}/day: {', '.join(map(words_of, items(spells)))}")
    for level, inner in table(part.get("spells")).items():
        slots = number(table(inner).get("slots"))
        named = ", ".join(map(words_of, items(table(inner).get("spells"))))
        rank = f"level {level} ({slots:g} slots)" if slots else "Cantrips (at will)"
        made.append(f"{rank}: {named}")
    return braces_as_words("; ".join(made))


def _usage(part: dict[str, Any]) -> str:
    """`3/Day`, `Recharge 5-6`, if it stands in a field of its own."""
    inner = _plain_keys(table(part.get("usage"))) or _plain_keys(table(part.get("usagelimits")))
    kind, times = words_of(inner.get("type")).lower(), number(_first(inner, ("times", "param")))
    if "recharge" in kind and (least := number(_first(inner, ("minvalue", "param")))):
        return f"Recharge {least:g}-6" if least < 6 else "Recharge 6"
    if "day" in kind and times:
        return f"{times:g}/Day"
    told = words_of(part.get("recharge"))
    dice = re.fullmatch(r"D([1-6])", told)
    if dice:
        return f"Recharge {dice[1]}-6" if dice[1] != "6" else "Recharge 6"
    return told if re.search(r"[0-9]/day", told, re.IGNORECASE) else ""


def _as_block(entry: dict[str, Any]) -> str:
    """A record of an older game as the lines of a block."""
    lines = [words_of(entry.get("name"))]
    attacks = _first(entry, ("attacks", "attack", "noattacks", "numberofattacks"))
    if isinstance(attacks, str) and "movement" in entry and number(entry.get("level")) is not None:
        figures = f"AC {words_of(entry.get('armorclass'))}, HP {words_of(_first(entry, _POINTS))}"
        moves = words_of(entry["movement"])
        lines.append(f"{figures}, ATK {attacks}, MV {moves}, S +0, LV {words_of(entry['level'])}")
    else:
        for label, keys in OLD_LINES.items():
            told = words_of(_first(entry, keys))
            lines += [f"{label}: {told}"] if told else []
        bonus = number(_first(entry, ("attackbonus", "tohit")))
        harm = words_of(_first(entry, ("damage", "dmg")))
        if attacks is not None:
            if isinstance(attacks, list):
                lines.append(f"Attacks: {', '.join(_old_attack(part) for part in attacks)}")
            else:
                lines.append(f"Attacks: {words_of(attacks)}")
        lines += [f"Damage: {harm}"] if harm else []
        lines = [line for line in lines if bonus is None or not line.startswith("THAC0:")]
        lines += [f"THAC0: {19 - int(bonus)} [{int(bonus):+}]"] if bonus is not None else []
    for key in ("traits", "specialabilities", "abilities", "special"):
        special = entry.get(key)
        lines += [f"* Special: {special}"] if isinstance(special, str) and special.strip() else []
        for part in _parts(special) if isinstance(special, list) else []:
            lines.append(f"* {part['Name'] or 'Special'}: {part['Content']}")
    lore = words_of(_first(entry, ("description", "desc")))
    return "\n".join([*lines, *([lore] if lore else [])])


def _old_attack(part: object) -> str:
    inner = _plain_keys(table(part))
    if not inner:
        return words_of(part)
    count = number(_first(inner, ("count", "number"))) or 1
    name = words_of(_first(inner, ("name", "type"))) or "attack"
    bonus = words_of(_first(inner, ("bonus", "tohit", "attackbonus")))
    inside = [f"{int(float(bonus)):+}"] if re.fullmatch(r"[+-]?[0-9]{1,2}", bonus) else []
    inside.append(words_of(_first(inner, ("damage", "dmg"))))
    return f"{count:g} x {name} ({', '.join(inside)})"


def is_xml(text: str) -> bool:
    return text.lstrip("\ufeff \n\t")[:1] == "<" and re.search(r"<monster\b", text) is not None


def xml_records(text: str, name: str) -> list[dict[str, Any]]:
    """The creatures of a compendium of Fight Club or Game Master."""
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise fail(name, "XML with a document type: delete its <!DOCTYPE …> line")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise fail(name, f"not valid XML: {error}") from error
    found = [root] if root.tag == "monster" else list(root.iter("monster"))
    return [entry for entry in map(_xml_record, found) if is_record(entry)]


def _xml_record(node: ElementTree.Element) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for child in node:
        key = re.sub(r"[^a-z0-9]", "", child.tag.lower())
        if len(child):
            texts = [text.text or "" for text in child if text.tag.lower() == "text"]
            part = {each.tag.lower(): each.text or "" for each in child}
            made.setdefault(key, []).append({**part, "text": "\n".join(texts)})
        elif child.text and child.text.strip():
            made[key] = f"{made[key]}, {child.text}" if key in made else child.text.strip()
    return made


def csv_records(text: str) -> list[dict[str, Any]]:
    """The rows of a spreadsheet whose first line names the columns; none if it is no such table."""
    first = text.lstrip("\ufeff\n").partition("\n")[0]
    sign = next((sign for sign in (",", ";", "\t") if first.count(sign) >= 3), "")
    heads = {re.sub(r"[^a-z0-9]", "", head.lower()) for head in first.split(sign or "\n")}
    if not sign or "name" not in heads or not heads & set(_ARMOUR):
        return []
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff\n")), delimiter=sign)
    found = [
        _plain_keys({key: value for key, value in row.items() if key and isinstance(value, str)})
        for row in rows
    ]
    return [entry for entry in found if is_record(entry)]


def read_bestiary(text: str, name: str, report: Report) -> list[Draft]:
    """The creatures of a file of records."""
    if is_xml(text):
        found = xml_records(text, name)
    elif text.lstrip("\ufeff \n\t")[:1] in ("{", "["):
        found = records_of(parse_json(text, name))
    else:
        found = csv_records(text)
    if not found:
        raise fail(name, "no creature in it: each needs a name, an armour class and hit points")
    return read_records(found, report)
