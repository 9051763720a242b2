"""Effects of conditions on bodies, immune units, and the state after they end.

Covers DULLED, SPED, HASTED, TERRIFIED, DOMINATED, STONE, FLYING and RISING.
"""

from __future__ import annotations

import pytest
from tests.rules.magic_scene import mage
from tests.scene import SWORD, fighter, foe, play, unit

from shieldwall.abilities.attack_conditions import DULLED
from shieldwall.abilities.body_conditions import (
    DOMINATED,
    FLYING,
    HASTED,
    RISING,
    SPED,
    STONE,
    TERRIFIED,
)
from shieldwall.books.dolmenwood.dolmenwood_magic import turn
from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.power_triggers import makes_unusual
from shieldwall.engine.magic.spell_data import CONDITION, NOTHING, Amount, Primitive, make_spell
from shieldwall.engine.magic.spell_effects import Work, condition, heal
from shieldwall.engine.move.interruption import pace
from shieldwall.engine.move.movement import strikers
from shieldwall.engine.state.condition import LASTING, Condition
from shieldwall.engine.state.state import ACTIVE, DOWN, Unit
from shieldwall.engine.wounds.effects import end_effect, wear_off


def scene(**facts: object) -> tuple[Battle, Unit, Unit, Unit]:
    """`a` beside `g`, with `h` further off on the side of `g`."""
    fight = play("a g . . h", "", a=fighter(), g=foe(hp=20, **facts), h=foe())
    return fight.requests[0].battle, unit(fight, "a"), unit(fight, "g"), unit(fight, "h")


def lay(
    battle: Battle, by: Unit, on: Unit, kind: Condition, value: int = 0, rounds: int = 0
) -> None:
    """A spell of the first level puts the condition on a unit."""
    part = Primitive(
        CONDITION,
        effect=kind,
        value=Amount(plus=value),
        rounds=Amount(plus=rounds) if rounds else NOTHING,
    )
    condition(Work(battle, by, make_spell("a spell", 1, (part,)), 1), part, on)


def take_off(battle: Battle, one: Unit, kind: Condition) -> None:
    effect = one.effect(kind)
    assert effect is not None
    end_effect(battle, one, effect)


def test_the_weapon_that_is_dulled_is_the_one_now_wielded() -> None:
    battle, a, g, _ = scene(weapons=(SWORD, SWORD))
    g.wield(1)
    lay(battle, a, g, DULLED)
    assert [(effect.kind, effect.value) for effect in g.effects] == [(DULLED, 1)]


def test_no_unit_strikes_at_a_unit_that_is_sped_when_it_leaves() -> None:
    battle, a, g, _ = scene()
    assert [threat.foe.ident for threat in strikers(battle, a)] == ["g", "h"]
    lay(battle, g, a, SPED)
    assert strikers(battle, a) == []
    assert [threat.foe.ident for threat in strikers(battle, g)] == ["a"]


def test_when_haste_ends_the_extra_main_is_gone_and_no_other() -> None:
    battle, a, _, _ = scene()
    assert a.mains == 1
    lay(battle, a, a, HASTED)
    assert a.mains == 2
    take_off(battle, a, HASTED)
    assert a.mains == 1
    lay(battle, a, a, HASTED)
    a.mains = 1
    take_off(battle, a, HASTED)
    assert a.mains == 1, "the extra one has been spent"


@pytest.mark.parametrize("kind", [TERRIFIED, DOMINATED], ids=lambda kind: kind.name)
def test_the_dead_are_neither_terrified_nor_dominated(kind: Condition) -> None:
    battle, a, g, _ = scene(undead=True)
    lay(battle, a, g, kind)
    assert (g.effects, g.broken, g.side) == ([], False, 1)
    battle, a, g, _ = scene()
    lay(battle, a, g, kind)
    assert g.effect(kind) is not None


@pytest.mark.parametrize("broken", [False, True])
def test_when_terror_ends_the_nerve_returns_to_a_unit_that_had_it_before(broken: bool) -> None:
    battle, a, g, _ = scene()
    g.broken = broken
    lay(battle, a, g, TERRIFIED)
    assert g.broken
    take_off(battle, g, TERRIFIED)
    assert g.broken == broken


def test_one_terrified_twice_has_its_nerve_back_when_terror_ends() -> None:
    battle, a, g, _ = scene()
    lay(battle, a, g, TERRIFIED, rounds=1)
    lay(battle, a, g, TERRIFIED, rounds=3)
    assert len(g.effects) == 1
    take_off(battle, g, TERRIFIED)
    assert not g.broken


def test_a_second_domination_replaces_the_first_and_keeps_the_own_side_in_mind() -> None:
    """A caster of its own side wins it back for a round; afterwards it stays there."""
    battle, a, g, h = scene()
    seat = g.seat
    lay(battle, a, g, DOMINATED)
    assert (g.side, g.seat) == (0, a.seat)
    lay(battle, h, g, DOMINATED, rounds=1)
    assert [(effect.by, effect.value, effect.whom) for effect in g.effects] == [(h.index, 1, seat)]
    assert (g.side, g.seat) == (1, h.seat)
    take_off(battle, g, DOMINATED)
    assert (g.side, g.seat) == (1, seat)


def test_stone_does_not_heal_and_is_flesh_again_when_it_ends() -> None:
    battle, a, g, h = scene()
    g.hp = h.hp = 1
    lay(battle, a, g, STONE)
    assert (g.status, g.stable) == (DOWN, True)
    cure = Work(battle, a, make_spell("cure", 1, ()), 1)
    heal(cure, g, 2, -1)
    heal(cure, h, 2, -1)
    assert (g.hp, h.hp) == (1, 3)
    assert g.status == DOWN
    take_off(battle, g, STONE)
    assert (g.status, g.stable, g.out_cold, g.hp) == (ACTIVE, False, False, 1)


def test_one_made_to_fly_is_as_fast_as_its_wings_while_it_stands() -> None:
    battle, a, _, _ = scene()
    walking = pace(a)
    lay(battle, a, a, FLYING, walking + 30)
    assert pace(a) == walking + 30
    a.prone = True
    assert pace(a) == walking
    a.prone = False
    a.effects[0].value = walking - 5
    assert pace(a) == walking, "it may walk"


def test_a_fight_in_which_somebody_may_fly_has_unusual_units() -> None:
    assert makes_unusual(described_spell("become element (air)"))
    assert not makes_unusual(described_spell("speed"))
    fight = play("a . g", "", a=mage("become element (air)"), g=foe())
    assert fight.state.has_unusual_units
    fight = play("a . g", "", a=mage("speed"), g=foe())
    assert not fight.state.has_unusual_units


def test_one_that_rises_stands_up_when_its_time_has_come() -> None:
    battle, a, g, _ = scene()
    lay(battle, a, g, RISING, rounds=1)
    g.status, g.hp, g.out_cold = DOWN, 0, True
    assert [int(effect.until) for effect in g.effects] == [LASTING + 2]
    assert battle.state.clock.round == 1
    wear_off(battle)
    assert g.status == DOWN
    battle.state.clock.round = 2
    wear_off(battle)
    assert (g.status, g.hp, g.out_cold, g.effects) == (ACTIVE, 1, False, [])


def test_terror_by_the_word_of_the_gm_ends_as_terror_by_magic_does() -> None:
    fight = play("a . g", "", a=fighter(), g=foe(hp=20))
    fight.rule("condition g terrified")
    assert unit(fight, "g").broken
    fight.rule("condition g terrified off")
    assert not unit(fight, "g").broken


def test_undead_turned_twice_have_their_nerve_back_in_the_end() -> None:
    battle, a, g, _ = scene(undead=True, hit_dice=1)
    turn(battle, a, g, 8)
    turn(battle, a, g, 8)
    assert (len(g.effects), g.broken) == (1, True)
    take_off(battle, g, TERRIFIED)
    assert not g.broken
