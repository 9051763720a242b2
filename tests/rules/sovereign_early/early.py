"""Scenes of the earlier edition."""

from __future__ import annotations

from tests.scene import play, setup

from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight

BOOK = "sovereign-early"


def early(drawing: str, tape: str, **given: object) -> Fight:
    return play(drawing, tape, rules=BOOK, **given)  # type: ignore[arg-type]


def early_setup(drawing: str, **given: object) -> Setup:
    return setup(drawing, rules=BOOK, **given)  # type: ignore[arg-type]
