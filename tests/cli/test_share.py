"""`shieldwall share`: one HTML file with the fight in it, whole or as a side knew it."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.table.test_fog import HOUSE, PLAIN

from shieldwall.cli.fights.share import viewer_of_side
from shieldwall.cli.main import cli
from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.minds import seated
from shieldwall.store.save_file import TapeFile, replay_tape, tape_text
from shieldwall.table.archive import share_page
from shieldwall.table.archive.film import Viewer, film_of


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of the page; what is in them is the browser's affair."""
    folder = tmp_path / "share"
    folder.mkdir()
    (folder / "share.js").write_text("run()", encoding="utf-8")
    (folder / "share.css").write_text("body {}", encoding="utf-8")
    monkeypatch.setattr(share_page, "PARTS", folder)


@pytest.fixture
def tape(tmp_path: Path) -> Path:
    setup = load_encounter("duel")
    fight = Fight(setup, 3)
    fight.play(seated(setup))
    path = tmp_path / "duel.tape"
    path.write_text(tape_text(fight), encoding="utf-8")
    return path


def film_in(path: Path) -> dict[str, Any]:
    packed = re.search(r'id="film">([^<]+)<', path.read_text(encoding="utf-8"))
    assert packed is not None
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    return found


@pytest.mark.usefixtures("built")
def test_the_file_holds_the_film_and_the_tape(tape: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    result = CliRunner().invoke(cli, ["share", str(tape), "-o", str(out)])
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert len(text.encode()) < share_page.MOST_BYTES
    assert not re.search(r"(src|href)=\"(?!data:)", text)
    film = film_in(out)
    fight = replay_tape(TapeFile("tape", film["tape"]), load_encounter("duel"))
    assert film["over"]["rounds"] == fight.state.clock.round
    assert film["role"] == "gm"
    assert list(tmp_path.glob(".out.html.*")) == []


@pytest.mark.usefixtures("built")
def test_a_sides_file_has_no_tape_and_no_numbers_of_foes(tape: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    done = CliRunner().invoke(
        cli, ["share", str(tape), "--as", "challenger", "-o", str(out), "--json"]
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["bytes"] == out.stat().st_size
    film = film_in(out)
    assert "tape" not in film
    foe = next(unit for unit in film["start"]["units"] if unit["id"] == "sergeant")
    assert foe["hp"] is None
    assert foe["ac"] is None
    wrong = CliRunner().invoke(cli, ["share", str(tape), "--as", "challengers"])
    assert wrong.exit_code == 2
    assert "did you mean challenger?" in wrong.output


def test_without_a_built_page_it_says_what_to_do(
    tape: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share_page, "PARTS", tmp_path / "nowhere")
    result = CliRunner().invoke(cli, ["share", str(tape)])
    assert result.exit_code == 2
    assert "make build" in result.output


def test_a_sides_file_shows_no_more_of_a_foggy_map_than_it_saw(tmp_path: Path) -> None:
    """A tape has no record of who saw what: it is found out again."""
    path = tmp_path / "house.yaml"
    text = HOUSE
    for word, value in PLAIN.items():
        text = text.replace(word, value)
    path.write_text(text, encoding="utf-8")
    fight = Fight(load_encounter(str(path)), 2)
    fight.rule("fog on")
    fight.push("alda done")
    film = film_of(fight, viewer_of_side(fight, "party"))
    maps = [film["start"]["map"], *(one["map"] for one in film["frames"] if "map" in one)]
    known = maps[-1]["known"]
    assert any("1" in row for row in known)
    assert any("0" in row for row in known)
    assert "watch" not in json.dumps(film), "the archer behind the wall"
    whole = film_of(fight, Viewer())
    assert "watch" in json.dumps(whole)
    assert whole["start"]["map"]["known"] is None
