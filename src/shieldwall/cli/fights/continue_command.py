"""`shieldwall continue`: a new fight that branches off from an old one at any point."""

from __future__ import annotations

from pathlib import Path

import click

from shieldwall.cli.main import Complaint
from shieldwall.cli.options import MOST_SEED, json_option
from shieldwall.cli.terminal import say, say_json
from shieldwall.fight import Fight
from shieldwall.review.decisions import choice_before, decisions
from shieldwall.store.save_file import load_fight, save_fight
from shieldwall.text.notation import suggest
from shieldwall.text.sentences import start, who


@click.command("continue")
@click.argument("file")
@click.option("--round", "number", type=click.IntRange(0), help="From this round on.")
@click.option("--unit", metavar="UNIT", help="From this unit's next choice on: alda.")
@click.option(
    "--entry",
    type=click.IntRange(0),
    help="From this tape entry on, as numbered by `review --json`.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    help="Seed for the dice that follow (default: the old one: same choices, same dice).",
)
@click.option("-o", "--output", metavar="FILE", help="The fight to write.")
@json_option
def command(
    file: str,
    number: int | None,
    unit: str | None,
    entry: int | None,
    seed: int | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Continue from any point of a fight, as a new fight.

    The old file does not change. To try another choice, cut the fight before it and play on.

    \b
    Examples:
      shieldwall continue evening.fight --round 3 --unit alda -o what-if.fight
      shieldwall play --resume what-if.fight
    """
    fight = load_fight(file)
    if fight.replayable_to is not None:
        raise Complaint(
            f"{file}: the rules have changed since, and its beginning can no longer be replayed."
        )
    if number is None and unit is None and entry is None:
        raise click.UsageError("Say where: --round, --unit or --entry.")
    keep = choice_before(fight, entry if entry is not None else place_of(fight, number, unit))
    if keep is None:
        raise Complaint(f"{file}: this fight has no choices yet.")
    new = fight.at(keep)
    if seed is not None:
        new.seed = seed
    path = Path(output or f"{Path(file).stem}-{keep}.fight")
    if path.exists() and path.resolve() == Path(file).resolve():
        raise Complaint(f"{path} is the old fight; name another file with -o.")
    save_fight(new, str(path))
    request = new.request
    asked = "" if request is None or request.unit < 0 else start(who(new.state, request.unit))
    if as_json:
        say_json({"file": str(path), "entry": keep, "round": int(new.state.clock.round)})
        return
    whose = f", {asked} is asked" if asked else ""
    say(f"{path}: {fight.setup.title} from round {new.state.clock.round}{whose}.")
    say(f"Continue with: shieldwall play --resume {path}")


def place_of(fight: Fight, number: int | None, unit: str | None) -> int:
    """The first choice of a round, of a unit, or of a unit from a round on."""
    wanted = -1
    if unit is not None:
        if unit not in fight.names.index:
            raise Complaint(f"No unit is called {unit!r}{suggest(unit, fight.names.units)}")
        wanted = fight.names.index[unit]
    for one in decisions(fight):
        if one.round >= (number or 0) and wanted in (-1, one.unit):
            return one.entry
    where = f" in round {number} or later" if number else ""
    raise Complaint(f"{unit or 'No unit'} chose{' nothing' if unit else ' anything'}{where}.")
