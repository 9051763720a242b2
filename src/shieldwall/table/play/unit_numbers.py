"""Unit numbers without leaks: units the players do not see at first are numbered last.

`goblin-1` and `goblin-3` on the map would reveal a `goblin-2`, and a lone `goblin-1` would reveal
others. Names are changed in the set-up before the fight begins, so GM, log and tape use the same
names as the players.
"""

from __future__ import annotations

from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.state import State
from shieldwall.knowledge.side_knowledge import knows_place


def may_hide(setup: Setup) -> bool:
    """Whether any unit could be out of the players' sight at the start."""
    invisible = any(placement.sheet.unseen for placement in setup.placements)
    return setup.dark or bool(setup.hidden) or invisible


def unseen(setup: Setup, state: State) -> set[str]:
    """Units of other sides unknown to every players' side."""
    players = [number for number, side in enumerate(setup.sides) if side.players]
    return {
        unit.ident
        for unit in state.units
        if players
        and unit.side not in players
        and not any(knows_place(state, side, unit) for side in players)
    }


def new_names(setup: Setup, hidden: set[str]) -> dict[str, str]:
    """New names: visible units of a kind first; a single visible one has no number."""
    kinds: dict[str, list[str]] = {}
    for placement in setup.placements:
        kind, _, number = placement.ident.rpartition("-")
        if kind and number.isdigit() and not setup.sides[placement.side].players:
            kinds.setdefault(kind, []).append(placement.ident)
    taken = {placement.ident for placement in setup.placements}
    found: dict[str, str] = {}
    for kind, idents in kinds.items():
        secret = [ident for ident in idents if ident in hidden]
        if not secret:
            continue
        seen = [ident for ident in idents if ident not in hidden]
        free = sorted(idents, key=lambda ident: int(ident.rpartition("-")[2]))
        if len(seen) == 1 and kind not in taken:
            free[0] = kind
        found |= dict(zip([*seen, *secret], free, strict=True))
    return {old: new for old, new in found.items() if old != new}


def renamed(setup: Setup, names: dict[str, str]) -> Setup:
    """The same fight with renamed units."""
    twin = setup_from_text(setup_to_text(setup))
    twin.placements = [
        Placement(names.get(one.ident, one.ident), one.sheet, one.side, one.x, one.y, one.seat)
        for one in setup.placements
    ]
    twin.hidden = tuple(names.get(ident, ident) for ident in setup.hidden)
    twin.poised = tuple(names.get(ident, ident) for ident in setup.poised)
    twin.engaged = tuple(
        (names.get(one, one), names.get(other, other)) for one, other in setup.engaged
    )
    return twin
