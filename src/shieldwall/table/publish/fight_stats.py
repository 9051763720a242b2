"""Statistics of a fight: damage, kills, near misses and luck, from its events.

A seat gets only what its log contains: attacks it did not see are not counted, and figures that
would reveal a foe's AC or dice are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shieldwall.engine.events.attack_events import AttackRolled, Fell, Harmed
from shieldwall.engine.events.clock_events import Saved
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.magic_events import Healed, Revived
from shieldwall.engine.events.power_events import Rose
from shieldwall.engine.state.state import REMOVED, State, Unit
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.review.luck import MEAN, chance
from shieldwall.table.message_parts import UnitStats
from shieldwall.text.sentences import start, who

NEAR: Final = 2
"""Maximum margin of a near miss."""

KnowledgeThen = Callable[[int], SeatKnowledge]
"""A seat's knowledge at the time of an event, by event index."""


class Tally:
    """Statistics of one unit, from the events a seat saw."""

    def __init__(self) -> None:
        self.attacks = 0
        self.hits = 0
        self.likely = 0.0
        """Expected hits."""
        self.is_open = True
        """Whether the odds of all its attacks may be known."""
        self.dealt = 0
        self.taken = 0
        self.healed = 0
        self.felled = 0
        self.slain = 0
        self.near = 0
        self.close = 0
        self.dice: list[int] = []
        self.biggest = 0


class FightStats:
    """Counts the events of a fight that one seat saw."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.tallies: list[Tally] = [Tally() for _ in state.units]
        self._down: set[int] = set()

    def take(self, event: Event, knowledge: SeatKnowledge) -> None:
        """Count an event from the seat's log."""
        if isinstance(event, AttackRolled):
            self._attack(event, knowledge)
        elif isinstance(event, Harmed):
            self._harm(event, knowledge)
        elif isinstance(event, Fell):
            self._fall(event, knowledge)
        elif isinstance(event, Healed):
            self._down.discard(event.unit)
            if knowledge.knew(event.by, event.unknown):
                self._of(event.by).healed += event.amount
        elif isinstance(event, Revived | Rose):
            self._down.discard(event.unit)
        elif isinstance(event, Saved) and knowledge.shows_rolls(self.state.units[event.unit]):
            self._of(event.unit).dice.append(event.die)

    def _of(self, number: int) -> Tally:
        """The tally of a unit; damage without a source (a fall, fire) goes to an unused one."""
        return self.tallies[number] if 0 <= number < len(self.tallies) else Tally()

    def _attack(self, event: AttackRolled, knowledge: SeatKnowledge) -> None:
        units = self.state.units
        attacker, target = self._of(event.unit), self._of(event.target)
        attacker.attacks += 1
        attacker.hits += event.hit
        if not knowledge.shows_rolls(units[event.unit]):
            attacker.is_open = False
            return
        attacker.dice.append(event.die)
        if not knowledge.shows_ac(units[event.target]):
            attacker.is_open = False
            return
        attacker.likely += chance(event.ac - (event.total - event.die))
        if not event.hit and event.ac - event.total <= NEAR:
            attacker.near += 1
            target.close += 1

    def _harm(self, event: Harmed, knowledge: SeatKnowledge) -> None:
        self._of(event.unit).taken += event.amount
        if event.by != event.unit and knowledge.knew(event.by, event.unknown):
            by = self._of(event.by)
            by.dealt += event.amount
            by.biggest = max(by.biggest, event.amount)

    def _fall(self, event: Fell, knowledge: SeatKnowledge) -> None:
        again = event.unit in self._down
        self._down.add(event.unit)
        if event.by == event.unit or not knowledge.knew(event.by, event.unknown):
            return
        by = self._of(event.by)
        by.felled += not again
        by.slain += event.is_death()


def count_stats(
    state: State,
    events: Sequence[Event],
    was_told: Callable[[int], bool],
    knowledge_then: KnowledgeThen,
) -> list[UnitStats]:
    """Statistics of each unit the seat knows, most damage first."""
    fight_stats = FightStats(state)
    for place, event in enumerate(events):
        if was_told(place):
            fight_stats.take(event, knowledge_then(place))
    knowledge = knowledge_then(len(events))
    found = [
        _stats_of(state, unit, fight_stats.tallies[int(unit.index)])
        for unit in state.units
        if knowledge.knows(unit) and unit.status != REMOVED
    ]
    return sorted(found, key=lambda one: (-one.dealt, -one.felled, one.taken))


def _stats_of(state: State, unit: Unit, tally: Tally) -> UnitStats:
    dice = tally.dice
    return UnitStats(
        id=unit.ident,
        unit=start(who(state, int(unit.index))),
        side=state.sides[unit.side].name,
        team=int(state.sides[unit.side].team),
        attacks=tally.attacks,
        hits=tally.hits,
        likely_hits=round(tally.likely, 1) if tally.is_open and tally.attacks else None,
        dealt=tally.dealt,
        biggest=tally.biggest,
        taken=tally.taken,
        healed=tally.healed,
        felled=tally.felled,
        slain=tally.slain,
        near_misses=tally.near,
        close_calls=tally.close,
        dice=len(dice),
        luck=round(sum(dice) / len(dice) - MEAN, 1) if dice else None,
    )


def spent(unit: Unit) -> list[str]:
    """Used or lost items and spells of a unit, in words."""
    sheet = unit.sheet
    found = [
        weapon.name
        for number, weapon in enumerate(unit.weapons)
        if unit.gone >> number & 1 and not weapon.natural
    ]
    for potion, first, left in zip(sheet.potions, sheet.doses, unit.doses, strict=True):
        if left < first:
            found.append(potion.name if first - left == 1 else f"{first - left} x {potion.name}")
    cast = int(sheet.casts) - int(unit.casts)
    forgotten = [
        spell.name for number, spell in enumerate(sheet.spells) if unit.forgotten >> number & 1
    ]
    if forgotten:
        found += forgotten
    elif cast > 0:
        found.append("1 spell" if cast == 1 else f"{cast} spells")
    return found
