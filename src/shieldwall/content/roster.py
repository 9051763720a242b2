"""The units of an encounter before placement: sides, parties, creatures by name and number."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from shieldwall.content.combatants.creatures import changed
from shieldwall.content.combatants.parties import ident_of, read_party
from shieldwall.content.encounter_fields import (
    AREA,
    AT,
    CAREFUL,
    ENGAGED,
    EXPECTING,
    FIELD_FIELD,
    HP,
    ID,
    LEADER,
    MAX_COUNT,
    MAX_UNITS,
    MORALE,
    NAME,
    ONLY,
    PARTY,
    PLACES,
    PLAYERS,
    SEAT,
    SIDE_AT,
    SIDE_MORALE,
    SIDE_NAME,
    SIDES,
    TEAM,
    UNITS,
    WHAT,
)
from shieldwall.content.formats.file_schema import Field, Ident, Item, Place, Values
from shieldwall.content.formats.naming import find_named
from shieldwall.content.formats.problems import ContentError, Problem, did_you_mean
from shieldwall.content.ground.field import APART, FIRST, STEP, Spot, build_field, why_not_there
from shieldwall.content.ground.map_file import Ground
from shieldwall.content.ground.placement import Board, Crowd, Figure
from shieldwall.content.user_folder import find_file, not_found
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import Placement
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Side
from shieldwall.gm.order_grammar import REFEREE_NAME


class Roster:
    """All units to be placed, in file order."""

    def __init__(
        self,
        file: str,
        folder: Path | None,
        problems: list[Problem],
        rules: Ruleset,
        own_book: Ruleset,
        creatures: dict[str, Sheet],
        broken: list[str],
        without_map: bool,
    ) -> None:
        self.file = file
        self.folder = folder
        self.problems = problems
        self.rules = rules
        self.own_book = own_book
        """The book of the file's weapons, classes and creatures."""
        self.creatures = creatures
        self.broken = broken
        """The GM's own creature files that could not be read."""
        self.open = without_map
        self.home = Spot(0, 0, True)
        """Without a map: default position of the current side."""
        self.numbers: Counter[str] = Counter()
        """The last number given to each kind of unit."""
        self.figures: list[Figure] = []
        self.exact: list[tuple[Figure, Spot, Place]] = []
        self.crowds: list[Crowd] = []

    def placements(self) -> list[Placement]:
        """The units on their squares, once all have one."""
        found = []
        for figure in self.figures:
            assert figure.cell is not None
            x, y = figure.cell
            found.append(Placement(figure.ident, figure.sheet, figure.side, x, y, figure.seat))
        return found

    def stand_in_the_open(self, values: Values) -> Ground:
        """Without a map: all units at positions; the field's length is given, or as needed."""
        spots = [spot for _, spot, _ in self.exact if spot.in_feet]
        far_x = max((spot.x for spot in spots), default=0)
        far_y = max((spot.y for spot in spots), default=0)
        ground = build_field(values.get(FIELD_FIELD), (far_x, far_y))
        for figure, spot, place in self.exact:
            reason = why_not_there(spot, int(ground.grid.width), int(ground.grid.height))
            if reason:
                place.problem(reason)
            figure.cell = (spot.x, spot.y)
        return ground

    def engaged(self, values: Values) -> tuple[tuple[str, str], ...]:
        """Pairs of foes that start face to face, and so at one position."""
        figures = {figure.ident: figure for figure in self.figures}
        where = {figure.ident: spot for figure, spot, _ in self.exact}
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

    def sides(self, values: Values, ground: Ground | None) -> list[Side]:
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
                side.at(SIDE_NAME).problem(f"{REFEREE_NAME!r} is reserved for the GM's seat")
            team = teams.setdefault(side.value(TEAM, name), len(teams))
            players = side.value(PLAYERS, side.has(PARTY))
            expecting = side.value(EXPECTING, False)
            careful = side.value(CAREFUL, False)
            morale = side.value(SIDE_MORALE, 0)
            sides.append(Side(name, players, team, expecting, careful, morale))
            before = len(self.figures)
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
            if len(self.figures) == before and not self.problems:
                item.place.problem("this side has no units; give it `units` or a `party`")
        if len({side.name for side in sides}) > 1 and len(teams) < 2:
            values.at(SIDES).problem("all sides are on one team; no side is left to fight")
        return sides

    def _party(self, side: Values, index: int, area: str | None) -> None:
        name = side.get(PARTY)
        if name is None:
            for key in (ONLY, PLACES):
                if side.has(key) and not side.has(PARTY):
                    side.at(key).problem(f"`{key.key}` goes with `party`")
            return
        own = self.folder is not None
        party = find_file("parties", name, self.folder, own, self.rules.book_folders)
        if party is None:
            side.at(PARTY).problem(f"{name!r}: {not_found('parties', name, 'party', self.folder)}")
            return
        try:
            book = self.own_book if party.book_folder is None else self.rules
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
                place.problem(f"no member of the party is called {ident!r}{hint}")
        chosen = {item.value for item in only}
        homeless = []
        for member in members:
            if side.has(ONLY) and member.ident not in chosen:
                continue
            figure = Figure(member.ident, member.sheet, index, member.seat, side.at(PARTY))
            self.figures.append(figure)
            spot = places.get(member.ident)
            if spot is not None:
                self.exact.append((figure, spot.value, spot.place))
            else:
                homeless.append(figure)
        self._crowd(homeless, area, side.at(AREA if side.has(AREA) else PARTY))

    def _crowd(self, figures: list[Figure], area: str | None, place: Place) -> None:
        if not figures:
            return
        if self.open:
            self.exact += [(figure, self.home, place) for figure in figures]
        elif area is None:
            names = ", ".join(figure.ident for figure in figures)
            place.problem(f"nowhere to put {names}; give `at` or `area`")
        else:
            self.crowds.append(Crowd(area, place, figures))

    def _count(self, sides: list[Item[Values]]) -> Counter[str]:
        """Number of each creature without its own name, on the whole map."""
        counts: Counter[str] = Counter()
        for side in sides:
            for unit in side.value.value(UNITS, []):
                values = unit.value
                if values.get(ID) is None and values.get(NAME) is None:
                    number, what = split_count(values.value(WHAT, ""))
                    sheet = find_named(self.creatures, what)
                    counts[ident_of(what if sheet is None else sheet.name)] += number
        return counts

    def _unit(self, unit: Values, side: int, area: str | None, counts: Counter[str]) -> None:
        text = unit.get(WHAT)
        if text is None:
            return
        number, what = split_count(text)
        sheet = find_named(self.creatures, what)
        what = what if sheet is None else sheet.name
        if sheet is None:
            hint = did_you_mean(what, sorted(self.creatures))
            if self.broken:
                hint += f"; not all of yours could be read: {', '.join(self.broken)}"
            unit.at(WHAT).problem(f"unknown creature {what!r}{hint}")
        if not 1 <= number <= MAX_COUNT:
            unit.at(WHAT).problem(f"{number} is not a number from 1 to {MAX_COUNT}")
            return
        if len(self.figures) + number > MAX_UNITS:
            unit.at(WHAT).problem(f"too many units: at most {MAX_UNITS} on a map")
            return
        name = unit.get(NAME)
        if name is not None and number > 1:
            unit.at(NAME).problem(f"{number} units cannot share one name")
            return
        if unit.value(LEADER, False) and number > 1:
            unit.at(LEADER).problem(f"{number} units cannot all lead; give the leader its own line")
            return
        base, numbered = self._base_ident(unit, what, number, counts)
        if sheet is None or base is None:
            return
        sheet = changed(sheet, name, unit.get(HP), unit.get(LEADER), unit.get(MORALE))
        seat = unit.value(SEAT, "")
        figures = []
        for _ in range(number):
            ident = base
            if numbered:
                self.numbers[base] += 1
                ident = f"{base}-{self.numbers[base]}"
            spot = unit.at(ID if unit.has(ID) else WHAT)
            figures.append(Figure(ident, sheet, side, seat, spot))
        self.figures += figures
        self._stand(unit, figures, area)

    def _base_ident(
        self, unit: Values, what: str, number: int, counts: Counter[str]
    ) -> tuple[str | None, bool]:
        """The id of a unit, and whether a number is added."""
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
                self.exact.append((figure, square.value, square.place))
        elif not unit.has(AT):
            own = unit.get(AREA)
            if own is not None or not unit.has(AREA):
                place = unit.at(AREA if unit.has(AREA) else WHAT)
                self._crowd(figures, own if own is not None else area, place)

    def units_named(self, values: Values, key: Field[list[Item[str]]]) -> tuple[str, ...]:
        idents = [figure.ident for figure in self.figures]
        found = []
        for item in values.value(key, []):
            if item.value in idents:
                found.append(item.value)
            else:
                hint = did_you_mean(item.value, idents)
                item.place.problem(f"no unit is called {item.value!r}{hint}")
        return tuple(sorted(set(found)))

    def same_ids(self) -> None:
        seen: dict[str, Figure] = {}
        for figure in self.figures:
            if figure.ident == REFEREE_NAME:
                figure.place.problem(
                    f"{REFEREE_NAME!r} is reserved for the GM; give it another `id`"
                )
            if figure.ident in seen:
                figure.place.problem(f"two units are called {figure.ident!r}; give one an `id`")
            else:
                seen[figure.ident] = figure

    def place(self, ground: Ground) -> None:
        board = Board(ground)
        for figure, spot, place in self.exact:
            if spot.in_feet:
                place.problem("this fight has a map; give a square such as `C7`")
            else:
                board.put(figure, (spot.x, spot.y), place)
        board.fill(self.crowds)


def split_count(text: str) -> tuple[int, str]:
    """`6 x goblin` is six goblins."""
    found = re.fullmatch(r"([0-9]{1,6}) *[x×*]? +(.+)", text)
    return (int(found[1]), found[2]) if found else (1, text)
