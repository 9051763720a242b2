"""Map markers of units: `A` for Alda, `g2` for the second goblin, each with a colour."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.attack_conditions import CHARGED, DEFENDING
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ACTIVE, DOWN, Unit
from shieldwall.text.fates import fate_word

OUR_STYLE: Final = "green"
OTHER_STYLES: Final = ("red", "yellow", "magenta", "cyan")
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"


class Marks:
    """A letter for each unit of a fight, with a digit if there are several."""

    def __init__(self, setup: Setup, in_advance: bool = True) -> None:
        """`in_advance` False: assign markers only as units come into view."""
        self.setup = setup
        self._texts: dict[str, str] = {}
        self._letters: dict[str, str] = {}
        """The kind of creature by letter."""
        for placement in setup.placements if in_advance else ():
            self._learn(placement.ident, placement.side)

    def _learn(self, ident: str, side: int) -> str:
        kind, _, number = ident.rpartition("-")
        if not kind or not number.isdigit():
            kind, number = ident, ""
        letter = _letter(kind, self.setup.sides[side].players, self._letters)
        self._texts[ident] = letter + _digit(number)
        return self._texts[ident]

    def name(self, unit: Unit) -> str:
        """The marker of a unit in any state; a unit that joins later gets a new one."""
        return self._texts.get(unit.ident) or self._learn(unit.ident, int(unit.side))

    def of(self, unit: Unit) -> str:
        if unit.status == ACTIVE:
            return self.name(unit)
        return "x" if unit.status == DOWN else ""

    def style(self, unit: Unit) -> str:
        return _style(self.setup, int(unit.side))


def _digit(number: str) -> str:
    """A single character for an index: a follows 9."""
    count = int(number) if number else 0
    if count < 10:
        return number[-1:]
    return ALPHABET[count - 10] if count < 10 + len(ALPHABET) else ""


def _letter(kind: str, upper: bool, letters: dict[str, str]) -> str:
    """The first free letter of a word of the name; uppercase for the players' side."""
    initials = "".join(word[0] for word in kind.split("-") if word)
    for wanted in initials + kind + ALPHABET:
        letter = wanted.upper() if upper else wanted.lower()
        if letter.isalpha() and letter != "x" and letters.setdefault(letter, kind) == kind:
            return letter
    return "?"


def _style(setup: Setup, side: int) -> str:
    if setup.sides[side].players:
        return OUR_STYLE
    ours = {other.team for other in setup.sides if other.players}
    team = setup.sides[side].team
    if team in ours:
        return "cyan"
    others: list[int] = []
    for other in setup.sides:
        if other.team not in ours and other.team not in others:
            others.append(other.team)
    return OTHER_STYLES[others.index(team) % len(OTHER_STYLES)]


def conditions(unit: Unit) -> list[str]:
    """The conditions of a unit, as words."""
    if unit.status != ACTIVE:
        return [fate_word(unit)]
    found = []
    if unit.surprised:
        found.append("surprised")
    if unit.prone:
        found.append("prone")
    for effect in unit.effects:
        if effect.kind in (CHARGED, DEFENDING):
            found.append(f"AC {effect.value:+d}")
        elif effect.kind.shown:
            found.append(effect.kind.shown)
    if unit.wielded >= 0 and unit.unloaded >> int(unit.wielded) & 1:
        found.append("unloaded")
    if unit.wielded < 0:
        found.append("empty-handed")
    return found
