"""Frozen fights replay to the letter, and old saves are still read.

If a corrected rule changes a fight, freeze that fight again: `python tests/frozen/freeze.py NAME`.
"""

from __future__ import annotations

import pytest
from tests.frozen.freeze import FIGHTS, SAVED, fights, frozen, hashes, save_path

from shieldwall.books import RULESETS
from shieldwall.store.save_file import load_fight, replay_file

KEPT = frozen() if FIGHTS.exists() else {}
KINDS = sorted({name.rsplit("/", 1)[0] for name in fights()})


def test_every_fight_is_frozen() -> None:
    assert list(KEPT) == list(fights())


@pytest.mark.parametrize("kind", KINDS)
def test_a_frozen_fight_is_played_as_it_was(kind: str) -> None:
    for name in fights():
        if name.rsplit("/", 1)[0] == kind:
            again = hashes(name)
            pairs = zip(again, KEPT[name], strict=False)
            same = next((n for n, (one, other) in enumerate(pairs) if one != other), len(again))
            assert again == KEPT[name], f"{name} goes another way in piece {same}"


@pytest.mark.parametrize("kind", SAVED)
@pytest.mark.parametrize("book", sorted(RULESETS))
def test_a_save_of_then_replays_with_every_check_line_and_goes_on(book: str, kind: str) -> None:
    path = str(save_path(book, kind))
    replayed = replay_file(path)
    loaded = load_fight(path)
    assert loaded.state == replayed.state
    assert len(replayed.entries) > 0
