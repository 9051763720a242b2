"""What a position is worth to a side that looks ahead: its chance to win, and who will be left.

The chance is a logistic function of five comparisons of the two teams. Its weights were fitted to
fights that soldiers have played to their end (`bench/fit_value.py` plays them and prints the
weights).
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, DOWN, FLED, SURRENDERED, State
from shieldwall.minds.outlook import damage_of

WEIGHTS: Final[list[float]] = [1.11, 0.86, -0.22, 1.52, 1.14]
"""Of the comparisons in the order of `comparisons`."""
VICTORY: Final = 930
"""What a certain victory is worth, in thousandths."""
OURS: Final = 50
"""What the whole side is worth, alive and unhurt."""
THEIRS: Final = 20
"""What is taken off while all foes stand unhurt."""
LIVES: Final = 150
"""What the side is worth when leaving is weighed: lives against a small chance to win."""


class Team:
    """What is left of one team."""

    def __init__(self) -> None:
        self.damage: i64 = 0
        """A round, in tenths of a hit point."""
        self.hp: i64 = 0
        self.full: i64 = 0
        """Hit points of all who were there at first, unhurt."""
        self.heads: i64 = 0
        self.standing: i64 = 0
        self.armour: i64 = 0
        self.saved: i64 = 0
        """Hit points times ten of living units, less for the hurt, the fallen and captives."""


def count(state: State, team: int, ours: Team, theirs: Team) -> None:
    """Both teams as they are now."""
    for unit in state.units:
        if unit.summoned and unit.status != ACTIVE:
            continue
        one = ours if state.sides[unit.side].team == team else theirs
        full: i64 = unit.sheet.hp
        fights = unit.status == ACTIVE and not unit.broken and unit.inside < 0
        if not unit.summoned:
            one.full += full
            one.heads += 1
            if unit.status == ACTIVE:
                one.saved += 5 * (full + unit.hp)
            elif unit.status == FLED:
                one.saved += 9 * full
            elif unit.status == SURRENDERED:
                one.saved += 4 * full
            elif unit.status == DOWN:
                one.saved += 2 * full
        if fights:
            one.standing += 1
            one.hp += unit.hp
            one.armour += unit.sheet.ac
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
    """Damage, hit points and heads as ratios; what is left of both in hit points and heads."""
    return (
        log((float(ours.damage) + 5.0) / (float(theirs.damage) + 5.0)),
        log((float(ours.hp) + 2.0) / (float(theirs.hp) + 2.0)),
        log((float(ours.standing) + 0.5) / (float(theirs.standing) + 0.5)),
        share(ours.hp, ours.full) - share(theirs.hp, theirs.full),
        share(ours.standing, ours.heads) - share(theirs.standing, theirs.heads),
    )


def share(part: i64, whole: i64) -> float:
    return float(part) / float(whole) if whole > 0 else 0.0


def chance_in_thousand(battle: Battle, team: int, ours: Team, theirs: Team) -> int:
    """Of a thousand fights from here, how many the team wins; what is over is known."""
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
    """A position, weighed: its worth, and the chance to win that is in it, in thousandths."""

    def __init__(self, battle: Battle, team: int) -> None:
        ours = Team()
        theirs = Team()
        count(battle.state, team, ours, theirs)
        self.chance = chance_in_thousand(battle, team, ours, theirs)
        self.ours = saved(ours)
        self.value = (
            VICTORY * self.chance + OURS * self.ours + THEIRS * (1000 - saved(theirs))
        ) // 1000

    def with_lives(self) -> int:
        """The same where lives count for more."""
        return ((1000 - LIVES) * self.chance + LIVES * self.ours) // 1000


def saved(team: Team) -> int:
    """What is left of a team, in thousandths."""
    return 100 * int(team.saved) // int(team.full) if team.full > 0 else 0
