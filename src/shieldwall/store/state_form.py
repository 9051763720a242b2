"""The state of a fight as documented, versioned plain data.

The format is described in `docs/save-format.md`.
"""

from __future__ import annotations

from shieldwall.books import RULESETS
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.setup_text import sheet_from_text, sheet_to_text
from shieldwall.engine.magic.power_triggers import is_unusual
from shieldwall.engine.magic.spell_data import (
    Amount,
    Raised,
    WallShape,
    rewinds,
    with_raised,
)
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.condition import CONDITIONS, DORMANT, condition_of
from shieldwall.engine.state.gm_changes import NO_GM_CHANGES, GmChanges
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import (
    ALWAYS,
    NEVER,
    REMOVED,
    Clock,
    Dropped,
    Effect,
    Outcome,
    State,
    Unit,
)
from shieldwall.fight_start import initial_state
from shieldwall.gm.map_edits import edited, read_edit

STATE_VERSION = 1
MOST = 10**9
"""Upper limit of any number."""
HUNDRED = 100

UNIT_NUMBERS = (
    "x", "y", "feet", "hp", "status", "mains", "moves", "wielded", "off_hand", "gone", "stowed",
    "unloaded", "screened", "unknown_to", "stops", "fell", "tended", "strain", "luck", "side",
    "seat", "casts", "summoned", "summoner", "used", "beside", "marks", "aloft", "inside",
    "struck", "split_from",
    "in_melee", "forgotten", "nerve", "packed",
)  # fmt: skip
UNIT_FLAGS = (
    "prone", "surprised", "acted", "shield_spent", "locked", "poised", "stable", "frail", "hurt",
    "out_cold",
    "broken", "has_cast", "mapless",
)  # fmt: skip
CLOCK_NUMBERS = ("stage", "round", "turn", "active", "phase", "joined")
CLOCK_FLAGS = ("called", "alarm", "put_off")


def state_data(state: State, entries: int) -> dict[str, object]:
    clock = state.clock
    return {
        "version": STATE_VERSION,
        "entries": entries,
        "doors": state.grid.doors_open,
        "dark": state.dark,
        "murky": state.murky,
        "raised": [_wall_data(wall) for wall in state.raised],
        "joined": [_joined_data(state, unit) for unit in state.units if has_joined(state, unit)],
        "turn_start": None if state.turn_start is None else state_data(state.turn_start, entries),
        "clock": {
            **{name: getattr(clock, name) for name in CLOCK_NUMBERS},
            **{name: getattr(clock, name) for name in CLOCK_FLAGS},
            "order": clock.order,
            "slots": clock.slots,
        },
        "dropped": [[item.cell, *_whose(state, item.weapon)] for item in state.dropped],
        "outcome": None if state.outcome is None else list(state.outcome.key()),
        "decrees": _gm_changes_data(state.gm_changes),
        "units": {unit.ident: _unit_data(state, unit) for unit in state.units},
    }


def _gm_changes_data(changes: GmChanges) -> dict[str, object]:
    """The GM's lasting changes; an empty dict if there are none."""
    if changes.key() == NO_GM_CHANGES.key():
        return {}
    return {
        "edits": list(changes.edits),
        "rulings": [list(pair) for pair in changes.rulings],
        "enforce": [list(pair) for pair in changes.enforce],
        "titles": [list(pair) for pair in changes.titles],
        "brought": [[number, sheet_to_text(sheet)] for number, sheet in changes.brought],
        "plays_on": changes.plays_on,
        **({"leaders": [list(pair) for pair in changes.leaders]} if changes.leaders else {}),
        **({"morales": [list(pair) for pair in changes.morales]} if changes.morales else {}),
    }


def _gm_changes_from_data(data: dict[str, object]) -> GmChanges:
    if not data:
        return NO_GM_CHANGES
    edits = data["edits"]
    if not isinstance(edits, list):
        raise ValueError("the map changes should be a list")
    try:
        brought = [
            (whole_number(number), sheet_from_text(str(text)))
            for number, text in _rows(data["brought"], 2)
        ]
    except ContentError as error:
        raise ValueError(str(error)) from None
    return GmChanges(
        tuple(str(edit) for edit in edits),
        tuple((str(name), str(word)) for name, word in _rows(data["rulings"], 2)),
        tuple((str(name), str(word)) for name, word in _rows(data["enforce"], 2)),
        tuple((whole_number(number), str(title)) for number, title in _rows(data["titles"], 2)),
        tuple(brought),
        bool(data["plays_on"]),
        tuple(
            (whole_number(number), bool(leads))
            for number, leads in _rows(data.get("leaders", []), 2)
        ),
        tuple(
            (whole_number(n), whole_number(score)) for n, score in _rows(data.get("morales", []), 2)
        ),
    )


WALL_NUMBERS = (
    "bottom", "tall", "toughness", "dice", "sides", "plus", "by", "power", "until",
)  # fmt: skip


def _wall_data(wall: Raised) -> dict[str, object]:
    return {
        "name": wall.name,
        "line": list(wall.line),
        "solid": wall.solid,
        "climb": wall.climb,
        "wounds": list(wall.wounds),
        **{name: int(getattr(wall, name)) for name in WALL_NUMBERS},
    }


def _wall_from_data(data: dict[str, object]) -> Raised:
    line = _numbers(data["line"])
    if len(line) != 4:
        raise ValueError("a wall's line should have four numbers")
    x0, y0, x1, y1 = line
    numbers = {name: _within(data[name], -MOST, MOST) for name in WALL_NUMBERS}
    if max(abs(number) for number in (x0, y0, x1, y1)) > MOST or numbers["dice"] > HUNDRED:
        raise ValueError("a wall cannot have such numbers")
    return Raised(
        name=str(data["name"]),
        line=(x0, y0, x1, y1),
        shape=WallShape(bool(data["solid"]), numbers.pop("tall"), bool(data["climb"])),
        harm=Amount(numbers.pop("dice"), numbers.pop("sides"), numbers.pop("plus")),
        wounds=tuple(_numbers(data["wounds"])),
        **numbers,
    )


def has_joined(state: State, unit: Unit) -> bool:
    """Whether it joined during the fight."""
    return (
        unit.summoned > 0
        or unit.split_from >= 0
        or sheet_of_brought(state.gm_changes, unit) is not None
    )


def sheet_of_brought(changes: GmChanges, unit: Unit) -> Sheet | None:
    """The sheet of a unit added by the GM."""
    for number, sheet in changes.brought:
        if number == unit.index:
            return sheet
    return None


def _joined_data(state: State, unit: Unit) -> list[object]:
    """A summoned unit is stored as its summoner, the spell and the part of the spell.

    A unit that split off is stored with its origin and -1 instead of a spell; a unit added by the
    GM with its index among those and -2.
    """
    if sheet_of_brought(state.gm_changes, unit) is not None:
        numbers = [number for number, _ in state.gm_changes.brought]
        return [unit.ident, numbers.index(int(unit.index)), -2, -1]
    if unit.split_from >= 0:
        return [unit.ident, int(unit.split_from), -1, -1]
    for number, spell in enumerate(state.units[unit.summoner].sheet.spells):
        for part, primitive in enumerate(spell.primitives):
            if primitive.sheet is unit.sheet:
                return [unit.ident, int(unit.summoner), number, part]
    raise AssertionError(f"no unit summoned {unit.ident}")


def _join(state: State, row: list[object]) -> None:
    ident, summoner, number, part = str(row[0]), *(whole_number(value) for value in row[1:])
    if number == -2:
        _bring(state, ident, summoner)
        return
    if not 0 <= summoner < len(state.units):
        raise ValueError(f"no unit could have summoned {ident}")
    master = state.units[summoner]
    place = len(state.units)
    if number < 0:
        state.units.append(Unit(master.sheet, ident, place, int(master.side), master.seat))
        return
    spells = master.sheet.spells
    if not (0 <= number < len(spells) and 0 <= part < len(spells[number].primitives)):
        raise ValueError(f"{master.ident} has no spell that summons {ident}")
    sheet = spells[number].primitives[part].sheet
    if sheet is None:
        raise ValueError(f"{master.ident} has no spell that summons {ident}")
    state.units.append(Unit(sheet, ident, place, int(master.side), master.seat))


def _bring(state: State, ident: str, which: int) -> None:
    if not 0 <= which < len(state.gm_changes.brought):
        raise ValueError(f"the GM has not added {ident}")
    number, sheet = state.gm_changes.brought[which]
    if number != len(state.units):
        raise ValueError(f"{ident} is not in its place in the list of units")
    state.units.append(Unit(sheet, ident, number, 0, 0))


def _whose(state: State, weapon: Weapon) -> tuple[str, int]:
    """A weapon is stored as the unit that brought it and its index among that unit's weapons."""
    for unit in state.units:
        for number, own in enumerate(unit.sheet.weapons):
            if own is weapon:
                return unit.ident, number
    raise AssertionError(f"no unit brought this {weapon.name}")


def _unit_data(state: State, unit: Unit) -> dict[str, object]:
    picked_up = unit.weapons[len(unit.sheet.weapons) :]
    return {
        "flurry": list(unit.flurry),
        "doses": list(unit.doses),
        "stocks": list(unit.stocks),
        "strikes": list(unit.strikes),
        "picked_up": [list(_whose(state, weapon)) for weapon in picked_up],
        **{name: int(getattr(unit, name)) for name in UNIT_NUMBERS},
        **({"facing": int(unit.facing)} if unit.facing >= 0 else {}),
        **{name: getattr(unit, name) for name in UNIT_FLAGS},
        "effects": [list(effect.key()) for effect in unit.effects],
    }


def state_from_data(setup: Setup, data: dict[str, object]) -> State:
    """The state of a save; ValueError if the data has another format."""
    if data.get("version") != STATE_VERSION:
        raise ValueError(f"the state has version {data.get('version')}, not {STATE_VERSION}")
    state = initial_state(setup)
    try:
        state.gm_changes = _gm_changes_from_data(as_table(data.get("decrees", {})))
        state.grid = _edited(state.grid, state.gm_changes).with_doors(whole_number(data["doors"]))
        raised = data["raised"]
        if not isinstance(raised, list):
            raise ValueError("the raised walls should be a list")
        state.raised = [_wall_from_data(as_table(wall)) for wall in raised]
        state.grid = with_raised(state.grid, state.raised)
        joining = _rows(data["joined"], 4)
        for row in joining:
            _join(state, row)
        for unit in state.units:
            state.has_unusual_units = state.has_unusual_units or is_unusual(unit.sheet)
            state.remembers = state.remembers or rewinds(unit.sheet.spells)
        state.dark = bool(data["dark"])
        state.murky = bool(data["murky"])
        stages = len(RULESETS[setup.rules].flow.stages)
        state.clock = _clock(as_table(data["clock"]), state, stages)
        units = as_table(data["units"])
        for unit in state.units:
            _fill_unit(state, unit, as_table(units[unit.ident]))
        _check_joined(state, joining)
        state.dropped = [
            Dropped(_within(cell, 0, int(state.grid.cells) - 1), _brought(state, ident, number))
            for cell, ident, number in _rows(data["dropped"], 3)
        ]
        ended = data["outcome"]
        if data["turn_start"] is not None:
            state.turn_start = state_from_data(setup, as_table(data["turn_start"]))
    except KeyError as missing:
        raise ValueError(f"the state lacks {missing.args[0]!r}") from None
    if ended is not None:
        if not (isinstance(ended, list) and len(ended) == 2):
            raise ValueError("the state's outcome should be a reason and a team")
        state.outcome = Outcome(str(ended[0]), _within(ended[1], -1, len(state.sides)))
    return state


def _check_joined(state: State, rows: list[list[object]]) -> None:
    """Check that units that joined are listed, each with a valid summoner."""
    came = [unit for unit in state.units if has_joined(state, unit)]
    try:
        same = [_joined_data(state, unit) for unit in came] == rows
    except (AssertionError, IndexError):
        same = False
    if not same:
        raise ValueError("the list of joined units does not match the units")


def _edited(grid: GridMap, changes: GmChanges) -> GridMap:
    for text in changes.edits:
        if read_edit(grid, text) is None:
            raise ValueError(f"{text!r} changes nothing on this map")
    return edited(grid.origin, changes.edits)


def _clock(data: dict[str, object], state: State, stages: int) -> Clock:
    clock = Clock()
    sides = len(state.sides)
    for name in CLOCK_NUMBERS:
        setattr(clock, name, _within(data[name], -1, MOST))
    if not 0 <= clock.stage < stages or clock.active >= len(state.units) or clock.round < 0:
        raise ValueError("the clock cannot show this")
    order = data["order"]
    if not isinstance(order, list):
        raise ValueError("the clock's order should be a list of sides")
    clock.order = [whole_number(side) for side in order]
    if any(not 0 <= side < sides for side in clock.order):
        raise ValueError("the clock's order names a side that does not exist")
    if not -1 <= clock.turn <= len(clock.order) or clock.joined < 0:
        raise ValueError("the clock's turn is not in its order")
    if clock.order and clock.active >= 0 and clock.turn == len(clock.order):
        raise ValueError("a unit is on its turn after the last side")
    clock.slots = _numbers(data["slots"])
    if len(clock.slots) not in (0, len(clock.order)):
        raise ValueError("the clock's slots do not match its order")
    for name in CLOCK_FLAGS:
        setattr(clock, name, bool(data[name]))
    return clock


def _rows(value: object, length: int) -> list[list[object]]:
    if not isinstance(value, list) or any(
        not isinstance(row, list) or len(row) != length for row in value
    ):
        raise ValueError(f"{value!r} should be a list of rows of {length}")
    return value


def _brought(state: State, ident: object, number: object) -> Weapon:
    place = whole_number(number)
    for unit in state.units:
        if unit.ident == ident and 0 <= place < len(unit.sheet.weapons):
            return unit.sheet.weapons[place]
    raise ValueError(f"{ident!r} has no item number {number!r}")


def _fill_unit(state: State, unit: Unit, data: dict[str, object]) -> None:
    extra = [_brought(state, ident, number) for ident, number in _rows(data["picked_up"], 2)]
    if extra:
        unit.weapons = [*unit.weapons, *extra]
    unit.flurry = tuple(_numbers(data["flurry"]))
    unit.doses = tuple(_numbers(data["doses"]))
    unit.stocks = tuple(_numbers(data["stocks"]))
    unit.strikes = tuple(_numbers(data["strikes"]))
    masks = {"beside": len(state.units), "screened": len(state.units),
             "in_melee": len(state.units), "unknown_to": len(state.sides)}  # fmt: skip
    people = len(state.units) - 1
    ranges = {
        "side": (0, len(state.sides) - 1),
        "seat": (0, state.referee),
        "stops": (NEVER, ALWAYS),
        **dict.fromkeys(("summoner", "inside", "struck", "split_from"), (-1, people)),
        **{name: (0, (1 << count) - 1) for name, count in masks.items()},
        **dict.fromkeys(("gone", "stowed", "unloaded", "used", "marks", "forgotten", "nerve",
                         "packed"),
                        (0, (1 << 62) - 1)),
    }  # fmt: skip
    for name in UNIT_NUMBERS:
        least, most = ranges.get(name, (-MOST, MOST))
        # Older saves have no potions in packs.
        given = data.get(name, 0) if name == "packed" else data[name]
        setattr(unit, name, _within(given, least, most, f"{unit.ident}'s {name}"))
    # Missing in older saves, and if the unit faces no particular foe.
    unit.facing = _within(data.get("facing", -1), -1, people, f"{unit.ident}'s facing")
    for name in UNIT_FLAGS:
        # Older saves do not distinguish knocked out from dying.
        setattr(unit, name, bool(data.get(name, False) if name == "out_cold" else data[name]))
    _check_unit(state, unit)
    unit.effects = [_effect(state, unit, effect) for effect in _list(data["effects"])]


def _effect(state: State, unit: Unit, data: object) -> Effect:
    parts = _numbers(data)
    if not 3 <= len(parts) <= 6:
        raise ValueError(f"an effect on {unit.ident} should have 6 numbers")
    kind, by, until, value, whom, power = [*parts, 0, 0, 0][:6]
    mask = (1 << max(62, len(state.units))) - 1
    if (
        kind % DORMANT not in CONDITIONS
        or not -2 <= by < len(state.units)
        or not -1 <= whom <= mask
        or max(abs(until), abs(value), abs(power)) > MOST
    ):
        raise ValueError(f"{unit.ident} cannot be under such an effect: {parts}")
    return Effect(condition_of(kind), by, until, value, whom, power)


def _check_unit(state: State, unit: Unit) -> None:
    """Reject impossible numbers before anything uses them."""
    grid = state.grid
    size = 1 if grid.open else int(unit.sheet.size)
    if not (0 <= unit.x <= grid.width - size and 0 <= unit.y <= grid.height - size):
        raise ValueError(f"{unit.ident} is not on the map")
    if not 0 <= unit.hp <= unit.sheet.hp or not 0 <= unit.status <= REMOVED:
        raise ValueError(f"{unit.ident} cannot be in such a state")
    if len(unit.doses) < len(unit.sheet.doses) or len(unit.stocks) < len(unit.sheet.stocks):
        raise ValueError(f"{unit.ident} lacks a potion or a power")
    for weapon in (int(unit.wielded), int(unit.off_hand), *unit.flurry, *unit.strikes):
        if not -1 <= weapon < len(unit.weapons):
            raise ValueError(f"{unit.ident} has no weapon number {weapon}")


def _within(value: object, least: int, most: int, what: str = "a number") -> int:
    number = whole_number(value)
    if not least <= number <= most:
        raise ValueError(f"{what} should be from {least} to {most}, not {str(number)[:30]}")
    return number


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r:.60} should be a list")
    return value


def whole_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{value!r} should be a whole number")
    return value


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} should be a list of whole numbers")
    return [whole_number(part) for part in value]


def as_table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} should be a table")
    return value
