"""The attack roll itself: 1d20, attack bonus, attribute, skill and magic against AC."""

import pytest
from tests.scene import (
    BOW,
    CLAWS,
    DAGGER,
    MACE,
    STAB,
    SWORD,
    UNARMED,
    fighter,
    foe,
    last,
    play,
    terms,
    told,
    unit,
)

from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.formats.number_text import HitDice
from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.state.sheet import DEX, STR, Sheet, Weapon, make_weapon
from shieldwall.fight import Fight

FINE_SWORD = make_weapon("fine sword", 1, 8, attributes=(STR, DEX), skill=STAB, magic=1)


def melee(weapon: Weapon, die: int, attacker: Sheet, ac: int = 30) -> Fight:
    """One attack on a foe with this AC; the caller gives the damage dice."""
    return play(
        "a g",
        f"""
        > a attack g with {weapon.name}
        ! attack d20 {die}
        """,
        a=attacker,
        g=foe(ac=ac, weapons=(UNARMED,)),
    )


def total(fight: Fight) -> int:
    event = last(fight, "attack")
    assert isinstance(event, AttackRolled)
    return event.total


@pytest.mark.rule("SOV-108")
def test_the_roll_adds_bonus_attribute_skill_and_magic() -> None:
    fight = melee(
        FINE_SWORD, 5, fighter(weapons=(FINE_SWORD,), attack=3, strength=2, stab=1, brawl=4)
    )
    assert total(fight) == 5 + 3 + 2 + 1 + 1
    assert terms(fight) == {
        "d20": 5,
        "attack bonus": 3,
        "str": 2,
        "stab": 1,
        "magic weapon": 1,
    }


@pytest.mark.rule("SOV-108")
def test_a_total_that_equals_the_ac_hits_and_one_less_misses() -> None:
    plain = make_weapon("club", 1, 4)
    for die, hit in ((10, "no"), (11, "yes"), (12, "yes")):
        fight = play(
            "a g",
            f"""
            > a attack g with club
            ! attack d20 {die}
            {"! damage d4 2" if hit == "yes" else ""}
            """,
            a=fighter(weapons=(plain,), attack=3),
            g=foe(hp=4, ac=14),
        )
        found = f"die={die} total={die + 3} ac=14 hit={hit}"
        assert told(fight, "attack") == [f"attack unit=a target=g weapon=club how=melee {found}"]
        assert unit(fight, "g").hp == (2 if hit == "yes" else 4)


@pytest.mark.rule("SOV-108", "SOV-047")
@pytest.mark.parametrize(
    ("weapon", "skill", "level"),
    [(SWORD, "stab", 2), (UNARMED, "brawl", 3), (CLAWS, "brawl", 3)],
    ids=["sword", "unarmed", "claws"],
)
def test_weapons_use_stab_bare_hands_and_claws_brawl(
    weapon: Weapon, skill: str, level: int
) -> None:
    fight = melee(weapon, 5, fighter(weapons=(weapon,), brawl=3, stab=2, shoot=4, exert=4))
    assert terms(fight) == {"d20": 5, "attack bonus": 1, skill: level}


@pytest.mark.rule("SOV-108", "SOV-048")
def test_a_bow_uses_shoot_even_where_another_skill_is_better() -> None:
    fight = play(
        "a . g",
        """
        > a shoot g with small bow
        ! attack d20 5
        """,
        a=fighter(weapons=(BOW,), shoot=1, stab=3, exert=3, dex=1),
        g=foe(ac=30),
    )
    assert terms(fight) == {"d20": 5, "attack bonus": 1, "dex": 1, "shoot": 1}


@pytest.mark.rule("SOV-048")
@pytest.mark.parametrize(
    ("shoot", "stab", "exert", "used"),
    [(2, 1, 0, "shoot"), (0, 2, 1, "stab"), (1, 0, 2, "exert"), (-1, 1, -1, "stab")],
)
def test_a_throw_uses_the_best_of_shoot_stab_and_exert(
    shoot: int, stab: int, exert: int, used: str
) -> None:
    """Brawl is none of them, however good it is."""
    fight = play(
        "a . g",
        """
        > a throw g with dagger
        ! attack d20 5
        """,
        a=fighter(weapons=(DAGGER,), shoot=shoot, stab=stab, exert=exert, brawl=4),
        g=foe(ac=30),
    )
    assert terms(fight) == {"d20": 5, "attack bonus": 1, used: max(shoot, stab, exert)}


@pytest.mark.rule("SOV-108")
@pytest.mark.parametrize(("level", "added"), [(-1, -1), (0, 0), (1, 1)])
def test_an_untrained_skill_takes_1_from_the_roll(level: int, added: int) -> None:
    for weapon in (SWORD, UNARMED):
        fight = melee(weapon, 5, fighter(weapons=(weapon,), stab=level, brawl=level))
        assert total(fight) == 5 + 1 + added
    for deed, weapon in (("shoot", BOW), ("throw", DAGGER)):
        fight = play(
            "a . g",
            f"""
            > a {deed} g with {weapon.name}
            ! attack d20 5
            """,
            a=fighter(weapons=(weapon,), stab=level, shoot=level, exert=level),
            g=foe(ac=30),
        )
        assert total(fight) == 5 + 1 + added


@pytest.mark.rule("SOV-109")
def test_a_natural_20_that_falls_short_misses() -> None:
    fight = melee(SWORD, 20, fighter(), ac=22)
    assert told(fight, "attack") == [
        "attack unit=a target=g weapon=sword how=melee die=20 total=21 ac=22 hit=no"
    ]
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-109")
def test_a_natural_1_that_suffices_hits() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 1
        = attack unit=a target=g weapon=sword how=melee die=1 total=10 ac=10 hit=yes
        ! damage d8 3
        """,
        a=fighter(attack=9),
        g=foe(hp=4, ac=10),
    )
    assert unit(fight, "g").hp == 1


@pytest.mark.rule("SOV-110")
@pytest.mark.parametrize(
    ("strength", "dex", "used"),
    [(1, 3, "dex"), (3, 1, "str"), (-2, -1, "dex"), (-1, -2, "str")],
)
def test_the_better_attribute_counts_for_the_hit_and_for_its_damage(
    strength: int, dex: int, used: str
) -> None:
    better = max(strength, dex)
    fight = play(
        "a g",
        """
        > a attack g with dagger
        ! attack d20 12
        ! damage d4 4
        """,
        a=fighter(weapons=(DAGGER,), attack=5, strength=strength, dex=dex),
        g=foe(hp=20, ac=5),
    )
    assert terms(fight) == {"d20": 12, "attack bonus": 5, used: better}
    assert terms(fight, "harm") == {"weapon": 4, used: better}


@pytest.mark.rule("SOV-110")
def test_a_weapon_takes_no_attribute_it_does_not_list() -> None:
    fight = melee(MACE, 5, fighter(weapons=(MACE,), strength=1, dex=3))
    assert terms(fight) == {"d20": 5, "attack bonus": 1, "str": 1}
    fight = play(
        "a . g",
        """
        > a shoot g with small bow
        ! attack d20 5
        """,
        a=fighter(weapons=(BOW,), strength=3, dex=1),
        g=foe(ac=30),
    )
    assert terms(fight) == {"d20": 5, "attack bonus": 1, "dex": 1}


@pytest.mark.rule("SOV-111")
@pytest.mark.parametrize(
    ("hit_dice", "bonus"), [(HitDice(3), 3), (HitDice(4, bonus=1), 5), (HitDice(0, half=True), 0)]
)
def test_a_creatures_attack_bonus_is_its_hit_dice(hit_dice: HitDice, bonus: int) -> None:
    assert hit_dice.attack == bonus


@pytest.mark.rule("SOV-111")
def test_a_creature_adds_neither_attribute_nor_skill_to_it() -> None:
    """The sergeant of the shipped creatures has 3 hit dice and a skill of +1 for other things."""
    sergeant = shipped_creatures()["sergeant"]
    fight = play(
        "a g",
        f"""
        > g attack a with {sergeant.weapons[0].name.lower()}
        ! attack d20 5
        """,
        first="foes",
        a=fighter(ac=30),
        g=sergeant,
    )
    assert terms(fight) == {"d20": 5, "attack bonus": 3}
