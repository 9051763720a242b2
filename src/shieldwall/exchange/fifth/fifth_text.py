"""Stat blocks of the fifth edition as text: Markdown variants, plain text, 2014 and 2024."""

from __future__ import annotations

import re
from string import capwords
from typing import Final

from shieldwall.exchange.creature_draft import Draft, one_line
from shieldwall.exchange.fifth.fifth_edition import ABILITIES, SIZES, Fifth, Part, draft_of
from shieldwall.exchange.fifth.fifth_words import unmarked

SECTIONS: Final = {
    "traits": "traits", "features": "traits", "abilities": "traits", "special traits": "traits",
    "special abilities": "traits", "passive abilities": "traits", "special features": "traits",
    "actions": "actions", "action": "actions", "bonus actions": "bonus actions",
    "reactions": "reactions", "reaction": "reactions",
    "legendary actions": "legendary actions", "lair actions": "lair actions",
    "mythic actions": "legendary actions", "villain actions": "legendary actions",
    "regional effects": "lair actions", "description": "lore", "tactics": "lore",
    "tactics & lore": "lore", "lore": "lore", "environment": "lore",
}  # fmt: skip
_SIZE_LINE: Final = re.compile(
    rf"^(?:{'|'.join(SIZES)})(?: or (?:{'|'.join(SIZES)}))?\s+\(?[a-z]", re.IGNORECASE
)
_FENCE: Final = re.compile(r"^\s*(?:`{3,}|~{3,})")
_RULE: Final = re.compile(r"^[\s>]*(?:[-_*=]\s*){3,}$")
_LAYOUT: Final = re.compile(r"[\s|:>-]*|\s*(?:\}\}|\{\{).*|\s*\\(?:column|page)\w*\s*")
"""Lines of a page's layout: rows without words, Homebrewery's braces and breaks."""
_BOLD: Final = re.compile(r"^[\s>-]*(\*{2,3}|_{2,3})\s*(.{1,80}?)\s*([.:]?)\s*\1\s*([.:]?)\s*(.*)$")
_PLAIN: Final = re.compile(
    r"^([A-Z][A-Za-z0-9'/,& -]{1,48}?(?:\s*\([^()]{1,60}\))?)\.\s+(?=[A-Z+\[])(.*)$"
)
_NOT_NAMES: Final = re.compile(
    r"^(?:hit|miss|failure|success|melee|ranged|at will|[0-9]|cantrips|trigger|response|on a )",
    re.IGNORECASE,
)
_LABELS: Final = (
    ("ac", r"(?:armor|armour) class|ac"), ("hp", r"hit points|hp"), ("speed", r"speed|movement"),
    ("saves", r"saving throws?|saves"), ("skills", r"skills"),
    ("weak", r"(?:damage )?vulnerabilit(?:y|ies)"), ("resists", r"(?:damage )?resistances?"),
    ("conditions", r"condition immunit(?:y|ies)"), ("immune", r"(?:damage )?immunit(?:y|ies)"),
    ("senses", r"senses"), ("languages", r"languages"), ("challenge", r"challenge(?: rating)?|cr"),
    ("proficiency", r"proficiency(?: bonus)?|pb"), ("gear", r"gear|equipment"),
    ("initiative", r"initiative"), ("kind", r"(?:creature )?type"),
)  # fmt: skip

_HELD: Final = ("ac", "hp", "speed", "weak", "resists", "immune", "senses", "challenge", "kind")
"""Labels whose text goes to a field or to the report, so that the notes need not repeat it."""


def is_fifth(text: str) -> bool:
    """Whether a text is a fifth edition block rather than one of an older game."""
    plain = unmarked(text)
    rolled = re.search(r"(?:hit points|\bhp)\W{1,6}[0-9]+\s*\(\s*[0-9]+\s*d", plain, re.IGNORECASE)
    armour = re.search(r"(?:armor class|armour class|\bac)\W{1,6}[0-9]+", plain, re.IGNORECASE)
    spelled = re.search(
        r"(?:melee|ranged)\s+(?:weapon |spell )?attack(?: roll)?\s*:|\+[0-9]+ to hit", plain, re.I
    )
    scores = re.search(r"\bSTR\b.{0,40}\bDEX\b.{0,40}\bCON\b", plain, re.IGNORECASE | re.DOTALL)
    older = re.search(
        r"\bTHAC0\b|\b(?:HD|Hit Dice|Morale)\W{1,3}[0-9½]|^Level\s+[0-9½]"
        r"|\bFort\s*[+-]\s*[0-9]|\bflat-footed\b",
        plain,
        re.MULTILINE,
    )
    return bool(armour and (rolled or scores) and (spelled or scores)) and not older


def split_fifth(text: str) -> list[str]:
    """The blocks of a text, each starting at its name; a horizontal rule does not split a block."""
    lines = text.split("\n")
    starts: list[int] = []
    for place, line in enumerate(lines):
        if not _SIZE_LINE.match(_bare(line)) or ("," not in line and not re.search("[a-z]", line)):
            continue
        # A heading is a name, even if it starts with a size: `### Huge Grey Ooze`.
        if re.match(r"[\s>]*#", line) and "," not in line:
            continue
        name = place - 1
        while name >= 0 and (not _bare(lines[name]) or _RULE.match(lines[name])):
            name -= 1
        if name >= 0 and _is_near(lines, place) and len(_bare(lines[name])) <= 80:
            starts.append(name)
    # A heading followed by an armour class is a name, whatever is in between.
    for place, line in enumerate(lines):
        if re.match(r"[\s>]*#", line) and re.match(
            r"(?:armou?r class|ac)\W{1,6}[0-9]", _first_figure(lines, place), re.IGNORECASE
        ):
            starts.append(place)
    starts = sorted(set(starts))
    if not starts:
        return [text]
    ends = [*starts[1:], len(lines)]
    return ["\n".join(lines[start:end]) for start, end in zip(starts, ends)]


def _first_figure(lines: list[str], place: int) -> str:
    """The first labelled line among the next four non-empty ones, before another heading."""
    said = 0
    for line in lines[place + 1 : place + 8]:
        bare = _bare(line)
        if re.match(r"[\s>]*#", line) or said == 4:
            break
        if re.match(r"[A-Za-z ]+\W{1,6}[0-9]", bare):
            return bare
        said += bool(bare)
    return ""


def _is_near(lines: list[str], place: int) -> bool:
    """Whether an armour class follows, so that the line belongs to a block."""
    ahead = " ".join(_bare(line) for line in lines[place : place + 12])
    return bool(re.search(r"\b(?:armou?r class|ac)\W{1,6}[0-9]", ahead, re.IGNORECASE))


def _bare(line: str) -> str:
    """A line without Markdown at its edges; table cells as words."""
    plain = re.sub(r"^[\s>#]+|^\s*[-•]\s+", "", unmarked(line).strip())
    if plain.startswith("|") or plain.endswith("|"):
        plain = re.sub(r"\s*\|\s*", "  ", plain.strip("|"))
    return re.sub(r"^(?:[\s>#]|-(?![0-9]))+", "", plain).strip()


def read_fifth(text: str) -> Draft:
    """The creature of one block; unread text becomes notes."""
    made = Fifth()
    lines = [line for line in text.split("\n") if not _FENCE.match(line)]
    body: list[str] = []
    for line in lines:
        if _RULE.match(line) or _LAYOUT.fullmatch(line):
            continue
        body.append(line)
    section = "traits"
    labelled = False
    part: Part | None = None
    label = ""
    scores: list[str] = []
    for place, line in enumerate(body):
        bare = _bare(line)
        if not bare:
            continue
        word = bare.rstrip(":.").lower()
        if place == 0:
            made.name = re.sub(r"\s*\{.*?\}\s*$", "", bare).rstrip(":")
            made.name = capwords(made.name) if made.name.isupper() else made.name
            continue
        named = line.lstrip("> ").startswith("#") and "," not in line
        if not made.kind and not labelled and _SIZE_LINE.match(bare) and not named:
            made.kind = bare
            continue
        if word in SECTIONS:
            section, part, label = SECTIONS[word], None, ""
            continue
        found = None if section != "traits" or part is not None else _label(bare)
        if found is None and section == "traits" and labelled:
            found = _label(bare)
        if found is not None:
            label, value = found
            labelled, part = True, None
            _take(made, label, value)
            if label not in _HELD:
                made.words.append(bare)
            continue
        if section == "traits" and _is_scores(bare, bool(scores)):
            scores.append(bare)
            label = ""
            continue
        entry = _entry(line, bare, section)
        if entry is not None:
            part, label = entry, ""
            _add(made, section, part)
        elif part is not None:
            part.text = f"{part.text} {bare}".strip()
        elif label:
            _more(made, label, bare)
            made.words.append(bare)
        elif section in ("legendary actions", "lair actions", "actions", "bonus actions"):
            part = Part("", bare)
            _add(made, section, part)
        else:
            made.words.append(bare)
    _scores(made, " ".join(scores))
    draft = draft_of(made)
    for kept in () if len(made.scores) == len(ABILITIES) else scores:
        draft.note(kept)
    _keep_words(draft, text)
    return draft


def _label(bare: str) -> tuple[str, str] | None:
    for key, pattern in _LABELS:
        found = re.match(rf"(?:{pattern})\b\s*[:.]?\s+(.*)$|(?:{pattern})\s*:\s*(.*)$", bare, re.I)
        if found:
            value = (found[1] or found[2] or "").strip()
            if key in ("ac", "hp") and not re.match(r"\W{0,3}[0-9]", value):
                return None
            if key == "saves" and re.fullmatch(r"(?:\s*[+-]\s?[0-9]{1,2}){6}", value):
                return None  # A row below the scores.
            return key, value
    return None


def _take(made: Fifth, label: str, value: str) -> None:
    if label == "ac":
        found = re.search(r"([0-9]{1,2})\s*(\([^)]*\))?", value)
        if found and made.ac is None:
            made.ac, made.armour = int(found[1]), found[2] or ""
        inner = re.search(r"\b(?:HP|Hit Points)\b\W{0,4}([0-9].*)", value, re.IGNORECASE)
        if inner:
            _take(made, "hp", inner[1])
    elif label == "hp":
        found = re.search(r"([0-9]{1,4})\s*(\([^)]*\))?", value)
        if found and made.hp is None:
            made.hp, made.dice = int(found[1]), (found[2] or "").strip("() ")
        inner = re.search(r"\bSpeed\b\W{0,4}([0-9].*)", value, re.IGNORECASE)
        if inner:
            made.speeds.append(inner[1])
    elif label == "saves":
        for key, bonus in re.findall(
            r"\b(Str|Dex|Con|Int|Wis|Cha)[a-z]*\W{0,3}([+-]\s*[0-9]{1,2})", value, re.I
        ):
            made.saves[key.title()] = int(bonus.replace(" ", ""))
    elif label == "kind":
        made.kind = made.kind or value
    elif label == "challenge":
        found = re.search(r"[0-9]+(?:/[0-9]+)?|½|¼|⅛", value)
        made.challenge = found[0] if found else ""
    else:
        lists = {
            "speed": made.speeds, "weak": made.weak, "resists": made.resists,
            "immune": made.immune,
            "conditions": made.steadfast, "senses": made.senses,
        }  # fmt: skip
        if label in lists and value.strip(" -—"):
            lists[label].append(value)


def _more(made: Fifth, label: str, text: str) -> None:
    """Append a label's continuation line."""
    if label in ("weak", "resists", "immune", "conditions", "senses", "saves", "speed"):
        _take(made, label, text)


def _is_scores(bare: str, begun: bool) -> bool:
    if bare.rstrip(":.").lower() in ("str", "strength"):
        return True
    # A trait may name a Strength save, and another Dexterity too.
    if re.search(r"\bstr(?:ength)?\b[^A-Za-z]{0,40}\bdex", bare, re.IGNORECASE):
        return True
    if re.match(r"(?:abilities\W{1,3})?str(?:ength)?\b\W{0,4}[0-9]", bare, re.IGNORECASE):
        return True
    if re.match(r"(?:dex|con|int|wis|cha)[a-z]*\b\W{0,4}(?:[0-9]|$|con|int|wis|cha)", bare, re.I):
        return True
    if re.fullmatch(r"(?:mod(?:ifier)?|save|saving throws?|score|[\s0-9()+-])+", bare, re.I):
        return begun
    return False


def _scores(made: Fifth, text: str) -> None:
    """Scores in a row of six, or by name; 2024 adds modifier and save to each."""
    flat = re.sub(r"\s+", " ", text)
    row = re.search(
        r"STR\w*\W+DEX\w*\W+CON\w*\W+INT\w*\W+WIS\w*\W+CHA\w*[^\w+-]*(.*)", flat, re.IGNORECASE
    )
    if row:
        numbers = re.findall(r"(?<![+-])\b([0-9]{1,2})\b(?!\s*\))", row[1])
        if len(numbers) >= 6:
            made.scores = dict(zip(ABILITIES, (int(number) for number in numbers[:6])))
        modifiers = re.findall(r"[+-] ?[0-9]{1,2}\b", row[1])
        if not numbers and len(modifiers) == len(ABILITIES):
            # Blocks without scores give the modifiers, which are the saves as well.
            each_one = (int(modifier.replace(" ", "")) for modifier in modifiers)
            made.scores = {key: 10 + 2 * each for key, each in zip(ABILITIES, each_one)}
        saves = re.search(r"\bSav(?:e|ing Throw)s?\b((?:\s+[+-]\s?[0-9]{1,2}){6})", row[1], re.I)
        if saves:
            bonuses = re.findall(r"[+-]\s?[0-9]{1,2}", saves[1])
            made.saves = {
                key: int(bonus.replace(" ", ""))
                for key, bonus in zip(ABILITIES, bonuses)
                if int(bonus.replace(" ", "")) != (made.scores.get(key, 10) - 10) // 2
            }
        return
    each = re.findall(
        r"\b(Str|Dex|Con|Int|Wis|Cha)[a-z]*\W{0,4}([0-9]{1,2})\b"
        r"(?:\s*\(?\s*([+-]\s*[0-9]{1,2})(?:\s*\))?(?:\s+([+-]\s*[0-9]{1,2}))?)?",
        flat,
        re.IGNORECASE,
    )
    for key, score, modifier, save in each:
        made.scores[key.title()] = int(score)
        if modifier and save and modifier.replace(" ", "") != save.replace(" ", ""):
            made.saves[key.title()] = int(save.replace(" ", ""))


def _entry(line: str, bare: str, section: str) -> Part | None:
    """`***Bite.*** Melee …`, `**Bite**: …`, `#### Bite`, `Bite. Melee …`."""
    bold = _BOLD.match(line.strip())
    if bold and not _NOT_NAMES.match(unmarked(bold[2])):
        return Part(unmarked(bold[2]).strip(" .:"), unmarked(bold[5]).strip())
    heading = re.match(r"^[\s>]*#{3,6}\s+(.{2,60})$", line)
    if heading and section != "lore":
        return Part(unmarked(heading[1]).strip(" .:"), "")
    plain = _PLAIN.match(bare)
    if plain and not _NOT_NAMES.match(plain[1]) and len(plain[1].split()) <= 8:
        return Part(plain[1], plain[2])
    colon = re.match(r"^([A-Z][A-Za-z' -]{1,40}(?:\s*\([^()]{1,60}\))?):\s+(.*)$", bare)
    if colon and not _NOT_NAMES.match(colon[1]) and section in ("actions", "traits"):
        return Part(colon[1], colon[2])
    return None


def _add(made: Fifth, section: str, part: Part) -> None:
    if section == "actions" or (section == "traits" and _strikes(part)):
        made.actions.append(part)
    elif section == "traits":
        made.traits.append(part)
    elif section == "lore":
        made.words.append(f"{part.name}: {part.text}")
    else:
        made.beyond.append((section, part))


def _strikes(part: Part) -> bool:
    """Whether a trait is an attack: blocks without headings mix them."""
    if "spellcasting" in part.name.lower():
        return False
    return bool(
        re.search(r"\bto hit\b|attack(?: roll)?\s*:", part.text, re.IGNORECASE)
        or part.name.lower().startswith("multiattack")
    )


_USUAL: Final = (
    "armor armour class hit points speed initiative stat score mod save str dex con int wis cha ft"
    " feet saving throws senses languages challenge cr xp or in lair damage condition immunities"
    " resistances vulnerabilities skills traits bonus legendary actions reactions"
)
"""Words of labels and headings, which say nothing by themselves."""


def _keep_words(draft: Draft, text: str) -> None:
    """Keep lines with words found nowhere else as notes."""
    kept = {*_words(draft.name), *_words(" ".join(draft.notes)), *_words(_USUAL)}
    kept |= {word for said in draft.said for word in _words(said.source)}
    for line in text.split("\n"):
        if not _FENCE.match(line) and set(_words(unmarked(line))) - kept:
            draft.note(one_line(_bare(line)))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
