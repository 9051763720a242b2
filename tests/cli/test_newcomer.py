"""What newcomers type: lists, dice with their odds, a rule id, a verb without a target."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shieldwall.cli.main import cli

KINDS = (
    "creatures", "characters", "weapons", "armour", "spells", "parties", "maps", "encounters",
    "minds", "rulings",
)  # fmt: skip


def run(*words: str, lines: list[str] | None = None) -> Result:
    typed = "" if lines is None else "\n".join(lines) + "\n"
    return CliRunner().invoke(cli, list(words), input=typed)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_listed(kind: str) -> None:
    rows = json.loads(run("list", kind, "--json").stdout)
    assert rows
    assert all(row["name"] for row in rows)
    assert rows[0]["name"] in run("list", kind).stdout


def test_a_list_is_filtered_by_word_and_by_figure() -> None:
    rows = json.loads(run("list", "creatures", "hd>=6", "kin=undead", "--json").stdout)
    assert rows
    assert all(int(row["hd"]) >= 6 and "undead" in row["kin"] for row in rows)
    assert "no creatures like that" in run("list", "creatures", "xyzzy").stdout
    told = run("list", "creatures", "colour=red")
    assert told.exit_code == 2
    assert "creatures have no 'colour'" in told.stderr


def test_an_advantage_belongs_to_the_roll_before_it() -> None:
    told = run("roll", "1d8+2", "d20", "adv", "--seed", "3").stdout.splitlines()
    assert [line.split(":")[0] for line in told] == ["1d8+2", "2d20kh1"]


def test_several_of_a_creature_with_a_capital_are_numbered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    block = tmp_path / "bog.txt"
    block.write_text("Bog Ghoul\nAC 13, HD 2, Atk +3, Dmg 1d6, ML 9, Move 30\n")
    assert run("import", str(block), "--mine", "--fights", "0").exit_code == 0
    shown = run("watch", "--foes", "2 x bog ghouls", "--seed", "1").stdout
    assert "Bog Ghoul 1" in shown
    assert "Bog Ghoul 2" in shown
    alone = run("watch", "--foes", "bog ghoul", "--seed", "1").stdout
    assert "Bog Ghoul" in alone
    assert "Bog Ghoul 1" not in alone


def test_a_compendium_of_foundry_as_it_is_stored_is_refused_with_the_way_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "CURRENT").write_text("MANIFEST-000001\n")
    (tmp_path / "000005.ldb").write_bytes(bytes(range(256)))
    for path in (tmp_path, tmp_path / "000005.ldb"):
        said = " ".join(run("import", str(path)).stderr.split())
        assert "LevelDB" in said
        assert "Export Data" in said


def test_several_and_repeated_rolls() -> None:
    made = json.loads(run("roll", "2d20kh1+5, 1d8", "-n", "3", "--seed", "1", "--json").stdout)
    assert [each["dice"] for each in made] == ["2d20kh1+5", "1d8"] * 3
    assert len(run("roll", "d6", "-n", "4").stdout.splitlines()) == 4


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("d20 >= 11", 0.5),
        ("2d6 >= 8", 15 / 36),
        ("d20 adv >= 11", 0.75),
        ("d20 dis >= 11", 0.25),
        ("2d6+1 adv >= 8", 1 - (15 / 36) ** 2),
        ("2d6+1 dis >= 8", (21 / 36) ** 2),
    ],
)
def test_the_odds_of_a_roll(text: str, chance: float) -> None:
    found = json.loads(run("roll", "--odds", text, "--json").stdout)
    assert found["chance"] == pytest.approx(chance)
    assert found["exact"] is True


def test_the_odds_of_many_dice_are_near() -> None:
    found = json.loads(run("roll", "--odds", "20d6 >= 70", "--json").stdout)
    assert abs(found["chance"] - 0.526) < 0.02
    assert found["exact"] is False
    assert "1 to 6, mean 3.5" in run("roll", "--odds", "d6").stdout


def test_a_rule_by_its_id_alone() -> None:
    shown = run("rules", "show", "sov-081").stdout
    assert shown == run("rules", "show", "sovereign", "SOV-081").stdout
    assert "SOV-081" in shown
    played = run("play", "duel", "--side=champion=me", "--seed", "1", lines=["rule SOV-081"])
    assert "SOV-081  " in played.stdout


def test_leaving_asks_once_where_nothing_is_saved() -> None:
    both = ("--side=champion=me", "--side=challenger=me", "--seed", "1")
    asked = "The fight is not saved: `save FILE` saves it, `quit` again leaves without saving."
    told = run("play", "duel", *both, lines=["done", "quit", "quit"]).stdout
    assert asked in " ".join(told.split())
    assert max(map(len, told.splitlines())) < 80
    assert asked not in " ".join(run("play", "duel", *both, lines=["quit"]).stdout.split())


def test_watch_takes_a_party_and_foes() -> None:
    told = run("watch", "--foes", "2 Goblins", "--seed", "1").stdout
    assert told.startswith("adventurers against 2 Goblins, 60 ft apart in the open")
    assert "company" in run("watch", "--party", "company", "--foes", "wolves").stdout


def test_a_new_encounter_checks_each_answer_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = ["A Trap", "sovereing", "sovereign", "9 by 9", "20 x 12", "adventurers", "2 goblyn",
               "2 goblins"]  # fmt: skip
    told = run("new", "encounter", lines=answers)
    assert told.exit_code == 0, told.output
    assert "'sovereing' is not one of" in told.output
    assert "unknown creature 'goblyn'; did you mean goblin" in told.output
    assert (tmp_path / "a-trap.yaml").exists()


@pytest.mark.parametrize(
    ("typed", "kind"), [("armor", "armour"), ("creature", "creatures"), ("party", "parties")]
)
def test_a_list_is_found_in_the_singular_and_in_american_english(typed: str, kind: str) -> None:
    assert run("list", typed).stdout == run("list", kind).stdout


def test_a_list_that_does_not_fit_folds_into_paragraphs_without_column_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    first = run("list", "spells").stdout.splitlines()[0]
    assert first.startswith("  arcane spark: level 1; ")


def test_every_mind_is_listed_with_what_it_does() -> None:
    rows = json.loads(run("list", "minds", "--json").stdout)
    assert all(row["text"] for row in rows)


def test_wrong_names_say_what_to_do() -> None:
    assert "no book has a rule SOV-999" in run("rules", "show", "SOV-999").stderr
    assert "no file to import in it" in run("import", str(Path(__file__).parent)).stderr
    assert "'pets' is not a list; choose from encounters" in run("list", "pets").stderr


def test_a_verb_of_a_turn_is_refused_in_a_reaction_and_the_answers_are_explained() -> None:
    typed = ["attack ban", "help snap", "?", "who", "quit", "quit"]
    shown = run("play", "toll-road", "--seed", "3", lines=typed).stdout
    assert "Answer this first. Now: snap or pass. `help snap` explains it." in shown
    assert "held action" not in shown
    assert "An Instant that costs the round's Main" in shown
    assert "`help charge` explains an action" in shown
    assert "a1 Bandit archer 1" in shown
    assert "(`who` names them)" in shown.replace("\xa0", " ")


def test_dolmenwood_says_what_is_declared_which_unit_it_waits_for_and_which_phase_it_is() -> None:
    typed = ["pass", "go", "attack", "quit", "quit"]
    shown = run("play", "dw-hollow-oak", "--seed", "2", lines=typed).stdout
    assert "Spells and runes are declared before initiative." in shown
    assert "wait      the goblins" in shown.replace("\xa0", " ")
    assert "also      go, help" in shown.replace("\xa0", " ")
    assert "(DOL-002). Now: movement. `done` goes on." in shown


def test_a_number_before_the_dice_repeats_the_roll() -> None:
    told = run("roll", "3x2d6", "--seed", "3").stdout.splitlines()
    assert [line.split(":")[0] for line in told] == ["2d6", "2d6", "2d6"]
    assert len(run("roll", "2x1d6, d20", "--seed", "3").stdout.splitlines()) == 3


def test_a_rule_id_without_its_noughts_is_recognised() -> None:
    assert "did you mean SOV-081?" in run("rules", "show", "sov-81").stderr
