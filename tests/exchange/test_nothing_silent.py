"""Effects, kinds of damage and markup that imports once dropped silently. All our own."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from shieldwall.exchange.creature_draft import Attack
from shieldwall.exchange.fifth.fifth_edition import Fifth, Part, draft_of
from shieldwall.exchange.fifth.fifth_multiattack import read_multiattack
from shieldwall.exchange.fifth.fifth_spells import read_casting
from shieldwall.exchange.fifth.fifth_words import read_attacks, read_power
from shieldwall.exchange.importers import Imported, import_text
from shieldwall.exchange.map_files.uvtt import OBJECTS, OPENINGS, Choices

HEAD = "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: "


def read(text: str, kind: str = "", source: str = "p") -> Imported:
    return import_text(kind, text, source, Choices(OBJECTS[0], OPENINGS[0]))


def creatures(made: Imported) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(made.files[0].text)
    return found


def left_of(made: Imported, name: str) -> list[str]:
    return next(each.left for each in made.summary.creatures if each.name == name)


def hit(text: str, head: str = HEAD) -> tuple[list[Any], list[str]]:
    (attack,), left = read_attacks("grasp", head + text)
    return [rider["does"] for rider in attack.riders], left


def test_condition_of_every_hit_without_a_save() -> None:
    """The rules of 2024 poison for a round without a save."""
    effects, left = hit(
        "7 (1d6 + 4) Piercing damage, and the target has the Poisoned condition until the start "
        "of the reaver's next turn."
    )
    assert effects == [[{"do": "condition", "effect": "weakened", "rounds": "1"}]]
    assert left == []


@pytest.mark.parametrize(
    "told",
    [
        "If the reaver has advantage, the target is blinded while it holds on.",
        "If both grasps hit the same Medium or smaller creature it is grappled (escape DC 15).",
        "Instead of dealing damage, the reaver can make the target prone.",
    ],
)
def test_conditions_that_not_every_hit_brings_are_listed(told: str) -> None:
    effects, left = hit(f"7 (1d6 + 4) piercing damage. {told}")
    assert effects == []
    assert left == [f"grasp: {told}"]


def test_restraint_in_a_grip_is_listed() -> None:
    effects, left = hit(
        "7 (1d6 + 4) piercing damage, and the target is grappled (escape DC 14). "
        "Until this grapple ends, the target is restrained."
    )
    assert effects == [[{"do": "hold"}]]
    assert left == ["grasp: Until this grapple ends, the target is restrained."]


def test_grip_without_a_comma() -> None:
    effects, left = hit(
        "7 (1d6 + 4) damage. If the target is a Medium or smaller creature it is grappled "
        "(escape DC 13). Until this grapple ends the target is restrained."
    )
    assert effects == [[{"do": "hold"}]]
    assert left == ["grasp: Until this grapple ends the target is restrained."]


def test_second_condition_of_a_save_is_listed() -> None:
    _, left = hit(
        "7 (1d6 + 4) damage, and the target must succeed on a DC 15 Constitution saving throw or "
        "be poisoned and blinded for 1 minute."
    )
    assert any("poisoned and blinded" in each for each in left)


def test_damage_of_a_kind_we_do_not_have_is_listed() -> None:
    _, left = hit("7 (1d6 + 4) necrotic damage.")
    assert left == ["grasp: necrotic damage has no kind here"]
    _, left = hit("7 (1d6 + 4) piercing damage plus 3 (1d6) psychic damage.")
    assert left == ["grasp: psychic damage has no kind here"]


def test_figures_of_a_condition_are_no_damage() -> None:
    effects, _ = hit(
        "7 (1d6 + 4) piercing damage. If the reaver takes 60 damage or more in a turn, it lets go."
    )
    assert effects == []


def test_proof_against_force_is_not_proof_against_magic() -> None:
    draft = draft_of(Fifth(name="Husk", hp=9, immune=["force"], resists=["fire", "force"]))
    form = draft.form()
    assert "immune" not in form
    assert form["resists"] == ["fire"]
    told = [each.text for each in draft.left]
    assert "immune to force" in told
    assert "resists force" in told


def test_senses_without_a_comma_and_vulnerable_to_nothing() -> None:
    mends = Part("Regeneration", "The husk regains 5 hp at the start of its turn.")
    senses = ["blindsight 10 ft. darkvision 60 ft."]
    draft = draft_of(Fifth(name="Husk", hp=9, senses=senses, weak=["False"], traits=[mends]))
    form = draft.form()
    assert form["darkvision"] == 60
    assert form["regenerates"] == {"hp": 5}
    assert [(each.topic, each.text) for each in draft.left] == [
        ("senses", "blindsight 10 ft. darkvision 60 ft."),
        ("attacks", "none was found; an attack of 1d4 is a guess"),
    ]


def test_swimming_named_before_walking() -> None:
    """Open5e sorts the ways to move by their names."""
    assert draft_of(Fifth(name="Eel", speeds=["swim 40 ft.", "20 ft."])).form()["speed"] == 20
    assert draft_of(Fifth(name="Eel", speeds=["0 ft.", "swim 40 ft."])).form()["speed"] == 40


@pytest.mark.parametrize(
    ("told", "blows"),
    [
        ("The husk makes two claw attacks or uses its Hurl Flame twice.", ["claw", "claw"]),
        ("It makes two claw attacks, two bite attacks, or one of each.", ["claw", "claw"]),
        ("It makes two claw attacks two bite attacks or two hurl flame attacks.", ["claw", "claw"]),
        ("It makes two claw attacks and one bite attack.", ["claw", "claw", "bite"]),
        ("It makes two claw attacks or throws two hurl flames.", ["claw", "claw"]),
    ],
)
def test_alternatives_of_multiattack_are_not_added_up(told: str, blows: list[str]) -> None:
    known = [Attack("claw"), Attack("bite"), Attack("hurl flame")]
    assert read_multiattack(told, known)[0] == blows


def test_spells_with_and_in_their_names() -> None:
    left = read_casting("At will: create food and water, detect evil and good, light and web").left
    assert left == ["create food and water", "detect evil and good", "light"]


def test_line_with_feet_cut_short() -> None:
    power = read_power(
        "Spray",
        "It spits acid in a line that is 30 ft. long and 5 ft. wide. Each creature in that line "
        "must make a DC 13 Dexterity saving throw, taking 10 (3d6) acid damage on a failed save.",
    )
    assert power is not None
    assert (power["aim"], power["range"]) == ("line", 30)


def test_stench_as_an_action_costs_no_turn() -> None:
    stench = (
        "Any creature that starts its turn within 5 ft. of the husk must succeed on a DC 10 "
        "Constitution saving throw or be poisoned until the start of its next turn."
    )
    draft = draft_of(Fifth(name="Husk", hp=9, actions=[Part("Stench", stench)]))
    assert draft.powers[0]["when"] == "presence"


TAGGED = """### Sand Husk

_Large Elemental, Neutral_

**AC** 17 **Initiative** +2 (12) <br>
**HP** 95 (10d10 + 40) <br>
**Speed** 30 ft., Fly 90 ft. (hover) <br>

<table>
  <thead><tr><th></th><th></th><th>MOD</th><th>SAVE</th></tr></thead>
  <tbody>
    <tr><td><strong>STR</strong></td><td>21</td><td>+5</td><td>+5</td>
    <td><strong>DEX</strong></td><td>15</td><td>+2</td><td>+6</td>
    <td><strong>CON</strong></td><td>22</td><td>+6</td><td>+6</td></tr>
    <tr><td><strong>INT</strong></td><td>6</td><td>-2</td><td>-2</td>
    <td><strong>WIS</strong></td><td>16</td><td>+3</td><td>+7</td>
    <td><strong>CHA</strong></td><td>20</td><td>+5</td><td>+5</td></tr>
  </tbody>
</table>

**Immunities** Lightning<br>

#### Actions

<hr>

**_Blade._** _Melee Attack Roll:_ +9, reach 5 feet. _Hit:_ 12 (2d6 + 5) Slashing damage.

**_Spellcasting._** It casts one of these spells: <br>
&emsp;**At Will:** _Detect Evil and Good, Light_ <br>
"""


def test_tables_of_html_in_markdown() -> None:
    made = read(TAGGED)
    husk = creatures(made)["Sand Husk"]
    assert (husk["save"], husk["temperament"], husk["flies"]) == (11, "rabble", 90)
    assert not [each for each in left_of(made, "Sand Husk") if "<" in each]
    assert "spells: detect evil and good, light" in left_of(made, "Sand Husk")


HALF_DONE = """# Marsh Husk

## Stat Block

| Name | Type | CR | HP | AC | Speed |
|------|------|----|----|----|-------|
| Marsh Husk | plant | 3 | 75 (10d10 + 20) | 16 | walk 20, climb 20 |

## Abilities

- **STR** 18 | **DEX** 10 | **CON** 15 | **INT** 4 | **WIS** 14 | **CHA** 12
- **Saving Throws:** CON ++5
- **Damage Resistances:** -

## Actions

| Action | Hit or Save | Damage | On Save |
|--------|--------------|--------|----------|
| Branch | +6 to hit | 2d6 + 4 damage) bludgeoning | - |

**Branch.** {@atk mw} +6 to hit to hit, reach 10 ft., one target. {@h}11 (2d6 + 4 damage) bludgeoning damage.

**Spores.** Each creature in a 10-foot radius must make a DC 13 Saving Throw Constitution saving throw, taking 7 ({@damage 2d6}) poison damage on a failed save.
"""  # noqa: E501


def test_page_of_a_half_done_conversion() -> None:
    """Figures as columns below the name, and the braces of 5etools in the text."""
    made = read(HALF_DONE)
    husk = creatures(made)["Marsh Husk"]
    figures = [husk[key] for key in ("hd", "hp", "ac", "attack", "speed", "kin", "save")]
    assert figures == [10, 75, 16, 6, 20, "plant", 13]
    assert husk["natural"] == [
        {"name": "branch", "damage": "2d6+4", "type": "bludgeoning", "reach": 10}
    ]
    assert husk["powers"][0]["does"] == [{"do": "damage", "amount": "2d6", "when": "save failed"}]
    assert "speed: climb 20" in left_of(made, "Marsh Husk")


ROWS = """# Reed Guard
*Medium humanoid*
**Armor Class** 14
**Hit Points** 16 (3d8 + 3)
**Speed** 30 ft.

## Actions

| Attack | To Hit | Range | Damage |
|---|---|---|---|
| Glaive | +5 | reach 10 ft. | 1d10 + 3 slashing |
| Bow | +4 to hit | range 80/320 ft. | 1d6 + 2 piercing |
"""


def test_attacks_as_rows_of_a_table() -> None:
    guard = creatures(read(ROWS))["Reed Guard"]
    assert [(each["name"], each["damage"]) for each in guard["natural"]] == [
        ("glaive", "1d10+3"), ("bow", "1d6+2"),
    ]  # fmt: skip
    assert guard["natural"][0]["reach"] == 10
    assert guard["natural"][1]["range"] == "80/320"


def test_second_attack_of_an_actors_weapon_is_listed() -> None:
    """Foundry's dnd5e of 2024: `Attacked if grappling`, with its own dice."""
    dice = {"number": 2, "denomination": 8, "bonus": "@mod", "types": ["piercing"]}
    acid = {"number": 1, "denomination": 4, "bonus": "", "types": ["acid"]}
    first = {"type": "attack", "activation": {"type": "action"}, "damage": {"includeBase": True}}
    second = {
        "type": "attack",
        "activation": {"type": "action", "condition": "if it holds the target"},
        "damage": {"includeBase": False, "parts": [dice, acid]},
    }
    bite = {
        "name": "Bite",
        "type": "weapon",
        "system": {
            "activities": {"a": first, "b": second},
            "damage": {"base": {**dice, "number": 1, "bonus": ""}},
            "range": {"reach": 5},
        },
    }
    actor = {
        "name": "Chest Husk",
        "type": "npc",
        "system": {
            "abilities": {"str": {"value": 16}},
            "attributes": {"hp": {"max": 40, "formula": "9d8"}, "ac": {"flat": 12}},
            "traits": {"size": "med"},
            "details": {"cr": 2},
        },
        "items": [bite],
    }
    made = read(json.dumps(actor))
    assert creatures(made)["Chest Husk"]["natural"][0]["damage"] == "1d8+3"
    expected = "what hits do: Bite: if it holds the target: 2d8 + 3 piercing damage plus 1d4 acid"
    assert f"{expected} damage" in left_of(made, "Chest Husk")


def test_trait_with_a_strength_save_is_no_row_of_scores() -> None:
    told = "If the husk moves 20 feet and hits, that target must succeed on a DC 12 Strength save."
    both = "The husk has advantage on Strength and Dexterity saving throws against 1 spell."
    text = TAGGED.replace(
        "#### Actions", f"**_Trample._** {told}\n\n**_Firm._** {both}\n\n#### Actions"
    )
    left = left_of(read(text), "Sand Husk")
    assert f"traits: Trample: {told}" in left
    assert f"traits: Firm: {both}" in left
    assert creatures(read(text))["Sand Husk"]["save"] == 11


def test_condensed_attack_keeps_reach_range_and_further_damage() -> None:
    """`+7 to hit, 15 ft., one target, 9 (1d8+5) piercing damage + 10 (3d6) poison.`"""
    (bite,), left = read_attacks(
        "bite", "Melee Weapon Attack: +7 to hit, 15 ft., one target, 9 (1d8+5) piercing damage + "
        "10 (3d6) poison."
    )  # fmt: skip
    assert (bite.reach, bite.damage, left) == (15, "1d8+5", [])
    assert bite.riders[0]["does"] == [{"do": "damage", "amount": "3d6"}]
    assert bite.riders[0]["of"] == ["poison"]
    (shot,), _ = read_attacks(
        "spine", "Ranged Weapon Attack: +4 to hit, 30/120', one target, 6 (1d8+2) piercing damage."
    )
    assert (shot.ranges, shot.reach) == ((30, 120), 0)


def test_condensed_breath_names_its_save_behind_the_damage() -> None:
    power = read_power(
        "Mud Breath (Recharge 5-6)",
        "Exhales mud in a 30' cone. Each creature in area: 21 (6d6) acid and is blinded until the "
        "end of its next turn (DC 14 Dex half damage not blinded).",
    )
    assert power is not None
    assert (power["aim"], power["range"], power["save"]) == ("cone", 30, "blast")
    assert power["does"] == [
        {"do": "damage", "amount": "6d6", "when": "half on save"},
        {"do": "condition", "effect": "blind", "rounds": "1", "when": "save failed"},
    ]
    quake = read_power(
        "Stamp", "Each creature within 20' of it: 10 (3d6) thunder (DC 15 Str negates)."
    )
    assert quake is not None
    assert (quake["aim"], quake["radius"]) == ("around", 20)
    assert quake["does"] == [{"do": "damage", "amount": "3d6", "when": "save failed"}]


def test_save_without_a_difficulty_is_a_save() -> None:
    power = read_power(
        "Bolt",
        "The warden hurls a bolt in a line 60 feet long and 5 feet wide. Each creature in the line "
        "makes a Dexterity saving throw, taking 14 (4d6) lightning damage on a failed save or half "
        "damage on a success.",
    )
    assert power is not None
    assert (power["aim"], power["range"]) == ("line", 60)
    assert power["does"] == [{"do": "damage", "amount": "4d6", "when": "half on save"}]


@pytest.mark.parametrize(
    ("told", "listed"),
    [
        (
            "7 (1d8 + 3) damage, or 8 (1d10 + 3) damage if used with two hands.",
            "or 8 (1d10 + 3) damage if used with two hands",
        ),
        (
            "7 (2d6) damage, or 3 (1d6) damage if the swarm has half its hit points.",
            "or 3 (1d6) damage if the swarm has half its hit points",
        ),
        (
            "7 (1d8 + 3) damage, and the reaver gains 5 (1d10) temporary hit points.",
            "and the reaver gains 5 (1d10) temporary hit points",
        ),
    ],
)
def test_dice_that_no_attack_has_are_listed(told: str, listed: str) -> None:
    _, left = hit(told)
    assert left == [f"grasp: {listed}"]


MODIFIERS = """# Fen Warden

*Large Monstrosity*

- **Armor Class:** 14
- **Hit Points:** 68
- **Speed:** 30 ft.

| STR | DEX | CON | INT | WIS | CHA |
| --- | --- | --- | --- | --- | --- |
| -1 | +2 | +3 | -4 | +0 | +6 |

### Actions

- **Slam.** Melee Weapon Attack: +5 to hit, reach 10 ft., one target. Hit: 9 (2d6 + 2) bludgeoning damage.
"""  # noqa: E501


def test_modifiers_without_scores_give_saves_tactics_and_hit_dice() -> None:
    made = read(MODIFIERS)
    warden = creatures(made)["Fen Warden"]
    assert warden["save"] == 15 - 1
    assert warden["temperament"] == "beast"
    assert warden["hd"] == 8, "68 hit points, 5.5 + 3 a die"
    assert "Str 8, Dex 14, Con 16, Int 2, Wis 10, Cha 22" in warden["notes"]


def test_condensed_hit_with_a_save_behind_its_effect() -> None:
    (lash,), left = read_attacks(
        "lash", "Melee Weapon Attack: +7 to hit, 10 ft., one creature,. 11 (2d6+4) piercing damage "
        "and target paralyzed for 1 min (DC 14 Con not paralyzed).",
    )  # fmt: skip
    (rider,) = lash.riders
    assert (lash.reach, rider["save"], left) == (10, "hold", [])
    effect = {"do": "condition", "effect": "helpless", "rounds": "10", "when": "save failed"}
    assert rider["does"] == [effect]


def test_melee_attack_with_a_long_range_is_a_shot_and_with_a_short_one_a_reach() -> None:
    (bow,), _ = read_attacks(
        "bow", "Melee Weapon Attack: +6 to hit, range 120/600 ft., one target. Hit: 7 (1d8 + 3) "
        "piercing damage.",
    )  # fmt: skip
    assert bow.ranges == (120, 600)
    (claw,), _ = read_attacks(
        "claw", "Melee Weapon Attack: +6 to hit, range 10 ft., one target. Hit: 7 (1d8 + 3) damage."
    )
    assert (claw.reach, claw.ranges) == (10, ())


def test_reach_beyond_ours_is_listed() -> None:
    whip = "Melee Weapon Attack: +6 to hit, reach 45 ft., one target. Hit: 7 (1d8 + 3) damage."
    assert read_attacks("whip", whip)[1] == ["whip: a reach of 45 ft (here 30 ft)"]
