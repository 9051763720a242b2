"""Parts of the table's messages: views of map, units, log, prompts."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from shieldwall.engine.option import Kind
from shieldwall.knowledge.seat_knowledge import Band as Band
from shieldwall.knowledge.seat_knowledge import Role as Role

WallKind = Literal["wall", "low", "window", "door", "bars", "drop"]
Fate = Literal["standing", "dying", "stable", "knocked out", "slain", "fled", "surrendered"]
Stops = Literal["never", "when it matters", "always"]
Ends = Literal["", "turn", "moment"]
Spends = Literal["main", "move"]
Shows = Literal[
    "", "walk", "go", "blow", "harm", "cure", "fall", "death", "magic", "effect", "break", "door",
    "wall", "roll", "test", "push", "shrug", "luck",
]  # fmt: skip
"""Animation of a line on the board."""
Big = Literal["", "round", "turn", "grave", "bad", "good", "many"]
"""How a line is announced besides in the log: `many` if several of a kind are combined."""
"""Kinds of action, in the order of lists."""


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# Views.


class WallView(Message):
    """A wall or door on an edge, between two points of the lattice, in squares."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: WallKind
    is_open: bool = False
    label: str = ""
    door: int | None = None
    """For a door: its number, as in the ruling `door 2 open`."""


class MapView(Message):
    """The map. Without one (`open`), squares are positions along a line or over a field."""

    width: int
    height: int
    open: bool = False
    passage: int = 0
    """Without a map: width of the place in feet, 0 for unlimited."""
    ground: list[str]
    """One string per row: `.` floor, `~` difficult, `x` impassable, `/` stairs, `#` solid."""
    floor: list[list[int]]
    """Heights in feet, row by row."""
    cover: list[int] = []
    """Without a map: the cover at each position, 0 to 4; 5 blocks sight."""
    sky: bool = False
    """Whether most of it is outdoors: then it is drawn as grass, else as stone."""
    walls: list[WallView] = []
    names: dict[str, str] = {}
    """Names of squares: `{"C4": "pillar"}`."""
    looks: dict[str, str] = {}
    """Appearance of a named square: `{"C4": "pillar", "D4": "water"}`."""
    picture: str = ""
    """The digest of the picture under the map (`pictures/*map*`); "" without one."""
    picture_width: float = 0
    picture_height: float = 0
    """Number of squares it covers from the top left corner."""
    known: list[str] | None = None
    """With fog: one string per row, `1` for squares the seat has seen."""


class UnitView(Message):
    """A combatant, limited to what the seat may know."""

    id: str
    name: str
    mark: str
    """One or two letters for the token."""
    side: str
    team: int
    mine: bool = False
    """Whether this seat plays it."""
    seat: str = ""
    mind: str = ""
    """The mind that plays it, "" for a person."""
    square: str | None = None
    x: int = 0
    y: int = 0
    size: int = 1
    feet: int = 0
    band: Band = "unhurt"
    hp: int | None = None
    max_hp: int | None = None
    ac: int | None = None
    main: int | None = None
    move: int | None = None
    conditions: list[str] = []
    weapons: list[str] = []
    carries: list[str] = []
    """Its weapons except bare hands."""
    in_hand: str = ""
    holds: str = ""
    """The items in its hands, in words."""
    number: str = ""
    """Its number among identical units: the `3` of `Goblin 3`."""
    has: list[str] = []
    """Conditions, by the names of the GM's toggles."""
    is_removed: bool = False
    """Whether the GM has removed it from the fight."""
    beside: list[str] = []
    """Without a map: the units within 5 ft."""
    picture: str = ""
    """The digest of its own picture (`pictures/UNIT`); "" if it has none."""
    icon: str = ""
    """Its default picture."""
    condition_icons: dict[str, str] = {}
    """The picture of each of its conditions."""
    light: int = 0
    """Radius in feet of its torch or lantern light."""
    acted: bool = False
    active: bool = False
    stops: Stops = "when it matters"


class SideView(Message):
    name: str
    players: bool
    team: int


class ClockView(Message):
    round: int
    phase: str = ""
    """For books with phases: the current one."""
    phases: list[str] = []
    """All phases of a round in order: declarations, initiative, movement ..."""
    order: list[str] = []
    """The sides in the order they act, or the units if they act one by one."""
    now: list[str] = []
    """Those in `order` whose turn it is."""
    side: str = ""
    active: str = ""
    """The unit whose turn is in progress."""


class Term(Message):
    what: str
    value: int
    cite: str


class Roll(Message):
    """A dice roll, with the numbers the seat may know."""

    dice: str
    """`d20`, `2d6`, `d100`."""
    die: int | None = None
    """The result of the dice."""
    total: int | None = None
    needs: int | None = None
    under: bool = False
    """Whether the roll succeeds at or below `needs`, rather than at or above it."""
    success: bool


class Beat(Message):
    """The animation of a log line; contains nothing beyond the line itself."""

    unit: str = ""
    """Id of the unit it is about."""
    target: str = ""
    """Its target."""
    by: str = ""
    """The unit that did it to `unit`."""
    squares: list[str] = []
    """The squares of a path, a destination, the line of a wall, or a spell's area."""
    word: str = ""
    """`melee`, `shot` or `thrown` for an attack, `down` or `dead` for a fall, else its name."""
    weapon: str = ""
    amount: int | None = None
    left: int | None = None
    """Hit points left, if the seat may know them."""
    roll: Roll | None = None
    shows: Shows = ""


class LogLine(Message):
    number: int
    """Its number in the log of this seat."""
    kind: str
    text: str
    terms: list[Term] = []
    round: int = 0
    hidden: bool = False
    """In the GM's log: players did not see this line."""
    beat: Beat | None = None
    """Its animation on the board; null for none."""
    big: Big = ""


class Preview(Message):
    """The odds of a choice. `how_sure` is "exact", or for example "± 2 %"."""

    hit: float | None = None
    damage: float | None = None
    drop: float | None = None
    provokes: list[str] = []
    risk: float | None = None
    """The chance of being felled by the attacks it provokes."""
    how_sure: str = "exact"
    words: str = ""
    unforeseen: str = ""
    """The reason if there are no odds; then there are no figures."""


class OptionView(Message):
    """One possible answer."""

    choice: str
    """In notation; sent back unchanged."""
    verb: str
    label: str
    row: str = ""
    """The label without its square: choices that differ only in the square share it."""
    apart: str = ""
    """Distinguishes options with the same label if one of them includes a move."""
    note: str = ""
    """Additional text: the spell, the height of a flyer."""
    target: str | None = None
    weapon: str | None = None
    weapon_words: str = ""
    """Display name of the weapon."""
    bare: bool = False
    """Whether it is unarmed."""
    square: str | None = None
    path: list[str] = []
    cost: str = ""
    spends: list[Spends] = []
    """The cost as icons."""
    feet: int | None = None
    provokes: list[str] = []
    strikes: dict[str, int] = {}
    """For a path: by foe it provokes, the index of the step at which the foe attacks."""
    ranges: list[int] = []
    """Range bands of the weapon in feet, nearest first."""
    area: list[str] = []
    """The squares it covers."""
    cover: str = ""
    warning: str = ""


class Greyed(Message):
    """An unavailable action, with the reason."""

    verb: str
    label: str
    why: str
    cite: str


class VerbGroup(Message):
    verb: str
    kind: Kind = "other"
    name: str = ""
    """Short label for a button; `title` is the book's term."""
    title: str
    rule: str = ""
    """The id of its rule, such as `SOV-035`."""
    cost: str
    spends: list[Spends] = []
    provokes: bool
    icon: str = ""
    """Its picture on the bar."""
    rank: int = 0
    """Priority among the actions on one target: a click picks the lowest."""
    ends: Ends = ""
    """Whether it ends the turn, or passes."""
    words: bool = False
    """Whether it takes free text."""
    gives_up: bool = False
    """Whether the unit leaves the fight or asks for terms: never what a click on a square means."""
    options: list[OptionView]


class Ask(Message):
    """A question to this seat."""

    request: str
    """Its id; an answer with another id is stale."""
    unit: str | None
    """The unit that is asked; null if a side first picks the unit to act, and for the GM."""
    side: str = ""
    """The side that is asked as a whole; `unit` answers for it."""
    point: str
    text: str
    cause: str | None = None
    """The unit whose action caused the question."""
    target: str | None = None
    """For an attack: its target."""
    focus: str | None = None
    """The unit whose choices are in `groups`; send `focus` to get those of another unit."""
    groups: list[VerbGroup]
    greyed: list[Greyed] = []
    whose: str = ""
    """For the GM: the seat or mind that is asked; the GM may answer in its place. "" for the GM
    itself. Such a question has no `groups` until the client sends `focus`."""
    deadline: float | None = None
    """Seconds left on the soft timer."""
    ready: list[str] = []
    """On a side's turn: the units that can act now."""
    free_text: bool = False
    """Whether `improvise : ...` or a ruling in words is a valid answer."""


class DieAsk(Message):
    request: str
    sides: int
    text: str
    mine: bool
    so_far: list[int] = []
    """Dice of the same roll already given, such as the first of 2d6."""


class SeatView(Message):
    name: str
    role: Role
    units: list[str] = []
    here: bool = False
    """Whether a player is connected to it."""
    link: str = ""
    """For the GM only: the link to hand out, if the server knows it; `invite` makes a new one."""


class Settings(Message):
    foes_hp: Literal["numbers", "bands", "hidden"] = "bands"
    foes_ac: Literal["numbers", "hidden"] = "hidden"
    dice: Literal["server", "by hand"] = "server"
    by_hand: list[str] = []
    """If the server rolls: the seats that still roll their own dice."""
    timer: int = Field(default=0, ge=0, le=86_400)
    """Seconds before an unanswered prompt is passed for a player; 0 for never."""
    paused: bool = False
    fog: bool = False
    hidden_rolls: bool = False
    """Whether the GM's rolls stay hidden."""
    watchers: bool = False
    """Whether everyone with the players' link may watch without a seat."""


class CreatureLine(Message):
    """A creature that can join a fight: `add giant rat C4 for foes`."""

    name: str
    hp: int
    ac: int
    size: int
    """Side length in squares."""
    own: bool = False
    """From the GM's own files."""
    plural: str = ""
    """Its plural: `giant rats`."""


class OrderWord(Message):
    """An option in an order, with its label."""

    word: str
    label: str


class OrderField(Message):
    """One field of a GM order."""

    key: str
    kind: Literal[
        "unit", "side", "number", "text", "choice", "square", "squares", "edge", "creature"
    ]
    label: str
    hint: str = ""
    options: list[OrderWord] = []
    """For a choice: its options."""
    source: Literal[
        "", "conditions", "fates", "grounds", "walls", "doors", "rulings", "words", "rules"
    ] = ""
    """For a choice: the list of the workshop or the map with its options."""
    before: str = ""
    """A word before it in the order: `for`, `as`."""
    optional: bool = False
    signed: bool = False
    """Whether the number is written with its sign."""


class OrderForm(Message):
    """One GM order: its name and its fields, in written order."""

    name: str
    """"" for an order in free text."""
    label: str
    fields: list[OrderField]


class OrderGroup(Message):
    """A group of orders in the list."""

    title: str
    orders: list[OrderForm]


class Toggle(Message):
    """A condition that the GM can toggle."""

    name: str
    icon: str = ""
    on: list[str]
    """The order in parts, with the unit's id between them."""
    off: list[str]
    label_on: str = ""
    """The label of its own button for turning it on; "" for no button."""
    label_off: str = ""


class RulingNow(Message):
    """A question the book leaves open, with this table's current ruling."""

    name: str
    """As in the order `ruling NAME OPTION`."""
    question: str
    options: list[str]
    now: str
    cite: str


class RuleNow(Message):
    """A waivable rule and its current mode: `enforce SOV-050 warn`."""

    rule: str
    forbids: str
    mode: Literal["on", "warn", "off"]


class Standing(Message):
    id: str = ""
    unit: str
    side: str
    fate: Fate
    hp: int | None = None
    max_hp: int | None = None
    spent: list[str] = []
    """For your own side: weapons lost, potions drunk, spells cast."""


class UnitStats(Message):
    """A unit's statistics in a fight, from the events the seat saw."""

    id: str
    unit: str
    side: str
    team: int
    attacks: int
    hits: int
    likely_hits: float | None
    """Expected hits of its attacks; null if that would reveal a foe's AC."""
    dealt: int
    biggest: int
    """The largest single damage."""
    taken: int
    healed: int
    """Hit points it restored, to itself or others."""
    felled: int
    """Number of units it brought down."""
    slain: int
    near_misses: int
    """Its attacks that missed by 1 or 2."""
    close_calls: int
    """Attacks on it that missed by 1 or 2."""
    dice: int
    """The d20s the seat has seen: attacks and saves."""
    luck: float | None
    """Their average minus 10.5."""


# The character sheet.


class Named(Message):
    """A number with its name: a skill, an attribute, a save."""

    name: str
    value: str


class Explained(Message):
    """A term with its explanation."""

    name: str
    text: str = ""
    icon: str = ""
    """Its picture; "" for none."""


class AttackView(Message):
    """One attack, with the terms of its numbers."""

    name: str
    icon: str = ""
    to_hit: int
    damage: str
    more: str = ""
    """Reach, range, Shock, hands."""
    hit_terms: list[Term] = []
    damage_terms: list[Term] = []
    state: str = ""
    """`in hand`, `packed away`, `not loaded`, `lost`."""
