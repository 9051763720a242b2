"""Change each rule in turn, run the tests of that rule, and list the changes no test notices.

    python tests/mutants.py [--book dolmenwood] [--id SOV-104] [--resume FILE] [--json]

A change sets one dial to another value, changes an action's cost or whether it provokes, or removes
one action, reaction, general rule, stage, round-end task or policy. It is tried only on the tests
that name its rule with `@pytest.mark.rule`: a rule should be guarded by its own tests. What an
edition takes over from its sibling is tried there, and again in the edition only if the edition has
its own id for it.

With `--resume FILE` every result is written at once as a line of JSON. A second run with the same
file skips the changes that were noticed and tries the rest. The tests are collected once and every
change has its own fork of that process, so this needs a system that can fork, and the pure build
with the sources on PYTHONPATH. SHIELDWALL_JOBS is the number of parallel forks. The exit status is
1 if a change is not noticed that `mutants_allowed.txt` does not explain.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.ability_mutants import ABILITIES, CONDITION_BOOK, ability_changes
from tests.mutation_plugin import Trials, Verdict

from shieldwall.books import RULESETS, RULINGS
from shieldwall.buildinfo import build_info
from shieldwall.engine.action_spec import FREE, MAIN_AND_MOVE
from shieldwall.engine.battle import Battle
from shieldwall.engine.dials import DIAL_ENTRIES
from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.rounds.flow import RoundEnd
from shieldwall.engine.ruleset import Dial, Ruleset, Stage

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "tests" / "mutants_allowed.txt"

SIBLINGS = {"sovereign-early": "sovereign", "aachen-early": "aachen"}
"""The book of which an edition is."""

UNCITED = {
    "Surprise": ("SOV-022",),
    "SideTurns": ("SOV-022", "SOV-030"),
    "SurpriseOver": ("SOV-022", "SOV-028", "AAC-005"),
    "Initiative": ("SOV-029",),
    "RoundStart": ("SOV-031", "SOV-035"),
    "RoundEnd": ("SOV-034", "DOL-001", "DOL-047"),
    "falls": ("SOV-167",),
    "shaken": ("SOV-144", "SOV-145"),
    "burn": ("G-19",),
    "wear_off": ("G-19",),
    "end_effects": ("SOV-097", "DOL-007", "G-33"),
    "bleed": ("SOV-141", "AAC-014", "G-19"),
    "check_after_casualty": ("AAC-041",),
    "let_them_go": ("AAC-001", "AAC-021"),
    "after_the_field": ("DOL-022",),
    "after_the_fight_by_check": ("SVE-026",),
}
"""The rules of stages and policies that do not name them in their docstring, or not well."""
ACTION_TABLES = {
    "sovereign": "SOV-046",
    "sovereign-early": "SOV-046",
    "aachen": "AAC-013",
    "aachen-early": "AAC-013",
    "dolmenwood": "DOL-006",
}
"""The rule that lists all actions with cost and provoking, or the budget they are paid from."""

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
    entry = DIAL_ENTRIES[dial.name]
    if entry.words:
        return [value for value in range(len(entry.words)) if value != dial.value]
    # The world is measured in steps of 5 ft.
    step = 5 if entry.title.startswith("feet ") and dial.value % 5 == 0 else 1
    return [dial.value - step, dial.value + step]


def all_mutants() -> Iterator[Mutant]:
    """What is the same thing in its sibling is changed there only."""
    for rules in RULESETS.values():
        sibling = RULESETS.get(SIBLINGS.get(rules.name, ""))
        known = set() if sibling is None else {id(thing) for thing in parts(sibling)}
        yield from mutants_of(rules, {id(thing) for thing in parts(rules)} - known)
    for book, kind, name, cites in ability_changes():
        yield Mutant(book, kind, name, 0, cites)


def parts(rules: Ruleset) -> list[object]:
    return [
        *rules.dials,
        *rules.action_list,
        *rules.reaction_list,
        *rules.general,
        *rules.flow.stages,
        *(task for stage in rules.flow.stages for task in tasks_of(stage)),
        *policies(rules).values(),
    ]


def tasks_of(stage: Stage) -> tuple[Callable[[Battle], None], ...]:
    return stage.tasks if isinstance(stage, RoundEnd) else ()


def policies(rules: Ruleset) -> dict[str, Callable[..., None]]:
    return {name: value for name, value in vars(rules).items() if callable(value)}


def rules_of(thing: type | Callable[..., None], rules: Ruleset) -> tuple[str, ...]:
    """The known rules of a stage or a function, else those its docstring names.

    Shared code names rules by ids of other books; only this book's own count, where it has any.
    """
    found = re.findall(r"\b[A-Z]{1,3}-\d+\b", thing.__doc__ or "")
    ids = list(dict.fromkeys(rules.cite(one) for one in UNCITED.get(thing.__name__, found)))
    own = [one for one in ids if one.startswith((*PREFIXES.get(rules.name, ()), "G-"))]
    return tuple(own or ids)


PREFIXES = {
    "sovereign": ("SOV-",),
    "sovereign-early": ("SVE-", "SOV-"),
    "aachen": ("AAC-",),
    "aachen-early": ("AAC-",),
    "dolmenwood": ("DOL-",),
}


def mutants_of(rules: Ruleset, fresh: set[int]) -> Iterator[Mutant]:
    book = rules.name
    for dial in rules.dials:
        own_words = rules.cite(dial.cite)
        if id(dial) in fresh or own_words != dial.cite:
            for value in other_values(dial):
                yield Mutant(book, "dial", dial.name, value, (own_words,))
    for action in rules.action_list:
        if id(action) in fresh:
            cite = rules.cite(action.cite)
            row = (cite, ACTION_TABLES.get(book, cite))
            for cost in (action.cost - 1, action.cost + 1):
                if FREE <= cost <= MAIN_AND_MOVE:
                    yield Mutant(book, "cost", action.verb, cost, row)
            if rules.reactions[PROVOKED] or rules.reactions[LEAVING_REACH]:
                yield Mutant(book, "provokes", action.verb, int(not action.provokes), row)
            yield Mutant(book, "no action", action.verb, 0, (cite,))
    for general in rules.general:
        own_words = rules.cite(general.cite)
        if id(general) in fresh or own_words != general.cite:
            yield Mutant(book, "no rule", general.name, 0, (own_words,))
    for reaction in rules.reaction_list:
        if id(reaction) in fresh:
            yield Mutant(book, "no reaction", reaction.verb, 0, (rules.cite(reaction.cite),))
    for place, stage in enumerate(rules.flow.stages):
        if id(stage) in fresh:
            yield Mutant(book, "no stage", stage.name, place, rules_of(type(stage), rules))
            for task in tasks_of(stage):
                yield Mutant(book, "no task", task.__name__, place, rules_of(task, rules))
    for name, policy in policies(rules).items():
        if id(policy) in fresh:
            yield Mutant(book, "no policy", name, 0, rules_of(policy, rules))


# Trying them.


def judged(mutant: Mutant, verdict: Verdict) -> Result:
    if verdict.tests == 0:
        return Result(mutant, 0, UNTESTED)
    if verdict.survived:
        return Result(mutant, verdict.tests, SURVIVED)
    if verdict.trouble:
        return Result(mutant, verdict.tests, BROKEN, verdict.trouble)
    return Result(mutant, verdict.tests, NOTICED, verdict.note)


class Book:
    """The results so far, in a file of JSON lines if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: dict[str, dict[str, object]] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self.rows[row["mutant"]] = row

    def result(self, mutant: Mutant) -> Result | None:
        """Earlier results that are still valid."""
        row = self.rows.get(str(mutant))
        if row is None or row["verdict"] != NOTICED:
            return None
        return Result(mutant, int(str(row["tests"])), NOTICED, str(row["note"]))

    def write(self, result: Result) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row_of(result)) + "\n")


def try_all(mutants: list[Mutant], jobs: int, book: Book) -> tuple[list[Result], bool]:
    """The results in the order of the mutants, and whether all were tried."""
    results: dict[int, Result] = {}
    for number, mutant in enumerate(mutants):
        known = book.result(mutant)
        if known is not None:
            results[number] = known
    todo = [number for number in range(len(mutants)) if number not in results]

    def note(place: int, verdict: Verdict) -> None:
        result = judged(mutants[todo[place]], verdict)
        results[todo[place]] = result
        book.write(result)
        say(f"[{len(results)}/{len(mutants)}] {result.mutant}: {result.verdict}")

    if todo:
        changes = [
            (one.book, one.kind, one.name, one.value, one.cites)
            for one in [mutants[number] for number in todo]
        ]
        Trials(changes, jobs, note).run(ROOT)
    whole = len(results) == len(mutants)
    if not whole:
        say("Stopped; here is what was tried.")
    return [results[number] for number in sorted(results)], whole


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# The allowed survivors, and the report.


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
    """Unused exceptions."""
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


def row_of(one: Result) -> dict[str, object]:
    return {
        "mutant": str(one.mutant),
        "rules": one.mutant.cites,
        "tests": one.tests,
        "verdict": one.verdict,
        "note": one.note,
    }


def show_json(results: list[Result], whole: bool) -> None:
    rows = [row_of(one) for one in results]
    print(json.dumps({"whole": whole, "mutants": rows}, indent=1))


def main() -> int:
    parser = argparse.ArgumentParser(description="Change each rule and see whether a test notices.")
    parser.add_argument(
        "--book",
        choices=[*RULESETS, ABILITIES, CONDITION_BOOK],
        help="only changes of this book, of abilities or of conditions",
    )
    parser.add_argument("--id", help="only changes of this rule, e.g. SOV-104")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="write results there as they come; leave alone what it says was noticed",
    )
    parser.add_argument("--json", action="store_true", help="every change, as JSON")
    options = parser.parse_args()
    if build_info().kind != "pure":
        sys.exit("Changing rules needs the pure build: run it with PYTHONPATH=src")
    mutants = [
        one
        for one in all_mutants()
        if options.id in (None, *one.cites) and options.book in (None, one.book)
    ]
    if not mutants:
        sys.exit("Nothing that can be changed is like that.")
    jobs = int(os.environ.get("SHIELDWALL_JOBS") or min(os.cpu_count() or 1, 4))
    allowed = read_allowed(ALLOWED)
    results, whole = try_all(mutants, jobs, Book(options.resume))
    results = excuse(results, allowed)
    if options.json:
        show_json(results, whole)
    else:
        show_table(results)
    if not whole:
        return 130
    old = stale(results, allowed) if options.id is None and options.book is None else []
    for name in old:
        say(f"{ALLOWED.name}: {name} does not survive any more, or is no change: take it out")
    return 1 if old or any(one.is_bad for one in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Stopped.")
