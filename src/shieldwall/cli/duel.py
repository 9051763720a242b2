"""`shieldwall duel`: one against one at arm's length, solved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import click

from shieldwall.cli.options import AtTable, book_options, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.telling import start

if TYPE_CHECKING:
    from shieldwall.odds.duel import Chance, Duel

MOST_HP: Final = 60
COLUMNS: Final = 20
"""Hit point totals shown across a map; where there are more, every so manieth."""
STILL: Final = 0.01
"""From this chance on a fight that nobody wins is worth a word."""


@click.command("duel")
@click.argument("first")
@click.argument("second")
@click.option("--map/--no-map", "with_map", default=True, help="Show when Total Defense pays.")
@click.option(
    "--moments",
    type=click.Choice(("all", "matters")),
    default="all",
    show_default=True,
    help="Ask at every moment, or only where the answer can change the blow at hand.",
)
@click.option(
    "--mind",
    "minds",
    multiple=True,
    default=("natural", "simple"),
    show_default=True,
    help="How far this mind is from best play; may be given again.",
)
@click.option("--plot", type=click.Path(dir_okay=False), help="Draw the maps into this file.")
@book_options
@json_option
def command(
    first: str,
    second: str,
    with_map: bool,
    moments: str,
    minds: tuple[str, ...],
    plot: str | None,
    table: AtTable,
    as_json: bool,
) -> None:
    """Solve a duel: who wins, and when Total Defense pays.

    The two stand face to face and fight to the end, each with one weapon: attack, Total Defense,
    Snap Attack, Hold and what else the book lets one do without moving. Best play is the best
    against an opponent who also plays best, or against a mind that is known.

    \b
    Examples:
      shieldwall duel alda orc
      shieldwall duel "AB+3 1d8 shock 2/13 AC 14 hp 12" "orc hp 12" --rules sovereign-early
      shieldwall duel "alda with spear" sergeant --no-map --json
    """
    from shieldwall.core.state import ALWAYS, WHEN_IT_MATTERS
    from shieldwall.odds.duel import Duel, duel_setup
    from shieldwall.odds.figures import combatant
    from shieldwall.odds.scene import OddsError

    book, rulings = table.book()
    one, other = combatant(first), combatant(second)
    for each in (one, other):
        if each.sheet.hp > MOST_HP:
            raise OddsError(
                f"{each.sheet.name} has {each.sheet.hp} HP; duels are solved up to {MOST_HP}, "
                f"e.g. `{each.sheet.name} hp {MOST_HP}`"
            )
    began = time.process_time()
    stops = WHEN_IT_MATTERS if moments == "matters" else ALWAYS
    duel = Duel(duel_setup(one, other, book, rulings, stops), minds)
    report = DuelReport(duel, one.sheet.name, other.sheet.name, with_map or plot is not None)
    report.seconds = time.process_time() - began
    if plot is not None:
        draw(report, plot)
    if as_json:
        say_json(report.data())
        return
    terminal = this_terminal()
    for line in report.lines():
        for part in terminal.wrap(line.replace("  ", "\xa0\xa0"), "    "):
            say(part)
    if with_map:
        for line in report.map_lines():
            say(line)
    say(report.proof())
    if plot is not None:
        say(f"Drawn into {plot}.")


class DuelReport:
    """Everything there is to say about a duel."""

    def __init__(self, duel: Duel, name: str, name_there: str, with_map: bool) -> None:
        self.duel = duel
        self.names = (name, name_there)
        if name == name_there:
            self.names = ("the first", "the second")
        self.seconds = 0.0
        plays = duel.plays()
        self.rows = [
            (one.name, other.name, duel.chance(one.mind, other.mind))
            for one in plays
            for other in plays
        ]
        self.begins = [duel.chance(first=unit) for unit in (0, 1)]
        self.gains: dict[tuple[int, str], dict[tuple[int, int], float]] = {}
        if with_map:
            for attacker in (0, 1):
                for against in ("hit", "shock"):
                    found = duel.gains(attacker, against)
                    if found:
                        self.gains[attacker, against] = found

    def lines(self) -> list[str]:
        one, other = self.names
        hp, there = self.duel.hp
        best = self.rows[0][2]
        lines = [
            f"{start(one)} ({hp} HP) against {other} ({there} HP); {self.duel.rules.title}. "
            f"Chances of {one}:"
        ]
        wide = max(len(text) for text in (one, other, *(row[0] for row in self.rows))) + 8
        lines.append(f"  {one} plays".ljust(wide) + f"{other} plays".ljust(wide) + f"{one} wins")
        for name, name_there, chance in self.rows:
            still = f", undecided {percent(chance.undecided)}" if chance.undecided > 1e-4 else ""
            lines.append(
                f"  {name}".ljust(wide) + name_there.ljust(wide) + f"{percent(chance.win)}{still}"
            )
        lines.append(
            f"  With best play, {one} wins {percent(self.begins[0].win)} when it begins and "
            f"{percent(self.begins[1].win)} when {other} does."
        )
        for place, name in enumerate(self.duel.minds, 1):
            count = len(self.duel.plays())
            lost = best.value - self.rows[place * count][2].value
            lost_there = self.rows[place][2].value - best.value
            lines.append(
                f"  Playing like the mind {name!r} costs {one} {points(lost)} and "
                f"{other} {points(lost_there)} against the best reply."
            )
        if best.undecided > STILL:
            lines.append(
                "  Best play often ends undecided: whoever strikes first spends the Main that "
                "would have turned the answer, so both wait. A standstill counts as half a win."
            )
        return lines

    def map_lines(self) -> list[str]:
        lines: list[str] = []
        for (attacker, against), found in self.gains.items():
            defender = self.names[1 - attacker]
            what = "a hit it would turn" if against == "hit" else "the Shock of a miss"
            lines += [
                "",
                f"Total Defense of {defender} against {what}, when {self.names[attacker]} "
                "strikes first in a round:",
                "what it gains (+) or costs (-), in points of the chance to win.",
            ]
            lines += grid_lines(found, self.duel.hp, self.names, 1 - attacker)
        if self.gains:
            lines.append("")
        return lines

    def proof(self) -> str:
        values = self.duel.values()
        return (
            f"Exact: every value lies between two bounds at most {self.error():.1g} apart "
            f"({values.positions} positions, the rules run {self.duel.game.forest.runs} times, "
            f"{self.seconds:.1f} s)."
        )

    def error(self) -> float:
        return max(row[2].error for row in self.rows)

    def data(self) -> dict[str, object]:
        return {
            "first": self.names[0],
            "second": self.names[1],
            "hp": list(self.duel.hp),
            "rules": self.duel.rules.name,
            "exact": True,
            "error": self.error(),
            "chances": [
                {"first": one, "second": other, **chance_data(chance)}
                for one, other, chance in self.rows
            ],
            "first_begins": chance_data(self.begins[0]),
            "second_begins": chance_data(self.begins[1]),
            "total_defense": [
                {
                    "defender": self.names[1 - attacker],
                    "against": against,
                    "gain": {f"{hp},{there}": gain for (hp, there), gain in found.items()},
                }
                for (attacker, against), found in self.gains.items()
            ],
            "positions": self.duel.values().positions,
            "runs": self.duel.game.forest.runs,
            "seconds": self.seconds,
        }


def chance_data(chance: Chance) -> dict[str, float]:
    return {
        "win": chance.win,
        "loss": chance.loss,
        "undecided": chance.undecided,
        "value": chance.value,
        "error": chance.error,
    }


def percent(share: float) -> str:
    return f"{100 * share:6.2f} %"


def points(share: float) -> str:
    return f"{max(0.0, 100 * share):.2f} points"


def shown(most: int) -> list[int]:
    """The totals to show of 1 to `most`."""
    step = -(-most // COLUMNS)
    return [hp for hp in range(1, most + 1) if (most - hp) % step == 0]


def grid_lines(
    found: dict[tuple[int, int], float],
    hp: tuple[int, int],
    names: tuple[str, str],
    defender: int,
) -> list[str]:
    """The defender's hit points down, the attacker's across."""
    lines = [f"  HP of {names[defender]} down, of {names[1 - defender]} across"]
    lines.append("     " + "".join(f"{n:5}" for n in shown(hp[1 - defender])))
    for mine in shown(hp[defender]):
        cells = []
        for theirs in shown(hp[1 - defender]):
            place = (mine, theirs) if defender == 0 else (theirs, mine)
            gain = found.get(place)
            text = "." if gain is None else f"{100 * gain:+.0f}"
            if gain is not None and abs(gain) < 0.005:
                text = "+0" if gain > 1e-9 else "-0" if gain < -1e-9 else "0"
            cells.append(f"{text:>5}")
        lines.append(f"{mine:4} " + "".join(cells))
    return lines


def draw(report: DuelReport, path: str) -> None:
    """The maps of Total Defense as pictures."""
    from shieldwall.cli.drawing import new_figure
    from shieldwall.odds.scene import OddsError

    if not report.gains:
        raise OddsError("there is nothing to draw: Total Defense is no option in this duel")
    figure = new_figure(5.2 * len(report.gains), 4.6)
    axes = figure.subplots(1, len(report.gains), squeeze=False)[0]
    for place, ((attacker, against), found) in enumerate(report.gains.items()):
        draw_gains(figure, axes[place], found, report.duel.hp, 1 - attacker)
        what = "a hit" if against == "hit" else "Shock"
        axes[place].set_title(f"{report.names[1 - attacker]}: Total Defense against {what}")
    figure.savefig(path)


def draw_gains(
    figure: object,
    axes: object,
    found: dict[tuple[int, int], float],
    hp: tuple[int, int],
    defender: int,
) -> None:
    """One map: blue where it pays, red where it does not."""
    from typing import Any, cast

    canvas, plane = cast("Any", figure), cast("Any", axes)
    rows = []
    for mine in range(1, hp[defender] + 1):
        row = []
        for theirs in range(1, hp[1 - defender] + 1):
            gain = found.get((mine, theirs) if defender == 0 else (theirs, mine))
            row.append(float("nan") if gain is None else 100 * gain)
        rows.append(row)
    most = max([abs(gain) for gain in found.values()], default=0.01) * 100
    picture = plane.imshow(
        rows,
        origin="lower",
        cmap="RdBu",
        vmin=-most,
        vmax=most,
        extent=(0.5, hp[1 - defender] + 0.5, 0.5, hp[defender] + 0.5),
        aspect="auto",
    )
    plane.set_xlabel("attacker's hit points")
    plane.set_ylabel("defender's hit points")
    canvas.colorbar(picture, ax=plane, label="gain in points of the chance to win")
