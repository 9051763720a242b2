"""A fork shares no changing data with its original."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from weakref import ref

import pytest
from tests.engine.arena import DRAWN, arena, quick_choice
from tests.engine.promises import snapshot
from tests.scene import AXE, DAGGER, SWORD, fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.fight import BadRuling, Fight, NothingToUndo
from shieldwall.store.save_file import load_fight, save_fight, tape_text

ORDERS = ("hp {} 3", "prone {}", "drop {}", "remove {}", "dark on", "add goblin C2 for foes",
          "name {} Gruk the Old", "enforce SOV-050 off", "side {} foes")  # fmt: skip
ARENAS = ("wrestlers", "coven", "skirmish in the open", "menagerie", "gatehouse")


def all_of(fight: Fight) -> tuple[object, ...]:
    """Everything a fight knows, its names and the dice it would meet included."""
    names = fight.names
    return (
        *snapshot(fight),
        (list(names.units), [list(row) for row in names.weapons], dict(names.index)),
        (fight.seed, fight.by_hand, fight.rules.name, fight.rules.waived, fight.replayable_to),
        None if fight.die is None else (fight.die.tag, fight.die.sides, fight.die.roller),
        [checkpoint.state.key() for checkpoint in fight._checkpoints],
    )


def play_at_random(fight: Fight, chance: Random, turns: int) -> None:
    """Random choices, dice, orders and undos."""
    for _ in range(turns):
        what = chance.random()
        if what < 0.35:
            try:
                fight.pop()
            except NothingToUndo:
                continue
        elif what < 0.5 and fight.outcome is None:
            order = chance.choice(ORDERS).format(chance.choice(fight.names.units))
            try:
                fight.rule(order)
            except (BadRuling, ValueError):
                continue
        elif what < 0.55:
            fight.dice_by_hand(not fight.by_hand)
        elif fight.die is not None:
            fight.push_die(chance.randint(1, fight.die.sides))
        elif fight.outcome is None:
            fight.push(quick_choice(fight, chance))


@pytest.mark.parametrize("name", ARENAS)
@pytest.mark.parametrize("book", RULESETS)
def test_a_fork_played_and_undone_at_random_never_changes_its_original(
    book: str, name: str
) -> None:
    assert name in DRAWN
    chance = Random(f"{book} {name}")
    fight = Fight(arena(name, book), 5)
    for _ in range(6):
        play_at_random(fight, chance, 8)
        before = all_of(fight)
        tape = tape_text(fight)
        twin = fight.fork()
        assert all_of(twin) == before
        play_at_random(twin, chance, 12)
        assert all_of(fight) == before
        assert tape_text(fight) == tape
        # And the other way round.
        then = all_of(twin)
        play_at_random(fight, chance, 3)
        assert all_of(twin) == then


def test_a_fork_has_its_own_lists_and_names() -> None:
    fight = Fight(arena("skirmish"), 5)
    twin = fight.fork()
    for name, mine in vars(fight).items():
        if isinstance(mine, list | dict | set) or name == "names":
            assert vars(twin)[name] is not mine, name


def weapon_on_the_ground() -> Fight:
    """A fight in which Alda may pick up the axe that an orc has dropped."""
    made = setup(
        """
        . g .
        . a h
        """,
        a=fighter(hp=20, weapons=(SWORD,)),
        g=foe(hp=1, weapons=(AXE,)),
        h=foe(hp=9, weapons=(DAGGER,)),
    )
    fight = Fight(made, 3)
    fight.rule("drop g")
    return fight


def test_undo_on_a_fork_leaves_the_name_of_what_was_picked_up(tmp_path: Path) -> None:
    fight = weapon_on_the_ground()
    while "war axe" not in fight.names.weapons[0]:
        request = fight.request
        assert request is not None
        found = [
            choice for choice in request.options if choice.note == "war axe" and choice.unit == 0
        ]
        done = [choice for choice in request.options if choice.verb in ("done", "pass")]
        fight.push((found or done)[0])
    before = tape_text(fight)
    twin = fight.fork()
    while True:
        try:
            twin.pop()
        except NothingToUndo:
            break
    assert "war axe" not in twin.names.weapons[0]
    assert "war axe" in fight.names.weapons[0]
    assert tape_text(fight) == before
    path = str(tmp_path / "fight.save")
    save_fight(fight, path)
    assert all_of(load_fight(path)) == all_of(fight)


@pytest.mark.parametrize("by_hand", [False, True], ids=["dice of the seed", "dice by hand"])
@pytest.mark.parametrize("book", RULESETS)
def test_a_fight_without_references_is_freed(book: str, by_hand: bool) -> None:
    """In the compiled build the collector does not look into requests and states.

    So a ring through one of them is never found: every preview of a table kept its fight for ever.
    """
    for name in ARENAS:
        fight = Fight(arena(name, book), 7, by_hand)
        play_at_random(fight, Random(name), 12)
        twin = fight.fork()
        play_at_random(twin, Random(book), 4)
        held = [ref(twin), ref(fight)]
        del twin, fight
        gc.collect()
        assert [one() for one in held] == [None, None], name
