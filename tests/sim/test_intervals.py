"""Intervals compared with published values, and their coverage under early stopping."""

from __future__ import annotations

from math import comb

import pytest

from shieldwall.content import load_encounter, setup_to_text
from shieldwall.engine.tape.dice import Dice
from shieldwall.sim.counts import SimResult
from shieldwall.sim.intervals import (
    Look,
    bounded_mean,
    looks,
    mean,
    paired,
    quantile,
    share,
    wilson,
)
from shieldwall.sim.job import Job
from shieldwall.sim.report.answer_text import fights_in_words, headline
from shieldwall.sim.runs import Run, is_narrow, simulate
from shieldwall.sim.worker_pool import BatchRunner


@pytest.mark.parametrize(
    ("count", "fights", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 100, 0.0, 0.0370),
        (100, 100, 0.9630, 1.0),
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, method 3
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_limits(
    count: int, fights: int, low: float, high: float
) -> None:
    assert list(wilson(count, fights)) == pytest.approx([low, high], abs=1e-4)


def test_the_paired_interval_gives_the_worked_example() -> None:
    """Bonett and Price's formula on a 2 x 2 table: 20 only in the second, 6 only in the first."""
    found = paired(14, 26, 100)
    up, down = 21 / 102, 7 / 102
    half = 1.959964 * ((up + down - (up - down) ** 2) / 102) ** 0.5
    assert found.value == pytest.approx(0.14)
    assert (found.low, found.high) == pytest.approx((up - down - half, up - down + half))
    assert (found.low, found.high) == pytest.approx((0.0391, 0.2354), abs=1e-4)


def test_a_difference_that_never_showed_still_has_an_interval() -> None:
    found = paired(0, 0, 1000)
    assert found.value == 0.0
    assert found.low < 0.0 < found.high < 0.005


def test_the_interval_of_a_mean() -> None:
    values = [3.0, 5.0, 7.0, 9.0]
    found = mean(sum(values), sum(value * value for value in values), len(values))
    assert found.value == 6.0
    assert found.high - found.value == pytest.approx(1.959964 * (20 / 3) ** 0.5 / 2)


def test_one_number_alone_has_no_narrow_interval() -> None:
    alone = mean(7.0, 49.0, 1)
    assert alone.value == 7.0
    assert alone.low < 0 < 1000 < alone.high
    left = bounded_mean(4, 16, 1, 10)
    assert left.value == 4
    assert left.low < 3
    assert left.high > 6


def test_the_bounded_mean_of_all_or_nothing_is_agresti_and_coulls_interval() -> None:
    found = bounded_mean(30, 300, 100, 10)
    z = 1.959964
    number = 100 + z * z
    middle = (3 + z * z / 2) / number
    half = z * (middle * (1 - middle) / number) ** 0.5
    assert found.value == 0.3
    assert (found.low, found.high) == pytest.approx((10 * (middle - half), 10 * (middle + half)))


@pytest.mark.parametrize("fights", [20, 100, 400])
@pytest.mark.parametrize("chance", [0.002, 0.01, 0.05, 0.5, 0.99])
def test_hit_points_left_are_covered_near_a_boundary(chance: float, fights: int) -> None:
    """Unhurt or dead, with a known chance: the exact share of runs whose interval holds it."""
    held = 0.0
    for count in range(fights + 1):
        found = bounded_mean(12 * count, 144 * count, fights, 12)
        if found.low <= 12 * chance <= found.high:
            held += comb(fights, count) * chance**count * (1 - chance) ** (fights - count)
    assert held > 0.93


def test_figures_that_were_watched_are_as_careful_as_the_look_that_ended_the_run() -> None:
    result = SimResult(load_encounter("duel"), 1)
    result.sample.fights = 400
    usual = result.sampled(40)
    result.z = looks(0.01)[0].z
    assert result.sampled(40).low < usual.low
    assert result.sampled(40).high > usual.high


def test_the_looks_spend_the_whole_error_and_no_more() -> None:
    plan = looks(0.01)
    assert [look.fights for look in plan] == [785, 1570, 3140, 6280, 12560]
    assert [look.z for look in plan[:-1]] == pytest.approx([quantile(0.05 / 8)] * 4)
    assert plan[-1].z == pytest.approx(quantile(0.025))
    assert share(6280, 12560, plan[-1].z).half_width <= 0.01
    assert share(785 // 2, 785, plan[0].z).half_width > 0.01


@pytest.mark.parametrize("chance", [3, 50, 300, 500])
def test_runs_that_stop_early_keep_their_promise(chance: int) -> None:
    """Of many runs with a known chance, at least 95 in 100 end with an interval that holds it."""
    dice = Dice(chance)
    held = 0
    runs = 400
    ends: set[int] = set()
    for _ in range(runs):
        wins = fights = 0
        found = share(0, 0)
        for look in looks(0.05):
            while fights < look.fights:
                fights += 1
                wins += int(dice.roll(1000)) <= chance
            found = share(wins, fights, look.z)
            if found.half_width <= 0.05:
                break
        ends.add(fights)
        held += found.low <= chance / 1000 <= found.high
    assert held >= 0.95 * runs
    assert chance >= 300 or min(ends) < looks(0.05)[-1].fights


def test_a_run_stops_at_the_first_look_at_which_all_is_narrow() -> None:
    job = Job(setup_to_text(load_encounter("duel")), 2)
    run = Run(job, BatchRunner())
    result = run.play_until(0.12)
    plan = looks(0.12)
    assert result.fights in [look.fights for look in plan]
    assert all(found.half_width <= 0.12 for found in result.headlines())
    again = Run(job, BatchRunner()).play(result.fights)
    assert again.checksum == result.checksum
    assert result.share(result.won).half_width > again.share(again.won).half_width


def test_one_fight_has_an_interval_and_no_claim_about_others() -> None:
    setup = load_encounter("duel")
    result = simulate(setup, 1, 1)
    assert all(found.half_width > 0.2 for found in result.headlines())
    assert all(result.hp_left(unit).high > result.hp_left(unit).low for unit in result.units)
    assert "nearly always" not in headline(result)
    assert fights_in_words(result) == "1 fight"


def test_until_covers_what_was_counted_in_watched_fights() -> None:
    """Every fight of such a run is watched, so those figures are as precise as the headline."""
    job = Job(setup_to_text(load_encounter("duel")), 1, ("fearless",), watched=True)
    result = Run(job, BatchRunner()).play_until(0.2)
    assert result.sample.fights == result.fights > 0
    sample = result.sample
    counts = [*sample.felled.values(), *sample.broke.values(), *sample.used_by_side.values()]
    assert len(counts) > 4
    assert all(result.sampled(count).half_width <= 0.2 for count in counts)


def test_a_run_goes_on_while_any_share_of_fights_is_too_wide() -> None:
    """All fights end alike but for the state of one unit, or for what one side did."""
    look = Look(400, quantile(0.025))
    result = SimResult(load_encounter("duel"), 1)
    result.z = look.z
    result.fights = result.won = result.sample.fights = 400
    assert is_narrow(result, look, 0.03)
    result.units[0].states["down"] = 200
    assert not is_narrow(result, look, 0.03)
    result.units[0].states.clear()
    result.sample.used_by_side[0, "run"] = 200
    assert not is_narrow(result, look, 0.03)
    result.sample.used_by_side.clear()
    assert is_narrow(result, look, 0.03)
