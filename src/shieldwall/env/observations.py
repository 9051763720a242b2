"""What a side observes, as numbers: a row for each unit it knows of, scalars, planes of the map.

Whether a side knows of a unit is asked of `engine.space.visibility`, as the minds do. Of one it has
never known, or has lost, nothing is here: its row is all zeros.
"""

from __future__ import annotations

from typing import Final

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
"""What a number in a row is divided by; x, y, speed, reach and range are squares, heights feet."""
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
    """A side's look at a moment: whose row is where."""

    def __init__(self, stepper: Stepper, player: int) -> None:
        if not 0 <= player < stepper.frame.players:
            last = stepper.frame.players - 1
            raise ValueError(f"there is no player {player} to look: there are 0 to {last}")
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
        """Whose nearness to others counts: the unit asked, else the one in its turn."""
        if stepper.requests:
            request = stepper.requests[len(stepper.answers)]
            self.deciding = stepper.frame.seats[request.seats[0]] == player
            if self.deciding:
                # What others are asked is theirs to know.
                self.point = request.point
                self.asked = request.unit
                self.cause = request.cause
        number = self.asked if self.asked >= 0 else self.moment.clock.active
        if number >= 0 and knows_place(self.moment, player, self.moment.units[number]):
            self.doer = self.moment.units[number]

    def knows(self, unit: Unit) -> bool:
        return knows_place(self.moment, self.player, unit)

    def rows(self) -> list[float]:
        """All rows one after the other."""
        count = self.stepper.frame.rows
        found: list[list[float] | None] = [None] * count
        for unit in self.moment.units:
            number = self.slots[unit.index]
            if 0 <= number < count and knows_place(self.moment, self.player, unit):
                found[number] = self.row(unit)
        flat: list[float] = []
        for row in found:
            if row is None:
                flat.extend(NOTHING)
            else:
                flat.extend(row)
        return flat

    def row(self, unit: Unit) -> list[float]:
        """In the order of UNIT_FIELDS."""
        moment = self.moment
        sheet = unit.sheet
        own = unit.side == self.player
        friend = moment.sides[unit.side].team == self.team
        damage: float = 0.0
        reach: float = 0.0
        far: float = 0.0
        if unit.wielded >= 0:
            weapon = unit.weapons[unit.wielded]
            damage = float(weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus) / 20.0
            if weapon.melee:
                reach = float(weapon.reach) / 20.0
            far = float(weapon.long_range) / 200.0
        index = int(unit.index)
        doer = self.doer
        beside = doer is not None and doer is not unit and distance(doer, unit) <= 1
        status: i64 = unit.status
        return [
            1.0,
            1.0 if own else 0.0,
            1.0 if friend and not own else 0.0,
            0.0 if friend else 1.0,
            float(unit.x) / 20.0,
            float(unit.y) / 20.0,
            float(unit.feet) / (FOOT * 20.0),
            float(unit.hp) / 20.0,
            float(sheet.hp) / 20.0,
            float(unit.hp) / float(sheet.hp) if sheet.hp > 0 else 0.0,
            float(armour_class(unit)) / 20.0,
            float(sheet.size) / 4.0,
            float(pace(unit)) / 60.0,
            float(sheet.attack) / 10.0,
            damage,
            reach,
            far,
            0.0 if unit.wielded >= 0 and unit.unloaded >> int(unit.wielded) & 1 else 1.0,
            float(sheet.shield) / 4.0,
            1.0 if status == ACTIVE else 0.0,
            1.0 if status == DOWN else 0.0,
            1.0 if status == DEAD else 0.0,
            1.0 if status == FLED else 0.0,
            1.0 if status == SURRENDERED else 0.0,
            1.0 if unit.prone else 0.0,
            1.0 if unit.surprised else 0.0,
            1.0 if unit.acted else 0.0,
            float(unit.mains) / 2.0,
            float(unit.moves) / 2.0,
            1.0 if moment.clock.active == index else 0.0,
            1.0 if self.asked == index else 0.0,
            1.0 if self.cause == index else 0.0,
            1.0 if beside else 0.0,
            1.0 if unit.broken else 0.0,
            1.0 if unit.hurt else 0.0,
            1.0 if unit.locked else 0.0,
            1.0 if unit.effects and is_helpless(unit) else 0.0,
            1.0 if friend and is_hidden(unit) else 0.0,
            float(unit.aloft) / (FOOT * 20.0),
            float(unit.luck) / 2.0,
            float(unit.casts) / 4.0,
            len(unit.effects) / 4.0,
        ]

    def scalars(self) -> list[float]:
        """In the order of SCALARS, then a 1 at the point of the question."""
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
        found: list[float] = [
            clock.round / 10.0,
            (rounds - clock.round) / 10.0,
            1.0 if self.deciding else 0.0,
            1.0 if clock.order and clock.order[0] == self.player else 0.0,
            (clock.phase + 1) / 4.0,
            1.0 if moment.dark else 0.0,
            own / 10.0,
            foes / 10.0,
        ]
        points: list[float] = [0.0] * POINTS
        if self.point >= 0:
            points[self.point] = 1.0
        return found + points

    def planes(self) -> list[float]:
        """In the order of PLANES, each row by row; the eight ways are what a step there costs."""
        moment = self.moment
        grid = moment.grid
        found = ground_planes(grid, self.stepper.frame.rules)
        cells = int(grid.cells)
        own: list[float] = [0.0] * (5 * cells)
        width = int(grid.width)
        for unit in moment.units:
            if unit.status > DOWN or not knows_place(moment, self.player, unit):
                continue
            plane = 0
            if unit.status == DOWN:
                plane = 3
            elif moment.sides[unit.side].team != self.team:
                plane = 2
            elif unit.side != self.player:
                plane = 1
            size = 1 if grid.open else int(unit.sheet.size)
            for dy in range(size):
                for dx in range(size):
                    own[plane * cells + (int(unit.y) + dy) * width + int(unit.x) + dx] += 1.0
        for thing in moment.dropped:
            own[4 * cells + thing.cell] += 1.0
        return found + own


NOTHING: Final[list[float]] = [0.0] * UNIT_WIDTH


def ground_planes(grid: GridMap, rules: Ruleset) -> list[float]:
    """The planes of the ground; they change only when a oracle does, and are kept with the map."""
    kept = grid.caches.get("planes")
    if isinstance(kept, list):
        found: list[float] = kept
        return found
    cells = int(grid.cells)
    found = [grid.floor[cell] / SQUARE for cell in range(cells)]
    found += [max(0, grid.solid[cell] - grid.floor[cell]) / SQUARE for cell in range(cells)]
    found += [1.0 if grid.ground[cell] == DIFFICULT else 0.0 for cell in range(cells)]
    found += [1.0 if grid.ground[cell] == IMPASSABLE else 0.0 for cell in range(cells)]
    if grid.open:
        found += [1.0] * (8 * cells)
    else:
        table = steps(grid, 1, rules.difficult_cost).cost
        for way in range(8):
            found += [float(table[cell * 8 + way]) for cell in range(cells)]
    grid.caches["planes"] = found
    return found
