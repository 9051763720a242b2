"""How a unit fights when a mind plays it: one table, read by the policies of `temperament_mind`.

Whom it attacks is a sum of prizes, how it moves and what it answers a few words, when it flees two
shares. A creature's file names its temperament; a character's part follows from class and gear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.magic.spell_data import HEAL as HEALS
from shieldwall.engine.state.sheet import Sheet

FEW: Final = 24
"""Hit points below which a foe counts as weak, the more the fewer it has."""


@dataclass(eq=False)
class Prizes:
    """Which foe it attacks: what is added to hundredths of a hit point of expected damage."""

    harm: int = 100
    """Percent of the damage to expect."""
    finish: int = 300
    """For a blow that is likely to fell."""
    threat: int = 0
    """For each point of damage the foe's own best blow deals."""
    soft: int = 0
    """For an archer or a caster."""
    weak: int = 0
    """For a foe with hardly a hit point left; less for more, nothing from FEW on."""
    gang: int = 0
    """For each friend who stands next to the foe already."""


@dataclass(eq=False)
class Moving:
    """Where it goes."""

    near: int = 30
    """Taken off for each step on the way to a foe."""
    crowd: int = 0
    """Taken off for each other foe that would stand around it there."""
    heeds: bool = True
    """Goes around where it would be struck in passing."""
    charges: bool = True
    covers: bool = True
    """Looks for cover before it shoots."""
    keeps: int = 0
    """Squares at which it begins to keep away, where it does not fight hand to hand."""
    guards: bool = False
    """Screens before it strikes, and strikes from beside those it guards."""


@dataclass(eq=False)
class Helping:
    """What it does for its friends."""

    screens: bool = False
    swarms: bool = False
    tends: bool = False
    """Goes to the dying to bind their wounds."""


@dataclass(eq=False)
class Answering:
    """Which reactions it spends."""

    dodges: int = 0
    """Gives its Main for Total Defense where the wound to expect is at least this percent of
    what it has left; 0 for never."""
    lucky: bool = True
    snaps: bool = False


@dataclass(eq=False)
class Leaving:
    """When it flees by its own will; what the rules of morale say comes first."""

    flees_hurt: int = 0
    """At this percent of its hit points or less; 0 for never."""
    flees_losses: int = 0
    """When this percent of its side is gone, unless the foes have lost more; 0 for never."""
    yields: bool = True
    """Leaves with its side when the fight is lost (`withdrawal`)."""


PRIZES: Final = Prizes()
MOVING: Final = Moving()
HELPING: Final = Helping()
ANSWERING: Final = Answering()
LEAVING: Final = Leaving()
"""What a row has where it says nothing else."""


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
        """In a few words, for the plan that is told."""
        # What the records say lies on the row itself: minds read it for every choice.
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
    """What the sheet names; else soldier for a creature, and a character's part in the party."""
    if sheet.temperament:
        return BY_NAME[sheet.temperament]
    if sheet.creature:
        return SOLDIER
    return BY_NAME[role_of(sheet)]


def role_of(sheet: Sheet) -> str:
    """A character's part, from what it can do and what it has in hand."""
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
