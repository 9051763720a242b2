"""`shieldwall odds`: exact odds of an attack, by running the rules over all dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import click

from shieldwall.cli.options import AtTable, book_options, json_option
from shieldwall.cli.plots import check_files, new_figure, plot_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.text.sentences import start

if TYPE_CHECKING:
    from shieldwall.odds.attack_odds import StepOdds
    from shieldwall.odds.attack_scene import Scene, Staged
    from shieldwall.odds.combatants import Question

BAR: Final = 30
TABLE_AC: Final = range(10, 21)
TABLE_BONUS: Final = range(11)
TABLES: Final = {
    "hit": "chance to hit, in %",
    "drop": "chance to drop the target, in %",
    "damage": "damage to expect",
}


@click.command("odds")
@click.argument("question", nargs=-1, required=True, metavar="ATTACKER vs TARGET ...")
@click.option("--range", "feet", type=click.IntRange(5, 1500), help="Distance in feet.")
@click.option("--cover", type=click.Choice(("none", "half", "full")), help="The target's cover.")
@click.option("--prone", is_flag=True, help="The target is prone.")
@click.option("--charge", is_flag=True, help="The attacker charges.")
@click.option("--swarm", type=click.IntRange(1, 8), help="Number of attackers in the swarm.")
@click.option(
    "--edge",
    type=click.Choice(("advantage", "disadvantage")),
    help="Roll 2d20 and keep the better or the worse.",
)
@click.option(
    "--answer", "answers", multiple=True, help="The target's reaction, for example total-defense."
)
@click.option(
    "--table",
    "wanted",
    type=click.Choice(tuple(TABLES)),
    help="Print a table by AC and attack bonus.",
)
@plot_option
@book_options
@json_option
def command(
    question: tuple[str, ...],
    feet: int | None,
    cover: str | None,
    prone: bool,
    charge: bool,
    swarm: int | None,
    edge: str | None,
    answers: tuple[str, ...],
    table: AtTable,
    as_json: bool,
    plot: str | None,
    wanted: str | None,
) -> None:
    """Exact odds of one attack.

    Name creatures or characters (`alda with spear`, `orc hp 12 ac 15`), or give numbers
    (`AB+3 1d8 shock 2/13 vs AC 14 hp 6`). Add circumstances: `at 60 ft`, `half cover`, `prone`,
    `charging`, `swarm of 3`, `advantage`, `total defense`, `snap attack`.

    \b
    Examples:
      shieldwall odds "alda vs orc, prone"
      shieldwall odds "cenric vs orc at 60 ft, half cover" --rules sovereign-early
      shieldwall odds "AB+3 1d8 shock 2/13 vs AC 14 hp 6" --table drop
    """
    from shieldwall.content.house_rules.homebrew import played_book
    from shieldwall.odds.attack_scene import charging_from, stage
    from shieldwall.odds.combatants import read_question

    check_files(plot)
    asked = read_question(" ".join(question), table.book())
    scene = asked.scene
    scene.table = replace(scene.table, rulings=table.decided())
    scene.charge = scene.charge or charge
    scene.prone = scene.prone or prone
    scene.cover = cover or scene.cover
    scene.swarm = swarm or scene.swarm
    if edge is not None:
        scene.edge = 1 if edge == "advantage" else -1
    if feet is not None:
        scene.feet = feet
    elif charge and scene.feet == 5:
        scene.feet = charging_from(played_book(table.book()).rules)
    asked.answers += [answer for answer in answers if answer not in asked.answers]
    if wanted is not None:
        show_table(scene, wanted, as_json)
        return
    staged = stage(scene)
    report = Report(asked, staged)
    if plot is not None:
        draw(report, plot)
    if as_json:
        say_json(report.data())
        return
    terminal = this_terminal()
    for line in report.lines():
        terminal.tell(line.replace("  ", "\xa0\xa0"), "    ")
    if plot is not None:
        say(f"Plot written to {plot}.")


class Report:
    """The odds of the attack, and the effect of each possible reaction."""

    def __init__(self, asked: Question, staged: Staged) -> None:
        from shieldwall.odds.attack_odds import step_odds
        from shieldwall.odds.attack_scene import OddsError

        self.scene = asked.scene
        self.staged = staged
        self.target = len(staged.state.units) - 1
        self.given = [(self.target, answer) for answer in asked.answers]
        state, rules, choice = staged.state, staged.rules, staged.choice
        self.plain = step_odds(state, rules, choice)
        possible = [verb for unit, verb in self.plain.offered if unit == self.target]
        for answer in asked.answers:
            if answer not in possible:
                can = f"; it can answer with {', '.join(possible)}" if possible else ""
                raise OddsError(f"the target cannot answer this attack with {answer!r}{can}")
        self.odds = step_odds(state, rules, choice, self.given) if self.given else self.plain
        self.others: list[tuple[str, str, StepOdds]] = []
        for unit, verb in self.plain.offered:
            if (unit, verb) not in self.given:
                who = "target" if unit == self.target else "attacker"
                found = step_odds(state, rules, choice, [*self.given, (unit, verb)])
                self.others.append((who, verb, found))

    def title(self) -> str:
        state = self.staged.state
        attacker, target = state.units[0], state.units[self.target]
        weapon = attacker.weapons[self.staged.choice.weapon].name
        ways = []
        if self.scene.charge:
            ways.append("charging")
        if self.scene.edge:
            ways.append(edge_name(self.scene))
        if self.scene.swarm > 1:
            ways.append(f"a swarm of {self.scene.swarm}")
        if self.scene.feet > 5:
            ways.append(f"{self.scene.feet} ft away")
        if self.scene.cover != "none":
            ways.append(f"{self.scene.cover} cover")
        if target.prone:
            ways.append("target prone")
        if attacker.prone:
            ways.append("attacker prone")
        ways += [f"the target answers with {verb}" for _, verb in self.given]
        how = f", {', '.join(ways)}" if ways else ""
        return (
            f"{start(attacker.sheet.name)} against {target.sheet.name} "
            f"(AC {target.sheet.ac}, {target.hp} HP) with {weapon}{how}; {self.staged.rules.title}:"
        )

    def lines(self) -> list[str]:
        odds = self.odds
        lines = [
            self.title(),
            f"  hits          {share(odds.hit)}",
            f"  misses, Shock {share(odds.shock)}",
            f"  drops it      {share(odds.dropped)}",
            f"  damage        {float(odds.mean):7.3f} on average",
        ]
        if odds.fell or odds.mean_taken:
            lines.append(
                f"  the attacker falls {share(odds.fell)}; "
                f"it suffers {float(odds.mean_taken):.3f} on average"
            )
        most = max(odds.damage.values())
        lines += [
            f"  {amount:4} damage  {share(chance)}  {'#' * max(1, round(BAR * chance / most))}"
            for amount, chance in sorted(odds.damage.items())
        ]
        for who, verb, other in self.others:
            falls = f", the attacker falls {percent(other.fell)}" if other.fell else ""
            lines.append(
                f"  If the {who} answers with {verb} (it does in {percent(other.turned)}): hits "
                f"{percent(other.hit)}, Shock {percent(other.shock)}, drops it "
                f"{percent(other.dropped)}, damage {float(other.mean):.3f}{falls}."
            )
        lines.append("  All figures are exact.")
        return lines

    def data(self) -> dict[str, object]:
        return {
            "attacker": self.scene.attacker.name,
            "target": self.scene.target.name,
            "rules": self.staged.rules.name,
            "exact": True,
            **odds_data(self.odds),
            "answers": [
                {"who": who, "verb": verb, **odds_data(other)} for who, verb, other in self.others
            ],
        }


def edge_name(scene: Scene) -> str:
    return "with advantage" if scene.edge > 0 else "with disadvantage"


def percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f} %"


def share(chance: Fraction) -> str:
    return f"{100 * float(chance):6.2f} %  ({chance})"


def odds_data(odds: StepOdds) -> dict[str, object]:
    def both(chance: Fraction) -> dict[str, object]:
        return {"fraction": str(chance), "share": float(chance)}

    return {
        "hit": both(odds.hit),
        "shock": both(odds.shock),
        "drop": both(odds.dropped),
        "attacker_falls": both(odds.fell),
        "answered": both(odds.turned),
        "damage_mean": both(odds.mean),
        "damage": {str(amount): both(chance) for amount, chance in sorted(odds.damage.items())},
        "suffered": {str(amount): both(chance) for amount, chance in sorted(odds.taken.items())},
    }


def show_table(scene: Scene, wanted: str, as_json: bool) -> None:
    """The figure for every AC and every attack bonus, each by the rules."""
    rows: dict[int, list[Fraction]] = {}
    for ac in TABLE_AC:
        rows[ac] = [cell(scene, wanted, ac, bonus) for bonus in TABLE_BONUS]
    if as_json:
        say_json(
            {
                "of": wanted,
                "bonus": list(TABLE_BONUS),
                "ac": {
                    str(ac): [{"fraction": str(value), "value": float(value)} for value in values]
                    for ac, values in rows.items()
                },
            }
        )
        return
    how = f" {edge_name(scene)}" if scene.edge else ""
    say(f"{start(scene.attacker.name)} against {scene.target.name}{how}: {TABLES[wanted]}, exact;")
    say("attack bonus across, AC down.")
    say("     " + "".join(f"{bonus:+6d}" for bonus in TABLE_BONUS))
    for ac, values in rows.items():
        cells = [
            f"{float(value):6.2f}" if wanted == "damage" else f"{100 * float(value):6.1f}"
            for value in values
        ]
        say(f"{ac:4} " + "".join(cells))


def cell(scene: Scene, wanted: str, ac: int, bonus: int) -> Fraction:
    from dataclasses import replace

    from shieldwall.odds.attack_odds import step_odds
    from shieldwall.odds.attack_scene import stage, with_figures

    changed = replace(
        scene,
        attacker=with_figures(scene.attacker, attack=bonus),
        target=with_figures(scene.target, ac=ac),
    )
    staged = stage(changed)
    odds = step_odds(staged.state, staged.rules, staged.choice)
    return {"hit": odds.hit, "drop": odds.dropped, "damage": odds.mean}[wanted]


def draw(report: Report, path: str) -> None:
    """Draw the damage as bars, with and without each reaction."""
    series = [("as asked", report.odds)]
    series += [(f"{who}: {verb}", other) for who, verb, other in report.others]
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    amounts = sorted({amount for _, odds in series for amount in odds.damage})
    wide = 0.8 / len(series)
    for place, (name, odds) in enumerate(series):
        axes.bar(
            [amount + (place - (len(series) - 1) / 2) * wide for amount in amounts],
            [100 * float(odds.damage.get(amount, 0)) for amount in amounts],
            wide,
            label=f"{name} (mean {float(odds.mean):.2f})",
        )
    axes.set_xlabel("damage")
    axes.set_ylabel("chance in %")
    axes.set_title(report.title().rstrip(":"), fontsize=9)
    axes.set_xticks(amounts)
    axes.legend()
    figure.savefig(path)
