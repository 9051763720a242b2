"""The value of a position for look-ahead: the chance to win, and surviving units.

The chance is a logistic function of a few comparisons of the two teams. The weights were fitted to
complete fights of soldiers (`bench/fit_value.py` plays them and prints the weights). Luck and
spells count, because a playout ends before they would be missed.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import ACTIVE, DOWN, FLED, SURRENDERED, State, Unit
from shieldwall.minds.look_ahead.win_chance import damage_of, staying

WEIGHTS: Final[list[float]] = [0.98, 0.93, 0.01, 1.08, 0.98, 1.29, 1.30, 0.44, 1.06]
"""Weights of the ratios, in the order of `comparisons`."""
VICTORY: Final = 840
"""The value of a certain victory, in thousandths."""
OURS: Final = 100
"""The value of the whole side, alive and unhurt."""
THEIRS: Final = 60
"""The penalty while all foes stand unhurt."""
LIVES: Final = 150
"""The value of the own side when retreat is considered: lives against a small chance to win."""


class Team:
    """The remaining strength of one team."""

    def __init__(self) -> None:
        self.damage: i64 = 0
        """Per round, in tenths of a hit point."""
        self.hp: i64 = 0
        self.staying: i64 = 0
        """Hit points until units retreat to save themselves."""
        self.full: i64 = 0
        """Full hit points of all initial units."""
        self.heads: i64 = 0
        self.standing: i64 = 0
        self.armour: i64 = 0
        self.luck: i64 = 0
        """Uses left of those who stand."""
        self.magic: i64 = 0
        """The part of its spells that each caster has left, in hundredths, added up."""
        self.shooters: i64 = 0
        self.free: i64 = 0
        """Shooters with no foe beside them."""
        self.saved: i64 = 0
        """Ten times the hit points of living units, reduced for the hurt, the fallen and captives.
        """


def count(state: State, team: int, ours: Team, theirs: Team) -> None:
    """Measure both teams."""
    for unit in state.units:
        if unit.summoned and unit.status != ACTIVE:
            continue
        side = ours if state.sides[unit.side].team == team else theirs
        full: i64 = unit.sheet.hp
        fights = unit.status == ACTIVE and not unit.broken and unit.inside < 0
        if not unit.summoned:
            side.full += full
            side.heads += 1
            if unit.status == ACTIVE:
                side.saved += 5 * (full + unit.hp)
            elif unit.status == FLED:
                side.saved += 9 * full
            elif unit.status == SURRENDERED:
                side.saved += 6 * full
            elif unit.status == DOWN:
                side.saved += (5 if unit.stable else 1) * full
        if fights:
            side.standing += 1
            side.hp += unit.hp
            side.staying += staying(state, unit)
            side.armour += unit.sheet.ac
            side.luck += unit.luck
            side.magic += magic_left(unit)
    if ours.standing == 0 or theirs.standing == 0:
        return
    our_armour: i64 = ours.armour // ours.standing
    their_armour: i64 = theirs.armour // theirs.standing
    for unit in state.units:
        if unit.status != ACTIVE or unit.broken or unit.inside >= 0:
            continue
        own = state.sides[unit.side].team == team
        side = ours if own else theirs
        side.damage += damage_of(unit, their_armour if own else our_armour)
        if is_shooter(unit):
            side.shooters += 1
            if not is_beset(state, unit):
                side.free += 1


def magic_left(unit: Unit) -> i64:
    """The part of its spells that is left, in hundredths."""
    sheet = unit.sheet
    if not sheet.spells:
        return 0
    if sheet.casts > 0:
        return 100 * unit.casts // sheet.casts
    left = 0
    for number in range(len(sheet.spells)):
        if not unit.forgotten >> number & 1:
            left += 1
    return 100 * left // len(sheet.spells)


def is_shooter(unit: Unit) -> bool:
    """Whether it has a missile weapon that is not thrown."""
    for number in range(len(unit.weapons)):
        weapon = unit.weapons[number]
        if weapon.long_range > 0 and not weapon.thrown:
            if not (unit.gone | unit.stowed) >> number & 1:
                return True
    return False


def is_beset(state: State, unit: Unit) -> bool:
    """Whether a fighting foe is next to it."""
    team = state.sides[unit.side].team
    for foe in state.units:
        if state.sides[foe.side].team != team and foe.status == ACTIVE and not foe.broken:
            if distance(unit, foe) <= 1:
                return True
    return False


def comparisons(ours: Team, theirs: Team) -> list[float]:
    """Ratios of damage, usable hit points and numbers; what is left of hit points, numbers, luck,
    spells, shooters and shooters with no foe beside them, by the initial numbers.
    """
    return [
        log((float(ours.damage) + 5.0) / (float(theirs.damage) + 5.0)),
        log((float(ours.staying) + 2.0) / (float(theirs.staying) + 2.0)),
        log((float(ours.standing) + 0.5) / (float(theirs.standing) + 0.5)),
        share(ours.hp, ours.full) - share(theirs.hp, theirs.full),
        share(ours.standing, ours.heads) - share(theirs.standing, theirs.heads),
        share(ours.luck, ours.heads) - share(theirs.luck, theirs.heads),
        share(ours.magic, 100 * ours.heads) - share(theirs.magic, 100 * theirs.heads),
        share(ours.shooters, ours.heads) - share(theirs.shooters, theirs.heads),
        share(ours.free, ours.heads) - share(theirs.free, theirs.heads),
    ]


def share(part: i64, total: i64) -> float:
    return float(part) / float(total) if total > 0 else 0.0


def chance_in_thousand(battle: Battle, team: int, ours: Team, theirs: Team) -> int:
    """The estimated chance of the team to win, in thousandths; exact if the fight is over."""
    outcome = battle.state.outcome
    if outcome is not None and outcome.team >= 0:
        return 1000 if outcome.team == team else 0
    if ours.standing == 0 or theirs.standing == 0:
        if ours.standing == theirs.standing:
            return 500
        return 1000 if ours.standing > 0 else 0
    total = 0.0
    for weight, found in zip(WEIGHTS, comparisons(ours, theirs), strict=True):
        total += weight * found
    return int(1000.0 / (1.0 + exp(-total)))


class Worth:
    """The value of a position, and its chance to win, in thousandths."""

    def __init__(self, battle: Battle, team: int, at_stake: list[int] | None = None) -> None:
        ours = Team()
        theirs = Team()
        count(battle.state, team, ours, theirs)
        self.lives = 0 if at_stake is None else lives_of(battle.state, at_stake)
        """The surviving share of the units at stake, in thousandths."""
        self.chance = chance_in_thousand(battle, team, ours, theirs)
        self.ours = saved(ours)
        self.value = (
            VICTORY * self.chance + OURS * self.ours + THEIRS * (1000 - left_of(theirs))
        ) // 1000

    def with_lives(self) -> int:
        """The value if lives count more."""
        return ((1000 - LIVES) * self.chance + LIVES * self.ours) // 1000


def lives_of(state: State, numbers: list[int]) -> int:
    """The surviving share of these units, in thousandths."""
    full: i64 = 0
    left: i64 = 0
    for number in numbers:
        unit = state.units[number]
        hp: i64 = unit.sheet.hp
        full += 10 * hp
        if unit.status == ACTIVE:
            left += 10 * hp
        elif unit.status == FLED:
            left += 9 * hp
        elif unit.status == SURRENDERED:
            left += 6 * hp
        elif unit.status == DOWN:
            left += (5 if unit.stable else 1) * hp
    return int(1000 * left // full) if full > 0 else 0


def saved(team: Team) -> int:
    """The team's surviving share, in thousandths."""
    return 100 * int(team.saved) // int(team.full) if team.full > 0 else 0


def left_of(team: Team) -> int:
    """The team's standing share, in thousandths of its hit points."""
    return 1000 * int(team.hp) // int(team.full) if team.full > 0 else 0
