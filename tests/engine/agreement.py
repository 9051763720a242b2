"""The results of the same seeds and tapes on a build, as data that two builds can compare.

python -m tests.engine.agreement          print it for the loaded build
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from tests.engine.arena import DRAWN, ENCOUNTERS, arena, quick_choice

from shieldwall.books import RULESETS
from shieldwall.buildinfo import build_info
from shieldwall.content import setup_digest
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import MIND_NAMES, make_mind
from shieldwall.sim import simulate
from shieldwall.store.save_file import tape_text
from shieldwall.store.state_form import state_data

SIMULATED = 12


def fingerprint() -> dict[str, Any]:
    """Dice, sets of options, simulated fights and played ones, by every book on every map."""
    found: dict[str, Any] = {"build": build_info().kind}
    dice = Dice(substream(2024, 1))
    found["dice"] = [int(dice.roll(sides)) for _ in range(100) for sides in (4, 6, 8, 20, 100)]
    for book in sorted(RULESETS):
        for name in (*DRAWN, *ENCOUNTERS):
            found[f"{book}: {name}"] = of_a_map(book, name)
    return found


def of_a_map(book: str, name: str) -> dict[str, Any]:
    setup = arena(name, book)
    result = simulate(setup, SIMULATED, 47)
    thought = Fight(setup, 47)
    thought.play([make_mind(MIND_NAMES[0]) for _ in seat_names(setup)])
    tried = Fight(setup, 48)
    chance = Random(48)
    while tried.outcome is None and len(tried.entries) < 60:
        tried.push(quick_choice(tried, chance))
    return {
        "setup": setup_digest(setup),
        "checksum": result.checksum,
        "turns": result.turns,
        "rounds": sorted(result.rounds.items()),
        "tapes": [tape_text(thought), tape_text(tried)],
        "states": [state_of(thought), state_of(tried)],
    }


def state_of(fight: Fight) -> dict[str, object]:
    return state_data(fight.state, len(fight.entries))


if __name__ == "__main__":
    json.dump(fingerprint(), sys.stdout)
