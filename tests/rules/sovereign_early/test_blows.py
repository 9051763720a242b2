"""Attacks of the earlier edition: swarm, charge, binding foes, prone targets, Shock, reloading."""

import pytest
from tests.gifted import gifted
from tests.rules.sovereign_early.early import early
from tests.rules.ways import exact
from tests.scene import (
    BOW,
    CROSSBOW,
    DAGGER,
    POLEARM,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.sheet import ANY_AC, Weapon, make_weapon

ROD = make_weapon("rod", 1, 6, shock=5, shock_ac=ANY_AC)


@pytest.mark.rule("SVE-008")
def test_only_an_enemy_who_could_attack_binds_a_shooter() -> None:
    for weapons, reason in (((SWORD,), "bound SOV-050"), ((UNARMED,), ""), ((BOW,), "")):
        fight = early("a g", "", a=fighter(weapons=(BOW,)), g=foe(weapons=weapons))
        assert why_not(fight, "a shoot g with small bow") == reason
    fight = early(
        "a g", "> a throw g with dagger\n! attack d20 1\n", a=fighter(weapons=(DAGGER,)), g=foe()
    )
    assert terms(fight)["foe in melee range"] == -4


@pytest.mark.rule("SVE-009")
def test_a_swarm_has_four_assailants_though_four_allies_are_named() -> None:
    """One attacker and three others have +6 and +3; a fifth may not join."""
    joining = "".join(f"> {name} swarm g with sword\n> {name} done\n" for name in "abcd")
    five = {name: fighter() for name in "abcde"}
    target = foe(hp=30, ac=14, creature=True)
    full = early("a b c\n. g d\n. . e", joining, **five, g=target)
    assert why_not(full, "e swarm g with sword") == "swarm-full SVE-009"
    fight = early(
        "a b c\n. g d\n. . e",
        joining + "> a fall-upon g with sword\n! attack d20 8\n! damage d8 2\n",
        **five,
        g=target,
    )
    assert terms(fight)["swarm"] == 6
    assert terms(fight, "harm")["swarm"] == 3


CHARGE = """
> a charge C1 g with sword
! attack d20 1
> a done
> h attack a with sword
! attack d20 9
"""


@pytest.mark.rule("SVE-010")
def test_a_charge_leaves_one_open_to_foes_who_act_later_in_the_round() -> None:
    """9 + 1 meets AC 12 less 2."""
    fight = early("a . . g\n. . h .", CHARGE + "! damage d8 1\n", a=fighter(), g=foe(), h=foe())
    assert [line.split()[-2:] for line in told(fight, "attack")][-1] == ["ac=10", "hit=yes"]


@pytest.mark.rule("SVE-010")
def test_it_is_over_with_the_round_for_a_unit_that_acts_last() -> None:
    """The current edition would leave it open until its next turn."""
    fight = early(
        "a . . g\n. . h .",
        """
        > g done
        > h done
        > a charge C1 g with sword
        ! attack d20 1
        > a done
        > h attack a with sword
        ! attack d20 9
        """,
        first="foes",
        a=fighter(weapons=(DAGGER, SWORD)),
        g=foe(ac=20),
        h=foe(weapons=(DAGGER, SWORD)),
    )
    assert told(fight, "attack")[-1].endswith("total=10 ac=12 hit=no")


@pytest.mark.rule("SVE-010")
def test_a_charge_needs_5_ft_of_run_up_and_no_more() -> None:
    fight = early("a g .", "", a=fighter(), g=foe())
    assert why_not(fight, "a charge A1 g with sword") == "no-run-up SVE-010"
    fight = early(
        "a . g", "> a charge B1 g with sword\n! attack d20 1\n", a=fighter(), g=foe(hp=9, ac=20)
    )
    assert terms(fight)["charge"] == 2
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)


@pytest.mark.rule("SVE-014")
@pytest.mark.parametrize(
    ("weapon", "shoot", "left"),
    [(BOW, 1, (1, 1)), (BOW, 0, (1, 0)), (CROSSBOW, 1, (1, 1)), (CROSSBOW, 0, (0, 1))],
)
def test_the_trained_load_bows_and_crossbows_freely(
    weapon: Weapon, shoot: int, left: tuple[int, int]
) -> None:
    """Others nock an arrow with a Move and span a crossbow with the Main."""
    fight = early(
        "a . . g",
        f"> a shoot g with {weapon.name}\n! attack d20 1\n> a done\n> g done\n"
        f"> a reload with {weapon.name}\n",
        a=fighter(weapons=(weapon,), shoot=shoot),
        g=foe(),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == left


@pytest.mark.rule("SVE-015")
def test_any_attack_within_melee_range_gains_2_on_the_prone_and_a_distant_shot_loses_2() -> None:
    prone = "> g prone\n> g done\n"
    close = early(
        "a g",
        prone + "> a throw g with dagger\n! attack d20 1\n",
        first="foes",
        a=fighter(weapons=(DAGGER,)),
        g=foe(),
    )
    assert terms(close)["prone target"] == 2
    reached = early(
        "a . g",
        prone + "> a attack g with polearm\n! attack d20 1\n",
        first="foes",
        a=fighter(weapons=(POLEARM,)),
        g=foe(ac=20),
    )
    assert terms(reached)["prone target"] == 2
    crawling = early("a . . . . . . g", "> a prone\n", a=fighter(weapons=(BOW,)), g=foe())
    assert may(crawling, "a run D1"), "half the normal rate: 15 ft"
    assert exact(crawling, "a run B1-C1-D1-E1") == "too-far SOV-084"
    far = early(
        "a . . . g",
        prone + "> a shoot g with small bow\n! attack d20 1\n",
        first="foes",
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert terms(far)["distant prone target"] == -2


@pytest.mark.rule("SVE-016")
def test_shock_at_any_ac_is_still_stopped_by_a_shield_and_by_total_defense() -> None:
    blow = "> a attack g with rod\n! attack d20 2\n"
    bare = early("a g", blow, a=fighter(weapons=(ROD,)), g=foe(hp=20, ac=25))
    assert told(bare, "harm") == ["harm unit=g by=a amount=5 left=15 cause=shock"]
    shielded = early("a g", blow, a=fighter(weapons=(ROD,)), g=foe(hp=20, ac=25, shield=1))
    assert told(shielded, "harm") == []
    dodging = early(
        "a g",
        "> g total-defense\n" + blow,
        a=fighter(weapons=(ROD,)),
        g=foe(hp=20, ac=25, disciplined=True),
    )
    assert told(dodging, "harm") == []


@pytest.mark.rule("SVE-017")
def test_attribute_and_magic_add_to_shock_and_skill_and_attack_bonus_do_not() -> None:
    blade = make_weapon("fine blade", 1, 8, shock=2, shock_ac=15, magic=1)
    fight = early(
        "a g",
        "> a attack g with fine blade\n! attack d20 1\n",
        a=fighter(weapons=(blade,), strength=2, stab=1, attack=4),
        g=foe(hp=20, ac=15),
    )
    assert terms(fight, "harm") == {"Shock": 2, "str": 2, "magic weapon": 1}


@pytest.mark.rule("SVE-017")
def test_what_says_so_adds_to_shock_and_a_second_weapon_does_not() -> None:
    says_so = gifted(melee_shock=1)
    two = fighter(weapons=(SWORD, DAGGER), stab=1, abilities=says_so)
    blow = "> a dual with dagger\n> a attack g with sword\n! attack d20 {}\n"
    missed = early("a g", blow.format(1), a=two, g=foe(hp=20, ac=13))
    assert terms(missed, "harm") == {"Shock": 2, "feats": 1}
    hit = early("a g", blow.format(18) + "! damage d8 3\n", a=two, g=foe(hp=20, ac=13))
    assert terms(hit, "harm")["second weapon"] == 2
