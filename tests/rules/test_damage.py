"""The damage of a hit: the weapon's die and its bonuses."""

import pytest
from tests.scene import BOW, CLAWS, DAGGER, SWORD, UNARMED, fighter, foe, play, terms, told, unit

from shieldwall.engine.state.sheet import DEX, STR, Sheet, Weapon, make_weapon
from shieldwall.fight import Fight

CLUB = make_weapon("club", 1, 4)


def hit(attacker: Sheet, weapon: Weapon, *dice: int, hp: int = 30) -> Fight:
    """An attack that hits AC 5, with these damage dice."""
    rolled = "\n".join(f"! damage d{weapon.sides} {die}" for die in dice)
    return play(
        "a g",
        f"> a attack g with {weapon.name}\n! attack d20 15\n{rolled}",
        a=attacker,
        g=foe(hp=hp, ac=5),
    )


@pytest.mark.rule("SOV-112")
def test_a_hit_deals_the_die_and_the_attribute_but_neither_skill_nor_attack_bonus() -> None:
    fight = hit(fighter(weapons=(SWORD,), attack=4, strength=2, stab=3), SWORD, 5)
    assert told(fight, "harm") == ["harm unit=g by=a amount=7 left=23 cause=hit"]
    assert terms(fight, "harm") == {"weapon": 5, "str": 2}


@pytest.mark.rule("SOV-112")
def test_the_magic_of_a_weapon_and_its_own_bonus_are_added() -> None:
    weapon = make_weapon("great axe", 2, 6, bonus=1, magic=2, attributes=(STR, DEX))
    fight = hit(fighter(weapons=(weapon,), strength=1), weapon, 3, 6)
    assert told(fight, "harm") == ["harm unit=g by=a amount=13 left=17 cause=hit"]
    assert terms(fight, "harm") == {"weapon": 3 + 6 + 1, "str": 1, "magic weapon": 2}


@pytest.mark.rule("SOV-112")
@pytest.mark.parametrize(
    ("deed", "weapon", "used", "value"), [("shoot", BOW, "dex", 2), ("throw", DAGGER, "str", 3)]
)
def test_shots_and_throws_add_the_attribute_too(
    deed: str, weapon: Weapon, used: str, value: int
) -> None:
    fight = play(
        "a . g",
        f"""
        > a {deed} g with {weapon.name}
        ! attack d20 15
        ! damage d{weapon.sides} 4
        """,
        a=fighter(weapons=(weapon,), strength=3, dex=2),
        g=foe(hp=30, ac=5),
    )
    assert told(fight, "harm") == [
        f"harm unit=g by=a amount={4 + value} left={26 - value} cause=hit"
    ]
    assert terms(fight, "harm") == {"weapon": 4, used: value}


@pytest.mark.rule("SOV-112")
@pytest.mark.parametrize(
    ("strength", "die", "dealt"), [(-2, 1, 1), (-2, 2, 1), (-2, 3, 1), (-2, 4, 2), (0, 1, 1)]
)
def test_a_hit_deals_1_at_least(strength: int, die: int, dealt: int) -> None:
    fight = hit(fighter(weapons=(CLUB,), strength=strength), CLUB, die)
    assert told(fight, "harm") == [f"harm unit=g by=a amount={dealt} left={30 - dealt} cause=hit"]


@pytest.mark.rule("SOV-113")
@pytest.mark.parametrize(("brawl", "die", "dealt"), [(2, 1, 4), (0, 2, 3), (-1, 2, 2), (-1, 1, 1)])
def test_bare_hands_add_brawl_untrained_ones_lose_1(brawl: int, die: int, dealt: int) -> None:
    fight = hit(fighter(weapons=(UNARMED,), strength=1, brawl=brawl), UNARMED, die)
    assert unit(fight, "g").hp == 30 - dealt
    assert terms(fight, "harm").get("brawl", 0) == brawl


@pytest.mark.rule("SOV-113")
def test_claws_and_swords_do_not_add_brawl() -> None:
    for weapon in (CLAWS, SWORD):
        fight = hit(fighter(weapons=(weapon,), brawl=2), weapon, 4)
        assert terms(fight, "harm") == {"weapon": 4}


@pytest.mark.rule("SOV-112")
def test_a_miss_with_a_weapon_without_shock_does_nothing() -> None:
    fight = play(
        "a g",
        """
        > a attack g with club
        ! attack d20 2
        """,
        a=fighter(weapons=(CLUB,), strength=3),
        g=foe(hp=4, ac=10),
    )
    assert told(fight, "harm", "shock-stopped") == []
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-112", "SOV-167")
def test_more_damage_than_is_left_leaves_nothing_below_0() -> None:
    fight = hit(fighter(weapons=(SWORD,), strength=2), SWORD, 8, hp=3)
    assert told(fight, "harm") == ["harm unit=g by=a amount=10 left=0 cause=hit"]
    assert unit(fight, "g").hp == 0
