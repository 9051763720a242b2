"""`exact` and `sim` mean the same by every key they share: ten small fights, counted and played."""

from __future__ import annotations

import json
from math import sqrt
from typing import Any

import pytest
from click.testing import CliRunner

from shieldwall.cli.main import cli
from shieldwall.core.battle import Battle
from shieldwall.core.oracle import Oracle
from shieldwall.core.state import ACTIVE, DEAD, DOWN, FLED, SURRENDERED, Outcome
from shieldwall.fight import initial_state, rules_of
from shieldwall.odds.small import SmallFight, SmallResult, fight_in_words
from shieldwall.sim.facts import row_of
from shieldwall.sim.run import simulate

FIGHTS = 300
SEED = 20_262
Z = 4.0
"""So that ten fights with thirty figures each do not cry wolf; seeds are fixed all the same."""
RARE = 3 / FIGHTS
"""What hardly ever happens may happen a time or two."""
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


def near(count: float, chance: float, spread: float, error: float) -> bool:
    return abs(count / FIGHTS - chance) <= Z * spread / sqrt(FIGHTS) + error + RARE


def share_agrees(count: int, chance: float, error: float) -> bool:
    return near(count, chance, sqrt(max(0.0, chance * (1 - chance))), error)


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
    for number in {*played.rounds, *exact.rounds}:
        assert share_agrees(played.rounds[number], exact.rounds.get(number, 0.0), error)
    for tally, unit in zip(played.units, exact.units, strict=True):
        assert (tally.ident, tally.hp) == (unit.ident, unit.hp)
        assert share_agrees(tally.falls, unit.falls, error)
        assert share_agrees(tally.dies, unit.dies, error)
        assert share_agrees(tally.fates[5], unit.leaves, error)
        left = sum(hp * count for hp, count in tally.hp_left.items())
        assert near(left, unit.hp_left, unit.hp / 2, error * unit.hp), unit.ident


@pytest.mark.parametrize("status", [ACTIVE, DOWN, DEAD, FLED, SURRENDERED])
def test_one_end_of_a_fight_is_the_same_to_both(status: int) -> None:
    """Who got away has its HP; who lies has none, also one slain with HP left."""
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
    assert {"hp", "falls", "dies", "hp_left", "side"} <= keys(one) & keys(other)
