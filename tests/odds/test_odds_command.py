"""`shieldwall odds`: its output, tables, JSON and error messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli.main import cli


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["odds", *arguments])


def ask(*arguments: str) -> Any:
    result = call(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_odds_are_given_as_fractions_and_shares() -> None:
    found = ask("AB+3 1d8 vs AC 14 hp 6")
    assert found["hit"] == {"fraction": "1/2", "share": 0.5}
    assert found["drop"]["fraction"] == "3/16"
    assert found["damage"]["8"]["fraction"] == "1/16"
    assert found["exact"] is True


def test_words_and_options_say_the_same() -> None:
    words = ask("cenric vs orc at 60 ft, half cover")
    options = ask("cenric vs orc", "--range", "60", "--cover", "half")
    assert words == options
    assert words["hit"]["fraction"] == "2/5"


def test_each_possible_answer_is_shown_with_its_effect() -> None:
    found = ask("AB+3 1d8 shock 2/15 vs AC 14 hp 20")
    (defense,) = found["answers"]
    assert (defense["who"], defense["verb"]) == ("target", "total-defense")
    assert defense["hit"]["fraction"] == "2/5"
    assert defense["answered"]["fraction"] == "3/5"
    text = call("AB+3 1d8 shock 2/15 vs AC 14 hp 20").output
    assert "If the target answers with total-defense" in text
    assert "50.00 %  (1/2)" in text


def test_a_table_runs_over_ac_and_bonus() -> None:
    found = ask("AB+3 1d8 vs AC 14 hp 6", "--table", "hit")
    bonus = found["bonus"].index(3)
    assert found["ac"]["14"][bonus]["fraction"] == "1/2"
    assert found["ac"]["15"][bonus]["fraction"] == "9/20"
    assert "  14 " in call("AB+3 1d8 vs AC 14 hp 6", "--table", "damage").output


def test_an_unknown_name_is_met_with_a_suggestion() -> None:
    result = call("aldo vs orc")
    assert result.exit_code == 2
    assert "did you mean alda" in result.output


def test_an_answer_the_target_does_not_have_is_refused() -> None:
    result = call("alda vs orc", "--answer", "snap")
    assert result.exit_code == 2
    assert "cannot answer this attack with 'snap'" in result.output


def test_an_unknown_book_is_refused() -> None:
    result = call("alda vs orc", "--rules", "sovreign")
    assert result.exit_code == 2
    assert "did you mean" in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("alda vs orc, charging", "--rules", "dolmenwood"),
            "Dolmenwood leaves charge open; the ruling optional_combat_rules fills it",
        ),
        (
            (
                "alda vs orc",
                "--charge",
                "--rules",
                "dolmenwood",
                "--ruling",
                "optional_combat_rules=yes",
            ),
            "a charge only moves the attacker",
        ),
        (
            ("alda vs orc, charging at 30 ft", "--rules", "aachen"),
            "A charge needs at least 30 ft (G-33)",
        ),
        (("alda vs orc", "--rules", "./none.yaml"), "rules: there is no file './none.yaml'"),
    ],
)
def test_what_a_book_does_not_have_so_is_said(words: tuple[str, ...], told: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())


@pytest.mark.parametrize(("book", "feet"), [("sovereign", 30), ("aachen", 35)])
def test_a_charge_comes_from_far_enough(book: str, feet: int) -> None:
    for words in (("alda vs orc, charging",), ("alda vs orc", "--charge")):
        told = call(*words, "--rules", book)
        assert f"charging, {feet} ft away" in " ".join(told.output.split())
        assert "(13/20)" in told.output, "two more than 11 of 20"


def test_the_damage_can_be_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "damage.svg"
    assert call("alda vs orc", "--plot", str(out)).exit_code == 0
    assert out.read_text().startswith("<?xml")


def test_house_rules_change_the_odds(tmp_path: Path) -> None:
    """A charge at +6 instead of +2 hits on four faces more."""
    house = tmp_path / "lances.yaml"
    house.write_text(
        "extends: sovereign\nname: lances\ntitle: Lances\ndials: {charge_to_hit: 6}\n", "utf-8"
    )
    charge = "AB+3 1d8 vs AC 14 hp 6, charging"
    assert ask(charge)["hit"]["fraction"] == "3/5"
    assert ask(charge, "--rules", str(house))["hit"]["fraction"] == "4/5"
    assert "Lances:" in call(charge, "--rules", str(house)).output
    wrong = call(charge, "--rules", "quick-blade")
    assert wrong.exit_code == 2
    assert "did you mean quick-blades?" in wrong.output
