"""Carrying a fallen friend off the field, as an improvised action with a standard ruling.

No book lists it. It costs a Main and a Move (AAC-014 names dragging a friend as a Main): both units
move as far as one Move takes the carrier, or off the map if its edge is within half a Move. A unit
in a foe's reach cannot do it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.improvised import RulingOptions
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.escape import way_out
from shieldwall.engine.move.movement import allowance, place_of
from shieldwall.engine.space.measure import distance, gap
from shieldwall.engine.space.reach import crowd, find_reach, gait_of, room
from shieldwall.engine.space.square_names import square_name
from shieldwall.engine.space.walking_fields import EDGE, walking_field
from shieldwall.engine.state.state import DOWN, Unit
from shieldwall.engine.tape.request import REFEREE, Choice
from shieldwall.gm.map_edits import read_square
from shieldwall.gm.order_grammar import REFUSE, RULE
from shieldwall.minds.positioning import is_threatened

CARRY: Final = "carry"
OFF: Final = ("off", "the", "field")


def fallen_beside(battle: Battle, unit: Unit) -> Unit | None:
    """A living fallen friend within 5 ft that is small enough to carry."""
    for friend in battle.state.units:
        if (
            friend.status == DOWN
            and friend.sheet.size <= unit.sheet.size
            and friend.inside < 0
            and not battle.are_foes(unit, friend)
            and distance(unit, friend) <= 1
        ):
            return friend
    return None


def carry_away(battle: Battle, unit: Unit) -> Choice | None:
    """Carry a fallen friend out; None if there is none, or no free hand."""
    if unit.mains == 0 or unit.moves == 0 or unit.prone or unit.locked or battle.state.grid.open:
        return None
    friend = fallen_beside(battle, unit)
    if friend is None or "improvise" not in battle.rules.actions or is_threatened(battle, unit):
        return None
    grid = battle.state.grid
    if is_near_the_edge(battle, unit):
        return Choice(int(unit.index), "improvise", note=f"carry {friend.ident} off the field")
    path = way_out(battle, unit, allowance(battle.rules, unit))
    if not path:
        return None
    goal = path[-1]
    width = int(grid.width)
    square = square_name(goal % width, goal // width)
    return Choice(int(unit.index), "improvise", note=f"carry {friend.ident} to {square}")


def is_near_the_edge(battle: Battle, unit: Unit) -> bool:
    grid = battle.state.grid
    field = walking_field(grid, battle.rules, gait_of(unit), EDGE)
    return 2 * field.steps_from(place_of(grid, unit)) <= allowance(battle.rules, unit)


def rule_on_carrying(options: RulingOptions) -> Choice | None:
    """The GM's ruling on it; None if something else was improvised."""
    words = options.what.split()
    if len(words) < 4 or words[0] != CARRY:
        return None
    battle = options.battle
    unit = options.unit
    friend = fallen_beside(battle, unit)
    if friend is None or friend.ident != words[1] or is_threatened(battle, unit):
        return Choice(REFEREE, REFUSE, note="no unit that can be carried is within reach")
    text = ""
    if tuple(words[2:]) == OFF:
        if is_near_the_edge(battle, unit):
            text = f"move+main, fate {friend.ident} fled, fate {unit.ident} fled"
    elif len(words) == 4 and words[2] == "to":
        text = carried_to(battle, unit, friend, read_square(battle.state.grid, words[3]))
    ruling = Choice(REFEREE, RULE, note=text)
    if text and options.why_not(ruling) is None:
        return ruling
    return Choice(REFEREE, REFUSE, note="that is too far to carry a unit")


def carried_to(battle: Battle, unit: Unit, friend: Unit, goal: int) -> str:
    """The order that moves both: the carrier to the goal, the friend beside it."""
    if goal < 0:
        return ""
    state = battle.state
    grid = state.grid
    filled = crowd(state, battle.rules, unit)
    limit: i64 = allowance(battle.rules, unit)
    reach = find_reach(state, battle.rules, unit, limit, filled, [])
    if goal == reach.start or reach.cost(goal) > limit or not reach.can_stop(goal):
        return ""
    width: i64 = grid.width
    best: i64 = -1
    number: i64 = 0
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if cell == goal or (cell != reach.start and not reach.can_stop(cell)):
            continue
        if gap(cell % width, 1, goal % width, 1) > 1 or gap(cell // width, 1, goal // width, 1) > 1:
            continue
        if cell == reach.start or room(filled, cell, friend.sheet.size, width):
            best = cell
            if cell != reach.start:
                break
    if best < 0:
        return ""
    ends = square_name(int(goal % width), int(goal // width))
    beside = square_name(int(best % width), int(best // width))
    # The carrier moves first: its old square may be the friend's new one.
    return f"move+main, move {unit.ident} {ends}, move {friend.ident} {beside}"
