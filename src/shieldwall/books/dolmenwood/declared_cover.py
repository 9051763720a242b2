"""The cover a map declares, square by square (DOL-029)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.general_rule import GeneralRule
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.sight.cover import HALF, NONE
from shieldwall.engine.state.state import Unit


class DeclaredCover(GeneralRule):
    """The declared cover of the target's square or the cover in between, whichever is greater."""

    def cover(self, rules: Ruleset, grid: GridMap, target: Unit, found: int) -> i64:
        cover: i64 = grid.cover_of(int(target.y * grid.width + target.x))
        if not grid.open:
            seen: i64 = 0
            if found != NONE:
                seen = -(rules.half_cover if found == HALF else rules.full_cover)
            if seen > cover:
                cover = seen
        return -cover


DECLARED_COVER: Final = DeclaredCover(
    "declared_cover", "declared cover counts by its own value, 1 to 4", "DOL-029"
)
