"""Invariants of every moment of every fight, one function each."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.arena import quick_choice

from shieldwall.engine.state.condition import HOLDING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.state import Effect, State
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.knowledge.view import View
from shieldwall.minds import make_mind
from shieldwall.store.save_file import TapeFile, load_fight, replay_tape, save_fight, tape_text
from shieldwall.text.notation import choice_text, parse_choice, read_choice
from shieldwall.text.sentences import (
    option_sentence,
    refusal_sentence,
    request_sentence,
    sentence,
    why,
)

QUICK = ("natural", "mindless", "cunning", "coward", "guardian", "healer", "simple", "random")
"""Minds asked at every node; minds that look ahead would take too long."""


def snapshot(fight: Fight) -> tuple[object, ...]:
    """Everything that describes a fight; two fights at the same moment have the same."""
    return (
        fight.state.key(),
        [event.key() for event in fight.events],
        list(fight.entries),
        list(fight.marks),
        [(request.seats, request.point, request.unit, request.cause) for request in fight.requests],
        fight.sealed(),
        None if fight.outcome is None else fight.outcome.key(),
    )


def check_options(fight: Fight, request: Request) -> None:
    listed = list(request.options)
    assert listed, "there is always something to answer"
    assert bool(request.options)
    assert len(set(listed)) == len(listed), "an option is listed twice"
    texts = set()
    for choice in listed:
        assert choice in request.options, choice
        text = choice_text(fight.names, choice)
        texts.add(text)
        assert parse_choice(fight.names, text) == choice
        assert read_choice(fight.names, request, text) == choice
        assert option_sentence(fight.names, fight.state, choice).endswith(".")
    assert len(texts) == len(listed), "two options are written alike"
    for name in QUICK:
        assert make_mind(name)(request) in request.options, f"the {name} mind breaks the rules"


def check_refusals(fight: Fight, chance: Random) -> None:
    """Nonsense is refused with a reason that can be said, and changes nothing."""
    request = fight.request
    assert request is not None
    state = fight.state
    verbs = [spec.verb for spec in fight.rules.action_list]
    verbs += [spec.verb for spec in fight.rules.reaction_list] + ["done", "pass", "juggle"]
    before = snapshot(fight)
    for _ in range(12):
        choice = Choice(
            chance.randint(-1, len(state.units)),
            chance.choice(verbs),
            chance.randint(-1, len(state.units)),
            chance.randint(-1, 4),
            tuple(chance.randint(-1, int(state.grid.cells)) for _ in range(chance.randint(0, 3))),
        )
        refusal = request.options.why_not(choice)
        if refusal is None or any(choice in asked.options for asked in fight.requests):
            continue
        for named in (choice, None):
            said = refusal_sentence(fight.names, state, refusal, named)
            assert said.endswith(f"({fight.rules.cite(refusal.cite)})")
            assert said[0] == said[0].upper()
            assert "{" not in said
        with pytest.raises(IllegalChoice) as caught:
            fight.push(choice)
        assert caught.value.choice == choice
        assert snapshot(fight) == before


FIXED = ("bit", "index")
"""Numbers of a unit that never change."""


def numbers_of(thing: object, fixed: tuple[str, ...] = ()) -> list[str]:
    """All attributes with a number or a flag that can be set."""
    names = [
        name
        for name in dir(thing)
        if name[0] != "_" and name not in fixed and isinstance(getattr(thing, name), int)
    ]
    return [name for name in names if can_be_set(thing, name)]


def can_be_set(thing: object, name: str) -> bool:
    """Computed attributes cannot be set, on either build."""
    try:
        setattr(thing, name, getattr(thing, name))
    except AttributeError:
        return False
    return True


def altered(value: int) -> int:
    return not value if isinstance(value, bool) else value + 1


def check_copy(state: State) -> None:
    """A copy contains everything, and any change to it shows only in the copy."""
    twin = state.copy()
    assert twin == state
    assert hash(twin) == hash(state)
    before = state.key()
    for number, unit in enumerate(state.units):
        for name in numbers_of(unit, FIXED):
            changed = state.copy()
            setattr(changed.units[number], name, altered(getattr(unit, name)))
            assert changed != state, f"two states that differ in {name} count as equal"
            assert changed.copy() == changed, f"a copy loses {name}"
        changed = state.copy()
        changed.units[number].effects.append(Effect(HOLDING, number, UNTIL_END_OF_FIGHT))
        assert changed != state
        assert changed.copy() == changed
    for name in numbers_of(state.clock):
        changed = state.copy()
        setattr(changed.clock, name, altered(getattr(state.clock, name)))
        assert changed != state, f"two clocks that differ in {name} count as equal"
        assert changed.copy() == changed, f"a copy loses the clock's {name}"
    twin.clock.order.append(0)
    assert twin != state
    assert state.key() == before, "a change of a copy reaches the original"


def check_views(fight: Fight) -> None:
    for request in fight.requests:
        assert request_sentence(fight.state, request)
        for seat in range(len(seat_names(fight.setup))):
            view = View(request.battle, seat)
            for unit in fight.state.units:
                friends, foes = view.friends_of(unit), view.foes_of(unit)
                assert unit not in friends
                assert all(request.battle.are_foes(unit, other) for other in foes)
                assert not any(request.battle.are_foes(unit, other) for other in friends)
    for event in fight.events:
        assert sentence(fight.names, fight.state, event)
        assert (why(event) != "") == bool(event.terms)


def check_fork(fight: Fight, chance: Random) -> None:
    before = snapshot(fight)
    twin = fight.fork()
    assert snapshot(twin) == before
    third = twin.fork()
    for _ in range(3):
        if twin.outcome is not None:
            break
        choice = quick_choice(twin, chance)
        twin.push(choice)
        third.push(choice)
        assert snapshot(twin) == snapshot(third), "two forks meet other dice"
    assert snapshot(fight) == before, "a fork plays on in the original"


def check_saved(fight: Fight, chance: Random, folder: Path) -> None:
    path = str(folder / "fight.save")
    save_fight(fight, path)
    again = load_fight(path)
    assert again.replayable_to is None
    assert (again.seed, again.by_hand) == (fight.seed, fight.by_hand)
    assert snapshot(again) == snapshot(fight)
    twin = fight.fork()
    for _ in range(2):
        if twin.outcome is not None:
            break
        choice = quick_choice(twin, chance)
        twin.push(choice)
        again.push(choice)
        assert snapshot(again) == snapshot(twin), "a revived fight meets other dice"


def check_replay(fight: Fight) -> None:
    for checks in (True, False):
        text = tape_text(fight, checks)
        again = replay_tape(TapeFile("again", text), fight.setup)
        assert [event.key() for event in again.events] == [event.key() for event in fight.events]
        assert again.entries == fight.entries
        assert again.state == fight.state
        assert tape_text(again, checks) == text


def push_and_take_back(fight: Fight, choice: Choice) -> None:
    """Push, pop, push: before and after are the same both times."""
    before = snapshot(fight)
    fight.push(choice)
    after = snapshot(fight)
    fight.pop()
    # Of several answers to one moment only the last is taken back; the others stay on the tape.
    assert snapshot(fight)[:2] == before[:2]
    if len(before[4]) == 1 or len(after[5]) > 0:  # type: ignore[arg-type]
        assert snapshot(fight) == before
    fight.push(choice)
    assert snapshot(fight) == after
