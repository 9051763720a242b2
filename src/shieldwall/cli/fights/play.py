"""`shieldwall play`: a fight in the terminal, each side played by a person or a mind."""

from __future__ import annotations

import shlex
import sys
from typing import Final

import click

from shieldwall.cli.chances.fight_source import Meeting, with_meeting
from shieldwall.cli.fights.save_path import why_not_overwrite
from shieldwall.cli.fights.session import Left, Session
from shieldwall.cli.main import INTERRUPTED, Complaint, first_fight
from shieldwall.cli.options import (
    DEMO,
    colour_option,
    encounter_argument,
    mind_option,
    seed_option,
    skirmish_options,
    some_seed,
    table_options,
)
from shieldwall.cli.terminal import say, this_terminal
from shieldwall.content.encounters import encounter_info
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import MindFailed, seated
from shieldwall.sim.counts import our_team
from shieldwall.store.save_file import load_fight
from shieldwall.text.notation import suggest

ME = "me"
MIND = "mind"
STOPS: Final = ("never", "matters", "always")
"""Prompt settings, in the order of NEVER, WHEN_IT_MATTERS and ALWAYS."""


@click.command("play")
@encounter_argument(DEMO)
@skirmish_options
@click.option(
    "--side",
    "sides",
    multiple=True,
    metavar="SIDE=me|mind",
    help="Who plays a side, or `referee` (default: you play the players' side); repeatable.",
)
@seed_option
@click.option(
    "--dice",
    type=click.Choice(["seed", "ask"]),
    default=None,
    help="Roll dice from the seed (default), or type in dice rolled at your table.",
)
@mind_option
@click.option(
    "--stops",
    type=click.Choice(STOPS),
    default=None,
    help="When to ask about Instants: never, when it matters, or always.",
)
@click.option(
    "--odds/--no-odds",
    "shows_odds",
    default=True,
    help="Show the odds below your choices.",
)
@click.option("--save", metavar="FILE", help="Save to this file before every choice.")
@click.option("--resume", metavar="FILE", help="Continue a saved fight.")
@table_options
@colour_option
@click.pass_context
@with_meeting
def command(
    ctx: click.Context,
    meeting: Meeting,
    sides: tuple[str, ...],
    seed: int | None,
    dice: str | None,
    minds: tuple[str, ...],
    stops: str | None,
    shows_odds: bool,
    save: str | None,
    resume: str | None,
    colour: bool | None,
) -> None:
    """Play a fight in the terminal.

    You choose for your side; minds play the others. Type `help` in the fight for all commands.
    Without an ENCOUNTER, a terminal offers easy ones.

    \b
    Examples:
      shieldwall play duel
      shieldwall play hall --side foes=me --save hall.fight
      shieldwall play --resume hall.fight
      shieldwall play yard --dice ask
      shieldwall play --foes "4 goblins"
      shieldwall play yard --ruling swarm_max_assailants=3
    """
    if resume is None:
        if _is_unsaid(ctx, meeting):
            meeting.encounter = first_fight()
        setup = meeting.setup()
        if stops is not None:
            setup.stops = STOPS.index(stops)
        fight = Fight(setup, some_seed(seed), by_hand=dice == "ask")
    else:
        if meeting.table.is_given():
            raise click.UsageError(
                "--resume brings its own rules; leave --rules, --ruling, --enforce and --space out."
            )
        fight = _resumed(ctx, resume, dice)
    if save is not None and save != resume:
        _check_save(save)
    people = _people(fight.setup, sides)
    thinkers = seated(fight.setup, minds)
    session = Session(fight, people, thinkers, this_terminal(colour), save)
    session.shows_odds = shows_odds
    session.resume_options = shlex.join(
        [
            *(f"--side={side}" for side in sides),
            *(f"--mind={mind}" for mind in minds),
            *([] if shows_odds else ["--no-odds"]),
        ]
    )
    _greet(fight, resume)
    try:
        session.play()
        while session.end():
            session.play()
        _what_next(session, meeting.encounter if resume is None and meeting.foes is None else "")
    except Left:
        _farewell(session)
    except MindFailed:
        _farewell(session)
        raise
    except EOFError:
        say("")
        _farewell(session)
    except KeyboardInterrupt:
        say("")
        _farewell(session)
        ctx.exit(INTERRUPTED)


def _is_unsaid(ctx: click.Context, meeting: Meeting) -> bool:
    """Whether somebody at a terminal has named no fight."""
    usual = ctx.get_parameter_source("encounter") == click.core.ParameterSource.DEFAULT
    live = sys.stdin.isatty() and sys.stdout.isatty()
    return usual and live and meeting.party is None and meeting.foes is None


def _resumed(ctx: click.Context, path: str, dice: str | None) -> Fight:
    for name in ("encounter", "seed", "stops"):
        if ctx.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--resume brings its own {name}; leave that out.")
    fight = load_fight(path)
    if dice is not None:
        fight.dice_by_hand(dice == "ask")
    return fight


def _check_save(path: str) -> None:
    problem = why_not_overwrite(path)
    if problem:
        raise Complaint(problem)
    try:
        with open(path, encoding="utf-8"):
            pass
    except FileNotFoundError:
        return
    raise Complaint(
        f"{path} is a saved fight; continue it with --resume {path}, or choose another name."
    )


def _people(setup: Setup, given: tuple[str, ...]) -> set[int]:
    """The seats played by a person; a seat within a side follows its side.

    A mind plays the GM unless a person takes that seat.
    """
    seats = seat_names(setup)
    players = {setup.sides[number].name: side.players for number, side in enumerate(setup.sides)}
    if not any(players.values()):
        players[setup.sides[0].name] = True
    said: dict[str, bool] = {}
    for text in given:
        name, _, whom = text.partition("=")
        if name not in seats:
            raise Complaint(
                f"--side {text}: no side is called {name!r}"
                + suggest(name, seats, f"; choose from {', '.join(seats)}")
            )
        if whom not in (ME, MIND):
            raise Complaint(f"--side {text}: it should read {name}=me or {name}=mind")
        said[name] = whom == ME
    own = {**players, **said}
    side_of = {
        placement.seat: setup.sides[placement.side].name
        for placement in setup.placements
        if placement.seat
    }
    return {
        number
        for number, seat in enumerate(seats)
        if (said[seat] if seat in said else own.get(side_of.get(seat, seat), False))
    }


def _greet(fight: Fight, resumed: str | None) -> None:
    dice = "dice from your table" if fight.by_hand else f"seed {fight.seed}"
    say(f"{fight.setup.title} ({fight.rules.title}, {dice}). Type `help` for help.")
    if resumed is not None and fight.replayable_to is not None:
        say(
            f"The rules have changed since {resumed} was saved: the fight continues from where it "
            f"stood, but from entry {fight.replayable_to + 1} on it can no longer be replayed."
        )


def _what_next(session: Session, encounter: str) -> None:
    """After a victory in a campaign, name the next fight."""
    outcome = session.fight.outcome
    if not encounter or outcome is None or outcome.team != our_team(session.fight.setup):
        return
    following = encounter_info(encounter).next
    if following:
        say(f"Next: shieldwall play {following}")


def _farewell(session: Session) -> None:
    for line in session.how_to_go_on():
        say(line)
