"""The morale of a unit and of a side, and which reasons to check it are dealt with."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, State, Unit

# In `Unit.nerve`: a bit for each reason that has had its check, then the checks that held.
FIRST_DEATH: Final = 1
HALF_LOST: Final = 2
FIRST_HARM: Final = 4
QUARTER_LEFT: Final = 8
HELD: Final = 16
FEARLESS: Final = 12
"""A morale that never breaks (DOL-045)."""


def roll_morale(battle: Battle) -> i64:
    """2d6 for morale."""
    first: i64 = battle.roll("morale", 6)
    second: i64 = battle.roll("morale", 6)
    return first + second


def checked_for(state: State, side: i64) -> int:
    """The reasons the side has been tested for, whichever units have joined since (DOL-042)."""
    done = 0
    for unit in state.units:
        if unit.side == side:
            done |= unit.nerve % HELD
    return done


def mark_checked(state: State, side: i64, reason: int) -> None:
    for unit in state.units:
        if unit.side == side:
            unit.nerve |= reason


def is_leader(state: State, unit: Unit) -> bool:
    """Whether its side stands or falls by its nerve: by its sheet, or as the referee said."""
    for number, is_so in state.decrees.leaders:
        if number == unit.index:
            return is_so
    return unit.sheet.leader


def leader_of(state: State, side: i64) -> Unit | None:
    """The first leader of a side who stands and has not lost its own nerve."""
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
    """As the referee said, else as its sheet says."""
    for number, score in state.decrees.morales:
        if number == unit.index:
            return score
    return int(unit.sheet.morale)


def morale_of(state: State, unit: Unit) -> int:
    """Its morale where it stands now: some are bolder with a leader, some among their kind."""
    score = printed_morale(state, unit)
    led = led_morale(unit)
    if led and leader_of(state, unit.side) is not None:
        score = max(score, led)
    among = pack_morale(unit)
    if among and is_in_pack(state, unit):
        score = max(score, among)
    return score


def led_morale(unit: Unit) -> int:
    """What it is worth with a leader; 0 where a leader makes no difference."""
    best = 0
    for ability in unit.sheet.abilities.at_led_morale:
        best = max(best, int(ability.led_morale()))
    return best


def pack_morale(unit: Unit) -> int:
    """What it is worth among its kind; 0 where that makes no difference."""
    best = 0
    for ability in unit.sheet.abilities.at_pack_morale:
        best = max(best, int(ability.pack_morale()))
    return best


def is_in_pack(state: State, unit: Unit) -> bool:
    """Whether another of its kind stands with it."""
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
    """G-49: the leader's morale, else the most common, else the lowest.

    Those whose own page says what they are worth with a leader are worth that, if it is more.
    """
    leader = leader_of(state, units[0].side)
    if leader is not None:
        led = [led_morale(unit) for unit in units]
        return max(morale_of(state, leader), most_common(led))
    return most_common([morale_of(state, unit) for unit in units])


def most_common(scores: list[int]) -> int:
    """The most common score, the lowest of all where several are."""
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
