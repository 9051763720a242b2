"""Go Prone and Stand Up: cost, provoked attacks, crawling speed."""

import pytest
from tests.scene import (
    BOW,
    CLAWS,
    DAGGER,
    POLEARM,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.state import DOWN
from shieldwall.fight import Fight


def budget(fight: Fight, ident: str) -> tuple[int, int]:
    """Mains and Moves left."""
    found = unit(fight, ident)
    return int(found.mains), int(found.moves)


@pytest.mark.rule("SOV-096")
def test_falling_costs_nothing_and_provokes_nothing() -> None:
    fight = play(
        "a g",
        """
        > a prone
        = prone unit=a
        """,
        a=fighter(),
        g=foe(),
    )
    assert unit(fight, "a").prone
    assert budget(fight, "a") == (1, 1)
    assert told(fight, "opportunity", "attack") == []
    assert why_not(fight, "a prone") == "is-prone SOV-096"


@pytest.mark.rule("SOV-096")
def test_a_unit_that_has_spent_everything_can_still_fall() -> None:
    fight = play(
        "a . . g",
        """
        > a run B1
        > a shoot g with small bow
        ! attack d20 1
        > a prone
        """,
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert budget(fight, "a") == (0, 0)
    assert unit(fight, "a").prone


@pytest.mark.rule("SOV-096")
def test_one_crawls_at_half_the_rate() -> None:
    fight = play(
        "a . . . . . . . g",
        "> a prone",
        a=fighter(speed=30),
        g=foe(),
    )
    assert may(fight, "a run D1")
    assert why_not(fight, "a run B1-C1-D1-E1") == "too-far SOV-084"


@pytest.mark.rule("SOV-096", "SOV-009")
def test_difficult_ground_costs_a_crawler_what_it_costs_any_unit() -> None:
    """15 ft to spend: 10 for the difficult square, 5 for the plain one behind it."""
    fight = play(
        "a ~ . . . . g",
        "> a prone",
        a=fighter(speed=30),
        g=foe(),
    )
    assert may(fight, "a run B1-C1")
    assert why_not(fight, "a run B1-C1-D1") == "too-far SOV-084"
    fight.push("a run B1-C1")
    assert told(fight, "moved") == ["moved unit=a path=B1,C1 feet=15"]
    assert unit(fight, "a").prone


@pytest.mark.rule("SOV-095")
def test_standing_up_takes_a_move() -> None:
    fight = play(
        "a . g",
        """
        > a prone
        > a stand
        = stands unit=a
        """,
        a=fighter(),
        g=foe(),
    )
    assert not unit(fight, "a").prone
    assert budget(fight, "a") == (1, 0)
    assert why_not(fight, "a stand") == "is-standing SOV-095"


@pytest.mark.rule("SOV-095")
def test_the_main_may_be_the_move_to_stand_up_with_and_nothing_else() -> None:
    fight = play(
        "a . . . g",
        """
        > a prone
        > a run B1
        > a stand
        > a prone
        """,
        a=fighter(),
        g=foe(),
    )
    assert budget(fight, "a") == (0, 0)
    assert why_not(fight, "a stand") == "move-spent SOV-036"


@pytest.mark.rule("SOV-095", "SOV-044", "SOV-100")
def test_an_armed_foe_beside_a_unit_that_stands_up_strikes_first_while_it_still_lies() -> None:
    fight = play(
        "a g",
        """
        > a prone
        > a stand
        > g strike a with sword
        ! attack d20 9
        = attack unit=g target=a weapon=sword how=melee die=9 total=12 ac=12 hit=yes
        ! damage d8 3
        """,
        a=fighter(hp=8),
        g=foe(attack=1),
    )
    assert told(fight, "opportunity", "attack", "harm", "stands") == [
        "opportunity unit=g target=a",
        "attack unit=g target=a weapon=sword how=melee die=9 total=12 ac=12 hit=yes",
        "harm unit=a by=g amount=3 left=5 cause=hit",
        "stands unit=a",
    ]
    assert not unit(fight, "a").prone


@pytest.mark.rule("SOV-095", "SOV-044")
def test_a_unit_that_is_cut_down_while_standing_up_does_not_stand() -> None:
    fight = play(
        "a g\nb .",
        """
        > a prone
        > a stand
        > g strike a with sword
        ! attack d20 19
        ! damage d8 8
        = falls unit=a by=g how=down
        """,
        a=fighter(hp=8),
        b=fighter(),
        g=foe(),
    )
    assert told(fight, "stands") == []
    assert unit(fight, "a").status == DOWN
    assert unit(fight, "a").prone


@pytest.mark.rule("SOV-095")
def test_the_foe_may_let_one_stand_up() -> None:
    fight = play(
        "a g",
        """
        > a prone
        > a stand
        > g pass
        = stands unit=a
        """,
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-095")
def test_every_armed_foe_beside_one_strikes_and_no_other() -> None:
    """Claws are arms; bare hands and a bow are not; a polearm 10 ft away is not adjacent."""
    fight = play(
        """
        g a h
        i j .
        . . k
        """,
        """
        > a prone
        > a stand
        > g strike a with sword
        > h strike a with claws
        ! attack d20 1
        ! attack d20 1
        = stands unit=a
        """,
        a=fighter(ac=19),
        g=foe(weapons=(SWORD,)),
        h=foe(weapons=(CLAWS,)),
        i=foe(weapons=(UNARMED,)),
        j=foe(weapons=(BOW, SWORD)),
        k=foe(weapons=(POLEARM,)),
    )
    assert told(fight, "opportunity") == [
        "opportunity unit=g target=a",
        "opportunity unit=h target=a",
    ]


@pytest.mark.rule("SOV-095", "SOV-086")
def test_a_unit_that_has_disengaged_stands_up_unharmed() -> None:
    fight = play(
        "a g",
        """
        > a prone
        > a disengage
        > a stand
        = stands unit=a
        """,
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "opportunity") == []
    assert budget(fight, "a") == (0, 0)


@pytest.mark.rule("SOV-096", "SOV-038")
def test_going_prone_is_nothing_one_does_out_of_turn() -> None:
    fight = play("a g", "", a=fighter(), g=foe())
    assert why_not(fight, "g prone") == "not-its-side SOV-030"


@pytest.mark.rule("SOV-095")
def test_a_unit_that_stands_up_takes_up_what_it_dropped_there() -> None:
    """`a` kills `g` with a thrown dagger, drops prone where it fell and stands up with it."""
    fight = play(
        "a . g . . . . . h",
        """
        > a throw g with dagger
        ! attack d20 19
        ! damage d4 4
        > a run C1
        > a prone
        > a done
        > h done
        > a stand
        """,
        a=fighter(weapons=(DAGGER,)),
        g=foe(hp=4),
        h=foe(),
    )
    assert unit(fight, "a").gone == 0
    assert "dagger" not in [thing.weapon.name for thing in fight.state.dropped]
    assert budget(fight, "a") == (1, 0)
