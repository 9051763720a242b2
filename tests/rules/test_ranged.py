"""Melee and ranged attacks: range, skill, shooting in melee."""

from collections.abc import Callable

import pytest
from tests.scene import (
    AXE,
    BOW,
    CLAWS,
    CROSSBOW,
    DAGGER,
    POLEARM,
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.ruleset import BOUND_BY_ANY, Dial
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import DEAD, DOWN


@pytest.mark.rule("SOV-047")
@pytest.mark.parametrize(
    ("weapon", "near", "far"),
    [(SWORD, "a g", "a . g"), (SPEAR, "a . g", "a . . g"), (POLEARM, "a . g", "a . . g")],
    ids=["sword", "spear", "polearm"],
)
def test_a_melee_attack_needs_the_target_within_the_reach_of_the_weapon(
    weapon: Weapon, near: str, far: str
) -> None:
    who = fighter(weapons=(weapon,))
    assert may(play(near, "", a=who, g=foe()), "a attack g")
    fight = play(far, "", a=who, g=foe())
    assert why_not(fight, f"a attack g with {weapon.name}") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-047")
def test_a_long_weapon_reaches_over_an_ally_and_next_to_one_too() -> None:
    polearm = fighter(weapons=(POLEARM,))
    fight = play("h a b g", "", a=polearm, b=fighter(), g=foe(), h=foe())
    assert may(fight, "a attack g")
    assert may(fight, "a attack h")


@pytest.mark.rule("SOV-047")
@pytest.mark.parametrize(
    ("weapon", "skill"),
    [(SWORD, ("stab", 2)), (AXE, ("stab", 2)), (UNARMED, ("brawl", 1)), (CLAWS, ("brawl", 1))],
    ids=["sword", "war axe", "unarmed", "claws"],
)
def test_weapons_are_wielded_with_stab_and_bare_hands_and_claws_with_brawl(
    weapon: Weapon, skill: tuple[str, int]
) -> None:
    fight = play(
        "a g",
        f"""
        > a attack g with {weapon.name}
        ! attack d20 1
        """,
        a=fighter(attack=1, brawl=1, stab=2, shoot=3, weapons=(weapon,)),
        g=foe(ac=19),
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, skill[0]: skill[1]}


@pytest.mark.rule("SOV-047")
def test_a_bow_is_no_melee_weapon() -> None:
    fight = play("a g", "", a=fighter(weapons=(BOW,)), g=foe(weapons=(UNARMED,)))
    assert why_not(fight, "a attack g with small bow") == "no-melee-weapon SOV-047"


@pytest.mark.rule("SOV-047")
def test_one_attacks_enemies_that_are_still_in_the_fight() -> None:
    fight = play(
        "b a g . h",
        """
        > b done
        > a attack g with sword
        ! attack d20 20
        ! damage d8 8
        > a done
        > h done
        """,
        a=fighter(),
        b=fighter(),
        g=foe(hp=1),
        h=foe(),
    )
    assert unit(fight, "g").status == DEAD
    assert why_not(fight, "a attack b with sword") == "no-foe SOV-047"
    assert why_not(fight, "a attack g with sword") == "target-is-out SOV-047"


@pytest.mark.rule("SOV-048")
def test_bows_are_shot_with_shoot_even_where_other_skills_are_better() -> None:
    fight = play(
        "a . g",
        """
        > a shoot g with small bow
        ! attack d20 1
        """,
        a=fighter(attack=1, brawl=4, stab=4, exert=4, shoot=1, weapons=(BOW,)),
        g=foe(ac=19),
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "shoot": 1}


def thrower(shoot: int = 0, stab: int = 0, exert: int = 0, brawl: int = 0) -> Sheet:
    return fighter(attack=1, shoot=shoot, stab=stab, exert=exert, brawl=brawl, weapons=(DAGGER,))


@pytest.mark.rule("SOV-048")
@pytest.mark.parametrize(
    ("who", "skill"),
    [
        (thrower(shoot=3, stab=1, exert=2, brawl=4), "shoot"),
        (thrower(shoot=1, stab=3, exert=2, brawl=4), "stab"),
        (thrower(shoot=1, stab=2, exert=3, brawl=4), "exert"),
    ],
    ids=["shoot", "stab", "exert"],
)
def test_a_throw_uses_the_best_of_shoot_stab_and_exert(who: Sheet, skill: str) -> None:
    fight = play(
        "a . . g",
        """
        > a throw g with dagger
        ! attack d20 1
        """,
        a=who,
        g=foe(ac=19),
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, skill: 3}


@pytest.mark.rule("SOV-048")
def test_what_is_not_made_for_it_is_neither_thrown_nor_shot() -> None:
    fight = play("a . . g", "", a=fighter(weapons=(SWORD, DAGGER, BOW)), g=foe())
    assert why_not(fight, "a throw g with sword") == "no-such-shot SOV-048"
    assert why_not(fight, "a throw g with small bow") == "no-such-shot SOV-048"
    assert why_not(fight, "a shoot g with dagger") == "no-such-shot SOV-048"
    assert may(fight, "a throw g with dagger")
    assert may(fight, "a shoot g with small bow")


IN_MELEE = """
    h a . . g
    """


@pytest.mark.rule("SOV-049")
@pytest.mark.parametrize(
    ("verb", "weapon"), [("throw", DAGGER), ("throw", SPEAR), ("shoot", SLING)]
)
def test_one_handed_shots_and_throws_take_minus_four_with_a_foe_in_melee_range(
    verb: str, weapon: Weapon
) -> None:
    tape = f"> a {verb} g with {weapon.name}\n! attack d20 1\n"
    who = fighter(attack=1, weapons=(weapon,))
    bound = play(IN_MELEE, tape, a=who, g=foe(ac=19), h=foe())
    assert terms(bound) == {"d20": 1, "attack bonus": 1, "foe in melee range": -4}
    free = play("h . a . . g", tape, a=who, g=foe(ac=19), h=foe())
    assert terms(free) == {"d20": 1, "attack bonus": 1}


@pytest.mark.rule("SOV-049", "SOV-104")
def test_two_foes_in_melee_range_make_it_no_worse() -> None:
    fight = play(
        "h a k . g",
        """
        > a throw h with dagger
        ! attack d20 1
        """,
        a=fighter(attack=1, weapons=(DAGGER,)),
        g=foe(),
        h=foe(ac=19),
        k=foe(),
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "foe in melee range": -4}


@pytest.mark.rule("SOV-050", "SOV-104")
@pytest.mark.parametrize("weapon", [BOW, CROSSBOW], ids=["small bow", "crossbow"])
def test_bows_and_other_two_handed_weapons_cannot_be_shot_with_a_foe_in_melee_range(
    weapon: Weapon,
) -> None:
    who = fighter(weapons=(weapon,))
    bound = play(IN_MELEE, "", a=who, g=foe(), h=foe())
    for target in "gh":
        assert why_not(bound, f"a shoot {target} with {weapon.name}") == "bound SOV-050"
    free = play("h . a . . g", "", a=who, g=foe(), h=foe())
    assert may(free, "a shoot g")
    assert may(free, "a shoot h")


@pytest.mark.rule("SOV-049", "SOV-050")
@pytest.mark.parametrize(
    ("weapon", "binds"),
    [(SWORD, True), (CLAWS, True), (POLEARM, True), (UNARMED, False), (BOW, False)],
    ids=["sword", "claws", "polearm", "unarmed", "small bow"],
)
def test_a_foe_binds_the_shooter_only_if_it_is_armed_for_melee(weapon: Weapon, binds: bool) -> None:
    fight = play(
        IN_MELEE,
        "",
        rules="sovereign-early",
        a=fighter(weapons=(BOW,)),
        g=foe(),
        h=foe(weapons=(weapon,)),
    )
    assert may(fight, "a shoot g") != binds


@pytest.mark.rule("SOV-049", "SOV-050")
def test_a_foe_who_reaches_further_binds_from_further_away() -> None:
    polearm = foe(weapons=(POLEARM,))
    fight = play("h . a . . g", "", a=fighter(weapons=(BOW,)), g=foe(), h=polearm)
    assert not may(fight, "a shoot g")


@pytest.mark.rule("SOV-049", "SOV-050")
def test_where_a_table_rules_so_any_foe_binds(edition: Callable[..., str]) -> None:
    unarmed = foe(weapons=(UNARMED,))
    made = setup(IN_MELEE, a=fighter(weapons=(BOW,)), g=foe(), h=unarmed)
    made.rules = edition(Dial("binding_foe", BOUND_BY_ANY, "SOV-049"))
    assert why_not(play_setup(made, ""), "a shoot g with small bow") == "bound SOV-050"


@pytest.mark.rule("SOV-049", "SOV-050", "SOV-105")
def test_a_foe_no_unit_knows_of_does_not_bind() -> None:
    """Otherwise the refusal would reveal a hidden unit next to the archer."""
    made = setup(IN_MELEE, a=fighter(weapons=(BOW,)), g=foe(), h=foe())
    made.hidden = ("h",)
    assert may(play_setup(made, ""), "a shoot g")
    made.hidden = ()
    assert why_not(play_setup(made, ""), "a shoot g with small bow") == "bound SOV-050"


@pytest.mark.rule("SOV-049", "SOV-050")
def test_a_prone_foe_binds_and_a_fallen_one_or_an_ally_does_not() -> None:
    prone = play(
        IN_MELEE,
        """
        > h prone
        > h done
        > g done
        """,
        first="foes",
        a=fighter(weapons=(BOW,)),
        g=foe(),
        h=foe(),
    )
    assert why_not(prone, "a shoot g with small bow") == "bound SOV-050"
    fallen = play(
        "h a b . g",
        """
        > a attack h with sword
        ! attack d20 20
        ! damage d8 8
        > a done
        > b done
        > g done
        """,
        a=fighter(weapons=(SWORD, BOW)),
        b=fighter(),
        g=foe(),
        h=fighter(hp=1),
    )
    assert unit(fallen, "h").status == DOWN
    assert told(fallen, "round")[-1] == "round number=2"
    assert may(fallen, "a shoot g")
