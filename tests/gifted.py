"""Abilities for sheets in tests, by name and size."""

from __future__ import annotations

from shieldwall.abilities.registry import abilities_of
from shieldwall.engine.abilities import Abilities


def gifted(**sizes: int) -> Abilities:
    """`gifted(flight=60, shock_proof=True)`."""
    return abilities_of({name: int(size) for name, size in sizes.items()})


def sizes(own: Abilities, *names: str) -> tuple[int, ...]:
    """The sizes of the abilities named, 0 for those it has not."""
    return tuple(own.amount(name) for name in names)
