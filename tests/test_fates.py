"""The log, the table and the reports use the same word for a unit's fate."""

from __future__ import annotations

import pytest
from tests.scene import fighter, foe, play, unit

from shieldwall.cli.fights.narration import fight_data, summary
from shieldwall.cli.terminal import Terminal
from shieldwall.display.markers import Marks, conditions
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, REMOVED, SURRENDERED, Outcome
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.odds.small_fights import SmallResult
from shieldwall.sim.fight_facts import row_of
from shieldwall.table.message_parts import Settings
from shieldwall.table.publish.seat_state import over_view
from shieldwall.text.fates import FATES, fate_word
from shieldwall.text.sentences import sentence

WORDS = (
    (ACTIVE, False, False, "standing"),
    (DOWN, False, False, "dying"),
    (DOWN, True, False, "stable"),
    (DOWN, True, True, "knocked out"),
    (DEAD, False, False, "slain"),
    (FLED, False, False, "fled"),
    (SURRENDERED, False, False, "surrendered"),
    (REMOVED, False, False, "removed"),
)


def ended(status: int, stable: bool, out_cold: bool) -> Fight:
    """`a` is in a state, and the fight is over."""
    fight = play("a . g", "", a=fighter(name="Alda"), g=foe())
    state = fight.state
    one = unit(fight, "a")
    one.status, one.stable, one.out_cold = status, stable, out_cold
    one.hp = 0 if status in (DOWN, DEAD) else one.hp
    state.outcome = Outcome("defeat", 1)
    return fight


@pytest.mark.parametrize(("status", "stable", "out_cold", "word"), WORDS)
def test_the_end_says_the_same_everywhere(
    status: int, stable: bool, out_cold: bool, word: str
) -> None:
    fight = ended(status, stable, out_cold)
    state, one = fight.state, unit(fight, "a")
    assert fate_word(one) == word
    assert conditions(one)[:1] == ([word] if status != ACTIVE else [])
    plain = Terminal(False, 80, 24)
    (line,) = [line for line in summary(fight, Marks(fight.setup), plain) if "Alda" in line]
    assert line.endswith(f", {word}") or status == ACTIVE
    units = fight_data(fight)["units"]
    assert isinstance(units, list)
    data = units[0]
    assert data["fate"] == word
    start = initial_state(fight.setup)
    row = row_of(Battle(state, fight.rules, Oracle(), None, 0), start)
    assert row.states == (word, "standing")
    result = SmallResult(fight.setup, start)
    result.add(state, start, [int(each.hp) for each in state.units], 1.0)
    assert result.units[0].states == {word: 1.0}


def test_every_word_has_a_case() -> None:
    assert {word for *_, word in WORDS} == set(FATES)


@pytest.mark.parametrize(
    ("order", "word", "told"),
    [
        ("fate a down", "dying", "Alda goes down and lies dying."),
        ("fate a dead", "slain", "Alda is slain."),
        ("fate a fled", "fled", "Alda leaves the fight."),
        ("fate a surrendered", "surrendered", "Alda surrenders."),
    ],
)
def test_the_log_and_the_table_say_the_same(order: str, word: str, told: str) -> None:
    fight = play("a b . g", "", a=fighter(name="Alda"), b=fighter(name="Brand"), g=foe())
    fight.rule(order)
    fight.rule("end truce")
    assert told in [sentence(fight.names, fight.state, event) for event in fight.events]
    over = over_view(fight, SeatKnowledge(fight.setup, fight.state, "gm", frozenset(), Settings()))
    assert [(one.unit, one.fate) for one in over.standing][:2] == [
        ("Alda", word),
        ("Brand", "standing"),
    ]
