"""The cost of each action of Dolmenwood: the move, the action of the round, or nothing."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.powers.beasts import beast as winged
from tests.rules.dolmenwood.hollow import (
    ARBALEST,
    BEGUILE,
    DART,
    DIRK,
    LONGSWORD,
    SHORTBOW,
    THORNS,
    WAND,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.scene import SWORD, UNARMED, play_setup, ruled, told, unit, where

from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.magic.spell_data import (
    HEAL,
    SELF,
    Amount,
    Primitive,
    make_spell,
)
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import FLED, SURRENDERED
from shieldwall.fight import Fight

PAID = {FREE: (0, 0), MOVE: (0, 1), MAIN: (1, 0), MAIN_AND_MOVE: (1, 1)}
MISS = "! attack d20 2\n"
DRAUGHT = make_spell("draught", 1, (Primitive(HEAL, amount=Amount(1, 6)),), aim=SELF, uses=1)


def takes(fight: Fight, verb: str, cost: int, who: str = "a") -> None:
    """It was done: this was paid for it, and the table says the same."""
    row = fight.rules.actions[verb]
    assert (row.cost, row.provokes) == (cost, False), f"{verb}, as the table is shown"
    one = unit(fight, who)
    assert (1 - int(one.mains), 1 - int(one.moves)) == PAID[cost], verb


FAR = "a . . . . . g b"
"""A friend who is asked too, so that the round goes on after the act."""


def act(tape: str, drawing: str = FAR, **facts: object) -> Fight:
    return delve(drawing, tape, a=hero(**facts), b=hero(weapons=(SHORTBOW, LONGSWORD)), g=beast())


# Movement.


@pytest.mark.rule("DOL-021", "DOL-006")
def test_walking_is_the_move() -> None:
    takes(act(rolls(6, 1) + "> a run B1\n"), "run", MOVE)


@pytest.mark.rule("DOL-022")
def test_running_away_is_the_whole_round_and_leaving_the_field_a_move() -> None:
    takes(act(rolls(6, 1) + "> a run-away B1\n"), "run-away", MAIN_AND_MOVE)
    gone = act(rolls(6, 1) + "> a leave\n")
    takes(gone, "leave", MOVE)
    assert unit(gone, "a").status == FLED


@pytest.mark.rule("DOL-021")
def test_flying_is_the_move() -> None:
    fight = delve(
        "a . . g h",
        rolls(1, 6) + "> g fly C1 : 10 ft\n",
        a=hero(),
        g=winged(name="bat", flight=60, speed=10),
        h=beast(),
    )
    takes(fight, "fly", MOVE, who="g")
    assert where(fight, "g") == "C1"


@pytest.mark.rule("DOL-006", "DOL-009", "DOL-021")
def test_one_lies_down_at_no_cost_crawls_at_half_speed_and_stands_up_with_the_move() -> None:
    down = act(rolls(6, 1) + "> a prone\n")
    takes(down, "prone", FREE)
    assert reachable(down) == {"B1", "C1", "D1"}, "15 of 30 ft"
    up = act(rolls(6, 1) + "> a prone\n> a stand\n")
    takes(up, "stand", MOVE)
    assert not unit(up, "a").prone


def reachable(fight: Fight) -> set[str]:
    request = fight.request
    assert request is not None
    return {
        fight.names.square(choice.path[-1])
        for choice in request.options
        if choice.unit == 0 and choice.verb == "run"
    }


# Attacks.


@pytest.mark.rule("DOL-050", "DOL-006")
@pytest.mark.parametrize(("verb", "weapon"), [("shoot", SHORTBOW), ("throw", DIRK)])
def test_a_missile_is_the_action_of_the_round(verb: str, weapon: Weapon) -> None:
    fight = act(
        rolls(6, 1) + f"> a done\n> b done\n> a {verb} g with {weapon.name}\n" + MISS,
        weapons=(weapon,),
    )
    takes(fight, verb, MAIN)
    assert told(fight, "attack")[0].split()[4] == f"how={'shot' if verb == 'shoot' else 'thrown'}"


def in_melee_phase(tape: str, drawing: str = "a g b", **facts: object) -> Fight:
    """`a` comes before the other in the last phase."""
    opened = rolls(6, 1) + "> a done\n> b done\n> b done\n"
    return act(opened + tape, drawing, **facts)


@pytest.mark.rule("DOL-006", "DOL-008")
def test_a_blow_is_the_action_of_the_round() -> None:
    takes(in_melee_phase("> a attack g with longsword\n" + MISS), "attack", MAIN)


# Magic.


@pytest.mark.rule("DOL-033", "DOL-008")
@pytest.mark.parametrize(
    ("verb", "name"),
    [("cast", "dart"), ("rune", "thorns"), ("glamour", "beguile"), ("activate", "wand")],
)
def test_each_sort_of_magic_is_the_action_of_the_round(verb: str, name: str) -> None:
    declared = verb in ("cast", "rune")
    die = {"dart": "d6 2", "thorns": "d4 2", "beguile": "d4 2", "wand": "d4 2"}[name]
    fight = act(
        (f"> a declare : {name}\n" if declared else "> a pass\n")
        + rolls(6, 1)
        + ("> b done\n> b done\n" if declared else "> a done\n> b done\n> b done\n")
        + f"> a {verb} g : {name}\n! {name} {die}\n",
        spells=(DART, THORNS, BEGUILE, WAND),
    )
    takes(fight, verb, MAIN)
    assert unit(fight, "g").hp == 8


@pytest.mark.rule("DOL-033", "DOL-008")
def test_turning_the_undead_is_the_action_of_the_round() -> None:
    fight = delve(
        FAR,
        rolls(6, 1) + "> a done\n> b done\n> b done\n> a turn\n! turning d6 1\n! turning d6 1\n",
        a=hero(turning=1),
        b=hero(weapons=(SHORTBOW, LONGSWORD)),
        g=beast(undead=True, hit_dice=1),
    )
    takes(fight, "turn", MAIN)


# Other actions.


@pytest.mark.rule("DOL-008")
def test_a_potion_something_on_the_ground_and_a_sleeper_are_actions() -> None:
    drunk = in_melee_phase("> a drink : draught\n! draught d6 1\n", potions=(DRAUGHT,))
    takes(drunk, "drink", MAIN)
    dropped = in_melee_phase("> a drop\n> a pick-up A1\n")
    takes(dropped, "pick-up", MAIN)
    assert unit(dropped, "a").gone == 0


@pytest.mark.rule("DOL-008", "DOL-009")
def test_what_has_no_place_in_the_book_costs_what_the_referee_says() -> None:
    fight = in_melee_phase("> a improvise : whistles\n> referee rule : free, tell a tune\n")
    takes(fight, "improvise", FREE)


@pytest.mark.rule("DOL-039", "DOL-008")
def test_laying_down_ones_arms_takes_no_action() -> None:
    fight = in_melee_phase("> a surrender\n")
    takes(fight, "surrender", FREE)
    assert unit(fight, "a").status == SURRENDERED


@pytest.mark.rule("DOL-008")
def test_shaking_a_unit_awake_and_breaking_free_are_actions() -> None:
    actions = act(rolls(6, 1)).rules.actions
    for verb in ("wake", "break-free"):
        assert (actions[verb].cost, actions[verb].provokes) == (MAIN, False), verb
        assert actions[verb].phase == 3, "among the other actions"  # type: ignore[attr-defined]


# Momentary acts.


@pytest.mark.rule("DOL-009")
def test_words_and_what_leaves_the_hand_take_nothing() -> None:
    takes(act(rolls(6, 1) + "> a say : hold the line\n"), "say", FREE)
    dropped = act(rolls(6, 1) + "> a drop\n")
    takes(dropped, "drop", FREE)
    assert told(dropped, "drops") == ["drops unit=a weapon=longsword"]


@pytest.mark.rule("DOL-006", "DOL-048")
@pytest.mark.parametrize(
    ("deed", "talent", "told_of"),
    [
        ("rage", "rages", "condition unit=a what=raging until=2"),
        ("second-blade : guard", "second_blade", "condition unit=a what=warded until=0"),
        ("second-blade : strike", "second_blade", "condition unit=a what=feinting until=0"),
    ],
)
def test_a_rage_and_a_second_blade_leave_the_move_and_the_action(
    deed: str, talent: str, told_of: str
) -> None:
    able = gifted(**{talent: True})
    armed = hero(weapons=(LONGSWORD, DIRK), abilities=able)
    friend = hero(weapons=(SHORTBOW, LONGSWORD))
    tape = rolls(6, 1) + f"> a {deed}\n"
    fight = delve("a . g b", tape, a=armed, b=friend, g=beast())
    assert told(fight, "condition") == [told_of]
    takes(fight, deed.split()[0], FREE)
    walks_and_strikes = "> a run B1\n> b done\n> b done\n> a done\n> a attack g with longsword\n"
    fight = delve("a . g b", tape + walks_and_strikes + MISS, a=armed, b=friend, g=beast())
    assert where(fight, "a") == "B1"
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)


@pytest.mark.rule("DOL-009")
@pytest.mark.parametrize(("verb", "weapon"), [("ready", "dirk"), ("stow", "longsword")])
def test_the_pack_takes_nothing(verb: str, weapon: str) -> None:
    fight = act(rolls(6, 1) + f"> a {verb} with {weapon}\n", weapons=(LONGSWORD, DIRK), stowed=2)
    takes(fight, verb, FREE)
    assert unit(fight, "a").stowed == (0 if verb == "ready" else 3)


@pytest.mark.rule("DOL-009", "DOL-006")
@pytest.mark.parametrize("verb", ["open", "close"])
def test_a_door_takes_nothing(verb: str) -> None:
    door = Wall(60, 0, 60, 60, 0, 120, "door", (Opening(12, 48, 0, 84),), 0)
    made = hollow("a . .\ng . .", walls=(door,), a=hero(), g=beast())
    made.grid = made.grid.with_door(0, verb == "close")
    fight = play_setup(made, clean(rolls(6, 1) + f"> a {verb} B1\n"), first="")
    takes(fight, verb, FREE)
    assert told(fight, "door") == [f"door unit=a at=B1 opened={'yes' if verb == 'open' else 'no'}"]


# Options.


def optional(tape: str, drawing: str, **facts: object) -> Fight:
    friend = hero(weapons=(SHORTBOW, LONGSWORD))
    made = hollow(drawing, a=hero(**facts), b=friend, g=beast())
    return play_setup(ruled(made, optional_combat_rules="yes"), clean(tape), first="")


PHASE_4 = "> a done\n> b done\n> b done\n"


@pytest.mark.rule("DOL-049")
@pytest.mark.parametrize(
    ("verb", "tape", "cost"),
    [
        ("charge", "> a charge F1 g with longsword\n", MOVE),
        ("push", "> a run F1\n> b done\n> a done\n> b done\n> a push g with longsword\n", MAIN),
        (
            "two-weapons",
            "> a run F1\n> b done\n> a done\n> b done\n> a two-weapons g with longsword\n" + MISS,
            MAIN,
        ),
    ],
)
def test_a_charge_is_the_move_a_push_and_two_weapons_the_action(
    verb: str, tape: str, cost: int
) -> None:
    fight = optional(
        rolls(6, 1) + tape + (MISS if verb != "charge" else ""),
        FAR,
        weapons=(LONGSWORD, DIRK),
        speed=40,
    )
    row = fight.rules.actions[verb]
    assert (row.cost, row.provokes) == (cost, False)
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (cost == MOVE, 0)


@pytest.mark.rule("DOL-049", "G-38")
def test_loading_a_crossbow_is_the_action() -> None:
    """As the table says, and the cost is the same for all units."""
    shot = "> a done\n> b done\n> a shoot g with arbalest\n" + MISS + "> b done\n> b done\n"
    rest = "> g done\n> g done\n" + rolls(6, 1) + "> a done\n> b done\n> a reload with arbalest\n"
    fight = optional(rolls(6, 1) + shot + rest, FAR, weapons=(ARBALEST, SWORD, UNARMED))
    takes(fight, "reload", MAIN)
