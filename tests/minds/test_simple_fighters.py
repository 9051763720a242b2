"""The simple mind in melee: approaches, targets, charges, throws, bare hands."""

from __future__ import annotations

from tests.minds.thinking import chosen, goal
from tests.rules.test_doors import upright
from tests.scene import (
    AXE,
    CLAWS,
    DAGGER,
    POLEARM,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play,
    play_setup,
    setup,
    unit,
)

from shieldwall.fight import Fight
from shieldwall.minds import make_mind


def brute(**facts: object) -> dict[str, object]:
    """Facts of a foe that no test brings down by chance."""
    return {"hp": 30, "creature": True, "fearless": True, **facts}


# Ways.


def test_it_runs_up_to_a_foe_in_reach_of_a_run_and_strikes() -> None:
    fight = play("a . . . . g", "", a=fighter(), g=foe())
    assert goal(fight) == "E1"
    fight.push(chosen(fight))
    assert chosen(fight) == "a attack g with sword"


def test_a_polearm_stops_ten_feet_away() -> None:
    fight = play("a . . . . g", "", a=fighter(weapons=(POLEARM,)), g=foe())
    assert goal(fight) == "D1"
    fight.push(chosen(fight))
    assert chosen(fight) == "a attack g with polearm"


def test_it_charges_where_a_run_does_not_reach() -> None:
    """30 ft a Move: the foe 45 ft off is beyond a run and within a charge."""
    near = play("a . . . . . . g", "", a=fighter(), g=foe())
    assert goal(near) == "G1"
    far = play("a . . . . . . . . g", "", a=fighter(), g=foe())
    assert chosen(far) == "a charge I1 g with sword"


def test_beyond_a_charge_it_comes_nearer_with_both_moves() -> None:
    fight = play("a" + " ." * 20 + " g", "", a=fighter(), g=foe())
    assert goal(fight) == "G1"
    fight.push(chosen(fight))
    assert goal(fight) == "M1"


def test_it_throws_what_it_has_where_it_can_neither_reach_nor_charge() -> None:
    """There is no path over the chasm; the spear is thrown 60 ft, and the sword stays ready."""
    fight = play("a . . . x . . . . g", "", a=fighter(weapons=(SWORD, SPEAR)), g=foe())
    assert chosen(fight) == "a throw g with spear"
    swordsman = play("a . . . x . . . . g", "", a=fighter(), g=foe())
    assert chosen(swordsman) == "a done"


def test_it_walks_around_a_pillar() -> None:
    """The straight way is shut; both steps of the way round are free."""
    fight = play(
        """
        . . . . .
        a . # . g
        # # # # #
        """,
        "",
        a=fighter(),
        g=foe(),
    )
    assert goal(fight) == "D1" or goal(fight) == "D2"
    fight.push(chosen(fight))
    assert chosen(fight) == "a attack g with sword"


def test_it_goes_round_a_long_wall_that_hides_the_foe() -> None:
    """By the crow the foe is 10 ft off; on foot it is far, around the right end."""
    fight = play(
        """
        a . . . . . . . . .
        # # # # # # # # # .
        g . . . . . . . . .
        """,
        "",
        a=fighter(),
        g=foe(),
    )
    assert goal(fight) == "G1"
    fight.push(chosen(fight))
    assert goal(fight) in ("H3", "I3")


def test_it_opens_a_closed_door_towards_the_foe() -> None:
    fight = play(
        "a . . . g", "", walls=(upright(2),), a=fighter(), g=foe()
    )  # fmt: skip
    assert goal(fight) == "B1"
    fight.push(chosen(fight))
    assert chosen(fight) == "a open C1"


def test_an_open_door_is_walked_through() -> None:
    fight = play(
        ". a . . g", "> a open C1\n> a done\n> g done\n", walls=(upright(2),), a=fighter(), g=foe()
    )
    assert goal(fight) == "D1"


def test_a_prone_unit_gets_up_before_anything_else() -> None:
    """Even with an adjacent foe that attacks it for that."""
    fight = play("a g", "> a prone\n> a done\n> g done\n", a=fighter(), g=foe())
    assert chosen(fight) == "a stand"
    away = play("a . . . g", "> a prone\n> a done\n> g done\n", a=fighter(), g=foe())
    assert chosen(away) == "a stand"


# Targets and weapons.


def test_it_finishes_the_wounded_first() -> None:
    """Two of a kind side by side, one of them hurt; whichever it is."""
    for hurt, whole in (("g", "h"), ("h", "g")):
        fight = play(
            """
            . b .
            g a h
            """,
            f"""
            > b attack {hurt} with sword
            ! attack d20 15
            ! damage d8 6
            > b done
            """,
            a=fighter(),
            b=fighter(),
            g=foe(**brute(hp=9)),
            h=foe(**brute(hp=9)),
        )
        assert unit(fight, whole).hp > unit(fight, hurt).hp
        assert chosen(fight) == f"a attack {hurt} with sword"


def test_it_strikes_where_the_armour_is_poorer() -> None:
    fight = play("g a h", "", a=fighter(), g=foe(hp=9, ac=17), h=foe(hp=9, ac=12))
    assert chosen(fight) == "a attack h with sword"


def test_it_takes_the_better_weapon() -> None:
    fight = play("a g", "", a=fighter(weapons=(DAGGER, AXE)), g=foe(hp=9))
    assert chosen(fight) == "a attack g with war axe"


def test_it_goes_for_the_weakest_foe_in_reach_of_a_run() -> None:
    fight = play(
        "h . . . a . . . g", "", a=fighter(), g=foe(hp=3), h=foe(hp=9)
    )  # fmt: skip
    assert goal(fight) == "H1"
    fight = play(
        "h . . . a . . . g", "", a=fighter(), g=foe(hp=9), h=foe(hp=3)
    )  # fmt: skip
    assert goal(fight) == "B1"


# In a grapple, and when all is lost.


HELD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 5
> a done
"""


def test_the_held_one_breaks_free_and_the_holder_strikes_with_bare_hands() -> None:
    fight = play("a g .", HELD, a=fighter(weapons=(UNARMED, SWORD)), g=foe(hp=9))
    assert chosen(fight) == "g break-free"
    fight.push("g done")
    assert chosen(fight) == "a attack g with unarmed"


def broken(drawing: str) -> Fight:
    """The foe has lost half its HP and its nerve, and it is its turn."""
    return play(
        drawing,
        "> a attack g with sword\n! attack d20 15\n! damage d8 5\n> a done\n",
        a=fighter(),
        g=foe(hp=10, creature=True),
    )


def test_a_unit_that_is_broken_and_at_the_edge_leaves_the_map() -> None:
    assert chosen(broken("a g . . .")) == "g leave"


PLAIN = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . a g . .
. . . . . . .
. . . . . . .
. . . . . . .
"""


def test_a_unit_that_is_broken_breaks_off_first_and_then_runs_for_the_edge_and_leaves() -> None:
    fight = broken(PLAIN)
    assert chosen(fight) == "g disengage"
    fight.push(chosen(fight))
    assert goal(fight)[0] == "G" or goal(fight).endswith(("1", "7"))
    fight.push(chosen(fight))
    assert fight.state.clock.active < 0 or chosen(fight) == "g done"


def test_the_broken_leave_the_map_within_two_turns() -> None:
    fight = broken(PLAIN)
    mind = make_mind("simple")
    answers = 0
    while fight.outcome is None and fight.request is not None and answers < 12:
        request = fight.request
        side = "a" if request.unit < 0 and request.seats == (0,) else ""
        fight.push("a done" if side else mind(request))
        answers += 1
    assert fight.outcome is not None
    assert any(event.KIND == "leaves" for event in fight.events)


def test_a_beast_strikes_with_what_it_was_born_with() -> None:
    fight = play("a g", "", first="foes", a=fighter(), g=foe(weapons=(CLAWS,)))
    assert chosen(fight) == "g attack a with claws"


def test_with_no_foe_it_knows_of_it_waits() -> None:
    made = setup("a . . . g", a=fighter(), g=foe())
    made.hidden = ("g",)
    assert chosen(play_setup(made, "")) == "a done"
