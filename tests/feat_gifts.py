"""The abilities of feats for tests, by the names of the feats."""

from __future__ import annotations

from collections.abc import Sequence

from shieldwall.content.combatants.ability_fields import Gifts, gifts_of
from shieldwall.content.combatants.feats import chosen_feats
from shieldwall.content.formats.file_schema import Item, Place
from shieldwall.content.library import PLAIN


def gifts_of_feats(
    skills: Sequence[int], level: int, book_folders: tuple[str, ...] = PLAIN, **feats: int
) -> Gifts:
    """By name, with `_` for blanks: `gifts_of_feats(skills, 1, die_hard=2)`."""
    place = Place("feats", [])
    chosen = {name.replace("_", " "): Item(count, place) for name, count in feats.items()}
    given = chosen_feats(chosen, book_folders).given
    if place.problems:
        raise ValueError("; ".join(problem.message for problem in place.problems))
    return gifts_of(given, skills, level)
