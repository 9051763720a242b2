"""The closed list of moments at which something may happen, and somebody may be asked."""

from __future__ import annotations

from typing import Final

TURN: Final = 0
"""A side's turn: who acts next, and what the one in the middle of its turn does."""
DECLARED: Final = 1
"""An action has been named and nothing of it has happened."""
ENTERED: Final = 2
"""Once a move: a foe has come into reach, or into sight and range (SOV-152)."""
TARGETED: Final = 3
"""The actual target of an attack or a spell; some can still avoid a spell."""
ROLLED: Final = 4
"""The attack roll lies on the table."""
HIT: Final = 5
"""The blow has hit and damage is not rolled yet."""
SHOCK_DUE: Final = 6
"""Passive: a missed blow is about to deal Shock."""
HARMED: Final = 7
"""A blow's damage is known and may yet be negated; or it has felled its target."""
LEAVING_REACH: Final = 8
"""A mover is about to step out of a foe's reach."""
PROVOKED: Final = 9
"""Somebody does, next to a foe, what gives that foe a free blow."""
RESOLVED: Final = 10
"""An action is over."""
RULING: Final = 11
"""The rules leave it open: the referee decides, or the winners of the field."""
DECLARING: Final = 12
"""A round begins: what must be announced before initiative is announced, sealed (DOL-010)."""
JOINED: Final = 13
"""A held action has joined a swarm, which may strike before what it answers (SOV-098)."""
POINT_NAMES: Final[tuple[str, ...]] = (
    "turn", "declared", "entered", "targeted", "rolled", "hit", "shock-due", "harmed",
    "leaving-reach", "provoked", "resolved", "ruling", "declaring", "joined",
)  # fmt: skip
POINTS: Final = len(POINT_NAMES)
