"""Healing in a fight: a touch or a potion revives a dying unit, which is then frail."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.magic_scene import mage, survives_saving
from tests.scene import fighter, foe, may, play, told, unit, why_not

from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, **facts})


FELLED = """
> g attack b with sword
! attack d20 20
! damage d8 8
> g done
"""


def test_a_healing_touch_brings_back_a_unit_that_lies_dying() -> None:
    fight = play(
        "a b g",
        FELLED
        + """
        > a cast b : healing touch
        ! healing touch d6 2
        ! healing touch d6 3
        """,
        first="foes",
        a=mage("healing touch", casts=0), b=fighter(hp=8, ac=10), g=sturdy(),
    )  # fmt: skip
    back = unit(fight, "b")
    assert told(fight, "healed", "revived") == [
        "healed unit=b by=a amount=5 left=5",
        "revived unit=b by=a",
    ]
    assert (back.status, back.hp, back.prone, back.frail, back.strain) == (ACTIVE, 5, True, True, 1)
    fight.push("a done")
    assert may(fight, "b stand")


def test_no_unit_is_healed_beyond_its_full_hit_points() -> None:
    fight = play(
        "a g",
        "> a cast a : healing touch\n! healing touch d6 6\n! healing touch d6 6\n",
        a=mage("healing touch"), g=foe(),
    )  # fmt: skip
    assert told(fight, "healed") == ["healed unit=a by=a amount=0 left=10"]


def bearer(*potions: str, **facts: object) -> Sheet:
    return fighter(potions=tuple(described_spell(name) for name in potions), **facts)


def test_a_potion_is_drunk_as_a_move_and_is_gone_then(tmp_path: Path) -> None:
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 20
        ! damage d8 8
        > g done
        > a drink : potion of healing
        ! potion of healing d6 3
        ! potion of healing d6 2
        """,
        first="foes",
        a=bearer("potion of healing", hp=20, ac=10), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "a").hp == 17
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert unit(fight, "a").doses == (0,)
    assert why_not(fight, "a drink : potion of healing") == "no-potion SOV-045"
    survives_saving(fight, tmp_path)


def test_a_potion_revives_a_friend_at_ones_side() -> None:
    fight = play(
        "a b g",
        FELLED
        + """
        > a drink b : potion of healing
        ! potion of healing d6 1
        ! potion of healing d6 1
        """,
        first="foes",
        a=bearer("potion of healing"), b=fighter(hp=8, ac=10), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "drinks", "revived") == [
        "drinks unit=b by=a what=potion_of_healing",
        "revived unit=b by=a",
    ]
    assert (unit(fight, "b").hp, unit(fight, "b").status) == (2, ACTIVE)


def test_a_unit_that_stands_drinks_for_itself() -> None:
    fight = play("a b g", "", a=bearer("potion of speed"), b=fighter(), g=foe())
    assert why_not(fight, "a drink b : potion of speed") == "not-dying SOV-045"
    assert may(fight, "a drink : potion of speed")
    assert why_not(fight, "b drink : potion of speed") == "no-potion SOV-045"


@pytest.mark.rule("SOV-141")
def test_a_frail_unit_that_was_revived_dies_the_next_time() -> None:
    fight = play(
        "a b g",
        FELLED
        + """
        > a drink b : potion of healing
        ! potion of healing d6 1
        ! potion of healing d6 1
        > a done
        > b done
        > g attack b with sword
        ! attack d20 20
        ! damage d8 8
        """,
        first="foes",
        a=bearer("potion of healing"), b=fighter(hp=8, ac=10), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "b").status == DEAD
