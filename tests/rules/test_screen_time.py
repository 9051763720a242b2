"""Screen an Ally: how long attacks on the ward are screened, and what ends it."""

from collections.abc import Callable

import pytest
from tests.rules.ways import exact
from tests.scene import (
    UNARMED,
    fighter,
    foe,
    play,
    play_setup,
    setup,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.space.grid import Opening, Wall

FAILED = "! screen d6 1\n! screen d6 1"
"""2 never reaches 8 or more: the attack meets the screener."""
GUARDED = "redirected unit=b ward=a by=g"
ATTACK = f"> g attack a with sword\n{FAILED}\n! attack d20 1"
PLAIN = "> g attack a with sword\n! attack d20 1"


@pytest.mark.rule("SOV-070", "SOV-072")
def test_the_screen_stands_until_the_screener_s_next_turn() -> None:
    """Through the foes' turn and into the next round; then it has to be taken up again."""
    tape = f"""
        > b screen a
        > b done
        > a done
        {ATTACK}
        > g done
        = round number=2
        > a done
        """
    a, b, g = fighter(ac=16), fighter(ac=16, stab=1), foe()
    fight = play("a b\ng .", tape, a=a, b=b, g=g)
    assert told(fight, "redirected") == [GUARDED]
    assert unit(fight, "b").effects != []
    fight = play("a b\ng .", tape + "> b done\n" + PLAIN, a=a, b=b, g=g)
    assert told(fight, "redirected") == [GUARDED]
    assert told(fight, "attack")[-1].startswith("attack unit=g target=a")


@pytest.mark.rule("SOV-070")
@pytest.mark.parametrize(("way", "guarded"), [("E1", False), ("E1\n> a run C1", True)])
def test_a_ward_that_has_gone_is_not_screened_and_one_that_comes_back_is(
    way: str, guarded: bool
) -> None:
    fight = play(
        """
        . b a . .
        . . . g .
        """,
        f"""
        > b screen a
        > b done
        > a run {way}
        > a done
        {ATTACK if guarded else PLAIN}
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
    )
    assert told(fight, "redirected") == ([GUARDED] if guarded else [])


@pytest.mark.rule("SOV-070")
def test_where_a_screen_does_not_resume_a_ward_that_comes_back_stands_alone(
    edition: Callable[..., str],
) -> None:
    made = setup(
        """
        . b a . .
        . . . g .
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
    )
    made.rules = edition(Dial("screen_resumes", 0, "SOV-070"))
    tape = f"> b screen a\n> b done\n> a run E1\n> a run C1\n> a done\n{PLAIN}"
    assert told(play_setup(made, tape), "redirected") == []


@pytest.mark.rule("SOV-070")
def test_a_prone_unit_screens_no_unit() -> None:
    fight = play(
        "a b\ng .",
        f"> b screen a\n> b prone\n> b done\n> a done\n{PLAIN}",
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
    )
    assert told(fight, "redirected") == []
    fight = play("a b . g", "> b prone", a=fighter(), b=fighter(stab=1), g=foe())
    assert why_not(fight, "b screen a") == "is-prone SOV-070"


@pytest.mark.rule("SOV-070", "SOV-127")
def test_a_unit_that_is_held_in_a_grapple_screens_no_unit() -> None:
    fight = play(
        """
        a b h
        g . .
        """,
        f"""
        > b screen a
        > b done
        > a done
        > h grapple b with unarmed
        ! attack d20 19
        ! grapple d6 6
        ! grapple d6 6
        = grappled unit=b by=h
        > h done
        {PLAIN}
        """,
        a=fighter(ac=16),
        b=fighter(ac=12, stab=1),
        g=foe(),
        h=foe(weapons=(UNARMED,)),
    )
    assert told(fight, "redirected") == []


@pytest.mark.rule("SOV-070")
def test_a_unit_that_is_down_screens_no_unit() -> None:
    fight = play(
        """
        a b h
        g . .
        """,
        f"""
        > b screen a
        > b done
        > a done
        > h attack b with sword
        ! attack d20 19
        ! damage d8 8
        > h done
        {PLAIN}
        """,
        a=fighter(ac=16),
        b=fighter(hp=8, ac=12, stab=1),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "redirected") == []


@pytest.mark.rule("SOV-070")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize("helpless", [False, True])
def test_a_unit_that_is_helpless_screens_no_unit(helpless: bool, rules: str) -> None:
    """A sleeping, frozen or held unit does not screen, and no check is made."""
    fight = play(
        "a b\ng .",
        f"""
        > b screen a
        > b done
        > a done
        {"* condition b helpless" if helpless else ""}
        {PLAIN if helpless else ATTACK}
        """,
        rules=rules,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
    )
    assert told(fight, "redirected") == ([] if helpless else [GUARDED])
    assert len(told(fight, "check")) == (0 if helpless else 1)


@pytest.mark.rule("SOV-070", "SOV-011")
def test_no_unit_screens_through_a_wall() -> None:
    """Neighbours by the measure, and a wall between them."""
    between = Wall(60, 0, 60, 60, 0, 120, "wall")
    fight = play("a b .\ng . .", "", walls=(between,), a=fighter(), b=fighter(stab=1), g=foe())
    assert exact(fight, "b screen a") != ""


@pytest.mark.rule("SOV-070", "SOV-011")
@pytest.mark.parametrize("closed", [False, True])
def test_a_door_that_falls_shut_between_them_ends_the_screen(closed: bool) -> None:
    door = Wall(60, 0, 60, 60, 0, 240, "door", (Opening(12, 48, 0, 84),), 0)
    fight = play(
        """
        a b .
        g # .
        """,
        f"""
        > b open A1
        > b screen a
        > b done
        {"> a close B1" if closed else ""}
        > a done
        {PLAIN if closed else ATTACK}
        """,
        walls=(door,),
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
    )
    assert told(fight, "redirected") == ([] if closed else [GUARDED])


@pytest.mark.rule("SOV-070")
def test_a_second_screen_does_not_end_the_first() -> None:
    """Nothing says that one guards a single ward; the Main pays for a second Move."""
    fight = play(
        """
        a b c
        g . .
        """,
        f"> b screen a\n> b screen c\n> b done\n> a done\n> c done\n{ATTACK}",
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        c=fighter(),
        g=foe(),
    )
    assert told(fight, "redirected") == [GUARDED]


@pytest.mark.rule("SOV-070", "SOV-041")
def test_a_free_blow_at_the_ward_is_screened_like_any_attack() -> None:
    fight = play(
        """
        . . . . a g
        . . . . b .
        """,
        f"""
        > b screen a
        > b done
        > a run A1
        > g strike a with sword
        {FAILED}
        ! attack d20 1
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(),
    )
    assert told(fight, "redirected") == [GUARDED]
    assert where(fight, "a") == "A1"
