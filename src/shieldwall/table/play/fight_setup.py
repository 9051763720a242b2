"""The parts of a new fight: set-up, seats, minds of the sides."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from shieldwall.books import RULESETS
from shieldwall.content import ContentError, load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.content.user_folder import known_names
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.minds import MIND_NAMES
from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.records import is_by_hand
from shieldwall.table.play.unit_numbers import may_hide, new_names, renamed, unseen
from shieldwall.table.publish.board_looks import calling_picture
from shieldwall.table.seats import GM
from shieldwall.table.server.rest_models import NewFight, NewSeat, SeatUnit
from shieldwall.text.notation import suggest
from shieldwall.text.sentences import start

CARRIED: Final = "from the fight before"
"""The note on wounds from the fight before."""
MOST_OWN_SEATS: Final = 8
"""Up to this many units of the players' side get one seat each."""


class Wrong(ValueError):
    """An impossible request, with message and HTTP status."""

    def __init__(self, text: str, status: int = 422) -> None:
        super().__init__(text)
        self.status = status


def begun(setup: Setup, seed: int, settings: Settings, orders: Sequence[str] = ()) -> Fight:
    """A new fight; under fog a side at first knows only the units it sees.

    `orders` are the GM's opening orders: wounds from the fight before.
    """
    fight = Fight(setup, seed, is_by_hand(settings))
    if settings.fog:
        fight.rule("fog on")
    for order in orders:
        fight.rule(order, CARRIED)
    return fight


def set_up(wanted: NewFight) -> tuple[Setup, dict[str, str]]:
    """The requested set-up, and the units renamed from its file."""
    return numbered(read_set_up(wanted), wanted.settings)


def numbered(setup: Setup, settings: Settings) -> tuple[Setup, dict[str, str]]:
    """The set-up with unit numbers that reveal nothing about units hidden from the players."""
    if not settings.fog and not may_hide(setup):
        return setup, {}
    names = new_names(setup, unseen(setup, begun(setup, 0, settings).state))
    return (renamed(setup, names) if names else setup), names


def under_new_names(seat: NewSeat, names: dict[str, str]) -> NewSeat:
    return seat.model_copy(update={"units": [names.get(unit, unit) for unit in seat.units]})


def read_set_up(wanted: NewFight) -> Setup:
    """Read a set-up by its known name, never by path."""
    known = known_names("encounters")
    if wanted.encounter not in known:
        hint = suggest(wanted.encounter, known)
        raise Wrong(f"no encounter is called {wanted.encounter!r}{hint}")
    books = [*RULESETS, *known_names("rules")]
    if wanted.book and wanted.book not in books:
        raise Wrong(f"no book is called {wanted.book!r}{suggest(wanted.book, books)}")
    try:
        setup = load_encounter(wanted.encounter, wanted.book, tuple(wanted.rulings.items()))
    except ContentError as error:
        raise Wrong(str(error)) from None
    if wanted.space == "open" and not setup.grid.open:
        return without_map(setup)
    if wanted.space == "map" and setup.grid.open:
        raise Wrong(f"{wanted.encounter} is written without a map")
    return setup


@lru_cache(maxsize=200)
def seat_units(setup: str) -> dict[str, SeatUnit]:
    """The units of the players' sides in a stored set-up, for the lobby.

    Empty if it cannot be read; the error is shown when the fight is opened.
    """
    try:
        data = json.loads(setup)
        players = [bool(side["players"]) for side in data["sides"]]
        own = [one for one in data["placements"] if players[one["side"]]]
        return {one["id"]: _seat_unit(one["id"], data["sheets"][one["sheet"]]) for one in own}
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return {}


def _seat_unit(ident: str, sheet: dict[str, Any]) -> SeatUnit:
    hand = sheet["weapons"][0]["name"] if sheet["weapons"] else ""
    name = start(ident.replace("-", " "))
    is_priest, is_caster = sheet.get("turning", 0) > 0, sheet.get("casts", 0) > 0
    icon = calling_picture(name, hand, is_priest, is_caster)
    return SeatUnit(id=ident, name=name, in_hand=hand, icon=icon)


def usual_seats(setup: Setup) -> list[NewSeat]:
    """One seat for each unit of the players' side; a single one if there are many."""
    found: list[NewSeat] = []
    for number, side in enumerate(setup.sides):
        if not side.players:
            continue
        units = [one for one in setup.placements if one.side == number]
        if len(units) > MOST_OWN_SEATS:
            found.append(NewSeat(name=side.name, units=[one.ident for one in units]))
        else:
            found += [NewSeat(name=one.ident.capitalize(), units=[one.ident]) for one in units]
    return found


def check_seats(seats: list[NewSeat], known: list[str]) -> None:
    """Check the seats; `known` are the existing units."""
    names = [seat.name for seat in seats]
    if len(set(names)) < len(names):
        raise Wrong("Two seats have the same name.")
    taken: set[str] = set()
    for seat in seats:
        if seat.name == GM or not seat.name.isprintable() or seat.name != seat.name.strip():
            raise Wrong(f"A seat cannot be called {seat.name!r}.")
        for unit in seat.units:
            if unit not in known:
                raise Wrong(f"no unit here is called {unit!r}{suggest(unit, known)}")
            if unit in taken:
                raise Wrong(f"{unit} is given to two seats")
            taken.add(unit)


def check_minds(setup: Setup, minds: dict[str, str]) -> None:
    sides = [side.name for side in setup.sides]
    for side, mind in minds.items():
        if side not in sides:
            raise Wrong(f"no side is called {side!r}{suggest(side, sides)}")
        if mind not in MIND_NAMES:
            raise Wrong(f"no mind is called {mind!r}{suggest(mind, MIND_NAMES)}")
