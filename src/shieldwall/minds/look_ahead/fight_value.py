"""The value of a position for look-ahead: the chance to win, and surviving units.

The chance is a logistic function of five comparisons of the two teams. The weights were fitted to
complete fights of soldiers (`bench/fit_value.py` plays them and prints the weights).
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, DOWN, FLED, SURRENDERED, State
from shieldwall.minds.look_ahead.win_chance import damage_of, staying

WEIGHTS: Final[list[float]] = [0.65, 0.90, 0.06, 0.88, 2.02]
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
    if ours.standing == 0 or theirs.standing == 0:
        return
    our_armour: i64 = ours.armour // ours.standing
    their_armour: i64 = theirs.armour // theirs.standing
    for unit in state.units:
        if unit.status != ACTIVE or unit.broken or unit.inside >= 0:
            continue
        if state.sides[unit.side].team == team:
            ours.damage += damage_of(unit, their_armour)
        else:
            theirs.damage += damage_of(unit, our_armour)


def comparisons(ours: Team, theirs: Team) -> tuple[float, float, float, float, float]:
    """Ratios of damage, usable hit points and numbers; shares of hit points and numbers left."""
    return (
        log((float(ours.damage) + 5.0) / (float(theirs.damage) + 5.0)),
        log((float(ours.staying) + 2.0) / (float(theirs.staying) + 2.0)),
        log((float(ours.standing) + 0.5) / (float(theirs.standing) + 0.5)),
        share(ours.hp, ours.full) - share(theirs.hp, theirs.full),
        share(ours.standing, ours.heads) - share(theirs.standing, theirs.heads),
    )


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
    found = comparisons(ours, theirs)
    total = (
        WEIGHTS[0] * found[0]
        + WEIGHTS[1] * found[1]
        + WEIGHTS[2] * found[2]
        + WEIGHTS[3] * found[3]
        + WEIGHTS[4] * found[4]
    )
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
