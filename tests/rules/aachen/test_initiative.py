"""Initiative in Aachen: a roll a side, and the option in which players act one by one."""

import pytest
from tests.rules.aachen.aachen_scene import (
    BOTH,
    LATER,
    Edition,
    play_setup,
    ruled,
    scene,
    scene_setup,
)
from tests.scene import BOW, fighter, foe, last, may, told, why_not

from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight


@pytest.mark.rule("AAC-007", "AAC-002")
@BOTH
def test_each_side_adds_the_best_dex_among_its_members(book: str) -> None:
    fight = scene(
        "a b . g h",
        "! initiative d8 4\n! initiative d8 4\n",
        book,
        first="",
        a=fighter(dex=1),
        b=fighter(dex=-1),
        g=foe(dex=2),
        h=foe(dex=1),
    )
    assert told(fight, "initiative", "order") == [
        "initiative side=party die=4 total=5",
        "initiative side=foes die=4 total=6",
        "order sides=foes,party",
    ]
    assert [term.cite for term in last(fight, "initiative").terms] == ["AAC-007", "AAC-007"]


@pytest.mark.rule("AAC-008")
@BOTH
@pytest.mark.parametrize(("die", "order"), [(4, "party,foes"), (3, "foes,party")])
def test_the_higher_goes_first_and_on_a_tie_the_players(book: str, die: int, order: str) -> None:
    fight = scene(
        "a . g",
        f"! initiative d8 {die}\n! initiative d8 5\n",
        book,
        first="",
        a=fighter(dex=1),
        g=foe(),
    )
    assert told(fight, "order") == [f"order sides={order}"]


@pytest.mark.rule("AAC-009", "AAC-001")
@BOTH
def test_members_act_in_any_order_and_the_order_of_sides_is_kept(book: str) -> None:
    fight = scene(
        "a b . g",
        "> b done\n> a done\n> g done\n> a done\n> b done\n> g done\n",
        book,
        a=fighter(),
        b=fighter(),
        g=foe(),
    )
    assert told(fight, "turn") == [f"turn unit={name}" for name in "bagabg"]
    assert len(told(fight, "initiative")) == 2
    assert told(fight, "round") == [f"round number={number}" for number in (1, 2, 3)]


@pytest.mark.rule("AAC-009")
def test_a_side_waits_until_the_one_before_it_has_finished() -> None:
    fight = scene("a b . g", "> a done\n", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "g done") == "not-its-side AAC-009"


# The option.


def one_by_one(edition: Edition, tape: str, book: str = LATER, **sheets: object) -> Fight:
    people = {
        "a": fighter(dex=0), "b": fighter(dex=1), "c": fighter(dex=2), "g": foe(dex=1),
        "h": foe(dex=0), **sheets,
    }  # fmt: skip
    made: Setup = scene_setup("a b c . . g h", book, **people)
    return play_setup(ruled(edition, made, initiative_individual=1), tape, first="")


def rolls(*values: int) -> str:
    return "".join(f"! initiative d8 {value}\n" for value in values)


@pytest.mark.ruling("initiative_individual", "players")
@pytest.mark.rule("AAC-010", "AAC-011", "G-34")
@BOTH
def test_each_player_rolls_with_its_own_dex_and_the_others_act_as_a_block(
    edition: Edition, book: str
) -> None:
    """a 7, b 3 + 1, c 3 + 2, the foes 4 + their best DEX 1: a and c go before them, b after."""
    fight = one_by_one(edition, rolls(7, 3, 3, 4), book)
    assert told(fight, "own-initiative", "initiative", "order") == [
        "own-initiative unit=a die=7 total=7",
        "own-initiative unit=b die=3 total=4",
        "own-initiative unit=c die=3 total=5",
        "initiative side=foes die=4 total=5",
        "order sides=party,party,foes,party",
    ]
    assert may(fight, "a done")
    assert why_not(fight, "c done") == "not-its-side AAC-009", "not before its place"


@pytest.mark.rule("AAC-010")
def test_the_interleaved_order_stands_for_the_whole_fight(edition: Edition) -> None:
    order = "> a done\n> c done\n> h done\n> g done\n> b done\n"
    fight = one_by_one(edition, rolls(7, 3, 3, 4) + order * 2)
    assert told(fight, "turn") == [f"turn unit={name}" for name in "achgbachgb"]
    assert len(told(fight, "own-initiative")) == 3
    assert may(fight, "a done")


@pytest.mark.rule("AAC-010", "G-34")
def test_players_who_are_level_go_by_dex_and_then_as_they_like(edition: Edition) -> None:
    """All come to 5: c with DEX 2, then a and b in either order, as their DEX is the same."""
    fight = one_by_one(edition, rolls(4, 4, 3, 1), a=fighter(dex=1))
    assert told(fight, "order") == ["order sides=party,party,foes"]
    assert not may(fight, "a done")
    for first, second in (("a", "b"), ("b", "a")):
        order = f"> c done\n> {first} done\n> {second} done\n"
        fight = one_by_one(edition, rolls(4, 4, 3, 1) + order, a=fighter(dex=1))
        assert may(fight, "g done")


@pytest.mark.rule("AAC-010")
def test_a_unit_that_falls_before_its_place_is_passed_over(edition: Edition) -> None:
    fight = one_by_one(
        edition,
        rolls(1, 1, 1, 8)
        + "> g shoot c with small bow\n! attack d20 20\n! damage d6 6\n> g done\n> h done\n",
        c=fighter(dex=2, hp=1),
        g=foe(weapons=(BOW,)),
    )
    assert may(fight, "b done")
    assert not may(fight, "a done")


@pytest.mark.ruling("initiative_individual", "sides")
@pytest.mark.rule("AAC-010")
def test_by_default_a_side_rolls_once() -> None:
    fight = scene("a b . g", "", a=fighter(), b=fighter(), g=foe())
    assert told(fight, "own-initiative") == []
    assert len(told(fight, "initiative")) == 2


@pytest.mark.rule("AAC-010", "AAC-002")
def test_two_blocks_that_are_level_roll_again_between_themselves(edition: Edition) -> None:
    made = scene_setup("a . g . z", third="z", a=fighter(), g=foe(), z=foe())
    ruled(edition, made, initiative_individual=1)
    fight = play_setup(
        made, rolls(8, 5, 5) + "! initiative tie d8 2\n! initiative tie d8 7\n", first=""
    )
    assert told(fight, "order") == ["order sides=party,third,foes"]
