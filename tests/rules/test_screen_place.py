"""Screen an Ally: the screener's position decides which attacks it can take, and its cover."""

import pytest
from tests.scene import BOW, SWORD, fighter, foe, play, play_setup, setup, terms, told, unit

from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.state.sheet import make_weapon
from shieldwall.fight import Fight

BOOKS = ("sovereign", "sovereign-early")
CORNER = """
g . . a
# # # b
"""
"""`b` stands round the corner from the archer `g`, next to its ward."""
SLIT = Wall(180, 0, 180, 60, 0, 240, "wall", (Opening(0, 30, 0, 240),))
"""Through it the archer sees the ward, and nothing of who stands behind the corner."""
SCREENED = """
> b screen a
> b done
> a done
> g shoot a with small bow
"""
FAILED = "! screen d6 1\n! screen d6 1\n"


def corner(tape: str, rules: str, walls: tuple[Wall, ...] = ()) -> Fight:
    return play(
        CORNER,
        SCREENED + tape,
        rules=rules,
        walls=walls,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(weapons=(BOW,)),
    )


@pytest.mark.rule("SOV-070", "SOV-075")
@pytest.mark.parametrize("rules", BOOKS)
def test_a_unit_that_the_archer_cannot_see_is_not_put_in_the_way(rules: str) -> None:
    """No check is made, and none of the screener's slots is used up."""
    fight = corner("! attack d20 10", rules, (SLIT,))
    assert told(fight, "check", "redirected") == []
    assert told(fight, "attack") == [
        "attack unit=g target=a weapon=small_bow how=shot die=10 total=9 ac=16 hit=no"
    ]
    assert unit(fight, "b").screened == 0


@pytest.mark.rule("SOV-070", "SOV-072", "SOV-103")
@pytest.mark.parametrize("rules", BOOKS)
def test_cover_is_that_of_the_screener_s_own_place(rules: str) -> None:
    """The ward stands in the open, the screener half behind the corner."""
    fight = corner(FAILED + "! attack d20 10", rules)
    assert told(fight, "redirected") == ["redirected unit=b ward=a by=g"]
    assert terms(fight)["half cover"] == -2
    fight = play(
        CORNER,
        "> g shoot a with small bow\n! attack d20 10",
        first="foes",
        rules=rules,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(weapons=(BOW,)),
    )
    assert "half cover" not in terms(fight)


@pytest.mark.rule("SOV-070", "SOV-102")
@pytest.mark.parametrize(("far", "met"), [(10, []), (15, ["redirected unit=b ward=a by=g"])])
def test_one_beyond_the_range_of_the_throw_is_not_put_in_the_way(far: int, met: list[str]) -> None:
    dart = make_weapon("dart", 1, 4, thrown=True, melee=False, normal_range=5, long_range=far)
    fight = play(
        "g . a b",
        f"""
        > b screen a
        > b done
        > a done
        > g throw a with dart
        {FAILED if met else ""}
        ! attack d20 10
        """,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(weapons=(dart,)),
    )
    assert told(fight, "redirected") == met


@pytest.mark.rule("SOV-070", "SOV-071")
@pytest.mark.parametrize("rules", BOOKS)
def test_a_blow_at_the_ward_is_parried_at_its_side(rules: str) -> None:
    """The screener behind the ward is out of the attacker's reach, and still takes the attack."""
    fight = play(
        "g a b",
        f"> b screen a\n> b done\n> a done\n> g attack a with sword\n{FAILED}! attack d20 10",
        rules=rules,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(weapons=(SWORD,)),
    )
    assert told(fight, "redirected") == ["redirected unit=b ward=a by=g"]


@pytest.mark.rule("SOV-070", "SOV-075", "SOV-105")
@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(("eyes", "met"), [(15, []), (20, ["redirected unit=b ward=a by=g"])])
def test_one_in_the_dark_whom_the_archer_does_not_see_is_not_put_in_the_way(
    rules: str, eyes: int, met: list[str]
) -> None:
    """The ward stands 15 ft away and its screener 20 ft, in the dark."""
    made = setup(
        "g . . a b",
        rules=rules,
        a=fighter(ac=16),
        b=fighter(ac=16, stab=1),
        g=foe(weapons=(BOW,), darkvision=eyes),
    )
    made.dark = True
    fight = play_setup(made, SCREENED + (FAILED if met else "") + "! attack d20 10")
    assert told(fight, "redirected") == met
