"""The order of foes that act at the same moment."""

from collections.abc import Callable

import pytest
from tests.scene import fighter, foe, play_setup, setup, told, unit
from tests.scripted import go_on, run

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import DEAD
from shieldwall.engine.tape.request import REFEREE
from shieldwall.fight import Fight
from shieldwall.minds import make_mind

ROLLS = """
! initiative d8 3
! initiative d8 8
! initiative d8 1
> g attack a with sword
> a snap g with sword
> h snap g with sword
"""


def three_ways() -> Setup:
    """`g` attacks `a`; `a` and `h`, which are not friends, can both react."""
    return setup(
        "a g h",
        third="h",
        stops="always",
        a=fighter(hp=8),
        g=foe(hp=4, creature=True),
        h=foe(hp=8, creature=True, disciplined=True),
    )


@pytest.mark.rule("SOV-040")
def test_the_order_of_the_units_stands_unless_the_referee_settles_it() -> None:
    fight = play_setup(three_ways(), ROLLS + "! attack d20 20\n! damage d8 8\n", first="")
    assert told(fight, "snap") == ["snap unit=a target=g"]
    assert unit(fight, "g").status == DEAD
    assert (unit(fight, "a").mains, unit(fight, "h").mains) == (0, 0)


@pytest.mark.rule("SOV-040")
def test_the_referee_says_who_comes_first(edition: Callable[..., str]) -> None:
    """Both have paid; the second one has no target left."""
    made = three_ways()
    made.rules = edition(Dial("instants_order", 1, "SOV-040"))
    tape = ROLLS + "> referee first h\n! attack d20 20\n! damage d8 8\n"
    fight = play_setup(made, tape, first="")
    assert told(fight, "snap") == ["snap unit=h target=g"]
    assert unit(fight, "g").status == DEAD
    assert (unit(fight, "a").mains, unit(fight, "h").mains) == (0, 0)


@pytest.mark.rule("SOV-040")
def test_only_the_referee_is_asked_and_only_about_units_that_act(
    edition: Callable[..., str],
) -> None:
    made = three_ways()
    made.rules = edition(Dial("instants_order", 1, "SOV-040"))
    fight: Fight = play_setup(made, ROLLS, first="")
    request = fight.request
    assert request is not None
    assert (request.unit, request.seats) == (REFEREE, (fight.state.referee,))
    assert [fight.names.units[choice.target] for choice in request.options] == ["a", "h"]
    assert make_mind("simple")(request).target == fight.names.index["a"]
    with pytest.raises(ValueError, match="not-the-one"):
        fight.push("referee first g")
    assert fight.request is not None


@pytest.mark.rule("SOV-040", "SOV-097", "SOV-098")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
def test_a_held_action_that_is_chosen_is_paid_for_before_the_instants_of_that_moment(
    rules: str,
) -> None:
    """`c` has chosen its held attack, so it is not asked again while `b` makes its Snap Attack
    first.
    """
    made = setup(
        """
        a g b
        . c .
        """,
        stops="always",
        rules=rules,
        a=fighter(hp=20),
        b=fighter(hp=20),
        c=fighter(hp=20),
        g=foe(hp=60),
    )
    fight = run(made, "a done", "b done", "c hold", "g attack a with sword", "?")
    fight.push("b snap g with sword")
    fight.push("c attack g with sword")
    fight.push("a pass")
    assert [fight.names.units[request.unit] for request in fight.requests] == ["a"]
    go_on(fight, 19, 4, 18, 5, 2)
    assert told(fight, "attack", "hold-used") == [
        "attack unit=b target=g weapon=sword how=melee die=19 total=16 ac=12 hit=yes",
        "hold-used unit=c",
        "attack unit=c target=g weapon=sword how=melee die=18 total=19 ac=12 hit=yes",
        "attack unit=g target=a weapon=sword how=melee die=2 total=3 ac=12 hit=no",
    ]
    assert (unit(fight, "b").mains, unit(fight, "c").mains) == (0, 0)
