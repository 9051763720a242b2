"""`shieldwall duel`: its table, its map, its error bound and its error messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli.chances.duel_words import DuelReport
from shieldwall.cli.main import cli
from shieldwall.odds.combatants import combatant
from shieldwall.odds.duels import Duel, duel_setup

FIRST = "AB+2 1d6 AC 13 hp 3"
SECOND = "AB+1 1d6 shock 1/15 AC 12 hp 2"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["duel", *arguments])


def test_the_chances_of_every_way_to_play_are_shown_with_their_proof() -> None:
    output = call(FIRST, SECOND).output
    assert "best play" in output
    assert "simple" in output
    assert "Total Defense of the second against a hit it would stop" in output
    assert "every value lies between two bounds" in " ".join(output.split())


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
    # Only the second's weapon deals Shock, so only the first can escape it.
    assert ("the first", "shock") in against
    assert ("the second", "shock") not in against
    assert found["complete"] is True
    assert [row["mind"] for row in found["minds"]] == ["natural", "simple"]
    for row in found["minds"]:
        assert row["first_loses"] >= -1e-12
        assert row["second_loses"] >= -1e-12


def test_too_many_hit_points_are_refused_with_a_way_out() -> None:
    result = call("ogre hp 90", "alda")
    assert result.exit_code == 2
    assert "up to 60" in result.output


def test_one_without_a_weapon_for_it_is_refused() -> None:
    result = call("AB+3 1d6 range 50/100 AC 12 hp 3", FIRST)
    assert result.exit_code == 2
    assert "has no melee weapon" in result.output


def test_the_map_can_be_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "map.png"
    assert call(FIRST, SECOND, "--no-map", "--plot", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_nothing_is_wider_than_the_terminal() -> None:
    long = "AB+2 1d6 AC 13 hp 1"
    for columns in ("40", "64"):
        result = CliRunner(env={"COLUMNS": columns}).invoke(cli, ["duel", long, "orc hp 30"])
        assert result.exit_code == 0, result.output
        assert max(len(line) for line in result.output.splitlines()) < int(columns)


def test_every_settled_mind_is_compared_and_who_would_run_is_named() -> None:
    output = call("AB+2 1d4 AC 13 hp 2", "orc hp 1", "--mind", "all", "--no-map").output
    for name in ("natural", "mindless", "soldier", "simple"):
        assert f"  {name} " in output
    assert "The mind 'coward' would leave the fight." in output


def test_where_nothing_can_be_chosen_it_says_so() -> None:
    output = call(FIRST, SECOND, "--rules", "dolmenwood").output
    assert "no choice matters here" in " ".join(output.split())
    assert "Total Defense" not in output


@pytest.mark.parametrize(
    ("mind", "complaint"),
    [
        ("simpel", "did you mean simple"),
        ("random", "uses random numbers"),
        ("x", "there is natural"),
    ],
)
def test_a_mind_that_cannot_be_solved_is_refused(mind: str, complaint: str) -> None:
    result = call(FIRST, SECOND, "--mind", mind)
    assert result.exit_code == 2
    assert complaint in result.output


class Impatient:
    """Presses Ctrl-C after this many calls."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def __call__(self) -> None:
        self.patience -= 1
        if self.patience < 0:
            raise KeyboardInterrupt


def test_who_breaks_off_is_told_what_is_known() -> None:
    duel = Duel(duel_setup(combatant(FIRST), combatant(SECOND), "sovereign"))
    report = DuelReport(duel, "Alda", "the orc")
    duel.game.tick = Impatient(5)
    with pytest.raises(KeyboardInterrupt):
        report.work_out(True)
    assert not report.complete
    assert report.lines() == ["Alda (3 HP) against the orc (2 HP); Sovereign."]
    assert report.broken_off().startswith("Stopped after 0 s")
    assert report.data()["complete"] is False
    # Continued later, it gives the same result as without the interruption.
    duel.game.tick = Impatient(10_000)
    report.work_out(False)
    whole = Duel(duel_setup(combatant(FIRST), combatant(SECOND), "sovereign"))
    assert report.best() == whole.chance()


def test_a_duel_by_house_rules_in_which_players_win_ties() -> None:
    """Two equal fighters: the one who wins ties gains exactly that much."""
    alike = "AB+1 1d6 AC 12 hp 3"
    book = json.loads(call(alike, alike, "--json").stdout)["chances"][0]
    house = json.loads(call(alike, alike, "--rules", "quick-blades", "--json").stdout)["chances"][0]
    assert house["win"] > house["loss"]
    assert (house["win"], house["loss"]) == pytest.approx((book["loss"], book["win"]))
