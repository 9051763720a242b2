"""Creature files in the GM's own folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from shieldwall.content.combatants.creature_sheets import CREATURES
from shieldwall.content.combatants.creatures import read_creatures
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.formats.yaml_tree import parse_tree, read_text
from shieldwall.content.library import PLAIN
from shieldwall.content.user_folder import own_files
from shieldwall.engine.state.sheet import Sheet


def creature_file(
    text: str, file: str, book_folders: tuple[str, ...] = PLAIN, book: str = ""
) -> dict[str, Sheet]:
    """The creatures of a file by name, for a book; raises all its problems at once."""
    place = Place(file, [], line=1)
    found = CREATURES.read(parse_tree(text, file), place) or {}
    sheets = read_creatures({name: item.value for name, item in found.items()}, book_folders, book)
    place.raise_problems()
    return sheets


def own_creatures(
    book_folders: tuple[str, ...] = PLAIN, book: str = ""
) -> tuple[dict[str, Sheet], list[str]]:
    """The GM's own creatures in a book's figures, and their files that cannot be read."""
    found: dict[str, Sheet] = {}
    broken: list[str] = []
    for path in own_files("creatures").values():
        try:
            about = path.stat()
            sheets = _kept(path, about.st_mtime_ns, about.st_size, book_folders, book)
        except OSError:
            sheets = None
        if sheets is None:
            broken.append(str(path))
        else:
            found.update(sheets)
    return found, broken


@lru_cache(maxsize=256)
def _kept(
    path: Path, changed_at: int, size: int, book_folders: tuple[str, ...], book: str
) -> dict[str, Sheet] | None:
    """Cached until the file changes."""
    try:
        return creature_file(read_text(path, str(path)), str(path), book_folders, book)
    except ContentError:
        return None
