"""The table's protocol: every message between server and client, as types.

One WebSocket carries JSON objects, each with a `type`. Their parts are in `message_parts`, the REST
models in `rest_models`. The page's types are generated from these (`python tools/protocol.py`), and
bots may use the same protocol: `docs/table-protocol.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from shieldwall.table.message_parts import (
    Ask,
    AttackView,
    ClockView,
    CreatureLine,
    DieAsk,
    Explained,
    Greyed,
    LogLine,
    MapView,
    Message,
    Named,
    OrderGroup,
    Preview,
    Role,
    RuleNow,
    RulingNow,
    SeatView,
    Settings,
    SideView,
    Standing,
    Stops,
    Toggle,
    UnitStats,
    UnitView,
    VerbGroup,
)

PROTOCOL = 1


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
    """The run of the server that numbers the log lines; `hello` returns it with `since`."""


class State(Message):
    """The complete view of a seat; `number` counts the seat's views."""

    type: Literal["state"] = "state"
    number: int
    clock: ClockView
    sides: list[SideView]
    units: list[UnitView]
    map: MapView | None = None
    """Only sent if new or changed."""
    sees: list[str] = []
    """With fog: one string per row, `1` for squares the seat's units see now."""
    dark: bool = False
    """Whether only lit squares are visible."""
    seats: list[SeatView] = []
    settings: Settings
    minds: dict[str, str] = {}
    """For the GM: the mind that plays a side or a unit, by its name."""
    pending: list[str] = []
    """For the GM: orders that take effect after the current action."""
    can_undo: bool = False


class Log(Message):
    type: Literal["log"] = "log"
    lines: list[LogLine]
    cut: int | None = None
    """Lines from this number on were undone, before `lines` are added; numbers are never reused."""


class Asked(Message):
    """All open questions of this seat; earlier questions that are missing here are withdrawn."""

    type: Literal["asked"] = "asked"
    asks: list[Ask]
    sealed: dict[str, str] = {}
    """By unit: the seat's own answers that wait for other seats; `undo` takes one back."""
    die: DieAsk | None = None
    waiting_for: list[str] = []
    """Seats that have yet to answer, limited to what this seat may know."""


class UnitOptions(Message):
    """The options of one unit for a request: the answer to `focus`."""

    type: Literal["options"] = "options"
    request: str
    unit: str | None
    groups: list[VerbGroup]
    greyed: list[Greyed] = []


class Refused(Message):
    """A refused choice. If the question itself is gone, the open ones follow."""

    type: Literal["refused"] = "refused"
    stale: bool = False
    question: bool = False
    """Whether it answers a query, such as one for odds: then no choice was made."""
    request: str
    text: str
    cite: str = ""


class Previewed(Message):
    type: Literal["previewed"] = "previewed"
    request: str
    choice: str
    preview: Preview


class Approached(Message):
    """The first of the moves after which the target can be attacked; "" if there is none."""

    type: Literal["approached"] = "approached"
    request: str
    target: str
    first: str
    """The first of the moves in the query."""
    walk: str = ""
    blow: str = ""
    """The attack available after the move."""
    label: str = ""
    preview: Preview | None = None
    """The odds of the attack."""


class Danger(Message):
    """For each square in reach, the chance of being down before the unit's next turn."""

    type: Literal["danger"] = "danger"
    unit: str
    squares: dict[str, float]
    how_sure: str
    sharper: bool = False
    """Whether it replaces the previous one; sent unasked while the fight is unchanged."""


class SightLines(Message):
    """Cover of a target from a viewer, corner by corner; without a map, from its position."""

    type: Literal["sight"] = "sight"
    viewer: str
    target: str
    cover: Literal["none", "half", "full", "no line"]
    corners: list[bool]
    """Visibility of its eight corners; empty without a map."""
    words: str
    reason: str = ""
    """The cover and its cause, if viewer and target are shown."""
    corner_words: str = ""
    why: list[Greyed] = []
    """On the viewer's turn: why it cannot attack that foe now, for each mode of attack."""


class Workshop(Message):
    """For the GM: the available orders of this fight; the answer to `workshop`."""

    type: Literal["workshop"] = "workshop"
    orders: dict[str, str]
    """Every order of `rule`, with an example."""
    creatures: list[CreatureLine]
    conditions: list[str]
    """`condition UNIT NAME`, `... for N rounds`, `... off`."""
    condition_icons: dict[str, str] = {}
    toggles: list[Toggle] = []
    """Conditions with a toggle."""
    forms: list[OrderGroup] = []
    """The form of each order on the page."""
    fates: list[str]
    """`fate UNIT WORD`."""
    grounds: list[str]
    """`ground SQUARE WORD`."""
    walls: list[str]
    """`wall SQUARE-SQUARE WORD`."""
    rulings: list[RulingNow]
    rules: list[RuleNow]


class Sheet(Message):
    """All the seat may know of a unit; little for a foe. The answer to `sheet`."""

    type: Literal["sheet"] = "sheet"
    unit: str
    name: str
    what: str
    """Its kind: `Goblin`, `level 3 fighter`."""
    is_open: bool
    """Whether it is on your own side: then all of it is shown."""
    notes: str = ""
    numbers: list[Named] = []
    """HP, AC, speed, morale, hit dice."""
    attributes: list[Named] = []
    skills: list[Named] = []
    saves: list[Named] = []
    attacks: list[AttackView] = []
    spells: list[Explained] = []
    casts: str = ""
    """Its remaining spells: `2 of 3`."""
    items: list[Explained] = []
    powers: list[Explained] = []
    conditions: list[Explained] = []
    """Its current conditions, with explanations."""


class MindPlan(Message):
    """For the GM: the plan of a mind, to approve, change or let run."""

    type: Literal["plan"] = "plan"
    request: str
    unit: str
    choice: str
    text: str


class Over(Message):
    type: Literal["over"] = "over"
    reason: str
    why: str = ""
    """The reason as a sentence."""
    winners: list[str]
    standing: list[Standing]
    rounds: int = 0
    deeds: list[UnitStats] = []
    """Statistics of the units, most damage first."""


class Pointed(Message):
    """A seat points at a place for all to see."""

    type: Literal["pointed"] = "pointed"
    seat: str
    square: str


class Trouble(Message):
    """An error in a message; the connection stays open."""

    type: Literal["error"] = "error"
    text: str


class Pong(Message):
    type: Literal["pong"] = "pong"


ServerMessage = Annotated[
    Welcome | State | Log | Asked | UnitOptions | Refused | Previewed | Approached | Danger
    | SightLines | Workshop | Sheet | MindPlan | Over | Pointed | Trouble | Pong,
    Field(discriminator="type"),
]  # fmt: skip


# From a client.


class Hello(Message):
    type: Literal["hello"] = "hello"
    token: str = Field(max_length=200)
    fight: str = Field(default="", max_length=40)
    """The fight to join, for the host's token: its holder is GM of every fight."""
    protocol: int = PROTOCOL
    since: int = 0
    """The number of the client's last log line."""
    run: str = Field(default="", max_length=40)
    """The `run` of the `welcome` with that line; without it the whole log is sent."""


class Choose(Message):
    type: Literal["choose"] = "choose"
    request: str = Field(max_length=80)
    choice: str = Field(max_length=500)


class Improvise(Message):
    """On a turn: a free-text action outside the options."""

    type: Literal["improvise"] = "improvise"
    request: str = Field(max_length=80)
    unit: str = Field(max_length=60)
    words: str = Field(min_length=1, max_length=300)


class Focus(Message):
    """Request the choices of a unit: on a side's turn any of `ready`."""

    type: Literal["focus"] = "focus"
    request: str = Field(max_length=80)
    unit: str | None = Field(default=None, max_length=60)


class Die(Message):
    type: Literal["die"] = "die"
    request: str = Field(max_length=80)
    value: int = Field(ge=1, le=1000)


class ThrowDie(Message):
    """Roll the requested die on the server, for the player."""

    type: Literal["roll"] = "roll"
    request: str = Field(max_length=80)


class Undo(Message):
    type: Literal["undo"] = "undo"
    unit: str = ""
    """With several sealed answers: the unit whose answer to undo; the last one by default."""


class AskPreview(Message):
    type: Literal["preview"] = "preview"
    request: str = Field(max_length=80)
    choice: str = Field(max_length=500)


class AskApproach(Message):
    """Find a square from which a target can be attacked after a move; preferred moves first."""

    type: Literal["approach"] = "approach"
    request: str = Field(max_length=80)
    target: str = Field(max_length=60)
    walks: list[Annotated[str, Field(max_length=500)]] = Field(min_length=1, max_length=12)


class AskDanger(Message):
    type: Literal["squares"] = "squares"
    unit: str = Field(max_length=60)


class AskSight(Message):
    type: Literal["look"] = "look"
    viewer: str = Field(max_length=60)
    target: str = Field(max_length=60)


class AskSheet(Message):
    type: Literal["sheet"] = "sheet"
    unit: str = Field(max_length=60)


class SetStops(Message):
    type: Literal["stops"] = "stops"
    unit: str = Field(max_length=60)
    when: Stops


class Rule(Message):
    """A GM's order: `hp ogre 5`, `add goblin C4 for foes`, `end truce`.

    `workshop` lists them all. During an action the order waits until the action is over.
    """

    type: Literal["rule"] = "rule"
    what: str = Field(max_length=500)
    note: str = Field(default="", max_length=300)


class Order(Message):
    """A GM order as a filled-in form (`workshop.forms`): the server writes the order."""

    type: Literal["order"] = "order"
    name: str = Field(max_length=40)
    values: dict[str, Annotated[str, Field(max_length=300)]] = Field(default={}, max_length=12)
    """Values by field key. Optional fields may be missing."""
    note: str = Field(default="", max_length=300)


class TurnCondition(Message):
    """Toggle a condition of a unit, by its name in `workshop.toggles`."""

    type: Literal["condition"] = "condition"
    unit: str = Field(max_length=60)
    name: str = Field(max_length=60)
    on: bool


class AskWorkshop(Message):
    """Request the available orders of this fight, for the GM."""

    type: Literal["workshop"] = "workshop"


class SetMind(Message):
    """Assign a mind to a unit or a side, or remove it (`mind` "")."""

    type: Literal["mind"] = "mind"
    who: str = Field(max_length=60)
    mind: str = Field(max_length=60)
    shows_plan: bool = False


class Approve(Message):
    """Approve a shown plan."""

    type: Literal["approve"] = "approve"
    request: str = Field(max_length=80)


class SetSeat(Message):
    """Create a seat, or change its units."""

    type: Literal["seat"] = "seat"
    name: str = Field(max_length=40)
    units: list[str] = Field(max_length=200)
    role: Role = "player"


class Invite(Message):
    """Make a new secret link for a seat; the old one stops working. It is in the next `state`."""

    type: Literal["invite"] = "invite"
    name: str = Field(max_length=40)


class Revoke(Message):
    """Remove a seat: its player is disconnected, its units go to the GM."""

    type: Literal["revoke"] = "revoke"
    name: str = Field(max_length=40)


class Change(Message):
    """Change settings of the table."""

    type: Literal["settings"] = "settings"
    settings: Settings


class Point(Message):
    """Point at a place for everyone at the table; not for watchers."""

    type: Literal["point"] = "point"
    square: str = Field(max_length=20)


class Ping(Message):
    type: Literal["ping"] = "ping"


ClientMessage = Annotated[
    Hello | Choose | Improvise | Focus | Die | ThrowDie | Undo | AskPreview | AskApproach
    | AskDanger | AskSight | AskSheet | SetStops | Rule | Order | TurnCondition | AskWorkshop
    | SetMind | Approve | SetSeat | Invite | Revoke | Change | Point | Ping,
    Field(discriminator="type"),
]  # fmt: skip

server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
