"""Whether the party retreats or fights to the end, and the result of the other behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from shieldwall.engine.state.setup import Setup
from shieldwall.minds.mind import Natural
from shieldwall.minds.withdrawal import FEARLESS, NATURAL, NEVER, Resolve
from shieldwall.sim.counts import SimResult, our_team
from shieldwall.sim.job import Job
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.report.answer_text import percent, share_data
from shieldwall.sim.runs import Progress, Run
from shieldwall.sim.worker_pool import BatchRunner

FIGHTS: Final = 400
"""Maximum number of fights with the other behaviour."""


@dataclass(frozen=True)
class Behaviour:
    """The assumed behaviour of our side, and the same fights with the other one."""

    assumed: Resolve
    other: Resolve
    option: str
    """The command line option for the other."""
    result: SimResult


def our_sides(setup: Setup) -> list[int]:
    team = our_team(setup)
    return [number for number, side in enumerate(setup.sides) if side.team == team]


def assumed_of(setup: Setup, given: Sequence[str]) -> Resolve | None:
    """When our side gives up; None if its mind decides it otherwise."""
    ours = our_sides(setup)
    minds = seat_minds(setup, given)
    found: Resolve | None = None
    for number in ours:
        mind = minds[number]
        if not isinstance(mind, Natural) or (found is not None and found is not mind.resolve()):
            return None
        found = mind.resolve()
    return found


def with_other(setup: Setup, job: Job, assumed: Resolve) -> tuple[Job, Resolve, str]:
    """The same fights with the opposite behaviour of our side."""
    other = FEARLESS if assumed.yields != NEVER else NATURAL
    ours = [setup.sides[number].name for number in our_sides(setup)]
    names = [f"{name}={other.name}" for name in ours]
    kept = [text for text in job.minds if text.partition("=")[0] not in ours]
    return replace(job, minds=(*kept, *names)), other, " ".join(f"--mind {name}" for name in names)


def announce(job: Job, setup: Setup, runner: BatchRunner, fights: int) -> None:
    """Say before a run that its fights will be compared: workers without work begin with that."""
    assumed = assumed_of(setup, job.minds)
    if assumed is not None:
        runner.will_ask(with_other(setup, job, assumed)[0], min(fights, FIGHTS))


def compared(
    job: Job, setup: Setup, runner: BatchRunner, fights: int, show: Progress
) -> Behaviour | None:
    """Play some of the fights with the other behaviour; None if it does not apply."""
    assumed = assumed_of(setup, job.minds)
    if assumed is None or fights == 0:
        return None
    changed, other, option = with_other(setup, job, assumed)
    run = Run(changed, runner, show)
    result = run.play(min(fights, FIGHTS))
    return None if run.interrupted else Behaviour(assumed, other, option, result)


def behaviour_words(found: Behaviour | None) -> str:
    """Which behaviour the numbers assume, and the result of the other."""
    if found is None:
        return ""
    result = found.result
    name = result.our_name()
    many = name.endswith("s") and not name.endswith("ss")
    assumed = found.assumed.words if many else singular(found.assumed.words)
    other = f"they {found.other.words}" if many else f"it {singular(found.other.words)}"
    chances = f"{'win' if many else 'wins'} {percent(result.share(result.won))}"
    if len(result.our_units) > 1:
        chances += f", total party kill {percent(result.share(result.party_killed))}"
    return f"Assumed: the {name} {assumed}. If {other} ({found.option}): {chances}."


def singular(words: str) -> str:
    """`retreat or surrender when they are losing` in the singular: `retreats or surrenders …`."""
    verbs = ("retreat", "surrender", "fight")
    conjugated = [word + "s" if word in verbs else word for word in words.split()]
    return " ".join(conjugated).replace("they are", "it is")


def behaviour_data(found: Behaviour | None) -> dict[str, object] | None:
    if found is None:
        return None
    result = found.result
    return {
        "assumed": found.assumed.name,
        "other": found.other.name,
        "fights": result.fights,
        "won": share_data(result.share(result.won)),
        "somebody_dies": share_data(result.share(result.somebody_dies)),
        "total_party_kill": share_data(result.share(result.party_killed)),
    }
