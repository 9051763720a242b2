"""`exact` and `sim` agree on every figure they share: ten small fights, computed and played."""

from __future__ import annotations

import json
from math import exp, fsum, lgamma, log, log1p, sqrt
from typing import Any

import pytest
from click.testing import CliRunner

from shieldwall.buildinfo import build_info
from shieldwall.cli.main import cli
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, SURRENDERED, Outcome
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.odds.small_fights import SmallFight, SmallResult, fight_in_words
from shieldwall.sim.fight_facts import row_of
from shieldwall.sim.runs import simulate
from shieldwall.text.fates import FATES

FIGHTS = 8_000 if build_info().kind == "compiled" else 400
SEED = 20_262
FALSE_ALARM = 1e-3
"""How often all these comparisons together would cry wolf about two that mean the same."""
FIGURES = 600
"""More than there are: ten fights with up to sixty figures each, every one of them a test."""
TEN = (
    ("orc hp 3 vs goblin hp 3", "sovereign"),
    ("orc hp 3 vs goblin hp 3", "sovereign-early"),
    ("orc hp 3 vs goblin hp 3", "aachen"),
    ("orc hp 3 vs goblin hp 3", "aachen-early"),
    ("orc hp 3 vs goblin hp 3", "dolmenwood"),
    ("orc hp 2, goblin hp 1 vs goblin hp 2", "sovereign"),
    ("goblin hp 4 vs orc hp 2", "aachen"),
    ("orc hp 2 vs goblin hp 1, goblin hp 2", "dolmenwood"),
    ("goblin hp 2 vs goblin hp 1, goblin hp 1", "sovereign-early"),
    ("orc hp 5 vs goblin hp 1", "sovereign"),
)


def at_most(count: int, chance: float) -> float:
    """The probability of at most this many of FIGHTS: the cumulative binomial distribution."""
    if chance <= 0.0 or count >= FIGHTS:
        return 1.0
    if chance >= 1.0:
        return 0.0
    whole = lgamma(FIGHTS + 1)
    return fsum(
        exp(
            whole
            - lgamma(k + 1)
            - lgamma(FIGHTS - k + 1)
            + k * log(chance)
            + (FIGHTS - k) * log1p(-chance)
        )
        for k in range(count + 1)
    )


def share_agrees(count: int, chance: float, error: float) -> bool:
    """Whether the count is in the exact interval (Clopper, Pearson) of a chance within the error.

    Each side has half of its part of the false alarms; so what is rare needs no slack of its own.
    """
    part = FALSE_ALARM / FIGURES / 2
    few = at_most(count, chance - error)
    many = 1.0 - at_most(count - 1, chance + error) if count else 1.0
    return few > part and many > part


def mean_agrees(total: float, mean: float, most: int, error: float) -> bool:
    """For values between 0 and `most` with any distribution (Hoeffding)."""
    part = FALSE_ALARM / FIGURES
    return abs(total / FIGHTS - mean) <= most * sqrt(log(2 / part) / (2 * FIGHTS)) + error


@pytest.mark.parametrize(("text", "book"), TEN)
def test_counted_and_played_fights_agree_in_every_figure(text: str, book: str) -> None:
    setup = fight_in_words(text, book)
    exact = SmallFight(setup).count()
    played = simulate(setup, FIGHTS, SEED)
    error = exact.error
    assert share_agrees(played.wins["party"], exact.wins.get(0, 0.0), error)
    assert share_agrees(played.wins["foes"], exact.wins.get(1, 0.0), error)
    assert share_agrees(played.undecided, exact.wins.get(-1, 0.0), error)
    assert share_agrees(played.somebody_dies, exact.somebody_dies, error)
    assert share_agrees(played.party_killed, exact.party_killed, error)
    assert share_agrees(played.captured, exact.captured, error)
    for number in {*played.rounds, *exact.rounds}:
        assert share_agrees(played.rounds[number], exact.rounds.get(number, 0.0), error)
    for tally, unit in zip(played.units, exact.units, strict=True):
        assert (tally.ident, tally.hp) == (unit.ident, unit.hp)
        assert share_agrees(tally.falls, unit.falls, error)
        assert share_agrees(tally.dies, unit.dies, error)
        assert share_agrees(tally.fates[5], unit.leaves, error)
        for word in FATES:
            assert share_agrees(tally.states[word], unit.states.get(word, 0.0), error), word
        left = sum(hp * count for hp, count in tally.hp_left.items())
        assert mean_agrees(left, unit.hp_left, unit.hp, error * unit.hp), unit.ident


def test_the_interval_is_as_strict_as_it_says() -> None:
    """Counts that a fair comparison must not let pass, and those it must."""
    once = 1 / FIGHTS
    assert share_agrees(0, 0.0, 0.0)
    assert not share_agrees(1, 0.0, 0.0), "what cannot happen has happened"
    assert share_agrees(0, once, 0.0)
    assert share_agrees(6, once, 0.0)
    assert not share_agrees(14, once, 0.0)
    assert not share_agrees(FIGHTS - 1, 1.0, 0.0)
    assert share_agrees(FIGHTS // 2, 0.5, 0.0)
    assert not share_agrees(FIGHTS * 2 // 3, 0.5, 0.0)
    assert at_most(FIGHTS // 2, 0.5) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("status", [ACTIVE, DOWN, DEAD, FLED, SURRENDERED])
def test_one_end_of_a_fight_is_the_same_to_both(status: int) -> None:
    """Escaped units keep their HP; units that are down have none, even if slain with HP left."""
    setup = fight_in_words("orc hp 3 vs goblin hp 3", "sovereign")
    start = initial_state(setup)
    end = start.copy()
    end.units[0].status = status
    end.units[0].hp = 2
    end.outcome = Outcome("defeat", 1)
    result = SmallResult(setup, start)
    result.add(end, start, [2, 3], 1.0)
    battle = Battle(end, rules_of(setup), Oracle(), None, 0)
    row = row_of(battle, start)
    assert [unit.hp_left for unit in result.units] == list(row.hp)
    assert row.hp == (0 if status in (DOWN, DEAD) else 2, 3)


def keys(data: Any) -> set[str]:
    return set(data) if isinstance(data, dict) else set()


def test_what_both_print_is_called_the_same() -> None:
    call = ["duel", "--json"]
    exact = CliRunner().invoke(cli, ["exact", "goblin hp 1 vs goblin hp 1", "--json"])
    played = CliRunner().invoke(cli, ["sim", *call, "--fights", "4"])
    assert exact.exit_code == 0, exact.output
    assert played.exit_code == 0, played.output
    one, other = json.loads(exact.output)["units"][0], json.loads(played.output)["units"][0]
    assert {"hp", "falls", "dies", "hp_left", "side", "states"} <= keys(one) & keys(other)
    assert list(one["states"]) == list(other["states"]) == list(FATES)
    shared = {"undecided", "somebody_dies", "total_party_kill", "all_captured", "rounds", "units"}
    assert shared <= keys(json.loads(exact.output)) & keys(json.loads(played.output))
