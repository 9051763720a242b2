"""Every shipped file loads, encounters match their descriptions, and the guide's examples work."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.content.helpers import encounter

from shieldwall.books import RULESETS
from shieldwall.content import (
    ContentError,
    list_encounters,
    load_encounter,
    load_party,
    read_encounter,
)
from shieldwall.content.combatants.creature_sheets import CREATURE, NATURAL_WEAPON
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.parties import CHARACTER
from shieldwall.content.encounter_fields import ENCOUNTER, SIDE, UNIT
from shieldwall.content.formats.file_schema import Record
from shieldwall.content.ground.map_file import MAP, SQUARE
from shieldwall.content.ground.walls import WALL
from shieldwall.content.library import equipment, shipped
from shieldwall.engine.magic.spell_data import HOLD
from shieldwall.engine.space.grid import STAIRS
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind

GUIDE = Path(__file__).parents[2] / "docs" / "encounters.md"


OWN = {
    **dict.fromkeys(("ford", "guardroom", "barbican", "broken-line", "bear-pit"), "aachen"),
    **dict.fromkeys(
        (
            "old-bridge",
            "crag-stair",
            "standing-stones",
            "crypt",
            "troll-gate",
            "dw-ditch-road",
            "dw-hollow-oak",
        ),
        "dolmenwood",
    ),
}
"""The book of each encounter that is not Sovereign's."""


@pytest.mark.parametrize("name", shipped("encounters"))
def test_shipped_encounters_load(name: str) -> None:
    setup = load_encounter(name)
    assert setup.rules == OWN.get(name, "sovereign")
    players = [side.players for side in setup.sides]
    assert players == [True] + [False] * (len(players) - 1)
    assert len({unit.ident for unit in setup.placements}) == len(setup.placements)


@pytest.mark.parametrize("name", shipped("parties"))
def test_shipped_parties_load(name: str) -> None:
    assert load_party(name)


def test_the_list_of_encounters() -> None:
    infos = list_encounters()
    assert [(info.name, info.title, info.sides, info.size) for info in infos] == [
        ("barbican", "The Barbican", "6 v 13", "24 x 13 squares"),
        ("bear-pit", "The Bear Pit", "6 v 6", "26 x 12 squares"),
        ("bell-1-churchyard", "The Stolen Bell, 1: The Churchyard", "6 v 9", "22 x 10 squares"),
        ("bell-2-mill", "The Stolen Bell, 2: The Mill", "6 v 11", "22 x 10 squares"),
        ("bell-3-ravine", "The Stolen Bell, 3: The Ravine", "6 v 9", "22 x 8 squares"),
        ("bell-4-gate", "The Stolen Bell, 4: The Gate", "6 v 8", "22 x 8 squares"),
        ("bell-5-tower", "The Stolen Bell, 5: The Tower", "6 v 8", "22 x 10 squares"),
        ("briar-hollow", "Briar Hollow", "6 v 7", "24 x 11 squares"),
        ("broken-line", "The Broken Line", "6 v 21", "24 x 14 squares"),
        ("corridor", "The Gatehouse Passage", "4 v 5", "24 x 8 squares"),
        ("crag-stair", "The Crag Stair", "6 v 9", "20 x 11 squares"),
        ("crypt", "The Crypt", "6 v 12", "24 x 13 squares"),
        ("drake-nest", "The Drake's Nest", "6 v 11", "30 x 15 squares"),
        ("duel", "The Duel", "1 v 1", "12 x 8 squares"),
        ("dw-ditch-road", "The Ditch Road", "6 v 3", "22 x 8 squares"),
        ("dw-hollow-oak", "The Hollow Oak", "6 v 3", "22 x 10 squares"),
        ("ford", "The Ford", "4 v 9", "18 x 10 squares"),
        ("goblin-camp", "The Goblin Camp", "4 v 11", "22 x 10 squares"),
        ("guardroom", "The Guardroom", "6 v 11", "20 x 11 squares"),
        ("hall", "The Pillared Hall", "4 v 6", "24 x 16 squares"),
        ("market-brawl", "The Market Brawl", "4 v 7 v 7 v 6", "22 x 13 squares"),
        ("old-bridge", "The Old Bridge", "6 v 11", "22 x 10 squares"),
        ("rat-cellar", "The Rat Cellar", "4 v 12", "18 x 10 squares"),
        ("standing-stones", "The Standing Stones", "6 v 13", "22 x 14 squares"),
        ("sunken-way", "The Sunken Way", "4 v 7", "240 ft without a map"),
        ("toll-road", "The Toll Road", "4 v 8", "22 x 10 squares"),
        ("troll-gate", "The Troll at the Gate", "6 v 1", "20 x 12 squares"),
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
    rooms = load_encounter("hall")
    grid = rooms.grid
    assert 10 <= sum(name == "pillar" for name in rooms.cell_names.values()) <= 12
    heights = {
        unit.ident: int(grid.floor[unit.y * grid.width + unit.x]) for unit in rooms.placements
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


@pytest.mark.parametrize("book", sorted(RULESETS))
@pytest.mark.parametrize("name", shipped("encounters"))
def test_every_encounter_is_playable_by_every_book(name: str, book: str) -> None:
    setup = load_encounter(name, book)
    own = load_encounter(name)
    assert setup.rules == book
    assert [one.ident for one in setup.placements] == [one.ident for one in own.placements]
    saves = {len(one.sheet.saves) for one in setup.placements}
    assert saves == {{"sovereign": 3, "aachen": 4, "dolmenwood": 5}[RULESETS[book].family]}


@pytest.mark.parametrize("name", shipped("encounters"))
def test_every_placed_unit_can_reach_another(name: str) -> None:
    """No unit is walled in: a fight on a map leads to attacks or to an end."""
    setup = load_encounter(name)
    fight = Fight(setup, seed=1)
    setup.rounds = 60
    outcome = fight.play([make_mind() for _ in seat_names(setup)])
    assert outcome.reason


def test_the_encounters_show_what_they_promise() -> None:
    assert load_encounter("briar-hollow").ambush == 1
    assert load_encounter("guardroom").hard_entry
    assert len(load_encounter("market-brawl").sides) == 4
    slits = [wall for wall in load_encounter("barbican").grid.walls if "slit" in wall.label]
    assert len(slits) == 4
    crypt = load_encounter("crypt")
    assert all(one.sheet.undead and one.sheet.fearless for one in crypt.placements if one.side)
    troll = next(one.sheet for one in load_encounter("troll-gate").placements if one.side)
    assert troll.abilities.amount("regeneration")
    drake = next(one.sheet for one in load_encounter("drake-nest").placements if one.side)
    assert drake.size > 1
    assert drake.abilities.amount("flight")
    pit = [one.sheet for one in load_encounter("bear-pit").placements if one.side]
    holds = [rider for one in pit for weapon in one.weapons for rider in weapon.riders]
    assert any(part.do == HOLD for rider in holds for part in rider.spell.primitives)
    stair = load_encounter("crag-stair").grid
    assert {int(floor) for floor in stair.floor} >= {0, 60, 120}
    assert sum(ground == STAIRS for ground in stair.ground) >= 4
