"""What a round allows: a Main, a Move, Free actions; what the table of actions says."""

import pytest
from tests.scene import (
    CROSSBOW,
    DAGGER,
    SLING,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    why_not,
)

from shieldwall.core.points import LEAVING_REACH, PROVOKED
from shieldwall.core.ruleset import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.core.state import Sheet
from shieldwall.fight import Fight

MISS = "! attack d20 1\n"


@pytest.mark.rule("SOV-035")
def test_there_is_one_main_a_round() -> None:
    fight = play("a g", "> a attack g with sword\n" + MISS, a=fighter(), g=foe(ac=14))
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a disengage") == "main-spent SOV-035"


@pytest.mark.rule("SOV-035")
def test_budgets_are_filled_at_the_start_of_a_round_and_not_of_ones_own_turn() -> None:
    """The foe acts second: in round 2 its Main is there again while the party is still acting."""
    fight = play(
        "a g",
        f"""
        > a attack g with sword
        {MISS}
        > a done
        > g attack a with sword
        {MISS}
        """,
        a=fighter(ac=14),
        g=foe(ac=14),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1), "spent until the round ends"
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (0, 1)
    fight.push("g done")
    assert told(fight, "round") == ["round number=1", "round number=2"]
    assert may(fight, "a attack g")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (1, 1)


@pytest.mark.rule("SOV-035", "SOV-036")
def test_what_is_left_of_a_round_is_not_saved_for_the_next() -> None:
    fight = play("a . . g", "> a done\n> g done\n", a=fighter(), g=foe())
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)


@pytest.mark.rule("SOV-036")
def test_there_is_one_move_a_round_beside_the_main() -> None:
    fight = play(
        "a . g",
        f"""
        > a run B1
        > a attack g with sword
        {MISS}
        """,
        a=fighter(),
        g=foe(ac=14),
    )
    assert why_not(fight, "a run A1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-036")
def test_standing_up_takes_the_move() -> None:
    fight = play(
        "a . . g",
        """
        > a prone
        > a stand
        """,
        a=fighter(),
        g=foe(),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert not unit(fight, "a").prone


@pytest.mark.rule("SOV-037")
def test_the_main_serves_as_a_second_move_and_then_it_is_spent() -> None:
    fight = play(
        "a . . . . . . . . . . . . g",
        """
        > a run G1
        > a run M1
        """,
        a=fighter(),
        g=foe(ac=14),
    )
    assert told(fight, "moved") == [
        "moved unit=a path=B1,C1,D1,E1,F1,G1 feet=30",
        "moved unit=a path=H1,I1,J1,K1,L1,M1 feet=30",
    ]
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a run L1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-037")
def test_the_move_is_spent_before_the_main() -> None:
    fight = play("a . g", "> a run B1", a=fighter(), g=foe(ac=14))
    assert may(fight, "a attack g")


@pytest.mark.rule("SOV-037")
def test_a_move_is_no_second_main() -> None:
    fight = play("a g", "> a attack g with sword\n" + MISS, a=fighter(), g=foe(ac=14))
    assert unit(fight, "a").moves == 1
    assert not may(fight, "a attack g")


@pytest.mark.rule("SOV-038")
def test_free_actions_cost_nothing_and_may_be_taken_again() -> None:
    fight = play(
        "a . . . g",
        """
        > a prone
        > a stand
        > a prone
        > a stand
        > a prone
        """,
        a=fighter(),
        g=foe(),
    )
    assert len(told(fight, "prone")) == 3
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    assert unit(fight, "a").prone


@pytest.mark.rule("SOV-038")
def test_free_actions_belong_to_ones_own_turn() -> None:
    fight = play("a b . . g", "> a done", a=fighter(), b=fighter(), g=foe())
    assert why_not(fight, "a prone") == "has-acted SOV-030"
    assert why_not(fight, "g prone") == "not-its-side SOV-030"
    assert may(fight, "b prone")


BEFORE_STANDING = """
> a prone
> a done
> g done
"""


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
    """Each beside an armed foe: what is paid, and whether the foe is offered a blow."""
    fight = play("a g .\n. . .\n. . .", before + action, a=who, g=foe(ac=16))
    assert offered(fight) == provokes
    spent = (1 - int(unit(fight, "a").mains), 1 - int(unit(fight, "a").moves))
    assert spent == {FREE: (0, 0), MOVE: (0, 1), MAIN: (1, 0), MAIN_AND_MOVE: (1, 1)}[cost]
    row = fight.rules.actions[verb]
    assert (row.cost, row.provokes) == (cost, provokes), "as the table is shown"


@pytest.mark.rule("SOV-046")
def test_reloading_beside_a_foe_provokes_nobody() -> None:
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
@pytest.mark.parametrize(
    ("choice", "provokes"), [("a screen b", False), ("a screen A2 b", True)], ids=["stays", "moves"]
)
def test_screening_is_a_move_and_provokes_only_where_one_moves(choice: str, provokes: bool) -> None:
    fight = play("a g\n. b", f"> {choice}", a=fighter(stab=1), b=fighter(), g=foe(ac=16))
    assert offered(fight) == provokes
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)
    assert fight.rules.actions["screen"].cost == MOVE


@pytest.mark.rule("SOV-046")
@pytest.mark.parametrize(
    ("answer", "dice", "kind"),
    [("a total-defense", "", "total-defense"), ("a snap g with sword", MISS, "snap")],
    ids=["total defense", "snap attack"],
)
def test_instants_take_the_main_on_a_foes_turn_and_provoke_nobody(
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


@pytest.mark.rule("SOV-035")
def test_a_side_that_lost_initiative_can_spend_the_rounds_main_before_its_turn() -> None:
    """And then it is spent when the turn comes."""
    fight = play(
        "a g",
        """
        > g attack a with sword
        ! attack d20 12
        > a total-defense
        > g done
        """,
        first="foes",
        stops="matters",
        a=fighter(ac=12),
        g=foe(attack=1, creature=True),
    )
    assert unit(fight, "a").mains == 0
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert may(fight, "a prone")


def offered(fight: Fight) -> bool:
    """Whether somebody is asked for an attack of opportunity."""
    return fight.request is not None and fight.request.point in (LEAVING_REACH, PROVOKED)
