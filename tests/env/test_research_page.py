"""What docs/research.md shows runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(1, len(programs())))
def test_every_program_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """As shown, but the arena plays fewer decisions."""
    program = programs()[number].replace("100_000", "2_000")
    exec(compile(program, f"research.md, program {number + 1}", "exec"), {})
    assert "Traceback" not in capsys.readouterr().err


def test_the_random_agent_plays_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(programs()[0], "research.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"[01] (alda|sergeant) .+", lines[0])
    assert re.fullmatch(r"\[-?[01]\.0, -?[01]\.0\] [a-z-]+", lines[-1])
