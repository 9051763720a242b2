"""Random play over every book: what must hold at every moment of every fight.

Options are what they say, refusals have a sentence, and copying, forking, taking back, saving and
replaying change nothing. The seeds are fixed; the numbers of moments keep it to seconds.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.engine.arena import DRAWN, ENCOUNTERS, any_choice, arena, quick_choice, with_riposte

from shieldwall.core.battle import Battle
from shieldwall.core.dice import Dice
from shieldwall.core.events import EVENT_TYPES
from shieldwall.core.oracle import Live, Recording
from shieldwall.core.request import Choice, IllegalChoice, Refusal, Request
from shieldwall.core.state import UNTIL_END_OF_FIGHT, Effect, State
from shieldwall.fight import Fight, NothingToUndo, initial_state, rules_of, seat_names
from shieldwall.minds import MIND_NAMES, make_mind
from shieldwall.notation import choice_text, entry_text, parse_choice, read_choice
from shieldwall.rules import RULESETS
from shieldwall.savefile import TapeFile, load_fight, replay_tape, save_fight, tape_text
from shieldwall.telling import (
    option_sentence,
    refusal_sentence,
    request_sentence,
    sentence,
    why,
)
from shieldwall.view import View

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted(RULESETS)


def snapshot(fight: Fight) -> tuple[object, ...]:
    """All that can be told of a fight; two fights at the same moment have the same."""
    return (
        fight.state.key(),
        [event.key() for event in fight.events],
        list(fight.entries),
        list(fight.marks),
        [(request.seats, request.point, request.unit, request.cause) for request in fight.requests],
        fight.sealed(),
        None if fight.outcome is None else fight.outcome.key(),
    )


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
    for part in ("core", "rules"):
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


# What holds at every moment.


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
    for name in MIND_NAMES:
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
            assert said.endswith(f"({refusal.cite})")
            assert said[0] == said[0].upper()
            assert "{" not in said
        with pytest.raises(IllegalChoice) as caught:
            fight.push(choice)
        assert caught.value.choice == choice
        assert snapshot(fight) == before


FIXED = ("index",)
"""Numbers of a unit that never change."""


def numbers_of(thing: object, fixed: tuple[str, ...] = ()) -> list[str]:
    """The attributes that hold a number or a flag and can be set, whatever they are."""
    names = [
        name
        for name in dir(thing)
        if name[0] != "_" and name not in fixed and isinstance(getattr(thing, name), int)
    ]
    return [name for name in names if can_be_set(thing, name)]


def can_be_set(thing: object, name: str) -> bool:
    """What is worked out from the rest cannot, on either build."""
    try:
        setattr(thing, name, getattr(thing, name))
    except AttributeError:
        return False
    return True


def altered(value: int) -> int:
    return not value if isinstance(value, bool) else value + 1


def check_copy(state: State) -> None:
    """A copy holds everything, and whatever is changed in it shows and stays in it."""
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
        changed.units[number].effects.append(Effect(0, number, UNTIL_END_OF_FIGHT))
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
    for seed in (1, 2):
        walk_through(Fight(arena(name, book), seed), seed, 60, 3, tmp_path)


@pytest.mark.parametrize("book", BOOKS)
def test_everything_there_is_to_do_can_be_done_on_these_maps(book: str) -> None:
    """Players who do what has been done least; what they never find, no promise is tested on."""
    rules = RULESETS[book]
    wanted = {spec.verb for spec in rules.action_list} | {"done", "pass"}
    # One kind of reaction may stand for any action; it has no verb of its own.
    wanted |= {spec.verb for spec in rules.reaction_list if not spec.handles("juggle")}
    tried = Counter[str]()
    for seed in range(1, 16):
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
            break
    assert sorted(wanted - set(tried)) == []


def newest_choice(fight: Fight, chance: Random, tried: Counter[str]) -> Choice:
    request = fight.request
    assert request is not None
    options = list(request.options)
    dull = {"leave": 1000, "release": 1000, "dual": 9, "single": 9, "prone": 9}
    worth = {choice.verb: tried[choice.verb] * dull.get(choice.verb, 1) for choice in options}
    rarest = min(worth.values())
    return chance.choice([choice for choice in options if worth[choice.verb] == rarest])


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("book", BOOKS)
def test_random_play_of_shipped_encounters_keeps_every_promise(
    book: str, name: str, tmp_path: Path
) -> None:
    walk_through(Fight(arena(name, book), 7), 7, 45, 20, tmp_path)


@pytest.mark.parametrize("book", BOOKS)
def test_windows_inside_windows_keep_every_promise(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a riposte in the book, a free blow can be answered, and the answer again."""
    monkeypatch.setitem(RULESETS, book, with_riposte(RULESETS[book]))
    depths = set()
    for seed in range(6):
        fight = Fight(arena("two masters", book), seed)
        walk_through(fight, seed, 40, 8, tmp_path)
        verbs = [text.split()[2] for text in tape_text(fight).splitlines() if text[:1] == ">"]
        depths.add("strike" in verbs and "riposte" in verbs)
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
