"""Entry point for exports: our maps or creatures in another program's format."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creature_sheets import CREATURES
from shieldwall.content.combatants.creatures import bestiary
from shieldwall.content.encounters import find_encounter, load_encounter
from shieldwall.content.formats.file_schema import Values
from shieldwall.content.formats.naming import find_named
from shieldwall.content.formats.problems import ContentError, did_you_mean, fail
from shieldwall.content.formats.yaml_tree import is_file, parse_tree, read_text
from shieldwall.content.ground.map_file import (
    LIGHT_AT,
    LIGHT_COLOUR,
    LIGHT_RANGE,
    LIGHTS,
    PICTURE,
    PIXELS,
    TITLE,
)
from shieldwall.content.library import read_shipped
from shieldwall.content.user_folder import Found, find_file, is_path, known_names, own_files
from shieldwall.exchange.fifth.improved_initiative import plain_form, write_initiative
from shieldwall.exchange.foundry_vtt.foundry_actors import write_actors
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.map_files.map_drawing import Drawing, Light, drawing_of, ground_of
from shieldwall.exchange.map_files.uvtt import PLAIN_LIGHT, write_uvtt
from shieldwall.exchange.picture_header import MAX_BYTES, picture_of
from shieldwall.exchange.untrusted_json import read_bytes
from shieldwall.exchange.yaml_text import Plain, block

UVTT: Final = "uvtt"
INITIATIVE: Final = "improved-initiative"
FOUNDRY: Final = "foundry"
KINDS: Final = {
    UVTT: "Universal VTT map, from a map or an encounter",
    INITIATIVE: "Improved Initiative encounter, from a file of creatures or one by name",
    FOUNDRY: "Foundry VTT actors of the OSE system, from a file of creatures or one by name",
}


def export_text(kind: str, name: str, report: Report) -> str:
    """The text of the exported file; raises ContentError with the problems of ours."""
    if kind == UVTT:
        return write_uvtt(_drawing(name, report))
    if kind == FOUNDRY:
        return write_actors(*_creatures(name))
    return write_initiative(*_creatures(name))


def _creatures(name: str) -> tuple[str, str]:
    """Text and name of a file of creatures; a single creature becomes a file of one."""
    path = Path(name)
    if is_path(name) or is_file(path):
        return read_text(path, name), path.stem
    own = find_file("creatures", name, None)
    if own is not None:
        return read_text(own.source, own.shown), name
    forms = creature_forms()
    called = find_named({each: each for each in forms}, name)
    if called is None:
        raise fail(name, f"no such creature{did_you_mean(name, sorted(forms))}")
    return block({called: forms[called]}), called


def creature_forms() -> dict[str, Plain]:
    """All known creatures by name, with the values of their files."""
    forms: dict[str, Plain] = {}
    for book_folders in dict.fromkeys(book.book_folders for book in RULESETS.values()):
        for called, item in read_shipped("creatures.yaml", CREATURES, book_folders):
            forms.setdefault(called, plain_form(item.value.node))
    for called, item in bestiary():
        forms.setdefault(called, plain_form(item.value.node))
    for path in own_files("creatures").values():
        try:
            entries = parse_tree(read_text(path, str(path)), str(path)).entries
        except ContentError:
            continue
        forms.update({called: plain_form(node) for called, (_, node) in entries.items()})
    return forms


def _drawing(name: str, report: Report) -> Drawing:
    found = _find_map(name)
    text = read_text(found.source, found.shown)
    if "squares" not in parse_tree(text, found.shown).entries:
        setup = load_encounter(name)
        if setup.grid.open:
            raise fail(name, "has no map to export")
        return drawing_of(setup.grid, setup.title, report)
    ground, values = ground_of(text, found.shown)
    drawing = drawing_of(ground.grid, values.value(TITLE, Path(name).stem), report)
    _take_extras(drawing, values, found.folder, report)
    return drawing


def _find_map(name: str) -> Found:
    """A map file or an encounter, by path or by name."""
    if is_path(name) or is_file(Path(name)):
        return Found(Path(name), name, Path(name).parent)
    found = find_file("maps", name, None)
    if found is not None:
        return found
    if name in known_names("encounters"):
        return find_encounter(name)
    known = sorted({*known_names("maps"), *known_names("encounters")})
    raise fail(name, f"no such map or encounter{did_you_mean(name, known)}")


def _take_extras(drawing: Drawing, values: Values, folder: Path | None, report: Report) -> None:
    """Add the picture beside the file, and the lights imported with the map."""
    picture = values.get(PICTURE)
    if picture is not None and folder is not None:
        path = folder / picture
        if path.is_symlink() or not is_file(path):
            report.warn("picture", f"{picture} does not lie beside the map: left out")
        else:
            found = picture_of(read_bytes(path, MAX_BYTES))
            if isinstance(found, str):
                report.warn("picture", f"{picture}: {found}: left out")
            else:
                drawing.picture = found
    drawing.pixels = values.value(PIXELS, 0)
    for item in values.value(LIGHTS, []):
        at = item.value.value(LIGHT_AT, [])
        if len(at) == 2:
            reach = item.value.value(LIGHT_RANGE, 0)
            colour = item.value.value(LIGHT_COLOUR, PLAIN_LIGHT)
            drawing.lights.append(Light(at[0].value, at[1].value, reach, colour))
