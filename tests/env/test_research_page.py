"""What docs/research.md shows runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_random_agent_plays_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    program = found[1]
    exec(compile(program, "research.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"[01] (alda|sergeant) .+", lines[0])
    assert re.fullmatch(r"\[-?[01]\.0, -?[01]\.0\] [a-z-]+", lines[-1])
