"""Which sides roll for initiative, with which bonus, and who wins a tie (SOV-029 to SOV-032)."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.sheet import DEX
from shieldwall.engine.state.state import ACTIVE, State


def best_dex(state: State, side: int) -> i64:
    """The highest DEX modifier among the side's members still in the fight (SOV-029)."""
    best: i64 = -100
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE:
            dex: i64 = unit.sheet.attributes[DEX]
            if dex > best:
                best = dex
    return best if best > -100 else 0


def best_initiative(state: State, side: int) -> i64:
    """The best initiative bonus of a side's abilities."""
    best: i64 = 0
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE:
            own: i64 = 0
            for ability in unit.sheet.abilities.at_initiative:
                own += ability.initiative()
            if own > best:
                best = own
    return best


def standing_sides(state: State) -> list[int]:
    """The sides with a member still in the fight, in order."""
    found: list[int] = []
    for side in range(len(state.sides)):
        for unit in state.units:
            if unit.side == side and unit.status == ACTIVE:
                found.append(side)
                break
    return found


def break_ties(battle: Battle, rows: list[tuple[int, int, tuple[int, ...], int]]) -> list[int]:
    """Sides that are still tied after the tie rule roll again against each other (SOV-032)."""
    while True:
        rows.sort()
        tied: list[int] = []
        for place in range(len(rows)):
            same_before = place > 0 and is_tied(rows[place], rows[place - 1])
            same_after = place + 1 < len(rows) and is_tied(rows[place], rows[place + 1])
            if same_before or same_after:
                tied.append(place)
        if not tied:
            return [row[3] for row in rows]
        for place in sorted(tied, key=lambda at: rows[at][3]):
            total, rank, rolls, side = rows[place]
            again = battle.roll("initiative tie", battle.rules.initiative_die)
            rows[place] = (total, rank, (*rolls, -again), side)


def is_tied(
    row: tuple[int, int, tuple[int, ...], int], other: tuple[int, int, tuple[int, ...], int]
) -> bool:
    return row[0] == other[0] and row[1] == other[1] and row[2] == other[2]
