"""Helpful spells: speed, haste, wards, forms, healing; and potions."""

from __future__ import annotations

import pytest
from tests.rules.magic_scene import mage
from tests.scene import (
    BOW,
    POLEARM,
    SWORD,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    why_not,
)

from shieldwall.abilities.attack_conditions import DAGGERS
from shieldwall.abilities.body_conditions import DEATHLESS, HASTED, SPED
from shieldwall.engine.state.condition import HELPLESS, LASTING
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, **facts})


def test_speed_is_free_doubles_the_rate_and_strains_the_body() -> None:
    row = "a g . . . . . . . . . . . ."
    fight = play(
        row + "\n" + ". " * 14,
        "> a cast a : speed\n",
        a=mage("speed", constitution=10), g=sturdy(creature=True),
    )  # fmt: skip
    assert (unit(fight, "a").mains, unit(fight, "a").casts) == (1, 2)
    assert unit(fight, "a").strain == 1
    assert not may(fight, "a run M2"), "60 ft lead past the foe to L2"
    fight.push("a run L2")
    assert told(fight, "opportunity") == [], "leaving reach provokes nothing"


def test_a_body_that_bears_no_more_strain_is_not_sped() -> None:
    fight = play(
        "a b g",
        "> a cast b : speed on a\n",
        a=mage("speed", level=2), b=fighter(constitution=0), g=foe(),
    )  # fmt: skip
    assert unit(fight, "b").effect(SPED) is None
    assert unit(fight, "a").effect(SPED) is not None


HASTE = "> a cast a : haste on b\n! haste d4 2\n! haste d4 1\n"


def test_haste_gives_a_second_main_for_some_rounds() -> None:
    """1d4 + 1 rounds for each; the extra Main is there at once."""
    fight = play("a b g", HASTE, a=mage("haste", level=2), b=fighter(), g=sturdy())
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (1, 2)
    first = unit(fight, "a").effect(HASTED)
    second = unit(fight, "b").effect(HASTED)
    assert first is not None
    assert second is not None
    assert (first.until, second.until) == (LASTING + 1 + 3, LASTING + 1 + 2)
    fight.push("a done")
    fight.push("b done")
    fight.push("g done")
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (2, 2)
    for name in ("a", "b", "g") * 2:
        fight.push(f"{name} done")
    assert (unit(fight, "a").mains, unit(fight, "b").mains) == (2, 1)
    assert told(fight, "recovers") == ["recovers unit=b what=hasted"]


def test_the_extra_main_of_haste_is_not_for_spells() -> None:
    fight = play(
        "a b g",
        HASTE
        + """
        > a done
        > b done
        > g done
        > a cast g : arcane spark
        ! save d20 1
        ! arcane spark d8 1
        ! arcane spark d8 1
        """,
        a=mage("haste", "arcane spark", level=2, casts=5), b=fighter(), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "a").mains == 1
    assert why_not(fight, "a cast g : arcane spark") == "has-cast SOV-045"
    assert may(fight, "a disengage")


def test_each_use_of_the_extra_main_strains_until_the_body_has_had_enough() -> None:
    fight = play(
        "a b g .",
        HASTE
        + """
        > a done
        > b attack g with sword
        ! attack d20 1
        """,
        a=mage("haste", level=2), b=fighter(constitution=1), g=sturdy(ac=20),
    )  # fmt: skip
    assert unit(fight, "b").strain == 0, "the first Main is its own"
    fight.push("b disengage")
    assert unit(fight, "b").strain == 1
    fight.push("b done")
    fight.push("g done")
    assert unit(fight, "b").mains == 1, "no more than the body bears"


def test_stasis_freezes_the_willing_and_keeps_the_dying_from_getting_worse() -> None:
    fight = play(
        "g a b",
        """
        > g attack b with polearm
        ! attack d20 20
        ! damage d10 8
        > g done
        > a cast b : stasis
        """,
        first="foes",
        a=mage("stasis"), b=fighter(hp=4, ac=10), g=sturdy(weapons=(POLEARM,)),
    )  # fmt: skip
    assert (unit(fight, "b").status, unit(fight, "b").stable) == (DOWN, True)
    assert unit(fight, "a").mains == 1, "it is Free"
    assert why_not(fight, "a cast g : stasis") == "not-for-this-one SOV-045"


def test_a_friend_in_stasis_is_helpless_and_no_shaking_wakes_it() -> None:
    fight = play("a b g", "> a cast b : stasis", a=mage("stasis"), b=fighter(), g=sturdy())
    assert unit(fight, "b").effect(HELPLESS) is not None
    assert why_not(fight, "a wake b") == "not-asleep SOV-045"


@pytest.mark.parametrize(("die", "hp"), [(14, 17), (15, 20)])
def test_the_elements_do_half_to_the_shielded_and_nothing_on_a_save(die: int, hp: int) -> None:
    """6 of frost on a failed save of the spell's own are halved to 3."""
    fight = play(
        "a . . . . . . . . . b . . . . . . g",
        f"""
        > a cast b : elemental shield
        > a done
        > b done
        > g cast K1 : arctic circle
        ! save d20 1
        ! arctic circle d6 6
        ! save d20 {die}
        ! arctic circle d4 1
        """,
        a=mage("elemental shield"), b=fighter(hp=20), g=mage("arctic circle", level=3),
    )  # fmt: skip
    assert unit(fight, "b").hp == hp


@pytest.mark.parametrize(("die", "cut"), [(14, 7), (15, 0)])
def test_daggers_cut_any_unit_that_strikes_first(die: int, cut: int) -> None:
    fight = play(
        "a b g",
        f"> a cast b : shield of daggers\n> a done\n> b done\n> g attack b with sword\n"
        f"! save d20 {die}\n" + ("! daggers d6 4\n" if cut else "") + "! attack d20 1\n",
        a=mage("shield of daggers", level=3), b=fighter(ac=20), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").hp == 60 - cut
    assert told(fight, "save")[0].startswith("save unit=g against=evasion")


def test_an_attacker_the_daggers_bring_down_strikes_no_more_and_the_ward_has_no_move() -> None:
    fight = play(
        "a b g h",
        """
        > a cast b : shield of daggers
        > a done
        > b done
        > g attack b with sword
        ! save d20 1
        ! daggers d6 1
        """,
        a=mage("shield of daggers", level=3), b=fighter(), g=foe(hp=4), h=sturdy(),
    )  # fmt: skip
    assert unit(fight, "g").status == DEAD
    assert told(fight, "attack") == []
    assert unit(fight, "b").effect(DAGGERS) is not None
    assert unit(fight, "b").moves == 0
    fight.push("h done")
    assert unit(fight, "b").moves == 0, "nor in any later round"
    assert unit(fight, "a").moves == 1


@pytest.mark.parametrize(("form", "left"), [("stone", 10 - 2), ("fire", 10 - 5)])
def test_a_body_of_stone_takes_3_less_from_every_harm(form: str, left: int) -> None:
    fight = play(
        "a g",
        f"""
        > a cast : become element ({form})
        > a done
        > g attack a with sword
        ! attack d20 20
        ! damage d8 5
        """,
        a=mage(f"become element ({form})"), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "a").hp == left


def test_a_harm_that_stone_takes_altogether_does_not_spoil_a_spell() -> None:
    fight = play(
        "a g",
        """
        > a cast : become element (stone)
        > a done
        > g attack a with sword
        ! attack d20 1
        > g done
        """,
        a=mage("become element (stone)", ac=12), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm") == ["harm unit=a by=g amount=0 left=10 cause=shock"]
    assert not unit(fight, "a").hurt


def test_a_body_of_air_is_harder_to_shoot_but_not_to_strike() -> None:
    for drawing, deed, ac in (
        ("a . . g", "shoot a with small bow", 16),
        ("a g", "attack a with sword", 12),
    ):
        fight = play(
            drawing,
            f"> a cast : become element (air)\n> a done\n> g {deed}\n! attack d20 5\n",
            a=mage("become element (air)", ac=12), g=sturdy(weapons=(SWORD, BOW)),
        )  # fmt: skip
        assert f"ac={ac} " in told(fight, "attack")[0]


def test_a_body_of_fire_burns_the_foes_next_to_it_at_the_end_of_each_round() -> None:
    fight = play(
        "b a g h",
        """
        > a cast : become element (fire)
        > a done
        > b done
        > g done
        > h done
        ! flames d6 4
        """,
        a=mage("become element (fire)"), b=fighter(), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert told(fight, "harm") == ["harm unit=g by=a amount=4 left=56 cause=flames"]


EVERLASTING = """
> g attack b with sword
! attack d20 20
> a invoke : everlasting
! damage d8 8
"""


def test_for_five_rounds_no_friend_nearby_falls_and_then_the_caster_pays() -> None:
    fight = play(
        "a b g",
        EVERLASTING + "> g done\n" + "> a done\n> b done\n> g done\n" * 4,
        first="foes", stops="matters",
        a=mage("everlasting", level=5, hp=30), b=fighter(hp=3, ac=14), g=sturdy(),
    )  # fmt: skip
    assert (unit(fight, "b").hp, unit(fight, "b").status) == (1, ACTIVE)
    safe = unit(fight, "b").effect(DEATHLESS)
    assert safe is not None
    assert safe.until == LASTING + 1 + 5
    assert unit(fight, "a").hp == 30
    for name in ("a", "b", "g", "a", "b", "g", "a", "b"):
        fight.push(f"{name} done")
    assert unit(fight, "a").hp == 1
    assert unit(fight, "b").effect(DEATHLESS) is None


def test_the_everlasting_moment_reaches_50_feet() -> None:
    fight = play(
        "b . . . . . . . . . a . . . . . . . . . . c g",
        "> a invoke : everlasting\n",
        a=mage("everlasting", level=5), b=fighter(), c=fighter(), g=foe(),
    )  # fmt: skip
    assert unit(fight, "b").effect(DEATHLESS) is not None
    assert unit(fight, "c").effect(DEATHLESS) is None
    assert unit(fight, "g").effect(DEATHLESS) is None
