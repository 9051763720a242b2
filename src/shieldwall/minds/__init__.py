"""Minds: callables that answer requests and see the fight only through a view."""

from __future__ import annotations

from shieldwall.minds.mind import Mind
from shieldwall.minds.mind_names import MIND_NAMES, NATURAL, make_mind, seated
from shieldwall.minds.user_minds import MindError, MindFailed

__all__ = ["MIND_NAMES", "NATURAL", "Mind", "MindError", "MindFailed", "make_mind", "seated"]
