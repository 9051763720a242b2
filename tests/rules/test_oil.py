"""Military oil: it burns for two rounds, and a miss bursts beside the target (C-SOV)."""

from __future__ import annotations

import pytest
from tests.scene import fighter, foe, play, told, unit

from shieldwall.content.library import equipment

OIL = equipment().weapons["military oil"].weapon()
MISS = """
> a throw g with military oil
! attack d20 1
! scatter d8 {way}
! splash d3 2
"""


def throw(drawing: str, way: int, **more: object) -> list[int]:
    """What the four have left after a throw at g that misses: a thrower, a foe, two bystanders."""
    fight = play(
        drawing,
        MISS.format(way=way),
        a=fighter(weapons=(OIL,), hp=9),
        b=fighter(hp=9),
        g=foe(hp=9, ac=19),
        h=foe(hp=9, fearless=True),
    )
    return [int(unit(fight, name).hp) for name in "abgh"]


@pytest.mark.rule("SOV-048")
@pytest.mark.parametrize(
    ("way", "left"),
    [(1, [9, 9, 7, 9]), (3, [9, 9, 7, 7]), (7, [9, 7, 7, 9])],
    ids=["north", "east", "west"],
)
def test_a_miss_bursts_on_a_square_around_and_wets_that_and_the_next(
    way: int, left: list[int]
) -> None:
    """The target is always next to where it bursts; friends are not spared."""
    assert throw("a . b . g . h", way) == left


@pytest.mark.rule("SOV-048")
def test_the_burst_is_told_with_its_square() -> None:
    fight = play(
        "a . . . g .\n. . . . . .",
        MISS.format(way=5),
        a=fighter(weapons=(OIL,)),
        g=foe(hp=9, ac=19),
    )
    assert told(fight, "bursts") == ["bursts unit=a at=E2 what=military_oil"]
    assert told(fight, "harm") == ["harm unit=g by=a amount=2 left=7 cause=splash"]


@pytest.mark.rule("SOV-048")
def test_a_hit_burns_now_and_at_the_end_of_the_next_round() -> None:
    fight = play(
        "a . . g",
        """
        > a throw g with military oil
        ! attack d20 19
        ! damage d8 3
        > a done
        > g done
        > a done
        > g done
        ! burning oil d8 4
        """,
        a=fighter(weapons=(OIL,)),
        g=foe(hp=20, fearless=True),
    )
    assert unit(fight, "g").hp == 13
    assert told(fight, "bursts") == []
