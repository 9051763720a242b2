"""Scenes of Aachen, by its later draft unless the earlier one is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.scene import play, play_setup, setup

from shieldwall.books import RULESETS
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight

LATER = "aachen"
EARLIER = "aachen-early"
BOTH = pytest.mark.parametrize("book", [LATER, EARLIER])
Edition = Callable[..., str]


def scene(drawing: str, tape: str, book: str = LATER, **given: object) -> Fight:
    return play(drawing, tape, rules=book, **given)  # type: ignore[arg-type]


def scene_setup(drawing: str, book: str = LATER, **given: object) -> Setup:
    return setup(drawing, rules=book, **given)  # type: ignore[arg-type]


def ruled(edition: Edition, made: Setup, **dials: int) -> Setup:
    """The same scene at a table that decides otherwise."""
    cites = RULESETS[made.rules].cites
    changed = [Dial(name, value, cites[name]) for name, value in dials.items()]
    made.rules = edition(*changed, of=made.rules)
    return made


__all__ = [
    "BOTH", "EARLIER", "Edition", "LATER", "play_setup", "ruled", "scene", "scene_setup",
]  # fmt: skip
