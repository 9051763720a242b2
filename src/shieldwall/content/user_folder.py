"""The GM's own folder, and how a file of any kind is found by its name.

A name is looked for beside the file that speaks of it, then in the GM's own folder, then among what
is shipped. In the folder lie `parties`, `creatures`, `maps`, `encounters` and `rules`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shieldwall.content.library import data_folder, shipped
from shieldwall.content.problems import did_you_mean
from shieldwall.content.yaml_tree import is_file

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

VARIABLE: Final = "SHIELDWALL_HOME"
FOLDERS: Final = ("parties", "creatures", "maps", "encounters", "rules")
LISTED: Final = {"encounters": "shieldwall list"}
"""The command that lists all of a kind."""
ENDINGS: Final = (".yaml", ".yml")
MAX_FILES: Final = 2000
"""In one folder; more are not looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file, what to call it when something is wrong with it, and where it lies."""

    source: Path | Traversable
    shown: str
    folder: Path | None
    """None for a shipped one: nothing lies beside it."""
    shelf: str | None = None
    """Of a shipped one: the shelf of the book that was asked for, where it lies there."""


def home_folder() -> Path:
    """Where the GM's own things lie, whether or not there is such a folder yet."""
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
    """The GM's own files of a kind by their names, in order."""
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
    """What can be called by name: the GM's own and what is shipped."""
    return sorted({*own_files(kind), *shipped(kind)})


def is_path(name: str) -> bool:
    """Whether a person means a file rather than something known by name."""
    return name.endswith(ENDINGS) or "/" in name or "\\" in name


def find_file(
    kind: str,
    name: str,
    folder: Path | None,
    own: bool = True,
    shelves: tuple[str, ...] = (),
    anywhere: bool = False,
) -> Found | None:
    """A file of a kind by its path or its name.

    The folder is that of the file that speaks of it: paths start there, and what lies there goes
    before the GM's own and the shipped ones of the same name. Without one there are only those;
    and where not even the GM's `own` count, only the shipped ones: these always mean the same.
    Among them, those on the shelves of the book that is played go before their namesakes.

    A path leads no further than that folder and the GM's own ones, so that a file from a stranger
    reads nothing else; what somebody types may lie `anywhere`.
    """
    if folder is not None and (is_path(name) or not _is_shelf(folder, kind)):
        path = folder / (name if is_path(name) else f"{name}.yaml")
        if (anywhere or is_within(path, folder) or is_within(path, home_folder())) and is_file(
            path
        ):
            return Found(path, str(path), path.parent)
    mine = own_files(kind).get(name) if own else None
    if mine is not None:
        return Found(mine, str(mine), mine.parent)
    for shelf in reversed(shelves):
        place = f"{shelf}/{kind}" if shelf else kind
        if name in shipped(place):
            shown = f"{place}/{name}.yaml"
            return Found(data_folder() / shown, shown, None, shelf)
    if name in shipped(kind):
        return Found(data_folder() / kind / f"{name}.yaml", f"{kind}/{name}.yaml", None)
    return None


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path stays in a folder, wherever links lead."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def outside(name: str, folder: Path | None) -> bool:
    """Whether a file that speaks of this path would reach beyond what it may name."""
    if not is_path(name):
        return False
    if folder is None:
        return True
    path = folder / name
    return not is_within(path, folder) and not is_within(path, home_folder())


OUTSIDE: Final = (
    "lies outside the folder of this file; put it next to this file or in your own folder"
)


def _is_shelf(folder: Path, kind: str) -> bool:
    """Whether a folder is the GM's own for another kind of thing: there a name means its kind."""
    return folder.parent == home_folder() and folder.name in FOLDERS and folder.name != kind


def not_found(kind: str, name: str, one: str, folder: Path | None = None) -> str:
    """What to tell someone who asked for a file that is not there, or is none of a file's own."""
    if is_path(name):
        return OUTSIDE if folder is not None and outside(name, folder) else "no such file"
    hint = did_you_mean(name, known_names(kind))
    if not hint and kind in LISTED:
        hint = f"; `{LISTED[kind]}` lists what there is"
    return f"no such {one}{hint}"
