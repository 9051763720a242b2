"""An untrusted file may only name files beside it, and nothing that runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from shieldwall.content import ContentError, load_encounter
from shieldwall.content.encounters import read_encounter
from shieldwall.minds import MIND_NAMES, MindError, make_mind
from shieldwall.minds.mind_names import seated

RULES = "extends: sovereign\nname: mine\ntitle: Mine\ndials: {snap_to_hit: -2}\n"


def encounter(rules: str = "sovereign", party: str = "the-five", place: str = "") -> str:
    drawn = place or "|\n  a . . b\n"
    return (
        f"title: Gate\nrules: {rules}\nmap: {drawn}\nsides:\n"
        f"  - {{name: party, players: yes, party: {party}}}\n"
        "  - {name: foes, creatures: [{creature: goblin}]}\n"
    )


def problems(path: Path) -> str:
    try:
        load_encounter(str(path))
    except ContentError as error:
        return str(error)
    return ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An untrusted folder, beside one with secrets."""
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path / "own"))
    (tmp_path / "own" / "rules").mkdir(parents=True)
    (tmp_path / "own" / "rules" / "mine.yaml").write_text(RULES)
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "mine.yaml").write_text(RULES)
    found = tmp_path / "game"
    (found / "more").mkdir(parents=True)
    (found / "mine.yaml").write_text(RULES)
    (found / "more" / "mine.yaml").write_text(RULES)
    (found / "link.yaml").symlink_to(tmp_path / "secrets" / "mine.yaml")
    return found


OUTSIDE = "lies outside the folder of this file"


@pytest.mark.parametrize(
    "named",
    [
        "../secrets/mine.yaml",
        "{secrets}/mine.yaml",
        "more/../../secrets/mine.yaml",
        "link.yaml",
    ],
)
def test_an_encounter_names_no_file_outside_its_folder(folder: Path, named: str) -> None:
    path = folder / "gate.yaml"
    named = named.replace("{secrets}", str(folder.parent / "secrets"))
    for text in (
        encounter(rules=named),
        encounter(party=named),
        encounter(place=named),
    ):
        path.write_text(text)
        assert OUTSIDE in problems(path), text


@pytest.mark.parametrize("named", ["mine.yaml", "more/mine.yaml", "mine", "../own/rules/mine.yaml"])
def test_an_encounter_names_files_of_its_folder_and_of_the_library(
    folder: Path, named: str
) -> None:
    path = folder / "gate.yaml"
    path.write_text(encounter(rules=named))
    assert "rules" not in problems(path)
    assert OUTSIDE not in problems(path)


def test_an_encounter_that_came_without_a_folder_names_no_path(folder: Path) -> None:
    with pytest.raises(ContentError, match=OUTSIDE):
        read_encounter(encounter(rules=str(folder / "mine.yaml")), "gate.yaml")


# Minds.


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A mind whose file leaves a mark when it is run."""
    path = tmp_path / "trap.py"
    path.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\ndef mind(request): ...\n")
    return path


def test_a_mind_that_is_a_file_runs_only_for_the_command_line(trap: Path) -> None:
    name = f"{trap}:mind"
    with pytest.raises(MindError, match="only the command line may name files to run"):
        make_mind(name)
    assert not (trap.parent / "ran").exists()
    seated(load_encounter("duel"), [name])
    assert (trap.parent / "ran").exists()


def test_every_shipped_mind_may_be_named_by_anybody() -> None:
    assert [make_mind(name).name for name in MIND_NAMES] == list(MIND_NAMES)
