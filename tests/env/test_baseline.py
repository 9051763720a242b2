"""The trained baseline of docs/research.md plays, learns and is tested; needs PyTorch."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from runpy import run_path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_baseline.py"


@pytest.mark.once
def test_it_learns_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason="PyTorch is only for the example")
    asked = ["--encounter", "duel", "--rounds", "1", "--test", "200"]
    before = sys.argv
    sys.argv = [str(EXAMPLE), *asked]
    try:
        run_path(str(EXAMPLE), run_name="__main__")
    finally:
        sys.argv = before
    said = capsys.readouterr().out
    assert re.search(r"wins [0-9.]+ % \([0-9.]+ to [0-9.]+\) of 200 new fights", said)
