"""What each condition does by itself: attack, damage, AC, sight and the rolls it changes.

Covers EXHAUSTED, EDGE, BLIND, HIDDEN, DULLED, VENOM and VENOMOUS.
"""

from __future__ import annotations

from tests.rules.magic_scene import mage
from tests.scene import SWORD, fighter, foe, play, unit

from shieldwall.abilities.attack_conditions import DULLED, EDGE, EXHAUSTED, VENOMOUS
from shieldwall.abilities.body_conditions import BLIND, HIDDEN
from shieldwall.books.shared.arms_at_hand import could_stop
from shieldwall.engine.attack.advantage import edge_of, roll_again
from shieldwall.engine.attack.blow import MELEE, Blow, armour_class
from shieldwall.engine.attack.damage import damage_of
from shieldwall.engine.attack.numbers import to_hit
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_effects import is_immune_to_condition
from shieldwall.engine.space.visibility import sees
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT, VENOM, Condition
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.wounds.effects import add_effect
from shieldwall.fight import Fight


class Thirteen(Oracle):
    """Rolls nothing but 13."""

    def roll(self, tag: str, sides: int) -> int:
        return 13


def side_by_side(**facts: object) -> tuple[Fight, Battle, Unit, Unit]:
    fight = play("a g", "", a=fighter(), g=foe(hp=9, **facts))
    return fight, fight.requests[0].battle, unit(fight, "a"), unit(fight, "g")


def put_on(one: Unit, kind: Condition, value: int, whom: int = 0) -> None:
    one.effects = [Effect(kind, int(one.index), UNTIL_END_OF_FIGHT, value, whom)]


def test_the_exhausted_attack_hit_and_defend_worse() -> None:
    _, battle, a, g = side_by_side()
    blow = Blow(a, g, 0, MELEE)
    hit = to_hit(battle, blow, True).total
    harm = damage_of(battle, blow, a.weapons[0], 5, 0, True).total
    ac = armour_class(a)
    put_on(a, EXHAUSTED, -2)
    assert to_hit(battle, blow, True).total == hit - 2
    assert damage_of(battle, blow, a.weapons[0], 5, 0, True).total == harm - 2
    assert armour_class(a) == ac - 2


def test_an_edge_counts_for_one_attack() -> None:
    """Advantage takes the higher of two d20s, disadvantage the lower, and then it is used up."""
    _, battle, a, _ = side_by_side()
    assert edge_of(a) == 0
    put_on(a, EDGE, -1)
    assert edge_of(a) == -1
    put_on(a, EDGE, 1)
    assert edge_of(a) == 1
    battle.oracle = Thirteen()
    assert roll_again(battle, a, "attack", 7) == 13
    assert a.effects == []
    assert roll_again(battle, a, "attack", 7) == 7, "used up"


def test_the_blind_see_no_unit_and_are_seen() -> None:
    _, battle, a, g = side_by_side()
    battle.state.murky = True
    assert sees(battle.state, a, g)
    put_on(a, BLIND, 0)
    assert not sees(battle.state, a, g)
    assert sees(battle.state, g, a)


def test_the_hidden_are_out_of_sight_of_the_sides_they_hide_from() -> None:
    _, battle, a, g = side_by_side()
    battle.state.murky = True
    put_on(g, HIDDEN, 0, 1 << int(a.side))
    assert not sees(battle.state, a, g)
    put_on(g, HIDDEN, 0, 1 << int(g.side))
    assert sees(battle.state, a, g)


def test_a_dulled_weapon_is_the_one_in_the_hand() -> None:
    """The spell dulls the weapon that is wielded, and a second weapon separately."""
    fight = play(
        "a . g",
        "> a cast g : blunt contact (weapon)\n",
        a=mage("blunt contact (weapon)"), g=foe(hp=9, weapons=(SWORD, SWORD)),
    )  # fmt: skip
    g = unit(fight, "g")
    assert [(effect.kind, effect.value) for effect in g.effects] == [(DULLED, g.wielded)]
    battle = fight.requests[0].battle
    power = int(g.effects[0].power)
    add_effect(battle, g, Effect(DULLED, 0, UNTIL_END_OF_FIGHT, 1 - int(g.wielded), 0, power))
    assert sorted(int(effect.value) for effect in g.effects) == [0, 1]
    add_effect(battle, g, Effect(DULLED, 0, UNTIL_END_OF_FIGHT, 1, 0, power))
    assert sorted(int(effect.value) for effect in g.effects) == [0, 1]


def test_the_dead_are_not_poisoned() -> None:
    _, _, _, living = side_by_side()
    _, _, _, undead = side_by_side(undead=True)
    assert not is_immune_to_condition(living, VENOM)
    assert is_immune_to_condition(undead, VENOM)


def test_venom_on_a_weapon_counts_where_an_attack_could_fell() -> None:
    """2d6 and the hit dice of the attacker come on top of the damage, except for the undead."""
    for undead in (False, True):
        _, battle, a, g = side_by_side(undead=undead)
        g.hp = 20
        blow = Blow(a, g, 0, MELEE)
        assert not could_stop(battle, blow)
        put_on(a, VENOMOUS, 0)
        assert could_stop(battle, blow) == (not undead)
        put_on(a, VENOMOUS, 1)
        assert not could_stop(battle, blow), "the venom is on another weapon"
