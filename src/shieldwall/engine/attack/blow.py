"""`Blow`, one attack in progress, and `Sum`, a number with its terms."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.events.event import Term
from shieldwall.engine.move.interruption import Stance
from shieldwall.engine.state.state import Unit

# How a weapon is used.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
HOW_NAMES: Final[tuple[str, ...]] = ("melee", "shot", "thrown")
WITH_HANDS: Final = 3
"""A fourth mode for bonuses that distinguish fists from melee weapons."""
# Ranks of the terms in an explained sum; abilities have ranks between these.
OWN_TERMS: Final = 0
HINDERED: Final = 10
CIRCUMSTANCES: Final = 30
LASTING_TERMS: Final = 50
MANOEUVRES: Final = 60
GROUND: Final = 90


@mypyc_attr(acyclic=True, free_list_len=1)
class Blow:
    """One attack in progress: attacker, target, weapon and the result so far."""

    def __init__(self, attacker: Unit, target: Unit, weapon: int, how: int) -> None:
        self.attacker = attacker
        self.target = target
        self.weapon: i64 = weapon
        self.how: i64 = how
        self.charge = False
        self.snap = False
        self.others: i64 = -1
        """For a swarm: the number of assailants besides the attacker; otherwise -1."""
        self.second: i64 = -1
        """The second weapon of a two-weapon attack; otherwise -1."""
        self.harmless = False
        """A manoeuvre: the roll counts, but there is no damage or Shock (SOV-121)."""
        self.blockable = True
        """Whether it can be parried or body-blocked (SOV-075)."""
        self.damage: i64 = 0
        """The damage of the hit, once known."""
        self.negated = False
        """Whether the target has negated the hit (SOV-166)."""
        self.die: i64 = 0
        self.total: i64 = 0
        self.luck: i64 = 0
        """1 if luck has made it a hit, -1 if luck has made it a miss."""
        self.fate: i64 = 0
        """1 if a natural 20 has made it a hit, -1 if a natural 1 has made it a miss."""
        self.bare = False
        """Whether the target's shield is ignored (DOL-020, DOL-027)."""
        self.dice_of = ""
        """The source of the damage dice if not the weapon, with its citation."""
        self.dice_cite = ""
        self.dice: i64 = 0
        self.sides: i64 = 0
        self.extra: i64 = 0
        """A manoeuvre's bonus to the roll: for a push, or one of two weapons."""
        self.hit = False
        self.rolled = False
        self.harms = False
        """Whether it is about to do damage, after the roll and the windows so far."""
        self.aimed_at = target
        """The intended target, even if a screener takes the attack."""
        self.stance: Stance | None = None
        """The attacker's stance before the last reaction; None if there was none."""

    def replace_dice(self, dice: int, sides: int, what: str, cite: str) -> None:
        """Use these damage dice instead of the weapon's dice and bonus."""
        self.dice = dice
        self.sides = sides
        self.dice_of = what
        self.dice_cite = cite

    def judge(self) -> None:
        """Decide hit or miss from the current values."""
        if self.luck != 0:
            self.hit = self.luck > 0
        elif self.fate != 0:
            self.hit = self.fate > 0
        else:
            self.hit = self.total >= self.ac()

    def ac(self) -> i64:
        """The AC to reach."""
        target = self.target
        ac = armour_class(target)
        if self.bare:
            ac -= shield_of(target)
        for effect in target.effects:
            ac += effect.kind.armour_class(effect, self)
        for ability in target.sheet.abilities.at_armour_class:
            ac += ability.armour_class(self)
        return ac


@mypyc_attr(acyclic=True, free_list_len=1)
class Sum:
    """A number and, if it is to be explained, its terms."""

    def __init__(self, explained: bool) -> None:
        self.total: i64 = 0
        self.terms: list[Term] | None = [] if explained else None
        self.place: i64 = OWN_TERMS
        """The rank of the terms added next."""
        self.places: list[int] | None = [] if explained else None

    def add(self, what: str, value: i64, cite: str) -> None:
        self.total += value
        if self.terms is not None and value != 0:
            self.terms.append(Term(what, value, cite))
            if self.places is not None:
                self.places.append(self.place)

    def put_in_order(self) -> None:
        """Sort the terms by rank; the sort is stable."""
        if self.terms is None or self.places is None:
            return
        places = self.places
        terms = self.terms
        if is_ascending(places):
            return
        order = sorted(range(len(terms)), key=places.__getitem__)
        self.terms = [terms[number] for number in order]
        self.places = [places[number] for number in order]


def is_ascending(ranks: list[int]) -> bool:
    for number in range(1, len(ranks)):
        if ranks[number] < ranks[number - 1]:
            return False
    return True


def shield_of(unit: Unit) -> i64:
    """The AC bonus of its shield now: 0 while it wields a two-handed weapon."""
    shield: i64 = unit.sheet.shield
    if shield and unit.wielded >= 0:
        weapon = unit.weapons[unit.wielded]
        if weapon.two_handed and not weapon.natural:
            return 0
    return shield


def armour_class(unit: Unit) -> i64:
    ac: i64 = unit.sheet.ac
    if unit.sheet.shield:
        ac += shield_of(unit) - unit.sheet.shield
    for effect in unit.effects:
        ac += effect.kind.own_armour_class(effect)
    for ability in unit.sheet.abilities.at_own_armour_class:
        ac += ability.own_armour_class(unit)
    return ac
