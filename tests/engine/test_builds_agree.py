"""The compiled build plays like the interpreted one: same seeds, same tapes, same results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.engine.agreement import fingerprint, state_of
from tests.engine.arena import arena

from shieldwall.buildinfo import build_info
from shieldwall.store.save_file import TapeFile, replay_tape

pytestmark = pytest.mark.long_play
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """What the sources make of it, interpreted, in a process of their own."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-m", "tests.engine.agreement"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    assert found["build"] == "pure", "the sources beside these tests should be interpreted"
    return found


def test_both_builds_make_the_same_of_the_same_seeds(plain: dict[str, Any]) -> None:
    """On the interpreted build this tests that two processes agree for any order of hashes."""
    ours = json.loads(json.dumps(fingerprint()))
    assert ours["build"] == build_info().kind
    assert ours["dice"] == plain["dice"]
    for name in plain:
        if name not in ("build", "dice"):
            for part in plain[name]:
                assert ours[name][part] == plain[name][part], f"{name}: the {part} differ"
    assert ours.keys() == plain.keys()


def test_this_build_replays_the_tapes_of_the_plain_one(plain: dict[str, Any]) -> None:
    """Every event is held against the check lines, and the end against the state."""
    replayed = 0
    for name in plain:
        if name in ("build", "dice"):
            continue
        book, _, where = name.partition(": ")
        for tape, state in zip(plain[name]["tapes"], plain[name]["states"], strict=True):
            fight = replay_tape(TapeFile(name, tape), arena(where, book))
            assert json.loads(json.dumps(state_of(fight))) == state, name
            replayed += 1
    assert replayed >= 18
