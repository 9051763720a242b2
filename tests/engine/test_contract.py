"""Random play of every book: the invariants of every moment of every fight.

Options keep their promises, refusals have a sentence, and copying, forking, undoing, saving and
replaying change nothing. The seeds are fixed; the interpreted build plays a sixth as long.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.engine.arena import DRAWN, ENCOUNTERS, any_choice, arena, quick_choice, with_riposte
from tests.engine.promises import (
    check_copy,
    check_fork,
    check_options,
    check_refusals,
    check_replay,
    check_saved,
    check_views,
    push_and_take_back,
    snapshot,
)
from tests.engine.recording import Recording

from shieldwall.books import RULESETS
from shieldwall.books.shared.conditional_actions import Unwritten, UnwrittenReaction
from shieldwall.buildinfo import build_info
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.all_events import EVENT_TYPES
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.fight import Fight, NothingToUndo
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.store.save_file import TapeFile, replay_tape, tape_text
from shieldwall.text.notation import entry_text
from shieldwall.text.sentences import refusal_sentence, sentence

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted(RULESETS)


# What can be said.

SAMPLES: dict[str, object] = {
    "unit": 0, "side": 0, "sides": (0, 1), "weapon": 0, "square": 3, "squares": (3, 4), "int": 1,
    "flag": True, "word": "melee",
}  # fmt: skip


def test_every_event_has_its_sentence() -> None:
    fight = Fight(arena("skirmish"), 1)
    for kind in EVENT_TYPES:
        event = kind(**{name: SAMPLES[field] for name, field in kind.FIELDS})
        assert sentence(fight.names, fight.state, event).strip(), kind.KIND


def test_every_reason_a_rule_can_give_has_its_sentence() -> None:
    fight = Fight(arena("skirmish"), 1)
    reasons = set()
    for part in ("engine", "gm", "books"):
        for path in (ROOT / "src" / "shieldwall" / part).rglob("*.py"):
            reasons |= set(re.findall(r'Refusal\(\s*"([a-z-]+)"', path.read_text("utf-8")))
    assert len(reasons) > 20
    choice = Choice(0, "attack", 1, 0)
    unsaid = []
    for reason in sorted(reasons):
        try:
            said = refusal_sentence(
                fight.names, fight.state, Refusal(reason, "SOV-047", 0, 1, 5, 10), choice
            )
            assert said.endswith("(SOV-047)")
        except KeyError:
            unsaid.append(reason)
    assert unsaid == []


# Random play, as long as the build makes it cheap.

IS_COMPILED = build_info().kind == "compiled"
SEEDS = (1, 2) if IS_COMPILED else (1,)
MOMENTS = 36 if IS_COMPILED else 12
LEAST_SEEDS = 6 if IS_COMPILED else 2


def walk_through(fight: Fight, seed: int, moments: int, every: int, folder: Path) -> None:
    """Play at random; look at every moment, and at every few of them very closely."""
    chance = Random(seed)
    for number in range(moments):
        if fight.outcome is not None:
            break
        if number % every == 0:
            for request in fight.requests:
                check_options(fight, request)
            check_copy(fight.state)
            check_views(fight)
            check_fork(fight, chance)
        if number % (3 * every) == 0:
            check_saved(fight, chance, folder)
            check_replay(fight)
        check_refusals(fight, chance)
        choose = any_choice if number % every == 1 else quick_choice
        push_and_take_back(fight, choose(fight, chance))
    check_replay(fight)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("book", BOOKS)
def test_random_play_on_drawn_maps_keeps_every_promise(
    book: str, name: str, tmp_path: Path
) -> None:
    for seed in SEEDS:
        walk_through(Fight(arena(name, book), seed), seed, MOMENTS, 3, tmp_path)


@pytest.mark.long_play
@pytest.mark.parametrize("book", BOOKS)
def test_everything_there_is_to_do_can_be_done_on_these_maps(book: str) -> None:
    """Players that choose the least used action; invariants are not tested on actions they never
    find.
    """
    rules = RULESETS[book]
    wanted = {
        spec.verb
        for spec in rules.action_list
        if not isinstance(spec, Unwritten) or spec.is_open(rules)
    } | {"done", "pass"}
    # One kind of reaction may stand for any action; it has no verb of its own.
    wanted |= {
        spec.verb
        for spec in rules.reaction_list
        if not spec.handles("juggle")
        and (not isinstance(spec, UnwrittenReaction) or spec.is_open(rules))
    }
    tried = Counter[str]()
    for seed in range(1, 61):
        for name in DRAWN:
            fight = Fight(arena(name, book), seed)
            chance = Random(seed)
            for _ in range(120):
                if fight.outcome is not None:
                    break
                choice = newest_choice(fight, chance, tried)
                tried[choice.verb] += 1
                fight.push(choice)
            if wanted <= set(tried):
                return
    assert sorted(wanted - set(tried)) == []


def newest_choice(fight: Fight, chance: Random, tried: Counter[str]) -> Choice:
    """What has never been done, else what binds others to an answer, else anything."""
    request = fight.request
    assert request is not None
    options = list(request.options)
    new = [choice for choice in options if not tried[choice.verb] and choice.verb != "leave"]
    bold = [choice for choice in options if choice.verb in ("grapple", "swarm", "hold")]
    if new or (bold and chance.random() < 0.5):
        return chance.choice(new or bold)
    return any_choice(fight, chance)


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("book", BOOKS)
def test_random_play_of_shipped_encounters_keeps_every_promise(
    book: str, name: str, tmp_path: Path
) -> None:
    walk_through(Fight(arena(name, book), 7), 7, 45 if IS_COMPILED else 15, 20, tmp_path)


@pytest.mark.parametrize("book", BOOKS)
def test_windows_inside_windows_keep_every_promise(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a riposte in the book, a free attack can be answered, and the answer too."""
    monkeypatch.setitem(RULESETS, book, with_riposte(RULESETS[book]))
    depths = set()
    free_blows = any(spec.verb == "strike" for spec in RULESETS[book].reaction_list)
    for seed in range(30):
        if seed >= LEAST_SEEDS and True in depths:
            break
        fight = Fight(arena("two masters", book), seed)
        walk_through(fight, seed, 40, 8, tmp_path)
        verbs = [text.split()[2] for text in tape_text(fight).splitlines() if text[:1] == ">"]
        depths.add(("strike" in verbs or not free_blows) and "riposte" in verbs)
    assert True in depths, "no free blow was answered; other seeds are needed"


@pytest.mark.parametrize("book", BOOKS)
def test_dice_by_hand_keep_every_promise(book: str) -> None:
    """The same fight with its dice typed in, every die and choice taken back once."""
    drawn = Fight(arena("skirmish", book), 3)
    chance = Random(3)
    while drawn.outcome is None and len(drawn.entries) < 60:
        drawn.push(any_choice(drawn, chance))
    typed = Fight(arena("skirmish", book), 3, by_hand=True)
    for entry in drawn.entries:
        text = entry_text(drawn.names, entry)
        for turn in ("push", "take back", "push"):
            before = snapshot(typed)
            if turn == "take back":
                typed.pop()
            elif typed.die is not None:
                typed.push_die(int(text.split()[-1]))
            else:
                typed.push(text[2:])
            assert snapshot(typed) != before
    assert [event.key() for event in typed.events] == [event.key() for event in drawn.events]
    assert typed.state == drawn.state
    assert typed.entries == drawn.entries


@pytest.mark.parametrize("book", BOOKS)
def test_everything_can_be_taken_back_to_the_first_question(book: str) -> None:
    fight = Fight(arena("three sides", book), 5)
    chance = Random(5)
    first = snapshot(fight)
    trail = [first]
    choices = []
    while fight.outcome is None and len(trail) < 40:
        choices.append(any_choice(fight, chance))
        fight.push(choices[-1])
        trail.append(snapshot(fight))
    for moment in reversed(trail[:-1]):
        fight.pop()
        assert snapshot(fight)[:2] == moment[:2]
        if not moment[5]:
            assert snapshot(fight) == moment
    with pytest.raises(NothingToUndo):
        fight.pop()
    assert snapshot(fight) == first
    for choice, moment in zip(choices, trail[1:], strict=True):
        fight.push(choice)
        assert snapshot(fight) == moment


@pytest.mark.parametrize("name", [*DRAWN, "duel", "corridor"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_simulated_fight_can_be_replayed_at_the_table(book: str, name: str) -> None:
    """One engine: what a simulation plays, the table plays again from its tape."""
    made = arena(name, book)
    minds = [make_mind("simple") for _ in seat_names(made)]
    oracle = Recording(Live(Dice(11), minds))
    battle = Battle(initial_state(made), rules_of(made), oracle, None, made.rounds)
    outcome = battle.play()
    names = Fight(made).names
    lines = ["shieldwall-tape 1", "", *(entry_text(names, entry) for entry in oracle.tape)]
    replayed = replay_tape(TapeFile("simulated", "\n".join(lines)), made)
    assert replayed.state == battle.state
    assert replayed.outcome is not None
    assert replayed.outcome.key() == outcome.key()
