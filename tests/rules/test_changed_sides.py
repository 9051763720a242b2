"""A unit that changes sides: its actions for the old side end, and its losses count there."""

from __future__ import annotations

import pytest
from tests.powers.test_deeds import swallowed
from tests.rules.aachen.test_morale import archer, rabble
from tests.rules.dolmenwood.hollow import beast, hero, hollow
from tests.rules.magic_scene import mage
from tests.rules.ways import with_floors
from tests.scene import SWORD, UNARMED, fighter, foe, setup, told, unit
from tests.scripted import go_on, run

from shieldwall.abilities.body_conditions import DOMINATED
from shieldwall.books.aachen.casualty_checks import count_fallen
from shieldwall.books.dolmenwood.round_end_checks import reasons_to_check
from shieldwall.books.shared.survival_morale import losses
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD, Effect
from shieldwall.engine.wounds.effects import end_effect
from shieldwall.fight import Fight

BOTH = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])


def scene(drawing: str, rules: str, **sheets: Sheet) -> Setup:
    return setup(drawing, rules=rules, **sheets)  # type: ignore[arg-type]


def wrestler(**facts: object) -> Sheet:
    return foe(**{"hp": 30, "weapons": (UNARMED,), "brawl": 1, **facts})


@pytest.mark.rule("SOV-071", "SOV-075")
@BOTH
def test_a_unit_that_fights_for_the_other_side_screens_its_old_ward_no_more(rules: str) -> None:
    """`h` screens `g` and is dominated: `b` strikes `g` without a check."""
    screener = foe(hp=30, creature=True, check=2)
    fight = run(
        scene("a . . h g b", rules, a=mage("dominate person"), b=fighter(), g=foe(hp=30),
              h=screener),
        "h screen g", "h done", "g done", "a cast h : dominate person", 1, "a done",
        "b attack g with sword", 19, 3, first="foes",
    )  # fmt: skip
    assert told(fight, "check", "redirected") == []
    assert unit(fight, "g").hp == 27


@pytest.mark.rule("SOV-071")
@BOTH
def test_one_is_not_screened_against_the_screener_s_own_friends(rules: str) -> None:
    """`g` changes to the party: `h`, which screened it, does not take its old friend's attack."""
    screener = foe(hp=30, creature=True, check=2)
    fight = run(
        setup("a . . h g i", rules=rules, stops="always", a=mage("dominate person"),
              g=foe(hp=30), h=screener, i=foe(hp=30)),
        "h screen g", "h done", "i hold", "g done", "a cast g : dominate person", 1,
        "i attack g with sword", 19, 3, first="foes",
    )  # fmt: skip
    assert told(fight, "check", "redirected") == []
    assert unit(fight, "g").hp == 27


@pytest.mark.rule("SOV-131", "SOV-128")
@BOTH
def test_no_unit_crushes_a_new_friend_at_the_end_of_the_round(rules: str) -> None:
    fight = run(
        scene("a . . g b h", rules, a=mage("dominate person"), b=fighter(hp=20), g=wrestler(),
              h=foe()),
        "g grapple b with unarmed", 18, 6, 6, "g done", "h done",
        "a cast g : dominate person", 1, "a done", "b done", first="foes",
    )  # fmt: skip
    assert told(fight, "freed") == ["freed unit=b by=g"]
    assert (unit(fight, "b").hp, unit(fight, "b").locked) == (20, False)


@pytest.mark.rule("SOV-131", "SOV-128")
@BOTH
def test_one_is_not_crushed_by_a_new_friend_either(rules: str) -> None:
    holder = fighter(weapons=(UNARMED,), brawl=2)
    fight = run(
        scene("a . . g b h", rules, a=mage("dominate person"), b=holder, g=foe(hp=30), h=foe()),
        "b grapple g with unarmed", 18, 6, 6, "b done", "a cast g : dominate person", 1,
        "a done", "g done", "h done",
    )  # fmt: skip
    assert (unit(fight, "g").hp, unit(fight, "g").locked) == (30, False)


@BOTH
def test_when_the_spell_ends_it_is_no_friend_s_captive(rules: str) -> None:
    fight = run(
        scene("a . . b g h", rules, a=mage("dominate person"), b=fighter(hp=20), g=wrestler(),
              h=foe(hp=20)),
        "a cast g : dominate person", 1, "a done", "g grapple h with unarmed", 18, 6, 6, "?",
    )  # fmt: skip
    held = unit(fight, "g").effect(DOMINATED)
    assert held is not None
    assert unit(fight, "h").locked
    end_effect(fight.requests[0].battle, unit(fight, "g"), held)
    assert (unit(fight, "g").side, unit(fight, "h").locked) == (1, False)


def test_a_unit_that_is_swallowed_by_a_new_friend_is_let_out() -> None:
    fight = swallowed("> g done\n> a done\n")
    assert unit(fight, "a").inside >= 0
    fight.rule("side g party")
    assert unit(fight, "a").inside < 0
    assert told(fight, "cut-free") != []


@pytest.mark.rule("DOL-004", "DOL-019")
def test_one_is_not_in_melee_with_a_friend() -> None:
    """No unit holds `a` any more: it moves at full speed without declaring flight."""
    made = hollow("a g . . . . . . .\nh . . . . . . . .", a=hero(speed=40), g=beast(), h=beast())
    fight = run(
        made, 6, 1, "a done", "a attack g with longsword", 2, "g done", "h done", "g done",
        "h done", first="",
    )  # fmt: skip
    assert unit(fight, "a").in_melee
    fight.rule("side g party")
    assert (unit(fight, "a").in_melee, unit(fight, "g").in_melee) == (0, 0)


# Losses and reasons for morale count with the side one belongs to.


def go_over(fight: Fight, ident: str) -> None:
    """As by a spell, without the dice of one."""
    found = unit(fight, ident)
    found.effects = [Effect(DOMINATED, 0, 0, found.side, found.seat)]
    found.side = 0


@pytest.mark.rule("SOV-145")
@BOTH
def test_a_unit_that_is_dominated_still_belongs_to_the_starting_number_of_its_group(
    rules: str,
) -> None:
    """One dead of four is no third, though one of them fights for the party."""
    names = {name: foe(hp=4, creature=True) for name in "ghik"}
    fight = run(scene("a g h i k", rules, a=fighter(), **names), "?")
    go_over(fight, "k")
    unit(fight, "g").status = DEAD
    assert losses(fight.state, 1) == (1, 4)
    assert losses(fight.state, 0) == (0, 1)


@pytest.mark.rule("DOL-043")
def test_a_unit_whose_only_companion_is_charmed_is_not_a_lone_creature() -> None:
    made = hollow("a g h", a=hero(), g=beast(morale=7), h=beast(morale=7))
    fight = run(made, 6, 1, "?", first="")
    battle = fight.requests[0].battle
    go_over(fight, "h")
    unit(fight, "g").hurt = True
    assert reasons_to_check(battle, 1) == []


@pytest.mark.rule("DOL-043")
def test_a_lone_creature_stays_one_whatever_it_charms() -> None:
    made = hollow("a b g", party="a b", a=hero(), b=hero(), g=beast(morale=7))
    fight = run(made, 6, 1, "?", first="")
    battle = fight.requests[0].battle
    charmed = unit(fight, "b")
    charmed.effects = [Effect(DOMINATED, 2, 0, charmed.side, charmed.seat)]
    charmed.side = 1
    unit(fight, "g").hurt = True
    assert len(reasons_to_check(battle, 1)) == 1


@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize("book", ["aachen", "aachen-early"])
def test_in_aachen_half_are_down_when_half_of_all_are(book: str) -> None:
    """Two of five are not half, though one of the others fights for the players."""
    made = setup(
        "g h i k l . .\n. . . . . . .\na . . . . . .", rules=book, a=archer(), g=rabble(),
        h=rabble(), i=rabble(), k=rabble(), l=rabble(),
    )  # fmt: skip
    fight = run(made, "?")
    go_over(fight, "l")
    unit(fight, "g").status = unit(fight, "h").status = DEAD
    assert count_fallen(fight.state, 1) == (2, 5)


def test_a_unit_that_a_spell_sends_to_fight_does_so_though_it_had_broken() -> None:
    fight = run(
        scene("a . g h", "aachen", a=mage("dominate person"), g=foe(hp=30, weapons=(SWORD,)),
              h=foe()),
        "?",
    )  # fmt: skip
    unit(fight, "g").broken = True
    caster, target = unit(fight, "a"), unit(fight, "g")
    charm = Effect(DOMINATED, caster.index, 0)
    DOMINATED.fit(charm, target, 0)
    battle = fight.requests[0].battle
    target.effects = [charm]
    DOMINATED.begins(charm, battle, caster, target, True)
    assert (target.side, target.broken) == (0, False)
    end_effect(battle, target, charm)
    assert target.side == 1


@pytest.mark.rule("SOV-145")
@pytest.mark.parametrize("how", ["the GM", "a fall"])
def test_a_unit_that_dies_while_dominated_is_lost_to_its_own_side(how: str) -> None:
    """By the GM's word, or pushed off a ledge of 20 ft by an old friend."""
    made = with_floors(
        setup("h g . . a", a=mage("dominate person"), g=foe(hp=4), h=foe(strength=2)),
        A1=20 * FOOT, B1=20 * FOOT,
    )  # fmt: skip
    fight = run(made, "a cast g : dominate person", 1, "a done", "g done", "?")
    assert unit(fight, "g").side == 0
    if how == "the GM":
        fight.rule("fate g dead")
    else:
        go_on(fight, "h shove C1 g with sword : push", 19, 6, 6, 6, 6, "?")
    assert (unit(fight, "g").side, unit(fight, "g").status) == (1, DEAD)
