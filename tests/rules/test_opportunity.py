"""Attacks of Opportunity: who makes them, when, and how."""

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
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.fight import Fight


def asked(fight: Fight) -> list[str]:
    """The units that may attack right now."""
    return [
        fight.names.units[request.unit]
        for request in fight.requests
        if request.point in (LEAVING_REACH, PROVOKED)
    ]


@pytest.mark.rule("SOV-041")
def test_a_foe_one_runs_from_gets_an_attack_that_costs_it_nothing() -> None:
    """A full attack: here it misses and still deals its Shock."""
    fight = play(
        "a g\n. .\n. .",
        """
        > a run A3
        > g strike a
        = opportunity unit=g target=a
        ! attack d20 2
        = harm unit=a by=g amount=2 left=6 cause=shock
        > a done
        """,
        a=fighter(hp=8, ac=13),
        g=foe(),
    )
    assert where(fight, "a") == "A3"
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (1, 1)
    assert may(fight, "g run A2")


@pytest.mark.rule("SOV-041")
def test_an_attack_of_opportunity_is_rolled_like_any_other() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > a run A3
        > g strike a
        ! attack d20 9
        ! damage d8 5
        """,
        a=fighter(hp=8, ac=12),
        g=foe(attack=3),
    )
    assert terms(fight) == {"d20": 9, "attack bonus": 3}
    assert unit(fight, "a").hp == 3


@pytest.mark.rule("SOV-041")
def test_no_unit_has_to_take_it() -> None:
    fight = play("a g\n. .\n. .", "> a run A3\n> g pass", a=fighter(), g=foe())
    assert told(fight, "opportunity", "attack") == []
    assert where(fight, "a") == "A3"


@pytest.mark.rule("SOV-041")
def test_each_foe_whose_reach_is_left_strikes_and_all_answer_before_a_die_falls() -> None:
    fight = play("g a h\n. . .\n. . .", "> a run B3", a=fighter(ac=16), g=foe(), h=foe())
    assert asked(fight) == ["g", "h"]
    fight.dice_by_hand(True)
    fight.push("g strike a")
    assert fight.request is not None, "the other one has not answered yet"
    fight.push("h strike a")
    fight.push_die(1)
    fight.push_die(1)
    assert told(fight, "opportunity") == [
        "opportunity unit=g target=a",
        "opportunity unit=h target=a",
    ]
    assert where(fight, "a") == "B3"


@pytest.mark.rule("SOV-041")
def test_a_foe_strikes_once_for_one_action_however_often_its_reach_is_left() -> None:
    """Out of reach, in again and out once more, in one run."""
    fight = play(
        """
        a g . .
        . . . .
        . . . .
        """,
        """
        > a run A2-B3-A2-A3
        > g strike a
        ! attack d20 1
        """,
        a=fighter(ac=16),
        g=foe(),
    )
    assert len(told(fight, "opportunity")) == 1
    assert where(fight, "a") == "A3"


@pytest.mark.rule("SOV-041")
def test_a_second_action_provokes_a_second_time() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > a run A2-A3-A2
        > g strike a
        ! attack d20 1
        > a run A3
        > g strike a
        ! attack d20 1
        """,
        a=fighter(ac=16),
        g=foe(),
    )
    assert len(told(fight, "opportunity")) == 2


@pytest.mark.rule("SOV-041")
def test_a_unit_that_stands_up_provokes_the_adjacent_and_not_units_that_reach_further() -> None:
    """The text says adjacent: a polearm 10 ft away is not."""
    tape = """
        > a prone
        > a done
        > g done
        > h done
        > a stand
        """
    fight = play("g a . h", tape, a=fighter(), g=foe(), h=foe(weapons=(POLEARM,)))
    assert asked(fight) == ["g"]


@pytest.mark.rule("SOV-042")
def test_out_of_reach_one_provokes_no_unit() -> None:
    fight = play("a . g\n. . .\n. . .", "> a run A3", a=fighter(), g=foe())
    assert told(fight, "moved") == ["moved unit=a path=A2,A3 feet=10"]
    assert asked(fight) == []


@pytest.mark.rule("SOV-042")
def test_a_unit_that_disengages_first_provokes_no_unit() -> None:
    fight = play("a g\n. .\n. .", "> a disengage\n> a run A3", a=fighter(), g=foe())
    assert told(fight, "moved") == ["moved unit=a path=A2,A3 feet=10"]
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-043")
@pytest.mark.parametrize(
    ("weapon", "threatens"),
    [(SWORD, True), (DAGGER, True), (CLAWS, True), (UNARMED, False), (BOW, False)],
    ids=lambda value: value.name if isinstance(value, Weapon) else "",
)
def test_only_one_armed_for_melee_gets_a_blow(weapon: Weapon, threatens: bool) -> None:
    """Claws are arms; bare hands and a bow in the hand are not."""
    fight = play("a g\n. .\n. .", "> a run A3", a=fighter(), g=foe(weapons=(weapon,)))
    assert asked(fight) == (["g"] if threatens else [])


@pytest.mark.rule("SOV-043")
def test_the_weapon_in_hand_counts_and_not_the_one_at_the_belt() -> None:
    """The archer threatens once it has drawn its sword and struck with it."""
    drawing = "a g\n. .\n. ."
    archer = foe(weapons=(BOW, SWORD))
    with_bow = play(drawing, "> a run A3", a=fighter(), g=archer)
    assert asked(with_bow) == []
    with_sword = play(
        drawing,
        """
        > g attack a with sword
        ! attack d20 1
        > g done
        > a run A3
        """,
        first="foes",
        a=fighter(ac=16),
        g=archer,
    )
    assert asked(with_sword) == ["g"]
    assert why_not(with_sword, "g strike a with small bow") == "not-in-hand SOV-043"


@pytest.mark.rule("SOV-043")
def test_a_unit_that_has_thrown_its_only_weapon_no_longer_threatens() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > g throw a with dagger
        ! attack d20 1
        > g done
        > a run A3
        """,
        first="foes",
        a=fighter(ac=16),
        g=foe(weapons=(DAGGER,)),
    )
    assert asked(fight) == []
    assert where(fight, "a") == "A3"


@pytest.mark.rule("SOV-043")
def test_neither_allies_nor_the_fallen_strike() -> None:
    fight = play(
        "b a g\n. . .\n. . .\n. . h",
        """
        > a attack g with sword
        ! attack d20 20
        ! damage d8 8
        > a run B3
        """,
        a=fighter(),
        b=fighter(),
        g=fighter(hp=1),
        h=foe(),
    )
    assert unit(fight, "g").status == DOWN
    assert told(fight, "moved") == ["moved unit=a path=B2,B3 feet=10"]
    assert asked(fight) == []


@pytest.mark.rule("SOV-041", "SOV-043")
def test_a_unit_that_lies_prone_strikes_at_minus_four() -> None:
    fight = play(
        "a g\n. .\n. .",
        """
        > g prone
        > g done
        > a run A3
        > g strike a
        ! attack d20 1
        """,
        first="foes",
        a=fighter(ac=16),
        g=foe(attack=1),
    )
    assert terms(fight) == {"d20": 1, "attack bonus": 1, "attacker prone": -4}


@pytest.mark.rule("SOV-044")
def test_the_blow_falls_before_the_step_and_a_unit_that_drops_stays_where_it_was() -> None:
    """The unit walks two squares next to the foe, and not the step out of reach."""
    fight = play(
        """
        b . .
        a g .
        . . .
        . . .
        """,
        """
        > a run A3-A4
        > g strike a
        ! attack d20 20
        ! damage d8 8
        """,
        a=fighter(hp=1),
        b=fighter(),
        g=foe(),
    )
    assert told(fight, "moved", "opportunity", "falls") == [
        "moved unit=a path=A3 feet=5",
        "opportunity unit=g target=a",
        "falls unit=a by=g how=down",
    ]
    assert where(fight, "a") == "A3"
    assert unit(fight, "a").status == DOWN
    assert told(fight, "turn-over") == ["turn-over unit=a"], "what was left of the turn is lost"


@pytest.mark.rule("SOV-044")
def test_the_blow_falls_before_one_has_stood_up() -> None:
    """So it meets a prone target, and a unit that drops stays down."""
    tape = """
        > a prone
        > a done
        > b done
        > g done
        > a stand
        > g strike a
        ! attack d20 17
        ! damage d8 8
        """
    fight = play("a g . . b", tape, a=fighter(hp=5), b=fighter(), g=foe(attack=1))
    assert terms(fight) == {"d20": 17, "attack bonus": 1, "prone target": 2}
    assert unit(fight, "a").prone
    assert told(fight, "stands") == []


@pytest.mark.rule("SOV-044")
def test_a_unit_that_survives_the_blow_goes_on() -> None:
    fight = play(
        "a g\n. .\n. .\n. .",
        """
        > a run A2-A3-A4
        > g strike a
        ! attack d20 20
        ! damage d8 4
        """,
        a=fighter(hp=5),
        g=foe(),
    )
    assert unit(fight, "a").status == ACTIVE
    assert told(fight, "moved") == [
        "moved unit=a path=A2 feet=5",
        "moved unit=a path=A3,A4 feet=10",
    ]


@pytest.mark.rule("SOV-041", "SOV-044")
def test_when_the_first_blow_fells_the_runner_the_second_is_not_struck() -> None:
    fight = play(
        "g a h\n. . .\n. . .\n. b .",
        """
        > a run B3
        > g strike a
        > h strike a
        ! attack d20 20
        ! damage d8 8
        """,
        a=foe(hp=1),
        b=fighter(),
        g=foe(),
        h=foe(),
    )
    assert unit(fight, "a").status == DEAD
    assert told(fight, "opportunity") == ["opportunity unit=g target=a"]
