"""Reload a Weapon: the cost by weapon and skill, and a shot empties the weapon."""

import pytest
from tests.scene import BOW, CROSSBOW, SLING, SWORD, fighter, foe, may, play, told, unit, why_not

from shieldwall.engine.state.sheet import Weapon
from shieldwall.fight import Fight


def after_a_shot(weapon: Weapon, shoot: int, more: str = "") -> Fight:
    """Round 2 for an archer who missed in round 1 and has not loaded again."""
    return play(
        "a . . g",
        f"""
        > a shoot g with {weapon.name}
        ! attack d20 1
        > a done
        > g done
        {more}
        """,
        a=fighter(weapons=(weapon, SWORD), shoot=shoot),
        g=foe(),
    )


def budget(fight: Fight, ident: str) -> tuple[int, int]:
    """Mains and Moves left."""
    found = unit(fight, ident)
    return int(found.mains), int(found.moves)


@pytest.mark.rule("SOV-090")
@pytest.mark.parametrize("weapon", [BOW, CROSSBOW, SLING], ids=lambda weapon: weapon.name)
def test_a_weapon_that_has_been_shot_must_be_loaded_before_it_shoots_again(weapon: Weapon) -> None:
    fight = after_a_shot(weapon, shoot=1)
    assert why_not(fight, f"a shoot g with {weapon.name}") == "not-loaded SOV-090"
    fight.push(f"a reload with {weapon.name}")
    assert told(fight, "reloads") == [f"reloads unit=a weapon={weapon.name.replace(' ', '_')}"]
    assert may(fight, f"a shoot g with {weapon.name}")


@pytest.mark.rule("SOV-090")
def test_a_loaded_weapon_is_not_loaded_again_and_a_sword_never() -> None:
    fight = play("a . g", "", a=fighter(weapons=(BOW, SWORD), shoot=1), g=foe())
    assert why_not(fight, "a reload with small bow") == "is-loaded SOV-090"
    assert why_not(fight, "a reload with sword") == "is-loaded SOV-090"


@pytest.mark.rule("SOV-090")
def test_each_weapon_is_loaded_for_itself() -> None:
    fight = play(
        "a . . g",
        """
        > a shoot g with crossbow
        ! attack d20 1
        """,
        a=fighter(weapons=(BOW, CROSSBOW), shoot=1),
        g=foe(),
    )
    assert why_not(fight, "a reload with small bow") == "is-loaded SOV-090"
    assert may(fight, "a reload with crossbow")


@pytest.mark.rule("SOV-091")
@pytest.mark.parametrize(("shoot", "left"), [(-1, (1, 0)), (0, (1, 0)), (1, (1, 1)), (2, (1, 1))])
def test_a_bow_is_loaded_freely_with_shoot_1_and_with_a_move_without(
    shoot: int, left: tuple[int, int]
) -> None:
    fight = after_a_shot(BOW, shoot, "> a reload with small bow")
    assert budget(fight, "a") == left


@pytest.mark.rule("SOV-092")
@pytest.mark.parametrize(("shoot", "left"), [(-1, (0, 1)), (0, (0, 1)), (1, (1, 0)), (2, (1, 0))])
def test_a_crossbow_is_loaded_with_a_move_at_shoot_1_and_with_the_main_without(
    shoot: int, left: tuple[int, int]
) -> None:
    fight = after_a_shot(CROSSBOW, shoot, "> a reload with crossbow")
    assert budget(fight, "a") == left


@pytest.mark.rule("SOV-091")
def test_a_unit_that_has_nothing_left_still_loads_a_bow_freely_but_only_if_trained() -> None:
    for shoot, reason in ((1, ""), (0, "move-spent SOV-036")):
        fight = play(
            "a . . . g",
            """
            > a run B1
            > a shoot g with small bow
            ! attack d20 1
            """,
            a=fighter(weapons=(BOW,), shoot=shoot),
            g=foe(),
        )
        assert budget(fight, "a") == (0, 0)
        assert why_not(fight, "a reload with small bow") == reason


@pytest.mark.rule("SOV-092")
def test_only_a_trained_hand_loads_the_crossbow_in_the_turn_of_the_shot() -> None:
    for shoot, reason in ((1, ""), (0, "main-spent SOV-035")):
        fight = play(
            "a . . g",
            """
            > a shoot g with crossbow
            ! attack d20 1
            """,
            a=fighter(weapons=(CROSSBOW,), shoot=shoot),
            g=foe(),
        )
        assert why_not(fight, "a reload with crossbow") == reason


@pytest.mark.rule("SOV-091", "SOV-092")
def test_a_main_may_serve_as_the_move_it_takes_to_load() -> None:
    for weapon, shoot in ((BOW, 0), (CROSSBOW, 1)):
        fight = after_a_shot(weapon, shoot, f"> a run B1\n> a reload with {weapon.name}")
        assert budget(fight, "a") == (0, 0)


@pytest.mark.rule("SOV-046", "SOV-090")
def test_loading_next_to_an_armed_foe_provokes_nothing() -> None:
    fight = play(
        "a . g",
        """
        > a shoot g with crossbow
        ! attack d20 1
        > a done
        > g run B1
        > g done
        > a reload with crossbow
        = reloads unit=a weapon=crossbow
        > a done
        """,
        a=fighter(weapons=(CROSSBOW,), shoot=0),
        g=foe(),
    )
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-093")
def test_arrows_are_not_counted() -> None:
    shot = """
        > a shoot g with small bow
        ! attack d20 1
        > a reload with small bow
        > a done
        > g run {}
        > g done
        """
    fight = play(
        "a . . . g .",
        "".join(shot.format("F1" if number % 2 == 0 else "E1") for number in range(60)),
        a=fighter(weapons=(BOW,), shoot=1),
        g=foe(),
    )
    assert len(told(fight, "attack")) == 60
    assert may(fight, "a shoot g with small bow")
