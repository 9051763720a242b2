"""Moving, being in melee, fleeing from it and from the encounter (DOL-004, DOL-018 to DOL-022)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.rules.dolmenwood.hollow import (
    DIRK,
    JAVELIN,
    LONGSWORD,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.rules.dolmenwood.test_dol_declarations import IN_MELEE
from tests.scene import may, play_setup, terms, told, unit, where, why_not
from tests.scripted import run

from shieldwall.abilities.attack_conditions import EXHAUSTED
from shieldwall.books.dolmenwood.dolmenwood_book import DOLMENWOOD
from shieldwall.engine.move.movement import allowance
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.condition import RUNNING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.state import DEAD, FLED, Effect, Unit
from shieldwall.fight import Fight

WIDE = "a g . . . . . . . . ."


def bits(fight: Fight, ident: str) -> int:
    return unit(fight, ident).in_melee


@pytest.mark.rule("DOL-004")
def test_two_are_in_melee_once_one_has_struck_at_the_other_and_not_before() -> None:
    fight = delve("a g", rolls(6, 1) + "> a done\n", a=hero(), g=beast())
    assert (bits(fight, "a"), bits(fight, "g")) == (0, 0)
    fight = delve("a g", IN_MELEE, a=hero(), g=beast())
    assert (bits(fight, "a"), bits(fight, "g")) == (2, 1)


@pytest.mark.rule("DOL-004")
def test_melee_lasts_over_rounds_and_ends_when_they_are_apart_or_one_is_out() -> None:
    later = IN_MELEE + "> a pass\n> g pass\n" + rolls(6, 1)
    fight = delve(WIDE, later + "> a done\n> a done\n> g run E1\n", a=hero(), g=beast())
    assert (bits(fight, "a"), bits(fight, "g")) == (0, 0)
    fight = delve(
        "a g . . h",
        IN_MELEE.replace("> g done\n    > g done", "> g done\n> h done\n> g done\n> h done")
        + "> a pass\n> g pass\n"
        + rolls(6, 1)
        + "> a done\n> a attack g with longsword\n! attack d20 20\n! damage d8 8\n",
        a=hero(),
        g=beast(hp=5),
        h=beast(),
    )
    assert bits(fight, "a") == 0


@pytest.mark.rule("DOL-006", "DOL-021")
def test_one_moves_up_to_its_speed_once_and_then_acts_once() -> None:
    fight = delve(
        "a . . . . . . . . . g",
        rolls(6, 1),
        a=hero(speed=40),
        g=beast(),
    )
    assert why_not(fight, "a run A1-B1-C1-D1-E1-F1-G1-H1-I1-J1") != ""
    assert may(fight, "a run I1")
    assert not may(fight, "a run J1")
    fight.push("a run C1")
    assert fight.state.clock.phase == 3, "no second move, and nothing to shoot"
    assert unit(fight, "a").moves == 0
    assert unit(fight, "a").mains == 1


@pytest.mark.rule("DOL-018")
@pytest.mark.parametrize(("speed", "steps"), [(40, 4), (30, 3), (25, 2)])
def test_in_melee_one_steps_up_to_half_the_speed_rounded_down(speed: int, steps: int) -> None:
    fight = delve(
        WIDE,
        IN_MELEE + "> a pass\n> g pass\n" + rolls(1, 6),
        a=hero(),
        g=beast(speed=speed),
    )
    there = "BCDEFGHIJK"[steps]
    assert may(fight, f"g run {there}1")
    beyond = "BCDEFGHIJK"[steps + 1]
    assert not may(fight, f"g run {beyond}1")
    fight.push(f"g run {there}1")
    assert told(fight, "attack") == told(fight, "attack")[:1], "G-47: no blow for free"
    assert bits(fight, "g") == 0


@pytest.mark.rule("DOL-018", "DOL-021")
@pytest.mark.parametrize(("mode", "why"), [("strict", "too-far DOL-018"), ("off", "")])
def test_a_unit_that_is_in_melee_is_told_the_rule_of_the_half_speed_and_the_gm_may_waive_it(
    mode: str, why: str
) -> None:
    """30 ft of Speed: 15 in melee, and the rule for those outside it is another."""
    made = hollow("a g . . . . . . . .", a=hero(hp=20), g=beast(hp=20, speed=30))
    made.enforce = (("DOL-018", mode),) if mode != "strict" else ()
    opening = (6, 1, "a done", "a attack g with longsword", 2, "?")
    fight = run(made, *opening, first="")
    assert why_not(fight, "g run C1-D1-E1") == ""
    assert why_not(fight, "g run C1-D1-E1-F1") == why
    apart = run(made, 1, 6, "?", first="")
    assert why_not(apart, "g run C1-D1-E1-F1-G1-H1") == ""
    assert why_not(apart, "g run C1-D1-E1-F1-G1-H1-I1") == "too-far DOL-021"


@pytest.mark.rule("DOL-019")
def test_a_unit_that_has_declared_flight_goes_its_full_speed_and_forfeits_its_attack() -> None:
    fight = delve(
        WIDE,
        IN_MELEE + "> g done\n> a pass\n> g flee\n" + rolls(1, 6),
        a=hero(),
        g=beast(weapons=(LONGSWORD, DIRK), speed=40),
    )
    assert may(fight, "g run J1")
    fight.push("g done")
    assert fight.state.clock.phase == 1
    assert why_not(fight, "g throw a with dirk") == "attack-forfeit DOL-019"
    fight.push("g done")
    assert why_not(fight, "g attack a with longsword") == "attack-forfeit DOL-019"


FLEES_AND_LOSES = IN_MELEE + "> a pass\n> g flee\n" + rolls(6, 1)


@pytest.mark.rule("DOL-020", "W-P21")
@pytest.mark.parametrize(("die", "hit"), [(11, True), (10, False)])
def test_foes_in_melee_strike_at_a_fleer_with_two_and_past_its_shield(die: int, hit: bool) -> None:
    """AC 15 with a shield of 1: 14 with +2, so that a total of 12 without the bonus hits."""
    dice = "! damage d8 1\n" if hit else ""
    fight = delve(
        WIDE,
        FLEES_AND_LOSES + f"> a done\n> a attack g with longsword\n! attack d20 {die}\n" + dice,
        a=hero(),
        g=beast(ac=15, shield=1),
    )
    assert terms(fight)["fleeing target"] == 2
    assert told(fight, "attack")[-1].endswith(f"ac=14 hit={'yes' if hit else 'no'}")


FLEES_ON_A_TIE = IN_MELEE + "> a pass\n> g flee\n" + rolls(3, 3) + "> a done\n"


def tied(edition: Callable[..., str], tape: str, field: str = WIDE, **facts: object) -> Fight:
    """Both act at once."""
    made = hollow(field, a=hero(), g=beast(**{"ac": 15, "shield": 1, "speed": 40, **facts}))
    made.rules = edition(Dial("tied_sides", 1, "DOL-016"), of="dolmenwood")
    return play_setup(made, clean(tape), first="")


@pytest.mark.rule("DOL-016", "DOL-020")
@pytest.mark.parametrize(("die", "hit"), [(11, True), (10, False)])
def test_a_unit_that_flees_on_a_simultaneous_tie_is_struck_at_before_it_gets_away(
    die: int, hit: bool, edition: Callable[..., str]
) -> None:
    fight = tied(edition, FLEES_ON_A_TIE)
    assert fight.state.clock.phase == 3, "the fleer has not moved, and has no attack"
    assert why_not(fight, "g run J1") == "not-this-phase DOL-002"
    dice = "! damage d8 1\n" if hit else ""
    blow = f"> g done\n> a attack g with longsword\n! attack d20 {die}\n" + dice
    fight = tied(edition, FLEES_ON_A_TIE + blow)
    assert terms(fight)["fleeing target"] == 2
    assert told(fight, "attack")[-1].endswith(f"ac=14 hit={'yes' if hit else 'no'}")
    assert unit(fight, "g").hp == (9 if hit else 10), "the phase is over"
    assert fight.state.clock.phase == 0
    assert not may(fight, "a done"), "only those who flee move now"
    fight.push("g run J1")
    assert where(fight, "g") == "J1"
    assert bits(fight, "g") == 0


@pytest.mark.rule("DOL-016", "DOL-020")
def test_a_unit_that_is_slain_in_flight_on_a_tie_does_not_get_away(
    edition: Callable[..., str],
) -> None:
    blow = "> g done\n> a attack g with longsword\n! attack d20 18\n! damage d8 8\n"
    fight = tied(edition, FLEES_ON_A_TIE + blow, hp=8)
    assert unit(fight, "g").status == DEAD
    assert where(fight, "g") == "B1"
    assert fight.outcome is not None


@pytest.mark.rule("DOL-016", "DOL-019")
def test_on_a_tie_all_but_the_fleeing_move_first(edition: Callable[..., str]) -> None:
    """A foe that steps away lets the fleer go, and the round ends when the fleer has moved."""
    begun = IN_MELEE + "> a pass\n> g flee\n" + rolls(3, 3)
    fight = tied(edition, begun, ". . a g . . . . . . . .")
    assert may(fight, "a run A1")
    assert not may(fight, "g run J1"), "not yet"
    fight.push("a run A1")
    for who in ("a", "g"):
        while fight.state.clock.phase != 0 and may(fight, f"{who} done"):
            fight.push(f"{who} done")
    assert may(fight, "g run J1")
    assert fight.state.clock.round == 2


MISSED_IT = """
> g run J1
> g done
> a done
> a throw g with javelin
! attack d20 2
"""


@pytest.mark.rule("DOL-020")
@pytest.mark.ruling("flee_bonus_scope", "while_in_melee")
@pytest.mark.ruling("flee_bonus_scope", "all_round")
@pytest.mark.parametrize(("scope", "bonus"), [(0, False), (1, True)])
def test_once_they_are_apart_the_bonus_is_gone_unless_the_table_gives_it_all_round(
    scope: int, bonus: bool, edition: Callable[..., str]
) -> None:
    made = hollow(WIDE, a=hero(weapons=(LONGSWORD, JAVELIN)), g=beast(speed=40))
    if scope:
        made.rules = edition(Dial("flee_bonus_scope", 1, "DOL-020"), of="dolmenwood")
    begun = IN_MELEE.replace("> a done\n    > a attack", "> a done\n> a done\n> a attack")
    tape = begun + "> a pass\n> g flee\n" + rolls(1, 6) + MISSED_IT
    fight = play_setup(made, clean(tape + rolls(6, 1)), first="")
    assert ("fleeing target" in terms(fight)) is bonus


@pytest.mark.rule("DOL-022", "W-P25")
def test_out_of_melee_one_runs_three_times_its_speed_and_does_nothing_else() -> None:
    """Speed 40: 120 ft a round."""
    fight = delve(
        "a" + " ." * 30 + " g",
        rolls(6, 1) + "> a run-away Y1\n",
        a=hero(speed=40),
        g=beast(),
    )
    assert where(fight, "a") == "Y1"
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)
    fight.pop()
    assert not may(fight, "a run-away Z1"), "125 ft"
    assert told(fight, "runs-away") == []


@pytest.mark.rule("DOL-022")
def test_a_unit_that_runs_for_thirty_rounds_is_exhausted() -> None:
    fight = delve("a" + " ." * 12 + " g", rolls(6, 1), a=hero(speed=10), g=beast())
    runner = unit(fight, "a")
    battle = fight.requests[0].battle
    spec = fight.rules.actions["run-away"]
    choice = next(one for one in spec.candidates(battle, runner) if len(one.path) == 1)
    runner.effects = [Effect(RUNNING, 0, UNTIL_END_OF_FIGHT, 28, 0)]
    spec.perform(battle, runner, choice)
    assert runner.effect(EXHAUSTED) is None
    runner.effects = [Effect(RUNNING, 0, UNTIL_END_OF_FIGHT, 29, 0)]
    runner.mains = runner.moves = 1
    there = next(one for one in spec.candidates(battle, runner) if len(one.path) == 1)
    spec.perform(battle, runner, there)
    worn = runner.effect(EXHAUSTED)
    assert worn is not None
    assert worn.value == -2


GETS_AWAY = "> g leave\n"


@pytest.mark.rule("DOL-022", "DOL-048")
@pytest.mark.parametrize(
    ("speed", "dice", "end"),
    [
        (40, "", "escaped"),
        (20, "", "caught"),
        (30, "! evasion d6 4\n! evasion d6 4\n", "escaped"),
        (30, "! evasion d6 5\n! evasion d6 4\n", "caught"),
    ],
)
def test_the_faster_side_has_its_way_and_a_die_decides_between_equals(
    speed: int, dice: str, end: str
) -> None:
    fight = delve(
        "a . . . g",
        rolls(1, 6) + GETS_AWAY + "> a pursue\n" + dice,
        a=hero(speed=30),
        g=beast(speed=speed),
    )
    assert unit(fight, "g").status == FLED
    assert fight.outcome is not None
    assert fight.outcome.key() == (end, 0)


def test_half_speed_is_for_those_in_melee_alone() -> None:
    walker = Unit(hero(speed=40), "a", 0, 0, 0)
    assert allowance(DOLMENWOOD, walker) == 8
    walker.in_melee = 2
    assert allowance(DOLMENWOOD, walker) == 4
