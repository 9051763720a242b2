"""Fights that do not end by themselves: the GM, the encounter or the simulation ends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scene import fighter, foe, setup, told

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.setup import MOST_ROUNDS, Setup
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Ruled
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.store.save_file import load_fight, replay_file, save_fight, tape_text


def apart(rounds: int = 0) -> Setup:
    """Two who cannot reach each other and stay where they are."""
    return setup("a . # g .", rounds=rounds, a=fighter(), g=foe())


def begun(made: Setup) -> Fight:
    fight = Fight(made, by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    return fight


def end(fight: Fight) -> tuple[str, int] | None:
    return None if fight.outcome is None else fight.outcome.key()


def rest(fight: Fight, rounds: int) -> None:
    """Rounds in which no unit does anything."""
    for _ in range(rounds):
        fight.push("a done")
        fight.push("g done")


@pytest.mark.rule("SOV-034")
def test_rounds_without_harm_or_movement_do_not_end_a_fight() -> None:
    fight = begun(apart())
    rest(fight, 2 * MOST_ROUNDS)
    assert end(fight) is None
    assert fight.state.clock.round == 2 * MOST_ROUNDS + 1
    assert fight.request is not None


@pytest.mark.rule("SOV-034", "SOV-045")
def test_the_gm_ends_a_fight_in_which_nothing_happens() -> None:
    fight = begun(apart())
    rest(fight, 3)
    fight.rule("end truce")
    assert end(fight) == ("truce", -1)
    assert told(fight, "ends") == ["ends reason=truce team=-1"]
    assert fight.requests == []


def idle(request: Request) -> Choice:
    """A mind that never does anything."""
    units = request.battle.state.units
    first = next(u.index for u in units if Choice(u.index, "done") in request.options)
    return Choice(int(first), "done")


def test_minds_without_a_person_give_a_fight_up_after_so_many_rounds() -> None:
    """An order like a GM's: it stands on the tape, and the tape replays."""
    fight = Fight(apart(), seed=3)
    assert fight.play([idle] * 3, rounds=5).key() == ("round-limit", -1)
    assert fight.state.clock.round == 6
    assert [entry.what for entry in fight.tape if isinstance(entry, Ruled)] == ["end round-limit"]
    assert Fight.replay(fight.setup, fight.tape, fight.seed).state == fight.state
    fight = Fight(apart(), seed=3)
    fight.play([idle] * 3)
    assert fight.state.clock.round == MOST_ROUNDS + 1


def test_a_fight_in_hand_is_given_up_so_many_rounds_after_the_minds_took_over() -> None:
    fight = begun(apart())
    fight.dice_by_hand(False)
    rest(fight, 7)
    assert fight.play([idle] * 3, rounds=5).key() == ("round-limit", -1)
    assert fight.state.clock.round == 13


def test_an_old_tape_that_ended_by_standstill_still_replays(tmp_path: Path) -> None:
    """Once ten such rounds ended a fight. On its tape they are followed by the GM's word."""
    fight = begun(apart())
    rest(fight, 10)
    text = tape_text(fight)
    last = "= round number=11"
    assert last in text
    old = tmp_path / "old.tape"
    old.write_text(text[: text.index(last)] + "= ends reason=standstill team=-1\n")
    again = replay_file(str(old))
    assert end(again) == ("standstill", -1)
    assert told(again, "ends") == ["ends reason=standstill team=-1"]
    new = tmp_path / "new.tape"
    new.write_text(tape_text(again))
    assert "* end standstill" in new.read_text()
    assert replay_file(str(new)).state == again.state


def test_an_old_save_still_opens(tmp_path: Path) -> None:
    """Its clock counted the rounds without harm."""
    fight = begun(apart())
    rest(fight, 4)
    path = tmp_path / "old.fight"
    save_fight(fight, str(path))
    text = path.read_text()
    assert '"phase":' in text
    path.write_text(text.replace('"phase":', '"quiet":4,"stirred":false,"phase":', 1))
    again = load_fight(str(path))
    assert again.state == fight.state
    assert again.replayable_to == fight.replayable_to


def test_a_round_limit_of_the_encounter_ends_a_fight_undecided() -> None:
    fight = begun(apart(rounds=3))
    rest(fight, 2)
    fight.push("a run B1")
    rest(fight, 1)
    assert end(fight) == ("round-limit", -1)
    assert fight.state.clock.round == 3
    assert told(fight, "ends") == ["ends reason=round-limit team=-1"]


def test_a_victory_in_the_last_round_is_a_victory() -> None:
    fight = begun(setup("a g", rounds=1, a=fighter(), g=foe(hp=1)))
    fight.push("a attack g with sword")
    fight.push_die(20)
    fight.push_die(1)
    assert end(fight) == ("defeat", 0)


def test_the_surprise_round_does_not_count_towards_a_limit() -> None:
    fight = Fight(
        setup("a . # g .", rounds=1, surprised="foes", a=fighter(), g=foe()), by_hand=True
    )
    fight.push("a done")
    assert fight.die is not None, "initiative comes after the free round"
    fight.push_die(8)
    fight.push_die(1)
    assert end(fight) is None
    rest(fight, 1)
    assert end(fight) == ("round-limit", -1)


@pytest.mark.parametrize("rounds", [4, 11])
def test_simulated_fights_keep_the_same_limits(rounds: int) -> None:
    made = apart(rounds)
    live = Live(Dice(1), [idle, idle])
    battle = Battle(initial_state(made), rules_of(made), live, None, made.rounds)
    assert battle.play().key() == ("round-limit", -1)
    assert battle.state.clock.round == rounds
