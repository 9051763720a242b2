"""Parsing combatants: shipped creatures and characters by name, or numbers on one line.

orc                              a shipped creature
alda with spear                  a shipped character, with one of its weapons
orc hp 12 ac 15                  with other numbers
AB+3 1d8+1 shock 2/13 AC 14 hp 6 a combatant from numbers alone
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from shieldwall.books.shared.instants import SNAP, TOTAL_DEFENSE
from shieldwall.books.sovereign.sovereign_book import SOVEREIGN
from shieldwall.content.combatants.parties import party_by
from shieldwall.content.formats.naming import plain, singulars
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.content.library import shipped
from shieldwall.content.skirmish import known_creatures
from shieldwall.engine.attack.advantage import ADVANTAGE, DISADVANTAGE, PLAIN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import TableRules
from shieldwall.engine.state.sheet import (
    ANY_AC,
    Grip,
    Nerve,
    Outfit,
    Ranges,
    Sheet,
    Training,
    Weapon,
)
from shieldwall.odds.attack_scene import UNNAMED, OddsError, Scene, charging_from, with_figures

NUMBER: Final = r"([+-]?[0-9]{1,3})"
FIGURES: Final = (
    ("ac", re.compile(rf"\bac *{NUMBER}\b", re.I)),
    ("attack", re.compile(rf"(?:\bab|\battack|\bto hit) *{NUMBER}\b", re.I)),
    ("hp", re.compile(rf"\bhp *{NUMBER}\b", re.I)),
    ("hp", re.compile(rf"\b{NUMBER} *hp\b", re.I)),
)
DICE: Final = re.compile(r"\b([0-9]{0,2})d([0-9]{1,3})(?: ?([+-] ?[0-9]{1,2}))?(?![0-9])", re.I)
SHOCK: Final = re.compile(r"\bshock *([0-9]{1,2}) */ *([0-9]{1,2}|-)", re.I)
RANGE: Final = re.compile(r"\brange *([0-9]{1,4}) */ *([0-9]{1,4})", re.I)
FLAGS: Final = {
    "shield": re.compile(r"\bshield\b", re.I),
    "disciplined": re.compile(r"\bdisciplined\b", re.I),
    "luck": re.compile(r"\bluck\b|\bluck 1\b", re.I),
}
WITH: Final = re.compile(r"\bwith (?:an? |the )?([a-z' +0-9-]+)$", re.I)
VERSUS: Final = re.compile(r"\s+(?:vs?\.?|against|versus)\s+", re.I)
AT: Final = re.compile(r"\b(?:at |from )?([0-9]{1,4}) *(?:ft\.?|feet|foot|')(?![a-z])", re.I)
COVER: Final = re.compile(r"\b(half|full|no) cover\b", re.I)
SWARM: Final = re.compile(r"\bswarm(?: of)? ([0-9])\b|\b([0-9]) in a swarm\b", re.I)
ANSWERS: Final = {
    TOTAL_DEFENSE.verb: re.compile(r"\btotal[- ]defen[cs]e\b", re.I),
    SNAP.verb: re.compile(r"\bsnap(?:[- ]attack)?\b", re.I),
}
CHARGE: Final = re.compile(r"\bcharg(?:e|es|ing)\b", re.I)
EDGE: Final = re.compile(r"\b(?:with |at )?(dis)?advantage\b", re.I)
PRONE: Final = re.compile(r"\bprone\b", re.I)
SHIELD_AC: Final = 1
MOST_ALIKE: Final = 20


def known_sheets(book: Ruleset) -> dict[str, Sheet]:
    """All creatures and shipped characters with a book's numbers, by lower-case name."""
    found = known_creatures(book)
    for party in shipped("parties"):
        for member in party_by(book, party):
            found.setdefault(member.ident, member.sheet)
            found.setdefault(member.sheet.name.lower(), member.sheet)
    return found


@dataclass
class Combatant:
    """A sheet, and the weapon named with it."""

    sheet: Sheet
    weapon: str = ""


def combatant(text: str, book: Ruleset = SOVEREIGN) -> Combatant:
    """Parse a combatant, with the numbers of a book."""
    weapon = ""
    rest = text.strip()
    named = WITH.search(rest)
    if named:
        weapon = named[1].strip().lower()
        rest = rest[: named.start()].strip()
    shock, ranges, dice = SHOCK.search(rest), RANGE.search(rest), DICE.search(rest)
    for weapon_figure in (SHOCK, RANGE, DICE):
        rest = weapon_figure.sub(" ", rest, count=1)
    values: dict[str, int] = {}
    for name, pattern in FIGURES:
        found = pattern.search(rest)
        if found and name not in values:
            values[name] = int(found[1])
            rest = rest[: found.start()] + " " + rest[found.end() :]
    flags = []
    who = " ".join(rest.split()).strip(" ,").lower()
    sheets = known_sheets(book)
    if who in sheets:
        if dice or shock or ranges:
            raise OddsError(
                f"{text!r}: {who} brings its own weapons; figures for a weapon stand without a name"
            )
        hp, ac, attack = values.get("hp"), values.get("ac"), values.get("attack")
        return Combatant(with_figures(sheets[who], hp, ac, attack), weapon)
    for name, pattern in FLAGS.items():
        if pattern.search(who):
            flags.append(name)
            who = " ".join(pattern.sub(" ", who).split())
    if who:
        raise OddsError(
            f"no creature or character is called {who!r}{did_you_mean(who, list(sheets))}"
        )
    if not values and not dice:
        raise OddsError("say who, or give figures such as `AB+3 1d8 shock 2/13 AC 14 hp 6`")
    return Combatant(plain_sheet(values, dice, shock, ranges, flags), weapon)


def plain_sheet(
    values: dict[str, int],
    dice: re.Match[str] | None,
    shock: re.Match[str] | None,
    ranges: re.Match[str] | None,
    flags: list[str],
) -> Sheet:
    """A sheet from numbers alone."""
    count, sides, bonus = 1, 6, 0
    if dice:
        count, sides = int(dice[1] or 1), int(dice[2])
        bonus = int((dice[3] or "0").replace(" ", ""))
    if not 1 <= count <= 20 or sides < 1:
        raise OddsError(f"no such dice: {count}d{sides}")
    value, limit = 0, 0
    if shock:
        value, limit = int(shock[1]), ANY_AC if shock[2] == "-" else int(shock[2])
    near, far = (int(ranges[1]), int(ranges[2])) if ranges else (0, 0)
    weapon = Weapon(
        "weapon", count, sides, bonus, value, limit,
        grip=Grip(melee=not far), ranges=Ranges(near, far),
    )  # fmt: skip
    return Sheet(
        name=UNNAMED,
        hp=max(1, values.get("hp", 8)),
        ac=values.get("ac", 10),
        attack=values.get("attack", 0),
        weapons=(weapon,),
        outfit=Outfit(
            shield=SHIELD_AC if "shield" in flags else 0,
        ),
        training=Training(
            disciplined="disciplined" in flags,
            creature=True,
            luck=1 if "luck" in flags else 0,
        ),
        nerve=Nerve(
            fearless=True,
        ),
    )


@dataclass
class Question:
    """A scene, and the target's reactions in it."""

    scene: Scene
    answers: list[str] = field(default_factory=list)


class Circumstances:
    """What is said of one side besides its name."""

    def __init__(self, text: str) -> None:
        self.rest = text
        self.given: dict[str, Any] = {}
        """Facts of the scene by name."""
        if (found := self.take(COVER)) is not None:
            self.given["cover"] = found[1].lower().replace("no", "none")
        if (found := self.take(EDGE)) is not None:
            self.given["edge"] = DISADVANTAGE if found[1] else ADVANTAGE
        if (found := self.take(AT)) is not None:
            self.given["feet"] = int(found[1])
        if (found := self.take(SWARM)) is not None:
            self.given["swarm"] = int(found[1] or found[2])
        self.answers = [name for name, pattern in ANSWERS.items() if self.take(pattern) is not None]
        if self.take(CHARGE) is not None:
            self.given["charge"] = True
        self.prone = self.take(PRONE) is not None
        self.rest = re.sub(r"[ ,]*,[ ,]*", " ", self.rest).strip(" ,")

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Cut the words of a pattern out of the text."""
        found = pattern.search(self.rest)
        if found is not None:
            self.rest = pattern.sub(" ", self.rest)
        return found


def read_question(text: str, rules: str) -> Question:
    """Parse `ATTACKER vs TARGET` and circumstances; by a book or house rules."""
    book = played_book(rules)
    parts = VERSUS.split(text)
    if len(parts) != 2:
        raise OddsError(f"{text!r}: say `ATTACKER vs TARGET`, e.g. `alda vs orc, prone, charging`")
    said = [Circumstances(part) for part in parts]
    attacker, target = (combatant(one.rest, book.rules) for one in said)
    if target.weapon:
        raise OddsError("`with …` belongs to the attacker")
    given = {**said[0].given, **said[1].given}
    charge = given.get("charge", False)
    scene = Scene(
        attacker.sheet,
        target.sheet,
        book.base,
        attacker.weapon,
        given.get("feet") or (charging_from(book.rules) if charge else 5),
        given.get("cover", "none"),
        said[1].prone,
        said[0].prone,
        charge,
        given.get("swarm", 1),
        TableRules(house=book.house),
        given.get("edge", PLAIN),
    )
    answers = [answer for one in said for answer in one.answers]
    return Question(scene, answers)


COUNTED: Final = re.compile(r"([0-9]{1,2}) +(?=[a-z])", re.I)
BETWEEN: Final = re.compile(r" *(?:,|;|\+ (?=[a-z])| and ) *", re.I)


def read_sides(text: str, book: Ruleset = SOVEREIGN) -> tuple[list[Combatant], list[Combatant]]:
    """Parse `alda, cenric vs 2 orc hp 6` into two sides."""
    parts = VERSUS.split(text)
    if len(parts) != 2:
        raise OddsError(f"{text!r}: say `ONE, ANOTHER vs FOE, ANOTHER`, e.g. `alda vs 2 goblin`")
    return read_group(parts[0], book), read_group(parts[1], book)


def _one_of(name: str, book: Ruleset) -> Combatant | None:
    """One of `dire wolves hp 6`."""
    words = name.split()
    for place in range(1, len(words) + 1):
        for guess in singulars(plain(" ".join(words[:place]))):
            try:
                return combatant(" ".join([guess, *words[place:]]), book)
            except OddsError:
                continue
    return None


def read_group(text: str, book: Ruleset) -> list[Combatant]:
    found: list[Combatant] = []
    for part in BETWEEN.split(text.strip()):
        counted = COUNTED.match(part)
        count = int(counted[1]) if counted else 1
        name = part[counted.end() :] if counted else part
        if not 1 <= count <= MOST_ALIKE:
            raise OddsError(f"{part!r}: {count} is not a number from 1 to {MOST_ALIKE}")
        try:
            member = combatant(name, book)
        except OddsError:
            one = _one_of(name, book) if count > 1 else None
            if one is None:
                raise
            member = one
        found += [member] * count
    return found
