"""Visibility and known positions: light, darkness, invisibility, blindness, hiding.

Unless the state is murky, every unit sees whatever it has a line to, and nothing here is called.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Spotted
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.state.state import ACTIVE, State, Unit


def sees(state: State, viewer: Unit, target: Unit) -> bool:
    """Whether the viewer sees the target, ignoring walls."""
    if not state.murky:
        return True
    for effect in viewer.effects:
        if effect.kind.blinds():
            return False
    for effect in target.effects:
        if effect.kind.is_unseen() or effect.kind.hides_from(effect, viewer.side):
            return False
    if not state.dark or is_lit(state, target):
        return True
    return distance(viewer, target) * 5 <= viewer.sheet.darkvision_ft


def is_lit(state: State, target: Unit) -> bool:
    for bearer in state.units:
        light: i64 = bearer.sheet.light_ft
        if light > 0 and bearer.is_present() and distance(bearer, target) * 5 <= light:
            return True
    return False


def knows_place(state: State, side: i64, target: Unit) -> bool:
    """Whether a side knows where the unit is (SOV-105); always for its own units."""
    return not state.murky or not target.unknown_to >> int(side) & 1


def reveal(battle: Battle, unit: Unit) -> None:
    """Reveal a unit that attacks, casts or is bumped into to every side."""
    if not battle.state.murky:
        return
    unit.effects = [effect for effect in unit.effects if not effect.kind.is_given_away(effect)]
    if unit.unknown_to:
        unit.unknown_to = 0
        if battle.log is not None:
            battle.emit(Spotted(unit.index))


def look_around(battle: Battle, mover: Unit | None) -> None:
    """After a move: units in plain view become known, and an unseen mover is lost again.

    A unit that ends its move next to a foe is heard, even if not seen. Without a mover, walls or
    light have changed.
    """
    state = battle.state
    if not state.murky:
        return
    for unit in state.units:
        if unit.status == ACTIVE and (unit is mover or unit.unknown_to):
            look_for(battle, unit, unit is mover)


def look_at_all(battle: Battle) -> None:
    """As if every unit had just moved; unknown units are tested only once."""
    look_around(battle, None)
    for unit in battle.state.units:
        if unit.status == ACTIVE:
            look_for(battle, unit, True)


def look_for(battle: Battle, unit: Unit, is_mover: bool) -> None:
    state = battle.state
    for side in range(len(state.sides)):
        if state.teams[side] == state.teams[unit.side]:
            continue
        if is_noticed(state, side, unit):
            if unit.unknown_to >> side & 1:
                unit.unknown_to &= ~(1 << side)
                if battle.log is not None:
                    battle.emit(Spotted(unit.index))
        elif is_mover:
            unit.unknown_to |= 1 << side


def is_noticed(state: State, side: int, unit: Unit) -> bool:
    lies_low = False
    for effect in unit.effects:
        lies_low = lies_low or effect.kind.hides_from(effect, side)
    for viewer in state.units:
        if viewer.side != side or viewer.status != ACTIVE:
            continue
        if not lies_low and distance(viewer, unit) <= 1:
            return True
        if sees(state, viewer, unit) and cover_from(state.grid, viewer, unit) != BLOCKED:
            return True
    return False


def known_foes(state: State, unit: Unit, last: list[Unit] | None = None) -> list[Unit]:
    """The unit's foes in the fight that its side knows of and could meet.

    Returns `last` itself if it holds exactly these, to avoid making a list.
    """
    team: i64 = state.teams[unit.side]
    side: i64 = unit.side
    murky = state.murky
    found: list[Unit] = [] if last is None else last
    count: i64 = len(found)
    place: i64 = 0
    is_new = last is None
    for other in state.units:
        if (
            other.side != side
            and other.status == ACTIVE
            and other.inside < 0
            and state.teams[other.side] != team
            and (not murky or knows_place(state, side, other))
        ):
            if not is_new:
                if place < count and found[place] is other:
                    place += 1
                    continue
                found = found[:place]
                is_new = True
            found.append(other)
    return found if is_new or place == count else found[:place]
