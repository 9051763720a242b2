"""The target a mind aims at, and the average damage of a weapon."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.attack.blow import MELEE
from shieldwall.engine.attack.numbers import fit_of
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import Unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Aim:
    """The best target of a weapon and its score; `foe` is None without a target."""

    def __init__(self) -> None:
        self.foe: Unit | None = None
        self.weapon = -1
        self.how: i64 = MELEE
        self.worth: i64 = -1


def mean_harm(unit: Unit, weapon: Weapon) -> i64:
    """Average damage of a hit, in tenths of a hit point."""
    return fit_of(unit.sheet, weapon).mean


def harm_of_hit(unit: Unit, foe: Unit, weapon: Weapon) -> i64:
    """Expected damage of a hit in tenths, with a bonus for felling the foe."""
    mean: i64 = fit_of(unit.sheet, weapon).mean
    hp: i64 = foe.hp * 10
    return hp + 30 if mean >= hp else mean
