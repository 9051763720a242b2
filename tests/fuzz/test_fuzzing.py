"""A few inputs for every target, and proof that the fuzzer finds failures."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.fuzz import work
from tests.fuzz.__main__ import Run, parse
from tests.fuzz.target import USED, Target
from tests.fuzz.targets import TARGETS, shares
from tests.fuzz.work import failure_of, file_name, input_of

INPUTS = {"server": 12, "socket": 40, "rest": 60, "saves": 30, "tapes": 30}
A_FEW = 120


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_inputs_are_used_or_refused_in_words(name: str) -> None:
    target = TARGETS[name]()
    try:
        for number in range(INPUTS.get(name, A_FEW)):
            failure = failure_of(target, input_of(target, "short", number), number)
            assert failure is None, f"{failure}"
    finally:
        target.close()


@pytest.mark.parametrize(
    "name", ["notation", "dice", "importers", "maps", "saves", "rest", "socket"]
)
def test_the_same_seed_makes_the_same_inputs(name: str) -> None:
    one, other = TARGETS[name](), TARGETS[name]()
    try:
        first = [input_of(one, "x", number) for number in range(30)]
        assert [input_of(other, "x", number) for number in range(30)] == first
        assert [input_of(one, "y", number) for number in range(30)] != first
    finally:
        one.close()
        other.close()


@pytest.mark.parametrize("name", ["encounters", "parties", "creatures", "maps", "rules", "saves"])
def test_what_is_spoilt_was_good_before(name: str) -> None:
    target = TARGETS[name]()
    try:
        assert {target.run(seed) for seed in target.seeds[:8]} == {USED}
    finally:
        target.close()


def test_every_target_gets_its_share() -> None:
    found = shares(100_000, list(TARGETS))
    assert sum(found.values()) == 100_000
    assert min(found.values()) > 100
    assert set(shares(3, list(TARGETS)).values()) == {1}


class Trap(Target):
    """Fails at some inputs, hangs at others, and wants too much memory at a third kind."""

    name = "trap"

    def make_seeds(self) -> list[str]:
        return ["calm"]

    def make(self, dice: random.Random) -> str:
        return f"some text\nbefore {dice.randrange(40)} after\nand more of it"

    def run(self, text: str) -> str:
        words = text.split()
        if "7" in words:
            raise KeyError("seven")
        if "11" in words:
            while True:
                time.process_time()
        if "13" in words:
            bytearray(8 << 30)
        return USED


def test_a_failure_is_made_small_and_kept_under_one_name() -> None:
    target = Trap()
    failure = failure_of(target, "some text\nbefore 7 after\nand more of it", 3)
    assert failure is not None
    assert "KeyError" in failure.mark
    assert work.shrunk(target, failure) == "7"
    assert file_name(failure) == file_name(failure)
    assert failure_of(target, "before 8 after") is None


PROGRAM = """
import sys
from tests.fuzz.test_fuzzing import Trap
from tests.fuzz.targets import TARGETS
TARGETS["trap"] = Trap
from tests.fuzz import __main__ as program, work
work.arm.__defaults__ = (0.4,)
if __name__ == "__main__":
    sys.exit(program.main())
"""


@pytest.mark.slow
def test_the_command_finds_errors_hangs_and_greed(tmp_path: Path) -> None:
    """In separate processes: a hang ends one of them, and the others continue."""
    script = tmp_path / "trap.py"
    script.write_text(PROGRAM, encoding="utf-8")
    options = ["--target", "trap", "--inputs", "40", "--seed", "s", "--jobs", "2", "--json"]
    ran = subprocess.run(
        [sys.executable, str(script), *options, "--corpus", str(tmp_path / "corpus")],
        capture_output=True,
        text=True,
        check=False,
        env=_environment(),
    )
    assert ran.returncode == 1, ran.stderr
    report = json.loads(ran.stdout)
    assert report["inputs"] == 40
    found = " ".join(failure["what"] for failure in report["failures"])
    assert "KeyError" in found
    assert "MemoryError" in found
    assert "hangs" in found
    kept = [path.read_text("utf-8").strip() for path in (tmp_path / "corpus" / "trap").iterdir()]
    assert "7" in kept
    assert "13" in kept
    assert any("11" in text for text in kept)


def _environment() -> dict[str, str]:
    here = Path(__file__).resolve().parent.parent.parent
    path = [str(here), *([os.environ["PYTHONPATH"]] if "PYTHONPATH" in os.environ else [])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def test_a_run_can_be_stopped_by_the_clock() -> None:
    wanted = parse(["--inputs", "1000", "--seconds", "1", "--seed", "s"])
    run = Run(wanted)
    run.began -= 5
    assert run._next() is None
