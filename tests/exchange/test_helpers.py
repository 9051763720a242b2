"""`check`, `show`, `new encounter` and `schema`: the tools for writing files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from tests.cli.typist import Typist

from shieldwall.cli.main import cli
from shieldwall.content.combatants.creature_sheets import CREATURES
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.parties import PARTY
from shieldwall.content.encounter_fields import ENCOUNTER
from shieldwall.content.library import data_folder
from shieldwall.exchange.file_checks import LISTS, READERS
from shieldwall.exchange.json_schema import FILES, file_schema


def ask(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(arguments), input=typed)


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    return tmp_path


FOLDER_KINDS = {
    "encounters": "encounter", "parties": "party", "bestiary": "creatures", "rules": "rules",
}  # fmt: skip


def shipped_files() -> dict[str, tuple[str, Path]]:
    """Every file of ours with its kind: that of its folder, else its own name."""
    root = Path(str(data_folder()))
    found = {}
    for path in sorted(root.rglob("*.yaml")):
        kind = FOLDER_KINDS.get(path.parent.name, path.stem)
        found[str(path.relative_to(root))] = (kind, path)
    return found


SHIPPED = shipped_files()


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_passes_check(name: str, desk: Path) -> None:
    kind, source = SHIPPED[name]
    (desk / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    result = ask("check", source.name)
    assert result.output == f"{source.name}: {kind}, nothing wrong\n"
    assert result.exit_code == 0


def test_no_shipped_file_is_of_a_kind_nobody_checks() -> None:
    kinds = {kind for kind, _ in SHIPPED.values()}
    assert kinds == {*READERS, *LISTS} - {"map"}
    assert len(SHIPPED) > 50


BAD_RULES = """\
extends: sovereing
name: Bad Name
dials: {snap_to_hitt: -2}
"""
BAD_HOUSE = """\
extends: sovereign
name: bad
title: Bad
dials: {snap_to_hitt: -2, nat20: maybe}
rulings: {grazing_sigt: yes}
actions:
  exeute: remove
weapons:
  sword: {shok: 3/15}
"""
BAD_FIGHT = """\
title: Bad
rules: sovereign
mapp: 1
map:
  squares: |
    ..
    .#
sides:
  - name: party
    units: [{what: goblyn, at: A1}, {what: orc, at: B2}, {what: orc, at: Z99}, {at: A2}]
  - name: party
    units: [{what: 0 x orc, at: A1}]
creatures:
  newt: {hd: x, ac: 99, weapons: swrod, natural: [{name: bite, damage: 1d, type: biting}]}
"""
BAD_LIST = """\
oar: {damage: lots, traits: [2H, Q], rnage: 10/20}
bow: {damage: 1d6, traits: [R]}
"""
BAD_SPELL = "zap: {level: one, does: [{do: damge, amount: x}], text: Zap.}\n"


@pytest.mark.parametrize(
    ("file", "text", "problems"),
    [
        ("h.yaml", BAD_RULES, ["h.yaml:1: extends: no book is called 'sovereing'; did you mean"]),
        (
            "house.yaml",
            BAD_HOUSE,
            [
                "house.yaml:4: dials.snap_to_hitt: there is no dial 'snap_to_hitt'; did you mean",
                "house.yaml:4: dials.nat20: 'maybe' is no option of nat20; use",
                "house.yaml:5: rulings.grazing_sigt: ",
                "house.yaml:7: actions.exeute: sovereign has no action 'exeute' to remove; did you",
                "house.yaml:9: weapons.sword.shok: unknown key; did you mean shock?",
            ],
        ),
        (
            "fight.yaml",
            BAD_FIGHT,
            [
                "fight.yaml:3: mapp: unknown key; did you mean map?",
                "fight.yaml:10: sides[1].units[1].what: unknown creature 'goblyn'; did you",
                "fight.yaml:10: sides[1].units[4]: 'what' is missing",
                "fight.yaml:11: sides[2].name: ",
                "fight.yaml:12: sides[2].units[1].what: ",
                "fight.yaml:14: creatures.newt.hd: 'x' is not hit dice",
                "fight.yaml:14: creatures.newt.ac: '99' is not a whole number from 0 to 30",
                "fight.yaml:14: creatures.newt.natural[1].damage: '1d' is not",
                "fight.yaml:14: creatures.newt.natural[1].type: 'biting' is not",
            ],
        ),
        (
            "weapons.yaml",
            BAD_LIST,
            [
                "weapons.yaml:1: oar.damage: 'lots' is not",
                "weapons.yaml:1: oar.traits[2]: 'Q' is not",
                "weapons.yaml:1: oar.rnage: unknown key; did you mean range?",
                "weapons.yaml:2: bow: 'range' is missing; what is thrown or shot needs one",
            ],
        ),
        (
            "spells.yaml",
            BAD_SPELL,
            [
                "spells.yaml:1: zap.level: 'one' is not",
                "spells.yaml:1: zap.does[1].do: 'damge' is not",
                "spells.yaml:1: zap.does[1].amount: 'x' is not an amount",
                "spells.yaml:1: zap: 'source' is missing",
            ],
        ),
    ],
    ids=["no book", "house rules", "encounter", "weapons", "spells"],
)
def test_many_mistakes_are_told_at_once_each_with_its_line(
    file: str, text: str, problems: list[str], desk: Path
) -> None:
    (desk / file).write_text(text)
    result = ask("check", file)
    assert result.exit_code == 1
    told = result.output.splitlines()
    for expected in problems:
        assert any(line.startswith(expected) for line in told), (expected, told)
    assert all(line.startswith(f"{file}:") for line in told)


def test_check_tells_all_problems_of_all_files_with_line_and_suggestion(desk: Path) -> None:
    (desk / "a.yaml").write_text("goblyn:\n  hd: many\n  armr: leather\n  weapons: swrd\n")
    (desk / "b.yaml").write_text("characters:\n  - {name: X, class: warior}\n")
    (desk / "c.yaml").write_text("squares: |\n  ..\n  ...\n")
    (desk / "d.yaml").write_text("title: x\nrules: sovereing\n")
    result = ask("check", "a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml")
    assert result.exit_code == 1
    told = result.output.splitlines()
    assert told[0].startswith("a.yaml:2: goblyn.hd: 'many' is not hit dice")
    assert "a.yaml:3: goblyn.armr: unknown key; did you mean armour?" in told
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
    assert goblin["facts"]["short sword"] == "+1 to hit, 1d6, Shock 2/15"
    alda = json.loads(ask("show", "Alda", "--json").stdout)[0]
    assert alda["what"] == "character of adventurers"
    assert alda["facts"]["sword"] == "+4 to hit, 1d8+2, Shock 4/13"
    assert "1d10, Shock 3/15, two-handed" in ask("show", "war", "axe").output
    assert "sleep  spell" in ask("show", "sleep").output
    wrong = ask("show", "gobln")
    assert wrong.exit_code == 2
    assert "there is nothing with this name; did you mean goblin" in wrong.output


@pytest.mark.parametrize(
    ("name", "book", "first", "part"),
    [
        ("plate", "sovereign", "plate  armour", "exert        -3"),
        ("warrior", "sovereign", "warrior  class", "attack       1 2 3"),
        ("magician", "dolmenwood", "magician  class", "learns       dagger"),
        ("human", "dolmenwood", "human  kindred", "gives        decisive"),
        ("slayer", "dolmenwood", "slayer  feat", "is for       one kin"),
        ("wand of bolts", "aachen", "wand of bolts  magic item", "uses         6"),
        ("drowse", "dolmenwood", "drowse  spell", "range        120 ft"),
        ("long bow", "dolmenwood", "long bow  weapon", "range 70/140/210 ft"),
        ("war hammer", "dolmenwood", "war hammer  weapon", "+2 against metal armour"),
    ],
)
def test_there_is_a_card_for_everything_a_book_ships(
    name: str, book: str, first: str, part: str
) -> None:
    result = ask("show", *name.split(), "--rules", book)
    assert result.exit_code == 0, result.output
    assert first in result.output
    assert part in result.output.replace("\xa0", " ")


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
        typist.wait_for("Which foes?")
        typist.type("wollf")
        typist.wait_for("did you mean wolf")
        typist.wait_for("Which foes?")
        typist.type("wolf")
        typist.wait_for("written: y.yaml")
        assert typist.end() == 0


@pytest.mark.parametrize("kind", FILES)
def test_a_schema_is_one(kind: str) -> None:
    Draft202012Validator.check_schema(file_schema(kind))
    assert json.loads(ask("schema", kind).stdout) == file_schema(kind)


@pytest.mark.parametrize("name", [name for name, (kind, _) in SHIPPED.items() if kind in FILES])
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
