"""The editor's view of a file: its values, problems, map and units.

The page sends the text, optionally with changed values. Problems come from the checker behind
`shieldwall check`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from shieldwall.content.encounters import Sketch, sketch_encounter
from shieldwall.content.formats.problems import ContentError, Problem
from shieldwall.content.formats.yaml_tree import MAX_BYTES, Scalar, Table, parse_tree
from shieldwall.content.ground.field import STEP
from shieldwall.content.ground.map_file import Ground, build_ground, read_map
from shieldwall.content.ground.placement import Figure
from shieldwall.content.user_folder import home_folder
from shieldwall.display.sight_words import Viewpoints
from shieldwall.engine.space.sight.cover import look
from shieldwall.engine.space.square_names import square_name
from shieldwall.exchange.file_checks import check_text
from shieldwall.exchange.yaml_edit import Tree, edited, tree_of
from shieldwall.table.library.library_files import check_kind
from shieldwall.table.library.library_models import (
    DraftSide,
    DraftUnit,
    LookAt,
    Looked,
    ProblemLine,
    SightTried,
)
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.publish.board_looks import unit_picture
from shieldwall.table.publish.seat_state import ground_view_of
from shieldwall.text.notation import NotationError

MOST_DEPTH: Final = 12
MOST_VALUES: Final = 50_000
SQUARE: Final = re.compile(r"\b([A-Z]{1,2}[0-9]{1,3})\b")
KINDS: Final = {
    "encounters": "encounter",
    "parties": "party",
    "maps": "map",
    "creatures": "creatures",
}


def looked_at(wanted: LookAt) -> Looked:
    """Reads files named in the text: do not call on the event loop."""
    check_kind(wanted.kind)
    text = wanted.text
    if wanted.tree is not None:
        text = edited(text, clean_tree(wanted.tree))
    if len(text.encode()) > MAX_BYTES:
        raise Wrong(f"The file would be larger than {MAX_BYTES:,} bytes.", 413)
    path = home_folder() / wanted.kind / f"{wanted.name or 'new'}.yaml"
    try:
        parsed = parse_tree(text, path.name)
    except ContentError as error:
        problems = [_line(one, None, path) for one in error.problems]
        return Looked(text=text, tree=None, problems=problems)
    tree = tree_of(parsed)
    assert isinstance(tree, dict)
    if wanted.kind == "encounters":
        return _encounter(text, tree, parsed, path)
    kind, found = check_text(text, path)
    if not found and kind != KINDS[wanted.kind]:
        one = KINDS[wanted.kind]
        found = [Problem(path.name, 1, 0, "", f"this is not a {one} file: {kind}")]
    problems = [_line(one, parsed, path) for one in found]
    made = Looked(text=text, tree=tree, problems=problems)
    if wanted.kind == "maps":
        ground = _bare_ground(text, path)
        return made.model_copy(update=_ground(ground))
    return made


def clean_tree(tree: dict[str, object]) -> dict[str, Tree]:
    """Values valid in a file: strings, lists and keys; numbers and booleans become strings."""
    left = [MOST_VALUES]

    def clean(value: object, depth: int) -> Tree:
        left[0] -= 1
        if left[0] < 0 or depth > MOST_DEPTH:
            raise Wrong("That is too large for a file.", 413)
        if isinstance(value, str):
            return value
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | float):
            return f"{value:g}"
        if isinstance(value, list):
            return [clean(part, depth + 1) for part in value]
        if isinstance(value, dict):
            return {str(key): clean(part, depth + 1) for key, part in value.items()}
        raise Wrong("A value of the file is empty; leave its key out instead.")

    return {str(key): clean(value, 1) for key, value in tree.items()}


def sketch(text: str) -> Sketch:
    """Sketch of an encounter from the GM's own files."""
    folder = home_folder() / "encounters"
    return sketch_encounter(text, "encounter.yaml", folder)


def _encounter(text: str, tree: dict[str, Tree], parsed: Table, path: Path) -> Looked:
    found = sketch_encounter(text, path.name, path.parent)
    sides = [
        DraftSide(name=side.name, players=side.players, team=int(side.team)) for side in found.sides
    ]
    in_feet = found.setup is not None and found.setup.grid.open
    units = [
        unit
        for figure in found.figures
        if (unit := _unit(figure, found, in_feet, tree)) is not None
    ]
    own_map = tree.get("map")
    made = Looked(
        text=text,
        tree=tree,
        problems=[_line(one, parsed, path) for one in found.problems],
        units=units,
        sides=sides,
        book=found.rules,
        own_map=own_map if isinstance(own_map, str) else "",
    )
    if found.setup is not None:
        ground = Ground(found.setup.grid, found.setup.cell_names)
        ground.areas = found.ground.areas if found.ground is not None else {}
        return made.model_copy(update=_ground(ground))
    return made.model_copy(update=_ground(found.ground))


def _unit(figure: Figure, found: Sketch, in_feet: bool, tree: dict[str, Tree]) -> DraftUnit | None:
    if figure.cell is None:
        return None
    sheet = figure.sheet
    field = re.match(r"sides\[[0-9]+\](\.units\[[0-9]+\])?", figure.place.field)
    weapons = sheet.weapons
    name = sheet.name if sheet.named else figure.ident.replace("-", " ").capitalize()
    in_hand = weapons[0].name if weapons else ""
    return DraftUnit(
        id=figure.ident,
        name=name,
        creature=sheet.name,
        side=figure.side,
        team=int(found.sides[figure.side].team) if figure.side < len(found.sides) else 0,
        x=figure.cell[0] * (STEP if in_feet else 1),
        y=figure.cell[1],
        size=int(sheet.size),
        hp=int(sheet.hp),
        ac=int(sheet.ac),
        attack=int(sheet.attack),
        in_hand=in_hand,
        icon=unit_picture(name, in_hand, sheet),
        field=field[0] if field else "",
        faces=_faces(figure, tree, field[0] if field else ""),
    )


def _faces(figure: Figure, tree: dict[str, Tree], field: str) -> str:
    """The facing of a unit, if the file gives it."""
    entry = at_field(tree, field)
    if not isinstance(entry, dict):
        return ""
    faces = entry.get("faces", "")
    if isinstance(faces, dict):
        faces = faces.get(figure.ident, "")
    return faces if isinstance(faces, str) else ""


def _ground(ground: Ground | None) -> dict[str, object]:
    if ground is None:
        return {"map": None}
    areas = {name: [square_name(x, y) for x, y in cells] for name, cells in ground.areas.items()}
    return {"map": ground_view_of(ground.grid, ground.names), "areas": areas}


def _bare_ground(text: str, path: Path) -> Ground | None:
    problems: list[Problem] = []
    try:
        values = read_map(text, path.name, problems)
        return None if values is None else build_ground(values)
    except ContentError:
        return None


# Problems and their locations.


def _line(problem: Problem, parsed: Table | None, path: Path) -> ProblemLine:
    mine = problem.file in (path.name, str(path))
    return ProblemLine(
        message=problem.message,
        line=problem.line,
        column=problem.column,
        field=problem.field,
        file="" if mine else problem.file,
        square=_square(problem, parsed) if mine and parsed is not None else "",
    )


def _square(problem: Problem, parsed: Table) -> str:
    """The square of a problem, if it has one."""
    node = parsed.entries.get("map", (None, None))[1]
    rows = node.entries.get("squares") if isinstance(node, Table) else parsed.entries.get("squares")
    if problem.field.endswith("squares") and rows is not None and isinstance(rows[1], Scalar):
        row = problem.line - rows[1].line
        return f"A{row}" if row > 0 else ""
    said = SQUARE.search(problem.message)
    if said:
        return said[1]
    tree = tree_of(parsed)
    field = problem.field
    while field:
        entry = at_field(tree, field)
        for part in entry.values() if isinstance(entry, dict) else [entry]:
            first = part[0] if isinstance(part, list) and part else part
            if isinstance(first, str) and (found := SQUARE.match(first)):
                return found[1]
        if re.fullmatch(r".*(units|walls)\[[0-9]+\]", field):
            return ""
        field = field.rpartition(".")[0]
    return ""


def at_field(tree: Tree, field: str) -> Tree | None:
    """The value at a path such as `sides[2].units[1]`."""
    found: Tree | None = tree
    for name, number in re.findall(r"([^.\[\]]+)|\[([0-9]+)\]", field):
        if name and isinstance(found, dict):
            found = found.get(name)
        elif number and isinstance(found, list) and 0 < int(number) <= len(found):
            found = found[int(number) - 1]
        elif number and not isinstance(found, list):
            # A single value may stand for a list of one.
            continue
        else:
            return None
    return found


# Sight.


def sight_tried(text: str, start: str, end: str) -> SightTried:
    """Line of sight and cover between two places of an encounter, both ways."""
    found = sketch(text)
    if found.setup is None:
        first = found.problems[0].message if found.problems else "it is empty"
        raise Wrong(f"The encounter has a problem that must be solved first: {first}.")
    if found.setup.grid.open:
        raise Wrong("This fight has no map.")
    try:
        view = Viewpoints(found.setup)
        here, there = view.stand(start), view.stand(end)
        seen = look(view.grid, here, there)
        back = look(view.grid, there, here)
    except NotationError as error:
        raise Wrong(f"{error}.") from None
    names = view.name(start), view.name(end)
    return SightTried(
        line=seen.line,
        cover=view.cover(seen) if seen.line else "",
        words=[line.strip() for line in view.lines(*names, seen)],
        back=[line.strip() for line in view.lines(names[1], names[0], back)],
        back_cover=view.cover(back) if back.line else "",
        back_line=back.line,
        corners=[corner.seen for corner in seen.corners],
    )
