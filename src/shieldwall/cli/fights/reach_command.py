"""`shieldwall reach`: the squares a unit can reach, their cost, and the attacks they provoke."""

from __future__ import annotations

import click

from shieldwall.cli.fights.board import Board, Glyph
from shieldwall.cli.options import (
    AtTable,
    colour_option,
    encounter_argument,
    json_option,
    table_options,
)
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.display.markers import Marks
from shieldwall.display.paths import Way, find_ways
from shieldwall.engine.move.movement import allowance, place_of, put
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.reach import crowd, room
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.state.state import State, Unit
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.text.notation import Names, NotationError
from shieldwall.text.sentences import listed, start, who


@click.command("reach")
@encounter_argument()
@click.argument("unit")
@click.option("--at", "square", metavar="SQUARE", help="Start from this square instead.")
@click.option(
    "--moves",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="Number of Moves (2: the Main Action is spent on a second one).",
)
@table_options
@json_option
@colour_option
def command(
    encounter: str,
    unit: str,
    square: str | None,
    moves: int,
    table: AtTable,
    as_json: bool,
    colour: bool | None,
) -> None:
    """Show where a unit can move, and which steps provoke.

    \b
    Examples:
      shieldwall reach hall alda
      shieldwall reach hall alda --at O7 --json
    """
    setup = table.load(encounter)
    state = initial_state(setup)
    names = Names(state)
    rules = rules_of(setup)
    mover = state.units[names.unit(unit)]
    if square is not None:
        _stand(names, state, rules, mover, square)
    feet = int(allowance(rules, mover)) * 5 * moves
    ways = find_ways(state, rules, mover, feet)
    if as_json:
        say_json(reach_data(names, state, mover, feet, ways))
        return
    terminal = this_terminal(colour)
    name = start(who(state, int(mover.index)))
    here = names.square(int(place_of(state.grid, mover)))
    if state.grid.open:
        ends = sorted([way.square for way in ways] or [int(place_of(state.grid, mover))])
        first, last = names.square(ends[0]), names.square(ends[-1])
        say(f"{name} at {here} reaches {first} to {last} with {feet} ft; there is no map.")
        return
    say(f"{name} at {here} reaches {len(ways)} squares with {feet} ft. In feet:")
    board = Board(state, Marks(setup), terminal)
    cell = len(str(feet))
    over = {
        way.square: Glyph(f"{way.feet:{cell}}!", ("yellow", "bold"))
        if way.provokes
        else Glyph(str(way.feet), ("cyan",))
        for way in ways
    }
    focus = int(place_of(state.grid, mover))
    window = board.fitting(terminal.width - 1, 3 * board.height + 3, focus, cell)
    for line in board.draw(window, over, int(mover.index), cell):
        say(line)
    for line in provoking_lines(names, state, ways):
        terminal.tell(line, "  ")


def _stand(names: Names, state: State, rules: Ruleset, mover: Unit, square: str) -> None:
    cell = names.cell(square)
    size = int(mover.sheet.size)
    fits = body_fits(state.grid, cell, size, rules.difficult_cost)
    if not fits or not room(crowd(state, rules, mover), cell, size, state.grid.width):
        raise NotationError(
            f"{who(state, int(mover.index))} cannot stand on {square.upper()}: it is taken, "
            "solid or impassable"
        )
    put(state.grid, mover, cell)


def provoking_lines(names: Names, state: State, ways: list[Way]) -> list[str]:
    """The squares that provoke attacks on the way, by attacker."""
    by_foes: dict[tuple[int, ...], list[str]] = {}
    for way in ways:
        if way.provokes:
            foes = tuple(sorted(foe for step in way.provokes for foe in step.by))
            by_foes.setdefault(foes, []).append(names.square(way.square))
    lines = []
    for foes, squares in sorted(by_foes.items()):
        strikers = listed([who(state, foe) for foe in foes])
        lines.append(f"! Gives {strikers} a free blow: {', '.join(squares)}.")
    return lines


def reach_data(
    names: Names, state: State, mover: Unit, feet: int, ways: list[Way]
) -> dict[str, object]:
    return {
        "unit": mover.ident,
        "from": names.square(int(place_of(state.grid, mover))),
        "feet": feet,
        "squares": [
            {
                "square": names.square(way.square),
                "cost": way.feet,
                "path": [names.square(cell) for cell in way.path],
                "provokes": [
                    {
                        "step": names.square(step.square),
                        "by": [names.units[foe] for foe in step.by],
                    }
                    for step in way.provokes
                ],
            }
            for way in ways
        ],
    }
