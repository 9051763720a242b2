"""The end and the cost of a charge: an attack at +2, less AC for a while, foes attack first."""

from collections.abc import Callable

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    POLEARM,
    SPEAR,
    SWORD,
    fighter,
    foe,
    listed,
    may,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.points import PROVOKED
from shieldwall.engine.ruleset import BY_LEAVING_REACH, Dial
from shieldwall.engine.state.state import DOWN


@pytest.mark.rule("SOV-065")
def test_the_charge_ends_with_one_blow_at_plus_two() -> None:
    """12 + 1 + 2 meets AC 15, 11 does not."""
    for die, hit in ((11, "no"), (12, "yes")):
        fight = play(
            "a . . g",
            f"""
            > a charge C1 g with sword
            ! attack d20 {die}
            """
            + ("! damage d8 3" if hit == "yes" else ""),
            a=fighter(attack=1),
            g=foe(hp=9, ac=15),
        )
        assert told(fight, "attack") == [
            f"attack unit=a target=g weapon=sword how=melee die={die} total={die + 3} ac=15 "
            f"hit={hit}"
        ]
        assert not may(fight, "a attack g")


@pytest.mark.rule("SOV-065")
def test_a_charge_may_end_with_a_throw_at_plus_two() -> None:
    fight = play(
        "a . . . . g",
        """
        > a charge B1 g with dagger
        ! attack d20 1
        """,
        a=fighter(attack=1, weapons=(DAGGER,)),
        g=foe(ac=19),
    )
    assert told(fight, "attack") == [
        "attack unit=a target=g weapon=dagger how=thrown die=1 total=4 ac=19 hit=no"
    ]
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "charge": 2}
    assert where(fight, "a") == "B1"


@pytest.mark.rule("SOV-065")
def test_within_reach_a_weapon_that_can_be_thrown_strikes() -> None:
    fight = play(
        "a . . . g",
        """
        > a charge C1 g with spear
        ! attack d20 1
        """,
        a=fighter(weapons=(SPEAR,)),
        g=foe(ac=19),
    )
    assert told(fight, "attack")[0].split()[4] == "how=melee"
    assert unit(fight, "a").gone == 0


@pytest.mark.rule("SOV-065")
def test_a_charge_ends_with_neither_a_bowshot_nor_a_blow_out_of_reach() -> None:
    fight = play("a . . . . . g", "", a=fighter(weapons=(SWORD, BOW)), g=foe())
    assert why_not(fight, "a charge C1 g with small bow") == "no-melee-weapon SOV-047"
    assert why_not(fight, "a charge E1 g with sword") == "out-of-reach SOV-047"
    assert may(fight, "a charge F1 g with sword")


def acs(tape: str) -> list[str]:
    """The charger's AC against each attack; the foes act first, so their round 2 comes before its
    turn.
    """
    fight = play(
        """
        a . . g
        . . . .
        . . . .
        """,
        tape,
        first="foes",
        a=fighter(ac=14, hp=20),
        g=foe(hp=20, ac=19),
    )
    return [text.split()[7] for text in told(fight, "attack") if "target=a" in text]


@pytest.mark.rule("SOV-066")
def test_the_charger_has_two_ac_less_until_its_next_turn_begins() -> None:
    """Through the foes' turn of round 2; an attack provoked on its own turn meets the full AC."""
    assert acs(
        """
        > g done
        > a charge C1 g with sword
        ! attack d20 1
        > a done
        > g attack a with sword
        ! attack d20 1
        > g done
        > a run C3
        > g strike a
        ! attack d20 1
        """
    ) == ["ac=12", "ac=14"]


@pytest.mark.rule("SOV-066", "SOV-067")
def test_the_ac_is_down_from_the_declaration_so_the_blow_it_provokes_meets_it_too() -> None:
    fight = play(
        "g a . . h",
        """
        > a charge D1 h with sword
        > g strike a
        ! attack d20 1
        ! attack d20 1
        """,
        a=fighter(ac=16),
        g=foe(),
        h=foe(ac=19),
    )
    assert "ac=14" in told(fight, "attack")[0]


@pytest.mark.rule("SOV-067")
def test_foes_adjacent_at_the_start_of_a_charge_strike_before_it() -> None:
    fight = play(
        "b a g .\n. . . .\n. . . .\n. . h .",
        """
        > a charge B3 h with sword
        > g strike a
        ! attack d20 20
        ! damage d8 8
        """,
        a=fighter(hp=1),
        b=fighter(),
        g=foe(),
        h=foe(),
    )
    assert unit(fight, "a").status == DOWN
    assert where(fight, "a") == "B1"
    assert told(fight, "charges", "opportunity", "moved", "attack") == [
        "charges unit=a target=h",
        "opportunity unit=g target=a",
        "attack unit=g target=a weapon=sword how=melee die=20 total=21 ac=10 hit=yes",
    ], "one who falls neither moves nor strikes"


@pytest.mark.rule("SOV-067")
def test_a_charge_provokes_even_where_it_stays_within_reach() -> None:
    """Only the starting square counts."""
    fight = play("a g\n. .", "> a charge A2 g with sword", a=fighter(), g=foe())
    assert fight.request is not None
    assert fight.request.point == PROVOKED
    assert told(fight, "moved") == []


PAST_H = """
    . . h . . .
    a . . . . g
    """


@pytest.mark.rule("SOV-067")
def test_a_charge_past_a_foe_or_out_of_a_polearms_reach_provokes_no_unit() -> None:
    tape = """
        > a charge E2 g with sword
        ! attack d20 1
        """
    for weapon in (SWORD, POLEARM):
        fight = play(PAST_H, tape, a=fighter(), g=foe(ac=19), h=foe(weapons=(weapon,)))
        assert told(fight, "opportunity") == []
        assert where(fight, "a") == "E2"


@pytest.mark.rule("SOV-067")
def test_an_adjacent_foe_with_a_bow_in_hand_does_not_strike_at_a_charger() -> None:
    fight = play(
        "h a . . g",
        """
        > a charge D1 g with sword
        ! attack d20 1
        """,
        a=fighter(),
        g=foe(ac=19),
        h=foe(weapons=(BOW, SWORD)),
    )
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-067")
def test_where_a_table_rules_so_a_charge_provokes_by_leaving_reach(
    edition: Callable[..., str],
) -> None:
    made = setup(PAST_H, a=fighter(), g=foe(ac=19), h=foe())
    made.rules = edition(Dial("charge_screen_provokes", BY_LEAVING_REACH, "SOV-067"))
    fight = play_setup(
        made,
        """
        > a charge E2 g with sword
        = moved unit=a path=B2,C2,D2 feet=15
        > h pass
        ! attack d20 1
        """,
    )
    assert where(fight, "a") == "E2"


@pytest.mark.rule("SOV-068")
def test_one_cannot_disengage_and_charge_in_the_same_round() -> None:
    """Both take the Main."""
    fight = play("a g . . h", "> a disengage", a=fighter(), g=foe(), h=foe())
    assert why_not(fight, "a charge A1 g with sword") == "main-spent SOV-035"
    assert not any(" charge " in text for text in listed(fight))
