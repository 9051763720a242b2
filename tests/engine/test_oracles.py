"""Oracles: wrong tape entries are named, sealed answers stay sealed, events are published once."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine.arena import any_choice, enlarged, skirmish, two_masters, with_riposte
from tests.engine.recording import Recording
from tests.scene import fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.engine.action_spec import FREE, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import RoundBegan
from shieldwall.engine.points import LEAVING_REACH, TURN
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Desync, Entry, Rolled
from shieldwall.engine.tape.oracles import Live, Oracle, Replaying, ReplayThenLive
from shieldwall.engine.tape.request import Choice, IllegalChoice, Refusal, Request
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.minds.mind import Mind
from shieldwall.store.save_file import tape_text

# Tapes and oracles.


def battle_of(oracle: Oracle) -> Battle:
    made = setup("a . g", a=fighter(), g=foe())
    return Battle(initial_state(made), rules_of(made), oracle, [], 0)


def desync_of(*tape: Entry) -> Desync:
    battle = battle_of(Replaying(list(tape)))
    with pytest.raises(Desync) as caught:
        battle.play()
    return caught.value


def test_a_missing_entry_is_named_at_the_end_of_the_tape() -> None:
    desync = desync_of(Rolled("initiative", 8, 3))
    assert (desync.place, desync.found, desync.expected) == (1, None, "d8 for initiative")
    assert str(desync) == "entry 2: expected d8 for initiative"
    desync = desync_of(Rolled("initiative", 8, 3), Rolled("initiative", 8, 2))
    assert (desync.place, desync.found, desync.expected) == (2, None, "a choice (turn)")


def test_an_entry_that_does_not_fit_is_named_with_what_was_expected() -> None:
    done = Chose(0, TURN, Choice(0, "done"))
    for wrong in (Rolled("attack", 8, 3), Rolled("initiative", 6, 3), done):
        desync = desync_of(wrong)
        assert (desync.place, desync.found, desync.expected) == (0, wrong, "d8 for initiative")
    start = (Rolled("initiative", 8, 3), Rolled("initiative", 8, 2))
    for wrong in (Rolled("attack", 20, 3), Chose(0, LEAVING_REACH, Choice(0, "pass"))):
        desync = desync_of(*start, wrong)
        assert (desync.place, desync.found, desync.expected) == (2, wrong, "a choice (turn)")


def test_a_die_that_shows_no_such_face_is_named() -> None:
    for value in (0, 9):
        desync = desync_of(Rolled("initiative", 8, value))
        assert desync.expected == "d8 for initiative, a number from 1 to 8"


def test_a_choice_against_the_rules_stops_a_replay_and_a_simulation() -> None:
    start = [Rolled("initiative", 8, 3), Rolled("initiative", 8, 2)]
    far = Choice(0, "attack", 1, 0)
    with pytest.raises(IllegalChoice, match="out-of-reach"):
        battle_of(Replaying([*start, Chose(0, TURN, far)])).play()
    minds = [lambda request: far, lambda request: Choice(1, "attack", 0, 0)]
    with pytest.raises(IllegalChoice, match="out-of-reach"):
        battle_of(Live(Dice(1), minds)).play()


class Rash(Mind):
    """A user's mind that attacks any unit it likes."""

    def __call__(self, request: Request) -> Choice:
        return Choice(request.unit, "attack", 1 - request.unit, 0)


def test_only_minds_of_ours_are_taken_at_their_word() -> None:
    assert make_mind("simple").is_sure
    assert make_mind("soldier").is_sure
    assert not Rash("rash").is_sure
    with pytest.raises(IllegalChoice, match="out-of-reach"):
        battle_of(Live(Dice(1), [Rash("rash"), Rash("rash")], False)).play()


@pytest.mark.parametrize("mind", ["simple", "soldier"])
def test_a_second_look_at_their_answers_changes_nothing(mind: str) -> None:
    made = skirmish()
    ends = []
    for checked in (True, False):
        minds = [make_mind(mind) for _ in seat_names(made)]
        live = Live(Dice(5), minds, checked)
        battle = Battle(initial_state(made), rules_of(made), live, None, 0)
        battle.play()
        ends.append(battle.state)
    assert ends[0] == ends[1]


def test_a_recording_holds_all_that_a_replay_needs_from_any_entry_on() -> None:
    """Cut anywhere, in the middle of a step too, the same dice and minds lead to the same end."""
    made = skirmish()
    minds = [make_mind("simple") for _ in seat_names(made)]
    oracle = Recording(Live(Dice(3), minds))
    battle = Battle(initial_state(made), rules_of(made), oracle, None, 0)
    battle.play()
    assert len(oracle.tape) > 20
    for cut in range(0, len(oracle.tape) + 1, 3):
        rest = Replaying(oracle.tape, cut)
        again = Battle(
            initial_state(made),
            rules_of(made),
            ReplayThenLive(oracle.tape[:cut], 0, rest),
            None,
            0,
        )
        again.play()
        assert again.state == battle.state
        assert rest.place == len(oracle.tape)


# Several seats asked at one moment.


def at_the_window(seed: int = 4) -> Fight:
    """The runner is about to leave two reaches; the masters of both foes are asked."""
    fight = Fight(two_masters(), seed, by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    fight.dice_by_hand(False)
    fight.push("a run C2")
    fight.push("a run F3")
    return fight


def test_all_who_can_use_a_moment_are_asked_at_once() -> None:
    fight = at_the_window()
    assert [fight.names.units[request.unit] for request in fight.requests] == ["g", "h"]
    assert [request.seats for request in fight.requests] == [(2,), (3,)]
    assert {request.point for request in fight.requests} == {LEAVING_REACH}
    assert {request.cause for request in fight.requests} == {fight.names.index["a"]}


def test_an_answer_stays_sealed_until_all_have_answered() -> None:
    fight = at_the_window()
    before = (fight.state.key(), list(fight.entries), list(fight.events), tape_text(fight))
    fight.push("g strike a with sword")
    assert (fight.state.key(), list(fight.entries), list(fight.events), tape_text(fight)) == before
    assert fight.sealed() == [Choice(2, "strike", 0, 0)]
    assert fight.request is not None
    assert fight.request.unit == fight.names.index["h"]
    assert len(list(fight.request.options)) == 2, "strike or pass, whatever the other does"
    fight.push("h pass")
    assert fight.sealed() == []
    assert [entry.choice.verb for entry in fight.entries if isinstance(entry, Chose)] == [
        "run", "run", "strike", "pass",
    ]  # fmt: skip


def test_the_order_of_answers_makes_no_difference() -> None:
    one, other = at_the_window(), at_the_window()
    for answer in ("g strike a", "h strike a"):
        one.push(answer)
    for answer in ("h strike a", "g strike a"):
        other.push(answer)
    assert tape_text(one) == tape_text(other)
    assert one.state == other.state
    assert [event.KIND for event in one.events].count("opportunity") == 2


def test_a_sealed_answer_is_taken_back_first() -> None:
    fight = at_the_window()
    entries = list(fight.entries)
    fight.push("h pass")
    fight.pop()
    assert fight.sealed() == []
    assert fight.entries == entries
    assert fight.request is fight.requests[0]


def test_a_seat_may_replace_its_own_sealed_answer() -> None:
    """Until all are in, every seat asked may change its mind, not only the first one."""
    for unit, number in (("g", 2), ("h", 3)):
        fight = at_the_window()
        fight.push(f"{unit} pass")
        fight.push(f"{unit} strike a")
        assert fight.sealed() == [Choice(number, "strike", 0, 0)]
        assert len(fight.requests) == 2


def test_a_fork_keeps_what_is_sealed() -> None:
    fight = at_the_window()
    fight.push("g strike a")
    twin = fight.fork()
    assert twin.sealed() == fight.sealed()
    for either in (fight, twin):
        either.push("h strike a")
    assert tape_text(twin) == tape_text(fight)


def test_only_asked_seats_may_answer() -> None:
    fight = at_the_window()
    for wrong in (Choice(1, "pass"), Choice(0, "done"), Choice(7, "pass"), Choice(-1, "pass")):
        with pytest.raises(IllegalChoice) as caught:
            fight.push(wrong)
        assert caught.value.refusal.reason == "not-asked"
    assert len(fight.requests) == 2


# A step that is run again.


def test_a_step_with_windows_in_windows_tells_one_story_however_often_it_is_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Free attack, hit, riposte, hit, riposte: each answer runs the whole step again."""
    monkeypatch.setitem(RULESETS, "sovereign", with_riposte(RULESETS["sovereign"]))
    fight = Fight(two_masters(), by_hand=True)
    published: list[tuple[object, ...]] = []

    def grown() -> int:
        """The number of new events; earlier ones must not change."""
        nonlocal published
        now = [event.key() for event in fight.events]
        assert now[: len(published)] == published
        more = len(now) - len(published)
        published = now
        return more

    fight.push_die(8)
    fight.push_die(1)
    grown()
    entries = len(fight.entries)
    fight.push("a run F3")
    assert grown() == 2, "a turn begins, and a step inside their reach; the blows come before more"
    fight.push("g strike a")
    fight.push("h strike a")
    assert grown() == 1, "the first free blow"
    fight.push_die(15)
    assert grown() == 1, "it hits, and the runner is asked"
    assert [request.unit for request in fight.requests] == [0]
    fight.push("a riposte g")
    assert grown() == 0
    fight.push_die(15)
    assert grown() == 1, "the riposte hits, and its victim is asked in turn"
    assert [request.unit for request in fight.requests] == [2]
    fight.push("g riposte a")
    fight.push_die(2)
    assert grown() == 2, "the riposte to the riposte misses, and its Shock hurts"
    for die in (4, 5):
        fight.push_die(die)
    assert [event.KIND for event in fight.events][-3:] == ["harm", "harm", "opportunity"]
    assert all(mark <= len(fight.events) for mark in fight.marks)
    assert fight.last_checkpoint()[1] == entries, "all of it was one step"


class Babble(ActionSpec):
    """An action that tells something else each time it is run."""

    def __init__(self) -> None:
        super().__init__("babble", "Babble", FREE, False, "SOV-038")
        self.runs = 0

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return None

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        self.runs += 1
        battle.emit(RoundBegan(self.runs))
        battle.roll("babble", 6)


def test_a_rule_that_tells_another_story_when_run_again_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    babbling = enlarged(RULESETS["sovereign"], actions=(Babble(),))
    monkeypatch.setitem(RULESETS, "sovereign", babbling)
    fight = Fight(setup("a . g", a=fighter(), g=foe()), by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    fight.push("a babble")
    with pytest.raises(AssertionError, match="gave a different result"):
        fight.push_die(3)


def test_random_play_never_asks_the_same_question_after_an_answer() -> None:
    """A request is done with once answered: requests are new objects, and the tape has grown."""
    fight = Fight(skirmish(), 8)
    chance = Random(8)
    while fight.outcome is None and len(fight.entries) < 60:
        asked, entries = fight.request, len(fight.entries)
        fight.push(any_choice(fight, chance))
        assert fight.request is not asked
        assert len(fight.entries) > entries or fight.sealed()
