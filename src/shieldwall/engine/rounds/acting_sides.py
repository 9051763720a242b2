"""Which sides act now, and which have not acted yet this round."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.state.state import Clock


def group_end(clock: Clock) -> int:
    """The index in `order` after the last side that acts together with the current one."""
    end = clock.turn + 1
    while end < len(clock.order) and clock.joined >> end & 1:
        end += 1
    return end


def acts_together(clock: Clock) -> bool:
    """Whether the current side acts together with another."""
    return group_end(clock) > clock.turn + 1


def acting_sides(clock: Clock) -> list[int]:
    """The side whose turn it is, and those that act at the same time (DOL-016)."""
    return clock.order[clock.turn : group_end(clock)]


def acting_mask(clock: Clock) -> i64:
    """The same sides as a bit mask; a fight has at most 16."""
    found: i64 = 0
    one: i64 = 1
    place: i64 = clock.turn
    end: i64 = group_end(clock)
    while place < end:
        side: i64 = clock.order[place]
        found |= one << side
        place += 1
    return found


def has_yet_to_act(clock: Clock, side: int) -> bool:
    """Whether a side acts after the current one this round."""
    return side in clock.order[group_end(clock) :]
