"""What a new fight can be made of: shipped encounters, the GM's own files, books and minds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shieldwall.content import ContentError
from shieldwall.content.encounters import encounter_info
from shieldwall.content.home import home_folder, own_files
from shieldwall.content.library import shipped
from shieldwall.minds import MIND_NAMES
from shieldwall.rules import RULESETS, RULINGS
from shieldwall.rules.rulings import rulings_of
from shieldwall.table.rest import BookLine, EncounterLine, RulingLine, Shelf

MOST_TROUBLES: Final = 12
MOST_TROUBLE: Final = 300
"""Lines of what is wrong with a file, and letters of a line, that the start page shows."""


def shelf() -> Shelf:
    """Everything a new fight can be made of; reads files, so not on the event loop."""
    own = own_files("encounters")
    lines = [_own_line(name) for name in own]
    lines += [_shipped_line(name) for name in shipped("encounters") if name not in own]
    return Shelf(
        encounters=lines,
        books=list(_books()),
        minds=list(MIND_NAMES),
        folder=str(home_folder() / "encounters"),
    )


def _own_line(name: str) -> EncounterLine:
    try:
        return _encounter(name, True)
    except ContentError as error:
        return EncounterLine(
            name=name,
            title=name,
            look_for="",
            sides="",
            size="",
            own=True,
            trouble=_in_short(error),
        )


def _in_short(error: ContentError) -> str:
    """The first of what is wrong with a file; `check` tells all of it."""
    lines = str(error).splitlines()
    more = len(lines) - MOST_TROUBLES
    if more > 0:
        lines = [*lines[:MOST_TROUBLES], f"and {more} more: `shieldwall check` lists them all"]
    return "\n".join(line[:MOST_TROUBLE] for line in lines)


@lru_cache(maxsize=100)
def _shipped_line(name: str) -> EncounterLine:
    return _encounter(name, False)


def _encounter(name: str, own: bool) -> EncounterLine:
    info = encounter_info(name)
    return EncounterLine(
        name=name,
        title=info.title,
        look_for=info.look_for,
        sides=info.sides,
        size=info.size,
        book=info.book,
        own=own,
    )


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
