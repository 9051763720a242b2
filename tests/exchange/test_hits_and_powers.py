"""Effects of hits and powers of the fifth edition: required conditions, and reported losses.

All samples are our own, in the words of the two layouts.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.exchange.test_shapes import activity, actor_form, form_of, item, mire_drake

from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.old_school.block_split import split_blocks
from shieldwall.exchange.old_school.statblock import read_block

HEAD = """## Reed Strangler
*Large Plant, Unaligned*

- **Armor Class:** 13
- **Hit Points:** 60 (8d10 + 16)
- **Speed:** 20 ft.

|STAT|SCORE|MOD|SAVE|
| --- | --- | --- | ---- |
| STR | 18 | +4 | +4 |
| DEX | 8 | -1 | +5 |
| CON | 15 | +2 | +2 |
| INT | 5 | -3 | -3 |
| WIS | 12 | +1 | +7 |
| CHA | 6 | -2 | -2 |

- **CR** 3 (XP 700)

### Actions

"""


def draft_of(actions: str) -> Draft:
    (part,) = split_blocks(HEAD + actions, "p")
    draft = read_block(part)[0]
    draft.form()
    return draft


def arms(actions: str) -> list[dict[str, Any]]:
    return list(form_of(HEAD + actions)["natural"])


def powers(actions: str) -> list[dict[str, Any]]:
    return list(form_of(HEAD + actions).get("powers", []))


def left(draft: Draft, topic: str) -> list[str]:
    return [each.text for each in draft.left if each.topic == topic]


def test_saves_stand_in_the_last_column() -> None:
    # (4 + 5 + 2 - 3 + 7 - 2) / 6 is 2: 15 less 2.
    assert form_of(HEAD)["save"] == 13


def test_labels_and_scores_are_no_notes() -> None:
    notes = str(form_of(HEAD + "***Lash.*** *Melee Attack Roll:* +6, reach 5 ft. 7 (1d6 + 4) "
                        "Bludgeoning damage.").get("notes"))  # fmt: skip
    assert "Hit Points" not in notes
    assert "STR 18" not in notes
    assert "Str 18" in notes


def test_a_state_that_is_asked_for_is_not_inflicted() -> None:
    (lash,) = arms(
        "***Lash.*** *Melee Attack Roll:* +6 (with Advantage if the target is Grappled by the "
        "strangler), reach 10 ft. 11 (2d6 + 4) Bludgeoning damage."
    )
    assert "riders" not in lash
    (grip,) = arms(
        "***Grip.*** *Melee Attack Roll:* +6, reach 10 ft. 11 (2d6 + 4) Bludgeoning damage. If "
        "the target is a Medium or smaller creature, it has the Grappled condition (escape DC 14)."
    )
    assert grip["riders"] == [{"name": "Grip: grip", "does": [{"do": "hold"}]}]


def test_a_power_against_the_held_says_so() -> None:
    drain = (
        "***Drain.*** *Constitution Saving Throw*: DC 13, one creature within 30 feet that is "
        "Charmed or Grappled by the strangler. *Failure:* 10 (3d6) Poison damage."
    )
    (power,) = powers(drain)
    assert power["does"] == [{"do": "damage", "amount": "3d6", "when": "save failed"}]
    assert any("(here against anyone)" in text for text in left(draft_of(drain), "what powers do"))


def test_what_a_presence_does_stands_behind_a_long_condition() -> None:
    (power,) = powers(
        "***Rustle.*** Each creature that is within 60 feet of the strangler and aware of it must "
        "succeed on a DC 13 Wisdom saving throw or become frightened for 1 minute."
    )
    assert [step.get("effect") for step in power["does"]] == ["shaken"]


def test_a_save_ends_it_at_once_for_one_turn() -> None:
    (power,) = powers(
        "***Pollen.*** Each creature within 10 feet of the strangler must succeed on a DC 12 "
        "Constitution saving throw or be poisoned until the start of its next turn. On a "
        "successful saving throw, the creature is immune to this for 24 hours."
    )
    assert power["does"][0]["rounds"] == "1"


def test_a_small_creature_is_not_all_creatures() -> None:
    (power,) = powers(
        "***Seize.*** *Strength Saving Throw*: DC 13, one Large or smaller creature the strangler "
        "can see within 30 feet. *Failure:* The target has the Restrained condition."
    )
    assert (power["aim"], power["range"]) == ("creatures", 30)


def test_an_area_said_twice_is_around_it() -> None:
    (power,) = powers(
        "***Burst.*** Each creature in a 10-foot radius must save. Each creature within 10 feet of "
        "the strangler must make a DC 12 Dexterity saving throw, taking 7 (2d6) acid damage."
    )
    assert (power["aim"], power["radius"]) == ("around", 10)


def test_a_second_failure_and_a_failure_by_five_are_in_the_report() -> None:
    stone = draft_of(
        "***Chill.*** *Constitution Saving Throw*: DC 12, each creature in a 15-foot Cone. *First "
        "Failure* The target has the Restrained condition. *Second Failure* The target has the "
        "Petrified condition instead."
    )
    assert stone.powers[0]["does"] == [
        {"do": "condition", "effect": "stone", "when": "save failed"}
    ]
    assert any("Second Failure" in text for text in left(stone, "what powers do"))
    sleep = draft_of(
        "***Sap.*** *Melee Attack Roll:* +6, reach 5 ft. 7 (1d6 + 4) Piercing damage, and the "
        "target is subjected to the following effect. *Constitution Saving Throw*: DC 12. "
        "*Failure:* The target has the Poisoned condition until the end of its next turn. "
        "*Failure by 5 or More:* The target also has the Unconscious condition."
    )
    (rider,) = sleep.attacks[0].riders
    assert "weakened" in str(rider)
    assert "helpless" not in str(rider)


@pytest.mark.parametrize(
    ("said", "topic", "word"),
    [
        (", and the target takes 3 (1d6) Poison damage at the start of each of its turns",
         "what hits do", "at the start of each"),
        (". The target is pushed up to 10 feet straight away", "what hits do", "pushed"),
        (". Nonmagical armor worn by the target takes a -1 penalty to the AC it offers",
         "what hits do", "penalty"),
        (", plus 2 (1d4) Bludgeoning damage if the attack roll had Advantage",
         "what hits do", "Advantage"),
    ],
)  # fmt: skip
def test_effects_without_a_rider_are_in_the_report(said: str, topic: str, word: str) -> None:
    block = (
        f"***Lash.*** *Melee Attack Roll:* +6, reach 5 ft. 7 (1d6 + 4) Bludgeoning damage{said}."
    )
    draft = draft_of(block)
    assert any(word in text for text in left(draft, topic))
    assert draft.attacks[0].riders == []


def test_limits_of_an_attack_are_in_the_report() -> None:
    draft = draft_of(
        "***Hurl (Recharge 5-6).*** *Ranged Attack Roll:* +6, range 30/90 ft. 9 (2d4 + 4) "
        "Bludgeoning damage."
    )
    assert left(draft, "attacks") == ["Hurl: Recharge 5-6"]


def test_what_a_net_takes_to_be_cut_is_no_damage() -> None:
    draft = draft_of(
        "***Net.*** *Ranged Weapon Attack:* +6 to hit, range 20/60 ft., one target. *Hit:* The "
        "target is restrained. Dealing 15 slashing damage to the net frees the target."
    )
    assert draft.attacks == []
    assert left(draft, "attacks")


def test_a_hit_whose_damage_is_saved_against_is_a_power() -> None:
    draft = draft_of(
        "***Spit.*** *Ranged Weapon Attack:* +6 to hit, range 15/30 ft., one creature. *Hit:* The "
        "target must make a DC 13 Constitution saving throw, taking 18 (4d8) poison damage on a "
        "failed save, or half as much damage on a successful one."
    )
    assert draft.attacks == []
    assert draft.powers[0]["does"] == [{"do": "damage", "amount": "4d8", "when": "half on save"}]
    assert "Spit: needs a hit first (here only the save)" in left(draft, "what powers do")


def test_what_happens_at_its_death_is_no_action() -> None:
    draft = draft_of(
        "***Burst.*** When it dies, each creature within 5 feet of it must make a DC 11 Dexterity "
        "saving throw, taking 5 (2d4) slashing damage."
    )
    assert draft.powers == []
    assert left(draft, "actions")


def test_the_first_weapon_of_any_combination_is_the_one_named_first() -> None:
    form = form_of(
        HEAD + "***Multiattack.*** The strangler makes two attacks, using Thorn or Bow in any "
        "combination.\n\n***Bow.*** *Ranged Attack Roll:* +3, range 80/320 ft. 5 (1d8 + 1) Piercing"
        " damage.\n\n***Thorn.*** *Melee Attack Roll:* +6, reach 5 ft. 7 (1d6 + 4) Piercing damage."
    )
    assert form["routine"] == ["thorn", "thorn"]


# Actors of Foundry.


def test_a_second_attack_of_one_item_is_the_same_attack_with_advantage() -> None:
    base = {"number": 1, "denomination": 6, "types": ["slashing"]}
    more = {"includeBase": True, "parts": [{"number": 1, "denomination": 4, "types": ["slashing"]}]}
    sickle = item(
        "Sickle", "weapon",
        "<p>[[/attack extended]]. [[/damage average extended]], plus [[/damage 1d4 slashing "
        "average]] damage if the attack roll had Advantage.</p>",
        damage={"base": base}, range={"reach": 5},
        activities=[
            activity("attack", attack={"type": {"value": "melee"}}, damage={"includeBase": True}),
            activity("attack", attack={"type": {"value": "melee"}}, damage=more),
        ],
    )  # fmt: skip
    (arm,) = [arm for arm in actor_form(mire_drake(sickle))["natural"] if arm["name"] == "sickle"]
    assert "riders" not in arm


def old_actor(*held: dict[str, Any]) -> dict[str, Any]:
    scores = {"str": 18, "dex": 14, "con": 14, "int": 6, "wis": 10, "cha": 10}
    return {
        "name": "Ash Bear", "type": "npc",
        "data": {
            "abilities": {key: {"value": value} for key, value in scores.items()},
            "attributes": {"hp": {"max": 60, "formula": "8d10 + 16"}, "ac": {"value": 14}},
            "details": {"type": "beast", "cr": 4}, "traits": {"size": "lg"},
        },
        "items": list(held),
    }  # fmt: skip


def old_item(name: str, parts: list[list[str]], told: str, **more: Any) -> dict[str, Any]:
    data = {"description": {"value": told}, "actionType": "mwak", "damage": {"parts": parts}}
    data["activation"] = {"type": "action"}
    return {"name": name, "type": "weapon", "data": {**data, **more}}


def test_further_damage_is_not_counted_twice() -> None:
    bite = old_item(
        "Ash Bear - Bite",
        [["1d10 + @mod", "piercing"], ["2d6", "fire"]],
        "<p>Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 9 (1d10 + 4) piercing "
        "damage plus 7 (2d6) fire damage.</p>",
    )
    (arm,) = actor_form(old_actor(bite))["natural"]
    assert arm["name"] == "bite"
    assert [rider["does"] for rider in arm["riders"]] == [[{"do": "damage", "amount": "2d6"}]]


def test_damage_behind_a_save_is_not_done_by_the_hit() -> None:
    sting = old_item(
        "Sting",
        [["1d4 + @mod", "piercing"], ["3d6", "poison"]],
        "<p>Melee Weapon Attack: +6 to hit. Hit: 6 (1d4 + 4) piercing damage, and the target must "
        "make a DC 12 Constitution saving throw, taking 10 (3d6) poison damage on a failed save."
        "</p>",
    )
    breath = old_item(
        "Ash Breath", [["4d6", "fire"]],
        "<p>The bear breathes in a 30-foot cone. Each creature there must make a DC 12 Dexterity "
        "saving throw, taking 14 (4d6) fire damage on a failed save, or half as much.</p>",
        actionType="rwak",
    )  # fmt: skip
    form = actor_form(old_actor(sting, breath))
    (arm,) = form["natural"]
    assert [rider.get("save") for rider in arm["riders"]] == ["doom"]
    (power,) = form["powers"]
    assert (power["name"], power["aim"]) == ("Ash Breath", "cone")


def test_a_weak_arm_and_a_borrowed_ability_have_their_own_figures() -> None:
    weak = old_actor(old_item("Peck", [["1d4 + @mod", "piercing"]], ""))
    weak["data"]["abilities"]["str"]["value"] = 6
    assert actor_form(weak)["natural"][0]["damage"] == "1d4-2"
    swarm = mire_drake(
        item(
            "Gnaw", "weapon", "", range={"reach": 0},
            damage={"base": {"number": 2, "denomination": 4, "types": ["piercing"]}},
            activities=[
                activity(
                    "attack",
                    attack={"ability": "none", "bonus": "@abilities.con.mod",
                            "type": {"value": "melee"}},
                )
            ],
        )
    )  # fmt: skip
    swarm["items"] = swarm["items"][-1:]
    form = actor_form(swarm)
    # Con 18 gives +4, challenge 8 another +3; without an ability nothing is added to damage.
    assert form["attack"] == 7
    assert form["natural"][0]["damage"] == "2d4"


def test_the_save_and_the_healing_a_text_looks_up() -> None:
    gas = item(
        "Marsh Gas", "feat",
        "<p><em>Constitution Saving Throw:</em> DC [[lookup @save.dc.value activity=act0]], each "
        "creature in a 15-foot Cone.</p><p><em>Failure:</em> The target has the Blinded condition "
        "until the end of its next turn.</p>",
        activities=[activity("save", save={"ability": ["con"], "dc": {"calculation": "con"}})],
    )  # fmt: skip
    grows = item(
        "Regeneration", "feat",
        "<p>The drake regains [[lookup @healing.formula activity=act0]] Hit Points at the start of "
        "each of its turns.</p>",
        activities=[activity("heal", "special", healing={"bonus": "10", "types": ["healing"]})],
    )  # fmt: skip
    form = actor_form(mire_drake(gas, grows))
    assert form["regenerates"] == {"hp": 10}
    (power,) = form["powers"]
    assert power["does"][0]["effect"] == "blind"
