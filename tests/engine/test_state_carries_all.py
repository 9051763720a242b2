"""Every part of a fight survives a copy, a save and an undo, and minds do not change it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.engine.arena import quick_choice
from tests.scene import (
    BOW,
    DAGGER,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play,
    play_setup,
    setup,
    told,
    unit,
)

from shieldwall.content import load_encounter
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.points import TURN
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import GRAPPLING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import (
    ACTIVE,
    DEAD,
    DOWN,
    FLED,
    Clock,
    Dropped,
    Effect,
    Outcome,
    State,
    Unit,
)
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.wounds.injury import victim_of
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.store.save_file import load_fight, save_fight
from shieldwall.store.state_form import state_data, state_from_data

FIXED = ("bit", "ident", "index", "sheet")
"""Of a unit: what its set-up says, once and for all."""
BY_MAGIC = ("summoned", "summoner", "split_from")
"""These come true only together with a spell, or in one that is torn in two."""


def fields_of(thing: object) -> list[str]:
    """All attributes that can be set."""
    kind = type(thing)
    return [
        name
        for name in dir(thing)
        if name[0] != "_"
        and not callable(getattr(thing, name))
        and not isinstance(getattr(kind, name, None), property)
    ]


def doorway() -> Setup:
    """A room with a door, and weapons for all units."""
    door = Wall(180, 0, 180, 60, 0, 120, "door", (Opening(12, 48, 0, 84),), 0)
    return setup(
        "a . . . g\n. . . . .",
        walls=(door,),
        a=fighter(weapons=(SWORD, BOW)),
        g=foe(weapons=(SPEAR, DAGGER)),
    )


def altered(name: str, value: object, state: State) -> object:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if name == "effects":
        return [Effect(GRAPPLING, 1, UNTIL_END_OF_FIGHT, 3, 4)]
    if name == "weapons":
        return [*state.units[0].weapons, state.units[1].weapons[1]]
    if name in ("order", "slots"):
        return [1, 0]
    assert isinstance(value, tuple), f"say here what else {name} could be"
    return (*value, 1)


def shown(value: object) -> object:
    """The value, for comparison."""
    if isinstance(value, list):
        return [entry.key() if isinstance(entry, Effect) else entry for entry in value]
    return value


def wounded(made: Setup) -> State:
    """The start of the fight, with a unit that could have more hit points than it has."""
    state = initial_state(made)
    state.units[0].hp = 5
    return state


def names_of(state: State, number: int) -> list[str]:
    return [name for name in fields_of(state.units[number]) if name not in FIXED]


def revived(made: Setup, state: State) -> State:
    """Written to text and read again."""
    return state_from_data(made, json.loads(json.dumps(state_data(state, 0))))


def test_a_unit_has_the_fields_this_file_thinks_of() -> None:
    names = names_of(initial_state(doorway()), 0)
    assert len(names) >= 35
    for name in ("locked", "off_hand", "poised", "luck", "broken", "stable", "frail", "fell"):
        assert name in names


def test_a_copy_holds_every_field_of_a_unit() -> None:
    state = wounded(doorway())
    for name in names_of(state, 0):
        changed = state.copy()
        one = changed.units[0]
        setattr(one, name, altered(name, getattr(one, name), state))
        assert shown(getattr(one, name)) != shown(getattr(state.units[0], name)), name
        twin = changed.copy()
        assert shown(getattr(twin.units[0], name)) == shown(getattr(one, name)), name
        assert changed != state, f"two states that differ in {name} count as equal"
        assert twin == changed
        assert twin.units[1].key() == state.units[1].key()


def test_a_save_holds_every_field_of_a_unit() -> None:
    made = doorway()
    state = wounded(made)
    assert revived(made, state) == state
    for name in names_of(state, 0):
        if name in BY_MAGIC:
            continue
        changed = state.copy()
        one = changed.units[0]
        setattr(one, name, altered(name, getattr(one, name), state))
        again = revived(made, changed)
        assert shown(getattr(again.units[0], name)) == shown(getattr(one, name)), name
        assert again == changed, name


def test_a_copy_and_a_save_hold_every_field_of_the_clock() -> None:
    made = doorway()
    state = initial_state(made)
    state.clock.order = [0, 1]
    for name in fields_of(Clock()):
        changed = state.copy()
        setattr(changed.clock, name, altered(name, getattr(changed.clock, name), state))
        for twin in (changed.copy(), revived(made, changed)):
            assert getattr(twin.clock, name) == getattr(changed.clock, name), name
            assert twin == changed
            assert twin != state, f"two clocks that differ in {name} count as equal"


def test_a_copy_and_a_save_hold_what_lies_on_the_ground_the_doors_and_the_outcome() -> None:
    made = doorway()
    state = initial_state(made)
    things = [Dropped(2, state.units[1].weapons[0]), Dropped(2, state.units[0].weapons[1])]
    changes: list[State] = []
    for number in range(4):
        changed = state.copy()
        if number == 0:
            changed.dropped = things
        elif number == 1:
            changed.grid = changed.grid.with_door(0, True)
        elif number == 2:
            changed.outcome = Outcome("defeat", 1)
        else:
            changed.dark = changed.murky = True
        changes.append(changed)
    for changed in changes:
        for twin in (changed.copy(), revived(made, changed)):
            assert twin == changed
            assert twin != state
            assert [(thing.cell, thing.weapon) for thing in twin.dropped] == [
                (thing.cell, thing.weapon) for thing in changed.dropped
            ]
            assert twin.grid.doors_open == changed.grid.doors_open
            assert (twin.dark, twin.murky) == (changed.dark, changed.murky)
    before = state.key()
    changes[0].copy().dropped = []
    assert changes[0].dropped == things
    assert state.key() == before


# A fight with all of it.

BRAWL = """
! initiative d8 8
! initiative d8 1
> e dual with dagger
> e done
> a grapple g with unarmed
! attack d20 18
! grapple d6 6
! grapple d6 6
= grappled unit=g by=a
> a done
> b attack h with sword
! attack d20 18
! damage d8 8
= drops unit=h weapon=spear
= breaks unit=g why=losses
> b pick-up C2 : spear
> b done
> c shoot i with small bow
! attack d20 2
> c done
> i throw c with dagger
! attack d20 18
! damage d4 4
= falls unit=c by=i how=down
> i done
> g done
! damage d2 2
> b stabilise c
! heal d6 6
! heal d6 6
= stabilised unit=c by=b
> b prone
> b done
"""


def brawl() -> Setup:
    made = setup(
        """
        . a g . .
        . b h . .
        e c . . i
        """,
        a=fighter(weapons=(SWORD, UNARMED), luck=1),
        b=fighter(weapons=(SWORD,), kit=True),
        c=fighter(hp=3, weapons=(BOW,)),
        e=fighter(weapons=(SWORD, DAGGER), stab=1),
        g=foe(hp=4, creature=True),
        h=foe(hp=8, weapons=(SPEAR,)),
        i=foe(weapons=(DAGGER,)),
    )
    made.poised = ("b",)
    return made


def test_the_brawl_of_this_file_has_something_of_everything() -> None:
    fight = play_setup(brawl(), BRAWL, first="")
    assert (unit(fight, "a").locked, unit(fight, "g").locked) == (True, True)
    assert unit(fight, "e").off_hand == 1
    assert unit(fight, "a").luck == 1
    assert unit(fight, "b").poised
    assert len(unit(fight, "b").weapons) == 2
    assert unit(fight, "b").prone
    assert (unit(fight, "c").stable, unit(fight, "c").fell, unit(fight, "c").tended) == (True, 1, 2)
    assert unit(fight, "c").unloaded == 1
    assert unit(fight, "g").broken
    assert unit(fight, "h").gone == 1
    assert sorted(thing.weapon.name for thing in fight.state.dropped) == ["dagger", "small bow"]


def test_a_brawl_is_saved_and_goes_on_as_it_was(tmp_path: Path) -> None:
    fight = play_setup(brawl(), BRAWL, first="")
    path = str(tmp_path / "brawl.save")
    save_fight(fight, path)
    again = load_fight(path)
    assert again.replayable_to is None
    assert again.state == fight.state
    assert told(again) == told(fight)
    for choice in ("a done", "e done", "i done"):
        fight.push(choice)
        again.push(choice)
    assert again.state == fight.state
    assert told(again) == told(fight)


def test_a_brawl_is_taken_back_entry_by_entry() -> None:
    fight = Fight(brawl(), by_hand=True)
    trail: list[tuple[object, ...]] = []
    for line in BRAWL.strip().splitlines():
        trail.append((fight.state.key(), tuple(told(fight))))
        if line.startswith("!"):
            fight.push_die(int(line.split()[-1]))
        elif line.startswith(">"):
            fight.push(line[2:])
        else:
            trail.pop()
    for moment in reversed(trail):
        fight.pop()
        assert (fight.state.key(), tuple(told(fight))) == moment


def test_a_fork_of_a_brawl_leaves_the_original_alone() -> None:
    fight = play_setup(brawl(), BRAWL, first="")
    before = fight.state.key()
    twin = fight.fork()
    twin.push("a release")
    assert not unit(twin, "g").locked
    assert fight.state.key() == before
    assert unit(fight, "g").locked


def test_a_weapon_picked_up_from_another_is_the_same_after_a_save(tmp_path: Path) -> None:
    """Two of a kind: `a` has thrown its dagger and takes up the one of a fallen foe."""
    fight = play(
        ". a g . h",
        """
        > a attack g with sword
        ! attack d20 18
        ! damage d8 4
        > a done
        > h done
        > a throw h with dagger
        ! attack d20 1
        > a pick-up C1 : dagger
        """,
        a=fighter(weapons=(DAGGER, SWORD)),
        g=foe(weapons=(DAGGER,)),
        h=foe(weapons=(BOW,)),
    )
    path = str(tmp_path / "daggers.save")
    save_fight(fight, path)
    again = load_fight(path)
    assert again.replayable_to is None, "the tape of the save is played otherwise"
    assert told(again) == told(fight)


# Minds, and players who try everything.


def unsound(state: State, start: Counter[str]) -> list[str]:
    """What cannot be, and is."""
    found: list[str] = []
    for one in state.units:
        if not 0 <= one.hp <= one.sheet.hp:
            found.append(f"{one.ident} has {one.hp} hit points")
        if (one.hp == 0) != (one.status in (DOWN, DEAD)):
            found.append(f"{one.ident} has {one.hp} hit points and is {one.status}")
        if one.mains < 0 or one.moves < 0:
            found.append(f"{one.ident} has spent more than it had")
        for number in (int(one.wielded), int(one.off_hand)):
            if number >= 0 and (one.gone | one.stowed) >> number & 1:
                found.append(f"{one.ident} holds a weapon it does not have in hand")
        if one.broken and (one.sheet.fearless or not one.sheet.creature):
            found.append(f"{one.ident} has no nerve to lose")
        holders = [other for other in state.units if victim_of(other) == one.index]
        victim = victim_of(one)
        if one.locked != bool(holders or victim >= 0):
            found.append(f"{one.ident} is locked for no reason, or not at all")
        for other in holders:
            if one.status != ACTIVE or other.status != ACTIVE or distance(one, other) > 1:
                found.append(f"{other.ident} holds {one.ident} from afar")
    taken: dict[tuple[int, int], str] = {}
    for one in state.units:
        if one.status != ACTIVE:
            continue
        for dx in range(int(one.sheet.size)):
            for dy in range(int(one.sheet.size)):
                place = (int(one.x) + dx, int(one.y) + dy)
                if place in taken:
                    found.append(f"{one.ident} stands on {taken[place]}")
                taken[place] = one.ident
    if things(state) != start:
        found.append("a weapon was lost or made")
    return found


def things(state: State) -> Counter[str]:
    """Every weapon there is, in hand or on the ground."""
    count = Counter(thing.weapon.name for thing in state.dropped)
    for one in state.units:
        for number, weapon in enumerate(one.weapons):
            if not one.gone >> number & 1:
                count[weapon.name] += 1
    return count


@pytest.mark.slow
@pytest.mark.long_play
@pytest.mark.parametrize("name", ["yard", "hall", "corridor", "duel"])
def test_the_simple_mind_plays_200_fights_of_every_encounter(name: str) -> None:
    """Legal play to the end (an illegal choice stops the fight), and a valid final state."""
    made = load_encounter(name)
    minds = [make_mind("simple") for _ in seat_names(made)]
    start = initial_state(made)
    count = things(start)
    reasons: Counter[str] = Counter()
    for number in range(200):
        log: list[Event] | None = [] if number % 20 == 0 else None
        oracle = Live(Dice(substream(11, number)), minds)
        battle = Battle(start.copy(), rules_of(made), oracle, log, made.rounds)
        while battle.state.outcome is None:
            battle.step()
            if log is not None:
                assert unsound(battle.state, count) == []
        assert unsound(battle.state, count) == []
        outcome = battle.state.outcome
        reasons[outcome.reason] += 1
        standing = {
            battle.state.sides[one.side].team for one in battle.state.units if one.status == ACTIVE
        }
        if outcome.reason == "defeat":
            assert standing in ({outcome.team}, set())
    assert reasons["defeat"] >= 190, reasons
    assert start == initial_state(made)


@pytest.mark.parametrize("seed", range(12))
def test_players_who_try_everything_leave_a_sound_fight(seed: int) -> None:
    """Wrestlers and knives in a small yard with rubble, a ledge and a giant."""
    hands = (SWORD, DAGGER, UNARMED)
    made = setup(
        """
        . . . . . . 2
        . a g . ~ . 2
        . b h . k . 2
        . c i . . . .
        """,
        a=fighter(hp=30, weapons=hands, stab=1, brawl=2),
        b=fighter(hp=30, weapons=hands, stab=1),
        c=fighter(hp=30, weapons=hands, stab=1),
        g=foe(hp=30, weapons=hands, stab=1, creature=True),
        h=foe(hp=30, weapons=hands, stab=1),
        i=foe(hp=30, weapons=hands, stab=1),
        k=foe(hp=30, weapons=(UNARMED,), size=2),
    )
    chance = Random(seed)
    fight = Fight(made, seed)
    count = things(fight.state)
    tried: list[str] = []
    while fight.outcome is None and len(tried) < 150:
        choice = quick_choice(fight, chance)
        tried.append(choice.verb)
        fight.push(choice)
        # In the middle of a step a unit may be passing through a friend's square.
        if fight.request is None or fight.request.point == TURN:
            assert unsound(fight.state, count) == [], told(fight)[-6:]


def test_a_unit_that_has_left_keeps_its_hit_points() -> None:
    """So the count above may not say that the fled are down."""
    fight = play("a . g", "> g leave\n", first="foes", a=fighter(), g=foe())
    fled: Unit = unit(fight, "g")
    assert (fled.status, fled.hp) == (FLED, 4)
    assert unsound(fight.state, things(fight.state)) == []
