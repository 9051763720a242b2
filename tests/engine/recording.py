"""An oracle that records the answers of another one."""

from __future__ import annotations

from shieldwall.engine.state.state import State
from shieldwall.engine.tape.entries import Chose, Entry, Rolled
from shieldwall.engine.tape.oracles import Oracle, Recalled
from shieldwall.engine.tape.request import Choice, Request


class Recording(Oracle):
    """Wraps another oracle and records its answers on a tape."""

    def __init__(self, inner: Oracle) -> None:
        self.inner = inner
        self.tape: list[Entry] = []

    def roll(self, tag: str, sides: int) -> int:
        value = self.inner.roll(tag, sides)
        self.tape.append(Rolled(tag, sides, value))
        return value

    def choose(self, requests: list[Request]) -> list[Choice]:
        chosen = self.inner.choose(requests)
        for request, choice in zip(requests, chosen, strict=True):
            self.tape.append(Chose(request.seats[0], request.point, choice))
        return chosen

    def begin(self, state: State) -> None:
        self.inner.begin(state)

    def recall(self) -> Recalled | None:
        return self.inner.recall()
