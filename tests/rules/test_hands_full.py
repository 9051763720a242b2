"""Shields with two-handed weapons, two weapons, bows near foes, and two assassins."""

from __future__ import annotations

import pytest
from tests.open_scene import play_open
from tests.scene import (
    AXE,
    BOW,
    DAGGER,
    POLEARM,
    SWORD,
    UNARMED,
    fighter,
    foe,
    last,
    may,
    play,
    play_setup,
    ruled,
    setup,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.attack.blow import armour_class
from shieldwall.engine.state.sheet import Weapon


@pytest.mark.rule("SOV-118")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize(("weapon", "ac", "stopped"), [(SWORD, 13, True), (AXE, 11, False)])
def test_a_shield_does_not_help_while_both_hands_hold_a_weapon(
    rules: str, weapon: Weapon, ac: int, stopped: bool
) -> None:
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 2\n",
        first="foes",
        rules=rules,
        a=fighter(weapons=(weapon,), ac=13, shield=2),
        g=foe(attack=0),
    )
    assert last(fight, "attack").ac == ac  # type: ignore[attr-defined]
    assert armour_class(unit(fight, "a")) == ac
    assert bool(told(fight, "shock-stopped")) == stopped
    assert unit(fight, "a").hp == (8 if stopped else 6)


@pytest.mark.rule("SOV-136")
def test_the_penalty_of_two_weapons_counts_for_every_attack_roll_of_the_turn() -> None:
    a = fighter(weapons=(SWORD, DAGGER, UNARMED), stab=1)
    blow = play("a g", "> a dual with dagger\n> a attack g with unarmed\n! attack d20 2\n", a=a,
                g=foe())  # fmt: skip
    assert terms(blow)["two weapons"] == -1
    shoved = play("a g", "> a dual with dagger\n> a shove g with sword : prone\n! attack d20 2\n",
                  a=a, g=foe())  # fmt: skip
    assert terms(shoved)["two weapons"] == -1
    alone = play("a g", "> a attack g with unarmed\n! attack d20 2\n", a=a, g=foe())
    assert "two weapons" not in terms(alone)


@pytest.mark.rule("SOV-049", "SVE-008", "SOV-050")
@pytest.mark.parametrize(
    ("rules", "weapon", "squares", "bound"),
    [
        ("sovereign", SWORD, 1, True), ("sovereign", SWORD, 2, False),
        ("sovereign", POLEARM, 2, True), ("sovereign", POLEARM, 3, False),
        ("sovereign", UNARMED, 1, True), ("sovereign", BOW, 1, True),
        ("sovereign", BOW, 2, False),
        ("sovereign-early", POLEARM, 2, True), ("sovereign-early", UNARMED, 1, False),
        ("sovereign-early", BOW, 1, False), ("sovereign-early", SWORD, 1, True),
    ],
)  # fmt: skip
def test_a_bow_is_bound_within_the_melee_range_of_a_foe(
    rules: str, weapon: Weapon, squares: int, bound: bool
) -> None:
    row = "a " + ". " * (squares - 1) + "g . . h"
    fight = play(row, "", rules=rules, a=fighter(weapons=(BOW,)), g=foe(weapons=(weapon,)), h=foe())
    found = why_not(fight, "a shoot h with small bow")
    assert bool(found) == bound
    if bound:
        assert found.split()[0] == "bound"


@pytest.mark.rule("SOV-049")
@pytest.mark.parametrize(("ruling", "bound"), [("any", True), ("armed", False)])
def test_each_table_may_read_it_as_the_other_edition_does(ruling: str, bound: bool) -> None:
    for rules in ("sovereign", "sovereign-early"):
        made = setup("a g . h", rules=rules, a=fighter(weapons=(BOW,)),
                     g=foe(weapons=(UNARMED,)), h=foe())  # fmt: skip
        fight = play_setup(ruled(made, binding_foe=ruling), "")
        assert may(fight, "a shoot h with small bow") != bound


@pytest.mark.rule("SOV-049")
def test_a_long_weapon_binds_at_ten_feet_without_a_map() -> None:
    def shot(weapon: Weapon, engaged: str = "") -> bool:
        fight = play_open("a 60, g 70, h 160", "", engaged=engaged, a=fighter(weapons=(BOW,)),
                          g=foe(weapons=(weapon,)), h=foe())  # fmt: skip
        return may(fight, "a shoot h with small bow")

    assert not shot(POLEARM)
    assert shot(SWORD)
    assert not shot(SWORD, "a-g")


@pytest.mark.rule("SOV-137", "SOV-139")
def test_a_second_poised_assassin_may_strike_in_the_same_surprise_round() -> None:
    made = setup("a g h b", surprised="foes", a=fighter(), b=fighter(), g=foe(hp=9), h=foe(hp=9))
    made.poised = ("a", "b")
    fight = play_setup(made, "> a execute g with sword\n! save d20 2\n> a done\n", first="")
    assert may(fight, "b execute h with sword")
    fight.push("b execute h with sword")
    assert [line.split()[0] for line in told(fight, "executes")] == ["executes", "executes"]


@pytest.mark.rule("SOV-137")
def test_an_open_attack_warns_them_all_the_same() -> None:
    made = setup("a g h b", surprised="foes", a=fighter(), b=fighter(), g=foe(hp=9), h=foe(hp=9))
    made.poised = ("b",)
    fight = play_setup(made, "> a attack g with sword\n! attack d20 2\n> a done\n", first="")
    assert why_not(fight, "b execute h with sword") == "suspects-something SOV-137"
