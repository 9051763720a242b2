"""Foundry's dnd5e of early 2019, and a `.db` that keeps every version of a document. Our own."""

from __future__ import annotations

import json
from typing import Any

from tests.exchange.test_nothing_silent import creatures, read


def told(value: Any, **more: Any) -> dict[str, Any]:
    """A figure as those actors keep it."""
    return {"type": "String", "label": "Some label", "value": value, **more}


def weapon(name: str, **facts: Any) -> dict[str, Any]:
    return {
        "name": name,
        "type": "weapon",
        "data": {key: told(each) for key, each in facts.items()},
    }


def actor(name: str, key: str = "a1") -> dict[str, Any]:
    scores = {"str": 16, "dex": 14, "con": 12, "int": 3, "wis": 10, "cha": 6}
    return {
        "_id": key, "name": name, "type": "npc", "flags": {},
        "data": {
            "abilities": {each: told(score, proficient=0) for each, score in scores.items()},
            "attributes": {
                "ac": told(13, min=10), "hp": told(22, max=22, formula="4d8 + 4"),
                "speed": told("30 ft.", special="Climb 20 ft."),
            },
            "details": {"alignment": told("unaligned"), "cr": told(1), "type": told("beast")},
            "traits": {"size": told("lg"), "senses": told("Darkvision 60 ft."),
                       "di": told([]), "dr": told([]), "dv": told([]), "ci": told([])},
        },
        "items": [
            weapon("Tusk", damage="1d6", damageType="slashing", range="5 ft.", properties=""),
            weapon("Bite", damage="1d4", damageType="piercing", damage2="1d6", range="10 ft.",
                   damage2Type="poison", properties="Natural"),
            weapon("Quill", damage="1d4", damageType="piercing", range="30/60 ft.", properties=""),
        ],
    }  # fmt: skip


def test_actors_with_a_label_beside_each_figure() -> None:
    form = creatures(read(json.dumps([actor("Fen Boar")])))["Fen Boar"]
    figures = [form[key] for key in ("hd", "hp", "ac", "speed", "size", "kin", "darkvision")]
    assert figures == [4, 22, 13, 30, "large", "beast", 60]
    tusk, bite, quill = form["natural"]
    assert (tusk["damage"], tusk["type"]) == ("1d6+3", "slashing")
    assert bite["reach"] == 10
    assert bite["riders"][0]["does"] == [{"do": "damage", "amount": "1d6"}]
    assert (quill["range"], quill["damage"]) == ("30/60", "1d4+2")


def test_only_the_last_version_of_a_document() -> None:
    old, new, gone = actor("Fen Sow"), actor("Fen Boar"), actor("Fen Hog", "a2")
    lines = [old, gone, new, {"_id": "a2", "$$deleted": True}]
    assert list(creatures(read("\n".join(map(json.dumps, lines))))) == ["Fen Boar"]
