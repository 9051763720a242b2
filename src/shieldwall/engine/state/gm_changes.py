"""What the referee has changed for the rest of a fight: the map, the rulings, names, who is there.

A part of the state. It is never changed in place: whoever decrees something gives the state another
one, so copies may share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shieldwall.engine.state.sheet import Sheet

Pairs = tuple[tuple[str, str], ...]


class Decrees:
    """All that has been decreed so far."""

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
        """Changes of the map, in order, as they were ordered (`gm.map_edits`)."""
        self.rulings = rulings
        """Questions the texts leave open, decided otherwise than before the fight."""
        self.enforce = enforce
        """Rules that are enforced otherwise than before the fight, by id."""
        self.titles = titles
        """Units by number, and what they are called now."""
        self.brought = brought
        """Units by number who were brought in the middle of the fight, with their sheets."""
        self.plays_on = plays_on
        """Whether the fight continues until the referee ends it, whoever is left."""
        self.leaders = leaders
        """Units by number, and whether they lead their side, whatever their sheets say (G-49)."""
        self.morales = morales
        """Units by number, and their morale in place of their sheets'."""

    def key(self) -> tuple[object, ...]:
        brought = tuple([(number, sheet.name) for number, sheet in self.brought])
        return (
            self.edits, self.rulings, self.enforce, self.titles, brought, self.plays_on,
            self.leaders, self.morales,
        )  # fmt: skip

    def title(self, unit: int) -> str:
        """What a unit is called now; "" where that has not been changed."""
        for number, title in self.titles:
            if number == unit:
                return title
        return ""

    def with_edit(self, edit: str) -> Decrees:
        return Decrees(
            (*self.edits, edit), self.rulings, self.enforce, self.titles, self.brought,
            self.plays_on, self.leaders, self.morales,
        )  # fmt: skip

    def with_ruling(self, name: str, word: str) -> Decrees:
        return Decrees(
            self.edits, put(self.rulings, name, word), self.enforce, self.titles, self.brought,
            self.plays_on, self.leaders, self.morales,
        )  # fmt: skip

    def with_enforcement(self, rule: str, mode: str) -> Decrees:
        return Decrees(
            self.edits, self.rulings, put(self.enforce, rule, mode), self.titles, self.brought,
            self.plays_on, self.leaders, self.morales,
        )  # fmt: skip

    def with_title(self, unit: int, title: str) -> Decrees:
        others = [pair for pair in self.titles if pair[0] != unit]
        return Decrees(
            self.edits, self.rulings, self.enforce, (*others, (unit, title)), self.brought,
            self.plays_on, self.leaders, self.morales,
        )  # fmt: skip

    def with_unit(self, unit: int, sheet: Sheet) -> Decrees:
        return Decrees(
            self.edits, self.rulings, self.enforce, self.titles, (*self.brought, (unit, sheet)),
            self.plays_on, self.leaders, self.morales,
        )  # fmt: skip

    def playing_on(self, plays_on: bool) -> Decrees:
        return Decrees(
            self.edits, self.rulings, self.enforce, self.titles, self.brought, plays_on,
            self.leaders, self.morales,
        )  # fmt: skip

    def with_leader(self, unit: int, leads: bool) -> Decrees:
        others = [pair for pair in self.leaders if pair[0] != unit]
        return Decrees(
            self.edits, self.rulings, self.enforce, self.titles, self.brought, self.plays_on,
            (*others, (unit, leads)), self.morales,
        )  # fmt: skip

    def with_morale(self, unit: int, score: int) -> Decrees:
        others = [pair for pair in self.morales if pair[0] != unit]
        return Decrees(
            self.edits, self.rulings, self.enforce, self.titles, self.brought, self.plays_on,
            self.leaders, (*others, (unit, score)),
        )  # fmt: skip


def put(pairs: Pairs, name: str, word: str) -> Pairs:
    """The pairs with another word for a name."""
    others = [pair for pair in pairs if pair[0] != name]
    return (*others, (name, word))


NO_DECREES: Final = Decrees()
