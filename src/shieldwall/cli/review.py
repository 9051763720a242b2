"""`shieldwall review`: review of a fight, in the terminal or as JSON."""

from __future__ import annotations

from typing import Any, Final

import click

from shieldwall.cli.chances.run_options import first_seed_option, workers_option
from shieldwall.cli.chances.sim import table_lines
from shieldwall.cli.main import INTERRUPTED, Complaint
from shieldwall.cli.options import json_option
from shieldwall.cli.progress import ProgressBar
from shieldwall.cli.terminal import Terminal, held_together, say, say_json, this_terminal
from shieldwall.minds import MIND_NAMES
from shieldwall.review.fight_review import FIGHTS, STRONGEST, Effort, FightReview
from shieldwall.review.review_workers import Here, Processes
from shieldwall.sim.worker_pool import cores
from shieldwall.store.save_file import load_fight, tape_text

BAR: Final = 20


@click.command("review")
@click.argument("file")
@click.option(
    "-n",
    "--fights",
    type=click.IntRange(10, 100_000),
    default=FIGHTS,
    show_default=True,
    help="Fights to play on from each turn.",
)
@workers_option
@first_seed_option
@click.option(
    "--mind",
    type=click.Choice(MIND_NAMES),
    metavar="NAME",
    help=f"Mind whose choices are compared with the players' (default: {STRONGEST}).",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    fights: int,
    workers: int | None,
    seed: int,
    mind: str | None,
    as_json: bool,
) -> None:
    """Review a fight: chances, turning points, costly choices, luck.

    Plays the fight on from every turn with new dice and the minds that `sim` uses. Ctrl-C stops
    early and prints what is known so far.

    \b
    Examples:
      shieldwall review evening.fight
      shieldwall review ambush.tape -n 1000 --json
    """
    fight = load_fight(file)
    if fight.replayable_to is not None:
        raise Complaint(
            f"{file}: the rules have changed since, and its beginning can no longer be replayed."
        )
    effort = Effort(fights=fights)
    if mind is not None:
        effort = effort._replace(quick_mind=mind, strongest=mind)
    made = FightReview(fight, effort)
    if not made.chances:
        raise Complaint(f"{file}: this fight has no choices yet.")
    count = workers or cores()
    runner = (
        Here(fight, seed)
        if count == 1
        else Processes(file, tape_text(fight, checks=False), seed, count)
    )
    bar = ProgressBar(made.whole, " fights")
    interrupted = False
    try:
        for works in made.works():
            for work, done in runner.do(works):
                made.take(work, done)
                bar.show(min(made.done, made.whole))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        runner.close()
        bar.clear()
    report = {**made.report(), "seed": seed, "whole": not interrupted}
    if as_json:
        say_json(report)
    else:
        for line in review_lines(report, this_terminal()):
            say(line)
    if interrupted:
        ctx.exit(INTERRUPTED)


def review_lines(report: dict[str, Any], terminal: Terminal) -> list[str]:
    so_far = "" if report["whole"] else " (so far)"
    sides = " and ".join(report["sides"])
    outcome = report["outcome"]
    ended = "not over"
    if outcome is not None:
        ended = f"{'won' if outcome['won'] else 'not won'} in round {outcome['round']}"
    lines = [f"{report['title']}: review for the {sides}{so_far}, {ended}", ""]
    lines += [f"Chance to win at the start of each turn ({_fights(report)}, 95 % intervals):"]
    marks = {one["entry"]: one for one in report["turning_points"]}
    rows = [["round", "turn", "chance", "interval", "", ""]]
    for one in report["chances"]:
        mark = marks.get(one["entry"])
        swing = "" if mark is None else f"{_points(mark['change'])}: {mark['text']}"
        rows.append(
            [
                str(one["round"]),
                one["name"],
                _percent(one["chance"]),
                f"{_percent(one['low'])} to {_percent(one['high'])}",
                "#" * round(BAR * one["chance"]),
                swing,
            ]
        )
    lines += table_lines(rows, terminal)
    lines += ["", "Choices that cost most:"]
    for one in report["choices"]:
        text = (
            f"\xa0\xa0Round {one['round']}: {one['chosen']}. {report['strongest']}: "
            f"{one['better']}. Chance {_percent(one['chance_after_better'])} instead of "
            f"{_percent(one['chance_after_chosen'])}, {_points(one['cost'])} "
            f"({_points(one['low'])} to {_points(one['high'])}). {one['why']}"
        )
        lines += terminal.wrap(held_together(text), "    ")
    if not report["choices"]:
        lines.append("  No choice clearly cost anything.")
    lines += ["", "Luck: rolled and expected:"]
    luck = [["", "side", "d20s", "average (10.5)", "successes", "expected", "luckier than"]]
    for one in report["luck"]:
        luck.append(
            [
                one["name"],
                one["side"],
                str(one["rolls"]),
                f"{one['mean_die']:.1f}",
                str(one["successes"]),
                f"{one['expected_successes']:.1f}",
                f"{_percent(one['luckier_than'])} of such fights",
            ]
        )
    return lines + table_lines(luck, terminal)


def _fights(report: dict[str, Any]) -> str:
    fights = max((one["fights"] for one in report["chances"]), default=0)
    return f"{fights} fights from each, by {report['played_by']} minds"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _points(change: float) -> str:
    return f"{'+' if change > 0 else '−'}{abs(100 * change):.0f} points"
