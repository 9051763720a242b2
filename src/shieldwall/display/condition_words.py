"""Explanations of the condition words beside a unit."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.state.condition import CONDITIONS
from shieldwall.text.fates import (
    DYING,
    GAVE_UP,
    GOT_AWAY,
    KNOCKED_OUT,
    SLAIN,
    STABLE,
    TAKEN_OUT,
)

STATE_MEANINGS: Final[dict[str, str]] = {
    SLAIN: "Out of the fight for good.",
    GOT_AWAY: "Has left the field.",
    GAVE_UP: "Has surrendered and no longer fights.",
    TAKEN_OUT: "The GM has removed it from the fight.",
    DYING: "Cannot act. Dies unless an ally stabilises it in time.",
    STABLE: "Down, but not dying.",
    KNOCKED_OUT: "Unconscious, but not dying.",
    "surprised": "Caught unaware: does not act yet.",
    "prone": "Lies on the ground. It is easier to hit from nearby, "
    "and must stand up before it can walk.",
    "unloaded": "Its weapon must be loaded before it can shoot.",
    "empty-handed": "Holds no weapon.",
}
"""What is no condition: where a unit is, and what it holds."""


def condition_meanings() -> dict[str, str]:
    """The sentence of each word; that of a condition is in its own entry."""
    shown = {kind.shown: kind.sentence for kind in CONDITIONS.values() if kind.shown}
    return {**shown, **STATE_MEANINGS}


def condition_meaning(word: str) -> str:
    """The sentence for a condition word; "" if it needs none."""
    if word.startswith("AC "):
        return "Counts for its AC until its next turn."
    return condition_meanings().get(word, "")
