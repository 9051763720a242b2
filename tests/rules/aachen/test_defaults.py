"""Aachen's defaults where its text is silent: movement, cover, instants, injury."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.open_scene import field, open_setup
from tests.powers.beasts import beast, just, spell
from tests.rules.aachen.aachen_scene import (
    BOTH,
    LATER,
    Edition,
    play_setup,
    ruled,
    scene,
    scene_setup,
)
from tests.rules.aachen.test_opening import INITIATIVE, skilled
from tests.rules.test_attack_cover import BEHIND_A_PILLAR
from tests.rules.ways import exact, with_floors
from tests.scene import BOW, CLAWS, SWORD, UNARMED, fighter, foe, may, terms, told, unit, why_not

from shieldwall.abilities.body_conditions import AFLAME
from shieldwall.engine.magic.power_data import AS_ACTION, Power
from shieldwall.engine.magic.spell_data import CONDITION, SELF, Primitive
from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DOWN

# Sequence.


@pytest.mark.rule("AAC-004")
def test_a_unit_that_goes_carefully_is_not_crept_up_on_but_a_door_may_be_kicked_in() -> None:
    for hard, dice in ((False, ""), (True, "! hard entry d6 6\n! hard entry d6 6\n")):
        made = scene_setup("a . . . g", a=skilled(), g=skilled())
        made.ambush = 1
        made.hard_entry = hard
        made.sides[0].careful = True
        tape = dice + "! notice d6 1\n! notice d6 1\n" if hard else INITIATIVE
        fight = play_setup(made, tape, first="")
        assert unit(fight, "a").surprised is hard
        assert len(told(fight, "group-check")) == hard


@pytest.mark.rule("AAC-005", "AAC-001")
@BOTH
def test_when_the_surprise_round_is_over_no_unit_is_unaware_any_more(book: str) -> None:
    fight = scene(
        "a . g", "> a done\n" + INITIATIVE, book, first="", surprised="foes", a=fighter(), g=foe()
    )
    assert not unit(fight, "g").surprised
    assert fight.state.clock.round == 1


@pytest.mark.rule("AAC-009")
def test_a_member_that_has_begun_ends_its_turn_before_another_begins() -> None:
    fight = scene("a b . . g", "> a prone\n", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "b prone") == "another-is-acting AAC-009"


@pytest.mark.rule("AAC-001")
@BOTH
def test_rounds_in_which_no_unit_stirs_do_not_end_a_fight(book: str) -> None:
    """Rounds repeat until a side is beaten; the GM may end the fight earlier."""
    fight = scene("a . . g", "> a done\n> g done\n" * 25, book, a=fighter(), g=foe())
    assert told(fight, "ends") == []
    assert fight.state.clock.round == 26
    fight.rule("end truce")
    assert told(fight, "ends") == ["ends reason=truce team=-1"]


BLAZE = Power(
    spell("blaze", Primitive(CONDITION, effect=AFLAME, value=just(6), rounds=just(1)), aim=SELF),
    AS_ACTION,
)


@pytest.mark.rule("G-19", "AAC-001")
@BOTH
def test_flames_burn_at_the_end_of_a_round_and_go_out_in_their_time(book: str) -> None:
    fight = scene(
        "a g",
        "> g use : blaze\n> g done\n> a done\n! flames d6 3\n"
        "> g done\n> a done\n! flames d6 4\n> g done\n> a done\n",
        book,
        first="foes",
        a=fighter(hp=20),
        g=beast(powers=(BLAZE,)),
    )
    assert unit(fight, "a").hp == 13
    assert unit(fight, "g").effect(AFLAME) is None
    assert fight.state.clock.round == 4


@pytest.mark.rule("G-19", "AAC-001")
@BOTH
def test_the_surprise_round_has_an_end_like_any_other(book: str) -> None:
    fight = scene(
        "a g",
        "> g use : blaze\n> g done\n! flames d6 3\n" + INITIATIVE,
        book,
        first="",
        surprised="party",
        a=fighter(hp=20),
        g=beast(powers=(BLAZE,)),
    )
    assert told(fight, "harm") == ["harm unit=a by=g amount=3 left=17 cause=flames"]


@pytest.mark.rule("G-33", "AAC-005")
def test_a_unit_that_charges_in_the_surprise_round_is_open_for_that_round_only() -> None:
    fight = scene(
        "a . . . . . . g",
        "> a charge G1 g with sword\n! attack d20 2\n> a done\n"
        "! initiative d8 1\n! initiative d8 8\n> g attack a with sword\n! attack d20 2\n",
        first="",
        surprised="foes",
        a=fighter(ac=18),
        g=foe(ac=20),
    )
    assert told(fight, "attack")[-1].endswith("ac=18 hit=no")


# Movement.


@pytest.mark.rule("AAC-016")
def test_a_fallen_foe_is_crossed_for_10_ft() -> None:
    fight = scene(
        "a g . . h",
        "> a attack g with sword\n! attack d20 20\n! damage d8 8\n> a run C1\n",
        a=fighter(),
        g=fighter(hp=1),
        h=foe(fearless=True),
    )
    assert unit(fight, "g").status == DOWN
    assert told(fight, "moved") == ["moved unit=a path=B1,C1 feet=15"]


@pytest.mark.rule("AAC-016")
@pytest.mark.parametrize(("height", "refusal"), [(47, "foe-in-the-way AAC-016"), (48, "")])
def test_one_eight_times_as_tall_wades_through_its_foes(height: int, refusal: str) -> None:
    fight = scene("o g . .", "", party="o", o=fighter(height=height), g=foe(height=6))
    assert exact(fight, "o run B1-C1") == refusal


@pytest.mark.rule("AAC-016")
def test_a_unit_that_is_prone_goes_half_as_far() -> None:
    fight = scene("a . . . . . . g", "> a prone\n", a=fighter(), g=foe())
    assert may(fight, "a run D1"), "15 ft"
    assert exact(fight, "a run B1-C1-D1-E1") == "too-far AAC-016"


@pytest.mark.rule("AAC-016", "AAC-040")
def test_a_fall_deals_a_d6_for_every_10_ft(edition: Edition) -> None:
    made = scene_setup("a g .", a=fighter(), g=foe(hp=20))
    ruled(edition, with_floors(made, A1=240, B1=240), borrowed_manoeuvres=1)
    fight = play_setup(
        made,
        "> a shove C1 g with sword : push\n! attack d20 15\n! shove d6 6\n! shove d6 6\n"
        "! fall d6 6\n! fall d6 5\n",
    )
    assert told(fight, "drop") == ["drop unit=g feet=20"]
    assert unit(fight, "g").hp == 9


@pytest.mark.rule("G-02")
@BOTH
def test_without_a_map_two_stand_side_by_side_in_a_passage_of_10_ft(book: str) -> None:
    made = open_setup(
        "a 60, b 60, c 60, g 65",
        field(passage=10),
        engaged="a-g b-g",
        rules=book,
        a=fighter(),
        b=fighter(),
        c=fighter(),
        g=foe(),
    )
    fight = play_setup(made, "> a done\n> b done\n")
    assert why_not(fight, "c run 60ft g") == "no-room-abreast G-02"


# In and out of melee.


@pytest.mark.rule("AAC-021", "G-31")
def test_a_withdrawal_covers_those_at_ones_side_and_no_unit_met_later() -> None:
    fight = scene(
        "g a . . h\n. . . . .",
        "> a disengage\n> a run D1\n> a done\n> g done\n> h done\n> a run C1\n",
        a=fighter(ac=18),
        g=foe(),
        h=foe(),
    )
    assert may(fight, "h strike a with sword"), "it ended with the round, too"
    wide = "g a . . h\n. . . . ."
    made = scene(wide, "> a disengage\n", a=fighter(), g=foe(), h=foe())
    effect = unit(made, "a").effects[-1]
    assert effect.whom == 1 << made.names.index["g"]


@pytest.mark.rule("AAC-021")
def test_hands_trained_as_weapons_strike_at_units_that_leave() -> None:
    trained = gifted(armed_hands=True)
    boxer = foe(weapons=(UNARMED,), abilities=trained)
    fight = scene("g a . .", "> a run D1\n", a=fighter(), g=boxer)
    assert may(fight, "g strike a")
    untrained = scene("g a . .", "> a run D1\n", a=fighter(), g=foe(weapons=(UNARMED,)))
    assert told(untrained, "moved") == ["moved unit=a path=C1,D1 feet=10"]


# Attacks.


@pytest.mark.rule("AAC-026")
def test_a_large_creature_reaches_no_further_than_a_man() -> None:
    ogre = foe(size=2, weapons=(CLAWS,), creature=True)
    fight = scene("a . g .\n. . . .", "> a done\n", a=fighter(), g=ogre)
    assert why_not(fight, "g attack a with claws") == "out-of-reach AAC-026"


@pytest.mark.rule("AAC-034")
def test_cover_does_not_count_in_melee() -> None:
    pike = make_weapon("pike", 1, 8, reach=60)
    shot = scene(
        BEHIND_A_PILLAR,
        "> a shoot g with small bow\n! attack d20 2\n",
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert terms(shot)["half cover"] == -2
    thrust = scene(
        BEHIND_A_PILLAR,
        "> a attack g with pike\n! attack d20 2\n",
        a=fighter(weapons=(pike,)),
        g=foe(),
    )
    assert "half cover" not in terms(thrust)


@pytest.mark.rule("G-28")
@pytest.mark.parametrize(
    ("drawing", "deed"), [("a g", "attack g with sword"), ("a . g", "shoot g with small bow")]
)
def test_a_foe_in_the_dark_is_attacked_at_4_less_near_and_far(drawing: str, deed: str) -> None:
    made = scene_setup(drawing, a=fighter(weapons=(SWORD, BOW)), g=foe(ac=20))
    made.dark = True
    fight = play_setup(made, f"> a {deed}\n! attack d20 8\n")
    assert terms(fight)["unseen target"] == -4


@pytest.mark.rule("AAC-035")
def test_a_hit_deals_one_at_least() -> None:
    club = make_weapon("club", 1, 4)
    fight = scene(
        "a g",
        "> a attack g with club\n! attack d20 18\n! damage d4 1\n",
        a=fighter(weapons=(club,), strength=-3),
        g=foe(hp=9),
    )
    assert unit(fight, "g").hp == 8


@pytest.mark.rule("AAC-039")
def test_a_shield_takes_nothing_from_a_hit() -> None:
    """A 1 on the die: the hit deals the sword's Shock of 2 at least, shield or no shield."""
    fight = scene(
        "a g",
        "> a attack g with sword\n! attack d20 18\n! damage d8 1\n",
        a=fighter(),
        g=foe(hp=9, ac=13, shield=1),
    )
    assert unit(fight, "g").hp == 7


# Instants.


@pytest.mark.rule("AAC-039")
@pytest.mark.parametrize(("die", "hit"), [(13, True), (12, False)])
def test_total_defense_is_worth_2_and_no_more(die: int, hit: bool) -> None:
    """AC 12 and an attack bonus of 1: 14 hits through it, 13 does not."""
    fight = scene(
        "a g",
        f"> g attack a with sword\n> a total-defense\n! attack d20 {die}\n"
        + ("! damage d8 1\n" if hit else ""),
        first="foes",
        stops="always",
        a=fighter(ac=12),
        g=foe(),
    )
    assert told(fight, "attack")[0].endswith(f"ac=14 hit={'yes' if hit else 'no'}")


@pytest.mark.rule("AAC-019")
def test_a_main_that_was_not_used_pays_for_an_instant_after_ones_turn() -> None:
    fight = scene(
        "a g",
        "> a done\n> g attack a with sword\n! attack d20 12\n> a total-defense\n",
        stops="matters",
        a=fighter(ac=12),
        g=foe(),
    )
    assert told(fight, "harm") == []
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("AAC-019")
def test_of_instants_at_one_moment_the_referee_says_which_comes_first() -> None:
    """Two units that are not friends both stop the attack of a third."""
    made = scene_setup(
        "a g h",
        third="h",
        stops="always",
        a=fighter(luck=1),
        g=foe(hp=20, creature=True),
        h=foe(luck=1, creature=True),
    )
    fight = play_setup(
        made,
        "! initiative d8 3\n! initiative d8 8\n! initiative d8 1\n"
        "> g attack a with sword\n> a total-defense\n> h total-defense\n",
        first="",
    )
    assert may(fight, "referee first h")


# Wounds and morale.


@pytest.mark.rule("AAC-041")
def test_two_of_five_are_not_half() -> None:
    from tests.rules.aachen.test_morale import KILL, REST, archer, morale, rabble

    drawing = "g h i k m\n. . . . .\na . . . ."
    quiet = "".join(f"> {name} done\n" for name in "hikm")
    fight = scene(
        drawing,
        KILL.format("g") + morale(1, 1) + REST + quiet + KILL.format("h"),
        LATER,
        a=archer(),
        **{name: rabble() for name in "ghikm"},
    )
    assert len(told(fight, "morale")) == 1, "the first casualty alone"
