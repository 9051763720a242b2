"""Encounter files: the map, the sides and their units, every name resolved into a `Setup`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shieldwall.content.creatures import CREATURES, changed, read_creatures, shipped_creatures
from shieldwall.content.field import (
    APART,
    FIELD,
    FIRST,
    SPOT,
    STEP,
    Spot,
    build_field,
    why_not_there,
)
from shieldwall.content.ground import Ground, MapOrName, build_ground, read_map
from shieldwall.content.home import Found, find_file, is_path, known_names, not_found
from shieldwall.content.homebrew import find_house, read_house
from shieldwall.content.library import shipped
from shieldwall.content.own_creatures import own_creatures
from shieldwall.content.parties import ident_of, read_party
from shieldwall.content.placing import Board, Crowd, Figure
from shieldwall.content.problems import ContentError, Problem, did_you_mean, fail
from shieldwall.content.rulings import (
    Rulings,
    decide,
    enforcement_problem,
    read_pairs,
    ruling_problem,
)
from shieldwall.content.schema import (
    Field,
    Flag,
    Ident,
    Item,
    ListOf,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
    shown,
)
from shieldwall.content.tree import is_file, parse_tree, read_text
from shieldwall.core.house import House
from shieldwall.core.ruleset import Ruleset
from shieldwall.core.ruling import REFEREE_NAME
from shieldwall.core.setup import Placement, Setup
from shieldwall.core.sheet import Sheet
from shieldwall.core.state import WHEN_IT_MATTERS, Side
from shieldwall.rules import RULESETS

if TYPE_CHECKING:
    pass

STOP_NAMES: Final = ("never", "when it matters", "always")
"""In the order of NEVER, WHEN_IT_MATTERS, ALWAYS."""
MAX_COUNT: Final = 200
MAX_UNITS: Final = 500
MAX_ROUNDS: Final = 1000


class RulesName(Text):
    """The rules to play by: a book, or house rules by their name or path."""

    def __init__(self) -> None:
        super().__init__(200, "the rules to play by, such as `sovereign`")


WHAT: Final = Field("what", Text(60, "a creature such as `goblin` or `6 x goblin`"), required=True)
AT: Final = Field("at", ListOf(SPOT, or_one=True, all_or_none=True))
AREA: Final = Field("area", Text(40, "an area: squares such as `B2-F4`, or a name"))
ID: Final = Field("id", Ident())
NAME: Final = Field("name", Text(40, "a name"))
HP: Final = Field("hp", Whole(1, 1000))
SEAT: Final = Field("seat", Ident())
UNIT: Final = Record("a unit", WHAT, AT, AREA, ID, NAME, HP, SEAT)

SIDE_NAME: Final = Field("name", Ident(), required=True)
PLAYERS: Final = Field("players", Flag())
TEAM: Final = Field("team", Ident())
PARTY: Final = Field("party", Text(200, "the name or path of a party file"))
ONLY: Final = Field("only", ListOf(Ident(), or_one=True))
PLACES: Final = Field("places", MapOf(SPOT, Ident(), what="characters, each with a square"))
SIDE_AT: Final = Field("at", SPOT)
UNITS: Final = Field("units", ListOf(UNIT))
SIDE_MORALE: Final = Field("morale", Whole(-2, 2))
REACTION: Final = Field("reaction", Flag())
EXPECTING: Final = Field("expecting", Flag())
CAREFUL: Final = Field("careful", Flag())
SIDE: Final = Record(
    "a side",
    SIDE_NAME, PLAYERS, TEAM, PARTY, ONLY, PLACES, AREA, SIDE_AT, UNITS, EXPECTING, CAREFUL,
    SIDE_MORALE,
)  # fmt: skip

TITLE: Final = Field("title", Text(), required=True)
RULES_FIELD: Final = Field("rules", RulesName(), required=True)
LOOK_FOR: Final = Field("look-for", Text(400))
SPACE: Final = Field("space", Word("map", "open"))
MAP_FIELD: Final = Field("map", MapOrName())
FIELD_FIELD: Final = Field("field", FIELD)
ENGAGED: Final = Field("engaged", ListOf(ListOf(Ident())))
SIDES: Final = Field("sides", ListOf(SIDE, most=16), required=True)
OWN_CREATURES: Final = Field("creatures", CREATURES)
SURPRISED: Final = Field("surprised", ListOf(Ident(), or_one=True))
ROUNDS: Final = Field("rounds", Whole(1, MAX_ROUNDS))
STOPS: Final = Field("stops", Word(*STOP_NAMES))
POISED: Final = Field("poised", ListOf(Ident(), or_one=True))
AMBUSH: Final = Field("ambush", Ident())
HARD_ENTRY: Final = Field("hard-entry", Ident())
DARK: Final = Field("dark", Flag())
HIDDEN: Final = Field("hidden", ListOf(Ident(), or_one=True))
RULINGS: Final = Field("rulings", MapOf(Text(60), what="rulings, each with its setting"))
ENFORCE: Final = Field("enforce", MapOf(Text(10), what="rules, each on, warn or off"))
ENCOUNTER: Final = Record(
    "an encounter",
    TITLE, RULES_FIELD, LOOK_FOR, SPACE, MAP_FIELD, FIELD_FIELD, ENGAGED, SIDES, OWN_CREATURES,
    SURPRISED, ROUNDS, RULINGS, ENFORCE, STOPS, POISED, AMBUSH, HARD_ENTRY, REACTION, DARK, HIDDEN,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EncounterInfo:
    """A line in a list of encounters."""

    name: str
    title: str
    look_for: str
    sides: str
    """How many a side: `4 v 6`."""
    size: str
    """The map in squares: `24 x 16`."""
    book: str = ""
    """The name of the ruleset it is played by."""


@dataclass(slots=True)
class _Muster:
    """Everyone on the way to the map, in the order of the file."""

    figures: list[Figure] = field(default_factory=list)
    exact: list[tuple[Figure, Spot, Place]] = field(default_factory=list)
    crowds: list[Crowd] = field(default_factory=list)


class _Reader:
    """One encounter file being read."""

    def __init__(self, file: str, folder: Path | None) -> None:
        self.file = file
        self.folder = folder
        self.problems: list[Problem] = []
        self.creatures: dict[str, Sheet] = {}
        self.broken: list[str] = []
        """The GM's own files of creatures that could not be read."""
        self.muster = _Muster()
        self.rules = RULESETS["sovereign"]
        self.figures = self.rules
        """The book whose weapons, classes and creatures the file speaks of."""
        self.house: House | None = None
        self.open = False
        """Whether the fight has no map."""
        self.home = Spot(0, 0, True)
        """Where those of the side being read stand, without a map, unless they say otherwise."""
        self.numbers: Counter[str] = Counter()
        """The last number given to each kind of unit."""

    def read(self, text: str, rules: str = "") -> tuple[Setup, str]:
        """The set-up and its look-for line, by the file's own rules or by others."""
        place = Place(self.file, self.problems, line=1)
        values = ENCOUNTER.read(parse_tree(text, self.file), place)
        assert values is not None
        own = {name: item.value for name, item in values.value(OWN_CREATURES, {}).items()}
        self._find_rules(values, rules)
        shelves = tuple(dict.fromkeys((*self.figures.shelves, *self.rules.shelves)))
        mine = {} if self.folder is None else self._own_creatures()
        book = self.rules.family
        self.creatures = {
            **shipped_creatures(self.figures.shelves, book),
            **shipped_creatures(self.rules.shelves, book),
            **mine,
            **read_creatures(own, shelves, book),
        }
        ground = self._ground(values)
        sides = self._sides(values, ground)
        surprised = self._surprised(values, sides)
        self._same_ids()
        poised = self._units_named(values, POISED)
        hidden = self._units_named(values, HIDDEN)
        ambush = self._approach(values, sides)
        reaction = self._reaction(values)
        rulings = read_pairs(self.rules, values.value(RULINGS, {}), ruling_problem)
        enforce = read_pairs(self.rules, values.value(ENFORCE, {}), enforcement_problem)
        engaged = self._engaged(values)
        if self.open:
            ground = self._stand_in_the_open(values)
        elif ground is not None:
            self._place(ground)
        if ground is None or self.problems:
            raise ContentError(self.problems)
        placements = []
        for figure in self.muster.figures:
            assert figure.cell is not None
            x, y = figure.cell
            placements.append(Placement(figure.ident, figure.sheet, figure.side, x, y, figure.seat))
        setup = Setup(
            title=values.value(TITLE, ""),
            rules=self.rules.name,
            grid=ground.grid,
            sides=sides,
            placements=placements,
            surprised=surprised,
            rounds=values.value(ROUNDS, 0),
            rulings=rulings,
            enforce=enforce,
            house=self.house,
            cell_names=ground.names,
            poised=poised,
            ambush=ambush,
            hard_entry=values.has(HARD_ENTRY),
            reaction=reaction,
            dark=values.value(DARK, False),
            hidden=hidden,
            engaged=engaged,
            stops=STOP_NAMES.index(values.value(STOPS, STOP_NAMES[WHEN_IT_MATTERS])),
        )
        return setup, values.value(LOOK_FOR, "")

    def _own_creatures(self) -> dict[str, Sheet]:
        """The GM's own; a file of them that is broken matters only to who needs it."""
        found, broken = own_creatures(self.figures.shelves, self.rules.family)
        self.broken = broken
        return found

    def _map(self, values: Values) -> Values | None:
        """The map as it stands in the file, or the one that is named there."""
        given = values.get(MAP_FIELD)
        if not isinstance(given, str):
            return given
        found = find_file("maps", given, self.folder, self.folder is not None)
        if found is None:
            values.at(MAP_FIELD).problem(f"{given!r}: {not_found('maps', given, 'map')}")
            return None
        try:
            return read_map(read_text(found.source, found.shown), found.shown, self.problems)
        except ContentError as error:
            self.problems += error.problems
            return None

    def _ground(self, values: Values) -> Ground | None:
        """The map; None without one, or where it has problems."""
        self.open = values.value(SPACE, "map") == "open"
        if not self.open:
            for key in (FIELD_FIELD, ENGAGED):
                if values.has(key):
                    values.at(key).problem(f"`{key.key}` goes with `space: open`")
            if not values.has(MAP_FIELD):
                values.place.problem("'map' is missing; a fight without one says `space: open`")
        elif values.has(MAP_FIELD):
            values.at(MAP_FIELD).problem("a fight with `space: open` has no `map`, but a `field`")
            return None
        map_values = self._map(values)
        return None if map_values is None else build_ground(map_values)

    def _stand_in_the_open(self, values: Values) -> Ground:
        """Everybody at a position; the field as long as it says, or as they need."""
        spots = [spot for _, spot, _ in self.muster.exact if spot.in_feet]
        far_x = max((spot.x for spot in spots), default=0)
        far_y = max((spot.y for spot in spots), default=0)
        ground = build_field(values.get(FIELD_FIELD), (far_x, far_y))
        for figure, spot, place in self.muster.exact:
            reason = why_not_there(spot, int(ground.grid.width), int(ground.grid.height))
            if reason:
                place.problem(reason)
            figure.cell = (spot.x, spot.y)
        return ground

    def _engaged(self, values: Values) -> tuple[tuple[str, str], ...]:
        """Pairs of foes who begin face to face, and so at one position."""
        figures = {figure.ident: figure for figure in self.muster.figures}
        where = {figure.ident: spot for figure, spot, _ in self.muster.exact}
        pairs = []
        for item in values.value(ENGAGED, []):
            names = [part.value for part in item.value]
            for part in item.value:
                if part.value not in figures:
                    hint = did_you_mean(part.value, list(figures))
                    part.place.problem(f"no unit is called {part.value!r}{hint}")
            if len(names) != 2:
                item.place.problem("two foes such as `[alda, orc]` are face to face")
            elif all(name in where for name in names):
                one, other = names
                a, b = where[one], where[other]
                if max(abs(a.x - b.x), abs(a.y - b.y)) > 1:
                    item.place.problem(f"{one} and {other} are not within 5 ft of each other")
                elif figures[one].side == figures[other].side:
                    item.place.problem(f"{one} and {other} are on one side")
                else:
                    pairs.append((one, other))
        return tuple(pairs)

    def _find_rules(self, values: Values, rules: str) -> None:
        """The book the file names, or another.

        People and creatures the other book has are its own; those it lacks come from the file's.
        """
        self.figures, self.house = self._book(values, values.value(RULES_FIELD, ""), self.folder)
        self.rules = self.figures
        if rules:
            self.rules, self.house = self._book(values, rules, None)
        if self.rules.shelves[0] == self.figures.shelves[0]:
            # An edition of the same book: with its own figures.
            self.figures = self.rules

    def _book(self, values: Values, name: str, folder: Path | None) -> tuple[Ruleset, House | None]:
        """A book by its name, or house rules by their name or path."""
        if name in RULESETS:
            return RULESETS[name], None
        found = find_house(name, folder) if name else None
        if found is not None:
            try:
                made = read_house(read_text(found.source, found.shown), found.shown)
                return made.book, made.house
            except ContentError as error:
                self.problems += error.problems
        elif name:
            hint = did_you_mean(name, [*RULESETS, *known_names("rules")])
            values.at(RULES_FIELD).problem(f"unknown rules {shown(name)}{hint}")
        return RULESETS["sovereign"], None

    def _sides(self, values: Values, ground: Ground | None) -> list[Side]:
        sides: list[Side] = []
        teams: dict[str, int] = {}
        found = values.value(SIDES, [])
        if values.has(SIDES) and values.get(SIDES) is not None and len(found) < 2:
            if not self.problems:
                values.at(SIDES).problem("a fight needs two sides or more")
        counts = self._count(found)
        for index, item in enumerate(found):
            side = item.value
            name = side.value(SIDE_NAME, f"side-{index + 1}")
            if any(other.name == name for other in sides):
                side.at(SIDE_NAME).problem(f"two sides are called {name!r}")
            if name == REFEREE_NAME:
                side.at(SIDE_NAME).problem(f"{REFEREE_NAME!r} is what the referee's seat is called")
            team = teams.setdefault(side.value(TEAM, name), len(teams))
            players = side.value(PLAYERS, side.has(PARTY))
            expecting = side.value(EXPECTING, False)
            careful = side.value(CAREFUL, False)
            morale = side.value(SIDE_MORALE, 0)
            sides.append(Side(name, players, team, expecting, careful, morale))
            before = len(self.muster.figures)
            area = side.get(AREA)
            if self.open and side.has(AREA):
                side.at(AREA).problem("a fight without a map has no areas; give `at` in feet")
            elif side.has(SIDE_AT) and not self.open:
                side.at(SIDE_AT).problem("a side's `at` goes with `space: open`; give an `area`")
            default = Spot((FIRST + index * APART) // STEP, 0, True)
            self.home = side.value(SIDE_AT, default)
            if area is None and ground is not None and name in ground.areas:
                area = name
            self._party(side, index, area)
            for unit in side.value(UNITS, []):
                self._unit(unit.value, index, area, counts)
            if len(self.muster.figures) == before and not self.problems:
                item.place.problem("nobody is on this side; give it `units` or a `party`")
        if len({side.name for side in sides}) > 1 and len(teams) < 2:
            values.at(SIDES).problem("all sides are on one team; nobody is left to fight")
        return sides

    @staticmethod
    def _surprised(values: Values, sides: list[Side]) -> tuple[int, ...]:
        names = [side.name for side in sides]
        found = set()
        for item in values.value(SURPRISED, []):
            if item.value in names:
                found.add(names.index(item.value))
            else:
                hint = did_you_mean(item.value, names)
                item.place.problem(f"unknown side {item.value!r}{hint}")
        return tuple(sorted(found))

    def _party(self, side: Values, index: int, area: str | None) -> None:
        name = side.get(PARTY)
        if name is None:
            for key in (ONLY, PLACES):
                if side.has(key) and not side.has(PARTY):
                    side.at(key).problem(f"`{key.key}` goes with `party`")
            return
        own = self.folder is not None
        party = find_file("parties", name, self.folder, own, self.rules.shelves)
        if party is None:
            side.at(PARTY).problem(f"{name!r}: {not_found('parties', name, 'party')}")
            return
        try:
            book = self.figures if party.shelf is None else self.rules
            members = read_party(party.source, party.shown, self.problems, book)
        except ContentError as error:
            self.problems += error.problems
            return
        idents = [member.ident for member in members]
        places = side.value(PLACES, {})
        only = side.value(ONLY, [])
        named = [(item.value, item.place) for item in only]
        named += [(ident, item.place) for ident, item in places.items()]
        for ident, place in named:
            if ident not in idents:
                hint = did_you_mean(ident, idents)
                place.problem(f"nobody in the party is called {ident!r}{hint}")
        chosen = {item.value for item in only}
        homeless = []
        for member in members:
            if side.has(ONLY) and member.ident not in chosen:
                continue
            figure = Figure(member.ident, member.sheet, index, member.seat, side.at(PARTY))
            self.muster.figures.append(figure)
            spot = places.get(member.ident)
            if spot is not None:
                self.muster.exact.append((figure, spot.value, spot.place))
            else:
                homeless.append(figure)
        self._crowd(homeless, area, side.at(AREA if side.has(AREA) else PARTY))

    def _crowd(self, figures: list[Figure], area: str | None, place: Place) -> None:
        if not figures:
            return
        if self.open:
            self.muster.exact += [(figure, self.home, place) for figure in figures]
        elif area is None:
            names = ", ".join(figure.ident for figure in figures)
            place.problem(f"nowhere to put {names}; give `at` or `area`")
        else:
            self.muster.crowds.append(Crowd(area, place, figures))

    @staticmethod
    def _count(sides: list[Item[Values]]) -> Counter[str]:
        """How many of each creature have no name of their own, on the whole map."""
        counts: Counter[str] = Counter()
        for side in sides:
            for unit in side.value.value(UNITS, []):
                values = unit.value
                if values.get(ID) is None and values.get(NAME) is None:
                    number, what = split_count(values.value(WHAT, ""))
                    counts[ident_of(what)] += number
        return counts

    def _unit(self, unit: Values, side: int, area: str | None, counts: Counter[str]) -> None:
        text = unit.get(WHAT)
        if text is None:
            return
        number, what = split_count(text)
        sheet = self.creatures.get(what)
        if sheet is None:
            hint = did_you_mean(what, sorted(self.creatures))
            if self.broken:
                hint += f"; not all of yours could be read: {', '.join(self.broken)}"
            unit.at(WHAT).problem(f"unknown creature {what!r}{hint}")
        if not 1 <= number <= MAX_COUNT:
            unit.at(WHAT).problem(f"{number} is not a number from 1 to {MAX_COUNT}")
            return
        if len(self.muster.figures) + number > MAX_UNITS:
            unit.at(WHAT).problem(f"too many units: at most {MAX_UNITS} on a map")
            return
        name = unit.get(NAME)
        if name is not None and number > 1:
            unit.at(NAME).problem(f"{number} units cannot share one name")
            return
        base, numbered = self._base_ident(unit, what, number, counts)
        if sheet is None or base is None:
            return
        sheet = changed(sheet, name, unit.get(HP))
        seat = unit.value(SEAT, "")
        figures = []
        for _ in range(number):
            ident = base
            if numbered:
                self.numbers[base] += 1
                ident = f"{base}-{self.numbers[base]}"
            spot = unit.at(ID if unit.has(ID) else WHAT)
            figures.append(Figure(ident, sheet, side, seat, spot))
        self.muster.figures += figures
        self._stand(unit, figures, area)

    def _base_ident(
        self, unit: Values, what: str, number: int, counts: Counter[str]
    ) -> tuple[str | None, bool]:
        """What to call a unit, and whether a number is added."""
        given, name = unit.get(ID), unit.get(NAME)
        if unit.has(ID) and given is None:
            return None, False
        if given is not None:
            return given, number > 1
        base = ident_of(what if name is None else name)
        numbered = name is None and counts[base] > 1
        example = f"{base}-1" if numbered else base
        if not base or Ident().parse(example, Place(self.file, [])) is None:
            place = unit.at(WHAT if name is None else NAME)
            place.problem(f"{name or what!r} makes no good short name; give an `id`")
            return None, False
        return base, numbered

    def _stand(self, unit: Values, figures: list[Figure], area: str | None) -> None:
        squares = unit.get(AT)
        if unit.has(AT) and unit.has(AREA):
            unit.at(AREA).problem("give either `at` or `area`, not both")
        elif squares is not None:
            if self.open and len(squares) == 1:
                squares = squares * len(figures)
            if len(squares) != len(figures):
                message = f"squares given: {len(squares)}, units to place: {len(figures)}"
                unit.at(AT).problem(message)
            for figure, square in zip(figures, squares):
                self.muster.exact.append((figure, square.value, square.place))
        elif not unit.has(AT):
            own = unit.get(AREA)
            if own is not None or not unit.has(AREA):
                place = unit.at(AREA if unit.has(AREA) else WHAT)
                self._crowd(figures, own if own is not None else area, place)

    def _reaction(self, values: Values) -> bool:
        """Whether a reaction roll comes first, which not every book has."""
        wanted = values.value(REACTION, False)
        if wanted and all(stage.name != "reaction" for stage in self.rules.flow.stages):
            values.at(REACTION).problem(f"{self.rules.title} has no reaction roll")
        return wanted

    @staticmethod
    def _approach(values: Values, sides: list[Side]) -> int:
        """The side that tries to take the others unaware, -1 for none."""
        if values.has(AMBUSH) and values.has(HARD_ENTRY):
            values.at(HARD_ENTRY).problem("there is either an `ambush` or a `hard-entry`")
        names = [side.name for side in sides]
        for key in (AMBUSH, HARD_ENTRY):
            name = values.get(key)
            if name is None:
                continue
            if name in names:
                return names.index(name)
            values.at(key).problem(f"unknown side {name!r}{did_you_mean(name, names)}")
        return -1

    def _units_named(self, values: Values, key: Field[list[Item[str]]]) -> tuple[str, ...]:
        idents = [figure.ident for figure in self.muster.figures]
        found = []
        for item in values.value(key, []):
            if item.value in idents:
                found.append(item.value)
            else:
                hint = did_you_mean(item.value, idents)
                item.place.problem(f"no unit is called {item.value!r}{hint}")
        return tuple(sorted(set(found)))

    def _same_ids(self) -> None:
        seen: dict[str, Figure] = {}
        for figure in self.muster.figures:
            if figure.ident == REFEREE_NAME:
                figure.place.problem(
                    f"{REFEREE_NAME!r} is what the referee is called; give it another `id`"
                )
            if figure.ident in seen:
                figure.place.problem(f"two units are called {figure.ident!r}; give one an `id`")
            else:
                seen[figure.ident] = figure

    def _place(self, ground: Ground) -> None:
        board = Board(ground)
        for figure, spot, place in self.muster.exact:
            if spot.in_feet:
                place.problem("this fight has a map; give a square such as `C7`")
            else:
                board.put(figure, (spot.x, spot.y), place)
        board.fill(self.muster.crowds)


def split_count(text: str) -> tuple[int, str]:
    """`6 x goblin` is six goblins."""
    found = re.fullmatch(r"([0-9]{1,6}) *[x×*]? +(.+)", text)
    return (int(found[1]), found[2]) if found else (1, text)


def read_encounter(text: str, file: str, folder: Path | None = None, rules: str = "") -> Setup:
    """An encounter from its text; `file` is what its problems are reported under.

    It is played by the rules it names, or by others if some are given.
    """
    return _Reader(file, folder).read(text, rules)[0]


def load_encounter(
    name_or_path: str, rules: str = "", rulings: Rulings = (), enforce: Rulings = ()
) -> Setup:
    """An encounter by the path of its file or by its name.

    `rulings` and `enforce` go before those of the file.
    """
    if rules and rules not in RULESETS and find_house(rules, None) is None:
        hint = did_you_mean(rules, [*RULESETS, *known_names("rules")])
        raise fail("--rules", f"unknown rules {shown(rules)}{hint}")
    found = find_encounter(name_or_path)
    setup = read_encounter(read_text(found.source, found.shown), found.shown, found.folder, rules)
    decide(setup, rulings, enforce)
    return setup


def find_encounter(name: str) -> Found:
    """Where an encounter lies."""
    path = Path(name)
    if is_path(name) or is_file(path):
        return Found(path, name, path.parent)
    found = find_file("encounters", name, None)
    if found is None:
        raise fail(name, not_found("encounters", name, "encounter"))
    return found


def list_encounters() -> list[EncounterInfo]:
    """The shipped encounters by name."""
    return [encounter_info(name) for name in shipped("encounters")]


def encounter_info(name: str) -> EncounterInfo:
    """A line of the list; raises ContentError for a file that cannot be used."""
    found = find_encounter(name)
    setup, look_for = _Reader(found.shown, found.folder).read(read_text(found.source, found.shown))
    heads = Counter(placement.side for placement in setup.placements)
    sides = " v ".join(str(heads[index]) for index in range(len(setup.sides)))
    size = f"{setup.grid.width} x {setup.grid.height} squares"
    if setup.grid.open:
        size = f"{(setup.grid.width - 1) * STEP} ft without a map"
    return EncounterInfo(name, setup.title, look_for, sides, size, setup.rules)
