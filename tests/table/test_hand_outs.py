"""Hand-outs: cards of all units, the order of play, the rules that matter in this fight."""

from __future__ import annotations

from pathlib import Path

import pytest

from shieldwall.table.library.hand_outs import hand_outs
from shieldwall.table.library.library_models import AskHandouts


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path))


def test_cards_order_and_rules_are_those_of_the_fight() -> None:
    rooms = hand_outs(AskHandouts(encounter="hall"))
    alda = next(card for card in rooms.cards if card.name == "Alda")
    assert alda.player
    assert dict(alda.facts)["sword"] == "+4 to hit, 1d8+2, Shock 4/13"
    archers = next(card for card in rooms.cards if card.name == "veteran archer")
    assert (archers.count, archers.player) == (2, False)
    assert "initiative" in rooms.order
    titles = {rule.title for rule in rooms.rules}
    assert {"Initiative", "Total Defense", "Screen an Ally", "Charge"} <= titles
    assert all(rule.id.startswith("SOV-") and rule.text for rule in rooms.rules)


def test_rules_follow_from_what_is_in_the_fight() -> None:
    plain = """\
title: Plain
rules: sovereign
map:
  squares: |
    ........
    ........
sides:
  - {name: party, party: adventurers, only: [alda], area: A1-B2}
  - {name: foes, units: [{what: wolf, at: H1}]}
"""
    rough = plain.replace("    ........\n", "    ..~~~~..\n", 1)
    without = {rule.title for rule in hand_outs(AskHandouts(text=plain)).rules}
    having = {rule.title for rule in hand_outs(AskHandouts(text=rough)).rules}
    assert "Difficult ground" not in without
    assert "Difficult ground" in having


@pytest.mark.parametrize(("encounter", "ids"), [("ford", "AAC-"), ("crypt", "DOL-")])
def test_each_book_has_its_own_rules(encounter: str, ids: str) -> None:
    found = hand_outs(AskHandouts(encounter=encounter))
    assert sum(rule.id.startswith(ids) for rule in found.rules) >= 6
    assert any(card.player for card in found.cards)
