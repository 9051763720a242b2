"""Minds by name, and their assignment to seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shieldwall.engine.state.setup import Setup
from shieldwall.fight_start import seat_names
from shieldwall.gm.order_grammar import REFEREE_NAME
from shieldwall.minds.look_ahead.captain import STRENGTHS, Captain
from shieldwall.minds.mind import Mind, Natural, Simple
from shieldwall.minds.random_mind import RandomMind
from shieldwall.minds.temperament import BY_NAME, NAMES
from shieldwall.minds.user_minds import MindError, is_own, own_mind
from shieldwall.minds.withdrawal import RESOLVES
from shieldwall.text.notation import suggest

NATURAL: Final = "natural"
"""The default mind."""
BY_RESOLVE: Final = {resolve.name: resolve for resolve in RESOLVES}
MIND_NAMES: Final[tuple[str, ...]] = (*BY_RESOLVE, *STRENGTHS, *NAMES, "simple", "random")


def make_mind(name: str = NATURAL, seed: int = 0, own: bool = False) -> Mind:
    """A mind by name; its randomness comes from the seed.

    `own` lets `file.py:name` run a file. Only a name typed by the person running the program may do
    so, never one read from a store, a save or a message.
    """
    if name in BY_RESOLVE:
        return Natural(name, None, BY_RESOLVE[name])
    if name in BY_NAME:
        return Natural(name, BY_NAME[name])
    if name in STRENGTHS:
        return Captain(name, seed)
    if name == "simple":
        return Simple()
    if name == "random":
        return RandomMind(seed)
    if is_own(name):
        if not own:
            raise MindError(
                f"the mind {name!r} is a file, and only the command line may name files to run"
            )
        return own_mind(name)
    listed = ", ".join(MIND_NAMES)
    hint = suggest(name, MIND_NAMES, f"; there is {listed}, or your own by file.py:name")
    raise MindError(f"no mind is called {name!r}{hint}")


def seated(setup: Setup, given: Sequence[str] = (), seed: int = 0) -> list[Mind]:
    """A mind for each seat: `given` holds names for all, or `SIDE=NAME` for one side or seat.

    The GM and seats without an entry follow their side, otherwise the name for all.
    """
    seats = seat_names(setup)
    everybody = NATURAL
    chosen: dict[str, str] = {}
    for text in given:
        seat, equals, name = text.partition("=")
        if equals and (seat in seats or ("/" not in seat and not is_own(text))):
            if seat not in seats:
                hint = suggest(seat, seats, f"; there is {', '.join(seats)}")
                raise MindError(f"--mind {text}: no side is called {seat!r}{hint}")
            chosen[seat] = name
        else:
            everybody = text
    minds: list[Mind] = []
    for number, seat in enumerate(seats):
        name = chosen.get(seat, "")
        if not name and number >= len(setup.sides) and seat != REFEREE_NAME:
            for placement in setup.placements:
                if placement.seat == seat:
                    name = chosen.get(setup.sides[placement.side].name, "")
        if not name:
            # The GM's rulings are always the same; user minds are not asked for them.
            name = NATURAL if seat == REFEREE_NAME and is_own(everybody) else everybody
        minds.append(make_mind(name, seed, own=True))
    return minds
