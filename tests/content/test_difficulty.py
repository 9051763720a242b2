"""The difficulty of the shipped fights: measured, up to date, and suitable for newcomers."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from click.testing import CliRunner
from tools.difficulty import measured, swing

from shieldwall.cli.main import cli
from shieldwall.content import list_encounters, load_encounter
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.difficulty import difficulty_words, measured_difficulty
from shieldwall.content.library import shipped
from shieldwall.table.play.new_fights import read_fight_sources

FIRST_EVENING = ("rat-cellar", "toll-road", "goblin-camp")
CAMPAIGN = ("bell-1-churchyard", "bell-2-mill", "bell-3-ravine", "bell-4-gate", "bell-5-tower")
LEVEL_ONE = ("dw-hollow-oak", "dw-ditch-road")
MOST_SWING = 0.16
"""How much of the victories may hang on who goes first, or on surprise."""


def test_every_shipped_encounter_is_measured_and_no_other() -> None:
    assert sorted(measured_difficulty()) == shipped("encounters")
    for found in measured_difficulty().values():
        assert found["fights"] >= 200
        assert 0 <= found["tpk"] <= found["dies"] <= found["falls"] <= 1


@pytest.mark.parametrize("name", ["duel", "dw-ditch-road", "toll-road"])
def test_the_measures_are_those_of_the_content_as_it_is(name: str) -> None:
    now, noted = measured(name, 40), measured_difficulty()[name]
    for key in ("wins", "dies"):
        assert abs(now[key] - noted[key]) < 0.25, f"run tools/difficulty.py {name}"


@pytest.mark.parametrize("name", FIRST_EVENING)
def test_three_fights_for_a_first_evening_are_won_and_seldom_kill(name: str) -> None:
    found = measured_difficulty()[name]
    assert 0.85 <= found["wins"] <= 0.95
    assert found["dies"] <= 0.15
    assert " % of fights, somebody dies in " in difficulty_words(name)
    assert difficulty_words(name).startswith("easy: the party wins ")


def test_five_fights_are_linked_into_a_campaign_that_a_party_can_win() -> None:
    infos = {info.name: info for info in list_encounters()}
    for name, following in pairwise(CAMPAIGN):
        assert infos[name].next == following
    assert infos[CAMPAIGN[-1]].next == ""
    assert all(measured_difficulty()[name]["wins"] >= 0.8 for name in CAMPAIGN)


@pytest.mark.parametrize("name", LEVEL_ONE)
def test_level_one_by_dolmenwood_need_not_cost_a_life(name: str) -> None:
    setup = load_encounter(name)
    assert setup.rules == "dolmenwood"
    ours = [each.sheet for each in setup.placements if setup.sides[each.side].players]
    assert max(int(sheet.hit_dice) for sheet in ours) == 1
    assert measured_difficulty()[name]["dies"] <= 0.15


def test_who_goes_first_does_not_decide_a_shipped_fight() -> None:
    for name, found in measured_difficulty().items():
        assert swing(found) <= MOST_SWING, name


def test_surprise_is_measured_where_a_check_decides_it() -> None:
    for name in ("briar-hollow", "guardroom"):
        assert {"wins_surprise", "wins_no_surprise"} <= set(measured_difficulty()[name]), name


def test_a_fight_that_is_won_but_often_kills_is_not_called_easy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = {
        "walk": {"wins": 0.97, "dies": 0.05},
        "brawl": {"wins": 0.97, "dies": 0.42},
        "siege": {"wins": 0.97, "dies": 0.7},
        "bridge": {"wins": 0.97, "dies": 0.99},
        "rout": {"wins": 0.2, "dies": 0.05},
    }
    monkeypatch.setattr("shieldwall.content.difficulty.measured_difficulty", lambda: made)
    words = {name: difficulty_words(name).partition(":")[0] for name in made}
    assert words == {
        "walk": "easy",
        "brawl": "fair",
        "siege": "hard",
        "bridge": "deadly",
        "rout": "deadly",
    }


def test_the_list_and_the_start_page_say_how_hard_a_fight_is() -> None:
    shown = CliRunner().invoke(cli, ["list", "encounters", "easy", "--json"])
    rows = {row["name"]: row for row in json.loads(shown.output)}
    assert set(FIRST_EVENING) <= set(rows)
    assert all("easy" in row["difficulty"] for row in rows.values())
    lines = {line.name: line for line in read_fight_sources().encounters}
    assert lines["toll-road"].difficulty == difficulty_words("toll-road")
    assert lines["bell-1-churchyard"].next == "bell-2-mill"


@pytest.mark.parametrize(
    ("giant", "weapon", "dice"),
    [("hill giant", "tree club", (2, 8)), ("cyclops", "tree club", (3, 10)),
     ("frost giant", "ice axe", (4, 6)), ("fire giant", "burning sword", (5, 6))],
)  # fmt: skip
def test_a_giants_club_hits_like_a_giants_club(
    giant: str, weapon: str, dice: tuple[int, int]
) -> None:
    sheet = shipped_creatures(("",), "sovereign")[giant]
    found = next(each for each in sheet.weapons if each.name == weapon)
    assert (int(found.dice), int(found.sides)) == dice
    assert int(found.reach_ft) == 10
