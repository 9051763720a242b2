"""Restrictions in a grapple: no moving, weapons, threatening, screening or leaving."""

import pytest
from tests.rules.ways import exact
from tests.scene import (
    BOW,
    CLAWS,
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    play,
    terms,
    told,
    unit,
    where,
)

from shieldwall.engine.points import TURN
from shieldwall.engine.state.sheet import Weapon
from shieldwall.fight import Fight

HANDS = (UNARMED, SWORD)

HOLD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 5
= grappled unit=g by=a
"""


def in_a_clinch(tape: str = "") -> Fight:
    """`a` holds `g` in the middle of the yard; `h` is a foe at arm's length, `b` stands apart."""
    return play(
        """
        . . . . .
        . h a g .
        . . . . .
        . . . . b
        """,
        HOLD + tape,
        a=fighter(weapons=(UNARMED, SWORD, DAGGER, BOW)),
        b=fighter(hp=20),
        g=foe(hp=9, weapons=(SWORD, UNARMED, DAGGER, CLAWS)),
        h=foe(hp=9),
    )


def listed_of(fight: Fight, ident: str) -> list[str]:
    return [text for text in listed(fight) if text.startswith(f"{ident} ")]


@pytest.mark.rule("SOV-130")
def test_neither_can_move() -> None:
    fight = in_a_clinch()
    assert exact(fight, "a run C1") == "in-a-grapple SOV-130"
    assert not any(" run " in text or " charge " in text for text in listed_of(fight, "a"))
    fight = in_a_clinch("> a done\n> b done\n")
    assert exact(fight, "g run D1") == "in-a-grapple SOV-130"
    assert not any(" run " in text or " charge " in text for text in listed_of(fight, "g"))


@pytest.mark.rule("SOV-130")
def test_only_unarmed_attacks_are_left_to_the_victim() -> None:
    fight = in_a_clinch("> a done\n> b done\n")
    assert exact(fight, "g attack a with sword") == "in-a-grapple SOV-130"
    assert exact(fight, "g shove a with sword : prone") == "in-a-grapple SOV-130"
    assert exact(fight, "g throw b with dagger") == "in-a-grapple SOV-130"
    assert exact(fight, "g swarm a with sword") != ""
    assert exact(fight, "g attack a with unarmed") == ""
    assert exact(fight, "g attack a with claws") == ""


@pytest.mark.rule("SOV-130")
def test_only_unarmed_attacks_are_left_to_the_unit_that_holds() -> None:
    """On anybody in reach."""
    fight = in_a_clinch("> a done\n> b done\n> g done\n> h done\n! damage d2 1\n")
    for whom in ("g", "h"):
        assert exact(fight, f"a attack {whom} with sword") == "in-a-grapple SOV-130"
        assert exact(fight, f"a attack {whom} with unarmed") == ""
    assert exact(fight, "a throw h with dagger") == "in-a-grapple SOV-130"
    assert exact(fight, "a shoot h with small bow") == "in-a-grapple SOV-130"


@pytest.mark.rule("SOV-130", "SOV-128")
def test_once_free_both_move_and_use_weapons_again() -> None:
    fight = in_a_clinch("> a release\n")
    assert exact(fight, "a run C1") == ""
    fight = in_a_clinch("> a release\n> a done\n> b done\n")
    assert exact(fight, "g attack a with sword") == ""
    assert exact(fight, "g run D1") == ""


@pytest.mark.rule("SOV-130", "G-17")
def test_a_held_foe_is_attacked_as_usual() -> None:
    fight = play(
        "a g b",
        HOLD
        + """
        > a done
        > b attack g with sword
        ! attack d20 11
        ! damage d8 2
        """,
        a=fighter(weapons=HANDS),
        b=fighter(),
        g=foe(hp=9, ac=12),
    )
    assert terms(fight, "attack") == {"d20": 11, "attack bonus": 1}
    assert unit(fight, "g").hp == 7


@pytest.mark.rule("SOV-130", "G-08")
@pytest.mark.parametrize("weapon", [SWORD, CLAWS])
def test_those_in_a_grapple_strike_at_no_unit_that_passes(weapon: Weapon) -> None:
    """Without the grapple, the same foe attacks the runner."""
    for tape, struck in ((HOLD, False), ("", True)):
        fight = play(
            "a g b . .",
            tape + "> a done\n> b run D1\n",
            a=fighter(weapons=HANDS),
            b=fighter(),
            g=foe(weapons=(weapon,)),
        )
        assert fight.request is not None
        assert (fight.request.point != TURN) == struck


@pytest.mark.rule("SOV-130", "G-08")
def test_a_unit_that_holds_a_foe_strikes_at_no_unit_that_passes() -> None:
    for tape, struck in (("", False), ("> a release\n", True)):
        fight = play(
            "g a h . .",
            """
            > a attack h with claws
            ! attack d20 2
            > a done
            > g done
            > h done
            > a grapple g with claws
            ! attack d20 15
            ! grapple d6 6
            ! grapple d6 6
            """
            + tape
            + "> a done\n> g done\n> h run D1\n",
            a=fighter(weapons=(CLAWS,)),
            g=foe(hp=9, ac=16),
            h=foe(hp=9, ac=16),
        )
        assert (fight.request is not None and fight.request.point != TURN) == struck


@pytest.mark.rule("SOV-130")
def test_no_unit_in_a_grapple_leaves_the_map() -> None:
    fight = play("a g .", HOLD, a=fighter(weapons=HANDS), g=foe())
    assert exact(fight, "a leave") == "in-a-grapple SOV-130"
    fight = play("a g .", HOLD + "> a done\n", a=fighter(weapons=HANDS), g=foe())
    assert exact(fight, "g leave") == "in-a-grapple SOV-130"


@pytest.mark.rule("SOV-070", "SOV-130")
def test_a_unit_that_is_held_screens_no_unit() -> None:
    """It stands in the way of nothing while its arms are pinned; free, it would."""
    for tape, checked in ((HOLD, False), ("> a prone\n", True)):
        fight = play(
            """
            a g .
            . h b
            """,
            "> g screen h\n> g done\n> h done\n"
            + tape
            + "> a done\n> b attack h with sword\n"
            + ("! screen d6 6\n! screen d6 6\n" if checked else "")
            + "! attack d20 2\n",
            first="foes",
            a=fighter(weapons=HANDS),
            b=fighter(),
            g=foe(stab=1),
            h=foe(ac=16),
        )
        assert ("check unit=b what=screen total=12 needed=9 passed=yes" in told(fight)) == checked


@pytest.mark.rule("SOV-130")
def test_no_unit_is_held_from_afar() -> None:
    """A friend pushes the victim away: that is refused, or it tears the hold apart."""
    rows = """
    . b . .
    a g . .
    . . . .
    """

    def played(tape: str) -> Fight:
        return play(rows, HOLD + tape, a=fighter(weapons=HANDS), b=fighter(), g=foe())

    push = "b shove C3 g with sword : push"
    before = played("> a done\n")
    if exact(before, push) == "":
        after = played(f"> a done\n> {push}\n! attack d20 15\n! shove d6 6\n! shove d6 6\n")
        assert where(after, "g") == "C3"
        assert told(after, "freed") == ["freed unit=g by=a"]
        assert not unit(after, "a").locked
        assert not unit(after, "g").locked
    else:
        assert exact(before, "b shove g with sword : prone") == ""


@pytest.mark.rule("SOV-127", "SOV-072")
def test_a_screener_out_of_reach_is_not_taken_hold_of() -> None:
    """It blocks the grab at its ward from behind; hands still reach no further than 5 ft."""
    fight = play(
        "a g h",
        """
        > h screen g
        > h done
        > g done
        > a grapple g with unarmed
        ! screen d6 1
        ! screen d6 1
        = redirected unit=h ward=g by=a
        ! attack d20 18
        """,
        first="foes",
        a=fighter(weapons=HANDS),
        g=foe(),
        h=foe(stab=1),
    )
    assert not unit(fight, "a").locked
    assert not unit(fight, "h").locked
