"""`check`, `show`, `new encounter` and `schema`: what a GM has at hand while writing files."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from tests.cli.typist import Typist

from shieldwall.cli.main import cli
from shieldwall.content.creatures import CREATURES, shipped_creatures
from shieldwall.content.encounters import ENCOUNTER
from shieldwall.content.library import data_folder, shipped
from shieldwall.content.parties import PARTY
from shieldwall.exchange.json_schema import FILES, file_schema
from shieldwall.rules import RULESETS


def ask(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(arguments), input=typed)


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    return tmp_path


def shipped_files() -> dict[str, tuple[str, Traversable]]:
    found: dict[str, tuple[str, Traversable]] = {}
    for folder, kind in (("encounters", "encounter"), ("parties", "party")):
        for name in shipped(folder):
            found[f"{folder}/{name}"] = (kind, data_folder() / folder / f"{name}.yaml")
    for shelf in {shelf for book in RULESETS.values() for shelf in book.shelves}:
        source = (
            data_folder() / shelf / "creatures.yaml" if shelf else data_folder() / "creatures.yaml"
        )
        if source.is_file():
            found[f"creatures {shelf}".strip()] = ("creatures", source)
    return dict(sorted(found.items()))


SHIPPED = shipped_files()


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_passes_check(name: str, desk: Path) -> None:
    kind, source = SHIPPED[name]
    (desk / "f.yaml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    result = ask("check", "f.yaml")
    assert result.output == f"f.yaml: {kind}, nothing wrong\n"
    assert result.exit_code == 0


def test_check_tells_all_problems_of_all_files_with_line_and_suggestion(desk: Path) -> None:
    (desk / "a.yaml").write_text("goblyn:\n  hd: many\n  armor: leather\n  weapons: swrd\n")
    (desk / "b.yaml").write_text("characters:\n  - {name: X, class: warior}\n")
    (desk / "c.yaml").write_text("squares: |\n  ..\n  ...\n")
    (desk / "d.yaml").write_text("title: x\nrules: sovereing\n")
    result = ask("check", "a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml")
    assert result.exit_code == 1
    told = result.output.splitlines()
    assert told[0].startswith("a.yaml:2: goblyn.hd: 'many' is not hit dice")
    assert "a.yaml:3: goblyn.armor: unknown key; did you mean armour?" in told
    assert any(line.startswith("b.yaml:2: characters[1]") for line in told)
    assert "c.yaml:3: squares: row 2 has 3 squares, row 1 has 2" in told
    assert "d.yaml:2: rules: unknown rules 'sovereing'; did you mean sovereign" in result.output
    assert told[-1] == "e.yaml: no such file"
    data = json.loads(ask("check", "c.yaml", "--json").stdout)
    assert data[0]["kind"] == "map"
    assert data[0]["problems"][0]["line"] == 3


def test_check_looks_through_ones_own_folder(desk: Path) -> None:
    assert ask("check").exit_code == 2
    assert "nothing to check" in ask("check", "--mine").output
    folder = desk / "home" / "creatures"
    folder.mkdir(parents=True)
    (folder / "bad.yaml").write_text("x: {hd: 0}\n")
    result = ask("check", "--mine")
    assert result.exit_code == 1
    assert f"{folder / 'bad.yaml'}:1: x.hd: '0' is not hit dice" in result.output


def test_a_card_fits_into_sixty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for name in shipped_creatures():
        result = ask("show", name)
        assert result.exit_code == 0, result.output
        assert result.output.startswith(f"{name}  creature\n")
        assert max(map(len, result.output.splitlines())) <= 60


def test_cards_of_a_creature_a_character_a_weapon_and_a_spell() -> None:
    goblin = json.loads(ask("show", "goblin", "--json").stdout)[0]
    assert goblin["facts"]["HD"] == "1-1"
    assert goblin["facts"]["AC"] == "14, 1 of it a shield"
    assert goblin["facts"]["short sword"] == "1d6, Shock 2/15"
    alda = json.loads(ask("show", "Alda", "--json").stdout)[0]
    assert alda["what"] == "character of adventurers"
    assert alda["facts"]["sword"] == "1d8+1, Shock 3/13"
    assert "1d10, Shock 3/15, two-handed" in ask("show", "war", "axe").output
    assert "sleep  spell" in ask("show", "sleep").output
    wrong = ask("show", "gobln")
    assert wrong.exit_code == 2
    assert "nothing is called so; did you mean goblin" in wrong.output


def test_a_new_encounter_is_asked_for_and_passes_check(desk: Path) -> None:
    result = ask("new", "encounter", typed="At the Ford\n\n16x8\n\n3 x wolf\n")
    assert result.exit_code == 0, result.output
    text = (desk / "at-the-ford.yaml").read_text()
    assert "title: At the Ford\n" in text
    assert "# One line for lists" in text
    assert "{what: 3 x wolf, area: N1-P8}" in text
    assert ask("check", "at-the-ford.yaml").exit_code == 0


def test_a_new_encounter_on_a_map_of_ones_own(desk: Path) -> None:
    folder = desk / "home" / "maps"
    folder.mkdir(parents=True)
    (folder / "bog.yaml").write_text("squares: |\n" + "  ..~~~~..\n" * 6)
    result = ask(
        "new", "encounter", "--title", "Bog", "--rules", "sovereign", "--map", "bog",
        "--party", "none", "--foes", "2 x wolf", "--mine",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    written = desk / "home" / "encounters" / "bog.yaml"
    assert "map: bog\n" in written.read_text()
    assert ask("check", str(written)).exit_code == 0
    assert ask("list", "--mine").output.startswith("bog  Bog, 1 v 2, 8 x 6 squares\n")


def test_an_answer_that_will_not_do_is_told_and_nothing_is_written(desk: Path) -> None:
    result = ask("new", "encounter", typed="X\n\n\n\n3 x wollf\n")
    assert result.exit_code == 2
    assert "unknown creature 'wollf'; did you mean wolf" in result.output
    assert list(desk.iterdir()) == []


def test_at_a_terminal_one_is_asked_again(desk: Path) -> None:
    with Typist(
        "new", "encounter", "--title", "Y", "--rules", "sovereign", "--map", "9x9"
    ) as typist:
        typist.wait_for_prompt()
        typist.type("")
        typist.wait_for("Whom do they meet?")
        typist.type("wollf")
        typist.wait_for("did you mean wolf")
        typist.wait_for("Which party?")
        typist.type("")
        typist.wait_for("Whom do they meet?")
        typist.type("wolf")
        typist.wait_for("written: y.yaml")
        assert typist.end() == 0


@pytest.mark.parametrize("kind", FILES)
def test_a_schema_is_one(kind: str) -> None:
    Draft202012Validator.check_schema(file_schema(kind))
    assert json.loads(ask("schema", kind).stdout) == file_schema(kind)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_fits_its_schema(name: str) -> None:
    kind, source = SHIPPED[name]
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    problems = [
        error.message for error in Draft202012Validator(file_schema(kind)).iter_errors(data)
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("encounter", {"title": "x", "rules": "sovereign", "sides": [], "extra": 1}),
        ("encounter", {"title": "x", "sides": []}),
        ("encounter", {"title": "x", "rules": ["chess"], "sides": []}),
        (
            "party",
            {"characters": [{"name": "x", "class": "warrior", "level": 11, "attributes": {}}]},
        ),
        ("creatures", {"x": {"hd": 1, "size": "vast"}}),
        ("map", {"squares": [".."]}),
    ],
)
def test_a_schema_refuses_what_the_reader_would_refuse(kind: str, data: Any) -> None:
    assert not Draft202012Validator(file_schema(kind)).is_valid(data)


def test_a_schema_knows_every_key_the_reader_knows() -> None:
    assert set(file_schema("encounter")["properties"]) == set(ENCOUNTER.fields)
    assert set(file_schema("party")["properties"]) == set(PARTY.fields)
    inner = file_schema("creatures")["additionalProperties"]["properties"]
    assert set(inner) == set(CREATURES.kind.fields)  # type: ignore[attr-defined]
