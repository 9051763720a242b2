"""Which mind beats which, each fight played from both sides: `python bench/ladder.py captain
soldier`.

    python bench/ladder.py soldier random -n 20
    python bench/ladder.py captain soldier --shipped --workers 16 --seconds 540 --json found.json
    python bench/ladder.py captain captain@084a501 --shipped -n 4

Mirrored forces on the maps in `bench/ladder`, or with `--shipped` every encounter that comes with
the package. Fight number i of an encounter is played twice from the same seed with the minds
changing places, so that neither map nor order favours one of them. Prints a row for each encounter
and one for all. The two fights of a pair also count as one, won by the mind that wins both, or
whose fighters have more HP left over both. In many shipped encounters the stronger side wins with
either mind, so there the pairs say more than the fights.

`captain@084a501` is the captain of that commit (`bench/captain_084a501`), with `:fast` or `:strong`
as for the current one. `captain:fast+spread=60+turns=6000` changes its settings. `--seconds` limits
the time: all encounters take turns, and unfinished pairs do not count.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context
from pathlib import Path

from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.user_folder import known_names
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ACTIVE, State
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import Mind, make_mind
from shieldwall.minds.look_ahead.captain import Captain

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

HERE = Path(__file__).with_name("ladder")
ENCOUNTERS = ("field", "pillars", "passage", "parties", "pack", "mages")
OLD = "captain@084a501"
Z = 1.959964
ROUNDS = 60
"""A longer fight counts as undecided."""


@dataclass
class Row:
    """Results of some fights: won by the first mind, undecided, won by the second."""

    name: str
    won: int = 0
    undecided: int = 0
    lost: int = 0
    both: int = 0
    """Pairs in which the first mind won both fights."""
    neither: int = 0
    """Pairs in which the second mind won both."""
    ahead: int = 0
    """Pairs with one victory each, or none, after which the first mind's units had more HP left."""
    behind: int = 0
    as_first: int = 0
    """Fights that the first mind won with the encounter's first side."""
    as_other: int = 0
    turns: int = 0
    seconds: float = 0.0

    def add(self, other: Row) -> None:
        self.won += other.won
        self.undecided += other.undecided
        self.lost += other.lost
        self.both += other.both
        self.neither += other.neither
        self.ahead += other.ahead
        self.behind += other.behind
        self.as_first += other.as_first
        self.as_other += other.as_other
        self.turns += other.turns
        self.seconds += other.seconds

    @property
    def fights(self) -> int:
        return self.won + self.undecided + self.lost

    @property
    def pairs(self) -> int:
        return self.fights // 2


@dataclass(frozen=True)
class Pair:
    """Two fights to play."""

    name: str
    one: str
    other: str
    number: int
    seed: int
    shipped: bool


def wilson(won: float, fights: int) -> tuple[float, float]:
    """The 95 % score interval of a share."""
    if fights == 0:
        return 0.0, 1.0
    share = won / fights
    scale = 1 + Z * Z / fights
    middle = (share + Z * Z / (2 * fights)) / scale
    half = Z / scale * sqrt(share * (1 - share) / fights + Z * Z / (4 * fights * fights))
    return middle - half, middle + half


@lru_cache(maxsize=64)
def encounter(name: str, shipped: bool) -> Setup:
    return load_encounter(name if shipped else str(HERE / f"{name}.yaml"))


def mind_of(name: str, seed: int) -> Mind:
    if name.startswith(OLD):
        from bench.captain_084a501 import OldCaptain

        return OldCaptain(f"captain{name.removeprefix(OLD)}", seed)
    plain, *settings = name.split("+")
    mind = make_mind(plain, seed, own=True)
    mind.ignore_clock()
    if isinstance(mind, Captain):
        for setting in settings:
            what, value = setting.split("=")
            setattr(mind, what, type(getattr(mind, what))(value))
    return mind


def seats_of(state: State, team: int, ours: Mind, theirs: Mind) -> list[Mind]:
    """Our mind for every seat of the team, the other mind for the rest, and a referee."""
    seats: list[Mind] = [ours if side.team == team else theirs for side in state.sides]
    for seat in range(len(state.sides), state.referee):
        for unit in state.units:
            if unit.seat == seat:
                seats.append(ours if state.sides[unit.side].team == team else theirs)
                break
    return [*seats, make_mind()]


def left_of(state: State, team: int) -> float:
    """The share of a team's hit points that is left, minus that of the other team."""
    full = [0, 0]
    left = [0, 0]
    for unit in state.units:
        if unit.summoned:
            continue
        own = state.sides[unit.side].team == team
        full[own] += int(unit.sheet.hp)
        if unit.status == ACTIVE and not unit.broken:
            left[own] += int(unit.hp)
    return left[True] / max(full[True], 1) - left[False] / max(full[False], 1)


def play(pair: Pair) -> Row:
    """One pair of fights."""
    setup = encounter(pair.name, pair.shipped)
    row = Row(pair.name)
    began = time.perf_counter()
    margin = 0.0
    for end in (0, 1):
        state = initial_state(setup)
        seed = pair.seed
        ours, theirs = mind_of(pair.one, seed), mind_of(pair.other, seed)
        team = int(state.sides[0].team)
        seats = seats_of(state, team, *((ours, theirs) if end == 0 else (theirs, ours)))
        live = Live(Dice(substream(seed, pair.number)), seats)
        battle = Battle(state, rules_of(setup), live, None, ROUNDS)
        outcome = battle.play()
        row.turns += battle.turns
        margin += left_of(battle.state, team) * (1 if end == 0 else -1)
        if outcome.team < 0:
            row.undecided += 1
        elif (outcome.team == team) == (end == 0):
            row.won += 1
            row.as_first += end == 0
            row.as_other += end == 1
        else:
            row.lost += 1
    if row.won == 2:
        row.both += 1
    elif row.lost == 2:
        row.neither += 1
    elif (row.won - row.lost, margin) > (0, 0.0):
        row.ahead += 1
    elif (row.won - row.lost, margin) < (0, 0.0):
        row.behind += 1
    row.seconds = time.perf_counter() - began
    return row


def told(won: float, fights: int) -> str:
    low, high = wilson(won, fights)
    return f"{100 * won / max(fights, 1):5.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def better(row: Row) -> str:
    """Among the pairs that differ, those in which the first mind did better."""
    ahead = row.both + row.ahead
    return told(ahead, ahead + row.neither + row.behind)


def line(row: Row) -> str:
    """Won, undecided, lost; the share won of all fights and of all pairs, with intervals.

    `first` and `other` count the fights won with the encounter's first side, and with the other.
    """
    even = row.pairs - row.both - row.neither - row.ahead - row.behind
    return (
        f"{row.name:<18} {row.won:>5} {row.undecided:>5} {row.lost:>5}   "
        f"{told(row.won, row.fights):<24} {row.as_first:>5} {row.as_other:>5}   "
        f"{row.both:>5} {row.neither:>5} {even:>5}   "
        f"{better(row):<24} {row.seconds:7.1f} s"
    )


def results(work: Sequence[Pair], workers: int, seconds: float) -> Iterator[Row]:
    """Results as they arrive, until all fights are played or the time is over."""
    ends = time.monotonic() + seconds
    pool = get_context("fork").Pool(workers)
    try:
        found = pool.imap_unordered(play, work)
        for _ in work:
            left = ends - time.monotonic()
            if left <= 0:
                return
            try:
                yield found.next(left)
            except TimeoutError:
                return
            except Exception as error:
                if type(error).__name__ == "TimeoutError":
                    return
                raise
    finally:
        pool.terminate()
        pool.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("-n", type=int, default=20, help="pairs of fights an encounter")
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="encounters, with commas")
    parser.add_argument("--shipped", action="store_true", help="all encounters of the package")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="end after so long")
    parser.add_argument("--json", default="", help="write what was found to this file")
    given = parser.parse_args()
    every = list(known_names("encounters")) if given.shipped else list(ENCOUNTERS)
    names = given.only.split(",") if given.only else every
    work = [
        Pair(name, given.one, given.other, number, given.seed, given.shipped)
        for number in range(given.first, given.first + given.n)
        for name in names
    ]
    print(f"{given.one} against {given.other}, seed {given.seed}, {build_info().kind} build")
    print(
        f"{'encounter':<18} {'won':>5} {'draw':>5} {'lost':>5}   {'won of all (95 %)':<24} "
        f"{'first':>5} {'other':>5}   {'both':>5} {'none':>5} {'even':>5}   "
        "better where pairs differ (95 %)"
    )
    rows = {name: Row(name) for name in names}
    played = 0
    for row in results(work, given.workers, given.seconds):
        rows[row.name].add(row)
        played += 1
    total = Row("all")
    for row in rows.values():
        if row.fights:
            total.add(row)
            print(line(row))
    print(line(total))
    if played < len(work):
        print(f"the time was over after {played} of {len(work)} pairs")
    if given.json:
        found = {
            "one": given.one,
            "other": given.other,
            "seed": given.seed,
            "build": build_info().kind,
            "pairs asked for": len(work),
            "rows": [asdict(row) for row in (*rows.values(), total)],
        }
        Path(given.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
