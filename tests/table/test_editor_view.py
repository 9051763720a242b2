"""The editor's view of a file: the problems of `check`, its map, its units."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shieldwall.exchange.file_checks import check_file
from shieldwall.table.library.editor_view import looked_at, sight_tried
from shieldwall.table.library.library_models import LookAt
from shieldwall.table.library.palette import creature_to_change, palette
from shieldwall.table.play.fight_setup import Wrong

TEXT = """\
title: The Barn  # draughty
rules: sovereign
map:
  squares: |
    ......
    ......
    ......
  walls:
    - {from: C1, to: C3, side: east, kind: wall}
    - {edge: C2-D2, kind: door}
sides:
  - {name: party, party: adventurers, only: [alda], area: A1-A3}
  - name: foes
    units:
      - {what: 2 x goblin, at: [F1, F3], faces: west}
"""


DEEP: Any = "b"
for _ in range(14):
    DEEP = {"a": DEEP}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIELDWALL_HOME", str(tmp_path))
    return tmp_path


def look(text: str, tree: dict[str, Any] | None = None, kind: str = "encounters") -> Any:
    return looked_at(LookAt.model_validate({"kind": kind, "text": text, "tree": tree}))


def test_values_map_and_people() -> None:
    found = look(TEXT)
    assert found.problems == []
    assert found.tree["sides"][1]["units"][0]["at"] == ["F1", "F3"]
    assert (found.map.width, found.map.height) == (6, 3)
    assert [(one.id, one.x, one.y, one.field, one.faces) for one in found.units] == [
        ("alda", 0, 1, "sides[1]", ""),
        ("goblin-1", 5, 0, "sides[2].units[1]", "west"),
        ("goblin-2", 5, 2, "sides[2].units[1]", "west"),
    ]
    assert [one.name for one in found.sides] == ["party", "foes"]


def test_new_values_go_into_the_text_and_comments_stay() -> None:
    tree = look(TEXT).tree
    tree["sides"][1]["units"][0]["at"] = ["F1", "E3"]
    found = look(TEXT, tree)
    assert found.text == TEXT.replace("[F1, F3]", "[F1, E3]")
    assert found.units[2].x == 4


def test_the_problems_are_those_of_check_and_say_where(home: Path) -> None:
    wrong = (
        TEXT.replace("[F1, F3]", "[F1, F1]").replace("kind: door", "kind: dor")
        + "  - {name: others, units: [{what: gobblin, at: A2}]}\n"
    )
    found = look(wrong)
    path = home / "encounters" / "new.yaml"
    path.parent.mkdir()
    path.write_text(wrong)
    _, same = check_file(path)
    assert [(one.line, one.field, one.message) for one in found.problems] == [
        (one.line, one.field, one.message) for one in same
    ]
    assert len(same) == 3
    squares = {one.field: one.square for one in found.problems}
    assert squares["map.walls[2].kind"] == "C2"
    assert squares["sides[3].units[1].what"] == "A2"
    assert {"goblin-1", "alda"} <= {one.id for one in found.units}


def test_a_text_that_cannot_be_read_has_no_values_but_its_problem() -> None:
    found = look("title: [\n")
    assert found.tree is None
    assert found.problems[0].line >= 1
    other = look("title: A party\ncharacters: []\n", kind="maps")
    assert other.problems


@pytest.mark.parametrize(
    "tree",
    [
        {"title": None},
        {"a": DEEP},
        {"a": ["b"] * 60_000},
    ],
)
def test_values_no_file_can_hold_are_refused(tree: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        look(TEXT, tree)


def test_a_file_that_names_others_reads_nothing_outside(home: Path) -> None:
    secret = home.parent / "secret.yaml"
    secret.write_text("title: secret words\nsquares: |\n  ...\n")
    found = look(TEXT.replace("party: adventurers, only: [alda]", "party: ../../secret.yaml"))
    assert found.problems
    assert "secret words" not in found.model_dump_json()


def test_sight_both_ways() -> None:
    shut = sight_tried(TEXT, "alda", "goblin-1")
    assert not shut.line
    assert shut.cover == ""
    opened = sight_tried(TEXT.replace("kind: door", "kind: door, open: yes"), "B2", "E2")
    assert opened.line
    assert opened.back_line
    assert len(opened.corners) == 8
    with pytest.raises(Wrong, match="must be solved first"):
        sight_tried(TEXT.replace("goblin", "gobblin"), "A1", "B1")


def test_the_palette_is_that_of_the_book() -> None:
    sovereign, aachen = palette("sovereign"), palette("aachen")
    assert "warrior" in [one.name for one in sovereign.classes]
    assert "fighter" in [one.name for one in aachen.classes]
    assert "seax" in [one.name for one in aachen.weapons]
    assert {one.name for one in sovereign.parties} >= {"adventurers", "novices"}
    assert len(sovereign.creatures) > 100
    troll = creature_to_change("troll")
    assert troll.form["hd"] == "6+3"
    with pytest.raises(Wrong, match="No creature is called"):
        creature_to_change("trol")
