"""Random play with a watcher: interrupted actions stop, and units never share a square.

Shipped creatures against a company of humans, and the shipped encounters, by every book, with a map
and without, with all questions and with only those that matter. `SHIELDWALL_FIGHTS=10` plays ten
times as many.
"""

from __future__ import annotations

import os

import pytest
from tests.engine.watched_play import brawl, watch

from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.encounters import list_encounters
from shieldwall.content.ground.field import without_map
from shieldwall.engine.state.state import ALWAYS, WHEN_IT_MATTERS

SCALE = int(os.environ.get("SHIELDWALL_FIGHTS", "1"))
BOOKS = sorted(RULESETS)
STOPS = {"always": ALWAYS, "where it matters": WHEN_IT_MATTERS}
FIGHTS = 8
STEPS = 150


@pytest.mark.parametrize("stops", STOPS)
@pytest.mark.parametrize("space", ["map", "open"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_unit_that_was_put_out_of_action_goes_on(book: str, space: str, stops: str) -> None:
    seen: list[str] = []
    for seed in range(1, 1 + FIGHTS * SCALE):
        seen += watch(brawl(book, seed, space == "open", STOPS[stops]), seed, STEPS)
    assert {"attack", "moved"} <= set(seen), "there was nothing to watch"


@pytest.mark.parametrize("name", [info.name for info in list_encounters()])
def test_the_shipped_encounters_keep_it_too(name: str) -> None:
    """Each by every book, on its map and without it."""
    seen: list[str] = []
    for number, book in enumerate(BOOKS):
        for seed in range(1, 1 + SCALE):
            made = load_encounter(name)
            made.rules = book
            made.stops = ALWAYS if (number + seed) % 2 else WHEN_IT_MATTERS
            if (number + seed) % 3 == 0:
                made = without_map(made)
            seen += watch(made, 100 * seed + number, STEPS // 3)
    assert "round" in seen, "there was nothing to watch"


def test_interruptions_of_every_kind_come_up() -> None:
    """What never happens in these fights, the others say nothing about."""
    seen: set[str] = set()
    for seed in range(1, 400):
        seen |= set(watch(brawl("sovereign", seed, False, ALWAYS), seed, STEPS))
        if {"interrupted", "swallowed", "grappled", "pushed-to", "steps-back"} <= seen:
            break
    assert {"interrupted", "swallowed", "grappled", "pushed-to", "steps-back"} <= seen
