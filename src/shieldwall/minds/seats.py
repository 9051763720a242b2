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
        self.view: View | None = None
        """The last one, good for as long as the same battle goes on."""

    def answer(self, request: Request) -> Choice:
        view = self.view
        if view is None or view.battle is not request.battle or view.seat != request.seats[0]:
            view = View(request.battle, request.seats[0])
            self.view = view
        return self.agent(view, request)


def make_mind(name: str) -> Callable[[Request], Choice]:
    """A mind by name, ready to sit down at a seat."""
    return Seat(make_agent(name)).answer
