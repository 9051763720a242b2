"""Options the book only names: off by default, on by a ruling (DOL-049, G-38)."""

from __future__ import annotations

import pytest
from tests.powers.test_deeds import STARE
from tests.rules.dolmenwood.hollow import (
    ARBALEST,
    BLAST,
    DIRK,
    LONGSWORD,
    OIL,
    PIKE,
    SHORTBOW,
    beast,
    clean,
    hero,
    hollow,
    rolls,
)
from tests.scene import may, play_setup, ruled, terms, told, unit, where, why_not
from tests.scripted import go_on, run

from shieldwall.engine.state.state import DOWN
from shieldwall.fight import Fight


def optional(drawing: str, tape: str, allowed: str = "yes", **more: object) -> Fight:
    """At a table that plays the options, or by the book as it is."""
    made = hollow(drawing, **more)
    if allowed == "yes":
        ruled(made, optional_combat_rules="yes")
    return play_setup(made, clean(tape), first="")


@pytest.mark.rule("DOL-049")
@pytest.mark.ruling("optional_combat_rules", "no")
def test_none_of_it_is_done_where_the_table_has_not_said_so() -> None:
    fight = optional(
        "a . . . . . g", rolls(6, 1), "no", a=hero(weapons=(LONGSWORD, DIRK)), g=beast()
    )
    assert why_not(fight, "a charge F1 g with longsword") == "not-written optional_combat_rules"
    fight.push("a done")
    assert why_not(fight, "a reload with dirk") == "not-written optional_combat_rules"
    fight.push("a done")
    assert why_not(fight, "a push g with longsword") == "not-written optional_combat_rules"
    assert why_not(fight, "a two-weapons g with longsword") == "not-written optional_combat_rules"


CHARGES = rolls(6, 1) + "> a charge F1 g with longsword\n"


@pytest.mark.rule("DOL-049")
@pytest.mark.ruling("optional_combat_rules", "yes")
def test_a_charge_of_20_ft_gives_two_to_hit_and_costs_one_ac_for_the_round() -> None:
    fight = optional(
        "a . . . . . g",
        CHARGES
        + """
        > a attack g with longsword
        ! attack d20 9
        = attack unit=a target=g weapon=longsword how=melee die=9 total=12 ac=12 hit=yes
        ! damage d8 1
        > g done
        > g attack a with longsword
        ! attack d20 10
        = attack unit=g target=a weapon=longsword how=melee die=10 total=11 ac=11 hit=yes
        ! damage d8 1
        > a pass
        > g pass
        """
        + rolls(1, 6)
        + """
        > g done
        > g attack a with longsword
        ! attack d20 10
        = attack unit=g target=a weapon=longsword how=melee die=10 total=11 ac=12 hit=no
        """,
        a=hero(speed=40),
        g=beast(),
    )
    assert where(fight, "a") == "F1"


@pytest.mark.rule("DOL-049")
def test_less_than_20_ft_is_no_charge() -> None:
    far = optional("a" + " ." * 9 + " g", rolls(6, 1), a=hero(speed=40), g=beast())
    assert may(far, "a charge J1 g with longsword") is False, "45 ft"
    fight = optional("a . . . . g", rolls(6, 1), a=hero(speed=40), g=beast())
    assert may(fight, "a charge E1 g with longsword")
    assert why_not(fight, "a charge D1 g with longsword") == "no-run-up DOL-049"


IN_MELEE = (
    rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 2\n> g done\n> g done\n"
)


@pytest.mark.rule("DOL-049")
def test_a_parry_is_declared_forfeits_the_attack_and_gives_two_ac() -> None:
    fight = optional(
        "a g",
        IN_MELEE
        + "> a parry\n> g pass\n"
        + rolls(1, 6)
        + """
        > g done
        > g attack a with longsword
        ! attack d20 12
        = attack unit=g target=a weapon=longsword how=melee die=12 total=13 ac=14 hit=no
        > a done
        """,
        a=hero(),
        g=beast(),
    )
    assert why_not(fight, "a attack g with longsword") == "attack-forfeit DOL-049"


@pytest.mark.rule("DOL-049")
@pytest.mark.parametrize(("die", "place"), [(13, "C1"), (14, "B1")])
def test_a_push_rolls_at_minus_four_and_moves_a_unit_that_fails_its_save(
    die: int, place: str
) -> None:
    fight = optional(
        "a g . .",
        rolls(6, 1)
        + f"""
        > a done
        > a push g with longsword
        ! attack d20 15
        = attack unit=a target=g weapon=longsword how=melee die=15 total=12 ac=12 hit=yes
        ! save d20 {die}
        """,
        a=hero(),
        g=beast(saves=(12, 13, 14, 15, 16)),
    )
    assert terms(fight)["manoeuvre"] == -4
    assert (where(fight, "g"), unit(fight, "g").hp) == (place, 10)


@pytest.mark.rule("DOL-049")
def test_two_weapons_strike_at_minus_two_and_minus_four() -> None:
    fight = optional(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a done
        > a two-weapons g with longsword
        ! attack d20 13
        = attack unit=a target=g weapon=longsword how=melee die=13 total=12 ac=12 hit=yes
        ! damage d8 2
        ! attack d20 14
        = attack unit=a target=g weapon=dirk how=melee die=14 total=11 ac=12 hit=no
        """,
        a=hero(weapons=(LONGSWORD, DIRK)),
        g=beast(),
    )
    assert unit(fight, "g").hp == 8
    shielded = optional(
        "a g",
        rolls(6, 1) + "> a done\n> a done\n",
        a=hero(weapons=(LONGSWORD, DIRK), shield=1),
        g=beast(),
    )
    assert why_not(shielded, "a two-weapons g with longsword") == "hand-holds-shield DOL-049"


@pytest.mark.rule("DOL-023")
def test_a_long_weapon_reaches_10_ft() -> None:
    fight = optional("a . g", rolls(6, 1) + "> a done\n", a=hero(weapons=(PIKE,)), g=beast())
    assert may(fight, "a attack g with pike")


@pytest.mark.rule("DOL-049", "G-38")
@pytest.mark.parametrize("shoot", [0, 1])
@pytest.mark.parametrize(("allowed", "loaded"), [("yes", False), ("no", True)])
def test_a_crossbow_shoots_every_other_round_and_a_bow_every_round(
    allowed: str, loaded: bool, shoot: int
) -> None:
    """Skill, of which this book knows nothing, makes no difference."""
    shots = (
        rolls(6, 1)
        + """
        > a done
        > b done
        > a shoot g with arbalest
        ! attack d20 2
        > b shoot g with shortbow
        ! attack d20 2
        > g done
        > g done
        """
        + rolls(6, 1)
        + "> a done\n> b done\n"
    )
    fight = optional(
        """
        a . . . g
        b . . . .
        """,
        shots,
        allowed,
        a=hero(weapons=(ARBALEST,), shoot=shoot),
        b=hero(weapons=(SHORTBOW,)),
        g=beast(),
    )
    assert may(fight, "a shoot g with arbalest") is loaded
    assert may(fight, "b shoot g with shortbow")
    if not loaded:
        fight.push("a reload with arbalest")
        assert (unit(fight, "a").unloaded, unit(fight, "a").mains) == (0, 0)


@pytest.mark.rule("DOL-049", "G-38")
def test_a_long_weapon_braced_against_a_charge_deals_double() -> None:
    fight = optional(
        "a . . . . . g",
        CHARGES
        + """
        > a attack g with longsword
        ! attack d20 2
        > g done
        > g attack a with pike
        ! attack d20 15
        ! damage d10 4
        = harm unit=a by=g amount=8 left=2 cause=hit
        """,
        a=hero(speed=40),
        g=beast(weapons=(PIKE,)),
    )
    assert terms(fight, "harm") == {"weapon": 4, "braced": 4}


@pytest.mark.rule("DOL-049")
@pytest.mark.parametrize(("allowed", "left"), [("yes", 7), ("no", 10)])
def test_what_bursts_wets_those_beside_its_target_with_half(allowed: str, left: int) -> None:
    fight = optional(
        """
        a . g h .
        . . . . i
        """,
        rolls(6, 1) + "> a done\n> a throw g with oil\n! attack d20 15\n! damage d8 6\n",
        allowed,
        a=hero(weapons=(OIL,)),
        g=beast(),
        h=beast(),
        i=beast(),
    )
    assert (unit(fight, "g").hp, unit(fight, "h").hp, unit(fight, "i").hp) == (4, left, 10)


# Saves.


@pytest.mark.rule("DOL-048")
@pytest.mark.ruling("nat20_saves", "yes")
@pytest.mark.ruling("nat20_saves", "no")
@pytest.mark.parametrize(
    ("ruling", "needed", "die", "passed"),
    [("yes", 25, 20, "yes"), ("yes", 1, 1, "no"), ("no", 25, 20, "no"), ("no", 1, 1, "yes")],
)
def test_whether_a_natural_20_always_saves_and_a_natural_1_never_does(
    ruling: str, needed: int, die: int, passed: str
) -> None:
    made = hollow("a . . g", a=hero(spells=(BLAST,)), g=beast(saves=(needed,) * 5))
    if ruling == "no":
        ruled(made, nat20_saves="no")
    tape = (
        "> a declare : blast\n"
        + rolls(6, 1)
        + f"> a cast g : blast\n! save d20 {die}\n! blast d6 2\n"
    )
    fight = play_setup(made, clean(tape), first="")
    assert told(fight, "save")[0].endswith(f"passed={passed}")


@pytest.mark.rule("DOL-049")
@pytest.mark.ruling("optional_combat_rules", "yes")
def test_one_that_turns_to_stone_at_the_first_blow_deals_no_second() -> None:
    made = hollow(
        "a g . b", a=hero(weapons=(LONGSWORD, DIRK)), b=hero(), g=beast(powers=(STARE,))
    )  # fmt: skip
    ruled(made, optional_combat_rules="yes")
    script = (6, 1, "a done", "b done", "a done", "a two-weapons g with longsword", 1, "?")
    fight = run(made, *script, first="")
    assert told(fight, "meets-gaze", "attack") == ["meets-gaze unit=a by=g power=stare"]
    assert unit(fight, "a").status == DOWN


@pytest.mark.rule("DOL-049")
@pytest.mark.ruling("optional_combat_rules", "yes")
def test_a_charge_that_a_hidden_foe_stops_before_20_ft_gives_nothing_to_hit() -> None:
    made = hollow("a . . h . .\n. . . g . .", a=hero(), g=beast(hp=20), h=beast())
    ruled(made, optional_combat_rules="yes")
    fight = run(made, 6, 1, "?", first="")
    fight.rule("hide h")
    go_on(fight, "a charge E1 g with longsword", "a attack g with longsword", 9, "?")
    assert where(fight, "a") == "C1"
    assert told(fight, "interrupted") == ["interrupted unit=a action=charge why=impossible"]
    assert "charge" not in terms(fight)
    assert unit(fight, "a").effects[0].value == -1, "its AC for the round"
