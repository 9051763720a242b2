"""Moving a victim: carried 10 ft, or thrown 5 ft to the ground; a failure frees it."""

import pytest
from tests.rules.ways import exact, with_floors
from tests.scene import (
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    where,
)

from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

HANDS = (UNARMED, SWORD)

YARD = """
. . . . . . .
. . . a g . .
. . . . . . .
"""

HELD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 5
= grappled unit=g by=a
> a done
> g done
! damage d2 1
= round number=2
"""
"""In the next round `a` has a Main again."""


def haul(tape: str, drawing: str = YARD, a: Sheet | None = None, g: Sheet | None = None) -> Fight:
    return play(drawing, HELD + tape, a=a or fighter(weapons=HANDS), g=g or foe(hp=9))


def squares(fight: Fight, how: str) -> set[str]:
    return {text.split()[2] for text in listed(fight) if text.endswith(f": {how}")}


def apart(fight: Fight, one: str, other: str) -> int:
    first, second = unit(fight, one), unit(fight, other)
    return max(abs(int(first.x - second.x)), abs(int(first.y - second.y)))


@pytest.mark.rule("SOV-132")
def test_a_victim_is_carried_10_ft_along_and_stays_held() -> None:
    fight = haul(
        """
        > a haul B2 : carry
        ! carry d6 4
        ! carry d6 4
        = check unit=a what=carry total=8 needed=8 passed=yes
        = carried unit=g by=a at=B2
        """
    )
    assert where(fight, "a") == "B2"
    assert where(fight, "g") != "E2"
    assert apart(fight, "a", "g") == 1
    assert unit(fight, "g").locked
    assert not unit(fight, "g").prone
    assert unit(fight, "g").hp == 8
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-132")
def test_the_victim_moves_no_further_than_10_ft_either() -> None:
    """From E2 with a holder who goes to B2: to C1, C2 or C3, not around it."""
    fight = haul("> a haul B2 : carry\n! carry d6 4\n! carry d6 4\n")
    assert where(fight, "g") in ("C1", "C2", "C3")


@pytest.mark.rule("SOV-132")
def test_carrying_goes_10_ft_and_no_further() -> None:
    fight = haul("")
    assert {"B2", "B1", "D1", "C3"} <= squares(fight, "carry")
    assert exact(fight, "a haul A2 : carry") == "no-place-to-push SOV-132"
    assert exact(fight, "a haul E2 : carry") == "no-place-to-push SOV-132"


@pytest.mark.rule("SOV-132")
def test_a_victim_is_thrown_5_ft_lies_there_and_is_free() -> None:
    fight = haul(
        """
        > a haul F2 : throw
        ! carry d6 4
        ! carry d6 4
        = freed unit=g by=a
        = thrown-down unit=g by=a at=F2
        """
    )
    assert where(fight, "g") == "F2"
    assert where(fight, "a") == "D2"
    assert unit(fight, "g").prone
    assert not unit(fight, "g").locked
    assert not unit(fight, "a").locked
    assert unit(fight, "g").hp == 8


@pytest.mark.rule("SOV-132")
def test_a_throw_goes_to_a_square_beside_the_victim() -> None:
    fight = haul("")
    assert squares(fight, "throw") == {"D1", "E1", "F1", "F2", "D3", "E3", "F3"}
    assert exact(fight, "a haul G2 : throw") == "no-place-to-push SOV-132"
    assert exact(fight, "a haul D2 : throw") == "no-place-to-push SOV-132"


@pytest.mark.rule("SOV-132")
def test_a_throw_of_5_ft_lands_on_rubble_too() -> None:
    """Rubble slows walking; it does not shorten a throw."""
    fight = haul("", "a g ~ .")
    assert exact(fight, "a haul C1 : throw") == ""


@pytest.mark.rule("SOV-132", "G-05")
def test_a_unit_that_is_thrown_over_a_ledge_falls() -> None:
    made = setup("a g . .", a=fighter(weapons=HANDS), g=foe(hp=9))
    made = with_floors(made, A1=120, B1=120)
    tape = HELD + "> a haul C1 : throw\n! carry d6 4\n! carry d6 4\n! fall d6 3\n"
    fight = play_setup(made, tape)
    assert where(fight, "g") == "C1"
    assert told(fight, "drop") == ["drop unit=g feet=10"]
    assert unit(fight, "g").hp == 5


@pytest.mark.rule("SOV-132")
@pytest.mark.parametrize("how", ["B2 : carry", "F2 : throw"])
def test_a_failure_sets_the_victim_free_and_moves_no_unit(how: str) -> None:
    fight = haul(
        f"""
        > a haul {how}
        ! carry d6 3
        ! carry d6 4
        = check unit=a what=carry total=7 needed=8 passed=no
        = freed unit=g by=a
        """
    )
    assert (where(fight, "a"), where(fight, "g")) == ("D2", "E2")
    assert not unit(fight, "a").locked
    assert not unit(fight, "g").locked
    assert not unit(fight, "g").prone
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-132")
def test_strength_and_brawl_decide_and_exert_does_not() -> None:
    a = fighter(weapons=HANDS, strength=1, brawl=1, exert=4)
    g = foe(hp=19, strength=2, brawl=1, exert=4)
    tape = "> a haul F2 : throw\n! carry d6 5\n! carry d6 4\n"
    fight = haul(tape, a=a, g=g)
    assert told(fight, "check")[-1] == "check unit=a what=carry total=11 needed=11 passed=yes"
    assert terms(fight, "check") == {"2d6": 9, "str": 1, "brawl": 1}


@pytest.mark.rule("SOV-132")
def test_it_takes_a_main_and_a_grappled_unit() -> None:
    fight = play(YARD, "", a=fighter(weapons=HANDS), g=foe())
    assert exact(fight, "a haul B2 : carry") == "holds-nobody SOV-132"
    fight = play(
        YARD,
        "> a grapple g with unarmed\n! attack d20 15\n! grapple d6 6\n! grapple d6 6\n",
        a=fighter(weapons=HANDS),
        g=foe(),
    )
    assert exact(fight, "a haul B2 : carry") == "main-spent SOV-035"
    assert exact(haul("> a done\n"), "g haul F2 : throw") == "holds-nobody SOV-132"


@pytest.mark.rule("SOV-132", "G-09")
def test_a_unit_that_is_carried_away_is_not_struck_at() -> None:
    fight = play(
        """
        . . . . b .
        . . . a g .
        """,
        """
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 5
        > a done
        > b done
        > g done
        ! damage d2 1
        > a haul B2 : carry
        ! carry d6 4
        ! carry d6 4
        """,
        a=fighter(weapons=HANDS),
        b=fighter(),
        g=foe(hp=9),
    )
    assert told(fight, "opportunity") == []
    assert fight.request is not None
    assert fight.request.unit == 0, "it is still the carrier's turn"


@pytest.mark.rule("SOV-130", "SOV-132")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
def test_a_holder_that_is_held_itself_may_throw_its_victim_but_carries_it_nowhere(
    rules: str,
) -> None:
    """Neither of two in a grapple can move: `h` keeps `a` where it is."""
    fight = play(
        ". . . . . .\n. . h a g .\n. . . . . .",
        """
        > a grapple g with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 5
        > a done
        > g done
        > h grapple a with unarmed
        ! attack d20 15
        ! grapple d6 6
        ! grapple d6 5
        > h done
        ! damage d2 1
        ! damage d2 1
        """,
        rules=rules, a=fighter(weapons=HANDS), g=foe(hp=9), h=foe(hp=9, weapons=HANDS),
    )  # fmt: skip
    assert exact(fight, "a haul D1 : carry") == "in-a-grapple " + (
        "SOV-130" if rules == "sovereign" else "SVE-028"
    )
    assert squares(fight, "carry") == set()
    assert exact(fight, "a haul F2 : throw") == ""
