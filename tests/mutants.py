"""Change each rule in turn, run the tests of that rule, and list the changes no test notices.

    python tests/mutants.py [--id SOV-104] [--json]

A change is one dial set to another value, one action made dearer, cheaper or free of blows, one
action, reaction, stage, task of a round's end or policy taken away. It is tried on the tests that
name its rule with `@pytest.mark.rule`, and on no others: a rule should be guarded by its own tests.
Ends with 1 where a change survives that `mutants_allowed.txt` does not explain. Wants the pure
build, with the sources on PYTHONPATH; SHIELDWALL_JOBS says how many pytests may run at once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import shieldwall
from shieldwall.buildinfo import build_info
from shieldwall.core.battle import Battle
from shieldwall.core.dials import DIAL_TEXTS
from shieldwall.core.flow import RoundEnd
from shieldwall.core.points import LEAVING_REACH, PROVOKED
from shieldwall.core.ruleset import (
    FREE,
    MAIN,
    MAIN_AND_MOVE,
    MOVE,
    Dial,
    Ruleset,
    Stage,
)
from shieldwall.rules import RULESETS, RULINGS

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "tests" / "mutants_allowed.txt"
SOURCES = Path(shieldwall.__file__).resolve().parent.parent
LONGEST = 120
"""Seconds after which a change counts as noticed: the fight no longer ends."""

UNCITED = {
    "Surprise": ("SOV-022",),
    "SideTurns": ("SOV-022", "SOV-030"),
    "SurpriseOver": ("SOV-022", "SOV-028"),
    "Initiative": ("SOV-029",),
    "RoundStart": ("SOV-031", "SOV-035"),
    "RoundEnd": ("SOV-034",),
    "falls": ("SOV-167",),
    "shaken": ("SOV-144", "SOV-145"),
    "burn": ("G-19",),
    "wear_off": ("G-19",),
}
"""The rules of stages and policies that do not name them in their docstring, or not well."""
ACTION_TABLE = "SOV-046"

NOTICED = "noticed"
SURVIVED = "survived"
UNTESTED = "no test names its rule"
ALLOWED_TO_LIVE = "allowed"
BROKEN = "could not be tried"


@dataclass(frozen=True)
class Mutant:
    """One change to one book, and the rules whose tests should notice it."""

    book: str
    kind: str
    name: str
    value: int
    cites: tuple[str, ...]

    def __str__(self) -> str:
        if self.kind in ("dial", "cost", "provokes"):
            return f"{self.book} {self.kind} {self.name} = {self.value}"
        if self.kind == "no task":
            return f"{self.book} {self.kind} {self.name} of stage {self.value}"
        return f"{self.book} {self.kind} {self.name}"


@dataclass(frozen=True)
class Result:
    mutant: Mutant
    tests: int
    verdict: str
    note: str = ""

    @property
    def is_bad(self) -> bool:
        return self.verdict in (SURVIVED, UNTESTED, BROKEN)


# What can be changed.


def other_values(dial: Dial) -> list[int]:
    """The other options of a ruling or a choice, the neighbours of a number."""
    ruling = RULINGS.get(dial.name)
    if ruling is not None:
        return [option.value for option in ruling.options if option.value != dial.value]
    text = DIAL_TEXTS[dial.name]
    options = [int(number) for number in re.findall(r"[:,] (\d+) ", text)]
    if text.startswith("whether "):
        options = [0, 1]
    elif text.startswith("cost of "):
        options = [FREE, MOVE, MAIN]
    if not options:
        return [dial.value - 1, dial.value + 1]
    return [option for option in options if option != dial.value]


def all_mutants() -> Iterator[Mutant]:
    """What an edition takes over from another book unchanged is changed in that book only."""
    seen: set[int] = set()
    for rules in RULESETS.values():
        fresh = [thing for thing in parts(rules) if id(thing) not in seen]
        yield from mutants_of(rules, {id(thing) for thing in fresh})
        seen |= {id(thing) for thing in fresh}


def parts(rules: Ruleset) -> list[object]:
    return [
        *rules.dials,
        *rules.action_list,
        *rules.reaction_list,
        *rules.flow.stages,
        *(task for stage in rules.flow.stages for task in tasks_of(stage)),
        *policies(rules).values(),
    ]


def tasks_of(stage: Stage) -> tuple[Callable[[Battle], None], ...]:
    return stage.tasks if isinstance(stage, RoundEnd) else ()


def policies(rules: Ruleset) -> dict[str, Callable[..., None]]:
    return {name: value for name, value in vars(rules).items() if callable(value)}


def rules_of(thing: type | Callable[..., None]) -> tuple[str, ...]:
    """Those a stage or a function is known to follow, else those its docstring names."""
    found = re.findall(r"\b[A-Z]{1,3}-\d+\b", thing.__doc__ or "")
    return UNCITED.get(thing.__name__, tuple(found))


def mutants_of(rules: Ruleset, fresh: set[int]) -> Iterator[Mutant]:
    book = rules.name
    for dial in rules.dials:
        if id(dial) in fresh:
            for value in other_values(dial):
                yield Mutant(book, "dial", dial.name, value, (dial.cite,))
    for action in rules.action_list:
        if id(action) in fresh:
            row = (action.cite, ACTION_TABLE)
            for cost in (action.cost - 1, action.cost + 1):
                if FREE <= cost <= MAIN_AND_MOVE:
                    yield Mutant(book, "cost", action.verb, cost, row)
            if rules.reactions[PROVOKED] or rules.reactions[LEAVING_REACH]:
                yield Mutant(book, "provokes", action.verb, int(not action.provokes), row)
            yield Mutant(book, "no action", action.verb, 0, (action.cite,))
    for reaction in rules.reaction_list:
        if id(reaction) in fresh:
            yield Mutant(book, "no reaction", reaction.verb, 0, (reaction.cite,))
    for place, stage in enumerate(rules.flow.stages):
        if id(stage) in fresh:
            yield Mutant(book, "no stage", stage.name, place, rules_of(type(stage)))
        for task in tasks_of(stage):
            if id(task) in fresh:
                yield Mutant(book, "no task", task.__name__, place, rules_of(task))
    for name, policy in policies(rules).items():
        if id(policy) in fresh:
            yield Mutant(book, "no policy", name, 0, rules_of(policy))


# Trying them.


def pytest(
    *arguments: str, longest: int | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """A pytest of its own; Ctrl-C reaches only this process, so what has begun is finished."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(SOURCES), str(ROOT)]),
            "SHIELDWALL_BUILD": "pure",
            "HYPOTHESIS_PROFILE": "ci",
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=longest,
        check=False,
        start_new_session=True,
    )


class Tests:
    """Which tests prove which rule, told by a run of all of them on the rules as they are."""

    def __init__(self, found: dict[str, tuple[list[str], str]]) -> None:
        self.of_rule: dict[str, list[str]] = {}
        self.failing: list[str] = []
        """They can notice nothing and are left out."""
        for test, (ids, outcome) in found.items():
            if outcome == "failed":
                self.failing.append(test)
            elif outcome == "passed":
                for cite in ids:
                    self.of_rule.setdefault(cite, []).append(test)

    def of(self, mutant: Mutant) -> list[str]:
        return sorted({test for cite in mutant.cites for test in self.of_rule.get(cite, [])})


def run_all() -> Tests:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "coverage.json"
        places = ("--ignore=tests/house", "tests")
        ran = pytest("-m", "rule", *places, SHIELDWALL_COVERAGE_OUT=str(out))
        if ran.returncode not in (0, 1) or not out.exists():
            sys.exit(f"The tests cannot be run:\n{ran.stdout}{ran.stderr}")
        text = out.read_text(encoding="utf-8")
    return Tests(
        {test: (facts["ids"], facts["outcome"]) for test, facts in json.loads(text).items()}
    )


def try_out(mutant: Mutant, tests: Tests) -> Result:
    chosen = tests.of(mutant)
    if not chosen:
        return Result(mutant, 0, UNTESTED)
    wanted = {
        "change": [mutant.book, mutant.kind, mutant.name, mutant.value],
        "rules": mutant.cites,
        "left out": tests.failing,
    }
    files = sorted({test.partition("::")[0] for test in chosen})
    arguments = ("-x", "--tb=no", "-p", "tests.mutation_plugin", *files)
    try:
        ran = pytest(*arguments, longest=LONGEST, SHIELDWALL_MUTANT=json.dumps(wanted))
    except subprocess.TimeoutExpired:
        return Result(mutant, len(chosen), NOTICED, f"not over after {LONGEST} s")
    if ran.returncode == 0:
        return Result(mutant, len(chosen), SURVIVED)
    if ran.returncode == 1:
        return Result(mutant, len(chosen), NOTICED)
    return Result(mutant, len(chosen), BROKEN, (ran.stdout + ran.stderr).strip()[-300:])


def try_all(mutants: list[Mutant], tests: Tests, jobs: int) -> tuple[list[Result], bool]:
    """The results in the order of the mutants, and whether all were tried."""
    results: dict[int, Result] = {}
    pending: dict[Future[Result], int] = {}
    whole = True
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for number, mutant in enumerate(mutants):
                pending[pool.submit(try_out, mutant, tests)] = number
            for done in as_completed(pending):
                result = done.result()
                results[pending[done]] = result
                say(f"[{len(results)}/{len(mutants)}] {result.mutant}: {result.verdict}")
        except KeyboardInterrupt:
            whole = False
            say("Stopped; here is what was tried.")
            pool.shutdown(wait=True, cancel_futures=True)
            for done, number in pending.items():
                if done.done() and not done.cancelled():
                    results[number] = done.result()
    return [results[number] for number in sorted(results)], whole


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# What is known to live, and the report.


def read_allowed(path: Path) -> dict[str, str]:
    """Lines of the form `sovereign dial giant_factor = 9: the reason`."""
    allowed: dict[str, str] = {}
    if not path.exists():
        return allowed
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, _, reason = text.partition(":")
        if not reason.strip():
            sys.exit(f"{path.name}:{number}: say after a colon why it may survive")
        allowed[name.strip()] = reason.strip()
    return allowed


def excuse(results: list[Result], allowed: dict[str, str]) -> list[Result]:
    excused = []
    for result in results:
        reason = allowed.get(str(result.mutant))
        if reason is not None and result.verdict == SURVIVED:
            result = Result(result.mutant, result.tests, ALLOWED_TO_LIVE, reason)
        excused.append(result)
    return excused


def stale(results: list[Result], allowed: dict[str, str]) -> list[str]:
    """Excuses nobody needs any more."""
    needed = {str(result.mutant) for result in results if result.verdict == ALLOWED_TO_LIVE}
    return [name for name in allowed if name not in needed]


def show_table(results: list[Result]) -> None:
    rows = [
        (str(one.mutant), ", ".join(one.mutant.cites), str(one.tests), one.verdict, one.note)
        for one in results
        if one.verdict != NOTICED
    ]
    if rows:
        rows.insert(0, ("change", "rule", "tests", "what came of it", ""))
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
            print("  ".join([*cells, row[4]]).rstrip())
        print()
    noticed = sum(one.verdict == NOTICED for one in results)
    bad = sum(one.is_bad for one in results)
    allowed = len(results) - noticed - bad
    print(f"{len(results)} changes: {noticed} noticed, {bad} not, {allowed} allowed to live.")


def show_json(results: list[Result], whole: bool) -> None:
    rows = [
        {
            "mutant": str(one.mutant),
            "rules": one.mutant.cites,
            "tests": one.tests,
            "verdict": one.verdict,
            "note": one.note,
        }
        for one in results
    ]
    print(json.dumps({"whole": whole, "mutants": rows}, indent=1))


def main() -> int:
    parser = argparse.ArgumentParser(description="Change each rule and see whether a test notices.")
    parser.add_argument("--id", help="only changes of this rule, e.g. SOV-104")
    parser.add_argument("--json", action="store_true", help="every change, as JSON")
    options = parser.parse_args()
    if build_info().kind != "pure":
        sys.exit("Changing rules needs the pure build: run it with PYTHONPATH=src")
    mutants = [one for one in all_mutants() if options.id in (None, *one.cites)]
    if not mutants:
        sys.exit(f"Nothing that can be changed cites {options.id}.")
    jobs = int(os.environ.get("SHIELDWALL_JOBS") or min(os.cpu_count() or 1, 4))
    allowed = read_allowed(ALLOWED)
    tests = run_all()
    for test in tests.failing:
        say(f"left out, for it fails as it is: {test}")
    results, whole = try_all(mutants, tests, jobs)
    results = excuse(results, allowed)
    if options.json:
        show_json(results, whole)
    else:
        show_table(results)
    if not whole:
        return 130
    old = stale(results, allowed) if options.id is None else []
    for name in old:
        say(f"{ALLOWED.name}: {name} does not survive any more, or is no change: take it out")
    return 1 if old or any(one.is_bad for one in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Stopped.")
