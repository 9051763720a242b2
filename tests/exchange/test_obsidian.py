"""Obsidian's Fantasy Statblocks, and figures that are only the defaults of a new actor."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.exchange.samples import dolmenwood_actor, ose_actor

from shieldwall.cli.main import cli
from shieldwall.content.formats.problems import ContentError
from shieldwall.exchange.foundry_vtt.foundry import read_actor
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import STATBLOCK, import_text, kind_of
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.exchange.old_school.obsidian import read_fences

NOTE = """\
# The Fen

Two of them guard the causeway.

```statblock
layout: Basic 5e Layout
name: Reed Lurker
size: Large
type: monstrosity
alignment: neutral evil
ac: 15
ac_class: natural armor
hp: 45
hit_dice: 6d10 + 12
speed: 30 ft., swim 40 ft.
stats: [18, 12, 15, 4, 11, 6]
saves:
  - dexterity: 4
damage_resistances: poison
cr: 3
actions:
  - name: Multiattack
    desc: The lurker makes two attacks with its claws.
  - name: Claw
    desc: "*Melee Weapon Attack:* +6 to hit, reach 10 ft., one target. *Hit:* 9 (1d10+4) slashing."
  - name: Spit
    desc: "Ranged Weapon Attack: +3 to hit, range 30/60 ft., one target. Hit: 5 (2d4) acid damage."
```

> ```statblock
> name: Toll Keeper
> hd: 2+1
> ac: 5
> hp: 10
> morale: 8
> actions:
>   - name: Cudgel
>     desc: 1d6
> ```

```statblock
name: [broken
```
"""


def test_every_fence_of_a_note_is_a_creature() -> None:
    report = Report()
    lurker, fight_list = read_fences(NOTE, "fen.md", report)
    assert lurker.name == "Reed Lurker"
    assert lurker.values["ac"] == 15
    assert lurker.values["size"] == "large"
    claw = next(each for each in lurker.attacks if each.name.lower() == "claw")
    assert (claw.damage, claw.reach) == ("1d10+4", 10)
    spit = next(each for each in lurker.attacks if each.name.lower() == "spit")
    assert spit.ranges == (30, 60)
    assert fight_list.values == {"hd": "2+1", "hp": 10, "morale": 8, "ac": 14}
    assert [each.damage for each in fight_list.attacks] == ["1d6"]


def test_a_fence_that_is_no_yaml_is_told_with_its_line() -> None:
    report = Report()
    read_fences(NOTE, "fen.md", report)
    assert [each.topic for each in report.warnings] == ["line 41"]
    assert "statblock fence that is not readable YAML" in report.warnings[0].text
    with pytest.raises(ContentError, match=r"x\.md:1: its YAML cannot be read: not valid YAML"):
        read_fences("```statblock\nname: [x\n```\n", "x.md", Report())


def test_a_note_is_recognised_and_written_as_our_file(tmp_path: Path) -> None:
    assert kind_of(NOTE) == STATBLOCK
    made = import_text("", NOTE, "fen.md", Choices("ignore", "open"))
    assert "Reed Lurker" in made.files[0].text
    note, ours = tmp_path / "fen.md", tmp_path / "fen.yaml"
    note.write_text(NOTE)
    told = CliRunner().invoke(cli, ["import", str(note), "-o", str(ours), "--fights", "0"])
    assert told.exit_code == 0, told.output
    assert CliRunner().invoke(cli, ["check", str(ours)]).exit_code == 0


@pytest.mark.parametrize("actor", [ose_actor, dolmenwood_actor])
def test_the_hit_points_of_a_new_actor_are_no_fact(actor: object) -> None:
    assert callable(actor)
    entry = actor()
    system = entry.get("system") or entry.get("data")
    hp = system["hp"]
    hp["max"] = hp["value"] = 10
    if "hd" in hp:
        hp["hd"] = "10d8"
    else:
        system["level"] = 10
    draft = read_actor(entry, Report())
    assert "hp" not in draft.values
    assert any(said.key == "hp" and said.value == "by its hit dice" for said in draft.said)


def test_creatures_sent_to_foundry_and_improved_initiative_come_back_the_same(
    tmp_path: Path,
) -> None:
    for kind in ("foundry", "improved-initiative"):
        for creature in ("hill giant", "wood drake", "goblin archer"):
            out, back, again = (tmp_path / name for name in ("out.json", "back.yaml", "2.json"))
            run = CliRunner().invoke
            run(cli, ["export", kind, creature, "-o", str(out), "--force"])
            told = run(cli, ["import", str(out), "-o", str(back), "--force", "--fights", "0"])
            assert told.exit_code == 0, told.output
            assert run(cli, ["export", kind, str(back), "-o", str(again), "--force"]).exit_code == 0
            assert _creatures(out) == _creatures(again)


def _creatures(path: Path) -> list[object]:
    import json

    data = json.loads(path.read_text())
    entries = data.get("Combatants", [data]) if isinstance(data, dict) else data
    return [entry.get("x-shieldwall") or entry["flags"]["shieldwall"] for entry in entries]
