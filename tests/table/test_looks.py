"""Pictures and textures: the page can draw every name that the server sends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.icons import rounded

from shieldwall.abilities.body_conditions import SLOWED
from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.library import shipped
from shieldwall.display.condition_words import condition_meanings
from shieldwall.engine.option import OPTIONS, option_of
from shieldwall.table.publish.board_looks import (
    GROUNDS,
    SOMETHING,
    THINGS,
    action_rank,
    condition_pictures,
    pictures,
    square_looks,
    unit_picture,
)

WEB = Path(__file__).parents[2] / "web" / "src"


def test_every_picture_and_texture_is_drawn_by_the_page() -> None:
    paths = (WEB / "pictures" / "iconPaths.ts").read_text(encoding="utf-8")
    assert pictures() <= set(re.findall(r'^  "([a-z0-9-]+)": "', paths, re.MULTILINE))
    drawn = (WEB / "table" / "map" / "ThingShapes.svelte").read_text(encoding="utf-8")
    assert {name for name, _ in THINGS} <= set(re.findall(r'id="thing-([a-z]+)"', drawn))
    patterns = (WEB / "table" / "map" / "Patterns.svelte").read_text(encoding="utf-8")
    assert {name for name, _ in GROUNDS} <= set(re.findall(r'<pattern id="([a-z]+)"', patterns))


def test_every_condition_has_a_picture_of_its_own() -> None:
    found = condition_pictures([*condition_meanings(), "AC +2"])
    assert [name for name, picture in found.items() if picture == SOMETHING] == []


def test_every_condition_is_explained_by_its_own_entry_in_words_of_a_player() -> None:
    found = condition_meanings()
    assert found["slowed"] == SLOWED.sentence == "Its normal speed is halved."
    assert found["dying"].startswith("Cannot act.")
    assert [word for word, text in found.items() if "`" in text or not text.endswith(".")] == []


def test_attacks_come_first_on_the_bar_and_most_actions_have_a_picture() -> None:
    verbs = {verb for rules in RULESETS.values() for verb in rules.actions}
    assert min(verbs, key=lambda verb: action_rank(verb, option_of(verb).kind)) == "attack"
    without = {verb for verb in verbs if verb not in OPTIONS}
    assert len(without) * 4 <= len(verbs), without


@pytest.mark.parametrize(
    ("name", "in_hand", "picture"),
    [
        ("Skeleton 2", "spear", "skeleton"),
        ("Giant ant 1", "bite", "ant"),
        ("The hill giant", "club", "giant"),
        ("Alda", "long sword", "pointy-sword"),
        ("Stranger", "", "cowled"),
    ],
)
def test_a_picture_fits_the_creature_or_the_weapon(name: str, in_hand: str, picture: str) -> None:
    assert unit_picture(name, in_hand, None) == picture


def test_named_squares_of_shipped_maps_look_like_something() -> None:
    assert square_looks({"A1": "hollow oak", "B1": "shallow stream", "C1": "fire pit"}) == {
        "A1": "tree", "B1": "water", "C1": "fire",
    }  # fmt: skip
    ground = {"A1": "courtyard", "B1": "cobbles", "C1": "old road", "D1": "bridge"}
    assert list(square_looks(ground).values()) == ["stone", "cobbles", "sand", "wood"]
    names = {
        name
        for encounter in shipped("encounters")
        for name in load_encounter(encounter).cell_names.values()
    }
    plain = {name for name in names if not square_looks({"A1": name})}
    # Heights and ways are drawn by their height, not by a name.
    assert len(plain) * 3 <= len(names), sorted(plain)


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M10.4 10.4l.4 0 .4 0 .4 0z", "M10 10l1 0 0 0 1 0z"),
        ("M0 0h.6v-.6H5.2z", "M0 0h1v-1h4z"),
        ("m1.5.5c.5.5 1-1 1.5 1.5S9 9 9.4 9.4", "M2 0c0 1 0 0 1 2s6 7 6 7"),
        ("M0 0a5.4 5.4 0 014.6-4.6", "M0 0a5 5 0 0 1 5-5"),
    ],
)
def test_pictures_are_rounded_point_by_point(path: str, short: str) -> None:
    assert rounded(path) == short
