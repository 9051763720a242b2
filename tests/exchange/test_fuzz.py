"""Valid files, damaged in many ways: each is read, or refused with reasons."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.exchange import samples

from shieldwall.content import ContentError
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.map_drawing import checked_map
from shieldwall.exchange.map_files.uvtt import Choices

ROUNDS = 150
ODD: list[Any] = [
    None, True, 0, -1, 1e308, -1e-9, 10**30, "", "x" * 5000, "\x00\x1b[31m", "\u202e\ud7ff", [], {},
    [[]], {"x": {}}, "../../etc/passwd", "!!python/object", "1d6", "99999d99999", "½", "- a: b",
    "\"", "a\nb: c", "{", "*x", "&x", "#", "nan", "-0", 5, 2.5, "\U0001f409",
]  # fmt: skip

FILES: dict[str, tuple[str, str]] = {
    "uvtt": ("uvtt", samples.crypt_text()),
    "ose": ("foundry", json.dumps(samples.ose_actor())),
    "dolmenwood": ("foundry", json.dumps(samples.dolmenwood_actor())),
    "without-number": ("foundry", json.dumps(samples.number_actor())),
    "scene": ("foundry", json.dumps(samples.scene())),
    "initiative": ("improved-initiative", json.dumps({"Combatants": [samples.stat_block()]})),
    **{f"block-{number}": ("statblock", text) for number, text in enumerate(samples.BLOCKS)},
}


def places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every part of a value as what holds it and under which key."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            found.append((value, key))
            places(value[key], found)
    return found


def damaged_values(text: str, dice: random.Random) -> str:
    """JSON in which a few values are others."""
    data = json.loads(text)
    for _ in range(dice.randint(1, 4)):
        spots = places(data, [])
        if not spots:
            break
        holder, key = dice.choice(spots)
        if isinstance(holder, list) and dice.random() < 0.2:
            holder *= dice.randint(0, 3)
        else:
            holder[key] = copy.deepcopy(dice.choice(ODD))
    return json.dumps(data)


def damaged_text(text: str, dice: random.Random) -> str:
    """Characters lost, doubled, exchanged or added."""
    for _ in range(dice.randint(1, 6)):
        place, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        end = min(end, place + dice.choice([1, 2, 10, 200]))
        change = dice.choice(["lose", "double", "add", "swap"])
        if change == "lose":
            text = text[:place] + text[end:]
        elif change == "double":
            text = text[:end] + text[place:end] + text[end:]
        elif change == "add":
            text = text[:place] + str(dice.choice(ODD)) + text[place:]
        else:
            text = text[:place] + chr(dice.randrange(1, 0x3000)) + text[place + 1 :]
    return text


def survives(kind: str, text: str) -> None:
    try:
        imported = import_text(kind, text, "f.json", Choices())
    except ContentError:
        return
    for made in imported.files:
        if made.folder == "maps":
            checked_map(made.text, "m.yaml")
        elif made.folder == "creatures":
            assert creature_file(made.text, "c.yaml")
        assert "/" not in made.name
        assert made.text.encode("utf-8"), "it can be written"
        assert "\x1b" not in made.text


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", [damaged_text, damaged_values], ids=["text", "values"])
def test_a_damaged_file_is_read_or_refused(
    name: str, damage: Callable[[str, random.Random], str]
) -> None:
    kind, text = FILES[name]
    if kind == "statblock" and damage is damaged_values:
        damage = damaged_text
    for seed in range(ROUNDS):
        survives(kind, damage(text, random.Random(f"{name} {seed}")))


HOSTILE = ("1e999", "-1e999", "NaN", "Infinity", '"\\ud800"', '"a\\udc00b"', "9" * 5000,
           "[" * 3000 + "]" * 3000)  # fmt: skip
"""What JSON should not hold, or holds only to annoy."""


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("block")])
def test_hostile_values_anywhere_are_refused_in_words(name: str) -> None:
    kind, text = FILES[name]
    spots = len(places(json.loads(text), []))
    dice = random.Random(name)
    for number in dice.sample(range(spots), min(spots, 60)):
        data = json.loads(text)
        holder, key = places(data, [])[number]
        holder[key] = "@@"
        survives(kind, json.dumps(data).replace('"@@"', dice.choice(HOSTILE)))


@pytest.mark.parametrize("kind", ["uvtt", "foundry", "improved-initiative"])
@pytest.mark.parametrize("text", ["[" * 3000, '{"a":' * 3000 + "1" + "}" * 3000, "(" * 5000])
def test_three_thousand_levels_are_too_deep_for_every_reader(kind: str, text: str) -> None:
    with pytest.raises(ContentError):
        import_text(kind, text, "f.json", Choices())


@pytest.mark.parametrize("block", samples.BLOCKS)
def test_absurd_stat_blocks_are_read_or_refused(block: str) -> None:
    for text in (
        block.replace("1", "1" * 400),
        block.replace("d6", "d1e999"),
        block.replace(" ", "\u2028"),
        block.replace(":", ": NaN "),
        block * 300,
    ):
        survives("statblock", text)
