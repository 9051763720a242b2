"""A pytest plugin that changes one entry of a ruleset before any test is collected.

SHIELDWALL_MUTANT holds, as `mutants.py` writes it, the change (ruleset, kind, name and value), the
rules whose tests are to be run, and those of their tests that are left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from shieldwall.core.flow import RoundEnd
from shieldwall.core.ruleset import ActionSpec, Flow, Ruleset
from shieldwall.rules import RULESETS
from shieldwall.rules.unwritten import Wrapped

VARIABLE = "SHIELDWALL_MUTANT"


def nothing(*_: object) -> None:
    """What stands in for a policy."""


def layers(spec: ActionSpec) -> Iterator[ActionSpec]:
    """An action and, where it wraps another, that one too."""
    while True:
        yield spec
        if not isinstance(spec, Wrapped):
            return
        spec = spec.inner


def change(rules: Ruleset, kind: str, name: str, value: int) -> None:
    """Make the change; `value` is the new value, or the place of the stage."""
    if kind == "dial":
        setattr(rules, name, value)
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
    elif kind == "no stage":
        stages = rules.flow.stages
        loop = rules.flow.loop - (1 if value < rules.flow.loop else 0)
        rules.flow = Flow(stages[:value] + stages[value + 1 :], loop)
    elif kind == "no task":
        stage = rules.flow.stages[value]
        assert isinstance(stage, RoundEnd)
        stage.tasks = tuple(task for task in stage.tasks if task.__name__ != name)
    elif kind == "no policy":
        setattr(rules, name, nothing)
    else:
        raise ValueError(f"no kind of change is called {kind!r}")


def pytest_configure() -> None:
    text = os.environ.get(VARIABLE)
    if text:
        book, kind, name, value = json.loads(text)["change"]
        change(RULESETS[book], kind, name, value)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    text = os.environ.get(VARIABLE)
    if not text:
        return
    wanted = json.loads(text)
    rules, left_out = set(wanted["rules"]), set(wanted["left out"])
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        ids = {id_ for mark in item.iter_markers("rule") for id_ in mark.args}
        (chosen if ids & rules and item.nodeid not in left_out else others).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=others)
