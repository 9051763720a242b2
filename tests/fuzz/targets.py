"""All targets by name."""

from __future__ import annotations

from typing import Final

from tests.fuzz import files, live, tabletop, words
from tests.fuzz.target import Target

TARGETS: Final[dict[str, type[Target]]] = {
    one.name: one
    for one in (
        words.Notation, words.Played, words.Orders, words.DiceText, files.Importers,
        files.Encounters,
        files.Parties, files.Creatures, files.Maps, files.House, files.Setups, files.Saves,
        files.Tapes,
        tabletop.Rest, tabletop.Socket, live.Server,
    )
}  # fmt: skip


def shares(inputs: int, names: list[str]) -> dict[str, int]:
    """How many inputs each target gets; every one at least one."""
    whole = sum(TARGETS[name].share for name in names)
    found = {name: max(1, inputs * TARGETS[name].share // whole) for name in names}
    most = max(found, key=lambda name: found[name])
    found[most] += max(0, inputs - sum(found.values()))
    return found
