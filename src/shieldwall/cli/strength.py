"""How strong an imported creature is: a few fights against a party everybody has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shieldwall.content.homebrew import played_book
from shieldwall.content.own_creatures import creature_file
from shieldwall.content.parties import party_by
from shieldwall.content.problems import ContentError
from shieldwall.content.setup_changes import Camp
from shieldwall.content.skirmish import DISTANCE, plain_field
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Side
from shieldwall.exchange.import_summary import LOOKS
from shieldwall.exchange.importers import Imported
from shieldwall.sim.runs import simulate

BOOK: Final = "sovereign"
PARTY: Final = "company"
PARTY_WORDS: Final = "the shipped party `company` by Sovereign"
SEED: Final = 1
MIGHTY: Final = 8.0
"""From this challenge on, a low party should lose more often than not."""
WEAK: Final = 1.0


@dataclass(slots=True)
class Strength:
    """What came of the fights of one creature."""

    name: str
    challenge: str
    hit_dice: int
    fights: int
    won: int
    """By the party."""

    @property
    def rating(self) -> float:
        """The challenge, or half the hit dice where there is none."""
        fractions = {"½": 0.5, "¼": 0.25, "⅛": 0.125}
        text = self.challenge
        if text in fractions:
            return fractions[text]
        above, _, below = text.partition("/")
        if above.isdigit():
            return int(above) / (int(below) if below.isdigit() and int(below) else 1)
        return self.hit_dice / 2

    @property
    def doubt(self) -> str:
        """What does not fit, if anything."""
        share = self.won / self.fights
        if self.rating >= MIGHTY and share >= 0.5:
            return "too weak for that: look for what was lost"
        if self.rating <= WEAK and share <= 0.5:
            return "too strong for that: look for what was misread"
        return ""

    def words(self) -> str:
        rated = f"challenge {self.challenge}" if self.challenge else f"{self.hit_dice} hit dice"
        doubt = f"; {self.doubt}" if self.doubt else ""
        return f"{self.name} ({rated}): the party wins {100 * self.won // self.fights} %{doubt}"

    def data(self) -> dict[str, object]:
        return {
            "name": self.name,
            "challenge": self.challenge,
            "fights": self.fights,
            "party wins": self.won,
            "doubt": self.doubt,
        }


def strengths(found: Imported, fights: int) -> list[Strength]:
    """The mightiest and those that need a look, each against the reference party."""
    sheets: dict[str, Sheet] = {}
    for made in found.files:
        if made.folder == "creatures" and fights:
            try:
                sheets.update(creature_file(made.text, made.name))
            except ContentError:
                return []
    rated = {made.name: made.challenge for made in found.summary.creatures}
    names = [made.name for made in found.summary.look_at() if made.name in sheets]
    mighty = sorted(sheets, key=lambda name: -int(sheets[name].hit_dice))
    chosen = list(dict.fromkeys([*mighty[:2], *names, *mighty]))[:LOOKS]
    tried = []
    for name in chosen:
        result = simulate(_meeting(sheets[name]), fights, SEED)
        if result.fights:
            dice = int(sheets[name].hit_dice)
            tried.append(Strength(name, rated.get(name, ""), dice, result.fights, result.won))
    return tried


def _meeting(sheet: Sheet) -> Setup:
    """The party and one creature on open ground."""
    book = played_book(BOOK)
    members = party_by(book.rules, PARTY)
    grid, ours, theirs = plain_field(len(members), DISTANCE)
    camp = Camp(grid)
    placed = [camp.put(each.ident, each.sheet, 0, each.seat, ours) for each in members]
    placed.append(camp.put("foe", sheet, 1, "", theirs))
    sides = [Side("party", True, 0), Side("foes", False, 1)]
    units = [placement for placement in placed if placement is not None]
    return Setup(f"{PARTY} against {sheet.name}", book.base, grid, sides, units)
