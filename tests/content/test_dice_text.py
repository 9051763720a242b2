"""Dice as people type them: reading, writing, rolling and refusals."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shieldwall.content.formats.dice_text import DiceError, parse_dice, roll_dice, simple_dice
from shieldwall.engine.tape.dice import Dice


def thrown(text: str, *faces: int) -> int:
    """The total where these faces come up; none may be left over."""
    left = list(faces)
    throw = roll_dice(parse_dice(text), lambda sides: left.pop(0))
    assert left == []
    return throw.total


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("d20", "1d20"),
        ("2D6 + 1", "2d6+1"),
        ("3d6−2", "3d6-2"),
        ("d%", "1d%"),
        ("d100", "1d%"),
        ("4dF", "4dF"),
        ("2d20kh", "2d20kh1"),
        ("2d20k1", "2d20kh1"),
        ("4d6dl1", "4d6kh3"),
        ("4d6dh1", "4d6kl3"),
        ("2d20pl1", "2d20kh1"),
        ("2d6ro<2", "2d6ro<2"),
        ("2d6rr1", "2d6rr=1"),
        ("d6!", "1d6!"),
        ("d6e6", "1d6!"),
        ("d6x>=5", "1d6!>=5"),
        ("d20min10", "1d20mi10"),
        ("8d6 cs>=5", "8d6cs>=5"),
        ("d20 adv", "2d20kh1"),
        ("2d6+1 adv", "(2d6+1) adv"),
        ("2d6 dis", "(2d6) dis"),
        ("disadvantage + 3", "2d20kl1+3"),
        ("2d6 × 10", "2d6*10"),
        ("10*2d6", "2d6*10"),
        ("2*(1d4+1) - 3", "(1d4+1)*2-3"),
        ("1d8[fire]+2[magic]", "1d8[fire]+2[magic]"),
        ("-1+d4", "-1+1d4"),
    ],
)
def test_what_is_typed_is_written_in_one_way(typed: str, written: str) -> None:
    assert str(parse_dice(typed)) == written
    assert str(parse_dice(written)) == written


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("2d6+1", (3, 4), 8),
        ("4d6kh3", (6, 1, 4, 3), 13),
        ("4d6kl1", (6, 2, 4, 3), 2),
        ("d20 adv", (7, 15), 15),
        ("2d6+1 adv", (2, 3, 6, 1), 8),
        ("2d6+1 dis", (2, 3, 6, 1), 6),
        ("d20 dis", (7, 15), 7),
        ("2d6ro<3", (2, 1, 6), 7),  # the 2 is rerolled once
        ("1d6rr<3", (2, 1, 2, 4), 4),
        ("1d6!", (6, 6, 2), 14),
        ("2d6!>=5", (5, 1, 3), 9),
        ("1d20mi10", (4,), 10),
        ("1d20ma10", (14,), 10),
        ("5d6cs>=5", (5, 6, 4, 1, 5), 3),
        ("2d6*10", (1, 2), 30),
        ("3-(1d4-1)", (4,), 0),
        ("2dF", (1, 3), 0),
        ("1dF", (1,), -1),
    ],
)
def test_what_comes_of_it(text: str, faces: tuple[int, ...], total: int) -> None:
    assert thrown(text, *faces) == total


def test_every_die_is_kept_with_whether_it_counted() -> None:
    faces = [5, 2]
    throw = roll_dice(parse_dice("2d20kh1"), lambda sides: faces.pop(0))
    assert throw.dice == [(20, 5, True), (20, 2, False)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not complete: dice or a number should follow"),
        ("2d", "cannot be read from 'd' on"),
        ("d0", "a die has 1 to 1,000 sides, not 0"),
        ("0d6", "0 dice: from 1 to 200 can be rolled"),
        ("999999d6", "999,999 dice: from 1 to 200 can be rolled"),
        ("150d6+150d6", "150 dice: from 1 to 200 can be rolled"),
        ("1d99999", "a die has 1 to 1,000 sides, not 99,999"),
        ("999999999", "999999999 is too large: at most 100,000"),
        ("2d6+", "is not complete: dice or a number should follow"),
        ("2d6 apples", "cannot be read from 'apples' on"),
        ("2d6kh3", "kh3 does not go with 2 dice"),
        ("2d6dl2", "dl2 does not go with 2 dice"),
        ("2d6r<2", "'r' rerolls once in some programs"),
        ("5d6>4", "'>' counts dice in some programs and picks them in others; write cs> to count"),
        ("1d6!!", "'!!' is not known here"),
        ("1d1!", "every face is exploding: that would never end"),
        ("1d6rr<7", "every face is rerolled: that would never end"),
        ("2d6*2d6", "dice times dice is not known here"),
        ("(((((((1)))))))", "too many brackets"),
        ("(1d6", "a bracket is not closed"),
        ("1" * 201, "too long: at most 200 characters"),
    ],
)
def test_what_is_absurd_or_unclear_is_refused(text: str, reason: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse_dice(text)
    assert str(caught.value).startswith(reason)


def test_a_product_without_end_is_refused() -> None:
    with pytest.raises(DiceError, match="the total is too large"):
        roll_dice(parse_dice("100000*100000*1"), lambda sides: 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [("d8", (1, 8, 0)), ("2d6+1-3", (2, 6, -2)), ("1+d4", (1, 4, 1)), ("2d6kh1", None), ("7", None),
     ("1d6+1d4", None), ("-1d6", None)],
)  # fmt: skip
def test_plain_dice(text: str, found: tuple[int, int, int] | None) -> None:
    assert simple_dice(parse_dice(text)) == found


PIECES = st.sampled_from(
    ["2d6", "d20", "3", "+", "-", "*", "(", ")", "kh1", "dl1", "!", "ro<2", "rr1", "cs>=4", "mi2",
     "[x]", " ", "adv", "dF", "d%", "e", "r", ">", "99999", "é", "\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_text_is_refused_or_rolls_and_is_written_as_it_was_read(text: str) -> None:
    try:
        tree = parse_dice(text)
    except DiceError:
        return
    assert str(parse_dice(str(tree))) == str(tree)
    dice = Dice(3)
    with contextlib.suppress(DiceError):  # a product may come out too large
        roll_dice(tree, lambda sides: int(dice.roll(sides)))
