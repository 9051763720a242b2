"""Tuning: a sequential search for the setting that makes a fight as hard as wanted.

One knob is turned: the number of a foe, its hit points, the party's levels, the distance. At each
setting fights are played until the intervals say whether it is too hard, too easy or right, or
until the limit; then the half of the settings that cannot contain the answer is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final

from shieldwall.content import load_party, setup_from_text, setup_to_text
from shieldwall.content.formats.naming import plural_of
from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.content.setup_changes import (
    at_distance,
    foe_kinds,
    with_hp,
    with_number,
    with_party,
)
from shieldwall.engine.state.setup import Setup
from shieldwall.sim.counts import SimResult
from shieldwall.sim.intervals import CONFIDENCE, Share, quantile
from shieldwall.sim.job import Job
from shieldwall.sim.runs import Run
from shieldwall.sim.worker_pool import BatchRunner

TOO_EASY: Final = -1
RIGHT: Final = 0
TOO_HARD: Final = 1
TOLERANCE: Final = 5.0
"""Allowed deviation from `about 30%`, in percentage points."""
FIRST_LOOK: Final = 100
KNOBS: Final = ("number.FOE", "hp.FOE", "level", "distance")
HARDER_DOWN: Final = ("level", "distance")
"""Knobs that make it easier for the party when turned up."""

WANTED: Final = re.compile(r"(<=?|>=?|)\s*([0-9]+(?:\.[0-9]+)?)\s*%?(?:\s*\+-\s*([0-9.]+))?")
VARY: Final = re.compile(r"([a-z]+)(?:\.([^=]+))?=([0-9]+)\.\.([0-9]+)%?")


@dataclass(frozen=True)
class Want:
    """The goal for one probability: at least `low`, at most `high`."""

    name: str
    text: str
    low: float
    high: float
    grows: bool
    """Whether the probability grows as the fight gets harder."""

    def verdict(self, found: Share, sure: bool) -> int | None:
        """Too hard, too easy or right; None while the interval does not say."""
        too_much = TOO_HARD if self.grows else TOO_EASY
        if sure:
            return (
                RIGHT
                if self.low <= found.value <= self.high
                else (too_much if found.value > self.high else -too_much)
            )
        if found.low > self.high:
            return too_much
        if found.high < self.low:
            return -too_much
        if found.low >= self.low and found.high <= self.high:
            return RIGHT
        return None


COUNTS: Final[dict[str, tuple[Callable[[SimResult], int], bool]]] = {
    "tpk": (lambda result: result.party_killed, True),
    "dies": (lambda result: result.somebody_dies, True),
    "falls": (lambda result: result.somebody_falls, True),
    "wins": (lambda result: result.won, False),
}
"""By name: the counted value, and whether more of it is worse for the party."""


def read_want(name: str, text: str) -> Want:
    """Parse `<2%`, `>70%`, or `30%` for about that."""
    found = WANTED.fullmatch(text.strip())
    if found is None or not 0 <= float(found[2]) <= 100:
        raise fail(f"--{name}", f"{text!r} should read <2%, >70%, 30% or 30%+-3")
    value = float(found[2]) / 100
    grows = COUNTS[name][1]
    if found[1].startswith("<"):
        return Want(name, text, 0.0, value, grows)
    if found[1].startswith(">"):
        return Want(name, text, value, 1.0, grows)
    around = float(found[3] or TOLERANCE) / 100
    return Want(name, text, max(0.0, value - around), min(1.0, value + around), grows)


@dataclass(frozen=True)
class Knob:
    """A knob and its range of settings."""

    kind: str
    whom: str
    low: int
    high: int

    @property
    def name(self) -> str:
        return f"{self.kind}.{self.whom}" if self.whom else self.kind

    def setting(self, value: int) -> str:
        unit = {"hp": " % of their HP", "distance": " ft", "level": " levels more"}.get(
            self.kind, ""
        )
        if self.kind == "number":
            return f"{value} {self.whom if value == 1 else plural_of(self.whom)}"
        return f"{self.whom + ' at ' if self.whom else ''}{value}{unit}"

    def applied(self, setup: Setup, party: str, value: int) -> Setup:
        if self.kind == "number":
            return with_number(setup, self.whom, value)
        if self.kind == "hp":
            return with_hp(setup, self.whom, value)
        if self.kind == "distance":
            return at_distance(setup, value)
        return with_party(setup, load_party(party, setup.rules, value))


def read_knob(text: str) -> Knob:
    """Parse `number.goblin=1..12`, `hp.ogre=50..200`, `level=0..4`, `distance=30..120`."""
    found = VARY.fullmatch(text.strip())
    names = ", ".join(KNOBS)
    if found is None:
        raise fail("--vary", f"{text!r} should read NAME=FROM..TO, with a name out of {names}")
    kind, whom, low, high = found[1], found[2] or "", int(found[3]), int(found[4])
    if f"{kind}.FOE" not in KNOBS and kind not in KNOBS:
        raise fail("--vary", f"nothing is called {kind!r}; there is {names}")
    if bool(whom) != (f"{kind}.FOE" in KNOBS):
        raise fail("--vary", f"{text!r}: write {kind if kind in KNOBS else f'{kind}.FOE'}=…")
    if low >= high:
        raise fail("--vary", f"{text!r}: the second number should be larger than the first")
    return Knob(kind, whom, low, high)


def usual_knobs(setup: Setup) -> list[Knob]:
    """Default knobs: the number of each kind, or the HP of a single one."""
    found = []
    for kind, placements in foe_kinds(setup).items():
        count = len(placements)
        found.append(Knob("number", kind, 1, 3 * count) if count > 1 else Knob("hp", kind, 25, 250))
    return found


@dataclass
class Tried:
    """One tried setting, its result and its verdict."""

    value: int
    result: SimResult
    verdict: int
    verdicts: list[int]
    sure: bool
    """Whether the intervals decide, not only the proportions."""


@dataclass
class Tuning:
    """The path of a search and its end."""

    knob: Knob
    wants: list[Want]
    tried: list[Tried] = field(default_factory=list)
    found: Tried | None = None
    torn: Tried | None = None
    """A setting that is too hard in one respect and too easy in another."""
    interrupted: bool = False


class Tuner:
    """Turns a knob until the goals are met."""

    def __init__(
        self,
        base: Job,
        party: str,
        knob: Knob,
        wants: list[Want],
        runner: BatchRunner,
        most: int,
        show: Callable[[Tried], None] | None = None,
    ) -> None:
        self.base = base
        self.setup = setup_from_text(base.setup_text)
        self.party = party
        self.runner = runner
        self.most = most
        self.show = show
        self.tuning = Tuning(knob, wants)
        self.played: dict[str, Tried] = {}
        """By set-up: settings with the same fight share its result."""
        steps = max(1, (knob.high - knob.low).bit_length() + 1)
        looks = max(1, ceil(most / FIRST_LOOK).bit_length())
        # The error is spent over all looks at all settings the search can reach.
        self.z = quantile((1 - CONFIDENCE) / (steps * looks))

    def search(self) -> Tuning:
        """Halve the settings until one is right, or none is left."""
        tuning = self.tuning
        knob = tuning.knob
        low, high = knob.low, knob.high
        turned = -1 if knob.kind in HARDER_DOWN else 1
        while low <= high:
            value = (low + high) // 2
            tried = self.look_at(value)
            if tuning.interrupted:
                break
            tuning.tried.append(tried)
            if self.show is not None:
                self.show(tried)
            if tried.verdict == RIGHT:
                if TOO_HARD in tried.verdicts and TOO_EASY in tried.verdicts:
                    tuning.torn = tried
                    break
                tuning.found = tried
                if not self.wants_more():
                    break
                # Only upper limits: find the hardest setting within them.
                low, high = (value + 1, high) if turned > 0 else (low, value - 1)
            elif tried.verdict * turned > 0:
                high = value - 1
            else:
                low = value + 1
        return tuning

    def wants_more(self) -> bool:
        """Whether the goals only limit the difficulty, so that the search continues upwards."""
        return all(
            (want.low <= 0.0) if want.grows else (want.high >= 1.0) for want in self.tuning.wants
        )

    def look_at(self, value: int) -> Tried:
        """The result of a setting."""
        knob = self.tuning.knob
        try:
            setup = knob.applied(self.setup, self.party, value)
        except ContentError as error:
            raise fail("--vary", f"{knob.setting(value)}: {error.problems[0].message}") from error
        text = setup_to_text(setup)
        if text in self.played:
            return replace(self.played[text], value=value)
        tried = self.play(value, text)
        if not self.tuning.interrupted:
            self.played[text] = tried
        return tried

    def play(self, value: int, setup_text: str) -> Tried:
        """Fights of one set-up, twice as many each time, until every want has its answer."""
        job = replace(self.base, setup_text=setup_text)
        run = Run(self.runner.prepared(job), self.runner)
        run.result.z = self.z
        fights = min(FIRST_LOOK, self.most)
        while True:
            result = run.play(fights)
            if run.interrupted:
                self.tuning.interrupted = True
                return Tried(value, result, RIGHT, [], False)
            said = [self.verdict(want, result, False) for want in self.tuning.wants]
            # If one goal is too hard and none too easy, the others need no further test.
            clear = TOO_HARD in said and TOO_EASY not in said and fights >= FIRST_LOOK
            if clear or None not in said or fights >= self.most:
                break
            fights = min(2 * fights, self.most)
        verdicts = [
            verdict if verdict is not None else self.verdict(want, result, True) or RIGHT
            for want, verdict in zip(self.tuning.wants, said)
        ]
        return Tried(value, result, together(verdicts), verdicts, None not in said)

    @staticmethod
    def verdict(want: Want, result: SimResult, sure: bool) -> int | None:
        count, _ = COUNTS[want.name]
        return want.verdict(result.share(count(result)), sure)


def together(verdicts: list[int]) -> int:
    """Too hard or too easy if any goal says so; TORN if both occur."""
    hard, easy = TOO_HARD in verdicts, TOO_EASY in verdicts
    if hard == easy:
        return RIGHT
    return TOO_HARD if hard else TOO_EASY
