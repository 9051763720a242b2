"""Two weapons: who may use them, -1 on every attack, +2 damage on a hit."""

import pytest
from tests.rules.ways import exact
from tests.scene import (
    AXE,
    CLAWS,
    DAGGER,
    MACE,
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play,
    setup,
    terms,
    told,
    unit,
)
from tests.scripted import go_on, run

from shieldwall.engine.state.sheet import Weapon
from shieldwall.fight import Fight

TWO = (SWORD, DAGGER)


def strike(
    weapons: tuple[Weapon, ...],
    second: Weapon | None,
    used: Weapon,
    die: int = 15,
    drawing: str = "a g",
) -> Fight:
    """With the first weapon in one hand and the second in the other, an attack with one of them.

    A hit rolls a 3 for damage.
    """
    hit = f"! damage d{used.sides} 3\n" if die >= 11 else ""
    drawn = f"> a dual with {second.name}\n" if second is not None else ""
    return play(
        drawing,
        f"{drawn}> a attack g with {used.name}\n! attack d20 {die}\n{hit}",
        a=fighter(weapons=weapons, attack=0, stab=1),
        g=foe(hp=20, ac=11),
    )


@pytest.mark.rule("SOV-134")
@pytest.mark.parametrize(
    ("second", "stab", "shoot", "answer"),
    [
        (DAGGER, 1, -1, ""),
        (DAGGER, 0, 3, "not-skilled-enough SOV-134"),
        (SLING, 1, 1, ""),
        (SLING, 1, 0, "not-skilled-enough SOV-134"),
        (SLING, 0, 1, "not-skilled-enough SOV-134"),
    ],
)
def test_it_takes_level_1_in_the_skill_of_each_weapon(
    second: Weapon, stab: int, shoot: int, answer: str
) -> None:
    fight = play("a . g", "", a=fighter(weapons=(SWORD, second), stab=stab, shoot=shoot), g=foe())
    assert exact(fight, f"a dual with {second.name}") == answer


@pytest.mark.rule("SOV-134")
def test_each_hand_holds_a_weapon_of_its_own_made_for_one_hand() -> None:
    weapons = (SWORD, AXE, UNARMED, CLAWS, DAGGER, DAGGER)
    fight = play("a . g", "", a=fighter(weapons=weapons, stab=1, brawl=1), g=foe())
    assert exact(fight, "a dual with sword") == "needs-another-weapon SOV-134"
    for name in ("war axe", "unarmed", "claws"):
        assert exact(fight, f"a dual with {name}") == "not-for-one-hand SOV-134"
    assert exact(fight, "a dual with dagger#2") == ""
    axe_first = play("a . g", "", a=fighter(weapons=(AXE, SWORD), stab=1), g=foe())
    assert exact(axe_first, "a dual with sword") == "not-for-one-hand SOV-134"


@pytest.mark.rule("SOV-134")
def test_a_hand_with_a_shield_holds_no_second_weapon() -> None:
    fight = play("a . g", "", a=fighter(weapons=TWO, stab=1, shield=1), g=foe())
    assert exact(fight, "a dual with dagger") == "hand-holds-shield SOV-134"


@pytest.mark.rule("SOV-134", "SOV-089")
def test_a_weapon_in_the_pack_must_be_readied_first() -> None:
    fight = play("a . g", "", a=fighter(weapons=TWO, stab=1, stowed=2), g=foe())
    assert exact(fight, "a dual with dagger") == "weapon-stowed SOV-089"


@pytest.mark.rule("SOV-134")
def test_drawing_and_sheathing_the_second_weapon_costs_nothing() -> None:
    fight = play("a . g", "> a dual with dagger\n", a=fighter(weapons=TWO, stab=1), g=foe())
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert exact(fight, "a dual with dagger") == "is-readied SOV-134"
    fight.push("a single")
    assert unit(fight, "a").off_hand == -1
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert exact(fight, "a single") == "no-second-weapon SOV-134"


@pytest.mark.rule("SOV-135", "SOV-136")
@pytest.mark.parametrize("used", [SWORD, DAGGER])
def test_an_attack_with_either_has_1_less_to_hit_and_2_more_damage(used: Weapon) -> None:
    fight = strike(TWO, DAGGER, used, die=11)
    assert terms(fight, "attack") == {"d20": 11, "stab": 1, "two weapons": -1}
    assert terms(fight, "harm") == {"weapon": 3, "second weapon": 2}
    assert unit(fight, "g").hp == 15


@pytest.mark.rule("SOV-136")
def test_the_point_decides_between_hit_and_miss() -> None:
    """A 10 with Stab 1 reaches AC 11 with one weapon and not with two."""
    drawn = "> a dual with dagger\n"
    blow = "> a attack g with sword\n! attack d20 10\n"
    a = fighter(weapons=TWO, attack=0, stab=1)
    fight = play("a g", drawn + blow, a=a, g=foe(hp=20, ac=11))
    assert told(fight, "attack")[0].endswith("total=10 ac=11 hit=no")
    single = play("a g", blow + "! damage d8 3\n", a=a, g=foe(hp=20, ac=11))
    assert told(single, "attack")[0].endswith("total=11 ac=11 hit=yes")


@pytest.mark.rule("SOV-135")
def test_shock_is_not_increased() -> None:
    fight = strike(TWO, DAGGER, SWORD, die=2)
    assert told(fight, "harm") == ["harm unit=g by=a amount=2 left=18 cause=shock"]


@pytest.mark.rule("SOV-135")
@pytest.mark.parametrize(("drawing", "bonus"), [("a g .", 2), ("a . g", 0)])
@pytest.mark.parametrize("weapons", [(SPEAR, SWORD), (SWORD, SPEAR)])
def test_the_damage_needs_the_target_in_range_of_both(
    weapons: tuple[Weapon, ...], drawing: str, bonus: int
) -> None:
    """A spear reaches 10 ft and a sword does not, whichever hand holds which."""
    fight = strike(weapons, weapons[1], SPEAR, drawing=drawing)
    assert terms(fight, "attack")["two weapons"] == -1
    assert unit(fight, "g").hp == 20 - 3 - bonus


@pytest.mark.rule("SOV-135", "SOV-136")
@pytest.mark.parametrize(("weapons", "bonus"), [((DAGGER, DAGGER), 2), ((SWORD, DAGGER), 0)])
def test_a_thrown_weapon_needs_the_other_to_reach_as_far(
    weapons: tuple[Weapon, ...], bonus: int
) -> None:
    second = "dagger#2" if weapons[0] is DAGGER else "dagger"
    fight = play(
        "a . . . g",
        f"> a dual with {second}\n> a throw g with dagger\n! attack d20 15\n! damage d4 3\n",
        a=fighter(weapons=weapons, attack=0, stab=1),
        g=foe(hp=20, ac=11),
    )
    assert terms(fight, "attack")["two weapons"] == -1
    assert unit(fight, "g").hp == 17 - bonus


@pytest.mark.rule("SOV-136", "SOV-041")
def test_a_free_blow_suffers_from_it_too() -> None:
    fight = play(
        ". a g",
        """
        > g dual with dagger
        > g done
        > a run A1
        > g strike a with sword
        ! attack d20 15
        ! damage d8 1
        """,
        first="foes",
        a=fighter(hp=9),
        g=foe(weapons=TWO, stab=1),
    )
    assert terms(fight, "attack")["two weapons"] == -1
    assert unit(fight, "a").hp == 9 - 1 - 2


@pytest.mark.rule("SOV-136", "SOV-051")
def test_a_snap_attack_suffers_from_it_too() -> None:
    fight = play(
        "a g",
        """
        > a dual with dagger
        > a done
        > a snap g with sword
        ! attack d20 18
        ! damage d8 1
        """,
        a=fighter(weapons=TWO, stab=1),
        g=foe(hp=9),
    )
    assert terms(fight, "attack")["two weapons"] == -1
    assert terms(fight, "attack")["snap attack"] == -4


@pytest.mark.rule("SOV-135", "SOV-059")
@pytest.mark.parametrize(("die", "dealt"), [(8, 10), (7, 10), (6, 9)])
def test_the_second_weapon_raises_the_most_a_swarm_can_do(die: int, dealt: int) -> None:
    """A sword deals at most 8, with a dagger 10; a swarm's bonus stays below that."""
    fight = play(
        "a g b",
        f"""
        > b swarm g with sword
        > b done
        > a dual with dagger
        > a swarm g with sword
        > a fall-upon g with sword
        ! attack d20 15
        ! damage d8 {die}
        """,
        a=fighter(weapons=TWO, stab=1),
        b=fighter(),
        g=foe(hp=20),
    )
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-135", "SOV-136")
@pytest.mark.parametrize("third", [AXE, UNARMED])
def test_an_attack_with_neither_of_the_two_gets_nothing_from_them(third: Weapon) -> None:
    """Two hands cannot swing an axe and hold two blades, and a fist is no weapon of a pair."""
    fight = play(
        "a g",
        f"""
        > a dual with dagger
        > a attack g with {third.name}
        ! attack d20 18
        ! damage d{third.sides} {third.sides}
        """,
        a=fighter(weapons=(SWORD, DAGGER, third), stab=1),
        g=foe(hp=20, ac=11),
    )
    assert "second weapon" not in terms(fight, "harm")
    assert unit(fight, "g").hp == 20 - third.sides


@pytest.mark.rule("SOV-135", "SOV-136")
def test_a_second_weapon_that_was_thrown_away_no_longer_counts() -> None:
    fight = play(
        "a g",
        """
        > a dual with dagger
        > a throw g with dagger
        ! attack d20 2
        > a done
        > g done
        > a attack g with sword
        ! attack d20 15
        ! damage d8 3
        """,
        a=fighter(weapons=TWO, stab=1),
        g=foe(hp=20),
    )
    assert "two weapons" not in terms(fight, "attack")
    assert unit(fight, "g").hp == 17


@pytest.mark.rule("SOV-135", "SOV-136")
@pytest.mark.parametrize("deed", ["single", "stow with dagger"])
def test_with_one_weapon_again_an_attack_is_as_usual(deed: str) -> None:
    fight = play(
        "a g",
        f"""
        > a dual with dagger
        > a {deed}
        > a done
        > g done
        > a attack g with sword
        ! attack d20 15
        ! damage d8 3
        """,
        a=fighter(weapons=(SWORD, DAGGER, MACE), stab=1),
        g=foe(hp=20),
    )
    assert "two weapons" not in terms(fight, "attack")
    assert unit(fight, "g").hp == 17


@pytest.mark.rule("SOV-134", "SOV-135")
def test_a_unit_with_a_two_handed_weapon_has_no_second_one() -> None:
    fight = play(
        "a g h",
        """
        > a dual with dagger
        > a attack g with sword
        ! attack d20 15
        ! damage d8 8
        = drops unit=g weapon=war_axe
        > a pick-up B1 : war axe
        > a done
        > h done
        > a run B1
        > a attack h with war axe
        ! attack d20 15
        ! damage d10 5
        """,
        a=fighter(weapons=TWO, stab=1),
        g=foe(hp=4, weapons=(AXE,)),
        h=foe(hp=20),
    )
    assert "second weapon" not in terms(fight, "harm")
    assert unit(fight, "h").hp == 15


@pytest.mark.rule("SOV-134", "SOV-135")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
def test_a_third_weapon_in_hand_is_none_of_the_two(rules: str) -> None:
    """The sling was loaded, not taken as one of two: no penalty and no second weapon."""
    slinger = fighter(weapons=(SWORD, DAGGER, SLING), stab=1, shoot=0, hp=20)
    made = setup("a . g", rules=rules, a=slinger, g=foe(hp=40, ac=10))
    fight = run(
        made,
        *("a shoot g with sling", 10, 1, "a take-out with sword", "a dual with dagger"),
        *("a done", "g done", "a reload with sling", "?"),
    )
    assert unit(fight, "a").off_hand == -1
    go_on(fight, "a shoot g with sling", 10, 1)
    assert "two weapons" not in terms(fight)
    assert "second weapon" not in terms(fight, "harm")


@pytest.mark.rule("SOV-057", "SOV-135", "SOV-136")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize("weapon", ["sword", "dagger"])
def test_a_swarm_attack_is_made_with_either_of_two_weapons(rules: str, weapon: str) -> None:
    pair = fighter(weapons=(SWORD, DAGGER), stab=1, hp=20)
    made = setup("a g b", rules=rules, a=pair, b=fighter(), g=foe(hp=40, ac=10))
    fight = run(
        made,
        *("b swarm g with sword", "b done", "a dual with dagger", f"a swarm g with {weapon}"),
        *(f"a fall-upon g with {weapon}", 12, 1),
    )
    assert terms(fight)["two weapons"] == -1
    assert terms(fight, "harm")["second weapon"] == 2
