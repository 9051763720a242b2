"""The GM's changes for the rest of a fight: map, rulings, names, new units.

Part of the state. Instances are immutable: a new change replaces the instance, so copies of a state
may share it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from shieldwall.engine.state.sheet import Sheet

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(eq=False)
class GmChanges:
    """All changes by the GM so far."""

    edits: tuple[str, ...] = ()
    """Edits of the map in order, as ordered (`gm.map_edits`)."""
    rulings: tuple[tuple[str, str], ...] = ()
    """Rulings changed during the fight."""
    enforce: tuple[tuple[str, str], ...] = ()
    """Changes to the enforcement of rules, by id."""
    titles: tuple[tuple[int, str], ...] = ()
    """New names of units, by index."""
    brought: tuple[tuple[int, Sheet], ...] = ()
    """Units added during the fight, by index, with their sheets."""
    plays_on: bool = False
    """Whether the fight continues until the GM ends it, even with one side left."""
    leaders: tuple[tuple[int, bool], ...] = ()
    """Whether units lead their side, by index, overriding their sheets (G-49)."""
    morales: tuple[tuple[int, int], ...] = ()
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

    def with_edit(self, edit: str) -> GmChanges:
        return replace(self, edits=(*self.edits, edit))

    def with_ruling(self, name: str, word: str) -> GmChanges:
        return replace(self, rulings=put(self.rulings, name, word))

    def with_enforcement(self, rule: str, mode: str) -> GmChanges:
        return replace(self, enforce=put(self.enforce, rule, mode))

    def with_title(self, unit: int, title: str) -> GmChanges:
        return replace(self, titles=put(self.titles, unit, title))

    def with_unit(self, unit: int, sheet: Sheet) -> GmChanges:
        return replace(self, brought=(*self.brought, (unit, sheet)))

    def playing_on(self, plays_on: bool) -> GmChanges:
        return replace(self, plays_on=plays_on)

    def with_leader(self, unit: int, leads: bool) -> GmChanges:
        return replace(self, leaders=put(self.leaders, unit, leads))

    def with_morale(self, unit: int, score: int) -> GmChanges:
        return replace(self, morales=put(self.morales, unit, score))


def put(
    pairs: tuple[tuple[Key, Value], ...], key: Key, value: Value
) -> tuple[tuple[Key, Value], ...]:
    """The pairs with the value of a key replaced."""
    return (*[pair for pair in pairs if pair[0] != key], (key, value))


NO_GM_CHANGES: Final = GmChanges()
