"""Sovereign from its text alone: short scripts of both editions, each testing a sentence."""

from __future__ import annotations

import pytest
from tests.scene import (
    AXE,
    BOW,
    CROSSBOW,
    DAGGER,
    MACE,
    POLEARM,
    SLING,
    SWORD,
    UNARMED,
    fighter,
    foe,
    setup,
    terms,
    told,
    unit,
    where,
)
from tests.scripted import run

from shieldwall.engine.attack.blow import armour_class
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

BOTH = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])


def hp(fight: Fight, ident: str) -> int:
    return int(unit(fight, ident).hp)


def scene(drawing: str, rules: str, stops: str = "never", **sheets: Sheet) -> Setup:
    return setup(drawing, stops=stops, rules=rules, **sheets)  # type: ignore[arg-type]


# Total Defense.


@pytest.mark.rule("SOV-079", "SOV-081")
@BOTH
def test_total_defense_holds_against_later_attackers_until_the_own_turn(rules: str) -> None:
    """13 misses AC 14 twice, without Shock, and hits AC 12 a round later."""
    made = scene("g a h\n. b .", rules, "always", a=fighter(hp=20), b=fighter(), g=foe(), h=foe())
    script = (
        "g attack a with sword", 12, "a total-defense", "g done",
        "h attack a with sword", 12, "h done", "a done", "b done",
    )  # fmt: skip
    fight = run(made, *script, first="foes")
    assert hp(fight, "a") == 20
    fight = run(made, *script, "g attack a with sword", 12, 3, first="foes")
    assert hp(fight, "a") == 17


@pytest.mark.rule("SOV-078", "SOV-079")
@BOTH
def test_total_defense_costs_the_main_of_the_own_turn_and_ends_with_its_start(rules: str) -> None:
    fight = run(
        scene("g a", rules, "always", a=fighter(hp=20), g=foe(hp=30)),
        "g attack a with sword",
        12,
        "a total-defense",
        "g done",
        "no a attack g with sword",
        "a prone",
        first="foes",
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert armour_class(unit(fight, "a")) == 12


# Snap Attacks inside each other.


@pytest.mark.rule("SOV-051", "SOV-055")
@BOTH
def test_a_unit_that_is_felled_before_its_snap_attack_saves_no_unit(rules: str) -> None:
    """`b` makes a Snap Attack on the foe that hit `a`, and `h` fells `b` first: the hit counts."""
    fight = run(
        scene(
            "a g b\n. . h",
            rules,
            "always",
            a=fighter(),
            b=fighter(hp=2),
            g=foe(disciplined=True),
            h=foe(disciplined=True),
        ),
        "g attack a with sword",
        19,
        "b snap g with sword",
        "h snap b with sword",
        20,
        8,
        5,
        first="foes",
    )
    assert told(fight, "attack", "harm", "falls") == [
        "attack unit=g target=a weapon=sword how=melee die=19 total=20 ac=12 hit=yes",
        "attack unit=h target=b weapon=sword how=melee die=20 total=17 ac=12 hit=yes",
        "harm unit=b by=h amount=8 left=0 cause=hit",
        "falls unit=b by=h how=down",
        "harm unit=a by=g amount=5 left=3 cause=hit",
    ]


# Shock, shields and swarms.


@pytest.mark.rule("SOV-118")
@BOTH
def test_a_shield_stops_the_first_shock_of_a_round_and_not_the_second(rules: str) -> None:
    fight = run(
        scene("g a h", rules, a=fighter(ac=13, shield=1, hp=20), g=foe(), h=foe()),
        "g attack a with sword",
        2,
        "g done",
        "h attack a with sword",
        2,
        "h done",
        first="foes",
    )
    assert hp(fight, "a") == 18


@pytest.mark.rule("SOV-060", "SOV-083")
@BOTH
@pytest.mark.parametrize("defends", [False, True])
def test_a_swarm_s_shock_passes_shield_and_armour_but_not_total_defense(
    rules: str, defends: bool
) -> None:
    fight = run(
        scene("g a h", rules, "always", a=fighter(ac=18, shield=1, hp=20), g=foe(), h=foe()),
        "g swarm a with sword",
        "g done",
        "h swarm a with sword",
        "h fall-upon a with sword",
        2,
        *(["a total-defense"] if defends else []),
        first="foes",
    )
    assert hp(fight, "a") == (20 if defends else 18)
    assert not unit(fight, "a").shield_spent


SWARMED = (
    "g swarm a with sword", "g done", "h swarm a with sword", "h done",
    "i swarm a with sword", "i done", "k swarm a with sword",
)  # fmt: skip


@pytest.mark.rule("SOV-056", "SOV-057", "SOV-059")
@BOTH
def test_four_assailants_add_six_and_three_and_a_fifth_finds_no_room(rules: str) -> None:
    """7 and 3 more is 10, and a sword deals 8 at most."""
    made = scene(
        "g a h\ni k l",
        rules,
        a=fighter(ac=18, hp=20),
        g=foe(),
        h=foe(),
        i=foe(),
        k=foe(),
        l=foe(),
    )
    run(made, *SWARMED, "k done", "no l swarm a with sword", first="foes")
    fight = run(made, *SWARMED, "k fall-upon a with sword", 11, 7, first="foes")
    assert terms(fight)["swarm"] == 6
    assert hp(fight, "a") == 12


# Charges.


@pytest.mark.rule("SOV-066", "SVE-010")
@BOTH
def test_a_charge_leaves_one_open_until_the_next_turn_or_the_end_of_the_round(rules: str) -> None:
    """The side that acts last charges; when the other side acts again it is a new round."""
    hit = rules == "sovereign"
    fight = run(
        scene("a . . g", rules, a=fighter(ac=14, hp=20), g=foe(hp=30)),
        "g done",
        "a charge g C1 with sword",
        2,
        "a done",
        "g attack a with sword",
        12,
        *([3] if hit else []),
        first="foes",
    )
    assert hp(fight, "a") == (17 if hit else 20)


@pytest.mark.rule("SOV-066", "SOV-115")
@BOTH
def test_the_armour_class_of_a_charger_counts_for_shock_too(rules: str) -> None:
    """AC 15 less 2 is the 13 that a sword's Shock reaches."""
    fight = run(
        scene("a . . g", rules, a=fighter(ac=15, hp=20), g=foe(hp=30)),
        "a charge g C1 with sword",
        2,
        "a done",
        "g attack a with sword",
        2,
    )
    assert hp(fight, "a") == 18


@pytest.mark.rule("SOV-067", "SOV-066")
@BOTH
def test_a_unit_that_charges_away_from_a_foe_is_struck_at_the_lower_armour_class(
    rules: str,
) -> None:
    """11 and 1 hit AC 14 less 2; the charge goes on."""
    fight = run(
        scene("h a . . g", rules, a=fighter(ac=14, hp=20), g=foe(hp=30), h=foe(hp=30)),
        "a charge g D1 with sword",
        "h strike a with sword",
        11,
        4,
        18,
        5,
    )
    assert (hp(fight, "a"), hp(fight, "g")) == (16, 25)


@pytest.mark.rule("SOV-063", "SOV-002")
@BOTH
def test_a_charge_leads_through_an_ally(rules: str) -> None:
    fight = run(
        scene("a b . g", rules, a=fighter(), b=fighter(), g=foe(hp=30)),
        "a charge g C1 with sword",
        15,
        5,
    )
    assert where(fight, "a") == "C1"


# Reach and bows.


@pytest.mark.rule("SOV-085")
@BOTH
def test_a_step_from_5_to_10_ft_stays_in_the_reach_of_a_polearm(rules: str) -> None:
    fight = run(
        scene("g a . . .", rules, a=fighter(hp=20), g=foe(hp=30, weapons=(POLEARM,))),
        "a run C1",
        "a done",
        "g done",
        "a run D1",
        "g strike a with polearm",
        2,
    )
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]
    assert hp(fight, "a") == 18


@pytest.mark.rule("SOV-049", "SOV-050")
@BOTH
def test_a_bow_is_bound_at_the_distance_the_foe_s_weapon_reaches(rules: str) -> None:
    archer = fighter(weapons=(BOW,))
    shoot = "a shoot g with small bow"
    run(scene("a . g", rules, a=archer, g=foe(weapons=(POLEARM,))), f"no {shoot}")
    run(scene("a . g", rules, a=archer, g=foe()), shoot, 2)
    bare = scene("a g . h", rules, a=archer, g=foe(weapons=(UNARMED,)), h=foe())
    if rules == "sovereign":
        run(bare, "no a shoot h with small bow")
    else:
        run(bare, "a shoot h with small bow", 2)
    fight = run(
        scene("a g h", rules, a=fighter(weapons=(DAGGER,)), g=foe(), h=foe()),
        "a throw h with dagger",
        2,
    )
    assert terms(fight)["foe in melee range"] == -4


RELOADS = (
    (BOW, 1, "free", "free"),
    (BOW, 0, "move", "move"),
    (CROSSBOW, 1, "move", "free"),
    (CROSSBOW, 0, "main", "main"),
)
LEFT = {"free": (1, 1), "move": (1, 0), "main": (0, 1)}


@pytest.mark.rule("SOV-091", "SOV-092", "SVE-014")
@BOTH
@pytest.mark.parametrize(("weapon", "shoot", "now", "then"), RELOADS)
def test_what_reloading_costs_by_weapon_skill_and_edition(
    rules: str, weapon: Weapon, shoot: int, now: str, then: str
) -> None:
    fight = run(
        scene("a . . . g", rules, a=fighter(weapons=(weapon,), shoot=shoot), g=foe(hp=30)),
        f"a shoot g with {weapon.name}",
        1,
        "a done",
        "g done",
        f"a reload with {weapon.name}",
    )
    one = unit(fight, "a")
    assert (one.mains, one.moves) == LEFT[now if rules == "sovereign" else then]


# Lying down.


@pytest.mark.rule("SOV-096", "SOV-099", "SOV-100", "SOV-101")
@BOTH
def test_what_lying_down_does_to_shots_blows_and_long_weapons(rules: str) -> None:
    lies = ("g prone", "g done")
    far = scene("a . g", rules, a=fighter(weapons=(SLING,)), g=foe(hp=30))
    fight = run(far, *lies, "a shoot g with sling", 5, first="foes")
    assert terms(fight)["distant prone target"] == -2
    near = scene("a g", rules, a=fighter(), g=foe(hp=30))
    fight = run(near, *lies, "a prone", "a attack g with sword", 1, first="foes")
    assert (terms(fight)["prone target"], terms(fight)["attacker prone"]) == (2, -4)
    long = scene("a . g", rules, a=fighter(weapons=(POLEARM,)), g=foe(hp=30))
    fight = run(long, *lies, "a attack g with polearm", 1, first="foes")
    assert terms(fight)["prone target"] == 2


@pytest.mark.rule("SOV-096", "SOV-037")
@BOTH
def test_a_unit_that_crawls_goes_15_ft_with_each_move(rules: str) -> None:
    fight = run(
        scene("a . . . . . . . g", rules, a=fighter(), g=foe(hp=30)),
        "a prone",
        "no a run E1",
        "a run D1",
        "a run G1",
    )
    assert where(fight, "a") == "G1"


@pytest.mark.rule("SOV-095", "SOV-044")
@BOTH
def test_one_felled_while_it_stands_up_stays_down(rules: str) -> None:
    fight = run(
        scene("a g", rules, a=fighter(hp=3), g=foe(hp=30)),
        "a prone",
        "a stand",
        "g strike a with sword",
        15,
        8,
    )
    assert (unit(fight, "a").status, unit(fight, "a").prone) == (DOWN, True)


# Grapples and two weapons.


WRESTLER = fighter(hp=20, weapons=(UNARMED, SWORD), brawl=1, strength=1)


@pytest.mark.rule("SOV-127", "SOV-130", "SOV-131")
@BOTH
def test_in_a_grapple_no_unit_moves_or_uses_a_blade_and_the_round_hurts(rules: str) -> None:
    """1d2 with Brawl 1 and STR 1."""
    fight = run(
        scene("a g . .", rules, a=WRESTLER, g=foe(hp=30)),
        "a grapple g with unarmed",
        15,
        4,
        4,
        "no a run A1",
        "no a attack g with sword",
        "a done",
        "no g run C1",
        "no g attack a with sword",
        "g done",
        2,
    )
    assert hp(fight, "g") == 26


@pytest.mark.rule("SOV-128", "SOV-129")
@BOTH
def test_one_check_frees_from_those_it_beats(rules: str) -> None:
    """9 beats a grip of 8 and not one of 10; free of both, it may go."""
    made = scene(
        "a g b\n. . .", rules, a=WRESTLER, b=fighter(hp=20, weapons=(UNARMED,)), g=foe(hp=30)
    )
    held = (
        "a grapple g with unarmed", 15, 6, 4, "a done", "b grapple g with unarmed", 15, 6, 4,
        "b done", "g break-free",
    )  # fmt: skip
    fight = run(made, *held, 4, 5, "no g run B2")
    assert len(told(fight, "freed")) == 1
    assert (unit(fight, "g").locked, unit(fight, "b").locked) == (True, False)
    fight = run(made, *held, 5, 5, "g run B2")
    assert where(fight, "g") == "B2"


@pytest.mark.rule("SOV-135", "SOV-136")
@BOTH
def test_two_weapons_cost_1_to_hit_and_add_2_to_damage_but_not_to_shock(rules: str) -> None:
    two = fighter(hp=20, weapons=(SWORD, DAGGER), stab=1)
    made = scene("a g .", rules, "always", a=two, g=foe(hp=30, ac=13))
    fight = run(made, "a dual with dagger", "a attack g with sword", 12, 5)
    assert (terms(fight)["two weapons"], hp(fight, "g")) == (-1, 23)
    fight = run(made, "a dual with dagger", "a attack g with dagger", 2)
    assert hp(fight, "g") == 29, "the dagger's Shock"
    fight = run(
        made,
        *("a dual with dagger", "a attack g with sword", 1, "a single", "a done"),
        *("g run C1", "a strike g with sword", 5),
    )
    assert terms(fight)["two weapons"] == -1, "every attack roll of the round"


@pytest.mark.rule("SOV-118", "SOV-124")
@BOTH
@pytest.mark.parametrize(("weapon", "left"), [(AXE, 18), (SWORD, 20)])
def test_a_shield_helps_only_the_hand_that_holds_it(rules: str, weapon: Weapon, left: int) -> None:
    """With an axe in both hands AC 14 is 13, and the sword's Shock is not stopped."""
    fight = run(
        scene("a g", rules, a=fighter(hp=20, ac=14, shield=1, weapons=(weapon,)), g=foe(hp=30)),
        f"a attack g with {weapon.name}",
        1,
        "a done",
        "g attack a with sword",
        2,
    )
    assert hp(fight, "a") == left


# Screens.


GUARDED = ("b screen a", "b done", "a done")


@pytest.mark.rule("SOV-071", "SOV-073")
@BOTH
def test_skill_1_screens_against_one_attacker_a_round(rules: str) -> None:
    fight = run(
        scene(
            "g a .\nh b .",
            rules,
            a=fighter(hp=20),
            b=fighter(hp=20, stab=1),
            g=foe(hp=30),
            h=foe(hp=30),
        ),
        *GUARDED,
        *("g attack a with sword", 1, 1, 15, 3, "g done", "h attack a with sword", 15, 4),
    )
    assert (hp(fight, "b"), hp(fight, "a")) == (17, 16)


@pytest.mark.rule("SOV-071", "SVE-011")
@BOTH
def test_an_archer_gets_past_with_shoot_in_the_earlier_edition_only(rules: str) -> None:
    """6 and Shoot 3 against 8 and Stab 1; Brawl and Stab are 0."""
    fight = run(
        scene(
            "g . . a .\n. . . b .",
            rules,
            a=fighter(hp=20),
            b=fighter(hp=20, stab=1),
            g=fighter(hp=30, weapons=(BOW,), shoot=3),
        ),
        *GUARDED,
        *("g shoot a with small bow", 3, 3, 15, 3),
    )
    met = "b" if rules == "sovereign" else "a"
    assert hp(fight, met) == 17


@pytest.mark.rule("SOV-077")
@BOTH
def test_only_a_screener_who_moves_away_from_a_foe_provokes(rules: str) -> None:
    guard = fighter(hp=20, stab=1)
    fight = run(scene("g b a", rules, a=fighter(), b=guard, g=foe(hp=30)), "b screen a", "b done")
    assert told(fight, "opportunity") == []
    fight = run(
        scene("g b . a .", rules, a=fighter(), b=guard, g=foe(hp=30)),
        *("b screen a C1", "g strike b with sword", 1, "b done"),
    )
    assert len(told(fight, "opportunity")) == 1


@pytest.mark.rule("SOV-070")
@BOTH
def test_a_ward_that_goes_away_is_screened_no_more(rules: str) -> None:
    fight = run(
        scene("b a . . g", rules, a=fighter(hp=20), b=fighter(hp=20, stab=1), g=foe(hp=30)),
        *("b screen a", "b done", "a run D1", "a done", "g attack a with sword", 15, 3),
    )
    assert hp(fight, "a") == 17


# The fallen.


@pytest.mark.rule("G-20", "SOV-143")
@BOTH
@pytest.mark.parametrize(
    ("spares", "undead", "status"), [(False, False, DEAD), (True, False, DOWN), (True, True, DEAD)]
)
def test_a_mace_kills_unless_told_to_spare_and_undead_are_not_knocked_out(
    rules: str, spares: bool, undead: bool, status: int
) -> None:
    fight = run(
        scene("a g . h", rules, a=fighter(weapons=(MACE,)), g=foe(hp=2, undead=undead), h=foe()),
        *(["a spare"] if spares else []),
        *("a attack g with mace", 18, 6),
    )
    assert unit(fight, "g").status == status


@pytest.mark.rule("SOV-139", "SOV-140", "SOV-141")
@BOTH
@pytest.mark.parametrize(("save", "left"), [(16, 0), (17, 26)])
def test_an_execution_needs_a_save_at_the_attacker_s_skill(
    rules: str, save: int, left: int
) -> None:
    """A save of 15 becomes 17 with Stab 2; who saves takes the most a dagger deals."""
    made = setup(
        "a g . h",
        surprised="foes",
        rules=rules,
        a=fighter(weapons=(DAGGER,), stab=2),
        g=foe(hp=30),
        h=foe(),
    )
    made.poised = ("a",)
    fight = run(made, "a execute g with dagger", save, first="")
    assert hp(fight, "g") == left
