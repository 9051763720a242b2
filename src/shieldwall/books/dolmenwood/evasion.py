"""Whether a side that flees an encounter escapes (DOL-022, G-40)."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.books.dolmenwood.dolmenwood_dials import EVASION_DIE
from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.pursuit import conclude, pace
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import Pursued
from shieldwall.engine.events.phase_events import EvasionRolled
from shieldwall.engine.state.state import Unit


def after_the_field(battle: Battle, team: int) -> None:
    """Only this team is left, or none (-1): it may pursue the units that ran."""
    conclude(battle, team, evade, ())


register_procedure(
    after_the_field, "fleeing units escape if they are faster, or by 1d6 a side", "DOL-022", "G-40"
)


def evade(battle: Battle, pursuers: list[Unit], fleers: list[Unit], temper: str) -> str:
    """G-40: the faster side succeeds; at equal speed a die decides, ties go to the fleeing side."""
    if battle.log is not None:
        battle.emit(Pursued(pursuers[0].side, fleers[0].side))
    near: i64 = pace(battle, pursuers)
    far: i64 = pace(battle, fleers)
    if near == far:
        near = roll_evasion(battle, pursuers)
        far = roll_evasion(battle, fleers)
    return "caught" if near > far else "escaped"


def roll_evasion(battle: Battle, group: list[Unit]) -> i64:
    die = battle.roll("evasion", EVASION_DIE.of(battle.rules))
    if battle.log is not None:
        battle.emit(EvasionRolled(group[0].side, die))
    return die
