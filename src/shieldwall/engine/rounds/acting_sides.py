"""Which sides act now, and which have not acted yet this round."""

from __future__ import annotations

from shieldwall.engine.state.state import Clock


def group_end(clock: Clock) -> int:
    """The index in `order` after the last side that acts together with the current one."""
    end = clock.turn + 1
    while end < len(clock.order) and clock.joined >> end & 1:
        end += 1
    return end


def acting_sides(clock: Clock) -> list[int]:
    """The side whose turn it is, and those that act at the same time (DOL-016)."""
    return clock.order[clock.turn : group_end(clock)]


def has_yet_to_act(clock: Clock, side: int) -> bool:
    """Whether a side acts after the current one this round."""
    return side in clock.order[group_end(clock) :]
