"""What there is to see at the table, as parts of its messages."""

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
"""How a line is played out on the board."""
Big = Literal["", "round", "turn", "grave", "bad", "good", "many"]
"""How a line is told besides in the log: `many` where several of the kind are told together."""
"""What sort of action it is, in the order lists show them."""


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# What there is to see.


class WallView(Message):
    """What stands on an edge, from one point of the lattice to another, in squares."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: WallKind
    is_open: bool = False
    label: str = ""
    door: int | None = None
    """Of a door: its number, as in the ruling `door 2 open`."""


class MapView(Message):
    """The ground. Without a map (`open`) squares are positions along a line or over a field."""

    width: int
    height: int
    open: bool = False
    passage: int = 0
    """Without a map: how wide the place is in feet, 0 for no limit."""
    ground: list[str]
    """A row a string: `.` floor, `~` difficult, `x` impassable, `/` stairs, `#` solid."""
    floor: list[list[int]]
    """Heights in feet, row by row."""
    cover: list[int] = []
    """Without a map: the cover at each position, 0 to 4, 5 where nobody sees in."""
    sky: bool = False
    """Whether most of it lies under the open sky: then it is drawn as grass, else as stone."""
    walls: list[WallView] = []
    names: dict[str, str] = {}
    """What stands in a square, by its name: `{"C4": "pillar"}`."""
    looks: dict[str, str] = {}
    """How a square with a name is drawn: `{"C4": "pillar", "D4": "water"}`."""
    picture: str = ""
    """The mark of the picture to lay under the map (`pictures/*map*`); "" without one."""
    picture_width: float = 0
    picture_height: float = 0
    """How many squares it covers from the top left corner."""
    known: list[str] | None = None
    """Where fog is on: a row a string, `1` for squares the seat has seen."""


class UnitView(Message):
    """A combatant as far as the seat may know it."""

    id: str
    name: str
    mark: str
    """One or two letters for the token."""
    side: str
    team: int
    mine: bool = False
    """Whether this seat answers for it."""
    seat: str = ""
    mind: str = ""
    """The mind that plays it, "" where a person does."""
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
    """Its weapons but for bare hands."""
    in_hand: str = ""
    holds: str = ""
    """What it has in hand, in words."""
    number: str = ""
    """Of several alike, which: the `3` of `Goblin 3`."""
    has: list[str] = []
    """Conditions by the names the GM's toggles have."""
    is_removed: bool = False
    """Whether the GM has taken it out of the fight."""
    beside: list[str] = []
    """Without a map: the units within 5 ft."""
    picture: str = ""
    """The mark of its own picture (`pictures/UNIT`); "" where it has none."""
    icon: str = ""
    """The picture that stands for it otherwise."""
    condition_icons: dict[str, str] = {}
    """The picture of each of its conditions."""
    light: int = 0
    """Feet around it that its torch or lantern lights."""
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
    """Of books that have phases: the one under way."""
    phases: list[str] = []
    """All the phases of a round in order: declarations, initiative, movement ..."""
    order: list[str] = []
    """The sides, or units where they act one by one, in the order they act."""
    now: list[str] = []
    """Of `order`: those whose turn it is."""
    side: str = ""
    active: str = ""
    """The unit in the middle of its turn."""


class Term(Message):
    what: str
    value: int
    cite: str


class Roll(Message):
    """Dice that decided something, as far as the seat may know the numbers."""

    dice: str
    """`d20`, `2d6`, `d100`."""
    die: int | None = None
    """What the dice show."""
    total: int | None = None
    needs: int | None = None
    under: bool = False
    """Whether the total must not exceed `needs`, rather than reach it."""
    success: bool


class Beat(Message):
    """What a line of the log looks like on the board; nothing the line itself does not tell."""

    unit: str = ""
    """The unit it is about, by its id."""
    target: str = ""
    """Its target."""
    by: str = ""
    """Who did it to `unit`."""
    squares: list[str] = []
    """The squares walked, the place something goes to, the line of a wall, a spell's squares."""
    word: str = ""
    """`melee`, `shot` or `thrown` of a blow, `down` or `dead` of a fall, else what it is called."""
    weapon: str = ""
    amount: int | None = None
    left: int | None = None
    """Hit points left, where the seat may know."""
    roll: Roll | None = None
    shows: Shows = ""


class LogLine(Message):
    number: int
    """Its place in the log of this seat."""
    kind: str
    text: str
    terms: list[Term] = []
    round: int = 0
    hidden: bool = False
    """Of a GM's log: players did not see this line."""
    beat: Beat | None = None
    """How it is played out on the board; null for what cannot be seen there."""
    big: Big = ""


class Preview(Message):
    """The odds of a choice. `how_sure` is "exact", or "± 2 %" and the like."""

    hit: float | None = None
    damage: float | None = None
    drop: float | None = None
    provokes: list[str] = []
    risk: float | None = None
    """The chance to be felled by what it provokes."""
    how_sure: str = "exact"
    words: str = ""
    unforeseen: str = ""
    """Where it cannot be foretold: why, in words. Then there are no figures."""


class OptionView(Message):
    """One thing that may be answered."""

    choice: str
    """In notation; sent back as it is."""
    verb: str
    label: str
    row: str = ""
    """The label without its square: choices that differ by the square alone share it."""
    apart: str = ""
    """Where another option has the same label and differs by whether one moves: which it is."""
    note: str = ""
    """What it says in words of its own: the spell, the height somebody flies at."""
    target: str | None = None
    weapon: str | None = None
    weapon_words: str = ""
    """The weapon as it is named to people."""
    bare: bool = False
    """Whether it is done with bare hands."""
    square: str | None = None
    path: list[str] = []
    cost: str = ""
    spends: list[Spends] = []
    """The cost as marks."""
    feet: int | None = None
    provokes: list[str] = []
    strikes: dict[str, int] = {}
    """Of a path: by foe it provokes, the number of the step, from 0, at which it attacks."""
    ranges: list[int] = []
    """Feet the weapon reaches, the nearest band first."""
    area: list[str] = []
    """The squares it covers."""
    cover: str = ""
    warning: str = ""


class Greyed(Message):
    """Something one might expect to be able to do, and why it cannot be done now."""

    verb: str
    label: str
    why: str
    cite: str


class VerbGroup(Message):
    verb: str
    kind: Kind = "other"
    name: str = ""
    """Short enough for a button; `title` is as the book says it."""
    title: str
    rule: str = ""
    """The rule it comes from, as `SOV-035`."""
    cost: str
    spends: list[Spends] = []
    provokes: bool
    icon: str = ""
    """Its picture on the bar."""
    rank: int = 0
    """Of what can be done to one target: the lower, the sooner a click on it means that."""
    ends: Ends = ""
    """Whether it ends the turn, or lets the moment pass."""
    words: bool = False
    """Whether it takes free text."""
    options: list[OptionView]


class Ask(Message):
    """A question to this seat."""

    request: str
    """Its id; an answer to another one is stale."""
    unit: str | None
    """The unit that is asked; null where a side first picks who acts, and for the referee."""
    point: str
    text: str
    cause: str | None = None
    """The unit whose action opened the moment."""
    target: str | None = None
    """Of an attack: its target."""
    focus: str | None = None
    """The unit whose choices stand in `groups`; `focus` asks for those of another one."""
    groups: list[VerbGroup]
    greyed: list[Greyed] = []
    whose: str = ""
    """For the GM: the seat or mind that is asked; the GM may answer in its place. "" for oneself.
    Such an ask comes without `groups` until one asks for them with `focus`."""
    deadline: float | None = None
    """Seconds left on the soft timer."""
    ready: list[str] = []
    """On a side's turn: the units that may act now."""
    free_text: bool = False
    """Whether `improvise : ...` or a ruling in words may be answered."""


class DieAsk(Message):
    request: str
    sides: int
    text: str
    mine: bool
    so_far: list[int] = []
    """Dice of the same roll that lie already, such as the first of 2d6."""


class SeatView(Message):
    name: str
    role: Role
    units: list[str] = []
    here: bool = False
    """Whether somebody sits there now."""
    link: str = ""
    """For the GM alone: the address to hand out, as far as this run of the server knows it; an
    `invite` makes a new one."""


class Settings(Message):
    foes_hp: Literal["numbers", "bands", "hidden"] = "bands"
    foes_ac: Literal["numbers", "hidden"] = "hidden"
    dice: Literal["server", "by hand"] = "server"
    by_hand: list[str] = []
    """Where the server rolls: the seats that roll their own dice nevertheless."""
    timer: int = Field(default=0, ge=0, le=86_400)
    """Seconds before an unanswered prompt is passed for a player; 0 for never."""
    paused: bool = False
    fog: bool = False
    hidden_rolls: bool = False
    """Whether the GM's rolls stay hidden."""
    watchers: bool = False
    """Whether everybody with the players' address may watch, beside those with a seat."""


class CreatureLine(Message):
    """A creature that may join a fight: `add giant rat C4 for foes`."""

    name: str
    hp: int
    ac: int
    size: int
    """Squares along one side."""
    own: bool = False
    """From the GM's own files."""
    plural: str = ""
    """What several of it are called: `giant rats`."""


class OrderWord(Message):
    """A word to choose from in an order, and how it is shown."""

    word: str
    label: str


class OrderField(Message):
    """One thing an order of the GM names."""

    key: str
    kind: Literal[
        "unit", "side", "number", "text", "choice", "square", "squares", "edge", "creature"
    ]
    label: str
    hint: str = ""
    options: list[OrderWord] = []
    """Of a choice: the words to choose from."""
    source: Literal[
        "", "conditions", "fates", "grounds", "walls", "doors", "rulings", "words", "rules"
    ] = ""
    """Of a choice: the list of the workshop or the map that has its words."""
    before: str = ""
    """A word that comes before it in the order: `for`, `as`."""
    optional: bool = False
    signed: bool = False
    """A number that is written with its sign."""


class OrderForm(Message):
    """One order of the GM: its name and its fields, in the order in which they are written."""

    name: str
    """"" for an order in free text."""
    label: str
    fields: list[OrderField]


class OrderGroup(Message):
    """Orders that are listed together."""

    title: str
    orders: list[OrderForm]


class Toggle(Message):
    """A condition the GM turns on and off."""

    name: str
    icon: str = ""
    on: list[str]
    """The order in parts: the unit's id goes between them."""
    off: list[str]
    label_on: str = ""
    """For a button of its own: what turning it on is called; "" for those without one."""
    label_off: str = ""


class RulingNow(Message):
    """A question the book leaves open, and how this table decides it now."""

    name: str
    """As the order `ruling NAME OPTION` writes it."""
    question: str
    options: list[str]
    now: str
    cite: str


class RuleNow(Message):
    """A rule that can be waived, and whether it is now: `enforce SOV-050 warn`."""

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
    """Of your own side: weapons lost, potions drunk, spells cast."""


class Deeds(Message):
    """What a unit has done in a fight, as far as the seat was told."""

    id: str
    unit: str
    side: str
    team: int
    attacks: int
    hits: int
    likely_hits: float | None
    """Hits its attacks were worth before the dice fell; null where that would tell a foe's AC."""
    dealt: int
    biggest: int
    """The largest single harm."""
    taken: int
    healed: int
    """Hit points it gave back, to itself or others."""
    felled: int
    """How often it brought somebody down."""
    slain: int
    near_misses: int
    """Its blows that missed by 1 or 2."""
    close_calls: int
    """Blows at it that missed by 1 or 2."""
    dice: int
    """Its d20s the seat has seen: attacks and saves."""
    luck: float | None
    """How far above 10.5 they came on average."""


# The character sheet.


class Named(Message):
    """A number with its name: a skill, an attribute, a save."""

    name: str
    value: str


class Explained(Message):
    """Something with what it means, in words."""

    name: str
    text: str = ""
    icon: str = ""
    """Its picture; "" where it has none."""


class AttackView(Message):
    """One way to hurt, with the sums behind its numbers."""

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
