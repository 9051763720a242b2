"""`shieldwall import` and `export`: what they write, and that they overwrite nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.exchange.samples import OSE_BLOCK, crypt_text, png, scene

from shieldwall.cli.main import cli


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a map of another program in it, and one for the GM's own things."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "home"))
    (tmp_path / "crypt.dd2vtt").write_text(crypt_text())
    return tmp_path


def ask(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(arguments), input=typed)


def test_a_map_is_written_with_its_picture_beside_it(desk: Path) -> None:
    result = ask("import", "uvtt", "crypt.dd2vtt", "-o", "deep.yaml")
    assert result.exit_code == 0, result.output
    assert "2 doors, 1 ambiguous" in result.stdout
    assert "written: deep.yaml\nwritten: deep.png\n" in result.stdout
    assert "picture: deep.png\n" in (desk / "deep.yaml").read_text()
    assert (desk / "deep.png").read_bytes() == png(250, 160)


def test_nothing_is_written_over_unless_it_is_wished(desk: Path) -> None:
    (desk / "deep.png").write_text("mine")
    refused = ask("import", "uvtt", "crypt.dd2vtt", "-o", "deep.yaml")
    assert refused.exit_code == 2
    assert "deep.png: already exists; --force overwrites it" in refused.stderr
    assert not (desk / "deep.yaml").exists()
    assert (desk / "deep.png").read_text() == "mine"
    assert ask("import", "uvtt", "crypt.dd2vtt", "-o", "deep.yaml", "--force").exit_code == 0
    assert (desk / "deep.png").read_bytes() == png(250, 160)


def test_without_a_place_to_write_it_is_shown_and_the_report_stands_aside(desk: Path) -> None:
    result = ask("import", "uvtt", "crypt.dd2vtt")
    assert result.stdout.startswith("# From crypt.dd2vtt.\ntitle: crypt\n")
    assert "ambiguous" not in result.stdout
    assert "ambiguous" in result.stderr
    assert [path.name for path in desk.iterdir()] == ["crypt.dd2vtt"]


def test_ones_own_map_is_found_by_name_and_goes_out_again(desk: Path) -> None:
    result = ask("import", "uvtt", "crypt.dd2vtt", "--mine", "--name", "vault", "--json")
    assert [Path(path).name for path in json.loads(result.stdout)["written"]] == [
        "vault.yaml", "vault.png",
    ]  # fmt: skip
    assert ask("export", "uvtt", "vault", "-o", "vault.uvtt").exit_code == 0
    data = json.loads((desk / "vault.uvtt").read_text())
    assert data["resolution"]["map_size"] == {"x": 12.5, "y": 8}
    assert data["image"] == json.loads(crypt_text())["image"]
    again = ask("export", "uvtt", "vault", "-o", "vault.uvtt")
    assert again.exit_code == 2


def test_a_name_does_not_lead_out_of_ones_own_folder(desk: Path) -> None:
    result = ask("import", "uvtt", "crypt.dd2vtt", "--mine", "--name", "../../Evil Crypt", "--json")
    assert json.loads(result.stdout)["written"][0] == str(
        desk / "home" / "maps" / "evil-crypt.yaml"
    )


def test_a_scene_and_its_fight_lie_beside_each_other_and_pass_check(desk: Path) -> None:
    (desk / "mill.json").write_text(json.dumps(scene()))
    result = ask("import", "foundry", "mill.json", "-o", "mill.yaml")
    assert "written: mill.yaml\nwritten: mill-fight.yaml\n" in result.stdout
    assert ask("check", "mill.yaml", "mill-fight.yaml").exit_code == 0


def test_a_pasted_stat_block_is_shown_field_by_field(desk: Path) -> None:
    result = ask("import", "statblock", "-", "--mine", "--name", "lurker", typed=OSE_BLOCK)
    assert "   ac          13 (AC 6 [13])\n" in result.stdout
    assert " ? type of weapon bludgeoning (its name does not say)\n" in result.stdout
    assert ask("show", "cave", "lurker").output.startswith("Cave Lurker  creature\n")


def test_what_the_format_cannot_hold_is_said(desk: Path) -> None:
    result = ask("export", "uvtt", "hall", "--json")
    topics = {remark["topic"] for remark in json.loads(result.stdout)["report"]}
    assert topics == {"ground", "heights"}


def test_a_picture_that_leads_elsewhere_is_not_put_into_the_export(desk: Path) -> None:
    (desk / "secret.txt").write_text("do not tell")
    (desk / "trap.png").symlink_to(desk / "secret.txt")
    (desk / "trap.yaml").write_text("squares: |\n  ...\npicture: trap.png\n")
    result = ask("export", "uvtt", "trap.yaml", "--json")
    answer = json.loads(result.stdout)
    assert json.loads(answer["text"])["image"] == ""
    assert answer["report"][0]["text"] == "trap.png does not lie beside the map: left out"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["import", "uvtt", "no.uvtt"], "no.uvtt: no such file"),
        (["import", "uvvt", "crypt.dd2vtt"], "'uvvt' is not"),
        (["import", "uvtt", "crypt.dd2vtt", "-o", "a.yaml", "--mine"], "either -o or --mine"),
        (["export", "uvtt", "hal"], "no such map or encounter; did you mean hall?"),
        (["import", "uvtt", "broken.uvtt"], "broken.uvtt:2: not valid JSON"),
        (["import", "uvtt", "crypt.dd2vtt", "-o", "no/such/a.yaml"], "No such file or directory"),
    ],
)
def test_mistakes_are_told(arguments: list[str], message: str, desk: Path) -> None:
    (desk / "broken.uvtt").write_text('{"resolution":\n')
    result = ask(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output
