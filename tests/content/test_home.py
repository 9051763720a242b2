"""The GM's own folder: where it is, and finding its files by name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.content.helpers import MAP, SIDES, encounter, problems_of

from shieldwall.content import ContentError, load_encounter, load_party, read_encounter
from shieldwall.content.user_folder import find_file, home_folder, known_names, own_files

PARTY = """\
characters:
  - name: Wulf
    class: warrior
    attributes: {str: 14, dex: 12, con: 16, int: 10, wis: 8}
    weapons: sword
"""
TOAD = "giant toad: {hd: 2, ac: 12, natural: [{name: bite, damage: 1d4, type: piercing}]}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    for kind in ("parties", "creatures", "maps", "encounters"):
        (folder / kind).mkdir(parents=True)
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder))
    return folder


def test_the_folder_is_the_one_the_variable_names(home: Path) -> None:
    assert home_folder() == home


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems, other folders")
def test_without_the_variable_it_is_where_programs_keep_such_things(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SHIELDWALL_HOME")
    monkeypatch.setenv("HOME", "/home/gm")
    monkeypatch.setenv("XDG_DATA_HOME", "/data/gm")
    assert home_folder() == Path("/data/gm/shieldwall")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert home_folder() == Path("/home/gm/.local/share/shieldwall")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert home_folder() == Path("/home/gm/.local/share/shieldwall")


def test_a_folder_that_is_not_there_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHIELDWALL_HOME", "/no/such/folder")
    assert own_files("parties") == {}
    assert "adventurers" in known_names("parties")


def test_a_party_is_found_by_name_and_goes_before_a_shipped_one(home: Path) -> None:
    (home / "parties" / "band.yaml").write_text(PARTY)
    (home / "parties" / "adventurers.yml").write_text(PARTY)
    assert [member.ident for member in load_party("band")] == ["wulf"]
    assert [member.ident for member in load_party("adventurers")] == ["wulf"]
    assert set(known_names("parties")) >= {"band", "adventurers"}


def test_an_encounter_of_ones_own_uses_parties_creatures_and_maps_of_ones_own(home: Path) -> None:
    (home / "parties" / "band.yaml").write_text(PARTY)
    (home / "creatures" / "swamp.yaml").write_text(TOAD)
    (home / "maps" / "bog.yaml").write_text("squares: |\n  .....\n  .~~~.\n")
    (home / "encounters" / "toads.yaml").write_text(
        "title: Toads\nrules: sovereign\nmap: bog\nsides:\n"
        "  - {name: us, party: band, area: A1-A2}\n"
        "  - {name: them, units: [{what: 2 x giant toad, area: E1-E2}]}\n"
    )
    setup = load_encounter("toads")
    assert [unit.ident for unit in setup.placements] == ["wulf", "giant-toad-1", "giant-toad-2"]
    assert (setup.grid.width, setup.grid.height) == (5, 2)


def test_shipped_encounters_mean_the_same_whatever_the_gm_has(home: Path) -> None:
    before = [unit.sheet.hp for unit in load_encounter("duel").placements]
    (home / "parties" / "adventurers.yaml").write_text(PARTY)
    (home / "creatures" / "mine.yaml").write_text(TOAD.replace("giant toad", "sergeant"))
    assert [unit.sheet.hp for unit in load_encounter("duel").placements] == before


def test_a_broken_file_of_creatures_harms_only_who_needs_it(home: Path, tmp_path: Path) -> None:
    broken = home / "creatures" / "broken.yaml"
    broken.write_text("zyzzyx: {hd: many}\n")
    assert read_encounter(encounter(), "e.yaml", tmp_path).placements
    told = problems_of(encounter(MAP, SIDES.replace("orc", "zyzzyx")), tmp_path)
    assert told == [
        "e.yaml:10: sides[1].units[1].what: unknown creature 'zyzzyx'"
        f"; not all of yours could be read: {broken}"
    ]


def test_a_creature_file_that_changed_is_read_again(home: Path, tmp_path: Path) -> None:
    path = home / "creatures" / "swamp.yaml"
    text = encounter(MAP, SIDES.replace("orc", "giant toad"))
    path.write_text(TOAD)
    assert read_encounter(text, "e.yaml", tmp_path).placements[0].sheet.ac == 12
    path.write_text(TOAD.replace("ac: 12", "ac: 15"))
    os.utime(path, ns=(1, 1))
    assert read_encounter(text, "e.yaml", tmp_path).placements[0].sheet.ac == 15


def test_problems_of_a_map_file_are_told_with_its_own_lines(home: Path, tmp_path: Path) -> None:
    path = home / "maps" / "bog.yaml"
    path.write_text("squares: |\n  .....\n  .~~~\nwals: []\n")
    told = problems_of(encounter("map: bog\n"), tmp_path)
    assert f"{path}:3: squares: row 2 has 4 squares, row 1 has 5" in told
    assert f"{path}:4: wals: unknown key; did you mean walls?" in told
    told = problems_of(encounter("map: bgo\n"), tmp_path)
    assert "e.yaml:3: map: 'bgo': no such map; did you mean bog?" in told


def test_a_name_never_leads_out_of_the_folder(home: Path) -> None:
    (home / "secret.yaml").write_text(PARTY)
    for name in ("../secret", "parties/../../secret", str(home / "secret"), ".", ""):
        assert find_file("parties", name, None) is None
    with pytest.raises(ContentError, match="no such"):
        load_party("secret")


@pytest.mark.parametrize("name", ["../up.png", "/etc/passwd", "a\\b.png", "c:x.png", ".hidden"])
def test_a_picture_lies_beside_its_map(name: str, home: Path, tmp_path: Path) -> None:
    (home / "maps" / "bog.yaml").write_text(f"squares: |\n  .....\npicture: '{name}'\n")
    assert (
        "is not the name of a file beside this one"
        in problems_of(encounter("map: bog\n"), tmp_path)[0]
    )
