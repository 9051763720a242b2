"""The library as a list: shipped files, the GM's own, and imports."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.parties import Member, party_by, read_party
from shieldwall.content.formats.problems import ContentError, Problem
from shieldwall.content.formats.yaml_tree import parse_tree, read_text
from shieldwall.content.library import data_folder, shipped
from shieldwall.content.user_folder import home_folder, own_files
from shieldwall.engine.state.sheet import KIN_NAMES, Sheet
from shieldwall.exchange.exporters import creature_forms
from shieldwall.exchange.file_checks import check_file
from shieldwall.exchange.map_files.map_drawing import ground_of
from shieldwall.exchange.stat_cards import SIZES, weapon_text
from shieldwall.exchange.yaml_edit import Tree, entry_text, tree_of
from shieldwall.table.library.library_files import (
    SHELVES,
    changed_at,
    check_kind,
    is_imported,
    stamp,
    tags_of,
    version_at,
)
from shieldwall.table.library.library_models import (
    FolderName,
    LibraryFile,
    LibraryLine,
    LibraryPage,
)
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.play.new_fights import encounter_line, shipped_line
from shieldwall.table.publish.board_looks import unit_picture
from shieldwall.table.publish.seat_state import ground_view_of

BOOKS: Final = tuple(book.name for book in RULESETS.values() if book.family == book.name)
"""Books with their own versions of parties and creatures."""
MOST_TROUBLE: Final = 200


def library_page() -> LibraryPage:
    """The whole list; reads files: do not call on the event loop."""
    before = stamp()
    lines: list[LibraryLine] = []
    for kind in SHELVES:
        for name, path in own_files(kind).items():
            try:
                about = path.stat()
            except OSError:
                continue
            lines.append(_own_line(kind, name, path, about.st_mtime_ns, about.st_size, before))
    own = set(own_files("encounters"))
    lines += [_shipped_encounter(name) for name in shipped("encounters") if name not in own]
    lines += _shipped_parties()
    lines += _shipped_creatures()
    return LibraryPage(folder=str(home_folder()), stamp=before, lines=lines)


@lru_cache(maxsize=2000)
def _own_line(
    kind: FolderName, name: str, path: Path, changed: int, size: int, around: str
) -> LibraryLine:
    """Cached until this file, or any file it may refer to, changes."""
    version, text = version_at(path)
    line = LibraryLine(
        kind=kind,
        name=name,
        icon=unit_picture(name, "", None) if kind == "creatures" else "",
        origin="imported" if is_imported(text) else "own",
        title=name,
        tags=tags_of(text),
        version=version,
        changed=changed_at(path),
    )
    found, problems = check_file(path)
    wanted = {"encounters": "encounter", "parties": "party", "maps": "map"}.get(kind, "creatures")
    if not problems and found != wanted:
        return line.model_copy(update={"trouble": f"This file is not a {wanted} file: {found}."})
    more: dict[str, object] = {}
    try:
        more = FACTS[kind](name, path, text) if not problems else _bare_title(text, path)
    except (ContentError, Wrong) as error:
        more["trouble"] = str(error)[:MOST_TROUBLE]
    if problems:
        first = problems[0]
        where = f"line {first.line}: " if first.line else ""
        rest = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        more["trouble"] = f"{where}{first.message}"[:MOST_TROUBLE] + rest
    return line.model_copy(update=_with_tags(line, more))


def _with_tags(line: LibraryLine, more: dict[str, object]) -> dict[str, object]:
    """The file's own tags first, then derived ones."""
    seen = more.get("tags", [])
    assert isinstance(seen, list)
    return {**more, "tags": list(dict.fromkeys([*line.tags, *seen]))}


def _bare_title(text: str, path: Path) -> dict[str, object]:
    tree = tree_of(parse_tree(text, path.name))
    assert isinstance(tree, dict)
    title = tree.get("title")
    return {"title": title} if isinstance(title, str) and title else {}


def _encounter_facts(name: str, path: Path, text: str) -> dict[str, object]:
    found = encounter_line(name, True)
    return {
        "title": found.title,
        "words": found.look_for,
        "facts": [found.sides, found.size],
        "tags": found.themes,
        "book": found.book,
        "map": found.map,
        "dots": found.dots,
    }


def _party_facts(name: str, path: Path, text: str) -> dict[str, object]:
    declared = declared_book(text, path.name)
    books = [declared] if declared in RULESETS else list(RULESETS)
    last: ContentError | None = None
    for book in books:
        try:
            members = party_by(RULESETS[book], str(path))
        except ContentError as error:
            last = error
            continue
        return {**_bare_title(text, path), **_party_words(members), "book": declared or book}
    assert last is not None
    raise last


def _party_words(members: list[Member]) -> dict[str, object]:
    names = ", ".join(member.sheet.name for member in members)
    return {"words": names, "facts": [f"{len(members)} characters"]}


def _map_facts(name: str, path: Path, text: str) -> dict[str, object]:
    ground, _values = ground_of(text, path.name)
    grid = ground.grid
    return {
        **_bare_title(text, path),
        "facts": [f"{int(grid.width)} x {int(grid.height)} squares"],
        "map": ground_view_of(grid, ground.names),
        "tags": ["doors"] if any(wall.door >= 0 for wall in grid.walls) else [],
    }


def _creature_facts(name: str, path: Path, text: str) -> dict[str, object]:
    entries = parse_tree(text, path.name).entries
    many = len(entries)
    title = next(iter(entries)) if many == 1 else name
    return {
        "title": title,
        "words": ", ".join(entries) if many > 1 else "",
        "facts": [f"{many} creature{'s' if many > 1 else ''}"],
    }


FACTS: Final = {
    "encounters": _encounter_facts,
    "parties": _party_facts,
    "maps": _map_facts,
    "creatures": _creature_facts,
}


@lru_cache(maxsize=200)
def _shipped_encounter(name: str) -> LibraryLine:
    found = shipped_line(name)
    return LibraryLine(
        kind="encounters",
        name=name,
        origin="shipped",
        title=found.title,
        words=found.look_for,
        facts=[found.sides, found.size, found.difficulty.partition(":")[0]],
        tags=found.themes,
        book=found.book,
        map=found.map,
        dots=found.dots,
    )


def _party_place(name: str, book: str) -> tuple[str, str]:
    """The folder and file of a shipped party in a book's version."""
    rules = RULESETS.get(book or "sovereign", RULESETS["sovereign"])
    for book_folder in reversed(rules.book_folders):
        place = f"{book_folder}/parties" if book_folder else "parties"
        if name in shipped(place):
            return book_folder, f"{place}/{name}.yaml"
    return "", f"parties/{name}.yaml"


def _shipped_party(name: str, book: str) -> list[Member]:
    _, file = _party_place(name, book)
    problems: list[Problem] = []
    return read_party(data_folder() / file, file, problems, RULESETS[book])


def declared_book(text: str, file: str) -> str:
    """The book declared by a party; "" if it declares none."""
    tree = tree_of(parse_tree(text, file))
    said = tree.get("rules", "") if isinstance(tree, dict) else ""
    return said if isinstance(said, str) else ""


@lru_cache(maxsize=1)
def _shipped_parties() -> tuple[LibraryLine, ...]:
    lines = []
    for name in shipped("parties"):
        for book in BOOKS:
            members = _shipped_party(name, book)
            level = f"level {members[0].sheet.hit_dice}"
            words = _party_words(members)
            lines.append(
                LibraryLine(
                    kind="parties",
                    name=name,
                    origin="shipped",
                    title=name.capitalize(),
                    words=str(words["words"]),
                    facts=[f"{len(members)} characters", level],
                    book=book,
                )
            )
    return tuple(lines)


@lru_cache(maxsize=1)
def _shipped_creatures() -> tuple[LibraryLine, ...]:
    rules = RULESETS["sovereign"]
    return tuple(
        LibraryLine(
            kind="creatures",
            name=name,
            icon=unit_picture(name, "", None),
            origin="shipped",
            title=name,
            words=sheet.notes,
            facts=creature_figures(sheet),
            tags=creature_tags(sheet),
        )
        for name, sheet in sorted(shipped_creatures(rules.book_folders, rules.family).items())
    )


def creature_figures(sheet: Sheet) -> list[str]:
    weapons = [weapon_text(one) for one in sheet.weapons[:1]]
    figures = [f"HD {sheet.hit_dice}", f"HP {int(sheet.hp)}", f"AC {int(sheet.ac)}"]
    return [*figures, f"attack {int(sheet.attack):+}", *weapons]


def creature_tags(sheet: Sheet) -> list[str]:
    """Tags for kin, size and fighting style."""
    kin = [name for place, name in enumerate(KIN_NAMES) if int(sheet.kin) >> place & 1]
    size = [] if int(sheet.size) == 1 else [SIZES[int(sheet.size)]]
    found = [*kin, *size, sheet.temperament, "magic" if sheet.spells else ""]
    return list(dict.fromkeys(tag for tag in found if tag))


# The text of one file.


def shipped_text(kind: FolderName, name: str, book: str = "") -> str:
    """A shipped file, or a shipped creature as its own file."""
    check_kind(kind)
    gone = Wrong(f"There is no shipped {name!r}.", 404)
    if kind == "creatures":
        form = creature_form(name)
        if form is None:
            raise gone
        return entry_text(name, form, 0)
    if kind == "encounters" and name in shipped(kind):
        return read_text(data_folder() / kind / f"{name}.yaml", name)
    if kind == "parties" and name in shipped(kind):
        book_folder, file = _party_place(name, book)
        text = read_text(data_folder() / file, name)
        return (
            text
            if declared_book(text, name) or not book_folder
            else f"rules: {book_folder}\n{text}"
        )
    raise gone


def creature_form(name: str) -> dict[str, Tree] | None:
    """The values of a creature's file, all as strings."""
    form = creature_forms().get(name)
    found = as_texts(form)
    return found if isinstance(found, dict) else None


def as_texts(value: object) -> Tree | None:
    if isinstance(value, dict):
        parts = {str(key): as_texts(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part is not None}
    if isinstance(value, list | tuple):
        return [part for part in map(as_texts, value) if part is not None]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return None if value is None else str(value)


def shipped_file(kind: FolderName, name: str, book: str = "") -> LibraryFile:
    text = shipped_text(kind, name, book)
    return LibraryFile(kind=kind, name=name, origin="shipped", path="", text=text, version="")
