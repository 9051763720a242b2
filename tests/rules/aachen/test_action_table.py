"""The cost of each action of Aachen, and which of them give the foe left behind a free attack."""

from __future__ import annotations

import pytest
from tests.powers.beasts import beast
from tests.rules.aachen.aachen_scene import Edition, play_setup, ruled, scene, scene_setup
from tests.rules.aachen.test_wounds import mortal
from tests.scene import BOW, DAGGER, SLING, SWORD, UNARMED, fighter, foe, may, told, unit

from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.fight import Fight

PAID = {FREE: (0, 0), MOVE: (0, 1), MAIN: (1, 0), MAIN_AND_MOVE: (1, 1)}
MISS = "! attack d20 2\n"
TWO_BLADES = fighter(weapons=(SWORD, DAGGER), stowed=2)
"""The dagger is in the pack."""


def costs(fight: Fight, verb: str, cost: int, leaves: bool = False, who: str = "a") -> None:
    """It was done: this was paid for it, and the table says the same."""
    row = fight.rules.actions[verb]
    assert (row.cost, row.provokes) == (cost, leaves), f"{verb}, as the table is shown"
    one = unit(fight, who)
    assert (1 - int(one.mains), 1 - int(one.moves)) == PAID[cost], verb


@pytest.mark.rule("AAC-013", "AAC-014")
def test_a_blow_is_a_main_action() -> None:
    fight = scene("a g", "> a attack g with sword\n" + MISS, a=fighter(), g=foe(ac=18))
    costs(fight, "attack", MAIN)


@pytest.mark.rule("AAC-013", "AAC-014", "AAC-029")
@pytest.mark.parametrize(("verb", "weapon"), [("shoot", SLING), ("throw", DAGGER)])
def test_a_shot_or_a_throw_is_a_main_action(verb: str, weapon: object) -> None:
    fight = scene(
        "a . g",
        f"> a {verb} g with {weapon.name}\n" + MISS,  # type: ignore[attr-defined]
        a=fighter(weapons=(weapon,)),
        g=foe(ac=18),
    )
    costs(fight, verb, MAIN)
    assert len(told(fight, "attack")) == 1


@pytest.mark.rule("AAC-014")
@pytest.mark.parametrize("deed", ["ready with dagger", "stow with sword"])
def test_the_pack_takes_a_main_action_beside_a_foe_too(deed: str) -> None:
    fight = scene("a g", f"> a {deed}\n", a=TWO_BLADES, g=foe())
    costs(fight, deed.split()[0], MAIN)
    assert told(fight, "opportunity") == []
    stowed = {"ready with dagger": 0, "stow with sword": 3}[deed]
    assert unit(fight, "a").stowed == stowed


@pytest.mark.rule("AAC-014")
def test_binding_wounds_takes_a_main_action() -> None:
    fight = mortal("> b stabilise a\n! heal d6 1\n! heal d6 1\n")
    costs(fight, "stabilise", MAIN, who="b")


@pytest.mark.rule("AAC-014")
def test_what_is_not_written_costs_what_the_referee_says() -> None:
    fight = scene(
        "a . g", "> a improvise : hums\n> referee rule : free, tell a tune\n", a=fighter(), g=foe()
    )
    costs(fight, "improvise", FREE)


THROWN = "> a throw g with dagger\n! attack d20 2\n> a done\n> g done\n"
LYING = "> a prone\n> a done\n> g done\n"


@pytest.mark.rule("AAC-016")
@pytest.mark.parametrize(
    ("verb", "tape"),
    [("pick-up", THROWN + "> a pick-up B1\n"), ("stand", LYING + "> a stand\n")],
    ids=["pick-up", "stand"],
)
def test_picking_up_and_standing_up_take_a_move_and_give_no_unit_an_attack(
    verb: str, tape: str
) -> None:
    fight = scene("a g", tape, a=fighter(weapons=(DAGGER,)), g=foe(ac=18))
    costs(fight, verb, MOVE)
    assert told(fight, "opportunity") == []
    assert unit(fight, "a").gone == 0
    assert not unit(fight, "a").prone


@pytest.mark.rule("AAC-016", "AAC-021")
@pytest.mark.parametrize(("verb", "choice"), [("run", "a run A3"), ("leave", "a leave")])
def test_going_takes_a_move_and_gives_those_one_leaves_an_attack(verb: str, choice: str) -> None:
    fight = scene("a g\n. .\n. .", f"> {choice}\n", a=fighter(), g=foe())
    costs(fight, verb, MOVE, leaves=True)
    assert may(fight, "g strike a with sword")


@pytest.mark.rule("AAC-016")
@pytest.mark.parametrize("verb", ["open", "close"])
def test_a_door_takes_a_move(verb: str) -> None:
    door = Wall(60, 0, 60, 60, 0, 120, "door", (Opening(12, 48, 0, 84),), 0)
    made = scene_setup("a .\ng .", walls=(door,), a=fighter(), g=foe())
    made.grid = made.grid.with_door(0, verb == "close")
    fight = play_setup(made, f"> a {verb} B1\n")
    costs(fight, verb, MOVE)
    assert told(fight, "door") == [f"door unit=a at=B1 opened={'yes' if verb == 'open' else 'no'}"]
    assert told(fight, "opportunity") == []


@pytest.mark.rule("AAC-016")
def test_flying_takes_a_move_and_leaves_a_foes_side_like_any_other() -> None:
    fight = scene(
        "a g . .",
        "> g fly D1 : 10 ft\n",
        first="foes",
        a=fighter(),
        g=beast(name="bat", flight=60, speed=10),
    )
    assert may(fight, "a strike g with sword")
    costs(fight, "fly", MOVE, leaves=True, who="g")


@pytest.mark.rule("AAC-018")
def test_dropping_prone_loading_a_bow_and_drawing_cost_nothing() -> None:
    prone = scene("a g", "> a prone\n", a=fighter(), g=foe())
    costs(prone, "prone", FREE)
    drawn = scene("a g", "> a take-out with dagger\n", a=fighter(weapons=(SWORD, DAGGER)), g=foe())
    costs(drawn, "take-out", FREE)
    loaded = scene(
        "a . g",
        "> a shoot g with small bow\n" + MISS + "> a done\n> g done\n> a reload with small bow\n",
        a=fighter(weapons=(BOW,)),
        g=foe(ac=18),
    )
    costs(loaded, "reload", FREE)
    assert told(loaded, "reloads") == ["reloads unit=a weapon=small_bow"]


@pytest.mark.rule("AAC-021", "G-31")
def test_a_fighting_withdrawal_is_a_main_action() -> None:
    fight = scene("a g", "> a disengage\n", a=fighter(), g=foe())
    costs(fight, "disengage", MAIN)


@pytest.mark.rule("G-33")
def test_a_charge_takes_both_actions_and_leaves_a_foes_side_like_any_other_move() -> None:
    fight = scene(
        "h a . . . . . . g",
        "> a charge H1 g with sword\n",
        a=fighter(ac=18),
        g=foe(ac=18),
        h=foe(),
    )
    assert may(fight, "h strike a with sword")
    costs(fight, "charge", MAIN_AND_MOVE, leaves=True)


# Borrowed actions.

HIT = "! attack d20 15\n"
HOLD = "> a grapple g with unarmed\n" + HIT + "! grapple d6 6\n! grapple d6 5\n"
NEXT_ROUND = "> a done\n> g done\n! damage d2 1\n"
STRUGGLE = "> a done\n> g break-free\n! break free d6 1\n! break free d6 1\n"


@pytest.mark.rule("G-30", "AAC-040")
@pytest.mark.parametrize(
    ("verb", "tape", "cost", "who"),
    [
        ("shove", "> a shove g with sword : prone\n" + MISS, MAIN, "a"),
        ("grapple", HOLD, MAIN, "a"),
        ("break-free", HOLD + STRUGGLE, MAIN, "g"),
        ("release", HOLD + NEXT_ROUND + "> a release\n", FREE, "a"),
        (
            "haul",
            HOLD + NEXT_ROUND + "> a haul D1 : throw\n! carry d6 6\n! carry d6 6\n",
            MAIN,
            "a",
        ),
        ("dual", "> a dual with dagger\n", FREE, "a"),
        ("single", "> a dual with dagger\n> a single\n", FREE, "a"),
        ("swarm", "> a swarm g with sword\n", MAIN, "a"),
    ],
)
def test_what_is_borrowed_costs_what_it_costs_in_sovereign(
    edition: Edition, verb: str, tape: str, cost: int, who: str
) -> None:
    strong = fighter(weapons=(SWORD, DAGGER, UNARMED), stab=1)
    made = scene_setup(". . . .\n. a g .\n. . . .", a=strong, g=foe(hp=30, ac=14))
    fight = play_setup(ruled(edition, made, borrowed_manoeuvres=1), tape)
    costs(fight, verb, cost, who=who)
    assert told(fight, "opportunity") == []


@pytest.mark.rule("G-30", "AAC-040")
def test_a_swarms_blow_costs_nothing_more_and_an_execution_a_main(edition: Edition) -> None:
    made = scene_setup("a g", a=fighter(), g=foe(hp=30))
    ruled(edition, made, borrowed_manoeuvres=1)
    blow = play_setup(made, "> a swarm g with sword\n> a fall-upon g with sword\n" + MISS)
    row = blow.rules.actions["fall-upon"]
    assert (row.cost, row.provokes) == (FREE, False)
    assert (unit(blow, "a").mains, unit(blow, "a").moves) == (0, 1)
    made = scene_setup("a g", surprised="foes", a=fighter(), g=foe(hp=30))
    made.poised = ("a",)
    ruled(edition, made, borrowed_manoeuvres=1)
    fight = play_setup(made, "> a execute g with sword\n! save d20 20\n", first="")
    costs(fight, "execute", MAIN)
