"""Encounter files: the map, the sides and their units, with every name resolved into a `Setup`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creatures import read_creatures, shipped_creatures
from shieldwall.content.combatants.own_creatures import own_creatures
from shieldwall.content.difficulty import difficulty_words
from shieldwall.content.encounter_fields import (
    AMBUSH,
    ATTACKERS,
    DARK,
    ENCOUNTER,
    ENFORCE,
    ENGAGED,
    FIELD_FIELD,
    HARD_ENTRY,
    HIDDEN,
    LOOK_FOR,
    MAP_FIELD,
    NEXT,
    OWN_CREATURES,
    POISED,
    REACTION,
    ROUNDS,
    RULES_FIELD,
    RULINGS,
    SPACE,
    STOP_NAMES,
    STOPS,
    SURPRISED,
    TITLE,
)
from shieldwall.content.formats.file_schema import (
    Field,
    Place,
    Values,
    shown,
)
from shieldwall.content.formats.problems import ContentError, Problem, did_you_mean, fail
from shieldwall.content.formats.yaml_tree import is_file, parse_tree, read_text
from shieldwall.content.ground.field import STEP
from shieldwall.content.ground.map_file import (
    PICTURE,
    PIXELS,
    USUAL_PIXELS,
    Ground,
    build_ground,
    read_map,
)
from shieldwall.content.ground.placement import Figure
from shieldwall.content.house_rules.homebrew import find_house, played_book, read_house
from shieldwall.content.house_rules.ruling_text import (
    Rulings,
    decide,
    enforcement_problem,
    read_pairs,
    ruling_problem,
)
from shieldwall.content.library import shipped
from shieldwall.content.roster import Roster
from shieldwall.content.user_folder import (
    OUTSIDE,
    Found,
    find_file,
    is_path,
    known_names,
    not_found,
    outside,
)
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.sight.screen_list import check_heights
from shieldwall.engine.state.house_rules import House
from shieldwall.engine.state.setup import Setup, Start, TableRules
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import NOBODY, UNSAID, WHEN_IT_MATTERS, Side


@dataclass(frozen=True, slots=True)
class EncounterInfo:
    """A row in a list of encounters."""

    name: str
    title: str
    look_for: str
    sides: str
    """Units per side: `4 v 6`."""
    size: str
    """The map in squares: `24 x 16`."""
    book: str = ""
    """The name of its ruleset."""
    next: str = ""
    """The next encounter of its campaign."""
    difficulty: str = ""
    """For a shipped one: its measured difficulty."""
    setup: Setup | None = None
    """The whole set-up."""


class _Reader:
    """Reader of one encounter file."""

    def __init__(self, file: str, folder: Path | None) -> None:
        self.file = file
        self.folder = folder
        self.problems: list[Problem] = []
        self.rules = RULESETS["sovereign"]
        self.figures = self.rules
        """The book of the file's weapons, classes and creatures."""
        self.house: House | None = None
        self.broken: list[str] = []
        """The GM's own creature files that could not be read."""
        self.open = False
        """Whether the fight has no map."""
        self.next = ""
        """The next encounter."""
        self.picture: tuple[Path, int] | None = None
        """The picture of the map, and its pixels per square."""
        self.roster: Roster | None = None
        self.ground: Ground | None = None
        self.sides: list[Side] = []

    def read(self, text: str, rules: str = "") -> tuple[Setup, str]:
        """The set-up and its look-for line, by the file's own rules or by others."""
        place = Place(self.file, self.problems, line=1)
        values = ENCOUNTER.read(parse_tree(text, self.file), place)
        assert values is not None
        own = {name: item.value for name, item in values.value(OWN_CREATURES, {}).items()}
        self._find_rules(values, rules)
        creatures = self._creatures(own)
        ground = self._ground(values)
        roster = Roster(
            self.file, self.folder, self.problems, self.rules, self.figures, creatures, self.broken,
            self.open,
        )  # fmt: skip
        self.roster, self.ground = roster, ground
        sides = roster.sides(values, ground)
        self.sides = sides
        surprised = self._surprised(values, sides)
        roster.same_ids()
        poised = roster.units_named(values, POISED)
        hidden = roster.units_named(values, HIDDEN)
        ambush = self._approach(values, sides)
        attackers = self._attackers(values, sides)
        reaction = self._reaction(values)
        rulings = read_pairs(self.rules, values.value(RULINGS, {}), ruling_problem)
        enforce = read_pairs(self.rules, values.value(ENFORCE, {}), enforcement_problem)
        engaged = roster.engaged(values)
        if self.open:
            ground = roster.stand_in_the_open(values)
        elif ground is not None:
            roster.place(ground)
        if ground is None or self.problems:
            raise ContentError(self.problems)
        start = Start(
            surprised, poised, ambush, values.has(HARD_ENTRY), values.value(DARK, False), hidden,
            engaged, reaction, attackers,
        )  # fmt: skip
        setup = Setup(
            title=values.value(TITLE, ""),
            rules=self.rules.name,
            grid=ground.grid,
            sides=sides,
            placements=roster.placements(),
            start=start,
            table=TableRules(
                rulings,
                enforce,
                self.house,
                STOP_NAMES.index(values.value(STOPS, STOP_NAMES[WHEN_IT_MATTERS])),
            ),
            rounds=values.value(ROUNDS, 0),
            cell_names=ground.names,
        )
        self.next = values.value(NEXT, "")
        return setup, values.value(LOOK_FOR, "")

    def _creatures(self, own: dict[str, Values]) -> dict[str, Sheet]:
        """The shipped creatures, the GM's own, and those of this encounter.

        A broken file of the GM only matters if it is needed.
        """
        book_folders, book = self.figures.book_folders, self.rules.family
        mine: dict[str, Sheet] = {}
        if self.folder is not None:
            mine, self.broken = own_creatures(book_folders, book)
        return {
            **shipped_creatures(book_folders, book),
            **shipped_creatures(self.rules.book_folders, book),
            **mine,
            **read_creatures(
                own, tuple(dict.fromkeys((*book_folders, *self.rules.book_folders))), book
            ),
        }

    def _map(self, values: Values) -> Values | None:
        """The map in the file, or the one named there."""
        given = values.get(MAP_FIELD)
        if not isinstance(given, str):
            self._note_picture(given, self.folder)
            return given
        found = find_file("maps", given, self.folder, self.folder is not None)
        if found is None:
            values.at(MAP_FIELD).problem(
                f"{given!r}: {not_found('maps', given, 'map', self.folder)}"
            )
            return None
        try:
            read = read_map(read_text(found.source, found.shown), found.shown, self.problems)
        except ContentError as error:
            self.problems += error.problems
            return None
        self._note_picture(read, found.folder)
        return read

    def _note_picture(self, map_values: Values | None, folder: Path | None) -> None:
        if map_values is None or folder is None or not map_values.has(PICTURE):
            return
        path = folder / map_values.value(PICTURE, "")
        if not path.is_symlink() and is_file(path):
            self.picture = (path, map_values.value(PIXELS, USUAL_PIXELS))

    def _ground(self, values: Values) -> Ground | None:
        """The map; None without one, or if it has problems."""
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

    def _find_rules(self, values: Values, rules: str) -> None:
        """The book the file names, or another.

        Classes and creatures come from the other book if it has them, else from the file's.
        """
        named = values.value(RULES_FIELD, "")
        if outside(named, self.folder):
            values.at(RULES_FIELD).problem(f"{shown(named)} {OUTSIDE}")
            named = ""
        self.figures, self.house = self._book(values, named, self.folder)
        self.rules = self.figures
        if rules:
            self.rules, self.house = self._book(values, rules, None)
        if self.rules.book_folders[0] == self.figures.book_folders[0]:
            # An edition of the same book: use its own figures.
            self.figures = self.rules

    def _book(self, values: Values, name: str, folder: Path | None) -> tuple[Ruleset, House | None]:
        """A book by name, or house rules by name or path."""
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

    def _reaction(self, values: Values) -> bool:
        """Whether a reaction roll comes first; not every book has one."""
        wanted = values.value(REACTION, False)
        if wanted and all(stage.name != "reaction" for stage in self.rules.flow.stages):
            values.at(REACTION).problem(f"{self.rules.title} has no reaction roll")
        return wanted

    @staticmethod
    def _approach(values: Values, sides: list[Side]) -> int:
        """The side that tries to surprise the others, -1 for none."""
        if values.has(AMBUSH) and values.has(HARD_ENTRY):
            values.at(HARD_ENTRY).problem("give either an `ambush` or a `hard-entry`, not both")
        for key in (AMBUSH, HARD_ENTRY):
            if values.has(key):
                return _side_named(values, key, sides, [])
        return NOBODY

    def _attackers(self, values: Values, sides: list[Side]) -> int:
        """The attacking side; a side in ambush attacks."""
        if not values.has(ATTACKERS):
            return unsaid_attackers(self.rules)
        if values.has(AMBUSH) or values.has(HARD_ENTRY):
            values.at(ATTACKERS).problem("an `ambush` or a `hard-entry` already says who attacks")
        return _side_named(values, ATTACKERS, sides, ["none"])


def unsaid_attackers(rules: Ruleset) -> int:
    """The attacking side by default: only some books need one."""
    return UNSAID if "attackers_try_surprise" in rules.cites else NOBODY


def _side_named(values: Values, key: Field[str], sides: list[Side], others: list[str]) -> int:
    """The number of the side a key names; NOBODY for one of the `others`, or an unknown one."""
    names = [side.name for side in sides]
    name = values.value(key, "")
    if name in names:
        return names.index(name)
    if name not in others:
        hint = did_you_mean(name, [*names, *others])
        values.at(key).problem(f"unknown side {name!r}{hint}")
    return NOBODY


def read_encounter(text: str, file: str, folder: Path | None = None, rules: str = "") -> Setup:
    """An encounter from its text; `file` is the name in its problems.

    It uses the rules it names, or `rules` if given.
    """
    setup = _Reader(file, folder).read(text, rules)[0]
    try:
        check_heights(setup.grid)
    except AssertionError as error:
        raise fail(file, f"map: {error}: heights go from -1000 to 1000 ft") from None
    return setup


def load_encounter(
    name_or_path: str, rules: str = "", rulings: Rulings = (), enforce: Rulings = ()
) -> Setup:
    """An encounter by path or name.

    `rulings` and `enforce` override those of the file.
    """
    if rules:
        played_book(rules)
    found = find_encounter(name_or_path)
    setup = read_encounter(read_text(found.source, found.shown), found.shown, found.folder, rules)
    decide(setup, rulings, enforce)
    return setup


def find_encounter(name: str) -> Found:
    """The location of an encounter."""
    path = Path(name)
    if is_path(name) or is_file(path):
        return Found(path, name, path.parent)
    found = find_file("encounters", name, None)
    if found is None:
        raise fail(name, not_found("encounters", name, "encounter"))
    return found


def encounter_picture(name: str) -> tuple[Path, int] | None:
    """The picture of an encounter's map, and its pixels per square."""
    found = find_encounter(name)
    reader = _Reader(found.shown, found.folder)
    reader.read(read_text(found.source, found.shown))
    return reader.picture


@dataclass(frozen=True, slots=True)
class Sketch:
    """An encounter in the editor: everything that can be read, and all problems."""

    problems: list[Problem]
    setup: Setup | None
    """None while there are problems."""
    ground: Ground | None
    sides: list[Side]
    figures: list[Figure]
    """Units without a position have no cell; each knows its place in the file."""
    rules: str


def sketch_encounter(text: str, file: str, folder: Path | None) -> Sketch:
    """Read as far as possible; never raises."""
    reader = _Reader(file, folder)
    setup: Setup | None = None
    problems: list[Problem] = []
    try:
        setup = reader.read(text)[0]
    except ContentError as error:
        problems = error.problems
    figures = [] if reader.roster is None else list(reader.roster.figures)
    return Sketch(problems, setup, reader.ground, reader.sides, figures, reader.rules.name)


def list_encounters() -> list[EncounterInfo]:
    """The shipped encounters by name."""
    return [encounter_info(name) for name in shipped("encounters")]


def encounter_info(name: str) -> EncounterInfo:
    """A row of the list; raises ContentError for an unusable file."""
    found = find_encounter(name)
    reader = _Reader(found.shown, found.folder)
    setup, look_for = reader.read(read_text(found.source, found.shown))
    heads = Counter(placement.side for placement in setup.placements)
    sides = " v ".join(str(heads[index]) for index in range(len(setup.sides)))
    size = f"{setup.grid.width} x {setup.grid.height} squares"
    if setup.grid.open:
        size = f"{(setup.grid.width - 1) * STEP} ft without a map"
    hard = difficulty_words(name) if found.folder is None else ""
    return EncounterInfo(
        name, setup.title, look_for, sides, size, setup.rules, reader.next, hard, setup
    )
