"""What disrupts a declared spell: a hit, a failed save, or harm of any kind (DOL-035)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.rules.dolmenwood.hollow import BLAST, DART, beast, clean, delve, hero, hollow, rolls
from tests.scene import play_setup, told, unit

from shieldwall.engine.magic.spell_data import (
    DAMAGE,
    FOES,
    Amount,
    Primitive,
    make_spell,
)
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.wounds.effects import suffer

BOLT = make_spell("bolt", 1, (Primitive(DAMAGE, 0, Amount(1, 6)),), who=FOES, reach=60)


@pytest.mark.rule("DOL-035")
def test_harm_without_attack_or_save_disrupts() -> None:
    """A bolt that never misses: no attack roll, no save, and yet the caster is harmed."""
    fight = delve(
        "a . . g",
        "> a declare : dart\n> g declare : bolt\n" + rolls(1, 6)
        + "> g cast a : bolt\n! bolt d6 2\n" + rolls(6, 1),
        a=hero(spells=(DART,)), g=beast(spells=(BOLT,)),
    )  # fmt: skip
    assert told(fight, "spoiled") == ["spoiled unit=a spell=dart why=disrupted"]
    assert unit(fight, "a").forgotten == 1


@pytest.mark.rule("DOL-035")
def test_half_harm_after_a_save_disrupts_too() -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n> g declare : blast\n" + rolls(1, 6)
        + "> g cast a : blast\n! save d20 20\n! blast d6 4\n" + rolls(6, 1),
        a=hero(spells=(DART,)), g=beast(spells=(BLAST,)),
    )  # fmt: skip
    assert len(told(fight, "spoiled")) == 1


@pytest.mark.rule("DOL-035")
@pytest.mark.parametrize(("option", "lost"), [(0, False), (1, True), (2, True)])
def test_fire_disrupts_unless_the_table_goes_by_hits_and_saves_alone(
    option: int, lost: bool, edition: Callable[..., str]
) -> None:
    made = hollow("a . . g", a=hero(spells=(DART,)), g=beast())
    made.rules = edition(Dial("spell_disrupted_by", option, "DOL-035"), of="dolmenwood")
    fight = play_setup(made, clean("> a declare : dart\n" + rolls(1, 6)), first="")
    battle = fight.requests[0].battle
    caster = battle.state.units[0]
    suffer(battle, caster, -1, 1, "fire", False, None)
    assert caster.hp == 9
    assert bool(caster.forgotten) is lost
