"""The table's language: every message between the server and a client, as types.

One WebSocket carries JSON objects, each with a `type`. The page's types are made from these
(`python tools/protocol.py`), and a bot may speak the same language: `docs/table-protocol.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

PROTOCOL = 1

Role = Literal["gm", "player", "watcher"]
Band = Literal[
    "unhurt", "hurt", "bloodied", "at death's door", "down", "dead", "gone", "unknown"
]  # fmt: skip
WallKind = Literal["wall", "low", "window", "door"]
Fate = Literal["standing", "dying", "dead", "fled", "surrendered"]
Stops = Literal["never", "when it matters", "always"]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# What there is to see.


class WallView(Message):
    """A wall, window, low wall or door, from one point of the lattice to another, in squares."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: WallKind
    is_open: bool = False
    label: str = ""


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
    walls: list[WallView] = []
    names: dict[str, str] = {}
    """What stands in a square, by its name: `{"C4": "pillar"}`."""
    picture: str = ""
    """The address of a picture to lay under the map."""
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
    in_hand: str = ""
    beside: list[str] = []
    """Without a map: the units within 5 ft."""
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


class LogLine(Message):
    number: int
    """Its place in the log of this seat."""
    kind: str
    text: str
    terms: list[Term] = []
    round: int = 0
    hidden: bool = False
    """Of a GM's log: players did not see this line."""


class Preview(Message):
    """What a choice may come to. `how_sure` is "exact", or "± 2 %" and the like."""

    hit: float | None = None
    damage: float | None = None
    drop: float | None = None
    provokes: list[str] = []
    risk: float | None = None
    """The chance to be felled by what it provokes."""
    how_sure: str = "exact"
    words: str = ""


class OptionView(Message):
    """One thing that may be answered."""

    choice: str
    """In notation; sent back as it is."""
    verb: str
    label: str
    target: str | None = None
    weapon: str | None = None
    square: str | None = None
    path: list[str] = []
    cost: str = ""
    feet: int | None = None
    provokes: list[str] = []
    strikes: dict[str, int] = {}
    """Of a way: by whom it provokes the number of the step, from 0, at which each strikes."""
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
    title: str
    cost: str
    provokes: bool
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
    """The unit whose deed opened the moment."""
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
    timer: int = 0
    """Seconds before an unanswered prompt is passed for a player; 0 for never."""
    paused: bool = False
    fog: bool = False
    hidden_rolls: bool = False
    """Whether the GM's rolls stay hidden."""


class Standing(Message):
    unit: str
    side: str
    fate: Fate
    hp: int | None = None


# From the server.


class Welcome(Message):
    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    fight: str
    title: str
    book: str
    seat: str
    role: Role
    settings: Settings
    run: str
    """Which run of the server numbers the log lines; `hello` gives it back with `since`."""


class State(Message):
    """Everything a seat sees, whole; `number` counts what this seat has been shown."""

    type: Literal["state"] = "state"
    number: int
    clock: ClockView
    sides: list[SideView]
    units: list[UnitView]
    map: MapView | None = None
    """Only when it is new or has changed."""
    seats: list[SeatView] = []
    settings: Settings
    minds: dict[str, str] = {}
    """For the GM: the mind that plays a side or a unit, by its name."""
    can_undo: bool = False


class Log(Message):
    type: Literal["log"] = "log"
    lines: list[LogLine]
    cut: int | None = None
    """Lines from this number on are gone (undone), before `lines` are added; numbers grow and are
    never used again."""


class Asked(Message):
    """All that is open for this seat; what stood in an earlier one and not here is withdrawn."""

    type: Literal["asked"] = "asked"
    asks: list[Ask]
    sealed: dict[str, str] = {}
    """By unit: the seat's own answers that wait for other seats; `undo` takes one back."""
    die: DieAsk | None = None
    waiting_for: list[str] = []
    """Seats whose answer is awaited, as far as this seat may know."""


class UnitOptions(Message):
    """What one unit may answer to a request: the answer to `focus`."""

    type: Literal["options"] = "options"
    request: str
    unit: str | None
    groups: list[VerbGroup]
    greyed: list[Greyed] = []


class Refused(Message):
    """A choice that cannot be made. Where the question itself is gone, the open ones follow."""

    type: Literal["refused"] = "refused"
    stale: bool = False
    request: str
    text: str
    cite: str = ""


class Previewed(Message):
    type: Literal["previewed"] = "previewed"
    request: str
    choice: str
    preview: Preview


class Danger(Message):
    """For each square in reach, the chance to be down before one's next turn."""

    type: Literal["danger"] = "danger"
    unit: str
    squares: dict[str, float]
    how_sure: str


class SightLines(Message):
    """Cover of a target from a viewer, corner by corner."""

    type: Literal["sight"] = "sight"
    viewer: str
    target: str
    cover: Literal["none", "half", "full", "no line"]
    corners: list[bool]
    words: str


class MindPlan(Message):
    """For the GM: what a mind means to do, to be approved, changed or let run."""

    type: Literal["plan"] = "plan"
    request: str
    unit: str
    choice: str
    text: str


class Over(Message):
    type: Literal["over"] = "over"
    reason: str
    winners: list[str]
    standing: list[Standing]


class Trouble(Message):
    """Something went wrong with a message; the connection goes on."""

    type: Literal["error"] = "error"
    text: str


class Pong(Message):
    type: Literal["pong"] = "pong"


ServerMessage = Annotated[
    Welcome | State | Log | Asked | UnitOptions | Refused | Previewed | Danger | SightLines
    | MindPlan | Over | Trouble | Pong,
    Field(discriminator="type"),
]  # fmt: skip


# From a client.


class Hello(Message):
    type: Literal["hello"] = "hello"
    token: str = Field(max_length=200)
    fight: str = Field(default="", max_length=40)
    """Which fight, for the token of the start page: its holder is GM of every fight."""
    protocol: int = PROTOCOL
    since: int = 0
    """The number of the last log line it has."""
    run: str = Field(default="", max_length=40)
    """The `run` of the `welcome` under which it got that line; without it the log comes whole."""


class Choose(Message):
    type: Literal["choose"] = "choose"
    request: str = Field(max_length=80)
    choice: str = Field(max_length=500)


class Focus(Message):
    """Ask for the choices of a unit: on a side's turn any of `ready`."""

    type: Literal["focus"] = "focus"
    request: str = Field(max_length=80)
    unit: str | None = Field(default=None, max_length=60)


class Die(Message):
    type: Literal["die"] = "die"
    request: str = Field(max_length=80)
    value: int = Field(ge=1, le=1000)


class Undo(Message):
    type: Literal["undo"] = "undo"
    unit: str = ""
    """Of several answers that wait sealed, whose to take back; the last one by default."""


class AskPreview(Message):
    type: Literal["preview"] = "preview"
    request: str = Field(max_length=80)
    choice: str = Field(max_length=500)


class AskDanger(Message):
    type: Literal["squares"] = "squares"
    unit: str = Field(max_length=60)


class AskSight(Message):
    type: Literal["look"] = "look"
    viewer: str = Field(max_length=60)
    target: str = Field(max_length=60)


class SetStops(Message):
    type: Literal["stops"] = "stops"
    unit: str = Field(max_length=60)
    when: Stops


class Rule(Message):
    """The referee changes something: `hp ogre 5`, `move goblin-1 C4`, `force ...`, `end truce`."""

    type: Literal["rule"] = "rule"
    what: str = Field(max_length=500)
    note: str = Field(default="", max_length=300)


class SetMind(Message):
    """Let a mind play a unit or a side, or take it back (`mind` "")."""

    type: Literal["mind"] = "mind"
    who: str = Field(max_length=60)
    mind: str = Field(max_length=60)
    shows_plan: bool = False


class Approve(Message):
    """Let a shown plan go ahead."""

    type: Literal["approve"] = "approve"
    request: str = Field(max_length=80)


class SetSeat(Message):
    """Which units a seat has, or a new seat."""

    type: Literal["seat"] = "seat"
    name: str = Field(max_length=40)
    units: list[str] = Field(max_length=200)
    role: Role = "player"


class Invite(Message):
    """A new secret link for a seat; the old one stops working. It comes in the next `state`."""

    type: Literal["invite"] = "invite"
    name: str = Field(max_length=40)


class Revoke(Message):
    """Take a seat away: whoever sits there is shown out, its units are the GM's."""

    type: Literal["revoke"] = "revoke"
    name: str = Field(max_length=40)


class Change(Message):
    """Change settings of the table."""

    type: Literal["settings"] = "settings"
    settings: Settings


class Ping(Message):
    type: Literal["ping"] = "ping"


ClientMessage = Annotated[
    Hello | Choose | Focus | Die | Undo | AskPreview | AskDanger | AskSight | SetStops | Rule
    | SetMind | Approve | SetSeat | Invite | Revoke | Change | Ping,
    Field(discriminator="type"),
]  # fmt: skip

server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# The small REST part: `Authorization: Bearer TOKEN`, the token of the address one was given.


class Me(Message):
    """Whose token it is: the start page's, the one all players get, or a seat's."""

    kind: Literal["host", "guest", "seat"]
    fight: str = ""
    seat: str = ""
    role: Role = "watcher"


class EncounterLine(Message):
    name: str
    title: str
    look_for: str
    sides: str
    size: str
    book: str = ""
    """The name of its own book."""
    own: bool = False
    trouble: str = ""
    """Of the GM's own files: why it cannot be played."""


class RulingLine(Message):
    name: str
    question: str
    options: list[str]
    default: str
    cite: str


class BookLine(Message):
    name: str
    title: str
    rulings: list[RulingLine]


class Shelf(Message):
    """What a new fight can be made of."""

    encounters: list[EncounterLine]
    books: list[BookLine]
    minds: list[str]
    folder: str
    """Where the GM's own files belong."""


class FreeSeat(Message):
    name: str
    units: list[str]


class FightLine(Message):
    """A fight under way or over. For a guest: where there is a free seat, and no more."""

    id: str
    title: str
    book: str
    round: int
    over: bool
    started: str
    gm_link: str = ""
    free: list[FreeSeat] = []
    trouble: str = ""
    """Why it cannot be resumed, where it cannot."""


class NewSeat(Message):
    name: str = Field(min_length=1, max_length=40)
    units: list[str] = Field(default=[], max_length=200)
    role: Role = "player"


class NewFight(Message):
    encounter: str = Field(max_length=200)
    book: str = Field(default="", max_length=80)
    """By another book than the encounter's own."""
    rulings: dict[str, str] = Field(default={}, max_length=200)
    space: Literal["", "map", "open"] = ""
    settings: Settings = Settings()
    minds: dict[str, str] = Field(default={}, max_length=50)
    """By side: the mind that plays it at first."""
    seats: list[NewSeat] | None = Field(default=None, max_length=50)
    """Who plays what; by default a seat for each unit of the players' side."""


class Started(Message):
    fight: str
    gm_link: str
    seats: list[SeatView]


class Link(Message):
    """The address of a seat, as a path with a fragment: `/#token=...`."""

    link: str


class Invitation(Message):
    """How players come to the table."""

    lan: bool
    """Whether other machines can reach it at all."""
    address: str
    words: str
    qr: list[str] = []
    """The address as a QR code, a row a string of `0` and `1`; empty where it would be dead."""
