"""Plans of a whole side, and how the captain uses its time and explains its choices."""

from __future__ import annotations

from tests.minds.thinking import chosen
from tests.scene import fighter, foe, play

from shieldwall.books import RULESETS
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight
from shieldwall.minds.look_ahead.captain import LIMIT_FACTOR, SECONDS, Captain, prospects
from shieldwall.minds.look_ahead.fight_value import Team, chance_in_thousand
from shieldwall.minds.look_ahead.side_plans import Planned, SidePlan, Tactics, plans_for


def far_apart() -> Fight:
    """Too far to run and attack in one turn: the side that approaches first is attacked first."""
    return play(
        "a . . . . . . . . . . . . . . g", "", a=fighter(hp=9), g=foe(hp=9, creature=True),
    )  # fmt: skip


def test_a_side_that_lets_them_come_holds_its_action_and_does_not_step_into_the_open() -> None:
    assert chosen(far_apart(), mind=Planned()).startswith("a run ")
    assert chosen(far_apart(), mind=Planned(tactics=Tactics(waits=True))) == "a hold"


def test_it_strikes_any_unit_that_has_come() -> None:
    beside = play("a g . .", "", a=fighter(hp=9), g=foe(hp=9, creature=True))
    assert chosen(beside, mind=Planned(tactics=Tactics(waits=True))) == "a attack g with sword"


def test_waiting_is_thought_of_before_the_melee_has_begun_and_not_in_it() -> None:
    for fight, waits in ((far_apart(), True), (play("a g", "", a=fighter(), g=foe()), False)):
        request = fight.request
        assert request is not None
        unit = request.battle.state.units[0]
        plans: list[SidePlan] = plans_for(request.battle, unit, unit.side)
        assert any(plan.tactics.waits and not plan.tactics.holds for plan in plans) == waits


def test_a_side_that_keeps_its_blows_holds_in_a_melee() -> None:
    beside = play("a g . .", "", a=fighter(hp=9), g=foe(hp=9, creature=True))
    assert chosen(beside, mind=Planned(tactics=Tactics(holds=True))) == "a hold"


def struck(tape: str) -> Fight:
    """A unit that holds its action is attacked."""
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
    assert any(plan.tactics.holds for plan in plans_for(battle, unit, unit.side))
    battle.play_by(RULESETS["aachen"])
    assert not any(plan.tactics.holds for plan in plans_for(battle, unit, unit.side))


def test_those_it_leads_fight_as_soldiers_whatever_their_kind() -> None:
    """A coward on its side does not run at half of its hit points."""
    hurt = play(
        "a g . . . . . .", "", a=fighter(hp=10, temperament="coward"), g=foe(hp=9, creature=True),
    )  # fmt: skip
    hurt.state.units[0].hp = 4
    assert chosen(hurt, mind=Planned()) == "a attack g with sword"


def test_it_breaks_off_when_its_time_is_over() -> None:
    mind = Captain("captain:fast")
    assert mind.limit == LIMIT_FACTOR * SECONDS["captain:fast"]
    mind.turns = 10**9
    mind.counts = False
    request = far_apart().request
    assert request is not None
    choice = mind(request)
    assert request.options.why_not(choice) is None
    assert 0 < mind.spent < mind.turns


def test_it_says_what_it_expects() -> None:
    mind = Captain("captain:fast", turns=600)
    request = far_apart().request
    assert request is not None
    said = mind.plan(request, mind(request))
    assert said.startswith("The a holds an action: we wait for them. We win ")
    assert " in 100 from here" in said
    assert said.endswith(" s of thought.")


def test_it_calls_no_fight_certain() -> None:
    """It said "We win 100 in 100 from here", of a few playouts."""
    assert prospects(100) == "We can hardly lose from here"
    assert prospects(0) == "We can hardly win from here"
    assert prospects(99) == "We win 99 in 100 from here"


def test_a_usual_pass_is_not_worth_a_sentence() -> None:
    fight = play(
        "a g . .", "> a done\n> g attack a with sword\n! attack d20 13\n", stops="matters",
        a=fighter(hp=40, ac=14), g=foe(hp=30, attack=2, creature=True),
    )  # fmt: skip
    request = fight.request
    assert request is not None
    mind = Captain("captain:fast", turns=60)
    choice = mind(request)
    assert choice.verb == "pass"
    assert mind.plan(request, choice) == ""


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
        team.staying = 20
    assert chance_in_thousand(request.battle, 0, ours, theirs) == 500
    theirs.hp = theirs.staying = 5
    assert chance_in_thousand(request.battle, 0, ours, theirs) > 700


def in_charging_distance() -> Fight:
    """Ten squares apart: too far to run up and strike, near enough for a charge."""
    return play(
        ". . . . . . . a . . . . . . . . . g", "", a=fighter(hp=9), g=foe(hp=9, creature=True),
    )  # fmt: skip


def test_a_side_may_come_nearer_without_a_charge() -> None:
    assert chosen(in_charging_distance(), mind=Planned()).startswith("a charge ")
    in_order = Planned(tactics=Tactics(charges=False))
    assert chosen(in_charging_distance(), mind=in_order).startswith("a run ")


def test_a_side_that_stays_out_of_their_reach_steps_back_until_no_charge_reaches_it() -> None:
    wary = Planned(tactics=Tactics(backs=True, charges=False))
    fight = in_charging_distance()
    assert chosen(fight, mind=wary).startswith("a run ")
    request = fight.request
    assert request is not None
    back = wary(request)
    grid = request.battle.state.grid
    assert 17 - back.path[-1] % grid.width == 14, "a charge goes 60 ft and strikes 5 ft further"
    assert chosen(far_apart(), mind=wary) == "a hold", "far enough already"


def test_a_plan_is_the_reason_for_what_serves_it_alone() -> None:
    on_g = SidePlan("all of us on g", Tactics(focus=1))
    assert on_g.is_served_by(Choice(0, "attack", 1))
    assert not on_g.is_served_by(Choice(0, "attack", 2))
    waiting = SidePlan("we wait for them", Tactics(waits=True))
    assert waiting.is_served_by(Choice(0, "hold"))
    assert not waiting.is_served_by(Choice(0, "charge", 1))


def test_a_side_that_wins_anyway_plays_the_usual_choice() -> None:
    """Attacking now or later: both win, and no player would wait for a foe with one hit point."""
    fight = play("a g . .", "", a=fighter(hp=40, attack=9), g=foe(hp=1, creature=True))
    assert chosen(fight, mind=Captain(turns=600)) == "a attack g with sword"
