"""Every shipped file loads, the encounters are what they promise, and the guide's examples work."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.content.helpers import encounter

from shieldwall.content import (
    ContentError,
    list_encounters,
    load_encounter,
    load_party,
    read_encounter,
)
from shieldwall.content.creatures import CREATURE, NATURAL_WEAPON, shipped_creatures
from shieldwall.content.encounters import ENCOUNTER, SIDE, UNIT
from shieldwall.content.ground import MAP, SQUARE
from shieldwall.content.library import equipment, shipped
from shieldwall.content.parties import CHARACTER
from shieldwall.content.schema import Record
from shieldwall.content.walls import WALL
from shieldwall.core.setup import Setup
from shieldwall.core.space.grid import STAIRS

GUIDE = Path(__file__).parents[2] / "docs" / "encounters.md"


@pytest.mark.parametrize("name", shipped("encounters"))
def test_shipped_encounters_load(name: str) -> None:
    setup = load_encounter(name)
    assert setup.rules == ("aachen" if name == "ford" else "sovereign")
    assert [side.players for side in setup.sides] == [True, False]
    assert len({unit.ident for unit in setup.placements}) == len(setup.placements)


@pytest.mark.parametrize("name", shipped("parties"))
def test_shipped_parties_load(name: str) -> None:
    assert load_party(name)


def test_the_list_of_encounters() -> None:
    infos = list_encounters()
    assert [(info.name, info.title, info.sides, info.size) for info in infos] == [
        ("corridor", "The Gatehouse Passage", "4 v 5", "24 x 8 squares"),
        ("duel", "The Duel", "1 v 1", "12 x 8 squares"),
        ("ford", "The Ford", "4 v 6", "18 x 10 squares"),
        ("hall", "The Pillared Hall", "4 v 6", "24 x 16 squares"),
        ("sunken-way", "The Sunken Way", "4 v 5", "240 ft without a map"),
        ("yard", "The Yard", "4 v 4", "20 x 20 squares"),
    ]
    assert all(info.look_for for info in infos)


def gap(setup: Setup) -> int:
    """The fewest squares between two foes."""
    return min(
        max(abs(a.x - b.x), abs(a.y - b.y))
        for a in setup.placements
        for b in setup.placements
        if a.side < b.side
    )


def test_the_yard_is_open_ground_with_bows_on_both_sides() -> None:
    yard = load_encounter("yard")
    assert not yard.grid.walls
    assert not any(yard.grid.is_solid(cell) for cell in range(yard.grid.cells))
    assert gap(yard) >= 12
    for side in (0, 1):
        arms = [unit.sheet.weapons[0] for unit in yard.placements if unit.side == side]
        assert {weapon.melee for weapon in arms} == {True, False}


def test_the_hall_has_pillars_and_archers_on_a_ledge_with_stairs() -> None:
    hall = load_encounter("hall")
    grid = hall.grid
    assert 10 <= sum(name == "pillar" for name in hall.cell_names.values()) <= 12
    heights = {
        unit.ident: int(grid.floor[unit.y * grid.width + unit.x]) for unit in hall.placements
    }
    assert {ident for ident, height in heights.items() if height == 60} == {
        "veteran-archer-1", "veteran-archer-2",
    }  # fmt: skip
    stairs = [cell for cell in range(grid.cells) if grid.ground[cell] == STAIRS]
    assert len(stairs) == 4
    for cell in stairs:
        assert int(grid.floor[cell]) == 30
        assert (int(grid.floor[cell - 1]), int(grid.floor[cell + 1])) == (0, 60)
    assert len(grid.walls) == 1


def test_the_corridor_has_doors_and_a_slit() -> None:
    walls = load_encounter("corridor").grid.walls
    assert sorted(wall.door for wall in walls if wall.door >= 0) == [0, 1, 2]
    assert sum("slit" in wall.label for wall in walls) == 1


def blocks() -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.M | re.S)


def sections(text: str) -> dict[str, str]:
    """The parts of a file by their top-level key."""
    parts = re.split(r"^(?=[a-z-]+:)", text, flags=re.M)
    return {part.split(":")[0]: part for part in parts if part.strip()}


@pytest.mark.parametrize("block", [block for block in blocks() if "sides:" in block])
def test_the_guides_encounters_load(block: str) -> None:
    """What an example leaves out is taken from a plain encounter."""
    plain = "map:\n  squares: |\n" + "    ..........\n" * 4
    whole = {**sections(encounter(plain)), **sections(block)}
    if "space" in whole:
        del whole["map"]
    setup = read_encounter("".join(whole.values()), "guide.yaml")
    assert setup.placements


def test_the_problems_the_guide_shows_are_the_real_ones() -> None:
    broken = blocks()[0].replace("    ..........\n    ....##", "    .........\n    ....##")
    broken = broken.replace("goblin,", "gobblin,")
    with pytest.raises(ContentError) as caught:
        read_encounter(broken, "cellar.yaml")
    assert f"```\n{caught.value}\n```" in GUIDE.read_text(encoding="utf-8")


def test_the_guides_party_loads(tmp_path: Path) -> None:
    (block,) = [block for block in blocks() if "characters:" in block]
    path = tmp_path / "party.yaml"
    path.write_text(block, encoding="utf-8")
    odo = load_party(str(path))[1]
    assert (odo.ident, odo.sheet.name, odo.seat) == ("odo", "Father Odo", "tom")


def test_every_example_of_the_guide_is_one_of_these() -> None:
    assert len(blocks()) == 8
    assert all("sides:" in block or "characters:" in block for block in blocks())


@pytest.mark.parametrize(
    "record",
    [ENCOUNTER, MAP, SQUARE, WALL, SIDE, UNIT, CREATURE, NATURAL_WEAPON, CHARACTER],
    ids=lambda record: record.what,
)
def test_the_guide_explains_every_key(record: Record) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert [key for key in record.fields if f"`{key}`" not in guide] == []


def test_the_guide_names_all_that_is_shipped() -> None:
    guide = " ".join(GUIDE.read_text(encoding="utf-8").split())
    creatures = guide.split("Shipped creatures: ")[1].split(".")[0].split(", ")
    assert creatures == sorted(shipped_creatures())
    weapons = guide.split("Weapons: ")[1].split(".")[0].split(", ")
    assert weapons == sorted(set(equipment().weapons) - {"unarmed"})
    for name in [*shipped("encounters"), *equipment().classes]:
        assert f"`{name}`" in guide


def test_importing_the_loader_does_not_import_yaml() -> None:
    code = "import sys, shieldwall.content; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
