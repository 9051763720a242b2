"""The closed list of points at which windows open and abilities are called."""

from __future__ import annotations

from typing import Final

TURN: Final = 0
"""A side's turn: the next unit, or the action of the acting unit."""
DECLARED: Final = 1
"""An action has been declared and nothing of it has happened yet."""
ENTERED: Final = 2
"""Once a move: a foe has come into reach, or into sight and range (SOV-152)."""
TARGETED: Final = 3
"""The final target of an attack or a spell is known; some units can still avoid a spell."""
ROLLED: Final = 4
"""The attack has been rolled."""
HIT: Final = 5
"""The attack has hit; damage is not rolled yet."""
SHOCK_DUE: Final = 6
"""Passive: a missed attack is about to deal Shock."""
HARMED: Final = 7
"""The damage of an attack is known and may still be negated; or it has felled its target."""
LEAVING_REACH: Final = 8
"""A moving unit is about to leave a foe's reach."""
PROVOKED: Final = 9
"""A unit does something next to a foe that provokes a free attack."""
RESOLVED: Final = 10
"""An action has ended."""
RULING: Final = 11
"""The rules leave a question open: the GM decides, or the winning side."""
DECLARING: Final = 12
"""The start of a round: secret declarations before initiative (DOL-010)."""
JOINED: Final = 13
"""A held action has joined a swarm, which may strike before the action it reacts to (SOV-098)."""
POINT_NAMES: Final[tuple[str, ...]] = (
    "turn", "declared", "entered", "targeted", "rolled", "hit", "shock-due", "harmed",
    "leaving-reach", "provoked", "resolved", "ruling", "declaring", "joined",
)  # fmt: skip
POINTS: Final = len(POINT_NAMES)
