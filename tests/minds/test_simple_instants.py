"""The simple mind's reactions: free attacks, Total Defense, luck, Snap Attacks."""

from __future__ import annotations

import pytest
from tests.minds.thinking import asked, chosen
from tests.scene import BOW, SWORD, fighter, foe, play

from shieldwall.engine.state.sheet import ANY_AC, Weapon, make_weapon
from shieldwall.fight import Fight

TALENT = make_weapon("talent", 1, 6, shock=5, shock_ac=ANY_AC)
CLUB = make_weapon("club", 1, 4)


def blow(
    die: int, hp: int, weapon: Weapon = SWORD, luck: int = 0, ac: int = 14, **facts: object
) -> Fight:
    """A foe that no Snap Attack could fell attacks `a` with this die; attack bonus 1.

    `a` is asked at every moment, so the mind itself must notice when there is nothing to do.
    """
    return play(
        "a g",
        f"> g attack a with {weapon.name}\n> a pass\n! attack d20 {die}\n",
        first="foes",
        stops="always",
        a=fighter(hp=hp, ac=ac, luck=luck, **facts),
        g=foe(hp=99, attack=1, weapons=(weapon,), creature=True),
    )


def test_a_foe_who_turns_its_back_is_struck_at() -> None:
    fight = play("g a . .", "> a run D1\n", a=fighter(), g=foe())
    assert asked(fight) == ["g"]
    assert chosen(fight) == "g strike a with sword"


def test_a_unit_that_stands_up_beside_it_is_struck_at() -> None:
    fight = play("g a", "> a prone\n> a done\n> g done\n> a stand\n", a=fighter(), g=foe())
    assert chosen(fight) == "g strike a with sword"


def test_it_defends_where_that_turns_a_hit_that_would_hurt() -> None:
    """A sword's mean of 4.5 is a third of 13 HP and less than a third of 14."""
    assert chosen(blow(14, hp=13)) == "a total-defense"
    assert chosen(blow(14, hp=14)) == "a pass"


def test_it_does_not_defend_where_the_hit_would_stand() -> None:
    """AC 14 and 2: a total of 15 is turned, 16 hits all the same."""
    assert chosen(blow(14, hp=9)) == "a total-defense"
    assert chosen(blow(15, hp=9)) == "a pass"


def test_it_defends_against_shock_only_where_the_shock_is_deadly() -> None:
    assert chosen(blow(2, hp=5, weapon=TALENT)) == "a total-defense"
    assert chosen(blow(2, hp=6, weapon=TALENT)) == "a pass"


def test_it_does_not_defend_against_what_a_shield_stops() -> None:
    """The first Shock of a round is the shield's business."""
    assert chosen(blow(2, hp=5, weapon=TALENT, shield=1)) == "a pass"


def test_it_trusts_to_luck_when_the_blow_may_be_its_last() -> None:
    """A sword deals 8 at most: with 8 HP it counts, with 9 luck is kept."""
    assert chosen(blow(19, hp=8, luck=1)) == "a luck"
    assert chosen(blow(19, hp=9, luck=1)) == "a pass"


def test_it_makes_a_miss_a_hit_where_that_is_likely_to_end_a_foe() -> None:
    """Mean 4.5 against 4 HP, and against 5."""

    def miss(hp: int) -> Fight:
        return play(
            "a g", "> a attack g with sword\n! attack d20 2\n", stops="matters",
            a=fighter(luck=1), g=foe(hp=hp, creature=True, ac=15),
        )  # fmt: skip

    assert chosen(miss(4), "a") == "a luck"
    assert chosen(miss(5), "a") == "a pass"


def deadly(friend: int, hp: int = 8) -> Fight:
    """The foe between two of the party has struck at `a` and hit."""
    return play(
        "a g b",
        "> g attack a with sword\n> a pass\n> b pass\n! attack d20 18\n",
        first="foes",
        stops="always",
        a=fighter(hp=friend, weapons=(CLUB,)),
        b=fighter(),
        g=foe(hp=hp, creature=True),
    )


def test_it_strikes_first_at_a_foe_whose_blow_would_be_deadly() -> None:
    """A sword deals 8 at most: a friend with 8 HP may fall, one with 9 will not."""
    assert chosen(deadly(friend=8), "b") == "b snap g with sword"
    assert chosen(deadly(friend=9), "b") == "b pass"


@pytest.mark.parametrize(("hp", "answer"), [(8, "b snap g with sword"), (9, "b pass")])
def test_it_snaps_only_where_that_can_end_the_foe(hp: int, answer: str) -> None:
    """`b`'s sword deals 8 at most too: 9 HP are out of its reach, and the Main is kept."""
    assert chosen(deadly(friend=4, hp=hp), "b") == answer


def test_an_archer_snaps_a_shot_from_afar() -> None:
    fight = play(
        "a g . . . . b",
        "> g attack a with sword\n! attack d20 18\n",
        first="foes",
        stops="matters",
        a=fighter(hp=4, weapons=(CLUB,)),
        b=fighter(weapons=(BOW,)),
        g=foe(hp=6, creature=True),
    )
    assert chosen(fight, "b") == "b snap g with small bow"
