"""A fight without a map, drawn as groups: the units at each position, and those in melee."""

from __future__ import annotations

from shieldwall.cli.terminal import Terminal
from shieldwall.display.markers import Marks
from shieldwall.engine.space.open_field import are_beside
from shieldwall.engine.space.sight.cover import declared_cover
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.text.notation import Names

COVER_WORDS = ("", "half cover", "full cover", "out of sight")


class Ranks:
    """Draws the groups of a fight for one terminal."""

    def __init__(self, state: State, marks: Marks, terminal: Terminal) -> None:
        self.state = state
        self.marks = marks
        self.terminal = terminal
        self.names = Names(state)

    def lines(self, acting: int = -1) -> list[str]:
        """One line per position with units, then the pairs in melee."""
        lines: list[str] = []
        for cell in self._taken():
            here = [unit for unit in self.state.units if self._is_at(unit, cell)]
            words = ", ".join(self._name(unit, acting) for unit in here)
            head = f"{self.names.square(cell):>6}  "
            notes = self._notes(cell)
            text = words + (f" ({notes})" if notes else "")
            first, *more = self.terminal.wrap(text, width=self.terminal.width - len(head) - 1)
            lines.append(head + first)
            lines += [" " * len(head) + line for line in more]
        pairs = self._pairs()
        if pairs:
            lines += self.terminal.wrap("face to face: " + ", ".join(pairs))
        return lines

    def _taken(self) -> list[int]:
        width = int(self.state.grid.width)
        present = [unit for unit in self.state.units if unit.is_present()]
        return sorted({int(unit.y) * width + int(unit.x) for unit in present})

    def _is_at(self, unit: Unit, cell: int) -> bool:
        width = int(self.state.grid.width)
        return unit.is_present() and int(unit.y) * width + int(unit.x) == cell

    def _name(self, unit: Unit, acting: int) -> str:
        styles = [self.marks.style(unit) if unit.status == ACTIVE else "dim"]
        if unit.index == acting:
            styles.append("bold")
        name = unit.ident if unit.status == ACTIVE else f"{unit.ident} (down)"
        return self.terminal.paint(name.replace(" ", "\xa0"), *styles)

    def _notes(self, cell: int) -> str:
        grid = self.state.grid
        other = 1 if cell == 0 else 0
        words = [COVER_WORDS[declared_cover(grid, other, cell)]]
        if grid.floor[cell]:
            words.append(f"{int(grid.floor[cell]) // 12} ft up")
        return ", ".join(word for word in words if word)

    def _pairs(self) -> list[str]:
        found = []
        units = [unit for unit in self.state.units if unit.status == ACTIVE]
        for unit in units:
            for other in units:
                foes = self.state.sides[unit.side].team < self.state.sides[other.side].team
                if foes and are_beside(unit, other):
                    found.append(f"{unit.ident}\xa0-\xa0{other.ident}")
        return found
