"""Attacks without dice, by weapon, or under custom keys. All samples are our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.exchange.test_nothing_silent import creatures, left_of, read

from shieldwall.content.formats.problems import ContentError
from shieldwall.exchange import creature_draft
from shieldwall.exchange.exporters import export_text
from shieldwall.exchange.fifth.fifth_words import read_power
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.uvtt import Choices


def fence(*lines: str) -> str:
    body = "\n".join(lines)
    return f"```statblock\nlayout: BFRPG\n{body}\n```\n"


FIGURES = ('ac: "5 [14]"', "hit_dice: 4", "hp: 18", 'thaco: "16 [+4]"', 'moral: "8"')


def fenced(name: str, *lines: str) -> tuple[dict[str, Any], list[str]]:
    made = read(fence(f"name: {name}", *FIGURES, *lines))
    return creatures(made)[name], left_of(made, name)


def test_number_of_attacks_is_no_bonus() -> None:
    form, _ = fenced("Fen Heap", 'attack: "2"', 'damage: "2d4 + paralysis"', 'speed: "20\'"')
    assert form["attack"] == 4
    assert form["natural"][0]["damage"] == "2d4"
    assert form["routine"] == ["weapon", "weapon"]


@pytest.mark.parametrize(
    ("ways", "harm", "dice"),
    [
        ("1 weapon", "By weapon", "1d6"),
        ("1 weapon", "By weapon or 1d8 + disease", "1d8"),
        ("1 weapon", "By weapon + 3, plus that of its blade", "1d6+3"),
        ("1 bite (1 point plus poison bite)", "1 point plus poison bite", "1d1"),
        ("1 bite or 1 sting", "1 or 2 + poison", "1d1"),
    ],
)
def test_damage_without_dice(ways: str, harm: str, dice: str) -> None:
    form, _ = fenced("Fen Heap", f'attack: "{ways}"', f'damage: "{harm}"')
    assert form["natural"][0]["damage"] == dice


def test_touch_that_only_drains_keeps_its_effect_once() -> None:
    form, _ = fenced(
        "Fen Wisp", 'attack: "1 touch"', 'damage: "Energy drain (1 level)"', "traits:",
        "  - name: Energy Drain", '    desc: "A hit drains one level."',
    )  # fmt: skip
    (touch,) = form["natural"]
    assert (touch["name"], touch["damage"]) == ("touch", "1d1")
    assert [rider["name"] for rider in touch["riders"]] == ["Energy Drain"]


def test_attack_that_is_only_special_is_listed() -> None:
    _, left = fenced("Fen Mold", 'attack: "1 spore cloud"', 'damage: "see below"')
    assert left == ["attacks: 1 spore cloud: see below"]
    made = read("Fen Mold\nAC 5 [14], HD 2, hp 9, ML 12")
    assert left_of(made, "Fen Mold") == ["attacks: none was found; an attack of 1d4 is a guess"]


def test_actions_under_a_key_of_ones_own() -> None:
    """Layouts of one table: `main`, and the number of attacks in words."""
    made = read(
        "---\nstatblock: yes\nname: Ford Guards\nhp: '72'\nhit_dice: 16d8\nac: '15'\n"
        "stats:\n- move: '30'\n- save: 16+\nmain:\n"
        "- name: Weapon attack (melee or ranged)\n  desc: +4 x2, 7 (2d6) (shock 4/13, if melee)\n"
        "---\n"
    )
    form = creatures(made)["Ford Guards"]
    assert (form["attack"], form["speed"], form["save"]) == (4, 30, 16)
    assert form["natural"][0]["damage"] == "2d6"
    assert form["natural"][0]["shock"] == "4/13"
    assert form["routine"] == ["weapon attack", "weapon attack"]


def test_a_weapon_called_shock() -> None:
    made = read("Mire Smith\nAC 15, HD 3, Atk: 2 x Shock staff (1d8) or 1 x kick (1d4), ML 9")
    assert [each["name"] for each in creatures(made)["Mire Smith"]["natural"]] == [
        "shock staff", "kick",
    ]  # fmt: skip


def test_feet_per_round_of_basic_fantasy() -> None:
    form, left = fenced("Fen Eel", "speed: \"30' (10') Swim 60' (10')'\"")
    assert form["speed"] == 30
    assert any("60" in each for each in left)


OSE = """### Mire Rat

Grey rats that live close to *undead* monsters. Mindless creatures flee them.

| Armour Class | 7 [12] |
| --- | --- |
| Hit Dice | 2 (9hp) |
| Attacks | [1 × gore (1d6), 1 × bite] or 1 × touch (energy drain), 1 × gaze (petrification) |
| THAC0 | 18 [+1] |
| Movement | 10’ (3’) |
| Saving Throws | D12 W13 P14 B15 S16 (1) |
| Morale | 8 |
| Number Appearing | 3d6 (3d10) |

* **Disease:** Bite has a 1-in-20 chance of infecting the target (save versus poison). It has a 1-in-4 chance of being deadly (die in 1d6 days).
* **Initiative:** Always first, due to its senses.
* ***infravision*:** 60’. (Pits in the head.)
* **Energy drain:** Drains one level (no save).
"""  # noqa: E501


def test_words_about_others_are_no_facts() -> None:
    made = read(OSE)
    rat, left = creatures(made)["Mire Rat"], left_of(made, "Mire Rat")
    assert not {"undead", "fearless"} & rat.keys()
    assert "kill" not in json.dumps(rat["natural"])
    assert rat["speed"] == 5
    assert rat["darkvision"] == 60
    assert any(each.startswith("traits: Disease") for each in left)
    assert any(each.startswith("traits: Initiative") for each in left)
    assert "attacks: 1 x bite" in left
    assert not any("Number Appearing" in each or "Saving Throws" in each for each in left)
    damage = {each["name"]: each["damage"] for each in rat["natural"]}
    assert damage == {"gore": "1d6", "touch": "1d1"}


def test_undead_and_mindless_by_their_own_words() -> None:
    form = creatures(read("Fen Husk\nMindless undead of the fen.\nAC 5 [14], HD 2, ML 12"))
    assert form["Fen Husk"]["undead"] is True
    assert form["Fen Husk"]["fearless"] is True


def number_actor(**more: Any) -> dict[str, Any]:
    weapon = {"name": "Jaws", "type": "weapon", "system": {"damage": "2d6+8", **more}}
    return {
        "name": "Vat Hound",
        "type": "npc",
        "system": {
            "hitDice": "8d8", "health": {"max": 50}, "baseAc": 13, "ab": 8, "moralScore": 9,
            "attacks": {"damage": "d6", "bonusDamage": 0, "number": 3},
            "speed": 20, "saves": 11, "skillBonus": 1,
        },
        "items": [weapon],
    }  # fmt: skip


def test_blank_damage_beside_a_weapon() -> None:
    """`d6` is what a new actor of the Without Number games has."""
    form = creatures(read(json.dumps(number_actor())))["Vat Hound"]
    assert form["natural"] == [{"name": "jaws", "damage": "2d6+8", "type": "bludgeoning"}]
    assert form["routine"] == ["jaws", "jaws", "jaws"]


def test_shock_without_an_ac_is_listed() -> None:
    made = read(json.dumps(number_actor(shock={"dmg": 8, "ac": 0})))
    assert "shock" not in creatures(made)["Vat Hound"]["natural"][0]
    assert "what hits do: Jaws: Shock 8 without an AC" in left_of(made, "Vat Hound")


def test_every_test_file_reads_as_yaml() -> None:
    """The files that imports write stay readable."""
    assert yaml.safe_load(read(OSE).files[0].text)


def test_one_bad_power_does_not_cost_the_others() -> None:
    good: dict[str, Any] = {
        "name": "Puff", "aim": "cone", "range": 30, "save": "blast",
        "does": [{"do": "damage", "amount": "2d6", "when": "half on save"}],
    }  # fmt: skip
    bad = {**good, "name": "End", "does": [{"do": "damage", "amount": "100d1"}]}
    draft = creature_draft.Draft("Ash Husk", powers=[good, bad])
    report = Report()
    (text,) = creature_draft.creature_texts([draft], "", report)
    assert [power["name"] for power in yaml.safe_load(text)["Ash Husk"]["powers"]] == ["Puff"]
    assert "End" in report.warnings[0].text


def test_damage_without_dice_in_a_power() -> None:
    told = "Each creature in a 30-foot cone must make a DC 15 Dexterity saving throw, taking"
    power = read_power("End", f"{told} 150 fire damage on a failed save.")
    assert power is not None
    assert power["does"] == [{"do": "damage", "amount": "150", "when": "save failed"}]


def test_large_imports_become_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of ours holds at most 1 MB; more would be written and never read again."""
    monkeypatch.setattr(creature_draft, "MOST_BYTES", 400)
    text = "\n---\n".join(f"Fen Eel {place}\nAC 12, HD {place}, ML 7" for place in range(1, 9))
    made = read(text)
    assert len(made.files) > 1
    assert [each.name for each in made.files[:2]] == ["p", "p-2"]
    found = [name for each in made.files for name in yaml.safe_load(each.text)]
    assert found == [f"Fen Eel {place}" for place in range(1, 9)]
    assert all(len(each.text.encode()) <= 400 for each in made.files)


def test_progress_of_a_large_import() -> None:
    steps: list[tuple[int, int, str]] = []
    report = Report()
    report.on_step = lambda done, most, what: steps.append((done, most, what))
    text = "\n---\n".join(f"Fen Eel {place}\nAC 12, HD 2, ML 7" for place in range(1, 4))
    import_text("", text, "p", Choices("low", "door"), report=report)
    assert steps == [(place, 3, "creatures checked") for place in range(3)]


@pytest.mark.parametrize("kind", ["improved-initiative", "foundry"])
def test_long_notes_and_penalties_come_back(kind: str, tmp_path: Path) -> None:
    notes = "Lives in the fen. " * 400
    path = tmp_path / "eel.yaml"
    path.write_text(
        "Fen Eel:\n  hd: 2\n  attack: 1\n  natural:\n"
        "    - {name: bite, damage: 1d4, type: piercing, to-hit: -2}\n"
        f'  notes: "{notes.strip()}"\n'
    )
    made = creatures(read(export_text(kind, str(path), Report())))
    assert made == yaml.safe_load(path.read_text())


COMPACT = """# Monsters
**Fen Ape**: AC6[13],HD4+1*,2×claw(1d4)/rock(1d6),THAC0 16[+3],MV120',F2,ML7,N,XP75; 2 claws: hug
**Fen Wolf**: AC5[14](9human),HD4*,bite(2d4),THAC0 16[+3],MV180',ML8
**Kite,Giant**: AC7,HD2,1×bite(1d4)+claw(1d3),THAC0 18[+1],MV30'/180'fly,F1,ML8,N,XP20,1d10,None
**Fen Slime**: AC--,HD2,touch(special),MV3',ML12
"""
TICKED = """# Fen
## Hounds
They hunt in packs.

`Fen Hound, Size: medium, HP: 9(3d4), AC: 12, Speed: 40ft [12, 12, 12, 3, 14, 3], Bite +3 1d4+2 piercing, Claw +1 2 slashing`
- Pack: They hunt together.

`Fen Rat, HP: 3(1d4), AC: 11, [10, 10, 10, 3, 14, 3], Bite +1 1 piercing`
"""  # noqa: E501


def test_creatures_of_one_line_with_commas_only() -> None:
    made = creatures(read(COMPACT))
    assert list(made) == ["Fen Ape", "Fen Wolf", "Kite, Giant", "Fen Slime"]
    ape, kite = made["Fen Ape"], made["Kite, Giant"]
    figures = [ape[key] for key in ("hd", "ac", "attack", "speed", "morale")]
    assert figures == ["4+1", 13, 3, 40, 7]
    assert [(each["name"], each["damage"]) for each in ape["natural"]] == [
        ("claw", "1d4"), ("rock", "1d6"),
    ]  # fmt: skip
    assert ape["routine"] == ["claw", "claw"]
    assert (kite["ac"], kite["speed"], kite["flies"]) == (12, 10, 60)
    assert kite["routine"] == ["bite", "claw"]
    assert made["Fen Wolf"]["ac"] == 14
    assert "attacks: touch(special)" in left_of(read(COMPACT), "Fen Slime")


def test_blocks_between_ticks() -> None:
    made = creatures(read(TICKED))
    hound = made["Fen Hound"]
    assert (hound["hp"], hound["ac"], hound["speed"]) == (9, 12, 40)
    assert [(each["name"], each["damage"]) for each in hound["natural"]] == [
        ("bite", "1d4+2"), ("claw", "1d1+1"),
    ]  # fmt: skip
    assert made["Fen Rat"]["natural"][0]["damage"] == "1d1"


def test_empty_file_is_refused() -> None:
    with pytest.raises(ContentError, match="no stat block found"):
        read("")


def test_penalty_to_hit_is_kept_on_each_attack() -> None:
    form = creatures(read("Fen Bat\nAC 6 [13], HD 1, Att 1 × bite (1d2), THAC0 20 [-1], ML 6"))
    assert form["Fen Bat"]["attack"] == 0
    assert form["Fen Bat"]["natural"][0]["to-hit"] == -1
