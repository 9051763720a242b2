"""Creature powers besides attacks: breath, gaze, presence, death, swallowing, splitting."""

from __future__ import annotations

from pathlib import Path

from tests.open_scene import field, play_open
from tests.powers.beasts import beast, breath, dice, just, rider, spell
from tests.rules.magic_scene import survives_saving
from tests.scene import (
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    may,
    play,
    setup,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.abilities.attack_conditions import AVERTED, SHAKEN
from shieldwall.abilities.body_conditions import STONE
from shieldwall.engine.magic.power_data import GAZE, GRIP, ON_DEATH, PRESENCE, Power
from shieldwall.engine.magic.spell_data import (
    CONDITION,
    CONE,
    DAMAGE,
    FOES,
    HALF_IF_MADE,
    IF_FAILED,
    LINE,
    SWALLOW,
    Primitive,
    UserPart,
)
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.harm import FIRE, LIGHTNING, SLASHING
from shieldwall.engine.state.sheet import STR, make_weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

FLAMES = Primitive(DAMAGE, HALF_IF_MADE, amount=dice(2, 6), kinds=FIRE)


# Breath.

FIELD = """
. . . . c
g . a . b
. . . . .
"""


def test_a_cone_is_as_wide_as_it_is_far() -> None:
    fight = play(
        FIELD,
        """
        > g use E2 : breath
        ! save d20 15
        ! breath d6 6
        ! breath d6 5
        ! save d20 2
        ! breath d6 1
        ! breath d6 1
        ! save d20 2
        ! breath d6 2
        ! breath d6 2
        """,
        "foes",
        a=fighter(hp=20), b=fighter(hp=20), c=fighter(hp=20),
        g=beast(powers=(breath(FLAMES, aim=CONE, reach=30),)),
    )  # fmt: skip
    assert told(fight, "uses") == ["uses unit=g power=breath"]
    assert [unit(fight, name).hp for name in "abc"] == [15, 18, 16]
    assert told(fight, "save")[0] == "save unit=a against=evasion die=15 needed=15 passed=yes"


def test_a_line_does_not_widen_and_ends() -> None:
    fight = play(
        FIELD,
        "> g use E2 : breath\n! save d20 2\n! breath d6 3\n! breath d6 3\n",
        "foes",
        a=fighter(hp=20), b=fighter(hp=20), c=fighter(hp=20),
        g=beast(powers=(breath(FLAMES, aim=LINE, reach=10, radius=0),)),
    )  # fmt: skip
    assert [unit(fight, name).hp for name in "abc"] == [14, 20, 20]


def test_breath_may_be_worth_the_hit_points_that_are_left() -> None:
    roar = breath(Primitive(DAMAGE, HALF_IF_MADE, user=UserPart(by_hp=True), kinds=FIRE), reach=15)
    fight = play(
        "a g . . . b",
        """
        > a attack g with sword
        ! attack d20 18
        ! damage d8 5
        > a done
        > b done
        > g use : breath
        ! save d20 20
        """,
        a=fighter(hp=20), b=fighter(hp=20), g=beast(powers=(roar,)),
    )  # fmt: skip
    assert (unit(fight, "a").hp, unit(fight, "b").hp) == (20 - 15 // 2, 20)


def test_it_has_so_many_breaths_and_no_more() -> None:
    fight = play(
        "a . g",
        "> g use : breath\n! save d20 20\n! breath d6 1\n! breath d6 1\n> g done\n> a done\n",
        "foes",
        a=fighter(hp=20), g=beast(powers=(breath(FLAMES, uses=1),)),
    )  # fmt: skip
    assert why_not(fight, "g use : breath") == "power-spent creature"
    assert not any("use" in choice for choice in listed(fight))


def test_it_comes_back_on_the_roll_of_a_die(tmp_path: Path) -> None:
    once = "> g use : breath\n! save d20 20\n! breath d6 1\n! breath d6 1\n> g done\n> a done\n"
    facts = {"powers": (breath(FLAMES, recharge=5),)}
    dry = play("a . g", once + "! recharge d6 4\n", "foes", a=fighter(hp=20), g=beast(**facts))
    assert why_not(dry, "g use : breath") == "power-spent creature"
    again = play("a . g", once + "! recharge d6 5\n", "foes", a=fighter(hp=20), g=beast(**facts))
    assert told(again, "recharged") == ["recharged unit=g power=breath"]
    assert may(again, "g use : breath")
    survives_saving(again, tmp_path)


def test_one_proof_against_fire_stands_in_the_flames() -> None:
    fight = play(
        "a . g", "> g use : breath\n", "foes",
        a=beast(immune=FIRE, name="imp"), g=beast(powers=(breath(FLAMES),)),
    )  # fmt: skip
    assert unit(fight, "a").hp == 20
    assert told(fight, "unmoved") == ["unmoved unit=a by=g what=breath"]


# Gaze.

STARE = Power(spell("stare", Primitive(CONDITION, IF_FAILED, effect=STONE), save="hold"), GAZE)
LOOK = "> a attack g with sword\n"


def test_a_unit_that_strikes_at_it_meets_its_gaze() -> None:
    fight = play(
        "a g . b", LOOK + "! save d20 3\n", a=fighter(), b=fighter(), g=beast(powers=(STARE,))
    )
    assert told(fight, "meets-gaze") == ["meets-gaze unit=a by=g power=stare"]
    assert unit(fight, "a").status == DOWN
    assert told(fight, "attack") == [], "the blow never falls"


def test_a_save_lets_one_strike() -> None:
    fight = play(
        "a g", LOOK + "! save d20 15\n! attack d20 18\n! damage d8 3\n",
        a=fighter(), g=beast(powers=(STARE,)),
    )  # fmt: skip
    assert unit(fight, "g").hp == 17


def test_a_unit_that_looks_away_strikes_at_minus_four() -> None:
    fight = play(
        "a g", "> a avert\n" + LOOK + "! attack d20 18\n! damage d8 3\n> a done\n> g done\n",
        a=fighter(), g=beast(powers=(STARE,)),
    )  # fmt: skip
    assert terms(fight)["eyes averted"] == -4
    assert why_not(fight, "a avert") == "looks-away creature", "until its next turn begins"
    fight.push("a prone")
    assert unit(fight, "a").effect(AVERTED) is None
    assert why_not(play("a g", "", a=fighter(), g=foe()), "a avert") == "nothing-to-avert creature"


# Presence.

DREAD = Power(
    spell(
        "dread",
        Primitive(CONDITION, IF_FAILED, effect=SHAKEN, value=just(2)),
        save="spell", reach=15, who=FOES,
    ),
    PRESENCE,
    once=True,
)  # fmt: skip


def test_dread_comes_over_all_who_are_near_when_a_round_begins_and_only_once() -> None:
    fight = play(
        "a . g . . . . b", "! save d20 4\n> a done\n> b done\n> g done\n",
        a=fighter(), b=fighter(), g=beast(powers=(DREAD,)),
    )  # fmt: skip
    assert told(fight, "uses") == ["uses unit=g power=dread"]
    shaken = unit(fight, "a").effect(SHAKEN)
    assert shaken is not None
    assert shaken.value == 2
    assert unit(fight, "b").effect(SHAKEN) is None
    fight = play(
        "a g", "! save d20 4\n" + LOOK + "! attack d20 10\n! damage d8 3\n",
        a=fighter(), g=beast(powers=(DREAD,), ac=9),
    )  # fmt: skip
    assert terms(fight)["shaken"] == -2


# The end.


def test_it_bursts_when_it_is_struck_down() -> None:
    puff = Power(spell("spores", Primitive(DAMAGE, amount=dice(1, 6)), reach=5), ON_DEATH)
    fight = play(
        "a g h . b", LOOK + "! attack d20 18\n! damage d8 8\n! spores d6 3\n! spores d6 4\n",
        a=fighter(hp=9), b=fighter(hp=9), g=beast(hp=4, powers=(puff,)), h=beast(),
    )  # fmt: skip
    assert (unit(fight, "a").hp, unit(fight, "b").hp, unit(fight, "h").hp) == (6, 9, 16)
    assert unit(fight, "g").status == DEAD


# Swallowed whole.

ACID_BATH = Power(spell("stomach", Primitive(DAMAGE, amount=dice(1, 8))), GRIP)
POND = """
a g g . b
. g g . .
. . . . .
"""
KNIFE = make_weapon("dagger", 1, 4, attributes=(STR,), small=True)
GULP = "> g attack a with bite\n! attack d20 19\n! damage d6 1\n"


def toad(**facts: object) -> object:
    gulp = rider("gulp", Primitive(SWALLOW), least_die=19)
    return beast(**{"riders": (gulp,), "powers": (ACID_BATH,), "size": 2, "name": "toad", **facts})


def swallowed(more: str = "", **facts: object) -> Fight:
    return play(
        POND, GULP + more, "foes",
        a=fighter(hp=20, weapons=(SWORD, KNIFE, UNARMED)), b=fighter(hp=20, speed=60),
        g=toad(**facts),  # type: ignore[arg-type]
    )  # fmt: skip


def test_a_unit_that_is_swallowed_is_gone_from_the_map_and_hurt_each_round(tmp_path: Path) -> None:
    fight = swallowed("> g done\n")
    assert told(fight, "swallowed") == ["swallowed unit=a by=g"]
    assert unit(fight, "a").inside == fight.names.index["g"]
    assert why_not(fight, "a run A2") == "in-a-grapple SOV-130"
    assert why_not(fight, "a attack g with sword") == "too-long-in-there creature"
    assert may(fight, "a attack g with dagger")
    survives_saving(fight, tmp_path)
    fight = swallowed("> g done\n> a done\n> b done\n! stomach d8 5\n")
    assert unit(fight, "a").hp == 20 - 1 - 5


def test_no_other_unit_reaches_it_and_it_goes_where_the_swallower_goes() -> None:
    fight = swallowed("> g run C1\n> g done\n")
    assert where(fight, "a") == where(fight, "g") == "C1"
    assert may(fight, "b run A1"), "its place is free"
    assert why_not(fight, "b attack a with sword") == "is-swallowed creature"


def test_a_quarter_of_its_hit_points_cut_from_within_opens_a_way_out() -> None:
    stab = "> a attack g with dagger\n! attack d20 19\n! damage d4 4\n"
    fight = swallowed("> g done\n" + stab, hp=20)
    assert unit(fight, "a").inside >= 0, "4 of 20"
    fight = swallowed("> g done\n" + stab, hp=16)
    assert unit(fight, "a").inside == -1
    assert told(fight, "cut-free") == ["cut-free unit=a by=g at=A1"]
    assert not unit(fight, "a").locked


def test_one_comes_out_of_a_dead_swallower() -> None:
    fight = swallowed(
        "> g done\n> b run D1\n> b attack g with sword\n! attack d20 19\n! damage d8 8\n", hp=8
    )
    assert unit(fight, "g").status == DEAD
    assert unit(fight, "a").inside == -1


def test_a_swallower_takes_no_unit_of_its_own_size() -> None:
    fight = swallowed("> g done\n", size=1)
    assert told(fight, "swallowed") == []


# Parting.

OOZE = {"splits": SLASHING | LIGHTNING, "immune": SLASHING | LIGHTNING}
BLADE = make_weapon("sword", 1, 8, attributes=(STR,), kinds=SLASHING)


def test_a_blade_tears_an_ooze_in_two(tmp_path: Path) -> None:
    fight = play(
        "a g . .", LOOK + "! attack d20 18\n! damage d8 5\n> a done\n",
        a=fighter(weapons=(BLADE,)), g=beast(hp=15, **OOZE),
    )  # fmt: skip
    assert told(fight, "parts") == ["parts unit=g part=g-part-2 at=C1"]
    assert (unit(fight, "g").hp, unit(fight, "g-part-2").hp) == (8, 7)
    again = survives_saving(fight, tmp_path)
    assert why_not(again, "g-part-2 run D1") != "", "it acts from its side's next turn on"
    again.push("g done")
    again.push("a done")
    assert may(again, "g-part-2 run D1")
    again.pop()
    again.pop()
    again.pop()
    again.pop()
    assert [one.ident for one in again.state.units] == ["a", "g"]


def test_a_part_of_a_large_ooze_without_a_map_stands_where_it_is() -> None:
    """Its own breadth does not reduce distances: `b` is 30 ft away, from part and whole."""
    fight = play_open(
        "a 100/45, b 95/75, g 100/45", LOOK + "! attack d20 18\n! damage d8 5\n", field(150, 90),
        engaged="a-g", a=fighter(weapons=(BLADE,)), b=fighter(),
        g=beast(hp=15, size=2, **OOZE),
    )  # fmt: skip
    whole, part, other = (unit(fight, name) for name in ("g", "g-part-2", "b"))
    assert (distance(whole, other), distance(part, other)) == (6, 6)
    assert distance(whole, part) == 1, "friends stand beside each other by themselves"


def test_the_last_hit_point_is_not_parted() -> None:
    fight = play(
        "a g . .", LOOK + "! attack d20 18\n! damage d8 5\n",
        a=fighter(weapons=(BLADE,)), g=beast(hp=1, **OOZE),
    )  # fmt: skip
    assert told(fight, "parts") == []


# Blows of their own kind.


def test_a_pack_helps_each_other() -> None:
    fight = play(
        "g a h", "> g attack a with bite\n! attack d20 2\n", "foes",
        a=fighter(), g=beast(pack=2), h=beast(pack=2),
    )  # fmt: skip
    assert terms(fight)["pack"] == 2
    alone = play(
        "g a . h", "> g attack a with bite\n! attack d20 2\n", "foes",
        a=fighter(), g=beast(pack=2), h=beast(pack=2),
    )  # fmt: skip
    assert "pack" not in terms(alone)


RAGE = """
> a attack g with sword
! attack d20 18
! damage d8 {wound}
> a done
> g attack a with bite
! attack d20 18
! damage d6 3
"""


def test_half_its_hit_points_make_it_rage() -> None:
    fight = play("a g", RAGE.format(wound=5), a=fighter(hp=20), g=beast(hp=10, rage=3))
    assert terms(fight)["rage"] == 3
    assert unit(fight, "a").hp == 20 - 3 - 3
    calm = play("a g", RAGE.format(wound=4), a=fighter(hp=20), g=beast(hp=10, rage=3))
    assert "rage" not in terms(calm)


def test_the_weight_of_a_charge_adds_dice() -> None:
    fight = play(
        "g . . . a",
        "> g charge a D1 with bite\n! attack d20 18\n! damage d6 2\n! charge damage d6 5\n",
        "foes",
        a=fighter(hp=20), g=beast(charge_dice=1),
    )  # fmt: skip
    assert unit(fight, "a").hp == 20 - 2 - 5


def test_one_that_pounces_has_the_rest_of_its_routine_after_a_charge() -> None:
    fight = play(
        "g . . . a", "> g charge a D1 with bite\n! attack d20 2\n", "foes",
        a=fighter(hp=20), g=beast(pounces=True, routine=(0, 0)),
    )  # fmt: skip
    assert may(fight, "g attack a with bite")
    fight.push("g attack a with bite")
    assert why_not(fight, "g attack a with bite") == "main-spent SOV-035"


# Unseen and unheld.


def test_what_is_invisible_by_nature_is_known_only_after_its_blow() -> None:
    fight = play("a . . g", "", "foes", a=fighter(weapons=(SWORD, DAGGER)), g=beast(invisible=True))
    assert unit(fight, "g").unknown_to == 1
    fight = play(
        "a . . g",
        "> g run B1\n> g attack a with bite\n! attack d20 2\n> g done\n",
        "foes", a=fighter(weapons=(SWORD, DAGGER)), g=beast(invisible=True),
    )  # fmt: skip
    assert unit(fight, "g").unknown_to == 0
    assert why_not(fight, "a throw g with dagger") == "cannot-see SOV-105"
    fight.push("a attack g with sword")
    assert terms(fight)["unseen target"] == -4


def test_what_lies_low_hides_in_plain_view() -> None:
    fight = play(
        "a . . g", "> g hide\n! hide d6 6\n! hide d6 6\n", "foes",
        a=fighter(), g=beast(lies_low=True),
    )  # fmt: skip
    assert told(fight, "hides") == ["hides unit=g"]
    plain = play("a . . g", "", "foes", a=fighter(), g=beast())
    assert why_not(plain, "g hide").startswith("in-plain-view")


def test_a_ghost_goes_through_walls_and_bodies_and_is_not_held() -> None:
    fight = play(
        "g # a .", "> g run D1\n", "foes", a=fighter(), g=beast(incorporeal=True, speed=30)
    )
    assert where(fight, "g") == "D1"
    fight.push("g done")
    assert why_not(fight, "a grapple g with sword") != ""
    fists = play("a g", "", a=fighter(weapons=(UNARMED,)), g=beast(incorporeal=True))
    assert why_not(fists, "a grapple g with unarmed") == "cannot-be-held creature"
    assert why_not(fists, "a shove g with unarmed : prone") == "cannot-be-held creature"


def test_a_ghost_does_not_stop_in_a_wall() -> None:
    fight = play("g # . a", "", "foes", a=fighter(), g=beast(incorporeal=True))
    assert why_not(fight, "g run B1") != ""


def test_a_fight_without_any_of_it_asks_for_none_of_it() -> None:
    from shieldwall.fight_start import initial_state

    assert not initial_state(setup("a g", a=fighter(), g=foe())).has_unusual_units
    assert initial_state(setup("a g", a=fighter(), g=beast(pack=1))).has_unusual_units
