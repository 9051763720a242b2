"""States of games: every encounter with a map and without, by copies, tapes and pickles."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from tests.env.random_play import GAMES, NAMES, any_action, game, play

from shieldwall.books import RULESETS
from shieldwall.books.rulings import waivable_in
from shieldwall.content import load_encounter
from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.option import option_of
from shieldwall.engine.state.house_rules import KEEP, House
from shieldwall.engine.tape.request import Choice
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.env import CHANCE, TERMINAL, Game, State
from shieldwall.fight import Fight

DECISIONS = 10


@pytest.mark.parametrize(("name", "mapless"), GAMES)
def test_every_encounter_is_a_game(name: str, mapless: bool) -> None:
    """Options are listed as the rules have them, copies go on alike, the tape is a fight's."""
    state = game(name, mapless).new_initial_state(3)
    dice = Random(3)
    for _ in range(DECISIONS):
        if state.is_terminal():
            break
        twin = state.clone()
        assert twin.current_player() == state.current_player()
        listed_alike(state)
        action = any_action(state, dice)
        state.apply_action(action)
        twin.apply_action(action)
        assert twin.tape() == state.tape()
        assert twin.moment().key() == state.moment().key()
    fight = Fight.replay(state.game.setup, state.tape())
    assert fight.state.key() == state.moment().key()
    if not state.is_terminal():
        assert fight.request is not None
        assert fight.request.point == state.request().point


def listed_alike(state: State) -> None:
    """The legal actions are exactly the options that asking about each candidate lists."""
    options = state.request().options
    player = state.current_player()
    seats = state.frame.seats
    units = state.moment().units
    slots = state.slots(player)
    expected: dict[int, Choice] = {}
    for choice in options:
        if choice.unit < 0 or seats[units[choice.unit].seat] == player:
            expected.setdefault(int(state.frame.codes.encode(choice, slots)), choice)
    expected.pop(-1, None)
    actions = state.legal_actions()
    assert actions == sorted(expected)
    for place, action in enumerate(actions):
        assert state.option(place) == expected[action]
    assert state.clone().legal_choices() == [expected[action] for action in actions]


def at_home(rules: str, which: int) -> tuple[House | None, tuple[tuple[str, str], ...]]:
    """By the book; with half the costs changed; with every rule off that can be waived."""
    book = RULESETS[rules]
    if which == 1:
        changed = [
            (spec.verb, (FREE, MOVE, MAIN, MAIN_AND_MOVE)[place % 4], KEEP)
            for place, spec in enumerate(book.action_list)
            if place % 2 and not option_of(spec.verb).price_dial
        ]
        return House("odd", "Odd costs", changed=tuple(changed)), ()
    if which == 2:
        return None, tuple((rule, "off") for rule in waivable_in(book))
    return None, ()


@pytest.mark.parametrize("which", [0, 1, 2], ids=["by the book", "odd costs", "rules waived"])
@pytest.mark.parametrize("rules", list(RULESETS))
def test_actions_are_listed_as_the_rules_have_them_in_every_book(rules: str, which: int) -> None:
    """Actions skipped without a test are never legal, in random fights."""
    for number, name in enumerate(("duel", "yard")):
        setup = load_encounter(name, rules)
        setup.house, setup.enforce = at_home(rules, which)
        for mapless in (False, True):
            state = Game(setup, mapless=mapless).new_initial_state(which)
            dice = Random(10 * which + number)
            for decision in range(60):
                if state.is_terminal():
                    break
                if decision % 4 == 0:
                    listed_alike(state)
                state.apply_action(any_action(state, dice))


@pytest.mark.parametrize("name", NAMES)
def test_every_number_means_one_choice(name: str) -> None:
    state = Game(name).new_initial_state(5)
    dice = Random(5)
    for _ in range(DECISIONS):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert all(0 <= action < state.game.num_distinct_actions for action in actions)
        slots = state.slots(state.current_player())
        codes = state.frame.codes
        for action, choice in zip(actions, state.legal_choices(), strict=True):
            unit, verb, target, weapon, square, note = codes.decode(action)
            assert unit == slots[choice.unit]
            assert codes.blocks[verb].verb == choice.verb
            assert target == (slots[choice.target] if choice.target >= 0 else -1)
            assert weapon == choice.weapon
            assert square == (choice.path[-1] if choice.path else -1)
            if codes.blocks[verb].notes > 1:
                word = ["", *codes.notes][note + 1]
                assert choice.note == word or (word and choice.note.startswith(word))
        state.apply_action(any_action(state, dice))


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ["duel", "crypt"])
def test_pickles_and_deep_copies_go_on_alike(name: str, chance: str) -> None:
    state = play(Game(name, chance=chance).new_initial_state(4), Random(4), 40)
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
        assert twin.moment().key() == state.moment().key()
        ours, theirs = Random(9), Random(9)
        one, other = state.clone(), twin
        for _ in range(8):
            if one.is_terminal():
                break
            assert one.legal_actions() == other.legal_actions()
            one.apply_action(any_action(one, ours))
            other.apply_action(any_action(other, theirs))
        assert one.tape() == other.tape()
        assert one.moment().key() == other.moment().key()


def test_pickles_of_every_kind_of_moment() -> None:
    """A die, a turn, a question inside a blow, a second answer to one moment, and the end."""
    seen: set[str] = set()
    for name, seed in (("duel", 2), ("hall", 1)):
        state = Game(name, mapless=True, chance="explicit", rounds=2).new_initial_state()
        dice = Random(seed)
        while True:
            kind = kind_of(state)
            if kind not in seen or state.is_terminal():
                seen.add(kind)
                for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
                    assert kind_of(twin) == kind
                    assert twin.current_player() == state.current_player()
                    assert twin.legal_actions() == state.legal_actions()
                    assert twin.returns() == state.returns()
                    assert twin.move_number() == state.move_number()
                    assert twin.moment().key() == state.moment().key()
            if state.is_terminal():
                break
            state.apply_action(any_action(state, dice))
    assert seen == {"over", "a die", "a turn", "a window", "a second answer"}


def kind_of(state: State) -> str:
    if state.is_terminal():
        return "over"
    if state.is_chance_node():
        return "a die"
    if state.answers:
        return "a second answer"
    return "a turn" if isinstance(state.request().options, TurnOptions) else "a window"


@pytest.mark.parametrize("name", ["duel", "crypt"])
def test_a_tape_as_text_comes_back(name: str) -> None:
    state = play(Game(name).new_initial_state(6), Random(6), 30)
    twin = state.game.deserialize_state(state.serialize())
    assert twin.moment().key() == state.moment().key()
    assert twin.tape() == state.tape()


def test_chance_is_a_player_with_even_faces() -> None:
    state = Game("duel", chance="explicit").new_initial_state()
    assert state.current_player() == CHANCE
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert [face for face, _ in outcomes] == list(range(8))
    assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
    assert state.tag == "initiative"
    state.apply_action(7)
    state.apply_action(0)
    assert state.current_player() == 0, "the higher initiative begins"
    assert [entry.value for entry in state.tape()] == [8, 1]  # type: ignore[attr-defined]


def test_sampled_and_explicit_dice_lead_to_the_same_fight() -> None:
    sampled = play(Game("duel").new_initial_state(8), Random(8))
    explicit = Game("duel", chance="explicit").replay(sampled.tape())
    assert sampled.is_terminal()
    assert explicit.is_terminal()
    assert explicit.returns() == sampled.returns()
    assert explicit.current_player() == TERMINAL


def test_returns_are_won_and_lost() -> None:
    for seed in range(6):
        state = play(Game("duel").new_initial_state(seed), Random(seed), 5000)
        assert state.is_terminal()
        team = state.moment().outcome.team  # type: ignore[union-attr]
        assert state.returns() == ([0.0, 0.0] if team < 0 else [1.0 - 2 * team, 2.0 * team - 1])


def test_undo_and_history() -> None:
    state = Game("duel", chance="explicit").new_initial_state()
    before = state.clone()
    state.apply_action(3)
    assert state.history() == [3]
    back = state.undo_action(CHANCE, 3)
    assert back.moment().key() == before.moment().key()
    assert back.tape() == []
    with pytest.raises(ValueError, match="not the last"):
        state.undo_action(CHANCE, 4)


def test_a_turn_ends_after_so_many_decisions() -> None:
    state = Game("duel", turn_limit=2).new_initial_state(1)
    first = state.current_player()
    for _ in range(2):
        stow = [choice.verb in ("improvise", "prone", "stand") for choice in state.legal_choices()]
        state.apply_index(stow.index(True))
        assert state.current_player() == first
    assert [choice.verb for choice in state.legal_choices()] == ["done"]


def test_what_is_not_legal_is_refused() -> None:
    state = Game("duel").new_initial_state(1)
    legal = set(state.legal_actions())
    wrong = next(action for action in range(state.game.num_distinct_actions) if action not in legal)
    with pytest.raises(ValueError, match="not among the legal actions"):
        state.apply_action(wrong)
    with pytest.raises(ValueError, match="sampled or explicit"):
        Game("duel", chance="loaded")


@pytest.mark.long_play
@pytest.mark.parametrize("rules", list(RULESETS))
def test_every_encounter_is_played_to_its_end_by_every_book(rules: str) -> None:
    for number, (name, mapless) in enumerate(GAMES):
        state = Game(name, rules, mapless, rounds=2, turn_limit=6).new_initial_state(number)
        dice = Random(number)
        while not state.is_terminal():
            actions = state.legal_actions()
            assert actions, f"{name}: somebody is asked and has nothing to choose from"
            state.apply_action(dice.choice(actions))
        assert state.current_player() == TERMINAL
        assert state.outcome()
        assert sorted(set(state.returns())) in ([0.0], [-1.0, 1.0], [1.0], [-1.0])
