"""Swarm Attack: joining, the one attack of all and its bonus.

Its end is in `test_swarm_end`, its damage in `test_swarm_damage`.
"""

import pytest
from tests.rules.magic_scene import mage
from tests.scene import (
    BOW,
    DAGGER,
    POLEARM,
    SLING,
    fighter,
    foe,
    may,
    play,
    setup,
    terms,
    told,
    unit,
    why_not,
)
from tests.scripted import run

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.fight import Fight

RING = """
a b c
. g d
. . e
"""


def joined(names: str, tape: str = "", drawing: str = RING, ac: int = 14) -> Fight:
    """These units join a swarm on `g` in turn; the last one's turn is not over."""
    lines: list[str] = []
    for name in names:
        lines += [f"> {name} swarm g with sword", f"> {name} done"]
    del lines[-1]
    return play(
        drawing,
        "\n".join(lines) + "\n" + tape,
        a=fighter(),
        b=fighter(),
        c=fighter(),
        d=fighter(),
        e=fighter(),
        g=foe(hp=20, ac=ac, creature=True),
    )


@pytest.mark.rule("SOV-056")
def test_joining_takes_the_main_and_rolls_nothing() -> None:
    fight = joined("a")
    assert told(fight, "swarms", "attack") == ["swarms unit=a target=g count=1"]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a swarm g with sword") == "main-spent SOV-035"


@pytest.mark.rule("SOV-057", "SOV-056", "W-P04")
@pytest.mark.parametrize(("names", "bonus"), [("ab", 2), ("abc", 4), ("abcd", 6)])
def test_every_other_assailant_adds_two_to_hit(names: str, bonus: int) -> None:
    """W-P04. One attack is made, by one of them."""
    last = names[-1]
    fight = joined(names, f"> {last} fall-upon g with sword\n! attack d20 1\n", ac=14)
    assert told(fight, "swarm-strikes") == [
        f"swarm-strikes unit={last} target=g others={len(names) - 1}"
    ]
    assert len(told(fight, "attack")) == 1
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "swarm": bonus}


@pytest.mark.rule("SOV-056", "W-P04")
def test_a_fifth_assailant_is_refused() -> None:
    fight = joined("abcd", "> d done")
    assert why_not(fight, "e swarm g with sword") == "swarm-full SOV-056"


@pytest.mark.rule("SOV-057")
@pytest.mark.parametrize("striker", ["a", "b", "c"])
def test_any_of_the_assailants_may_make_the_attack_whose_ever_turn_it_is(striker: str) -> None:
    fight = joined("abc", f"> {striker} fall-upon g with sword\n! attack d20 1")
    assert told(fight, "swarm-strikes") == [f"swarm-strikes unit={striker} target=g others=2"]


@pytest.mark.rule("SOV-057")
def test_the_attack_may_be_made_in_the_turn_of_a_unit_that_has_not_joined() -> None:
    fight = joined("ab", "> b done\n> c prone\n> a fall-upon g with sword\n! attack d20 1")
    assert told(fight, "swarm-strikes") == ["swarm-strikes unit=a target=g others=1"]
    assert unit(fight, "c").mains == 1


@pytest.mark.rule("SOV-057")
def test_a_unit_that_has_not_joined_makes_no_attack_of_the_swarm() -> None:
    fight = joined("ab", "> b done\n> c prone")
    assert why_not(fight, "c fall-upon g with sword") == "not-in-the-swarm SOV-057"
    assert why_not(fight, "a fall-upon g with sword") == ""


@pytest.mark.rule("SOV-057")
def test_the_target_need_not_be_named_again() -> None:
    assert may(joined("ab"), "b fall-upon")
    assert not may(joined("a", "> a done\n> b prone"), "b fall-upon")


@pytest.mark.rule("SOV-057")
def test_once_the_attack_is_made_the_swarm_is_gone() -> None:
    """The others have no attack, and a unit that joins now starts a new swarm."""
    fight = joined("ab", "> b fall-upon g with sword\n! attack d20 1\n> b done")
    assert why_not(fight, "a fall-upon g with sword") == "not-in-the-swarm SOV-057"
    fight.push("c swarm g with sword")
    assert told(fight, "swarms")[-1] == "swarms unit=c target=g count=1"


@pytest.mark.rule("SOV-056", "SOV-057")
def test_units_that_swarm_another_foe_do_not_count() -> None:
    """Neither is asked to strike with the other's help."""
    fight = play(
        """
        a b .
        g h .
        """,
        """
        > a swarm g with sword
        > a done
        > b swarm h with sword
        """,
        a=fighter(),
        b=fighter(),
        g=foe(ac=14, creature=True),
        h=foe(ac=14, creature=True),
    )
    assert told(fight, "swarms") == [
        "swarms unit=a target=g count=1",
        "swarms unit=b target=h count=1",
    ]
    assert may(fight, "b fall-upon h with sword")
    assert why_not(fight, "b fall-upon g with sword") == "not-in-the-swarm SOV-057"


@pytest.mark.rule("SOV-057")
def test_an_assailant_who_has_fallen_adds_nothing() -> None:
    """It ran away from an armed foe after joining."""
    fight = play(
        """
        . . c
        . a .
        . g b
        """,
        """
        > c run C2
        > c swarm g with sword
        > c done
        > a swarm g with sword
        > a run A1
        > g strike a with sword
        ! attack d20 19
        ! damage d8 8
        > b swarm g with sword
        = swarms unit=b target=g count=2
        > b fall-upon g with sword
        ! attack d20 1
        """,
        a=fighter(hp=8),
        b=fighter(),
        c=fighter(),
        g=foe(ac=14),
    )
    assert told(fight, "swarm-strikes") == ["swarm-strikes unit=b target=g others=1"]


# From where and with what.


@pytest.mark.rule("SOV-062")
def test_each_joins_with_the_target_in_range_of_its_own_weapon() -> None:
    """A sword at 5 ft, a polearm at 10, a bow from afar; the attack is the archer's own."""
    fight = play(
        "g a b . . c",
        """
        > a swarm g with sword
        > a done
        > b swarm g with polearm
        > b done
        > c swarm g with small bow
        > c fall-upon g with small bow
        ! attack d20 12
        ! damage d6 1
        """,
        a=fighter(),
        b=fighter(weapons=(POLEARM,)),
        c=fighter(weapons=(BOW,)),
        g=foe(hp=20, ac=14, creature=True),
    )
    assert terms(fight) == {"d20": 12, "attack bonus": 1, "swarm": 4}
    assert told(fight, "attack") == [
        "attack unit=c target=g weapon=small_bow how=shot die=12 total=17 ac=14 hit=yes"
    ]


@pytest.mark.rule("SOV-062")
def test_a_unit_that_could_not_attack_the_target_cannot_join() -> None:
    """Out of reach, out of range, bow-bound, unloaded, a friend; the reason is named."""
    far = play("a . g", "", a=fighter(), g=foe())
    assert why_not(far, "a swarm g with sword") == "out-of-reach SOV-047"
    bound = play("g a h", "", a=fighter(weapons=(BOW,)), g=foe(), h=foe())
    assert why_not(bound, "a swarm g with small bow") == "bound SOV-050"
    toy = make_weapon("toy bow", 1, 2, melee=False, normal_range=5, long_range=10)
    farther = play("a . . g", "", a=fighter(weapons=(toy,)), g=foe())
    assert why_not(farther, "a swarm g with toy bow") == "out-of-range SOV-102"
    empty = play(
        "a . g",
        "> a shoot g with small bow\n! attack d20 1\n> a done\n> g done",
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert why_not(empty, "a swarm g with small bow") == "not-loaded SOV-090"


@pytest.mark.rule("SOV-062")
def test_the_attacker_s_own_circumstances_modify_the_attack() -> None:
    """The dagger is thrown with a foe at the thrower's side."""
    fight = play(
        "h a . g b",
        """
        > b swarm g with sword
        > b done
        > a swarm g with dagger
        > a fall-upon g with dagger
        ! attack d20 1
        """,
        a=fighter(weapons=(DAGGER,)),
        b=fighter(),
        g=foe(ac=14, creature=True),
        h=foe(),
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "swarm": 2, "foe in melee range": -4}
    assert unit(fight, "a").gone == 1


@pytest.mark.rule("SOV-062")
def test_a_unit_that_no_longer_has_the_target_in_range_leaves_the_attack_to_another() -> None:
    fight = play(
        """
        . . a .
        . . g b
        """,
        """
        > a swarm g with sword
        > a run A1
        > g strike a with sword
        ! attack d20 1
        > a done
        > b swarm g with sword
        """,
        a=fighter(ac=14),
        b=fighter(),
        g=foe(ac=14),
    )
    assert not may(fight, "a fall-upon g with sword")
    assert may(fight, "b fall-upon g with sword")


@pytest.mark.rule("SOV-056", "SOV-057", "SVE-009")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
def test_one_assailant_with_a_second_main_is_no_other_assailant(rules: str) -> None:
    """`b` is hasted: it joins once, and its second Main goes elsewhere."""
    fight = play(
        "a b g c",
        """
        > a cast a : haste on b
        ! haste d4 4
        ! haste d4 4
        > a done
        > b swarm g with sword
        """,
        rules=rules, a=mage("haste", level=2), b=fighter(), c=fighter(), g=foe(hp=30),
    )  # fmt: skip
    assert unit(fight, "b").mains == 1
    assert why_not(fight, "b swarm g with sword").startswith("in-the-swarm")
    assert may(fight, "b disengage")


@pytest.mark.rule("SOV-057", "SOV-090")
@pytest.mark.parametrize("mode", ["warn", "off"])
def test_where_the_table_loads_no_weapons_an_empty_sling_makes_the_swarms_attack(mode: str) -> None:
    slinger = fighter(weapons=(SLING,), shoot=0, hp=20)
    made = setup("a . b . g", a=slinger, b=slinger, g=foe(hp=40))
    made.enforce = (("SOV-090", mode),)
    fight = run(
        made,
        *("a shoot g with sling", 2, "a done", "b done", "g done"),
        *("b swarm g with sling", "b done", "a swarm g with sling", "a fall-upon g with sling"),
        *(15, 1),
    )
    assert terms(fight)["swarm"] == 2
