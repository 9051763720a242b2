"""The captain keeps its plan for a round, considers more than attacks, and saves lives."""

from __future__ import annotations

from tests.minds.league.positions import answer, positions
from tests.minds.thinking import chosen
from tests.scene import fighter, foe, play

from shieldwall.engine.points import TURN
from shieldwall.engine.state.state import DEAD
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight import Fight
from shieldwall.minds.look_ahead.candidates import MOST, Scout
from shieldwall.minds.look_ahead.captain import Captain, KeptPlan
from shieldwall.minds.look_ahead.fight_value import lives_of
from shieldwall.minds.look_ahead.side_plans import (
    Planned,
    SidePlan,
    Tactics,
    has_foes_to_come,
)
from shieldwall.minds.look_ahead.squares import by_distance, squares_to_try

TWO_AND_TWO = ". . . . . . . . . .\na . . . . . . . g .\nb . . . . . . . h ."


def two_and_two(first: str = "party") -> Fight:
    return play(
        TWO_AND_TWO, "", first=first, a=fighter(hp=9), b=fighter(hp=9), g=foe(hp=9, creature=True),
        h=foe(hp=9, creature=True),
    )  # fmt: skip


def asked(fight: Fight) -> Request:
    request = fight.request
    assert request is not None
    return request


def test_a_plan_is_kept_for_the_round_and_forgotten_with_its_target() -> None:
    state = asked(two_and_two()).battle.state
    kept = KeptPlan(SidePlan("all of us on h", Tactics(focus=3)), state, 0)
    assert kept.is_of(state, 0)
    assert not kept.is_of(state, 1), "the other side has a plan of its own"
    state.units[3].status = DEAD
    assert not kept.is_of(state, 0), "its target is gone"


def test_a_new_fight_begins_without_a_plan() -> None:
    hurt = asked(two_and_two()).battle.state
    hurt.units[0].hp -= 3
    kept = KeptPlan(SidePlan(""), hurt, 0)
    fresh = asked(two_and_two()).battle.state
    assert kept.is_of(hurt, 0)
    assert not kept.is_of(fresh, 0), "nobody is hurt any more"


def test_the_same_moment_again_gets_the_same_answer_and_plan() -> None:
    mind = Captain(turns=400)
    request = asked(two_and_two())
    once = mind(request)
    plan = mind.kept
    assert plan is not None
    assert mind(request) == once
    assert mind.kept is not None
    assert mind.kept.plan.tactics.is_like(plan.plan.tactics)


def test_its_second_unit_follows_the_plan_without_a_new_one() -> None:
    mind = Captain(turns=400)
    fight = two_and_two()
    fight.push(mind(asked(fight)))
    plan = mind.kept
    while asked(fight).point == TURN and fight.state.clock.turn == 0:
        choice = mind(asked(fight))
        if fight.state.units[choice.unit].side != 0:
            break
        assert mind.kept is plan
        fight.push(choice)


def test_a_side_holds_its_blows_only_for_foes_who_are_still_to_come() -> None:
    beside = "a g . ."
    holds = Planned(tactics=Tactics(holds=True))
    before = play(beside, "", a=fighter(hp=9), g=foe(hp=9, creature=True))
    assert has_foes_to_come(asked(before).battle, before.state.units[0])
    assert chosen(before, mind=holds) == "a hold"
    after = play(beside, "> g done\n", first="foes", a=fighter(hp=9), g=foe(hp=9, creature=True))
    assert not has_foes_to_come(asked(after).battle, after.state.units[0])
    assert chosen(after, mind=holds) == "a attack g with sword"


def test_it_declares_its_flight_where_that_comes_before_initiative() -> None:
    """It considered leaving on turns only, too late for whoever stands in melee."""
    name = "dolmenwood: in melee, flight is declared before initiative"
    position = next(position for position in positions() if position.name == name)
    said, right = answer(position, Captain(turns=600))
    assert right, said


def test_a_unit_that_may_hold_does_not_strike_first_unless_it_is_likely_to_fell() -> None:
    """Held, the same blow can still turn an attack, or be spent on Total Defense."""
    keeps = Planned(tactics=Tactics(keeps=True))
    for hp, said in ((9, "a hold"), (1, "a attack g with sword")):
        fight = play(
            "a g . .", "", a=fighter(hp=9, attack=8), g=foe(hp=hp, ac=10, creature=True),
        )  # fmt: skip
        assert chosen(fight, mind=keeps) == said
        assert chosen(fight, mind=Planned()) == "a attack g with sword"


def candidates(fight: Fight) -> list[Choice]:
    request = asked(fight)
    mind = Captain(turns=60)
    return Scout().look(mind.view_of(request), request, Planned()(request))


def test_it_thinks_of_holding_and_doing_nothing() -> None:
    found = candidates(two_and_two())
    assert {"hold", "done", "run"} <= {choice.verb for choice in found}
    assert len(found) <= MOST


def test_it_drops_prone_only_when_it_would_not_stand_up_again_to_act() -> None:
    """An archer dropped prone, stood up and shot: its Move was gone."""
    fight = two_and_two()
    unit = fight.state.units[candidates(fight)[0].unit]
    assert "prone" not in {choice.verb for choice in candidates(fight)}
    unit.mains = 0
    assert "prone" in {choice.verb for choice in candidates(fight)}


def test_it_thinks_of_moving_to_a_friend_to_screen_it() -> None:
    fight = play(
        "a . . . . g\n. . . . . .\n. . . b . .", "", a=fighter(hp=2),
        b=fighter(hp=9, stab=2), g=foe(hp=9, creature=True),
    )  # fmt: skip
    assert any(choice.verb == "screen" and choice.path for choice in candidates(fight))


def test_it_thinks_of_squares_out_of_reach() -> None:
    fight = play(
        ". . . . . . . . . . . . . . . . .\n. . . . . . . a . . . . . . . . g", "",
        a=fighter(hp=9), g=foe(hp=9, creature=True),
    )  # fmt: skip
    request = asked(fight)
    units = fight.state.units
    tried = squares_to_try(request.battle, units[0], [units[1]])
    width = int(fight.state.grid.width)
    assert any(16 - choice.path[-1] % width > 13 for choice in tried), "no charge reaches it"
    assert all(request.options.why_not(choice) is None for choice in tried)


def test_the_nearest_foes_come_first() -> None:
    units = two_and_two().state.units
    places = [units[3], units[2]]
    assert [foe.index for foe in by_distance(units[1], places)] == [3, 2]
    units[2].x -= 3
    assert [foe.index for foe in by_distance(units[1], places)] == [2, 3]


def test_lives_are_counted_of_those_at_stake() -> None:
    state = asked(two_and_two()).battle.state
    assert lives_of(state, [0, 1]) == 1000
    state.units[0].status = DEAD
    assert lives_of(state, [1]) == 1000
    assert lives_of(state, [0, 1]) == 500


def test_the_last_one_surrenders_where_that_saves_a_life() -> None:
    """It let Pip fight on with one hit point against three who take prisoners."""
    for book in ("aachen", "dolmenwood"):
        position = next(
            one
            for one in positions()
            if one.name == f"{book}: cornered by those who take prisoners"
        )
        said, right = answer(position, Captain(turns=1500, seed=1))
        assert right, said
