"""A fight played again from its tape is the same fight."""

import pytest
from tests.scene import fighter, foe, setup

from shieldwall.content import load_encounter
from shieldwall.engine.tape.entries import Chose, Desync, Rolled
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind


def test_the_tape_is_all_there_is_to_a_fight() -> None:
    made = load_encounter("duel")
    fight = Fight(made, seed=11)
    fight.play([make_mind("simple") for _ in seat_names(made)])
    again = Fight.replay(made, fight.tape)
    assert again.state == fight.state
    assert again.events == fight.events
    assert again.tape == fight.tape


def test_a_tape_that_does_not_fit_names_its_entry() -> None:
    made = setup("a . g", a=fighter(), g=foe())
    fight = Fight(made, seed=1)
    tape = fight.tape
    assert isinstance(tape[0], Rolled)
    with pytest.raises(Desync, match="entry 2: expected d8 for initiative"):
        Fight.replay(made, [tape[0], Rolled("initiative", 6, 1)])
    left_over = [*tape, Rolled("attack", 20, 5)]
    with pytest.raises(Desync, match="entry 3: expected a choice"):
        Fight.replay(made, left_over)
    request = fight.request
    assert request is not None
    choice = next(iter(request.options))
    with pytest.raises(Desync, match="entry 1: expected d8 for initiative"):
        Fight.replay(made, [Chose(0, 0, choice)])
