"""Pasted stat blocks: OSE's line, Dolmenwood, Without Number, Aachen, 5e, mixtures.

Each pattern removes its words from the text and interprets them; the rest is kept as notes, so that
nothing of a pasted block is lost.
"""

from __future__ import annotations

import re
from typing import Final

from shieldwall.exchange.creature_draft import (
    GUESS,
    LIKELY,
    MAX_HP,
    SURE,
    Attack,
    Draft,
    Said,
    creature_name,
    plain_dice,
)
from shieldwall.exchange.fifth.fifth_text import is_fifth, read_fifth
from shieldwall.exchange.old_school.creature_nature import read_nature
from shieldwall.exchange.old_school.metric_blocks import in_feet
from shieldwall.exchange.old_school.movement_lines import FEET, read_movement
from shieldwall.exchange.old_school.old_school_lines import as_usual
from shieldwall.exchange.old_school.old_school_words import (
    DAYLIGHT,
    RULE_WORDS,
    ability_lines,
    breath_does,
    breathes,
    take_abilities,
)
from shieldwall.exchange.old_school.paired_blows import (
    EFFECT,
    LINES,
    WOUND,
    by_weapon,
    one_of,
    paired_blows,
)
from shieldwall.exchange.old_school.pasted_text import Pasted, normal
from shieldwall.exchange.old_school.unnamed_weapon import (
    BY_WEAPON,
    DICE,
    SPAN,
    plain_attack,
    some_weapon,
)

OSE: Final = "OSE"
DOLMENWOOD: Final = "Dolmenwood"
NUMBER: Final = "Without Number"
AACHEN: Final = "Aachen"
FIFTH: Final = "5e"

_LABELS: Final = (
    r"AC|Armou?r Class|HD|Hit Dice|HP|Hit Points|Att|Attacks?|Atk|THAC0|MV|Move|Speed|SV|Saves?"
    r"|ML|Morale|AL|Alignment|XP|NA|TT|Dmg|Damage|Shock(?=\W{0,3}[0-9-])|Skills?|Level|Enc|Behaviour|Speech"
    r"|Possessions|Hoard|Fly|Swim|Climb|Burrow|Size"
)
_LABEL: Final = re.compile(rf"(?<![\w'-])(?:{_LABELS})(?![\w'])\.?\s*:?\s*(?=[\s\d+\-½\[(]|$)")
_COUNT: Final = (
    r"(½|1/2|[0-9]{1,2}(?:\s*[+-]\s*[0-9]{1,2}(?![0-9d]))?"
    r"|[0-9]{1,2}d[0-9]{1,2}(?:[+-][0-9]{1,2})?)(?![0-9/d])"
)


def read_block(text: str) -> tuple[Draft, str]:
    """The creature of a block, and the style of the block."""
    if is_fifth(text):
        return read_fifth(text), FIFTH
    usual = as_usual(normal(text).strip()).strip()
    style = style_of(usual)
    pasted = Pasted(in_feet(usual))
    _name(pasted)
    _hit_dice(pasted)
    _armour(pasted, style)
    _saves(pasted)
    _morale(pasted)
    read_movement(pasted, tens=style == OSE)
    _skill(pasted)
    _attacks(pasted, style)
    read_nature(pasted)
    abilities = _abilities(pasted)
    pasted.rest()
    take_abilities(pasted.draft, abilities)
    return pasted.draft, style


def style_of(text: str) -> str:
    """The style of a stat block, by its distinctive words."""
    if re.search(r"\bSaves?\s+D\s*\d+\s+R\s*\d+", text) or re.search(
        r"^Level\s+\S+\s+AC\b", text, re.MULTILINE
    ):
        return DOLMENWOOD
    if re.search(
        r"\bTHAC0\b|\bSV\s+D\s*\d+|\bAC\s*:?\s*-?\d+\s*\[\d+\]|\bSave As\b|\bNo\. Appearing\b"
        r"|\bTreasure Type\b|\b(?:MV|Move|Movement)\s*:?\s*\d+'?\s*\(\s*\d+",
        text,
        re.IGNORECASE,
    ):
        return OSE
    if re.search(r"Attack:\s*\+\d+ to hit|^Hit Points\s+\d+\s*\(\d+d", text, re.MULTILINE):
        return FIFTH
    if re.search(r"Morale:?\s*2d6\s*<=|\d+\s*ft\s+[\d.]+\s*m\b", text):
        return AACHEN
    return NUMBER


_FIRST_FIELD: Final = re.compile(
    r"\W*(?:FREQUENCY|CLIMATE/TERRAIN|NO\. APPEARING|ARMOU?R CLASS|MOVE(?:MENT)?|HIT DICE)\s*:",
    re.IGNORECASE,
)
"""A block that starts with a figure has no name."""


def _name(pasted: Pasted) -> None:
    """The first line up to the first stat."""
    lines = pasted.text.split("\n")
    first = lines[0]
    label = next((each for each in _LABEL.finditer(first) if each.end() < len(first)), None)
    end = label.start() if label else len(first)
    whole = re.sub(r"^\W*[0-9]{1,3}[.)]\s+", "", first[:end]).strip(" -#*:,([>.")
    if _FIRST_FIELD.match(first):
        return
    told = re.match(r"([^(]{2,40}?)\s+\(", whole)
    if told and ")" not in whole:
        whole = told[1]
    group = re.search(
        r"\s*\(\s*([0-9]{1,3}(?:-[0-9]{1,3})?|[0-9]+d[0-9]+)\s*\)$|\s+x([0-9]{1,3})$", whole
    )
    if group:
        pasted.draft.note(whole)
        whole = f"{group[1] or group[2]} {whole[: group.start()]}"
    met = re.search(r":\s+([0-9]{1,3}\s+(?:x\s+)?[^\W\d_][^:]{1,50})$", whole)
    if met:
        # `Night encounter: 3 Mire Hunters. AC …`.
        pasted.draft.note(whole)
        whole = met[1]
    several = re.match(r"((?:[0-9]{1,2}-|[0-9]d)?[0-9]{1,3})\s+(?:x\s+)?(?=[^\W\d_])", whole)
    name = creature_name(whole[several.end() :] if several else whole)
    if several and several[1] != "1" and name[-1:] in "sS" and name[-2:].lower() != "ss":
        name = name[:-1]
    if name and re.search(r"[^\W\d_]", name):
        pasted.draft.name = name.lower() if name.isupper() else name
        if len(name) < len(whole):
            pasted.draft.note(whole)
        pasted.gone(0, end)


def _hit_dice(pasted: Pasted) -> None:
    draft = pasted.draft
    found = pasted.take(
        rf"\b(?:HD|Hit Dice)\s*:?\s*{_COUNT}\s*(\**)((?:\s*(?:to|/)\s*[0-9]{{1,2}}\**){{0,8}})\s*"
        r"(?:\(\s*([0-9]{1,3}(?:\s*[,/]\s*[0-9]{1,3}){0,40})\s*hp(?: each)?( per HD)?\s*\))?"
    )
    level = None if found else pasted.take(r"\bLevel\s*:?\s*(½|1/2|[0-9]{1,2})(?![0-9/])")
    got = found or level
    if got:
        text = re.sub(r"\s+", "", got[1]).replace("½", "1/2")
        dice = re.fullmatch(r"([0-9]+)d([0-9]+)([+-][0-9]+)?", text)
        if dice and dice[1] == "1" and int(dice[2]) <= 4 and not dice[3]:
            draft.put("hd", "1/2", got[0], LIKELY, f"a d{dice[2]} is half a die")
        elif dice:
            sure = SURE if dice[2] == "8" else LIKELY
            draft.put("hd", f"{dice[1]}{dice[3] or ''}", got[0], sure)
        elif text in ("0", "00"):
            draft.put("hd", "1/2", got[0], GUESS, "less than one die")
        else:
            draft.put("hd", text, got[0], SURE if found else LIKELY)
    if found and found[3].strip():
        draft.leave("hd", f"{found[0].strip()}: the smallest is taken")
    if found and found[5]:
        dice = re.match("[0-9]+", found[1])
        each_die = int(re.findall("[0-9]+", found[4])[0]) * int(dice[0] if dice else 1)
        draft.put("hp", max(1, min(MAX_HP, each_die)), found[0], LIKELY, "as many for each hit die")
    elif found and found[4]:
        # Sizes of one creature, `9 / 13 / 18`, are no list of several creatures.
        _several_points(draft, found[4].split("/")[0], found[0])
    rolled = pasted.take(
        r"\bHit Points\s*:?\s*([0-9]{1,4})\s*"
        r"\(\s*([0-9]{1,2})d[0-9]{1,2}(?:\s*[+-]\s*[0-9]{1,3})?\s*\)"
    )
    if rolled:
        draft.put("hp", int(rolled[1]), rolled[0])
        if "hd" not in draft.values:
            draft.put("hd", rolled[2], rolled[0], LIKELY, "from the dice for HP")
        return
    each = pasted.take(r"\b(?:HP|Hit Points)\s*:?\s*([0-9]{1,3}(?:\s*,\s*[0-9]{1,3}(?![0-9'd]))+)")
    if each:
        _several_points(draft, each[1], each[0])
        return
    hp = pasted.take(
        rf"\b(?:HP|Hit Points)\s*:?\s*(?:({DICE})\s*(?:\(\s*([0-9]{{1,4}})\s*\))?|([0-9]{{1,4}}))"
    )
    if hp:
        points = hp[3] or hp[2]
        if points:
            draft.put("hp", int(points), hp[0])
        if hp[1] and "hd" not in draft.values:
            draft.put("hd", hp[1].split("d")[0] or "1", hp[0], LIKELY, "from the dice for HP")
        elif hp[1] and not points:
            draft.note(hp[0])


def _several_points(draft: Draft, rolled: str, source: str) -> None:
    """Hit points of one, or of each of several: then their mean."""
    rolls = [int(number) for number in re.findall("[0-9]+", rolled)]
    several = len(rolls) > 1
    mean, why = max(1, sum(rolls) // len(rolls)), "the mean of them all" if several else ""
    draft.put("hp", mean, source, LIKELY if several else SURE, why)


def _armour(pasted: Pasted, style: str) -> None:
    found = pasted.take(
        r"\b(?:AC|Armou?r Class)\s*:?\s*(-?[0-9]{1,2})(?![0-9])"
        r"(?:\s*\[\s*([0-9]{1,2})\s*\]|a\b)?"
    )
    if not found:
        return
    draft = pasted.draft
    if found[2]:
        draft.put("ac", int(found[2]), found[0])
    elif style == OSE and int(found[1]) < 10:
        draft.put("ac", 19 - int(found[1]), found[0], LIKELY, "counted down from 9")
    else:
        draft.put("ac", int(found[1]), found[0], SURE if int(found[1]) >= 10 else GUESS)


def _saves(pasted: Pasted) -> None:
    """Five saves do not fit our files and become a note; a single one does."""
    found = pasted.take(r"\bSaves?\s*:?\s*([0-9]{1,2})\s*\+?(?![0-9d])")
    if found:
        pasted.draft.put("save", int(found[1]), found[0])


_LEADER: Final = r"(?:leader|king|chief|chieftain|captain|boss)"


def _morale(pasted: Pasted) -> None:
    found = pasted.take(r"\b(?:ML|Morale)\s*:?\s*(?:2d6\s*<=\s*)?([0-9]{1,2})(?![0-9d])")
    if found:
        score = int(found[1])
        if score > 12:
            pasted.draft.put("fearless", True, found[0], LIKELY, "a morale beyond 12")
        else:
            pasted.draft.put("morale", score, found[0])
    led = pasted.take(
        rf"\(\s*([0-9]{{1,2}})\s+(?:with|w/?|if led by)\s+(?:an?\s+|the(?:ir)?\s+)?{_LEADER}\s*\)"
    )
    if led and 2 <= int(led[1]) <= 12:
        pasted.draft.put("morale-with-leader", int(led[1]), led[0])
    pack = pasted.take(r"\(\s*([0-9]{1,2})\s+in\s+(?:a\s+)?packs?\s*\)")
    if pack and 2 <= int(pack[1]) <= 12:
        pasted.draft.put("morale-in-pack", int(pack[1]), pack[0])
    sun = DAYLIGHT.search(pasted.text)
    if sun:
        pasted.draft.put("daylight-penalty", int(sun[1]), sun[0])
    leader = pasted.take(r"\bLeader\s*:?\s*yes\b")
    if leader:
        pasted.draft.put("leader", True, leader[0])


def _skill(pasted: Pasted) -> None:
    found = pasted.take(r"\bSkills?\s*:?\s*([+-]\s*[0-9])(?![0-9])")
    if found:
        pasted.draft.put("skill", int(found[1].replace(" ", "")), found[0])


_NO_ATTACK: Final = (
    r"(?:^|(?<=[,;.|]))\W*(?:#\s?AT|No\.? (?:of )?Att(?:ack)?s?|Att|Attacks?|Atk)\b\.?\s*:?\s*"
    r"(?:none|nil)\b(?!\s*\()"
)
_NO_DAMAGE: Final = r"\b(?:Dmg|Dam|Damage(?:/Attack)?)\b\.?\s*:?\s*(?:none|nil)\b"


def _attacks(pasted: Pasted, style: str) -> None:
    thac0 = pasted.take(r"\bTHAC0\s*:?\s*([0-9]{1,2})\s*(?:\[\s*([+-]?[0-9]{1,2})\s*\])?")
    if thac0:
        bonus = int(thac0[2]) if thac0[2] else 19 - int(thac0[1])
        pasted.draft.hits_with(bonus, thac0[0])
    none = pasted.take(_NO_ATTACK)
    if none:
        pasted.draft.harmless = none[0]
        pasted.take(_NO_DAMAGE)
        return
    if _paired_attacks(pasted):
        return
    if style == NUMBER and plain_attack(pasted):
        return
    found = pasted.take(r"^\W*(?:Att|Attacks?|Atk)\b\.?\s*:(?:\s*Att\b)?") or pasted.take(
        r"(?:^|[,;.]\s*|(?<=\s)|-\s*)(?:Att|Attacks?|Atk)\b\.?\s*:?"
    )
    if not found:
        if not plain_attack(pasted):
            _carried(pasted)
        return
    start = found.end()
    end = _end_of_attacks(pasted.text, start)
    lead = re.match(r"\s*\+\s*([0-9]{1,2})\s*,?", pasted.text[start:end])
    if lead and "attack" not in pasted.draft.values:
        pasted.draft.put("attack", int(lead[1]), found[0] + lead[0])
        pasted.gone(start, start + lead.end())
        start += lead.end()
    _listed_attacks(pasted, start, end)


def _end_of_attacks(text: str, start: int) -> int:
    """The end of the attacks: the next stat or the end of the line, ignoring brackets."""
    depth = 0
    for place in range(start, len(text)):
        char = text[place]
        depth += (char in "([") - (char in ")]")
        if char == "\n" and depth <= 0:
            return place
        if depth <= 0 and char in ",;. " and _LABEL.match(text, place + 1):
            return place
    return len(text)


_ATTACK: Final = re.compile(
    r"(?:(?<!\w)([0-9]{1,2})\s*(?:x\s*)?)?"
    r"(?<![^\W\d_])([^\W\d_](?:[^\W\d_]|[' -]){0,40}?)\s*(?P<bonus>[+-][0-9]{1,2}\s*)?"
    r"\((?P<inside>(?:[^()]|\([^()]{0,80}\)){0,200})\)"
)


_WITHOUT_DICE: Final = re.compile(
    r"\b[0-9]{1,2} x [a-z][a-z' -]{1,30}(?=\s*(?:[\],;.\n]|\bor\b|\band\b|$))", re.IGNORECASE
)


def _listed_attacks(pasted: Pasted, start: int, end: int) -> None:
    """`2 x claw (1d3), 1 x bite (1d6 + poison) or bow (+1, 1d6, range 70/140/210)`."""
    group = 0
    place = start
    for found in _ATTACK.finditer(pasted.text, start, end):
        between = pasted.text[place : found.start()]
        name = found[2].strip()
        joined = re.match(r"(and|or)\s+", name, re.IGNORECASE)
        if joined:
            name = name[joined.end() :]
        if place > start and (re.search(r"\bor\b", between) or (joined and joined[1] == "or")):
            group += 1
        count = int(found[1] or 1)
        name = re.sub(r"^usually\s+", "", name)
        fewest = re.search(r"\b([0-9]{1,2})\s*(?:to|-)\s*$", between)
        if fewest:
            pasted.draft.leave("attacks", f"{fewest[0].strip()} {found[0]}: the fewest are taken")
            count = int(fewest[1])
        counted = re.match(r"([0-9]{1,2})\s+(?:x\s*)?", name)
        if counted:
            count, name = int(counted[1]), name[counted.end() :]
        attack = Attack(name, max(1, min(count, 12)), group=group, source=found[0])
        if count > 1:
            attack.name = one_of(name)
        if found["bonus"]:
            attack.bonus = int(found["bonus"])
        _inside(attack, found["inside"])
        pasted.draft.attacks.append(attack)
        pasted.gone(found.start(), found.end())
        place = found.end()
    if place == start:
        _bare_attacks(pasted, start, end)
    some_weapon(pasted, start, end)
    for found in _WITHOUT_DICE.finditer(pasted.text, start, end):
        if all(pasted.left[found.start() : found.end()]):
            pasted.draft.leave("attacks", found[0])
            pasted.gone(found.start(), found.end())
    # The words between the attacks are conjunctions, not facts.
    for joint in re.finditer(r"\b(?:and|or)\b", pasted.text[start:end]):
        pasted.gone(start + joint.start(), start + joint.end())


_BARE_ATTACK: Final = re.compile(
    r"(?:(?<!\w)([0-9]{1,2})\s*(?:x\s*)?)?(?<![^\W\d_])([^\W\d_](?:[^\W\d_]|[' -]){1,40}?)\s*:?"
    rf"\s*(?:([+-][0-9]{{1,2}})\s*,?\s*)?({DICE}|{SPAN})"
)


def _bare_attacks(pasted: Pasted, start: int, end: int) -> None:
    """`sword 1d8 or bow 1d6`, without brackets."""
    group = 0
    for found in _BARE_ATTACK.finditer(pasted.text, start, end):
        name = found[2].strip()
        joined = re.match(r"(and|or)\s+", name, re.IGNORECASE)
        if joined:
            name = name[joined.end() :]
            group += joined[1].lower() == "or"
        bonus = int(found[3]) if found[3] else None
        name = re.sub(r"^(?:with|by)\s+|\s+for$", "", name)
        attack = Attack(name, max(1, min(int(found[1] or 1), 12)), plain_dice(found[4]), bonus)
        attack.group, attack.source = group, found[0].strip()
        pasted.draft.attacks.append(attack)
        pasted.gone(found.start(), found.end())


def _inside(attack: Attack, text: str) -> None:
    """The text in the brackets of an attack: to hit, damage, range, Shock, effects."""
    effects = []
    for part in re.split(r",|;", text):
        bare = part.strip()
        bonus = re.fullmatch(r"([+-]\s*[0-9]{1,2})(?:\s+to hit)?", bare)
        ranges = re.fullmatch(
            rf"(?:range\s+)?([0-9]{{1,4}}){FEET}(?:\s*/\s*([0-9]{{1,4}}){FEET})+", bare
        )
        shock = re.fullmatch(r"shock\s+([0-9]{1,2}\s*/\s*(?:[0-9]{1,2}|-))", bare, re.IGNORECASE)
        damage = re.match(rf"({DICE}|{SPAN})", bare)
        reach = re.fullmatch(r"reach\s+([0-9]{1,2})\s*ft", bare)
        if reach:
            attack.reach = int(reach[1])
        elif bare == "ranged":
            attack.is_shot = True
        elif bonus and attack.bonus is None:
            attack.bonus = int(bonus[1].replace(" ", ""))
        elif ranges and not attack.ranges:
            attack.ranges = tuple(int(number) for number in re.findall(r"[0-9]{1,4}", bare))
        elif shock and not attack.shock:
            attack.shock = re.sub(r"\s+", "", shock[1])
        elif damage and not attack.damage and plain_dice(damage[1]):
            attack.damage = plain_dice(damage[1])
            rest = bare[damage.end() :].strip(" +")
            times = re.fullmatch(r"(?:x|times)\s*([0-9]{1,2})", rest)
            many = plain_dice(f"{times[1]}d{attack.damage[2:]}") if times else ""
            if many and attack.damage.startswith("1d"):
                attack.damage, rest = many, f"{bare} taken as {many}"
            effects += [rest] if rest else []
        elif not attack.damage and re.fullmatch(
            r"[1-9](?:\s*(?:hp|points?))?(?:\s*(?:\+|plus)\s*[a-z].*)?", bare
        ):
            plus = int(bare[0]) - 1
            attack.damage = f"1d1{plus:+}" if plus else "1d1"
            more = re.sub(r"^[1-9]\s*(?:hp|points?)?[ +]*", "", bare)
            effects += [more] if more else []
        elif bare:
            effects.append(bare)
    attack.effect = ", ".join(effects)


def _paired_attacks(pasted: Pasted) -> bool:
    """`Attacks: 2 claws/1 bite` and `Damage: 1-3/1-3/1-6` of B/X; also `#AT 1, D 1d6`."""
    lines = LINES.search(pasted.text)
    listed = lines and re.search(
        rf"\([^)]*?{DICE}|[a-z]\s+{DICE}(?!\s+[a-z])|\({SPAN}", lines["ways"], re.IGNORECASE
    )
    if lines and not listed:
        ways, harm = lines["ways"].strip(), lines["harm"].strip()
        made: list[Attack] = []
        left: list[str] = []
        if (dice := by_weapon(harm)) and not re.search(WOUND, harm):
            times = re.match(r"([2-9])\s", ways)
            made = [Attack("weapon", int(times[1]) if times else 1, dice, source=f"{ways}, {harm}")]
            pasted.draft.said.append(Said("damage", dice, harm, GUESS, BY_WEAPON))
        elif re.search(rf"{WOUND}|{EFFECT.pattern}|\b[1-9]\b(?! HD)", harm, re.IGNORECASE):
            made, left = paired_blows(ways, harm)
        if not made and re.search(r"[a-z0-9]", ways, re.IGNORECASE):
            left.append(f"{ways}: {harm}")
        if made or left:
            pasted.draft.attacks += made
            for told in left:
                pasted.draft.leave("attacks", told)
            for part in ("ways", "harm"):
                start = pasted.text.rindex("\n", 0, lines.start(part)) + 1
                pasted.gone(start, lines.end(part))
            return bool(made)
    ways = re.search(
        r"(?:\bAttacks?|#\s*A(?:TT?)?\b|\bN(?:o\.|umber) of Attacks)\s*:?\s*"
        r"([0-9]{1,2}[^\n;,()]{0,60}?)(?:\s*\(([A-Za-z][A-Za-z' -]{1,30})\))?"
        r"\s*(?=$|[\n;,]|\bD)",
        pasted.text,
        re.IGNORECASE | re.MULTILINE,
    )
    wound = (
        rf"(?:{DICE}|{SPAN})(?:[ ]*(?:\+|plus)[ ]*(?:[a-z][a-z ]{{2,30}}|{DICE}[a-z ]{{2,30}}))?"
    )
    harm = re.search(
        rf"(?:\bDamage(?:/Attack)?|\bDmg\.?|\bDam\.?|\bD[GM]?)\s*:?\s*({wound}(?:\s*/\s*{wound})*)"
        r"(?:[ ]*\(([A-Za-z][A-Za-z' -]{1,30})\))?",
        pasted.text,
        re.MULTILINE | (re.IGNORECASE if lines or "DAMAGE" in pasted.text else 0),
    )
    if not ways or not harm or re.search(r"\bAtk\b|\bShock\b", pasted.text):
        return False
    named = ways[2] or harm[2] or "weapon"
    made, left = paired_blows(ways[1].strip(), harm[1].strip(), named)
    if not made:
        return False
    pasted.draft.attacks += made
    for told in left:
        pasted.draft.leave("attacks", told)
    pasted.gone(ways.start(), ways.end())
    pasted.gone(harm.start(), harm.end())
    return True


def _carried(pasted: Pasted) -> None:
    """`They carry short swords (1d6) and bows (1d6)`."""
    told = re.search(
        rf"\b(?:carr(?:y|ies)|wields?|armed with|attacks? with|fights? with)\s"
        rf"((?:[^.()\n]{{1,40}}\((?:{DICE}|{SPAN})\)){{1,4}})",
        pasted.text,
        re.IGNORECASE,
    )
    for place, found in enumerate(_ATTACK.finditer(told[1] if told else "")):
        name = re.sub(r"^(?:and|or|an?|the|their|its)\s+", "", found[2].strip())
        attack = Attack(one_of(name), group=place, source=found[0])
        _inside(attack, found["inside"])
        pasted.draft.attacks.append(attack)
    if not pasted.draft.attacks:
        _among_figures(pasted)


_AMONG_FIGURES: Final = re.compile(
    r"[,;]\s*(?P<words>(?:[1-9]\s+)?[a-z][a-z' -]{2,30}?\s+(?:[+-][0-9]{1,2}\s+)?"
    rf"(?:{DICE}|{SPAN}))(?=\s*(?:[,;.]|$|\s(?:and|or)\b))",
    re.MULTILINE,
)


def _among_figures(pasted: Pasted) -> None:
    """`HD 1/2, AC 12, bite 1d3, Morale 6`, without a label."""
    for found in _AMONG_FIGURES.finditer(pasted.text):
        start, end = found.span("words")
        if not _LABEL.match(pasted.text, start) and all(pasted.left[start:end]):
            _bare_attacks(pasted, start, end)


_BY_WEAPON: Final = re.compile(r"\bweapons?\b", re.IGNORECASE)


def _abilities(pasted: Pasted) -> list[tuple[str, str]]:
    """Lines of `Name: effect` below the figures, and additional effects of hits."""
    draft = pasted.draft
    found: list[tuple[str, str]] = []
    for start, end, name, told in ability_lines(pasted.text):
        if all(pasted.left[start:end]):
            found.append((name, told))
            pasted.gone(start, end)
    breath = pasted.take(r"(?<=[,;] )breath\b[^,;\n]{5,100}")
    if breath:
        found.append(("Breath", re.sub(r"^breath\w*\s*", "", breath[0])))
    names = " ".join(name for name, _ in found).lower()
    _breath(draft, found)
    for attack in draft.attacks:
        bare = re.sub(r"\s*\(.*", "", attack.effect.lower())
        if bare and RULE_WORDS.search(attack.effect) and bare not in names:
            found.append((attack.effect, f"{attack.name}: {attack.effect}"))
        elif bare not in names and not _BY_WEAPON.search(attack.effect):
            draft.leave("what hits do", f"{attack.name}: {attack.effect}")
    return found


def _breath(draft: Draft, found: list[tuple[str, str]]) -> None:
    """A breath among the attacks needs no roll to hit: it is a power."""
    for attack in [each for each in draft.attacks if re.search(r"\bbreath\b", each.name, re.I)]:
        draft.attacks.remove(attack)
        harm = f"{attack.damage} {attack.effect}".strip()
        place = next((at for at, told in enumerate(found) if breathes(*told)), None)
        if place is None:
            found.append(("Breath", f"{harm} damage"))
            draft.lose("actions", "breath: a cone of 30 ft, three times, is a guess")
        elif breath_does(draft, found[place][1]) is None:
            name, told = found[place]
            found[place] = (name, f"{told} {harm} damage.")
        else:
            draft.lose("actions", f"{attack.name}: {harm}")
