"""A tape replays by itself: it contains set-up, book, space, rulings and orders."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tests.engine.arena import arena, quick_choice
from tests.engine.promises import snapshot

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.rulings import rulings_of, waivable_in
from shieldwall.cli.main import cli
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.fight import BadRuling, Fight
from shieldwall.store.save_file import load_fight, replay_file, tape_text

ORDERS = ("hp {} 3", "name {} Gruk the Old", "dark on", "prone {}", "tell the roof creaks",
          "condition {} blind for 2 rounds", "side {} foes")  # fmt: skip
HOUSE = """\
extends: {}
name: mine
title: The Iron House
actions:
  trip: {{title: Trip, cost: main, target: foe, effects: [prone: target]}}
"""


def played(book: str, name: str, by_hand: bool = False) -> Fight:
    """A fight under house rules and rulings, with orders of the GM in between."""
    made = arena(name, book)
    rules = RULESETS[book]
    made.house = read_house(HOUSE.format(book), "h.yaml").house
    open_to = rulings_of(rules, RULINGS)
    first = next(ruling for ruling in open_to.values() if len(ruling.options) > 1)
    taken = first.taken_by(rules)
    other = next(option for option in first.options if option is not taken)
    made.rulings = ((first.name, other.word),)
    made.enforce = ((next(iter(waivable_in(rules))), "warn"),)
    fight = Fight(made, 2**100 + 7, by_hand)
    chance = Random(f"{book} {name}")
    for number in range(24):
        if fight.outcome is not None:
            break
        if fight.die is not None:
            fight.push_die(chance.randint(1, fight.die.sides))
        elif number % 4 == 3:
            try:
                fight.rule(chance.choice(ORDERS).format(chance.choice(fight.names.units)), "why")
            except BadRuling:
                continue
        else:
            fight.push(quick_choice(fight, chance))
    return fight


@pytest.mark.parametrize("name", ["skirmish", "skirmish in the open", "gatehouse"])
@pytest.mark.parametrize("book", RULESETS)
def test_a_tape_needs_nothing_else(
    book: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = played(book, name)
    path = tmp_path / "fight.tape"
    path.write_text(tape_text(fight), encoding="utf-8")
    # Far from any file it was made of.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "nothing"))
    result = CliRunner().invoke(cli, ["replay", "fight.tape", "--quiet"])
    assert result.exit_code == 0, result.output
    assert "verified" in result.output
    again = replay_file(str(path))
    assert snapshot(again)[:4] == snapshot(fight)[:4]
    assert again.rules.title == fight.rules.title == "The Iron House"
    assert snapshot(load_fight(str(path)))[0] == snapshot(fight)[0]


def test_a_tape_of_typed_dice_needs_nothing_else(tmp_path: Path) -> None:
    fight = played("sovereign", "skirmish", by_hand=True)
    path = tmp_path / "fight.tape"
    path.write_text(tape_text(fight), encoding="utf-8")
    again = replay_file(str(path))
    assert again.by_hand
    assert snapshot(again)[:4] == snapshot(fight)[:4]


def test_an_old_tape_without_its_set_up_is_still_read(tmp_path: Path) -> None:
    fight = Fight(arena("duel"), 5)
    chance = Random(5)
    for _ in range(6):
        fight.push(quick_choice(fight, chance))
    lines = [line for line in tape_text(fight).splitlines() if not line.startswith("setup-text")]
    path = tmp_path / "old.tape"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = CliRunner().invoke(cli, ["replay", str(path), "--encounter", "duel", "--quiet"])
    assert result.exit_code == 0, result.output
    told = CliRunner().invoke(cli, ["replay", str(path)])
    assert told.exit_code == 2
    assert "the tape contains no set-up; name its encounter" in told.output
