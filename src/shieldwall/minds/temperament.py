"""Temperaments: how a unit fights under a mind, as one table (used by `temperament_mind`).

Its targets are chosen by a sum of scores, its movement and reactions by a few settings, its flight
by two percentages. A creature's file names its temperament; a character's role follows from class
and gear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.magic.spell_data import HEAL as HEALS
from shieldwall.engine.state.sheet import Sheet

FEW: Final = 24
"""Hit points below which a foe counts as weak, increasingly so with fewer."""


@dataclass(eq=False)
class Prizes:
    """Target scores, added to hundredths of a hit point of expected damage."""

    harm: int = 100
    """Percent of the expected damage."""
    finish: int = 300
    """For an attack likely to fell."""
    threat: int = 0
    """For each point of damage of the foe's best attack."""
    soft: int = 0
    """For an archer or a caster."""
    weak: int = 0
    """For a foe with hardly any hit points left; decreasing to 0 at FEW."""
    gang: int = 0
    """For each friend already next to the foe."""


@dataclass(eq=False)
class Moving:
    """Movement."""

    near: int = 30
    """Deduction per step towards a foe."""
    crowd: int = 0
    """Deduction for each other foe adjacent to the square."""
    heeds: bool = True
    """Goes around reach areas instead of provoking."""
    charges: bool = True
    covers: bool = True
    """Looks for cover before shooting."""
    keeps: int = 0
    """Squares at which it starts to keep away, if it avoids melee."""
    guards: bool = False
    """Screens before attacking, and attacks from beside the units it guards."""


@dataclass(eq=False)
class Helping:
    """Help for friends."""

    screens: bool = False
    swarms: bool = False
    tends: bool = False
    """Moves to dying friends to stabilize them."""


@dataclass(eq=False)
class Answering:
    """Reactions it uses."""

    dodges: int = 0
    """Spends its Main on Total Defense if the expected wound is at least this percent of its
    remaining hit points; 0 for never."""
    lucky: bool = True
    snaps: bool = False


@dataclass(eq=False)
class Leaving:
    """When it flees voluntarily; the morale rules come first."""

    flees_hurt: int = 0
    """At this percent of its hit points or less; 0 for never."""
    flees_losses: int = 0
    """If this percent of its side is gone, unless the foes lost more; 0 for never."""
    yields: bool = True
    """Leaves with its side when the fight is lost (`withdrawal`)."""


PRIZES: Final = Prizes()
MOVING: Final = Moving()
HELPING: Final = Helping()
ANSWERING: Final = Answering()
LEAVING: Final = Leaving()
"""Defaults of a row."""


class Temperament:
    """One row of the table."""

    def __init__(
        self,
        name: str,
        manner: str,
        prizes: Prizes = PRIZES,
        moving: Moving = MOVING,
        helping: Helping = HELPING,
        answering: Answering = ANSWERING,
        leaving: Leaving = LEAVING,
    ) -> None:
        self.name = name
        self.manner = manner
        """In a few words, for plan sentences."""
        # Fields of the records are copied to the row: minds read them for every choice.
        self.harm: i64 = prizes.harm
        self.finish: i64 = prizes.finish
        self.threat: i64 = prizes.threat
        self.soft: i64 = prizes.soft
        self.weak: i64 = prizes.weak
        self.gang: i64 = prizes.gang
        self.near: i64 = moving.near
        self.crowd: i64 = moving.crowd
        self.heeds = moving.heeds
        self.charges = moving.charges
        self.covers = moving.covers
        self.keeps: i64 = moving.keeps
        self.guards = moving.guards
        self.screens = helping.screens
        self.swarms = helping.swarms
        self.tends = helping.tends
        self.dodges: i64 = answering.dodges
        self.lucky = answering.lucky
        self.snaps = answering.snaps
        self.flees_hurt: i64 = leaving.flees_hurt
        self.flees_losses: i64 = leaving.flees_losses
        self.yields = leaving.yields


SOLDIER: Final = Temperament(
    "soldier",
    "keeps the line and takes the best blow",
    prizes=Prizes(finish=500, soft=100),
    moving=Moving(near=10, crowd=60),
    helping=Helping(screens=True, swarms=True),
    answering=Answering(dodges=35, snaps=True),
)

TABLE: Final = (
    Temperament(
        "mindless",
        "goes for the nearest foe",
        prizes=Prizes(harm=0, finish=0),
        moving=Moving(near=400, heeds=False, covers=False),
        answering=Answering(lucky=False),
        leaving=Leaving(yields=False),
    ),
    Temperament(
        "beast",
        "drags down the weakest",
        prizes=Prizes(harm=40, finish=100, weak=700),
        moving=Moving(near=60, heeds=False, covers=False),
        answering=Answering(lucky=False),
        leaving=Leaving(flees_hurt=33, yields=False),
    ),
    Temperament(
        "rabble",
        "piles on where others already fight",
        prizes=Prizes(harm=60, gang=250),
        moving=Moving(near=60, crowd=150),
        helping=Helping(swarms=True),
        leaving=Leaving(flees_losses=50),
    ),
    SOLDIER,
    Temperament(
        "cunning",
        "looks for the healer, the caster and the dying",
        prizes=Prizes(finish=600, soft=600, weak=200),
        moving=Moving(near=15, crowd=120),
        helping=Helping(screens=True, swarms=True),
        answering=Answering(dodges=30, snaps=True),
        leaving=Leaving(flees_hurt=25, flees_losses=60),
    ),
    Temperament(
        "fanatic",
        "throws itself at the strongest",
        prizes=Prizes(finish=0, threat=150),
        moving=Moving(near=20, heeds=False, covers=False),
        leaving=Leaving(yields=False),
    ),
    Temperament(
        "coward",
        "strikes the helpless and stays out of reach",
        prizes=Prizes(finish=900, weak=500),
        moving=Moving(near=60, crowd=400, charges=False, keeps=8),
        answering=Answering(dodges=1),
        leaving=Leaving(flees_hurt=50, flees_losses=25),
    ),
    Temperament(
        "guardian",
        "stands in front of allies who need it",
        prizes=Prizes(finish=500, soft=100),
        moving=Moving(near=10, crowd=30, guards=True),
        helping=Helping(screens=True, swarms=True),
        answering=Answering(dodges=40, snaps=True),
    ),
    Temperament(
        "striker",
        "finishes foes that are nearly down",
        prizes=Prizes(finish=600, soft=150),
        moving=Moving(near=10, crowd=60),
        helping=Helping(screens=True, swarms=True),
        answering=Answering(dodges=35, snaps=True),
    ),
    Temperament(
        "archer",
        "shoots from cover and keeps its distance",
        prizes=Prizes(finish=500, soft=100),
        moving=Moving(keeps=8, crowd=100),
        answering=Answering(dodges=35, snaps=True),
    ),
    Temperament(
        "healer",
        "stays near the wounded",
        prizes=Prizes(finish=500, soft=100),
        moving=Moving(near=20, crowd=100),
        helping=Helping(screens=True, swarms=True, tends=True),
        answering=Answering(dodges=35, snaps=True),
    ),
    Temperament(
        "caster",
        "keeps behind the others and casts",
        prizes=Prizes(soft=200),
        moving=Moving(near=40, crowd=300, keeps=8, charges=False),
        answering=Answering(dodges=25, snaps=True),
    ),
)

BY_NAME: Final = {row.name: row for row in TABLE}
NAMES: Final = tuple([row.name for row in TABLE])


def temperament_of(sheet: Sheet) -> Temperament:
    """The temperament named by the sheet; by default soldier, or a role for characters."""
    if sheet.temperament:
        return BY_NAME[sheet.temperament]
    if sheet.creature:
        return SOLDIER
    return BY_NAME[role_of(sheet)]


def role_of(sheet: Sheet) -> str:
    """A character's role, from its abilities and wielded weapon."""
    if sheet.spells:
        return "healer" if is_mender(sheet) else "caster"
    for number in range(len(sheet.weapons)):
        if not sheet.stowed >> number & 1:
            if not sheet.weapons[number].melee:
                return "archer"
            break
    if sheet.kit:
        return "healer"
    return "guardian" if sheet.shield > 0 else "striker"


def is_mender(sheet: Sheet) -> bool:
    """Whether at least half of its spells heal."""
    healing = 0
    for spell in sheet.spells:
        for primitive in spell.primitives:
            if primitive.do == HEALS:
                healing += 1
                break
    return bool(sheet.spells) and 2 * healing >= len(sheet.spells)
