"""Golden playthroughs: the fights people have read are still the fights that are played."""

from __future__ import annotations

import difflib

import pytest
from tests.playthroughs.regenerate import HERE, names, path_of, playthrough

HOW = "run `python tests/playthroughs/regenerate.py`, read the difference, and commit it"


@pytest.mark.parametrize("book", sorted(names()))
def test_every_book_has_a_playthrough_that_is_still_played_so(book: str) -> None:
    assert path_of(book).exists(), f"{book}'s playthrough is not written yet: {HOW}"
    written = path_of(book).read_text(encoding="utf-8")
    played = playthrough(book)
    if played != written:
        changes = difflib.unified_diff(
            written.splitlines(), played.splitlines(), "as written", "as played", n=2, lineterm=""
        )
        first = "\n".join(list(changes)[:40])
        pytest.fail(f"{book} is played otherwise than written; if that is right, {HOW}\n{first}")


def test_no_playthrough_is_left_over_from_a_book_that_is_gone() -> None:
    assert sorted(path.stem for path in HERE.glob("*.txt")) == sorted(names())
