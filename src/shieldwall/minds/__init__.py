"""Minds: callables that answer requests, looking at the fight only through a view."""

from __future__ import annotations

from collections.abc import Callable

from shieldwall.core.request import Choice, Request
from shieldwall.minds.simple import SimpleMind
from shieldwall.view import View

Agent = Callable[[View, Request], Choice]

MIND_NAMES: tuple[str, ...] = ("simple",)


def make_agent(name: str) -> Agent:
    if name != "simple":
        raise ValueError(f"no mind is called {name!r}; there is: {', '.join(MIND_NAMES)}")
    return SimpleMind().choose


def seated(agent: Agent) -> Callable[[Request], Choice]:
    """The agent behind a seat's view."""
    return lambda request: agent(View(request.battle, request.seats[0]), request)


def make_mind(name: str) -> Callable[[Request], Choice]:
    """A mind by name, ready to sit down at a seat."""
    return seated(make_agent(name))
