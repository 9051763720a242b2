"""`shieldwall duel`: its table, its map, its proof and its complaints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli.main import cli

FIRST = "AB+2 1d6 AC 13 hp 3"
SECOND = "AB+1 1d6 shock 1/15 AC 12 hp 2"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["duel", *arguments])


def test_the_chances_of_every_way_to_play_are_shown_with_their_proof() -> None:
    output = call(FIRST, SECOND).output
    assert "best play" in output
    assert "simple" in output
    assert "Total Defense of the second against a hit it would turn" in output
    assert "every value lies between two bounds" in output


def test_json_holds_chances_and_gains() -> None:
    result = call(FIRST, SECOND, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    best = found["chances"][0]
    assert (best["first"], best["second"]) == ("best play", "best play")
    assert best["win"] + best["loss"] + best["undecided"] == pytest.approx(1)
    assert found["error"] < 1e-6
    against = {(row["defender"], row["against"]) for row in found["total_defense"]}
    assert ("the second", "hit") in against


def test_too_many_hit_points_are_refused_with_a_way_out() -> None:
    result = call("ogre hp 90", "alda")
    assert result.exit_code == 2
    assert "up to 60" in result.output


def test_one_without_a_weapon_for_it_is_refused() -> None:
    result = call("AB+3 1d6 range 50/100 AC 12 hp 3", FIRST)
    assert result.exit_code == 2
    assert "nothing to fight with at arm's length" in result.output


def test_the_map_can_be_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "map.png"
    assert call(FIRST, SECOND, "--no-map", "--plot", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")
