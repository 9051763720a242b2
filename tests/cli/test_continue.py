"""`shieldwall continue`: a fight cut at a choice and continued with another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli.main import cli
from shieldwall.content import load_encounter
from shieldwall.engine.tape.entries import Chose
from shieldwall.fight import Fight
from shieldwall.minds import seated
from shieldwall.store.save_file import load_fight, save_fight


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    setup = load_encounter("duel")
    fight = Fight(setup, 3)
    fight.play(seated(setup))
    path = tmp_path / "duel.fight"
    save_fight(fight, str(path))
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["continue", *map(str, words)])


def test_a_fight_goes_on_from_a_units_choice(duel: Path, tmp_path: Path) -> None:
    before = duel.read_text(encoding="utf-8")
    out = tmp_path / "what-if.fight"
    said = run(duel, "--round", 2, "--unit", "alda", "-o", out)
    assert said.exit_code == 0, said.output
    assert f"shieldwall play --resume {out}" in said.output
    old, new = load_fight(str(duel)), load_fight(str(out))
    keep = len(new.entries)
    assert new.entries == old.entries[:keep]
    entry = old.entries[keep]
    assert isinstance(entry, Chose)
    assert old.names.units[entry.choice.unit] == "alda"
    assert new.state.clock.round >= 2
    assert new.outcome is None
    assert duel.read_text(encoding="utf-8") == before
    # Her old choice gets the old dice; another choice is allowed too.
    again = new.fork()
    again.push(entry.choice)
    assert again.entries[: keep + 2] == old.entries[: keep + 2]
    other = next(one for one in new.request.options if one != entry.choice)  # type: ignore[union-attr]
    new.push(other)
    assert new.entries[keep] != entry


def test_another_seed_brings_other_dice(duel: Path, tmp_path: Path) -> None:
    out = tmp_path / "other.fight"
    said = run(duel, "--entry", 0, "--seed", 99, "-o", out, "--json")
    assert json.loads(said.output)["round"] == 1
    new = load_fight(str(out))
    assert new.seed == 99
    assert new.entries == load_fight(str(duel)).entries[: len(new.entries)]


def test_what_cannot_be_gone_on_from_is_said(duel: Path) -> None:
    assert "--round, --unit or --entry" in run(duel).output
    assert "No unit is called 'aldo'; did you mean alda?" in run(duel, "--unit", "aldo").output
    assert "in round 99 or later" in run(duel, "--round", 99).output
    assert "name another file" in run(duel, "--round", 1, "-o", duel).output
