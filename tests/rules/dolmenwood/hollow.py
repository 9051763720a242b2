"""Shared by the tests of Dolmenwood: its weapons, and scenes played by it.

A tape begins with the declarations of the first round; `rolls` writes the initiative dice.
"""

from __future__ import annotations

from tests.scene import fighter, foe, play_setup, setup

from shieldwall.engine.magic.spell_data import (
    DAMAGE,
    FOES,
    HALF_IF_MADE,
    Amount,
    Primitive,
    make_spell,
)
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import RELOAD_BOW, RELOAD_CROSSBOW, Sheet, make_weapon
from shieldwall.fight import Fight

LONGSWORD = make_weapon("longsword", 1, 8)
PIKE = make_weapon("pike", 1, 10, two_handed=True, reach=10)
DIRK = make_weapon(
    "dirk", 1, 4, thrown=True, normal_range=10, medium_range=20, long_range=30, small=True
)
JAVELIN = make_weapon(
    "javelin", 1, 4, melee=False, thrown=True, normal_range=30, medium_range=60, long_range=90
)
SHORTBOW = make_weapon(
    "shortbow", 1, 6, melee=False, normal_range=50, medium_range=100, long_range=150,
    two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip
ARBALEST = make_weapon(
    "arbalest", 1, 6, melee=False, normal_range=80, medium_range=160, long_range=240,
    two_handed=True, reload=RELOAD_CROSSBOW,
)  # fmt: skip
OIL = make_weapon(
    "oil", 1, 8, melee=False, thrown=True, normal_range=10, medium_range=20, long_range=30,
    splash=True,
)  # fmt: skip

DART = make_spell(
    "dart", 1, (Primitive(DAMAGE, 0, Amount(1, 6)),), who=FOES, reach=60, source="a test"
)
BLAST = make_spell(
    "blast", 1, (Primitive(DAMAGE, HALF_IF_MADE, Amount(1, 6)),), who=FOES, reach=60, save=0
)
THORNS = make_spell("thorns", 1, (Primitive(DAMAGE, 0, Amount(1, 4)),), who=FOES, reach=60, sort=1)
BEGUILE = make_spell(
    "beguile", 1, (Primitive(DAMAGE, 0, Amount(1, 4)),), who=FOES, reach=60, sort=2
)
WAND = make_spell(
    "wand", 1, (Primitive(DAMAGE, 0, Amount(1, 4)),), who=FOES, reach=60, sort=3, uses=1
)


def hero(**facts: object) -> Sheet:
    """A character of a player."""
    given: dict[str, object] = {"hp": 10, "ac": 12, "attack": 1, "weapons": (LONGSWORD,)}
    given.update(facts)
    return fighter(**given)


def beast(**facts: object) -> Sheet:
    """A monster; its morale is tested only where a test says so."""
    given: dict[str, object] = {
        "hp": 10, "ac": 12, "attack": 1, "weapons": (LONGSWORD,), "creature": True, "morale": 12,
    }  # fmt: skip
    given.update(facts)
    return foe(**given)


def rolls(*dice: int) -> str:
    """The initiative of a round, side by side."""
    return "".join(f"! initiative d6 {die}\n" for die in dice)


def hollow(drawing: str, **more: object) -> Setup:
    given: dict[str, object] = {"rules": "dolmenwood"}
    given.update(more)
    return setup(drawing, **given)  # type: ignore[arg-type]


def delve(drawing: str, tape: str, **more: object) -> Fight:
    """Play a tape on a drawing by these rules."""
    return play_setup(hollow(drawing, **more), clean(tape), first="")


def clean(tape: str) -> str:
    """Without the indentation of each line, so that dice and choices can be put together."""
    return "\n".join(line.strip() for line in tape.splitlines())
