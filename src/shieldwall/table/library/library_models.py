"""What the page and the server say to each other about the library and the editor."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from shieldwall.table.message_parts import MapView, Message
from shieldwall.table.server.rest_models import Dot, Wanted

ShelfName = Literal["encounters", "creatures", "parties", "maps"]
Origin = Literal["shipped", "own", "imported"]


class LibraryLine(Message):
    """A file of the library, or one shipped creature, as a list shows it."""

    kind: ShelfName
    name: str
    origin: Origin
    title: str
    words: str = ""
    """What it is about, in a line."""
    facts: list[str] = []
    """Short figures: `4 v 6`, `HD 2`."""
    tags: list[str] = []
    book: str = ""
    """The book it is written for, where it is for one."""
    icon: str = ""
    """Of a creature: its picture."""
    version: str = ""
    """Of one's own files: changes with the content."""
    changed: str = ""
    """When it was last written, as ISO time."""
    trouble: str = ""
    """The first thing that is wrong with it; "" for nothing."""
    map: MapView | None = None
    dots: list[Dot] = []


class LibraryPage(Message):
    """All there is."""

    folder: str
    """Where one's own files lie."""
    stamp: str
    """Changes whenever a file in the folder does."""
    lines: list[LibraryLine]


class Stamp(Message):
    stamp: str


class LibraryFile(Message):
    """One file as it lies there."""

    kind: ShelfName
    name: str
    origin: Origin
    path: str
    """Where it lies, for those who edit it by hand; "" for a shipped one."""
    text: str
    version: str
    """"" for a shipped one."""


class SaveFile(Wanted):
    text: str = Field(max_length=1_000_000)
    version: str = Field(default="", max_length=80)
    """The version it was made from; "" for a new file."""


class Saved(Message):
    kind: ShelfName
    name: str
    version: str
    path: str


class Outdated(Message):
    """Somebody else has written the file since; nothing was overwritten."""

    detail: str
    version: str
    """The version that lies there now; "" where it is gone."""
    text: str = ""


class CopyFile(Wanted):
    name: str = Field(default="", max_length=60)
    """What to call it; by default a name that is free."""
    book: str = Field(default="", max_length=80)


class RenameFile(Wanted):
    name: str = Field(min_length=1, max_length=60)
    version: str = Field(max_length=80)


class TagFile(Wanted):
    tags: list[str] = Field(max_length=20)
    version: str = Field(max_length=80)


class Deleted(Message):
    undo: str
    """Brings it back."""


# The editor.


class ProblemLine(Message):
    """Something wrong, and where it stands."""

    message: str
    line: int
    column: int
    field: str
    """As `check` says it: `sides[2].units[1].what`."""
    file: str = ""
    """Of another file that this one names."""
    square: str = ""
    """The square it is about, where it is about one."""


class DraftUnit(Message):
    """Somebody on the map of an encounter that is being written."""

    id: str
    name: str
    creature: str
    side: int
    team: int
    x: int
    y: int
    size: int
    hp: int
    ac: int
    attack: int
    in_hand: str
    icon: str = ""
    """Its picture on the map."""
    field: str
    """The place in the file it comes from: `sides[2].units[1]`."""
    faces: str = ""


class DraftSide(Message):
    name: str
    players: bool
    team: int


class LookAt(Wanted):
    """A text to be looked through, or its values changed first."""

    kind: ShelfName
    name: str = Field(default="", max_length=60)
    text: str = Field(max_length=1_000_000)
    tree: dict[str, Any] | None = None
    """Other values to write into the text."""


class Looked(Message):
    """What a text comes to."""

    text: str
    tree: dict[str, Any] | None
    """Its values; None where it cannot be read at all."""
    problems: list[ProblemLine]
    map: MapView | None = None
    areas: dict[str, list[str]] = {}
    """Start areas of the map with their squares."""
    units: list[DraftUnit] = []
    sides: list[DraftSide] = []
    book: str = ""
    own_map: str = ""
    """The name of the map's own file, where it is not in the encounter."""


class TrySight(Wanted):
    text: str = Field(max_length=1_000_000)
    start: str = Field(max_length=60)
    end: str = Field(max_length=60)


class SightTried(Message):
    line: bool
    """Whether anything of the target is seen."""
    cover: str
    """What the book calls it; "" where nothing is seen."""
    words: list[str]
    back: list[str]
    """The same the other way round."""
    back_cover: str
    back_line: bool
    corners: list[bool]


class BestiaryLine(Message):
    """A creature of the bestiary, as the book that is played has it."""

    name: str
    hd: str
    hp: int
    ac: int
    attack: int
    size: int
    damage: str
    own: bool
    icon: str = ""
    notes: str = ""
    themes: list[str] = []


class GearLine(Message):
    name: str
    words: str


class ClassLine(Message):
    name: str
    words: str


class PartyLine(Message):
    name: str
    title: str
    own: bool
    members: list[GearLine]
    """The short name of each, and what it is."""


class Palette(Message):
    """What can be put into an encounter of a book."""

    book: str
    books: list[GearLine]
    creatures: list[BestiaryLine]
    parties: list[PartyLine]
    maps: list[str]
    classes: list[ClassLine]
    weapons: list[GearLine]
    armour: list[GearLine]
    shields: list[GearLine]
    items: list[GearLine]
    feats: list[GearLine]
    spells: list[GearLine]
    skills: list[str]
    kindreds: list[str]


class CreatureForm(Message):
    """A creature as its file has it, to be changed."""

    name: str
    form: dict[str, Any]
    text: str
