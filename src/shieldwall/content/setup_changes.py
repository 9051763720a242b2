"""Changes to a set-up for an experiment: another party, number of foes, HP or distance."""

from __future__ import annotations

from collections.abc import Sequence

from shieldwall.content.combatants.creatures import changed
from shieldwall.content.combatants.parties import Member
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.problems import did_you_mean, fail
from shieldwall.content.ground.map_file import Ground
from shieldwall.content.ground.placement import Board, Cell, Figure
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import Sheet


class NearestPlaces:
    """A map that places units as near as possible to the wanted position."""

    def __init__(self, grid: GridMap) -> None:
        self.grid = grid
        self.board = Board(Ground(grid, {}))

    def put(self, ident: str, sheet: Sheet, side: int, seat: str, near: Cell) -> Placement | None:
        """Place a unit on the nearest free square, or None if there is none."""
        if self.grid.open:
            # Without squares, any number of units can be at one position.
            return Placement(ident, sheet, side, *near, seat)
        figure = Figure(ident, sheet, side, seat, Place("", []))
        for cell in self._around(near):
            if not self.board.why_not(sheet, cell):
                self.board.put(figure, cell, figure.place)
                return Placement(ident, sheet, side, *cell, seat)
        return None

    def _around(self, middle: Cell) -> list[Cell]:
        x, y = middle
        cells = [(i, j) for j in range(int(self.grid.height)) for i in range(int(self.grid.width))]
        return sorted(cells, key=lambda c: ((c[0] - x) ** 2 + (c[1] - y) ** 2, c[1], c[0]))


def again(setup: Setup, placements: list[Placement]) -> Setup:
    """The same fight with other units."""
    idents = {placement.ident for placement in placements}
    twin = setup_from_text(setup_to_text(setup))
    twin.placements = placements
    twin.poised = tuple(ident for ident in setup.poised if ident in idents)
    twin.hidden = tuple(ident for ident in setup.hidden if ident in idents)
    return twin


def camp_with(setup: Setup, staying: Sequence[Placement]) -> NearestPlaces:
    """The map with the units that stay."""
    camp = NearestPlaces(setup.grid)
    for placement in staying:
        camp.put(placement.ident, placement.sheet, placement.side, "", (placement.x, placement.y))
    return camp


def with_party(setup: Setup, party: Sequence[Member]) -> Setup:
    """Replace the players' side by these characters."""
    side = players_side(setup)
    before = [p for p in setup.placements if p.side == side]
    others = [p for p in setup.placements if p.side != side]
    camp = camp_with(setup, others)
    placed: list[Placement] = []
    for number, member in enumerate(party):
        home = before[number % len(before)]
        spot = camp.put(member.ident, member.sheet, side, member.seat, (home.x, home.y))
        if spot is None:
            raise fail("the party", f"there is no room on the map for {member.ident}")
        placed.append(spot)
    return again(setup, [*placed, *others] if side == 0 else [*others, *placed])


def players_side(setup: Setup) -> int:
    for number, side in enumerate(setup.sides):
        if side.players:
            return number
    return 0


def foe_kinds(setup: Setup) -> dict[str, list[Placement]]:
    """The players' foes, by name of the creature."""
    team = setup.sides[players_side(setup)].team
    found: dict[str, list[Placement]] = {}
    for placement in setup.placements:
        if setup.sides[placement.side].team != team:
            found.setdefault(placement.sheet.name, []).append(placement)
    return found


def those(setup: Setup, kind: str) -> list[Placement]:
    """The foes of a kind; raises an error that lists the kinds."""
    kinds = foe_kinds(setup)
    if kind not in kinds:
        hint = did_you_mean(kind, list(kinds))
        raise fail("--vary", f"no foe is called {kind!r}{hint}")
    return kinds[kind]


def with_number(setup: Setup, kind: str, number: int) -> Setup:
    """Set the number of foes of a kind: the last ones go, new ones stand next to the others."""
    alike = those(setup, kind)
    if number <= len(alike):
        gone = {placement.ident for placement in alike[number:]}
        left = [p for p in setup.placements if p.ident not in gone]
        if not any(p.side == alike[0].side for p in left):
            raise fail("--vary", f"without any {kind} that side would be empty")
        return again(setup, left)
    camp = camp_with(setup, setup.placements)
    placements = list(setup.placements)
    taken = {placement.ident for placement in placements}
    count = len(alike)
    place = 1 + max(place for place, p in enumerate(placements) if p.ident == alike[-1].ident)
    base = alike[0].ident.rstrip("0123456789").rstrip("-")
    while len(alike) < number:
        model = alike[len(alike) % count]
        count_up = len(alike) + 1
        while (ident := f"{base}-{count_up}") in taken:
            count_up += 1
        taken.add(ident)
        spot = camp.put(ident, model.sheet, model.side, model.seat, (model.x, model.y))
        if spot is None:
            raise fail("--vary", f"there is no room on the map for {number} of {kind}")
        alike = [*alike, spot]
        placements.insert(place, spot)
        place += 1
    return again(setup, placements)


def with_hp(setup: Setup, kind: str, percent: int) -> Setup:
    """Set the hit points of foes of a kind in percent, at least 1."""
    alike = {placement.ident for placement in those(setup, kind)}
    placements = []
    for p in setup.placements:
        sheet = p.sheet
        if p.ident in alike:
            sheet = changed(sheet, None, max(1, (int(sheet.hp) * percent + 50) // 100))
        placements.append(Placement(p.ident, sheet, p.side, p.x, p.y, p.seat))
    return again(setup, placements)


def feet_apart(setup: Setup) -> int:
    """The shortest distance between a player's unit and a foe."""
    team = setup.sides[players_side(setup)].team
    ours = [p for p in setup.placements if setup.sides[p.side].team == team]
    foes = [p for p in setup.placements if setup.sides[p.side].team != team]
    return 5 * min(max(abs(a.x - b.x), abs(a.y - b.y)) for a in ours for b in foes)


def at_distance(setup: Setup, feet: int) -> Setup:
    """Move the foes straight towards the players or away, as close to this distance as possible."""
    team = setup.sides[players_side(setup)].team
    ours = [p for p in setup.placements if setup.sides[p.side].team == team]
    foes = [p for p in setup.placements if setup.sides[p.side].team != team]
    dx = sum(p.x for p in foes) / len(foes) - sum(p.x for p in ours) / len(ours)
    dy = sum(p.y for p in foes) / len(foes) - sum(p.y for p in ours) / len(ours)
    along_x = abs(dx) >= abs(dy)
    towards = 1 if (dx if along_x else dy) >= 0 else -1
    shift = towards * (feet - feet_apart(setup)) // 5
    camp = camp_with(setup, ours)
    moved: dict[str, Placement] = {}
    for p in foes:
        x = p.x + shift if along_x else p.x
        y = p.y if along_x else p.y + shift
        if not (0 <= x < setup.grid.width and 0 <= y < setup.grid.height):
            raise fail("--vary", f"the map is too small for {feet} ft between the sides")
        spot = camp.put(p.ident, p.sheet, p.side, p.seat, (x, y))
        if spot is None:
            raise fail("--vary", f"there is no room on the map for {p.ident}")
        moved[p.ident] = spot
    return again(setup, [moved.get(p.ident, p) for p in setup.placements])
