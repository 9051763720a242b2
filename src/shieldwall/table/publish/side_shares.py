"""Who is winning: the remaining hit points of each side, for lists of fights."""

from __future__ import annotations

import json

from pydantic import TypeAdapter, ValidationError

from shieldwall.engine.state.state import ACTIVE, REMOVED
from shieldwall.fight import Fight
from shieldwall.table.server.rest_models import SideShare

_SHARES: TypeAdapter[list[SideShare]] = TypeAdapter(list[SideShare])


def shares(fight: Fight) -> list[SideShare]:
    """One per side, including summoned and added units; fallen units count as 0."""
    state = fight.state
    found = []
    for number, side in enumerate(state.sides):
        units = [one for one in state.units if one.side == number and one.status != REMOVED]
        up = [one for one in units if one.status == ACTIVE]
        found.append(
            SideShare(
                side=side.name,
                players=side.players,
                hp=sum(max(0, int(one.hp)) for one in up),
                max_hp=sum(int(one.sheet.hp) for one in units),
                up=len(up),
                count=len(units),
            )
        )
    return found


def shares_text(fight: Fight) -> str:
    return json.dumps([one.model_dump() for one in shares(fight)], separators=(",", ":"))


def read_shares(text: str) -> list[SideShare]:
    """Empty if they were not stored."""
    try:
        return _SHARES.validate_json(text or "[]")
    except ValidationError:
        return []
