"""How a unit fights when a mind plays it: one table, read by the policies of `temperament_mind`.

Whom it attacks is a sum of prizes, how it moves and what it answers a few words, when it flees two
shares. A creature's file names its temperament; a character's part follows from class and gear.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.magic.spell_data import HEAL as HEALS
from shieldwall.engine.state.sheet import Sheet

FEW: Final = 24
"""Hit points below which a foe counts as weak, the more the fewer it has."""


class Temperament:
    """One row of the table."""

    def __init__(
        self,
        name: str,
        manner: str,
        harm: int = 100,
        finish: int = 300,
        threat: int = 0,
        soft: int = 0,
        weak: int = 0,
        gang: int = 0,
        near: int = 30,
        crowd: int = 0,
        heeds: bool = True,
        charges: bool = True,
        covers: bool = True,
        keeps: int = 0,
        guards: bool = False,
        screens: bool = False,
        swarms: bool = False,
        tends: bool = False,
        dodges: int = 0,
        lucky: bool = True,
        snaps: bool = False,
        flees_hurt: int = 0,
        flees_losses: int = 0,
        yields: bool = True,
    ) -> None:
        self.name = name
        self.manner = manner
        """In a few words, for the plan that is told."""
        # Whom it attacks: hundredths of a hit point of expected damage, and what is added.
        self.harm: i64 = harm
        """Percent of the damage to expect."""
        self.finish: i64 = finish
        """For a blow that is likely to fell."""
        self.threat: i64 = threat
        """For each point of damage the foe's own best blow deals."""
        self.soft: i64 = soft
        """For one who shoots or casts."""
        self.weak: i64 = weak
        """For one that has hardly a hit point left; less for more, nothing from FEW on."""
        self.gang: i64 = gang
        """For each friend who stands next to the foe already."""
        # How it moves.
        self.near: i64 = near
        """Taken off for each step on the way to a foe."""
        self.crowd: i64 = crowd
        """Taken off for each other foe that would stand around it there."""
        self.heeds = heeds
        """Goes around where it would be struck in passing."""
        self.charges = charges
        self.covers = covers
        """Looks for cover before it shoots."""
        self.keeps: i64 = keeps
        """Squares at which it begins to keep away, where it does not fight hand to hand."""
        self.guards = guards
        """Screens before it strikes, and strikes from beside those it guards."""
        # With friends.
        self.screens = screens
        self.swarms = swarms
        self.tends = tends
        """Goes to the dying to bind their wounds."""
        # What it answers.
        self.dodges: i64 = dodges
        """Gives its Main for Total Defense where the wound to expect is at least this percent of
        what it has left; 0 for never."""
        self.lucky = lucky
        self.snaps = snaps
        # When it flees by its own will; what the rules of morale say comes first.
        self.flees_hurt: i64 = flees_hurt
        """At this percent of its hit points or less; 0 for never."""
        self.flees_losses: i64 = flees_losses
        """When this percent of its side is gone, unless the foes have lost more; 0 for never."""
        self.yields = yields
        """Leaves with its side when the fight is lost (`withdrawal`)."""


SOLDIER: Final = Temperament(
    "soldier", "keeps the line and takes the best blow",
    finish=500, soft=100, near=10, crowd=60, screens=True, swarms=True, dodges=35, snaps=True,
)  # fmt: skip

TABLE: Final = (
    Temperament(
        "mindless", "goes for whoever is nearest",
        harm=0, finish=0, near=400, heeds=False, covers=False, lucky=False, yields=False,
    ),
    Temperament(
        "beast", "drags down the weakest",
        harm=40, finish=100, weak=700, near=60, heeds=False, covers=False, lucky=False,
        flees_hurt=33, yields=False,
    ),
    Temperament(
        "rabble", "piles on where others already fight",
        harm=60, gang=250, near=60, crowd=150, swarms=True, flees_losses=50,
    ),
    SOLDIER,
    Temperament(
        "cunning", "looks for the healer, the caster and the dying",
        finish=600, soft=600, weak=200, near=15, crowd=120, screens=True, swarms=True, dodges=30,
        snaps=True, flees_hurt=25, flees_losses=60,
    ),
    Temperament(
        "fanatic", "throws itself at the strongest",
        finish=0, threat=150, near=20, heeds=False, covers=False, yields=False,
    ),
    Temperament(
        "coward", "strikes the helpless and stays out of reach",
        finish=900, weak=500, near=60, crowd=400, charges=False, keeps=8, dodges=1,
        flees_hurt=50, flees_losses=25,
    ),
    Temperament(
        "guardian", "stands before those who need it",
        finish=500, soft=100, near=10, crowd=30, guards=True, screens=True, swarms=True, dodges=40,
        snaps=True,
    ),
    Temperament(
        "striker", "takes down whoever is nearly down",
        finish=600, soft=150, near=10, crowd=60, screens=True, swarms=True, dodges=35, snaps=True,
    ),
    Temperament(
        "archer", "shoots from cover and keeps its distance",
        finish=500, soft=100, keeps=8, crowd=100, dodges=35, snaps=True,
    ),
    Temperament(
        "healer", "stays near the wounded",
        finish=500, soft=100, near=20, crowd=100, screens=True, swarms=True, tends=True,
        dodges=35, snaps=True,
    ),
    Temperament(
        "caster", "keeps behind the others and casts",
        soft=200, near=40, crowd=300, keeps=8, charges=False, dodges=25, snaps=True,
    ),
)  # fmt: skip

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
