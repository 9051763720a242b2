"""Conventions of older games and their successors, rewritten in the labels that `statblock` reads.

Moves in inches or tens of feet, `#AT 3, D 1-3/1-3/2-8`, attacks with a bonus of their own and saves
by Fortitude, Reflex and Will, armour and hit dice before their number, and blocks that say `near`
and `far`. Anything else stays unchanged.
"""

from __future__ import annotations

import re
from typing import Final

_DICE: Final = r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2})?"
_SECOND: Final = re.compile(
    r"\bSZ\b|\bMAGIC RESISTANCE\b|% IN LAIR|\bACTIVITY CYCLE\b|\bDAMAGE/ATTACK\b"
    r"|\bAL\s+(?:LG|LE|NG|NE|CG|CE|LN|CN)\b|\bTHAC0:?\s*[0-9]+\b(?!\s*\[)(?=[\s\S]*\bDmg\b)",
    re.IGNORECASE,
)
"""Signs of games whose armour class counts down from 10, not from 9."""
_OLD: Final = re.compile(
    r"#\s*AT?\b|#\s*ATT\b|\bCL/XP\b|\bTHAC0\b|\bDG\s+[0-9]|\bNO\. OF ATTACKS\b"
    r"|\b(?:MV|Mv|Move|Movement)\W{1,3}[0-9]{1,2}(?:/+[0-9]{1,2})?\""
    r"|\bAC:?\s*-?[0-9]+\s*\[|\bArmou?r Class:?\s*-?[0-9]+\s*\[",
    re.IGNORECASE,
)
_D20: Final = re.compile(
    r"\bFort\s*[+-]\s*[0-9]|\bFlat-footed\b|\bAct\s+[0-9]+d[0-9]+", re.IGNORECASE
)
_WAYS: Final = {"fl": "fly", "sw": "swim", "br": "burrow", "bu": "burrow", "cl": "climb"}
_MOVE: Final = re.compile(
    r"\b(?:MV|Move(?:ment)?)\s*:?\s*(?P<walk>[0-9]{1,2})(?P<mark>\")?"
    r"(?![0-9'm]|\s?(?:ft|feet|sq|m\b)|\s*\([0-9])"
    r"(?P<more>(?:\s*(?:,|//?|\(|\bor\b)?\s*(?:(?:fl|sw|br|burrow|cl)[a-z]*\.?\s*)?[0-9]{1,2}\"?"
    r"(?![0-9'd-]|\s?(?:ft|feet|hp|HD))(?:\s*\(?(?:fl|sw|burrow|climb)[a-z]*\)?|\s*\([A-E]\))?\)?)*)",
    re.IGNORECASE,
)
_MORALE: Final = (
    ("unreliable", 4), ("unsteady", 5), ("average", 6), ("steady", 7), ("elite", 8),
    ("champion", 10), ("fanatic", 11), ("fearless", 13),
)  # fmt: skip
"""Words for morale on 2d10, and about the same on 2d6."""
_D20_ATTACK: Final = re.compile(
    r"(?:(?<![\w+-])(?P<count>[0-9]{1,2})\s+)?"
    r"(?P<name>(?:\+[0-9]\s+)?[A-Za-z][A-Za-z0-9 +',/-]{0,50}?)\s*"
    r"(?:\((?P<how>(?:double |triple )?(?:close|near|far)(?:\s*/\s*(?:near|far))*)\)\s*)?"
    r"(?P<bonus>[+-][0-9]{1,2}(?:/[+-][0-9]{1,2})*)\s*"
    r"(?P<kind>melee(?: touch)?|ranged(?: touch)?|missile(?: fire)?)?\s*"
    r"(?:\((?P<inside>(?:[^()]|\([^()]{0,80}\)){0,200})\)|;\s*Dmg\s+(?P<after>[^;\n]+))",
    re.IGNORECASE,
)
_NOTHING: Final = re.compile(r"\W*(?:none|nil|standard|normal|see (?:below|text)|-)?\W*\Z", re.I)
_SPECIAL: Final = re.compile(
    r"(?:^|[,;.]\s+)\b(SA|SD|SP|SQ|DR|SR|S(?i:pecial)(?: (?i:attacks?|defen[cs]es?|qualities))?"
    r"|Immune|Weaknesses|Defensive Abilities|Resist|M(?i:agic resistance))\b\s*:?\s+"
    r"([^;\n]*?)(?=;|\n|\Z|,\s+(?:SD|SZ|AL|MR|ML|XP|TT|INT)\b|\.\s*\Z|\.\s+[A-Z]{2})",
    re.MULTILINE,
)
_SPECIALS: Final = {
    "sa": "Special attack", "sd": "Special defence", "sp": "Special", "sq": "Special qualities",
    "dr": "Damage reduction", "sr": "Spell resistance",
}  # fmt: skip
_SIZES: Final = {
    "T": "small", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "huge", "C": "huge",
}  # fmt: skip


def as_usual(text: str) -> str:
    """A block in the labels of `statblock`; one that is written in them already stays as it is."""
    text = _in_words(text)
    if _D20.search(text):
        return _d20(_specials(text))
    if not _OLD.search(text):
        return text
    second = bool(_SECOND.search(text))
    text = _NAMED_BLOWS.sub(_each_named, text)
    text = _upward(text, 20 if second else 19)
    text = _MOVE.sub(_feet, text)
    if second and re.search(r"\bSZ\b|\bACTIVITY CYCLE\b|\bInt\b", text):
        text = _morale(text)
    text = re.sub(
        r"\b(?:SZ|(?i:SIZE))\s*:?\s*([TSMLHG])\b(?:-[TSMLHG]\b)?",
        lambda found: f"Size: {_SIZES[found[1]]}",
        text,
    )
    text = re.sub(r"\bSaving Throws?\s*:\s*([0-9]{1,2})\b", r"Save \1", text)
    text = re.sub(r"\bSV\s+([0-9]{1,2})(?=\s*[,;.\]])", r"Save \1", text)
    return _specials(text)


_NAMED_BLOWS: Final = re.compile(
    r"(#\s*AT?T?\b:?\s*)[1-9]\s*\(([A-Za-z' -]{2,30}(?:/[A-Za-z' -]{2,30}){1,6})\)"
)


def _each_named(found: re.Match[str]) -> str:
    """`#AT 3 (claw/claw/bite)` as one of each."""
    return found[1] + "/".join(f"1 {name.strip()}" for name in found[2].split("/"))


def _upward(text: str, base: int) -> str:
    """Armour class that counts down, with the figure that counts up in brackets."""
    if re.search(r"\bML\s*[+-][0-9]|\bMorale:?\s*[+-][0-9]", text):
        # A game whose armour class counts up from 0, and whose morale is a bonus.
        text = re.sub(
            r"\b(AC|Armou?r Class)(\s*:?\s*)([0-9]{1,2})(?![0-9]|\s*\[)",
            lambda found: f"{found[1]}{found[2]}{found[3]} [{int(found[3]) + 10}]",
            text,
        )
        text = _per_turn(text)
        return re.sub(
            r"\b(ML|Morale)(:?\s*)([+-][0-9])(?![0-9])",
            lambda found: f"{found[1]}{found[2]}{min(12, max(2, 7 + int(found[3])))}",
            text,
        )

    def bracket(found: re.Match[str]) -> str:
        figure = int(found[3])
        return found[0] if figure > 10 else f"{found[1]}{found[2]}{figure} [{base - figure}]"

    armour = r"\b(AC|Armou?r Class)(\s*:?\s*)(-?[0-9]{1,2})(?![0-9]|\s*\[|\s*\()"
    text = re.sub(armour, bracket, text, flags=re.IGNORECASE)
    if base == 20:
        text = re.sub(
            r"\bTHAC0(\s*:?\s*)([0-9]{1,2})(?![0-9]|\s*\[)",
            lambda found: f"THAC0{found[1]}{found[2]} [{20 - int(found[2]):+}]",
            text,
        )
    return text


def _feet(found: re.Match[str]) -> str:
    """`9"/15"` and `12, Fl 24 (C)` in feet a turn and a round."""
    if int(found["walk"]) > 24 and not found["mark"]:
        return found[0]
    made = [_turn("MV", int(found["walk"]))]
    for part in re.finditer(
        r"(?P<sign>//|/|,|\(|or)?\s*(?P<before>[a-z]+)?\.?\s*(?P<number>[0-9]{1,2})\"?"
        r"\s*\(?(?P<after>fl[a-z]*|sw[a-z]*|burrow[a-z]*|climb[a-z]*)?",
        found["more"],
        re.IGNORECASE,
    ):
        told = (part["before"] or part["after"] or "")[:2].lower()
        sign = {"//": "swim", "(": "burrow"}.get(part["sign"] or "", "fly")
        made.append(_turn(_WAYS.get(told, sign), int(part["number"])))
    return ", ".join(made)


def _per_turn(text: str) -> str:
    """Feet per turn of exploring, a third of which are feet a round."""
    return re.sub(
        r"\b(MV|Move(?:ment)?)(\s*:?\s*)([0-9]{2,3})'(?!\s*\()",
        lambda found: f"{found[1]}{found[2]}{found[3]}' ({int(found[3]) // 3}')",
        text,
        flags=re.IGNORECASE,
    )


def _turn(way: str, tens: int) -> str:
    # At least 5 ft a round; in steps of 5 ft.
    return f"{way} {tens * 10}' ({max(5, (tens * 10 + 7) // 15 * 5)}')"


def _morale(text: str) -> str:
    """Morale on 2d10, by its word or its number, as morale on 2d6."""

    def usual(found: re.Match[str]) -> str:
        word = re.search("|".join(name for name, _ in _MORALE), found[0], re.IGNORECASE)
        if word:
            return f"Morale {dict(_MORALE)[word[0].lower()]} (of 2d10: {found[0].strip(' :')})"
        number = re.search(r"[0-9]+", found[0])
        assert number is not None
        score = max(2, min(12, round(int(number[0]) * 12 / 20)))
        return f"Morale {score} (of 2d10: {number[0]})"

    words = "|".join(name for name, _ in _MORALE)
    return re.sub(
        rf"\b(?:ML|Morale)\s*:?\s*(?:(?:{words})\s*\(?[0-9]{{1,2}}(?:\s*-\s*[0-9]{{1,2}})?\)?"
        rf"|[0-9]{{1,2}}(?:-[0-9]{{1,2}})?(?:\s*\((?:{words})\))?|(?:{words})\b)",
        usual,
        text,
        flags=re.IGNORECASE,
    )


def _specials(text: str) -> str:
    """`SA hug` and `Special: regenerates` as abilities on lines of their own."""
    told: list[str] = []

    def apart(found: re.Match[str]) -> str:
        if not _NOTHING.match(found[2]):
            name = _SPECIALS.get(found[1].lower(), found[1])
            told.append(f"* {name}: {found[2].strip(' .')}")
        return found[0][0] if found[0][0] in ",;.\n" else ""

    text = _SPECIAL.sub(apart, text)
    return "\n".join([text, *told])


def _in_words(text: str) -> str:
    """`Armor 15, 2 Hit Dice, 9hp, 2 claw attacks doing 1d4, Morale 8`."""
    if not re.search(r"\b[0-9½]+\s*Hit Di(?:e|ce)\b", text) or not re.search(
        r"\bArmou?r:?\s*[0-9]", text
    ):
        return text
    text = _per_turn(re.sub(r"\bArmou?r\s*:?\s*([0-9]{1,2})\b", r"AC \1", text))
    text = re.sub(r"\b([0-9½]{1,2}(?:\s*[+-]\s*[0-9])?)\s*Hit Di(?:e|ce)\b", r"HD \1", text)
    text = re.sub(r"(?<![\w-])([0-9]{1,3})\s*hp\b", r"hp \1", text)
    blows: list[str] = []

    def blow(found: re.Match[str]) -> str:
        count, name, dice = found[1] or "1", found[2].strip(), found[3]
        blows.append(f"{count} x {name} ({dice})")
        return ""

    several = rf"(?:\b([0-9]{{1,2}})\s+)?\b([A-Za-z][A-Za-z' -]{{1,30}}?)\s+(?:attacks?\s+)?(?:doing|for)\s+({_DICE})(?: damage)?"  # noqa: E501
    text = re.sub(several, blow, text)
    text = re.sub(
        r"(?<=[,;]\s)(?:([0-9]{1,2})\s+)?(?!HD|AC|hp)([A-Za-z][A-Za-z' -]{1,30}?)"
        rf"\s*\(({_DICE})\)",
        blow,
        text,
    )
    if not blows:
        return text
    return re.sub(r"(?:,\s*){2,}", ", ", f"{text.rstrip(' .')}\nAttacks: {', '.join(blows)}")


def _d20(text: str) -> str:
    """Attacks with a bonus of their own, three saves, size and reach."""
    text = re.sub(
        r"^([^\n]{1,60}?)\s+CR\s+[0-9/]+[^\n]*$", r"\1", text, count=1, flags=re.MULTILINE
    )
    text = re.sub(r"^([^\n:,]{1,60}):\s+(?=Init\b)", r"\1\n", text, count=1)
    text = re.sub(r"\bHit Dice:\s*([0-9]+)d[0-9]+([+-][0-9]+)?\s*\(([0-9]+) hp\)",
                  r"HD \1\2, hp \3", text, flags=re.IGNORECASE)  # fmt: skip
    text = re.sub(r"\bhp\s+([0-9]+)\s*\(([0-9]+)d[0-9]+([+-][0-9]+)?(?:;[^()]*)?\)",
                  r"HD \2\3, hp \1", text)  # fmt: skip
    text = re.sub(
        r"\b(?:Spd|Speed)\s*:?\s*([0-9]+) ?ft\.?(?:\s*\([^)\n]*\))?", r"Speed \1 ft.", text
    )
    size = re.search(
        r"^(?:[LNC][GNE]?\s+)?(Fine|Diminutive|Tiny|Small|Medium|Large|Huge|Gargantuan|Colossal)"
        r"(?:-size)?\s+[A-Za-z]+",
        text,
        re.MULTILINE,
    )
    saves = [int(found) for found in re.findall(r"\b(?:Fort|Ref|Will)\s*([+-]\s?[0-9]+)", text)]
    acts = re.search(r"\bAct\s+([0-9]{1,2})d[0-9]+", text)
    space = re.search(r"\bReach:?\s*(?:[0-9]+ ?ft\.?\s*/\s*)?([0-9]+) ?ft", text)
    reach = int(space[1]) if space else 5
    lines = (
        [line for line in text.split("\n") if not re.match(r"Attack:", line)]
        if re.search(r"^Full Attack:", text, re.MULTILINE)
        else text.split("\n")
    )
    kept: list[str] = []
    ways: list[str] = []
    for line in lines:
        label = re.match(r"(?:Full Attack|Attack|Melee|Ranged)\b:?\s*", line)
        start = label.end() if label else None
        inline = re.search(r"\b(?:Atk|ATK)\s+", line) if start is None else None
        if start is None and inline is None:
            kept.append(line)
            continue
        first = start if start is not None else inline.end() if inline else 0
        usual = "ranged" if label and label[0].startswith("Ranged") else ""
        made, end = _d20_attacks(line, first, usual, reach, int(acts[1]) if acts else 1)
        if not made:
            kept.append(line)
            continue
        if ways and label:
            ways.append("or")
        ways += made
        before = line[: label.start() if label else inline.start() if inline else 0]
        kept.append(f"{before}{line[end:]}")
    if ways:
        kept.append("Attacks: " + " ".join(ways))
    if len(saves) >= 3:
        mean = round(sum(saves[:3]) / 3)
        kept.append(f"Save {max(2, min(20, 15 - mean))}")
    if size:
        kept.append(
            f"Size: {_SIZES[size[1][0]] if size[1] not in ('Fine', 'Colossal') else 'huge'}"
        )
    return "\n".join(kept)


def _d20_attacks(line: str, start: int, usual: str, reach: int, acts: int) -> tuple[list[str], int]:
    """`2 claws +5 melee (1d4+3) and bite +0 melee (1d6)` as a list of attacks with brackets."""
    made: list[str] = []
    place = start
    for found in _D20_ATTACK.finditer(line, start):
        between = line[place : found.start()]
        if place > start and re.search(r"[;\n]", between):
            break
        name = found["name"].strip(" ,")
        joined = re.match(r"(and|or)\s+", name)
        name = name[joined.end() :] if joined else name
        other = (joined and joined[1] == "or") or re.search(r"\bor\s*$", between.rstrip() + "")
        counted = re.match(r"([0-9]{1,2})\s+", name)
        name = name[counted.end() :] if counted else name
        count = int(found["count"] or (counted[1] if counted else 1))
        bonuses = found["bonus"].split("/")
        if acts > 1 and not made:
            count = max(count, acts)
        count *= len(bonuses)
        inside = re.sub(
            r"\s*/(?:[0-9]{2}(?:-20)?|x[0-9])(?:/x[0-9])?", "", found["inside"] or found["after"]
        )
        parts = [bonuses[0], inside.strip()]
        kind = (found["kind"] or usual or "").lower()
        how = (found["how"] or "").lower()
        if how.endswith("near"):
            feet = _NEAR_FEET.get(re.sub(r".*/\s*", "", how), 30)
            parts.append(f"range {feet}/{feet}")
        elif kind.startswith(("ranged", "missile")) or how.endswith("far"):
            parts.append("ranged")
        elif reach > 5:
            parts.append(f"reach {reach} ft")
        if len(bonuses) > 1:
            parts.append(f"one after the other at {found['bonus']}")
        if made:
            made.append("or" if other else "and")
        name = re.sub(r"[^A-Za-z' -]+", " ", name).strip() or "weapon"
        made.append(f"{count} x {name} ({', '.join(parts)})")
        place = found.end()
    return made, place


_NEAR: Final = re.compile(
    r"AC\s+(?P<ac>[0-9]{1,2})\b[^,\n]*,\s*HP\s+(?P<hp>[0-9]{1,3}),\s*ATK\s+(?P<atk>.{1,400}?),"
    r"\s*MV\s+(?P<mv>[^,(]{1,40}(?:\([^)]*\))?)[,\s]\s*S\s*[+-]?[0-9](?P<more>.{1,160}?)"
    r"LV\s+(?P<level>[0-9]{1,2})",
    re.DOTALL,
)
_NEAR_FEET: Final = {"close": 5, "near": 30, "double near": 60, "triple near": 90, "far": 90}


def near_and_far(text: str) -> str:
    """Blocks that move `near` and shoot `far`, as usual lines with `---` between them."""
    bare = re.sub(r"\*\*", "", text.replace("’", "'").replace("\u2212", "-"))
    matches = list(_NEAR.finditer(bare))
    if not matches:
        return text
    text = bare
    made: list[str] = []
    place = 0
    for found in matches:
        head = text[place : found.start()].rstrip("\n").split("\n")
        name = _name_line(head)
        made.append("\n".join(_traits(head[:name])) if place else "\n".join(head[:name]))
        below = " ".join(line.strip() for line in head[name + 1 :] if line.strip())
        title = head[name].strip(" #*") if name < len(head) else "nameless"
        made.append(f"\n---\n{title}\n{_near_line(found)}\n{below}")
        place = found.end()
    made.append("\n".join(_traits(text[place:].split("\n"))))
    # Two empty lines would part a creature from its abilities.
    return "\n".join(re.sub(r"\n\s*\n", "\n", part.strip("\n")) for part in made)


def _name_line(head: list[str]) -> int:
    """The last line in capitals above the figures, else the last one of a paragraph."""
    for number in range(len(head) - 1, max(-1, len(head) - 40), -1):
        bare = head[number].strip(" #*")
        if bare and bare.upper() == bare and re.search("[A-Z]{2}", bare):
            return number
    filled = [number for number, line in enumerate(head) if line.strip()]
    return filled[-1] if filled else 0


def _traits(lines: list[str]) -> list[str]:
    """`Bellow. All enemies …` as an ability; a line that goes on belongs to it."""
    made: list[str] = []
    for line in lines:
        named = re.match(r"\W*([A-Z][A-Za-z' -]{2,30}(?:\([^)]*\))?)\.\s+(\S.*)", line)
        if named:
            made.append(f"* {named[1].strip()}: {named[2]}")
        elif made and made[-1].startswith("* ") and line.strip():
            made[-1] += f" {line.strip()}"
        else:
            made.append(line)
    return made


def _near_line(found: re.Match[str]) -> str:
    ways = " ".join(found["atk"].split())
    attacks, _ = _d20_attacks(ways, 0, "", 5, 1)
    moves = re.match(r"([a-z ]+?)\s*(?:\(([^)]*)\))?\s*\Z", " ".join(found["mv"].split()))
    feet = _NEAR_FEET.get(moves[1].strip(), 30) if moves else 30
    way = (moves[2] or "") if moves else ""
    told = [
        f"AC {found['ac']} [{found['ac']}]",
        f"HD {max(1, int(found['level']))}",
        f"hp {found['hp']}",
    ]
    told.append(f"MV {3 * feet}' ({feet}')")
    told += [f"{each.strip()} {3 * feet}' ({feet}')" for each in way.split(",") if each.strip()]
    rest = re.sub(r"\b(?:and|or)\b|,", " ", _D20_ATTACK.sub(" ", ways))
    lines = [", ".join(told)]
    lines += [f"Attacks: {' '.join(attacks)}"] if attacks else []
    if re.search("[A-Za-z]", rest) and rest.strip().lower() != "none":
        lines.append(f"* Other attacks: {' '.join(rest.split())}")
    return "\n".join(lines)
