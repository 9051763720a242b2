"""Knowledge of one seat: the units it sees, and how much the GM shows of its foes.

Everything the table sends to a player is filtered here (`table/publish` hides nothing else).
"""

from __future__ import annotations

import copy
from typing import Final, Literal, Protocol

from shieldwall.engine.points import TURN
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, State, Unit
from shieldwall.knowledge.side_knowledge import knows_place
from shieldwall.text.notation import Names

Role = Literal["gm", "player", "watcher"]
Band = Literal[
    "unhurt", "hurt", "bloodied", "at death's door", "down", "dead", "gone", "unknown"
]  # fmt: skip
"""Level of wounds, as a word."""

HALF: Final = 2
QUARTER: Final = 4


class Ground(Protocol):
    """The known part of the map."""

    def knows(self, cell: int) -> bool: ...


class ShownFoes(Protocol):
    """How much of foes and map the GM shows."""

    @property
    def foes_hp(self) -> Literal["numbers", "bands", "hidden"]: ...

    @property
    def foes_ac(self) -> Literal["numbers", "hidden"]: ...

    @property
    def hidden_rolls(self) -> bool: ...

    @property
    def fog(self) -> bool: ...


class SeatKnowledge:
    """A seat's view of a fight. The GM's seat sees everything."""

    def __init__(
        self,
        setup: Setup,
        state: State,
        role: Role,
        units: frozenset[str],
        settings: ShownFoes,
        ground: Ground | None = None,
    ) -> None:
        self.state = state
        self.role = role
        self.units = units
        self.settings = settings
        self.gm = role == "gm"
        self.ground = ground
        """The part of the map the team has seen; None without fog."""
        # A charmed unit does not reveal its new side's secrets to its player.
        home = {placement.ident: placement.side for placement in setup.placements}
        own = {home.get(unit.ident, int(unit.side)) for unit in state.units if unit.ident in units}
        if not own:
            own = {number for number, side in enumerate(setup.sides) if side.players} or {0}
        self.sides = own
        self.teams = {state.sides[side].team for side in own}

    def under(self, settings: ShownFoes) -> SeatKnowledge:
        """The same seat with other GM settings."""
        if settings == self.settings:
            return self
        twin = copy.copy(self)
        twin.settings = settings
        return twin

    def is_own_team(self, unit: Unit) -> bool:
        """Whether it belongs to the seat or is its ally."""
        return unit.ident in self.units or self.state.sides[unit.side].team in self.teams

    def is_foe(self, unit: Unit) -> bool:
        """Whether the GM's settings limit the view of the unit."""
        return not self.gm and not self.is_own_team(unit)

    def knows(self, unit: Unit) -> bool:
        """Whether the seat knows that the unit is there, and where."""
        if self.gm or self.is_own_team(unit):
            return True
        return any(knows_place(self.state, side, unit) for side in self.sides)

    def knows_cell(self, cell: int) -> bool:
        """Whether the seat knows this square."""
        return self.gm or self.ground is None or self.ground.knows(cell)

    def knows_number(self, number: int) -> bool:
        """Whether the seat knows a unit by index; -1 (no unit) is always known."""
        if not 0 <= number < len(self.state.units):
            return True
        return self.knows(self.state.units[number])

    def knew(self, number: int, unknown: list[int]) -> bool:
        """Whether the seat knew of a unit at an event (`Event.unknown`)."""
        if self.gm or not 0 <= number < len(self.state.units):
            return True
        unit = self.state.units[number]
        if self.is_own_team(unit) or number >= len(unknown):
            return True
        return any(not unknown[number] >> side & 1 for side in self.sides)

    def knows_side(self, side: int) -> bool:
        """Whether the seat knows that a side exists: it knows one of its units."""
        if self.gm or self.state.sides[side].team in self.teams:
            return True
        return any(unit.side == side and self.knows(unit) for unit in self.state.units)

    def knew_side(self, side: int, unknown: list[int]) -> bool:
        """Whether the seat knew of a side at an event."""
        if self.gm or self.state.sides[side].team in self.teams:
            return True
        return any(
            unit.side == side and self.knew(int(unit.index), unknown) for unit in self.state.units
        )

    def names(self, names: Names) -> Names:
        """The names of the fight known to the seat."""
        if self.gm:
            return names
        twin = copy.copy(names)
        known = [self.knows_number(number) for number in range(len(names.units))]
        twin.index = {ident: number for ident, number in names.index.items() if known[number]}
        twin.units = [ident if known[number] else "" for number, ident in enumerate(names.units)]
        return twin

    # Figures of foes.

    def hp(self, unit: Unit) -> tuple[int, int] | None:
        if self.is_foe(unit) and self.settings.foes_hp != "numbers":
            return None
        return int(unit.hp), int(unit.sheet.hp)

    def shows_ac(self, unit: Unit) -> bool:
        return not self.is_foe(unit) or self.settings.foes_ac == "numbers"

    def shows_rolls(self, unit: Unit) -> bool:
        """Whether the numbers of its dice are shown."""
        return not self.is_foe(unit) or not self.settings.hidden_rolls

    def shows_chance_to_drop(self, unit: Unit) -> bool:
        """The chance would reveal its AC and HP."""
        return self.shows_ac(unit) and self.hp(unit) is not None

    def shows_danger(self) -> bool:
        """Whether the seat sees the odds against its own units.

        They depend on the foes' numbers.
        """
        return self.gm or not self.settings.hidden_rolls

    def shows_risk(self, point: int) -> bool:
        """Whether an option is shown with its risk.

        On a turn the odds use only the side's knowledge. In a window they use every unit.
        """
        return self.gm or (point == TURN and self.shows_danger())

    def shows_walls(self) -> bool:
        """Whether walls unknown to the seat may affect its view."""
        return self.gm or not self.settings.fog

    def band(self, unit: Unit) -> Band:
        if unit.status == DEAD:
            return "dead"
        if unit.status == DOWN:
            return "down"
        if unit.status != ACTIVE:
            return "gone"
        if self.is_foe(unit) and self.settings.foes_hp == "hidden":
            return "unknown"
        if unit.hp >= unit.sheet.hp:
            return "unhurt"
        if unit.hp * HALF > unit.sheet.hp:
            return "hurt"
        return "bloodied" if unit.hp * QUARTER > unit.sheet.hp else "at death's door"
