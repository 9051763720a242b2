"""Execution attacks of the earlier edition: possible targets, and weapons that spare."""

from collections.abc import Callable

import pytest
from tests.rules.sovereign_early.early import BOOK, early_setup
from tests.rules.ways import exact
from tests.scene import MACE, SWORD, fighter, foe, play_setup, told, unit

from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import RELOAD_BOW, SHOOT, Weapon, make_weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

HAND_BOW = make_weapon(
    "hand bow", 1, 6, attributes=(1,), skill=SHOOT, melee=False, normal_range=20, long_range=60,
    two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip


def murder(weapon: Weapon, drawing: str = "a g", surprised: str = "foes") -> Setup:
    made = early_setup(
        drawing, surprised=surprised, a=fighter(weapons=(weapon,)), g=foe(hp=40, ac=30)
    )
    made.poised = ("a",)
    return made


@pytest.mark.rule("SVE-018")
def test_a_unit_that_expects_danger_or_is_alert_cannot_be_executed() -> None:
    fight = play_setup(murder(SWORD, surprised=""), "")
    assert exact(fight, "a execute g with sword") == "suspects-something SVE-018"
    expecting = murder(SWORD, surprised="")
    expecting.ambush = 0
    expecting.sides[1].expecting = True
    assert exact(play_setup(expecting, ""), "a execute g with sword") == (
        "suspects-something SVE-018"
    )


@pytest.mark.ruling("execution_spares", "yes")
@pytest.mark.rule("SVE-019")
@pytest.mark.parametrize(
    ("weapon", "how", "status"), [(MACE, "out_cold", DOWN), (SWORD, "dead", DEAD)]
)
def test_a_weapon_that_spares_knocks_its_victim_out(weapon: Weapon, how: str, status: int) -> None:
    fight = play_setup(
        murder(weapon), f"> a execute g with {weapon.name}\n! save d20 2\n", first=""
    )
    assert told(fight, "falls") == [f"falls unit=g by=a how={how}"]
    assert unit(fight, "g").status == status
    assert unit(fight, "g").stable == (status == DOWN)


@pytest.mark.ruling("execution_spares", "no")
@pytest.mark.rule("SVE-019", "SOV-141")
def test_with_the_later_ruling_it_is_mortal_whatever_the_weapon(
    edition: Callable[..., str],
) -> None:
    made = murder(MACE)
    made.rules = edition(Dial("execution_spares", 0, "SOV-141"), of=BOOK)
    fight = play_setup(made, "> a execute g with mace\n! save d20 2\n", first="")
    assert unit(fight, "g").status == DEAD


def shot(squares: int, rules: str = BOOK) -> Fight:
    made = murder(HAND_BOW, "a" + " ." * (squares - 1) + " g")
    made.rules = rules
    return play_setup(
        made,
        "> a execute g with hand bow\n! execution d6 6\n! execution d6 6\n! save d20 20\n",
        first="",
    )


@pytest.mark.ruling("execution_bonuses_stack", "no")
@pytest.mark.rule("SVE-020")
@pytest.mark.parametrize(("squares", "total"), [(2, 16), (4, 14), (5, 12)])
def test_within_10_ft_the_bonus_is_4_and_not_6(squares: int, total: int) -> None:
    assert told(shot(squares), "check") == [
        f"check unit=a what=execution total={total} needed=10 passed=yes"
    ]


@pytest.mark.ruling("execution_bonuses_stack", "yes")
@pytest.mark.rule("SVE-020")
@pytest.mark.parametrize(("squares", "total"), [(2, 18), (4, 14), (5, 12)])
def test_with_the_other_reading_both_bonuses_count(
    edition: Callable[..., str], squares: int, total: int
) -> None:
    house = edition(Dial("execution_bonuses_stack", 1, "SVE-020"), of=BOOK)
    assert told(shot(squares, house), "check") == [
        f"check unit=a what=execution total={total} needed=10 passed=yes"
    ]


@pytest.mark.rule("SVE-019")
def test_one_felled_by_a_blade_is_dying_and_has_six_rounds() -> None:
    made = early_setup(
        "a g . h", surprised="foes", a=fighter(), g=fighter(hp=8, fearless=True), h=foe(hp=40)
    )
    made.poised = ("a",)
    begun = (
        "> a execute g with sword\n! save d20 1\n> a done\n! initiative d8 8\n! initiative d8 1\n"
    )
    quiet = "> a done\n> h done\n"
    fight = play_setup(made, begun + quiet * 5, first="")
    assert unit(fight, "g").status == DOWN
    fight = play_setup(made, begun + quiet * 6, first="")
    assert unit(fight, "g").status == DEAD


@pytest.mark.rule("SVE-019")
def test_a_unit_that_a_potion_brings_back_from_dying_is_frail() -> None:
    potion = described_spell("potion of healing")
    healer = foe(hp=40, potions=(potion,))
    made = early_setup(
        "a g h", surprised="foes", a=fighter(), g=fighter(hp=8, fearless=True), h=healer
    )
    made.poised = ("a",)
    fight = play_setup(
        made,
        "> a execute g with sword\n! save d20 1\n> a done\n! initiative d8 1\n! initiative d8 8\n"
        "> h drink g : potion of healing\n! potion of healing d6 1\n! potion of healing d6 1\n"
        "> h done\n> g done\n> a attack g with sword\n! attack d20 19\n! damage d8 8\n",
        first="",
    )
    assert told(fight, "revived", "falls") == [
        "falls unit=g by=a how=down",
        "revived unit=g by=h",
        "falls unit=g by=a how=dead",
    ]
