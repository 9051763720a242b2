"""Rows of `shieldwall list` for everything besides encounters."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from shieldwall.books import RULINGS
from shieldwall.cli.main import Complaint
from shieldwall.content import ContentError
from shieldwall.content.combatants.parties import load_party
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.content.library import equipment
from shieldwall.content.magic.spells import shipped_spells
from shieldwall.content.skirmish import known_creatures
from shieldwall.content.user_folder import known_names, own_files
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.sheet import KIN_NAMES, Sheet
from shieldwall.exchange.stat_cards import weapon_text
from shieldwall.minds import MIND_NAMES

Row = dict[str, str]
FILTER: Final = re.compile(r"\s*([a-z]+)\s*(<=|>=|=|<|>)\s*(.+?)\s*", re.IGNORECASE)
SIZES: Final = {1: "man", 2: "large", 3: "huge"}
MIND_TEXTS: Final = {
    "natural": "each unit by its own temperament; a losing side saves itself (the default)",
    "prudent": "like natural, but retreats as soon as the odds turn",
    "fearless": "like natural, but never retreats voluntarily",
    "captain:fast": "looks ahead before every choice, about 50 ms each",
    "captain": "looks ahead before every choice, about 500 ms each",
    "captain:strong": "looks ahead before every choice, about 5 s each",
    "mindless": "attacks the nearest, straight ahead, never flees",
    "beast": "attacks the weakest, flees at a third of its HP",
    "rabble": "attacks with others, flees at half its HP",
    "soldier": "most damage, avoids attacks of opportunity, never flees",
    "cunning": "archers and casters first, wide detours, retreats in time",
    "fanatic": "attacks the heaviest weapon, never flees",
    "coward": "keeps away, always defends, flees early",
    "guardian": "stays next to archers and casters and screens them",
    "striker": "finishes foes about to fall, then archers and casters",
    "archer": "shoots from cover and keeps its distance",
    "healer": "helps dying allies first",
    "caster": "stays back while it has spells",
    "simple": "the first mind we wrote, as a baseline",
    "random": "random legal choices",
}
"""Description of each mind, in one line."""


def _creatures(book: Ruleset) -> list[Row]:
    return [
        {
            "name": name,
            "hd": str(int(sheet.hit_dice)),
            "hp": str(int(sheet.hp)),
            "ac": str(int(sheet.ac)),
            "attack": f"{int(sheet.attack):+}",
            "size": SIZES.get(int(sheet.size), "huge"),
            "kin": ", ".join(kin for bit, kin in enumerate(KIN_NAMES) if int(sheet.kin) >> bit & 1),
            "temperament": sheet.temperament,
        }
        for name, sheet in sorted(known_creatures(book).items(), key=lambda pair: pair[0].lower())
    ]


def _members(book: Ruleset) -> list[tuple[str, list[Sheet]]]:
    found = []
    for party in known_names("parties"):
        try:
            found.append((party, [member.sheet for member in load_party(party, book.name)]))
        except ContentError:
            continue
    return found


def _characters(book: Ruleset) -> list[Row]:
    return [
        {
            "name": sheet.name,
            "party": party,
            "hp": str(int(sheet.hp)),
            "ac": str(int(sheet.ac)),
            "attack": f"{int(sheet.attack):+}",
            "weapons": ", ".join(weapon.name for weapon in sheet.weapons if not weapon.unarmed),
        }
        for party, sheets in _members(book)
        for sheet in sheets
    ]


def _parties(book: Ruleset) -> list[Row]:
    own = own_files("parties")
    return [
        {
            "name": party,
            "members": str(len(sheets)),
            "who": ", ".join(sheet.name for sheet in sheets),
            "from": "yours" if party in own else "shipped",
        }
        for party, sheets in _members(book)
    ]


def _weapons(book: Ruleset) -> list[Row]:
    known = equipment(book.book_folders).weapons
    return [{"name": name, "does": weapon_text(spec.weapon())} for name, spec in known.items()]


def _armour(book: Ruleset) -> list[Row]:
    return [
        {
            "name": name,
            "kind": "shield" if piece.shield else "armour",
            "ac": f"{piece.shield:+}" if piece.shield else str(piece.ac),
            "weight": str(piece.enc),
        }
        for name, piece in equipment(book.book_folders).armour.items()
    ]


def _spells(book: Ruleset) -> list[Row]:
    return [
        {"name": name, "level": str(int(forms[0].level)), "text": forms[0].text}
        for name, forms in shipped_spells(book.book_folders).items()
    ]


def _maps(book: Ruleset) -> list[Row]:
    own = own_files("maps")
    rows = [
        {"name": name, "from": "yours" if name in own else "shipped"}
        for name in known_names("maps")
    ]
    rows += [{"name": name, "from": "its encounter"} for name in known_names("encounters")]
    return rows


def _minds(book: Ruleset) -> list[Row]:
    return [{"name": name, "text": MIND_TEXTS[name]} for name in MIND_NAMES]


def _rulings(book: Ruleset) -> list[Row]:
    rows = []
    for name, ruling in RULINGS.items():
        taken = ruling.taken_by(book)
        if taken is not None:
            options = ", ".join(option.word for option in ruling.options)
            rows.append({"name": name, "taken": taken.word, "options": options})
    return rows


LISTS: Final[dict[str, Callable[[Ruleset], list[Row]]]] = {
    "creatures": _creatures,
    "characters": _characters,
    "weapons": _weapons,
    "armour": _armour,
    "spells": _spells,
    "parties": _parties,
    "maps": _maps,
    "minds": _minds,
    "rulings": _rulings,
}


def listed(what: str, rules: str, filters: tuple[str, ...]) -> list[Row]:
    """The rows of a kind that match all filters."""
    rows = LISTS[what](played_book(rules).rules)
    return [row for row in rows if all(fits(row, text, what) for text in filters)]


def fits(row: Row, text: str, what: str) -> bool:
    """Whether a row has the word, or passes a filter such as `hd>=4`."""
    found = FILTER.fullmatch(text)
    if found is None:
        return text.lower() in " ".join(row.values()).lower()
    key, sign, wanted = found[1].lower(), found[2], found[3]
    if key not in row:
        raise Complaint(f"{text!r}: {what} have no {key!r}; known: {', '.join(row)}")
    if sign != "=" and _number(wanted) is None:
        raise Complaint(f"{text!r}: {wanted!r} is not a whole number")
    return _passes(row[key], sign, wanted)


def _passes(value: str, sign: str, wanted: str) -> bool:
    one, other = _number(value), _number(wanted)
    if sign == "=" or one is None or other is None:
        return wanted.lower() in (part.strip().lower() for part in value.split(","))
    return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[sign]


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else None
