"""Changing values in a file: only changes are written, and comments stay in place."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from shieldwall.content.formats.yaml_tree import parse_tree, read_text
from shieldwall.content.library import data_folder, shipped
from shieldwall.exchange.yaml_edit import Tree, edited, tree_of, written

TEXT = """\
# The cellar, second draft.
title: The Cellar  # a working title
rules: sovereign

map:
  # four rows are enough
  squares: |
    ........
    ...##...
    ........
  legend:
    "p": {area: gate}   # where they come in
  walls:
    - {edge: C1-D1, kind: door}  # creaks
    # the far wall
    - kind: wall
      from: F1
      to: F3
      side: east
sides:
  - name: party
    party: adventurers
    area: A1-B3
  # And now the foes:
  - name: foes
    units:
      - {what: 2 x goblin, area: G1-H3}  # asleep

      # the chief
      - what: orc
        at: E3
"""


def values(text: str) -> dict[str, Any]:
    found = tree_of(parse_tree(text, "a.yaml"))
    assert isinstance(found, dict)
    return found


def lines_changed(before: str, after: str) -> list[str]:
    import difflib

    return [
        line for line in difflib.ndiff(before.split("\n"), after.split("\n")) if line[0] in "+-"
    ]


def test_nothing_changes_where_nothing_is_new() -> None:
    assert edited(TEXT, values(TEXT)) == TEXT
    for name in shipped("encounters"):
        text = read_text(data_folder() / "encounters" / f"{name}.yaml", name)
        assert edited(text, values(text)) == text


def test_a_value_changes_and_its_comment_stays() -> None:
    wanted = values(TEXT)
    wanted["title"] = "The Deep Cellar: below"
    wanted["map"]["walls"][0]["kind"] = "window"
    wanted["sides"][1]["units"][1]["at"] = "D3"
    assert lines_changed(TEXT, edited(TEXT, wanted)) == [
        "- title: The Cellar  # a working title",
        '+ title: "The Deep Cellar: below"  # a working title',
        "-     - {edge: C1-D1, kind: door}  # creaks",
        "+     - {edge: C1-D1, kind: window}  # creaks",
        "-         at: E3",
        "+         at: D3",
    ]


def test_rows_of_a_map_change_line_by_line() -> None:
    wanted = values(TEXT)
    wanted["map"]["squares"] = "........\n...#~...\n........\n~~~~~~~~\n"
    assert lines_changed(TEXT, edited(TEXT, wanted)) == [
        "-     ...##...",
        "+     ...#~...",
        "+     ~~~~~~~~",
    ]


def test_entries_come_and_go_and_their_neighbours_comments_stay() -> None:
    wanted = values(TEXT)
    wanted["dark"] = "yes"
    wanted["map"]["walls"].append({"edge": "A1-A2", "kind": "bars"})
    del wanted["map"]["legend"]
    wanted["sides"][1]["units"][0] = {"what": "3 x goblin", "at": ["G1", "G2", "G3"]}
    made = edited(TEXT, wanted)
    assert values(made) == wanted
    assert lines_changed(TEXT, made) == [
        "-   legend:",
        '-     "p": {area: gate}   # where they come in',
        "+     - {edge: A1-A2, kind: bars}",
        "-       - {what: 2 x goblin, area: G1-H3}  # asleep",
        "+       - {what: 3 x goblin, at: [G1, G2, G3]}  # asleep",
        "+ dark: yes",
    ]
    del wanted["sides"][1]["units"][1]
    made = edited(TEXT, wanted)
    assert "# the chief" in made
    assert "# And now the foes:" in made
    assert values(made) == wanted


def test_undoing_gives_the_very_same_text() -> None:
    wanted = values(TEXT)
    wanted["sides"][0]["places"] = {"alda": "A1"}
    assert edited(TEXT, wanted) != TEXT
    assert edited(TEXT, values(TEXT)) == TEXT


def test_windows_line_ends_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    wanted = values(text)
    wanted["title"] = "Another"
    made = edited(text, wanted)
    assert made == text.replace("The Cellar  #", "Another  #")


@pytest.mark.parametrize("text", ["", "{title: a, rules: b}", "title: &a x\n"])
def test_what_cannot_be_kept_is_written_anew(text: str) -> None:
    wanted: dict[str, Tree] = {"title": "A: b", "map": {"squares": "..\n..\n"}}
    made = edited(text, wanted)
    assert values(made) == wanted


@pytest.mark.slow
def test_whatever_is_changed_the_values_are_those_wanted() -> None:
    """Values taken out, put in and changed at random in every shipped encounter."""
    dice = random.Random(7)

    def shake(value: Any) -> Any:
        if isinstance(value, str):
            return (
                value
                if dice.random() < 0.7
                else dice.choice(["x", "5 ft", "a: b", "#", "-", "'", "é"])
            )
        if isinstance(value, list):
            kept = [shake(one) for one in value if dice.random() < 0.8]
            return kept + ([copy.deepcopy(kept[0])] if kept and dice.random() < 0.3 else [])
        changed = {key: shake(one) for key, one in value.items() if dice.random() < 0.9}
        if dice.random() < 0.3:
            changed["new key"] = dice.choice(
                ["v", ["a", "b"], {"k": "v"}, [{"a": "b"}, {"c": ["d"]}]]
            )
        return changed

    for name in shipped("encounters"):
        text = read_text(data_folder() / "encounters" / f"{name}.yaml", name)
        for _ in range(12):
            wanted = shake(values(text))
            if wanted:
                assert values(edited(text, wanted)) == wanted
                assert values(written(wanted)) == wanted
