"""Plans of a whole side, and what the captain makes of its time and says of it."""

from __future__ import annotations

from tests.minds.thinking import chosen
from tests.scene import fighter, foe, play

from shieldwall.books import RULESETS
from shieldwall.fight import Fight
from shieldwall.minds.captain import PATIENCE, SECONDS, Captain
from shieldwall.minds.fight_value import Team, chance_in_thousand
from shieldwall.minds.side_plans import Planned, SidePlan, plans_for


def far_apart() -> Fight:
    """Too far to run up and strike in one turn: whoever goes first is struck first."""
    return play(
        "a . . . . . . . . . . . . . . g", "", a=fighter(hp=9), g=foe(hp=9, creature=True),
    )  # fmt: skip


def test_a_side_that_lets_them_come_holds_its_action_and_does_not_step_into_the_open() -> None:
    assert chosen(far_apart(), mind=Planned()).startswith("a run ")
    assert chosen(far_apart(), mind=Planned(waits=True)) == "a hold"


def test_it_strikes_whoever_has_come() -> None:
    beside = play("a g . .", "", a=fighter(hp=9), g=foe(hp=9, creature=True))
    assert chosen(beside, mind=Planned(waits=True)) == "a attack g with sword"


def test_waiting_is_thought_of_before_the_melee_has_begun_and_not_in_it() -> None:
    for fight, waits in ((far_apart(), True), (play("a g", "", a=fighter(), g=foe()), False)):
        request = fight.request
        assert request is not None
        unit = request.battle.state.units[0]
        plans: list[SidePlan] = plans_for(request.battle, unit, unit.side)
        assert any(plan.waits and not plan.holds for plan in plans) == waits


def test_a_side_that_keeps_its_blows_holds_in_a_melee() -> None:
    beside = play("a g . .", "", a=fighter(hp=9), g=foe(hp=9, creature=True))
    assert chosen(beside, mind=Planned(holds=True)) == "a hold"


def struck(tape: str) -> Fight:
    """One who holds its action is attacked."""
    return play(
        "a g", "> a hold\n> g attack a with sword\n" + tape, stops="matters",
        a=fighter(hp=2, ac=12), g=foe(hp=2, attack=0, creature=True),
    )  # fmt: skip


def test_what_is_held_waits_for_the_roll_and_then_dodges_or_strikes_first() -> None:
    """Total Defense turns a 13 and not a 20; the exact best response does the same."""
    assert chosen(struck(""), "a", Planned()) == "a pass"
    rolled = "> a pass\n! attack d20 {}\n"
    assert chosen(struck(rolled.format(13)), "a", Planned()) == "a total-defense"
    assert chosen(struck(rolled.format(20)), "a", Planned()) == "a attack g with sword"


def test_keeping_blows_is_thought_of_where_the_book_has_held_actions() -> None:
    request = far_apart().request
    assert request is not None
    battle = request.battle
    unit = battle.state.units[0]
    assert any(plan.holds for plan in plans_for(battle, unit, unit.side))
    battle.play_by(RULESETS["aachen"])
    assert not any(plan.holds for plan in plans_for(battle, unit, unit.side))


def test_those_it_leads_fight_as_soldiers_whatever_their_kind() -> None:
    """A coward of its own does not run at half of its hit points."""
    hurt = play(
        "a g . . . . . .", "", a=fighter(hp=10, temperament="coward"), g=foe(hp=9, creature=True),
    )  # fmt: skip
    hurt.state.units[0].hp = 4
    assert chosen(hurt, mind=Planned()) == "a attack g with sword"


def test_it_breaks_off_when_its_time_is_over() -> None:
    mind = Captain("captain:fast")
    assert mind.limit == PATIENCE * SECONDS["captain:fast"]
    mind.turns = 10**9
    request = far_apart().request
    assert request is not None
    choice = mind(request)
    assert request.options.why_not(choice) is None
    assert 0 < mind.spent < mind.turns


def test_it_says_what_it_expects() -> None:
    mind = Captain("captain:fast", turns=60)
    request = far_apart().request
    assert request is not None
    said = mind.plan(request, mind(request))
    assert said.startswith("The a ")
    assert " in 100 from here" in said
    assert said.endswith(" s of thought.")


def test_it_says_nothing_where_nothing_is_left_to_do() -> None:
    spent = play("a g . .", "> a attack g with sword\n! attack d20 2\n",
                 a=fighter(hp=9), g=foe(hp=9, creature=True))  # fmt: skip
    spent.state.units[0].moves = 0
    mind = Captain("captain:fast", turns=60)
    request = spent.request
    assert request is not None
    assert mind.plan(request, mind(request)) == ""
    assert mind.spent == 0


def test_a_team_with_more_left_has_the_better_chance_and_equals_have_the_same() -> None:
    request = far_apart().request
    assert request is not None
    ours, theirs = Team(), Team()
    for team in (ours, theirs):
        team.damage, team.hp, team.full, team.heads, team.standing = 40, 20, 20, 2, 2
    assert chance_in_thousand(request.battle, 0, ours, theirs) == 500
    theirs.hp = 5
    assert chance_in_thousand(request.battle, 0, ours, theirs) > 700
