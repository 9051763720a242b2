"""Every input that has failed once is tried again: used, or refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fuzz.__main__ import CORPUS
from tests.fuzz.target import REFUSED, USED, as_text
from tests.fuzz.targets import TARGETS

FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", FILES, ids=[f"{one.parent.name}/{one.stem}" for one in FILES])
def test_what_failed_once_is_answered_in_words(path: Path) -> None:
    target = TARGETS[path.parent.name]()
    try:
        assert target.run(as_text(path.read_bytes())) in (USED, REFUSED)
    finally:
        target.close()
