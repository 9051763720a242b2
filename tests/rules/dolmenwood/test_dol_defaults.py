"""Dolmenwood's defaults where its text is silent: ground, size, cover, the end of a round."""

from __future__ import annotations

import pytest
from tests.powers.beasts import beast as snake
from tests.powers.beasts import rider
from tests.rules.dolmenwood.hollow import DART, beast, clean, delve, hero, hollow, rolls
from tests.rules.magic_scene import mage
from tests.rules.ways import exact, with_floors
from tests.scene import foe, may, play_setup, ruled, setup, terms, told, unit

from shieldwall.abilities.declared_spells import PLEDGED
from shieldwall.engine.magic.spell_data import HOLD, Primitive
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.fight import Fight

# Rounds.

QUIET = rolls(6, 1) + "> a done\n> a done\n> g done\n> g done\n"


@pytest.mark.rule("DOL-001")
def test_rounds_in_which_no_unit_stirs_do_not_end_a_fight() -> None:
    """Rounds repeat until a side is beaten; the GM may end the fight earlier."""
    fight = delve("a . . g", QUIET * 25 + rolls(6, 1), a=hero(), g=beast())
    assert told(fight, "ends") == []
    assert fight.state.clock.round == 26
    fight.rule("end truce")
    assert told(fight, "ends") == ["ends reason=truce team=-1"]


@pytest.mark.rule("DOL-007", "DOL-012", "G-19")
def test_a_declaration_binds_for_its_round_and_no_longer() -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n" + rolls(6, 1) + "> a done\n> a done\n> g done\n> g done\n"
        "> a pass\n" + rolls(6, 1),
        a=hero(spells=(DART,)),
        g=beast(),
    )
    assert unit(fight, "a").effect(PLEDGED) is None
    assert may(fight, "a run B1")


@pytest.mark.rule("G-19", "DOL-001")
def test_flames_burn_and_magic_wears_off_at_the_end_of_a_round() -> None:
    fire = mage("become element (fire)", level=3)
    made = setup("a g", rules="dolmenwood", a=fire, g=foe(hp=60, fearless=True, morale=12))
    fight = play_setup(
        made,
        "> a declare : become element (fire)\n" + rolls(6, 1)
        + "> a cast : become element (fire)\n> g done\n> g done\n! flames d6 3\n" + rolls(6, 1),
        first="",
    )  # fmt: skip
    assert told(fight, "harm") == ["harm unit=g by=a amount=3 left=57 cause=flames"]


COILS = rider("coils", Primitive(HOLD))


def coiled(tape: str) -> Fight:
    """A snake has wound itself round `a`; it bites no more, and the round is over."""
    begun = rolls(1, 6) + "> g done\n> g attack a with bite\n! attack d20 18\n! damage d6 1\n"
    return delve(
        "a g b",
        begun + "> a done\n> b done\n> a done\n> b done\n! damage d6 2\n" + tape,
        a=hero(hp=20),
        b=hero(),
        g=snake(riders=(COILS,), morale=12),
    )


@pytest.mark.rule("DOL-008", "SOV-131")
@pytest.mark.parametrize(("second", "held"), [(3, True), (4, False)])
def test_what_holds_one_hurts_when_the_round_ends_and_one_breaks_free_with_an_8(
    second: int, held: bool
) -> None:
    fight = coiled(
        "> a pass\n> g pass\n" + rolls(6, 1)
        + "> a done\n> b done\n> a break-free\n"
        + f"! break free d6 4\n! break free d6 {second}\n"
    )  # fmt: skip
    assert told(fight, "harm")[-1] == "harm unit=a by=g amount=2 left=17 cause=hit"
    assert unit(fight, "a").locked is held
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("DOL-048", "G-05")
def test_a_fall_deals_a_d6_for_every_10_ft() -> None:
    made = hollow("a g .", a=hero(), g=beast(hp=30, saves=(12, 13, 14, 15, 16)))
    ruled(with_floors(made, A1=240, B1=240), optional_combat_rules="yes")
    push = "> a done\n> a push g with longsword\n! attack d20 18\n! save d20 2\n"
    fight = play_setup(made, clean(rolls(6, 1) + push + "! fall d6 6\n! fall d6 5\n"), first="")
    assert told(fight, "drop") == ["drop unit=g feet=20"]
    assert unit(fight, "g").hp == 19


# Ground and size.


@pytest.mark.rule("DOL-021")
def test_bad_ground_takes_twice_the_way() -> None:
    fight = delve("a ~ ~ ~ ~ . g", rolls(6, 1), a=hero(), g=beast())
    assert exact(fight, "a run B1-C1-D1") == "", "30 ft"
    assert exact(fight, "a run B1-C1-D1-E1") == "too-far DOL-021"


@pytest.mark.rule("DOL-021")
def test_a_unit_that_lies_there_is_no_bad_ground() -> None:
    fight = delve(
        "a g . . . . . . .",
        rolls(1, 6) + "> g prone\n> g done\n> g done\n",
        a=hero(),
        g=beast(),
    )
    assert exact(fight, "a run B1-C1-D1-E1-F1-G1") == "", "30 ft, 5 of them over the body"


@pytest.mark.rule("DOL-031")
@pytest.mark.parametrize(("height", "passes"), [(47, False), (48, True)])
def test_one_eight_times_as_tall_wades_through_its_foes(height: int, passes: bool) -> None:
    fight = delve("o g . .", rolls(6, 1), party="o", o=hero(height=height), g=beast(height=6))
    assert (exact(fight, "o run B1-C1") == "") is passes


# Attacks.


@pytest.mark.rule("DOL-029")
def test_cover_is_for_missiles_and_not_for_blows() -> None:
    made = hollow("a g", a=hero(), g=beast())
    made.grid.ground_cover = (0, 3)
    fight = play_setup(
        made,
        clean(rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 2\n"),
        first="",
    )
    assert terms(fight) == {"d20": 2, "attack bonus": 1}
    slit = Wall(60, 0, 60, 60, 0, 240, "arrow slit", (Opening(24, 36, 24, 48),))
    made = hollow("a g", walls=(slit,), a=hero(), g=beast())
    thrust = clean(rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 2\n")
    assert terms(play_setup(made, thrust, first="")) == {"d20": 2, "attack bonus": 1}


@pytest.mark.rule("G-42", "DOL-048")
def test_a_unit_that_is_killed_is_out_of_the_fight() -> None:
    fight = delve(
        "a g . h",
        rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 18\n! damage d8 8\n",
        a=hero(),
        g=beast(hp=5),
        h=beast(),
    )
    assert told(fight, "falls") == ["falls unit=g by=a how=dead"]
