"""Universal VTT: the imported map, the report, and the round trip."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.exchange.samples import crypt, crypt_text, png, portal, stroke

from shieldwall.cli.files.import_command import report_lines
from shieldwall.cli.terminal import Terminal
from shieldwall.content import ContentError, read_encounter
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.sight.cover import BLOCKED, FULL, HALF, NONE, cover
from shieldwall.engine.space.step_costs import steps
from shieldwall.exchange.exporters import export_text
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.map_drawing import Drawing, checked_map
from shieldwall.exchange.map_files.uvtt import Choices, read_uvtt, write_uvtt


def brought(data: dict[str, Any], choices: Choices | None = None) -> tuple[Drawing, Report]:
    report = Report()
    return read_uvtt(json.dumps(data), "m.uvtt", "m", choices or Choices(), report), report


def grid_of(data: dict[str, Any], choices: Choices | None = None) -> GridMap:
    return checked_map(brought(data, choices)[0].map_text(), "m.yaml").grid


def room(**more: Any) -> dict[str, Any]:
    """Six by four squares, no walls."""
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 6, "y": 4}, "pixels_per_grid": 70}
    return {"format": 0.2, "resolution": size, "line_of_sight": [], "portals": [], **more}


def walked(grid: GridMap, start: int) -> dict[int, int]:
    """The reachable squares, each with its number of steps."""
    table = steps(grid, 1, 2)
    found = {start: 0}
    edge = [start]
    for here in edge:
        for way in range(8):
            there = here + int(table.ways[way])
            if int(table.cost[here * 8 + way]) and there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def said(report: Report) -> str:
    return "\n".join(f"{remark.topic}: {remark.text}" for remark in report.remarks)


def test_a_map_becomes_a_file_of_ours() -> None:
    imported = import_text("uvtt", crypt_text(), "some/crypt.dd2vtt", Choices())
    (made,) = imported.files
    assert (made.folder, made.name, made.picture_name) == ("maps", "crypt", "crypt.png")
    assert made.text == (
        "# From crypt.dd2vtt.\n"
        "title: crypt\n"
        "picture: crypt.png\n"
        "pixels: 20\n"
        "squares: |\n" + "  .............\n" * 8 + "walls:\n"
        "  - kind: wall\n"
        "    lines: |\n"
        "      4,0 4,3\n"
        "      4,4 4,8\n"
        "      7.3,2.1 9.7,5.4\n"
        "      12,3 12,0 0,0 0,8 12,8 12,4\n"
        "  - kind: low wall\n"
        "    lines: |\n"
        "      10,3 10,4 11,4 11,3 10,3\n"
        "  - kind: door\n"
        "    lines: |\n"
        "      4,3 4,4\n"
        "  - kind: door\n"
        "    open: yes\n"
        "    lines: |\n"
        "      12,3 12,4\n"
        "lights:\n"
        "  - {at: [3, 2], range: 22 ft 6 in, colour: ffd28a60}\n"
    )


def test_the_report_counts_and_says_what_is_unclear() -> None:
    _, report = brought(crypt())
    assert said(report) == (
        "size: 13 x 8 squares, from 2, 1 on\n"
        "size: drawn on 12.5 x 8 squares; the last ones are cut off\n"
        "objects: 4 lines of furniture and pillars imported as low walls of 3 ft, which give cover;"
        " also possible: --objects full or ignore\n"
        "doors: 2 doors, 1 ambiguous\n"
        "doors: 1 not closed, which may be open doors or windows; taken as open doors:"
        " --openings window if they are not\n"
        "walls: 12 lines drawn, which make 12 walls: 11 along the squares, 1 across\n"
        "lights: 1 light kept for export; play does not use them\n"
        "picture: PNG, 250 x 160 pixels"
    )
    assert [remark.topic for remark in report.warnings] == ["size", "doors"]


def test_the_guide_shows_the_real_report() -> None:
    imported = import_text("uvtt", crypt_text(), "crypt.dd2vtt", Choices())
    guide = (Path(__file__).parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")
    shown = "".join(f"    {line}\n" for line in report_lines(imported, Terminal(False, 80, 24)))
    assert shown in guide


def test_there_and_back_is_the_same_map() -> None:
    first, _ = brought(crypt())
    written = write_uvtt(first)
    second, _ = brought(json.loads(written))
    assert second.map_text("crypt.png") == first.map_text("crypt.png")
    assert second.picture == first.picture
    assert write_uvtt(second) == written
    assert json.loads(written)["resolution"]["map_size"] == {"x": 12.5, "y": 8}


COORDINATES = st.one_of(st.integers(-1, 7), st.floats(-0.5, 6.5, width=32))
POINTS = st.tuples(COORDINATES, COORDINATES)


@settings(max_examples=60)
@given(
    st.lists(st.lists(POINTS, max_size=5), max_size=5),
    st.lists(st.lists(POINTS, max_size=3), max_size=3),
    st.lists(st.tuples(POINTS, POINTS, st.booleans()), max_size=3),
    st.sampled_from(["low", "full", "ignore"]),
    st.sampled_from(["door", "window"]),
)
def test_any_map_goes_there_and_back(
    walls: list[list[tuple[float, float]]],
    objects: list[list[tuple[float, float]]],
    doors: list[tuple[tuple[float, float], tuple[float, float], bool]],
    as_what: str,
    openings: str,
) -> None:
    data = room(
        line_of_sight=[stroke(*points) for points in walls],
        objects_line_of_sight=[stroke(*points) for points in objects],
        portals=[portal(*door) for door in doors],
    )
    first, _ = brought(data, Choices(as_what, openings))
    assert checked_map(first.map_text(), "m.yaml").grid.width == 6
    written = write_uvtt(first)
    second, _ = brought(json.loads(written))
    assert second.map_text() == first.map_text()
    assert write_uvtt(second) == written


def test_a_map_of_ours_goes_out_and_comes_back_with_the_same_sight() -> None:
    """The gatehouse passage: walls of rock, doors, a slit."""
    written = export_text("uvtt", "corridor", Report())
    data = json.loads(written)
    assert sorted(entry["x-shieldwall"]["kind"] for entry in data["portals"]) == [
        "door", "door", "door", "slit",
    ]  # fmt: skip
    first = brought(data)[0]
    assert write_uvtt(first) == written


def test_a_wall_off_the_squares_stops_sight_and_steps_exactly() -> None:
    """A wall at two and a half squares, from top to bottom but for the last row."""
    grid = grid_of(room(line_of_sight=[stroke((2.5, 0), (2.5, 3))]))
    assert cover(grid, 0, 5) == BLOCKED
    assert cover(grid, 3 * 6, 3 * 6 + 5) == NONE
    assert cover(grid, 2 * 6, 3 * 6 + 5) == HALF
    assert walked(grid, 0)[1] == 1
    assert walked(grid, 0)[3 * 6 + 3] == 5  # down first, then past the end of the wall
    assert walked(grid, 0)[3] == 8


def test_a_slanted_wall_stops_sight_and_steps() -> None:
    grid = grid_of(room(line_of_sight=[stroke((1.3, 0), (4.7, 4))]))
    assert cover(grid, 3 * 6, 5) == BLOCKED
    reached = walked(grid, 3 * 6)
    assert 0 in reached
    assert not {4, 5, 11} & set(reached)


def test_closed_doors_stop_and_windows_show() -> None:
    walls = [stroke((3, 0), (3, 1)), stroke((3, 2), (3, 4))]
    shut = grid_of(room(line_of_sight=walls, portals=[portal((3, 1), (3, 2))]))
    assert cover(shut, 6, 11) == BLOCKED
    assert 11 not in walked(shut, 6)
    ajar = room(line_of_sight=walls, portals=[portal((3, 1), (3, 2), closed=False)])
    opened = grid_of(ajar)
    assert opened.doors_open == 1
    assert cover(opened, 6, 11) != BLOCKED
    assert 11 in walked(opened, 6)
    window = grid_of(ajar, Choices(openings="window"))
    assert cover(window, 6, 11) in (HALF, FULL)
    assert 11 not in walked(window, 6)


def test_objects_are_low_cover_or_walls_or_nothing() -> None:
    data = room(objects_line_of_sight=[stroke((3, 0), (3, 4))])
    covers = {}
    for choice in ("low", "full", "ignore"):
        covers[choice] = cover(grid_of(data, Choices(objects=choice)), 6, 11)
    assert covers == {"low": HALF, "full": BLOCKED, "ignore": NONE}


def test_the_map_can_be_fought_on(tmp_path: Path) -> None:
    (made,) = import_text("uvtt", crypt_text(), "crypt.dd2vtt", Choices()).files
    (tmp_path / "crypt.yaml").write_text(made.text)
    setup = read_encounter(
        "title: Crypt\nrules: sovereign\nmap: crypt\nsides:\n"
        "  - {name: us, party: adventurers, area: A1-C8}\n"
        "  - {name: them, units: [{what: 3 x skeleton, area: L1-L8}]}\n",
        "e.yaml",
        tmp_path,
    )
    assert (setup.grid.width, setup.grid.height, len(setup.grid.walls)) == (13, 8, 14)


@pytest.mark.parametrize(
    ("colour", "kept"),
    [("80ffaa00", "80ffaa00"), ("FFAA00", "ffffaa00"), ("#ffaa00", "ffffaa00"), (7, "ffffffff")],
)
def test_colours_have_their_strength_first(colour: object, kept: str) -> None:
    light = {"position": {"x": 1, "y": 1}, "range": 2, "color": colour}
    assert brought(room(lights=[light]))[0].lights[0].colour == kept


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "m.uvtt:1: not valid JSON: Expecting value"),
        ("[]", "m.uvtt: not a Universal VTT map: it has no `resolution`"),
        ('{"resolution": 3}', "m.uvtt: not a Universal VTT map: it has no `resolution`"),
        ('{"a": NaN}', "m.uvtt: not valid JSON: NaN is not a number"),
        ('{"a": ' + "1" * 5000 + "}", "m.uvtt: not valid JSON: a number of 5000 digits"),
        ("[" * 100_000, "m.uvtt: nested too deep"),
        (json.dumps(room(resolution={"map_size": {"x": 0, "y": 3}})),
         "m.uvtt: `resolution.map_size` does not say how large the map is"),
        (json.dumps(room(resolution={"map_size": {"x": 401, "y": 3}})),
         "m.uvtt: too large: at most 400 x 400 squares"),
        (json.dumps(room(line_of_sight=[stroke(*[(n % 2, 0) for n in range(100_002)])])),
         "m.uvtt: too many lines: at most 100,000"),
    ],
    ids=["empty", "a-list", "no-resolution", "nan", "digits", "deep", "no-size", "large", "many"],
)  # fmt: skip
def test_what_is_no_map_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_uvtt(text, "m.uvtt", "m", Choices(), Report())
    assert str(caught.value) == problem


def test_odd_parts_are_left_out_and_said() -> None:
    _, report = brought(
        room(
            line_of_sight=[[{"x": 1, "y": "one"}, {"x": 2}, 7, None], "no", stroke((9, 9), (9, 8))],
            portals=[{"bounds": stroke((1, 1))}, "door", {"bounds": stroke((1, 1), (1, 1))}],
            lights=[{"position": {"x": 99, "y": 1}, "range": 3}, {"range": 1e308}],
            image="%%%",
        )
    )
    assert [(remark.topic, remark.text) for remark in report.warnings] == [
        ("line_of_sight", "4 points without two numbers: left out"),
        ("doors", "3 portals without two ends: left out"),
        ("walls", "1 line beside the map: left out"),
        ("lights", "2 lights off the map or without a range: left out"),
        ("picture", "not base64: left out"),
    ]


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (b"GIF89a" + b"\0" * 40, "neither PNG, JPEG nor WebP: left out"),
        (png(4, 4)[:20], "neither PNG, JPEG nor WebP: left out"),
        (png(4, 4)[:16] + b"\0\1\0\0" * 2 + png(4, 4)[24:],
         "65536 x 65536 pixels is too large: left out"),
    ],
)  # fmt: skip
def test_a_picture_that_is_none_is_left_out(picture: bytes, reason: str) -> None:
    drawing, report = brought(room(image=base64.b64encode(picture).decode()))
    assert drawing.picture is None
    assert [remark.text for remark in report.warnings] == [reason]
