"""Messages between page and server about the library and the editor."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from shieldwall.table.message_parts import MapView, Message
from shieldwall.table.server.rest_models import Dot, Wanted

FolderName = Literal["encounters", "creatures", "parties", "maps"]
Origin = Literal["shipped", "own", "imported"]


class LibraryLine(Message):
    """A library file, or one shipped creature, as a row of the list."""

    kind: FolderName
    name: str
    origin: Origin
    title: str
    words: str = ""
    """Description in one line."""
    facts: list[str] = []
    """Short figures: `4 v 6`, `HD 2`."""
    tags: list[str] = []
    book: str = ""
    """The book it is written for, if any."""
    icon: str = ""
    """For a creature: its picture."""
    version: str = ""
    """For your own files: changes with the content."""
    changed: str = ""
    """Last change, as ISO time."""
    trouble: str = ""
    """The first problem found in it; "" for none."""
    map: MapView | None = None
    dots: list[Dot] = []


class LibraryPage(Message):
    """All files of the library."""

    folder: str
    """Folder of your own files."""
    stamp: str
    """Changes whenever a file in the folder changes."""
    lines: list[LibraryLine]


class Stamp(Message):
    stamp: str


class LibraryFile(Message):
    """One file with its text."""

    kind: FolderName
    name: str
    origin: Origin
    path: str
    """Its path, for editing by hand; "" for a shipped file."""
    text: str
    version: str
    """"" for a shipped file."""


class SaveFile(Wanted):
    text: str = Field(max_length=1_000_000)
    version: str = Field(default="", max_length=80)
    """The version it was edited from; "" for a new file."""


class Saved(Message):
    kind: FolderName
    name: str
    version: str
    path: str


class Outdated(Message):
    """The file was changed elsewhere meanwhile; nothing was overwritten."""

    detail: str
    version: str
    """The current version; "" if the file is gone."""
    text: str = ""


class CopyFile(Wanted):
    name: str = Field(default="", max_length=60)
    """The new name; a free name by default."""
    book: str = Field(default="", max_length=80)


class RenameFile(Wanted):
    name: str = Field(min_length=1, max_length=60)
    version: str = Field(max_length=80)


class TagFile(Wanted):
    tags: list[str] = Field(max_length=20)
    version: str = Field(max_length=80)


class Deleted(Message):
    undo: str
    """Key that restores the file."""


# The editor.


class ProblemLine(Message):
    """A problem and its location."""

    message: str
    line: int
    column: int
    field: str
    """The field path `check` prints: `sides[2].units[1].what`."""
    file: str = ""
    """Set if the problem is in another file that this one names."""
    square: str = ""
    """Its square, if it has one."""


class DraftUnit(Message):
    """A unit on the map of an encounter in the editor."""

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
    """Its field path in the file: `sides[2].units[1]`."""
    faces: str = ""


class DraftSide(Message):
    name: str
    players: bool
    team: int


class LookAt(Wanted):
    """A text to analyse, optionally with changed values."""

    kind: FolderName
    name: str = Field(default="", max_length=60)
    text: str = Field(max_length=1_000_000)
    tree: dict[str, Any] | None = None
    """Changed values to write into the text."""


class Looked(Message):
    """The editor's view of a text."""

    text: str
    tree: dict[str, Any] | None
    """Its values; None if it cannot be parsed."""
    problems: list[ProblemLine]
    map: MapView | None = None
    areas: dict[str, list[str]] = {}
    """Start areas of the map with their squares."""
    units: list[DraftUnit] = []
    sides: list[DraftSide] = []
    book: str = ""
    own_map: str = ""
    """The name of the map's own file, if it is not part of the encounter."""


class TrySight(Wanted):
    text: str = Field(max_length=1_000_000)
    start: str = Field(max_length=60)
    end: str = Field(max_length=60)


class SightTried(Message):
    line: bool
    """Whether any part of the target is visible."""
    cover: str
    """The book's word for the cover; "" if the target is not visible."""
    words: list[str]
    back: list[str]
    """The same in the other direction."""
    back_cover: str
    back_line: bool
    corners: list[bool]


class BestiaryLine(Message):
    """A creature of the bestiary, in the version of the current book."""

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
    plural: str = ""
    """Its plural: `giant rats`."""


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
    """Short name and description of each member."""


class Palette(Message):
    """Everything that can be added to an encounter of a book."""

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
    """The values of a creature's file, for editing."""

    name: str
    form: dict[str, Any]
    text: str


# Chances.


class Changes(Wanted):
    """Changes to an encounter for a simulation."""

    label: str = Field(default="", max_length=80)
    numbers: dict[str, int] = Field(default={}, max_length=40)
    """Number of foes, by creature."""
    hp: dict[str, int] = Field(default={}, max_length=40)
    """Percentage of their hit points, by creature."""
    levels: int = Field(default=0, ge=-19, le=19)
    """Levels added to the party."""
    surprised: list[str] | None = Field(default=None, max_length=16)
    """The surprised sides; None for no change."""
    distance: int | None = Field(default=None, ge=5, le=1000)
    """Feet between the sides."""
    shock: bool = True
    """Whether a miss may deal Shock."""
    morale: bool = True
    """Whether morale is checked."""


class AskChances(Wanted):
    text: str = Field(default="", max_length=1_000_000)
    """The encounter as text, saved or not."""
    encounter: str = Field(default="", max_length=60)
    """Or the name of a saved one."""
    variants: list[Changes] = Field(default=[], max_length=12)
    """Each variant is played with the same dice as the unchanged encounter."""
    fights: int = Field(default=400, ge=10, le=20_000)
    seed: int = Field(default=1, ge=0, le=1_000_000)
    want: str = Field(default="", max_length=200)
    """For tuning: the goal, such as `the party wins 75 %`."""
    knob: str = Field(default="", max_length=80)
    """For tuning: the value to change, such as `number.goblin=1..12`."""


class AskedChances(Message):
    run: str


class FoeKind(Message):
    name: str
    plural: str = ""
    """Its plural."""
    count: int
    hp: int


class Knobs(Message):
    """The adjustable values of an encounter."""

    title: str
    book: str
    foes: list[FoeKind]
    sides: list[DraftSide]
    surprised: list[str]
    party: str
    """The players' party; "" if there is none whose level could change."""
    lowest: int
    """Its lowest level."""
    distance: int
    shock: bool
    """Whether the book has Shock."""
    morale: bool


class ShareView(Message):
    """A probability with its interval."""

    name: str
    value: float
    low: float
    high: float


class VariantAnswer(Message):
    """The effect of a change, with the same dice."""

    label: str
    words: str
    shares: list[ShareView]
    """For the variant: victory, at least one death, total party kill."""
    change: float
    """Change in the chance of victory."""
    low: float
    high: float
    clear: bool


class TriedSetting(Message):
    words: str
    value: int
    verdict: str
    fights: int


class ChanceAnswer(Message):
    """The results so far."""

    run: str
    state: Literal["running", "done", "stopped", "failed"]
    trouble: str = ""
    fights: int
    most: int
    seconds: float
    headline: str = ""
    shares: list[ShareView] = []
    notes: list[str] = []
    """Which units are in danger, and which deal most damage."""
    units: list[list[str]] = []
    """A table: its head, then a row for each combatant."""
    charts: list[str] = []
    """Plots as SVG, coloured by the page."""
    variants: list[VariantAnswer] = []
    tornado: str = ""
    tried: list[TriedSetting] = []
    tuned: str = ""
    """The result of a search."""
    found: int | None = None
    """The setting it found."""


# Imports.


class UploadAnswer(Wanted):
    creature: str = Field(max_length=100)
    field: str = Field(max_length=40)
    value: str = Field(max_length=40)


class UploadChoices(Wanted):
    """Open choices of an import, and the names of the resulting files."""

    objects: Literal["low", "full", "ignore"] = "low"
    openings: Literal["door", "window"] = "door"
    name: str = Field(default="", max_length=60)
    answers: list[UploadAnswer] = Field(default=[], max_length=200)
    columns: int = Field(default=0, ge=0, le=400)
    """For a plain picture: number of columns."""
    pixels: int = Field(default=0, ge=0, le=2000)
    """For a plain picture: pixels per square, from the top left corner."""


class UploadedFile(Message):
    """A file that would be written."""

    kind: FolderName
    name: str
    text: str
    picture: str = ""
    """The name of its picture."""
    taken: bool = False
    """Whether the name is taken; the file then gets another name."""
    map: MapView | None = None
    units: int = 0


class UploadRemark(Message):
    topic: str
    text: str
    warning: bool


class UploadField(Message):
    """One imported value of a creature, with its confidence."""

    creature: str
    field: str
    value: str
    sure: str
    why: str


class UploadQuestion(Message):
    creature: str
    field: str
    suggested: str
    why: str


class UploadPreview(Message):
    kind: str
    """Detected kind of the file."""
    files: list[UploadedFile]
    remarks: list[UploadRemark]
    fields: list[UploadField]
    questions: list[UploadQuestion]
    asks_objects: bool
    asks_openings: bool
    written: list[Saved] = []


# Hand-outs.


class AskHandouts(Wanted):
    text: str = Field(default="", max_length=1_000_000)
    encounter: str = Field(default="", max_length=60)


class HandRule(Message):
    id: str
    title: str
    text: str


class HandCard(Message):
    """A unit's stat card; identical units share a card."""

    name: str
    what: str
    side: str
    player: bool
    count: int
    hp: int
    facts: list[list[str]]
    """Name and value, in order."""
    notes: str = ""
    icon_name: str = ""
    in_hand: str = ""


class Handouts(Message):
    title: str
    book: str
    look_for: str
    order: list[str]
    """The steps of a round, in order."""
    rules: list[HandRule]
    """The rules of this book relevant to this fight."""
    cards: list[HandCard]
    map: MapView
    dots: list[Dot]
