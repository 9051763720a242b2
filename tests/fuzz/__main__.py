"""Fuzz everything that reads untrusted input.

    make fuzz                                    100,000 inputs, on all processors
    make fuzz ARGS="--inputs 1000000 --json"     a million, the report as JSON
    make fuzz ARGS="--target saves --seconds 60"
    make fuzz ARGS="--again tests/corpus/saves/x.txt"

Inputs are made from a seed and their number: the same seed makes the same inputs. An input is used
or refused in words; a traceback, more than 10 seconds of CPU time or more than 3 GiB is a failure.
Each failure is reduced as far as possible and kept in tests/corpus, which the tests try again in
every run. The exit status is 0, 1 if anything failed, and 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any, Final

from tests.fuzz.target import as_bytes, as_text
from tests.fuzz.targets import TARGETS, shares
from tests.fuzz.work import HANG, Block, Failure, Outcome, failure_of, file_name, input_of, work

CORPUS: Final = Path(__file__).resolve().parent.parent / "corpus"
BLOCK_SHARE: Final = 40
"""The approximate number of blocks of a target for each process."""
MOST_BLOCK: Final = 2000
EVERY: Final = 2.0
INTERRUPTED: Final = 130


class BatchRunner:
    """One process and its current work."""

    def __init__(self) -> None:
        self.spawning = multiprocessing.get_context("spawn")
        self.at: Synchronized[int] = self.spawning.Value("q", -1)
        self.block: Block | None = None
        self.hire()

    def hire(self) -> None:
        self.orders, theirs = self.spawning.Pipe()
        self.process = self.spawning.Process(target=work, args=(theirs, self.at), daemon=False)
        self.process.start()
        theirs.close()

    def give(self, block: Block) -> None:
        self.block = block
        self.orders.send(block)

    def dismiss(self, at_once: bool = False) -> None:
        if at_once:
            self.process.kill()
            self.clear_up()
        else:
            self.orders.send(None)
        self.process.join()
        self.orders.close()

    def clear_up(self) -> None:
        """End what a process that is dead has started, such as a server."""
        if self.process.pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


class Run:
    """All inputs of one run."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.began = time.monotonic()
        self.tried: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: dict[str, Failure] = {}
        self.counts: Counter[str] = Counter()
        self.interrupted = False
        self.left = self._blocks(shares(wanted.inputs, wanted.targets))
        self.again: list[Block] = []
        self.shown = 0.0

    def _blocks(self, counts: dict[str, int]) -> Iterator[Block]:
        """Of all targets by turns, so that a run that is stopped has tried them all."""
        size = {
            name: max(1, min(MOST_BLOCK, count // (BLOCK_SHARE * self.wanted.jobs) + 1))
            for name, count in counts.items()
        }
        turns = [
            (first / count, Block(name, self.wanted.seed, first, min(size[name], count - first)))
            for name, count in counts.items()
            for first in range(0, count, size[name])
        ]
        turns.sort(key=lambda turn: turn[0])
        return iter([block for _, block in turns])

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    def _next(self) -> Block | None:
        if self.wanted.seconds and self.elapsed > self.wanted.seconds:
            return None
        return self.again.pop() if self.again else next(self.left, None)

    def go(self) -> None:
        crews = [BatchRunner() for _ in range(self.wanted.jobs)]
        try:
            busy = {runner for runner in crews if self._set_to(runner)}
            while busy:
                ready = wait([one.orders for one in busy], timeout=EVERY)
                for runner in [one for one in busy if one.orders in ready]:
                    self._hear(runner)
                    if not self._set_to(runner):
                        busy.discard(runner)
                self._show()
        except KeyboardInterrupt:
            self.interrupted = True
        for runner in crews:
            runner.dismiss(at_once=self.interrupted)
        self._show(last=True)

    def _set_to(self, runner: BatchRunner) -> bool:
        block = self._next()
        if block is not None:
            runner.give(block)
        return block is not None

    def _hear(self, runner: BatchRunner) -> None:
        try:
            self._take(runner.orders.recv())
        except (EOFError, ConnectionResetError):
            self._has_died(runner)

    def _take(self, outcome: Outcome) -> None:
        name = outcome.block.target
        self.tried[name] += outcome.tried
        self.used[name] += outcome.counts["used"]
        self.seconds[name] += outcome.seconds
        self.counts.update({f"{name}: {mark}": n for mark, n in outcome.failed.items()})
        for failure in outcome.failures:
            self._keep(failure)

    def _has_died(self, runner: BatchRunner) -> None:
        """The input it was at is a failure; the rest of its block is tried by another process."""
        block = runner.block
        assert block is not None
        runner.process.join()
        runner.clear_up()
        runner.orders.close()
        number = runner.at.value
        if block.first <= number < block.first + block.count:
            target = TARGETS[block.target]()
            text = input_of(target, block.seed, number)
            target.close()
            how = f"{HANG} or crashes (exit {runner.process.exitcode})"
            # One file for each hang, because the place of a hang is unknown.
            self._keep(Failure(block.target, number, f"{how} {number}", how, text))
            self.counts[f"{block.target}: {how}"] += 1
            self.tried[block.target] += number - block.first + 1
            rest = block.first + block.count - number - 1
            if rest:
                self.again.append(Block(block.target, block.seed, number + 1, rest))
        else:
            print(f"a process ended by itself (exit {runner.process.exitcode})", file=sys.stderr)
        runner.hire()

    def _keep(self, failure: Failure) -> None:
        key = f"{failure.target}: {failure.mark}"
        known = self.failed.get(key)
        if known is not None and len(known.text) <= len(failure.text):
            return
        self.failed[key] = failure
        if self.wanted.corpus:
            folder = Path(self.wanted.corpus) / failure.target
            folder.mkdir(parents=True, exist_ok=True)
            (folder / file_name(failure)).write_bytes(as_bytes(failure.text))
        if known is None:
            print(f"\n{failure.target} {failure.number}: {failure.mark}", file=sys.stderr)

    def _show(self, last: bool = False) -> None:
        if not last and self.elapsed - self.shown < EVERY:
            return
        self.shown = self.elapsed
        tried = sum(self.tried.values())
        line = (
            f"{self.elapsed:7.0f} s  {tried:,} of {self.wanted.inputs:,} inputs, "
            f"{tried / max(1, self.elapsed):,.0f} a second, {len(self.failed)} ways to fail"
        )
        end = "\r" if sys.stderr.isatty() and not last else "\n"
        print(line, end=end, file=sys.stderr, flush=True)

    def report(self) -> dict[str, Any]:
        return {
            "seed": self.wanted.seed,
            "inputs": sum(self.tried.values()),
            "seconds": round(self.elapsed),
            "jobs": self.wanted.jobs,
            "interrupted": self.interrupted,
            "targets": {
                name: {
                    "inputs": n,
                    "used": self.used[name],
                    "cpu_seconds": round(self.seconds[name], 1),
                }
                for name, n in sorted(self.tried.items())
            },
            "failed_inputs": sum(self.counts.values()),
            "failures": [
                {
                    "target": one.target,
                    "number": one.number,
                    "what": one.mark,
                    "words": one.words,
                    "input": one.text[:2000],
                }
                for one in self.failed.values()
            ],
        }


def say(report: dict[str, Any]) -> None:
    print(f"{'target':<12} {'inputs':>9} {'used':>9} {'CPU s':>8}")
    for name, row in report["targets"].items():
        print(f"{name:<12} {row['inputs']:>9,} {row['used']:>9,} {row['cpu_seconds']:>8}")
    print(f"{report['inputs']:,} inputs in {report['seconds']} s, seed {report['seed']}")
    for failure in report["failures"]:
        print(f"\n{failure['target']} {failure['number']}: {failure['what']}\n{failure['words']}")
    print(f"{len(report['failures'])} ways to fail." if report["failures"] else "Nothing failed.")


def again(path: Path) -> int:
    """One input of the corpus; its folder names the target."""
    if path.parent.name not in TARGETS:
        print(f"{path}: its folder should be called as a target: {', '.join(TARGETS)}")
        return 2
    target = TARGETS[path.parent.name]()
    failure = failure_of(target, as_text(path.read_bytes()))
    target.close()
    print(failure.words if failure else f"{path}: used, or refused in words")
    return 1 if failure else 0


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=100_000, help="how many in all")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long")
    parser.add_argument("--seed", default="", help="text; the same makes the same inputs")
    parser.add_argument("--target", action="append", choices=TARGETS, help="only this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--corpus", default=str(CORPUS), help="where failures go; '' for nowhere")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--again", metavar="FILE", type=Path, help="try one input of the corpus")
    wanted = parser.parse_args(arguments)
    wanted.targets = wanted.target or list(TARGETS)
    wanted.seed = wanted.seed or secrets.token_hex(4)
    return wanted


def main() -> int:
    wanted = parse()
    if wanted.again is not None:
        return again(wanted.again)
    # A shell that starts it in the background has it ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print(f"seed {wanted.seed}: {', '.join(wanted.targets)}", file=sys.stderr)
    run = Run(wanted)
    run.go()
    report = run.report()
    if wanted.json:
        print(json.dumps(report, indent=1))
    else:
        say(report)
    if run.interrupted:
        return INTERRUPTED
    return 1 if report["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
