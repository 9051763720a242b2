"""House rules as data: changes to a book, and new actions built from primitives.

`content.homebrew` reads a house rules file into these classes, a set-up carries them and
`books.house_book` builds a book from them. No behaviour here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Results of an action.
DAMAGE: Final = 0
PUSH: Final = 1
PRONE: Final = 2
AC: Final = 3
ATTACK: Final = 4
HEAL: Final = 5
DISENGAGE: Final = 6
TELL: Final = 7
PART_NAMES: Final = ("damage", "push", "prone", "ac", "attack", "heal", "disengage", "tell")

# Targets of an action.
FOE: Final = 0
FRIEND: Final = 1
ONESELF: Final = 2
TARGET_NAMES: Final = ("foe", "friend", "self")

UNTIL_NAMES: Final = ("next-turn", "end-of-round")
"""Names in the order of UNTIL_NEXT_TURN and UNTIL_END_OF_ROUND."""
KEEP: Final = -1
"""For a changed action: leave this unchanged."""


@dataclass(unsafe_hash=True)
class Part:
    """One result of an action."""

    do: int
    on_self: bool = False
    """Whether it affects the acting unit instead of its target."""
    dice: int = 0
    sides: int = 0
    plus: int = 0
    """Added to the dice; or a bonus; or steps of 5 ft."""
    until: int = 0
    text: str = ""


@dataclass(unsafe_hash=True)
class Trial:
    """A check, against a number or against the target's modifier."""

    attributes: tuple[int, ...]
    skills: tuple[int, ...]
    difficulty: int = 0
    """0 for a check opposed by the target."""
    against_attributes: tuple[int, ...] = ()
    against_skills: tuple[int, ...] = ()


@dataclass(unsafe_hash=True)
class HouseActionData:
    """A house action: its cost, target, check and results."""

    verb: str
    title: str
    cost: int
    provokes: bool
    target: int
    within: int
    """Range in feet."""
    trial: Trial | None
    parts: tuple[Part, ...]
    failing: tuple[Part, ...]
    """Results if the check fails."""


@dataclass(unsafe_hash=True)
class House:
    """All changes of a table to a book; its weapons and feats are already in the sheets."""

    name: str
    title: str
    dials: tuple[tuple[str, int], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    enforce: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()
    """Removed actions and reactions."""
    changed: tuple[tuple[str, int, int], ...] = ()
    """Actions with a new cost and whether they provoke; KEEP for no change."""
    actions: tuple[HouseActionData, ...] = ()
