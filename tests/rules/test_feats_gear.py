"""Weapons drawn at once: armsmaster, deadeye and assassin; fast loading."""

import pytest
from tests.rules.feat_scene import KNIFE, feat
from tests.rules.ways import exact
from tests.scene import (
    BOW,
    CROSSBOW,
    DAGGER,
    SPEAR,
    SWORD,
    fighter,
    foe,
    may,
    play,
    play_setup,
    setup,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.abilities import NO_ABILITIES, Abilities
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import DEAD
from shieldwall.fight import Fight

# Drawn at once.


def packed(traits: Abilities, *stowed: Weapon) -> Sheet:
    """A dagger in hand, the rest in the pack."""
    bits = (1 << len(stowed) + 1) - 2
    return fighter(weapons=(DAGGER, *stowed), stowed=bits, abilities=traits)


@pytest.mark.rule("SOV-089")
@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("armsmaster", ("", "", "not-at-once SOV-089")),
        ("deadeye", ("not-at-once SOV-089", "", "")),
        ("assassin", ("not-at-once SOV-089",) * 3),
    ],
)
def test_what_may_be_drawn_at_once_depends_on_the_training(
    name: str, reasons: tuple[str, ...]
) -> None:
    """A sword is for melee, a spear is thrown too, a bow is not."""
    who = packed(feat(name, 1), SWORD, SPEAR, BOW)
    fight = play("a . . . g", "", a=who, g=foe())
    found = tuple(why_not(fight, f"a draw with {arm.name}") for arm in (SWORD, SPEAR, BOW))
    assert found == reasons


@pytest.mark.rule("SOV-089", "SOV-039")
def test_a_weapon_is_drawn_in_the_middle_of_the_foes_turn_for_nothing() -> None:
    """The spear then threatens the foe who goes on."""
    fight = play(
        "a . g\n. . .",
        """
        > a draw with spear
        = readies unit=a weapon=spear
        > g run C2-C1
        """,
        first="foes",
        a=packed(feat("armsmaster", 1), SPEAR),
        g=foe(),
    )
    assert unit(fight, "a").wielded == 1
    assert unit(fight, "a").stowed == 0
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)


@pytest.mark.rule("SOV-089")
def test_a_weapon_drawn_on_ones_own_turn_strikes_with_the_main_that_is_left() -> None:
    fight = play(
        "a g",
        """
        > a draw with sword
        > a attack g with sword
        ! attack d20 18
        ! damage d8 4
        """,
        a=packed(feat("armsmaster", 1), SWORD),
        g=foe(hp=4),
    )
    assert unit(fight, "g").status == DEAD


@pytest.mark.rule("SOV-089")
def test_what_is_at_hand_or_lost_is_not_drawn() -> None:
    fight = play("a . g", "", a=packed(feat("armsmaster", 1), SWORD), g=foe())
    assert why_not(fight, "a draw with dagger") == "is-readied SOV-089"
    plain = play("a . g", "", a=packed(NO_ABILITIES, SWORD), g=foe())
    assert why_not(plain, "a draw with sword") == "not-at-once SOV-089"


@pytest.mark.rule("SOV-089", "SOV-152")
def test_one_with_empty_hands_is_asked_when_a_foe_comes_near() -> None:
    who = packed(feat("armsmaster", 1), SWORD)
    tape = "> a stow with dagger\n> a done\n> g run B1\n> a draw with sword\n"
    fight = play("a . . . g", tape, stops="matters", a=who, g=foe())
    assert told(fight, "readies") == ["readies unit=a weapon=sword"]


# A hidden knife.


@pytest.mark.rule("SOV-089")
@pytest.mark.parametrize(("weapon", "mains"), [(KNIFE, 1), (SWORD, 0)])
def test_an_assassin_has_a_knife_out_for_nothing_but_no_sword(weapon: Weapon, mains: int) -> None:
    fight = play(
        "a . g",
        f"> a ready with {weapon.name}\n",
        a=packed(feat("assassin", 1), weapon),
        g=foe(),
    )
    assert told(fight, "readies") == [f"readies unit=a weapon={weapon.name}"]
    assert unit(fight, "a").mains == mains


def ambush(tape: str, a: Sheet, drawing: str = "a g") -> Fight:
    made = setup(drawing, surprised="foes", a=a, g=foe(hp=4, ac=30, fearless=True))
    return play_setup(made, tape, first="")


@pytest.mark.rule("SOV-022")
@pytest.mark.parametrize(
    ("verb", "drawing", "weapon", "hit"),
    [
        ("attack", "a g", KNIFE, True),
        ("throw", "a . g", KNIFE, True),
        ("throw", "a . . g", KNIFE, False),
        ("attack", "a g", SWORD, False),
    ],
)
def test_in_the_free_round_an_assassins_knife_does_not_miss_at_close_quarters(
    verb: str, drawing: str, weapon: Weapon, hit: bool
) -> None:
    who = fighter(weapons=(weapon,), abilities=feat("assassin", 1))
    damage = f"! damage d{weapon.sides} 4\n" if hit else ""
    fight = ambush(f"> a {verb} g with {weapon.name}\n! attack d20 1\n{damage}", who, drawing)
    assert (unit(fight, "g").status == DEAD) == hit


@pytest.mark.rule("SOV-022")
def test_later_an_assassins_knife_misses_like_any_other() -> None:
    fight = play(
        "a g",
        "> a attack g with knife\n! attack d20 1\n",
        a=fighter(weapons=(KNIFE,), abilities=feat("assassin", 1)),
        g=foe(ac=30),
    )
    assert unit(fight, "g").hp == 4
    other = ambush("> a attack g with knife\n! attack d20 1\n", fighter(weapons=(KNIFE,)))
    assert unit(other, "g").hp == 4


# A murder in passing.


def murder(tape: str, level: int, drawing: str = "a . . g .") -> Fight:
    made = setup(
        drawing,
        surprised="foes",
        a=fighter(abilities=feat("assassin", level)),
        g=foe(hp=20, saves=(15, 15, 15)),
        h=foe(),
    )
    made.poised = ("a",)
    return play_setup(made, tape, first="")


@pytest.mark.rule("SOV-153", "SOV-139")
def test_an_assassin_splits_a_move_around_an_execution() -> None:
    """10 ft to the victim, and of 30 ft 20 are left to get away."""
    fight = murder(
        """
        > a execute B1-C1 g with sword
        ! save d20 2
        = falls unit=g by=a how=dead
        """,
        2,
        "a . . g h\n. . . . .",
    )
    assert where(fight, "a") == "C1"
    assert exact(fight, "a run B1 A1 A2 B2 C2") == "too-far SOV-084"
    assert may(fight, "a run A2")
    fight.push("a run B2-A2")
    assert where(fight, "a") == "A2"
    assert why_not(fight, "a run A1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-153")
def test_no_other_unit_splits_a_move_around_an_execution() -> None:
    fight = murder("", 1, "a . . g h")
    assert why_not(fight, "a execute B1-C1 g with sword") == "not-learnt SOV-153"


@pytest.mark.rule("SOV-153", "SOV-084")
def test_an_assassin_goes_no_farther_than_its_move() -> None:
    far = murder("", 2, "a . . . . . . . g h")
    assert why_not(far, "a execute B1-C1-D1-E1-F1-G1-H1 g with sword") == "too-far SOV-084"
    spent = murder("> a run B1\n", 2, "a . . . g h")
    assert why_not(spent, "a execute C1-D1 g with sword") == "move-spent SOV-036"


@pytest.mark.rule("SOV-142")
@pytest.mark.parametrize(
    ("name", "weapon", "extra"),
    [("armsmaster", SWORD, 2), ("deadeye", SWORD, 0), ("deadeye", BOW, 2), ("armsmaster", BOW, 0)],
)
def test_the_most_an_execution_deals_counts_the_feats_for_the_weapon(
    name: str, weapon: Weapon, extra: int
) -> None:
    traits = feat(name, 1, stab=2, shoot=2)
    made = setup(
        "a . g" if weapon is BOW else "a g",
        surprised="foes",
        a=fighter(weapons=(weapon,), abilities=traits),
        g=foe(hp=40),
    )
    made.poised = ("a",)
    check = "! execution d6 6\n! execution d6 6\n" if weapon is BOW else ""
    tape = f"> a execute g with {weapon.name}\n{check}! save d20 20\n"
    fight = play_setup(made, tape, first="")
    assert unit(fight, "g").hp == 40 - weapon.sides - extra


# Loading.


@pytest.mark.rule("SOV-092")
@pytest.mark.parametrize(("level", "moves"), [(1, 0), (2, 1)])
def test_a_deadeye_of_the_second_level_loads_a_crossbow_in_passing(level: int, moves: int) -> None:
    fight = play(
        "a . . g",
        "> a shoot g with crossbow\n! attack d20 1\n> a reload with crossbow\n",
        a=fighter(weapons=(CROSSBOW,), shoot=1, abilities=feat("deadeye", level)),
        g=foe(),
    )
    assert unit(fight, "a").unloaded == 0
    assert unit(fight, "a").moves == moves


@pytest.mark.rule("SOV-091")
def test_it_helps_with_a_bow_in_untrained_hands_too() -> None:
    fight = play(
        "a . . g",
        "> a shoot g with small bow\n! attack d20 1\n> a reload with small bow\n",
        a=fighter(weapons=(BOW,), abilities=feat("deadeye", 2)),
        g=foe(),
    )
    assert unit(fight, "a").moves == 1
