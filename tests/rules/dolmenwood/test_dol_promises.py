"""With all optional rules switched on, random play and minds keep every invariant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.arena import arena
from tests.engine.test_contract import walk_through

from shieldwall.engine.ruleset import Dial
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind

ALL_ON = (
    Dial("tied_sides", 1, "DOL-016"),
    Dial("initiative_die", 2, "DOL-013"),
    Dial("optional_combat_rules", 1, "DOL-049"),
    Dial("surprise_rolled_by", 1, "G-46"),
    Dial("doom_save", 1, "G-42"),
)
"""With a die of two sides every other round is a tie."""


@pytest.mark.parametrize("name", ["fairies", "skirmish"])
def test_saving_undoing_and_replaying_change_nothing_among_ties(
    name: str, edition: Callable[..., str], tmp_path: Path
) -> None:
    book = edition(*ALL_ON, of="dolmenwood")
    walk_through(Fight(arena(name, book), 2), 2, 40, 8, tmp_path)


@pytest.mark.parametrize("name", ["fairies", "skirmish", "sunken way"])
@pytest.mark.parametrize("mind", ["simple", "natural"])
def test_minds_play_it_to_the_end(name: str, mind: str, edition: Callable[..., str]) -> None:
    made = arena(name, edition(*ALL_ON, of="dolmenwood"))
    ends = set()
    for seed in range(5):
        fight = Fight(made, seed)
        ends.add(fight.play([make_mind(mind) for _ in seat_names(made)]).reason)
    assert ends <= {"defeat", "retreat", "caught", "escaped"}, "nobody stands about"
