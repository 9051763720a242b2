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
    """Of your own files: changes with the content."""
    changed: str = ""
    """When it was last written, as ISO time."""
    trouble: str = ""
    """The first thing that is wrong with it; "" for nothing."""
    map: MapView | None = None
    dots: list[Dot] = []


class LibraryPage(Message):
    """All there is."""

    folder: str
    """Where your own files lie."""
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
    """Its path, for editing by hand; "" for a shipped one."""
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
    """What the editor shows of a text."""

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


# Chances.


class Changes(Wanted):
    """What is to be different, in an encounter whose chances are asked for."""

    label: str = Field(default="", max_length=80)
    numbers: dict[str, int] = Field(default={}, max_length=40)
    """By creature: how many foes of it there are."""
    hp: dict[str, int] = Field(default={}, max_length=40)
    """By creature: hundredths of their hit points."""
    levels: int = Field(default=0, ge=-19, le=19)
    """So many levels higher the party is."""
    surprised: list[str] | None = Field(default=None, max_length=16)
    """The sides that are surprised; None for as it is written."""
    distance: int | None = Field(default=None, ge=5, le=1000)
    """Feet between the sides."""
    shock: bool = True
    """Whether a miss may deal Shock."""
    morale: bool = True
    """Whether anybody's nerve fails."""


class AskChances(Wanted):
    text: str = Field(default="", max_length=1_000_000)
    """The encounter as text, saved or not."""
    encounter: str = Field(default="", max_length=60)
    """Or the name of one."""
    variants: list[Changes] = Field(default=[], max_length=12)
    """Each is played with the same luck as the encounter as it is."""
    fights: int = Field(default=400, ge=10, le=20_000)
    seed: int = Field(default=1, ge=0, le=1_000_000)
    want: str = Field(default="", max_length=200)
    """To tune: what is wanted, such as `the party wins 75 %`."""
    knob: str = Field(default="", max_length=80)
    """To tune: what may change, such as `number.goblin=1..12`."""


class AskedChances(Message):
    run: str


class FoeKind(Message):
    name: str
    plural: str = ""
    """What several of it are called."""
    count: int
    hp: int


class Knobs(Message):
    """What can be changed about an encounter."""

    title: str
    book: str
    foes: list[FoeKind]
    sides: list[DraftSide]
    surprised: list[str]
    party: str
    """The name of the players' party; "" where there is none to be of another level."""
    lowest: int
    """The lowest level in it."""
    distance: int
    shock: bool
    """Whether the book has Shock at all."""
    morale: bool


class ShareView(Message):
    """A chance with its interval."""

    name: str
    value: float
    low: float
    high: float


class VariantAnswer(Message):
    """What a change is worth, with the same luck."""

    label: str
    words: str
    shares: list[ShareView]
    """Of the variant: wins, somebody dies, total party kill."""
    change: float
    """Points of victory gained or lost, as a share."""
    low: float
    high: float
    clear: bool


class TriedSetting(Message):
    words: str
    value: int
    verdict: str
    fights: int


class ChanceAnswer(Message):
    """What is known so far."""

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
    """The answer of a search."""
    found: int | None = None
    """The setting it found."""


# Files from elsewhere.


class UploadAnswer(Wanted):
    creature: str = Field(max_length=100)
    field: str = Field(max_length=40)
    value: str = Field(max_length=40)


class UploadChoices(Wanted):
    """What a file leaves open, and what to call the files that come of it."""

    objects: Literal["low", "full", "ignore"] = "low"
    openings: Literal["door", "window"] = "door"
    name: str = Field(default="", max_length=60)
    answers: list[UploadAnswer] = Field(default=[], max_length=200)
    columns: int = Field(default=0, ge=0, le=400)
    """Of a plain picture: squares across."""
    pixels: int = Field(default=0, ge=0, le=2000)
    """Of a plain picture: pixels of a square; it begins at the top left corner."""


class UploadedFile(Message):
    """A file of ours that would be written."""

    kind: ShelfName
    name: str
    text: str
    picture: str = ""
    """The name of the picture beside it."""
    taken: bool = False
    """Whether there is a file of this name already; then another name is taken."""
    map: MapView | None = None
    units: int = 0


class UploadRemark(Message):
    topic: str
    text: str
    warning: bool


class UploadField(Message):
    """What was understood of a creature, and how surely."""

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
    """What the file was taken for."""
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
    """A unit's figures on paper; identical units share a card."""

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
    """The parts of a round, in order."""
    rules: list[HandRule]
    """The rules of this book that matter in this fight."""
    cards: list[HandCard]
    map: MapView
    dots: list[Dot]
