"""A turn in Aachen: one main and one move action, on-turn and instant actions."""

import pytest
from tests.rules.aachen.aachen_scene import BOTH, Edition, play_setup, ruled, scene, scene_setup
from tests.rules.ways import exact
from tests.scene import (
    BOW,
    CROSSBOW,
    DAGGER,
    SWORD,
    fighter,
    foe,
    may,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DOWN
from shieldwall.fight import Fight

CLUB = make_weapon("club", 1, 4)
PEACE = "a . . . . . . . g"


def budget(fight: Fight) -> tuple[int, int]:
    return int(unit(fight, "a").mains), int(unit(fight, "a").moves)


@pytest.mark.rule("AAC-013")
@BOTH
@pytest.mark.parametrize("order", [("run B1", "shoot g"), ("shoot g", "run B1")])
def test_one_main_and_one_move_in_either_order(book: str, order: tuple[str, str]) -> None:
    tape = "".join(
        f"> a {deed}\n" + ("! attack d20 2\n" if deed[0] == "s" else "") for deed in order
    )
    fight = scene(PEACE, tape, book, a=fighter(weapons=(BOW,)), g=foe())
    assert budget(fight) == (0, 0)
    assert why_not(fight, "a run A1") == "move-spent AAC-016"
    assert why_not(fight, "a shoot g") in ("main-spent AAC-013", "not-loaded AAC-018")
    assert may(fight, "a prone"), "on-turn actions are left"


@pytest.mark.rule("AAC-014")
@BOTH
def test_an_attack_takes_the_main_action(book: str) -> None:
    fight = scene(
        "a g", "> a attack g with sword\n! attack d20 2\n", book, a=fighter(), g=foe(ac=18)
    )
    assert budget(fight) == (0, 1)
    assert why_not(fight, "a attack g with sword") == "main-spent AAC-013"


@pytest.mark.rule("AAC-014")
def test_drawing_a_downed_friend_to_cover_takes_the_main_action_too() -> None:
    """The text says no more: the GM decides the cost and where the friend ends."""
    fight = scene(
        "g b . .\n. . a .",
        "> g attack b with sword\n! attack d20 15\n! damage d8 8\n> g done\n"
        "> a improvise : drag b behind the wall\n> referee rule : main, tell he lies safe\n",
        first="foes",
        a=fighter(),
        b=fighter(hp=4),
        g=foe(),
    )
    assert unit(fight, "b").status == DOWN
    assert budget(fight) == (0, 1)


@pytest.mark.rule("AAC-015")
@BOTH
def test_the_main_may_be_turned_into_a_second_move_and_no_third(book: str) -> None:
    fight = scene(PEACE, "> a run B1\n> a run C1\n", book, a=fighter(), g=foe())
    assert budget(fight) == (0, 0)
    assert why_not(fight, "a run D1") == "move-spent AAC-016"


@pytest.mark.rule("AAC-016")
def test_a_move_is_up_to_the_rate_and_less_on_bad_ground() -> None:
    fight = scene(PEACE, "", a=fighter(), g=foe())
    assert may(fight, "a run G1"), "30 ft"
    assert exact(fight, "a run B1-C1-D1-E1-F1-G1-H1") == "too-far AAC-016"
    rough = scene("a ~ ~ ~ ~ . g", "", a=fighter(), g=foe())
    assert may(rough, "a run D1"), "three squares of 10 ft"
    assert exact(rough, "a run B1-C1-D1-E1") == "too-far AAC-016"


@pytest.mark.rule("AAC-017", "AAC-045", "W-P17")
@BOTH
def test_move_10_shoot_move_20_is_not_possible(book: str) -> None:
    fight = scene(
        PEACE,
        "> a run C1\n> a shoot g with small bow\n! attack d20 2\n",
        book,
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert where(fight, "a") == "C1"
    assert why_not(fight, "a run G1") == "move-spent AAC-016"


@pytest.mark.rule("AAC-017")
def test_a_table_may_let_a_move_be_split(edition: Edition) -> None:
    made = scene_setup(PEACE, a=fighter(weapons=(BOW,)), g=foe())
    fight = play_setup(
        ruled(edition, made, split_move=1),
        "> a run C1\n> a shoot g with small bow\n! attack d20 2\n",
    )
    assert may(fight, "a run G1")
    assert why_not(fight, "a run H1") == "move-spent AAC-016"


# On-turn actions.

SHOT = "> a shoot g with {}\n! attack d20 2\n"


@pytest.mark.ruling("reload_needs_shoot_1", "no")
@pytest.mark.rule("AAC-018")
@BOTH
@pytest.mark.parametrize("shoot", [-1, 0, 1])
def test_loading_a_bow_costs_nothing_whatever_the_skill(book: str, shoot: int) -> None:
    fight = scene(
        PEACE,
        SHOT.format("small bow") + "> a run B1\n> a reload with small bow\n",
        book,
        a=fighter(weapons=(BOW,), shoot=shoot),
        g=foe(),
    )
    assert budget(fight) == (0, 0)
    assert unit(fight, "a").unloaded == 0


@pytest.mark.ruling("reload_needs_shoot_1", "yes")
@pytest.mark.rule("AAC-018")
@pytest.mark.parametrize(("shoot", "left"), [(0, (0, 0)), (1, (0, 1))])
def test_by_the_narrower_ruling_it_takes_a_move_below_shoot_1(
    edition: Edition, shoot: int, left: tuple[int, int]
) -> None:
    made = scene_setup(PEACE, a=fighter(weapons=(BOW,), shoot=shoot), g=foe())
    fight = play_setup(
        ruled(edition, made, reload_needs_shoot_1=1),
        SHOT.format("small bow") + "> a reload with small bow\n",
    )
    assert budget(fight) == left


@pytest.mark.rule("AAC-018")
@pytest.mark.parametrize("shoot", [0, 2])
def test_a_crossbow_takes_a_main(shoot: int) -> None:
    fight = scene(
        PEACE, SHOT.format("crossbow"), a=fighter(weapons=(CROSSBOW,), shoot=shoot), g=foe()
    )
    assert why_not(fight, "a reload with crossbow") == "main-spent AAC-013"


@pytest.mark.rule("AAC-018")
def test_drawing_a_readied_item_costs_nothing_and_is_done_as_often_as_one_likes() -> None:
    fight = scene(
        "a . g",
        "> a take-out with dagger\n> a take-out with sword\n> a take-out with dagger\n",
        a=fighter(weapons=(SWORD, DAGGER)),
        g=foe(),
    )
    assert budget(fight) == (1, 1)
    assert int(unit(fight, "a").wielded) == 1
    assert exact(fight, "a take-out with dagger") == "in-hand-already AAC-018"


@pytest.mark.rule("AAC-018", "AAC-014")
def test_what_is_packed_away_takes_a_main() -> None:
    fight = scene("a . g", "", a=fighter(weapons=(SWORD, DAGGER), stowed=2), g=foe())
    assert exact(fight, "a take-out with dagger") == "weapon-stowed AAC-018"
    fight = scene(
        "a . g",
        "> a ready with dagger\n",
        a=fighter(weapons=(SWORD, DAGGER), stowed=2),
        g=foe(),
    )
    assert budget(fight) == (0, 1)


@pytest.mark.rule("AAC-018")
def test_on_turn_actions_belong_to_ones_own_turn() -> None:
    fight = scene("a . g", "", a=fighter(), g=foe(weapons=(SWORD, DAGGER)))
    assert why_not(fight, "g prone") == "not-its-side AAC-009"
    assert why_not(fight, "g take-out with dagger") == "not-its-side AAC-009"


# Instant actions.


@pytest.mark.rule("AAC-019")
@BOTH
def test_an_instant_action_is_taken_out_of_turn_after_the_roll(book: str) -> None:
    """Swerving: a hit on a fighter turns out to be none."""
    fight = scene(
        "a g",
        "> g attack a with club\n! attack d20 18\n> a luck\n",
        book,
        first="foes",
        stops="matters",
        a=fighter(luck=1),
        g=foe(weapons=(CLUB,)),
    )
    assert told(fight, "luck", "harm") == ["luck unit=a hit=no"]
    assert budget(fight) == (1, 1)


@pytest.mark.rule("AAC-019")
def test_the_referee_orders_instants_of_one_moment() -> None:
    """Both swerve: the striker to hit after all, the struck to be missed."""
    fight = scene(
        "a g",
        "> a attack g with club\n! attack d20 2\n",
        stops="matters",
        a=fighter(weapons=(CLUB,), luck=1),
        g=foe(luck=1, ac=18),
    )
    fight.push("a luck")
    assert told(fight, "luck") == ["luck unit=a hit=yes"]
    fight.push("g luck")
    assert told(fight, "luck")[-1] == "luck unit=g hit=no"


@pytest.mark.rule("AAC-019", "AAC-039")
def test_total_defense_gives_up_the_main_for_2_ac_after_the_roll() -> None:
    fight = scene(
        "a g",
        "> g attack a with sword\n! attack d20 12\n> a total-defense\n",
        first="foes",
        stops="matters",
        a=fighter(ac=12),
        g=foe(),
    )
    assert told(fight, "harm") == []
    assert budget(fight) == (0, 1)
