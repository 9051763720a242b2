"""`shieldwall replay`: replay and verify a tape or a saved fight."""

from __future__ import annotations

import click

from shieldwall.cli.fights.narration import Narration, fight_data, summary
from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content import load_encounter
from shieldwall.display.markers import Marks
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.entries import Chose
from shieldwall.fight import Fight
from shieldwall.store.save_file import SaveError, read_tape, replay_tape


class NotVerified(click.ClickException):
    """A valid tape that does not replay; exit status 1."""

    exit_code = 1


@click.command("replay")
@click.argument("file")
@click.option(
    "--encounter",
    metavar="ENCOUNTER",
    help="The tape's encounter, if the tape does not name it.",
)
@click.option("--quiet", is_flag=True, help="Print only whether it verifies and how it ended.")
@json_option
@colour_option
def command(
    file: str, encounter: str | None, quiet: bool, as_json: bool, colour: bool | None
) -> None:
    """Replay and verify a tape or a saved fight.

    Checks every die, choice and event line, and names the first line that does not fit.

    \b
    Examples:
      shieldwall replay duel.fight
      shieldwall replay mine.tape --encounter duel --json
    """
    fight = _replayed(file, None if encounter is None else load_encounter(encounter))
    chosen = sum(1 for entry in fight.entries if isinstance(entry, Chose))
    dice = len(fight.entries) - chosen
    if as_json:
        say_json({**fight_data(fight), "file": file, "dice": dice, "choices": chosen})
        return
    terminal = this_terminal(colour)
    marks = Marks(fight.setup)
    if not quiet:
        say(f"{fight.setup.title} ({fight.rules.title}, seed {fight.seed})")
        for line in Narration(fight, marks, terminal).lines(fight.events):
            say(line)
        say("")
    for line in summary(fight, marks, terminal):
        say(line)
    over = "" if fight.outcome is not None else "; the fight does not end there"
    say(f"{file}: {dice} dice and {chosen} choices verified{over}.")


def _replayed(path: str, setup: Setup | None) -> Fight:
    """An invalid file, or one of another map, is a user error; else the tape fails."""
    tape = read_tape(path)
    setup = tape.setup(setup)
    try:
        return replay_tape(tape, setup)
    except SaveError as error:
        raise NotVerified(str(error)) from error
