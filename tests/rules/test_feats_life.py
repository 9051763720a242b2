"""Feats for survival: close combatant, die hard, impervious defense."""

import pytest
from tests.rules.feat_scene import feat
from tests.scene import POLEARM, SWORD, fighter, foe, may, play, told, unit, why_not

from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.fight import Fight

# Shock that does not touch one.


@pytest.mark.rule("SOV-119")
def test_a_close_combatant_takes_no_shock() -> None:
    fight = play(
        "g a",
        "> g attack a with sword\n! attack d20 1\n",
        first="foes",
        a=fighter(ac=13, abilities=feat("close_combatant", 1)),
        g=foe(),
    )
    assert told(fight, "harm", "shock-ignored") == ["shock-ignored unit=a by=g"]
    assert unit(fight, "a").hp == 8


@pytest.mark.rule("SOV-119", "SOV-118")
def test_a_unit_that_shock_does_not_touch_keeps_its_shield_for_later() -> None:
    fight = play(
        "g a",
        "> g attack a with sword\n! attack d20 1\n",
        first="foes",
        a=fighter(ac=13, shield=1, abilities=feat("close_combatant", 1)),
        g=foe(),
    )
    assert not unit(fight, "a").shield_spent


@pytest.mark.rule("SOV-119", "SOV-124")
def test_immunity_to_shock_takes_away_the_least_a_hit_deals() -> None:
    hit = "> g attack a with polearm\n! attack d20 18\n! damage d10 1\n"
    for traits, left in ((feat("close_combatant", 1), 7), (NO_ABILITIES, 6)):
        fight = play(
            "g a", hit, first="foes", a=fighter(abilities=traits), g=foe(weapons=(POLEARM,))
        )
        assert unit(fight, "a").hp == left


@pytest.mark.rule("SOV-060", "SOV-120")
def test_a_swarm_leaves_no_room_to_slip_away() -> None:
    fight = play(
        "g a h",
        """
        > g swarm a with sword
        > g done
        > h swarm a with sword
        > h fall-upon a with sword
        ! attack d20 1
        = harm unit=a by=h amount=2 left=6 cause=shock
        """,
        first="foes",
        a=fighter(ac=20, abilities=feat("close_combatant", 1)),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "shock-ignored") == []


def test_no_total_defense_is_offered_against_shock_that_does_not_touch_one() -> None:
    """It would stop the Shock of a miss, but there is none."""
    miss = "> g attack a with sword\n! attack d20 1\n"
    for traits, asked in ((feat("close_combatant", 1), False), (NO_ABILITIES, True)):
        fight = play(
            "g a", miss, first="foes", stops="matters", a=fighter(ac=13, abilities=traits), g=foe()
        )
        assert may(fight, "a total-defense" if asked else "g done")


# Die hard.


def felled(who: Sheet, rounds: int = 1) -> Fight:
    """`a` is brought to 0 HP in round 1, and this many rounds pass; `b` keeps the fight going."""
    rest = "> g done\n> b done\n" * (rounds - 1)
    return play(
        "g a . b",
        f"> g attack a with sword\n! attack d20 18\n! damage d8 8\n> g done\n> b done\n{rest}",
        first="foes",
        a=who,
        b=fighter(hp=20),
        g=foe(hp=20, fearless=True),
    )


@pytest.mark.rule("SOV-141")
def test_a_unit_that_dies_hard_does_not_bleed_to_death() -> None:
    fight = felled(fighter(abilities=feat("die_hard", 1)), 8)
    assert unit(fight, "a").status == DOWN
    assert unit(fight, "a").stable
    assert unit(felled(fighter(), 8), "a").status == DEAD


@pytest.mark.rule("SOV-141")
def test_even_a_unit_that_dies_hard_is_dead_without_a_name_or_when_frail() -> None:
    """The feat binds wounds; there is nothing to bind on the dead."""
    fight = felled(fighter(abilities=feat("die_hard", 1), named=False))
    assert (unit(fight, "a").status, unit(fight, "a").stable) == (DEAD, False)


@pytest.mark.rule("SOV-167")
def test_at_the_second_level_the_first_fall_leaves_1_hp_and_the_next_is_one() -> None:
    fight = play(
        "g a",
        """
        > g attack a with sword
        ! attack d20 18
        ! damage d8 8
        = hangs-on unit=a left=1
        > g done
        > a done
        > g attack a with sword
        ! attack d20 18
        ! damage d8 1
        = falls unit=a by=g how=down
        """,
        first="foes",
        a=fighter(hp=8, abilities=feat("die_hard", 2)),
        g=foe(),
    )
    assert unit(fight, "a").hp == 0


@pytest.mark.rule("SOV-167")
def test_a_unit_that_hangs_on_is_on_its_feet_and_armed() -> None:
    fight = felled(fighter(abilities=feat("die_hard", 2)))
    assert (unit(fight, "a").status, unit(fight, "a").hp) == (ACTIVE, 1)
    assert not unit(fight, "a").prone
    assert told(fight, "falls", "drops") == []
    assert unit(felled(fighter(abilities=feat("die_hard", 1))), "a").status == DOWN


# Impervious defense.

HIT = "> g attack a with sword\n! attack d20 18\n! damage d8 6\n"


def struck(tape: str, level: int = 2) -> Fight:
    """`a` has no use for Total Defense: the roll beats its AC by far, and Shock ends at 13."""
    return play(
        "g a h",
        HIT + tape,
        first="foes",
        stops="matters",
        a=fighter(hp=20, ac=14, abilities=feat("impervious_defense", level)),
        g=foe(hp=30, attack=5),
        h=foe(hp=30, attack=5),
    )


@pytest.mark.rule("SOV-166")
def test_a_hit_may_be_shrugged_off_after_its_damage_is_known() -> None:
    fight = struck("> a shrug-off\n")
    assert told(fight, "harm", "shrugs-off") == ["shrugs-off unit=a by=g amount=6"]
    assert unit(fight, "a").hp == 20
    assert not unit(fight, "a").hurt


@pytest.mark.rule("SOV-166")
def test_the_damage_counts_where_it_is_let_pass_and_the_chance_is_kept() -> None:
    fight = struck(
        """
        > a pass
        = harm unit=a by=g amount=6 left=14 cause=hit
        > g done
        > h attack a with sword
        ! attack d20 18
        ! damage d8 5
        > a shrug-off
        """
    )
    assert unit(fight, "a").hp == 14


@pytest.mark.rule("SOV-166")
def test_only_one_hit_a_fight_is_shrugged_off() -> None:
    fight = struck(
        """
        > a shrug-off
        > g done
        > h attack a with sword
        ! attack d20 18
        ! damage d8 5
        = harm unit=a by=h amount=5 left=15 cause=hit
        """
    )
    assert told(fight, "shrugs-off") == ["shrugs-off unit=a by=g amount=6"]


@pytest.mark.rule("SOV-166")
def test_the_first_level_and_others_shrug_off_nothing() -> None:
    assert unit(struck("", level=1), "a").hp == 14


@pytest.mark.rule("SOV-166", "SOV-121")
def test_shock_is_no_hit_to_shrug_off() -> None:
    fight = play(
        "g a",
        "> g attack a with sword\n> a pass\n! attack d20 1\n> a pass\n",
        first="foes",
        stops="always",
        a=fighter(hp=20, ac=13, weapons=(SWORD,), abilities=feat("impervious_defense", 2)),
        g=foe(),
    )
    assert unit(fight, "a").hp == 18


@pytest.mark.rule("SOV-166")
def test_out_of_its_moment_there_is_nothing_to_shrug_off() -> None:
    """At the roll the damage is not known yet."""
    fight = play(
        "g a",
        "> g attack a with sword\n> a pass\n! attack d20 12\n",
        first="foes",
        stops="always",
        a=fighter(hp=20, abilities=feat("impervious_defense", 2)),
        g=foe(),
    )
    assert why_not(fight, "a shrug-off") == "no-such-reaction SOV-039"
