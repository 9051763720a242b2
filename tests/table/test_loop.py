"""Slow work does not block the event loop: it goes to worker processes, or runs in slices."""

from __future__ import annotations

import asyncio

import pytest
from tests.table.server import Json, Person, Server, run_apart, until_idle
from tests.table.test_playing import play_to_the_party

from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table import workers
from shieldwall.table.message_parts import Settings
from shieldwall.table.publish.prompts import Asker
from shieldwall.table.time_slices import Pace
from shieldwall.table.workers import fights_kept


def ask_for_odds(gm: Person, _: Json) -> None:
    ask = gm.own_asks()[0]
    choice = ask["groups"][0]["options"][0]["choice"]
    gm.send(type="preview", request=ask["request"], choice=choice)
    gm.until("previewed")


def ask_for_danger(gm: Person, _: Json) -> None:
    gm.send(type="squares", unit="alda")
    gm.until("danger")


def look_at_somebody(gm: Person, _: Json) -> None:
    gm.send(type="look", viewer="alda", target="brand")
    gm.until("sight")


def let_fog_lie(gm: Person, _: Json) -> None:
    gm.send(type="settings", settings={**gm.state["settings"], "fog": True})
    gm.sync()


def let_a_mind_play(gm: Person, _: Json) -> None:
    gm.send(type="mind", who="party", mind="simple", shows_plan=True)
    gm.until("plan")


@pytest.mark.parametrize(
    "heavy", [ask_for_odds, ask_for_danger, look_at_somebody, let_fog_lie, let_a_mind_play]
)
def test_what_takes_its_time_is_done_by_a_worker_process(server: Server, heavy: object) -> None:
    """Workers cache their results for a fight; the server does not."""
    assert callable(heavy)
    started = server.start("yard")
    # Another test may have lent threads of this process as workers.
    before = workers.fights_kept()
    with server.gm(started["fight"]) as gm:
        play_to_the_party(server, started, gm)
        heavy(gm, started)
        until_idle(server, started["fight"])
    kept = run_apart(server.rooms.workers.do(fights_kept))
    assert started["fight"] in kept
    assert workers.fights_kept() == before


def test_a_list_of_choices_rests_at_every_choice_it_tries() -> None:
    fight = Fight(load_encounter("yard"), 5)
    while fight.request is not None and fight.request.unit >= 0:
        fight.push(next(iter(fight.request.options)))
    request = fight.request
    assert request is not None
    knowledge = SeatKnowledge(fight.setup, fight.state, "gm", frozenset(), Settings())
    pace = Pace(piece=0)
    asker = Asker(fight.names, request, knowledge, pace)
    focus = asker.ready()[0]
    ask = run_apart(asker.ask("1", focus, None, ""))
    unit = fight.state.units[fight.names.index[focus]]
    tried = sum(len(spec.candidates(request.battle, unit)) for spec in fight.rules.action_list)
    shown = sum(len(group.options) for group in ask.groups)
    assert shown > 10
    # A charge of which enough are known is not tried any more.
    charges = len(fight.rules.actions["charge"].candidates(request.battle, unit))
    assert pace.rests >= tried - charges + shown - 1


def test_whoever_works_in_pieces_lets_others_have_their_turn() -> None:
    turns: list[str] = []

    async def work() -> None:
        pace = Pace(piece=0)
        for _ in range(3):
            turns.append("work")
            await pace.rest()

    async def others() -> None:
        for _ in range(3):
            turns.append("others")
            await asyncio.sleep(0)

    async def both() -> None:
        await asyncio.gather(work(), others())

    run_apart(both())
    assert turns == ["work", "others"] * 3
