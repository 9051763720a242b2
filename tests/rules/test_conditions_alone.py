"""The effect of each condition by itself: attack, damage, AC, sight and rolls.

Covers WARDED, ELEMENT_PROOF, AIRY, STONE_SKIN, EXHAUSTED, EDGE, BLIND, HIDDEN, WINDED, SPENT_LIFE,
DULLED, VENOM and VENOMOUS.
"""

from __future__ import annotations

from tests.rules.magic_scene import mage
from tests.scene import SWORD, fighter, foe, play, unit

from shieldwall.abilities.attack_conditions import (
    AIRY,
    DULLED,
    EDGE,
    ELEMENT_PROOF,
    EXHAUSTED,
    STONE_SKIN,
    VENOMOUS,
    WARDED,
)
from shieldwall.abilities.body_conditions import BLIND, HIDDEN, SPENT_LIFE, WINDED
from shieldwall.books.shared.arms_at_hand import could_stop
from shieldwall.engine.attack.advantage import edge_of, roll_again
from shieldwall.engine.attack.blow import MELEE, SHOT, Blow, armour_class
from shieldwall.engine.attack.damage import damage_of
from shieldwall.engine.attack.numbers import to_hit
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_effects import NO_MOST, is_immune_to_condition, take_hold
from shieldwall.engine.rounds.flow import refresh
from shieldwall.engine.space.visibility import reveal, sees
from shieldwall.engine.state.condition import LASTING, UNTIL_END_OF_FIGHT, VENOM, Condition
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.wounds.effects import add_effect, deal_element_damage, suffer, wear_off
from shieldwall.fight import Fight


class Always(Oracle):
    """Rolls nothing but one number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def roll(self, tag: str, sides: int) -> int:
        return self.number


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
    battle.oracle = Always(13)
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


def test_a_ward_adds_to_ac_up_to_its_limit() -> None:
    _, _, a, _ = side_by_side()
    ac = armour_class(a)
    put_on(a, WARDED, 4)
    assert armour_class(a) == ac + 4
    for most, left in ((3, 3), (-2, 0), (NO_MOST, 4)):
        effect = Effect(WARDED, 0, UNTIL_END_OF_FIGHT, 4)
        WARDED.fit(effect, a, most)
        assert effect.value == left


def test_the_airy_are_harder_to_shoot_and_no_harder_to_strike() -> None:
    _, _, a, g = side_by_side()
    struck, shot = Blow(a, g, 0, MELEE), Blow(a, g, 0, SHOT)
    before = struck.ac(), shot.ac()
    put_on(g, AIRY, 4)
    assert (struck.ac(), shot.ac()) == (before[0], before[1] + 4)


def test_a_skin_of_stone_takes_something_off_every_wound() -> None:
    _, battle, a, g = side_by_side()
    put_on(g, STONE_SKIN, 3)
    assert suffer(battle, g, a.index, 5, "hit", False, None) == 2
    assert suffer(battle, g, a.index, 3, "hit", False, None) == 0
    assert g.hp == 7


def test_those_proof_against_the_elements_take_half_of_them_or_none() -> None:
    """The save is rolled again for each harm; 13 is not enough, 20 is."""
    for die, dealt in ((13, 3), (20, 0)):
        _, battle, a, g = side_by_side()
        battle.oracle = Always(die)
        put_on(g, ELEMENT_PROOF, 0)
        assert deal_element_damage(battle, g, a.index, 6, "fire") == dealt
        assert suffer(battle, g, a.index, 1, "hit", False, None) == 1


def test_an_attack_gives_away_the_hidden() -> None:
    _, battle, _, g = side_by_side()
    battle.state.murky = True
    put_on(g, HIDDEN, 0, 1)
    reveal(battle, g)
    assert g.effects == []


def test_the_winded_lose_the_main_they_still_have() -> None:
    _, battle, a, g = side_by_side()
    g.mains, g.acted = 1, False
    take_hold(battle, a, g, Effect(WINDED, 0, UNTIL_END_OF_FIGHT))
    assert (g.mains, g.effects) == (0, [])


def test_the_winded_who_have_acted_lose_the_main_of_the_next_round_alone() -> None:
    _, battle, a, g = side_by_side()
    g.mains, g.acted = 1, True
    take_hold(battle, a, g, Effect(WINDED, 0, UNTIL_END_OF_FIGHT))
    assert g.mains == 1
    refresh(g)
    assert (g.mains, g.effects) == (0, [])
    refresh(g)
    assert g.mains == 1


def test_who_has_spent_its_life_has_1_hp_left_when_it_ends() -> None:
    _, battle, _, g = side_by_side()
    g.effects = [Effect(SPENT_LIFE, int(g.index), LASTING + 1)]
    battle.state.clock.round = 1
    wear_off(battle)
    assert (g.hp, g.effects) == (1, [])
