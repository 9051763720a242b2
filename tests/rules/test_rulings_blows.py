"""Each option of the rulings about attack rolls, damage and Shock."""

from __future__ import annotations

import pytest
from tests.scene import (
    AXE,
    BOW,
    CROSSBOW,
    MACE,
    POLEARM,
    UNARMED,
    fighter,
    foe,
    play_setup,
    ruled,
    setup,
    terms,
    told,
    unit,
    why_not,
)


@pytest.mark.rule("SOV-109")
@pytest.mark.ruling("nat20", "yes")
@pytest.mark.ruling("nat20", "no")
@pytest.mark.parametrize(
    ("ruling", "die", "ac", "hit"),
    [("no", 20, 30, "no"), ("yes", 20, 30, "yes"), ("no", 1, 2, "yes"), ("yes", 1, 2, "no")],
)
def test_whether_a_natural_20_hits_and_a_natural_1_misses(
    ruling: str, die: int, ac: int, hit: str
) -> None:
    made = setup("a g", a=fighter(weapons=(MACE,)), g=foe(ac=ac, hp=20))
    damage = "! damage d6 1\n" if hit == "yes" else ""
    fight = play_setup(
        ruled(made, nat20=ruling), f"> a attack g with mace\n! attack d20 {die}\n{damage}"
    )
    assert told(fight, "attack")[0].endswith(f"hit={hit}")


@pytest.mark.rule("SOV-109", "SOV-081")
def test_no_defence_turns_a_natural_20_where_it_always_hits() -> None:
    made = setup("a g", a=fighter(), g=foe(ac=20, hp=20), stops="always")
    fight = play_setup(
        ruled(made, nat20="yes"),
        "> a attack g with sword\n> g pass\n! attack d20 20\n> g total-defense\n! damage d8 3\n",
    )
    assert unit(fight, "g").hp == 17


@pytest.mark.rule("SOV-108")
@pytest.mark.ruling("untrained_attack", "-1")
@pytest.mark.ruling("untrained_attack", "-2")
@pytest.mark.parametrize("ruling", ["-1", "-2"])
def test_what_an_untrained_hand_takes_from_an_attack(ruling: str) -> None:
    made = setup("a g", a=fighter(stab=-1), g=foe(ac=19))
    fight = play_setup(
        ruled(made, untrained_attack=ruling), "> a attack g with sword\n! attack d20 1\n"
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "stab": int(ruling)}


@pytest.mark.rule("SOV-049", "SOV-050")
@pytest.mark.ruling("binding_foe", "armed")
@pytest.mark.ruling("binding_foe", "any")
@pytest.mark.parametrize(("ruling", "reason"), [("armed", ""), ("any", "bound SOV-050")])
def test_whether_an_unarmed_foe_binds_an_archer(ruling: str, reason: str) -> None:
    made = setup("h a . . g", a=fighter(weapons=(BOW,)), g=foe(), h=foe(weapons=(UNARMED,)))
    fight = play_setup(ruled(made, binding_foe=ruling), "")
    assert why_not(fight, "a shoot g with small bow") == reason


@pytest.mark.rule("SOV-049", "AAC-032")
@pytest.mark.ruling("binding_foe", "contact")
@pytest.mark.parametrize(("ruling", "reason"), [("contact", ""), ("any", "bound SOV-050")])
def test_whether_a_long_weapon_10_ft_away_binds_an_archer(ruling: str, reason: str) -> None:
    made = setup("a . g", a=fighter(weapons=(BOW,)), g=foe(weapons=(POLEARM,)))
    fight = play_setup(ruled(made, binding_foe=ruling), "")
    assert why_not(fight, "a shoot g with small bow") == reason


@pytest.mark.rule("SOV-112", "G-10")
@pytest.mark.ruling("least_damage", "1")
@pytest.mark.ruling("least_damage", "0")
@pytest.mark.parametrize(("ruling", "left"), [("1", 3), ("0", 4)])
def test_what_a_feeble_hit_does_at_least(ruling: str, left: int) -> None:
    weak = fighter(weapons=(MACE,), strength=-1, attack=5)
    made = ruled(setup("a g", a=weak, g=foe(hp=4, ac=19)), least_damage=ruling)
    fight = play_setup(made, "> a attack g with mace\n! attack d20 19\n! damage d6 1\n")
    assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-124")
@pytest.mark.ruling("shield_cancels_hit_floor", "yes")
@pytest.mark.ruling("shield_cancels_hit_floor", "no")
@pytest.mark.parametrize(("ruling", "dealt"), [("yes", 1), ("no", 3)])
def test_whether_a_shield_takes_the_floor_of_a_hit_away(ruling: str, dealt: int) -> None:
    made = setup("a g", a=fighter(weapons=(AXE,)), g=foe(hp=20, ac=15, shield=1))
    fight = play_setup(
        ruled(made, shield_cancels_hit_floor=ruling),
        "> a attack g with war axe\n! attack d20 15\n! damage d10 1\n",
    )
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-121", "SOV-125")
@pytest.mark.ruling("manoeuvre_miss_shock", "yes")
@pytest.mark.ruling("manoeuvre_miss_shock", "no")
@pytest.mark.parametrize(("ruling", "left"), [("yes", 2), ("no", 4)])
def test_whether_a_shove_that_misses_deals_shock(ruling: str, left: int) -> None:
    made = ruled(setup("a g", a=fighter(), g=foe(hp=4)), manoeuvre_miss_shock=ruling)
    fight = play_setup(made, "> a shove g with sword : prone\n! attack d20 1\n")
    assert unit(fight, "g").hp == left


@pytest.mark.rule("SOV-121", "SOV-125")
def test_a_shove_that_hits_does_no_harm_in_any_case() -> None:
    made = ruled(setup("a g", a=fighter(), g=foe(hp=4)), manoeuvre_miss_shock="yes")
    fight = play_setup(
        made, "> a shove g with sword : prone\n! attack d20 19\n! shove d6 6\n! shove d6 6\n"
    )
    assert (unit(fight, "g").hp, unit(fight, "g").prone) == (4, True)


@pytest.mark.rule("SOV-092")
@pytest.mark.ruling("crossbow_untrained_reload", "main")
@pytest.mark.ruling("crossbow_untrained_reload", "move")
@pytest.mark.parametrize(("ruling", "left"), [("main", (0, 1)), ("move", (1, 0))])
def test_what_an_untrained_hand_needs_for_a_crossbow(ruling: str, left: tuple[int, int]) -> None:
    made = setup("a . . . g", a=fighter(weapons=(CROSSBOW,), shoot=0), g=foe())
    fight = play_setup(
        ruled(made, crossbow_untrained_reload=ruling),
        """
        > a shoot g with crossbow
        ! attack d20 1
        > a done
        > g done
        > a reload with crossbow
        """,
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == left
