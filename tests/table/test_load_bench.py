"""The load benchmark detects a message that does not arrive."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.table.server import Json

BENCH = Path(__file__).resolve().parents[2] / "bench" / "load.py"


def load(*more: str) -> tuple[int, Json]:
    command = [sys.executable, str(BENCH), "--tables", "2", "--clients", "3", "--seconds", "4"]
    done = subprocess.run(
        [*command, "--captains", "0", "--busy", *more], capture_output=True, text=True
    )
    found: Json = json.loads(done.stdout)
    return done.returncode, found


@pytest.mark.slow
def test_the_load_bench_finds_a_message_that_was_lost() -> None:
    _, whole = load()
    assert whole["choices"] > 0
    assert whole["errors"] == 0
    ends_with, lossy = load("--lose", "1")
    assert ends_with == 1
    assert lossy["errors"] > 0
    assert "a screen of table 1 was not told everything" in lossy["first_errors"]


@pytest.mark.slow
def test_the_overload_bench_throws_nobody_out_and_sees_all_three_times() -> None:
    command = [sys.executable, str(BENCH.with_name("overload.py")), "--tables", "4", "--few", "1"]
    done = subprocess.run([*command, "--seconds", "3"], capture_output=True, text=True)
    found: Json = json.loads(done.stdout)
    assert [one["phase"] for one in found["phases"]] == ["before", "overload", "after"]
    assert all(one["choices"] for one in found["phases"])
    assert (found["thrown_out"], found["errors"]) == (0, 0), found
