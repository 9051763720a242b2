"""The table's language: every message between the server and a client, as types.

One WebSocket carries JSON objects, each with a `type`; what they are made of is in `views`, the
REST part in `rest`. The page's types are made from these (`python tools/protocol.py`), and a bot
may speak the same language: `docs/table-protocol.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from shieldwall.table.message_parts import (
    Ask,
    AttackView,
    ClockView,
    CreatureLine,
    Deeds,
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
    sees: list[str] = []
    """Where fog is on: a row a string, `1` for squares the seat's people see now."""
    dark: bool = False
    """Whether only what a light falls on can be seen."""
    seats: list[SeatView] = []
    settings: Settings
    minds: dict[str, str] = {}
    """For the GM: the mind that plays a side or a unit, by its name."""
    pending: list[str] = []
    """For the GM: orders that take effect when the current action is over."""
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
    question: bool = False
    """Whether somebody only asked about it, such as for its odds: then nothing was chosen."""
    request: str
    text: str
    cite: str = ""


class Previewed(Message):
    type: Literal["previewed"] = "previewed"
    request: str
    choice: str
    preview: Preview


class Approached(Message):
    """The first of the walks after which the target can be struck; "" where there is none."""

    type: Literal["approached"] = "approached"
    request: str
    target: str
    first: str
    """The first of the walks that were asked about."""
    walk: str = ""
    blow: str = ""
    """What may be chosen once the walk is done."""
    label: str = ""
    preview: Preview | None = None
    """The odds of the blow."""


class Danger(Message):
    """For each square in reach, the chance to be down before the unit's next turn."""

    type: Literal["danger"] = "danger"
    unit: str
    squares: dict[str, float]
    how_sure: str
    sharper: bool = False
    """Whether it takes the place of the last one; it comes by itself while nothing else happens."""


class SightLines(Message):
    """Cover of a target from a viewer, corner by corner; without a map that of its place."""

    type: Literal["sight"] = "sight"
    viewer: str
    target: str
    cover: Literal["none", "half", "full", "no line"]
    corners: list[bool]
    """Its eight corners, whether they are seen; none without a map."""
    words: str
    reason: str = ""
    """The cover and what gives it, where viewer and target are shown."""
    corner_words: str = ""
    why: list[Greyed] = []
    """On the viewer's turn: why it cannot strike or shoot at that foe now, for each way of it."""


class Workshop(Message):
    """For the GM: what the referee may change in this fight, and how; the answer to `workshop`."""

    type: Literal["workshop"] = "workshop"
    orders: dict[str, str]
    """Every ruling of `rule`, with an example."""
    creatures: list[CreatureLine]
    conditions: list[str]
    """`condition UNIT NAME`, `... for N rounds`, `... off`."""
    condition_icons: dict[str, str] = {}
    toggles: list[Toggle] = []
    """What is turned on and off with one click."""
    forms: list[OrderGroup] = []
    """What the page asks for each order, and how it is written."""
    fates: list[str]
    """`fate UNIT WORD`."""
    grounds: list[str]
    """`ground SQUARE WORD`."""
    walls: list[str]
    """`wall SQUARE-SQUARE WORD`."""
    rulings: list[RulingNow]
    rules: list[RuleNow]


class Sheet(Message):
    """Everything the seat may know of a unit; of a foe that is little. The answer to `sheet`."""

    type: Literal["sheet"] = "sheet"
    unit: str
    name: str
    what: str
    """What it is: `Goblin`, `level 3 fighter`."""
    is_open: bool
    """Whether it is of your own side: then all of it is shown."""
    notes: str = ""
    numbers: list[Named] = []
    """HP, AC, speed, morale, hit dice."""
    attributes: list[Named] = []
    skills: list[Named] = []
    saves: list[Named] = []
    attacks: list[AttackView] = []
    spells: list[Explained] = []
    casts: str = ""
    """How many spells it may still cast: `2 of 3`."""
    items: list[Explained] = []
    powers: list[Explained] = []
    conditions: list[Explained] = []
    """What is the matter with it now, and what that means."""


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
    rounds: int = 0
    deeds: list[Deeds] = []
    """Who did what, those first who dealt most."""


class Pointed(Message):
    """Somebody points at a place for all to see."""

    type: Literal["pointed"] = "pointed"
    seat: str
    square: str


class Trouble(Message):
    """Something went wrong with a message; the connection goes on."""

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


class Improvise(Message):
    """On a turn: something else than the options, in words of one's own."""

    type: Literal["improvise"] = "improvise"
    request: str = Field(max_length=80)
    unit: str = Field(max_length=60)
    words: str = Field(min_length=1, max_length=300)


class Focus(Message):
    """Ask for the choices of a unit: on a side's turn any of `ready`."""

    type: Literal["focus"] = "focus"
    request: str = Field(max_length=80)
    unit: str | None = Field(default=None, max_length=60)


class Die(Message):
    type: Literal["die"] = "die"
    request: str = Field(max_length=80)
    value: int = Field(ge=1, le=1000)


class ThrowDie(Message):
    """Roll the die that is asked for: the server rolls it for the player."""

    type: Literal["roll"] = "roll"
    request: str = Field(max_length=80)


class Undo(Message):
    type: Literal["undo"] = "undo"
    unit: str = ""
    """Of several answers that wait sealed, whose to take back; the last one by default."""


class AskPreview(Message):
    type: Literal["preview"] = "preview"
    request: str = Field(max_length=80)
    choice: str = Field(max_length=500)


class AskApproach(Message):
    """From where somebody can be struck after a walk; walks that are liked best come first."""

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
    """The referee changes something: `hp ogre 5`, `add goblin C4 for foes`, `end truce`.

    `workshop` asks for all there is. In the middle of somebody's deed it waits until that is over.
    """

    type: Literal["rule"] = "rule"
    what: str = Field(max_length=500)
    note: str = Field(default="", max_length=300)


class Order(Message):
    """An order of the GM by its form (`workshop.forms`): the server writes it in words."""

    type: Literal["order"] = "order"
    name: str = Field(max_length=40)
    values: dict[str, Annotated[str, Field(max_length=300)]] = Field(default={}, max_length=12)
    """By the key of the field. Fields that may be left out need not be there."""
    note: str = Field(default="", max_length=300)


class TurnCondition(Message):
    """Turn a condition of a unit on or off, by its name in `workshop.toggles`."""

    type: Literal["condition"] = "condition"
    unit: str = Field(max_length=60)
    name: str = Field(max_length=60)
    on: bool


class AskWorkshop(Message):
    """The GM asks for all that may be changed in this fight."""

    type: Literal["workshop"] = "workshop"


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
    """Take a seat away: its player is disconnected, its units go to the GM."""

    type: Literal["revoke"] = "revoke"
    name: str = Field(max_length=40)


class Change(Message):
    """Change settings of the table."""

    type: Literal["settings"] = "settings"
    settings: Settings


class Point(Message):
    """Point at a place for everybody at the table; watchers may not."""

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
