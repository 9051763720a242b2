"""`shieldwall exact`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli.chances.exact import digits_of, in_percent
from shieldwall.cli.main import cli

FIGHT = "orc hp 2 vs goblin hp 2"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["exact", *arguments])


def test_it_says_who_wins_who_falls_how_long_and_how_sure() -> None:
    told = run(FIGHT)
    assert told.exit_code == 0
    assert "The party wins " in told.output
    assert "; the foes win " in told.output
    assert "  orc " in told.output
    assert "it is over by then" in told.output
    assert "Every chance is exact to within 0.00" in told.output


def test_as_json() -> None:
    told = json.loads(run(FIGHT, "--json", "--within", "0.1%").output)
    assert told["complete"] is True
    assert told["error"] <= 0.001
    ends = told["wins"]["party"] + told["wins"]["foes"] + told["undecided"]
    assert ends == pytest.approx(1, abs=told["error"])
    assert sum(told["rounds"].values()) == pytest.approx(ends, abs=1e-9)
    assert [unit["unit"] for unit in told["units"]] == ["orc", "goblin"]
    assert told["minds"][0] == "natural"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("yard",), "states; the limit is 200,000"),
        (("alda vs 2 gobblin",), "did you mean goblin"),
        ((FIGHT, "--mind", "captain"), "'captain' uses random numbers or simulation"),
        ((FIGHT, "--mind", "captan"), "no mind is called 'captan'"),
        ((FIGHT, "--within", "80%"), "a percentage from"),
        ((FIGHT, "--foes", "2 orc"), "--foes cannot be used with a fight in words"),
        ((FIGHT, "--space", "map"), "has no map"),
        ((FIGHT, "--rules", "soverein"), "did you mean sovereign"),
        ((), "Name an ENCOUNTER"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(arguments: tuple[str, ...], why: str) -> None:
    told = run(*arguments)
    assert told.exit_code == 2
    assert why in told.output
    assert "Traceback" not in told.output


def test_it_goes_on_from_a_saved_fight(tmp_path: Path) -> None:
    from shieldwall.content import load_encounter
    from shieldwall.content.setup_text import setup_from_text, setup_to_text
    from shieldwall.fight import Fight
    from shieldwall.store.save_file import save_fight

    setup = setup_from_text(setup_to_text(load_encounter("duel")))
    for unit in setup.placements:
        unit.sheet.hp = 3
    fight = Fight(setup, 3)
    saved = tmp_path / "duel.fight"
    save_fight(fight, str(saved))
    told = run(str(saved), "--within", "0.1%", "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["error"] <= 0.001


def test_the_error_is_rounded_up() -> None:
    assert in_percent(4.5e-6) == "0.0005 %"
    assert in_percent(0.0123) == "2 %"
    assert in_percent(1e-5) == "0.001 %"
    assert digits_of(4.5e-6) == 4
    assert digits_of(0.2) == 0


def test_a_fight_in_words_is_counted_by_house_rules_too() -> None:
    book = json.loads(run(FIGHT, "--json").stdout)
    house = json.loads(run(FIGHT, "--rules", "quick-blades", "--json").stdout)
    assert "(Quick blades), counted" in run(FIGHT, "--rules", "quick-blades").output
    assert house["wins"]["party"] > book["wins"]["party"]
