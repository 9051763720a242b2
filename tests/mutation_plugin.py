"""Tries changes to rulesets on the tests of their rules, each in a fork of one pytest.

Pytest collects all tests once. Instead of running them, `Trials` forks for every change, makes it
in the child and runs the tests that name its rule there, fastest first, until one fails.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.ability_mutants import ABILITIES, WORD, is_named, make_change

from shieldwall.books import RULESETS
from shieldwall.books.shared.conditional_actions import Wrapped
from shieldwall.books.sovereign.sovereign_book import SOVEREIGN
from shieldwall.engine.action_spec import ActionSpec
from shieldwall.engine.rounds.flow import RoundEnd
from shieldwall.engine.ruleset import Dial, Flow, Ruleset

LONGEST_CPU = 60
LONGEST = 900
"""Seconds of work, and seconds by the clock, beyond what the tests take as they are, after which a
change counts as noticed: the fight no longer ends."""
MOST_MEMORY = 4 << 30
"""Bytes; a fight that no longer ends must not take the whole machine."""
NO_RULE = {"creature": "tests/powers/"}
"""Where the tests are of what comes from no rule of a book, but from a creature's description."""

PASSES, FAILS, TROUBLE, ENDLESS = 0, 1, 2, 3
ABILITY_CHANGES = frozenset({"no ability", "no point"})
TESTS_OF_RULES = frozenset({"rules", "powers", "engine"})
"""Folders of the tests that may prove an ability or a condition."""


def nothing(*_: object) -> None:
    """What stands in for a policy."""


def layers(spec: ActionSpec) -> Iterator[ActionSpec]:
    """An action and, if it wraps another one, that too."""
    while True:
        yield spec
        if not isinstance(spec, Wrapped):
            return
        spec = spec.inner


def change(rules: Ruleset, kind: str, name: str, value: int) -> None:
    """Make the change; `value` is the new value, or the place of the stage."""
    if kind in ABILITY_CHANGES:
        make_change(kind, name)
    elif kind == "dial":
        rules.set_dial(name, value)
        # What a table or a test makes of this book has the changed dial too.
        rules.dials = tuple(
            Dial(name, value, dial.cite) if dial.name == name else dial for dial in rules.dials
        )
    elif kind == "cost":
        for spec in layers(rules.actions[name]):
            spec.cost = value
    elif kind == "provokes":
        for spec in layers(rules.actions[name]):
            spec.provokes = bool(value)
    elif kind == "no action":
        rules.action_list = tuple(spec for spec in rules.action_list if spec.verb != name)
        del rules.actions[name]
    elif kind == "no reaction":
        rules.reaction_list = tuple(spec for spec in rules.reaction_list if spec.verb != name)
        for point, specs in enumerate(rules.reactions):
            rules.reactions[point] = tuple(spec for spec in specs if spec.verb != name)
    elif kind == "no rule":
        rules.set_general(tuple(rule for rule in rules.general if rule.name != name))
    elif kind == "no stage":
        stages = rules.flow.stages
        loop = rules.flow.loop - (1 if value < rules.flow.loop else 0)
        rules.flow = Flow(stages[:value] + stages[value + 1 :], loop)
    elif kind == "no task":
        stage = rules.flow.stages[value]
        assert isinstance(stage, RoundEnd)
        stage.tasks = tuple(task for task in stage.tasks if task.__name__ != name)
    elif kind == "no policy":
        rules.policies = replace(rules.policies, **{name: nothing})
        setattr(rules, name, nothing)
    else:
        raise ValueError(f"no kind of change is called {kind!r}")


# Trying them.


@dataclass(frozen=True)
class Verdict:
    """The result of a change: the number of tests, and their output."""

    tests: int
    survived: bool = False
    note: str = ""
    trouble: str = ""


class Trials:
    """A pytest plugin that runs tests once for every change, in place of the usual loop."""

    def __init__(
        self,
        changes: list[tuple[str, str, str, int, tuple[str, ...]]],
        jobs: int,
        note: Callable[[int, Verdict], None],
    ) -> None:
        self.changes = changes
        """Book, kind, name and value of each, and the rules whose tests should notice it."""
        self.jobs = jobs
        self.note = note
        self.outcomes: dict[str, tuple[bool, float]] = {}
        """By test: whether it passed, and how long it took; in a child, of those it has run."""
        self.seconds: dict[str, float] = {}
        """By test: how long it takes as it is."""
        self.failed = False

    def run(self, root: Path) -> None:
        """Collect the tests and try all changes; back after the last, or after Ctrl-C."""
        os.environ["SHIELDWALL_BUILD"] = "pure"
        os.environ["HYPOTHESIS_PROFILE"] = "ci"
        os.chdir(root)
        options = ("-q", "--no-header", "--no-summary", "-s", "-p", "no:cacheprovider")
        folders = ["--ignore=tests/house", "tests"]
        if all(kind in ABILITY_CHANGES for _, kind, _, _, _ in self.changes):
            # The long tests of the engine name too many conditions in passing.
            left_out = () if any(book == ABILITIES for book, *_ in self.changes) else ("engine",)
            folders = [f"tests/{name}" for name in sorted(TESTS_OF_RULES.difference(left_out))]
        code = pytest.main([*options, *folders], plugins=[self])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.INTERRUPTED):
            sys.exit("The tests cannot be run.")

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Only tests that some change asks for."""
        wanted = {rule for change in self.changes for rule in change[4]}
        others = [item for item in items if not proves_any(item, wanted)]
        items[:] = [item for item in items if proves_any(item, wanted)]
        config.hook.pytest_deselected(items=others)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        before, took = self.outcomes.get(report.nodeid, (True, 0.0))
        passed = before and report.passed
        self.outcomes[report.nodeid] = (passed, took + report.duration)
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("some tests could not be collected")
        good = self.as_they_are(session.items)
        running: dict[int, tuple[int, int]] = {}
        try:
            for number, change in enumerate(self.changes):
                rules = set(change[4])
                tests = [item for item in good if proves_any(item, rules)]
                if not tests:
                    self.note(number, Verdict(0))
                    continue
                if len(running) == self.jobs:
                    self.reap(running)
                running[self.start(change, tests)] = (number, len(tests))
            while running:
                self.reap(running)
        except KeyboardInterrupt:
            for child in running:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        return True

    def as_they_are(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """The tests that pass on the rules as they are, the quickest first."""
        outcomes: dict[str, tuple[bool, float]] = {}
        started = [self.start_unchanged(items[place :: self.jobs]) for place in range(self.jobs)]
        for child, results in started:
            with os.fdopen(results) as text:
                outcomes |= json.load(text)
            os.waitpid(child, 0)
        for item in items:
            if not outcomes[item.nodeid][0]:
                print(f"left out, for it fails as it is: {item.nodeid}", file=sys.stderr)
        self.seconds = {name: took for name, (_, took) in outcomes.items()}
        good = [item for item in items if outcomes[item.nodeid][0]]
        return sorted(good, key=lambda item: outcomes[item.nodeid][1])

    def start_unchanged(self, items: list[pytest.Item]) -> tuple[int, int]:
        """A child that runs these tests without a change, and the pipe with their outcomes."""
        results, out = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if child:
            os.close(out)
            return child, results
        run_quietly(items, self, to_the_end=True)
        with os.fdopen(out, "w") as text:
            json.dump(self.outcomes, text)
        os._exit(PASSES)

    def start(
        self, wanted: tuple[str, str, str, int, tuple[str, ...]], tests: list[pytest.Item]
    ) -> int:
        """A child that makes the change and runs the tests until one fails."""
        sys.stdout.flush()
        child = os.fork()
        if child:
            return child
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        usual = int(sum(self.seconds[item.nodeid] for item in tests))
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_CPU + usual, LONGEST_CPU + usual))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.alarm(LONGEST + 2 * usual)
        book, kind, name, value, _ = wanted
        code = TROUBLE
        try:
            change(RULESETS.get(book, SOVEREIGN), kind, name, value)
            run_quietly(tests, self)
            code = FAILS if self.failed else PASSES
        except Exception as error:  # noqa: BLE001 - the child ends here whatever it is
            # A fight that never ends takes all the memory; pytest may wrap that in a warning.
            if isinstance(error, MemoryError) or "MemoryError" in str(error):
                code = ENDLESS
        finally:
            os._exit(code)

    def reap(self, running: dict[int, tuple[int, int]]) -> None:
        """Wait for a child and record its result."""
        child, status = os.wait()
        number, tests = running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        if code == PASSES:
            self.note(number, Verdict(tests, survived=True))
        elif code == FAILS:
            self.note(number, Verdict(tests))
        elif code in (ENDLESS, -signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM):
            self.note(number, Verdict(tests, note="the fight did not end"))
        else:
            self.note(number, Verdict(tests, trouble=f"ended with {code}"))


def rules_proved(item: pytest.Item) -> set[str]:
    """The ids a test names, or what else its folder stands for."""
    found = {id_ for mark in item.iter_markers("rule") for id_ in mark.args}
    found |= {rule for rule, folder in NO_RULE.items() if item.nodeid.startswith(folder)}
    return found


def proves_any(item: pytest.Item, wanted: set[str]) -> bool:
    """Whether a test names one of the rules, or its file one of the words.

    Words are looked for among the tests of rules alone: a creature that stands on some map of the
    table's tests proves nothing about its gifts.
    """
    if wanted & rules_proved(item):
        return True
    if not TESTS_OF_RULES & set(item.path.parts):
        return False
    words = [name.removeprefix(WORD) for name in wanted if name.startswith(WORD)]
    return any(is_named(word, item.path) for word in words)


def run_quietly(items: list[pytest.Item], trials: Trials, to_the_end: bool = False) -> None:
    """Run tests in this process, which is a child, saying nothing."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    for number, item in enumerate(items):
        following = items[number + 1] if number + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if trials.failed and not to_the_end:
            return
