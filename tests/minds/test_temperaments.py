"""Temperaments differ in targets, movement, reactions and flight."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.minds.thinking import chosen, goal
from tests.rules.magic_scene import mage
from tests.scene import AXE, BOW, DAGGER, SPEAR, SWORD, fighter, foe, play, unit

from shieldwall.content import ContentError, load_encounter
from shieldwall.content.combatants.parties import load_party
from shieldwall.engine.state.sheet import ROLES, TEMPERAMENTS
from shieldwall.fight import Fight
from shieldwall.minds.temperament import NAMES, role_of, temperament_of


def test_the_table_has_a_row_for_each_name_a_file_may_use() -> None:
    assert NAMES == TEMPERAMENTS + ROLES


AMID = """
. a .
b g c
. . .
"""


def amid() -> Fight:
    """`a` bears the heaviest weapon, `b` has hardly a hit point left, `c` shoots."""
    return play(
        AMID, "", first="foes",
        a=fighter(hp=20, weapons=(AXE,)), b=fighter(hp=6),
        c=fighter(hp=14, weapons=(BOW,)),
        g=foe(hp=30, creature=True),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mind", "target"),
    [("beast", "b"), ("cunning", "c"), ("fanatic", "a"), ("striker", "c"), ("coward", "b")],
)
def test_the_target_it_attacks(mind: str, target: str) -> None:
    assert chosen(amid(), mind=mind) == f"g attack {target} with sword"


def test_the_mindless_strike_the_nearest_unit() -> None:
    """A spear reaches both; the wounded one is a step farther away."""

    def between() -> Fight:
        return play(
            "a g . b", "", first="foes",
            a=fighter(hp=30, ac=20), b=fighter(hp=1),
            g=foe(hp=30, weapons=(SPEAR,), creature=True),
        )  # fmt: skip

    assert chosen(between(), mind="mindless") == "g attack a with spear"
    assert chosen(between(), mind="soldier") == "g attack b with spear"


def test_rabble_piles_on_where_others_fight_already() -> None:
    fight = play(
        """
        . . h .
        b g a .
        . . . .
        """,
        "", first="foes",
        a=fighter(hp=12), b=fighter(hp=11), g=foe(hp=30, creature=True),
        h=foe(hp=30, creature=True),
    )  # fmt: skip
    fight.push("h done")
    assert chosen(fight, mind="rabble") == "g attack a with sword"
    assert chosen(fight, mind="soldier") == "g attack b with sword"


# Fleeing.


def wounded(left: int, temperament: str) -> Fight:
    """`g` had 10 HP and is fearless, so that the rules of morale leave it alone."""
    return play(
        """
        . . . . .
        . a g . .
        . . . . .
        """,
        f"> a attack g with sword\n! attack d20 19\n! damage d8 {10 - left}\n> a done\n",
        a=fighter(hp=20),
        g=foe(hp=10, creature=True, fearless=True, temperament=temperament),
    )


@pytest.mark.parametrize(
    ("temperament", "last_stand"), [("coward", 6), ("beast", 4), ("cunning", 3)]
)
def test_it_flees_when_it_is_hurt_so_badly(temperament: str, last_stand: int) -> None:
    """At half, at a third, at a quarter of its hit points; one more and it fights on."""
    assert chosen(wounded(last_stand, temperament), mind="natural") == "g attack a with sword"
    assert chosen(wounded(last_stand - 1, temperament), mind="natural") == "g disengage"


@pytest.mark.parametrize("temperament", ["fanatic", "mindless", "soldier", "rabble"])
def test_some_never_flee_for_a_wound(temperament: str) -> None:
    assert unit(wounded(2, temperament), "g").hp == 2
    assert chosen(wounded(2, temperament), mind="natural") == "g attack a with sword"


def test_rabble_flees_when_half_of_it_is_gone_and_fanatics_do_not() -> None:
    fight = play(
        """
        . . h . .
        . a g . .
        . . . . .
        """,
        "> a attack h with sword\n! attack d20 19\n! damage d8 8\n> a done\n",
        a=fighter(hp=20),
        g=foe(hp=10, creature=True, fearless=True), h=foe(hp=1, creature=True, fearless=True),
    )  # fmt: skip
    assert chosen(fight, mind="rabble") == "g disengage"
    assert chosen(fight, mind="fanatic") == "g attack a with sword"


# Answers.


def struck_at(hp: int) -> Fight:
    """A sword has struck `a` with 15 against AC 14: two points of AC would turn it."""
    return play(
        "a g",
        "> g attack a with sword\n> a pass\n! attack d20 14\n",
        first="foes",
        stops="always",
        a=fighter(hp=hp, ac=14),
        g=foe(hp=99, attack=1, creature=True),
    )


@pytest.mark.parametrize(
    ("mind", "hp", "answer"),
    [
        ("soldier", 12, "total-defense"), ("soldier", 13, "pass"),
        ("cunning", 15, "total-defense"), ("cunning", 16, "pass"),
        ("fanatic", 3, "pass"), ("mindless", 3, "pass"), ("beast", 3, "pass"),
        ("coward", 99, "total-defense"),
    ],
)  # fmt: skip
def test_how_dear_its_skin_is(mind: str, hp: int, answer: str) -> None:
    """A sword's mean of 4.5 is 35 percent of 12.9 HP, and 30 percent of 15."""
    assert chosen(struck_at(hp), mind=mind) == f"a {answer}"


@pytest.mark.parametrize(("mind", "answer"), [("soldier", "snap g with sword"), ("beast", "pass")])
def test_minds_that_strike_first_to_save_a_friend(mind: str, answer: str) -> None:
    fight = play(
        "a g b",
        "> g attack a with sword\n! attack d20 18\n",
        first="foes",
        stops="matters",
        a=fighter(hp=4, weapons=(DAGGER,)),
        b=fighter(),
        g=foe(hp=5, creature=True),
    )
    assert chosen(fight, "b", mind) == f"b {answer}"


# Going there.


def test_the_coward_keeps_away_while_others_fight_and_the_fanatic_charges() -> None:
    drawing = """
    . . . . . . . .
    a . . . . g . .
    . . . . . h . .
    """
    fight = play(
        drawing, "", first="foes", a=fighter(hp=20), g=foe(hp=9, creature=True),
        h=foe(hp=9, creature=True),
    )  # fmt: skip
    assert goal(fight, "coward") in ("H1", "H2", "H3")
    assert goal(fight, "fanatic") in ("B1", "B2", "B3")


def test_a_guardian_strikes_from_beside_the_one_it_guards() -> None:
    drawing = """
    . . . . . . .
    b . . . g . .
    . . . c . . .
    . . . . . . .
    """
    fight = play(
        drawing, "", b=fighter(hp=20, shield=1, stab=1), c=fighter(weapons=(BOW,)),
        g=foe(hp=20, creature=True),
    )  # fmt: skip
    fight.push("c done")
    assert goal(fight, "guardian") in ("D2", "C3", "E3")
    wide = goal(fight, "striker")
    assert wide == "D2" or wide not in ("C3", "E3")


def test_a_healer_goes_to_the_dying_and_a_striker_to_the_foe() -> None:
    drawing = """
    b . . . . g
    . . . . . .
    . a . . . .
    . . . . . .
    . h . . . .
    """
    fight = play(
        drawing,
        "> h attack a with spear\n! attack d20 19\n! damage d6 6\n> h done\n> g done\n",
        first="foes",
        a=fighter(hp=4), b=fighter(hp=20, kit=True),
        g=foe(hp=20, creature=True), h=foe(hp=20, creature=True, weapons=(SPEAR,)),
    )  # fmt: skip
    assert goal(fight, "healer") in ("A2", "B2", "C2", "A3", "C3", "A4", "C4")
    fight.push("b run B2")
    assert chosen(fight, mind="healer") == "b stabilise a"


def test_a_caster_stays_back_as_long_as_it_has_something_to_cast() -> None:
    drawing = """
    . . . . . . . . . .
    . b c . . . . g . .
    . . . . . . . . . .
    """

    def field(casts: int) -> Fight:
        fight = play(
            drawing, "", b=mage("healing touch", casts=casts), c=fighter(hp=20),
            g=foe(hp=20, creature=True),
        )  # fmt: skip
        fight.push("c done")
        return fight

    assert not chosen(field(1), mind="caster").startswith("b charge")
    ahead = chosen(field(0), mind="caster")
    assert ahead.startswith("b run ")
    assert goal(field(0), "caster") > goal(field(1), "caster") or "run" not in chosen(
        field(1), mind="caster"
    )


# Who is who.


def test_characters_take_the_part_their_gear_gives_them() -> None:
    setup = load_encounter("yard")
    parts = {p.ident: role_of(p.sheet) for p in setup.placements if p.side == 0}
    assert parts == {
        "alda": "guardian", "brand": "striker", "cenric": "archer", "dunstan": "healer",
    }  # fmt: skip
    assert role_of(mage("sleep")) == "caster"
    assert role_of(mage("healing touch")) == "healer"


def test_a_character_file_may_say_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "party.yaml"
    scores = "{str: 10, dex: 10, con: 10, int: 10, wis: 10}"
    text = "characters:\n  - {name: Ada, class: warrior, shield: yes, weapons: [sword], role: ROLE,"
    path.write_text(f"{text} attributes: {scores}}}\n".replace("ROLE", "coward"))
    (ada,) = load_party(str(path))
    assert temperament_of(ada.sheet).name == "coward"
    path.write_text(f"{text} attributes: {scores}}}\n".replace("ROLE", "cowrad"))
    with pytest.raises(
        ContentError, match=r"role: 'cowrad' is not known here; did you mean coward"
    ):
        load_party(str(path))


def test_what_a_sheet_names_goes_before_what_its_gear_says() -> None:
    assert temperament_of(fighter(weapons=(BOW,), temperament="coward")).name == "coward"
    assert temperament_of(foe(creature=True)).name == "soldier"
    assert temperament_of(fighter(weapons=(SWORD,), temperament="")).name == "striker"


def test_the_natural_mind_plays_each_of_one_side_by_its_own_temper() -> None:
    fight = play(
        """
        . a .
        b g c
        . h .
        """,
        "", first="foes",
        a=fighter(hp=20, weapons=(AXE,)), b=fighter(hp=6), c=fighter(hp=14, weapons=(BOW,)),
        g=foe(hp=30, creature=True, temperament="beast"),
        h=foe(hp=30, creature=True, temperament="cunning"),
    )  # fmt: skip
    assert chosen(fight, mind="natural") == "g attack b with sword"
    fight.push("g done")
    assert chosen(fight, mind="natural") == "h attack c with sword"
