"""`shieldwall tune`: find the number that gives a fight the wanted difficulty."""

from __future__ import annotations

from typing import Final

import click

from shieldwall.cli.chances.run_options import RunOptions, run_options
from shieldwall.cli.chances.sim import MOST_FIGHTS
from shieldwall.cli.main import INTERRUPTED
from shieldwall.cli.options import is_tape, json_option
from shieldwall.cli.terminal import Terminal, held_together, say, say_json, this_terminal
from shieldwall.content import setup_from_text
from shieldwall.sim.goals import read_wishes
from shieldwall.sim.report.answer_text import share_data
from shieldwall.sim.report.tuning_text import SAID, answer, chance, judged
from shieldwall.sim.runners import make_runner
from shieldwall.sim.tuning import (
    COUNTS,
    Tried,
    Tuner,
    Tuning,
    read_knob,
    read_want,
    usual_knobs,
)
from shieldwall.sim.worker_pool import cores

NOT_FOUND: Final = 1


@click.command("tune")
@run_options
@click.option(
    "--want",
    metavar="TEXT",
    help="What you want, in words: 'TPK below 2 %, somebody falls in about 30 %'.",
)
@click.option("--tpk", metavar="CHANCE", help="How likely a total party kill: <2%.")
@click.option("--dies", metavar="CHANCE", help="How likely somebody dies.")
@click.option("--falls", metavar="CHANCE", help="How likely somebody falls: 30% is about 30 %.")
@click.option("--wins", metavar="CHANCE", help="How likely the party wins: >70%.")
@click.option(
    "--vary",
    "knobs",
    multiple=True,
    metavar="NAME=FROM..TO",
    help="What may change: number.FOE, hp.FOE (per cent), level (with --party), distance (feet)."
    " Given again, each is tried by itself; without it, the number of each kind of foe, or the HP"
    " of one that is alone.",
)
@click.option(
    "--most",
    type=click.IntRange(100, MOST_FIGHTS),
    default=3200,
    show_default=True,
    help="Maximum number of fights per setting.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    given: RunOptions,
    want: str | None,
    tpk: str | None,
    dies: str | None,
    falls: str | None,
    wins: str | None,
    knobs: tuple[str, ...],
    most: int,
    as_json: bool,
) -> None:
    """Find the number of foes, HP, level or distance for the difficulty you want.

    \b
    Examples:
      shieldwall tune yard --want 'TPK below 2 %, somebody falls in about 30 %'
      shieldwall tune yard --tpk '<2%' --vary hp.veteran=20..150
      shieldwall tune --party adventurers --foes '4 goblins' --falls 30%
    """
    chances = {"tpk": tpk, "dies": dies, "falls": falls, "wins": wins}
    wants = [] if want is None else read_wishes(want)
    wants += [read_want(name, text) for name, text in chances.items() if text is not None]
    if not wants:
        raise click.UsageError(
            "Say what you want: --want 'TPK below 2 %', or --tpk, --dies, --falls, --wins."
        )
    turned = [read_knob(text) for text in knobs]
    if any(knob.kind == "level" for knob in turned) and given.source.party is None:
        raise click.UsageError("To vary the level, name the characters with --party.")
    encounter = given.source.encounter
    if encounter is not None and is_tape(encounter):
        raise click.UsageError("A saved fight cannot be varied; give an ENCOUNTER.")
    base = given.job()
    if not turned:
        turned = usual_knobs(setup_from_text(base.setup_text))
    terminal = this_terminal()
    if not as_json:
        title = setup_from_text(base.setup_text).title
        wanted = ", ".join(f"{SAID[want.name]} {want.text}" for want in wants)
        terminal.tell(f"{title}. Wanted: {wanted}.")
    runner = make_runner(given.workers or cores(), given.cluster or "")
    tunings: list[Tuning] = []
    try:
        for knob in turned:
            tuner = Tuner(base, given.source.party or "", knob, wants, runner, most)
            if not as_json:
                say("")
                tuner.show = PathLine(tuner.tuning, terminal)
            tunings.append(tuner.search())
            if not as_json:
                terminal.tell(held_together(answer(tunings[-1])))
            if tunings[-1].interrupted:
                break
    finally:
        runner.close()
    if as_json:
        say_json([tuning_data(tuning) for tuning in tunings])
    if any(tuning.interrupted for tuning in tunings):
        ctx.exit(INTERRUPTED)
    if not any(tuning.found for tuning in tunings):
        ctx.exit(NOT_FOUND)


class PathLine:
    """Prints one line per tried setting, as it finishes."""

    def __init__(self, tuning: Tuning, terminal: Terminal) -> None:
        self.tuning = tuning
        self.terminal = terminal

    def __call__(self, tried: Tried) -> None:
        parts = [f"{SAID[want.name]} {chance(tried, want.name)}" for want in self.tuning.wants]
        text = (
            f"\xa0\xa0{self.tuning.knob.setting(tried.value)}: {'; '.join(parts)} "
            f"({tried.result.fights} fights): {judged(tried)}"
        )
        self.terminal.tell(held_together(text), "    ")


def tuning_data(tuning: Tuning) -> dict[str, object]:
    def tried_data(tried: Tried) -> dict[str, object]:
        counts = {want.name: COUNTS[want.name][0](tried.result) for want in tuning.wants}
        return {
            "setting": tried.value,
            "fights": tried.result.fights,
            "verdict": judged(tried),
            **{name: share_data(tried.result.share(count)) for name, count in counts.items()},
        }

    return {
        "vary": tuning.knob.name,
        "from": tuning.knob.low,
        "to": tuning.knob.high,
        "found": None if tuning.found is None else tuning.found.value,
        "path": [tried_data(tried) for tried in tuning.tried],
    }
