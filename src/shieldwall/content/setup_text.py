"""The canonical text of a set-up: one line of JSON with every fact, and its digest.

Equal set-ups have equal texts, and a text read back gives the same text again. Saves contain it and
a tape names its digest, so nothing here depends on the current shipped content.
"""

from __future__ import annotations

from typing import Any, Final

from shieldwall.abilities.registry import ABILITY_KINDS, SECTIONS, abilities_of
from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.house_book import with_house
from shieldwall.content.formats.checked_data import FILE, CheckedData, parse_data
from shieldwall.content.formats.problems import fail
from shieldwall.content.house_rules.house_text import house_data, read_house_data
from shieldwall.content.house_rules.ruling_text import (
    dial_problem,
    enforcement_problem,
    ruling_problem,
)
from shieldwall.content.magic.spell_text import power_data, read_power, read_spell, spell_data
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.magic.spell_data import KIND_NAMES
from shieldwall.engine.space.grid import (
    BARRED,
    MASONRY,
    MAX_HEIGHT,
    MAX_SIDE,
    SHEER,
    SKY,
    TOTAL,
    GridMap,
    Opening,
    Squares,
    Wall,
)
from shieldwall.engine.space.grid import SQUARE as SIDE
from shieldwall.engine.space.sight.screen_list import check_heights
from shieldwall.engine.space.square_names import parse_square
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    Start,
    TableRules,
)
from shieldwall.engine.state.sheet import (
    ATTRIBUTE_NAMES,
    KIN_NAMES,
    RELOAD_CROSSBOW,
    ROLES,
    SKILL_NAMES,
    TEMPERAMENTS,
    Sheet,
    Weapon,
    make_sheet,
    make_weapon,
)
from shieldwall.engine.state.state import ALWAYS, NEVER, NOBODY, UNSAID, Side

VERSION: Final = 2
KEY: Final = "shieldwall-setup"
BIG: Final = 1_000_000
MOST_BITS: Final = (1 << 62) - 1

_WEAPON_NUMBERS: Final = {
    "dice": (0, 99),
    "sides": (1, 999),
    "bonus": (-999, 999),
    "shock": (0, BIG),
    "shock_ac": (0, BIG),
    "skill": (0, len(SKILL_NAMES) - 1),
    "reach": (0, 999),
    "normal_range": (0, 9999),
    "medium_range": (0, 9999),
    "long_range": (0, 9999),
    "reload": (0, RELOAD_CROSSBOW),
    "magic": (-9, 9),
    "accuracy": (-99, 99),
    "kinds": (0, (1 << len(HARM_NAMES)) - 1),
    "harms": (0, len(KIND_NAMES) - 1),
}
_WEAPON_FLAGS: Final = (
    "melee", "thrown", "two_handed", "natural", "unarmed", "less_lethal", "precise_murder",
    "small", "splash",
)  # fmt: skip
_SHEET_NUMBERS: Final = {
    "hp": (1, 9999),
    "ac": (-99, 99),
    "attack": (-99, 99),
    "shield": (0, 99),
    "speed": (0, 999),
    "size": (1, 3),
    "height": (1, 999),
    "length": (1, 999),
    "breadth": (1, 999),
    "hit_dice": (0, 99),
    "morale": (0, 99),
    "check": (-99, 99),
    "stowed": (0, (1 << 64) - 1),
    "constitution": (0, 99),
    "luck": (0, 99),
    "darkvision": (0, 9999),
    "light": (0, 9999),
    "casts": (0, 99),
    "caster_level": (0, 99),
    "turning": (0, 99),
}
_WEAPON_MORE: Final = {"pierces": (1, 9), "scatters": (1, 99)}
_SHEET_MORE: Final = {
    "kin": (1, (1 << len(KIN_NAMES)) - 1),
    "metal": (1, 1),
    "outright": (1, 1),
    "packed": (1, MOST_BITS),
}
"""Figures that are written only if they are not 0."""
_SHEET_FLAGS: Final = (
    "disciplined", "fearless", "named", "creature", "kit", "armoured", "undead", "leader",
)  # fmt: skip


def setup_to_text(setup: Setup) -> str:
    """The canonical text."""
    return _dump(_setup_data(setup))


def setup_digest(setup: Setup) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    from hashlib import sha256

    return sha256(setup_to_text(setup).encode()).hexdigest()


def _dump(data: object) -> str:
    from json import dumps

    return dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _setup_data(setup: Setup) -> dict[str, object]:
    sheets: dict[str, int] = {}
    spelled: list[object] = []
    placements = []
    for unit in setup.placements:
        data = _sheet_data(unit.sheet)
        number = sheets.setdefault(_dump(data), len(sheets))
        if number == len(spelled):
            spelled.append(data)
        placements.append(
            {
                "id": unit.ident,
                "seat": unit.seat,
                "sheet": number,
                "side": unit.side,
                "x": unit.x,
                "y": unit.y,
            }
        )
    whole: dict[str, object] = {
        KEY: VERSION,
        "title": setup.title,
        "rules": setup.rules,
        "grid": _grid_data(setup.grid),
        "names": [[cell, name] for cell, name in sorted(setup.cell_names.items())],
        "sides": [
            {
                "name": side.name,
                "players": side.players,
                "team": side.team,
                "expecting": side.expecting,
                "careful": side.careful,
                "morale": int(side.morale),
            }
            for side in setup.sides
        ],
        "sheets": spelled,
        "placements": placements,
        "surprised": list(setup.surprised),
        "rounds": setup.rounds,
        "rulings": [list(pair) for pair in setup.rulings],
        "stops": setup.stops,
        "poised": list(setup.poised),
        "ambush": setup.ambush,
        "hard_entry": setup.hard_entry,
        "reaction": setup.reaction,
        "dark": setup.dark,
        "hidden": list(setup.hidden),
        "engaged": [list(pair) for pair in setup.engaged],
    }  # fmt: skip
    if setup.attackers != NOBODY:
        whole["attackers"] = setup.attackers
    if setup.enforce:
        whole["enforce"] = [list(pair) for pair in setup.enforce]
    if setup.house is not None:
        whole["house"] = house_data(setup.house)
    return whole


def _grid_data(grid: GridMap) -> dict[str, object]:
    whole: dict[str, object] = {
        "width": int(grid.width),
        "height": int(grid.height),
        "floor": _runs([int(value) for value in grid.floor]),
        "solid": _runs([int(value) for value in grid.solid]),
        "ceiling": _runs([int(value) for value in grid.ceiling]),
        "ground": _runs([int(value) for value in grid.ground]),
        "walls": [
            {
                "line": [wall.x0, wall.y0, wall.x1, wall.y1],
                "bottom": wall.bottom,
                "top": wall.top,
                "label": wall.label,
                "openings": [list(hole.key()) for hole in wall.openings],
                "door": wall.door,
                **({"make": wall.make} if wall.make else {}),
            }
            for wall in grid.walls
        ],
        "open": grid.doors_open,
        "open_cover": list(grid.open_cover),
        "passage": int(grid.passage),
        "ground_cover": list(grid.ground_cover),
    }
    if grid.nearer:
        whole["nearer"] = int(grid.nearer)
    return whole


def _runs(values: list[int]) -> list[list[int]]:
    """Values row by row, run-length encoded as [value, count]."""
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][0] == value:
            runs[-1][1] += 1
        else:
            runs.append([value, 1])
    return runs


def _sheet_data(sheet: Sheet) -> dict[str, object]:
    data: dict[str, object] = {
        "name": sheet.name,
        "notes": sheet.notes,
        "temperament": sheet.temperament,
    }
    data.update((key, int(getattr(sheet, key))) for key in _SHEET_NUMBERS)
    data.update((key, bool(getattr(sheet, key))) for key in _SHEET_FLAGS)
    data.update((key, int(getattr(sheet, key))) for key in _SHEET_MORE if getattr(sheet, key))
    data["attributes"] = list(sheet.attributes)
    data["skills"] = list(sheet.skills)
    data["saves"] = list(sheet.saves)
    data["routine"] = list(sheet.routine)
    data["weapons"] = [_weapon_data(weapon) for weapon in sheet.weapons]
    for section in SECTIONS:
        data[section] = _abilities_data(sheet.abilities, section)
    data["powers"] = [power_data(power, _sheet_data) for power in sheet.powers]
    data["spells"] = [spell_data(spell, _sheet_data) for spell in sheet.spells]
    data["potions"] = [spell_data(potion, _sheet_data) for potion in sheet.potions]
    return data


def _weapon_data(weapon: Weapon) -> dict[str, object]:
    data: dict[str, object] = {"name": weapon.name, "attributes": list(weapon.attributes)}
    data.update((key, int(getattr(weapon, key))) for key in _WEAPON_NUMBERS)
    data.update((key, bool(getattr(weapon, key))) for key in _WEAPON_FLAGS)
    data.update((key, int(getattr(weapon, key))) for key in _WEAPON_MORE if getattr(weapon, key))
    data["riders"] = [power_data(rider, _sheet_data) for rider in weapon.riders]
    return data


def _abilities_data(abilities: Abilities, section: str) -> dict[str, object]:
    """The abilities of one section: values as numbers, flags as true."""
    return {
        kind.name: True if kind.flag else abilities.amount(kind.name)
        for kind in ABILITY_KINDS
        if kind.section == section and abilities.find(kind.name) is not None
    }


def setup_from_text(text: str) -> Setup:
    """The set-up of a canonical text; `ContentError` if it is damaged or too new."""
    data = parse_data(text)
    root = CheckedData(data, "")
    version = root.number(KEY, 1, BIG)
    if version > VERSION:
        raise fail(FILE, f"version {version} is newer than this program, which knows {VERSION}")
    if version < VERSION:
        raise fail(
            FILE, f"version {version} is of an earlier release; this program reads {VERSION}"
        )
    setup = _setup(root)
    if _dump(_setup_data(setup)) != _dump(data):
        raise fail(FILE, "damaged: it says more than a set-up does, or says it another way")
    try:
        check_heights(setup.grid)
    except AssertionError as error:
        raise fail(FILE, f"damaged: {error}") from None
    return setup


def _setup(root: CheckedData) -> Setup:
    grid = _grid(root.part("grid"))
    sides = [
        Side(
            side.text("name"),
            side.flag("players"),
            side.number("team", 0, 99),
            side.flag("expecting"),
            side.flag("careful"),
            side.number("morale", -2, 2),
        )
        for side in root.items("sides")
    ]  # fmt: skip
    sheets = [_sheet(part) for part in root.items("sheets")]
    placements = [_placement(part, grid, sides, sheets) for part in root.items("placements")]
    idents = [placement.ident for placement in placements]
    if len(set(idents)) != len(idents):
        raise fail(FILE, "damaged: two units of one name", field="placements")
    names = {}
    for pair in root.items("names"):
        cell, name = pair.elements(2)
        names[cell.whole(0, int(grid.cells) - 1)] = name.string()
    rulings = _pairs(root.items("rulings"))
    enforce = _pairs(root.items("enforce")) if root.has("enforce") else ()
    book = RULESETS.get(root.text("rules"))
    if book is None:
        raise root.part("rules").wrong(f"one of {', '.join(RULESETS)}")
    house = read_house_data(root.part("house")) if root.has("house") else None
    if house is not None:
        for turned, value in house.dials:
            problem = dial_problem(book, turned, value)
            if problem:
                raise fail(FILE, problem, field="house.dials")
        try:
            book = with_house(book, house, RULINGS)
        except (KeyError, ValueError) as error:
            raise fail(FILE, f"damaged: {error}", field="house") from None
    for asked, word in rulings:
        problem = ruling_problem(book, asked, word)
        if problem:
            raise fail(FILE, problem, field="rulings")
    for ident, mode in enforce:
        problem = enforcement_problem(book, ident, mode)
        if problem:
            raise fail(FILE, problem, field="enforce")
    return Setup(
        title=root.text("title"),
        rules=root.text("rules"),
        grid=grid,
        sides=sides,
        placements=placements,
        start=_start(root, len(sides), idents),
        table=TableRules(rulings, enforce, house, root.number("stops", NEVER, ALWAYS)),
        rounds=root.number("rounds", 0, BIG),
        cell_names=names,
    )


def _start(root: CheckedData, sides: int, idents: list[str]) -> Start:
    attackers = NOBODY
    if root.has("attackers"):
        attackers = root.number("attackers", UNSAID, sides - 1)
    return Start(
        surprised=root.numbers("surprised", 0, sides - 1),
        poised=tuple(part.one_of(idents) for part in root.items("poised")),
        ambush=root.number("ambush", -1, sides - 1),
        hard_entry=root.flag("hard_entry"),
        dark=root.flag("dark"),
        hidden=tuple(part.one_of(idents) for part in root.items("hidden")),
        engaged=tuple(_pair(part, idents) for part in root.items("engaged")),
        reaction=root.flag("reaction"),
        attackers=attackers,
    )


def _pair(data: CheckedData, idents: list[str]) -> tuple[str, str]:
    one, other = data.elements(2)
    return one.one_of(idents), other.one_of(idents)


def _pairs(data: list[CheckedData]) -> tuple[tuple[str, str], ...]:
    found = []
    for pair in data:
        name, setting = pair.elements(2)
        found.append((name.string(), setting.string()))
    return tuple(found)


def _placement(
    data: CheckedData, grid: GridMap, sides: list[Side], sheets: list[Sheet]
) -> Placement:
    ident = data.text("id")
    if not ident or " " in ident or parse_square(ident) is not None:
        raise data.part("id").wrong("a unit's short name")
    sheet = sheets[data.number("sheet", 0, len(sheets) - 1)]
    size = 1 if grid.open else int(sheet.size)
    return Placement(
        ident,
        sheet,
        data.number("side", 0, len(sides) - 1),
        data.number("x", 0, int(grid.width) - size),
        data.number("y", 0, int(grid.height) - size),
        data.text("seat"),
    )


def _grid(data: CheckedData) -> GridMap:
    width = data.number("width", 1, MAX_SIDE)
    height = data.number("height", 1, MAX_SIDE)
    cells = width * height
    walls = [_wall(part, width, height) for part in data.items("walls")]
    doors = 1 + max([wall.door for wall in walls], default=-1)
    open_cover = data.numbers("open_cover", 0, TOTAL)
    if len(open_cover) not in (0, cells):
        raise data.part("open_cover").wrong(f"a value for each of {cells} positions")
    ground_cover = data.numbers("ground_cover", 0, TOTAL - 1)
    if len(ground_cover) not in (0, cells):
        raise data.part("ground_cover").wrong(f"a value for each of {cells} squares")
    return GridMap(
        width,
        height,
        Squares(
            _cells(data.part("floor"), cells, -MAX_HEIGHT, MAX_HEIGHT),
            _cells(data.part("solid"), cells, -MAX_HEIGHT, SKY),
            _cells(data.part("ceiling"), cells, -MAX_HEIGHT, SKY),
            _cells(data.part("ground"), cells, 0, 7),
            ground_cover,
        ),
        walls,
        data.number("open", 0, (1 << doors) - 1),
        open_cover=open_cover,
        passage=data.number("passage", 0, MAX_SIDE * 5),
        nearer=data.number("nearer", 0, 4) if data.has("nearer") else 0,
    )


def _cells(data: CheckedData, cells: int, least: int, most: int) -> list[int]:
    values: list[int] = []
    for run in data.elements():
        value, count = run.elements(2)
        values += [value.whole(least, most)] * count.whole(1, cells - len(values))
    if len(values) != cells:
        raise data.wrong(f"a value for each of {cells} squares")
    return values


def _wall(data: CheckedData, width: int, height: int) -> Wall:
    x0, y0, x1, y1 = data.numbers("line", 0, MAX_SIDE * SIDE, 4)
    off_map = max(x0, x1) > width * SIDE or max(y0, y1) > height * SIDE
    if off_map or (x0, y0) == (x1, y1):
        raise data.wrong("a wall on the map")
    openings = []
    for hole in data.items("openings"):
        start, end, sill, lintel = (part.whole(-MAX_HEIGHT, SKY) for part in hole.elements(4))
        if not (0 <= start < end and sill < lintel):
            raise hole.wrong("an opening: from, to, sill, lintel")
        openings.append(Opening(start, end, sill, lintel))
    return Wall(
        x0,
        y0,
        x1,
        y1,
        data.number("bottom", -MAX_HEIGHT, SKY),
        data.number("top", -MAX_HEIGHT, SKY),
        data.text("label"),
        tuple(openings),
        data.number("door", -1, 9999),
        data.number("make", BARRED, SHEER) if data.has("make") else MASONRY,
    )


def _sheet(data: CheckedData) -> Sheet:
    numbers: dict[str, Any] = {k: data.number(k, *span) for k, span in _SHEET_NUMBERS.items()}
    flags: dict[str, Any] = {key: data.flag(key) for key in _SHEET_FLAGS}
    numbers.update(_more(data, _SHEET_MORE))
    for flag in ("metal", "outright"):
        numbers[flag] = flag in numbers
    weapons = tuple(_weapon(part) for part in data.items("weapons"))
    facts: dict[str, Any] = {
        "name": data.text("name"),
        "weapons": weapons,
        "attributes": data.numbers("attributes", -99, 99, len(ATTRIBUTE_NAMES)),
        "skills": data.numbers("skills", -99, 99, len(SKILL_NAMES)),
        "saves": _saves(data),
        "notes": data.text("notes"),
        "temperament": data.part("temperament").one_of(
            ["", *TEMPERAMENTS, *ROLES], "a temperament"
        ),
        "routine": data.numbers("routine", 0, len(weapons) - 1),
        "abilities": _abilities(data),
        "powers": tuple(read_power(part, _sheet) for part in data.items("powers")),
        "spells": tuple(read_spell(part, _sheet) for part in data.items("spells")),
        "potions": tuple(read_spell(part, _sheet) for part in data.items("potions")),
    }
    return make_sheet(facts | numbers | flags)


def _more(data: CheckedData, known: dict[str, tuple[int, int]]) -> dict[str, int]:
    return {key: data.number(key, *span) for key, span in known.items() if data.has(key)}


def _saves(data: CheckedData) -> tuple[int, ...]:
    """Three, four or five saves, depending on the book."""
    saves = data.numbers("saves", -99, 99)
    if not 3 <= len(saves) <= 5:
        raise data.part("saves").wrong("a list of 3 to 5")
    return saves


def _abilities(data: CheckedData) -> Abilities:
    sizes: dict[str, int] = {}
    for section in SECTIONS:
        part = data.part(section)
        for kind in ABILITY_KINDS:
            if kind.section == section and part.has(kind.name):
                if kind.flag:
                    sizes[kind.name] = int(part.flag(kind.name))
                else:
                    sizes[kind.name] = part.number(kind.name, kind.least, kind.most)
    return abilities_of(sizes)


def _weapon(data: CheckedData) -> Weapon:
    numbers: dict[str, Any] = {k: data.number(k, *span) for k, span in _WEAPON_NUMBERS.items()}
    flags: dict[str, Any] = {key: data.flag(key) for key in _WEAPON_FLAGS}
    numbers.update(_more(data, _WEAPON_MORE))
    return make_weapon(
        name=data.text("name"),
        attributes=data.numbers("attributes", 0, len(ATTRIBUTE_NAMES) - 1),
        riders=tuple(read_power(part, _sheet) for part in data.items("riders")),
        **numbers,
        **flags,
    )


# A single sheet, for a unit that joins a running fight.


def sheet_to_text(sheet: Sheet) -> str:
    """The canonical text of a sheet, for one line of a tape: ASCII, without `#`."""
    from json import dumps

    text = dumps(_sheet_data(sheet), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return text.replace("#", "\\u0023")


def sheet_from_text(text: str) -> Sheet:
    """The sheet of such a text; `ContentError` if it is damaged."""
    return _sheet(CheckedData(parse_data(text), "sheet"))
