"""The GM's changes for the rest of a fight: map, rulings, names, new units.

Part of the state. Instances are immutable: a new change replaces the instance, so copies of a state
may share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shieldwall.engine.state.sheet import Sheet

Pairs = tuple[tuple[str, str], ...]


class GmChanges:
    """All changes by the GM so far."""

    def __init__(
        self,
        edits: tuple[str, ...] = (),
        rulings: Pairs = (),
        enforce: Pairs = (),
        titles: tuple[tuple[int, str], ...] = (),
        brought: tuple[tuple[int, Sheet], ...] = (),
        plays_on: bool = False,
        leaders: tuple[tuple[int, bool], ...] = (),
        morales: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.edits = edits
        """Edits of the map in order, as ordered (`gm.map_edits`)."""
        self.rulings = rulings
        """Rulings changed during the fight."""
        self.enforce = enforce
        """Changes to the enforcement of rules, by id."""
        self.titles = titles
        """New names of units, by index."""
        self.brought = brought
        """Units added during the fight, by index, with their sheets."""
        self.plays_on = plays_on
        """Whether the fight continues until the GM ends it, even with one side left."""
        self.leaders = leaders
        """Whether units lead their side, by index, overriding their sheets (G-49)."""
        self.morales = morales
        """Morale scores of units, by index, overriding their sheets."""

    def key(self) -> tuple[object, ...]:
        brought = tuple([(number, sheet.name) for number, sheet in self.brought])
        return (
            self.edits, self.rulings, self.enforce, self.titles, brought, self.plays_on,
            self.leaders, self.morales,
        )  # fmt: skip

    def title(self, unit: int) -> str:
        """The new name of a unit; "" if unchanged."""
        for number, title in self.titles:
            if number == unit:
                return title
        return ""

    def copy(self) -> GmChanges:
        return GmChanges(
            self.edits, self.rulings, self.enforce, self.titles, self.brought, self.plays_on,
            self.leaders, self.morales,
        )  # fmt: skip

    def with_edit(self, edit: str) -> GmChanges:
        twin = self.copy()
        twin.edits = (*self.edits, edit)
        return twin

    def with_ruling(self, name: str, word: str) -> GmChanges:
        twin = self.copy()
        twin.rulings = put(self.rulings, name, word)
        return twin

    def with_enforcement(self, rule: str, mode: str) -> GmChanges:
        twin = self.copy()
        twin.enforce = put(self.enforce, rule, mode)
        return twin

    def with_title(self, unit: int, title: str) -> GmChanges:
        twin = self.copy()
        twin.titles = (*[pair for pair in self.titles if pair[0] != unit], (unit, title))
        return twin

    def with_unit(self, unit: int, sheet: Sheet) -> GmChanges:
        twin = self.copy()
        twin.brought = (*self.brought, (unit, sheet))
        return twin

    def playing_on(self, plays_on: bool) -> GmChanges:
        twin = self.copy()
        twin.plays_on = plays_on
        return twin

    def with_leader(self, unit: int, leads: bool) -> GmChanges:
        twin = self.copy()
        twin.leaders = (*[pair for pair in self.leaders if pair[0] != unit], (unit, leads))
        return twin

    def with_morale(self, unit: int, score: int) -> GmChanges:
        twin = self.copy()
        twin.morales = (*[pair for pair in self.morales if pair[0] != unit], (unit, score))
        return twin


def put(pairs: Pairs, name: str, word: str) -> Pairs:
    """The pairs with the value of a name replaced."""
    others = [pair for pair in pairs if pair[0] != name]
    return (*others, (name, word))


NO_GM_CHANGES: Final = GmChanges()
