"""Difficulty of the shipped encounters, measured by `tools/difficulty.py`."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from shieldwall.content.library import data_folder

STEPS: Final = ((0.85, "easy"), (0.65, "fair"), (0.45, "hard"), (0.0, "deadly"))
"""Minimum share of wins for each grade."""


@lru_cache(maxsize=1)
def measured_difficulty() -> dict[str, dict[str, float]]:
    """By encounter: the shares of fights with a victory, with a death, and so on."""
    file = data_folder() / "difficulty.json"
    if not file.is_file():
        return {}
    found: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def difficulty_words(name: str) -> str:
    """`easy: the party wins 94 %, somebody dies in 6 %`; "" if not measured."""
    found = measured_difficulty().get(name)
    if found is None:
        return ""
    step = next(word for least, word in STEPS if found["wins"] >= least)
    wins, dies = (f"{100 * found[key]:.0f} %" for key in ("wins", "dies"))
    return f"{step}: the party wins {wins}, somebody dies in {dies}"
