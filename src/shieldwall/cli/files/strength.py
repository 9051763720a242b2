"""Strength of an imported creature: a few fights against the shipped parties."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.combatants.parties import party_by
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.content.setup_changes import NearestPlaces
from shieldwall.content.skirmish import DISTANCE, plain_field
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Side
from shieldwall.exchange.import_summary import LOOKS, Counted
from shieldwall.exchange.importers import Imported
from shieldwall.sim.runs import simulate

BOOK: Final = "sovereign"
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Reference:
    """A shipped party, and the challenge it beats half the time."""

    party: str
    level: int
    even: float


PARTIES: Final = (
    Reference("novices", 1, 5.0), Reference("company", 3, 10.0), Reference("champions", 5, 17.0),
)  # fmt: skip
"""Measured over 317 imported creatures of challenge 1/4 to 30, one of each against each party."""
PER_HIT_DIE: Final = 0.7
"""Default challenge per hit die."""
TOO_WEAK: Final = 0.75
"""A party with an even challenge below this fraction of the creature's should mostly lose."""
TOO_STRONG: Final = 2.0
"""A party with an even challenge above this multiple of the creature's should mostly win."""
HALF: Final = 0.5
FORCE: Final = re.compile(
    r"\b(breath|gaze|venom|poison|petrif\w+|paraly\w+|swallow)", re.IGNORECASE
)
"""Signature abilities: the report says if one is missing."""


@dataclass(slots=True)
class Strength:
    """The results of one creature's fights."""

    name: str
    challenge: str
    hit_dice: int
    fights: int
    won: int
    """By the party."""
    against: Reference = PARTIES[1]
    lost: str = ""
    """Signature abilities that the conversion left out."""

    @property
    def rating(self) -> float:
        """The challenge rating, or the default for its hit dice."""
        fractions = {"½": 0.5, "¼": 0.25, "⅛": 0.125}
        text = self.challenge
        if text in fractions:
            return fractions[text]
        above, _, below = text.partition("/")
        if above.isdigit():
            return int(above) / (int(below) if below.isdigit() and int(below) else 1)
        return self.hit_dice * PER_HIT_DIE

    @property
    def doubt(self) -> str:
        """Mismatch between rating and result, if any."""
        share = self.won / self.fights
        lost = f"its {self.lost} was left out" if self.lost else ""
        if self.against.even <= TOO_WEAK * self.rating and share >= HALF:
            return f"too weak for that: {lost or 'look for what was left out'}"
        if self.against.even >= TOO_STRONG * self.rating and share <= HALF:
            return "too strong for that: look for what was misread"
        return lost

    def words(self) -> str:
        dice = f"{self.hit_dice} hit di{'e' if self.hit_dice == 1 else 'ce'}"
        rated = f"challenge {self.challenge}" if self.challenge else dice
        doubt = f"; {self.doubt}" if self.doubt else ""
        party = f"a level-{self.against.level} party"
        share = 100 * self.won // self.fights
        return f"{self.name} ({rated}): {party} wins {share} %{doubt}"

    def data(self) -> dict[str, object]:
        return {
            "name": self.name,
            "challenge": self.challenge,
            "party": self.against.party,
            "party level": self.against.level,
            "fights": self.fights,
            "party wins": self.won,
            "left out": self.lost,
            "doubt": self.doubt,
        }


def telling_party(rating: float) -> Reference:
    """The strongest party that should mostly lose; the weakest if there is none."""
    losing = [each for each in PARTIES if each.even <= TOO_WEAK * rating]
    return losing[-1] if losing else PARTIES[0]


def strengths(found: Imported, fights: int) -> list[Strength]:
    """The strongest creatures and those to review, each against the most informative party."""
    sheets: dict[str, Sheet] = {}
    for made in found.files:
        if made.folder == "creatures" and fights:
            try:
                sheets.update(creature_file(made.text, made.name))
            except ContentError:
                return []
    counted = {made.name: made for made in found.summary.creatures}
    names = [made.name for made in found.summary.look_at() if made.name in sheets]
    mighty = sorted(sheets, key=lambda name: -int(sheets[name].hit_dice))
    chosen = list(dict.fromkeys([*mighty[:2], *names, *mighty]))[:LOOKS]
    tried = []
    for name in chosen:
        sheet, read = sheets[name], counted.get(name, Counted(name))
        each = Strength(name, read.challenge, int(sheet.hit_dice), fights, 0)
        each.against = telling_party(each.rating)
        each.lost = feared(sheet, read)
        result = simulate(_meeting(sheet, each.against.party), fights, SEED)
        if result.fights:
            each.fights, each.won = result.fights, result.won
            tried.append(each)
    return tried


def feared(sheet: Sheet, read: Counted) -> str:
    """Signature abilities in its text but not on its sheet; a dragon's breath in any case."""
    has = " ".join(power.spell.name for power in sheet.powers).lower()
    has += " ".join(rider.spell.name for arm in sheet.weapons for rider in arm.riders).lower()
    for text in read.left:
        topic, _, told = text.partition(": ")
        if topic in ("actions", "attacks", "traits", "what hits do"):
            for word in FORCE.findall(told.partition(":")[0].lower()):
                if word[:6] not in has:
                    return str(word)
    dragon = re.search(r"\bdragon\b", sheet.name, re.IGNORECASE)
    return "breath" if dragon and not sheet.powers else ""


def _meeting(sheet: Sheet, party: str) -> Setup:
    """The party and one creature on an open field."""
    book = played_book(BOOK)
    members = party_by(book.rules, party)
    grid, ours, theirs = plain_field(len(members), DISTANCE)
    camp = NearestPlaces(grid)
    placed = [camp.put(each.ident, each.sheet, 0, each.seat, ours) for each in members]
    placed.append(camp.put("foe", sheet, 1, "", theirs))
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    units = [placement for placement in placed if placement is not None]
    return Setup(f"{party} against {sheet.name}", book.base, grid, sides, units)
