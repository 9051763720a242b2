"""The morale of a unit and of a side, and which checks have been made."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, State, Unit

# In `Unit.nerve`: a bit for each reason checked, then the number of checks passed.
FIRST_DEATH: Final = 1
HALF_LOST: Final = 2
FIRST_HARM: Final = 4
QUARTER_LEFT: Final = 8
HELD: Final = 16
FEARLESS: Final = 12
"""A morale score that never breaks (DOL-045)."""


def roll_morale(battle: Battle) -> i64:
    """Roll 2d6 for morale."""
    first: i64 = battle.roll("morale", 6)
    second: i64 = battle.roll("morale", 6)
    return first + second


def home_side(unit: Unit) -> i64:
    """Its own side, even while a spell makes it fight for another: losses count there."""
    for effect in unit.effects:
        side: i64 = effect.kind.own_side(effect)
        if side >= 0:
            return side
    return unit.side


def checked_for(state: State, side: i64) -> int:
    """The reasons the side has been checked for, even if units have joined since (DOL-042)."""
    done = 0
    for unit in state.units:
        if home_side(unit) == side:
            done |= unit.nerve % HELD
    return done


def mark_checked(state: State, side: i64, reason: int) -> None:
    for unit in state.units:
        if home_side(unit) == side:
            unit.nerve |= reason


def is_leader(state: State, unit: Unit) -> bool:
    """Whether the morale of its side depends on it: by its sheet or by order of the GM."""
    for number, is_so in state.gm_changes.leaders:
        if number == unit.index:
            return is_so
    return unit.sheet.leader


def leader_of(state: State, side: i64) -> Unit | None:
    """The first leader of a side that stands and is not broken."""
    for unit in state.units:
        if (
            unit.side == side
            and unit.status == ACTIVE
            and not unit.broken
            and is_leader(state, unit)
        ):
            return unit
    return None


def printed_morale(state: State, unit: Unit) -> int:
    """The morale set by the GM, otherwise that of its sheet."""
    for number, score in state.gm_changes.morales:
        if number == unit.index:
            return score
    return int(unit.sheet.morale)


def morale_of(state: State, unit: Unit) -> int:
    """Its current morale; some units have a higher one with a leader or among their kind."""
    score = printed_morale(state, unit)
    led = led_morale(unit)
    if led and leader_of(state, unit.side) is not None:
        score = max(score, led)
    among = pack_morale(unit)
    if among and is_in_pack(state, unit):
        score = max(score, among)
    return score


def led_morale(unit: Unit) -> int:
    """Its morale with a leader; 0 if that makes no difference."""
    best = 0
    for ability in unit.sheet.abilities.at_led_morale:
        best = max(best, int(ability.led_morale()))
    return best


def pack_morale(unit: Unit) -> int:
    """Its morale among its kind; 0 if that makes no difference."""
    best = 0
    for ability in unit.sheet.abilities.at_pack_morale:
        best = max(best, int(ability.pack_morale()))
    return best


def is_in_pack(state: State, unit: Unit) -> bool:
    """Whether another unit of its kind stands on its side."""
    for other in state.units:
        if (
            other is not unit
            and other.side == unit.side
            and other.status == ACTIVE
            and not other.broken
            and pack_morale(other)
        ):
            return True
    return False


def score_of(state: State, units: list[Unit]) -> int:
    """G-49: the leader's morale, otherwise the most common, otherwise the lowest.

    Units with a printed morale for having a leader use that one, if it is higher.
    """
    leader = leader_of(state, units[0].side)
    if leader is not None:
        led = [led_morale(unit) for unit in units]
        return max(morale_of(state, leader), most_common(led))
    return most_common([morale_of(state, unit) for unit in units])


def most_common(scores: list[int]) -> int:
    """The most common score; of several, the lowest."""
    most = 0
    common: list[int] = []
    for score in sorted(set(scores)):
        count = scores.count(score)
        if count > most:
            most = count
            common = [score]
        elif count == most:
            common.append(score)
    return common[0] if len(common) == 1 else min(scores)
