"""The attack roll of Aachen, untrained attacks, natural 1 and 20."""

import pytest
from tests.rules.aachen.aachen_scene import (
    BOTH,
    EARLIER,
    LATER,
    Edition,
    play_setup,
    ruled,
    scene,
    scene_setup,
)
from tests.scene import BOW, DAGGER, SWORD, UNARMED, fighter, foe, last, terms, told

from shieldwall.engine.state.sheet import STR, make_weapon
from shieldwall.text.sentences import why

SPEAR = make_weapon("spear", 1, 8, attributes=(STR,))
STRIKE = "> a attack g with spear\n! attack d20 {}\n"


def veteran(stab: int) -> object:
    """The fighter of the worked example: fourth level, STR +1."""
    return fighter(attack=4, strength=1, stab=stab, weapons=(SPEAR,))


@pytest.mark.rule("AAC-022", "AAC-023", "AAC-045", "W-P11")
@pytest.mark.parametrize(("book", "name"), [(LATER, "Slash"), (EARLIER, "Stab")])
@pytest.mark.parametrize(("die", "hit"), [(7, False), (8, True)])
def test_the_fighter_of_the_example_needs_an_8(book: str, name: str, die: int, hit: bool) -> None:
    """1d20 + 4 + 1 + 1 against AC 14, and the skill by the draft's own name."""
    fight = scene(
        "a g",
        STRIKE.format(die) + ("! damage d8 1\n" if hit else ""),
        book,
        a=veteran(1),
        g=foe(hp=9, ac=14),
    )
    assert terms(fight) == {"d20": die, "attack bonus": 4, "str": 1, name: 1}
    assert told(fight, "attack")[0].endswith(f"ac=14 hit={'yes' if hit else 'no'}")
    assert f"{name} 1 (AAC-022)" in why(last(fight, "attack"))


@pytest.mark.rule("AAC-024", "AAC-045", "W-P12")
@pytest.mark.parametrize(("book", "name"), [(LATER, "Slash"), (EARLIER, "Stab")])
@pytest.mark.parametrize(("die", "hit"), [(10, False), (11, True)])
def test_without_the_skill_it_is_2_less_and_takes_an_11(
    book: str, name: str, die: int, hit: bool
) -> None:
    fight = scene(
        "a g",
        STRIKE.format(die) + ("! damage d8 1\n" if hit else ""),
        book,
        a=veteran(-1),
        g=foe(hp=9, ac=14),
    )
    assert terms(fight)[name] == -2
    assert told(fight, "attack")[0].endswith(f"hit={'yes' if hit else 'no'}")


@pytest.mark.rule("AAC-024")
def test_a_skill_check_without_the_skill_counts_1_less_and_not_2() -> None:
    fight = scene(
        "g a b",
        "> g attack a with sword\n! attack d20 15\n! damage d8 8\n> g done\n"
        "> b stabilise a\n! heal d6 5\n! heal d6 4\n",
        first="foes",
        a=fighter(hp=4),
        b=untrained(),
        g=foe(),
    )
    assert terms(fight, "check")["heal"] == -1


def untrained() -> object:
    made = fighter()
    made.skills = (-1,) * 9
    return made


@pytest.mark.rule("AAC-023")
@BOTH
def test_fists_use_punch_and_bows_use_shoot(book: str) -> None:
    punch = scene(
        "a g",
        "> a attack g with unarmed\n! attack d20 10\n! damage d2 1\n",
        book,
        a=fighter(weapons=(UNARMED,), brawl=2, stab=-1),
        g=foe(hp=9, ac=10),
    )
    assert terms(punch)["Punch"] == 2
    assert terms(punch, "harm") == {"weapon": 1, "Punch": 2}, "it is added to the damage"
    shot = scene(
        "a . . g",
        "> a shoot g with small bow\n! attack d20 2\n",
        book,
        a=fighter(weapons=(BOW,), shoot=2, stab=-1),
        g=foe(),
    )
    assert terms(shot)["shoot"] == 2


@pytest.mark.rule("AAC-023")
def test_a_throw_is_a_shot_and_uses_shoot() -> None:
    fight = scene(
        "a . . g",
        "> a throw g with dagger\n! attack d20 2\n",
        a=fighter(weapons=(DAGGER,), shoot=0, stab=2, exert=3),
        g=foe(),
    )
    assert "Slash" not in terms(fight)
    assert "exert" not in terms(fight)


@pytest.mark.rule("AAC-025")
def test_the_weapon_fixes_the_attribute_and_the_better_of_two_counts_everywhere() -> None:
    """A sword by STR or DEX: the same modifier on hit, damage and Shock."""
    agile = fighter(weapons=(SWORD,), strength=-1, dex=2)
    hit = scene(
        "a g", "> a attack g with sword\n! attack d20 15\n! damage d8 4\n", a=agile, g=foe(hp=20)
    )
    assert terms(hit)["dex"] == 2
    assert terms(hit, "harm")["dex"] == 2
    miss = scene("a g", "> a attack g with sword\n! attack d20 2\n", a=agile, g=foe(hp=20, ac=13))
    assert terms(miss, "harm") == {"Shock": 2, "dex": 2}
    stiff = scene(
        "a g",
        STRIKE.format(2),
        a=fighter(weapons=(SPEAR,), strength=-1, dex=2),
        g=foe(ac=14),
    )
    assert terms(stiff)["str"] == -1


@pytest.mark.rule("AAC-044", "G-36")
@BOTH
def test_a_natural_20_hits_and_a_natural_1_misses_whatever_the_armour(book: str) -> None:
    hit = scene(
        "a g",
        "> a attack g with sword\n! attack d20 20\n! damage d8 4\n",
        book,
        a=fighter(),
        g=foe(hp=20, ac=40),
    )
    assert len(told(hit, "harm")) == 1
    miss = scene(
        "a g",
        "> a attack g with sword\n! attack d20 1\n",
        book,
        a=fighter(attack=30),
        g=foe(hp=20, ac=14),
    )
    assert told(miss, "harm") == []


@pytest.mark.rule("AAC-044")
def test_a_table_may_do_without(edition: Edition) -> None:
    for die, attack, hits in ((20, 0, False), (1, 30, True)):
        made = scene_setup("a g", a=fighter(attack=attack), g=foe(hp=20, ac=25))
        fight = play_setup(
            ruled(edition, made, nat20=0),
            f"> a attack g with sword\n! attack d20 {die}\n" + ("! damage d8 4\n" * hits),
        )
        assert bool(told(fight, "harm")) == hits


@pytest.mark.rule("AAC-025")
@pytest.mark.parametrize("book", ["aachen", "aachen-early"])
def test_a_throw_uses_dex_whatever_the_weapon_uses_in_the_hand(book: str) -> None:
    """A strong arm: STR 2 with the dagger in hand, DEX 1 to hit and to damage when it flies."""
    strong = fighter(weapons=(DAGGER,), strength=2, dex=1)
    flies = scene(
        "a . . g", "> a throw g with dagger\n! attack d20 15\n! damage d4 3\n", book, a=strong,
        g=foe(hp=20),
    )  # fmt: skip
    assert (terms(flies)["dex"], "str" in terms(flies)) == (1, False)
    assert terms(flies, "harm") == {"weapon": 3, "dex": 1}
    strikes = scene(
        "a g", "> a attack g with dagger\n! attack d20 15\n! damage d4 3\n", book, a=strong,
        g=foe(hp=20),
    )  # fmt: skip
    assert terms(strikes, "harm") == {"weapon": 3, "str": 2}
