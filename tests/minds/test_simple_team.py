"""The simple mind's teamwork: screens, swarms, first aid."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.rules.magic_scene import mage
from tests.scene import BOW, SWORD, fighter, foe, play, unit

from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

STRUCK = "> b attack g with sword\n! attack d20 1\n"


def beside(friend: Sheet, tape: str = STRUCK, **facts: object) -> Fight:
    """`b`, which has attacked and has a Move left, next to a friend."""
    return play(
        "a b g", tape, a=friend, b=fighter(**{"stab": 1, **facts}), g=foe(hp=30, ac=18)
    )  # fmt: skip


@pytest.mark.parametrize(
    "friend", [fighter(weapons=(BOW,)), mage("arcane spark")], ids=["archer", "caster"]
)
def test_with_a_move_to_spare_it_screens_an_archer_or_a_caster_at_its_side(friend: Sheet) -> None:
    assert chosen(beside(friend)) == "b screen a"


def test_it_screens_a_friend_who_has_lost_half() -> None:
    """From 10 HP: 5 left is half, 6 is more."""

    def hurt(amount: int) -> Fight:
        return play(
            """
            a b
            g .
            """,
            f"""
            > g attack a with sword
            ! attack d20 18
            ! damage d8 {amount}
            > g done
            > b attack g with sword
            ! attack d20 1
            """,
            first="foes",
            a=fighter(hp=10), b=fighter(stab=1), g=foe(hp=30, ac=18),
        )  # fmt: skip

    assert chosen(hurt(5)) == "b screen a"
    assert chosen(hurt(4)) == "b done"


def test_it_does_not_screen_the_hale_nor_when_it_bleeds_itself_or_has_no_skill() -> None:
    assert chosen(beside(fighter())) == "b done"
    assert chosen(beside(fighter(weapons=(BOW,)), stab=0)) == "b done"
    hurt = play(
        "a b g",
        "> g attack b with sword\n! attack d20 18\n! damage d8 6\n> g done\n" + STRUCK,
        first="foes",
        a=fighter(weapons=(BOW,)), b=fighter(stab=1, hp=10), g=foe(hp=30, ac=18),
    )  # fmt: skip
    assert unit(hurt, "b").hp == 4
    assert chosen(hurt) == "b done"


def test_it_strikes_before_it_screens() -> None:
    fight = beside(fighter(weapons=(BOW,)), "> a done\n")
    assert chosen(fight) == "b attack g with sword"


RING = """
a b .
. g c
. . .
"""


def ring(ac: int) -> Fight:
    people = {"a": fighter(hp=20), "b": fighter(hp=20), "c": fighter(hp=20)}
    return play(RING, "", **people, g=foe(hp=60, ac=ac))  # type: ignore[arg-type]


def test_against_what_can_hardly_be_hit_blows_are_joined() -> None:
    """Attack bonus 1: AC 18 is hit with four faces of the die, AC 17 with five."""
    assert chosen(ring(18)) == "a swarm g with sword"
    assert chosen(ring(17)) == "a attack g with sword"


def test_one_alone_does_not_swarm() -> None:
    fight = play("a g . b", "", a=fighter(), b=fighter(), g=foe(hp=60, ac=18))
    assert chosen(fight) == "a attack g with sword"


def test_the_others_join_and_the_last_strikes_for_all() -> None:
    fight = ring(18)
    order = []
    for _ in range(12):
        answer = chosen(fight)
        order.append(answer)
        if " fall-upon " in answer:
            break
        fight.push(answer)
    assert [text for text in order if not text.endswith(" done")] == [
        "a swarm g with sword",
        "b swarm g with sword",
        "c swarm g with sword",
        "c fall-upon g with sword",
    ]


def test_the_dying_are_bound_up_before_anything_else() -> None:
    fight = play(
        "a b g",
        "> g attack b with sword\n! attack d20 18\n! damage d8 8\n> g done\n",
        first="foes",
        a=fighter(kit=True, weapons=(SWORD, BOW)), b=fighter(hp=5), g=foe(hp=30),
    )  # fmt: skip
    assert chosen(fight) == "a stabilise b"
    without = play(
        """
        a b .
        . g .
        """,
        "> g attack b with sword\n! attack d20 18\n! damage d8 8\n> g done\n",
        first="foes",
        a=fighter(), b=fighter(hp=5), g=foe(hp=30),
    )  # fmt: skip
    assert chosen(without) == "a attack g with sword"
