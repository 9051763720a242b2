"""Line of sight from one position to another, corner by corner, in words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from shieldwall.engine.move.movement import place_of
from shieldwall.engine.space.grid import FOOT, GridMap
from shieldwall.engine.space.sight.cover import FULL, HALF, NONE, Corner, Look, Stand, stand_on
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import State
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.text.notation import Names, NotationError
from shieldwall.text.sentences import listed, start, with_article

COVERS: Final = {NONE: "none", HALF: "half", FULL: "full"}
SIDES: Final = ("north-west", "north-east", "south-west", "south-east")
FEET: Final = re.compile(r"[0-9]{1,3}(\.[0-9])?")


class Viewpoints:
    """Named positions of one fight, in a given state or at its start."""

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        self.setup = setup
        self.rules = rules_of(setup)
        self.state: State = initial_state(setup) if state is None else state
        self.grid: GridMap = self.state.grid
        self.names = Names(self.state)

    def stand(self, text: str) -> Stand:
        """Parse `alda`, `C7` or `C7@10`."""
        if text.lower() in self.names.index:
            unit = self.state.units[self.names.index[text.lower()]]
            return Stand(int(place_of(self.grid, unit)), int(unit.sheet.size), int(unit.feet))
        square, at, height = text.partition("@")
        if not at and not re.fullmatch(r"[A-Za-z]{1,3}[0-9]{1,4}", text):
            self.names.unit(text)
        cell = self.names.cell(square)
        filled = self.grid.matter_top(cell)
        if not at:
            if self.grid.is_solid(cell):
                what = with_article(self.setup.cell_names.get(cell, "solid block"))
                raise NotationError(f"no unit stands on {square.upper()}: {what} is there")
            return stand_on(self.grid, cell, 1)
        if not FEET.fullmatch(height):
            raise NotationError(f"{text!r}: a height in feet goes after the @, such as C7@10")
        feet = int(Fraction(height) * FOOT)
        if feet < filled:
            raise NotationError(f"{square.upper()} is filled up to {filled / FOOT:g} ft")
        if feet >= self.grid.ceiling[cell]:
            top = int(self.grid.ceiling[cell]) / FOOT
            raise NotationError(f"the ceiling of {square.upper()} is at {top:g} ft")
        return Stand(cell, 1, feet)

    def name(self, text: str) -> str:
        if text.lower() in self.names.index:
            unit = self.state.units[self.names.index[text.lower()]]
            return f"{unit.ident} at {self.names.square(int(place_of(self.grid, unit)))}"
        return text.upper()

    def cover(self, seen: Look) -> str:
        """The book's name of the cover; Sovereign as printed has no half cover (SOV-016)."""
        counts = seen.cover
        if counts == HALF and not self.rules.full_cover_none_of_corners:
            counts = FULL
        return COVERS[counts]

    def hider(self, hider: tuple[str, int]) -> str:
        kind, number = hider
        if kind == "wall":
            return self.grid.walls[number].label
        square = self.names.square(number)
        name = self.setup.cell_names.get(number)
        return f"the {name} at {square}" if name else f"the ground at {square}"

    def lines(self, viewer: str, target: str, seen: Look) -> list[str]:
        """The explanation as lines of text."""
        if not seen.line:
            between = self._hiders(seen)
            because = f"; in the way: {between}" if between else ""
            return [f"{viewer} has no line to {target}{because}."]
        hidden = [corner for corner in seen.corners if not corner.seen]
        if not hidden:
            return [f"{target} has no cover from {viewer}: all 8 corners are seen."]
        return [
            f"{target} has {self.cover(seen)} cover from {viewer}: "
            f"{len(hidden)} of 8 corners are hidden by {self._hiders(seen)}.",
            *self._corner_lines(seen.corners),
        ]

    def reason(self, seen: Look) -> str:
        """The cover and its cause, without naming viewer and target."""
        between = self._hiders(seen)
        if not seen.line:
            return f"No line; in the way: {between}." if between else "No line."
        hidden = sum(not corner.seen for corner in seen.corners)
        if not hidden:
            return "No cover."
        cover = start(self.cover(seen))
        return f"{cover} cover: {hidden} of 8 corners are hidden by {between}."

    def _hiders(self, seen: Look) -> str:
        """The objects that hide corners, grouped by kind: `the pillar (M4, Q4)`."""
        squares: dict[str, list[str]] = {}
        for hider in dict.fromkeys(item for corner in seen.corners for item in corner.hidden_by):
            name, _, square = self.hider(hider).partition(" at ")
            squares.setdefault(name, []).append(square)
        words = []
        for name, where in squares.items():
            found = [square for square in where if square]
            several = f"{name} ({', '.join(found)})" if len(found) > 1 else name
            words.append(f"{name} at {found[0]}" if len(found) == 1 else several)
        return listed(words) if words else ""

    def _corner_lines(self, corners: list[Corner]) -> list[str]:
        lines = []
        for name, four in (("feet", corners[:4]), ("head", corners[4:])):
            words = [
                f"{side} {'seen' if corner.seen else 'hidden'}"
                for side, corner in zip(SIDES, four, strict=True)
            ]
            lines.append(f"  {name}: {', '.join(words)}")
        return lines

    def data(self, viewer: str, target: str, seen: Look) -> dict[str, object]:
        return {
            "from": viewer,
            "to": target,
            "line": seen.line,
            "cover": self.cover(seen) if seen.line else None,
            "corners": [
                {
                    "at": f"{SIDES[number % 4]} {'head' if number >= 4 else 'feet'}",
                    "feet": [corner.x / FOOT, corner.y / FOOT, corner.z / FOOT],
                    "seen": corner.seen,
                    "hidden_by": [self.hider(hider) for hider in corner.hidden_by],
                }
                for number, corner in enumerate(seen.corners)
            ],
        }
