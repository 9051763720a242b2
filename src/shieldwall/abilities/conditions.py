"""All conditions and marks in one module, for code that adds them to units or looks for them."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.attack_conditions import (
    AIRY,
    AVERTED,
    BACK_TURNED,
    BLUNTED,
    CHARGED,
    DAGGERS,
    DEFENDING,
    DOOMED,
    DULLED,
    EDGE,
    ELEMENT_PROOF,
    EXHAUSTED,
    FEINTING,
    MERCY,
    RAGING,
    SENSELESS,
    SHAKEN,
    SITUATION,
    STONE_SKIN,
    VENOMOUS,
    WARDED,
    WEAKENED,
)
from shieldwall.abilities.body_conditions import (
    AFLAME,
    BLIND,
    BOILS,
    DEATHLESS,
    DOMINATED,
    ENTANGLED,
    FLYING,
    HASTED,
    HIDDEN,
    INVISIBLE,
    LAST_STAND,
    RISING,
    ROOTED,
    SLOWED,
    SPED,
    SPENT_LIFE,
    STONE,
    TERRIFIED,
    WINDED,
)
from shieldwall.abilities.declared_spells import PLEDGED
from shieldwall.engine.state.condition import (
    BEGUN,
    CONDITIONS,
    DISENGAGED,
    DORMANT,
    FLEEING,
    GRAPPLING,
    HELPLESS,
    HOLDING,
    LASTING,
    OWED,
    RISEN,
    RUNNING,
    SCREENING,
    STEADIED,
    STRIDING,
    STRODE,
    SWALLOWED,
    SWARMING,
    UNTIL_END_OF_FIGHT,
    UNTIL_END_OF_ROUND,
    UNTIL_END_OF_SIDE_TURN,
    UNTIL_NEXT_TURN,
    VENOM,
)

CONDITION_NAMES: Final = {number: kind.name for number, kind in sorted(CONDITIONS.items())}
"""Names in events and files, by number."""

__all__ = [
    "CONDITION_NAMES", "AFLAME", "AIRY", "AVERTED", "BACK_TURNED", "BEGUN", "BLIND", "BLUNTED",
    "BOILS", "CHARGED", "CONDITIONS", "DAGGERS", "DEATHLESS", "DEFENDING", "DISENGAGED",
    "DOMINATED", "DOOMED", "DORMANT", "DULLED", "EDGE", "ELEMENT_PROOF", "ENTANGLED",
    "EXHAUSTED", "FEINTING", "FLEEING", "FLYING", "GRAPPLING", "HASTED", "HELPLESS", "HIDDEN",
    "HOLDING", "INVISIBLE", "LASTING", "LAST_STAND", "MERCY", "OWED", "PLEDGED", "RAGING",
    "RISEN", "RISING", "ROOTED", "RUNNING", "SCREENING", "SENSELESS", "SHAKEN", "SITUATION",
    "SLOWED", "SPED", "SPENT_LIFE", "STEADIED", "STONE", "STONE_SKIN", "STRIDING", "STRODE",
    "SWALLOWED", "SWARMING", "TERRIFIED", "UNTIL_END_OF_FIGHT", "UNTIL_END_OF_ROUND",
    "UNTIL_END_OF_SIDE_TURN", "UNTIL_NEXT_TURN", "VENOM", "VENOMOUS", "WARDED", "WEAKENED",
    "WINDED",
]  # fmt: skip
