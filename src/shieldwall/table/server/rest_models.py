"""Request and response models of the REST routes.

`Authorization: Bearer TOKEN`, with the token of the link.
"""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field, model_validator

from shieldwall.table.message_parts import MapView, Message, Role, SeatView, Settings


class Me(Message):
    """The kind of token: the start page's, the players' common one, or a seat's."""

    kind: Literal["host", "guest", "seat"]
    fight: str = ""
    seat: str = ""
    role: Role = "watcher"


class Dot(Message):
    """Start position of a unit, for a thumbnail of the map."""

    x: int
    y: int
    size: int
    team: int


class EncounterLine(Message):
    name: str
    title: str
    look_for: str
    sides: str
    size: str
    book: str = ""
    """The name of its own book."""
    difficulty: str = ""
    """Measured difficulty of a shipped one: `easy: the party wins 94 %, …`."""
    next: str = ""
    """The next encounter of its campaign."""
    own: bool = False
    trouble: str = ""
    """For the GM's own files: why it cannot be played."""
    recommended: bool = False
    """Whether it is recommended as a first fight."""
    units: int = 0
    """Number of units."""
    themes: list[str] = []
    """Tags for the search: `indoors`, `dark`, `undead` and others."""
    map: MapView | None = None
    dots: list[Dot] = []


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


class FightSources(Message):
    """Everything a new fight can be made of."""

    encounters: list[EncounterLine]
    books: list[BookLine]
    minds: list[str]
    folder: str
    """Folder of the GM's own files."""


class SeatUnit(Message):
    """The units of a seat, as the lobby draws them."""

    id: str
    name: str
    in_hand: str = ""
    icon: str = ""


class FreeSeat(Message):
    name: str
    units: list[str]
    plays: list[SeatUnit] = []


class SideShare(Message):
    """State of a side: HP of standing units and of all; number of standing units and of all."""

    side: str
    players: bool
    hp: int
    max_hp: int
    up: int
    count: int


class FightLine(Message):
    """A running or finished fight. A guest sees only those with a free seat, in short."""

    id: str
    title: str
    book: str
    round: int
    over: bool
    started: str
    played: str = ""
    """Time of the last event."""
    shares: list[SideShare] = []
    gm_link: str = ""
    free: list[FreeSeat] = []
    taken: list[FreeSeat] = []
    """Players' seats already taken."""
    watch: bool = False
    """Whether guests may watch."""
    trouble: str = ""
    """Why it cannot be resumed, if so; `continue` may open a part of it."""
    campaign: str = ""
    """For the GM: its campaign."""


class Wanted(Message):
    """A client's request."""

    @model_validator(mode="before")
    @classmethod
    def _can_be_written(cls, data: object) -> object:
        """Refuse lone surrogates and non-finite numbers, which cannot be stored or sent."""
        try:
            json.dumps(data, ensure_ascii=False, allow_nan=False, default=str).encode()
        except (ValueError, RecursionError):
            raise ValueError("it has half a character, or a number that is none") from None
        return data


class NewSeat(Wanted):
    name: str = Field(min_length=1, max_length=40)
    units: list[str] = Field(default=[], max_length=200)
    role: Role = "player"


class NewFight(Wanted):
    encounter: str = Field(max_length=200)
    book: str = Field(default="", max_length=80)
    """A book other than the encounter's own."""
    rulings: dict[str, str] = Field(default={}, max_length=200)
    space: Literal["", "map", "open"] = ""
    settings: Settings = Settings()
    minds: dict[str, str] = Field(default={}, max_length=50)
    """By side: the mind that plays it at the start."""
    seats: list[NewSeat] | None = Field(default=None, max_length=50)
    """The seats; by default one for each unit of the players' side."""
    survivors: str = Field(default="", max_length=40)
    """A fight whose survivors replace the players' side, with their wounds and gear."""
    carry: list[Literal["hp", "conditions", "items", "dead"]] = Field(
        default=["hp", "conditions", "items", "dead"], max_length=4
    )
    """Carry-over: wounds, conditions, spent and lost items; with `dead` the dead stay dead."""


class OpenTable(Wanted):
    open: bool
    """Whether other machines on the network can reach the table."""


class Rename(Wanted):
    title: str = Field(min_length=1, max_length=80, pattern=r"^\S(.*\S)?$")


class Started(Message):
    fight: str
    gm_link: str
    seats: list[SeatView]


class Link(Message):
    """The address of a seat, as a path with a fragment: `/#token=...`."""

    link: str


class Invitation(Message):
    """How players join the table."""

    lan: bool
    """Whether other machines can reach it."""
    address: str
    words: str
    qr: list[str] = []
    """The address as a QR code, one string of `0` and `1` per row; empty if it would not work."""
    can_open: bool = False
    """Whether the page can open the table to the network, or close it."""
    can_close: bool = False
