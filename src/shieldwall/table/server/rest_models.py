"""The small REST part: what its requests and answers hold.

`Authorization: Bearer TOKEN`, the token of the address one was given.
"""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field, model_validator

from shieldwall.table.message_parts import MapView, Message, Role, SeatView, Settings


class Me(Message):
    """Whose token it is: the start page's, the one all players get, or a seat's."""

    kind: Literal["host", "guest", "seat"]
    fight: str = ""
    seat: str = ""
    role: Role = "watcher"


class Dot(Message):
    """Where somebody begins, for a small picture of the map."""

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
    """How hard a shipped one is, as measured: `easy: the party wins 94 %, …`."""
    next: str = ""
    """The encounter that follows it in a campaign."""
    own: bool = False
    trouble: str = ""
    """Of the GM's own files: why it cannot be played."""
    recommended: bool = False
    """Whether it is a good first fight."""
    units: int = 0
    """How many fight in it."""
    themes: list[str] = []
    """`indoors`, `dark`, `undead` and the like, for the search."""
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


class Shelf(Message):
    """What a new fight can be made of."""

    encounters: list[EncounterLine]
    books: list[BookLine]
    minds: list[str]
    folder: str
    """Where the GM's own files belong."""


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
    """The state of a side: HP of standing units, and of all; how many stand, of all."""

    side: str
    players: bool
    hp: int
    max_hp: int
    up: int
    count: int


class FightLine(Message):
    """A fight under way or over. For a guest: where there is a free seat, and no more."""

    id: str
    title: str
    book: str
    round: int
    over: bool
    started: str
    played: str = ""
    """When something last happened in it."""
    shares: list[SideShare] = []
    gm_link: str = ""
    free: list[FreeSeat] = []
    taken: list[FreeSeat] = []
    """Players' seats somebody has taken."""
    watch: bool = False
    """Whether guests may watch."""
    trouble: str = ""
    """Why it cannot be resumed, where it cannot; `continue` may open it as far as it goes."""
    campaign: str = ""
    """For the GM: the campaign it belongs to."""


class Wanted(Message):
    """What a client sends."""

    @model_validator(mode="before")
    @classmethod
    def _can_be_written(cls, data: object) -> object:
        """Half a character, or a number that is none, could be neither stored nor told."""
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
    """By another book than the encounter's own."""
    rulings: dict[str, str] = Field(default={}, max_length=200)
    space: Literal["", "map", "open"] = ""
    settings: Settings = Settings()
    minds: dict[str, str] = Field(default={}, max_length=50)
    """By side: the mind that plays it at first."""
    seats: list[NewSeat] | None = Field(default=None, max_length=50)
    """Who plays what; by default a seat for each unit of the players' side."""
    survivors: str = Field(default="", max_length=40)
    """A fight whose survivors take the place of the players' side, with their wounds and gear."""
    carry: list[Literal["hp", "conditions", "items", "dead"]] = Field(
        default=["hp", "conditions", "items", "dead"], max_length=4
    )
    """What they bring along: wounds, conditions, what they have spent or lost; with `dead` the dead
    stay behind."""


class OpenTable(Wanted):
    open: bool
    """Whether other machines on the network shall reach the table."""


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
    """Whether other machines can reach it at all."""
    address: str
    words: str
    qr: list[str] = []
    """The address as a QR code, a row a string of `0` and `1`; empty where it would be dead."""
    can_open: bool = False
    """Whether the table can be opened to the network, or closed to it, from the page."""
    can_close: bool = False
