"""The table of actions: what each costs, and whether it gives foes an attack of opportunity."""

import pytest
from tests.scene import (
    CROSSBOW,
    DAGGER,
    SLING,
    SWORD,
    fighter,
    foe,
    may,
    play,
    play_setup,
    setup,
    told,
    unit,
    why_not,
)

from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

MISS = "! attack d20 1\n"


def offered(fight: Fight) -> bool:
    """Whether a foe is asked for an Attack of Opportunity."""
    return fight.request is not None and fight.request.point in (LEAVING_REACH, PROVOKED)


BEFORE_STANDING = """
> a prone
> a done
> g done
"""


BEFORE_PICKING_UP = """
> a throw g with dagger
! attack d20 1
> a done
> g done
"""
TWO_BLADES = fighter(weapons=(SWORD, DAGGER), stowed=2)
"""The dagger is in the pack."""

ROWS: list[tuple[str, str, str, int, bool, Sheet]] = [
    # Verb, what goes before in round 1, the choice and its dice, cost, whether it provokes.
    ("attack", "", "> a attack g with sword\n" + MISS, MAIN, False, fighter()),
    ("shoot", "", "> a shoot g with sling\n" + MISS, MAIN, False, fighter(weapons=(SLING,))),
    ("throw", "", "> a throw g with dagger\n" + MISS, MAIN, False, fighter(weapons=(DAGGER,))),
    ("charge", "", "> a charge A2 g with sword\n", MAIN_AND_MOVE, True, fighter()),
    ("swarm", "", "> a swarm g with sword\n", MAIN, False, fighter()),
    ("hold", "", "> a hold\n", MOVE, False, fighter()),
    ("disengage", "", "> a disengage\n", MAIN, False, fighter()),
    ("run", "", "> a run A3\n", MOVE, True, fighter()),
    ("pick-up", BEFORE_PICKING_UP, "> a pick-up B1\n", MOVE, True, fighter(weapons=(DAGGER,))),
    ("ready", "", "> a ready with dagger\n", MAIN, False, TWO_BLADES),
    ("stow", "", "> a stow with sword\n", MAIN, False, TWO_BLADES),
    ("stand", BEFORE_STANDING, "> a stand\n", MOVE, True, fighter()),
    ("prone", "", "> a prone\n", FREE, False, fighter()),
]


@pytest.mark.rule("SOV-046")
@pytest.mark.parametrize(
    ("verb", "before", "action", "cost", "provokes", "who"), ROWS, ids=[row[0] for row in ROWS]
)
def test_the_table_says_what_an_action_costs_and_whether_it_provokes(
    verb: str, before: str, action: str, cost: int, provokes: bool, who: Sheet
) -> None:
    """Each next to an armed foe: the cost, and whether the foe may attack."""
    fight = play("a g .\n. . .\n. . .", before + action, a=who, g=foe(ac=16))
    assert offered(fight) == provokes
    spent = (1 - int(unit(fight, "a").mains), 1 - int(unit(fight, "a").moves))
    assert spent == {FREE: (0, 0), MOVE: (0, 1), MAIN: (1, 0), MAIN_AND_MOVE: (1, 1)}[cost]
    row = fight.rules.actions[verb]
    assert (row.cost, row.provokes) == (cost, provokes), "as the table is shown"


@pytest.mark.rule("SOV-046")
def test_reloading_beside_a_foe_provokes_no_unit() -> None:
    """The table's Main is that of a crossbow in unpractised hands; the text has the other costs."""
    fight = play(
        "g . a . . h",
        f"""
        > g done
        > h done
        > a shoot h with crossbow
        {MISS}
        > a done
        > g run B1
        > g done
        > h done
        > a reload with crossbow
        """,
        first="foes",
        a=fighter(weapons=(CROSSBOW,)),
        g=foe(),
        h=foe(ac=16),
    )
    assert not offered(fight)
    assert told(fight, "reloads") == ["reloads unit=a weapon=crossbow"]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    row = fight.rules.actions["reload"]
    assert (row.cost, row.provokes) == (MAIN, False)


@pytest.mark.rule("SOV-046")
def test_using_a_skill_is_a_main_and_provokes() -> None:
    """Binding a comrade's wounds next to the foe that felled it."""
    fight = play(
        "a g\nb .",
        """
        > a done
        > b done
        > g attack b with sword
        ! attack d20 20
        ! damage d8 8
        > g done
        > a stabilise b
        """,
        a=fighter(kit=True),
        b=fighter(hp=1),
        g=foe(),
    )
    assert offered(fight)
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    for verb in ("stabilise", "hide"):
        row = fight.rules.actions[verb]
        assert (row.cost, row.provokes) == (MAIN, True), verb


@pytest.mark.rule("SOV-046")
@pytest.mark.parametrize(
    ("choice", "provokes"), [("a screen b", False), ("a screen A2 b", True)], ids=["stays", "moves"]
)
def test_screening_is_a_move_and_provokes_only_where_one_moves(choice: str, provokes: bool) -> None:
    fight = play("a g\n. b", f"> {choice}", a=fighter(stab=1), b=fighter(), g=foe(ac=16))
    assert offered(fight) == provokes
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    row = fight.rules.actions["screen"]
    assert (row.cost, row.provokes) == (MOVE, True)


@pytest.mark.rule("SOV-046")
@pytest.mark.parametrize(
    ("answer", "dice", "kind"),
    [("a total-defense", "", "total-defense"), ("a snap g with sword", MISS, "snap")],
    ids=["total defense", "snap attack"],
)
def test_instants_take_the_main_on_a_foes_turn_and_provoke_no_unit(
    answer: str, dice: str, kind: str
) -> None:
    fight = play(
        "a g",
        f"> g attack a with sword\n> {answer}\n{dice}{MISS}",
        first="foes",
        stops="always",
        a=fighter(ac=16),
        g=foe(ac=16, creature=True),
    )
    assert len(told(fight, kind)) == 1
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert told(fight, "opportunity") == []
    assert may(fight, "g done"), "it is still the foes' turn"


OTHERS = {
    "swift-cast": (FREE, False),
    "activate": (MAIN, False),
    "read": (MAIN, False),
    "shove": (MAIN, False),
    "grapple": (MAIN, False),
    "break-free": (MAIN, False),
    "release": (FREE, False),
    "haul": (MAIN, False),
    "execute": (MAIN, False),
    "fall-upon": (FREE, False),
    "open": (MOVE, False),
    "close": (MOVE, False),
    "leave": (MOVE, True),
    "dual": (FREE, False),
    "single": (FREE, False),
    "take-out": (FREE, False),
    "spare": (FREE, False),
    "no-quarter": (FREE, False),
    "finish": (MAIN, False),
    "cast": (MAIN, False),
    "wake": (MAIN, False),
    "shake-off": (MAIN, False),
    "drink": (MOVE, False),
    "hew": (MAIN, False),
    "climb": (MAIN_AND_MOVE, False),
    "improvise": (FREE, False),
    "use": (MAIN, False),
    "fly": (MOVE, True),
    "avert": (FREE, False),
    "tear-free": (MAIN, False),
    "whirlwind": (FREE, False),
}
"""Actions the table does not list, with the type we give them."""


@pytest.mark.rule("SOV-045", "SOV-046")
def test_every_action_has_its_row_whether_the_book_lists_it_or_not() -> None:
    """The table is not exhaustive: what else is offered has a type and a word on blows too."""
    book = {row[0] for row in ROWS} | {"reload", "screen", "stabilise", "hide"}
    fight = play("a . g", "", a=fighter(), g=foe())
    shown = {spec.verb: (spec.cost, spec.provokes) for spec in fight.rules.action_list}
    assert {verb: row for verb, row in shown.items() if verb not in book} == OTHERS


@pytest.mark.rule("SOV-045")
def test_what_is_no_action_of_the_game_is_refused_in_the_name_of_that_rule() -> None:
    fight = play("a . g", "", a=fighter(), g=foe())
    assert why_not(fight, "a dance") == "no-such-action SOV-045"


@pytest.mark.rule("SOV-036", "SOV-045")
@pytest.mark.parametrize("verb", ["open", "close"])
def test_doors_take_a_move_even_beside_a_foe_and_provoke_no_unit(verb: str) -> None:
    door = Wall(60, 0, 60, 60, 0, 120, "door", (Opening(12, 48, 0, 84),), 0)
    made = setup("a .\ng .", walls=(door,), a=fighter(), g=foe())
    made.grid = made.grid.with_door(0, verb == "close")
    fight = play_setup(made, f"> a {verb} B1")
    stands = "yes" if verb == "open" else "no"
    assert told(fight, "door") == [f"door unit=a at=B1 opened={stands}"]
    assert not offered(fight)
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)


@pytest.mark.rule("SOV-034", "SOV-045")
def test_leaving_the_field_takes_a_move_and_gives_those_in_reach_their_blow() -> None:
    fight = play("a g .\n. . .", "> a leave", a=fighter(), g=foe())
    assert offered(fight)
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert told(fight, "leaves") == []
