"""Difficulty of the shipped encounters, measured by `tools/difficulty.py`."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from shieldwall.content.library import data_folder

STEPS: Final = ((0.85, 0.25, "easy"), (0.65, 0.5, "fair"), (0.45, 0.75, "hard"))
"""Minimum share of wins and maximum share of fights with a death for each grade."""
WORST: Final = "deadly"


@lru_cache(maxsize=1)
def measured_difficulty() -> dict[str, dict[str, float]]:
    """By encounter: the shares of fights with a victory, with a death, and so on."""
    file = data_folder() / "difficulty.json"
    if not file.is_file():
        return {}
    found: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def difficulty_words(name: str) -> str:
    """`easy: the party wins 94 % of fights, somebody dies in 6 %`; "" if not measured."""
    found = measured_difficulty().get(name)
    if found is None:
        return ""
    fits = (word for wins, dies, word in STEPS if found["wins"] >= wins and found["dies"] <= dies)
    step = next(fits, WORST)
    wins, dies = (f"{100 * found[key]:.0f} %" for key in ("wins", "dies"))
    return f"{step}: the party wins {wins} of fights, somebody dies in {dies}"
