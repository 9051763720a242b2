"""Sources of new fights: shipped encounters, the GM's own files, books and minds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.rulings import rulings_of
from shieldwall.content import ContentError
from shieldwall.content.encounters import encounter_info
from shieldwall.content.library import shipped
from shieldwall.content.user_folder import home_folder, own_files
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import KIN_NAMES, UNDEAD_KIN
from shieldwall.minds import MIND_NAMES
from shieldwall.table.publish.seat_state import ground_view, is_outdoors
from shieldwall.table.server.rest_models import (
    BookLine,
    Dot,
    EncounterLine,
    FightSources,
    RulingLine,
)

RECOMMENDED: Final = "toll-road"
"""The shipped encounter recommended as a first fight."""
BEAST: Final = 1 << KIN_NAMES.index("beast")
BUG: Final = 1 << KIN_NAMES.index("bug")
HIGH: Final = 5 * FOOT
MOST_TROUBLES: Final = 12
MOST_TROUBLE: Final = 300
"""Maximum lines, and characters per line, of a file's problems on the start page."""


def read_fight_sources() -> FightSources:
    """Everything a new fight can be made of; reads files: do not call on the event loop."""
    own = own_files("encounters")
    lines = [_own_line(name) for name in own]
    lines += [shipped_line(name) for name in shipped("encounters") if name not in own]
    return FightSources(
        encounters=lines,
        books=list(_books()),
        minds=list(MIND_NAMES),
        folder=str(home_folder() / "encounters"),
    )


def _own_line(name: str) -> EncounterLine:
    try:
        return encounter_line(name, True)
    except ContentError as error:
        return EncounterLine(
            name=name,
            title=name,
            look_for="",
            sides="",
            size="",
            own=True,
            trouble=_in_short(name, error),
        )


def _in_short(name: str, error: ContentError) -> str:
    """The first problem of a file, with its name instead of its whole path."""
    path = own_files("encounters").get(name)
    text = str(error)
    if path is not None:
        text = text.replace(str(path), path.name)
    lines = text.splitlines()
    more = len(lines) - MOST_TROUBLES
    if more > 0:
        lines = [*lines[:MOST_TROUBLES], f"and {more} more"]
    return "\n".join(line[:MOST_TROUBLE] for line in lines)


@lru_cache(maxsize=100)
def shipped_line(name: str) -> EncounterLine:
    return encounter_line(name, False)


def encounter_line(name: str, own: bool) -> EncounterLine:
    """An encounter as a row of the start page; raises ContentError."""
    info = encounter_info(name)
    setup = info.setup
    assert setup is not None
    return EncounterLine(
        name=name,
        title=info.title,
        look_for=info.look_for,
        sides=info.sides,
        size=info.size,
        book=info.book,
        difficulty=info.difficulty,
        next=info.next,
        own=own,
        recommended=name == RECOMMENDED and not own,
        units=len(setup.placements),
        themes=themes(setup),
        map=ground_view(setup.grid, setup),
        dots=[
            Dot(x=one.x, y=one.y, size=int(one.sheet.size), team=int(setup.sides[one.side].team))
            for one in setup.placements
        ],
    )


def themes(setup: Setup) -> list[str]:
    """Tags of a fight, derived from its content, for the search."""
    foes = [one.sheet for one in setup.placements if not setup.sides[one.side].players]
    everybody = [one.sheet for one in setup.placements]
    grid = setup.grid
    heights = {int(grid.floor[cell]) for cell in range(len(grid.floor))}
    place = "no map" if grid.open else "outdoors" if is_outdoors(grid) else "indoors"
    found = {
        place: True,
        "dark": setup.dark,
        "ambush": setup.ambush >= 0 or bool(setup.surprised) or bool(setup.hidden),
        "heights": not grid.open and max(heights) - min(heights) >= HIGH,
        "doors": any(wall.door >= 0 for wall in grid.walls),
        "undead": any(sheet.undead or sheet.kin & UNDEAD_KIN for sheet in foes),
        "beasts": any(sheet.kin & (BEAST | BUG) or sheet.temperament == "beast" for sheet in foes),
        "magic": any(sheet.spells for sheet in everybody),
        "monsters": any(sheet.size > 1 or sheet.powers for sheet in foes),
    }
    return [name for name, is_so in found.items() if is_so]


@lru_cache(maxsize=1)
def _books() -> tuple[BookLine, ...]:
    found = []
    for book in RULESETS.values():
        rulings = []
        for ruling in rulings_of(book, RULINGS).values():
            taken = ruling.taken_by(book)
            if taken is not None and not ruling.fixed:
                rulings.append(
                    RulingLine(
                        name=ruling.name,
                        question=ruling.at_issue,
                        options=ruling.words(),
                        default=taken.word,
                        cite=", ".join(ruling.cites),
                    )
                )
        found.append(BookLine(name=book.name, title=book.title, rulings=rulings))
    return tuple(found)
