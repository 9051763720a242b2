"""Counting instructions: reading callgrind's files, and changes that a commit must explain."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "instructions.py"

COUNTS = """\
fn=(1) play
0 40
cfn=(2) step
calls=3 0
* 600
fn=(2)
0 150
cfn=(3) roll
calls=6 0
* 450
fn=(3)
0 450
fn=(4) main
cfn=(1)
calls=0 0
* 640
"""


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = spec_from_file_location("counting", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # A dataclass looks its module up by name.
    sys.modules["counting"] = module
    spec.loader.exec_module(module)
    return module


def test_a_function_costs_by_itself_and_with_those_it_calls(bench: ModuleType) -> None:
    costs = bench.Costs()
    costs.read(COUNTS)
    assert costs.own == {"play": 40, "step": 150, "roll": 450}
    assert costs.inclusive == {"play": 640, "step": 600, "roll": 450, "main": 640}
    assert costs.calls == {"step": 3, "roll": 6, "play": 0}
    costs.read(COUNTS)
    assert costs.own.total() == 2 * 640


@pytest.mark.parametrize(
    ("per_turn", "outcome", "is_off"),
    [(1030, 7, False), (1031, 7, True), (969, 7, True), (970, 7, False), (1000, 8, True)],
)
def test_three_in_a_hundred_or_another_outcome_must_be_explained(
    bench: ModuleType, per_turn: int, outcome: int, is_off: bool
) -> None:
    before = {"per_turn": 1000, "turns": 10, "outcome": 7}
    assert bench.is_off(before, {"per_turn": per_turn, "turns": 10, "outcome": outcome}) == is_off


def test_a_new_case_needs_no_word(bench: ModuleType) -> None:
    assert not bench.is_off(None, {"per_turn": 5, "turns": 1, "outcome": 1})
