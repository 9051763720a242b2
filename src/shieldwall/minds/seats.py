"""Minds at their seats: an agent that answers requests through the view of its seat."""

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


class Seat:
    """The agent behind a seat's view."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def answer(self, request: Request) -> Choice:
        return self.agent(View(request.battle, request.seats[0]), request)


def make_mind(name: str) -> Callable[[Request], Choice]:
    """A mind by name, ready to sit down at a seat."""
    return Seat(make_agent(name)).answer
