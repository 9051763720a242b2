"""`shieldwall preview`: the odds of each option, and a danger map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from shieldwall.cli.fights.board import Board, Glyph
from shieldwall.cli.options import (
    AtTable,
    colour_option,
    encounter_argument,
    json_option,
    seed_option,
    some_seed,
    table_options,
)
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.display.markers import Marks
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight
from shieldwall.text.notation import choice_text
from shieldwall.text.sentences import start, who

if TYPE_CHECKING:
    from shieldwall.odds.danger import DangerMap
    from shieldwall.odds.option_odds import Preview

SHOWN: Final = 12
SQUARES: Final = 6
"""Maximum number of squares named in one line."""
FIRST_LOOK: Final = 0.25
SHARPER: Final = 5.0


@click.command("preview")
@encounter_argument()
@click.argument("unit", required=False)
@seed_option
@click.option("--all", "everything", is_flag=True, help="Print every option, not only the best.")
@click.option(
    "--quick", is_flag=True, help="Estimate the danger of each square quickly, with wider margins."
)
@table_options
@json_option
@colour_option
def command(
    encounter: str,
    unit: str | None,
    seed: int | None,
    everything: bool,
    quick: bool,
    table: AtTable,
    as_json: bool,
    colour: bool | None,
) -> None:
    """Show the odds of every option this turn.

    For the first turn of a fight: chance to hit, expected damage, chance to drop the target, and
    the attacks of opportunity on the way. Then a map: for each square in reach, the chance to be
    down before your next turn if every foe attacks you. Options that differ only in the square
    share a line. Figures are exact, or labelled with their margin of error.

    \b
    Examples:
      shieldwall preview duel
      shieldwall preview yard --seed 7 --json
    """
    from shieldwall.odds.option_odds import Previewer

    fight = Fight(table.load(encounter), some_seed(seed))
    request = fight.request
    if request is None:
        say("No choice is open.")
        return
    chosen = fight.names.unit(unit) if unit is not None else _first(fight)
    looker = Previewer(fight, request)
    previews = [looker.look(one) for one in request.options if one.unit == chosen]
    if not previews:
        raise click.BadParameter(f"{unit} is not acting now.", param_hint="'UNIT'")
    danger = _danger(fight, chosen, quick)
    if as_json:
        say_json(preview_data(fight, chosen, previews, danger))
        return
    terminal = this_terminal(colour)
    name = who(fight.state, chosen)
    say(f"{start(name)} can do (exact odds):")
    rows = folded(fight, previews)
    for words, choices in rows if everything else rows[:SHOWN]:
        text = f"  {folded_text(fight, choices)}: {words}".replace("  ", "\xa0\xa0")
        terminal.tell(text, "      ")
    if len(rows) > SHOWN and not everything:
        say(f"  … and {len(rows) - SHOWN} more (--all).")
    if danger is None:
        return
    labels = sorted({one.label for one in danger.squares.values()})
    say("")
    for line in terminal.wrap(
        f"Where {name} is down before its next turn, in % ({', '.join(labels)[:60]}):"
    ):
        say(line)
    board = Board(fight.state, Marks(fight.setup), terminal)
    over = {
        cell: Glyph(f"{100 * one.chance:.0f}", ("red" if one.chance > 0.25 else "cyan",))
        for cell, one in danger.squares.items()
    }
    window = board.fitting(terminal.width - 1, 3 * board.height + 3, danger.cells[0], 3)
    for line in board.draw(window, over, chosen, 3):
        say(line)


def _first(fight: Fight) -> int:
    request = fight.request
    assert request is not None
    if request.unit >= 0:
        return request.unit
    return next(option.unit for option in request.options)


def _danger(fight: Fight, chosen: int, quick: bool) -> DangerMap | None:
    from shieldwall.odds.danger import DangerMap

    if fight.state.grid.open:
        return None
    danger = DangerMap(fight.state, fight.rules, chosen)
    if not danger.refine(FIRST_LOOK) and not quick:
        danger.refine(SHARPER)
    return danger


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def told(fight: Fight, preview: Preview) -> str:
    """The figures of one option in words."""
    odds = preview.odds
    parts = []
    if odds.hit or odds.mean:
        parts.append(f"hits {percent(float(odds.hit))}")
        parts.append(f"damage {float(odds.mean):.2f}")
        parts.append(f"drops {percent(float(odds.dropped))}")
    if preview.dodged is not None:
        parts.append(f"hits {percent(float(preview.dodged))} if it uses Total Defense")
    for foe, chance in preview.provokes.items():
        parts.append(f"{who(fight.state, foe)} strikes first ({percent(float(chance))})")
    if odds.mean_taken:
        parts.append(f"costs {float(odds.mean_taken):.2f} HP, falls {percent(float(odds.fell))}")
    return ", ".join(parts) or "no dice"


def folded(fight: Fight, previews: list[Preview]) -> list[tuple[str, list[Choice]]]:
    """Combine options with the same figures that differ only in the square."""
    ranked = sorted(previews, key=lambda one: (-one.odds.dropped, -one.odds.mean, one.odds.fell))
    rows: dict[tuple[object, ...], tuple[str, list[Choice]]] = {}
    for preview in ranked:
        one, words = preview.choice, told(fight, preview)
        key = (words, one.verb, one.target, one.weapon, one.note)
        rows.setdefault(key, (words, []))[1].append(one)
    return [(words, choices) for words, choices in rows.values()]


def folded_text(fight: Fight, choices: list[Choice]) -> str:
    """`alda charge sergeant with sword, from D3, E3 and 4 more squares`."""
    first = choices[0]
    if len(choices) == 1 or not first.path:
        return choice_text(fight.names, first)
    bare = Choice(first.unit, first.verb, first.target, first.weapon, (), first.note)
    squares = list(dict.fromkeys(fight.names.square(one.path[-1]) for one in choices))
    shown = ", ".join(squares[:SQUARES])
    more = len(squares) - SQUARES
    tail = f" and {more} more squares" if more > 1 else " and 1 more square" if more else ""
    text = choice_text(fight.names, bare).strip()
    return f"{text}, {'from' if first.target >= 0 else 'to'} {shown}{tail if more > 0 else ''}"


def preview_data(
    fight: Fight, chosen: int, previews: list[Preview], danger: DangerMap | None
) -> dict[str, object]:
    return {
        "unit": fight.names.units[chosen],
        "options": [
            {
                "choice": choice_text(fight.names, one.choice),
                "label": one.label,
                "hit": float(one.odds.hit),
                "damage": float(one.odds.mean),
                "drop": float(one.odds.dropped),
                "hit_dodged": None if one.dodged is None else float(one.dodged),
                "provokes": {
                    fight.names.units[foe]: float(chance) for foe, chance in one.provokes.items()
                },
                "suffers": float(one.odds.mean_taken),
                "falls": float(one.odds.fell),
            }
            for one in previews
        ],
        "squares": []
        if danger is None
        else [
            {
                "square": fight.names.square(cell),
                "down": one.chance,
                "label": one.label,
                "by": [fight.names.units[assault.foe] for assault in one.assaults],
            }
            for cell, one in danger.squares.items()
        ],
    }
