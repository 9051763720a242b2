"""Advantage and disadvantage: two d20, and the computed table of the earlier draft."""

from fractions import Fraction

import pytest
from tests.rules.aachen.aachen_scene import BOTH, scene
from tests.scene import fighter, foe, told

from shieldwall.engine.attack.advantage import ADVANTAGE, DISADVANTAGE, chance, table, worth
from shieldwall.fight import Fight

TABLE = """
 2  95   99.75 +1  90.25 -1
 3  90   99.00 +2  81.00 -2
 4  85   97.75 +3  72.25 -3
 5  80   96.00 +3  64.00 -3
 6  75   93.75 +4  56.25 -4
 7  70   91.00 +4  49.00 -4
 8  65   87.75 +5  42.25 -5
 9  60   84.00 +5  36.00 -5
10  55   79.75 +5  30.25 -5
11  50   75.00 +5  25.00 -5
12  45   69.75 +5  20.25 -5
13  40   64.00 +5  16.00 -5
14  35   57.75 +5  12.25 -5
15  30   51.00 +4   9.00 -4
16  25   43.75 +4   6.25 -4
17  20   36.00 +3   4.00 -3
18  15   27.75 +3   2.25 -3
19  10   19.00 +2   1.00 -2
20   5    9.75 +1   0.25 -1
"""


@pytest.mark.rule("AAC-042", "AAC-045", "W-P15")
def test_all_nineteen_rows_of_the_table_come_out() -> None:
    rows = [line.split() for line in TABLE.strip().splitlines()]
    assert [
        (
            int(target),
            Fraction(plain) / 100,
            Fraction(better) / 100,
            int(bonus),
            Fraction(worse) / 100,
            int(penalty),
        )
        for target, plain, better, bonus, worse, penalty in rows
    ] == table()


@pytest.mark.rule("AAC-042", "AAC-045", "W-P13")
def test_advantage_makes_the_8_of_the_example_87_75_per_cent_or_about_5_more() -> None:
    assert chance(8) == Fraction(65, 100)
    assert chance(8, ADVANTAGE) == Fraction(8775, 10000)
    assert worth(8, ADVANTAGE) == 5
    assert worth(8, DISADVANTAGE) == -5


@pytest.mark.rule("AAC-042")
def test_beyond_the_table_it_is_certain_or_hopeless() -> None:
    assert [float(chance(1)), float(chance(21)), float(chance(40, ADVANTAGE))] == [1, 0, 0]


STRIKE = "> a attack g with sword\n"
FOE = {"hp": 30, "ac": 14}


def roll(book: str, orders: str, *dice: int) -> Fight:
    tape = orders + STRIKE + "".join(f"! attack d20 {die}\n" for die in dice)
    return scene("a g", tape, book, a=fighter(), g=foe(**FOE))


@pytest.mark.rule("AAC-043")
@BOTH
@pytest.mark.parametrize("dice", [(5, 9), (9, 5)])
def test_advantage_takes_the_better_of_two_and_disadvantage_the_worse(
    book: str, dice: tuple[int, int]
) -> None:
    best = roll(book, "* advantage a\n", *dice)
    assert " die=9 " in told(best, "attack")[0]
    worst = roll(book, "* disadvantage a # mud to the knees\n", *dice)
    assert " die=5 " in told(worst, "attack")[0]


@pytest.mark.rule("AAC-043")
def test_one_of_each_cancel_and_two_of_a_kind_are_no_more_than_one() -> None:
    both = roll("aachen", "* advantage a\n* disadvantage a\n", 9)
    assert " die=9 " in told(both, "attack")[0]
    twice = roll("aachen", "* advantage a\n* advantage a\n", 5, 9)
    assert " die=9 " in told(twice, "attack")[0]


@pytest.mark.rule("AAC-043")
def test_it_is_for_one_attack() -> None:
    fight = scene(
        "a g",
        "* advantage a\n" + STRIKE + "! attack d20 2\n! attack d20 3\n> a done\n> g done\n"
        + STRIKE + "! attack d20 4\n",
        a=fighter(),
        g=foe(**FOE),
    )  # fmt: skip
    assert " die=4 " in told(fight, "attack")[1]


@pytest.mark.rule("AAC-043")
def test_something_improvised_may_give_it_too() -> None:
    fight = scene(
        "a g",
        "> a improvise : sand in its eyes\n> referee rule : free, advantage a\n"
        + STRIKE
        + "! attack d20 3\n! attack d20 8\n",
        a=fighter(),
        g=foe(**FOE),
    )
    assert " die=8 " in told(fight, "attack")[0]
