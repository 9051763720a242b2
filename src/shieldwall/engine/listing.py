"""Listing the legal choices of a turn: where they are put, and which actions can be skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.state.state import DOWN, Unit
from shieldwall.engine.tape.request import Choice

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.space.reach import Reach


@mypyc_attr(allow_interpreted_subclasses=True)
class Listing:
    """Takes the legal choices of one decision, verb by verb.

    A choice is put by its factors, without an object, where the action can make it later from them
    (`ActionSpec.choice_of`); otherwise the choice itself is kept.
    """

    def __init__(self) -> None:
        self.trial = Choice(-1, "")
        """The choice that is tested: never stored, and reset by the code that sets its target."""

    def begin(self, number: i64, verb: str, unit: Unit) -> None:
        """Start with a verb of a unit; `number` is the action's place in the book, -1 for none."""
        self.trial.unit = int(unit.index)
        self.trial.verb = verb

    def put(self, target: i64, weapon: i64) -> None:
        """A choice without a path and without a note; -1 for no target or weapon."""
        raise AssertionError("every listing takes choices")

    def put_note(self, note: str) -> None:
        """A choice with nothing but a note."""
        raise AssertionError("every listing takes choices")

    def put_squares(self, target: i64, weapon: i64, cells: vec[i64]) -> None:
        """One choice for each square, in ascending order."""
        raise AssertionError("every listing takes choices")

    def put_ways(self, unit: Unit, target: i64, cells: vec[i64], reach: Reach) -> None:
        """One choice for each square, with the path found by a search."""
        raise AssertionError("every listing takes choices")

    def keep(self, choice: Choice) -> None:
        raise AssertionError("every listing takes choices")


# What an action needs before it has any candidate, as bits of `ActionSpec.needs`.
MAIN_LEFT: Final = 1
MOVE_LEFT: Final = 2
"""A Move, or a Main to pay for it."""
BOTH_LEFT: Final = 4
BLOW_LEFT: Final = 8
"""A Main, or the rest of a creature's routine."""
OWN_EFFECTS: Final = 16
ANY_EFFECTS: Final = 32
"""An effect on any unit."""
SPELLS: Final = 64
POWERS: Final = 128
POTIONS: Final = 256
SECOND_WEAPON: Final = 512
OFF_HAND: Final = 1024
UNLOADED: Final = 2048
PACKED: Final = 4096
"""A weapon or potion in the pack."""
LYING: Final = 8192
STANDING: Final = 16384
DOORS: Final = 32768
ITEMS: Final = 65536
"""Something on the ground."""
MAGIC_WALLS: Final = 1 << 17
FALLEN: Final = 1 << 18
"""A unit that is down."""
FRIENDS: Final = 1 << 19
"""Another unit of its team on the map."""
ODD_UNITS: Final = 1 << 20
FLIGHT: Final = 1 << 21
"""Its own flight, or an effect that may give it."""


ASKED: Final = 1 << 22
"""It is its turn; not needed by actions out of turn."""
SHOOTING: Final = 1 << 23
"""A ranged weapon that is not thrown."""
THROWING: Final = 1 << 24
"""A weapon to throw."""
MERCIFUL: Final = 1 << 25
"""A weapon that can spare."""
TWO_HELD: Final = 1 << 26
"""Two weapons that fit in one hand each, and no shield."""
NEVER: Final = 1 << 27
"""What no unit ever has: the book leaves the action open."""


def means_of(battle: Battle, unit: Unit) -> i64:
    """Which of these a unit has now."""
    state = battle.state
    sheet = unit.sheet
    found: i64 = LYING if unit.prone else STANDING
    if unit.mains > 0:
        found |= MAIN_LEFT | MOVE_LEFT | BLOW_LEFT
        if unit.moves > 0:
            found |= BOTH_LEFT
    elif unit.moves > 0:
        found |= MOVE_LEFT
    if unit.flurry:
        found |= BLOW_LEFT
    if unit.effects:
        found |= OWN_EFFECTS | FLIGHT
    if sheet.spells:
        found |= SPELLS
    if sheet.powers:
        found |= POWERS
    if sheet.potions:
        found |= POTIONS
    if sheet.flight_ft > 0:
        found |= FLIGHT
    if len(unit.weapons) > 1:
        found |= SECOND_WEAPON
    light: i64 = 0
    for weapon in unit.weapons:
        if weapon.ranged:
            found |= THROWING if weapon.thrown else SHOOTING
        if weapon.may_spare:
            found |= MERCIFUL
        if not (weapon.two_handed or weapon.natural or weapon.unarmed):
            light += 1
    # With waived rules, any two weapons may do.
    if (light > 1 and not sheet.shield) or battle.lenient:
        found |= TWO_HELD
    if unit.off_hand >= 0:
        found |= OFF_HAND
    if unit.unloaded:
        found |= UNLOADED
    if unit.stowed or unit.packed:
        found |= PACKED
    if state.grid.doors:
        found |= DOORS
    if state.dropped:
        found |= ITEMS
    if state.raised:
        found |= MAGIC_WALLS
    if state.has_unusual_units:
        found |= ODD_UNITS
    team: i64 = state.teams[unit.side]
    for other in state.units:
        if other.effects:
            found |= ANY_EFFECTS
        if other.status <= DOWN:
            if other.status == DOWN:
                found |= FALLEN
            if other is not unit and state.teams[other.side] == team:
                found |= FRIENDS
    return found
