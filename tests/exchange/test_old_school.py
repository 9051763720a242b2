"""Old-school creatures of other programs: abilities in words, default values, characters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.exchange.samples import crypt_text, number_actor

from shieldwall.cli.files.strength import Reference, Strength, strengths, telling_party
from shieldwall.cli.main import cli
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.formats.problems import ContentError
from shieldwall.exchange.creature_draft import Attack, Draft
from shieldwall.exchange.foundry_vtt.foundry import read_actor, system_of
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import Imported, import_text, kind_of
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.exchange.old_school.old_school_words import take_abilities
from shieldwall.exchange.old_school.statblock import read_block


def brought(data: object, kind: str = "") -> Imported:
    text = data if isinstance(data, str) else json.dumps(data)
    return import_text(kind, text, "there.json", Choices())


def gifted(name: str, text: str, creature: str = "Fen Beast") -> Draft:
    """A beast with claws and a bite, and one ability in words."""
    draft = Draft(creature)
    draft.put("hd", "6", "HD 6")
    draft.attacks = [Attack("claw", 2, "1d4", source="claw"), Attack("bite", 1, "1d8", source="b")]
    take_abilities(draft, [(name, text)])
    return draft


def riders(draft: Draft, attack: str) -> list[dict[str, Any]]:
    return next(each.riders for each in draft.attacks if each.name == attack)


@pytest.mark.parametrize(
    ("name", "text", "power"),
    [
        ("Breath weapon", "60' long line of acid, 3/day. Damage equal to its current hit points, "
         "save versus breath for half.",
         {"aim": "line", "range": 60, "of": ["acid"], "save": "blast", "uses": 3,
          "does": [{"do": "damage", "by-hp": True, "when": "half on save"}]}),
        ("Fire breath", "2-in-6 chance per round. One target within 20'. 1d6 damage per HD.",
         {"aim": "creatures", "range": 20, "of": ["fire"], "recharge": 5,
          "does": [{"do": "damage", "amount": "6d6", "when": "half on save"}]}),
        ("Breath", "Cone of frost, 40' long: 3d8 damage (Evasion save for half). Twice per day.",
         {"aim": "cone", "range": 40, "of": ["cold"], "save": "blast", "uses": 2,
          "does": [{"do": "damage", "amount": "3d8", "when": "half on save"}]}),
        ("Gaze", "Anyone meeting its gaze must save versus petrification or turn to stone.",
         {"when": "gaze", "save": "hold",
          "does": [{"do": "condition", "effect": "stone", "when": "save failed"}]}),
        ("Dread", "All who see it within 30' must save versus spells or flee in fear.",
         {"when": "presence", "range": 30, "save": "spell"}),
    ],
)  # fmt: skip
def test_breath_gaze_and_terror_become_powers(name: str, text: str, power: dict[str, Any]) -> None:
    (made,) = gifted(name, text).powers
    assert {key: made[key] for key in power} == power


@pytest.mark.parametrize(
    ("name", "text", "attack", "does"),
    [
        ("Poison", "The bite is venomous: save versus poison or die.", "bite",
         {"do": "kill", "when": "save failed"}),
        ("Paralysis", "A hit by a claw paralyses for 2d4 rounds (Physical save).", "claw",
         {"do": "condition", "effect": "helpless", "rounds": "2d4", "when": "save failed"}),
        ("Energy drain", "A hit target loses two levels permanently.", "claw",
         {"do": "exhaust", "amount": "2"}),
        ("Swallow whole", "On a natural 20. Inside: 1d8 damage per round.", "bite",
         {"do": "swallow"}),
        ("Hug", "If both paws hit, the beast hugs for 2d8 damage.", "claw",
         {"do": "damage", "amount": "2d8"}),
    ],
)  # fmt: skip
def test_what_hits_do_goes_with_the_right_attack(
    name: str, text: str, attack: str, does: dict[str, Any]
) -> None:
    (rider,) = riders(gifted(name, text), attack)
    assert rider["does"] == [does]


@pytest.mark.parametrize(
    ("name", "text", "key", "value"),
    [
        ("Regeneration", "3 rounds after a wound, regains 3hp per round. Fire and acid: cannot "
         "regenerate damage from these.", "regenerates", {"hp": 3, "not-after": ["fire", "acid"]}),
        ("Immunity", "Only harmed by silver or magic.", "hurt-only-by", ["silver", "magic"]),
        ("Energy immunity", "Unharmed by cold or lightning.", "immune", ["cold", "lightning"]),
        ("Spell immunity", "Unaffected by sleep or charm spells.", "immune", ["sleep", "charm"]),
        ("Infravision", "90'.", "darkvision", 90),
        ("Undead", "Makes no noise.", "undead", True),
        ("Hate the sun", "-1 to hit in full daylight.", "daylight-penalty", 1),
    ],
)  # fmt: skip
def test_what_it_is_by_nature(name: str, text: str, key: str, value: object) -> None:
    assert gifted(name, text).values[key] == value


def test_an_ability_nobody_understands_is_told() -> None:
    draft = gifted("Blink", "Appears somewhere else each round.")
    assert [(left.topic, left.text) for left in draft.left] == [
        ("traits", "Blink: Appears somewhere else each round.")
    ]


def test_abilities_below_a_pasted_block_are_read() -> None:
    draft, _ = read_block(
        "Crypt Thing\nAC 6 [13], HD 2 (9hp), Att 2 × claw (1d3 + paralysis), 1 × bite (1d6), "
        "THAC0 18 [+1], MV 90’ (30’), ML 9\n▶ Paralysis: For 2d4 turns (save versus\nparalysis).\n"
        "▶ Wails: The whole night long."
    )
    assert riders(draft, "claw")[0]["save"] == "hold"
    assert riders(draft, "bite") == []
    assert [left.text for left in draft.left] == ["Wails: The whole night long."]


def adventurer() -> dict[str, Any]:
    return {
        "name": "Hedwig",
        "type": "Adventurer",
        "system": {
            "level": 3, "hp": {"value": 14, "max": 14}, "ac": 10, "attack": 2, "speed": 30,
            "kindred": "breggle", "class": "fighter", "size": "medium",
            "abilities": {"strength": {"score": 16, "mod": 0}, "dexterity": {"score": 13}},
            "saves": {"doom": 11, "ray": 12, "hold": 13, "blast": 14, "spell": 15},
        },
        "items": [
            {"name": "Chainmail", "type": "Armor",
             "system": {"ac": 14, "armorType": "armor", "equipped": True}},
            {"name": "Shield", "type": "Armor",
             "system": {"ac": 1, "armorType": "shield", "equipped": True}},
            {"name": "Longsword", "type": "Weapon",
             "system": {"damage": "1d8", "qualities": ["melee"], "equipped": True}},
            {"name": "Spear", "type": "Weapon",
             "system": {"damage": "1d6", "qualities": ["melee", "missile"], "equipped": True,
                        "rangeShort": 20, "rangeMedium": 40, "rangeLong": 60}},
            {"name": "Old bow", "type": "Weapon",
             "system": {"damage": "1d6", "rangeLong": 210, "equipped": False}},
            {"name": "Lesser rune", "type": "Rune", "system": {}},
        ],
    }  # fmt: skip


def test_an_adventurer_of_dolmenwood_wears_and_wields_what_is_at_hand() -> None:
    assert system_of(adventurer()) == "dolmenwood"
    report = Report()
    draft = read_actor(adventurer(), report)
    form = draft.form()
    assert (form["hd"], form["hp"], form["ac"], form["attack"]) == ("3", 14, 16, 4)
    natural = form["natural"]
    assert isinstance(natural, list)
    assert natural[0] == {"name": "longsword", "damage": "1d8+2", "type": "slashing"}
    assert {
        "name": "thrown spear",
        "damage": "1d6",
        "type": "piercing",
        "range": "20/60",
    } in natural
    assert "old bow" not in str(natural)
    assert [left.text for left in draft.left] == ["Lesser rune"]
    assert "is a character" in report.remarks[0].text


def test_a_creature_of_dolmenwood_breathes_and_stings() -> None:
    draft = read_actor(
        {
            "name": "Mire Wyrm", "type": "Creature",
            "system": {
                "level": 5, "hpDice": "5d8", "hp": {"max": 22}, "ac": 15, "speed": 40,
                "monsterType": "dragon", "size": "large", "intelligence": "sentient",
                "attacks": [
                    {"numAttacks": 1, "attackName": "Bite", "attackBonus": 5,
                     "attackDamage": "1d10", "attackType": "attack",
                     "attackEffect": "Poison: [Save vs. Doom](save:doom) or die in 1d6 rounds"},
                    {"attackName": "Breath", "attackDamage": "3d6", "attackType": "save",
                     "attackEffect": "30' cone of acid, [Save vs. Blast](save:blast) for half"},
                ],
            },
        },
        Report(),
    )  # fmt: skip
    form = draft.form()
    assert (form["kin"], form["size"], form["attack"]) == ("dragon", "large", 5)
    (venom,) = riders(draft, "Bite")
    assert (venom["save"], venom["onset"]) == ("doom", "1d6")
    (breath,) = draft.powers
    assert (breath["aim"], breath["range"], breath["of"]) == ("cone", 30, ["acid"])
    assert breath["does"] == [{"do": "damage", "amount": "3d6", "when": "half on save"}]


def worlds_actor() -> dict[str, Any]:
    """Worlds Without Number as its system stores actors today."""
    return {
        "name": "Moor Drake",
        "type": "monster",
        "_stats": {"systemId": "wwn"},
        "system": {
            "hp": {"value": 31, "max": 31}, "hd": "7d8", "skill": 2,
            "combat": {"ab": 7, "acManual": {"melee": 18, "ranged": 18}},
            "movement": {"base": {"value": 40}}, "details": {"morale": 8},
        },
        "items": [
            {"name": "Claw", "type": "weapon",
             "system": {"damage": "1d4+1", "counter": {"max": 2}, "melee": True,
                        "shock": {"damage": "2", "ac": 15}}},
            {"name": "Breath", "type": "power",
             "system": {"subType": "ability", "description": "<p>60' long line of acid.</p>"}},
            {"name": "Cure", "type": "power", "system": {"subType": "spell", "description": "x"}},
        ],
    }  # fmt: skip


def test_worlds_without_number_as_it_is_stored_today() -> None:
    found = brought("\n".join(json.dumps(worlds_actor()) for _ in range(2)))
    assert "Moor Drake" in found.files[0].text
    draft = read_actor(worlds_actor(), Report())
    form = draft.form()
    assert (form["ac"], form["attack"], form["speed"], form["morale"]) == (18, 7, 40, 8)
    assert form["routine"] == ["claw", "claw"]
    (breath,) = draft.powers
    assert breath["does"] == [{"do": "damage", "by-hp": True, "when": "half on save"}]
    assert [left.text for left in draft.left] == ["Cure"]
    creature_file(found.files[0].text, "x")


def test_an_actor_of_a_game_we_do_not_know_is_refused_with_the_games_we_know() -> None:
    strange = {"name": "Robot", "type": "npc", "system": {"armour": 3}, "items": [], "_id": "a"}
    assert kind_of(json.dumps([strange])) == "foundry"
    result = CliRunner().invoke(cli, ["import", "-"], input=json.dumps(strange))
    assert result.exit_code == 2
    assert "a system we know (OSE, Worlds Without Number, Dolmenwood" in result.output


def blank_king() -> dict[str, Any]:
    king = number_actor()
    king["name"] = "Barrow King"
    king["items"] = []
    king["system"].update({"hitDice": "10", "health": {"value": 10, "max": 10}})
    king["system"]["attacks"] = {"number": 0, "damage": "d6"}
    return king


def test_blanks_are_asked_about_and_the_answers_taken() -> None:
    found = brought(blank_king())
    assert [(each["field"], each["suggested"]) for each in found.questions] == [
        ("hp", "45"), ("damage", "1d6"),
    ]  # fmt: skip
    told = {("Barrow King", "hp"): "61", ("Barrow King", "damage"): "2d8"}
    answered = import_text("", json.dumps(blank_king()), "x.json", Choices(), "", told)
    assert answered.questions == []
    assert creature_file(answered.files[0].text, "x")["Barrow King"].hp == 61
    assert "damage: 2d8" in answered.files[0].text
    assert answered.summary.creatures[0].guessed < found.summary.creatures[0].guessed


def test_the_terminal_asks_and_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "king.json").write_text(json.dumps(blank_king()))
    line = ["import", "king.json", "-o", "king.yaml", "--fights", "0"]
    monkeypatch.setattr("shieldwall.cli.files.import_command.is_at_terminal", lambda: True)
    result = CliRunner().invoke(cli, line, input="many\n70\n\n")
    assert result.exit_code == 0, result.output
    assert "'many': type a number such as 45" in result.output
    assert "hp: 70" in (tmp_path / "king.yaml").read_text()
    quiet = CliRunner().invoke(cli, [*line, "--yes", "--force"])
    assert "Barrow King:" not in quiet.stderr
    assert "hp: 70" not in (tmp_path / "king.yaml").read_text()


def test_what_portals_are_is_not_forgotten_when_blanks_are_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "both"
    folder.mkdir()
    (folder / "crypt.dd2vtt").write_text(crypt_text())
    (folder / "king.json").write_text(json.dumps(blank_king()))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shieldwall.cli.files.import_command.is_at_terminal", lambda: True)
    line = ["import", "both", "-o", "made", "--fights", "0"]
    result = CliRunner().invoke(cli, line, input="window\n70\n\n")
    assert result.exit_code == 0, result.output
    assert "taken as windows" in result.output
    assert "hp: 70" in "".join(path.read_text() for path in tmp_path.rglob("*.yaml"))


@pytest.mark.parametrize(
    ("challenge", "level", "won", "words"),
    [
        ("14", 3, 10, "too weak for that: look for what was left out"),
        ("14", 3, 9, ""),
        ("1/4", 1, 8, "too strong for that: look for what was misread"),
        ("1/4", 1, 20, ""),
        ("5", 1, 0, ""),
    ],
)
def test_strength_is_judged_by_the_party_that_tells(
    challenge: str, level: int, won: int, words: str
) -> None:
    made = Strength("Beast", challenge, 5, 20, won)
    made.against = telling_party(made.rating)
    assert made.against.level == level
    assert made.doubt == words


def test_a_weak_dragon_is_told_in_words() -> None:
    made = Strength("Adult Black Dragon", "14", 17, 20, 11, Reference("company", 3, 10.0), "breath")
    assert made.words() == (
        "Adult Black Dragon (challenge 14): a level-3 party wins 55 %; "
        "too weak for that: its breath was left out"
    )


def dragon(breath: str) -> dict[str, Any]:
    actions = [
        {"Name": "Bite", "Content": "Melee Weapon Attack: +7 to hit, reach 10 ft., one target. "
         "Hit: 15 (2d10 + 4) piercing damage."},
        {"Name": "Acid Breath (Recharge 5-6)", "Content": breath},
    ]  # fmt: skip
    return {
        "Name": "Young Bog Dragon", "Type": "Large dragon", "Challenge": "7", "Actions": actions,
        "HP": {"Value": 127, "Notes": "(15d10+45)"}, "AC": {"Value": 18}, "Speed": ["40 ft."],
        "Abilities": {"Str": 19, "Dex": 14, "Con": 17, "Int": 12, "Wis": 11, "Cha": 15},
    }  # fmt: skip


def test_a_dragon_that_lost_its_breath_is_noticed() -> None:
    whole = dragon(
        "The dragon exhales acid in a 30-foot line. Each creature in that line must make a DC 14 "
        "Dexterity saving throw, taking 49 (11d8) acid damage on a failed save, or half as much."
    )
    (fine,) = strengths(brought(whole), 1)
    (doubtful,) = strengths(brought(dragon("It breathes, and everybody is sorry.")), 1)
    assert fine.lost == ""
    assert doubtful.lost == "breath"
    assert "its breath was left out" in doubtful.words()


MARSH_BESTIARY = """# Beasts of the Marsh

They shun the road.

## D

### Drake

A lazy kind with green scales.

* **Breath weapon:** 3/day. All in the area suffer damage equal to its hit points (save for half).
* **Energy immunity:** Unharmed by their own breath. (For example, half damage from fire.)
* **Subduing:** Surrenders at 0hp. This does not reduce the damage done by its breath weapon.

#### Mire Drake

Will only attack by night. Attacks from above.

---

| Armour Class | 3 [16] |
| --- | --- |
| Hit Dice | 5** (22hp) |
| Attacks | [2 × claw (1d4), 1 × bite (2d6)] or breath |
| THAC0 | 15 [+4] |
| Movement | 90’ (30’) / 180’ (60’) flying |
| Saving Throws | D10 W11 P12 B13 S14 (5) |
| Morale | 9 |
| Alignment | Chaotic |
| XP | 425 |
| Number Appearing | 1d2 (1d4) |
| Treasure Type | C |

---

* **Breath weapon:** 60’ long line of acid.
* **Swoop:** See main entry.

### Heron Fly

| **AC** | 7 [12] |
|---|---|
| **HD** | 1 (4hp) |
| **Attacks** | 1 × bite (1d3) |
| **Movement** | 30' (10') |

## J

None.
"""


def test_a_bestiary_in_markdown_has_a_creature_for_each_heading_with_figures() -> None:
    made = brought(MARSH_BESTIARY)
    drake, fly = creature_file(made.files[0].text, "x.yaml").values()
    assert list(creature_file(made.files[0].text, "x.yaml")) == ["Mire Drake", "Heron Fly"]
    assert (int(drake.hp), int(drake.ac), int(drake.attack), int(drake.speed_ft)) == (22, 16, 4, 30)
    assert [drake.weapons[place].name for place in drake.routine] == ["claw", "claw", "bite"]
    assert (int(fly.hp), int(fly.ac), fly.weapons[0].name) == (4, 12, "bite")


def test_what_a_kind_shares_belongs_to_each_of_it_and_a_word_about_breath_is_none() -> None:
    text = brought(MARSH_BESTIARY).files[0].text
    mire = text.split("Heron Fly")[0]
    assert mire.count("name: Breath weapon") == 1
    assert "aim: line, range: 60, of: [acid], save: blast, uses: 3" in mire
    assert "immune: [acid]" in mire
    assert "resists" not in mire
    assert "name: Subduing" not in mire


def test_passages_without_figures_are_no_creatures_and_are_named() -> None:
    made = brought("Bog Rat\nAC 6 [13], HD 1, Att 1 x bite (1d3)\n---\nThe road goes on to Ham.\n")
    assert list(creature_file(made.files[0].text, "x.yaml")) == ["Bog Rat"]
    assert [remark.text for remark in made.report.warnings][-1] == (
        "1 passage without figures: The road goes on to Ham"
    )
    with pytest.raises(ContentError, match="no stat block found"):
        brought("The road goes on to Ham.\n\n\nNone.\n")


def test_a_warning_is_not_crowded_out_by_facts() -> None:
    report = Report()
    for number in range(300):
        report.fact(f"rat {number}", "written as in OSE")
    report.warn("rat 300", "left out")
    assert [remark.topic for remark in report.warnings] == ["rat 300"]


def test_a_thrown_rock_flies_as_far_as_the_words_about_it_say() -> None:
    giant = "Tor Giant\nAC 4 [15], HD 9, Att 1 x club (2d8) or 1 x rock (3d6)\n"
    text = brought(f"{giant}Rock throwing: Up to 200'.\n").files[0].text
    assert "{name: rock, damage: 3d6, type: bludgeoning, range: 100/200}" in text
    text = (
        brought("Ape\nAC 6 [13], HD 4, Att 2 x claw (1d4) or 1 x thrown rock (1d6)\n").files[0].text
    )
    assert "{name: thrown rock, damage: 1d6, type: bludgeoning, range: 30/60}" in text
