"""Snap Attack: the round's Main for an attack at -4.

Its moments and effects are in `test_snap_moments`.
"""

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    terms,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.state import DEAD


@pytest.mark.rule("SOV-051")
@pytest.mark.parametrize(("die", "hit"), [(14, "no"), (15, "yes")])
def test_a_snap_attack_is_an_attack_at_minus_four(die: int, hit: str) -> None:
    """15 + 1 - 4 is just AC 12. On its own turn it needs no trigger."""
    fight = play(
        "a g",
        f"""
        > a snap g with sword
        ! attack d20 {die}
        {"! damage d8 3" if hit == "yes" else ""}
        """,
        a=fighter(attack=1),
        g=foe(hp=9, ac=12),
    )
    assert told(fight, "snap", "attack") == [
        "snap unit=a target=g",
        f"attack unit=a target=g weapon=sword how=melee die={die} total={die - 3} ac=12 hit={hit}",
    ]
    assert terms(fight) == {"d20": die, "attack bonus": 1, "snap attack": -4}


@pytest.mark.rule("SOV-051", "SOV-052")
def test_a_snap_attack_costs_the_main_of_the_round_and_leaves_the_move() -> None:
    fight = play(
        "a g . .",
        """
        > g attack a with sword
        ! attack d20 12
        > a snap g with sword
        ! attack d20 2
        = harm unit=g by=a amount=2 left=2 cause=shock
        ! damage d8 3
        > g done
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8),
        g=foe(hp=4),
    )
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a snap g with sword") == "main-spent SOV-052"
    assert why_not(fight, "a total-defense") == "main-spent SOV-078"
    assert may(fight, "a prone")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)


@pytest.mark.rule("SOV-052")
@pytest.mark.parametrize("spent", ["attack g with sword", "disengage", "run A2\n> a run A1"])
def test_a_unit_that_has_used_the_main_is_not_asked_for_a_snap_attack(spent: str) -> None:
    """However the Main was spent, even on a second Move. Any hit would have felled the foe."""
    dice = "! attack d20 1" if spent.startswith("attack") else ""
    fight = play(
        """
        a g
        . .
        """,
        f"""
        > a {spent}
        {dice}
        > a done
        > g attack a with sword
        ! attack d20 12
        ! damage d8 3
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=3, ac=14, creature=True),
    )
    assert told(fight, "snap") == []
    assert unit(fight, "a").hp == 5


@pytest.mark.rule("SOV-052", "SOV-082")
def test_a_main_kept_through_one_s_own_turn_is_good_for_a_snap_attack() -> None:
    fight = play(
        "a g h",
        """
        > a done
        > g attack a with sword
        ! attack d20 12
        > a snap g with sword
        ! attack d20 15
        ! damage d8 4
        """,
        stops="matters",
        a=fighter(),
        g=foe(hp=4, creature=True),
        h=foe(hp=99, creature=True),
    )
    assert unit(fight, "g").status == DEAD
    assert unit(fight, "a").hp == 8


@pytest.mark.rule("SOV-051")
def test_the_next_round_brings_another_main_for_another_snap_attack() -> None:
    fight = play(
        "a g",
        """
        > a snap g with sword
        ! attack d20 1
        > a done
        > g done
        = round number=2
        > a snap g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(hp=9, ac=14),
    )
    assert len(told(fight, "snap")) == 2


@pytest.mark.rule("SOV-053")
@pytest.mark.parametrize("disciplined", [False, True])
def test_of_creatures_only_the_disciplined_snap(disciplined: bool) -> None:
    fight = play(
        "a g",
        f"""
        > a attack g with sword
        ! attack d20 12
        {"> g snap a with sword" if disciplined else "> g pass"}
        {"! attack d20 2" if disciplined else ""}
        ! damage d8 3
        """,
        stops="matters",
        a=fighter(hp=4),
        g=foe(hp=4, ac=11, creature=True, disciplined=disciplined),
    )
    assert told(fight, "snap") == (["snap unit=g target=a"] if disciplined else [])
    assert unit(fight, "a").hp == (2 if disciplined else 4), "its Shock"
    assert unit(fight, "g").hp == 1


@pytest.mark.rule("SOV-053")
def test_a_creature_that_lacks_the_nerve_is_told_so() -> None:
    fight = play("a g", "", first="foes", a=fighter(), g=foe(creature=True))
    assert why_not(fight, "g snap a with sword") == "not-disciplined SOV-053"
    fight = play("a g", "", first="foes", a=fighter(), g=foe(creature=True, disciplined=True))
    assert why_not(fight, "g snap a with sword") == ""


# Weapons and targets.


@pytest.mark.rule("SOV-051")
def test_a_snap_attack_may_be_a_shot_or_a_throw() -> None:
    for weapon, how, gone in ((BOW, "shot", 0), (DAGGER, "thrown", 1)):
        fight = play(
            "a . . g",
            f"""
            > a snap g with {weapon.name}
            ! attack d20 15
            ! damage d{weapon.sides} 3
            """,
            a=fighter(weapons=(weapon,)),
            g=foe(hp=9),
        )
        named = weapon.name.replace(" ", "_")
        assert told(fight, "attack") == [
            f"attack unit=a target=g weapon={named} how={how} die=15 total=12 ac=12 hit=yes"
        ]
        assert unit(fight, "a").gone == gone


@pytest.mark.rule("SOV-051")
def test_a_snap_attack_needs_what_any_attack_needs() -> None:
    """Reach, a loaded bow, no foe at the archer's side."""
    fight = play("a . g", "", a=fighter(), g=foe())
    assert why_not(fight, "a snap g with sword") == "out-of-reach SOV-047"
    fight = play("a g", "", a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(fight, "a snap g with small bow") == "bound SOV-050"
    tape = "> a shoot g with small bow\n! attack d20 1\n> a done\n> g done"
    fight = play("a . g", tape, a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(fight, "a snap g with small bow") == "not-loaded SOV-090"
    fight = play("b a g", "", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "a snap b with sword") == "no-foe SOV-047"


@pytest.mark.rule("SOV-051")
def test_an_answer_goes_to_the_unit_whose_action_it_answers() -> None:
    fight = play(
        "g a h",
        """
        > g attack a with sword
        ! attack d20 12
        """,
        first="foes",
        stops="matters",
        a=fighter(),
        g=foe(creature=True),
        h=foe(creature=True),
    )
    assert why_not(fight, "a snap h with sword") == "not-the-one SOV-051"
    assert why_not(fight, "a snap g with sword") == ""


@pytest.mark.rule("SOV-051")
@pytest.mark.parametrize("drawing", ["a g", "a . g"])
def test_empty_hands_make_no_snap_attack(drawing: str) -> None:
    """The dagger was thrown in the round before and is in the foe's square."""
    fight = play(
        drawing,
        """
        > a throw g with dagger
        ! attack d20 1
        > a done
        > g done
        = round number=2
        """,
        a=fighter(weapons=(DAGGER,)),
        g=foe(hp=9, weapons=(UNARMED,)),
    )
    assert unit(fight, "a").wielded == -1
    assert not may(fight, "a snap g")
    assert not may(fight, "a snap g with dagger")


@pytest.mark.rule("SOV-051", "SOV-089")
def test_a_weapon_in_the_pack_makes_no_snap_attack() -> None:
    fight = play("a g", "", a=fighter(weapons=(SWORD,), stowed=1), g=foe())
    assert not may(fight, "a snap g with sword")
