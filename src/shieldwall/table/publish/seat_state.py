"""The state of a fight from the view of one seat, in protocol messages."""

from __future__ import annotations

from typing import Final, Protocol, cast

from shieldwall.abilities.body_conditions import HIDDEN
from shieldwall.books.dolmenwood.declaration_step import Declarations
from shieldwall.books.dolmenwood.phases import PhasedTurns, SideInitiative, Waiting
from shieldwall.display.markers import Marks, conditions
from shieldwall.display.wall_edges import LOW_HEIGHT
from shieldwall.engine.attack.blow import armour_class
from shieldwall.engine.ruleset import Flow
from shieldwall.engine.space.grid import (
    BARRED,
    DIFFICULT,
    FOOT,
    IMPASSABLE,
    MASONRY,
    SKY,
    SQUARE,
    STAIRS,
    GridMap,
    Wall,
)
from shieldwall.engine.space.square_names import place_name
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import (
    REMOVED,
    State,
    Unit,
)
from shieldwall.fight import Fight
from shieldwall.gm.order_grammar import CONDITIONS
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import (
    ClockView,
    Fate,
    MapView,
    SideView,
    Standing,
    Stops,
    UnitView,
    WallKind,
    WallView,
)
from shieldwall.table.protocol import Over
from shieldwall.table.publish.board_looks import condition_pictures, square_looks, unit_picture
from shieldwall.table.publish.fight_stats import spent
from shieldwall.text.fates import fate_word
from shieldwall.text.notation import Names
from shieldwall.text.sentence_tables import END_REASONS
from shieldwall.text.sentences import UNARMED, start, weapon_words, who

STOPS: Final[tuple[Stops, ...]] = ("never", "when it matters", "always")
"""In the order of NEVER, WHEN_IT_MATTERS and ALWAYS."""
GROUND: Final = {DIFFICULT: "~", IMPASSABLE: "x", STAIRS: "/"}


class Players(Protocol):
    """The player of a unit: its seat or a mind; and its uploaded picture."""

    def seat_of(self, unit: Unit) -> str: ...

    def mind_of(self, unit: Unit) -> str: ...

    def picture_of(self, unit: Unit) -> str: ...


# Units.


def unit_view(
    fight: Fight, knowledge: SeatKnowledge, marks: Marks, players: Players, unit: Unit
) -> UnitView:
    """The view of a unit the seat knows."""
    state, names = fight.state, fight.names
    present = unit.is_present()
    hp = knowledge.hp(unit)
    open_handed = not knowledge.is_foe(unit)
    weapon = unit.weapon()
    name = start(who(state, int(unit.index)))
    in_hand = "" if weapon is None else weapon.name
    weapons = _weapons(names, unit) if open_handed else []
    ailments = conditions(unit)
    beside = [
        other.ident
        for other in state.units
        if unit.beside >> int(other.index) & 1 and knowledge.knows(other)
    ]
    return UnitView(
        id=unit.ident,
        name=name,
        mark=marks.name(unit),
        side=state.sides[unit.side].name,
        team=int(state.sides[unit.side].team),
        mine=knowledge.gm or unit.ident in knowledge.units,
        seat=players.seat_of(unit),
        mind=players.mind_of(unit) if knowledge.gm else "",
        square=names.square(cell_of(names, unit)) if present else None,
        x=int(unit.x),
        y=int(unit.y),
        size=1 if state.grid.open else int(unit.sheet.size),
        feet=int(unit.feet) // FOOT,
        band=knowledge.band(unit),
        hp=None if hp is None else hp[0],
        max_hp=None if hp is None else hp[1],
        ac=int(armour_class(unit)) if knowledge.shows_ac(unit) else None,
        main=int(unit.mains) if open_handed else None,
        move=int(unit.moves) if open_handed else None,
        conditions=ailments,
        condition_icons=condition_pictures(ailments),
        weapons=weapons,
        carries=[weapon for weapon in weapons if weapon != UNARMED],
        in_hand=in_hand,
        holds=weapon_words(in_hand),
        number=number_of(name),
        has=condition_names(unit),
        is_removed=int(unit.status) == REMOVED,
        beside=beside if state.grid.open else [],
        picture=players.picture_of(unit),
        icon=unit_picture(name, in_hand, unit.sheet if open_handed else None),
        light=int(unit.sheet.light_ft) if present else 0,
        acted=unit.acted,
        active=state.clock.active == unit.index,
        stops=STOPS[int(unit.stops)] if open_handed else "when it matters",
    )


def condition_names(unit: Unit) -> list[str]:
    """The conditions of a unit that the GM can turn off, by their names in orders."""
    flags = {
        "prone": unit.prone,
        "surprised": unit.surprised,
        "stable": unit.stable,
        "frail": unit.frail,
    }
    kinds = {effect.kind for effect in unit.effects}
    named = {"hidden": HIDDEN, **CONDITIONS}
    return [
        *(name for name, is_on in flags.items() if is_on),
        *(name for name, kind in named.items() if kind in kinds),
    ]


def number_of(name: str) -> str:
    """The `3` of `Goblin 3`."""
    last = name.rpartition(" ")[2]
    return last if last.isdigit() and last != name else ""


def cell_of(names: Names, unit: Unit) -> int:
    return int(unit.y) * names.width + int(unit.x)


def _weapons(names: Names, unit: Unit) -> list[str]:
    return [
        name for number, name in enumerate(names.weapons[unit.index]) if not unit.gone >> number & 1
    ]


# The clock and the sides.


def side_views(state: State, knowledge: SeatKnowledge) -> list[SideView]:
    """The sides the seat knows."""
    return [
        SideView(name=side.name, players=side.players, team=int(side.team))
        for number, side in enumerate(state.sides)
        if knowledge.knows_side(number)
    ]


def clock_view(fight: Fight, knowledge: SeatKnowledge) -> ClockView:
    state = fight.state
    clock = state.clock
    active = clock.active if knowledge.knows_number(clock.active) else -1
    turn = _shown_turn(state, knowledge)
    return ClockView(
        round=clock.round,
        phase=_phase(fight),
        phases=_phases(fight.rules.flow),
        order=[
            name for place in range(len(clock.order)) for name in _slot(state, knowledge, place)
        ],
        now=_slot(state, knowledge, turn) if turn >= 0 else [],
        side=state.sides[clock.order[turn]].name if turn >= 0 else "",
        active=state.units[active].ident if active >= 0 else "",
    )


def _shown_turn(state: State, knowledge: SeatKnowledge) -> int:
    """The current place in the order; -1 for none.

    While units unknown to the seat act, it is the place before them.
    """
    turn, count = int(state.clock.turn), len(state.clock.order)
    if not 0 <= turn < count:
        return -1
    nearest: list[int] = [*range(turn, -1, -1), *range(turn + 1, count)]
    for place in nearest:
        if _slot(state, knowledge, place):
            return place
    return -1


def _phase(fight: Fight) -> str:
    """The current phase of a round; the decision to wait is part of initiative."""
    clock, stages = fight.state.clock, fight.rules.flow.stages
    stage = stages[min(clock.stage, len(stages) - 1)]
    if isinstance(stage, PhasedTurns) and 0 <= clock.phase < len(stage.phases):
        return stage.phases[clock.phase].name
    name = "initiative" if isinstance(stage, Waiting) else stage.name
    return name if name in _phases(fight.rules.flow) else ""


def _phases(flow: Flow) -> list[str]:
    """Empty for books without phases."""
    found: list[str] = []
    for stage in flow.stages:
        if isinstance(stage, Declarations | SideInitiative):
            found.append(stage.name)
        elif isinstance(stage, PhasedTurns):
            return found + [phase.name for phase in stage.phases]
    return []


def _slot(state: State, knowledge: SeatKnowledge, place: int) -> list[str]:
    """A place in the order: a side, or if units act one by one, those the seat knows."""
    clock = state.clock
    slot = clock.slots[place] if clock.slots else 0
    if not slot:
        side = clock.order[place]
        return [state.sides[side].name] if knowledge.knows_side(side) else []
    return [
        unit.ident for unit in state.units if slot >> int(unit.index) & 1 and knowledge.knows(unit)
    ]


# The map.


def map_view(fight: Fight) -> MapView:
    """The whole current map: for the GM, and without fog."""
    return ground_view(fight.state.grid, fight.setup)


def ground_view(grid: GridMap, setup: Setup) -> MapView:
    """A whole map, with the names of its squares from the set-up."""
    return ground_view_of(grid, setup.cell_names, is_outdoors(setup.grid))


def ground_view_of(grid: GridMap, names: dict[int, str], sky: bool | None = None) -> MapView:
    """The same for a map without a fight."""
    width, height = int(grid.width), int(grid.height)
    rows = range(height)
    known = {
        place_name(cell % width, cell // width, height, grid.open): name
        for cell, name in names.items()
    }
    return MapView(
        width=width,
        height=height,
        open=grid.open,
        passage=int(grid.passage),
        ground=["".join(ground_mark(grid, y * width + x) for x in range(width)) for y in rows],
        floor=[[height_of(grid, y * width + x) for x in range(width)] for y in rows],
        cover=list(grid.open_cover),
        sky=is_outdoors(grid) if sky is None else sky,
        walls=[wall_view(grid, wall) for wall in grid.walls],
        names=known,
        looks=square_looks(known),
    )


def is_outdoors(grid: GridMap) -> bool:
    """Whether most of the standable squares are under the open sky."""
    heights = [
        int(grid.ceiling[cell]) for cell in range(len(grid.ground)) if not grid.is_solid(cell)
    ]
    return 2 * sum(height >= SKY for height in heights) > len(heights)


def ground_mark(grid: GridMap, cell: int) -> str:
    return "#" if grid.is_solid(cell) else GROUND.get(int(grid.ground[cell]), ".")


def height_of(grid: GridMap, cell: int) -> int:
    return int(grid.floor[cell]) // FOOT


def wall_view(grid: GridMap, wall: Wall) -> WallView:
    is_open = wall.door >= 0 and grid.is_open(wall.door)
    return WallView(
        x0=wall.x0 / SQUARE,
        y0=wall.y0 / SQUARE,
        x1=wall.x1 / SQUARE,
        y1=wall.y1 / SQUARE,
        kind=_wall_kind(wall),
        is_open=is_open,
        label=wall.label,
        door=wall.door + 1 if wall.door >= 0 else None,
    )


def _wall_kind(wall: Wall) -> WallKind:
    if wall.make != MASONRY:
        return "bars" if wall.make == BARRED else "drop"
    if wall.door >= 0:
        return "door"
    if wall.openings:
        return "window"
    return "low" if wall.top - wall.bottom <= LOW_HEIGHT else "wall"


# The end.


def over_view(fight: Fight, knowledge: SeatKnowledge) -> Over:
    """The fate of each unit the seat knows."""
    outcome = fight.outcome
    assert outcome is not None
    state = fight.state
    return Over(
        reason=outcome.reason,
        why=END_REASONS.get(outcome.reason) or start(f"{outcome.reason.replace('-', ' ')}."),
        winners=[
            side.name
            for number, side in enumerate(state.sides)
            if side.team == outcome.team and knowledge.knows_side(number)
        ],
        standing=[
            _standing(state, knowledge, unit)
            for unit in state.units
            if knowledge.knows(unit) and unit.status != REMOVED
        ],
        rounds=int(state.clock.round),
    )


def _standing(state: State, knowledge: SeatKnowledge, unit: Unit) -> Standing:
    hp = knowledge.hp(unit)
    return Standing(
        id=unit.ident,
        unit=start(who(state, int(unit.index))),
        side=state.sides[unit.side].name,
        fate=cast("Fate", fate_word(unit)),
        hp=None if hp is None else hp[0],
        max_hp=None if hp is None else hp[1],
        spent=[] if knowledge.is_foe(unit) else spent(unit),
    )
