"""Fields of an encounter file: its units, its sides, and the whole."""

from __future__ import annotations

from typing import Final

from shieldwall.content.combatants.creature_sheets import CREATURES
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Ident,
    ListOf,
    MapOf,
    Record,
    Text,
    Whole,
    Word,
)
from shieldwall.content.ground.field import FIELD, SPOT
from shieldwall.content.ground.map_file import MapOrName

STOP_NAMES: Final = ("never", "when it matters", "always")
"""In the order of NEVER, WHEN_IT_MATTERS, ALWAYS."""
MAX_COUNT: Final = 200
MAX_UNITS: Final = 500
MAX_ROUNDS: Final = 1000


class RulesName(Text):
    """The rules of the fight: a book, or house rules by name or path."""

    def __init__(self) -> None:
        super().__init__(200, "the rules to play by, such as `sovereign`")


WHAT: Final = Field("what", Text(60, "a creature such as `goblin` or `6 x goblin`"), required=True)
AT: Final = Field("at", ListOf(SPOT, or_one=True, all_or_none=True))
AREA: Final = Field("area", Text(40, "an area: squares such as `B2-F4`, or a name"))
ID: Final = Field("id", Ident())
NAME: Final = Field("name", Text(40, "a name"))
HP: Final = Field("hp", Whole(1, 1000))
SEAT: Final = Field("seat", Ident())
LEADER: Final = Field("leader", Flag())
MORALE: Final = Field("morale", Whole(2, 12))
DIRECTIONS: Final = (
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
)  # fmt: skip
FACES: Final = Field("faces", Word(*DIRECTIONS))
"""For display only: no book has rules for it."""
UNIT: Final = Record("a unit", WHAT, AT, AREA, ID, NAME, HP, SEAT, LEADER, MORALE, FACES)

SIDE_NAME: Final = Field("name", Ident(), required=True)
PLAYERS: Final = Field("players", Flag())
TEAM: Final = Field("team", Ident())
PARTY: Final = Field("party", Text(200, "the name or path of a party file"))
ONLY: Final = Field("only", ListOf(Ident(), or_one=True))
PLACES: Final = Field("places", MapOf(SPOT, Ident(), what="characters, each with a square"))
SIDE_AT: Final = Field("at", SPOT)
SIDE_FACES: Final = Field(
    "faces", MapOf(Word(*DIRECTIONS), Ident(), what="characters, each with a direction")
)
UNITS: Final = Field("units", ListOf(UNIT))
SIDE_MORALE: Final = Field("morale", Whole(-2, 2))
REACTION: Final = Field("reaction", Flag())
EXPECTING: Final = Field("expecting", Flag())
CAREFUL: Final = Field("careful", Flag())
SIDE: Final = Record(
    "a side",
    SIDE_NAME, PLAYERS, TEAM, PARTY, ONLY, PLACES, AREA, SIDE_AT, UNITS, EXPECTING, CAREFUL,
    SIDE_MORALE, SIDE_FACES,
)  # fmt: skip

TITLE: Final = Field("title", Text(), required=True)
RULES_FIELD: Final = Field("rules", RulesName(), required=True)
LOOK_FOR: Final = Field("look-for", Text(400))
NEXT: Final = Field("next", Text(60, "the name of the encounter that follows"))
SPACE: Final = Field("space", Word("map", "open"))
MAP_FIELD: Final = Field("map", MapOrName())
FIELD_FIELD: Final = Field("field", FIELD)
ENGAGED: Final = Field("engaged", ListOf(ListOf(Ident())))
SIDES: Final = Field("sides", ListOf(SIDE, most=16), required=True)
OWN_CREATURES: Final = Field("creatures", CREATURES)
SURPRISED: Final = Field("surprised", ListOf(Ident(), or_one=True))
ROUNDS: Final = Field("rounds", Whole(1, MAX_ROUNDS))
STOPS: Final = Field("stops", Word(*STOP_NAMES))
POISED: Final = Field("poised", ListOf(Ident(), or_one=True))
AMBUSH: Final = Field("ambush", Ident())
HARD_ENTRY: Final = Field("hard-entry", Ident())
ATTACKERS: Final = Field("attackers", Ident())
DARK: Final = Field("dark", Flag())
HIDDEN: Final = Field("hidden", ListOf(Ident(), or_one=True))
RULINGS: Final = Field("rulings", MapOf(Text(60), what="rulings, each with its setting"))
ENFORCE: Final = Field("enforce", MapOf(Text(10), what="rules, each on, warn or off"))
ENCOUNTER: Final = Record(
    "an encounter",
    TITLE, RULES_FIELD, LOOK_FOR, NEXT, SPACE, MAP_FIELD, FIELD_FIELD, ENGAGED, SIDES,
    OWN_CREATURES, SURPRISED, ROUNDS, RULINGS, ENFORCE, STOPS, POISED, AMBUSH, HARD_ENTRY,
    ATTACKERS, REACTION, DARK, HIDDEN,
)  # fmt: skip
