"""`shieldwall play`: a fight in the terminal, each side by a person or a mind."""

from __future__ import annotations

import shlex
from typing import Final

import click

from shieldwall.cli.main import INTERRUPTED, Complaint
from shieldwall.cli.options import (
    DEMO,
    AtTable,
    colour_option,
    encounter_argument,
    mind_option,
    seed_option,
    skirmish_options,
    some_seed,
    table_options,
)
from shieldwall.cli.session import Left, Session, why_not_overwrite
from shieldwall.cli.terminal import say, this_terminal
from shieldwall.core.setup import Setup
from shieldwall.fight import Fight, seat_names
from shieldwall.minds import MindFailed, seated
from shieldwall.notation import suggest
from shieldwall.savefile import load_fight

ME = "me"
MIND = "mind"
STOPS: Final = ("never", "matters", "always")
"""When a seat is asked, in the order of NEVER, WHEN_IT_MATTERS and ALWAYS."""


@click.command("play")
@encounter_argument(DEMO)
@skirmish_options
@click.option(
    "--side",
    "sides",
    multiple=True,
    metavar="SIDE=me|mind",
    help="Who plays a side, or `referee`; by default you play the players' side. May be given for"
    " each side.",
)
@seed_option
@click.option(
    "--dice",
    type=click.Choice(["seed", "ask"]),
    default=None,
    help="Dice from the seed (as usual), or rolled on your table and typed in.",
)
@mind_option
@click.option(
    "--stops",
    type=click.Choice(STOPS),
    default=None,
    help="When the fight stops to ask about Instants: never, when it matters, or always.",
)
@click.option(
    "--odds/--no-odds",
    "shows_odds",
    default=True,
    help="Show below your choices what they come to, or do not.",
)
@click.option("--save", metavar="FILE", help="Save to this file before every choice.")
@click.option("--resume", metavar="FILE", help="Go on with a saved fight.")
@table_options
@colour_option
@click.pass_context
def command(
    ctx: click.Context,
    encounter: str,
    party: str | None,
    foes: str | None,
    table: AtTable,
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

    You are asked for each choice of your side; `help` there lists what you can say besides.

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
        setup = table.meeting(encounter, party, foes)
        if stops is not None:
            setup.stops = STOPS.index(stops)
        fight = Fight(setup, some_seed(seed), by_hand=dice == "ask")
    else:
        if table.is_given():
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
        f"{path} holds a saved fight; go on with it by --resume {path}, or choose another name."
    )


def _people(setup: Setup, given: tuple[str, ...]) -> set[int]:
    """The seats a person answers for; a seat within a side follows its side.

    The referee's is played by the mind unless somebody takes it.
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
                + suggest(name, seats, f"; there is {', '.join(seats)}")
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
    say(f"{fight.setup.title} ({fight.rules.title}, {dice}). `help` says what you can type.")
    if resumed is not None and fight.replayable_to is not None:
        say(
            f"The rules have changed since {resumed} was saved: the fight goes on from where it "
            f"stood, but from entry {fight.replayable_to + 1} on it can no longer be replayed."
        )


def _farewell(session: Session) -> None:
    for line in session.how_to_go_on():
        say(line)
