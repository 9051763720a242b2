"""Which events a seat hears of, and which sides and numbers it learns."""

from __future__ import annotations

from shieldwall.engine.events.action_events import Moved
from shieldwall.engine.events.attack_events import Fell, Harmed
from shieldwall.engine.events.clock_events import OrderSet, RefereeRuled, SurpriseRound
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.phase_events import PhaseBegan
from shieldwall.engine.state.state import State
from shieldwall.gm.map_edits import EDITS
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.text.notation import Names


def units_of(event: Event) -> list[int]:
    """All units an event mentions."""
    found: list[int] = []
    for name, kind in event.FIELDS:
        value = getattr(event, name)
        if kind == "unit":
            found.append(int(value))
        elif kind == "units":
            found += [int(number) for number in value]
    return found


def heard(knowledge: SeatKnowledge, event: Event, later: list[int] | None) -> Event | None:
    """The event as far as the seat learns of it; None if it does not.

    `later`: unknown units at the next event; None after the last one.
    """
    known = _with_known_sides(knowledge, event)
    return known if known is not None and _was_seen(knowledge, event, later) else None


def _was_seen(knowledge: SeatKnowledge, event: Event, later: list[int] | None) -> bool:
    concerned = units_of(event)
    if isinstance(event, Harmed | Fell):
        # A seat sees what happens to its own units, even by unknown units.
        concerned = concerned[:1]
    for number in concerned:
        if not knowledge.knew(number, event.unknown):
            return False
        if isinstance(event, Moved):
            # A unit that moves out of sight is not seen to the end of its path.
            after = (
                later if later is not None else [unit.unknown_to for unit in knowledge.state.units]
            )
            if event.unknown and not knowledge.knew(number, after):
                return False
    return True


def _with_known_sides(knowledge: SeatKnowledge, event: Event) -> Event | None:
    """The event without the sides unknown to the seat; None if it is about one of them."""
    for name, kind in event.FIELDS:
        if kind == "side" and not knowledge.knew_side(getattr(event, name), event.unknown):
            return None
    if not isinstance(event, OrderSet | SurpriseRound | PhaseBegan):
        return event
    sides = tuple(side for side in event.sides if knowledge.knew_side(side, event.unknown))
    if len(sides) == len(event.sides):
        return event
    if not sides:
        return None
    if isinstance(event, PhaseBegan):
        return PhaseBegan(event.phase, sides)
    return OrderSet(sides) if isinstance(event, OrderSet) else SurpriseRound(sides)


def hears_order(names: Names, state: State, knowledge: SeatKnowledge, event: RefereeRuled) -> bool:
    """Whether a player learns of an order: not if it is about a hidden unit, or walls in fog."""
    words = event.what.split()
    if knowledge.settings.fog and not state.grid.open and (words[0] in EDITS or words[0] == "door"):
        # Players who can see the change see it on the map.
        return False
    named = [names.index.get(word.strip(",;"), -1) for word in words[1:]]
    if words[0] != "tell" and not all(knowledge.knew(number, event.unknown) for number in named):
        return False
    hides = words[0] == "hide" and named and named[0] >= 0
    return not hides or knowledge.is_own_team(state.units[named[0]])


def shows_hp(knowledge: SeatKnowledge, units: list[int]) -> bool:
    return all(
        knowledge.hp(knowledge.state.units[number]) is not None for number in units if number >= 0
    )


def shows_roll(knowledge: SeatKnowledge, event: Event) -> bool:
    """Whether a check, save or initiative roll is shown, or rolled behind the GM's screen."""
    roller = getattr(event, "unit", -1)
    if 0 <= roller < len(knowledge.state.units):
        return knowledge.shows_rolls(knowledge.state.units[roller])
    side = getattr(event, "side", None)
    if side is None or not knowledge.settings.hidden_rolls:
        return True
    return knowledge.state.sides[side].team in knowledge.teams


def shows_terms(knowledge: SeatKnowledge, event: Event) -> bool:
    """Whether the terms of a number are shown: not for a foe's secret rolls."""
    roller = event.by if isinstance(event, Harmed) else getattr(event, "unit", -1)
    if knowledge.gm or not 0 <= roller < len(knowledge.state.units):
        return True
    return knowledge.knew(roller, event.unknown) and knowledge.shows_rolls(
        knowledge.state.units[roller]
    )
