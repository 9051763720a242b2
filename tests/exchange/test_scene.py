"""Foundry's scenes: walls by what they stop, tokens by whose side they are on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.exchange.samples import scene

from shieldwall.content import ContentError, read_encounter
from shieldwall.exchange.foundry_vtt.foundry_scene import Scene, read_scene
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.map_drawing import DOOR, LOW, WALL, WINDOW
from shieldwall.exchange.map_files.uvtt import Choices


def read(data: dict[str, Any]) -> tuple[Scene, list[str]]:
    report = Report()
    found = read_scene(data, "s.json", report)
    return found, [remark.text for remark in report.remarks]


def test_walls_by_what_they_stop_and_the_rest_is_said() -> None:
    found, said = read(scene())
    drawing = found.drawing
    assert (drawing.title, drawing.width, drawing.height) == ("The Old Mill", 8, 6)
    assert drawing.walls == {
        WALL: [(240, 0, 240, 120), (240, 180, 240, 360)],
        LOW: [(60, 240, 120, 240)],
    }
    assert [(portal.line, portal.kind) for portal in drawing.portals] == [
        ((240, 120, 240, 180), DOOR),
        ((360, 0, 360, 60), WINDOW),
    ]
    assert said == [
        "The Old Mill: 8 x 6 squares",
        "7 walls drawn, which make 3, 1 of them low",
        "1 door, 1 windows",
        "1 without two ends: left out",
        "1 block sight from one side only: imported as walls",
        "1 are locked: our doors are only closed",
        "1 stop sight but not steps: our walls stop both, so they are left out",
        "5 tokens",
        "1 hidden: `hidden` in the encounter would say so",
        "1 off the scene or without a name: left out",
        "1 left out: they do not stop sight or steps",
    ]


def test_a_scene_with_tokens_becomes_a_map_and_an_encounter(tmp_path: Path) -> None:
    imported = import_text("foundry", json.dumps(scene()), "mill.json", Choices())
    assert [(made.folder, made.name) for made in imported.files] == [
        ("maps", "mill"), ("encounters", "mill-fight"),
    ]  # fmt: skip
    for made in imported.files:
        (tmp_path / f"{made.name}.yaml").write_text(made.text)
    fight = imported.files[1].text
    setup = read_encounter(fight, "mill-fight.yaml", tmp_path)
    assert [(unit.ident, unit.x, unit.y) for unit in setup.placements] == [
        ("guard", 1, 1), ("goblin-1", 6, 3), ("goblin-2", 7, 3),
    ]  # fmt: skip
    assert "# not known: Grandmother, at F6" in fight
    assert "# goblin cannot stand at H4: goblin stands at H4" in fight
    warned = [remark.text for remark in imported.report.warnings]
    assert "not known here: 1 x Grandmother; bring in their actors first" in warned


@pytest.mark.parametrize(
    ("grid", "width", "height"),
    [
        ({"type": 1, "size": 100, "distance": 10, "units": "ft"}, 16, 12),
        ({"type": 1, "size": 100, "distance": 1.5, "units": "m"}, 8, 6),
        ({"type": 1, "size": 50, "distance": 5, "units": "feet"}, 16, 12),
        (100, 8, 6),
    ],
)
def test_the_scale_of_the_scene(grid: object, width: int, height: int) -> None:
    found, _ = read({**scene(), "grid": grid, "tokens": [], "walls": []})
    assert (found.drawing.width, found.drawing.height) == (width, height)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"width": 0}, "s.json: the scene does not say how large it is"),
        ({"width": 1e6}, "s.json: too large: 10000 x 6 squares, at most 400 x 400"),
        ({"grid": {"size": 0.001}}, "s.json: the grid of the scene makes no sense"),
    ],
)
def test_what_is_no_scene_is_refused(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        read({**scene(), **change})
    assert str(caught.value) == problem
