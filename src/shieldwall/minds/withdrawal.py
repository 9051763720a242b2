"""When a side gives up the fight, and how its units save themselves.

A losing side considers its chance (`win_chance`), the way out, and the speed of pursuers. Then its
units leave together, surrender if they cannot escape from foes that take prisoners, or fight on if
neither helps.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.retreat import TERMS
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.escape import edges
from shieldwall.engine.move.movement import allowance, place_of
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.open_field import positions_apart
from shieldwall.engine.space.reach import UNREACHED, gait_of
from shieldwall.engine.space.walking_fields import EDGE, walking_field
from shieldwall.engine.state.state import ACTIVE, REMOVED, State, Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.engine.wounds.injury import is_character
from shieldwall.minds.look_ahead.win_chance import chance_of, takes_prisoners
from shieldwall.minds.temperament import Temperament

NEVER: Final = 0
FOES_YIELD: Final = 60
"""Percent of the party's threshold: foes hold out longer than players."""
WORN: Final = 70
"""With no losses, a side considers leaving only below this percent of its hit points."""
LAST_DASH: Final = 2
"""Rounds to the edge within which it runs even from faster foes."""


class Resolve:
    """How soon a side gives up: the chance to win below which it does, in percent."""

    def __init__(self, name: str, yields: int, words: str) -> None:
        self.name = name
        self.yields: i64 = yields
        self.words = words
        """Description of such a side, for simulation answers."""


NATURAL: Final = Resolve("natural", 20, "retreat or surrender when they are losing")
PRUDENT: Final = Resolve("prudent", 40, "retreat or surrender as soon as the odds turn")
FEARLESS: Final = Resolve("fearless", NEVER, "fight to the end")
RESOLVES: Final = (NATURAL, PRUDENT, FEARLESS)


def limit_of(battle: Battle, unit: Unit, nature: Temperament, resolve: Resolve) -> i64:
    """The chance to win below which this unit gives up, in percent."""
    if resolve.yields == NEVER or not nature.yields:
        return NEVER
    sheet = unit.sheet
    if is_character(battle.state, unit):
        return resolve.yields
    if sheet.never_breaks() or battle.rules.why_not_broken is not None:
        # In books with morale rolls, dice decide for the others (DOL-040, AAC-041).
        return NEVER
    if battle.state.sides[unit.side].players:
        return resolve.yields
    return resolve.yields * FOES_YIELD // 100


def is_lost(battle: Battle, unit: Unit, nature: Temperament, resolve: Resolve) -> bool:
    """Whether the unit's side should give up the fight."""
    limit = limit_of(battle, unit, nature, resolve)
    if limit == NEVER or not is_worn(battle.state, unit.side):
        return False
    return chance_of(battle, unit.side) < limit


def is_worn(state: State, side: i64) -> bool:
    """Cheap first test: a unit is down or gone, or the side has lost much of its hit points."""
    hp: i64 = 0
    full: i64 = 0
    for unit in state.units:
        if unit.side != side or unit.summoned or unit.status == REMOVED:
            continue
        if unit.status != ACTIVE:
            return True
        hp += unit.hp
        full += unit.sheet.hp
    return hp * 100 <= full * WORN


def steps_out(battle: Battle, unit: Unit) -> i64:
    """Steps to the edge of the map; UNREACHED without a way out."""
    state = battle.state
    grid = state.grid
    here: i64 = place_of(grid, unit)
    if grid.open:
        return positions_apart(grid, here, edges(battle, unit, [])[0])
    return walking_field(grid, battle.rules, gait_of(unit), EDGE).steps_from(here)


def can_get_away(battle: Battle, unit: Unit, foes: list[Unit]) -> bool:
    """A way out, and either no faster foe nearby or a short distance."""
    steps = steps_out(battle, unit)
    if steps >= UNREACHED:
        return False
    pace: i64 = allowance(battle.rules, unit)
    if pace <= 0:
        return False
    if steps <= LAST_DASH * pace:
        return True
    for foe in foes:
        if foe.sheet.speed_ft > unit.sheet.speed_ft and distance(unit, foe) <= pace:
            return False
    return True


def give_up(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """Surrender to foes that take prisoners, if the book has it."""
    if not would_be_spared(foes):
        return None
    for verb in TERMS:
        spec = battle.rules.actions.get(verb)
        if spec is not None:
            choice = Choice(int(unit.index), verb)
            if spec.why_not(battle, unit, choice) is None:
                return choice
    return None


def would_be_spared(foes: list[Unit]) -> bool:
    """Whether most of the nearby foes take prisoners."""
    kind = 0
    for foe in foes:
        if takes_prisoners(foe.sheet):
            kind += 1
    return 2 * kind > len(foes)


def declare_escape(
    battle: Battle, unit: Unit, foes: list[Unit], options: ReactionOptions
) -> Choice | None:
    """Before initiative: flee the melee, or surrender if that is hopeless."""
    if can_get_away(battle, unit, foes):
        if unit.in_melee:
            choice = Choice(int(unit.index), "flee")
            if options.why_not(choice) is None:
                return choice
        return None
    if would_be_spared(foes):
        choice = Choice(int(unit.index), "surrender")
        if options.why_not(choice) is None:
            return choice
    return None
