"""The GM's own folder, and lookup of files by name.

A name is searched in the folder of the referring file, then in the GM's own folder, then among the
shipped files. The GM's folder has `parties`, `creatures`, `maps`, `encounters` and `rules`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.formats.yaml_tree import is_file
from shieldwall.content.library import data_folder, shipped

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

VARIABLE: Final = "SHIELDWALL_HOME"
FOLDERS: Final = ("parties", "creatures", "maps", "encounters", "rules")
LISTED: Final = {"encounters": "shieldwall list"}
"""The command that lists files of a kind."""
ENDINGS: Final = (".yaml", ".yml")
MAX_FILES: Final = 2000
"""Per folder; more are ignored."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file, its name for error messages, and its folder."""

    source: Path | Traversable
    shown: str
    folder: Path | None
    """None for a shipped file."""
    book_folder: str | None = None
    """For a shipped file: the folder of the book, if found there."""


def home_folder() -> Path:
    """The GM's own folder, which may not exist yet."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    home = Path("~").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "shieldwall"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "shieldwall"
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if os.path.isabs(data) else home / ".local" / "share"
    return base / "shieldwall"


def own_files(kind: str) -> dict[str, Path]:
    """The GM's own files of a kind by name, sorted."""
    folder = home_folder() / kind
    try:
        entries = sorted(folder.iterdir())[:MAX_FILES]
    except OSError:
        return {}
    found: dict[str, Path] = {}
    for path in entries:
        if path.suffix in ENDINGS and not path.name.startswith(".") and is_file(path):
            found.setdefault(path.stem, path)
    return found


def known_names(kind: str) -> list[str]:
    """All names of a kind: the GM's own and the shipped ones."""
    return sorted({*own_files(kind), *shipped(kind)})


def is_path(name: str) -> bool:
    """Whether the text is a path rather than a known name."""
    return name.endswith(ENDINGS) or "/" in name or "\\" in name


def find_file(
    kind: str,
    name: str,
    folder: Path | None,
    own: bool = True,
    book_folders: tuple[str, ...] = (),
    anywhere: bool = False,
) -> Found | None:
    """A file of a kind by its path or its name.

    `folder` is that of the referring file: paths start there, and its files take precedence over
    the GM's own and shipped ones of the same name. Without it only the latter count; without `own`
    only shipped files, which are the same everywhere. Among shipped files, those in the folders of
    the current book take precedence.

    A path must stay within that folder and the GM's own ones, so that an untrusted file cannot read
    others; a path typed by the user may lead `anywhere`.
    """
    if folder is not None and (is_path(name) or not _is_kind_folder(folder, kind)):
        path = folder / (name if is_path(name) else f"{name}.yaml")
        if (anywhere or is_within(path, folder) or is_within(path, home_folder())) and is_file(
            path
        ):
            return Found(path, str(path), path.parent)
    mine = own_files(kind).get(name) if own else None
    if mine is not None:
        return Found(mine, str(mine), mine.parent)
    for book_folder in reversed(book_folders):
        place = f"{book_folder}/{kind}" if book_folder else kind
        if name in shipped(place):
            shown = f"{place}/{name}.yaml"
            return Found(data_folder() / shown, shown, None, book_folder)
    if name in shipped(kind):
        return Found(data_folder() / kind / f"{name}.yaml", f"{kind}/{name}.yaml", None)
    return None


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path stays in a folder, after resolving links."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def outside(name: str, folder: Path | None) -> bool:
    """Whether a reference to this path would leave the allowed folders."""
    if not is_path(name):
        return False
    if folder is None:
        return True
    path = folder / name
    return not is_within(path, folder) and not is_within(path, home_folder())


OUTSIDE: Final = (
    "lies outside the folder of this file; put it next to this file or in your own folder"
)


def _is_kind_folder(folder: Path, kind: str) -> bool:
    """Whether a folder is the GM's own for another kind: there a name means its kind."""
    return folder.parent == home_folder() and folder.name in FOLDERS and folder.name != kind


def not_found(kind: str, name: str, one: str, folder: Path | None = None) -> str:
    """The message for a missing file, or one outside the allowed folders."""
    if is_path(name):
        return OUTSIDE if folder is not None and outside(name, folder) else "no such file"
    hint = did_you_mean(name, known_names(kind))
    if not hint and kind in LISTED:
        hint = f"; `{LISTED[kind]}` lists what there is"
    return f"no such {one}{hint}"
