"""`shieldwall roll`: roll dice expressions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any, Final

import click

from shieldwall.cli.options import json_option, seed_option, some_seed
from shieldwall.cli.terminal import say, say_json
from shieldwall.content.formats.dice_text import DiceError, Part, Which, parse_dice, roll_dice
from shieldwall.engine.tape.dice import Dice

MANY: Final = 50_000
"""Maximum number of outcomes to enumerate; beyond that they are sampled."""
SEED: Final = 1
MANIFOLD: Final = re.compile(r"[x×][1-9][0-9]?")
AFTER: Final = re.compile(r"\s*(\S.*?)\s+[x×]\s*([1-9][0-9]?)\s*")
CHECK: Final = re.compile(r"(.+?)\s*(>=|<=|>|<|=)\s*(-?[0-9]{1,5})\s*")
"""A total and what it must be."""


@click.command("roll")
@click.argument("dice", nargs=-1, required=True)
@click.option(
    "-n", "--times", type=click.IntRange(1, 100), default=1, help="Repeat the roll this many times."
)
@click.option("--odds", is_flag=True, help="Print the odds of a total such as '2d6+1 >= 8'.")
@seed_option
@json_option
def command(dice: tuple[str, ...], times: int, odds: bool, seed: int | None, as_json: bool) -> None:
    """Roll dice, or print their odds.

    Understands kh, kl, dh, dl, ro, rr, !, mi, ma, cs, d%, dF, adv and dis. Commas separate rolls.

    \b
    Examples:
      shieldwall roll 4d6kh3
      shieldwall roll "2d6+1" --seed 7
      shieldwall roll d20 adv
      shieldwall roll d20+4 1d8+2
      shieldwall roll 3x2d6
      shieldwall roll "2d20kh1+5, 1d8+3" -n 3
      shieldwall roll --odds "2d6+1 adv >= 8"
    """
    text = _separated(dice)
    stream = Dice(some_seed(seed))
    made: list[dict[str, Any]] = []
    try:
        if odds:
            _say_odds(text, as_json)
            return
        rolls = [each for part in text.split(",") for each in _repeated(part)]
        for part in rolls * times:
            tree = parse_dice(part)
            throw = roll_dice(tree, lambda sides: int(stream.roll(sides)))
            rolled = [
                {"sides": sides, "face": face, "counts": on} for sides, face, on in throw.dice
            ]
            made.append({"dice": str(tree), "total": throw.total, "rolled": rolled})
    except DiceError as error:
        hint = "; --odds prints the odds of a total" if CHECK.fullmatch(text) and not odds else ""
        raise click.UsageError(f"{text[:60]!r} {error}{hint}") from error
    if not made:
        raise click.UsageError("Name the dice, such as 2d6+1.")
    if as_json:
        say_json(made[0] if len(made) == 1 else made)
        return
    for each in made:
        faces = " ".join(
            str(die["face"]) if die["counts"] else f"({die['face']})" for die in each["rolled"]
        )
        told = f"{each['dice']}: {faces}" if faces else each["dice"]
        say(f"{told} = {each['total']}")


def _repeated(part: str) -> list[str]:
    """`3x2d6` and `2d6 x3` as three rolls; `2d6x3` explodes its threes."""
    before = re.fullmatch(r"\s*([1-9][0-9]?)\s*[x×]\s*(\S.*)", part)
    if before:
        return [before[2]] * int(before[1])
    after = AFTER.fullmatch(part)
    return [after[1]] * int(after[2]) if after else [part] * bool(part.strip())


def _separated(words: tuple[str, ...]) -> str:
    """The words as one text; with commas if each is its own roll."""
    text = " ".join(words)
    words = tuple(text.split())
    try:
        parse_dice(text)
    except DiceError:
        rolls: list[str] = []
        for word in words:
            if rolls and (word.lower() in ("adv", "dis") or MANIFOLD.fullmatch(word)):
                rolls[-1] += f" {word}"
            else:
                rolls.append(word)
        try:
            for roll in rolls:
                for one in _repeated(roll):
                    parse_dice(one)
        except DiceError:
            return text
        return ",".join(rolls)
    return text


def _say_odds(text: str, as_json: bool) -> None:
    """Print the chance of the given condition, or the distribution of totals."""
    found = CHECK.fullmatch(text)
    tree = parse_dice(found[1] if found else (_repeated(text) or [text])[0])
    falls, exact = _totals(tree)
    totals = Counter(falls)
    every = sum(totals.values())
    sure = "exact" if exact else f"from {MANY:,} rolls"
    mean = sum(total * count for total, count in totals.items()) / every
    if found:
        holds = Which(found[2], int(found[3])).holds
        share = sum(count for total, count in totals.items() if holds(total)) / every
        if as_json:
            say_json({"dice": str(tree), "chance": share, "mean": mean, "exact": exact})
        else:
            say(f"{tree} {found[2]} {found[3]}: {100 * share:.1f} % ({sure}), mean {mean:.1f}")
        return
    if as_json:
        told = {"dice": str(tree), "mean": mean, "least": min(totals), "most": max(totals)}
        say_json({**told, "exact": exact})
    else:
        say(f"{tree}: {min(totals)} to {max(totals)}, mean {mean:.1f} ({sure})")


def _totals(tree: Part) -> tuple[list[int], bool]:
    """The total of every outcome, which is exact; a sample if there are too many."""
    pools = _plain_pools(tree)
    if pools is not None:
        falls = product(*(range(1, sides + 1) for sides in pools))
        return [_fallen(tree, iter(faces)) for faces in falls], True
    stream = Dice(SEED)
    roll = partial(roll_dice, tree, lambda sides: int(stream.roll(sides)))
    return [roll().total for _ in range(MANY)], False


def _plain_pools(tree: Part) -> list[int] | None:
    """The sides of each die in order, if none is rerolled and there are few outcomes."""
    asked, again = _asked(tree, highest=False), _asked(tree, highest=True)
    falls = 1
    for sides in asked:
        falls *= sides
        if falls > MANY:
            return None
    more = any(sign in str(tree) for sign in "r!")
    return asked if asked == again and not more else None


def _fallen(tree: Part, faces: Iterator[int]) -> int:
    return roll_dice(tree, lambda _: next(faces)).total


def _asked(tree: Part, highest: bool) -> list[int]:
    """The sides of all dice rolled if each shows its highest face, or 1."""
    sides_of: list[int] = []

    def fall(sides: int) -> int:
        sides_of.append(sides)
        return sides if highest else 1

    roll_dice(tree, fall)
    return sides_of
