"""Dolmenwood from its text alone: short scripts, each testing a sentence."""

from __future__ import annotations

import pytest
from tests.rules.dolmenwood.hollow import (
    BEGUILE,
    DART,
    JAVELIN,
    PIKE,
    SHORTBOW,
    THORNS,
    beast,
    hero,
    hollow,
)
from tests.scene import ruled, terms, told, unit, where
from tests.scripted import Step, run

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE
from shieldwall.fight import Fight


def play(made: Setup, *script: Step) -> Fight:
    return run(made, *script, first="")


def hp(fight: Fight, ident: str) -> int:
    return int(unit(fight, ident).hp)


def caster(**facts: object) -> Sheet:
    return hero(**{"hp": 20, "spells": (DART,), "casts": 1, "caster_level": 1, **facts})


STRUCK = ("a done", "a attack g with longsword", 15, 3)
MISSED = ("g done", "g attack a with longsword", 2)
"""The two are in melee."""


@pytest.mark.rule("DOL-013", "DOL-015")
def test_initiative_is_rolled_anew_each_round() -> None:
    made = hollow("a . . . . . g", a=hero(), g=beast())
    fight = play(made, 2, 5, "g done", "g done", "a done", "a done", 6, 1, "?")
    assert told(fight, "order") == ["order sides=foes,party", "order sides=party,foes"]


@pytest.mark.rule("DOL-002", "DOL-006", "DOL-025")
def test_one_moves_once_and_then_strikes() -> None:
    made = hollow("a . . . g", a=hero(strength=3), g=beast())
    fight = play(made, 6, 1, "a run D1", "no a run C1", "a attack g with longsword", 12, 3)
    assert hp(fight, "g") == 4


@pytest.mark.rule("DOL-018", "G-47")
def test_in_melee_one_steps_half_its_speed_and_no_unit_strikes_at_it() -> None:
    made = hollow("a g . . . . . .", a=hero(), g=beast(speed=40))
    fight = play(made, 6, 1, *STRUCK, *MISSED, 1, 6, "no g run G1", "g run F1")
    assert (where(fight, "g"), unit(fight, "g").in_melee) == ("F1", 0)
    assert told(fight, "opportunity") == []


@pytest.mark.rule("DOL-019", "DOL-020")
def test_a_unit_that_flees_forfeits_its_attack_and_is_struck_at_with_2_more() -> None:
    """11 and 1 and 2 is just the AC of 14 without the shield."""
    made = hollow("a g . . . .", a=hero(ac=15, shield=1, hp=20), g=beast(hp=20))
    flight = (6, 1, *STRUCK, *MISSED, "a flee")
    play(made, *flight, 6, 1, "a done", "no a attack g with longsword")
    fight = play(made, *flight, 1, 6, "g done", "g attack a with longsword", 11, 4)
    assert hp(fight, "a") == 16


@pytest.mark.rule("DOL-010", "DOL-011")
def test_no_unit_flees_or_leaves_a_melee_undeclared() -> None:
    made = hollow("a g . . . . . . .", a=hero(hp=20), g=beast(hp=20))
    play(made, 6, 1, *STRUCK, *MISSED, 1, 6, "no g leave", "no g run I1")


@pytest.mark.rule("DOL-035", "DOL-036", "DOL-037")
@pytest.mark.parametrize("spell", [DART, THORNS])
def test_harm_before_its_turn_costs_the_spell_or_rune(spell: object) -> None:
    made = hollow("a . g", a=caster(spells=(spell,)), g=beast(weapons=(JAVELIN,)))
    name = "dart" if spell is DART else "thorns"
    fight = play(made, f"a declare : {name}", 1, 6, "g done", "g throw a with javelin", 15, 3, "?")
    assert told(fight, "spoiled") == [f"spoiled unit=a spell={name} why=disrupted"]
    assert unit(fight, "a").forgotten == 1


@pytest.mark.rule("DOL-007", "DOL-010", "DOL-034")
def test_a_spell_is_declared_and_its_caster_stays_where_it_is() -> None:
    made = hollow("a . g", a=caster(), g=beast())
    fight = play(made, "a declare : dart", 6, 1, "no a run B1", "a cast g : dart", 4)
    assert hp(fight, "g") == 6
    play(made, 6, 1, "a done", "no a cast g : dart")


@pytest.mark.rule("DOL-010", "DOL-038")
def test_a_glamour_needs_no_declaration_and_leaves_room_for_a_move() -> None:
    made = hollow("a . . g", a=caster(spells=(BEGUILE,)), g=beast())
    fight = play(made, 6, 1, "a run B1", "a glamour g : beguile", 4)
    assert hp(fight, "g") == 6


@pytest.mark.rule("DOL-023", "DOL-024")
def test_blows_reach_5_ft_and_missiles_only_beyond() -> None:
    archer = hero(weapons=(SHORTBOW,))
    made = hollow("a g h", a=archer, g=beast(), h=beast())
    shots = ("no a shoot g with shortbow", "a shoot h with shortbow", 15, 3)
    assert hp(play(made, 6, 1, "a done", *shots), "h") == 7
    pike = hollow("a . g", a=hero(weapons=(PIKE,)), g=beast())
    play(pike, 6, 1, "a done", "no a attack g with pike")


@pytest.mark.rule("DOL-026", "DOL-028")
@pytest.mark.parametrize(("squares", "change"), [(10, 1), (20, 0), (30, -1)])
def test_range_changes_the_roll_and_dexterity_not_the_damage(squares: int, change: int) -> None:
    archer = hero(weapons=(SHORTBOW,), dex=2, strength=3)
    made = hollow("a " + ". " * (squares - 1) + "g", a=archer, g=beast())
    fight = play(made, 6, 1, "a done", "a shoot g with shortbow", 15, 3)
    found = terms(fight)
    ranges = ("short range", "medium range", "long range")
    assert sum(found.get(name, 0) for name in ranges) == change
    assert hp(fight, "g") == 7
    far = hollow("a " + ". " * 30 + "g", a=archer, g=beast())
    play(far, 6, 1, "a done", "no a shoot g with shortbow")


@pytest.mark.rule("DOL-027", "G-39")
def test_a_body_has_one_back_and_missiles_find_it() -> None:
    """The archer behind is only behind once `a` is in melee with the other."""
    made = hollow(
        "g a . . . h",
        a=hero(ac=15, shield=1, hp=30),
        g=beast(),
        h=beast(weapons=(SHORTBOW,)),
    )
    shot = ("g done", "h done", "h shoot a with shortbow", 5)
    fight = play(
        made,
        *(1, 6, *shot, "g attack a with longsword", 2),
        *("a done", "a attack g with longsword", 2),
        *(1, 6, *shot),
    )
    attacks = [text for text in told(fight, "attack") if "unit=h" in text]
    assert [text.split("ac=")[1].split()[0] for text in attacks] == ["15", "14"]


@pytest.mark.rule("DOL-016", "G-44")
def test_on_a_simultaneous_tie_both_fall_and_no_spell_is_disrupted() -> None:
    made = ruled(hollow("a g", a=hero(hp=3), g=beast(hp=3)), tied_sides="simultaneous")
    blows = ("a attack g with longsword", 15, 5, "g attack a with longsword", 15, 5)
    fight = play(made, 4, 4, "a done", "g done", *blows)
    assert ACTIVE not in (unit(fight, "a").status, unit(fight, "g").status)
    made = ruled(
        hollow("a . g", a=caster(), g=beast(weapons=(JAVELIN,))), tied_sides="simultaneous"
    )
    fight = play(
        made,
        *("a declare : dart", 4, 4, "g done", "g throw a with javelin", 15, 3),
        *("a cast g : dart", 4),
    )
    assert (told(fight, "spoiled"), hp(fight, "g")) == ([], 6)


@pytest.mark.rule("DOL-043", "DOL-040")
def test_one_blow_gives_a_lone_creature_two_reasons_to_check() -> None:
    """8 HP less 7 is a quarter and less; it holds once and breaks with the second throw."""
    made = ruled(hollow("a g", a=hero(strength=3), g=beast(hp=8, morale=8)), morale_modifier="no")
    fight = play(
        made,
        *(6, 1, "a done", "a attack g with longsword", 15, 4),
        *("g done", "g attack a with longsword", 2, 3, 3, 6, 3),
    )
    reasons = [text.split("why=")[1].split()[0] for text in told(fight, "morale")]
    assert reasons == ["first_harm", "quarter_left"]
    assert unit(fight, "g").broken
