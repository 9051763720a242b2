"""`shieldwall roll`: dice as people type them."""

from __future__ import annotations

import click

from shieldwall.cli.options import json_option, seed_option, some_seed
from shieldwall.cli.terminal import say, say_json
from shieldwall.content.dice_text import DiceError, parse_dice, roll_dice
from shieldwall.core.dice import Dice


@click.command("roll")
@click.argument("dice", nargs=-1, required=True)
@seed_option
@json_option
def command(dice: tuple[str, ...], seed: int | None, as_json: bool) -> None:
    """Roll dice as people type them.

    Knows kh, kl, dh, dl, ro, rr, !, mi, ma, cs, d%, dF, adv and dis.

    \b
    Examples:
      shieldwall roll 4d6kh3
      shieldwall roll "2d6+1" --seed 7
      shieldwall roll d20 adv
    """
    text = " ".join(dice)
    stream = Dice(some_seed(seed))
    try:
        tree = parse_dice(text)
        throw = roll_dice(tree, lambda sides: int(stream.roll(sides)))
    except DiceError as error:
        raise click.UsageError(f"{text[:60]!r} {error}") from error
    if as_json:
        rolled = [{"sides": sides, "face": face, "counts": on} for sides, face, on in throw.dice]
        say_json({"dice": str(tree), "total": throw.total, "rolled": rolled})
        return
    faces = " ".join(str(face) if on else f"({face})" for _, face, on in throw.dice)
    say(f"{tree}: {faces} = {throw.total}" if faces else f"{tree} = {throw.total}")
