"""Observations as numbers: a row for each known unit, scalars, planes of the map.

`engine.space.visibility` decides which units a side knows, as for minds. The row of a unit that is
unknown or lost is all zeros. Rows and scalars are filled into arrays in place, planes are written
as consecutive 32-bit floats.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_f32_le
from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.engine.attack.blow import armour_class
from shieldwall.engine.move.interruption import is_helpless, pace
from shieldwall.engine.points import POINTS
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import DIFFICULT, FOOT, IMPASSABLE, SQUARE, GridMap
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.step_costs import steps
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, SURRENDERED, Unit
from shieldwall.engine.state.state import State as Moment
from shieldwall.env.stepper import Stepper
from shieldwall.knowledge.side_knowledge import is_hidden, knows_place

UNIT_FIELDS: Final[tuple[str, ...]] = (
    "known", "own", "friend", "foe",
    "x", "y", "height", "hp", "hp_max", "hp_share", "ac", "size", "speed", "attack", "damage",
    "reach", "range", "loaded", "shield",
    "active", "down", "dead", "fled", "surrendered",
    "prone", "surprised", "acted", "mains", "moves", "acting", "asked", "cause", "beside",
    "broken", "hurt", "locked", "helpless", "unseen", "aloft", "luck", "casts", "effects",
)  # fmt: skip
SCALES: Final[dict[str, int]] = {
    "x": 20, "y": 20, "height": 20, "hp": 20, "hp_max": 20, "ac": 20, "size": 4, "speed": 12,
    "attack": 10, "damage": 10, "reach": 4, "range": 40, "shield": 4, "mains": 2, "moves": 2,
    "aloft": 20, "luck": 2, "casts": 4, "effects": 4,
}  # fmt: skip
"""Divisors of the numbers in a row; x, y, speed, reach and range are squares, heights feet."""
SCALARS: Final[tuple[str, ...]] = (
    "round", "rounds_left", "deciding", "first", "phase", "dark", "own_standing", "foes_standing",
)  # fmt: skip
PLANES: Final[tuple[str, ...]] = (
    "floor", "solid", "difficult", "impassable",
    "north", "east", "south", "west", "north_east", "south_east", "south_west", "north_west",
    "own", "friend", "foe", "fallen", "things",
)  # fmt: skip
UNIT_WIDTH: Final = len(UNIT_FIELDS)
SCALAR_WIDTH: Final = len(SCALARS) + POINTS


class Look:
    """A side's view of a state, and the row of each unit."""

    def __init__(self, stepper: Stepper, player: int) -> None:
        if not 0 <= player < stepper.frame.players:
            last = stepper.frame.players - 1
            raise ValueError(f"there is no player {player}: players are 0 to {last}")
        self.stepper = stepper
        self.player = player
        self.moment: Moment = stepper.moment()
        self.team = self.moment.sides[player].team
        self.slots = stepper.slots(player)
        self.asked = -1
        self.cause = -1
        self.point = -1
        self.deciding = False
        self.doer: Unit | None = None
        """The unit whose distances count: the unit asked, otherwise the acting one."""
        if stepper.requests:
            request = stepper.requests[len(stepper.answers)]
            self.deciding = stepper.frame.seats[request.seats[0]] == player
            if self.deciding:
                # Requests to other players stay secret.
                self.point = request.point
                self.asked = request.unit
                self.cause = request.cause
        number = self.asked if self.asked >= 0 else self.moment.clock.active
        if number >= 0 and knows_place(self.moment, player, self.moment.units[number]):
            self.doer = self.moment.units[number]

    def fill_rows(self, out: vec[float], at: i64, before: i64) -> i64:
        """All rows, from an index on; returns how many there are up to the last one in use.

        Of those behind only the first `before` are made zeros: the others were never in use.
        """
        count: i64 = self.stepper.frame.rows
        units = self.moment.units
        slots = self.slots
        filled: i64 = 0
        in_order = True
        for unit in units:
            # As a rule all are known, in the order of their numbers.
            number: i64 = slots[unit.index]
            if number != filled or number >= count or not self.knows(unit):
                in_order = False
                break
            self.fill_row(out, at + filled * UNIT_WIDTH, unit)
            filled += 1
        row: i64 = filled
        while row < count:
            found = None if in_order else self.unit_at(row)
            if found is not None:
                self.fill_row(out, at + row * UNIT_WIDTH, found)
                filled = row + 1
            elif row < before:
                place: i64 = at + row * UNIT_WIDTH
                end: i64 = place + UNIT_WIDTH
                while place < end:
                    out[place] = 0.0
                    place += 1
            row += 1
        return filled

    def unit_at(self, number: i64) -> Unit | None:
        """The unit with a number, where its place is known."""
        for unit in self.moment.units:
            if self.slots[unit.index] == number and self.knows(unit):
                return unit
        return None

    def knows(self, unit: Unit) -> bool:
        return knows_place(self.moment, self.player, unit)

    def fill_row(self, out: vec[float], at: i64, unit: Unit) -> None:
        """In the order of UNIT_FIELDS."""
        moment = self.moment
        own = unit.side == self.player
        friend = moment.sides[unit.side].team == self.team
        facts = self.stepper.frame.rows_known.of(unit)
        bare = not unit.effects
        hp: float = float(unit.hp)
        index: i64 = unit.index
        doer = self.doer
        beside = doer is not None and doer is not unit and distance(doer, unit) <= 1
        status: i64 = unit.status
        out[at] = 1.0
        out[at + 1] = 1.0 if own else 0.0
        out[at + 2] = 1.0 if friend and not own else 0.0
        out[at + 3] = 0.0 if friend else 1.0
        out[at + 4] = float(unit.x) / 20.0
        out[at + 5] = float(unit.y) / 20.0
        out[at + 6] = float(unit.feet) / (FOOT * 20.0) if unit.feet != 0 else 0.0
        out[at + 7] = hp / 20.0
        out[at + 8] = facts.hp_max
        out[at + 9] = hp / facts.hp if facts.hp > 0.0 else 0.0
        out[at + 10] = facts.ac if bare and facts.wears else float(armour_class(unit)) / 20.0
        out[at + 11] = facts.size
        out[at + 12] = facts.speed if bare and facts.walks else float(pace(unit)) / 60.0
        out[at + 13] = facts.attack
        out[at + 14] = facts.damage
        out[at + 15] = facts.reach
        out[at + 16] = facts.far
        out[at + 17] = 0.0 if unit.wielded >= 0 and unit.unloaded >> int(unit.wielded) & 1 else 1.0
        out[at + 18] = facts.shield
        out[at + 19] = 1.0 if status == ACTIVE else 0.0
        out[at + 20] = 1.0 if status == DOWN else 0.0
        out[at + 21] = 1.0 if status == DEAD else 0.0
        out[at + 22] = 1.0 if status == FLED else 0.0
        out[at + 23] = 1.0 if status == SURRENDERED else 0.0
        out[at + 24] = 1.0 if unit.prone else 0.0
        out[at + 25] = 1.0 if unit.surprised else 0.0
        out[at + 26] = 1.0 if unit.acted else 0.0
        out[at + 27] = float(unit.mains) / 2.0 if unit.mains != 0 else 0.0
        out[at + 28] = float(unit.moves) / 2.0 if unit.moves != 0 else 0.0
        out[at + 29] = 1.0 if moment.clock.active == index else 0.0
        out[at + 30] = 1.0 if self.asked == index else 0.0
        out[at + 31] = 1.0 if self.cause == index else 0.0
        out[at + 32] = 1.0 if beside else 0.0
        out[at + 33] = 1.0 if unit.broken else 0.0
        out[at + 34] = 1.0 if unit.hurt else 0.0
        out[at + 35] = 1.0 if unit.locked else 0.0
        out[at + 36] = 1.0 if not bare and is_helpless(unit) else 0.0
        out[at + 37] = 1.0 if friend and is_hidden(unit) else 0.0
        out[at + 38] = float(unit.aloft) / (FOOT * 20.0) if unit.aloft != 0 else 0.0
        out[at + 39] = float(unit.luck) / 2.0 if unit.luck != 0 else 0.0
        out[at + 40] = float(unit.casts) / 4.0 if unit.casts != 0 else 0.0
        out[at + 41] = 0.0 if bare else float(len(unit.effects)) / 4.0

    def fill_scalars(self, out: vec[float], at: i64) -> None:
        """In the order of SCALARS, then a one-hot of the request's point."""
        moment = self.moment
        clock = moment.clock
        rounds = self.stepper.frame.rounds
        own = 0
        foes = 0
        for unit in moment.units:
            if unit.status == ACTIVE:
                if moment.sides[unit.side].team == self.team:
                    own += 1
                elif knows_place(moment, self.player, unit):
                    foes += 1
        out[at] = float(clock.round) / 10.0
        out[at + 1] = float(rounds - clock.round) / 10.0
        out[at + 2] = 1.0 if self.deciding else 0.0
        out[at + 3] = 1.0 if clock.order and clock.order[0] == self.player else 0.0
        out[at + 4] = float(clock.phase + 1) / 4.0
        out[at + 5] = 1.0 if moment.dark else 0.0
        out[at + 6] = float(own) / 10.0
        out[at + 7] = float(foes) / 10.0
        place: i64 = at + len(SCALARS)
        end: i64 = place + POINTS
        while place < end:
            out[place] = 0.0
            place += 1
        if self.point >= 0:
            out[at + len(SCALARS) + self.point] = 1.0

    def write_planes(self, out: BytesWriter) -> None:
        """In the order of PLANES, each by rows; the eight directions are step costs."""
        moment = self.moment
        grid = moment.grid
        out.write(ground_planes(grid, self.stepper.frame.rules))
        cells: i64 = grid.cells
        width: i64 = grid.width
        none: i64 = 0
        own = vec[i64]([none] * (5 * cells))
        for unit in moment.units:
            if unit.status > DOWN or not self.knows(unit):
                continue
            plane: i64 = 0
            if unit.status == DOWN:
                plane = 3
            elif moment.sides[unit.side].team != self.team:
                plane = 2
            elif unit.side != self.player:
                plane = 1
            size: i64 = 1 if grid.open else unit.sheet.size
            corner: i64 = plane * cells + unit.y * width + unit.x
            for dy in range(size):
                for dx in range(size):
                    own[corner + dy * width + dx] += 1
        for item in moment.dropped:
            own[4 * cells + item.cell] += 1
        for amount in own:
            write_f32_le(out, float(amount))


def ground_planes(grid: GridMap, rules: Ruleset) -> bytes:
    """The planes of the ground, cached with the map; they change only when a door does."""
    kept = grid.caches.get("planes")
    if isinstance(kept, bytes):
        return kept
    out = BytesWriter()
    cells = int(grid.cells)
    for cell in range(cells):
        write_f32_le(out, grid.floor[cell] / SQUARE)
    for cell in range(cells):
        write_f32_le(out, max(0, grid.solid[cell] - grid.floor[cell]) / SQUARE)
    for cell in range(cells):
        write_f32_le(out, 1.0 if grid.ground[cell] == DIFFICULT else 0.0)
    for cell in range(cells):
        write_f32_le(out, 1.0 if grid.ground[cell] == IMPASSABLE else 0.0)
    if grid.open:
        for _ in range(8 * cells):
            write_f32_le(out, 1.0)
    else:
        table = steps(grid, 1, rules.difficult_cost).cost
        for way in range(8):
            for cell in range(cells):
                write_f32_le(out, float(table[cell * 8 + way]))
    found = out.getvalue()
    grid.caches["planes"] = found
    return found
