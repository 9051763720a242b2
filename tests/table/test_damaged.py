"""Messages for damaged files: the page in docs matches the program's output."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.table.damaged import CASES, Case, page, said

HANDBOOK = Path(__file__).parents[2] / "docs" / "damaged-files.md"


@pytest.mark.parametrize(
    "case", [case for cases in CASES.values() for case in cases], ids=lambda case: case.what
)
def test_a_damaged_file_is_refused_in_few_words(case: Case) -> None:
    found = said(case)
    assert found.code in (1, 2), found
    assert found.words
    assert "Traceback" not in found.words
    assert max(len(line) for line in found.words.splitlines()) < 300


def test_the_handbook_has_the_words() -> None:
    assert HANDBOOK.read_text(encoding="utf-8") == page()
