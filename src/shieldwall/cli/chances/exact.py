"""`shieldwall exact`: the exact chances of a small fight between minds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import click

from shieldwall.cli.chances.fight_source import Source, source_options
from shieldwall.cli.main import INTERRUPTED, Complaint
from shieldwall.cli.options import Percentage, json_option, mind_option
from shieldwall.cli.progress import StatusLine
from shieldwall.cli.terminal import Terminal, held_together, say, say_json, this_terminal
from shieldwall.text.fates import FATES
from shieldwall.text.sentences import start

if TYPE_CHECKING:
    from shieldwall.engine.state.setup import Setup
    from shieldwall.engine.state.state import State
    from shieldwall.odds.small_fights import SmallFight, SmallResult

MOST_STATES: Final = 20_000_000
SHOWN_ROUNDS: Final = 0.995
IN_WORDS: Final = re.compile(r"\s(?:vs?\.?|against|versus)\s", re.I)


@click.command("exact")
@source_options("[ENCOUNTER | SAVE | 'ONE, TWO vs FOE']")
@mind_option
@click.option(
    "--within",
    type=Percentage("0.0000001%", "5%", such_as="0.01%"),
    default="0.001%",
    show_default=True,
    help="Stop when every chance is this precise.",
)
@click.option(
    "--states",
    type=click.IntRange(100, MOST_STATES),
    help="Give up beyond this many states (default: 200000).",
)
@click.option(
    "--best",
    metavar="SIDE",
    help="Also print how often this side wins with best play.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    source: Source,
    minds: tuple[str, ...],
    within: float,
    states: int | None,
    best: str | None,
    as_json: bool,
) -> None:
    """Exact odds of a small fight: who wins, who falls.

    For about two against two: follows every possible roll of the dice. Starts from an encounter,
    from --party and --foes, from a saved fight, or from a few words (`alda, cenric vs 2 goblins`,
    without a map and 30 ft apart unless --distance is given). Refuses fights that are too large,
    with an estimate of their size. Ctrl-C stops early and prints the results so far.

    \b
    Examples:
      shieldwall exact duel
      shieldwall exact "alda vs 2 goblins" --rules sovereign-early
      shieldwall exact "alda hp 6, orc vs 2 goblins" --mind foes=simple --json
      shieldwall exact "alda hp 4 vs goblin" --distance 5 --best party
    """
    from shieldwall.odds.small_fights import MOST_STATES as USUAL
    from shieldwall.odds.small_fights import SmallFight

    setup, begin = _start(source)
    fight = SmallFight(setup, minds, within, states or USUAL, start=begin)
    about = fight.check_size()
    bar = Settled(about)
    try:
        result = fight.count(bar.show)
    finally:
        bar.clear()
    response = None
    if best is not None and not fight.interrupted:
        from shieldwall.odds.best_response import MOST, best_response

        response = best_response(fight, best, states or MOST)
    if as_json:
        data = result_data(fight, result)
        if response is not None:
            data["best_response"] = {"side": best, "wins": response.wins, "states": response.states}
        say_json(data)
    else:
        for line in result_lines(fight, result, this_terminal()):
            say(line)
        if response is not None:
            digits = digits_of(result.error)
            say(
                f"With best play against these minds, the {best} would win "
                f"{100 * response.wins:.{digits}f} % ({response.states} states, "
                f"{response.seconds:.1f} s)."
            )
    if fight.interrupted:
        ctx.exit(INTERRUPTED)


def _start(source: Source) -> tuple[Setup, State | None]:
    """The fight, and its current state if that is not the start."""
    from shieldwall.odds.small_fights import FEET, fight_in_words
    from shieldwall.store.save_file import load_fight

    encounter, table = source.encounter, source.table
    if encounter is not None and IN_WORDS.search(encounter):
        given = (("--party", source.party), ("--foes", source.foes), ("--map", source.map_name))
        for option, value in given:
            if value is not None:
                raise click.UsageError(f"{option} cannot be used with a fight in words.")
        if table.space == "map":
            raise click.BadParameter("a fight in words has no map.", param_hint="'--space'")
        return table.made(fight_in_words(encounter, table.book(), source.distance or FEET)), None
    setup = source.setup()
    if not source.tape:
        return setup, None
    assert encounter is not None
    fight = load_fight(encounter)
    state, place = fight.last_checkpoint()
    if place < len(fight.tape):
        raise Complaint(
            f"{encounter}: a unit is asked in the middle of a step; answer that first, or "
            "continue from there with `shieldwall sim`."
        )
    return setup, state.copy()


class Settled(StatusLine):
    """The settled part of the fight."""

    def __init__(self, about: int) -> None:
        super().__init__()
        self.about = about

    def show(self, fight: SmallFight) -> None:
        if not self.is_due():
            return
        states = sum(len(ended.chain.positions) for ended in fight.flow.all_ended())
        done = 100 * (1 - fight.flow.left())
        self.write(
            f"{done:5.1f} % settled, round {fight.flow.round}, {states} states "
            f"(about {self.about} expected)"
        )


def digits_of(error: float) -> int:
    """Number of significant digits of a percentage with this error."""
    digits = 0
    while digits < 7 and 100 * error < 0.5 * 10.0**-digits:
        digits += 1
    return digits


def in_percent(error: float) -> str:
    """The error in per cent, rounded up to one digit."""
    size = 1.0
    while size > 100 * error and size > 1e-12:
        size /= 10
    steps = 1
    while steps * size < 100 * error:
        steps += 1
    text = f"{steps * size:.12f}".rstrip("0").rstrip(".")
    return f"{text or '0'} %"


def result_lines(fight: SmallFight, result: SmallResult, terminal: Terminal) -> list[str]:
    from shieldwall.cli.chances.sim import table_lines

    digits = digits_of(result.error)

    def share(chance: float) -> str:
        return f"{100 * chance:.{digits}f} %"

    sides = fight.setup.sides
    parts = [
        f"the {side.name} {'win' if side.name.endswith('s') else 'wins'} "
        f"{share(result.wins.get(side.team, 0.0))}"
        for side in sides
    ]
    nobody = result.wins.get(-1, 0.0)
    if nobody > result.error:
        parts.append(f"undecided {share(nobody)}")
    so_far = " so far" if fight.interrupted else ""
    lines = terminal.wrap(f"{fight.setup.title} ({fight.rules.title}), counted{so_far}:")
    lines += ["", *terminal.wrap(held_together(start("; ".join(parts)) + "."))]
    dies = f"Somebody of the {our_name(result)} dies in {share(result.somebody_dies)}"
    if sum(sides[unit.side].team == result.ours for unit in result.units) > 1:
        dies += f"; total party kill {share(result.party_killed)}"
        if result.captured > result.error:
            dies += f"; all captured alive {share(result.captured)} (none is up, fled or dead)"
    lines += terminal.wrap(held_together(dies + "."))
    rows = [["", "falls", "dies", "HP left on average"]]
    for unit in result.units:
        left = f"{unit.hp_left:.{min(3, digits + 1)}f} of {unit.hp}"
        rows.append([unit.ident, share(unit.falls), share(unit.dies), left])
    lines += ["", *table_lines(rows, terminal)]
    words = [
        word
        for word in FATES
        if any(unit.states.get(word, 0.0) > result.error for unit in result.units)
    ]
    rows = [["", *words]]
    for unit in result.units:
        rows.append([unit.ident, *[share(unit.states.get(word, 0.0)) for word in words]])
    lines += ["", "At the end:", *table_lines(rows, terminal)]
    rows = [["rounds", "it ends then", "it is over by then"]]
    over = 0.0
    for number, chance in sorted(result.rounds.items()):
        over += chance
        rows.append([str(number), share(chance), share(over)])
        if over > SHOWN_ROUNDS and number < max(result.rounds):
            rows.append([f"to {max(result.rounds)}", share(sum(result.rounds.values()) - over), ""])
            break
    lines += ["", *table_lines(rows, terminal), ""]
    lines += terminal.wrap(
        held_together(
            f"Every chance is exact to within {in_percent(result.error)}, "
            "the share that was "
            f"not followed to its end. {result.states} states, {result.seconds:.1f} s."
        )
    )
    return lines


def our_name(result: SmallResult) -> str:
    return next(side.name for side in result.setup.sides if side.team == result.ours)


def result_data(fight: SmallFight, result: SmallResult) -> dict[str, object]:
    return {
        "title": fight.setup.title,
        "rules": fight.rules.name,
        "minds": [mind.name for mind in fight.minds],
        "error": result.error,
        "complete": not fight.interrupted,
        "wins": {side.name: result.wins.get(side.team, 0.0) for side in fight.setup.sides},
        "undecided": result.wins.get(-1, 0.0),
        "somebody_dies": result.somebody_dies,
        "party_killed": result.party_killed,
        "total_party_kill": result.party_killed,
        "all_captured": result.captured,
        "units": [
            {
                "unit": unit.ident,
                "side": fight.setup.sides[unit.side].name,
                "hp": unit.hp,
                "falls": unit.falls,
                "dies": unit.dies,
                "gets_away": unit.leaves,
                "states": {word: unit.states.get(word, 0.0) for word in FATES},
                "hp_left": unit.hp_left,
            }
            for unit in result.units
        ],
        "rounds": {str(number): chance for number, chance in sorted(result.rounds.items())},
        "states": result.states,
        "seconds": round(result.seconds, 3),
    }
