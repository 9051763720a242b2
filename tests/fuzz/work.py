"""The processes that try inputs: each may hang, crash or use too much memory without harming
others.
"""

from __future__ import annotations

import hashlib
import os
import random
import resource
import signal
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final

from tests.fuzz.tabletop import AtTheTable
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS

CPU_SECONDS: Final = 10.0
"""Of the processor, for one input: more is a hang. Not of the clock, for a machine may be busy."""
CLOCK_SECONDS: Final = 900.0
MEMORY: Final = 3 << 30
HANG: Final = "hangs"
SHRINK_SECONDS: Final = 20.0
MOST_KEPT: Final = 3
"""Examples of one failure that a block brings along."""


@dataclass
class Block:
    """Some inputs of one target, in order."""

    target: str
    seed: str
    first: int
    count: int


@dataclass
class Failure:
    target: str
    number: int
    mark: str
    """What is the same for all inputs that fail in the same way."""
    words: str
    text: str


@dataclass
class Outcome:
    block: Block
    tried: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0


def input_of(target: Target, seed: str, number: int) -> str:
    return target.make(random.Random(f"{seed} {target.name} {number}"))


def mark_of(error: BaseException) -> str:
    """Kind of error and the last place of ours it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [one for one in frames if "shieldwall" in one.filename]
    if not ours:
        return f"{type(error).__name__}: {error}"[:120]
    return f"{type(error).__name__} in {Path(ours[-1].filename).name} {ours[-1].name}"


def words_of(error: BaseException) -> str:
    shown = "".join(traceback.format_exception(error, limit=-8))
    return shown[-3000:]


def failure_of(target: Target, text: str, number: int = -1) -> Failure | None:
    """Try one input; returns what is wrong with the result."""
    try:
        target.run(text)
    except (Exception, RecursionError) as error:  # noqa: BLE001 - whatever it is, it is a failure
        return Failure(target.name, number, mark_of(error), words_of(error), text)
    return None


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def arm(cpu: float = CPU_SECONDS) -> None:
    """The system ends this process if the input takes longer."""
    signal.setitimer(signal.ITIMER_PROF, cpu)
    signal.setitimer(signal.ITIMER_REAL, CLOCK_SECONDS if cpu else 0)


def work(orders: Connection, at: Synchronized[int]) -> None:
    """In the process: block after block until there are no more."""
    # Its own process group: its children end with it.
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    limit_memory()
    held: dict[str, Target] = {}
    while True:
        block: Block | None = orders.recv()
        if block is None:
            break
        if block.target not in held:
            held[block.target] = TARGETS[block.target]()
        orders.send(_try(held[block.target], block, at))
    for target in held.values():
        target.close()


def _try(target: Target, block: Block, at: Synchronized[int]) -> Outcome:
    outcome = Outcome(block)
    began = time.process_time()
    for number in range(block.first, block.first + block.count):
        at.value = number
        text = input_of(target, block.seed, number)
        arm()
        try:
            outcome.counts[target.run(text)] += 1
        except (Exception, RecursionError) as error:  # noqa: BLE001 - that is what is looked for
            mark = mark_of(error)
            outcome.failed[mark] += 1
            if outcome.failed[mark] <= MOST_KEPT:
                found = Failure(target.name, number, mark, words_of(error), text)
                outcome.failures.append(found)
            if isinstance(target, AtTheTable):
                target.fresh()
        outcome.tried += 1
    arm(0)
    at.value = -1
    for place, failure in enumerate(outcome.failures):
        if place == 0 or failure.mark not in [one.mark for one in outcome.failures[:place]]:
            failure.text = shrunk(target, failure)
    outcome.seconds = time.process_time() - began
    return outcome


# Smaller inputs that fail in the same way.


def shrunk(target: Target, failure: Failure) -> str:
    """The input with as much taken away as can be, in the time there is."""
    end = time.process_time() + SHRINK_SECONDS

    def fails(text: str) -> bool:
        if isinstance(target, AtTheTable):
            target.fresh()
        arm()
        found = failure_of(target, text)
        arm(0)
        return found is not None and found.mark == failure.mark

    text = failure.text
    if not fails(text):
        return text
    for unit in ("\n", ""):
        text = _fewer(text, unit, fails, end)
    return text


def _fewer(text: str, unit: str, fails: object, end: float) -> str:
    """Leave out ever smaller pieces, of lines or of characters."""
    assert callable(fails)
    parts = text.split(unit) if unit else list(text)
    size = max(1, len(parts) // 2)
    while size >= 1 and time.process_time() < end:
        place, before = 0, len(parts)
        while place < len(parts) and time.process_time() < end:
            fewer = parts[:place] + parts[place + size :]
            if fewer and fails(unit.join(fewer)):
                parts = fewer
            else:
                place += size
        if size > 1 or len(parts) == before:
            size //= 2
    return unit.join(parts)


def file_name(failure: Failure) -> str:
    """One file for each way to fail; the same way always has the same name."""
    plain = "".join(one if one.isalnum() else "-" for one in failure.mark.lower())[:50].strip("-")
    digest = hashlib.sha256(failure.mark.encode("utf-8", "replace")).hexdigest()[:6]
    return f"{plain}-{digest}.txt"
