"""Minds: callables that answer requests, looking at the fight only through a view."""

from __future__ import annotations

from shieldwall.minds.seats import MIND_NAMES, Agent, Seat, make_agent, make_mind

__all__ = ["MIND_NAMES", "Agent", "Seat", "make_agent", "make_mind"]
