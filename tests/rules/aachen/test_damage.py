"""Damage and Shock in Aachen: the minimum of a melee attack, hit or miss."""

import pytest
from tests.rules.aachen.aachen_scene import BOTH, scene
from tests.scene import BOW, DAGGER, SWORD, fighter, foe, terms, told

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.fight import Fight

MISS = 2


def blow(book: str, ac: int, roll: int, damage: int = 0, **facts: object) -> Fight:
    """A sword of 1d8, Shock 2/AC 13, with STR +1."""
    dice = f"! damage d8 {damage}\n" if damage else ""
    return scene(
        "a g",
        f"> a attack g with sword\n! attack d20 {roll}\n{dice}",
        book,
        a=fighter(weapons=(SWORD,), strength=1, attack=0),
        g=foe(hp=30, ac=ac, **facts),
    )


def dealt(fight: Fight) -> list[int]:
    return [int(line.split("amount=")[1].split()[0]) for line in told(fight, "harm")]


@pytest.mark.rule("AAC-036", "AAC-045", "W-P14")
@BOTH
@pytest.mark.parametrize(("die", "amount"), [(1, 3), (2, 3), (3, 4), (8, 9)])
def test_a_hit_deals_at_least_the_shock(book: str, die: int, amount: int) -> None:
    assert dealt(blow(book, 13, 18, die)) == [amount]


@pytest.mark.rule("AAC-036", "AAC-037", "W-P14")
@BOTH
def test_a_miss_deals_the_shock_with_the_attribute(book: str) -> None:
    fight = blow(book, 13, MISS)
    assert dealt(fight) == [3]
    assert terms(fight, "harm") == {"Shock": 2, "str": 1}


@pytest.mark.rule("AAC-038", "W-P14")
@BOTH
def test_above_its_ac_the_shock_is_not_considered_at_all(book: str) -> None:
    assert dealt(blow(book, 14, MISS)) == []
    assert dealt(blow(book, 14, 18, 1)) == [2], "no floor for a hit either"


@pytest.mark.rule("AAC-037")
def test_magic_adds_to_shock_and_other_bonuses_do_not() -> None:
    blade = make_weapon("blade", 1, 8, shock=2, shock_ac=15, magic=1)
    fight = scene(
        "a g",
        f"> a attack g with blade\n! attack d20 {MISS}\n",
        a=fighter(weapons=(blade,), strength=1, stab=2, attack=4),
        g=foe(hp=30, ac=15),
    )
    assert terms(fight, "harm") == {"Shock": 2, "str": 1, "magic weapon": 1}


@pytest.mark.rule("AAC-036")
def test_shock_is_for_melee_attacks_only() -> None:
    fight = scene(
        "a . g",
        f"> a throw g with dagger\n! attack d20 {MISS}\n",
        a=fighter(weapons=(DAGGER,)),
        g=foe(hp=30),
    )
    assert dealt(fight) == []


@pytest.mark.rule("AAC-039")
@BOTH
def test_a_shield_stops_the_first_shock_of_a_round(book: str) -> None:
    strike = f"> {{0}} attack g with sword\n! attack d20 {MISS}\n> {{0}} done\n"
    fight = scene(
        "a g b",
        strike.format("a") + strike.format("b"),
        book,
        a=fighter(strength=1),
        b=fighter(strength=1),
        g=foe(hp=30, ac=13, shield=1),
    )
    assert told(fight, "shock-stopped", "harm") == [
        "shock-stopped unit=g by=a",
        "harm unit=g by=b amount=3 left=27 cause=shock",
    ]


@pytest.mark.rule("AAC-039")
@BOTH
def test_total_defense_is_proof_against_shock(book: str) -> None:
    fight = scene(
        "a g",
        f"> a attack g with sword\n! attack d20 {MISS}\n> g total-defense\n",
        book,
        stops="matters",
        a=fighter(weapons=(SWORD,)),
        g=foe(hp=30, ac=13),
    )
    assert dealt(fight) == []


@pytest.mark.rule("AAC-035", "G-32")
@BOTH
def test_a_hit_deals_the_die_and_the_attribute_near_and_far(book: str) -> None:
    assert terms(blow(book, 14, 18, 5), "harm") == {"weapon": 5, "str": 1}
    shot = scene(
        "a . . g",
        "> a shoot g with small bow\n! attack d20 18\n! damage d6 4\n",
        book,
        a=fighter(weapons=(BOW,), dex=2),
        g=foe(hp=30),
    )
    assert terms(shot, "harm") == {"weapon": 4, "dex": 2}


@pytest.mark.rule("AAC-035", "G-32")
def test_there_is_no_critical_hit() -> None:
    assert dealt(blow("aachen", 14, 20, 5)) == [6]
